import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { sortedStems } from './stems.ts'

/** "Chronic or unspecified gastric ulcer": who says neither means this one. */
const OR_UNSPECIFIED = /\b[\w-]+ or unspecified /i
const NOS = /,? NOS$/i
const OPEN = /,?\s*\b(?:unspecified|nos)\b/gi
const WITHOUT = /,? without /gi
/** An absence ends here, or before a part of the body: "without foreign body of nose, initial encounter". */
const END = /,| with(?:out)? |$/
const END_BEFORE_PART = /,| with(?:out)? | of |$/

/**
 * Official names without words that go without saying. A word is needed for a presence, and none for an absence: next to
 * "Tubal pregnancy with intrauterine pregnancy", "tubal pregnancy" means the one without. A title is shortened if another
 * one has "with" instead of "without" and is the same otherwise, or if it says "or unspecified", and an inclusion term by
 * its "NOS"; but never to a name of another code.
 */
export function namesByDefault({
  concepts,
  terms,
}: Pick<ReleaseRecords, 'concepts' | 'terms'>): TermRecord[] {
  const shorten = titleShortener(new Set(concepts.map(({ name }) => name.toLowerCase())))
  const inclusions = terms.filter(({ kind }) => kind === 'synonym')
  const shorter = [
    ...concepts.flatMap(({ code, name }) => shorten(name).map((text) => ({ code, text }))),
    ...inclusions.flatMap(({ code, text }) =>
      NOS.test(text) ? [{ code, text: text.replace(NOS, '') }] : [],
    ),
  ]
  const codesOf = new Map<string, Set<string>>()
  const add = (code: string, name: string) => {
    const words = sortedStems(name)
    const codes = codesOf.get(words)
    if (codes === undefined) codesOf.set(words, new Set([code]))
    else codes.add(code)
  }
  const called = [...concepts.map(({ code, name }) => ({ code, text: name })), ...inclusions]
  for (const { code, text } of called) {
    add(code, text)
    add(code, text.replace(OPEN, ''))
  }
  for (const { code, text } of shorter) add(code, text)
  return shorter
    .filter(({ text }) => codesOf.get(sortedStems(text))?.size === 1)
    .map(({ code, text }) => ({ code, text, kind: 'synonym', language: 'en' }))
}

/** Shorter forms of a title: without each absence, without all of them, or without the part that "or unspecified" covers. */
function titleShortener(titles: ReadonlySet<string>): (title: string) => readonly string[] {
  const isTitle = (text: string) => titles.has(text.toLowerCase())
  /** Where phrases in "without" begin, that another title has with "with", and where what is absent begins. */
  const absences = (title: string) =>
    [...title.matchAll(WITHOUT)]
      .map(({ 0: without, index }) => ({ from: index, at: index + without.length }))
      .filter(
        ({ from, at }) =>
          isTitle(`${title.slice(0, at).replace(/out $/, ' ')}${title.slice(at)}`) && from > 0,
      )
  const phrase = (title: string, { from, at }: { from: number; at: number }, end: RegExp) =>
    title.slice(from, at + title.slice(at).search(end))
  /** Absent as a whole, "of" and all: what is left is a title. */
  const whole = new Set<string>()
  for (const title of titles)
    for (const absence of absences(title)) {
      const absent = phrase(title, absence, END)
      if (isTitle(title.replace(absent, ''))) whole.add(absent)
    }
  return (title) => {
    const absent = absences(title).map((absence) => {
      const long = phrase(title, absence, END)
      return whole.has(long.toLowerCase()) ? long : phrase(title, absence, END_BEFORE_PART)
    })
    const forms = absent.map((each) => title.replace(each, ''))
    if (absent.length > 1) forms.push(absent.reduce((left, each) => left.replace(each, ''), title))
    if (OR_UNSPECIFIED.test(title)) forms.push(title.replace(OR_UNSPECIFIED, ''))
    return forms
  }
}
