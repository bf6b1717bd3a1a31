/** Longer texts of a gateway are no message, and may hold anything. */
const MAX_LENGTH = 300

/** 12 digits of any script, with anything between them but letters. */
const TWELVE_DIGITS = /\p{Nd}(?:[^\p{L}\p{N}]*\p{Nd}){11}/u

/** A run of Base64, of either alphabet, that is long enough for 12 digits. */
const BASE64 = /[\w+/-]{16,}/g

/**
 * A foreign text as it may be passed on: as it is, or not at all if it holds 12 digits, plain, with anything between them
 * or in Base64. Other numbers of 12 digits fall under that, too: they cannot be distinguished.
 *
 * @returns undefined for one that is withheld
 */
export function withoutNumbers(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const isHeld = [text, ...decoded(text)].some((each) => TWELVE_DIGITS.test(each.normalize('NFKC')))
  return isHeld ? undefined : text
}

/** Meanings of the Base64 within a text; it may begin at any of its letters. */
function decoded(text: string): string[] {
  const runs = text.match(BASE64) ?? []
  return runs.flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
}
