/** A text for a terminal, with stretches of it marked. */

import { printable } from '../../internal.ts'
import type { Paint, Style } from '../io.ts'

/** A stretch of a text by UTF-16 indexes, `end` exclusive, and how it is to look. */
export interface Mark {
  readonly begin: number
  readonly end: number
  readonly style: Style | readonly Style[]
}

/** A character as it may be written to a terminal, and the mark around it. */
interface Character {
  readonly shown: string
  readonly mark: Mark | undefined
}

/**
 * The text in lines of at most `width` characters, broken at blanks where there are any; a control character is shown as
 * its code point.
 *
 * @param marks ascending; where they overlap, the first counts
 * @param brackets true for marked stretches in brackets, for a terminal without colours
 */
export function markedLines(
  text: string,
  marks: readonly Mark[],
  width: number,
  paint: Paint,
  brackets: boolean,
): string[] {
  return splitLines(charactersOf(text, marks, brackets))
    .flatMap((line) => wrap(line, width))
    .map((line) => render(line, paint))
}

function charactersOf(text: string, marks: readonly Mark[], brackets: boolean): Character[] {
  const characters: Character[] = []
  let at = 0
  const write = (end: number, mark: Mark | undefined) => {
    for (const letter of text.slice(at, end).replace(/\r\n?/g, '\n')) {
      if (letter === '\n') characters.push({ shown: '\n', mark })
      else
        for (const shown of letter === '\t' ? ' ' : printable(letter))
          characters.push({ shown, mark })
    }
    at = Math.max(at, end)
  }
  for (const mark of marks) {
    if (mark.begin < at) continue
    write(mark.begin, undefined)
    if (brackets) characters.push({ shown: '[', mark })
    write(mark.end, mark)
    if (brackets) characters.push({ shown: ']', mark })
  }
  write(text.length, undefined)
  return characters
}

function splitLines(characters: readonly Character[]): Character[][] {
  const lines: Character[][] = [[]]
  for (const character of characters) {
    if (character.shown === '\n') lines.push([])
    else lines.at(-1)!.push(character)
  }
  return lines
}

function wrap(line: readonly Character[], width: number): (readonly Character[])[] {
  const lines: (readonly Character[])[] = []
  let rest = line
  while (rest.length > width) {
    const blank = rest.slice(0, width + 1).findLastIndex(({ shown }) => shown === ' ')
    const end = blank > 0 ? blank : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(blank > 0 ? end + 1 : end)
  }
  return [...lines, rest]
}

/** One line; neighbours of one mark are painted together. */
function render(line: readonly Character[], paint: Paint): string {
  let rendered = ''
  for (let begin = 0; begin < line.length; ) {
    const { mark } = line[begin]!
    const other = line.findIndex((each, i) => i > begin && each.mark !== mark)
    const end = other < 0 ? line.length : other
    const text = line
      .slice(begin, end)
      .map(({ shown }) => shown)
      .join('')
    rendered += mark === undefined ? text : paint(mark.style, text)
    begin = end
  }
  return rendered.trimEnd()
}
