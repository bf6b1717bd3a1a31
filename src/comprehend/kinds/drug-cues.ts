import { phrasesOf } from '../../clinical/context-phrases.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { MEDICATION_STATUSES } from '../../ontologies/medication/contract.ts'

export type DrugStatus = (typeof MEDICATION_STATUSES)[number]

/** Below data/: phrases around a drug, with the status that they give it. */
const STATUS_TABLE = 'medication/statuses.tsv'
/** Below data/: words before such a phrase, with what they turn it into. */
const MODIFIER_TABLE = 'medication/status-modifiers.tsv'

/**
 * Place of a cue: `before` or `after` the drug; a `time` of the drug after it; a `condition` that opens the sentence; a
 * `frame` anywhere before it in the sentence, which holds unless a verb says more.
 */
export const CUE_PLACES = ['before', 'after', 'time', 'condition', 'frame'] as const
export type CuePlace = (typeof CUE_PLACES)[number]

/**
 * Reach of a cue: a `near` one is right next to the drug; a `last` one closes the item of the drug; a `particle` belongs to
 * the verb before it, if there is one; a `noun` counts only before a particle: "rash with"; a `swap` is about two drugs, one of which replaces the other; a `far` one names the drug by a pronoun ("now off it") and counts up to the next drug; any other one reaches over a few words and over a list.
 */
export const CUE_REACHES = ['near', 'last', 'particle', 'noun', 'swap', 'far', 'list'] as const
export type CueReach = (typeof CUE_REACHES)[number]

export interface Cue {
  readonly status: DrugStatus
  readonly reach: CueReach
  /** True if the phrase is about drugs alone: "started on", not "no". */
  readonly isOfDrugs: boolean
}

/** Turn of a modifier: "will", "keen to", "not", "had been". */
export const TURNS = ['planned', 'wished', 'negated', 'past', 'none'] as const
export type Turn = (typeof TURNS)[number]

/** A phrase of the tables. */
export interface CuePhrase {
  readonly cues: Readonly<Partial<Record<CuePlace, Cue>>>
  readonly turn: Turn | undefined
}

/** All phrases of the two tables. @throws MedlinkError `data_invalid` */
export const cuePhrases = lazily((): PhraseMatcher<CuePhrase> => {
  const byPhrase = new Map<string, { cues: CuePhrase['cues']; turn: Turn | undefined }>()
  const entryOf = (phrase: string) => {
    const entry = byPhrase.get(phrase) ?? { cues: {}, turn: undefined }
    byPhrase.set(phrase, entry)
    return entry
  }
  for (const [cell, place, status, reach, about] of readTable(STATUS_TABLE, [
    ...['phrase', 'place', 'status', 'reach', 'about'],
  ])) {
    const cue = {
      status: status as DrugStatus,
      reach: reach as CueReach,
      isOfDrugs: about === 'drugs',
    }
    for (const entry of phrasesOf(cell!).map(entryOf))
      entry.cues = { ...entry.cues, [place as CuePlace]: cue }
  }
  for (const [phrase, turn] of readTable(MODIFIER_TABLE, ['phrase', 'turn']))
    entryOf(phrase!).turn = turn as Turn
  const table = new PhraseMatcher<CuePhrase>()
  for (const [phrase, entry] of byPhrase) table.set(phrase.split(' '), entry)
  return table
})

/** Statuses of drugs that the patient has got or gets. */
const TAKEN: ReadonlySet<DrugStatus> = new Set(['new', 'current', 'past', 'planned'])
/** Statuses of drugs that the patient has got no more. */
export const ENDED: ReadonlySet<DrugStatus> = new Set(['stopped', 'held'])

/**
 * The status of a verb after a modifier: "will start" is planned; "will continue", "not stopped" and "keen to stop" are
 * current.
 */
export function turned(status: DrugStatus, turn: Turn): DrugStatus {
  if (turn === 'none') return status
  if (turn === 'wished' && ENDED.has(status)) return 'current'
  if (turn === 'negated')
    return ENDED.has(status) ? 'current' : TAKEN.has(status) ? 'negated' : status
  if (turn === 'planned' || turn === 'wished') return status === 'new' ? 'planned' : status
  return TAKEN.has(status) && status !== 'planned' ? 'past' : status
}

/** The status of two verbs, one after the other: "stop taking", "discussed starting", "treated with". */
export function chained(outer: DrugStatus, inner: DrugStatus): DrugStatus {
  if (!TAKEN.has(inner))
    return outer === 'planned' || outer === 'past' ? inner : turnedBack(outer, inner)
  return outer === 'current' && inner !== 'new' ? inner : outer
}

/** "Refused to stop" leaves the drug as it is. */
function turnedBack(outer: DrugStatus, inner: DrugStatus): DrugStatus {
  return outer === 'negated' && ENDED.has(inner) ? 'current' : inner
}

/** A number, or a time of the day, whose last zero is cut: "16:0". */
const NUMBER = /\d+(?::\d+)?/
const YEAR = /^(?:19|20)\d\d$/

/** Words as the tables have them: `####` for a year, `#` for another number or a time of the day. */
export function cueTokens(tokens: readonly string[]): string[] {
  return tokens.map((token) => (YEAR.test(token) ? '####' : token.replace(NUMBER, '#')))
}
