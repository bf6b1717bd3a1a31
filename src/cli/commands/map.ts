import {
  type ColumnField,
  type ColumnNames,
  fieldsOf,
  type MapProgress,
  type MapSummary,
  mapTable,
  type Table,
  type TableFormat,
} from '../../mapping/mapping.ts'
import { type LinkedOntology, MedlinkError, parseShard, printable } from '../../medlink.ts'
import { type Io, print, printJson, remark } from '../io.ts'
import { withMedlink } from '../library.ts'
import { type Progress, showProgress } from '../progress.ts'
import { verdictOf } from '../reasons.ts'
import { askedFor, type RequestOptions } from '../request.ts'
import { layOutPairs } from '../table.ts'

export interface MapCommandOptions extends RequestOptions {
  readonly ontology: string
  readonly version?: string
  readonly out: string
  readonly format?: TableFormat
  readonly encoding?: string
  readonly delimiter?: string
  /** False with --no-guess: only the columns that are named. */
  readonly guess: boolean
  readonly shard?: string
  readonly resume?: true
  readonly force?: true
  readonly jobs?: number
  readonly json?: true
  readonly dir?: string
  /** Columns: the text, what a row is called by, and the hints of any ontology. */
  readonly text?: string
  readonly id?: string
  readonly unit?: string
  readonly specimen?: string
  readonly specimenText?: string
  readonly value?: string
  readonly range?: string
  readonly panelName?: string
  readonly extendedTestName?: string
  readonly form?: string
  readonly genericName?: string
  readonly doseUnit?: string
  readonly doseCustom?: string
  readonly age?: string
  readonly sex?: string
}

/**
 * Links the rows of a table and writes them to another one, with what was found beside them; prints a summary.
 *
 * @throws MedlinkError what `mapTable` throws, and `closed` when it was stopped by Ctrl-C, from where it can be gone on with
 */
export async function map(io: Io, input: string, options: MapCommandOptions): Promise<void> {
  const { out, jobs } = options
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const stop = new AbortController()
  const onInterrupt = () =>
    stop.abort(new MedlinkError('closed', 'stopped: the same command with --resume goes on'))
  process.once('SIGINT', onInterrupt)
  const progress = showProgress(io)
  try {
    const summary = await withMedlink(io, options, (medlink, ontology) =>
      mapTable(medlink, input, out, {
        ...options,
        ...askedFor(options),
        ontology,
        columns: columnsOf(io, ontology, options),
        shard,
        workers: jobs,
        signal: stop.signal,
        onProgress: reporter(progress),
        onTable: (table, columns) => remarkTable(io, table, columns),
      }),
    )
    progress.stop()
    if (options.json) printJson(io, summary)
    else print(io, ...summaryLines(summary))
  } finally {
    progress.stop()
    process.off('SIGINT', onInterrupt)
  }
}

/** Columns by field as they were named; where none may be guessed, every other field has none. */
function columnsOf(
  io: Io,
  ontology: LinkedOntology,
  options: MapCommandOptions,
): Partial<ColumnNames> {
  const { text, id, unit, specimen, value, range, form, age, sex, guess } = options
  const named: Record<ColumnField, string | undefined> = {
    ...{ text, id, unit, specimen, value, range, form, age, sex },
    specimen_text: options.specimenText,
    panel_name: options.panelName,
    extended_test_name: options.extendedTestName,
    generic_name: options.genericName,
    dose_unit: options.doseUnit,
    dose_custom: options.doseCustom,
  }
  const given = Object.entries(named).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  const fields = fieldsOf(ontology)
  const ignored = given.map(([field]) => field).filter((field) => !fields.includes(field))
  if (ignored.length > 0) remark(io, `${ontology} reads no ${ignored.join(', ')}: left out`)
  const unnamed = guess ? [] : fields.map((field) => [field, ''])
  return Object.fromEntries([...unnamed, ...given])
}

function remarkTable(io: Io, { path, remarks }: Table, columns: ColumnNames): void {
  const read = Object.entries(columns).map(([field, name]) => `${field} from "${printable(name)}"`)
  remark(io, ...remarks, `${path} is read as ${read.join(', ')}`)
}

/** Shows rows, rate and share linked, however often it is told of them. */
function reporter(progress: Progress): (now: MapProgress) => void {
  let stage: string | undefined
  let start = 0
  let from = 0
  return ({ stage: now, done, total, answered, linked }) => {
    if (now !== stage) {
      stage = now
      start = performance.now()
      from = done
    }
    const seconds = (performance.now() - start) / 1000
    const rate = Math.round((done - from) / Math.max(seconds, 0.001))
    const share = `${percent(linked, answered)} of ${count(answered)} rows linked`
    const notes = {
      read: 'reading',
      link: `${count(done)} of ${count(total)} different requests, ${count(rate)}/s, ${share}`,
      write: `writing ${count(done)} of ${count(total)} rows, ${share}`,
    }
    progress.update(done, total, notes[now])
  }
}

function summaryLines(summary: MapSummary): string[] {
  const { ontology, version, rows, linked, requests, by_reason, unlinked } = summary
  const { blank, faulty, refused } = summary
  const ofRows = (some: number) => `${count(some)} (${percent(some, rows)})`
  const notLinked = Object.entries(by_reason).filter(([reason]) => reason !== 'linked')
  return [
    ...layOutPairs([
      ['rows', `${count(rows)}, ${count(requests)} different requests, ${ontology} ${version}`],
      ['linked', ofRows(linked)],
      ...notLinked.map(
        ([link_reason, some]) =>
          [verdictOf({ is_linked: false, metadata: { link_reason } }), ofRows(some)] as const,
      ),
      ...Object.entries({ blank, faulty, refused })
        .filter(([, some]) => some > 0)
        .map(([name, some]) => [name, ofRows(some)] as const),
    ]),
    ...(unlinked.length === 0 ? [] : ['', 'not linked, the commonest:']),
    ...layOutPairs(unlinked.map(({ text, rows: some }) => [printable(text), count(some)] as const)),
  ]
}

function count(some: number): string {
  return some.toLocaleString('en-US')
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : ((part / whole) * 100).toFixed(1)} %`
}
