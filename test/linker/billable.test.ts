/**
 * Proves of codes that can be billed, over a miniature release:
 * 1. a header is answered by the code that says the same; the row says which header it was
 * 2. what lacks an encounter is linked with the one demanded; what the mention says of it counts instead
 * 3. a header that no code can stand for is not linked, is less likely than a link, and asks what is missing
 * 4. a code that is typed is resolved in the same way
 * 5. rows that come to one code are one row; each name is a row of its own by term
 * 6. nothing demanded, nothing changed; other ontologies take no notice
 * 7. behind a header come its codes that leave the condition open, and headers come last
 * 8. a row that was found has its code replaced afterwards in the same way
 */

import { afterAll, describe, expect, test } from 'vitest'
import type { LinkRequest } from '../../src/contract.ts'
import { indexPath } from '../../src/index/registry.ts'
import { openMedlink } from '../../src/library/medlink.ts'
import { openLinker } from '../../src/linker/open.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { analyzer, openStarter } from '../support/linker.ts'
import { MINI, miniRoot } from '../support/shared-index.ts'

const miniFolder = await miniRoot('icd-10-cm')
const medlink = openMedlink({ dir: miniFolder })
afterAll(() => medlink.close())

type Options = Omit<LinkRequest<'icd-10-cm'>, 'query' | 'ontology'>
const link = (query: string, options: Options) =>
  medlink.link({ query, ontology: 'icd-10-cm', ...options }).results

const BILL: Options = { billable: true }
const SPRAIN = 'sprain of unspecified ligament of right ankle'
const FRACTURE = 'fracture of unspecified part of neck of right femur'

test.each<[query: string, options: Options, code: string, of: string | undefined]>([
  ['cholera', BILL, 'A00.9', 'A00'],
  ['asthma', BILL, 'J45.909', 'J45'],
  ['type 2 diabetes mellitus', BILL, 'E11.9', 'E11'],
  ['otitis externa', BILL, 'H60.90', 'H60'],
  ['COVID-19', BILL, 'U07.1', undefined],
  ['cholera, unspecified', BILL, 'A00.9', undefined],
  [SPRAIN, { ...BILL, encounter: 'initial' }, 'S93.401A', 'S93.401'],
  [SPRAIN, { ...BILL, encounter: 'subsequent' }, 'S93.401D', 'S93.401'],
  [SPRAIN, { encounter: 'sequela' }, 'S93.401S', 'S93.401'],
  ['sprain of ankle', { ...BILL, encounter: 'initial' }, 'S93.409A', 'S93.4'],
  [`${SPRAIN}, sequela`, { ...BILL, encounter: 'initial' }, 'S93.401S', undefined],
  [FRACTURE, { ...BILL, encounter: 'initial' }, 'S72.001A', 'S72.001'],
  [FRACTURE, { ...BILL, encounter: 'subsequent' }, 'S72.001D', 'S72.001'],
  [FRACTURE, { encounter: 'sequela' }, 'S72.001S', 'S72.001'],
])('"%s" with %o is %s, of %s', (query, options, code, of) => {
  const [first] = link(query, options)
  expect(first).toMatchObject({ term_id: code, is_linked: true })
  expect(first!.metadata).toMatchObject({ is_billable: true, link_reason: 'linked' })
  expect(first!.metadata.billable_of).toBe(of)
})

test('the name that matched stands next to the official title of the code', () => {
  const [first] = link('asthma', BILL)
  expect(first).toMatchObject({
    term_name: 'Asthma',
    metadata: { preferred_name: 'Unspecified asthma, uncomplicated' },
  })
})

describe('cannot be billed:', () => {
  test.each<[query: string, options: Options, code: string, needed: string]>([
    ['acute myocardial infarction', BILL, 'I21', 'which kind, site or stage?'],
    [SPRAIN, BILL, 'S93.401', 'which encounter?'],
    ['sprain of ankle', BILL, 'S93.4', 'which encounter?'],
    ['I21', BILL, 'I21', 'which kind, site or stage?'],
    ['S93.401', BILL, 'S93.401', 'which encounter?'],
  ])('"%s" with %o stays %s: %s', (query, options, code, needed) => {
    const [first] = link(query, options)
    expect(first).toMatchObject({
      ...{ term_id: code, is_linked: false },
      metadata: { is_billable: false, link_reason: 'not_billable', needed },
    })
    expect(first!.metadata).not.toHaveProperty('billable_of')
  })

  test('is less likely than a link', () => {
    const [open] = link(SPRAIN, BILL)
    const [linked] = link(SPRAIN, { ...BILL, encounter: 'initial' })
    expect(open!.score).toBeLessThan(linked!.score!)
  })

  test('another reason comes first', () => {
    const [first] = link('acute myocardial infarction of hippopotamus', BILL)
    expect(first!.metadata).toMatchObject({ link_reason: 'name_incomplete' })
    expect(first!.metadata).not.toHaveProperty('needed')
  })
})

test.each<[query: string, options: Options, code: string, of: string | undefined]>([
  ['J45', BILL, 'J45.909', 'J45'],
  ['e119', BILL, 'E11.9', undefined],
  ['S93.401', { encounter: 'subsequent' }, 'S93.401D', 'S93.401'],
  ['S93.4', { encounter: 'initial' }, 'S93.4', undefined],
])('the code %s with %o is %s', (query, options, code, of) => {
  const [only, ...others] = link(query, options)
  expect(others).toEqual([])
  expect(only).toMatchObject({ term_id: code, score: 1, is_linked: true })
  expect(only!.metadata).toMatchObject({ link_basis: 'code' })
  expect(only!.metadata.billable_of).toBe(of)
})

test('rows that come to one code are one', () => {
  const codes = (options: Options) => link('asthma', options).map(({ term_id }) => term_id)
  expect(codes({})).toEqual(expect.arrayContaining(['J45', 'J45.909']))
  expect(codes(BILL).filter((code) => code === 'J45.909')).toHaveLength(1)
  expect(codes(BILL)).not.toContain('J45')
  const byTerm = codes({ ...BILL, collapse: 'term', top_k: 10 })
  expect(byTerm.filter((code) => code === 'J45.909').length).toBeGreaterThan(1)
})

test('few rows are the first of many', () => {
  const few = link('unspecified asthma', { ...BILL, top_k: 1 })
  expect(link('unspecified asthma', { ...BILL, top_k: 10 })[0]).toEqual(few[0])
})

test.each(['asthma', 'J45', SPRAIN])('nothing demanded of "%s", nothing changed', (query) => {
  expect(link(query, { billable: false })).toEqual(link(query, {}))
  for (const { metadata } of link(query, {})) expect(metadata).not.toHaveProperty('billable_of')
})

test('an explanation has the code of its row', () => {
  const request = { query: 'asthma', ontology: 'icd-10-cm', ...BILL } as const
  const { results, explanations } = medlink.explain(request)
  expect(explanations.map(({ term_id }) => term_id)).toEqual(results.map(({ term_id }) => term_id))
})

test('ontologies without such codes take no notice', () => {
  const loinc = openStarter('loinc')
  const request = { query: 'hemoglobin', ontology: 'loinc' } as const
  const plain = loinc.link(request).results
  expect(loinc.link({ ...request, billable: true, encounter: 'initial' }).results).toEqual(plain)
})

describe('of a row that was found', () => {
  const file = indexPath(miniFolder, 'icd-10-cm', MINI['icd-10-cm'].version)
  const { index, linker } = openLinker(file, icd10cm, analyzer)
  afterAll(() => index.close())
  const rowOf = (query: string) => link(query, {})[0]!

  test('a header is replaced by the code that says the same, and all else stays', () => {
    const row = rowOf('asthma')
    const own = linker.toBillableRow(row)
    expect(own).toEqual({
      ...row,
      term_id: 'J45.909',
      metadata: {
        ...row.metadata,
        ...{ is_billable: true, billable_of: 'J45' },
        preferred_name: 'Unspecified asthma, uncomplicated',
      },
    })
    expect(row.term_id).toBe('J45')
  })

  test.each(['acute myocardial infarction', SPRAIN])(
    'what says the same as no code, "%s", stays',
    (query) => {
      const row = rowOf(query)
      expect(linker.toBillableRow(row)).toBe(row)
    },
  )

  test('what can be billed, and what is no code, stays', () => {
    const row = rowOf('J45.909')
    expect(row.term_id).toBe('J45.909')
    expect(linker.toBillableRow(row)).toBe(row)
    const unknown = { ...row, term_id: 'none' }
    expect(linker.toBillableRow(unknown)).toBe(unknown)
  })
})
