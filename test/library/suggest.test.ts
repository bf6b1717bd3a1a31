/**
 * Proves of suggestions:
 * 1. what is asked for by its words, abbreviation, British or misspelt beginning, or code is there, the common first
 * 2. a row tells the title, the name that was found where it is another, and what the ontology says of the code
 * 3. where no name has all words, the linker's candidates are there
 * 4. filters leave only what passes them, and are refused where they mean nothing
 * 5. a request that breaks the contract is refused; any text is answered, in bounded work
 * 6. the next letter takes no confirmed row behind one it stood before
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Suggester } from '../../src/library/suggest.ts'
import {
  type LinkedOntology,
  type Medlink,
  MedlinkError,
  openMedlink,
  type SuggestRequest,
  suggestionSchema,
} from '../../src/medlink.ts'
import { medication } from '../../src/ontologies/medication/medication.ts'
import { anyString } from '../support/arbitraries.ts'
import { drug, openDrugsOfFile } from '../support/drugs.ts'
import { analyzer, fileFolder } from '../support/linker.ts'
import { copyStarter } from '../support/shared-index.ts'

const dir = fileFolder()
let medlink: Medlink
beforeAll(() => {
  for (const ontology of ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const)
    copyStarter(ontology, dir)
  medlink = openMedlink({ dir })
})
afterAll(() => medlink.close())

const suggest = (prefix: string, ontology: LinkedOntology, more: Partial<SuggestRequest> = {}) =>
  medlink.suggest({ prefix, ontology, ...more })
const codesFor = (...asked: Parameters<typeof suggest>) => suggest(...asked).map(({ code }) => code)

describe('among the first five', () => {
  test.each<{ prefix: string; ontology: LinkedOntology; code: string; why: string }>([
    { prefix: 'hyperten', ontology: 'icd-10-cm', code: 'I10', why: 'the common one' },
    { prefix: 'htn', ontology: 'icd-10-cm', code: 'I10', why: 'an abbreviation' },
    { prefix: 'copd', ontology: 'icd-10-cm', code: 'J44.9', why: 'an abbreviation' },
    { prefix: 'uti', ontology: 'icd-10-cm', code: 'N39.0', why: 'an abbreviation' },
    { prefix: 'diab ret', ontology: 'icd-10-cm', code: 'E11.319', why: 'both words begun' },
    { prefix: 'ret diab', ontology: 'icd-10-cm', code: 'E11.319', why: 'in any order' },
    { prefix: 'oesophagi', ontology: 'icd-10-cm', code: 'K20.90', why: 'British' },
    { prefix: 'anaem', ontology: 'icd-10-cm', code: 'D64.9', why: 'British, the root begun' },
    { prefix: 'hypretens', ontology: 'icd-10-cm', code: 'I10', why: 'two letters turned around' },
    { prefix: 'pnemonia', ontology: 'icd-10-cm', code: 'J18.9', why: 'a letter is missing' },
    { prefix: 'migrainne', ontology: 'icd-10-cm', code: 'G43.909', why: 'a letter too many' },
    {
      prefix: 'astmha exac',
      ontology: 'icd-10-cm',
      code: 'J45.901',
      why: 'a slip before the last',
    },
    { prefix: 'I10', ontology: 'icd-10-cm', code: 'I10', why: 'a code' },
    { prefix: 'E11.4', ontology: 'icd-10-cm', code: 'E11.40', why: 'a code begun' },
    { prefix: ' e1140 ', ontology: 'icd-10-cm', code: 'E11.40', why: 'without its dot' },
    { prefix: 'z99', ontology: 'icd-10-cm', code: 'Z99.2', why: 'the last of all' },
    { prefix: 'e11.', ontology: 'icd-10-cm', code: 'E11.9', why: 'up to the dot' },
    { prefix: 'sgpt', ontology: 'loinc', code: '1742-6', why: 'an old name' },
    { prefix: 'tsh', ontology: 'loinc', code: '3016-3', why: 'an abbreviation' },
    { prefix: 'haemogl', ontology: 'loinc', code: '718-7', why: 'British' },
    { prefix: 'creatinine ur', ontology: 'loinc', code: '2161-8', why: 'component and specimen' },
    { prefix: '718', ontology: 'loinc', code: '718-7', why: 'a code begun' },
    { prefix: '718-', ontology: 'loinc', code: '718-7', why: 'up to the hyphen' },
    { prefix: '7321', ontology: 'snomed', code: '73211009', why: 'a code begun' },
    { prefix: 'oedem', ontology: 'snomed', code: '267038008', why: 'British' },
    { prefix: 'liver', ontology: 'snomed', code: '10200004', why: 'all of a name' },
    { prefix: 'dolo', ontology: 'medication', code: 'ML:dolo-650-mg-tablet', why: 'a brand' },
    { prefix: '1191', ontology: 'medication', code: '1191', why: 'a code' },
  ])('of "$prefix" is $code: $why', ({ prefix, ontology, code }) => {
    expect(codesFor(prefix, ontology).slice(0, 5)).toContain(code)
  })

  test.each<{ typed: string; ontology: LinkedOntology }>([
    { typed: 'e1', ontology: 'icd-10-cm' },
    { typed: '718', ontology: 'loinc' },
    { typed: '386', ontology: 'snomed' },
    { typed: '1191', ontology: 'medication' },
  ])(
    'of codes: "$typed" is long enough for $ontology, a letter less is not',
    ({ typed, ontology }) => {
      const areCodes = (text: string) => {
        const codes = codesFor(text, ontology)
        return codes.length > 0 && codes.every((code) => code.toLowerCase().startsWith(text))
      }
      expect(areCodes(typed)).toBe(true)
      expect(areCodes(typed.slice(0, -1))).toBe(false)
    },
  )

  test('the code that was typed comes before those that it begins, and the common ones next', () => {
    expect(codesFor('E11', 'icd-10-cm').slice(0, 2)).toEqual(['E11', 'E11.9'])
  })
})

describe('a row', () => {
  test.each<{ prefix: string; ontology: LinkedOntology; row: object }>([
    {
      prefix: 'htn',
      ontology: 'icd-10-cm',
      row: {
        code: 'I10',
        name: 'Essential (primary) hypertension',
        matched: 'HTN',
        is_billable: true,
      },
    },
    {
      prefix: 'type 2 diabetes mellitus with diabetic neph',
      ontology: 'icd-10-cm',
      row: {
        code: 'E11.21',
        name: 'Type 2 diabetes mellitus with diabetic nephropathy',
        is_billable: true,
      },
    },
    {
      prefix: 'heart failu',
      ontology: 'snomed',
      row: { code: '84114007', name: 'Heart failure', tag: 'disorder' },
    },
    {
      prefix: 'sgpt',
      ontology: 'loinc',
      row: {
        code: '1742-6',
        name: 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma',
        matched: 'S.G.P.T',
      },
    },
    { prefix: '1191', ontology: 'medication', row: { code: '1191', name: 'aspirin' } },
  ])('of "$prefix" is $row', ({ prefix, ontology, row }) => {
    expect(suggest(prefix, ontology)[0]).toEqual(row)
  })

  test.each<{ prefix: string; ontology: LinkedOntology; code: string; why: string }>([
    { prefix: 'fev', ontology: 'icd-10-cm', code: 'R50.9', why: 'by its title' },
    { prefix: 'che', ontology: 'icd-10-cm', code: 'R07.9', why: 'by its title' },
    { prefix: 'hyperten', ontology: 'icd-10-cm', code: 'I10', why: 'by its title' },
    { prefix: 'hemog', ontology: 'loinc', code: '718-7', why: 'of blood, not of urine' },
    { prefix: 'urine prot', ontology: 'loinc', code: '5804-0', why: 'of the specimen' },
    { prefix: 'dol', ontology: 'medication', code: 'ML:dolo-650-mg-tablet', why: 'the usual' },
    {
      prefix: 'augm',
      ontology: 'medication',
      code: 'ML:augmentin-500-mg-125-mg-tablet',
      why: 'the usual',
    },
    { prefix: 'amlo', ontology: 'medication', code: '17767', why: 'an ingredient' },
  ])('of "$prefix" is the first, without another name: $why', ({ prefix, ontology, code }) => {
    const [first] = suggest(prefix, ontology)
    expect(first).toMatchObject({ code })
    expect(first).not.toHaveProperty('matched')
  })

  test.each([
    { prefix: 'hb', code: '718-7' },
    { prefix: 'wbc', code: '6690-2' },
    { prefix: 'pus cells', code: '5821-4' },
  ])('of "$prefix" is $code first', ({ prefix, code }) => {
    expect(codesFor(prefix, 'loinc')[0]).toBe(code)
  })

  test('is of the specimen that the name says', () => {
    for (const prefix of ['urine prot', 'urine protein strip', 'haemoglobinuria'])
      for (const { name } of suggest(prefix, 'loinc')) expect(name).toMatch(/urine/i)
  })

  test.each<LinkedOntology>(['icd-10-cm', 'snomed', 'loinc', 'medication'])(
    'of %s is as the contract says, one a code',
    (ontology) => {
      for (const prefix of 'a b c d h m p 1 ca he'.split(' ')) {
        const rows = suggest(prefix, ontology, { limit: 50 })
        expect(rows.map((row) => suggestionSchema.parse(row))).toEqual(rows)
        expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
      }
    },
  )
})

describe('where no name has all words', () => {
  test.each([
    { prefix: 'severe sob with fever', code: 'R06.02', why: 'two findings' },
    { prefix: 'lt knee oa', code: 'M17.12', why: 'a side and an abbreviation' },
    { prefix: 'known case of hypertension on treatment', code: 'I10', why: 'words of no name' },
    { prefix: 'hypertenshun', code: 'I10', why: 'more than one slip' },
  ])('"$prefix" finds $code: $why', ({ prefix, code }) => {
    expect(codesFor(prefix, 'icd-10-cm')).toContain(code)
  })

  test('a word that is only begun is read as what it may become', () => {
    expect(codesFor('severe sob with fev', 'icd-10-cm')).toEqual(
      codesFor('severe sob with fever', 'icd-10-cm'),
    )
  })

  test('or not at all, as long as it says too little', () => {
    for (const begun of ['f', 'fq'])
      expect(codesFor(`severe sob ${begun}`, 'icd-10-cm')).toEqual(
        codesFor('severe sob ', 'icd-10-cm'),
      )
  })
})

describe('filters', () => {
  test('billable leaves codes that can be billed', () => {
    const all = suggest('diab', 'icd-10-cm', { limit: 50 })
    const billable = suggest('diab', 'icd-10-cm', { limit: 50, billable: true })
    expect(all.some(({ is_billable }) => !is_billable)).toBe(true)
    expect(billable.every(({ is_billable }) => is_billable)).toBe(true)
    expect(billable.length).toBeGreaterThan(10)
    expect(suggest('diab', 'icd-10-cm', { limit: 50, billable: false })).toEqual(all)
    expect(codesFor('e11', 'icd-10-cm', { billable: true })).not.toContain('E11')
    expect(
      codesFor('known case of asthma on treatment', 'icd-10-cm', { billable: true }),
    ).not.toContain('J45')
  })

  test('semantic tags leave concepts with one of them', () => {
    const tagged = suggest('heart', 'snomed', { semantic_tags: ['Body structure', ' finding '] })
    expect(new Set(tagged.map(({ tag }) => tag))).toEqual(new Set(['body structure', 'finding']))
    expect(suggest('heart', 'snomed', { semantic_tags: ['no such tag'] })).toEqual([])
  })

  test('a class and a specimen leave tests of those', () => {
    expect(codesFor('hemo', 'loinc', { class: 'hem/bc' })[0]).toBe('718-7')
    expect(codesFor('creat', 'loinc', { specimen: 'Urine' })[0]).toBe('2161-8')
    expect(codesFor('creat', 'loinc', { specimen: 'ser/plas' })[0]).toBe('2160-0')
    expect(codesFor('creat', 'loinc', { specimen: 'serum' })[0]).toBe('2160-0')
    expect(suggest('creat', 'loinc', { specimen: 'urine', class: 'HEM/BC' })).toEqual([])
    for (const { name } of suggest('glu', 'loinc', { specimen: 'urine', limit: 50 }))
      expect(name).toMatch(/urine/i)
  })

  test('many filters, one after the other, each answer for themselves', () => {
    const tags = ['disorder', 'finding', 'procedure', 'body structure', 'situation', 'event']
    const asked = [...tags, 'regime/therapy', 'person', 'cell', 'disorder']
    for (const tag of asked)
      for (const row of suggest('c', 'snomed', { semantic_tags: [tag] })) expect(row.tag).toBe(tag)
  })

  test.each<{ ontology: LinkedOntology; more: Partial<SuggestRequest> }>([
    { ontology: 'icd-10-cm', more: { semantic_tags: ['disorder'] } },
    { ontology: 'loinc', more: { billable: true } },
    { ontology: 'snomed', more: { class: 'CHEM' } },
    { ontology: 'medication', more: { specimen: 'urine' } },
  ])('$more is refused for $ontology', ({ ontology, more }) => {
    expect(() => suggest('a', ontology, more)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: `${Object.keys(more)[0]} is not a filter of ${ontology}`,
      }),
    )
  })
})

describe('a request', () => {
  test.each<{ what: string; request: Record<string, unknown>; says: string }>([
    { what: 'without a prefix', request: { prefix: undefined }, says: 'prefix must be a string' },
    {
      what: 'with too long a prefix',
      request: { prefix: 'x'.repeat(1001) },
      says: 'prefix must not be longer than 1000 characters',
    },
    ...[0, 51, -1, 1.5, Number.NaN, '5'].map((limit) => ({
      what: `with the limit ${limit}`,
      request: { limit },
      says: 'limit must be a whole number from 1 to 50',
    })),
    {
      what: 'with tags that are no list',
      request: { semantic_tags: 'disorder' },
      says: 'semantic_tags must be a list of semantic tags',
    },
    {
      what: 'with no tags',
      request: { semantic_tags: [] },
      says: 'semantic_tags must be a list of semantic tags',
    },
    {
      what: 'with billable as text',
      request: { billable: 'true' },
      says: 'billable must be true or false',
    },
    {
      what: 'with a field of another question',
      request: { top_k: 2 },
      says: 'suggest has no option top_k: its options are ontology, version, prefix, limit, semantic_tags, class, specimen, billable',
    },
    {
      what: 'with a misspelt field',
      request: { limits: 2 },
      says: 'suggest has no option limits: did you mean limit?',
    },
    { what: 'with no class', request: { class: '' }, says: 'class must be a non-empty string' },
  ])('$what is refused', ({ request, says }) => {
    const asked = { prefix: 'pain', ontology: 'icd-10-cm', ...request } as SuggestRequest
    expect(() => medlink.suggest(asked)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: says }),
    )
  })

  test('that is none, or for another ontology, is refused', () => {
    for (const request of [undefined, 'pain', null])
      expect(() => medlink.suggest(request as unknown as SuggestRequest)).toThrow(MedlinkError)
    expect(() => suggest('pain', 'icd-11' as LinkedOntology)).toThrow(
      expect.objectContaining({ code: 'unknown_ontology' }),
    )
  })

  test('gets as many rows as it asks for, the first ones of more', () => {
    expect(suggest('pain', 'icd-10-cm')).toHaveLength(10)
    const most = suggest('fracture', 'icd-10-cm', { limit: 50 })
    expect(most).toHaveLength(50)
    for (const limit of [1, 3, 10])
      expect(suggest('fracture', 'icd-10-cm', { limit })).toEqual(most.slice(0, limit))
  })

  test.each(['', ' ', 'of the', '...', 'xqzwv', '\ud800', '\u0000\u001b[31m', 'x'.repeat(1000)])(
    'of nothing that means anything, "%s", finds nothing',
    (prefix) => {
      expect(suggest(prefix, 'icd-10-cm')).toEqual([])
    },
  )

  test.each([
    { what: 'one letter', prefix: 'a '.repeat(500) },
    { what: 'one word', prefix: 'pain '.repeat(200) },
    { what: 'words of all names', prefix: 'disease of the '.repeat(66) },
    { what: 'a thousand letters', prefix: 'pain'.repeat(250) },
    { what: 'words of no name', prefix: Array.from({ length: 160 }, (_, i) => `wq${i}`).join(' ') },
  ])('of $what again and again is answered', ({ prefix }) => {
    for (const ontology of ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const)
      expect(suggest(prefix, ontology).length).toBeLessThanOrEqual(10)
  })

  test('of any text is answered', () => {
    fc.assert(
      fc.property(
        anyString,
        fc.constantFrom('icd-10-cm', 'snomed', 'loinc', 'medication'),
        (text, ontology) => {
          const rows = suggest(text.slice(0, 1000), ontology)
          expect(rows.map((row) => suggestionSchema.parse(row))).toEqual(rows)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('typing a name leaves rows that are confirmed where they stand, or brings them up', () => {
  // A row that "chr panc" or a whole "kidney disease" brought up shows its title alone: such are left out.
  const names = ['hypertension', 'migraine', 'diabetic ret', 'asthma', 'pneumonia']
  for (const name of names)
    for (let end = 1; end < name.length; end++) {
      const before = suggest(name.slice(0, end), 'icd-10-cm', { limit: 50 })
      const after = suggest(name.slice(0, end + 1), 'icd-10-cm', { limit: 50 })
      for (const [place, row] of before.slice(0, 5).entries()) {
        const now = after.findIndex(
          ({ code, matched }) => code === row.code && matched === row.matched,
        )
        const complete = after.filter(({ code }) => !before.some((each) => each.code === code))
        if (now >= 0)
          expect(now, `${name.slice(0, end + 1)}: ${row.name}`).toBeLessThanOrEqual(
            place + complete.length,
          )
      }
    }
})

describe('brands that only the tables have, over an index of generic drugs', () => {
  const { index, linker } = openDrugsOfFile([
    ...['aspirin', 'telmisartan', 'temazepam', 'calcium carbonate', 'cholecalciferol'].map(
      (name, i) => drug(String(i), 'ingredient', name),
    ),
    drug('9', 'clinical_drug', 'temazepam 15 mg', { form: 'Oral Capsule' }),
  ])
  const suggester = new Suggester({
    ...{ index, linker, ontology: medication, analyzer, siteNames: undefined },
  })

  test.each([
    ['telma', ['telmisartan', 'Telma']],
    ['ecosp', ['aspirin', 'Ecosprin']],
    ['shelc', ['calcium carbonate', 'Shelcal', 'cholecalciferol', 'Shelcal']],
  ])('"%s" is %j', (prefix, expected) => {
    const rows = suggester.suggest({ prefix, ontology: 'medication', limit: 5 } as never)
    expect(rows.flatMap(({ name, matched }) => [name, matched])).toEqual(expected)
  })

  test('a name of the index comes by itself', () => {
    const [row] = suggester.suggest({ prefix: 'temaz', ontology: 'medication', limit: 5 } as never)
    expect(row!.name).toBe('temazepam')
  })
})
