import { isWordOfSites } from '../clinical/body-sites.ts'
import { isWordOfQualifiers } from '../clinical/qualifiers.ts'
import type { EmptyReason } from '../contract.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { Match, NamedOntology } from '../ontologies/ontology.ts'
import type { Overlap } from './alignment.ts'
import type { Decided, Verdict } from './decide.ts'
import type { Floor, Model } from './model.ts'
import { SPARE_ROWS } from './rank.ts'
import type { Task } from './task.ts'

/** The rows that are shown. */
export interface Sifted extends Decided {
  /** Reason why there are none; undefined if there are some. */
  readonly emptyBecause: EmptyReason | undefined
}

interface SiftTools {
  readonly analyzer: Analyzer
  readonly ontology: NamedOntology
  readonly model: Model
}

/** A word of a name with less than this share of the mass of the mention's heaviest word adds nothing: "disorder". */
const ADDED_SHARE = 0.35
/** A first row with one of these reasons has what is common on its side, whatever its name. */
const SHOWN: ReadonlySet<string> = new Set(['linked', 'several_conditions', 'several_meanings'])

/**
 * Stage 11. Cuts the list to the requested rows. Leaves out first rows that have too little to do with the mention, and the
 * whole list if its first three have: a misleading candidate is worse than none. Nothing is shown for a text that names nothing.
 *
 * Takes verdicts. Gives those that are shown; none is linked that was not before. Costs no steps.
 */
export function sift(decided: Decided, task: Task<SiftTools>): Sifted {
  const { verdicts } = decided
  const [first] = verdicts
  const requested = (from: number) => verdicts.slice(from, from + task.request.top_k)
  if (first !== undefined && SHOWN.has(first.reason))
    return { ...decided, verdicts: requested(0), emptyBecause: undefined }
  if (isNoMention(task.tools.analyzer.analyze(task.request.query)))
    return { ...decided, verdicts: [], emptyBecause: 'no_mention' }
  const { floor } = task.tools.model
  const { analyzer } = task.tools
  const isFar = (verdict: Verdict) =>
    isFarOff(verdict, floor) || isOfAnotherThing(verdict, floor, analyzer)
  const from = verdicts.slice(0, 1 + SPARE_ROWS).findIndex((verdict) => !isFar(verdict))
  const shown = from < 0 ? [] : requested(from)
  const isEmpty = shown.length === 0
  return {
    ...decided,
    verdicts: from > 0 ? [asFirst(shown[0]!, task), ...shown.slice(1)] : shown,
    emptyBecause: isEmpty ? (decided.isTruncated ? 'truncated' : 'nothing_alike') : undefined,
  }
}

/** A later row in the first place: a stronger candidate was left out, so that nothing is linked. */
function asFirst(verdict: Verdict, { tools }: Task<SiftTools>): Verdict {
  const { query, match } = verdict.candidate
  const reason = tools.ontology.policy?.rejection?.(query, match) ?? 'below_threshold'
  return { ...verdict, reason, basis: 'partial', proven: verdict.candidate }
}

/** A likely row is shown whatever its likeness, unless it is a guess at a misspelt word alone. */
function isFarOff(
  { candidate: { match, alignment }, probability }: Verdict,
  floor: Floor,
): boolean {
  if (match.exactness > 0) return false
  const overlap = alignment.overlap(match.term)
  if (overlap.shared > 0 && probability >= floor.likely) return false
  return likeness(match) < neededFor(overlap, floor)
}

/**
 * True if a row is unlikely, its name adds a thing to what is common, and little is common: "Fracture of great toe" for an ulcer
 * of it.
 */
function isOfAnotherThing(
  { candidate: { match, alignment }, probability }: Verdict,
  { unlikely, other_thing, no_thing }: Floor,
  analyzer: Analyzer,
): boolean {
  if (match.exactness > 0 || probability >= Math.max(unlikely, no_thing)) return false
  if (alignment.overlap(match.term).left === 0) return false
  const { said, added } = alignment.account(match.term)
  const isThing = (form: string) => !saysNoThing(form, analyzer)
  if (!added.some(isThing)) return false
  if (probability < unlikely && likeness(match) < other_thing) return true
  const isWhat = (form: string) => isThing(form) && !isPlaceOrQualifier(form, analyzer)
  return (
    probability < no_thing && !said.some(({ form, name }) => name !== undefined && isWhat(form))
  )
}

/** Share of the mass of the mention and the name that both have. */
function likeness({ queryMass, nameMass, matchedQueryMass, matchedNameMass }: Match): number {
  return (matchedQueryMass + matchedNameMass) / Math.max(1, queryMass + nameMass)
}

/**
 * The least likeness that is shown: more is needed where what is common is not the heaviest word of the mention or of the
 * name, as "deficiency" is of "copper deficiency".
 */
function neededFor({ shared, left, added }: Overlap, floor: Floor): number {
  const adds = added < ADDED_SHARE * Math.max(shared, left) ? 0 : added
  if (shared === 0) return left > 0 || adds > 0 ? floor.no_word : 0
  const isHeadOfMention = shared >= left
  const isHeadOfName = shared >= adds
  if (left > 0 && adds > 0) {
    if (isHeadOfMention && isHeadOfName) return floor.both_heads
    return isHeadOfMention || isHeadOfName ? floor.one_head : floor.no_head
  }
  if (!isHeadOfMention) return floor.left_head
  return isHeadOfName ? 0 : floor.added_head
}

/** Below data/: words that say how something is. */
const STATE_WORDS = 'clinical/state-words.tsv'

const STARTS_AS_NUMBER = /^\d/

const stateWords = lazily(
  (): ReadonlySet<string> => new Set(readTable(STATE_WORDS, ['word']).map(([word]) => word!)),
)

/** True for a number, and for a word that names no thing: "impairment". @throws MedlinkError `data_invalid` */
function saysNoThing(form: string, analyzer: Analyzer): boolean {
  const states = stateWords()
  return STARTS_AS_NUMBER.test(form) || states.has(form) || states.has(analyzer.wordOf(form).lemma)
}

function isPlaceOrQualifier(form: string, analyzer: Analyzer): boolean {
  const forms = [form, analyzer.wordOf(form).lemma]
  return forms.some((each) => isWordOfSites(each) || isWordOfQualifiers(each))
}

/** Below data/: entries of charts and tables that name nothing. */
const NO_MENTIONS = 'clinical/no-mentions.tsv'

/** Phrases that name nothing, their words joined by spaces. */
interface NoMentions {
  /** As the whole text: "as above". */
  readonly whole: ReadonlySet<string>
  /** At its beginning, whatever follows: "refer to". */
  readonly start: readonly string[]
}

const noMentions = lazily((): NoMentions => {
  const rows = readTable(NO_MENTIONS, ['phrase', 'place'])
  const placed = (wanted: string) =>
    rows.flatMap(([phrase, place]) => (place === wanted ? [phrase!] : []))
  return { whole: new Set(placed('whole')), start: placed('start') }
})

/**
 * True if a text names nothing that has a code: it is a note to the reader, or says that all is well.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isNoMention(words: readonly Word[]): boolean {
  if (words.length === 0) return true
  const { whole, start } = noMentions()
  const text = words.map(({ form }) => form).join(' ')
  return whole.has(text) || start.some((each) => text.startsWith(`${each} `))
}
