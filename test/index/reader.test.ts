/** Proves of reading: which name is the preferred term of a concept. */

import { describe, expect, test } from 'vitest'
import type { TermKind } from '../../src/index/records.ts'
import { openTiny, tinyRelease } from '../support/tiny-index.ts'

describe('the preferred term of a concept is', () => {
  test.each([
    { what: 'its official name', named: [['Heart failure', 'preferred', 'en']], found: 0 },
    { what: 'that in its language', named: [['Heart failure', 'preferred', 'de']], found: 0 },
    {
      what: 'the one it is called by',
      named: [
        ['Cardiac failure', 'preferred', 'en'],
        ['Heart failure', 'synonym', 'fr'],
      ],
      found: 1,
    },
    { what: 'its title, where no name is that', named: [['HF', 'preferred', 'de']], found: -1 },
    { what: 'its title, where it has no name', named: [], found: -1 },
  ] as { what: string; named: [string, TermKind, string][]; found: number }[])(
    '$what',
    ({ named, found }) => {
      const { code, ...concept } = tinyRelease.concepts.find(
        ({ name }) => name === 'Heart failure',
      )!
      const terms = named.map(([text, kind, language]) => ({ code, text, kind, language }))
      const alone = { edges: [], replacements: [], maps: [], facts: [] }
      const index = openTiny({ ...tinyRelease, ...alone, concepts: [{ code, ...concept }], terms })
      const [, kind, language] = named[found] ?? [concept.name, 'preferred', 'en']
      expect(index.preferredTerm(index.getConcept(code)!)).toEqual({
        text: concept.name,
        kind,
        language,
      })
    },
  )
})
