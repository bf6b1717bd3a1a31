import type { EmptyReason, PassedOver } from '../contract.ts'
import type { Word } from '../language/analyze.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { type Decided, rowsBehind, type Verdict } from './decide.ts'
import { type Objections, objectionsTo, type Row, type RowTools } from './misleading-rows.ts'
import { SPARE_ROWS } from './rank.ts'
import type { Task } from './task.ts'

/** The rows that are shown. */
export interface Sifted extends Decided {
  /** Reason why there are none; undefined if there are some. */
  readonly emptyBecause: EmptyReason | undefined
  /** Rows that were passed over for the first one, or for none; only if the task explains. */
  readonly passedOver: readonly Passed[]
}

/** A row that ranks before the first one shown. */
export interface Passed extends Pick<PassedOver, 'because'> {
  readonly verdict: Verdict
  readonly misfit: number | undefined
}

/** A first row with one of these reasons has what is common on its side, whatever its name. */
const SHOWN: ReadonlySet<string> = new Set(['linked', 'several_conditions', 'several_meanings'])

/** True if a first row is shown whatever its name. */
export function isSettled({ reason }: Pick<Verdict, 'reason'>): boolean {
  return SHOWN.has(reason)
}

/**
 * Stage 10. Cuts the list to the requested rows. Leaves out first rows that have too little to do with the mention, and the
 * whole list if its first three have, or if all that follows says more than the mention: a misleading candidate is worse than
 * none. A row that has another thing than the mention gives way to a plainer one. Nothing is shown for a text that names nothing.
 *
 * Takes verdicts. Gives those that are shown; none is linked that was not before. Costs no steps.
 */
export function sift(decided: Decided, task: Task<RowTools>): Sifted {
  const { verdicts, mention } = decided
  const [first] = verdicts
  if (first !== undefined && isSettled(first))
    return sifted(decided, verdicts.slice(0, task.request.top_k))
  if (isNoMention(mention.written)) return sifted(decided, [], 'no_mention')
  const objections = objectionsTo(mention, task.tools)
  const order = orderOf(verdicts, objections)
  const shown = order.slice(0, task.request.top_k).map((at) => verdicts[at]!)
  const isEmpty = shown.length === 0
  return sifted(
    decided,
    (order[0] ?? 0) > 0 ? withFirst(shown, task) : shown,
    isEmpty ? (decided.isTruncated ? 'truncated' : 'nothing_alike') : undefined,
    task.explains ? passedOver(verdicts, order[0], objections) : [],
  )
}

/** Named one by one: V8 takes some microseconds to add properties to a spread object, 3 % of a link. */
function sifted(
  { mention, query, isTruncated, accountOf }: Decided,
  verdicts: readonly Verdict[],
  emptyBecause?: EmptyReason,
  passedOver: readonly Passed[] = [],
): Sifted {
  return { mention, verdicts, query, isTruncated, accountOf, emptyBecause, passedOver }
}

/** The rows before the first one shown, each with what is objected to it. */
function passedOver(
  verdicts: readonly Verdict[],
  first = SPARE_ROWS + 1,
  { isFar, wouldMislead, misfit }: Objections,
): Passed[] {
  const [lead] = verdicts
  const isFirstUnfit = lead !== undefined && (isFar(lead) || wouldMislead(lead))
  return verdicts.slice(0, first).map((verdict, at) => ({
    verdict,
    because: isFar(verdict, at > 0 && isFirstUnfit)
      ? 'far_off'
      : wouldMislead(verdict)
        ? 'misleading'
        : 'gives_way',
    misfit: misfit(verdict),
  }))
}

/** Least share of what the first row has of the mention, in a row that takes its place. */
const MIN_COMMON_SHARE = 0.5

/** Places of the rows from the first one that is near; before them that of the row that should come first. Empty if there is none. */
function orderOf(
  rows: readonly Row[],
  { isFar, wouldMislead, isAtOdds, givesWay }: Objections,
): readonly number[] {
  // The same row is asked for several times.
  const near: boolean[] = []
  const fits: boolean[] = []
  const isNear = (row: Row, at: number): boolean => {
    near[at] ??= !isFar(row, at > 0 && !isFit(rows[0]!, 0))
    return near[at]
  }
  const isFit = (row: Row, at: number): boolean => {
    fits[at] ??= isNear(row, at) && !wouldMislead(row)
    return fits[at]
  }
  const from = rows.findIndex((row, at) => at <= SPARE_ROWS && isNear(row, at))
  const fitAt = from < 0 ? -1 : rows.findIndex(isFit)
  if (fitAt < 0) return []
  const fit = rows[fitAt]!
  const needed = MIN_COMMON_SHARE * rows[from]!.candidate.match.matchedQueryMass
  const hasEnough = ({ match }: Row['candidate']) =>
    match.exactness > 0 || match.matchedQueryMass >= needed
  // The cheap questions come first: a row behind the first one is asked by all rules only if it may take its place.
  const mayBeFitter = (row: Row, at: number) =>
    at >= fitAt && givesTheSame(row, fit) && hasEnough(row.candidate)
  const isFitter = (row: Row, at: number) => mayBeFitter(row, at) && isFit(row, at)
  const apt = rows.find((row, at) => mayBeFitter(row, at) && !isAtOdds(row) && isFit(row, at))
  const best = apt ?? rows.find(isFitter) ?? fit
  const mass = best.candidate.match.matchedQueryMass
  const hasAsMuch = (row: Row, at: number) =>
    row.candidate.match.matchedQueryMass >= mass && isFitter(row, at) && !givesWay(row)
  const first = rows.indexOf((givesWay(best) ? rows.find(hasAsMuch) : undefined) ?? best)
  const others = rows.flatMap((_, at) => (at >= from && at !== first ? [at] : []))
  return [first, ...others]
}

/** Rows with a later one in the first place: a stronger candidate gave way to it, so that nothing is linked. */
function withFirst([first, ...others]: readonly Verdict[], { tools }: Task<RowTools>): Verdict[] {
  const { candidate, concept, probability } = first!
  const { query, match } = candidate
  const unlinked = match.matchedQueryMass < match.queryMass ? 'name_incomplete' : 'below_threshold'
  const reason = tools.ontology.policy?.rejection?.(query, match) ?? unlinked
  const lead: Verdict = {
    candidate,
    concept,
    probability,
    reason,
    basis: 'partial',
    proven: candidate,
  }
  return [lead, ...rowsBehind(lead, others)]
}

/**
 * True if a row says nothing opposite to the mention, such as a virus's RNA for antibodies to it; after a first row that does, it
 * must have more of the mention.
 */
function givesTheSame({ candidate: { match } }: Row, near: Row): boolean {
  if (match.exactness > 0) return true
  const first = near.candidate.match
  return (
    match.opposites === 0 &&
    (first.opposites === 0 || match.matchedQueryMass > first.matchedQueryMass)
  )
}

/** Below data/: entries of charts and tables that name nothing. */
const NO_MENTIONS = 'clinical/no-mentions.tsv'

/** Places of a phrase that names nothing. */
interface NoMention {
  /** As the whole text: "as above". */
  isWhole: boolean
  /** At its beginning, whatever follows: "refer to". */
  isStart: boolean
}

const noMentions = lazily((): PhraseMatcher<NoMention> => {
  const matcher = new PhraseMatcher<NoMention>()
  for (const [phrase, place] of readTable(NO_MENTIONS, ['phrase', 'place'])) {
    const words = phrase!.split(' ')
    const places = matcher.get(words) ?? { isWhole: false, isStart: false }
    places[place === 'whole' ? 'isWhole' : 'isStart'] = true
    matcher.set(words, places)
  }
  return matcher
})

/**
 * True if a text names nothing that has a code: it is a note to the reader, or says that all is well.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isNoMention(words: readonly Word[]): boolean {
  if (words.length === 0) return true
  const forms = words.map(({ form }) => form)
  return noMentions()
    .startingAt(forms, 0)
    .some(({ to, value }) => (to === forms.length ? value.isWhole : value.isStart))
}
