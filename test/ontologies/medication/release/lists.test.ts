/**
 * Proves of the readers of Drugs@FDA, the NDC directory, CDCI and lists of products:
 * 1. each row comes out with its ingredients, strengths, form and brand
 * 2. a name that says no more than the ingredients is no brand; the same product of several makers is one drug
 * 3. strengths that cannot be read are left open and counted, never dropped
 * 4. missing columns and rows that cannot be read are refused with file and line, or left out and counted
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { DrugRelease } from '../../../../src/ontologies/medication/drug.ts'
import { isGenericName } from '../../../../src/ontologies/medication/release/generic-name.ts'
import { readDrugReleases } from '../../../../src/ontologies/medication/release/release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

const MINI = fileURLToPath(new URL('../../../fixtures/medication-mini', import.meta.url))

const read = async (path: string, lenient = false): Promise<DrugRelease> =>
  (await readDrugReleases([path], { lenient }))[0]!
const drugOf = ({ drugs }: DrugRelease, code: string) => drugs.find((drug) => drug.code === code)
const mg = (name: string, value: number, unit = 'mg') => ({ name, strength: { value, unit } })

describe('Drugs@FDA', () => {
  test.each([
    {
      code: 'FDA:900001-001',
      name: 'ZESTOMIX 20MG;10MG TABLET;ORAL',
      level: 'branded_drug',
      brand: 'ZESTOMIX',
      form: 'TABLET;ORAL',
      ingredients: [mg('lisinopril', 20), mg('amlodipine besylate', 10)],
    },
    {
      code: 'FDA:900002-001',
      name: 'METFORMIN HCL 500MG TABLET;ORAL',
      level: 'clinical_drug',
      form: 'TABLET;ORAL',
      ingredients: [mg('metformin hydrochloride', 500)],
    },
    {
      code: 'FDA:900004-001',
      name: 'GLUCONORM XR 500MG TABLET, EXTENDED RELEASE;ORAL',
      level: 'branded_drug',
      brand: 'GLUCONORM XR',
      form: 'TABLET, EXTENDED RELEASE;ORAL',
      ingredients: [mg('metformin hydrochloride', 500)],
    },
    {
      code: 'FDA:900005-001',
      name: 'AMOXICLAV EQ 500MG BASE;EQ 125MG BASE FOR SUSPENSION;ORAL',
      level: 'branded_drug',
      brand: 'AMOXICLAV',
      form: 'FOR SUSPENSION;ORAL',
      ingredients: [mg('amoxicillin', 500), mg('clavulanate potassium', 125)],
    },
    {
      code: 'FDA:900006-001',
      name: 'CEFTRIAXONE EQ 1GM BASE/VIAL INJECTABLE;INJECTION',
      level: 'clinical_drug',
      form: 'INJECTABLE;INJECTION',
      ingredients: [mg('ceftriaxone sodium', 1000)],
    },
    {
      code: 'FDA:900007-001',
      name: 'TIMOPT 0.5% SOLUTION/DROPS;OPHTHALMIC',
      level: 'branded_drug',
      brand: 'TIMOPT',
      form: 'SOLUTION/DROPS;OPHTHALMIC',
      ingredients: [{ name: 'timolol maleate', strength: { value: 0.5, unit: '%' } }],
    },
  ])('$name', async (drug) => {
    const release = await read(`${MINI}/drugs-at-fda`)
    expect(drugOf(release, drug.code)).toEqual({ active: true, ...drug })
  })

  test('the same product of two applications is one drug, and two that differ are two', async () => {
    const { drugs, sources } = await read(`${MINI}/drugs-at-fda`)
    expect(sources.map(({ rows }) => rows)).toEqual([10])
    expect(drugs).toHaveLength(9)
    expect(drugs.map(({ code }) => code)).not.toContain('FDA:900003-001')
  })

  test('strengths that cannot be read are counted, one that is not there is not', async () => {
    const { warnings } = await read(`${MINI}/drugs-at-fda`)
    expect(warnings).toEqual([
      '1 row of Products.txt have a strength that cannot be read, e.g. 0.5MG,1MG',
    ])
  })
})

test.each([
  ['METFORMIN HCL', ['metformin hydrochloride'], true],
  ['ATENOLOL AND CHLORTHALIDONE', ['atenolol', 'chlorthalidone'], true],
  ['SODIUM CHLORIDE 0.9% IN PLASTIC CONTAINER', ['sodium chloride'], true],
  ['CEFTRIAXONE', ['ceftriaxone sodium'], true],
  ['DOXY 100', ['doxycycline hyclate'], true],
  ['DOXY 100', ['doxepin hydrochloride'], false],
  ['IN PLASTIC CONTAINER', ['sodium chloride'], false],
  ['LIQUAEMIN SODIUM', ['heparin sodium'], false],
  ['SODIUM', ['heparin sodium'], false],
  ['TYLENOL', ['acetaminophen'], false],
])('%s of %s says no more than that: %s', (name, ingredients, isGeneric) => {
  expect(isGenericName(name, ingredients)).toBe(isGeneric)
})

describe('the NDC directory', () => {
  test.each([
    {
      code: 'NDC:9001-0001',
      name: 'Amoxiclav XR 1000 mg;62.5 mg TABLET, FILM COATED, EXTENDED RELEASE;ORAL',
      level: 'branded_drug',
      brand: 'Amoxiclav XR',
      form: 'TABLET, FILM COATED, EXTENDED RELEASE;ORAL',
      manufacturer: 'Example Labs',
      ingredients: [mg('amoxicillin', 1000), mg('clavulanate potassium', 62.5)],
    },
    {
      code: 'NDC:9002-0001',
      name: 'Metformin Hydrochloride 500 mg TABLET;ORAL',
      level: 'clinical_drug',
      form: 'TABLET;ORAL',
      ingredients: [mg('metformin hydrochloride', 500)],
    },
    {
      code: 'NDC:9004-0001',
      name: 'Insulax 100 IU/ml INJECTION, SOLUTION;SUBCUTANEOUS',
      level: 'branded_drug',
      brand: 'Insulax',
      form: 'INJECTION, SOLUTION;SUBCUTANEOUS',
      manufacturer: 'Example Labs',
      ingredients: [mg('insulin glargine', 100, '[IU]/mL')],
    },
    {
      code: 'NDC:9005-0001',
      name: 'Saltex LIQUID;NASAL',
      level: 'branded_drug',
      brand: 'Saltex',
      form: 'LIQUID;NASAL',
      manufacturer: 'Example Labs',
      ingredients: [{ name: 'sea salt' }],
    },
  ])('$name', async (drug) => {
    const release = await read(`${MINI}/ndc`)
    expect(drugOf(release, drug.code)).toEqual({ active: true, ...drug })
    expect(release.drugs).toHaveLength(4)
    expect(release.warnings).toEqual([])
  })
})

describe('CDCI', () => {
  test.each([
    {
      code: 'CDCI:910000001',
      level: 'ingredient',
      active: true,
      ingredients: [{ name: 'Carbimazole' }],
    },
    {
      code: 'CDCI:920000002',
      level: 'clinical_drug',
      active: true,
      form: 'oral tablet',
      ingredients: [mg('Amoxicillin', 500), mg('clavulanic acid', 125)],
    },
    {
      code: 'CDCI:920000003',
      level: 'clinical_drug',
      active: false,
      form: 'oral suspension',
      ingredients: [mg('Paracetamol', 24, 'mg/mL')],
    },
    {
      code: 'CDCI:920000004',
      level: 'ingredient_form',
      active: true,
      form: 'oral suspension',
      ingredients: [{ name: 'Paracetamol' }],
    },
    {
      code: 'CDCI:930000001',
      level: 'branded_drug',
      active: true,
      brand: 'Neothyr',
      form: 'oral tablet',
      manufacturer: 'Example Pharma',
      ingredients: [mg('Carbimazole', 5)],
    },
    {
      code: 'CDCI:930000002',
      level: 'branded_drug',
      active: true,
      brand: 'Clavex',
      form: 'oral tablet',
      manufacturer: 'Example Pharma',
      ingredients: [mg('amoxicillin', 500), mg('clavulanic acid', 125)],
    },
    {
      code: 'CDCI:930000003',
      level: 'brand_form',
      active: true,
      brand: 'Clavex kid',
      form: 'oral suspension',
      manufacturer: 'Example Pharma',
      ingredients: [{ name: 'amoxicillin' }, { name: 'clavulanic acid' }],
    },
  ])('$level $code', async (drug) => {
    const { name, ...found } = drugOf(await read(`${MINI}/cdci`), drug.code)!
    expect(name).not.toBe('')
    expect(found).toEqual(drug)
  })

  test('a brand lies under its generic; one that is not there is counted', async () => {
    const { edges, warnings } = await read(`${MINI}/cdci`)
    expect(edges).toEqual([{ code: 'CDCI:930000001', parent: 'CDCI:920000001' }])
    expect(warnings).toEqual([
      '1 row of CDCI_Brand.txt name a generic that the release lacks, e.g. CDCI:929999999',
    ])
  })
})

describe('a list of products', () => {
  test.each([
    {
      code: 'IN:1',
      brand: 'Clavex 625 Duo',
      form: 'Tablet',
      pack: 'strip of 10 tablets',
      active: true,
      ingredients: [mg('Amoxycillin', 500), mg('Clavulanic Acid', 125)],
    },
    {
      code: 'IN:2',
      brand: 'Pantolo-D SR',
      form: 'SR Capsule',
      manufacturer: 'Example, Sons & Co',
      active: false,
      ingredients: [mg('Domperidone', 30), mg('Pantoprazole', 40)],
    },
    { code: 'IN:3', name: 'Feverex 650', brand: 'Feverex 650', form: 'tablets' },
    { code: 'IN:5', form: 'Oral Suspension', ingredients: [mg('Paracetamol', 50, 'mg/mL')] },
    { code: 'IN:6', brand: 'Ciproful', ingredients: [mg('Ciprofloxacin', 3, 'mg/mL')] },
    { code: 'IN:8', ingredients: [mg('Benzathine penicillin', 1_200_000, '[IU]')] },
    { code: 'IN:9', ingredients: [mg('Hepatitis B Vaccine (rDNA)', 0.02)] },
    { code: 'IN:10', ingredients: [{ name: 'Ginger' }, { name: 'Tulsi' }] },
  ])('$code', async ({ code, ...drug }) => {
    expect(drugOf(await read(`${MINI}/products`), code)).toMatchObject(drug)
  })

  test('a strength that cannot be read is counted, none is not', async () => {
    expect((await read(`${MINI}/products`)).warnings).toEqual([
      '1 composition of products.csv with a strength that cannot be read, e.g. Tulsi (2x5)',
    ])
  })

  test('without ids and other columns it has the numbers of its rows', async () => {
    const folder = await writeTempFolder({
      'a.csv': '\uFEFF"name","short_composition1"\r\nFeverex,Paracetamol (650mg)\r\n\r\n',
    })
    const { drugs } = await read(folder)
    expect(drugs).toEqual([
      {
        code: 'IN:1',
        name: 'Feverex',
        level: 'branded_drug',
        brand: 'Feverex',
        ingredients: [mg('Paracetamol', 650)],
        active: true,
      },
    ])
  })
})

describe('refuses', () => {
  const fixture = (path: string) => readFileSync(`${MINI}/${path}`, 'utf8')
  const GENERIC = 'SCTID\tTerm\n920000001\tCarbimazole 5 mg oral tablet\n'
  test.each([
    {
      what: 'a column that is missing',
      files: { 'Products.txt': 'ApplNo\tProductNo\tForm\n' },
      message: 'Products.txt line 1: found "ApplNo	ProductNo	Form", expected column Strength',
    },
    {
      what: 'an empty file',
      files: { 'product.txt': '' },
      message: 'product.txt line 1: found "", expected column PRODUCTNDC',
    },
    {
      what: 'a header without rows',
      files: { 'Products.txt': fixture('drugs-at-fda/Products.txt').split('\r\n')[0]! },
      message: 'Products.txt holds no product of Drugs@FDA',
    },
    {
      what: 'a CDCI file without identifiers',
      files: { 'generic.txt': 'Term\nx\n', 'brand.txt': 'SCTID\tTerm\n' },
      message: 'generic.txt line 1: found "Term", expected a column with the generic\'s identifier',
    },
  ])('$what', async ({ files, message }) => {
    await expect(read(await writeTempFolder(files))).rejects.toMatchObject({
      code: 'release_invalid',
      message,
    })
  })

  test.each([
    {
      what: 'a row of Drugs@FDA with a missing cell',
      files: { 'Products.txt': `${fixture('drugs-at-fda/Products.txt')}900099\t001\n` },
      message:
        'Products.txt line 12: found "900099	001", expected 8 cells as in the header, not 2',
    },
    {
      what: 'a number of an application that is none',
      files: { 'Products.txt': `${fixture('drugs-at-fda/Products.txt')}x\t1\ta\tb\t0\tc\td\t0\n` },
      message: 'Products.txt line 12: found "x-1", expected digits as ApplNo and ProductNo',
    },
    {
      what: 'a bad NDC',
      files: { 'product.txt': fixture('ndc/product.txt').replace('9005-0001', '9005') },
      message: 'product.txt line 6: found "9005", expected a PRODUCTNDC such as 0002-0152',
    },
    {
      what: 'a bad SCTID',
      files: { 'generic.txt': `${GENERIC}12\tx\n`, 'brand.txt': 'SCTID\tTerm\n' },
      message: 'generic.txt line 3: found "12", expected an SCTID, 6 to 18 digits',
    },
    {
      what: 'a code that stands twice',
      files: { 'generic.txt': `${GENERIC}920000001\tx\n`, 'brand.txt': 'SCTID\tTerm\n' },
      message: 'generic.txt line 3: found "CDCI:920000001", expected each identifier once',
    },
    {
      what: 'a composition as long as none is',
      files: { 'a.csv': `name,short_composition1\na,b\nc,${'+'.repeat(4001)}\n` },
      message: `a.csv line 3: found "${'+'.repeat(80)}…", expected cells of at most 4000 characters`,
    },
    {
      what: 'an id that stands twice',
      files: { 'a.csv': 'id,name,short_composition1\n1,a,b\n1,c,d\n' },
      message: 'a.csv line 3: found "1", expected each id once',
    },
  ])('$what, or leaves it out', async ({ files, message }) => {
    const folder = await writeTempFolder(files)
    await expect(read(folder)).rejects.toMatchObject({ code: 'release_invalid', message })
    const { warnings, drugs } = await read(folder, true)
    expect(warnings).toContainEqual(expect.stringMatching(/^left out 1 line with /))
    expect(drugs.length).toBeGreaterThan(0)
  })
})
