import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { Context } from './qualifiers.ts'

const TRIGGER_TABLE = 'context/triggers.tsv'
const TERMINATOR_TABLE = 'context/terminators.tsv'
const WORD_TABLE = 'context/words.tsv'

/** Statement of a trigger: one of the contexts; `present` for its scope; or `none`, though it looks like a trigger. */
export const TRIGGER_CONTEXTS = [
  'absent',
  'suspected',
  'past',
  'family',
  'planned',
  'present',
  'none',
] as const
export type TriggerContext = Context | 'present' | 'none'

/**
 * Direction of a trigger: the words after it; those after it up to the complaint, as in "a man with asthma who presents
 * with fever" (`opening`); the words before it; those before it if it closes an item of a list.
 */
export const DIRECTIONS = ['forward', 'opening', 'backward', 'closing'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * Terminators of triggers: a `contrast` ("but"); a `cause` or time ("due to", "since"); `who` and the like; `when` and
 * other words for the time of one item; words that `turn` to the present illness ("presents with") or to `now`; a `verb` or
 * a form of `be` that makes another clause; the `patient`, after a relative; the `onset` of a condition that is dated by
 * it; a dictated `heading` ("new paragraph").
 */
export const TERMINATOR_KINDS = [
  'contrast',
  'cause',
  'who',
  'when',
  'turn',
  'now',
  'verb',
  'be',
  'patient',
  'onset',
  'heading',
] as const
export type TerminatorKind = (typeof TERMINATOR_KINDS)[number]

/** Roles of single words for contexts and sentences. */
export const WORD_ROLES = [
  'relative',
  'informant',
  'companion',
  'closer',
  'title',
  'short',
  'connector',
  'leading',
  'unit',
  'ago',
  'habit',
  'plain',
  'attributive',
  'possessive',
  'continuing',
  'measured',
  'course',
  'result',
  'answer',
  'age',
  'admission',
  'reacting',
  'attending',
  'taking',
  'answering',
  'managed',
  'stopping',
  'reason',
  'causing',
  'allergy',
  'allergen',
  'plural',
  'likewise',
  'several',
  'address',
] as const
type WordRole = (typeof WORD_ROLES)[number]

/** How a trigger speaks of other words. */
export interface Rule {
  readonly context: TriggerContext
  readonly direction: Direction
  /** Reach: to the end of the clause, of an item of a list, or a number of words. */
  readonly reach: 'clause' | 'item' | number
  readonly score: number
}

/** A phrase of the tables. */
export interface ContextPhrase {
  /** As the table has it. */
  readonly phrase: string
  readonly rules: readonly Rule[]
  readonly ends: TerminatorKind | undefined
}

interface MutablePhrase extends ContextPhrase {
  readonly rules: Rule[]
  ends: TerminatorKind | undefined
}

/** The triggers and terminators, by the forms of their words. @throws MedlinkError `data_invalid` */
export const contextPhrases = lazily(readPhrases)

const roles = lazily(readRoles)

/** True if a word's form has a role. @throws MedlinkError `data_invalid` */
export function isRole(form: string, role: WordRole): boolean {
  return roles().get(role)!.has(form)
}

function readPhrases(): PhraseMatcher<ContextPhrase> {
  const byPhrase = new Map<string, MutablePhrase>()
  const entryOf = (phrase: string) => {
    const entry = byPhrase.get(phrase) ?? { phrase, rules: [], ends: undefined }
    byPhrase.set(phrase, entry)
    return entry
  }
  const columns = ['phrase', 'context', 'direction', 'reach', 'score']
  for (const [phrase, context, direction, reach, score] of readTable(TRIGGER_TABLE, columns))
    entryOf(phrase!).rules.push({
      context: context as TriggerContext,
      direction: direction as Direction,
      reach: reach === 'clause' || reach === 'item' ? reach : Number(reach),
      score: Number(score),
    })
  for (const [phrase, kind] of readTable(TERMINATOR_TABLE, ['phrase', 'kind']))
    entryOf(phrase!).ends = kind as TerminatorKind
  const matcher = new PhraseMatcher<ContextPhrase>()
  for (const entry of byPhrase.values()) matcher.set(entry.phrase.split(' '), entry)
  return matcher
}

function readRoles(): Map<WordRole, Set<string>> {
  const found = new Map<WordRole, Set<string>>(WORD_ROLES.map((role) => [role, new Set()]))
  for (const [word, role] of readTable(WORD_TABLE, ['word', 'role']))
    found.get(role as WordRole)!.add(word!)
  return found
}
