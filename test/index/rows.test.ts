/**
 * Proves of the rows of an index:
 * 1. a file that lacks a table or a column is refused
 *
 * What is read of each table is in writer.test.ts, next to what is written.
 */

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
      change: sql('ALTER TABLE term DROP COLUMN language'),
    },
  ])('$what', ({ change }) => {
    const refusal = refusalOf(damaged(change))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code: 'index_corrupt' })
    expect(refusal.message).toContain('a table cannot be read. Build or copy it again')
  })
})
