/** Errors as a model gets them: the library's code and message, and the next step. */
import { MedlinkError, type MedlinkErrorCode } from '../medlink.ts'

/** A refused call, or a refused item of one. */
export interface Refusal {
  readonly error: {
    readonly code: MedlinkErrorCode
    readonly message: string
    /** The next step of the model. */
    readonly next: string
  }
}

const REPAIR =
  'Tell the person: medlink check names the damaged file, medlink build builds it again.'

/** Next step for each code that a tool can meet. */
const NEXT: Partial<Readonly<Record<MedlinkErrorCode, string>>> = {
  invalid_request:
    'Correct the field that the message names and call again. If the text is blank, ask the person for it.',
  unknown_ontology: 'Call list_ontologies and use one of its names.',
  unknown_version: 'Leave version out for the newest one, or call list_ontologies.',
  unknown_code:
    'Take it as an unknown code and do not guess another. Find codes by name with suggest or link.',
  index_missing:
    'Call list_ontologies to see what is installed, and tell the person which release is missing.',
  index_incompatible: REPAIR,
  index_corrupt: REPAIR,
  build_in_progress: 'Another process builds the index: call again in some seconds.',
  no_access: 'Tell the person: the folder must be readable, or another one named by --dir.',
  disk_full: 'Tell the person: the disk of the indexes is full.',
  closed: 'The server is ending: stop calling it.',
}

const OTHER = 'Tell the person what failed, and give no code.'

/** Refusal for any error. Only messages of the library are quoted: another one may repeat the text. */
export function refusalOf(error: unknown): Refusal {
  const { code, message } =
    error instanceof MedlinkError
      ? error
      : { code: 'internal' as const, message: 'this is a mistake in Medlink' }
  return { error: { code, message, next: NEXT[code] ?? OTHER } }
}
