import { contentOf, type Word } from '../language/analyze.ts'
import { lemmaOf } from '../language/lemma.ts'
import { type FoundPhrase, outside, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { LATERALITY_TABLE, readLaterality } from './laterality.ts'

/** Below data/: phrases that qualify a finding without being part of its name. */
export const PHRASE_TABLE = 'clinical/qualifiers.tsv'
/** Below data/: every table that qualifiers are found by. */
export const QUALIFIER_TABLES = [LATERALITY_TABLE, PHRASE_TABLE]

/** Kinds of findings in a clinical text: a conclusion, an observation of another person, a feeling of the patient. */
export const FINDING_KINDS = ['diagnosis', 'sign', 'symptom'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Statement of a phrase about a finding; `aside` is nothing that a code could say: degree, frequency, time, padding. */
export const QUALIFIER_KINDS = ['laterality', 'course', 'severity', 'context', 'aside'] as const
export type QualifierKind = (typeof QUALIFIER_KINDS)[number]

export interface Qualifier {
  readonly kind: QualifierKind
  /** E.g. `left`, `chronic`, `severe`, `suspected`. */
  readonly value: string
}

/** A qualifier in a list of words: those of [from, to). */
export interface FoundQualifier extends Qualifier {
  readonly from: number
  readonly to: number
}

interface Phrases {
  readonly matcher: PhraseMatcher<Qualifier>
  /** Every word of the phrases. */
  readonly forms: ReadonlySet<string>
}

const phrases = lazily(readPhrases)

/** The qualifiers in a list of words, none overlapping, the longest first from the left. @throws MedlinkError `data_invalid` */
export function findQualifiers(words: readonly Word[]): FoundQualifier[] {
  // A loop, not `map`: see Expander. Every link comes here several times.
  const forms: string[] = []
  for (let i = 0; i < words.length; i++) forms.push(words[i]!.form)
  const found: FoundQualifier[] = []
  let free = 0
  for (const { from, to, value } of phrases().matcher.find(forms)) {
    const start = value.value === 'time' ? startOfTime(words, from, free) : from
    free = to
    found.push({ kind: value.kind, value: value.value, from: start, to })
  }
  return found
}

/** True if a form is in a phrase that qualifies a finding: it is spelled right, even if no name has it. */
export function isWordOfQualifiers(form: string): boolean {
  return phrases().forms.has(form)
}

/** Courses and degrees that names tell conditions apart by: "acute", "severe". @throws MedlinkError `data_invalid` */
export const usualDegrees = lazily((): ReadonlyMap<QualifierKind, readonly string[]> => {
  const rows = readTable(PHRASE_TABLE, ['phrase', 'kind', 'value'])
  const valuesOf = (own: QualifierKind) =>
    new Set(rows.flatMap(([, kind, value]) => (kind === own ? [value!] : [])))
  return new Map((['course', 'severity'] as const).map((kind) => [kind, [...valuesOf(kind)]]))
})

/** Words that charts write before a number of days. */
const BEFORE_TIME: ReadonlySet<string> = new Set(['x', 'for', 'since', 'from'])

/** A number before a time is included, and the word before that: "x 3 days", "since 3 days". */
function startOfTime(words: readonly Word[], from: number, free: number): number {
  if (from <= free || words[from - 1]!.kind !== 'number') return from
  return from - 1 > free && BEFORE_TIME.has(words[from - 2]!.form) ? from - 2 : from - 1
}

function readPhrases(): Phrases {
  const matcher = new PhraseMatcher<Qualifier>()
  const forms = new Set<string>()
  const add = (phrase: readonly string[], qualifier: Qualifier) => {
    matcher.set(phrase, qualifier)
    for (const form of phrase) forms.add(form)
  }
  for (const [word, value] of readLaterality()) add([word], { kind: 'laterality', value })
  for (const [phrase, kind, value] of readTable(PHRASE_TABLE, ['phrase', 'kind', 'value']))
    add(phrase!.split(' '), { kind: kind as QualifierKind, value: value! })
  return { matcher, forms }
}

/**
 * In [0, 1]: agreement of a candidate with the mention in one qualifier, both as bits. A qualifier that was not mentioned is
 * not guessed; one that was mentioned may be recorded in addition to the code.
 *
 * @param open the value that leaves the qualifier open explicitly: "unspecified"; 0 if there is none
 */
export function agreement(asked: number, said: number, open = 0): number {
  if (asked === 0) return said === 0 ? 1 : said === open ? 0.9 : 0
  if ((said & asked) !== 0) return 1
  return said === 0 || said === open ? 0.5 : 0
}

/**
 * Contexts of a condition, each a bit: denied, only suspected, past, a relative's, and only planned, feared or looked for.
 * A condition in one of them is not a present one of the patient's own.
 */
export const CONTEXT = { absent: 1, suspected: 2, past: 4, family: 8, planned: 16 } as const
export type Context = keyof typeof CONTEXT

/**
 * Contexts that the words of a name or a mention state, as bits; 0 for none.
 *
 * @param found the qualifiers among the words
 */
export function contextIn(
  words: readonly Word[],
  found: readonly FoundQualifier[] = findQualifiers(words),
): number {
  let context = 0
  for (const { kind, value } of found) if (kind === 'context') context |= CONTEXT[value as Context]
  return context
}

/** The same for a mention. Charts also mark a suspected condition with a question mark, and a denied one with "free" after it. */
export function contextOf(
  text: string,
  words: readonly Word[],
  found: readonly FoundQualifier[] = findQualifiers(words),
): number {
  const marked = markedIn(text, words).reduce((bits, value) => bits | CONTEXT[value], 0)
  return contextIn(words, found) | marked
}

/** Contexts that a mention has no phrase for: "MI?" is suspected, "pain free" is denied. */
export function markedIn(text: string, words: readonly Word[]): Context[] {
  const marked: Context[] = isQuestioned(text) ? ['suspected'] : []
  if (words.length > 1 && words.at(-1)!.form === FREE) marked.push('absent')
  return marked
}

/** Ends what a patient is without; names of places with a free end are official, and have it elsewhere: "free border". */
const FREE = 'free'

const formsOfContexts = lazily(readForms)
/** Forms of each set of contexts that was asked for. */
const formsByContexts = new Map<number, ReadonlySet<string>>()

/** Every word of the phrases that state one of these contexts: "history", "h/o", "past". @throws MedlinkError `data_invalid` */
export function formsSayingContext(bits: number): ReadonlySet<string> {
  const read = () =>
    new Set([...formsOfContexts()].flatMap(([bit, own]) => (bits & bit ? [...own] : [])))
  return madeOnce(formsByContexts, bits, read)
}

function readForms(): Map<number, Set<string>> {
  const forms = new Map<number, Set<string>>(Object.values(CONTEXT).map((bit) => [bit, new Set()]))
  for (const [phrase, kind, value] of readTable(PHRASE_TABLE, ['phrase', 'kind', 'value']))
    if (kind === 'context')
      for (const form of phrase!.split(' ')) forms.get(CONTEXT[value as Context])!.add(form)
  return forms
}

/** "?MI", "malaria?", "asthma? COPD?". */
export function isQuestioned(text: string): boolean {
  return text.includes('?')
}

/** Below data/: mentions that say too little to be coded. */
const VAGUE_TABLE = 'clinical/vague-mentions.tsv'

/** Phrases that say too little, by the lemmas of their words, joined by spaces. */
interface VaguePhrases {
  /** Phrases that say too little by themselves: "fracture", of which bone? */
  readonly whole: ReadonlySet<string>
  /** Words of the longest of these: a text of more is not put together to be looked for. */
  readonly longest: number
  /** Words that name no condition in any company: "heart problem". */
  readonly anywhere: ReadonlySet<string>
}

const vaguePhrases = lazily(readVaguePhrases)

/**
 * True if a mention says too little to be coded by itself, whatever its name. Degree, severity, frequency and time make it
 * no clearer.
 *
 * @param found the qualifiers among the words
 * @throws MedlinkError `data_invalid`
 */
export function isVague(words: readonly Word[], found = findQualifiers(words)): boolean {
  const { whole, longest, anywhere } = vaguePhrases()
  const asides = found.filter(({ kind }) => kind === 'aside' || kind === 'severity')
  const rest = asides.length === 0 ? words : outside(words, asides)
  const content = contentOf(rest)
  return (
    (content.length <= longest && whole.has(content.map(({ lemma }) => lemma).join(' '))) ||
    words.some(({ lemma }) => anywhere.has(lemma))
  )
}

/** True if a bracket or a quotation is opened and not closed, or the other way round: part of the text is missing. */
export function isCutOff(text: string): boolean {
  return (
    count(text, '(') !== count(text, ')') ||
    count(text, '[') !== count(text, ']') ||
    count(text, '"') % 2 === 1
  )
}

/** Below data/: words behind which a name goes on. */
const OPEN_ENDS_TABLE = 'clinical/open-ends.tsv'

/** Where a word is open: `any`, or only behind a mark: "of left heel, stage". */
type OpenPlace = 'any' | 'marked'

const openEnds = lazily(
  () => new Map(readTable(OPEN_ENDS_TABLE, ['word', 'place']) as [string, OpenPlace][]),
)

/**
 * True if the last word announces another one: a field was too short for the rest, "alcohol dependence, in", which may be a
 * remission. A name may end so: "pain when lying on".
 *
 * @throws MedlinkError `data_invalid`
 */
export function isUnfinished(text: string, words: readonly Word[]): boolean {
  const before = words.at(-2)
  const last = words.at(-1)
  if (before === undefined || last === undefined || (last.form === ARTICLE && !last.stop))
    return false
  const place = openEnds().get(last.form)
  return place === 'any' || (place === 'marked' && /\S/.test(text.slice(before.end, last.start)))
}

/** Not a letter, as in "hepatitis A". */
const ARTICLE = 'a'

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++
  return found
}

function readVaguePhrases(): VaguePhrases {
  const rows = readTable(VAGUE_TABLE, ['phrase', 'place'])
  const placed = (wanted: string) =>
    new Set(
      rows.flatMap(([phrase, place]) =>
        place === wanted ? [phrase!.split(' ').map(lemmaOf).join(' ')] : [],
      ),
    )
  const whole = placed('whole')
  return { whole, longest: mostWords(whole), anywhere: placed('anywhere') }
}

/** Below data/: meanings of abbreviations. */
const AMBIGUOUS_TABLE = 'abbreviations-ambiguous.tsv'

const NO_MEANINGS: readonly string[] = []

const ambiguous = lazily(readAmbiguous)

interface Ambiguous {
  readonly meanings: ReadonlyMap<string, readonly string[]>
  /** Forms of words next to an abbreviation that say which meaning it has. */
  readonly telling: ReadonlyMap<string, ReadonlySet<string>>
}

function readAmbiguous(): Ambiguous {
  const rows = readTable(AMBIGUOUS_TABLE, ['abbreviation', 'expansion', 'context'])
  const telling = new Map<string, Set<string>>()
  for (const [short, , context] of rows) {
    const forms = madeOnce(telling, short!, () => new Set<string>())
    for (const form of context!.split(' ')) forms.add(form)
  }
  return { meanings: groupMeanings(rows), telling }
}

/** Kinds that say nothing of what an abbreviation next to them means: "OM left", "HA x 3 days". */
const BESIDE_ANY: ReadonlySet<QualifierKind> = new Set(['laterality', 'severity', 'aside'])

/**
 * Meanings of a mention that is one abbreviation of several, with no word next to it that tells which: "PE", "OM left". None for
 * other mentions.
 *
 * @param owned abbreviations that one condition owns; they have one meaning
 * @param found the qualifiers among the words
 * @throws MedlinkError `data_invalid`
 */
export function meaningsOfAbbreviation(
  words: readonly Word[],
  owned: ReadonlySet<string>,
  found: readonly FoundQualifier[] = findQualifiers(words),
): readonly string[] {
  const extra = found.filter(({ kind, value }) => BESIDE_ANY.has(kind) || value === 'recurrent')
  const content = contentOf(extra.length === 0 ? words : outside(words, extra))
  if (content.length !== 1) return NO_MEANINGS
  const { form } = content[0]!
  if (owned.has(form)) return NO_MEANINGS
  const { meanings, telling } = ambiguous()
  const isTold = words.some((word) => word.form !== form && telling.get(form)?.has(word.form))
  return isTold ? NO_MEANINGS : (meanings.get(form) ?? NO_MEANINGS)
}

/**
 * Finds the meanings of a mention that is a phrase of several codes.
 *
 * @param table below data/: phrases that leave open which code is meant, and its meanings
 * @throws MedlinkError `data_invalid`
 */
export function openMeaningsBy(table: string): (words: readonly Word[]) => readonly string[] {
  const known = lazily(() => {
    const meanings = groupMeanings(readTable(table, ['phrase', 'meaning']))
    return { meanings, longest: mostWords(meanings.keys()) }
  })
  return (words) => {
    const { meanings, longest } = known()
    if (words.length > longest) return NO_MEANINGS
    return meanings.get(words.map(({ form }) => form).join(' ')) ?? NO_MEANINGS
  }
}

/** Words of the longest phrase. */
function mostWords(phrases: Iterable<string>): number {
  let most = 0
  for (const phrase of phrases) most = Math.max(most, phrase.split(' ').length)
  return most
}

/** The second cells of rows by the first. */
function groupMeanings(
  rows: readonly (readonly string[])[],
): ReadonlyMap<string, readonly string[]> {
  const meanings = new Map<string, readonly string[]>()
  for (const [phrase = '', meaning = ''] of rows)
    meanings.set(phrase, [...(meanings.get(phrase) ?? []), meaning])
  return meanings
}

const ENTRY_NOTE_TABLE = 'clinical/entry-notes.tsv'
/** Marks that part a condition from notes on the visit: "ANGINA\CATH", "HYPOTENSION;TELEMETRY". */
const PARTING = /[/\\;|]/
/** Marks between a heading and the condition: "Diagnosis: gout", "HIV staging - zoster". */
const AFTER_HEADING = /[:–—]|\s-|-\s/
/**
 * `marked`: a note only behind a mark, "cath"; `end`: at the end of an entry without one, too, "for evaluation"; `heading`: at
 * its beginning, before a dash or a colon, "diagnosis".
 */
type NotePlace = 'marked' | 'end' | 'heading'

/** Mark behind which lists of admissions have the procedure that is planned for the condition: "LUNG CANCER\BRONCHOSCOPY". */
const BEFORE_PROCEDURE = '\\'
const ENDS_AS_PROCEDURE =
  /(?:ablation|angiography|angioplasty|biopsy|bypass|centesis|debridement|desis|dialysis|drainage|ectomy|embolization|excision|graft|implant|implantation|insertion|isolation|otomy|ostomy|oplasty|oscopy|placement|repair|replacement|resection|revision|transplant|valvuloplasty)$/

const entryNotes = lazily(readEntryNotes)

/**
 * The words of an entry of a list of admissions, bookings or visits without its heading, and without the notes on the visit at
 * its end: where the patient goes, what is planned, that it is treated. They say nothing of the condition. A procedure is
 * planned behind a backslash.
 *
 * @returns the same words if there are no notes, or nothing else
 * @throws MedlinkError `data_invalid`
 */
export function withoutEntryNotes(text: string, words: readonly Word[]): readonly Word[] {
  // Most texts have no mark: nothing is looked for between their words.
  const hasMarks = PARTING.test(text)
  const markBefore = (at: number) =>
    hasMarks ? PARTING.exec(text.slice(words[at - 1]!.end, words[at]!.start))?.[0] : undefined
  const hasProcedure = text.includes(BEFORE_PROCEDURE)
  const all = entryNotes().find(words.map(({ form }) => form))
  if (all.length === 0 && !hasProcedure) return words
  const found = all.filter(({ value }) => value !== 'heading')
  const start = endOfHeading(all, words, text)
  let end = words.length
  for (;;) {
    const notes = firstOfNotes(found, end, markBefore)
    const first = notes ?? (hasProcedure ? firstOfProcedure(words, end, markBefore) : undefined)
    if (first === undefined || first <= start) break
    end = first
  }
  return start === 0 && end === words.length ? words : words.slice(start, end)
}

/** The first word after the heading of an entry; 0 if it has none. */
function endOfHeading(
  found: readonly FoundPhrase<NotePlace>[],
  words: readonly Word[],
  text: string,
): number {
  const [first] = found
  if (first?.value !== 'heading' || first.from > 0) return 0
  const next = words[first.to]
  if (next === undefined) return 0
  return AFTER_HEADING.test(text.slice(words[first.to - 1]!.end, next.start)) ? first.to : 0
}

/** The first word of the notes that end at a word: of one that needs no mark, or of all behind the last mark. */
function firstOfNotes(
  found: readonly FoundPhrase<NotePlace>[],
  end: number,
  markBefore: (at: number) => string | undefined,
): number | undefined {
  let at = end
  for (const { from, to, value } of found.toReversed()) {
    if (to > at) continue
    if (to < at) return undefined
    if (value === 'end' || (from > 0 && markBefore(from) !== undefined)) return from
    at = from
  }
  return undefined
}

/** The first word of the procedure that ends at a word, behind the last mark, if that is a backslash. */
function firstOfProcedure(
  words: readonly Word[],
  end: number,
  markBefore: (at: number) => string | undefined,
): number | undefined {
  let isProcedure = false
  for (let at = end - 1; at > 0; at--) {
    isProcedure ||= ENDS_AS_PROCEDURE.test(words[at]!.form)
    const mark = markBefore(at)
    if (mark !== undefined) return isProcedure && mark === BEFORE_PROCEDURE ? at : undefined
  }
  return undefined
}

function readEntryNotes(): PhraseMatcher<NotePlace> {
  const matcher = new PhraseMatcher<NotePlace>()
  for (const [phrase, place] of readTable(ENTRY_NOTE_TABLE, ['phrase', 'place']))
    matcher.set(phrase!.split(' '), place as NotePlace)
  return matcher
}
