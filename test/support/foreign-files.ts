import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { MedlinkErrorCode } from '../../src/errors.ts'

/** Something that may stand in the place of an index file, and what is said of it behind its path. */
export interface ForeignFile {
  readonly what: string
  readonly put: (file: string) => void
  readonly code: MedlinkErrorCode
  readonly says: string
}

/** What no program would have written as a file of its own, or that nobody may look at. */
export const FOREIGN_FILES: readonly ForeignFile[] = [
  {
    what: 'a folder',
    put: (file) => mkdirSync(file),
    code: 'index_incompatible',
    says: 'is not a Medlink index: move it away, or build one in its place',
  },
  {
    what: 'a pipe that nobody writes into',
    put: (file) => execFileSync('mkfifo', [file]),
    code: 'index_incompatible',
    says: 'is not a Medlink index',
  },
  {
    what: 'a link to nothing',
    put: (file) => symlinkSync('nowhere', file),
    code: 'index_missing',
    says: 'is a link to a file that is not there: build it',
  },
  {
    what: 'a link to itself',
    put: (file) => symlinkSync(basename(file), file),
    code: 'no_access',
    says: 'cannot be used (ELOOP): its symbolic links lead in a circle',
  },
  {
    what: 'a file that may not be read',
    put: (file) => writeFileSync(file, '', { mode: 0 }),
    code: 'no_access',
    says: 'cannot be used (EACCES): permission denied',
  },
]
