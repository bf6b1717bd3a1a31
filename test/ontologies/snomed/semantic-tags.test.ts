import { describe, expect, test } from 'vitest'
import { groupOfTag } from '../../../src/ontologies/snomed/semantic-tags.ts'

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
