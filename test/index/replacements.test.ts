/**
 * Proves of what answers for a retired concept: the one that means the same, and nothing where there is a choice.
 */

import { expect, test } from 'vitest'
import type { StoredConcept } from '../../src/index/reader.ts'
import { exactReplacement, isExactRelation } from '../../src/index/replacements.ts'

const concept = (id: number): StoredConcept => ({
  id,
  code: `B${id}`,
  name: '',
  active: true,
  attributes: {},
  maps: [],
})

test.each([
  { what: 'nothing', given: [], code: undefined },
  { what: 'what replaces it', given: [[1, 'replaced_by']], code: 'B1' },
  { what: 'what is the same', given: [[1, 'same_as']], code: 'B1' },
  { what: "LOINC's way on", given: [[1, 'MAP_TO']], code: 'B1' },
  { what: 'what may be the same', given: [[1, 'possibly_equivalent_to']], code: undefined },
  { what: 'what it moved to', given: [[1, 'moved_to']], code: undefined },
  {
    what: 'the same one in two words',
    given: [
      [1, 'replaced_by'],
      [1, 'same_as'],
    ],
    code: 'B1',
  },
  {
    what: 'the same one beside others that may be',
    given: [
      [1, 'possibly_equivalent_to'],
      [2, 'same_as'],
      [3, 'was_a'],
    ],
    code: 'B2',
  },
  {
    what: 'two that are the same',
    given: [
      [1, 'same_as'],
      [2, 'same_as'],
    ],
    code: undefined,
  },
  {
    what: "two of LOINC's ways on",
    given: [
      [1, 'MAP_TO'],
      [2, 'MAP_TO'],
    ],
    code: undefined,
  },
] as { what: string; given: [number, string][]; code: string | undefined }[])(
  '$what',
  ({ given, code }) => {
    const replacements = given.map(([id, relation]) => ({ concept: concept(id), relation }))
    expect(exactReplacement(replacements)?.code).toBe(code)
    expect(exactReplacement(replacements.toReversed())?.code).toBe(code)
  },
)

test.each(['', 'same as', 'SAME_AS', 'map_to', 'similar_to'])('"%s" is not exact', (relation) => {
  expect(isExactRelation(relation)).toBe(false)
})
