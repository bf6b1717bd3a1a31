/**
 * SNOMED CT identifiers: 6 to 18 digits, of which the last is a check digit and the two before it, the partition, give the
 * kind of component, and show if an extension's 7-digit namespace is before them.
 * @see SNOMED CT Release File Specifications, section "SCTID"
 */

/** Kind of component of an SCTID. */
export type SctidKind = 'concept' | 'description' | 'relationship'

const KINDS: readonly SctidKind[] = ['concept', 'description', 'relationship']

/** The concept id that `text` is, spaces around it aside; whether there is such a concept is not asked. */
export function parseSctid(text: string): string | undefined {
  const id = text.trim()
  return isSctid(id) && kindOfSctid(id) === 'concept' ? id : undefined
}

/** True for 6 to 18 digits without leading zero whose last is the right check digit. */
export function isSctid(text: string): boolean {
  return isSctidShaped(text, 0, text.length) && hasCheckDigit(text, 0, text.length)
}

/** The meaning of the partition of the SCTID that ends at `end`; undefined for a partition that is not in use. */
export function kindOfSctid(text: string, end = text.length): SctidKind | undefined {
  const isExtension = text.charCodeAt(end - 3) - ZERO
  return isExtension > 1 ? undefined : KINDS[text.charCodeAt(end - 2) - ZERO]
}

/** True when `text` from `start` to `end` is 6 to 18 digits of which the first is not 0. */
export function isSctidShaped(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 6 || length > 18 || text.charCodeAt(start) === ZERO) return false
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return false
  }
  return true
}

const ZERO = 48

/** True when the last of the digits from `start` to `end` is Verhoeff's check digit of those before it. */
export function hasCheckDigit(digits: string, start: number, end: number): boolean {
  let check = 0
  for (let at = end - 1, place = 0; at >= start; at--, place++) {
    const digit = digits.charCodeAt(at) - ZERO
    check = MULTIPLICATION[check * 10 + PERMUTATION[(place % 8) * 10 + digit]!]!
  }
  return check === 0
}

/** Products in the dihedral group of order 10, row by row. J. Verhoeff, Error Detecting Decimal Codes, 1969. */
const MULTIPLICATION = Uint8Array.from(
  '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210',
  Number,
)

/** The permutation of a digit by its place from the right, eight rows that repeat. */
const PERMUTATION = Uint8Array.from(
  '01234567891576283094580379614289160435279453126870428657390127938064157046913258',
  Number,
)
