/**
 * Proves of MEDLINK_JWE_KEYS:
 * 1. a list and a file of one entry a line give the same keys: each the secret twice
 * 2. what is no such thing is refused at the start, the entry told by its number
 * 3. no refusal repeats anything of it, and nothing that prints the settings shows a key
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MedlinkError } from '../../../src/errors.ts'
import { readSettings } from '../../../src/http/settings.ts'

const SECRET = 'abcdefghijklmnop'
const OTHER = 'pq:rs=tu+vw/xyz-'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-jwe-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(setting: string): Record<string, string> {
  const { envelopeKeys } = readSettings({ MEDLINK_JWE_KEYS: setting })
  return Object.fromEntries(
    [...envelopeKeys].map(([kid, { key, client }]) => [
      client === undefined ? kid : `${kid} of ${client}`,
      key.export().toString(),
    ]),
  )
}

function inFile(content: string | Buffer): string {
  const path = join(folder, 'keys')
  writeFileSync(path, content)
  return path
}

describe('keys', () => {
  test.each([
    { what: 'none', setting: '', keys: {} },
    {
      what: 'a kid of every kind',
      setting: `a.b~c=d+e/f@g-h_1:${SECRET}`,
      keys: { 'a.b~c=d+e/f@g-h_1': SECRET + SECRET },
    },
    { what: 'one', setting: `a:${SECRET}`, keys: { a: SECRET + SECRET } },
    {
      what: 'several, a colon in a secret',
      setting: `a:${SECRET},b:${OTHER}`,
      keys: { a: SECRET + SECRET, b: OTHER + OTHER },
    },
    {
      what: 'two kids of one secret',
      setting: `a:${SECRET},b:${SECRET}`,
      keys: { a: SECRET + SECRET, b: SECRET + SECRET },
    },
    {
      what: 'a secret of fewer characters than bytes',
      setting: 'a:Schlüssel-für-',
      keys: { a: 'Schlüssel-für-Schlüssel-für-' },
    },
    {
      what: 'one of a client',
      setting: `a mlc_x-1:${SECRET},b:${OTHER}`,
      keys: { 'a of mlc_x-1': SECRET + SECRET, b: OTHER + OTHER },
    },
    {
      what: 'a long kid',
      setting: `${'a'.repeat(200)}:${SECRET}`,
      keys: { ['a'.repeat(200)]: SECRET + SECRET },
    },
  ])('$what', ({ setting, keys }) => {
    expect(read(setting)).toEqual(keys)
  })

  test.each([
    { what: 'one a line', content: `a:${SECRET}\nb:${OTHER}\n` },
    { what: 'as Windows writes it', content: `\ufeffa:${SECRET}\r\n\r\nb:${OTHER}` },
  ])('of a file, $what', ({ content }) => {
    expect(read(inFile(content))).toEqual({ a: SECRET + SECRET, b: OTHER + OTHER })
  })

  test('a secret with a comma and with blanks, of a file', () => {
    expect(read(inFile('a: 2345678,0123456'))).toEqual({
      a: ' 2345678,0123456'.repeat(2),
    })
  })
})

const ENTRY = /MEDLINK_JWE_KEYS has (.*): it must be kid:secret,kid2:secret2, or an existing file/

describe('refusals', () => {
  test.each([
    {
      what: 'a secret of 15 bytes',
      setting: `a:${SECRET.slice(1)}`,
      fault: 'a secret that is not 16 bytes of text in entry 1',
    },
    {
      what: 'a secret of 17 bytes',
      setting: `a:${SECRET},b:${SECRET}1`,
      fault: 'a secret that is not 16 bytes of text in entry 2',
    },
    {
      what: 'a secret of 16 characters in 17 bytes',
      setting: `a:${SECRET.slice(1)}ü`,
      fault: 'a secret that is not 16 bytes of text in entry 1',
    },
    { what: 'no secret', setting: 'a:', fault: 'a secret that is not 16 bytes of text in entry 1' },
    {
      what: 'a control character',
      setting: `a:${SECRET.slice(1)}\t`,
      fault: 'a secret that is not 16 bytes of text in entry 1',
    },
    {
      what: 'a character that was none',
      setting: `a:${SECRET.slice(3)}\ufffd`,
      fault: 'a secret that is not 16 bytes of text in entry 1',
    },
    {
      what: 'half a character',
      setting: `a:${SECRET.slice(3)}\ud800`,
      fault: 'a secret that is not 16 bytes of text in entry 1',
    },
    { what: 'no kid', setting: `:${SECRET}`, fault: 'no kid in entry 1' },
    { what: 'no colon, and no file', setting: SECRET, fault: 'no kid in entry 1' },
    {
      what: 'a blank before a kid',
      setting: `a:${SECRET}, b:${SECRET}`,
      fault: 'no kid in entry 2',
    },
    {
      what: 'a kid that is too long',
      setting: `${'a'.repeat(201)}:${SECRET}`,
      fault: 'no kid in entry 1',
    },
    { what: 'a comma at the end', setting: `a:${SECRET},`, fault: 'no kid in entry 2' },
    {
      what: 'a kid twice',
      setting: `a:${SECRET},b:${SECRET},a:${OTHER}`,
      fault: 'the kid of entry 3 twice',
    },
  ])('$what', ({ setting, fault }) => {
    const error = refusal(setting)
    expect(ENTRY.exec(error.message)?.[1]).toBe(fault)
    expect(error.message).not.toContain(SECRET.slice(4))
    expect(error.code).toBe('settings_invalid')
  })

  test.each([
    { what: 'that is empty', make: () => inFile('\n'), fault: 'MEDLINK_JWE_KEYS has no key:' },
    {
      what: 'that is no text',
      make: () => inFile(Buffer.from(`a:${SECRET}\xff`, 'latin1')),
      fault: 'MEDLINK_JWE_KEYS cannot be read:',
    },
    { what: 'that is a folder', make: () => folder, fault: 'MEDLINK_JWE_KEYS cannot be read:' },
  ])('a file $what', ({ make, fault }) => {
    const path = make()
    const { message } = refusal(path)
    expect(message).toContain(fault)
    expect(message).not.toContain(path)
  })
})

test('settings that are printed show no secret', () => {
  const settings = readSettings({ MEDLINK_JWE_KEYS: `a:${SECRET}` })
  const shown = inspect(settings, { depth: 9 }) + JSON.stringify(settings)
  expect(shown).not.toContain(SECRET)
  expect(shown).not.toContain(Buffer.from(SECRET).toString('hex'))
  expect(shown).not.toMatch(/97,\s*98,\s*99|61 62 63/)
})

function refusal(setting: string): MedlinkError {
  try {
    read(setting)
  } catch (error) {
    if (error instanceof MedlinkError) return error
    throw error
  }
  throw new Error('it is taken')
}
