/**
 * Proves of the bodies of requests:
 * 1. what JSON.parse reads is read the same, as long as it can be read in one way only
 * 2. bounds are those that the caller gives, and integers may be inexact only where it says so
 * 3. all else is `invalid_request`: a table, and properties about keys and depth at any place
 * 4. no message repeats anything
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HttpError } from '../../src/http/errors.ts'
import { type JsonLimits, parseJson } from '../../src/http/json.ts'

const NO_JSON = 'the body is not valid JSON'
const NO_UTF8 = 'the body is not in UTF-8'
const TWICE = 'the body has a key twice in one object'
const FORBIDDEN = 'the body has a key that is not allowed'
const TOO_DEEP = 'the body is nested too deeply'
const TOO_MANY = 'the body has more than 10000 values'
const INEXACT = 'the body has a whole number that is too large: send it as text'

/** A list of this many items. */
const listOf = (items: number) => `[${Array(items).fill('"MARKER"').join()}]`

const nested = (depth: number, [open, close]: readonly [string, string], inside = '') =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

/** The message of the refusal; what is read, as JSON, where there is none. */
function outcomeOf(body: string | Buffer): string {
  try {
    return JSON.stringify(parseJson(Buffer.from(body as string)))
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'invalid_request') throw error
    return error.message
  }
}

test.each([
  { name: 'an object', body: '{"a":1}' },
  { name: 'white space around it', body: ' \t\r\n{ "a" : [ 1 , 2 ] }\n', read: '{"a":[1,2]}' },
  { name: 'a scalar', body: '"x"' },
  { name: 'null', body: 'null' },
  { name: 'the same key in two objects', body: '{"a":{"b":1},"c":{"b":1}}' },
  { name: 'the same key in an object and one in it', body: '{"a":{"a":{"a":1}}}' },
  { name: 'the same key in objects of a list', body: '[{"a":1},{"a":2}]' },
  { name: 'a key after an object that has it', body: '{"a":{"b":1},"b":2}' },
  { name: 'keys that differ in case', body: '{"a":1,"A":2}' },
  { name: 'keys that differ in composition', body: '{"\u00e9":1,"e\u0301":2}' },
  { name: 'a key that is empty', body: '{"":1}' },
  {
    name: 'keys of the prototype that are harmless',
    body: '{"constructor":1,"toString":2,"hasOwnProperty":3}',
  },
  { name: 'what looks like a forbidden key in a value', body: '["__proto__",{"a":"__proto__"}]' },
  {
    name: 'what looks like braces in texts',
    body: `{"${'{['.repeat(40)}":"${'[{'.repeat(40)}\\""}`,
  },
  { name: '32 lists', body: nested(32, ['[', ']']) },
  { name: '32 objects', body: nested(32, ['{"a":', '}'], '1') },
  { name: 'many next to each other', body: `[${Array(100).fill('[{}]').join(',')}]` },
  { name: 'a mark of the order of bytes in front', body: '\ufeff{"a":1}', read: '{"a":1}' },
  { name: 'such a mark in a text', body: '"\ufeff"' },
  { name: 'half a character, escaped', body: '"\\ud800"' },
  { name: 'numbers beyond a double', body: '[1e999,-1e999]', read: '[null,null]' },
  { name: 'numbers below a double', body: '[1e-999,-0]', read: '[0,0]' },
  { name: 'the greatest integers that are sure', body: '[9007199254740992,-9007199254740991]' },
  { name: 'an integer beyond them that a double has', body: '9007199254740994' },
  {
    name: 'an integer as programs write a large double',
    body: '[12345678901234567000,1000000000000000000000]',
    read: '[12345678901234567000,1e+21]',
  },
  { name: 'digits in a text and in a key', body: '{"9007199254740993":"9007199254740993"}' },
  { name: 'a fraction of many digits', body: '[0.1234567890123456]' },
  { name: '10,000 values', body: listOf(9999) },
  { name: 'ends of lines of Unicode in a text', body: '"\u2028\u2029"' },
  { name: 'a zero character, escaped', body: '"\\u0000"' },
])('reads $name', ({ body, read = body }) => {
  expect(outcomeOf(body)).toBe(read)
})

test('numbers beyond a double are read as JSON.parse reads them', () => {
  expect(parseJson(Buffer.from('[1e999,-1e999]'))).toEqual([Infinity, -Infinity])
})

test.each([
  { name: 'nothing', body: '', message: NO_JSON },
  { name: 'white space', body: ' \n', message: NO_JSON },
  { name: 'a text without quotes', body: 'MARKER', message: NO_JSON },
  { name: 'half an object', body: '{"MARKER":', message: NO_JSON },
  { name: 'two objects', body: '{"MARKER":1}{}', message: NO_JSON },
  { name: 'a comment', body: '{"MARKER":1} // x', message: NO_JSON },
  { name: 'a comma at the end', body: '{"MARKER":1,}', message: NO_JSON },
  { name: 'single quotes', body: "{'MARKER':1}", message: NO_JSON },
  { name: 'NaN', body: '{"MARKER":NaN}', message: NO_JSON },
  { name: 'a number that begins with 0', body: '{"MARKER":01}', message: NO_JSON },
  { name: 'an end of line in a text', body: '"MARKER\n"', message: NO_JSON },
  { name: 'a zero byte', body: '{"MARKER":1}\0', message: NO_JSON },
  { name: 'two marks of the order of bytes', body: '\ufeff\ufeff{"MARKER":1}', message: NO_JSON },
  {
    name: 'another encoding',
    body: Buffer.from('\ufeff{"MARKER":1}', 'utf16le'),
    message: NO_UTF8,
  },
  { name: 'a byte that UTF-8 has not', body: latin1('"MARKER\xff"'), message: NO_UTF8 },
  { name: 'half a character', body: latin1('"MARKER\xc3"'), message: NO_UTF8 },
  { name: 'a longer form than needed', body: latin1('"MARKER\xc0\xaf"'), message: NO_UTF8 },
  { name: 'a surrogate in UTF-8', body: latin1('"MARKER\xed\xa0\x80"'), message: NO_UTF8 },
  { name: 'a key twice', body: '{"MARKER":1,"b":2,"MARKER":1}', message: TWICE },
  {
    name: 'a key twice, with an object between',
    body: '{"MARKER":1,"b":{"c":2},"MARKER":1}',
    message: TWICE,
  },
  { name: 'a key twice, within', body: '{"a":[[{"MARKER":1,"MARKER":2}]]}', message: TWICE },
  { name: 'a key twice, once escaped', body: '{"MARKERa":1,"MARKER\\u0061":2}', message: TWICE },
  { name: 'a key twice, both escaped', body: '{"\\u0061":1,"\\u0061":2}', message: TWICE },
  { name: 'a slash, once escaped', body: '{"MARKER/":1,"MARKER\\/":2}', message: TWICE },
  {
    name: 'a letter beyond 16 bits, once escaped',
    body: '{"😀":1,"\\ud83d\\ude00":2}',
    message: TWICE,
  },
  { name: 'the empty key twice', body: '{"":1,"":2}', message: TWICE },
  { name: '__proto__', body: '{"__proto__":{"MARKER":1}}', message: FORBIDDEN },
  { name: '__proto__, escaped', body: '{"\\u005f_proto__":{"MARKER":1}}', message: FORBIDDEN },
  { name: '__proto__, within', body: '{"a":[{"b":{"__proto__":"MARKER"}}]}', message: FORBIDDEN },
  { name: '33 lists', body: nested(33, ['[', ']'], '"MARKER"'), message: TOO_DEEP },
  { name: '33 objects', body: nested(33, ['{"MARKER":', '}'], '1'), message: TOO_DEEP },
  { name: '33 of both', body: nested(17, ['[{"MARKER":', '}]'], '1'), message: TOO_DEEP },
  ...['9007199254740993', '-9007199254740993', '12345678901234567', '9'.repeat(400)].map(
    (number) => ({
      name: `${number.slice(0, 20)}`,
      body: `{"MARKER":[1,${number}]}`,
      message: INEXACT,
    }),
  ),
  { name: '10,001 values', body: listOf(10_000), message: TOO_MANY },
  {
    name: '10,001 values of which 5,000 are lists',
    body: `["MARKER",${Array(5000).fill('[]').join()}]`,
    message: TOO_MANY,
  },
  { name: 'many values that are no JSON', body: `${listOf(10_000)}x`, message: TOO_MANY },
  { name: 'a million lists', body: nested(1_000_000, ['[', ']']), message: TOO_DEEP },
])('refuses $name', ({ body, message }) => {
  expect(outcomeOf(body)).toBe(message)
})

test('bounds are those that the caller gives', () => {
  const read = (text: string, limits: JsonLimits) => parseJson(Buffer.from(text), limits)
  expect(read(listOf(2), { maxValues: 3 })).toEqual(['MARKER', 'MARKER'])
  expect(() => read(listOf(3), { maxValues: 3 })).toThrow('more than 3 values')
  expect(read(listOf(10_001), { maxValues: 20_000 })).toHaveLength(10_001)
  expect(read('9007199254740993', { allowsInexact: true })).toBe(2 ** 53)
})

test('a megabyte of any kind is refused or read in milliseconds', () => {
  const unit = (text: string) => text.repeat(Math.floor(2 ** 20 / text.length))
  for (const body of [
    ...['[', '{"":', '"', '\\"', '"\\"', ' ', ',', '1', '-', '{', '{},'].map(unit),
    ...[`"${unit('\\"')}"`, `{"a":"${unit('\\\\')}"}`, `["" ${unit(' ')}]`, `{"a"${unit(' ')}:1}`],
  ]) {
    const start = process.cpuUsage()
    outcomeOf(body)
    const { user, system } = process.cpuUsage(start)
    // Microseconds of the processor, however busy it is: some 10,000.
    expect(user + system).toBeLessThan(500_000)
  }
})

/** JSON as anybody may write it: white space, escapes, keys that come again. */
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '\ud800', 'é', '"', '\\')
const spelt = (text: string, isEscaped: boolean) =>
  isEscaped
    ? `"${[...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text)
interface Written {
  readonly text: string
  /** Whether an object of it has a key twice, or one that none may have. */
  readonly isAmbiguous: boolean
}
const { value: written } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.json({ maxDepth: 0 }).map((text) => ({ text, isAmbiguous: false })),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(' ,')}]`,
      isAmbiguous: items.some(({ isAmbiguous }) => isAmbiguous),
    })),
    fc.array(fc.tuple(key, fc.boolean(), tie('value')), { maxLength: 3 }).map((entries) => {
      const keys = entries.map(([name]) => name)
      return {
        text: `{${entries.map(([name, isEscaped, { text }]) => `${spelt(name, isEscaped)}\n:${text}`).join(',')}}`,
        isAmbiguous:
          new Set(keys).size < keys.length ||
          keys.includes('__proto__') ||
          entries.some(([, , { isAmbiguous }]) => isAmbiguous),
      }
    }),
  ),
}))

describe('anything', () => {
  test('that JSON.parse reads is read the same, unless it can be read in two ways', () => {
    fc.assert(
      fc.property(written, ({ text, isAmbiguous }) => {
        if (isAmbiguous) expect([TWICE, FORBIDDEN]).toContain(outcomeOf(text))
        else expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('that a program writes is read as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        const outcome = outcomeOf(text)
        if (text.includes('"__proto__":')) return
        expect(outcome).toBe(text)
      }),
      { numRuns: 100 },
    )
  })

  test('of bytes is read as JSON.parse reads its text, or refused by one of six messages', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .array(fc.constantFrom(...'{}[]",:\\u001 \n', '"a":', '\xff'), { maxLength: 30 })
        .map((parts) => latin1(parts.join(''))),
    )
    fc.assert(
      fc.property(bytes, (body) => {
        const outcome = outcomeOf(Buffer.from(body))
        if ([NO_JSON, NO_UTF8, TWICE, FORBIDDEN, TOO_DEEP, INEXACT].includes(outcome)) return
        expect(outcome).toBe(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8'))))
      }),
      { numRuns: 500 },
    )
  })
})

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
