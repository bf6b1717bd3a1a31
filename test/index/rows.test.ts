/**
 * Proves of the rows of an index:
 * 1. a file that lacks a table or a column is refused
 * 2. verbatim names are looked up in a database index of their own
 *
 * What is read of each table is in writer.test.ts, next to what is written.
 */

import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { damaged, refusalOf, sql } from '../support/damaged-index.ts'

describe('refuses', () => {
  test.each([
    {
      what: 'a missing table of rows',
      change: sql('DROP TABLE attributes'),
    },
    {
      what: 'a missing table of maps',
      change: sql('DROP TABLE map'),
    },
    {
      what: 'a missing column',
      change: sql('DROP INDEX term_verbatim; ALTER TABLE term DROP COLUMN verbatim'),
    },
  ])('$what', ({ change }) => {
    const refusal = refusalOf(damaged(change))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code: 'index_corrupt' })
    expect(refusal.message).toContain('a table cannot be read. Build or copy it again')
  })
})

test('looks verbatim names up in an index of their own', () => {
  const db = new Database(
    damaged(() => {}),
    { readonly: true },
  )
  const plan = db
    .prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM term WHERE verbatim = 1 AND text = ? COLLATE NOCASE',
    )
    .all('x') as { detail: string }[]
  db.close()
  expect(plan.map(({ detail }) => detail).join()).toContain('term_verbatim')
})
