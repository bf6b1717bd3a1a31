import { mergeParts } from '../../mapping/mapping.ts'
import { type Io, printJson, remark } from '../io.ts'
import { count } from '../table.ts'

export interface MergeCommandOptions {
  readonly out: string
  readonly force?: true
  readonly json?: true
}

/** Writes the shards of a mapped table as one table. */
export async function merge(
  io: Io,
  parts: readonly string[],
  { out, force, json }: MergeCommandOptions,
): Promise<void> {
  const summary = await mergeParts(parts, out, { force })
  if (json) return printJson(io, summary)
  remark(io, `${count(summary.rows)} rows of ${count(summary.parts)} parts are in ${out}`)
}
