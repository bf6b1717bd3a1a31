/** Proves of reading: which name is the preferred term of a concept, and which names have certain words. */

import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { TermKind } from '../../src/index/records.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { expectation, openTiny, tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

const analyzer = createAnalyzer()

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

describe('the terms of some forms', () => {
  const forms = ['heart', 'failure', 'of', 'acute', 'left', 'pt', 'qqq']
  const text = fc
    .array(fc.constantFrom(...forms, 'Failures', '(acute)', 'LEFT'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' '))

  test('are those that a search through all of them finds', () => {
    const { code } = tinyRelease.concepts[0]!
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 20 }), text, (names, asked) => {
        const terms = names.map(
          (text) => ({ code, text, kind: 'synonym', language: 'en' }) as const,
        )
        const index = openTiny({ ...tinyRelease, terms })
        const formsOf = (name: string) => analyzer.analyze(name).map(({ form }) => form)
        const wanted = formsOf(asked)
        const expected = Array.from(names.keys(), (term) => term).filter(
          (term) => formsOf(index.term(term).text).join(' ') === wanted.join(' '),
        )
        expect(index.termsOfForms(wanted).sort((a, b) => a - b)).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  test('are none of no forms', () => {
    expect(openTiny().termsOfForms([])).toEqual([])
  })
})

test('names of a site are read as they were written', () => {
  const names = [
    { words: 'sugar', unit: 'mg/dl', specimen: '', name: 'Sugar', code: 'B0', note: 'ours' },
    { words: 'sugar', unit: '', specimen: 'serum', name: 'SUGAR', code: 'B01', note: '' },
    { words: 'cough', unit: '', specimen: '', name: 'Cough', code: 'B02', note: '' },
  ]
  const file = join(tempFolder(), 'tiny.sqlite')
  const { content_hash } = writeTiny(file, tinyRelease, { siteNames: names })
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  expect(index.siteNames()).toEqual([names[2], names[1], names[0]])
  expect(openTiny().siteNames()).toEqual([])
  const inOrder = writeTiny(file, tinyRelease, { siteNames: names.toReversed() })
  expect(inOrder.content_hash).toBe(content_hash)
  for (const change of [{ code: 'B02' }, { note: 'theirs' }, { name: 'sugar' }, { unit: 'g/l' }]) {
    const changed = [{ ...names[0]!, ...change }, ...names.slice(1)]
    expect(writeTiny(file, tinyRelease, { siteNames: changed }).content_hash).not.toBe(content_hash)
  }
})
