/**
 * Proves of the table of all codes:
 * 1. it has every code in order, each found as people write it, with its title, status and attributes
 * 2. parents and children are each other's reverse
 * 3. names are a code's own, and replacements the release's
 * 4. codes that are never linked follow the others, with their relations
 * 5. suggestions are those of type-ahead, as far as they are accepted and as many as are asked for
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CodeTable, type Medlink, openMedlink } from '../../src/medlink.ts'
import { miniRoot } from '../support/shared-index.ts'

let medlink: Medlink
let icd: Medlink
beforeAll(async () => {
  medlink = openMedlink({ dir: await miniRoot('snomed') })
  icd = openMedlink({ dir: await miniRoot('icd-10-cm') })
})
afterAll(() => {
  medlink.close()
  icd.close()
})

const inSnomed = <T>(work: (codes: CodeTable) => T) => medlink.codes('snomed', undefined, work)

test('codes are in order, and found by their code', () => {
  const codes = inSnomed((table) =>
    Array.from({ length: table.size }, (_, number) => {
      expect(table.find(table.codeOf(number))).toBe(number)
      return table.codeOf(number)
    }),
  )
  expect(codes).toEqual([...codes].sort())
  expect(codes.length).toBe(45)
  expect(inSnomed((table) => table.find('1'))).toBe(undefined)
})

test('a code is found as people write it', () => {
  const written = icd.codes('icd-10-cm', undefined, (table) =>
    ['A00.0', 'a000', ' A00.0 '].map((code) => table.titleOf(table.find(code)!)),
  )
  expect(new Set(written)).toEqual(new Set(['Cholera due to Vibrio cholerae 01, biovar cholerae']))
})

test('parents and children are each other’s reverse', () => {
  inSnomed((table) => {
    let edges = 0
    for (let number = 0; number < table.size; number++) {
      for (const child of table.childrenOf(number)) {
        edges++
        expect([...table.parentsOf(child)]).toContain(number)
      }
      for (const parent of table.parentsOf(number))
        expect([...table.childrenOf(parent)]).toContain(number)
    }
    expect(edges).toBe(40)
  })
})

test('codes that are never linked follow the others, with their relations', async () => {
  const loinc = openMedlink({ dir: await miniRoot('loinc') })
  loinc.codes('loinc', undefined, (table) => {
    expect([table.linked, table.size]).toEqual([66, 80])
    for (let number = 0; number < table.size; number++)
      expect(table.find(table.codeOf(number))).toBe(number)
    const list = table.find('LL9000001-9')!
    const answers = table.valuesOf(list, 'Answer')
    expect(answers.map(table.codeOf)).toEqual(['LA9000002-7', 'LA9000001-9'])
    expect(answers.map(table.titleOf)).toEqual(['Seen', 'Not seen'])
    const lists = table.holdersOf(answers[0]!, 'Answer')
    expect(lists.map(table.codeOf)).toEqual(['LL9000001-9', 'LL9000002-7'])
    expect([...table.parentsOf(list), ...table.childrenOf(list)]).toEqual([])
    expect(table.replacementsOf(list)).toEqual([])
    expect(table.namesOf(new Set([list])).size).toBe(0)
    expect(table.attributesOf(table.find('LP9000008-4')!)).toMatchObject({ part_type: 'METHOD' })
    expect(table.isActive(table.find('LP9000008-4')!)).toBe(false)
  })
  loinc.close()
  inSnomed((table) => expect([table.linked, table.valuesOf(0, 'Answer')]).toEqual([45, []]))
})

test('what is known of a code', () => {
  inSnomed((table) => {
    const [diabetes, retired] = [table.find('46635009')!, table.find('194798004')!]
    expect([table.isActive(diabetes), table.isActive(retired)]).toEqual([true, false])
    expect(table.attributesOf(diabetes)).toMatchObject({ semantic_tag: 'disorder' })
    const names = table.namesOf(new Set([diabetes, retired]))
    expect(names.get(diabetes)![0]).toEqual({
      ...{ text: 'Type 1 diabetes mellitus', kind: 'preferred', language: 'en' },
    })
    expect(names.get(retired)).toBe(undefined)
    expect(table.namesOf(new Set()).size).toBe(0)
    expect(table.replacementsOf(retired)).toEqual([
      { code: '22298006', name: 'Myocardial infarction', relation: 'replaced_by' },
    ])
  })
})

test('suggestions are accepted one by one', () => {
  const all = medlink.suggest({ prefix: 'di', ontology: 'snomed', limit: 50 })
  inSnomed((table) => {
    expect(table.suggest('di', 100, () => true)).toEqual(all)
    expect(table.suggest('di', 1, () => true)).toEqual(all.slice(0, 1))
    const diabetes = table.find('73211009')!
    expect(
      table.suggest('di', 100, (number) => number === diabetes).map(({ code }) => code),
    ).toEqual(['73211009'])
  })
})

test('a version that is not installed is refused', () => {
  expect(() => medlink.codes('snomed', '1999', () => 1)).toThrow('not installed')
})
