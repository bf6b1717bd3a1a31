/** Luhn's check digit ("mod 10") of a string of digits, 0 to 9: `2345` -> 7. LOINC Users' Guide, appendix C. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** True for 1 to 7 digits, a hyphen and the right check digit, e.g. `2345-7`; whether LOINC has the code is not asked. */
export function isLoincCode(text: string): boolean {
  const [, digits, check] = /^(\d{1,7})-(\d)$/.exec(text) ?? []
  return digits !== undefined && checkDigit(digits) === Number(check)
}

/** The code that `text` is, spaces around it aside; undefined when it is none. */
export function parseLoincCode(text: string): string | undefined {
  const code = text.trim()
  return isLoincCode(code) ? code : undefined
}
