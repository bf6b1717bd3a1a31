import type { Word } from '../language/analyze.ts'
import { isWithinOneEdit } from '../language/distance.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, remember } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { contextPhrases, isRole, type TerminatorKind } from './context-phrases.ts'
import { BLANK_LINE } from './gaps.ts'
import { isPossessive } from './persons.ts'
import type { Context } from './qualifiers.ts'

/** Below data/: what the headings of charts are called. */
const HEADING_TABLE = 'context/headings.tsv'
/** Below data/: what a section says of all that is named in it. */
const SECTION_TABLE = 'context/sections.tsv'

/** The part of a chart that a heading opens. */
export const SECTION_KINDS = [
  'complaint',
  'history',
  'past',
  // "Inactive:", what is over.
  'resolved',
  'surgical',
  'family',
  'social',
  'obstetric',
  'allergies',
  'medication',
  'immunization',
  'review',
  'vitals',
  'examination',
  'investigations',
  'reason',
  'procedure',
  'course',
  'differential',
  'provisional',
  // "Admitting diagnosis": provisional once a final one follows.
  'initial',
  'diagnosis',
  'assessment',
  'plan',
  'advice',
  'precautions',
] as const
export type SectionKind = (typeof SECTION_KINDS)[number]

/**
 * Where a phrase is a heading: before a `colon` (a dash, a line end or written in capitals at the start of a sentence will
 * do); at the `start` of any sentence; `anywhere`. What `opens` a part of a chart without being a heading is "c/o".
 */
export const HEADING_MARKS = ['colon', 'part', 'start', 'anywhere', 'opens'] as const
type HeadingMark = (typeof HEADING_MARKS)[number]

/** A heading in a list of words, those of [from, to); empty for what opens a section without being one. */
export interface FoundHeading {
  readonly from: number
  readonly to: number
  readonly section: SectionKind
}

interface HeadingPhrase {
  readonly section: SectionKind
  readonly mark: HeadingMark
}

const COLON = /^\s*(?:\([^()\n]{0,40}\)\s*)?:/
const DASH_OR_END = /^[ \t]*(?:[-–—=]+(?:\s|$)|[-–—=.]*[ \t]*[\r\n]|[-–—=.]*[ \t]*$)/
/** How much of the text behind a phrase says whether it is a heading. */
const LOOKAHEAD = 48

interface SectionContext {
  readonly context: Context
  readonly score: number
}

/** Letters of the shortest heading that is corrected. */
const SHORTEST_CORRECTED = 7

const headings = lazily(readHeadings)
const longHeadings = lazily(
  (): ReadonlySet<string> =>
    new Set(
      readTable(HEADING_TABLE, ['phrase', 'section', 'mark'])
        .map(([phrase]) => phrase!)
        .filter((phrase) => phrase.length >= SHORTEST_CORRECTED && /^[a-z]+$/.test(phrase)),
    ),
)
const contexts = lazily(
  (): ReadonlyMap<string, SectionContext> =>
    new Map(
      readTable(SECTION_TABLE, ['section', 'context', 'score']).map(([name, context, score]) => [
        name!,
        { context: context as Context, score: Number(score) },
      ]),
    ),
)

/** Context of all conditions in a section. @throws MedlinkError `data_invalid` */
export function saidBySection(section: SectionKind): SectionContext | undefined {
  return contexts().get(section)
}

/** True if the words at a place could be a heading of one of these sections, its parts aside. */
export function isHeadingOf(
  forms: readonly string[],
  at: number,
  sections: ReadonlySet<SectionKind>,
): boolean {
  return headings()
    .startingAt(forms, at)
    .some(
      ({ value: { section, mark } }) =>
        mark !== 'part' && forms[at]!.length > 1 && sections.has(section),
    )
}

/**
 * The heading that begins at a word, the longest there is.
 *
 * @param forms the forms of the words
 * @param isStart whether a sentence begins there
 * @param within the section so far
 * @throws MedlinkError `data_invalid`
 */
export function headingAt(
  text: string,
  words: readonly Word[],
  forms: readonly string[],
  at: number,
  isStart: boolean,
  within: SectionKind | undefined,
): FoundHeading | undefined {
  const whose = ownedHeadingAt(text, words, forms, at, isStart)
  if (whose !== undefined || isOfOther(words, at)) return whose
  // "COUGH, SORE THROAT: NONE", "SORE THROAT: ALL ABSENT".
  const isVerdict = (to: number) =>
    !isStart && (isRole(forms[to] ?? '', 'answer') || isRole(forms[to] ?? '', 'plural'))
  for (const { to, value } of headings().startingAt(forms, at).toReversed()) {
    const { section, mark } = value
    if (mark === 'opens') {
      if (isStart) return { from: at, to: at, section }
      continue
    }
    const { end } = words[to - 1]!
    const after = text.slice(end, end + LOOKAHEAD)
    const isHeading =
      ((isStart || isApart(text, words, at)) && COLON.test(after) && !isVerdict(to)) ||
      (isStart && (DASH_OR_END.test(after) || isShortened(forms[to - 1]!, after))) ||
      // "History of" is none, whatever its case; nor is "plan was".
      (!isRole(forms[to] ?? '', 'continuing') &&
        (mark === 'anywhere' ||
          (isStart && (mark === 'start' || isShouted(text.slice(words[at]!.start, end))))))
    const isWithin = mark === 'part' && within === 'review'
    if (isHeading) return { from: at, to, section: isWithin ? within : section }
  }
  return isStart ? toldHeadingAt(text, words, forms, at) : undefined
}

const ADVICE: ReadonlySet<SectionKind> = new Set(['advice', 'precautions'])
/** A short line of words with a list below it. */
const LINE_BEFORE_LIST = /^([^\r\n:;,.]{4,48}?)[ \t]*[-–—:]*[ \t]*\r?\n[ \t]*[-–—*•·‣◦][ \t]*\S/u
const LISTED_WITHIN = 64
/** Before advice that is asked for: "rang for advice". */
const ASKS_FOR = /^(?:asking|for|requesting|seeking|seeks|sought|wanted|wanting|wants)$/

/** A line of its own that ends with a heading of advice, a list below it: "Head injury advice", "CES red flags". */
function toldHeadingAt(
  text: string,
  words: readonly Word[],
  forms: readonly string[],
  at: number,
): FoundHeading | undefined {
  const { start } = words[at]!
  const before = text.slice(Math.max(0, start - INDENT), start)
  if (!/(?:^|[\r\n])[ \t]*$/.test(before)) return undefined
  const line = LINE_BEFORE_LIST.exec(text.slice(start, start + LISTED_WITHIN))?.[1]
  if (line === undefined) return undefined
  const end = start + line.length
  for (let from = at + 1; from < words.length && words[from]!.start < end; from++) {
    const ends = headings()
      .startingAt(forms, from)
      .find(({ to, value }) => ADVICE.has(value.section) && words[to - 1]!.end === end)
    if (ends !== undefined && !ASKS_FOR.test(forms[from - 1]!))
      return { from: at, to: ends.to, section: 'precautions' }
  }
  return undefined
}

/** The parts of a chart that another person has, too: "mother's PMH", "maternal meds". */
const OWNED: ReadonlySet<SectionKind> = new Set([
  'history',
  'past',
  'surgical',
  'obstetric',
  'social',
  'medication',
  'diagnosis',
  'assessment',
])
const OF_PARENT = /^(?:mat|maternal|pat|paternal)$/
const OF_MOTHER = /^(?:mom|mother|mum)$/
const LINE_OF_ITS_OWN = /^[ \t]*:?[ \t]*[\r\n]/

/** A heading of a relative's part, "maternal PMH:", or of all that is the mother's, a line of its own. */
function ownedHeadingAt(
  text: string,
  words: readonly Word[],
  forms: readonly string[],
  at: number,
  isStart: boolean,
): FoundHeading | undefined {
  const form = forms[at]!
  const isKin = OF_PARENT.test(form) || (isRole(form, 'relative') && isRole(form, 'kin'))
  const { start, end } = words[at]!
  if (!isKin || !(isStart || isPossessive(words[at]!))) return undefined
  const isLine = OF_MOTHER.test(form) && LINE_OF_ITS_OWN.test(text.slice(end, end + INDENT))
  if (isLine && LINE_START.test(text.slice(Math.max(0, start - INDENT), start)))
    return { from: at, to: at + 1, section: 'family' }
  for (const { to, value } of headings()
    .startingAt(forms, at + 1)
    .toReversed()) {
    const last = words[to - 1]!.end
    if (OWNED.has(value.section) && COLON.test(text.slice(last, last + LOOKAHEAD)))
      return { from: at, to, section: 'family' }
  }
  return undefined
}

/** True behind another person whose part of a chart a heading is: "partner's PMH:". */
function isOfOther(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]
  return before !== undefined && isPossessive(before) && isRole(before.form, 'relative')
}

/**
 * The heading of one word that a misspelt one before a colon is meant as: "Impresion:"; the form itself if it is an everyday
 * word, or near none or several of these.
 *
 * @throws MedlinkError `data_invalid`
 */
export const correctedHeading = remember((form) => {
  if (form.length < SHORTEST_CORRECTED || isEverydayWord(form) || longHeadings().has(form))
    return form
  const near = [...longHeadings()].filter(
    (each) => each[0] === form[0] && isWithinOneEdit(each, form),
  )
  return near.length === 1 ? near[0]! : form
})

/** "F/h. asthma": the full stop of an abbreviation, but "Resp. 18". */
function isShortened(form: string, after: string): boolean {
  return isRole(form, 'short') && /^\.\s+(?!\d)/.test(after)
}

/** True if a word within a sentence may begin a heading: not in "UTI symptoms: fever". */
function isApart(text: string, words: readonly Word[], at: number): boolean {
  const { start } = words[at]!
  const isCapital = text[start] !== text[start]!.toLowerCase()
  return isCapital || /\S/.test(text.slice(words[at - 1]!.end, start))
}

/** Several words in capitals: in the text around, one might be an abbreviation. */
function isShouted(text: string): boolean {
  return /\s/.test(text) && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
}

function readHeadings(): PhraseMatcher<HeadingPhrase> {
  const matcher = new PhraseMatcher<HeadingPhrase>()
  for (const [phrase, section, mark] of readTable(HEADING_TABLE, ['phrase', 'section', 'mark']))
    matcher.set(phrase!.split(' '), {
      section: section as SectionKind,
      mark: mark as HeadingMark,
    })
  return matcher
}

/** Beginnings of sentences that are no longer about past, family or the like. */
const TURNS: ReadonlySet<TerminatorKind> = new Set(['turn', 'now'])
/** The parts of a chart that need no colon to end one of these. */
const FOUND_NOW: ReadonlySet<SectionKind> = new Set(['vitals', 'examination', 'investigations'])
/** In UTF-16 units: the bullet and the number that may come before a heading in its line. */
const INDENT = 12

const LINE_START = /(?:^|[\r\n])[^\p{L}\r\n]*$/u
const ENDS_LINE = /^\s*:?[ \t]*[-–—]*[ \t]*[\r\n]/
const NUMBER = /^\d+\s?[.)]/
const QUESTION = /^[^?\r\n]+\?/
/** In UTF-16 units. */
const LONGEST_QUESTION = 80

/** The section that a sentence is in, and how it ends. */
interface Part {
  section: SectionKind | undefined
  /** The section around a heading within a paragraph. */
  readonly outer: SectionKind | undefined
  readonly isInline: boolean
  /** Number of the item that the heading is of: "7. Family history". */
  readonly number?: number | undefined
  /** True if more follows the heading in its line. */
  readonly isFilled?: boolean
}

/**
 * The sentences, each in the section that it is still in where the section says something of all that is named in it (past,
 * family): a heading within a paragraph speaks of its own sentence, one at the start of a line up to a blank line or to what
 * was found at examination. Linear in the length of the text.
 *
 * @throws MedlinkError `data_invalid`
 */
export function endSections(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
): readonly Sentence[] {
  const forms = words.map(({ form }) => form)
  let part: Part = { section: undefined, outer: undefined, isInline: false }
  const ended = sentences.map((sentence, i) => {
    const before = sentences[i - 1]
    if (sentence.heading !== undefined || sentence.section !== before?.section) {
      part = partOf(text, words, sentence, part)
    } else if (part.section !== undefined && saidBySection(part.section) !== undefined) {
      const isFirst = before?.heading?.to === sentence.from
      if (!isFirst && isOver(text, words, forms, before, sentence, part))
        part = { ...part, section: part.isInline ? part.outer : undefined, isInline: false }
    }
    return part.section === sentence.section ? sentence : { ...sentence, section: part.section }
  })
  return withFinal(forms, ended)
}

/** A final diagnosis that repeats the first one: "Postoperative diagnosis: same". */
const SAME = /^(?:as|same|ditto)$/

/** Sentences of a first diagnosis as those of a provisional one where a final one follows that says another, and else as its own. */
function withFinal(forms: readonly string[], sentences: readonly Sentence[]): readonly Sentence[] {
  const isFinal = ({ section, heading, from, to }: Sentence) => {
    const first = heading?.to ?? from
    return section === 'diagnosis' && first < to && !SAME.test(forms[first]!)
  }
  const last = sentences.findLastIndex(isFinal)
  return sentences.map((sentence, i) => {
    if (sentence.section !== 'initial') return sentence
    return { ...sentence, section: i < last ? 'provisional' : 'diagnosis' }
  })
}

function partOf(
  text: string,
  words: readonly Word[],
  { section, heading }: Sentence,
  before: Part,
): Part {
  const isTold = before.section !== undefined && saidBySection(before.section) !== undefined
  const outer = isTold ? before.outer : before.section
  if (heading === undefined) return { section, outer, isInline: false }
  const { start } = words[heading.from]!
  const { end } = words[heading.to - 1]!
  const own = text.slice(start, end)
  // Dictated reports run on in one paragraph under headings in capitals.
  const isReport = /\s/.test(own) && own === own.toUpperCase()
  const isList = ENDS_LINE.test(text.slice(end, end + INDENT))
  const isAtLineStart = LINE_START.test(text.slice(Math.max(0, start - INDENT), start))
  // "DD: gout, sepsis. Knee hot.": what is said after it is no part of a differential.
  const isShort = section === 'differential' || !isAtLineStart
  const number = numberAt(text, start)
  return { section, outer, isInline: isShort && !isList && !isReport, number, isFilled: !isList }
}

function isOver(
  text: string,
  words: readonly Word[],
  forms: readonly string[],
  before: Sentence | undefined,
  { from }: Sentence,
  { section, isInline, number, isFilled }: Part,
): boolean {
  const { start, end } = words[from]!
  const gap = text.slice(words[from - 1]!.end, start)
  if (BLANK_LINE.test(gap)) return true
  // Forms ask one question after the other: "8. Any illness? Asthma".
  const isNextQuestion =
    (number !== undefined && numberAt(text, start) === number + 1) ||
    (isFilled && section === 'family' && QUESTION.test(text.slice(start, start + LONGEST_QUESTION)))
  if (isNextQuestion && /[\r\n]/.test(gap)) return true
  if (before !== undefined && isEmpty(forms, before)) return true
  // "FH: asthma: no gout: yes".
  if (/^[ \t]+$/.test(gap)) return false
  if (isInline && !NUMBER.test(text.slice(start, end + 2))) return true
  if (section === 'precautions' && LIMITED.test(text.slice(start, start + LIMITED_WITHIN)))
    return false
  return turns(forms, from, section)
}

/** "HR >120": in a list of what may come it is no finding. */
const LIMITED = /^[\p{L}\d ]{1,16}[<>≤≥]/u
const LIMITED_WITHIN = 20

/** The number of an item that begins at a place. */
function numberAt(text: string, start: number): number | undefined {
  const number = /^(\d{1,3})\s?[.)]/.exec(text.slice(start, start + INDENT))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** "FH: nil.": the section has no content. */
function isEmpty(forms: readonly string[], { heading, to }: Sentence): boolean {
  return heading?.to === to - 1 && isRole(forms[to - 1]!, 'answer')
}

/** True if a sentence begins with a present finding or report. */
function turns(forms: readonly string[], from: number, section: SectionKind | undefined): boolean {
  // "MOTHER", and below it "BABY".
  if (section === 'family' && isRole(forms[from]!, 'infant')) return true
  // "Provisional diagnosis: gout. Known diabetic."
  if (section === 'provisional' && forms[from] === 'known') return true
  if (isRole(forms[from]!, 'measured') || isHeadingOf(forms, from, FOUND_NOW)) return true
  return contextPhrases()
    .startingAt(forms, from)
    .some(
      ({ value: { ends, rules } }) =>
        (ends !== undefined && TURNS.has(ends)) ||
        (section === 'family' && ends === 'patient') ||
        (section !== 'precautions' && rules.some(({ context }) => context === 'planned')),
    )
}

/** A sentence of a chart, an item of a list or a line of notes: the words of [from, to). */
export interface Sentence {
  readonly from: number
  readonly to: number
  /** The part of the chart that it is in; undefined before any heading. */
  readonly section: SectionKind | undefined
  /** The words of its heading, which name no finding; they are the first ones, or all of them. */
  readonly heading: { readonly from: number; readonly to: number } | undefined
}
