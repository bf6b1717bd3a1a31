import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import {
  type LinkedOntology,
  type LinkOutcome,
  MEDLINK_VERSION,
  type Medlink,
  MedlinkError,
} from '../medlink.ts'
import type { Store } from '../records/store.ts'
import { requireAnswer, requireIndex } from './answering.ts'
import { BATCH, chunks, requestFor, writeAnswers } from './candidates.ts'
import { openTables, type ProjectOptions, projectOf, shownPlace } from './open.ts'
import type { AskedWith, Project } from './project.ts'
import type { SourceRowTable, Tables, TermTable } from './schema.ts'
import { fold, storable } from './text.ts'

/** Subject of a new project. */
export interface ProjectSettings {
  readonly ontology: LinkedOntology
  /** The release to be mapped to; default: the newest installed one. */
  readonly version?: string
  /** Names of the columns of the source, in their order. */
  readonly columns: readonly string[]
  readonly asked_with?: AskedWith
}

/** A row of the source that is to be mapped. */
export interface NewSourceRow {
  /** The site's own code; '' where it has none. */
  readonly code: string
  /** The text to be linked; a row without it is kept and not linked. */
  readonly name: string
  /** How often it occurs, a whole number; null where the source does not say. */
  readonly frequency: number | null
  /** Hints for it, as the `metadata` of a request. */
  readonly hints: Readonly<Record<string, string>>
  /** All of its columns, by name. */
  readonly columns: Readonly<Record<string, string>>
}

export interface CreateOptions extends ProjectOptions {
  /** Called with the number of distinct terms that are linked, and of all. */
  readonly onProgress?: (done: number, total: number) => void
  readonly workers?: number
  readonly signal?: AbortSignal
}

/** See `createProject`. */
export async function create(
  where: string,
  medlink: Medlink,
  settings: ProjectSettings,
  rows: Iterable<NewSourceRow> | AsyncIterable<NewSourceRow>,
  options: CreateOptions,
): Promise<Project> {
  const { now = Date.now } = options
  const { version } = requireIndex(medlink, settings.ontology, settings.version)
  const store = await openTables(where, { isNew: true })
  try {
    const making = new Making(store, where)
    await making.begin({ ...settings, version }, now())
    const total = await making.addRows(rows)
    await making.link(medlink, { ...settings, version }, total, options)
    await making.finish()
    return projectOf(store, now)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A project that is being made, by one process. */
class Making {
  readonly #store: Store<Tables>
  readonly #where: string
  readonly #maker = randomUUID()

  constructor(store: Store<Tables>, where: string) {
    this.#store = store
    this.#where = where
  }

  async begin(settings: ProjectSettings & { version: string }, created: number): Promise<void> {
    await this.#store.run((db) =>
      db.transaction().execute(async (trx) => {
        const found = await trx.selectFrom('project').select('is_complete').executeTakeFirst()
        if (found?.is_complete === 1)
          throw new MedlinkError(
            'invalid_request',
            `there is a mapping project in ${shownPlace(this.#where)} already: name another place, or move it away`,
          )
        for (const table of ['decision', 'candidate', 'source_row', 'term', 'project'] as const)
          await trx.deleteFrom(table).execute()
        await trx
          .insertInto('project')
          .values({
            ...{ ontology: settings.ontology, version: settings.version, model_version: null },
            ...{ medlink: MEDLINK_VERSION, created, is_complete: 0, maker: this.#maker },
            columns: JSON.stringify(settings.columns.map(storable)),
            asked_with: JSON.stringify(settings.asked_with ?? {}),
          })
          .execute()
      }),
    )
  }

  /** Keeps rows and the terms among them. @returns how many terms there are */
  async addRows(rows: Iterable<NewSourceRow> | AsyncIterable<NewSourceRow>): Promise<number> {
    const terms = new Map<string, Tallied>()
    let [row, written] = [0, 0]
    let batch: SourceRowTable[] = []
    const flush = async () => {
      const fresh = [...terms.values()].slice(written)
      const stored = batch
      await this.#write(async (trx) => {
        for (const some of chunks(fresh, BATCH))
          await trx.insertInto('term').values(some.map(termRow)).execute()
        if (stored.length > 0) await trx.insertInto('source_row').values(stored).execute()
      })
      written = terms.size
      batch = []
    }
    for await (const each of rows) {
      const frequency = wholeOrNull(each.frequency)
      const query = storable(each.name).trim()
      const term = query === '' ? undefined : tally(terms, query, hintsOf(each), frequency ?? 1)
      batch.push({
        ...{ row: ++row, term_id: term?.id ?? null, frequency },
        ...{ code: storable(each.code), name: storable(each.name) },
        columns: JSON.stringify(storableRecord(each.columns)),
      })
      if (batch.length === BATCH) await flush()
    }
    await flush()
    // The row of a term was complete when its first rows were read.
    for (const some of chunks([...terms.values()], BATCH))
      await this.#write(async (trx) => {
        for (const { id, rows, frequency } of some)
          await trx
            .updateTable('term')
            .set({ source_rows: rows, frequency })
            .where('id', '=', id)
            .execute()
      })
    return terms.size
  }

  async link(
    medlink: Medlink,
    settings: ProjectSettings & { version: string },
    total: number,
    { onProgress, workers, signal }: CreateOptions,
  ): Promise<void> {
    const requests = this.#requests(settings)
    const options = {
      ...(workers !== undefined && { workers }),
      ...(signal !== undefined && { signal }),
    }
    let [done, model] = [0, undefined as string | undefined]
    let batch: LinkOutcome[] = []
    const flush = async () => {
      const outcomes = batch
      batch = []
      await this.#write(async (trx) => {
        await writeAnswers(trx, outcomes)
        if (model !== undefined)
          await trx.updateTable('project').set({ model_version: model }).execute()
      })
      onProgress?.(done, total)
    }
    for await (const outcome of medlink.linkMany(requests, options)) {
      batch.push(requireAnswer(outcome))
      done++
      if ('results' in outcome) model = outcome.model_version
      if (batch.length === BATCH) await flush()
    }
    await flush()
  }

  async finish(): Promise<void> {
    await this.#write((trx) =>
      trx.updateTable('project').set({ is_complete: 1, maker: null }).execute(),
    )
  }

  async *#requests({ ontology, version, asked_with }: ProjectSettings & { version: string }) {
    for (let after = 0; ; ) {
      const terms = await this.#store.run((db) =>
        db
          .selectFrom('term')
          .select(['id', 'query', 'hints'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      )
      for (const { hints, ...term } of terms)
        yield requestFor(
          { ...term, hints: JSON.parse(hints) },
          { ...asked_with, ontology, version },
        )
      if (terms.length < BATCH) return
      after = terms.at(-1)!.id
    }
  }

  /** Writes in one transaction, if no other process makes the project. */
  async #write(work: (trx: Transaction<Tables>) => Promise<unknown>): Promise<void> {
    await this.#store.run((db) =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('project')
          .set({ is_complete: 0 })
          .where('maker', '=', this.#maker)
          .executeTakeFirst()
        if (numUpdatedRows === 0n)
          throw new MedlinkError(
            'build_in_progress',
            `another process is creating the mapping project in ${shownPlace(this.#where)}: wait for it`,
          )
        await work(trx)
      }),
    )
  }
}

/** A term while the rows of the source are read. */
interface Tallied {
  readonly id: number
  readonly query: string
  readonly hints: string
  rows: number
  frequency: number
}

function tally(
  terms: Map<string, Tallied>,
  query: string,
  hints: string,
  frequency: number,
): Tallied {
  const key = JSON.stringify([query, hints])
  let term = terms.get(key)
  if (term === undefined) {
    term = { id: terms.size + 1, query, hints, rows: 0, frequency: 0 }
    terms.set(key, term)
  }
  term.rows++
  term.frequency += frequency
  return term
}

function termRow({ id, query, hints, rows, frequency }: Tallied): TermTable {
  return {
    ...{ id, query, hints, folded: fold(query), source_rows: rows, frequency },
    ...{ revision: 1, asked_revision: 1, reason: 'not_asked' as const, doubt: 1 },
    ...{ state: 'open' as const, code: null, title: null },
    ...{ needs_look: 0, look: null, look_revision: null },
  }
}

/** As JSON in which equal hints are equal; those without content are left out. */
function hintsOf({ hints }: NewSourceRow): string {
  const said = Object.entries(storableRecord(hints)).filter(([, hint]) => hint.trim() !== '')
  return JSON.stringify(Object.fromEntries(said.sort(([one], [other]) => (one < other ? -1 : 1))))
}

function wholeOrNull(count: number | null): number | null {
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}

function storableRecord(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [storable(key), storable(value)]),
  )
}
