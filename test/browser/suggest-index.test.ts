/**
 * Proves of suggestions from a FlexSearch index:
 * 1. what is asked for by its words, abbreviation, British or misspelt beginning or code is there, as `medlink.suggest`
 *    has it
 * 2. a row is one of `medlink.suggest`, with the same title and the same to be said of the code
 * 3. every name is found by its words in any order, each only begun
 * 4. what is out of range is refused; any text is answered, in bounded work, with each code once
 * 5. names are ranked by score, by what of them was typed, and by what they lack
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSuggestIndex, type SuggestIndex } from '../../src/browser/browser.ts'
import {
  type LinkedOntology,
  type Medlink,
  MedlinkError,
  openMedlink,
  suggestionSchema,
} from '../../src/medlink.ts'
import { anyString } from '../support/arbitraries.ts'
import { errorOf } from '../support/faults.ts'
import { fileFolder } from '../support/linker.ts'
import { openStarterPack, packOf } from '../support/pack.ts'
import { copyStarter } from '../support/shared-index.ts'

const ONTOLOGIES = ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const
const dir = fileFolder()
const packs = new Map<LinkedOntology, SuggestIndex>()
let medlink: Medlink
beforeAll(async () => {
  for (const ontology of ONTOLOGIES) {
    copyStarter(ontology, dir)
    packs.set(ontology, await openStarterPack(ontology))
  }
  medlink = openMedlink({ dir })
}, 120_000)
afterAll(() => medlink?.close())

const suggest = (prefix: string, ontology: LinkedOntology, limit = 10) =>
  packs.get(ontology)!.suggest({ prefix, limit })

describe('among the first five', () => {
  test.each<{ prefix: string; ontology: LinkedOntology; code: string; why: string }>([
    { prefix: 'hyperten', ontology: 'icd-10-cm', code: 'I10', why: 'the common one' },
    { prefix: 'htn', ontology: 'icd-10-cm', code: 'I10', why: 'an abbreviation' },
    { prefix: 'copd', ontology: 'icd-10-cm', code: 'J44.9', why: 'an abbreviation' },
    { prefix: 'diab ret', ontology: 'icd-10-cm', code: 'E11.319', why: 'both words begun' },
    { prefix: 'ret diab', ontology: 'icd-10-cm', code: 'E11.319', why: 'in any order' },
    { prefix: 'oesophagi', ontology: 'icd-10-cm', code: 'K20.90', why: 'British' },
    { prefix: 'anaem', ontology: 'icd-10-cm', code: 'D64.9', why: 'British, the root begun' },
    { prefix: 'hypretens', ontology: 'icd-10-cm', code: 'I10', why: 'two letters turned around' },
    { prefix: 'pnemonia', ontology: 'icd-10-cm', code: 'J18.9', why: 'a letter is missing' },
    { prefix: 'migrainne', ontology: 'icd-10-cm', code: 'G43.909', why: 'a letter too many' },
    { prefix: 'MIGRAINES', ontology: 'icd-10-cm', code: 'G43.909', why: 'the plural, shouted' },
    { prefix: 'I10', ontology: 'icd-10-cm', code: 'I10', why: 'a code' },
    { prefix: 'E11.4', ontology: 'icd-10-cm', code: 'E11.40', why: 'a code begun' },
    { prefix: ' e1140 ', ontology: 'icd-10-cm', code: 'E11.40', why: 'without its dot' },
    { prefix: '718-', ontology: 'loinc', code: '718-7', why: 'a code begun' },
    { prefix: 'haemoglobin', ontology: 'loinc', code: '718-7', why: 'British' },
    { prefix: 'severe migraine zzz', ontology: 'icd-10-cm', code: 'G43.909', why: 'some words' },
  ])('"$prefix" of $ontology finds $code: $why', ({ prefix, ontology, code }) => {
    const codes = suggest(prefix, ontology, 5).map((row) => row.code)
    expect(codes).toContain(code)
  })
})

describe('a row', () => {
  test.each(ONTOLOGIES)('of %s is as medlink.suggest has it', (ontology) => {
    const { counts } = packs.get(ontology)!.manifest
    expect(counts.names).toBeGreaterThan(1000)
    for (const prefix of ['a', 'heart', 'blood', 'pain left']) {
      const rows = suggest(prefix, ontology)
      for (const { code, matched, ...said } of rows) {
        expect(said.name).toBe(medlink.concept(ontology, code).name)
        // Codes of the starter's own, and RXCUIs of three digits, are not looked for as codes.
        const own = medlink.suggest({ prefix: code, ontology, limit: 1 })[0]
        if (own?.code === code) expect({ code, ...said }).toEqual(own)
        if (matched !== undefined) expect(matched.toLowerCase()).not.toBe(said.name.toLowerCase())
      }
    }
  })

  test('tells the name that was found where it is not the title', () => {
    const [row] = suggest('htn', 'icd-10-cm')
    expect(row).toEqual({
      code: 'I10',
      name: 'Essential (primary) hypertension',
      matched: expect.stringMatching(/htn/i),
      is_billable: true,
    })
  })
})

test('every name is found by its words in any order, the last one begun', async () => {
  const names = [
    'Fracture of the left hip',
    'Type 2 diabetes',
    'Oesophageal varices',
    'Hepatitis A',
  ]
  const index = await openSuggestIndex(
    packOf(Object.fromEntries(names.map((name, i) => [`A0${i}`, [name]]))),
  )
  for (const [i, name] of names.entries()) {
    const words = name.split(' ')
    for (let turn = 0; turn < words.length; turn++) {
      const turned = [...words.slice(turn), ...words.slice(0, turn)].join(' ')
      for (let end = turned.length; end > turned.length - 3; end--) {
        const prefix = turned.slice(0, end)
        expect({ prefix, code: index.suggest({ prefix })[0]?.code }).toEqual({
          ...{ prefix, code: `A0${i}` },
        })
      }
    }
  }
})

describe('the order', () => {
  const first = async (
    names: Record<string, readonly string[]>,
    prefix: string,
    options?: Parameters<typeof packOf>[1],
  ) => (await openSuggestIndex(packOf(names, options))).suggest({ prefix })[0]

  test.each([
    {
      what: 'a name that was typed whole comes before shorter ones that were not',
      names: { A00: ['Hives'], A01: ['Hive'], A02: ['Hives of arm'] },
      prefix: 'hives of arm',
      code: 'A02',
    },
    {
      what: 'a name that begins as typed comes before one a little shorter',
      names: { A00: ['Acute gout of toe'], A01: ['Gout of the old toe'] },
      prefix: 'gout toe',
      code: 'A01',
    },
    {
      what: 'a number that is finished is itself',
      names: { A00: ['Grade 21'], A01: ['Grade 2 of five'] },
      prefix: 'grade 2 ',
      code: 'A01',
    },
    {
      what: 'of names with some of the words, that with the rarest comes first',
      names: {
        A00: ['Pain of back'],
        A01: ['Pain of a knee'],
        A02: ['Gout of foot'],
        A03: ['Pain of chest'],
      },
      prefix: 'my awful gout pain today',
      code: 'A02',
    },
    {
      what: 'of names with the same words, that which says least more comes first',
      names: { A00: ['Gout of a big toe joint with tophi'], A01: ['Gout of a foot'] },
      prefix: 'gout unheardof ',
      code: 'A01',
    },
  ])('$what', async ({ names, prefix, code }) => {
    expect((await first(names, prefix))?.code).toBe(code)
  })

  test('an abbreviation is read as all its words', async () => {
    const names = { A00: ['History of gout'], A01: ['History of asthma'], A02: ['Asthma'] }
    const abbreviations = [['hx', ['history']] as const]
    expect((await first(names, 'hx asth', { abbreviations }))?.code).toBe('A01')
  })

  test('of the codes of one name those come first whose titles have what was typed', async () => {
    const names = { A00: ['Para 500 tablet'], A01: ['Para'], A02: ['Para 650 tablet'] }
    const otherNames = [{ text: 'Dolo', codes: ['A01', 'A00', 'A02'] }]
    const index = await openSuggestIndex(packOf(names, { otherNames }))
    const codesFor = (prefix: string) => index.suggest({ prefix }).map(({ code }) => code)
    expect(codesFor('dolo')).toEqual(['A01', 'A00', 'A02'])
    expect(codesFor('dolo 650')).toEqual(['A02', 'A01', 'A00'])
  })
})

describe('what is typed', () => {
  test.each([
    { what: 'a prefix of 10,000 letters', input: { prefix: 'a'.repeat(10_000) } },
    { what: 'a prefix that is no text', input: { prefix: 7 as never } },
    { what: 'a limit of 0', input: { prefix: 'a', limit: 0 } },
    { what: 'a limit of 51', input: { prefix: 'a', limit: 51 } },
    { what: 'half a row', input: { prefix: 'a', limit: 1.5 } },
  ])('is refused: $what', ({ input }) => {
    const error = errorOf(() => packs.get('icd-10-cm')!.suggest(input))
    expect(error).toBeInstanceOf(MedlinkError)
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(error.message).not.toContain('aaa')
  })

  test('finds nothing where there is nothing', async () => {
    const index = await openSuggestIndex(packOf({}))
    for (const prefix of ['', 'gout', 'a a a', 'A00', 'شسی'])
      expect(index.suggest({ prefix })).toEqual([])
  })

  test('may be of any script, and so may names', async () => {
    const index = await openSuggestIndex(packOf({ A00: ['النقرس الحاد'], A01: ['गठिया रोग'] }))
    expect(index.suggest({ prefix: 'النق' }).map(({ code }) => code)).toEqual(['A00'])
    expect(index.suggest({ prefix: 'رोग गठ' }).length).toBeLessThanOrEqual(2)
    expect(index.suggest({ prefix: 'रोग गठ' }).map(({ code }) => code)).toEqual(['A01'])
  })

  test('may be anything: few rows, each code once', () => {
    fc.assert(
      fc.property(
        anyString,
        fc.constantFrom(...ONTOLOGIES),
        fc.integer({ min: 1, max: 50 }),
        (prefix, ontology, limit) => {
          const rows = suggest(prefix.slice(0, 1000), ontology, limit)
          expect(rows.length).toBeLessThanOrEqual(limit)
          expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
          for (const row of rows) suggestionSchema.parse(row)
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    { what: 'twelve times a letter', prefix: 'a '.repeat(12) },
    { what: '1,000 letters', prefix: 'pneumono'.repeat(125) },
    { what: 'many words with slips', prefix: 'fracure lfet clavcle hodnal btrnkn '.repeat(20) },
  ])('takes little time: $what', ({ prefix }) => {
    suggest(prefix, 'icd-10-cm')
    const start = process.cpuUsage()
    suggest(prefix, 'icd-10-cm')
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(100)
  })
})
