/**
 * Proves of the two faces of an ontology:
 * 1. every ontology that can be linked can be built, and by the same name
 * 2. both speak of the same columns
 * 3. one that is unknown is refused, with those that are known
 */

import { expect, test } from 'vitest'
import { buildableOntologies, requireOntology } from '../../src/ontologies/all.ts'
import { requireOntologyRelease } from '../../src/ontologies/all-releases.ts'

test.each(buildableOntologies())('%s has both faces', (name) => {
  const release = requireOntologyRelease(name)
  expect(release.name).toBe(name)
  expect(release.columns).toBe(requireOntology(name).columns)
})

test('refuses an ontology that is unknown', () => {
  const what = { code: 'unknown_ontology', message: expect.stringContaining('icd-10-cm') }
  expect(() => requireOntologyRelease('icd-9')).toThrow(expect.objectContaining(what))
})
