/**
 * Proves of the reader of RxNorm:
 * 1. each term type has its level, and each concept its composition from relations, attributes and names
 * 2. atoms of other publishers, languages and suppressed ones are left out; retired concepts are not active
 * 3. relations are read from right to left
 * 4. rows that cannot be read are refused with file and line, or left out and counted
 */

import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Drug, DrugRelease } from '../../../../src/ontologies/medication/drug.ts'
import { readDrugReleases } from '../../../../src/ontologies/medication/release/release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

const MINI = fileURLToPath(new URL('../../../fixtures/medication-mini/rxnorm', import.meta.url))

let release: DrugRelease
let drugs: ReadonlyMap<string, Drug>
beforeAll(async () => {
  release = (await readDrugReleases([MINI]))[0]!
  drugs = new Map(release.drugs.map((drug) => [drug.code, drug]))
})

const mg = (name: string, value: number) => ({ name, strength: { value, unit: 'mg' } })

describe('composes', () => {
  test.each([
    { code: '9000001', level: 'ingredient', ingredients: [{ name: 'acetaminophen' }] },
    {
      code: '9000003',
      level: 'precise_ingredient',
      ingredients: [{ name: 'metformin hydrochloride' }],
    },
    {
      code: '9000006',
      level: 'combination',
      ingredients: [{ name: 'amoxicillin' }, { name: 'clavulanate' }],
    },
    {
      code: '9000022',
      level: 'brand',
      brand: 'Augmentin',
      ingredients: [{ name: 'amoxicillin' }, { name: 'clavulanate' }],
    },
    {
      code: '9000041',
      level: 'ingredient_strength',
      ingredients: [mg('metformin hydrochloride', 500)],
    },
    {
      code: '9000051',
      level: 'ingredient_form',
      form: 'Oral Tablet',
      ingredients: [{ name: 'amoxicillin' }, { name: 'clavulanate' }],
    },
    {
      code: '9000053',
      level: 'ingredient_form',
      form: 'Pill',
      ingredients: [{ name: 'acetaminophen' }],
    },
    {
      code: '9000061',
      level: 'clinical_drug',
      form: 'Extended Release Oral Tablet',
      quantity: { value: 24, unit: 'h' },
      ingredients: [mg('metformin hydrochloride', 500)],
    },
    {
      code: '9000062',
      level: 'clinical_drug',
      form: 'Oral Tablet',
      ingredients: [mg('amoxicillin', 500), mg('clavulanate', 125)],
      names: ['amoxicillin-clavulanate 500 MG-125 MG Oral Tablet'],
    },
    {
      code: '9000070',
      level: 'brand_strength',
      brand: 'Tylenol',
      ingredients: [mg('acetaminophen', 325)],
    },
    {
      code: '9000071',
      level: 'brand_form',
      brand: 'Tylenol',
      form: 'Oral Tablet',
      ingredients: [{ name: 'acetaminophen' }],
    },
    {
      code: '9000072',
      level: 'brand_form',
      brand: 'Tylenol',
      form: 'Pill',
      ingredients: [{ name: 'acetaminophen' }],
    },
    {
      code: '9000083',
      level: 'branded_drug',
      brand: 'Lantus',
      form: 'Pen Injector',
      quantity: { value: 3, unit: 'mL' },
      ingredients: [{ name: 'insulin glargine', strength: { value: 100, unit: '[IU]/mL' } }],
    },
    {
      code: '9000091',
      level: 'branded_pack',
      brand: 'Xarelto Starter Pack',
      form: 'Pack',
      ingredients: [mg('rivaroxaban', 15), mg('rivaroxaban', 20)],
    },
  ])('$level $code', ({ code, ...composed }) => {
    const { name, ...drug } = drugs.get(code)!
    expect(name).not.toBe('')
    expect(drug).toEqual({ code, active: true, ...composed })
  })
})

test('names in other words are the concept’s, once, without those that are its name', () => {
  expect(drugs.get('9000060')!.names).toEqual(['APAP 325 MG Oral Tablet'])
  expect(drugs.get('9000004')!.names).toEqual(['amOXicillin'])
})

test('what is obsolete is not active, what is suppressed is left out', () => {
  expect(drugs.get('9000099')).toMatchObject({ active: false })
  expect(drugs.has('9000098')).toBe(false)
  expect(drugs.get('9000001')!.name).toBe('acetaminophen')
})

test('dose forms and their groups are no drugs', () => {
  expect(drugs.has('9000030')).toBe(false)
  expect(drugs.has('9000036')).toBe(false)
})

test('what says more of a drug lies under what says less', () => {
  const parentsOf = (code: string) =>
    release.edges.filter((edge) => edge.code === code).map(({ parent }) => parent)
  expect(parentsOf('9000080')).toEqual(['9000040', '9000070', '9000060', '9000020', '9000071'])
  expect(parentsOf('9000003')).toEqual(['9000002'])
  expect(parentsOf('9000061')).toContain('9000067')
  expect(parentsOf('9000001')).toEqual([])
})

test('relations to concepts that are not there are counted', () => {
  expect(release.warnings).toEqual([
    'left out 1 row of RXNREL.RRF that name a concept the release lacks, e.g. 9099999',
  ])
})

describe('of a row that cannot be read', () => {
  const atom = (code: string, type: string, name: string) =>
    `${code}|ENG||||||1|1|${code}||RXNORM|${type}|${code}|${name}||N|4096|\n`
  const whole = atom('1', 'IN', 'aspirin')
  const read = async (conso: string, lenient = false) =>
    (await readDrugReleases([await writeTempFolder({ 'RXNCONSO.RRF': conso })], { lenient }))[0]!

  test.each([
    {
      what: 'a missing field',
      row: '2|ENG|RXNORM|IN|\n',
      message:
        'RXNCONSO.RRF line 2: found "2|ENG|RXNORM|IN|", expected 18 fields as in an RRF file of this name, not 4',
    },
    {
      what: 'a bar in a name',
      row: atom('2', 'IN', 'a|b'),
      message: expect.stringMatching(/line 2: found .* not 19$/),
    },
    {
      what: 'a bad RXCUI',
      row: atom('2x', 'IN', 'b'),
      message: 'RXNCONSO.RRF line 2: found "2x", expected an RXCUI, a whole number',
    },
    {
      what: 'a name as long as no name is',
      row: atom('2', 'IN', 'x'.repeat(4001)),
      message: `RXNCONSO.RRF line 2: found "${'x'.repeat(80)}…", expected a name of at most 4000 characters`,
    },
    {
      what: 'an empty name',
      row: atom('2', 'IN', ' '),
      message: 'RXNCONSO.RRF line 2: found "", expected a name of 2',
    },
  ])('$what', async ({ row, message }) => {
    await expect(read(whole + row)).rejects.toMatchObject({ code: 'release_invalid', message })
    const lenient = await read(whole + row, true)
    expect(lenient.drugs.map(({ code }) => code)).toEqual(['1'])
    expect(lenient.warnings).toEqual([expect.stringMatching(/^left out 1 line with /)])
  })

  test('a control character is refused', async () => {
    await expect(read(whole + atom('2', 'IN', 'a\u0007'))).rejects.toMatchObject({
      code: 'release_invalid',
    })
  })

  test.each(['XYZ', 'constructor'])('the term type %s is left out and counted', async (type) => {
    const { drugs: read2, warnings } = await read(whole + atom('2', type, 'b'))
    expect(read2).toHaveLength(1)
    expect(warnings).toEqual([
      `left out 1 row of RXNCONSO.RRF with a term type that is none of RxNorm's, e.g. ${type}`,
    ])
  })

  test('a file with nothing of RxNorm is refused', async () => {
    await expect(read(whole.replace('RXNORM', 'GS'))).rejects.toMatchObject({
      code: 'release_invalid',
      message: 'RXNCONSO.RRF holds no concept of RxNorm: expected rows with SAB RXNORM',
    })
  })

  test('CRLF, a byte order mark and quotes change nothing', async () => {
    const { drugs: read2 } = await read(
      `\uFEFF${(whole + atom('2', 'IN', 'the "b"')).replaceAll('\n', '\r\n')}`,
    )
    expect(read2.map(({ name }) => name)).toEqual(['aspirin', 'the "b"'])
  })
})
