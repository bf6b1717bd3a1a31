/**
 * Proves that an index whose arrays are not what its manifest says is refused: each array, too short, too long, of
 * another type, or missing.
 */

import { describe, expect, test } from 'vitest'
import { ARRAY_NAMES, columnTypes } from '../../../src/index/file/layout.ts'
import { damaged, refusalOf, setArray, setManifest, sql } from '../../support/damaged-index.ts'
import { countingColumns } from '../../support/tiny-index.ts'

const COLUMNS = columnTypes(countingColumns).map(([name]) => name)

describe('refuses', () => {
  test.each([
    {
      what: 'an array of another type',
      change: sql("UPDATE array SET type = 'Int32Array' WHERE name = 'idf'"),
      says: 'its array idf is missing or damaged',
    },
    {
      what: 'an array that ends within an element',
      change: setArray('idf', () => Buffer.alloc(3)),
      says: 'its array idf is missing or damaged',
    },
    {
      what: 'other counts than the arrays have',
      change: setManifest('counts', { concepts: 5, terms: 6, words: 7, keys: 7 }),
      says: 'do not have the lengths its manifest says',
    },
    ...[
      ...['concept_family', 'term_concept', 'term_shared', 'term_mass', 'concept.code_length'],
      ...['term.given', 'term.words'],
      ...['word_offsets', 'idf', 'name_ids', 'name_own_offsets', 'name_posting_offsets'],
      ...['concept_text', 'concept_attributes', 'parent_offsets'],
    ].map((name) => ({
      what: `too short an array ${name}`,
      change: setArray(name, () => Buffer.alloc(4)),
      says: 'do not have the lengths its manifest says',
    })),
    ...[
      ...['concept_family', 'term_shared', 'name_scores', 'name_prominence'],
      ...['verbatim_hashes', 'verbatim_terms', 'replaced_concepts', 'replacement_relations'],
      ...['foreign_terms', 'foreign_languages'],
    ].map((name) => ({
      what: `too long an array ${name}`,
      change: setArray(name, (bytes) => Buffer.concat([bytes, bytes, Buffer.alloc(4)])),
      says: 'do not have the lengths its manifest says',
    })),
    ...[...ARRAY_NAMES, ...COLUMNS].map((name) => ({
      what: `a file without its array ${name}`,
      change: sql(`DELETE FROM array WHERE name = '${name}'`),
      says: `its array ${name} is missing or damaged`,
    })),
  ])('$what', ({ change, says }) => {
    const refusal = refusalOf(damaged(change))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code: 'index_corrupt' })
    expect(refusal.message).toContain(`${says}. Build or copy it again`)
  })
})
