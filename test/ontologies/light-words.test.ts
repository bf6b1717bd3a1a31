/**
 * Proves of light words: every ontology that ranks names has some, each as the analyzer writes it, with a weight in [0, 1).
 */

import { expect, test } from 'vitest'
import {
  buildableOntologies,
  requireNamedOntology,
  requireOntology,
} from '../../src/ontologies/all.ts'
import { readLightWords } from '../../src/ontologies/light-words.ts'
import { analyzer } from '../support/linker.ts'

const ranked = buildableOntologies().filter((name) => !('createResolver' in requireOntology(name)))

test.each(ranked)('the light words of %s keep less than their weight', (name) => {
  const words = requireNamedOntology(name).readLightWords()
  expect(words.size).toBeGreaterThan(0)
  const odd = [...words].filter(([word, weight]) => {
    const [first, second] = analyzer.analyze(word)
    return first?.form !== word || second !== undefined || !(weight >= 0 && weight < 1)
  })
  expect(odd).toEqual([])
})

test.each([
  { ontology: 'icd-10-cm', word: 'nos', weight: 0.1 },
  { ontology: 'icd-10-cm', word: 'encounter', weight: 0.2 },
  { ontology: 'loinc', word: 'total', weight: 0.3 },
  { ontology: 'snomed', word: 'structure', weight: 0.3 },
  { ontology: 'snomed', word: 'asthma', weight: undefined },
])('$word keeps $weight in $ontology', ({ ontology, word, weight }) => {
  expect(requireNamedOntology(ontology).readLightWords().get(word)).toBe(weight)
})

test('refuses a table of something else', () => {
  expect(() => readLightWords('opposites.tsv')).toThrow(
    expect.objectContaining({ code: 'data_invalid' }),
  )
})
