/** Proves of AuditEvents: every kind of entry is valid R4, and keeps what the entry says. */

import { Fhir } from 'fhir'
import { describe, expect, test } from 'vitest'
import { auditEventOf } from '../../src/http/audit-event.ts'
import type { AuditEntry } from '../../src/records/audit/entry.ts'

const WHO = { subject: '1', client: 'mlc_a', role: 'admin', workspace: 'clinic', address: '::1' }
const HASH = 'ab'.repeat(32)
const base = { time: '2026-11-28T10:00:00.000Z', outcome: 'done' } as const

const ENTRIES: readonly (AuditEntry & { readonly what: string })[] = [
  {
    ...{ what: 'a change of a patient', ...base, ...WHO, action: 'update', request: 'r' },
    operation: 'PATCH /profiles/v1/patient/:oid',
    ...{ record: { type: 'patient', id: '12' }, patient: '12', fields: ['fn', 'dob'] },
  },
  {
    ...{ what: 'a list', ...base, ...WHO, action: 'read', operation: 'GET /mr/api/v1/docs' },
    ...{ record: { type: 'document', id: 'a' }, patient: '12', listed: ['a', 'b', 'c'] },
    consents: ['5c9d3a1e-7f42-4b60-9d0a-2f6d1c8e4b17'],
  },
  {
    ...{ what: 'a document that is moved', ...base, ...WHO, action: 'update' },
    ...{ operation: 'PATCH /mr/api/v1/docs/:id', record: { type: 'document', id: 'a' } },
    ...{ patient: '12', movedTo: '13' },
  },
  {
    ...{ what: 'a log-in that fails', ...base, outcome: 'refused', action: 'execute' },
    ...{ operation: 'POST /connect-auth/v1/account/login', client: 'mlc_a' },
    record: { type: 'login' },
  },
  {
    ...{ what: 'a command', ...base, outcome: 'failed', action: 'delete' },
    operation: 'patient erase',
  },
  {
    ...{ what: 'the end of entries', ...base, action: 'delete', operation: 'audit retention' },
    pruned: { seq: 7, hash: HASH },
  },
]

const validator = new Fhir()
const errorsOf = (resource: object) =>
  validator
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')

describe('is valid R4', () => {
  test.each(ENTRIES)('$what', ({ what: _, ...entry }) => {
    const event = auditEventOf({ seq: 3, hash: HASH, entry: JSON.stringify(entry) })
    expect(errorsOf(event)).toEqual([])
    const { agent: _agent, ...lacking } = event
    expect(errorsOf(lacking)).not.toEqual([])
  })
})

test('keeps what the entry says', () => {
  const { what: _, ...entry } = ENTRIES[0]!
  expect(auditEventOf({ seq: 3, hash: HASH, entry: JSON.stringify(entry) })).toMatchObject({
    ...{ id: '3', extension: [{ valueString: HASH }], action: 'U', outcome: '0' },
    ...{ recorded: entry.time, subtype: [{ code: 'update' }, { code: entry.operation }] },
    agent: [
      {
        ...{ who: { identifier: { value: '1' } }, altId: 'mlc_a', network: { address: '::1' } },
        role: [{ coding: [{ code: 'admin' }] }],
      },
    ],
    source: { site: 'clinic' },
    entity: [
      { what: { identifier: { system: 'urn:medlink:patient', value: '12' } } },
      {
        what: { identifier: { value: '12' } },
        detail: [
          { type: 'request', valueString: 'r' },
          { type: 'fields', valueString: 'fn dob' },
        ],
      },
    ],
  })
})

test.each([
  ['done', '0'],
  ['refused', '4'],
  ['failed', '8'],
] as const)('says that it was %s', (outcome, code) => {
  const { what: _, ...entry } = { ...ENTRIES[4]!, outcome }
  const event = auditEventOf({ seq: 1, hash: HASH, entry: JSON.stringify(entry) })
  expect(event).toMatchObject({
    outcome: code,
    agent: [{ who: { display: 'operator or server' } }],
  })
})
