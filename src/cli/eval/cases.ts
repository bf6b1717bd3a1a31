import { readFileSync } from 'node:fs'
import {
  type DocumentCase,
  type EvaluationCase,
  parseCase,
  parseDocument,
  parseSentence,
  type SentenceCase,
} from '../../library/eval.ts'
import { MedlinkError } from '../../medlink.ts'

/** The cases of a file, all of one kind. */
export type Cases =
  | { readonly kind: 'mentions'; readonly cases: readonly EvaluationCase[] }
  | { readonly kind: 'documents'; readonly cases: readonly DocumentCase[] }
  | { readonly kind: 'sentences'; readonly cases: readonly SentenceCase[] }

/** A line of a file that is not blank, with its number there. */
interface Line {
  readonly text: string
  readonly number: number
}

/**
 * The cases of a file, one JSON object a line; blank lines are passed over. The keys of the first one say which kind they
 * are of: a `request`, a document's `text` or a `sentence`.
 *
 * @param overrides an ontology here is that of cases that name none
 * @throws MedlinkError `invalid_request` when the file cannot be read, and for a line that is no case of this kind, naming
 *   both
 */
export function readCases(
  file: string,
  overrides: { readonly ontology: string | undefined },
): Cases {
  const lines = readText(file)
    .split('\n')
    .map((text, i) => ({ text, number: i + 1 }))
    .filter(({ text }) => text.trim() !== '')
  const kind = kindOf(lines[0]?.text)
  const parseAll = <Case>(parse: (line: string, number: number) => Case) =>
    lines.map((line) => parseLine(file, line, parse))
  if (kind === 'documents') return { kind, cases: parseAll(parseDocument) }
  if (kind === 'sentences') return { kind, cases: parseAll(parseSentence) }
  const cases = parseAll((line, number) => {
    const parsed = parseCase(line, number)
    if (parsed.request.ontology === undefined && overrides.ontology === undefined)
      throw new MedlinkError(
        'invalid_request',
        `line ${number} names no ontology: add request.ontology, or give --ontology`,
      )
    return parsed
  })
  return { kind, cases }
}

/** The kind of a case by its line's keys; default: a mention, so that faults are reported for the commonest kind. */
function kindOf(line = ''): Cases['kind'] {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || 'request' in value) return 'mentions'
    if ('sentence' in value) return 'sentences'
    return 'text' in value ? 'documents' : 'mentions'
  } catch {
    return 'mentions'
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'unreadable'
    throw new MedlinkError('invalid_request', `cannot read the cases in ${file} (${reason})`, {
      cause,
    })
  }
}

function parseLine<Case>(
  file: string,
  { text, number }: Line,
  parse: (line: string, number: number) => Case,
): Case {
  try {
    return parse(text, number)
  } catch (cause) {
    if (!(cause instanceof MedlinkError)) throw cause
    throw new MedlinkError(cause.code, `${file} ${cause.message}`, { cause })
  }
}
