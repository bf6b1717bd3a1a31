/**
 * Proves which indexes answer a request about a text:
 * 1. those of the kinds that are asked for and installed; default: all kinds
 * 2. a version is of the problems alone, and must be there
 * 3. if nothing is installed, the first kind's index is the one that is missing
 */

import { expect, test } from 'vitest'
import type { LinkedOntology } from '../../src/contract.ts'
import { type TextAsked, textTargets } from '../../src/library/answerer.ts'

const EVERYTHING = ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const

test.each<{
  what: string
  asked?: Partial<TextAsked>
  installed?: readonly LinkedOntology[]
  targets: readonly string[]
}>([
  {
    what: 'everything',
    targets: [
      ...['problem icd-10-cm', 'medication medication', 'test loinc', 'procedure snomed'],
      'allergy medication',
    ],
  },
  {
    what: 'what is installed',
    installed: ['icd-10-cm', 'loinc'],
    targets: ['problem icd-10-cm', 'test loinc'],
  },
  {
    what: 'what is asked for, in the order of the contract',
    asked: { find: ['allergy', 'test', 'test'] },
    targets: ['test loinc', 'allergy medication'],
  },
  {
    what: 'a version of the problems',
    asked: { ontology: 'snomed', version: '2025', find: ['procedure', 'problem'] },
    targets: ['problem snomed 2025', 'procedure snomed'],
  },
  {
    what: 'a version, installed or not',
    asked: { version: '1999' },
    installed: ['loinc'],
    targets: ['problem icd-10-cm 1999', 'test loinc'],
  },
  {
    what: 'the version of texts, which is the newest',
    asked: { version: 'comprehend', find: ['problem'] },
    targets: ['problem icd-10-cm'],
  },
  { what: 'nothing installed', installed: [], targets: ['problem icd-10-cm'] },
  {
    what: 'nothing installed of what is asked for',
    asked: { find: ['test', 'procedure'] },
    installed: ['icd-10-cm'],
    targets: ['test loinc'],
  },
])('$what', ({ asked, installed = EVERYTHING, targets }) => {
  const found = textTargets({ ontology: 'icd-10-cm', ...asked }, (name) => installed.includes(name))
  expect(
    [...found].map(([kind, { ontology, version }]) =>
      [kind, ontology, version ?? ''].join(' ').trim(),
    ),
  ).toEqual(targets)
})
