import { createInterface } from 'node:readline'
import { MedlinkError } from '../medlink.ts'
import type { Io } from './io.ts'

/**
 * Answers every line of stdin that has text, and shows each answer before the next line is read.
 *
 * @throws MedlinkError what `answer` throws, naming the line
 */
export async function answerLines<Answer>(
  io: Io,
  answer: (line: string) => Answer,
  show: (line: string, answer: Answer) => void,
): Promise<void> {
  let number = 0
  for await (const line of createInterface({ input: io.stdin })) {
    number++
    if (line.trim() !== '')
      show(
        line,
        atLine(number, () => answer(line)),
      )
  }
}

/** Runs `work`; says at which line of stdin it failed. */
function atLine<T>(line: number, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof MedlinkError)) throw cause
    throw new MedlinkError(cause.code, `line ${line}: ${cause.message}`, { cause })
  }
}
