/**
 * Proves of `medlink backup` and `medlink restore`:
 * 1. what was there is there again, in the same place or another, and what came later is gone
 * 2. neither puts anything in the place of something else unasked
 * 3. what is no backup is refused, and changes nothing
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecords } from '../../src/http/http.ts'
import { medlink, tempFolder } from './support.ts'

/** Makes a patient in a folder of records. @returns its oid */
async function create(data: string, username: string): Promise<string> {
  const records = await openRecords({ folder: data })
  const made = await records.profiles
    .create({ kind: 'patient', bid: 'clinic', username })
    .finally(() => records.close())
  if (made === 'username_taken') throw new Error(`${username} is there already`)
  return made.oid
}

/** The username of each patient that is there. */
async function usernamesOf(data: string, oids: readonly string[]) {
  const records = await openRecords({ folder: data })
  const found = oids.map(async (oid) => (await records.profiles.get('patient', oid))?.username)
  return Promise.all(found).finally(() => records.close())
}

/** Records of one patient, a backup of them, and a patient that came later. */
async function backedUp() {
  const folder = await tempFolder()
  const [data, file] = [join(folder, 'records'), join(folder, 'backup.sqlite')]
  const before = await create(data, 'before')
  const ran = await medlink(['backup', file, '--data', data])
  expect(ran).toMatchObject({ code: 0, stdout: '' })
  expect(ran.stderr).toContain(`are in ${file}: keep it as safe as them`)
  const oids = [before, await create(data, 'after')]
  return { folder, data, file, oids }
}

test('what was there is there again in its place, and what came later is gone', async () => {
  const { data, file, oids } = await backedUp()
  const unasked = await medlink(['restore', file, '--data', data])
  expect(unasked).toMatchObject({ code: 1, stdout: '' })
  expect(unasked.stderr).toContain('holds records already: choose to replace them (force)')
  expect(await usernamesOf(data, oids)).toEqual(['before', 'after'])

  const ran = await medlink(['restore', file, '--data', data, '--force'])
  expect(ran).toEqual({
    code: 0,
    stdout: '',
    stderr: `medlink: the records of ${file} are in ${data}\n`,
  })
  expect(await usernamesOf(data, oids)).toEqual(['before', undefined])
})

test('it is there in another place, by the environment', async () => {
  const { folder, file, oids } = await backedUp()
  const other = join(folder, 'other')
  const ran = await medlink(['restore', file], { env: { MEDLINK_DATA: other } })
  expect(ran.code).toBe(0)
  expect(await usernamesOf(other, oids)).toEqual(['before', undefined])
})

test('a file that is there already is not replaced', async () => {
  const { data, file } = await backedUp()
  const before = readFileSync(file)
  const { code, stderr } = await medlink(['backup', file, '--data', data])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^medlink: /)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test.each([
  { name: 'a text', make: (file: string) => writeFileSync(file, 'no backup') },
  { name: 'nothing', make: () => {} },
])('$name is no backup', async ({ make }) => {
  const { folder, data, oids } = await backedUp()
  const file = join(folder, 'other.sqlite')
  make(file)
  const { code, stdout, stderr } = await medlink(['restore', file, '--data', data, '--force'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^medlink: .*\n$/)
  expect(await usernamesOf(data, oids)).toEqual(['before', 'after'])
})

test('no records are none to back up', async () => {
  const folder = await tempFolder()
  const argv = ['backup', join(folder, 'backup.sqlite'), '--data', join(folder, 'records')]
  expect(await medlink(argv)).toMatchObject({ code: 1, stdout: '' })
})
