/**
 * Proves of openMedlink({ starter: true }):
 * 1. a question about an ontology of which nothing is installed builds its starter, and no other
 * 2. what is installed answers, and a version that is not is unknown
 * 3. without a folder the starter is in the cache folder of the user
 * 4. processes that ask at the same time all get their answer
 * 5. a folder that cannot be written is refused
 * 6. one can be built while the thread that asks goes on
 */

import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildStarterAside } from '../../src/library/starters.ts'
import { MEDLINK_VERSION, type OpenOptions, openMedlink } from '../../src/medlink.ts'
import { compiledChild } from '../support/compiled.ts'
import { miniRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.unstubAllEnvs())

const CHILD = 'support/starter-child'

function opened(options: OpenOptions) {
  const medlink = openMedlink(options)
  onTestFinished(() => medlink.close())
  return medlink
}

test('a question builds the starter of its ontology, and no other, once', () => {
  const dir = tempFolder()
  const medlink = opened({ dir, starter: true })
  expect(readdirSync(dir)).toEqual([])
  const request = { query: 'hemoglobin', ontology: 'loinc', metadata: { unit: 'g/dL' } } as const
  expect(medlink.link(request).results[0]!.term_id).toBe('718-7')
  expect(readdirSync(dir)).toEqual(['loinc'])
  const { built_at } = medlink.version('loinc')
  expect(opened({ dir, starter: true }).version('loinc', 'starter').built_at).toBe(built_at)
})

test('a text builds the starters of the kinds that it asks for, without a folder in the cache folder of the user', async () => {
  const cache = tempFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache)
  const medlink = opened({ starter: true })
  medlink.comprehend({ text: 'Hemoglobin 9.2 g/dL', find: ['test'] })
  const root = join(cache, 'medlink', MEDLINK_VERSION)
  expect(readdirSync(root)).toEqual(['loinc'])
  expect(existsSync(join(root, 'loinc', 'starter.sqlite'))).toBe(true)
  const requests = [{ query: 'hemoglobin', ontology: 'loinc' }] as const
  for await (const outcome of medlink.linkMany(requests, { workers: 1 }))
    expect(outcome).toHaveProperty('results')
})

test('what is installed answers, and another version is unknown', async () => {
  const medlink = opened({ dir: await miniRoot('icd-10-cm'), starter: true })
  expect(medlink.link({ query: 'cholera', ontology: 'icd-10-cm' }).version).toBe('2027')
  const dir = tempFolder()
  const nothing = opened({ dir, starter: true })
  expect(() => nothing.link({ query: 'cholera', ontology: 'icd-10-cm', version: '2027' })).toThrow(
    expect.objectContaining({ code: 'unknown_version' }),
  )
  expect(readdirSync(dir)).toEqual([])
})

test('processes that ask at the same time all get their answer', async () => {
  const dir = tempFolder()
  const argv = [compiledChild(CHILD), dir]
  const ask = async () => (await promisify(execFile)(process.execPath, argv)).stdout.trim()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['718-7', '718-7', '718-7'])
})

test('a folder that cannot be written is refused', () => {
  const dir = join(tempFolder(), 'file')
  writeFileSync(dir, '')
  const medlink = opened({ dir, starter: true })
  expect(() => medlink.link({ query: 'cholera', ontology: 'icd-10-cm' })).toThrow(
    expect.objectContaining({ name: 'MedlinkError', code: 'no_access' }),
  )
})

test('one that is built aside leaves this thread free', async () => {
  const dir = tempFolder()
  const events: string[] = []
  const built = buildStarterAside('loinc', dir).then(() => events.push('built'))
  setTimeout(() => events.push('free'), 1)
  await built
  expect(events).toEqual(['free', 'built'])
  expect(existsSync(join(dir, 'loinc', 'starter.sqlite'))).toBe(true)
})

test('one that is built aside in a folder that cannot be written is refused', async () => {
  const dir = join(tempFolder(), 'file')
  writeFileSync(dir, '')
  await expect(buildStarterAside('loinc', dir)).rejects.toMatchObject({ code: 'no_access' })
})
