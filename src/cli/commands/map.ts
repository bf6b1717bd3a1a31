import { parseShard, printable } from '../../internal.ts'
import {
  type MapProgress,
  type MapSummary,
  mapTable,
  type OutputFormat,
} from '../../mapping/mapping.ts'
import { withInterrupt } from '../interrupt.ts'
import { type Io, print, printJson, UsageError } from '../io.ts'
import { withMedlink } from '../library.ts'
import { type ProgressUpdate, withProgress } from '../progress.ts'
import { verdictOf } from '../reasons.ts'
import { askedFor, type RequestOptions } from '../request.ts'
import { count, layOutPairs, percent } from '../table.ts'
import { type ColumnOptions, columnsOf, remarkTable } from '../table-columns.ts'

export interface MapCommandOptions extends RequestOptions, ColumnOptions {
  readonly ontology: string
  readonly version?: string
  readonly out: string
  readonly format?: OutputFormat
  readonly shard?: string
  readonly resume?: true
  readonly force?: true
  readonly jobs?: number
  readonly json?: true
  readonly dir?: string
  readonly names?: readonly string[]
}

/**
 * Links the rows of a table and writes them to another one, with the answers next to them; prints a summary.
 *
 * @throws MedlinkError what `mapTable` throws, and `closed` when it was stopped by Ctrl-C, after which the run can be
 *   resumed
 */
export async function map(io: Io, input: string, options: MapCommandOptions): Promise<void> {
  const { out, jobs, json, version, encoding, delimiter, format, resume, force } = options
  if (input === '-') throw new UsageError('a table is read twice: give a file, not stdin')
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const summary = await withInterrupt('run the same command with --resume to continue', (signal) =>
    withProgress(io, (update) =>
      withMedlink(io, options, (medlink, ontology) =>
        mapTable(medlink, input, out, {
          ...askedFor(options),
          ontology,
          ...{ version, encoding, delimiter, format, resume, force },
          columns: columnsOf(io, ontology, options),
          shard,
          workers: jobs,
          signal,
          onProgress: reporter(update),
          onTable: (table, columns) => remarkTable(io, table, columns),
        }),
      ),
    ),
  )
  if (json) printJson(io, summary)
  else print(io, ...summaryLines(summary))
}

/** Shows rows, rate and share linked, at its own pace. */
function reporter(update: ProgressUpdate): (now: MapProgress) => void {
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
    update(done, total, notes[now])
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
