/**
 * Characters that a terminal obeys instead of showing them, those that turn the reading direction, and halves of letters; tabs
 * are fine.
 */
const UNPRINTABLE = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/**
 * Text from a file or a file's name as a message may quote it: on one line, `…` after the first `most` characters, what
 * is not printable as its code point (`\u{1b}`).
 */
export function printable(text: string, most = 80): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text
  return shown.replace(UNPRINTABLE, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`)
}
