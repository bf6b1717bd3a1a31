import { describe, expect, test } from 'vitest'
import { readStarter } from '../../../../src/ontologies/snomed/release/starter.ts'
import { parseSctid } from '../../../../src/ontologies/snomed/sctid.ts'

const starter = readStarter()
const { concepts, terms } = starter
const conceptOf = (code: string) => concepts.find((concept) => concept.code === code)
const textsOf = (code: string, kind: string) =>
  terms.filter((term) => term.code === code && term.kind === kind).map(({ text }) => text)
const repeated = (values: readonly string[]) =>
  values.filter((value, i) => values.indexOf(value) < i)

const TAGS = new Set([
  'body structure',
  'disorder',
  'event',
  'finding',
  'morphologic abnormality',
  'observable entity',
  'procedure',
  'regime/therapy',
  'situation',
])

describe('the starter vocabulary', () => {
  test('is a release named starter, with the notice of its publisher', () => {
    expect(starter).toMatchObject({
      ontology: 'snomed',
      version: 'starter',
      sources: [],
      edges: [],
      replacements: [],
      maps: [],
      facts: [],
      warnings: [],
    })
    expect(starter.licence).toContain('© International Health Terminology Standards Development')
    expect(starter.licence).toContain('not a SNOMED CT release')
    expect(starter.licence).toContain('https://www.snomed.org/get-snomed')
  })

  test('has a thousand concepts, each once, sorted, all in use', () => {
    const codes = concepts.map(({ code }) => code)
    expect(codes.length).toBeGreaterThanOrEqual(1000)
    expect(repeated(codes)).toEqual([])
    expect(codes).toEqual([...codes].sort())
    expect(concepts.filter(({ active }) => !active)).toEqual([])
  })

  test('has codes of concepts, with right check digits', () => {
    expect(concepts.map(({ code }) => code).filter((code) => parseSctid(code) !== code)).toEqual([])
  })

  test('has every name once, whatever its case', () => {
    expect(repeated(concepts.map(({ name }) => name.toLowerCase()))).toEqual([])
  })

  test('has the semantic tags it should, of every large kind many', () => {
    const counts = new Map<string, number>()
    for (const { attributes } of concepts) {
      const tag = String(attributes.semantic_tag)
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    expect([...counts.keys()].filter((tag) => !TAGS.has(tag))).toEqual([])
    expect(counts.get('finding')).toBeGreaterThanOrEqual(350)
    expect(counts.get('procedure')).toBeGreaterThanOrEqual(120)
    expect(counts.get('disorder')).toBeGreaterThanOrEqual(200)
    expect(counts.get('body structure')).toBeGreaterThanOrEqual(40)
    expect(counts.get('situation')).toBeGreaterThanOrEqual(20)
  })

  test('says of every concept what a release says, as far as a sample can', () => {
    const attributes = {
      source: 'snomed_ct_starter',
      is_core: true,
      is_defined: false,
      breadth: 0,
    }
    for (const concept of concepts)
      expect(concept).toMatchObject({ family: concept.code, attributes })
  })

  test('gives every concept one preferred term and one fully specified name', () => {
    for (const kind of ['preferred', 'full']) {
      const codes = terms.filter((term) => term.kind === kind).map(({ code }) => code)
      expect(codes).toEqual(concepts.map(({ code }) => code))
    }
  })

  test('names nothing twice for one concept, and has no name with a tag but the full one', () => {
    const names = terms.filter(({ kind }) => kind !== 'full')
    expect(repeated(names.map(({ code, text }) => `${code} ${text.toLowerCase()}`))).toEqual([])
    const tagged = names.filter(({ text }) => [...TAGS].some((tag) => text.endsWith(`(${tag})`)))
    expect(tagged).toEqual([])
    expect(terms.filter(({ text }) => text === '-' || text !== text.trim())).toEqual([])
  })

  test('has no synonym that is the preferred term of another concept', () => {
    const codes = new Map(concepts.map(({ code, name }) => [name.toLowerCase(), code]))
    const astray = terms.filter(({ code, text, kind }) => {
      const named = kind === 'synonym' ? codes.get(text.toLowerCase()) : undefined
      return named !== undefined && named !== code
    })
    expect(astray).toEqual([])
  })

  test.each([
    { code: '29857009', name: 'Chest pain', tag: 'finding', synonym: 'Thoracic pain' },
    { code: '267036007', name: 'Dyspnea', tag: 'finding', synonym: 'Shortness of breath' },
    { code: '80146002', name: 'Appendectomy', tag: 'procedure', synonym: 'Appendicectomy' },
    {
      code: '160303001',
      name: 'Family history of diabetes mellitus',
      tag: 'situation',
      synonym: 'FH: Diabetes mellitus',
    },
    {
      code: '716186003',
      name: 'No known allergy',
      tag: 'situation',
      synonym: 'No known allergies',
    },
    {
      code: '91251008',
      name: 'Physical therapy procedure',
      tag: 'regime/therapy',
      synonym: 'Physiotherapy',
    },
    {
      code: '82169009',
      name: 'Structure of left knee region',
      tag: 'body structure',
      synonym: 'Left knee',
    },
  ])('has $code, $name', ({ code, name, tag, synonym }) => {
    expect(conceptOf(code)).toMatchObject({ name, attributes: { semantic_tag: tag } })
    expect(textsOf(code, 'preferred')).toEqual([name])
    expect(textsOf(code, 'full')).toEqual([`${name} (${tag})`])
    expect(textsOf(code, 'synonym')).toContain(synonym)
  })
})
