import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { LinkBasis, LinkReason } from '../medlink.ts'
import { MedlinkError } from '../medlink.ts'
import {
  type Candidate,
  type Decision,
  type Look,
  type MappedRow,
  type MappedTerm,
  type SourceRow,
  TERM_ORDERS,
  TERM_STATES,
  type Term,
  type TermDetails,
  type TermFilter,
  type TermOrder,
  type TermPage,
  type TermQuery,
} from './project.ts'
import type { CandidateTable, DecisionTable, SourceRowTable, Tables } from './schema.ts'
import { standingOf } from './standing.ts'
import { fold, storable } from './text.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000
/** Characters of a text that names are searched for; SQLite has a limit of its own. */
const MAX_TEXT_LENGTH = 1000
/** Rows of the source that are shown of a term. */
const SHOWN_SOURCES = 10
/** Terms that are read at once where all are. */
const BATCH = 500

/** The terms that a query asks for. @throws MedlinkError `invalid_request` */
export async function listTerms(db: Kysely<Tables>, query: TermQuery): Promise<TermPage> {
  const { order = 'frequency', limit = DEFAULT_LIMIT } = query
  if (!TERM_ORDERS.includes(order)) throw wrong(`order must be one of ${TERM_ORDERS.join(', ')}`)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw wrong(`limit must be a whole number from 1 to ${MAX_LIMIT}`)
  if (query.state?.some((state) => !TERM_STATES.includes(state)))
    throw wrong(`state must be of ${TERM_STATES.join(', ')}`)
  if (query.text !== undefined && query.text.length > MAX_TEXT_LENGTH)
    throw wrong(`text must be of ${MAX_TEXT_LENGTH} characters at most`)
  const after = query.after === undefined ? undefined : placeOf(query.after)
  const rows = await selectTerms(db)
    .where((eb) => matches(eb, query))
    .$if(after !== undefined, (found) => found.where((eb) => comesAfter(eb, order, after!)))
    .$if(order === 'doubt', (found) => found.orderBy('term.doubt', 'desc'))
    .$if(order === 'certainty', (found) => found.orderBy('term.doubt', 'asc'))
    .orderBy('term.frequency', 'desc')
    .orderBy('term.id')
    .limit(limit + 1)
    .execute()
  const { total } = await db
    .selectFrom('term')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, query))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    terms: shown.map(termOf),
    total: Number(total),
    ...(rows.length > limit && last !== undefined && { next: JSON.stringify(keyOf(last)) }),
  }
}

/** The terms with these ids, by id; what there is not is left out. */
export async function readTerms(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, Term>> {
  const found = new Map<number, Term>()
  for (let i = 0; i < ids.length; i += BATCH) {
    const rows = await selectTerms(db)
      .where('term.id', 'in', ids.slice(i, i + BATCH))
      .execute()
    for (const row of rows) found.set(row.id, termOf(row))
  }
  return found
}

/** A term with all that is known of it. */
export async function readTerm(db: Kysely<Tables>, id: number): Promise<TermDetails | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
  const term = (await readTerms(db, [id])).get(id)
  if (term === undefined) return undefined
  const sources = await db
    .selectFrom('source_row')
    .selectAll()
    .where('term_id', '=', id)
    .orderBy('row')
    .limit(SHOWN_SOURCES)
    .execute()
  const [detailed] = await withDetails(db, [term])
  return { ...detailed!, sources: sources.map(sourceRowOf) }
}

/** All decisions on a term, the oldest first. */
export async function readHistory(db: Kysely<Tables>, id: number): Promise<Decision[]> {
  if (!Number.isSafeInteger(id)) return []
  const rows = await db
    .selectFrom('decision')
    .selectAll()
    .where('term_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(decisionOf)
}

/** All terms by id, some at a time. @param run runs each query */
export async function* everyTerm(
  run: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>,
): AsyncGenerator<MappedTerm> {
  for (let after = 0; ; ) {
    const batch = await run(async (db) => {
      const rows = await selectTerms(db)
        .where('term.id', '>', after)
        .orderBy('term.id')
        .limit(BATCH)
        .execute()
      return withDetails(db, rows.map(termOf))
    })
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)!.id
  }
}

/** All rows of the source in order with their terms, some at a time. @param run runs each query */
export async function* everyRow(
  run: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>,
): AsyncGenerator<MappedRow> {
  for (let after = 0; ; ) {
    const batch = await run(async (db) => {
      const rows = await db
        .selectFrom('source_row')
        .selectAll()
        .where('row', '>', after)
        .orderBy('row')
        .limit(BATCH)
        .execute()
      const ids = new Set(rows.flatMap(({ term_id }) => (term_id === null ? [] : [term_id])))
      const terms = await withDetails(db, [...(await readTerms(db, [...ids])).values()])
      const of = new Map(terms.map((term) => [term.id, term]))
      return rows.map((row) => ({
        source: sourceRowOf(row),
        term: row.term_id === null ? null : of.get(row.term_id)!,
      }))
    })
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)!.source.row
  }
}

async function withDetails(db: Kysely<Tables>, terms: readonly Term[]): Promise<MappedTerm[]> {
  if (terms.length === 0) return []
  const ids = terms.map(({ id }) => id)
  const candidates = await db
    .selectFrom('candidate')
    .selectAll()
    .where('term_id', 'in', ids)
    .orderBy('term_id')
    .orderBy('rank')
    .execute()
  const decisions = await db
    .selectFrom('decision')
    .selectAll()
    .where('term_id', 'in', ids)
    .where('withdrawn', 'is', null)
    .execute()
  const candidatesOf = grouped(candidates)
  const decisionsOf = grouped(decisions)
  return terms.map((term) => ({
    ...term,
    candidates: (candidatesOf.get(term.id) ?? []).map(candidateOf),
    standing: standingOf((decisionsOf.get(term.id) ?? []).map(decisionOf)),
  }))
}

function grouped<Row extends { term_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const of = new Map<number, Row[]>()
  for (const row of rows) {
    const those = of.get(row.term_id)
    if (those === undefined) of.set(row.term_id, [row])
    else those.push(row)
  }
  return of
}

function selectTerms(db: Kysely<Tables>) {
  return db
    .selectFrom('term')
    .leftJoin('candidate', (join) =>
      join.onRef('candidate.term_id', '=', 'term.id').on('candidate.rank', '=', 1),
    )
    .select([
      'term.id',
      'term.query',
      'term.hints',
      'term.source_rows',
      'term.frequency',
      'term.revision',
      'term.reason',
      'term.doubt',
      'term.state',
      'term.code',
      'term.title',
      'term.needs_look',
      'term.look',
      'candidate.rank',
      'candidate.code as first_code',
      'candidate.title as first_title',
      'candidate.matched',
      'candidate.score',
      'candidate.is_linked',
      'candidate.link_reason',
      'candidate.link_basis',
      'candidate.needed',
      'candidate.assumed',
    ])
}

type TermRow = Awaited<ReturnType<ReturnType<typeof selectTerms>['execute']>>[number]

function termOf(row: TermRow): Term {
  const { id, query, frequency, revision, state, code, title, reason, doubt } = row
  return {
    ...{ id, query, frequency, revision, state, code, title, reason, doubt },
    rows: row.source_rows,
    hints: JSON.parse(row.hints),
    first:
      row.rank === null
        ? null
        : candidateOf({
            ...(row as TermRow & Selectable<CandidateTable>),
            code: row.first_code!,
            title: row.first_title!,
          }),
    look: row.needs_look === 1 && row.look !== null ? (JSON.parse(row.look) as Look) : null,
  }
}

function candidateOf(row: Omit<Selectable<CandidateTable>, 'term_id'>): Candidate {
  const { rank, code, title, matched, score } = row
  return {
    ...{ rank, code, title, matched, score },
    is_linked: row.is_linked === 1,
    link_reason: row.link_reason as LinkReason,
    ...(row.link_basis !== null && { link_basis: row.link_basis as LinkBasis }),
    ...(row.needed !== null && { needed: row.needed }),
    ...(row.assumed !== null && { assumed: JSON.parse(row.assumed) }),
  }
}

/** A decision as others see it. */
export function decisionOf({ term_id, act, ...row }: Selectable<DecisionTable>): Decision {
  return { ...row, term: term_id }
}

function sourceRowOf({ term_id, columns, ...row }: Selectable<SourceRowTable>): SourceRow {
  return { ...row, columns: JSON.parse(columns), term: term_id }
}

function matches(eb: ExpressionBuilder<Tables, 'term'>, filter: TermFilter) {
  const { state, reason, look, decided_by, undecided_by, text } = filter
  const decidedBy = (reviewer: string) =>
    eb.exists(
      eb
        .selectFrom('decision')
        .select('decision.id')
        .whereRef('decision.term_id', '=', 'term.id')
        .where('decision.reviewer', '=', storable(reviewer))
        .where('decision.withdrawn', 'is', null),
    )
  return eb.and([
    ...(state === undefined ? [] : [oneOf(eb, 'term.state', state)]),
    ...(reason === undefined ? [] : [oneOf(eb, 'term.reason', reason)]),
    ...(look === undefined ? [] : [eb('term.needs_look', '=', look ? 1 : 0)]),
    ...(decided_by === undefined ? [] : [decidedBy(decided_by)]),
    ...(undecided_by === undefined ? [] : [eb.not(decidedBy(undecided_by))]),
    ...(text === undefined || text === ''
      ? []
      : [
          sql<boolean>`term.folded like ${`%${fold(storable(text)).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
        ]),
  ])
}

/** True if a column has one of some values; false if there are no values. */
function oneOf<Value extends string>(
  eb: ExpressionBuilder<Tables, 'term'>,
  column: 'term.state' | 'term.reason',
  values: readonly Value[],
) {
  if (values.length === 0) return sql<boolean>`1 = 0`
  return eb(column, 'in', values as never)
}

/** Place of a term in any order. */
interface Place {
  readonly doubt: number
  readonly frequency: number
  readonly id: number
}

function keyOf({ doubt, frequency, id }: Place): Place {
  return { doubt, frequency, id }
}

function placeOf(after: string): Place {
  try {
    const { doubt, frequency, id } = JSON.parse(after) as Record<keyof Place, unknown>
    if ([doubt, frequency, id].every((each) => typeof each === 'number'))
      return { doubt, frequency, id } as Place
  } catch {
    // Said below.
  }
  throw wrong('after must be what a page gave as its next one')
}

function comesAfter(
  eb: ExpressionBuilder<Tables, 'term'>,
  order: TermOrder,
  { doubt, frequency, id }: Place,
) {
  const byFrequency = eb.or([
    eb('term.frequency', '<', frequency),
    eb.and([eb('term.frequency', '=', frequency), eb('term.id', '>', id)]),
  ])
  if (order === 'frequency') return byFrequency
  const isFurther = eb('term.doubt', order === 'doubt' ? '<' : '>', doubt)
  return eb.or([isFurther, eb.and([eb('term.doubt', '=', doubt), byFrequency])])
}

function wrong(message: string): MedlinkError {
  return new MedlinkError('invalid_request', message)
}
