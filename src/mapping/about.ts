import type { Kysely } from 'kysely'
import type { ProjectAbout } from './project.ts'
import type { Tables } from './schema.ts'

/** The subject of a project. */
export async function readAbout(db: Kysely<Tables>): Promise<ProjectAbout> {
  const { is_complete, maker, ...row } = await db
    .selectFrom('project')
    .selectAll()
    .executeTakeFirstOrThrow()
  return {
    ...row,
    ontology: row.ontology as ProjectAbout['ontology'],
    columns: JSON.parse(row.columns),
    asked_with: JSON.parse(row.asked_with),
  }
}
