/**
 * Every way in which Medlink says no. Callers switch on the code; the message is for people.
 *
 * | code | when |
 * |---|---|
 * | invalid_request | a request breaks the contract: empty or over-long query, top_k out of range, unknown field |
 * | unknown_ontology | the ontology is not one of the four, or this version cannot link it |
 * | unknown_version | the ontology is installed, this version of it is not |
 * | unknown_code | the index holds no concept with this code |
 * | index_missing | no version of the ontology is installed in the folder, or there is no index file at the given place |
 * | index_incompatible | the file is foreign, of an older or newer format than this build reads, or was replaced while it was read |
 * | index_corrupt | the file is an index of ours, but truncated or damaged: not as it was written |
 * | release_not_found | a release folder or archive does not exist or lacks a required file |
 * | release_invalid | a release file has a line that cannot be read; names file, line, found and expected |
 * | build_in_progress | another process is writing the same index right now |
 * | table_invalid | a table to be mapped cannot be read as one, or lacks a column; names the file and the row |
 * | data_invalid | one of Medlink's own tables under data/ is malformed |
 * | names_invalid | a table of a site's own names has a line that cannot be read, or a name for two codes; names file and line |
 * | download_failed | a release could not be fetched from its publisher |
 * | disk_full | there is no room for a file: the disk is full, or a quota is used up |
 * | no_access | a file or folder cannot be read or written: no permission, read-only, a file instead of a folder |
 * | settings_invalid | a setting of the server is missing, malformed or unsafe; names the setting, never its value |
 * | records_incompatible | the database of records is another program's, or of a newer version of Medlink |
 * | no_records | the database of records cannot be reached |
 * | seal_broken | a sealed row or file of the records cannot be opened: damaged, moved, plain where it must not be, or its key is missing |
 * | project_incompatible | a file is no mapping project, or one of a newer version of Medlink |
 * | no_project | there is no mapping project, or it is unfinished, damaged or cannot be reached |
 * | closed | Medlink was closed, before the call or while a batch was running |
 * | internal | a fault of Medlink's own or of its installation, or a worker thread that died |
 */
export const MEDLINK_ERROR_CODES = [
  'invalid_request',
  'unknown_ontology',
  'unknown_version',
  'unknown_code',
  'index_missing',
  'index_incompatible',
  'index_corrupt',
  'release_not_found',
  'release_invalid',
  'build_in_progress',
  'table_invalid',
  'data_invalid',
  'names_invalid',
  'download_failed',
  'disk_full',
  'no_access',
  'settings_invalid',
  'records_incompatible',
  'no_records',
  'seal_broken',
  'project_incompatible',
  'no_project',
  'closed',
  'internal',
] as const

/** One of {@link MEDLINK_ERROR_CODES}. */
export type MedlinkErrorCode = (typeof MEDLINK_ERROR_CODES)[number]

/** Marks the errors of every copy of Medlink in a process. */
const IS_MEDLINK_ERROR = Symbol.for('medlink.MedlinkError')

/**
 * The only error Medlink throws for anything a caller, a file or an environment can cause. `instanceof` is true of those of
 * `medlink/browser` too, and of another copy of Medlink: each is a file with a class of its own.
 */
export class MedlinkError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is MedlinkError {
    return typeof value === 'object' && value !== null && IS_MEDLINK_ERROR in value
  }

  override readonly name = 'MedlinkError'
  readonly code: MedlinkErrorCode

  constructor(code: MedlinkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  get [IS_MEDLINK_ERROR](): true {
    return true
  }
}

/** Where an error comes from, without its message, some line of which may look like a place. */
export function placesOf({ message, stack = '' }: Error): string {
  return stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}

/** Codes of the system, and of SQLite, that mean that there is no room. */
const NO_ROOM = /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/
/** Codes of SQLite for faults of the file or its place; the other codes are about contents or faults of ours. */
const SQLITE_ACCESS = /^SQLITE_(?:CANTOPEN|IOERR|PERM|READONLY|NOLFS)/
/** The obstacle to using a file, for people. */
const OBSTACLES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied: give access to the user that runs this, or choose another place',
  EPERM: 'the system does not allow it: see who owns it, and whether it is protected from changes',
  EROFS: 'its disk is read-only: choose another place',
  ENOENT: 'it does not exist',
  ENOTDIR: 'something on its path is a file where a folder should be: choose another place',
  EEXIST: 'something else is in its place: move that away, or choose another place',
  EISDIR: 'it is a folder where a file should be: move that away, or choose another place',
  ELOOP: 'its symbolic links lead in a circle: mend them',
  ENAMETOOLONG: 'its name is too long: choose another place',
  EMFILE: 'this process has too many files open: allow it more',
  ENFILE: 'the system has too many files open: allow more',
}

/**
 * A failure of the system or of SQLite at a file, as an error of ours that says which file, why and what to do. Any other
 * error comes back as it is.
 *
 * @param path the file or folder, as the caller knows it
 */
export function asFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MedlinkError || !('code' in error)) return error
  const code = String(error.code)
  if (NO_ROOM.test(code))
    return new MedlinkError(
      'disk_full',
      `no space is left for ${path} (${code}): free some on its disk, or choose another place`,
      { cause: error },
    )
  if (!('syscall' in error) && !SQLITE_ACCESS.test(code)) return error
  const obstacle = OBSTACLES[code] ?? 'see whether its disk and folder are sound'
  return new MedlinkError('no_access', `${path} cannot be used (${code}): ${obstacle}`, {
    cause: error,
  })
}
