/**
 * Proves of the traits of mentions, names and concepts:
 * 1. words of side, course, severity and context give their bits; other words none
 * 2. a concept has the bits of its title, the group of its tag and its breadth, each in bits of its own
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUALIFIER_TABLE } from '../../../src/clinical/qualifiers.ts'
import {
  breadthOf,
  CODED_QUALIFIERS,
  type CodedQualifier,
  GROUPS,
  groupNumber,
  groupOf,
  groupOfTag,
  maskOf,
  snomedTraits,
  traitsOf,
  traitsOfQualifiers,
  valuesOf,
} from '../../../src/ontologies/snomed/traits.ts'
import { readTable } from '../../../src/text/tables.ts'
import { analyzer } from '../../support/linker.ts'

const read = (text: string) => traitsOf(analyzer.analyze(text))

/** What traits say, by kind, kinds that say nothing left out. */
function told(traits: number): Partial<Record<CodedQualifier, string[]>> {
  const all = CODED_QUALIFIERS.map((kind) => [kind, valuesOf(kind, traits)] as const)
  return Object.fromEntries(all.filter(([, values]) => values.length > 0))
}

describe('reads the traits of', () => {
  test.each([
    { text: '', traits: {} },
    { text: 'Asthma', traits: {} },
    { text: 'Fracture of left femur', traits: { side: ['left'] } },
    { text: 'Rt. knee pain', traits: { side: ['right'] } },
    { text: 'left and right', traits: { side: ['right', 'left'] } },
    { text: 'pain in both knees', traits: { side: ['bilateral'] } },
    { text: 'Acute appendicitis', traits: { course: ['acute'] } },
    { text: 'Subacute thyroiditis', traits: { course: ['subacute'] } },
    { text: 'acute on chronic pancreatitis', traits: { course: ['acute', 'chronic'] } },
    { text: 'recurring cystitis', traits: { course: ['recurrent'] } },
    { text: 'Mild asthma', traits: { severity: ['mild'] } },
    { text: 'moderate pain', traits: { severity: ['moderate'] } },
    { text: 'terrible pain', traits: { severity: ['severe'] } },
    { text: 'No known allergy', traits: { context: ['absent'] } },
    { text: 'denies fever', traits: { context: ['absent'] } },
    { text: 'Suspected malaria', traits: { context: ['suspected'] } },
    { text: 'History of asthma', traits: { context: ['past'] } },
    { text: 'H/O: asthma', traits: { context: ['past'] } },
    { text: 'Family history of asthma', traits: { context: ['family'] } },
    { text: 'no family history of asthma', traits: { context: ['absent', 'family'] } },
    { text: 'known case of asthma', traits: {} },
    { text: 'really frequent asthma', traits: {} },
    {
      text: 'h/o severe acute left otitis',
      traits: { side: ['left'], course: ['acute'], severity: ['severe'], context: ['past'] },
    },
  ])('"$text": $traits', ({ text, traits }) => {
    expect(told(read(text))).toEqual(traits)
  })
})

test('an aside and an unknown value have no bit', () => {
  expect(traitsOfQualifiers([])).toBe(0)
  expect(traitsOfQualifiers([{ kind: 'aside', value: 'time' }])).toBe(0)
  expect(traitsOfQualifiers([{ kind: 'side', value: 'severe' }])).toBe(0)
  expect(told(traitsOfQualifiers([{ kind: 'side', value: 'left' }]))).toEqual({ side: ['left'] })
})

test('no two values share a bit, and masks leave room for group and breadth', () => {
  const masks = CODED_QUALIFIERS.map(maskOf)
  expect(masks.reduce((all, mask) => all + mask, 0)).toBe(
    masks.reduce((all, mask) => all | mask, 0),
  )
  for (const kind of CODED_QUALIFIERS) {
    const values = valuesOf(kind, maskOf(kind))
    const bits = values.map((value) => traitsOfQualifiers([{ kind, value }]))
    expect(bits.every((bit) => Math.log2(bit) % 1 === 0 && bit < 1 << 16)).toBe(true)
    expect(bits.reduce((all, bit) => all + bit, 0)).toBe(maskOf(kind))
  }
})

test('words beside one another say what each of them says', () => {
  const phrases = readTable(QUALIFIER_TABLE, ['phrase', 'kind', 'value']).map(([phrase]) => phrase!)
  const part = fc.constantFrom(...phrases, 'knee', 'pain of chest', '3')
  const between = analyzer.analyze('asthma')
  fc.assert(
    fc.property(part, part, (one, other) => {
      const [a, b] = [analyzer.analyze(one), analyzer.analyze(other)]
      expect(traitsOf([...a, ...between, ...b])).toBe(traitsOf(a) | traitsOf(b))
    }),
  )
})

describe('the group of', () => {
  test.each([
    { tag: 'disorder', group: 'disorder' },
    { tag: 'finding', group: 'finding' },
    { tag: 'situation', group: 'situation' },
    { tag: 'procedure', group: 'procedure' },
    { tag: 'regime/therapy', group: 'procedure' },
    { tag: 'observable entity', group: 'observable' },
    { tag: 'body structure', group: 'body' },
    { tag: 'cell structure', group: 'body' },
    { tag: 'morphologic abnormality', group: 'morphology' },
    { tag: 'organism', group: 'organism' },
    { tag: 'substance', group: 'substance' },
    { tag: 'clinical drug', group: 'product' },
    { tag: 'physical object', group: 'object' },
    { tag: 'qualifier value', group: 'qualifier' },
    { tag: 'occupation', group: undefined },
    { tag: '', group: undefined },
    { tag: 'constructor', group: undefined },
    { tag: 'toString', group: undefined },
  ])('the tag "$tag": $group', ({ tag, group }) => {
    expect(groupOfTag(tag)).toBe(group)
  })
})

describe('a concept', () => {
  const ofConcept = (attributes: Record<string, string | number | null>, name = 'Asthma') =>
    snomedTraits.ofConcept(
      { code: '1', name, family: '1', active: true, attributes },
      analyzer.analyze(name),
    )

  test.each([
    { semantic_tag: 'disorder', group: 'disorder' },
    { semantic_tag: 'medicinal product form', group: 'product' },
    { semantic_tag: 'occupation', group: 'other' },
    { semantic_tag: 'SNOMED RT+CTV3', group: 'other' },
    { semantic_tag: null, group: 'untagged' },
  ])('with the tag $semantic_tag is of the group $group', ({ semantic_tag, group }) => {
    const traits = ofConcept({ semantic_tag })
    expect(groupOf(traits)).toBe(group)
    expect(GROUPS[groupNumber(traits)]).toBe(group)
  })

  test('without a tag and a breadth is untagged and has nothing below it', () => {
    expect(ofConcept({})).toBe(0)
  })

  test.each([
    { breadth: 0, read: 0 },
    { breadth: 1, read: 1 },
    { breadth: 19, read: 19 },
    { breadth: 31, read: 31 },
    { breadth: 40, read: 31 },
  ])('of breadth $breadth has breadth $read', ({ breadth, read: found }) => {
    expect(breadthOf(ofConcept({ breadth }))).toBe(found)
  })

  test('says all of it at once', () => {
    const name = 'Severe acute left otitis'
    const traits = ofConcept({ semantic_tag: 'disorder', breadth: 31 }, name)
    expect(told(traits)).toEqual({ side: ['left'], course: ['acute'], severity: ['severe'] })
    expect(groupOf(traits)).toBe('disorder')
    expect(breadthOf(traits)).toBe(31)
    expect(told(snomedTraits.ofTerm(analyzer.analyze(name)))).toEqual(told(traits))
  })

  test('of any group and breadth stores them in 32 bits without a sign', () => {
    for (const semantic_tag of ['disorder', 'occupation'])
      expect(ofConcept({ semantic_tag, breadth: 31 })).toBeGreaterThan(0)
  })
})

test('the version tells of the table', () => {
  expect(snomedTraits.version).toMatch(/^\d+-[0-9a-f]{8}$/)
})
