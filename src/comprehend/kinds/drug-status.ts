import type { Assertion } from '../../clinical/assertions.ts'
import type { SectionKind, Sentence } from '../../clinical/sections.ts'
import type { NoteText } from '../note-text.ts'
import { EXCEPTING } from './allergy-turns.ts'
import { cuePhrases, type DrugStatus, type VerbStatus } from './drug-cues.ts'
import type { DrugMention } from './drug-mentions.ts'
import { BEGINS, STOPS } from './drug-verbs.ts'
import type { Place } from './test-values.ts'

/** Headings under which a list of drugs is begun by the note. */
const OF_NEW =
  /\b(?:rx|tx|treatment|prescription|discharge|d\/c|tt[ao]s?|to take home|prescribed|advised|advice)\b/
const NOT_NEW = /\b(?:history|home|current|present|admission|before|on treatment)\b/

/** A phrase that begins a list of the patient's own drugs. */
const LISTS = /^(?:meds|medications|current meds|home meds)\b/

/** The status of the drugs that a section lists; under `medication` its heading decides. */
const OF_SECTION: Readonly<Partial<Record<SectionKind, DrugStatus>>> = {
  course: 'past',
  procedure: 'past',
  medication: 'current',
  plan: 'new',
  advice: 'new',
  assessment: 'new',
  precautions: 'planned',
  family: 'family',
}

/** The status that a section gives the drugs that are listed in it. */
function ofSection(section: SectionKind | undefined, heading: string): DrugStatus | undefined {
  const status = section && OF_SECTION[section]
  if (status !== OF_SECTION.medication) return status
  if (/given|received/.test(heading)) return 'past'
  return OF_NEW.test(heading) && !NOT_NEW.test(heading) ? 'new' : status
}

/** Sections that tell of the time before. */
const TELLS: ReadonlySet<SectionKind> = new Set([
  ...(['history', 'past', 'obstetric', 'surgical', 'course', 'medication'] as const),
  ...(['procedure', 'diagnosis'] as const),
])

/** Phrases that hold after a stay in hospital. */
const STAYS = /discharge|cont|home|resume/

/** Conditions and intentions among the triggers of plans. */
export const IF =
  /\b(?:if|when|unless|consider|may|might|could|would|will|plan|should|in case|once)\b/

/** True if a verb begins a drug. */
export function begins(verb: VerbStatus | undefined): boolean {
  return verb?.status === 'new' && BEGINS.test(verb.phrase)
}

/** The status of a drug that is no allergen, by its verb, its section and what the text says of its place. */
export function statusOf(
  verb: VerbStatus | undefined,
  said: readonly Assertion[],
  section: SectionKind | undefined,
  heading: string,
  ofList: DrugStatus | undefined,
): DrugStatus {
  const contexts = new Set(said.map(({ context }) => context))
  const bySection = ofSection(section, heading)
  // "Aspirin vs warfarin", "? levetiracetam".
  const isInDoubt = contexts.has('suspected') && (verb === undefined || verb.status === 'new')
  const isConditional = said.some(
    ({ context, because }) => context === 'planned' && IF.test(because),
  )
  if (contexts.has('family') && !LISTS.test(verb?.phrase ?? '') && verb?.isBorrowed !== true)
    return 'family'
  if (isInDoubt) return 'planned'
  const isOpen = verb === undefined || verb.status === 'new' || verb.status === 'current'
  // "If low sodium stop indapamide": it is taken until then.
  if (isConditional && isOpen && !STOPS.test(verb?.phrase ?? '')) return 'planned'
  if (bySection === 'new' && verb?.phrase === 'home') return 'new'
  if (verb?.place === 'after' && /given|administered/.test(verb.phrase) && verb.status === 'new')
    return ofList === 'past' || (section !== undefined && TELLS.has(section)) ? 'past' : 'new'
  if (bySection === 'past' && (verb?.status === 'new' || verb?.status === 'current'))
    return STAYS.test(verb.phrase) ? verb.status : 'past'
  if (verb !== undefined) return verb.status
  if (contexts.has('absent')) return 'negated'
  if (ofList !== undefined) return ofList
  if (bySection !== undefined) return bySection
  if (contexts.has('past') && section === 'past') return 'past'
  return 'current'
}

/** Words for all drugs with those for one that is excepted: "no meds except", "stop all but", "continue all apart from". */
const EXCEPTED = new RegExp(
  `\\b(?:all|everything|any(?:thing)?|nothing|none|nil|(?:no|any|all) (?:\\w+ ){0,2}(?:drugs?|med(?:s|ications?|icines?)|tablets?|treatments?))(?: (?!no\\b)\\w+){0,2},? ${EXCEPTING}(?: (?:for|the|his|her|an?|regular|occasional|prn))*\\s$`,
  'i',
)
/** The status of what is excepted, by the verb that is about all others. */
const OF_EXCEPTED: Readonly<Partial<Record<DrugStatus, DrugStatus>>> = {
  ...{ negated: 'current', stopped: 'current', held: 'current' },
  ...{ current: 'negated', new: 'negated' },
}

/** The verb of a drug that is excepted from what it says of all others: "stop all meds except". */
export function exceptedVerb(
  { text }: NoteText,
  { begin }: DrugMention,
  verb: VerbStatus | undefined,
): VerbStatus | undefined {
  if (verb?.place !== 'before') return verb
  const status = OF_EXCEPTED[verb.status]
  const before = text.slice(Math.max(0, begin - EXCEPTED_REACH), begin)
  return status === undefined || !EXCEPTED.test(before) ? verb : { ...verb, status }
}

/** In characters, before a drug. */
const EXCEPTED_REACH = 70

/** True for a verb of a bracket that ends before a drug: "ramipril (omit on day), atorvastatin 80 nocte". */
export function isInBracket(
  { text, words }: NoteText,
  verb: VerbStatus | undefined,
  { begin }: DrugMention,
): boolean {
  if (verb?.place !== 'before' || verb.words.to < 1) return false
  const { end } = words[verb.words.to - 1]!
  return end < begin && CLOSES.test(text.slice(end, Math.min(begin, end + BRACKET_REACH)))
}

/** A bracket that was open before. */
const CLOSES = /^[^(]*\)/
/** In UTF-16 units, from a verb to the end of its bracket. */
const BRACKET_REACH = 60
/** Behind a drug with times, when it was given the last time: "200 mg every 2 weeks, last given 3 days ago". */
const LAST_GIVEN = /^[^.;\n]{0,6}\blast (?:given|taken|had|dose|injection|administered)\b/i
const IS_TREATED = /^(?:treated|managed|controlled) with$/
const EARLIER =
  /\b(?:was|were|had|been|previous(?:ly)?|initially|then|last|ago|back|prior|h\/o|history|in (?:19|20)\d\d|(?:19|20)\d\d|earlier|before|after)\b/i

/** The status of a drug that is taken at times still, though the words about it are of the past. */
export function lasting(
  { text, words }: NoteText,
  { parts, to }: DrugMention,
  verb: VerbStatus | undefined,
  status: DrugStatus,
  isPast: boolean,
): DrugStatus {
  if (status !== 'past' && status !== 'new') return status
  if (!parts.some(({ kind }) => kind === 'frequency')) return status
  if (LAST_GIVEN.test(text.slice(to, to + BRACKET_REACH))) return 'current'
  if (status === 'new' || isPast || verb?.place !== 'before' || !IS_TREATED.test(verb.phrase))
    return status
  const { end } = words[verb.words.to - 1]!
  const before = text.slice(Math.max(0, end - BRACKET_REACH), end).replace(/^[\s\S]*[.;\n]/, '')
  const isShort = parts.some(({ kind }) => kind === 'duration')
  return isShort || EARLIER.test(before) ? status : 'current'
}

/** End of a line that is a label without a colon. */
const ENDS_LINE = /^[ \t]*[-–—]?[ \t]*\n/
/** Words of a label besides those of the status: "Medications stopped this admission". */
const OF_LABEL =
  /^(?:the|this|these|following|your|please|all|list|pre|admission|discharge|stay|visit|during|at|in|on|by|for|gp|hospital|home|regular|usual|drugs?|meds?|medications?|medicines?|tablets?|treatments?|inhalers?)$/
const IS_PERSON = /^(?:he|she|they|i|we|pt|patient)$/
const LONGEST_LABEL = 6

/** True for a line with nothing but a status, and words for drugs: "STOPPED", "Meds not continued". */
export function isLabelLine(
  { text, words, chart }: NoteText,
  { from, to, heading }: Sentence,
): boolean {
  if (heading !== undefined || to - from > LONGEST_LABEL) return false
  const { start } = words[from]!
  const before = text.slice(from === 0 ? 0 : words[from - 1]!.end, start)
  const after = text.slice(words[to - 1]!.end, words[to]?.start ?? text.length)
  if ((from > 0 && !before.includes('\n')) || !ENDS_LINE.test(after)) return false
  if (text[start] === text[start]!.toLowerCase()) return false
  const tokens = chart.tokens.slice(from, to)
  if (IS_PERSON.test(tokens[0]!)) return false
  const covered = new Set<number>()
  for (const phrase of cuePhrases().find(tokens))
    for (let at = phrase.from; at < phrase.to; at++) covered.add(at)
  return covered.size > 0 && tokens.every((token, at) => covered.has(at) || OF_LABEL.test(token))
}

/**
 * Directions under which a drug is given or left out, "hold if HR < 60", "SOS (if temp > 100)": the drug is taken, and
 * what they name has not been measured.
 */

/** Between a drug and its condition. */
const LEAD = '^[\\s,;:(–—-]*(?:(?:please|pls|and|but|to|be)\\s){0,2}'
/** Verbs of leaving a dose out. */
const LEAVE =
  '(?:hold|held|omit(?:ted)?|withhold|withheld|stop(?:ped)?|skip|discontinue|d\\/c|reduce|halve)\\s(?:(?:the|this|next|dose|doses|it)\\s){0,3}'
const LEAVES_IF = new RegExp(
  `${LEAD}${LEAVE}(?:(?:if|when|whenever|unless)\\b|(?:for\\s)?(?=(?:[\\w.]+\\s){0,2}[<>≤≥])|for\\s(?:s?bp|dbp|hr|map|rr|pulse|sedation|loose)\\b)`,
  'i',
)
/** "Stop 7 days before surgery". */
const LEAVES_BEFORE = new RegExp(
  `${LEAD}(?:hold|omit|withhold|stop|skip|discontinue)\\s(?:it\\s)?\\d+\\s?(?:h|hrs?|hours?|d|days?|w|wks?|weeks?)\\s(?:before|prior to|pre)\\b`,
  'i',
)
const GIVEN_IF = /^[\s,;:(–—-]*(?:(?:only|use|take|give)\s){0,2}(?:if|when|for)\b/i
/** Frequencies of a drug that is taken when it is needed. */
const WHEN_NEEDED =
  /^(?:prn|sos|as (?:needed|required|necessary)|(?:when|if) (?:needed|required|necessary))\b/i
const ENDS = /[.;)](?=\s|$)|\n/

/**
 * The condition that follows a drug; undefined if none does.
 *
 * @param end of the sentence, or begin of the next drug
 */
export function conditionAfter(text: string, drug: DrugMention, end: number): Place | undefined {
  const { to, parts } = drug
  const after = text.slice(to, end)
  const frequency = parts.find(({ kind }) => kind === 'frequency')
  const isWhenNeeded = frequency !== undefined && WHEN_NEEDED.test(frequency.value)
  const found =
    LEAVES_IF.test(after) ||
    (frequency !== undefined && LEAVES_BEFORE.test(after)) ||
    (isWhenNeeded && GIVEN_IF.test(after))
  if (!found) return undefined
  const start = after.search(/[\p{L}]/u)
  const length = after.slice(start).search(ENDS)
  return { begin: to + start, end: length < 0 ? end : to + start + length }
}
