import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { asFileError } from '../../internal.ts'

/**
 * Writes answers, one JSON object a line in their order. The file appears whole or not at all.
 *
 * @throws MedlinkError `disk_full`, `no_access`
 */
export function writeResults(file: string, answers: readonly object[]): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    const handle = openSync(temporary, 'w')
    try {
      for (const answer of answers) writeSync(handle, `${JSON.stringify(answer)}\n`)
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
