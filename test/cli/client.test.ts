/**
 * Proves of `medlink client`:
 * 1. a client that is added can log in with the secret that is printed once, and never again
 * 2. clients are listed in their order, without secrets
 * 3. one that is removed cannot log in, and no other goes with it
 * 4. a database that cannot be reached is told without its address
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecords } from '../../src/http/http.ts'
import { medlink, tempFolder } from './support.ts'

const newData = async () => join(await tempFolder(), 'records')

/** Adds a client, and reads what is printed. */
async function add(data: string, ...argv: readonly string[]) {
  const ran = await medlink(['client', 'add', '--data', data, '--workspace', 'clinic', ...argv])
  expect(ran).toMatchObject({ code: 0, stderr: 'medlink: the secret is not shown again\n' })
  const [, id, secret] = /^client_id\t(\S+)\nclient_secret\t(\S+)\n$/.exec(ran.stdout)!
  return { id: id!, secret: secret! }
}

/** Whom an id and a secret log in as. */
async function authenticate(data: string, { id, secret }: { id: string; secret: string }) {
  const records = await openRecords({ folder: data })
  return records.clients.authenticate(id, secret).finally(() => records.close())
}

test('one that is added can log in, as what it was told to be', async () => {
  const data = await newData()
  const [plain, admin] = [
    await add(data),
    await add(data, '--role', 'admin', '--oid', '12345678901234567'),
  ]
  const found = await authenticate(data, plain)
  expect(found).toMatchObject({ client_id: plain.id, bid: 'clinic', role: 'user' })
  expect(found!.oid).toMatch(/^[1-9]\d{16}$/)
  expect(await authenticate(data, admin)).toMatchObject({ role: 'admin', oid: '12345678901234567' })
  expect(await authenticate(data, { id: plain.id, secret: admin.secret })).toBeUndefined()
  const another = await authenticate(data, await add(data))
  expect(another!.oid).not.toBe(found!.oid)
})

test('they are listed in their order, and no secret is', async () => {
  const data = await newData()
  const added = [await add(data), await add(data, '--role', 'admin', '--oid', '7')]
  const plain = await medlink(['client', 'list', '--data', data])
  expect(plain).toMatchObject({ code: 0, stderr: '' })
  const rows = plain.stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows.map(([id]) => id)).toEqual(added.map(({ id }) => id))
  expect(rows[1]!.slice(1, 4)).toEqual(['clinic', 'admin', '7'])
  expect(Math.abs(Date.parse(rows[1]![4]!) - Date.now())).toBeLessThan(60_000)

  const json = await medlink(['client', 'list', '--data', data, '--json'])
  expect(JSON.parse(json.stdout)).toEqual([
    expect.objectContaining({ client_id: added[0]!.id, bid: 'clinic', role: 'user' }),
    {
      client_id: added[1]!.id,
      bid: 'clinic',
      role: 'admin',
      oid: '7',
      created: expect.any(Number),
    },
  ])
  const files = readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'))
  for (const { secret } of added)
    for (const text of [plain.stdout, json.stdout, ...files]) expect(text).not.toContain(secret)
})

test('none is nothing to list', async () => {
  const data = await newData()
  expect(await medlink(['client', 'list', '--data', data])).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await medlink(['client', 'list', '--data', data, '--json'])
  expect(stdout).toBe('[]\n')
})

test('as JSON', async () => {
  const data = await newData()
  const argv = ['client', 'add', '--data', data, '--workspace', 'clinic', '--json']
  const { stdout, stderr } = await medlink(argv)
  expect(stderr).toBe('')
  const { client_id: id, client_secret: secret, ...others } = JSON.parse(stdout)
  expect(others).toMatchObject({ bid: 'clinic', role: 'user' })
  expect(await authenticate(data, { id, secret })).toMatchObject(others)
})

test('one that is removed cannot log in, and others can', async () => {
  const data = await newData()
  const [gone, there] = [await add(data), await add(data)]
  const remove = () => medlink(['client', 'remove', gone.id, '--data', data])
  expect(await remove()).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await authenticate(data, gone)).toBeUndefined()
  expect(await authenticate(data, there)).toBeDefined()
  const again = await remove()
  expect(again).toEqual({
    code: 1,
    stdout: '',
    stderr: 'medlink: there is no client with this id\n',
  })
})

test('one that expires is refused from then on, and so are its tokens', async () => {
  const data = await newData()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const added = await add(data, '--expires', later)
  const seconds = Math.floor(Date.parse(later) / 1000)
  expect(await authenticate(data, added)).toMatchObject({ expires_at: seconds })
  const { stdout } = await medlink(['client', 'list', '--data', data])
  expect(stdout.trim().split('\t')[5]).toBe(new Date(seconds * 1000).toISOString())

  const soon = await openRecords({ folder: data })
  const client = (await soon.clients.authenticate(added.id, added.secret))!
  const { token, login } = await soon.refreshTokens.start(client, 1e9)
  expect(await soon.clients.isActive(added.id, login)).toBe(true)
  await soon.close()
  const late = await openRecords({ folder: data }, { now: () => seconds * 1000 })
  expect(await late.clients.authenticate(added.id, added.secret)).toBeUndefined()
  expect(await late.clients.isActive(added.id, login)).toBe(false)
  expect(await late.refreshTokens.rotate(token, 1e9)).toBeUndefined()
  await late.close()
})

test.each(['yesterday', '2026-01-01', ''])('none expires %j', async (expires) => {
  const argv = ['client', 'add', '--data', await newData(), '--workspace', 'c']
  const { code, stderr } = await medlink([...argv, '--expires', expires])
  expect([code, stderr]).toEqual([2, expect.stringContaining('must be a future date')])
})

test('a database that cannot be reached is told without its address', async () => {
  const env = { MEDLINK_DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/clinic' }
  const { code, stdout, stderr } = await medlink(['client', 'list', '--json'], { env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'no_records' } })
  expect(stderr).not.toMatch(/hunter2|someone|127\.0\.0\.1/)
})
