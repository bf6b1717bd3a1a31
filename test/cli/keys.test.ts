/**
 * Proves of the command keys, and of keys in the settings of commands:
 * 1. `keys rotate` seals what is plain and wraps the data keys anew, says so, and has an entry in the audit trail
 * 2. keys come from a command, too; one that fails or prints something else is refused, without what it printed
 * 3. a server says when it starts whether records are plain, or some of them
 * 4. other commands need the keys as well; a backup needs none, and holds nothing that is personal
 */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecords } from '../../src/http/http.ts'
import type { Profile } from '../../src/records/records.ts'
import { startServer } from '../support/server.ts'
import { medlink, tempFolder } from './support.ts'

const MARK = 'Zqxjkvb'
const newKey = () => randomBytes(32).toString('base64')

async function plainRecords() {
  const data = await tempFolder()
  const records = await openRecords({ folder: data })
  const profile = { kind: 'patient', bid: 'b', fn: MARK, username: MARK } as const
  const { oid } = (await records.profiles.create(profile)) as Profile
  await records.close()
  return { data, oid }
}

const done = (keys: number, rows: number) =>
  `data keys rewrapped\t${keys}\nrows sealed\t${rows}\ndocuments sealed\t0\n`

test('a rotation seals, and changes the master key', async () => {
  const { data, oid } = await plainRecords()
  const [first, second] = [`first:${newKey()}`, `second:${newKey()}`]
  const rotate = (keys: string) =>
    medlink(['keys', 'rotate', '--data', data], { env: { MEDLINK_DATA_KEYS: keys } })
  expect(await rotate('')).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringContaining('MEDLINK_DATA_KEYS') },
  })
  expect(readFileSync(join(data, 'records.sqlite')).includes(MARK)).toBe(true)
  const sealed = await rotate(first)
  expect(sealed).toMatchObject({ code: 0, stdout: done(0, 1) })
  expect(sealed.stderr).toContain('all records and files are sealed')
  expect(readFileSync(join(data, 'records.sqlite')).includes(MARK)).toBe(false)
  expect(await rotate(`${second},${first}`)).toMatchObject({ code: 0, stdout: done(1, 0) })
  expect(await rotate(second)).toMatchObject({ code: 0, stdout: done(0, 0) })
  const refused = await rotate(first)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('MEDLINK_DATA_KEYS has no key second')

  const env = { MEDLINK_DATA_KEYS: second }
  const trail = await medlink(['audit', 'export', '--data', data], { env })
  const operations = trail.stdout.split('\n').filter((line) => line.includes('keys rotate'))
  expect(operations.map((line) => JSON.parse(line).outcome)).toEqual([
    'failed',
    'done',
    'done',
    'done',
  ])
  const to = join(await tempFolder(), 'patient.zip')
  const list = ['patient', 'export', oid, '--to', to, '--data', data]
  expect((await medlink(list)).stderr).toContain('the records are sealed')
  expect((await medlink(list, { env })).code).toBe(0)
  const backup = join(await tempFolder(), 'backup.db')
  expect((await medlink(['backup', backup, '--data', data])).code).toBe(0)
  expect(readFileSync(backup).includes(MARK)).toBe(false)
})

test.each([
  ['prints them', 0, (keys: string) => `echo '${keys}'`],
  ['prints them by line', 0, (keys: string) => `printf 'a:%s\\n%s\\n' '${newKey()}' '${keys}'`],
  ['prints something else', 1, (keys: string) => `echo 'secret ${keys}'`],
  ['prints nothing', 1, () => 'true'],
  ['fails', 1, (keys: string) => `echo '${keys}'; echo '${keys}' >&2; exit 3`],
  ['is none', 1, () => '/is/not/there'],
])('a command that %s: exit code %i', async (_, code, commandOf) => {
  const { data } = await plainRecords()
  const keys = `first:${newKey()}`
  const env = { MEDLINK_DATA_KEYS_COMMAND: commandOf(keys) }
  const result = await medlink(['keys', 'rotate', '--data', data], { env })
  expect(result).toMatchObject({ code, stdout: code === 0 ? done(0, 1) : '' })
  expect(result.stderr).not.toContain(keys)
  if (code === 1)
    expect(result.stderr).toMatch(/the command of MEDLINK_DATA_KEYS_COMMAND (must print|failed)/)
})

test('a server says whether records are plain', async () => {
  const { data, oid } = await plainRecords()
  const env = { MEDLINK_DATA_KEYS: `first:${newKey()}` }
  const as = { sub: '1'.repeat(17), cid: 'c', bid: 'b', role: 'user' }
  const dir = await tempFolder()
  const start = async (more: Readonly<Record<string, string>>) => {
    const server = await startServer({ dir, place: { folder: data }, env: more })
    const { body } = await server.ask(`GET /profiles/v1/patient/${oid}`, { as })
    expect(body).toMatchObject({ fn: MARK })
    await server.stop()
    const says = ['records are stored as plain text', 'are plain until medlink keys rotate']
    expect(server.log()).not.toContain(MARK)
    return says.map((each) => server.log().includes(each))
  }
  expect(await start({})).toEqual([true, false])
  expect(await start(env)).toEqual([false, true])
  expect((await medlink(['keys', 'rotate', '--data', data], { env })).code).toBe(0)
  expect(await start(env)).toEqual([false, false])
})

test('keys and a command at once are refused', async () => {
  const env = { MEDLINK_DATA_KEYS: `a:${newKey()}`, MEDLINK_DATA_KEYS_COMMAND: 'true' }
  const { code, stderr } = await medlink(['keys', 'rotate'], { env })
  expect([code, stderr]).toEqual([1, expect.stringContaining('choose one')])
})
