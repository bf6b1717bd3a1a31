/** Tables of presence and absence: a text, its findings as "words = trait,trait | …", and a group. `\n` is a line break. */
import { readFileSync } from 'node:fs'

/** Trait of a finding that the patient has now. */
export const OWN = 'own'

export interface PresenceFinding {
  readonly words: string
  readonly traits: readonly string[]
  /** Place of the words in the text, after those of the finding before; -1 where they do not follow. */
  readonly begin: number
  readonly end: number
}

export interface PresenceRow {
  readonly text: string
  readonly findings: readonly PresenceFinding[]
  /** '' where the table has none. */
  readonly group: string
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Rows of a table, which begins with a line of heads. */
export function readPresence(file: string | URL): PresenceRow[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)
  return lines.map((line) => {
    const [cell = '', findings = '', group = ''] = line.split('\t')
    const text = cell.replaceAll('\\n', '\n')
    let from = 0
    const read = findings.split(' | ').map((finding): PresenceFinding => {
      const [words = '', traits = ''] = finding.split(' = ')
      const begin = placeOf(words, text, from)
      const end = begin < 0 ? -1 : begin + words.length
      from = Math.max(from, end)
      return { words, traits: traits.split(','), begin, end }
    })
    return { text, findings: read, group }
  })
}

/** Place of the first occurrence as whole words from a place on, or -1. */
function placeOf(words: string, text: string, from: number): number {
  const isInWord = (at: number) => LETTER_OR_DIGIT.test(text.charAt(at))
  let begin = words === '' ? -1 : text.indexOf(words, from)
  while (begin >= 0 && (isInWord(begin - 1) || isInWord(begin + words.length)))
    begin = text.indexOf(words, begin + 1)
  return begin
}
