import type { z } from 'zod'
import { describeIssues } from '../contract.ts'
import { MedlinkError } from '../errors.ts'

/**
 * Parses one line of a cases file.
 *
 * @param what a line is called where it is none: "a case"
 * @throws MedlinkError `invalid_request` naming the line and repeating nothing of it
 */
export function parseCaseLine<Case extends z.ZodType>(
  schema: Case,
  what: string,
  line: string,
  lineNumber: number,
): z.output<Case> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // Without the cause, which repeats what it found.
    throw new MedlinkError('invalid_request', `line ${lineNumber} is not JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new MedlinkError(
      'invalid_request',
      `line ${lineNumber} is not ${what}: ${describeIssues(parsed.error, 'it')}`,
      { cause: parsed.error },
    )
  return parsed.data
}
