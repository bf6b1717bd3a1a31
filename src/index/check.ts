import { basename } from 'node:path'
import type { MedlinkError } from '../errors.ts'
import {
  asMedlinkError,
  corruptIndex,
  type Expectation,
  IndexFile,
  replacedIndex,
} from './file/file.ts'
import { MedlinkIndex } from './reader.ts'

/**
 * Faults of an index file, an error each; none if all of it is as it was written. Reads every byte, in about the time that
 * opening takes.
 */
export function faultsOf(path: string, expectation: Expectation): MedlinkError[] {
  try {
    const damage = readWhole(path, expectation)
    if (damage.length === 0) openWhole(path, expectation)
    return damage.map((what) => corruptIndex(path, what))
  } catch (error) {
    return [asMedlinkError(path, error)]
  }
}

/** Which parts of a file are damaged. */
function readWhole(path: string, expectation: Expectation): string[] {
  const file = new IndexFile(path, expectation)
  try {
    const damage = [...file.damage()]
    if (file.isOverwritten()) throw replacedIndex(basename(path))
    return damage
  } finally {
    file.close()
  }
}

/** Opens an index, with what is otherwise read at its first use. */
function openWhole(path: string, expectation: Expectation): void {
  const index = new MedlinkIndex(path, expectation)
  try {
    void index.typeAhead
    void index.relatedCodes
  } finally {
    index.close()
  }
}
