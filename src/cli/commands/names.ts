import { exportNames, openProject } from '../../mapping/mapping.ts'
import { type Io, printJson, remark } from '../io.ts'
import { withProject } from '../mapping-project.ts'
import { count } from '../table.ts'

export interface ExportNamesOptions {
  readonly out: string
  readonly force?: true
  readonly json?: true
}

const LEFT_OUT = {
  relation: 'with a code that is wider, narrower or inexact',
  hints: 'asked with hints that a name cannot be bound to',
  words: 'without words',
  contradicting: 'one name with several codes',
} as const

/** Writes the decisions of a project as a table of names for `--names`, and says which are none. */
export async function exportNamesTo(
  io: Io,
  where: string,
  { out, force, json }: ExportNamesOptions,
): Promise<void> {
  const report = await withProject(openProject(where), (project) =>
    exportNames(project, out, { force }),
  )
  if (json) return printJson(io, report)
  remark(io, `${count(report.names)} names are in ${out}`)
  for (const [why, title] of Object.entries(LEFT_OUT)) {
    const some = report.left_out[why as keyof typeof LEFT_OUT]
    if (some > 0) remark(io, `${count(some)} mapped terms are left out: ${title}`)
  }
}
