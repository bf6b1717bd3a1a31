import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinName, splitFullName } from '../../../src/http/profiles/names.ts'

test.each([
  { fln: 'Anna', parts: { fn: 'Anna' } },
  { fln: 'Anna Berg', parts: { fn: 'Anna', ln: 'Berg' } },
  { fln: 'Anna Maria Berg', parts: { fn: 'Anna', mn: 'Maria', ln: 'Berg' } },
  { fln: 'Anna Maria van Berg', parts: { fn: 'Anna', mn: 'Maria van', ln: 'Berg' } },
  { fln: "Jean-Luc O'Neill", parts: { fn: 'Jean-Luc', ln: "O'Neill" } },
  { fln: '  Anna \t Berg ', parts: { fn: 'Anna', ln: 'Berg' } },
  { fln: '', parts: { fn: '' } },
])('splits "$fln"', ({ fln, parts }) => {
  expect(splitFullName(fln)).toStrictEqual(parts)
})

test.each([
  { parts: { fn: 'Anna' }, fln: 'Anna' },
  { parts: { fn: 'Anna', mn: undefined, ln: 'Berg' }, fln: 'Anna Berg' },
  { parts: { fn: 'Anna', mn: 'Maria' }, fln: 'Anna Maria' },
  { parts: { fn: 'Anna Maria', mn: 'van', ln: 'Berg' }, fln: 'Anna Maria van Berg' },
])('joins "$fln"', ({ parts, fln }) => {
  expect(joinName(parts)).toBe(fln)
})

const word = fc.stringMatching(/^\S{1,5}$/u)

test('a full name that is split and joined is the same but for white space', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(' ', '\t'), minLength: 1 }),
      (words, space) => {
        const parts = splitFullName(words.join(space))
        expect(joinName(parts)).toBe(words.join(' '))
        expect([parts.fn, parts.ln]).toEqual([
          words[0],
          words.length > 1 ? words.at(-1) : undefined,
        ])
        expect(Object.values(parts)).not.toContain(undefined)
      },
    ),
  )
})

test('parts that are joined and split are the same where first and last are one word each', () => {
  const parts = fc.oneof(
    fc.record({ fn: word }),
    fc.record({ fn: word, ln: word }),
    fc.record({
      fn: word,
      mn: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      ln: word,
    }),
  )
  fc.assert(
    fc.property(parts, (name) => {
      expect(splitFullName(joinName(name))).toStrictEqual({ ...name })
    }),
  )
})
