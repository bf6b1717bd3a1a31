/**
 * Proves of extras:
 * 1. what contract 8 allows is kept, without private keys; all else is refused, and each fault is told once
 * 2. the schema and a grammar of extras agree about anything
 * 3. no key reaches a prototype, and none is repeated
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extrasSchema } from '../../../src/http/profiles/extras.ts'

const LONG_KEY = 'must not have keys longer than 16 characters (UTF-16 units)'
const OTHER = 'must hold null, true, false, finite numbers, texts, lists and dictionaries only'
const UNFIT = 'must hold well-formed Unicode without control characters only'
const LIST_IN_LIST = 'must not hold lists in lists'
const DICTIONARY_IN_LIST = 'must not hold dictionaries in lists'
const TOO_DEEP = 'must not nest dictionaries more than one level deep'
const TOO_LONG = 'must not be longer than 65536 bytes as JSON'
const MAX_BYTES = 65_536
/** Of the JSON around a text: {"a":"…"}. */
const AROUND = 8

/** As a request brings it: only JSON.parse makes a key of `__proto__`. */
const POLLUTING = JSON.parse('{"__proto__":{"bad":1},"constructor":{"prototype":"x"},"a":1}')

test.each([
  { name: 'nothing', extras: {}, read: {} },
  {
    name: 'every scalar',
    extras: { a: null, b: true, c: -1.5, d: '', e: 'é' },
    read: { a: null, b: true, c: -1.5, d: '', e: 'é' },
  },
  {
    name: 'a list of scalars',
    extras: { a: [1, 'x', null, false], b: [] },
    read: { a: [1, 'x', null, false], b: [] },
  },
  { name: 'a dictionary', extras: { a: { b: 1, c: [2] } }, read: { a: { b: 1, c: [2] } } },
  { name: 'an empty key', extras: { '': 1 }, read: { '': 1 } },
  { name: 'a key of 16 units', extras: { '12345678901234😀': 1 }, read: { '12345678901234😀': 1 } },
  { name: 'tabs and ends of lines', extras: { a: '1\t2\r\n3' }, read: { a: '1\t2\r\n3' } },
  {
    name: 'private keys, at every level',
    extras: { _a: 1, b: { _c: 1, d: 1 } },
    read: { b: { d: 1 } },
  },
  {
    name: 'whatever private keys hold',
    extras: { _a: [[1]], _much_too_long_a_key: 1, b: { _c: { d: { e: 1 } } } },
    read: { b: {} },
  },
  { name: 'an underscore elsewhere', extras: { a_: 1 }, read: { a_: 1 } },
  {
    name: 'as many bytes as are allowed',
    extras: { a: 'x'.repeat(MAX_BYTES - AROUND) },
    read: { a: 'x'.repeat(MAX_BYTES - AROUND) },
  },
  {
    name: 'more bytes in private keys',
    extras: { _a: 'x'.repeat(MAX_BYTES) },
    read: {},
  },
])('accepts $name', ({ extras, read }) => {
  expect(extrasSchema.parse(extras)).toStrictEqual(read)
})

test.each([
  { name: 'text', extras: 'x', says: ['must be a dictionary'] },
  { name: 'null', extras: null, says: ['must be a dictionary'] },
  { name: 'a list', extras: [1], says: ['must be a dictionary'] },
  { name: 'a list in a list', extras: { a: [[]] }, says: [LIST_IN_LIST] },
  { name: 'a list in a list below', extras: { a: { b: [1, [2]] } }, says: [LIST_IN_LIST] },
  { name: 'a dictionary in a list', extras: { a: [{}] }, says: [DICTIONARY_IN_LIST] },
  { name: 'one of private keys', extras: { a: [{ _b: 1 }] }, says: [DICTIONARY_IN_LIST] },
  { name: 'dictionaries two deep', extras: { a: { b: {} } }, says: [TOO_DEEP] },
  { name: 'a key of 17 characters', extras: { '12345678901234567': 1 }, says: [LONG_KEY] },
  { name: 'one of 17 units', extras: { '123456789012345😀': 1 }, says: [LONG_KEY] },
  { name: 'a long key below', extras: { a: { '12345678901234567': 1 } }, says: [LONG_KEY] },
  { name: 'what is no number', extras: { a: Number.NaN }, says: [OTHER] },
  { name: 'infinity in a list', extras: { a: [Number.POSITIVE_INFINITY] }, says: [OTHER] },
  { name: 'undefined', extras: { a: undefined }, says: [OTHER] },
  { name: 'a hole in a list', extras: { a: new Array(1) }, says: [OTHER] },
  { name: 'a date', extras: { a: new Date(0) }, says: [OTHER] },
  { name: 'a function', extras: { a: [() => 1] }, says: [OTHER] },
  { name: 'NUL', extras: { a: 'x\0' }, says: [UNFIT] },
  { name: 'a control character of C1', extras: { a: ['\u0085'] }, says: [UNFIT] },
  { name: 'half a character', extras: { a: { b: '\ud83d' } }, says: [UNFIT] },
  { name: 'a control character in a key', extras: { 'a\0': 1 }, says: [UNFIT] },
  { name: 'an isolate in a key', extras: { a: { '\u2066': 1 } }, says: [UNFIT] },
  { name: 'an override', extras: { a: 'x\u202E' }, says: [UNFIT] },
  { name: 'a tag', extras: { a: 'x\u{E0041}' }, says: [UNFIT] },
  {
    name: 'a byte too many',
    extras: { a: 'x'.repeat(MAX_BYTES - AROUND + 1) },
    says: [TOO_LONG],
  },
  {
    name: 'too many bytes of few characters',
    extras: { a: 'é'.repeat(MAX_BYTES / 2) },
    says: [TOO_LONG],
  },
  {
    name: 'several faults, each once',
    extras: { a: [[], {}, []], b: { c: {}, d: {} } },
    says: [LIST_IN_LIST, DICTIONARY_IN_LIST, TOO_DEEP],
  },
])('refuses $name', ({ extras, says }) => {
  const { error } = extrasSchema.safeParse(extras)
  expect(error?.issues.map(({ message }) => message)).toEqual(says)
  expect(error?.issues.flatMap(({ path }) => path)).toEqual([])
})

test('takes keys of prototypes for keys like any other', () => {
  const read = extrasSchema.parse(POLLUTING)
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.entries(read)).toEqual([
    ['constructor', { prototype: 'x' }],
    ['a', 1],
  ])
  expect('bad' in {}).toBe(false)
})

test('leaves what it is given as it was', () => {
  const extras = { _a: 1, b: { _c: 1, d: [1] } }
  const read = extrasSchema.parse(extras)
  expect(extras).toEqual({ _a: 1, b: { _c: 1, d: [1] } })
  expect(read.b).not.toBe(extras.b)
})

test('survives what is nested without end', () => {
  const deep: Record<string, unknown> = {}
  deep.a = deep
  const list: unknown[] = []
  list.push(list)
  expect(messagesOf(deep)).toEqual([TOO_DEEP])
  expect(messagesOf({ list })).toEqual([LIST_IN_LIST])
})

/** What is in a name of the grammar: "s" a scalar, "x" what is nothing of JSON, "[…]" a list, "{…}" a dictionary. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join('')}]`
  if (typeof value === 'object' && value !== null)
    return `{${publicKeys(value)
      .map((key) => shapeOf((value as Record<string, unknown>)[key]))
      .join('')}}`
  return JSON.stringify(value) === undefined || Object.is(JSON.parse(JSON.stringify(value)), value)
    ? 's'
    : 'x'
}

const LIST = String.raw`\[s*\]`
const EXTRAS = new RegExp(String.raw`^\{(s|${LIST}|\{(s|${LIST})*\})*\}$`)

function publicKeys(value: object): string[] {
  return Object.keys(value).filter((key) => key[0] !== '_')
}

/** Every public key and every text of extras of a fit shape. */
function textsOf(value: unknown, texts: string[], keys: string[]): void {
  if (typeof value === 'string') texts.push(value)
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) keys.push(...publicKeys(value))
  const places = Array.isArray(value) ? Object.keys(value) : publicKeys(value)
  for (const place of places) textsOf((value as Record<string, unknown>)[place], texts, keys)
}

/** Control characters, those that turn the direction of text, and tags: first and last code point. */
const UNFIT_RANGES = [
  [0, 31],
  [127, 159],
  [0x20_2a, 0x20_2e],
  [0x20_66, 0x20_69],
  [0xe_00_00, 0xe_00_7f],
] as const

function isFitText(text: string): boolean {
  try {
    encodeURIComponent(text)
  } catch {
    return false
  }
  return [...text].every((character) => {
    const code = character.codePointAt(0)!
    if (code === 9 || code === 10 || code === 13) return true
    return UNFIT_RANGES.every(([first, last]) => code < first || code > last)
  })
}

function isFit(extras: object): boolean {
  if (!EXTRAS.test(shapeOf(extras))) return false
  const texts: string[] = []
  const keys: string[] = []
  textsOf(extras, texts, keys)
  return keys.every(({ length }) => length <= 16) && [...texts, ...keys].every(isFitText)
}

const unit = fc.oneof(
  fc.constantFrom(...UNFIT_RANGES.flat().map((code) => String.fromCodePoint(code))),
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.nat(0xa0).map((code) => String.fromCharCode(code)),
)
const oddText = fc.string({ unit, maxLength: 4 })
const fitText = fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀', '_', '\t'), maxLength: 6 })
const rarely = <T>(odd: fc.Arbitrary<T>, usual: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: odd, weight: 1 }, { arbitrary: usual, weight: 9 })

const key = rarely(
  fc.oneof(oddText, fc.string({ minLength: 15, maxLength: 18 })),
  fc.oneof(fitText, fc.constantFrom('__proto__', 'constructor', 'toJSON', '_x', 'hasOwnProperty')),
)
const scalar: fc.Arbitrary<unknown> = rarely<unknown>(
  fc.oneof(oddText, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY)),
  fc.oneof(fitText, fc.boolean(), fc.integer(), fc.constant(null)),
)
const dictionaryOf = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { arbitrary: scalar, weight: 5 },
    { arbitrary: fc.array(rarely(tie('value'), scalar), { maxLength: 3 }), weight: 2 },
    { arbitrary: dictionaryOf(tie('value')), weight: 2 },
  ),
}))

test('agrees with the grammar about anything', () => {
  const counts = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(dictionaryOf(anyValue), (extras) => {
      const { success, data, error } = extrasSchema.safeParse(extras)
      counts[success ? 'accepted' : 'refused']++
      expect(success).toBe(isFit(extras))
      if (success) {
        // What is accepted is JSON already, has no private key, and is accepted again as it is.
        expect(JSON.stringify(data)).not.toMatch(/[{,]"_[^"]*":/)
        // Not strictly: that takes a key called constructor for the object's class.
        expect(extrasSchema.parse(data)).toEqual(data)
        expect(shapeOf(data)).toBe(shapeOf(extras))
      }
      expect(error?.issues.every(({ path }) => path.length === 0) ?? true).toBe(true)
    }),
    { numRuns: 500 },
  )
  // Otherwise it would prove nothing.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(30)
  expect(Object.keys(Object.prototype)).toEqual([])
})

function messagesOf(extras: unknown): string[] {
  return extrasSchema.safeParse(extras).error?.issues.map(({ message }) => message) ?? []
}
