import { describe, expect, test } from 'vitest'
import { icd10cm } from '../../../../src/ontologies/icd10cm/icd10cm.ts'
import { readStarter } from '../../../../src/ontologies/icd10cm/release/starter.ts'

const starter = readStarter()
const codes = new Set(starter.concepts.map(({ code }) => code))

describe('the starter vocabulary', () => {
  test('is a release named starter, without sources', () => {
    expect(starter).toMatchObject({ ontology: 'icd-10-cm', version: 'starter', sources: [] })
    expect(starter.licence).toContain('public domain')
    expect(starter.warnings).toEqual([])
  })

  test('has some thousand codes, each once, in order', () => {
    const listed = starter.concepts.map(({ code }) => code)
    expect(listed.length).toBeGreaterThan(3000)
    expect(listed).toEqual([...codes].sort())
  })

  test('has codes of every chapter', () => {
    const chapters = new Set(starter.concepts.map(({ attributes }) => attributes.chapter))
    expect(chapters).not.toContain(null)
    expect(chapters.size).toBe(22)
  })

  test('names each concept by its title', () => {
    const titles = new Map(starter.terms.map(({ code, text, kind }) => [`${kind} ${code}`, text]))
    expect(starter.terms).toHaveLength(starter.concepts.length)
    for (const { code, name } of starter.concepts)
      expect(titles.get(`preferred ${code}`)).toBe(name)
  })

  test('has the category of every code', () => {
    const orphans = starter.concepts.filter(({ code }) => !codes.has(code.slice(0, 3)))
    expect(orphans.map(({ code }) => code)).toEqual([])
    expect(starter.concepts.filter(({ attributes }) => attributes.category === null)).toEqual([])
  })

  test('puts every code but the categories under a code it begins with', () => {
    for (const { code, parent } of starter.edges) expect(code.startsWith(parent)).toBe(true)
    const categories = starter.concepts.filter(({ code }) => code.length === 3)
    expect(starter.edges).toHaveLength(starter.concepts.length - categories.length)
  })

  test('marks no code as billable that has codes below it', () => {
    const parents = new Set(starter.edges.map(({ parent }) => parent))
    const wrong = starter.concepts.filter(
      ({ code, attributes }) => attributes.is_billable === true && parents.has(code),
    )
    expect(wrong.map(({ code }) => code)).toEqual([])
  })

  test('has codes that are written as codes', () => {
    expect([...codes].filter((code) => icd10cm.parseCode(code) !== code)).toEqual([])
  })

  test.each([
    { code: 'E11.9', name: 'Type 2 diabetes mellitus without complications', billable: true },
    { code: 'I10', name: 'Essential (primary) hypertension', billable: true },
    { code: 'J45', name: 'Asthma', billable: false },
  ])('has $code', ({ code, name, billable }) => {
    const concept = starter.concepts.find((each) => each.code === code)
    expect(concept).toMatchObject({ name, attributes: { is_billable: billable } })
  })
})
