import type { LinkResultItem } from '../contract.ts'
import { contentOf } from '../language/analyze.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readColumn, readTable } from '../language/tables.ts'
import { isBillable, LIKELY, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, textOf, written } from './mentions.ts'
import { categoryOf, codeTitled, eyeAt, eyeBeside, sideOf, titleOf } from './specific-codes.ts'
import type { Companion, FoundProblems, ProblemTools } from './task.ts'
import { codeOfLinked, presentNear } from './traits.ts'

/**
 * Codes that speak against what the text says: a title has "without ascites" and the patient has ascites, or the code is for what no
 * injury did and the patient was injured. The code of both is right then; where it is not known, none is linked.
 */

/** Conditions of ICD-10-CM that a title speaks against, besides those that it names. */
interface Denied {
  /** Beginning of the codes that have the title; empty for all. */
  readonly code: string
  /** Words of the title. */
  readonly denied: string
  readonly first: string
  readonly last: string
  /** The code for both; empty where titles tell. */
  readonly instead: string
}

const deniedTable = lazily((): readonly Denied[] =>
  readTable('icd-10-cm/denied-by-titles.tsv', ['code', 'denied', 'first', 'last', 'instead']).map(
    ([code, denied, first, last, instead]) => ({
      ...{ code: code === '-' ? '' : code!, denied: denied!, first: first!, last: last! },
      instead: instead === '-' ? '' : instead!,
    }),
  ),
)

/** The candidates with a code that does not speak against the other conditions of the text. */
export function uncontradicted(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const { note, linker } = found
  const own: Companion = { mention, name: textOf(note, mention), first, isPresent: true }
  const near = presentNear(found, mention)
  const isSpontaneous = SPONTANEOUS.test(written(note, Math.max(0, mention.from - 1), mention.to))
  if (!isSpontaneous && isUntraumatic(first, tools.index) && isInjured(note, mention, near)) {
    const [row] = linker.link(`traumatic ${own.name}`)
    const isRight = row?.is_linked === true && OF_INJURY.test(row.term_id)
    return isRight ? withFirst(row, rows) : refused(rows, 'name_incomplete')
  }
  const told = deniedBy(own, near, found, tools)
  if (told !== undefined) {
    const row = ofBoth(own, told, found, tools)
    return row === undefined ? refused(rows, 'name_incomplete') : withFirst(row, rows)
  }
  const isPart = near.some((host) => isPartOf(own, host, found, tools))
  return isPart ? refused(rows, 'name_incomplete') : rows
}

/** A condition that a title denies and the text has. */
interface Told {
  readonly denial: string
  readonly other: Companion
  readonly instead: string
  readonly place: Place
}

/** Behind "without" in a title, what there is not: "without ascites", "(without fever)", "without hemorrhage or perforation". */
const WITHOUT = /\bwithout (.+?)(?=\bwith(?:out)?\b|\)|$)/gi
/** Words of titles that deny any of it. */
const DENIES_ALL = /\b(?:asymptomatic|uncomplicated)\b/
/** Behind a comma a title goes on with a side, unless it is a list: "without psychotic disturbance, and anxiety". */
const LISTS = /,? (?:and|or) |, (?=.*,? (?:and|or) )/
/** A disease of its own as often as not, next to a dementia without it. */
const OWN_DISEASE = /^anxiety$/
const BRACKETS = /\([^)]*\)/g

/** Conditions that a title denies, as it has them, and the rows of the table about one of them. */
interface Denials {
  readonly named: readonly string[]
  readonly rows: readonly Denied[]
}

/** Titles of codes that are kept with what they deny. */
const MAX_TITLES = 10_000
const denialsOfTitles = new Map<string, Denials>()

function denialsIn(title: string): Denials {
  const behind = [...title.matchAll(WITHOUT)].flatMap(([, said = '']) =>
    said
      .split(LISTS)
      .map((part) => part.replace(BRACKETS, '').split(',')[0]!.trim())
      .filter((part) => part !== '' && !OWN_DISEASE.test(part)),
  )
  const named = [...behind, ...(DENIES_ALL.exec(title.toLowerCase()) ?? [])]
  const isNamed = ({ denied }: Denied) => named.some((each) => each.includes(denied))
  return { named, rows: named.length > 0 ? deniedTable().filter(isNamed) : [] }
}

/** Lemmas of what a text and the title of its code say of a condition; read once for all others around it. */
const lemmasSaid = new WeakMap<Companion, ReadonlySet<string>>()

function lemmasOf(other: Companion, { index, analyzer }: ProblemTools): ReadonlySet<string> {
  let lemmas = lemmasSaid.get(other)
  if (lemmas === undefined) {
    lemmas = new Set(lemmasIn(`${other.name}, ${saidByTitle(other, index)}`, analyzer))
    lemmasSaid.set(other, lemmas)
  }
  return lemmas
}

function lemmasIn(text: string, analyzer: ProblemTools['analyzer']): readonly string[] {
  return contentOf(analyzer.analyze(text)).map(({ lemma }) => lemma)
}

/** The first condition around one that the title of its code denies. */
function deniedBy(
  { first: own, mention }: Companion,
  near: readonly Companion[],
  { note }: FoundProblems,
  tools: ProblemTools,
): Told | undefined {
  const { index } = tools
  const first = own!
  const title = titleOf(first.term_id, index)
  const { named, rows } = madeOnce(denialsOfTitles, title, denialsIn, MAX_TITLES)
  if (named.length === 0) return undefined
  const known = rows.filter(({ code }) => first.term_id.startsWith(code))
  const lemmas = lazily(() => named.map((each) => lemmasIn(each, tools.analyzer)))
  const namedBy = (other: Companion) => {
    const said = lemmasOf(other, tools)
    return named.find((_, i) => lemmas()[i]!.every((lemma) => said.has(lemma)))
  }
  for (const other of near) {
    if (OF_CANCER.test(other.name)) continue
    const code = other.first?.term_id ?? ''
    const range = known.find(
      ({ first: from, last }) => code >= from && (code <= last || code.startsWith(last)),
    )
    const isKnown =
      other.first?.is_linked === true || categoryOf(code) === categoryOf(first.term_id)
    // A candidate that is not linked, because its words have other meanings or say more, may still be right.
    const isOfTable = range !== undefined && (isKnown || (other.first?.score ?? 0) >= LIKELY)
    if (!isOfTable && !(isKnown && isRelated(first.term_id, code))) continue
    const denial = isOfTable ? range.denied : namedBy(other)
    const place = denial === undefined ? 'other' : placeOfOther(title, mention, other, note, index)
    if (denial === undefined || place === 'other') continue
    return { denial, other, instead: isOfTable ? range.instead : '', place }
  }
  return undefined
}

/** A cause that is no other condition's. */
const OF_CANCER = /\bmalignant\b/i

/** True for a condition of the same chapter, and for a sign: a ruptured tendon is none of an aneurysm. */
function isRelated(code: string, other: string): boolean {
  return other[0] === code[0] || other.startsWith('R')
}

/** The title of a condition without what it denies. */
function saidByTitle({ first }: Companion, index: ProblemTools['index']): string {
  return titleOf(first?.term_id ?? '', index).replace(WITHOUT, '')
}

const WORD = /\p{L}+/gu
const REGION = /\b(?:cervical|lumbar|lumbosacral|thoracic)\b/i

/** A place that a title and a condition say: the same, one of both sides, or another. */
type Place = 'same' | 'part' | 'other'

function placeOfOther(
  title: string,
  mention: Mention,
  other: Companion,
  note: Note,
  index: ProblemTools['index'],
): Place {
  const said = `${other.name}, ${saidByTitle(other, index)}`
  const [side, saidSide] = [title, said].map((each) => sideOf(each.toLowerCase().match(WORD) ?? []))
  const [region, otherRegion] = [title, said].map((each) => REGION.exec(each)?.[0].toLowerCase())
  const otherSide = eyeBeside(note, other.mention) ?? saidSide
  if (isOther(region, otherRegion)) return 'other'
  if (!isOther(side, otherSide) || otherSide === 'bilateral')
    return isOfOneEye(note, mention, other.mention) ? 'same' : 'part'
  return side === 'bilateral' ? 'part' : 'other'
}

/** False if two conditions may be of different eyes: "RE NPDR with CSME, LE mild NPDR", "NPDR OU, DME OS". */
function isOfOneEye(note: Note, mention: Mention, other: Mention): boolean {
  const [first, last] = mention.from < other.from ? [mention, other] : [other, mention]
  const gapAt = (at: number) => note.text.slice(note.words[at - 1]!.end, note.words[at]?.start)
  const end = gapAt(last.to).trim() === '' ? last.to + 1 : last.to
  const eyes = new Set<string>()
  for (let at = first.from - 1; at < end; at++) {
    const eye = eyeAt(note, at)
    if (eye !== undefined) eyes.add(eye)
  }
  if (eyes.size > 1) return false
  // An eye that the later one begins with is not the first one's, unless that has it, too.
  const isWithin = eyeAt(note, last.from) !== undefined
  const opens = isWithin ? last.from : last.from - 1
  if (eyeAt(note, opens) === undefined || (!isWithin && ENDS_ITEM.test(gapAt(last.from))))
    return true
  for (let at = first.from - 1; at <= first.to; at++)
    if (at !== opens && eyeAt(note, at) !== undefined) return true
  return false
}

/** Between the eye of one condition and the next one. */
const ENDS_ITEM = /[.,;\n]/

function isOther(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

/** The row of the code for a condition and another one that its title denies; undefined where none is known. */
function ofBoth(
  { name, first }: Companion,
  { denial, other, instead, place }: Told,
  { linker }: FoundProblems,
  { index }: ProblemTools,
): LinkResultItem | undefined {
  if (place === 'part') return undefined
  const { term_id } = first!
  const isRight = (row: LinkResultItem | undefined, beginning: string) =>
    row?.is_linked === true && row.term_id.startsWith(beginning)
  const [named] = linker.link(`${name} with ${other.name}`)
  if (instead !== '') {
    if (isRight(named, instead)) return named
    const [row] = linker.link(instead)
    return row?.term_id === instead && isBillable(row) ? row : undefined
  }
  const title = titleOf(term_id, index)
  const both = title.replace(`without ${denial}`, `with ${denial}`)
  const wanted = both === title ? undefined : codeTitled(both, categoryOf(term_id), index)
  if (wanted !== undefined) {
    const [row] = isRight(named, wanted) ? [named] : linker.link(wanted)
    if (isRight(row, wanted)) return isOpen(row!) ? undefined : row
  }
  return isRight(named, categoryOf(term_id)) && !isOpen(named!) ? named : undefined

  function isOpen({ term_id }: LinkResultItem): boolean {
    const said = titleOf(term_id, index).toLowerCase()
    return said.includes(`without ${denial}`) || DENIES_ALL.test(said) || OPEN.test(said)
  }
}

/** A title that tells no more than that there is something. */
const OPEN = /\bunspecified complications?\b/

/** Codes of injuries, and of bones that break without one. */
const OF_INJURY = /^[ST]/
const OF_BONES = /^M(?:48\.5|8[014])/
const BROKEN = /fracture/i

/** True for a condition that the code of another one has in it, and that has no code of its own then. */
function isPartOf(
  own: Companion,
  host: Companion,
  found: FoundProblems,
  tools: ProblemTools,
): boolean {
  const [code, other] = [own.first!.term_id, codeOfLinked(host)]
  if (other === '') return false
  const isOfBone = OF_BONES.test(other) && OF_INJURY.test(code)
  // "Osteoporotic fracture L3".
  if (isOfBone && BROKEN.test(saidByTitle(host, tools.index)))
    return (
      BROKEN.test(own.first!.metadata.preferred_name) &&
      own.mention.sentence === host.mention.sentence
    )
  const told = deniedBy(host, [own], found, tools)
  if (told === undefined) return false
  const row = ofBoth(host, told, found, tools)
  if (row === undefined) return isOfBone
  return [other, row.term_id].some((each) => tools.exclusions?.excludes(each, code) === true)
}

const UNTRAUMATIC = /\bnontraumatic\b/i
const untraumaticTable = lazily(() => readTable('icd-10-cm/untraumatic.tsv', ['first', 'last']))
const injuryWords = lazily(() => readColumn('clinical/injury-words.tsv', 'word'))
/** In a name or right before it: no injury was its cause. */
const SPONTANEOUS = /\b(?:non-?traumatic|spontaneous)\b/i
/** In words on either side, from the sentence before on. */
const INJURED_WITHIN = 20
/** Before a word for an injury that none was, or that was no blow: "no h/o trauma", "kidney injury", "cerebrovascular accident". */
const DENIES_INJURY = /^(?:denied|denies|deny|nil|no|not|without)$/
const OF_NO_BLOW =
  /^(?:cerebrovascular|hepatic|kidney|liver|lung|myocardial|renal|reperfusion|vascular)$/
/** Behind "fall". */
const OF_NO_FALL = /^(?:in|prevention|risk|risks)$/
const DENIED_WITHIN = 4

/** True for a code of what no injury did, though another one could. */
function isUntraumatic({ term_id }: LinkResultItem, index: ProblemTools['index']): boolean {
  if (UNTRAUMATIC.test(titleOf(term_id, index))) return true
  return untraumaticTable().some(
    ([from = '', last = '']) => term_id >= from && (term_id <= last || term_id.startsWith(last)),
  )
}

/** True if a word for an injury, or another condition that is one, is around a condition. */
function isInjured(
  { words, sentences }: Note,
  { from, to, sentence }: Mention,
  near: readonly Companion[],
): boolean {
  const isNext = (each: Companion) => Math.abs(each.mention.sentence - sentence) <= 1
  if (near.some((each) => isNext(each) && /^S/.test(codeOfLinked(each)))) return true
  const begin = sentences[Math.max(0, sentence - 1)]!.from
  const last = Math.min(sentences[sentence]!.to, to + INJURED_WITHIN)
  for (let at = Math.max(begin, from - INJURED_WITHIN); at < last; at++) {
    if (!injuryWords().has(words[at]!.form)) continue
    const before = words.slice(Math.max(0, at - DENIED_WITHIN), at).map(({ form }) => form)
    if (before.some((form) => DENIES_INJURY.test(form))) continue
    if (OF_NO_BLOW.test(before.at(-1) ?? '') || OF_NO_FALL.test(words[at + 1]?.form ?? '')) continue
    return true
  }
  return false
}
