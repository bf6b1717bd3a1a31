/**
 * Verhoeff's check digit: J. Verhoeff, Error Detecting Decimal Codes, 1969. The last digit of an Aadhaar number is one
 * (UIDAI, "Aadhaar Numbering Scheme", 2010).
 */

/** Permutation of the digits for each place further to the left. */
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/**
 * True if the last digit is the check digit of those before it: it is not if one digit was changed, or two neighbours that
 * differ have changed places.
 *
 * @param digits ASCII digits and nothing else
 */
export function hasCheckDigit(digits: string): boolean {
  let check = 0
  for (let place = 0; place < digits.length; place++) {
    let digit = Number(digits.at(-1 - place))
    for (let step = 0; step < place; step++) digit = PERMUTATION[digit]!
    check = product(check, digit)
  }
  return check === 0
}

/**
 * The product in the dihedral group of order 10, of the symmetries of a regular pentagon: 0 to 4 turn it by that number of fifths,
 * 5 to 9 turn it over and then by what they have above 5.
 */
function product(first: number, second: number): number {
  const isSecondTurn = second < 5
  if (first < 5) return isSecondTurn ? (first + second) % 5 : 5 + ((first + second) % 5)
  return isSecondTurn ? 5 + ((first - second) % 5) : (first - second + 5) % 5
}
