/**
 * Projects as a program gets them. Their storage needs packages that linking tables does not (--omit=optional): it is
 * loaded when the first project is made or opened.
 */

import { requireOptions } from '../internal.ts'
import { type Medlink, MedlinkError } from '../medlink.ts'
import type { CreateOptions, NewSourceRow, ProjectSettings } from './create.ts'
import type { ProjectOptions } from './open.ts'
import type { Project } from './project.ts'

/**
 * Makes a project of the rows of a source: equal requests are one term, which is linked once. One that was begun and not
 * finished is made anew; it can be opened when all of it is there.
 *
 * @param where as {@link openProject} takes it; a file is made, and its folder
 * @throws MedlinkError `invalid_request` where there is a project already; `build_in_progress` where another process makes
 *   it; what {@link openProject} and `Medlink.linkMany` throw
 */
export async function createProject(
  where: string,
  medlink: Medlink,
  settings: ProjectSettings,
  rows: Iterable<NewSourceRow> | AsyncIterable<NewSourceRow>,
  options: CreateOptions = {},
): Promise<Project> {
  requireOptions<ProjectSettings>('createProject', settings, {
    ...{ ontology: true, version: true, columns: true, asked_with: true },
  })
  requireOptions<CreateOptions>('createProject', options, {
    ...{ now: true, onProgress: true, workers: true, signal: true },
  })
  const { create } = await ofProjects(import('./create.ts'))
  return create(where, medlink, settings, rows, options)
}

/**
 * Opens a project that is there, and brings its tables to the newest version.
 *
 * @param where a file; or, of PostgreSQL, postgres://user:password@host:port/database?schema=name, with `medlink_project`
 *   where it names no schema
 * @throws MedlinkError `no_project` where there is none, it was not finished, it is damaged or cannot be reached;
 *   `project_incompatible` when it is something else, or of a newer version; `no_access`, `disk_full`; `internal` where the
 *   packages that projects need were left out
 */
export async function openProject(where: string, options: ProjectOptions = {}): Promise<Project> {
  requireOptions<ProjectOptions>('openProject', options, { now: true })
  const { open } = await ofProjects(import('./open.ts'))
  return open(where, options)
}

async function ofProjects<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    const message =
      'the packages of mapping projects are not installed: install medlink without --omit=optional'
    throw new MedlinkError('internal', message, { cause: error })
  }
}
