import { existsSync } from 'node:fs'
import {
  ignoredFields,
  isOfShard,
  type OptionNames,
  requireOptions,
  type Shard,
} from '../internal.ts'
import {
  type LinkedOntology,
  linkRequestSchema,
  MEDLINK_VERSION,
  type Medlink,
  MedlinkError,
} from '../medlink.ts'
import { requireIndex } from './answering.ts'
import { ANSWER_COLUMNS, type Answer, answerOf, failedAnswer } from './answers.ts'
import { Journal } from './journal.ts'
import { replaceFile, requireReplaceable, withOutput } from './output.ts'
import { type Asked, RowRequests } from './requests.ts'
import { type MapSummary, summaryOf } from './summary.ts'
import { type ColumnNames, chooseColumns } from './tables/columns.ts'
import type { TableRow } from './tables/row.ts'
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  openTable,
  outputFormatOf,
  type Table,
  type TableOptions,
} from './tables/table.ts'
import { RowWriter } from './tables/write.ts'

/** How far a run is. */
export interface MapProgress {
  /** Rows are read and grouped by request, different requests are linked, rows are written. */
  readonly stage: 'read' | 'link' | 'write'
  /** Bytes that were read, requests that were linked, rows that were written; and of how many. */
  readonly done: number
  readonly total: number
  /** Rows whose request is answered so far, and those of them that are linked. */
  readonly answered: number
  readonly linked: number
}

export interface MapOptions extends TableOptions, Asked {
  readonly ontology: LinkedOntology
  /** Default: the newest installed one. */
  readonly version?: string | undefined
  /** Columns by field (`text`, `unit`, `id` …); the others are guessed, see {@link chooseColumns}. */
  readonly columns?: Readonly<Partial<ColumnNames>>
  /** Default: by the ending of the output's name, else as the input; CSV for Parquet. */
  readonly format?: OutputFormat | undefined
  /** Only the rows of this part; the columns `row` and `rows` say where they belong. */
  readonly shard?: Shard | undefined
  /** True if an output may be replaced, and leftovers of an earlier run removed. */
  readonly force?: boolean | undefined
  /** Goes on with an earlier run that was stopped; begins one where there was none. */
  readonly resume?: boolean | undefined
  /** Threads; default: as many as the machine can run. */
  readonly workers?: number | undefined
  /** Stops the run, which can be gone on with. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: MapProgress) => void
  /** Called once, before anything is linked, with the way in which the table is read. */
  readonly onTable?: (table: Table, columns: ColumnNames) => void
}

const MAP_OPTIONS: OptionNames<MapOptions> = {
  ...{
    ontology: true,
    version: true,
    columns: true,
    encoding: true,
    delimiter: true,
    format: true,
  },
  ...{ strictness: true, assume: true, billable: true, encounter: true, granularity: true },
  ...{ shard: true, force: true, resume: true, workers: true, signal: true },
  ...{ onProgress: true, onTable: true },
}

/** How many rows are between two reports of progress. */
const REPORT_ROWS = 1000

/**
 * Links the rows of a table: each comes out with its own columns and {@link ANSWER_COLUMNS} (with `medlink_` before a name
 * that the table has itself), in the same order, blank and faulty rows too, with `error`. Equal requests are linked once.
 *
 * The output appears whole, at the end. What was linked until then is kept in `<out>.journal`, on disk once a second: a run
 * that was stopped or killed is gone on with by `resume`, and writes the same bytes as one that was not. Memory grows with
 * the different requests, not with the rows.
 *
 * @param medlink the names that it was opened with are linked to what they stand for
 * @param out the file to write
 * @throws MedlinkError `table_invalid` for an input that cannot be read as a table or lacks a column; `invalid_request` for
 *   an unknown option or one of another ontology, an output that is there or would be Parquet, a journal of an earlier run without `resume`, or one of another input, index
 *   or options with it; what `Medlink.link` throws of indexes; `build_in_progress` when another process writes this output; `no_access`,
 *   `disk_full`; the signal's reason when it is aborted
 */
export async function mapTable(
  medlink: Medlink,
  input: string,
  out: string,
  options: MapOptions,
): Promise<MapSummary> {
  requireOptions('mapTable', options, MAP_OPTIONS)
  const { ontology, shard, force = false, resume = false, signal } = options
  const journalFile = `${out}.journal`
  const named = options.format ?? outputFormatOf(out)
  const index = requireIndex(medlink, ontology, options.version)
  const [meaningless] = ignoredFields(linkRequestSchema, { ontology, ...askedOf(options) })
  if (meaningless !== undefined)
    throw new MedlinkError('invalid_request', `${meaningless} is not an option of ${ontology}`)
  if (options.format !== undefined && !OUTPUT_FORMATS.includes(options.format))
    throw new MedlinkError('invalid_request', `format must be one of ${OUTPUT_FORMATS.join(', ')}`)
  return withOutput(out, async () => {
    const isBegun = existsSync(journalFile)
    requireReplaceable(input, out, force || (resume && isBegun))
    if (isBegun && !resume && !force)
      throw new MedlinkError(
        'invalid_request',
        `${journalFile} belongs to a run that was stopped: continue it (--resume), or start over (--force)`,
      )
    const { encoding, delimiter } = options
    const table = await openTable(input, { encoding, delimiter })
    const columns = chooseColumns(input, table.columns, ontology, options.columns ?? {})
    options.onTable?.(table, columns)
    const asked = { ...askedOf(options), ontology, version: index.version }
    const requests = new RowRequests(table.columns, columns, asked)
    const run = new Run(table, requests, options)
    await run.read()
    const identity = {
      input: table.kind.sha256,
      index: index.name,
      names: medlink.namesHash ?? '',
      options: JSON.stringify({
        asked,
        columns,
        shard,
        encoding: table.kind.encoding,
        delimiter: table.delimiter,
      }),
      program: MEDLINK_VERSION,
    }
    const journal = await Journal.open(journalFile, identity, resume, (answer) => run.keep(answer))
    try {
      await run.link(medlink, (answer) => journal.add(answer))
      if (requireIndex(medlink, ontology, index.version).name !== index.name)
        throw new MedlinkError(
          'index_incompatible',
          `the index of ${ontology} was replaced meanwhile: start over (--force)`,
        )
    } finally {
      journal.sync()
      journal.close()
    }
    signal?.throwIfAborted()
    const format = named ?? (table.format === 'parquet' ? 'csv' : table.format)
    await replaceFile(out, (temporary) => run.write(temporary, format))
    journal.remove()
    return run.summary(index.version)
  })
}

/** A run over one table, whose steps are called once each, in their order. */
class Run {
  readonly #table: Table
  readonly #requests: RowRequests
  readonly #options: MapOptions
  /** The different requests: the place of each in the two lists below. */
  readonly #places = new Map<string, number>()
  /** Requests of other shards. */
  readonly #others = new Set<string>()
  /** Rows of each request. */
  readonly #counts: number[] = []
  readonly #answers: Answer[] = []
  #rows = 0
  #faulty = 0
  #blank = 0
  #answered = 0
  #linked = 0

  constructor(table: Table, requests: RowRequests, options: MapOptions) {
    this.#table = table
    this.#requests = requests
    this.#options = options
  }

  async read(): Promise<void> {
    const { bytes } = this.#table.kind
    let read = 0
    const onBytes = (more: number) => {
      read += more
      this.#report('read', read, bytes)
    }
    for await (const row of this.#table.rows(onBytes)) {
      this.#options.signal?.throwIfAborted()
      this.#rows++
      const key = this.#requests.keyOf(row)
      if (!this.#isOurs(key)) continue
      if (row.fault !== undefined) this.#faulty++
      else if (this.#requests.isBlank(key)) this.#blank++
      else {
        const place = this.#places.get(key)
        if (place === undefined) this.#places.set(key, this.#counts.push(1) - 1)
        else this.#counts[place]!++
      }
    }
  }

  /** Takes the answer to the next request that has none. */
  keep(answer: Answer): void {
    const rows = this.#counts[this.#answers.length] ?? 0
    this.#answers.push(answer)
    this.#answered += rows
    if (answer.is_linked) this.#linked += rows
    this.#report('link', this.#answers.length, this.#counts.length)
  }

  async link(medlink: Medlink, onAnswer: (answer: Answer) => void): Promise<void> {
    const { signal, workers } = this.#options
    const requests = this.#requests
    const keys = [...this.#places.keys()].slice(this.#answers.length)
    function* asked() {
      for (const key of keys) yield requests.requestOf(key)
    }
    const options = { ...(signal && { signal }), ...(workers !== undefined && { workers }) }
    for await (const outcome of medlink.linkMany(asked(), options)) {
      const answer = answerOf(outcome)
      onAnswer(answer)
      this.keep(answer)
    }
  }

  async write(path: string, format: OutputFormat): Promise<void> {
    const { columns, delimiter, kind } = this.#table
    const { shard } = this.#options
    const isSame = format === this.#table.format
    const writer = new RowWriter(path, {
      format,
      before: shard === undefined ? [] : freeNames(PLACE_COLUMNS, columns),
      columns,
      behind: freeNames(ANSWER_COLUMNS, columns),
      delimiter: isSame ? delimiter : format === 'tsv' ? '\t' : ',',
      hasMark: kind.hasMark,
    })
    try {
      let rows = 0
      for await (const row of this.#table.rows()) {
        this.#options.signal?.throwIfAborted()
        rows++
        if (rows % REPORT_ROWS === 0) this.#report('write', rows, this.#rows)
        const key = this.#requests.keyOf(row)
        if (!this.#isOurs(key)) continue
        const before = shard === undefined ? [] : [row.number, this.#rows]
        writer.write(before, row, Object.values(this.#answerTo(row, key)))
      }
      if (rows !== this.#rows) throw changedMeanwhile(this.#table.path)
      writer.finish()
    } finally {
      writer.close()
    }
  }

  summary(version: string): MapSummary {
    const { ontology } = this.#options
    const answers = [...this.#places].map(([key, place]) => ({
      text: this.#requests.textOf(key),
      rows: this.#counts[place]!,
      answer: this.#answers[place]!,
    }))
    const [blank, faulty] = [this.#blank, this.#faulty]
    return { ontology, version, ...summaryOf(answers, { blank, faulty }) }
  }

  #answerTo(row: TableRow, key: string): Answer {
    if (row.fault !== undefined) return failedAnswer(row.fault)
    if (this.#requests.isBlank(key)) return failedAnswer('no text')
    const place = this.#places.get(key)
    if (place === undefined) throw changedMeanwhile(this.#table.path)
    return this.#answers[place]!
  }

  #isOurs(key: string): boolean {
    const { shard } = this.#options
    if (shard === undefined || this.#places.has(key)) return true
    if (this.#others.has(key)) return false
    const isOurs = isOfShard(this.#requests.requestOf(key), shard)
    if (!isOurs) this.#others.add(key)
    return isOurs
  }

  #report(stage: MapProgress['stage'], done: number, total: number): void {
    const [answered, linked] = [this.#answered, this.#linked]
    this.#options.onProgress?.({ stage, done, total, answered, linked })
  }
}

/** Where a row of a shard belongs: its number, and how many rows the whole has. */
export const PLACE_COLUMNS = ['row', 'rows'] as const

const PREFIX = 'medlink_'

/** Names for columns of ours, with a prefix where the table has one of that name in any case. */
function freeNames(names: readonly string[], columns: readonly string[]): string[] {
  const taken = new Set(columns.map((name) => name.toLowerCase()))
  return names.map((name) => {
    let free = name
    while (taken.has(free)) free = `${PREFIX}${free}`
    return free
  })
}

function askedOf({ strictness, assume, billable, encounter, granularity }: Asked): Asked {
  return {
    ...(strictness !== undefined && { strictness }),
    ...(assume !== undefined && { assume }),
    ...(billable !== undefined && { billable }),
    ...(encounter !== undefined && { encounter }),
    ...(granularity !== undefined && { granularity }),
  }
}

function changedMeanwhile(path: string): MedlinkError {
  return new MedlinkError('table_invalid', `${path} changed while it was read: start over`)
}
