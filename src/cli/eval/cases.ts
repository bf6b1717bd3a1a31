import { readFileSync } from 'node:fs'
import { type EvaluationCase, MedlinkError, parseCase } from '../../medlink.ts'

/**
 * The cases of a file, one JSON object a line; blank lines are passed over.
 *
 * @param overrides an ontology here stands in for cases that name none
 * @throws MedlinkError `invalid_request` when the file cannot be read, and for a line that is no case, naming both
 */
export function readCases(
  file: string,
  overrides: { readonly ontology: string | undefined },
): EvaluationCase[] {
  const cases: EvaluationCase[] = []
  for (const [i, line] of readText(file).split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseLine(file, line, i + 1)
    if (parsed.request.ontology === undefined && overrides.ontology === undefined)
      throw new MedlinkError(
        'invalid_request',
        `${file} line ${i + 1} names no ontology: add request.ontology, or give --ontology`,
      )
    cases.push(parsed)
  }
  return cases
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

function parseLine(file: string, line: string, number: number): EvaluationCase {
  try {
    return parseCase(line, number)
  } catch (cause) {
    if (!(cause instanceof MedlinkError)) throw cause
    throw new MedlinkError(cause.code, `${file} ${cause.message}`, { cause })
  }
}
