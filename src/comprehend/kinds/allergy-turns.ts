import type { Assertion } from '../../clinical/assertions.ts'
import type { Span } from '../../clinical/chart.ts'
import { phrasesOf } from '../../clinical/context-phrases.ts'
import type { Sentence } from '../../clinical/sections.ts'
import type { Entity } from '../../contract.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { NoteText } from '../note-text.ts'
import { isReactionTold } from './drug-reactions.ts'

export type AllergyStatus = Entity<'icd-10-cm', 'allergy'>['status']

/** Below data/: phrases around a substance that take back an allergy, or put it in doubt. */
const TABLE = 'medication/allergy-turns.tsv'
const COLUMNS = ['phrase', 'place', 'says']

/** Places of a phrase, by its substance; `next` is right after it: in "aspirin allergy, patient ok" the patient is. */
export const TURN_PLACES = ['before', 'after', 'next'] as const
/**
 * Meanings of a phrase: a substance is `tolerated`, an allergy to it `refuted` or `doubted`; `unsaid` is a phrase that looks
 * like one of these and says nothing: "no reaction recorded".
 */
export const TURN_MEANINGS = ['tolerated', 'refuted', 'doubted', 'unsaid'] as const

/** `excepted` is what is not tolerated: "tolerates meropenem but not cefaclor", "never tolerated codeine". */
export type AllergyTurn = Exclude<(typeof TURN_MEANINGS)[number], 'unsaid'> | 'excepted'

type Meaning = (typeof TURN_MEANINGS)[number]
type Turns = Readonly<Partial<Record<(typeof TURN_PLACES)[number], Meaning>>>

/** Words from a phrase to the first substance after it: "tolerated a full course of". */
const REACH_BEFORE = 5
/** Words between two substances of a list after a phrase. */
const REACH_IN_LIST = 3
/** Words from a substance to a phrase after it. */
const REACH_AFTER = 10
/** Words before a phrase that deny it, "never tolerated", and those that put it off: "to be delabelled". */
const DENIES = /^(?:not|never|cannot|cant|t|unable|poorly|badly|hardly|barely)$/
const PUTS_OFF = /^(?:yet|awaiting|awaits|pending|be|for|consider|if|might|could)$/
const LONGEST_LEAD = 2
/** Words between what is tolerated and what is not. */
const EXCEPTS = /^(?:but )?(?:not|never|except(?:ing)?|excluding|other than|apart from|bar)\b/
/** Words that end a list of what is tolerated. */
const ENDS_LIST =
  /^(?:but|except|excepting|excluding|however|avoids?|avoided|not|nor|allergic|allergy|allergies|intolerant|causes?|caused)$/
/** Words that a list of substances may have between them. */
const JOINS: ReadonlySet<string> = new Set(['and', 'or', 'plus', '&'])
/** Marks that end such a list: "penicillin -> doxycycline ok". */
const PARTED = /[-–—=→>();]/
/** Between a substance and a word right after it: "aspirin is also ok", "cefalexin since, fine". */
const LEADS_NEXT =
  /^(?: ?[-–—:=] ?| )?(?:(?:is|are|was|were|has been|been|seems?|now|also|since|before|previously|still|probably|usually)(?:, | |$))*$/i
/** Pronouns by which the next sentence may name a substance. */
const PRONOUN = /^(?:it|them|this|these|allergy|label|labelled|labeled)$/
/** Phrases that are about an allergy wherever they are. */
const IS_OF_ALLERGY = /allerg|label|react|sensitiv|intoleran|anaph|outgr|gr[eo]wn? out/
const PARTS = /;|\.\s|\n/
/** Marks that end the clause of a phrase before its substances. */
const ENDS_CLAUSE = /[;)]|\.\s|\n/

const phrases = lazily((): PhraseMatcher<Turns> => {
  const byPhrase = new Map<string, Turns>()
  for (const [cell, place, says] of readTable(TABLE, COLUMNS))
    for (const phrase of phrasesOf(cell!))
      byPhrase.set(phrase, { ...byPhrase.get(phrase), [place!]: says as Meaning })
  const table = new PhraseMatcher<Turns>()
  for (const [phrase, turns] of byPhrase) table.set(phrase.split(' '), turns)
  return table
})

/** A substance of a note: the words of its name, and its sentence. */
export interface PlacedSubstance {
  readonly name: Span
  readonly sentence: Sentence
}

/** A phrase of the table about a substance. */
export interface FoundTurn {
  readonly turn: AllergyTurn
  /** True if the phrase is about an allergy wherever it is: "delabelled", not "safe". */
  readonly isOfAllergy: boolean
}

/**
 * Reads phrases like "tolerates" and "ruled out" about each substance of a note. Linear in the length of the note.
 *
 * @param substances in order of place
 * @throws MedlinkError `data_invalid`
 */
export function allergyTurns(
  note: NoteText,
  substances: readonly PlacedSubstance[],
): readonly (FoundTurn | undefined)[] {
  const found: (FoundTurn | undefined)[] = substances.map(() => undefined)
  if (substances.length === 0) return found
  const { tokens } = note.chart
  for (const i of exceptionsOf(note, substances)) found[i] = { turn: 'excepted', isOfAllergy: true }
  let first = 0
  for (const { from, to } of note.sentences) {
    while (first < substances.length && substances[first]!.name.from < from) first++
    let end = first
    while (end < substances.length && substances[end]!.name.from < to) end++
    const near = { substances, first, end, from }
    for (const phrase of phrases().find(tokens.slice(from, to))) {
      const place = { from: phrase.from + from, to: phrase.to + from }
      const lead = tokens.slice(Math.max(from, place.from - LONGEST_LEAD), place.from)
      if (lead.some((token) => PUTS_OFF.test(token))) continue
      const isDenied = lead.some((token) => DENIES.test(token))
      const { before, after, next: right } = phrase.value
      const listed = before === undefined ? [] : listAfter(note, near, place)
      const turn = listed.length > 0 ? before : (after ?? right)
      if (turn === undefined || turn === 'unsaid' || (isDenied && turn !== 'tolerated')) continue
      const own = listed.length > 0 ? listed : listBefore(note, near, place, after === undefined)
      const isOfAllergy = IS_OF_ALLERGY.test(tokens.slice(place.from, place.to).join(' '))
      for (const i of own) {
        const isSurer =
          found[i] === undefined || (found[i].turn === 'doubted' && turn === 'refuted')
        if (isSurer) found[i] = { turn: isDenied ? 'excepted' : turn, isOfAllergy }
      }
      const next = listed.at(-1) === undefined ? undefined : listed.at(-1)! + 1
      if (turn === 'tolerated' && next !== undefined && next < end && isExcepted(note, near, next))
        found[next] ??= { turn: 'excepted', isOfAllergy }
    }
    first = end
  }
  return found
}

/** Denials of all allergies, and words for what is excepted from them: "no allergies other than", "not allergic to anything but". */
const DENIES_ALL = /\b(?:no|not|nil|none|never|den(?:y|ies|ied)|nkd?a)\b/i
export const EXCEPTING =
  '(?:but|bar|besides|only|just|except(?:ing|ed)?|other than|apart from|aside from|with the exception of)'
const IN_ALL = new RegExp(
  `\\b(?:allerg(?:y|ies|ic)|intoleran(?:ces?|t)|nkd?a)\\b[^.;\\n]{0,24}\\b${EXCEPTING}(?: (?:for|to|of|is|an?|the|allergic|allergy|intolerant|intolerance|reaction))*\\s$`,
  'i',
)
/** "No other allergies, codeine only", and "Allergies: nil (codeine - nausea)". */
const BEFORE_ONLY = /\b(?:no|nil) (?:other |known |drug ){0,2}allergies,? ?$/i
const ONLY = /^ only\b/i
const OPENS_EXCEPTION = /\ballerg(?:y|ies)\s?[:–-]?\s?(?:nil|none|no)\b[^(.;\n]{0,12}\($/i
/** In characters, around a substance. */
const EXCEPTION_REACH = 80

/** Numbers of the substances to which there is an allergy and to no other: "no known allergies except codeine". */
function exceptionsOf(note: NoteText, substances: readonly PlacedSubstance[]): number[] {
  const { text, words } = note
  const found: number[] = []
  for (const [i, { name, sentence }] of substances.entries()) {
    const { start } = words[name.from]!
    const from = Math.max(words[sentence.from]!.start, start - EXCEPTION_REACH)
    const before = text.slice(from, start)
    const after = text.slice(words[name.to - 1]!.end, start + EXCEPTION_REACH)
    const isOne =
      (DENIES_ALL.test(before) && IN_ALL.test(before)) ||
      (BEFORE_ONLY.test(before) && ONLY.test(after)) ||
      (OPENS_EXCEPTION.test(before) && isReactionTold(after.split(')')[0]!))
    const last = substances[i - 1]
    const isNext = found.at(-1) === i - 1 && last?.sentence === sentence
    if (isOne || (isNext && isJoined(note, last.name, name, false))) found.push(i)
  }
  return found
}

/** The substances of a sentence: those of [first, end). */
interface Near {
  readonly substances: readonly PlacedSubstance[]
  readonly first: number
  readonly end: number
  /** First word of the sentence. */
  readonly from: number
}

/** True for the one after a list of what is tolerated: "but not cefaclor". */
function isExcepted({ chart: { tokens } }: NoteText, { substances }: Near, i: number): boolean {
  const between = tokens.slice(substances[i - 1]!.name.to, substances[i]!.name.from)
  return between.length <= REACH_IN_LIST && EXCEPTS.test(between.join(' '))
}

/** Numbers of the substances of the list after a phrase: "can take paracetamol and low-dose aspirin". */
function listAfter(note: NoteText, { substances, first, end }: Near, phrase: Span): number[] {
  const list: number[] = []
  let last = phrase.to
  for (let i = first; i < end; i++) {
    const { name } = substances[i]!
    if (name.from < phrase.to) continue
    const reach = list.length === 0 ? REACH_BEFORE : REACH_IN_LIST
    const between = note.chart.tokens.slice(last, name.from)
    const isOver = between.length > reach || between.some((token) => ENDS_LIST.test(token))
    if (isOver || ENDS_CLAUSE.test(textBetween(note, last, name.from))) break
    list.push(i)
    last = name.to
  }
  return list
}

/**
 * Numbers of the substances that a phrase after them is about; that of the sentence before, if the phrase begins the next.
 *
 * @param isNextTo true for a phrase that is only about those right before it
 */
function listBefore(note: NoteText, near: Near, phrase: Span, isNextTo: boolean): number[] {
  const { substances, first, end, from } = near
  const { tokens } = note.chart
  let i = first
  while (i < end && substances[i]!.name.to <= phrase.from) i++
  i--
  if (i < first) {
    if (isNextTo) return []
    const last = substances[first - 1]
    const isAlone = last !== undefined && substances[first - 2]?.sentence !== last.sentence
    const isNext = first === end && isAlone && last.sentence.to === from
    const isNamed =
      phrase.from === from || tokens.slice(from, phrase.to).some((token) => PRONOUN.test(token))
    return isNext && isNamed ? [first - 1] : []
  }
  const { name } = substances[i]!
  const isNear = phrase.from - name.to <= REACH_AFTER
  const between = textBetween(note, name.to, phrase.from)
  if (!isNear || PARTS.test(between) || (isNextTo && !LEADS_NEXT.test(between))) return []
  const list = [i]
  while (i > first && isJoined(note, substances[i - 1]!.name, substances[i]!.name, isNextTo))
    list.push(--i)
  return list
}

/** @param isFirm true if a comma alone joins none: "Allergies: codeine, morphine ok" */
function isJoined(note: NoteText, one: Span, other: Span, isFirm: boolean): boolean {
  const between = note.chart.tokens.slice(one.to, other.from)
  const written = textBetween(note, one.to, other.from)
  const areJoined = between.every((token) => JOINS.has(token)) && !PARTED.test(written)
  return areJoined && (!isFirm || between.length > 0 || written.includes('/'))
}

/** Text from the end of the word before one word to the begin of another. */
function textBetween({ text, words }: NoteText, from: number, to: number): string {
  return text.slice(from === 0 ? 0 : words[from - 1]!.end, words[to]?.start ?? text.length)
}

/** Characters between a substance that is tolerated and an allergy to another one. */
const NEAR = 200
const BLANK_LINE = /\n\s*\n/

/** True if an allergy to another substance is near one, in its paragraph. @param isOfAllergy by the number of the substance */
export function isNearAllergy(
  note: NoteText,
  substances: readonly PlacedSubstance[],
  isOfAllergy: readonly boolean[],
  place: number,
): boolean {
  return [
    place === 0 ? -1 : isOfAllergy.lastIndexOf(true, place - 1),
    isOfAllergy.indexOf(true, place + 1),
  ].some((other) => {
    if (other < 0 || other === place) return false
    const [one, next] = other < place ? [other, place] : [place, other]
    const between = textBetween(note, substances[one]!.name.to, substances[next]!.name.from)
    return between.length <= NEAR && !BLANK_LINE.test(between)
  })
}

/** A statement about a substance, as far as it makes an allergy. */
export interface SaidOfSubstance {
  /** True in a section of allergies, or next to a word for one: "allergic to". */
  readonly isOfAllergy: boolean
  /** True if an allergy to another substance is near. */
  readonly isNearAllergy: boolean
  readonly turn: FoundTurn | undefined
  readonly said: readonly Assertion[]
  /** True if the statement itself denies it: "no reaction after". */
  readonly isDenied?: boolean
}

/** Statements that there is no allergy at all. */
export const NO_ALLERGIES =
  /\b(?:NKDA|NKA|NKFA|(?:no|nil) (?:known )?(?:drug |food |medication )?allerg(?:y|ies)|denies (?:any )?(?:drug )?allerg(?:y|ies)|allerg(?:y|ies)(?:\s?[:–-]\s?|\s(?=nil\b|none\b))(?:nil|none|no|nkda|not known|none known)\b)/gi

/** Conditions of an allergy that is only supposed: "if allergic to penicillin". */
const IF = /^(?:if|in case|unless)\b/

/** The status of the allergy that is stated of a substance: `unstated` for one that is only supposed; undefined if none is. */
export function allergyStatusOf({
  isOfAllergy,
  isNearAllergy,
  turn,
  said,
  isDenied,
}: SaidOfSubstance): AllergyStatus | 'unstated' | undefined {
  const isTurned = turn !== undefined && (isNearAllergy || turn.isOfAllergy)
  if (!isOfAllergy && !isTurned) return undefined
  const contexts = new Set(said.map(({ context }) => context))
  if (contexts.has('family')) return contexts.has('absent') ? 'unstated' : 'family'
  if (turn?.turn === 'excepted') return 'present'
  if (turn?.turn === 'tolerated' || turn?.turn === 'refuted') return 'negated'
  if (contexts.has('absent') || isDenied === true) return 'negated'
  if (said.some(({ context, because }) => context === 'planned' && IF.test(because)))
    return 'unstated'
  return turn?.turn === 'doubted' || contexts.has('suspected') ? 'doubtful' : 'present'
}
