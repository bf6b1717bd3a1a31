/**
 * Proves of the check digit:
 * 1. the published examples have it: Verhoeff's own, and numbers that UIDAI gives out for tests
 * 2. of the ten digits that may end any number exactly one is its check digit
 * 3. every error in one digit is found, and every two neighbours that have changed places
 * 4. it is the same as that of SNOMED CT's identifiers, which is computed from tables
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCheckDigit } from '../../../src/http/aadhaar/verhoeff.ts'
import { hasCheckDigit as byTables } from '../../../src/ontologies/snomed/sctid.ts'

const digits = fc.stringMatching(/^\d{11}$/)
const numbers = digits.map(withCheckDigit)

function withCheckDigit(before: string): string {
  const found = [...'0123456789'].filter((digit) => hasCheckDigit(before + digit))
  expect(found).toHaveLength(1)
  return before + found[0]
}

test.each([
  { what: 'the textbook example', number: '2363' },
  { what: 'a test number of UIDAI', number: '999941057058' },
  { what: 'another', number: '999971658847' },
  { what: 'a number that is made up', number: '234567890124' },
  { what: 'an identifier of SNOMED CT', number: '22298006' },
])('$what, $number', ({ number }) => {
  expect(hasCheckDigit(number)).toBe(true)
})

test('a number has one check digit', () => {
  fc.assert(fc.property(digits, (before) => void withCheckDigit(before)))
})

test('any other digit in any place is an error', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const changed = Array.from(number, (_, place) =>
        [...'0123456789'].map((digit) => number.slice(0, place) + digit + number.slice(place + 1)),
      )
      const good = changed.flat().filter(hasCheckDigit)
      expect(good).toEqual(Array.from(number, () => number))
    }),
  )
})

test('neighbours that have changed places are an error', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      for (let place = 1; place < number.length; place++) {
        const [one, other] = [number[place - 1], number[place]]
        const changed = `${number.slice(0, place - 1)}${other}${one}${number.slice(place + 1)}`
        expect(hasCheckDigit(changed)).toBe(one === other)
      }
    }),
  )
})

test('it is what the tables say', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,18}$/), (number) => {
      expect(hasCheckDigit(number)).toBe(byTables(number, 0, number.length))
    }),
  )
})
