import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { NewSourceRow, ProjectSettings } from '../../src/mapping/create.ts'
import type { Project } from '../../src/mapping/project.ts'
import { createProject } from '../../src/mapping/projects.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { miniRoot } from '../support/shared-index.ts'

/** A kind of database. */
export interface DatabaseKind {
  /** An empty place for a project. */
  newPlace(): Promise<string>
  stop(): Promise<void>
}

/** Both kinds, by name. To be started in `beforeAll`, and stopped in `afterAll`. */
export const DATABASES: readonly (readonly [string, () => Promise<DatabaseKind>])[] = [
  [
    'SQLite',
    async () => {
      const root = mkdtempSync(join(tmpdir(), 'medlink-project-'))
      return {
        newPlace: async () => join(mkdtempSync(join(root, 'place-')), 'labs.medlink'),
        stop: async () => rmSync(root, { recursive: true, force: true }),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const database = await (await sharedPostgres()).newDatabase()
      let made = 0
      return {
        newPlace: async () => `${database}?schema=labs_${++made}`,
        stop: async () => {},
      }
    },
  ],
]

let mini: Promise<Medlink> | undefined

/**
 * An open Medlink over the miniature release of ICD-10-CM: one for all tests of a process, since the thread that links for
 * it takes half a second to start. It is not to be closed.
 */
export function openMini(): Promise<Medlink> {
  mini ??= miniRoot('icd-10-cm').then((dir) => openMedlink({ dir }))
  return mini
}

/** A row of a source of two columns. */
export function sourceRow(
  code: string,
  name: string,
  frequency: number | null = null,
): NewSourceRow {
  const columns = { Code: code, Name: name, Count: frequency === null ? '' : String(frequency) }
  return { code, name, frequency, hints: {}, columns }
}

/** A source with a name twice, one that nothing matches, and none. */
export const SOURCE: readonly NewSourceRow[] = [
  sourceRow('A', 'heart failure', 10),
  sourceRow('B', 'type 2 diabetes mellitus', 5),
  sourceRow('C', 'heart failure', 2),
  sourceRow('D', ''),
  sourceRow('E', 'zzzqqq xxyyq', 7),
  sourceRow('F', 'asthma'),
]

/** A project in a place; closed when the running test is over. */
export async function makeProject(
  where: string,
  rows: Iterable<NewSourceRow> = SOURCE,
  settings: Partial<ProjectSettings> = {},
): Promise<Project> {
  const project = await createProject(
    where,
    await openMini(),
    { ontology: 'icd-10-cm', columns: ['Code', 'Name', 'Count'], ...settings },
    rows,
    { now: () => 1_000, workers: 1 },
  )
  onTestFinished(() => project.close())
  return project
}
