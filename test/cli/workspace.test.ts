/** Proves of the command workspace: a setting is stored and listed, with an entry in the audit trail. */

import { expect, test } from 'vitest'
import { openRecords } from '../../src/http/http.ts'
import { medlink, tempFolder } from './support.ts'

test('a workspace demands consents until it does not', async () => {
  const data = await tempFolder()
  const set = (consent: string) =>
    medlink(['workspace', 'set', 'clinic', '--consent', consent, '--data', data])
  const list = async (...more: string[]) =>
    (await medlink(['workspace', 'list', '--data', data, ...more])).stdout
  expect(await list()).toBe('')
  expect(await set('required')).toMatchObject({ code: 0, stdout: '' })
  expect(await list()).toBe('clinic\tconsent required\t0 bytes\n')
  expect(await set('optional')).toMatchObject({ code: 0 })
  expect(JSON.parse(await list('--json'))).toEqual([
    { bid: 'clinic', bytes: 0, demands_consent: false },
  ])
  expect((await set('perhaps')).code).toBe(2)

  const records = await openRecords({ folder: data })
  const entries: unknown[] = []
  for await (const { entry } of records.audit.read()) entries.push(JSON.parse(entry))
  await records.close()
  const operation = 'medlink workspace set'
  expect(entries).toMatchObject([
    { operation, action: 'update', outcome: 'done', workspace: 'clinic', fields: ['consent'] },
    { operation },
  ])
})
