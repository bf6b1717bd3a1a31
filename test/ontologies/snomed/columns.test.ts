/**
 * Proves of SNOMED CT's columns:
 * 1. a name and a title have what their words say
 * 2. a concept has the group of its tag and its breadth
 */

import { describe, expect, test } from 'vitest'
import { snomedColumns } from '../../../src/ontologies/snomed/columns.ts'
import { saidBy, saidIn } from '../../../src/ontologies/snomed/qualifiers.ts'
import { GROUPS } from '../../../src/ontologies/snomed/semantic-tags.ts'
import { analyzer } from '../../support/linker.ts'

const NAME = 'Severe acute left otitis'
const words = analyzer.analyze(NAME)

const ofConcept = (attributes: Record<string, string | number | null>, name = 'Asthma') =>
  snomedColumns.ofConcept(
    { code: '1', name, family: '1', active: true, attributes },
    analyzer.analyze(name),
  )

test('a name has what its words say', () => {
  const term = { code: '1', text: NAME, kind: 'synonym', language: 'en' } as const
  expect(snomedColumns.ofTerm(term, words)).toEqual(saidIn(words))
})

describe('a concept', () => {
  test.each([
    { semantic_tag: 'disorder', group: 'disorder' },
    { semantic_tag: 'medicinal product form', group: 'product' },
    { semantic_tag: 'occupation', group: 'other' },
    { semantic_tag: 'SNOMED RT+CTV3', group: 'other' },
    { semantic_tag: null, group: 'untagged' },
  ])('with the tag $semantic_tag is of the group $group', ({ semantic_tag, group }) => {
    expect(GROUPS[ofConcept({ semantic_tag }).group]).toBe(group)
  })

  test('without a tag and a breadth is untagged and has nothing below it', () => {
    expect(ofConcept({})).toEqual({ ...saidBy(), group: 0, breadth: 0 })
  })

  test('says all of it at once', () => {
    expect(ofConcept({ semantic_tag: 'disorder', breadth: 19 }, NAME)).toEqual({
      ...saidIn(words),
      group: GROUPS.indexOf('disorder'),
      breadth: 19,
    })
  })
})
