import type { Project } from '../mapping/mapping.ts'

/** Runs something with a project that is being made or opened, and closes it. */
export async function withProject<T>(
  opening: Promise<Project>,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  const project = await opening
  try {
    return await use(project)
  } finally {
    await project.close()
  }
}
