import type { Selectable, Transaction } from 'kysely'
import { MedlinkError } from '../medlink.ts'
import { type Engine, locked, type Store } from '../records/store.ts'
import {
  DECISIONS,
  type Decision,
  type DecisionOutcome,
  type NewDecision,
  RELATIONS,
  type Term,
} from './project.ts'
import type { DecisionTable, Tables } from './schema.ts'
import { standingOf, stateOf } from './standing.ts'
import { decisionOf, readTerms } from './terms.ts'
import { storable } from './text.ts'

/** Characters of a reviewer's name, of a note, of a code and of a title. */
const MAX_LENGTHS = { reviewer: 200, note: 10_000, code: 200, title: 10_000 } as const

type Row = Selectable<DecisionTable>

/** See `Project.decide`. */
export async function decide(
  store: Store<Tables>,
  reviewer: string,
  decisions: readonly NewDecision[],
  at: number,
): Promise<DecisionOutcome[]> {
  requireText('reviewer', reviewer)
  for (const each of decisions) requireWhole(each)
  if (new Set(decisions.map(({ term }) => term)).size < decisions.length)
    throw new MedlinkError('invalid_request', 'a request may decide each term once')
  return store.run((db, engine) =>
    db.transaction().execute(async (trx) => {
      const writer = await beginAct(trx, engine)
      const outcomes: DecisionOutcome['outcome'][] = []
      const others: Decision[][] = []
      for (const each of decisions) {
        const found = await findTerm(trx, each)
        const code = await codeOf(trx, each)
        const isStale = each.seen < found.asked_revision
        if (isStale || code === undefined) {
          outcomes.push(isStale ? 'stale' : 'no_candidate')
          others.push([])
          continue
        }
        const before = await rowsOf(trx, each.term)
        const since = before.filter(
          ({ revision, withdrawn }) => revision > each.seen && withdrawn === null,
        )
        const row: Row = {
          ...{ id: writer.nextId++, act: writer.act, term_id: each.term },
          ...{ reviewer: storable(reviewer), decision: each.decision, ...code, at },
          note: each.note ? storable(each.note) : null,
          relation: code.code === null ? null : (each.relation ?? 'equivalent'),
          ...{ version: writer.version, model_version: writer.model_version },
          ...{ revision: found.revision + 1, withdrawn: null },
        }
        await trx.insertInto('decision').values(row).execute()
        await settle(trx, each.term, [...before, row])
        outcomes.push(since.length === 0 ? 'decided' : 'merged')
        others.push(since.map(decisionOf))
      }
      const terms = await readTerms(
        trx,
        decisions.map(({ term }) => term),
      )
      return decisions.map(({ term }, i) => ({
        outcome: outcomes[i]!,
        term: terms.get(term)!,
        others: others[i]!,
      }))
    }),
  )
}

/** See `Project.undo`. */
export async function undo(store: Store<Tables>, reviewer: string, at: number): Promise<Term[]> {
  requireText('reviewer', reviewer)
  return store.run((db, engine) =>
    db.transaction().execute(async (trx) => {
      await beginAct(trx, engine)
      const last = await trx
        .selectFrom('decision')
        .select('act')
        .where('reviewer', '=', storable(reviewer))
        .where('withdrawn', 'is', null)
        .orderBy('act', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (last === undefined) return []
      const taken = await trx
        .updateTable('decision')
        .set({ withdrawn: at })
        .where('reviewer', '=', storable(reviewer))
        .where('act', '=', last.act)
        .where('withdrawn', 'is', null)
        .returning('term_id')
        .execute()
      const ids = taken.map(({ term_id }) => term_id).sort((one, other) => one - other)
      for (const id of ids) await settle(trx, id, await rowsOf(trx, id))
      return [...(await readTerms(trx, ids)).values()]
    }),
  )
}

/**
 * Writes down what follows from the decisions on a term, as its next revision.
 *
 * @param rows all of its decisions
 */
export async function settle(
  trx: Transaction<Tables>,
  id: number,
  rows: readonly Row[],
): Promise<void> {
  const standing = standingOf(rows)
  const newest = Math.max(0, ...standing.map(({ revision }) => revision))
  await trx
    .updateTable('term')
    .set((eb) => ({
      ...stateOf(standing),
      revision: eb('revision', '+', 1),
      needs_look: eb
        .case()
        .when('look_revision', 'is', null)
        .then(0)
        .when('look_revision', '<', newest)
        .then(0)
        .when(eb.val(newest), '=', 0)
        .then(0)
        .else(1)
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Numbers of the next rows; no other decision is stored before the transaction ends. */
async function beginAct(trx: Transaction<Tables>, engine: Engine) {
  const { version, model_version } = await locked(
    engine,
    trx.selectFrom('project').select(['version', 'model_version']),
  ).executeTakeFirstOrThrow()
  const newest = await trx
    .selectFrom('decision')
    .select((eb) => [eb.fn.max('id').as('id'), eb.fn.max('act').as('act')])
    .executeTakeFirstOrThrow()
  return { version, model_version, nextId: (newest.id ?? 0) + 1, act: (newest.act ?? 0) + 1 }
}

async function findTerm(trx: Transaction<Tables>, { term }: NewDecision) {
  const found = await trx
    .selectFrom('term')
    .select(['revision', 'asked_revision'])
    .where('id', '=', term)
    .executeTakeFirst()
  if (found === undefined)
    throw new MedlinkError('invalid_request', `the project has no term ${term}`)
  return found
}

/** The code that is decided for, null for none; undefined where it is accepted and is no candidate. */
async function codeOf(
  trx: Transaction<Tables>,
  { term, decision, code, title }: NewDecision,
): Promise<{ code: string | null; title: string | null } | undefined> {
  if (decision === 'other') return { code: storable(code!), title: storable(title!) }
  if (decision !== 'accept') return { code: null, title: null }
  return trx
    .selectFrom('candidate')
    .select(['code', 'title'])
    .where('term_id', '=', term)
    .$if(code !== undefined, (found) => found.where('code', '=', storable(code!)))
    .orderBy('rank')
    .limit(1)
    .executeTakeFirst()
}

function rowsOf(trx: Transaction<Tables>, term: number): Promise<Row[]> {
  return trx.selectFrom('decision').selectAll().where('term_id', '=', term).orderBy('id').execute()
}

function requireWhole(decision: NewDecision): void {
  if (!DECISIONS.includes(decision.decision))
    throw new MedlinkError('invalid_request', `decision must be one of ${DECISIONS.join(', ')}`)
  if (decision.relation !== undefined && !RELATIONS.includes(decision.relation))
    throw new MedlinkError('invalid_request', `relation must be one of ${RELATIONS.join(', ')}`)
  for (const field of ['term', 'seen'] as const)
    if (!Number.isSafeInteger(decision[field]))
      throw new MedlinkError('invalid_request', `${field} must be a whole number`)
  const needsCode = decision.decision === 'other'
  for (const field of ['code', 'title', 'note'] as const)
    if (decision[field] !== undefined || (needsCode && field !== 'note'))
      requireText(field, decision[field], { mayBeEmpty: field === 'note' })
}

function requireText(
  field: keyof typeof MAX_LENGTHS,
  text: unknown,
  { mayBeEmpty = false } = {},
): void {
  const most = MAX_LENGTHS[field]
  const isRight =
    typeof text === 'string' && text.length <= most && (mayBeEmpty || text.trim() !== '')
  if (!isRight)
    throw new MedlinkError(
      'invalid_request',
      `${field} must be a string of 1 to ${most} characters`,
    )
}
