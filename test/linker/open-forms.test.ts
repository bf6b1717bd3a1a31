/**
 * Proves of rows where codes that can be billed are demanded, over the starter:
 * 1. behind a header come its codes that leave the condition open, each half as likely as the header
 * 2. other rows that lack what the condition is come last, those that lack a visit do not
 * 3. nothing demanded, no such rows
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const linker = openStarter('icd-10-cm')
const rowsFor = (query: string, billable: boolean) =>
  linker.link({ query, ontology: 'icd-10-cm', billable, top_k: 10 }).results

test('a header is followed by its codes that leave it open', () => {
  const [header, ...others] = rowsFor('depressive episode', true)
  expect(header).toMatchObject({ term_id: 'F32', is_linked: false })
  const open = others.slice(0, 2)
  expect(open.map(({ term_id }) => term_id)).toEqual(['F32.A', 'F32.9'])
  for (const { score, metadata } of open) {
    expect(score).toBe(header!.score! / 2)
    expect(metadata).toMatchObject({ link_reason: 'not_first', is_billable: true })
  }
  const codes = others.map(({ term_id }) => term_id)
  expect(new Set(codes).size).toBe(codes.length)
  const scores = others.map(({ score }) => score!)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('a header among other rows comes last, a code that lacks an encounter in its place', () => {
  const billableOf = (query: string) =>
    rowsFor(query, true).map(({ metadata }) => metadata.is_billable)
  const infarctions = billableOf('acute myocardial infarction')
  expect(infarctions.indexOf(false)).toBe(infarctions.length - 1)
  expect(billableOf('open wound of head').slice(0, 6)).toEqual([
    ...[false, false, false, false, false],
    true,
  ])
})

test('nothing demanded, the rows are those of the names', () => {
  const codes = rowsFor('depressive episode', false).map(({ term_id }) => term_id)
  expect(codes).not.toContain('F32.A')
})
