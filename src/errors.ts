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
 * | index_corrupt | the file is an index of ours, but truncated or damaged |
 * | release_not_found | a release folder or archive does not exist or lacks a required file |
 * | release_invalid | a release file has a line that cannot be read; names file, line, found and expected |
 * | build_in_progress | another process is writing the same index right now |
 * | data_invalid | one of Medlink's own tables under data/ is malformed |
 * | download_failed | a release could not be fetched from its publisher |
 * | closed | Medlink was closed, before the call or while a batch was running |
 * | internal | a fault of Medlink's own, or a worker thread that died |
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
  'data_invalid',
  'download_failed',
  'closed',
  'internal',
] as const

/** One of {@link MEDLINK_ERROR_CODES}. */
export type MedlinkErrorCode = (typeof MEDLINK_ERROR_CODES)[number]

/** The only error Medlink throws for anything a caller, a file or an environment can cause. */
export class MedlinkError extends Error {
  override readonly name = 'MedlinkError'
  readonly code: MedlinkErrorCode

  constructor(code: MedlinkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
