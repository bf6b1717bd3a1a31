import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type Answered, asFileError } from '../../medlink.ts'

/**
 * Writes `{"id","results":[{term_id, term_name, score, is_linked, metadata}…]}` for each answer, one a line in the
 * same order. The file appears whole or not at all.
 *
 * @throws MedlinkError `disk_full`, `no_access`
 */
export function writeResults(file: string, answers: readonly Answered[]): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    const handle = openSync(temporary, 'w')
    try {
      for (const { id, result } of answers)
        writeSync(handle, `${JSON.stringify({ id, results: result.results })}\n`)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
  } catch (error) {
    throw asFileError(file, error)
  } finally {
    rmSync(temporary, { force: true })
  }
}
