import type { Kysely } from 'kysely'
import {
  type CurvePoint,
  type Progress,
  type Tally,
  TERM_STATES,
  type TermReason,
  type TermState,
} from './project.ts'
import type { Tables } from './schema.ts'

/** Points of a curve at most. */
const MAX_POINTS = 200

/** How far a project is. */
export async function progressOf(db: Kysely<Tables>): Promise<Progress> {
  const groups = await db
    .selectFrom('term')
    .select((eb) => [
      'state',
      'reason',
      'needs_look',
      eb.fn.countAll<number>().as('terms'),
      eb.fn.sum<number>('frequency').as('frequency'),
    ])
    .groupBy(['state', 'reason', 'needs_look'])
    .execute()
  const states = new Map<TermState, Tally>(TERM_STATES.map((state) => [state, NONE]))
  const reasons = new Map<TermReason, Tally>()
  let [total, look] = [NONE, NONE]
  for (const { state, reason, needs_look, ...group } of groups) {
    states.set(state, plus(states.get(state)!, group))
    reasons.set(reason, plus(reasons.get(reason) ?? NONE, group))
    total = plus(total, group)
    if (needs_look === 1) look = plus(look, group)
  }
  const rows = await db
    .selectFrom('source_row')
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.count<number>('term_id').as('named'),
    ])
    .executeTakeFirstOrThrow()
  const reviewers = await db
    .selectFrom('decision')
    .select((eb) => ['reviewer', eb.fn.count<number>('term_id').distinct().as('terms')])
    .where('withdrawn', 'is', null)
    .groupBy('reviewer')
    .orderBy('reviewer')
    .execute()
  return {
    rows: Number(rows.rows),
    blank_rows: Number(rows.rows) - Number(rows.named),
    total,
    states: Object.fromEntries(states) as Progress['states'],
    reasons: [...reasons]
      .map(([reason, tally]) => ({ reason, ...tally }))
      .sort((one, other) => other.terms - one.terms || (one.reason < other.reason ? -1 : 1)),
    look,
    reviewers: reviewers.map(({ reviewer, terms }) => ({ reviewer, terms: Number(terms) })),
  }
}

const NONE: Tally = { terms: 0, frequency: 0 }

/** A sum. PostgreSQL gives one of whole numbers as text. */
function plus(one: Tally, other: Tally): Tally {
  return {
    terms: one.terms + Number(other.terms),
    frequency: one.frequency + Number(other.frequency),
  }
}

/** The first candidate of a term, and whether it was decided to be right. */
export interface Judged {
  readonly is_linked: boolean
  readonly score: number | null
  readonly frequency: number
  /** Null if no reviewer has decided, or reviewers differ. */
  readonly is_right: boolean | null
}

/** The first candidates of all terms that have one, and how often all terms occur. */
export async function judgedTerms(
  db: Kysely<Tables>,
): Promise<{ readonly judged: Judged[]; readonly frequency: number }> {
  const rows = await db
    .selectFrom('term')
    .leftJoin('candidate', (join) =>
      join.onRef('candidate.term_id', '=', 'term.id').on('candidate.rank', '=', 1),
    )
    .select([
      'term.frequency',
      'term.state',
      'term.code',
      'candidate.rank',
      'candidate.code as first',
      'candidate.is_linked',
      'candidate.score',
    ])
    .execute()
  const isDecided = (state: TermState) => state === 'mapped' || state === 'no_code'
  return {
    judged: rows
      .filter(({ rank }) => rank !== null)
      .map(({ frequency, state, code, first, is_linked, score }) => ({
        ...{ frequency, score, is_linked: is_linked === 1 },
        is_right: isDecided(state) ? code === first : null,
      })),
    frequency: rows.reduce((sum, { frequency }) => sum + frequency, 0),
  }
}

/**
 * Precision if all first candidates down to each one were taken, the surest first.
 *
 * @param frequency sum over all terms, those without candidates included
 * @returns one point for each score that occurs, thinned evenly if these are more than 200; the last is always kept
 */
export function curveOf(judged: readonly Judged[], frequency: number): CurvePoint[] {
  const sorted = [...judged].sort(
    (one, other) =>
      Number(other.is_linked) - Number(one.is_linked) || sureness(other) - sureness(one),
  )
  const points: CurvePoint[] = []
  let [taken, decided, right] = [0, 0, 0]
  for (const [i, { is_linked, score, frequency: often, is_right }] of sorted.entries()) {
    taken += often
    if (is_right !== null) decided++
    if (is_right) right++
    const next = sorted[i + 1]
    if (next?.is_linked === is_linked && sureness(next) === sureness({ score })) continue
    const share = frequency === 0 ? 0 : taken / frequency
    points.push({ is_linked, score, share, decided, right })
  }
  const step = Math.ceil(points.length / MAX_POINTS)
  return points.filter((_, i) => (points.length - 1 - i) % step === 0)
}

/** A score to be sorted by: where there is none, the verdict alone counts. */
function sureness({ score }: Pick<Judged, 'score'>): number {
  return score ?? 0
}
