import { expect, test } from 'vitest'
import { checkDigit, isLoincCode, parseLoincCode } from '../../../src/ontologies/loinc/code.ts'

test.each([
  { digits: '2345', check: 7 },
  { digits: '718', check: 7 },
  { digits: '600', check: 7 },
  { digits: '2339', check: 0 },
  { digits: '2075', check: 0 },
  { digits: '17856', check: 6 },
  { digits: '58410', check: 2 },
  { digits: '1', check: 8 },
  { digits: '5', check: 9 },
  { digits: '0', check: 0 },
])('gives $digits the check digit $check', ({ digits, check }) => {
  expect(checkDigit(digits)).toBe(check)
  expect(isLoincCode(`${digits}-${check}`)).toBe(true)
})

test('takes one of ten check digits, and finds every single wrong digit', () => {
  for (let number = 1; number < 200_000; number += 997) {
    const right = Array.from({ length: 10 }, (_, check) => `${number}-${check}`).filter(isLoincCode)
    expect(right).toHaveLength(1)
    const code = right[0]!
    for (let place = 0; place < code.length - 2; place++) {
      const next = (Number(code[place]) + 1) % 10
      expect(isLoincCode(`${code.slice(0, place)}${next}${code.slice(place + 1)}`)).toBe(false)
    }
  }
})

test.each([
  { text: '2345-7', code: '2345-7' },
  { text: '  2345-7\n', code: '2345-7' },
  { text: '9000001-9', code: '9000001-9' },
  { text: '2345-6', code: undefined },
  { text: '3245-7', code: undefined },
  { text: '23457', code: undefined },
  { text: '2345', code: undefined },
  { text: '2345-', code: undefined },
  { text: '-7', code: undefined },
  { text: '2345-07', code: undefined },
  { text: '2345 - 7', code: undefined },
  { text: '2345–7', code: undefined },
  { text: '٢٣٤٥-٧', code: undefined },
  { text: '12345678-2', code: undefined },
  { text: 'LOINC 2345-7', code: undefined },
  { text: 'LP14635-4', code: undefined },
  { text: 'LA6576-8', code: undefined },
  { text: '', code: undefined },
])('reads "$text" as $code', ({ text, code }) => {
  expect(parseLoincCode(text)).toBe(code)
})
