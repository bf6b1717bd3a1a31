/** Proves that a first row that is not linked for its several meanings has each with its code, and no other row has any. */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const rowsFor = (query: string) =>
  openStarter('icd-10-cm').link({ query, ontology: 'icd-10-cm' }).results

const first = (query: string) => rowsFor(query)[0]!

test('an abbreviation that stands alone has its meanings, with the codes of those that are sure', () => {
  const { is_linked, metadata } = first('PE')
  expect([is_linked, metadata.link_reason]).toEqual([false, 'several_meanings'])
  const { meanings = [] } = metadata
  expect(meanings.length).toBeGreaterThan(1)
  expect(metadata.needed).toBe(`which meaning: ${meanings.map(({ text }) => text).join(', ')}?`)
  const embolism = meanings.find(({ text }) => text === 'pulmonary embolism')
  const { term_id, metadata: own } = first('pulmonary embolism')
  expect(embolism).toEqual({ text: 'pulmonary embolism', term_id, term_name: own.preferred_name })
})

test.each(['severe PE', 'mild PE', 'PE, recurrent'])('"%s" has as many meanings', (query) => {
  expect(first(query).metadata.meanings).toEqual(first('PE').metadata.meanings)
})

test('a meaning that is no sure name has no code', () => {
  for (const { text, term_id } of first('PE').metadata.meanings ?? [])
    expect(term_id !== null).toBe(first(text)?.is_linked ?? false)
})

test.each(['gout', 'DM, HTN', 'no gout', 'severe MR', 'massive PE', 'severe gout'])(
  '"%s" has no meanings',
  (query) => {
    expect(first(query).metadata).not.toHaveProperty('meanings')
  },
)

test('the rows of the meanings come first, unless the abbreviation itself is the name of a row', () => {
  const rows = rowsFor('MS')
  const coded = rows[0]!.metadata.meanings!.flatMap(({ term_id }) => term_id ?? [])
  expect(coded.length).toBeGreaterThan(1)
  const lead = rows.slice(0, coded.length)
  expect(lead.map(({ term_id }) => term_id).sort()).toEqual([...coded].sort())
  expect(lead.map(({ metadata }) => metadata.link_reason).slice(1)).not.toContain(
    'several_meanings',
  )
  const scores = rows.map(({ score }) => score!)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(first('PE').term_name).toBe('PE')
})

test('the name of a row that is the mention keeps its place before the meanings', () => {
  const rows = rowsFor('tumour')
  expect(rows[0]).toMatchObject({ term_id: 'D49.9', is_linked: false })
  const coded = rows[0]!.metadata.meanings!.flatMap(({ term_id }) => term_id ?? [])
  expect(coded.length).toBeGreaterThan(1)
  const rest = coded.filter((code) => code !== 'D49.9')
  expect(rows.slice(1, 1 + rest.length).map(({ term_id }) => term_id)).toEqual(rest)
  expect(new Set(rows.map(({ term_id }) => term_id)).size).toBe(rows.length)
  const scores = rows.map(({ score }) => score!)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('SNOMED CT asks for the meaning of an abbreviation that stands alone, too', () => {
  const [row] = openStarter('snomed').link({ query: 'MS', ontology: 'snomed' }).results
  expect(row).toMatchObject({ is_linked: false, metadata: { link_reason: 'several_meanings' } })
  const texts = row!.metadata.meanings!.map(({ text }) => text)
  expect(texts).toContain('multiple sclerosis')
  expect(row!.metadata.needed).toBe(`which meaning: ${texts.join(', ')}?`)
})

test.each([
  { query: 'GBS +', reason: 'several_meanings' },
  { query: 'OM, left', reason: 'several_meanings' },
  { query: 'DM in pregnancy', reason: 'several_meanings' },
  { query: 'IDDM', reason: 'several_meanings' },
  { query: 'heart failure and', reason: 'too_vague' },
  { query: 'asthma, in', reason: 'too_vague' },
  { query: 'COPD', reason: 'linked' },
])('"$query" in SNOMED CT: $reason', ({ query, reason }) => {
  const [row] = openStarter('snomed').link({ query, ontology: 'snomed' }).results
  expect(row?.metadata.link_reason).toBe(reason)
})
