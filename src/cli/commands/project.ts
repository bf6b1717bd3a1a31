import {
  chooseColumns,
  createProject,
  type EXCHANGE_FORMATS,
  exportMappings,
  type ImportReport,
  importMappings,
  openProject,
  openTable,
  type Places,
  type Project,
  type ProjectAbout,
  type Progress as ProjectProgress,
  sourceRows,
  type Tally,
} from '../../mapping/mapping.ts'
import { MedlinkError } from '../../medlink.ts'
import { withInterrupt } from '../interrupt.ts'
import { type Io, print, printJson, remark } from '../io.ts'
import { withMedlink } from '../library.ts'
import { withProject } from '../mapping-project.ts'
import { showMove } from '../moved.ts'
import { withProgress } from '../progress.ts'
import { verdictOf } from '../reasons.ts'
import { askedFor, type RequestOptions } from '../request.ts'
import { count, layOutPairs, percent } from '../table.ts'
import { type ColumnOptions, columnsOf, remarkTable } from '../table-columns.ts'
import type { DiffOptions } from './diff.ts'

export interface CreateProjectOptions extends RequestOptions, ColumnOptions {
  readonly source: string
  readonly ontology: string
  readonly version?: string
  readonly frequency?: string
  readonly topK: number
  readonly jobs?: number
  readonly json?: true
  readonly dir?: string
}

/**
 * Makes a mapping project of the rows of a table, and prints how far it is.
 *
 * @throws MedlinkError what `openTable` and `createProject` throw, and `closed` when it was stopped by Ctrl-C: what was
 *   made then is no project
 */
export async function create(io: Io, where: string, options: CreateProjectOptions): Promise<void> {
  const { source, frequency, topK, jobs, encoding, delimiter } = options
  const created = withInterrupt('run the same command to start over', (signal) =>
    withBar(io, (onProgress) =>
      withMedlink(io, options, async (medlink, ontology) => {
        const table = await openTable(source, { encoding, delimiter })
        const columns = chooseColumns(source, table.columns, ontology, {
          ...columnsOf(io, ontology, options),
          ...(frequency !== undefined && { frequency }),
        })
        remarkTable(io, table, frequency === undefined ? columns : { ...columns, frequency })
        const asked_with = Object.fromEntries(
          Object.entries({ top_k: topK, ...askedFor(options) }).filter(([, said]) => said != null),
        )
        const rows = sourceRows(table, { columns, frequency, onRemark: (said) => remark(io, said) })
        return createProject(
          where,
          medlink,
          {
            ...{ ontology, columns: table.columns, asked_with },
            ...(options.version !== undefined && { version: options.version }),
          },
          rows,
          { signal, onProgress, ...(jobs !== undefined && { workers: jobs }) },
        )
      }),
    ),
  )
  await withProject(created, (project) => showStatus(io, project, options.json))
}

/** Prints how far a project is. */
export async function status(
  io: Io,
  where: string,
  { json }: { readonly json?: true },
): Promise<void> {
  await withProject(openProject(where), (project) => showStatus(io, project, json))
}

export interface ExchangeCommandOptions {
  readonly format: (typeof EXCHANGE_FORMATS)[number]
  readonly concepts?: string
}

export interface ExportOptions extends ExchangeCommandOptions {
  readonly out: string
  readonly source?: string
  readonly release?: 'r4' | 'r5'
  readonly force?: true
}

/** Writes what was decided as a file of another program. */
export async function exportTo(io: Io, where: string, options: ExportOptions): Promise<void> {
  const { format, concepts, source, release, force } = options
  await withProject(openProject(where), (project) =>
    exportMappings(project, options.out, {
      ...{ format, concepts, source, release, force },
      onRemark: (said) => remark(io, said),
    }),
  )
}

export interface ImportOptions extends ExchangeCommandOptions {
  readonly reviewer: string
  readonly json?: true
  readonly dir?: string
}

/** Takes decisions of another program's file into a project, and prints what became of them. */
export async function importFrom(
  io: Io,
  where: string,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { format, concepts, reviewer, dir } = options
  const report = await withProject(openProject(where), async (project) => {
    const { ontology, version } = await project.about()
    return withMedlink(io, { ontology, version, ...(dir !== undefined && { dir }) }, (medlink) =>
      importMappings(project, medlink, file, reviewer, {
        ...{ format, concepts },
        onRemark: (said) => remark(io, said),
      }),
    )
  })
  if (options.json) printJson(io, report)
  else print(io, ...importLines(report))
}

export interface MoveCommandOptions {
  readonly to: string
  readonly jobs?: number
  readonly json?: true
  readonly dir?: string
}

/**
 * Moves a project to another release, and prints what that changed.
 *
 * @throws MedlinkError what `Project.move` throws, and `closed` when it was stopped by Ctrl-C: the project is as it was then
 */
export async function move(io: Io, where: string, options: MoveCommandOptions): Promise<void> {
  const { to, jobs, json, dir } = options
  await withProject(openProject(where), async (project) => {
    const { ontology } = await project.about()
    const source = { ontology, version: to, ...(dir !== undefined && { dir }) }
    const moved = await withInterrupt('nothing was changed', (signal) =>
      withBar(io, (onProgress) =>
        withMedlink(io, source, (medlink) =>
          project.move(medlink, to, {
            ...{ signal, onProgress },
            ...(jobs !== undefined && { workers: jobs }),
          }),
        ),
      ),
    )
    showMove(io, moved, json)
  })
}

/**
 * Prints what moving a project to another release would change, a line a term.
 *
 * @throws MedlinkError what `Project.compareTo` throws, and `invalid_request` for a project of another release than the one
 *   before
 */
export async function compare(io: Io, where: string, options: DiffOptions): Promise<void> {
  const { from, to, json } = options
  await withMedlink(io, { ...options, version: to }, (medlink, ontology) =>
    withProject(openProject(where), async (project) => {
      const about = await project.about()
      if (about.ontology !== ontology || about.version !== from)
        throw new MedlinkError(
          'invalid_request',
          `the mapping project uses ${about.ontology} ${about.version}: compare it with another release`,
        )
      showMove(io, await project.compareTo(medlink, to), json)
    }),
  )
}

/** Runs something with a bar that shows how many requests are linked. */
function withBar<T>(
  io: Io,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  return withProgress(io, (update) =>
    work((done, total) =>
      update(done, total, `${count(done)} of ${count(total)} different requests`),
    ),
  )
}

async function showStatus(io: Io, project: Project, json: true | undefined): Promise<void> {
  const [about, progress] = [await project.about(), await project.progress()]
  if (json) printJson(io, { about, progress })
  else print(io, ...statusLines(about, progress))
}

const STATES: Readonly<Record<keyof ProjectProgress['states'], string>> = {
  open: 'open',
  later: 'later',
  mapped: 'mapped',
  no_code: 'no code',
  disagreement: 'disagreement',
}

function statusLines(about: ProjectAbout, progress: ProjectProgress): string[] {
  const { total, states, reasons, look, reviewers, rows, blank_rows } = progress
  const share = ({ terms, frequency }: Tally) =>
    `${count(terms)} (${percent(terms, total.terms)}), ${percent(frequency, total.frequency)} of occurrences`
  const nameless = blank_rows === 0 ? '' : `, ${count(blank_rows)} without a name`
  return [
    ...layOutPairs([
      ['vocabulary', `${about.ontology} ${about.version}`],
      ['rows', `${count(rows)}, ${count(total.terms)} different terms${nameless}`],
      ...Object.entries(STATES).map(
        ([state, title]) => [title, share(states[state as keyof typeof STATES])] as const,
      ),
      ...(look.terms === 0 ? [] : [['to review', share(look)] as const]),
    ]),
    ...(reasons.length === 0 ? [] : ['', 'first candidates:']),
    ...layOutPairs(
      reasons.map(
        ({ reason, ...tally }) =>
          [
            verdictOf({ is_linked: reason === 'linked', metadata: { link_reason: reason } }),
            share(tally),
          ] as const,
      ),
    ),
    ...(reviewers.length === 0 ? [] : ['', 'decided by:']),
    ...layOutPairs(reviewers.map(({ reviewer, terms }) => [reviewer, count(terms)] as const)),
  ]
}

function importLines(report: ImportReport): string[] {
  const { rows, decided, unchanged, undecided } = report
  const listed = ({ count: some, places }: Places) =>
    `${count(some)}: ${places.join(', ')}${some > places.length ? ' …' : ''}`
  const told: readonly (readonly [string, Places])[] = [
    ['not in the project', report.unknown_source],
    ['no such code', report.unknown_code],
    ['said twice, otherwise', report.contradicting],
  ]
  return layOutPairs([
    ['rows', count(rows)],
    ['decided', count(decided)],
    ['decided before', count(unchanged)],
    ['say no decision', count(undecided)],
    ...told
      .filter(([, places]) => places.count > 0)
      .map(([title, places]) => [title, listed(places)] as const),
  ])
}
