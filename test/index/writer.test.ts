/**
 * Proves of writing and reading:
 * 1. what is read is what was written: concepts, terms, edges, replacements, maps, arrays, FlexSearch
 * 2. equal records give an equal content hash, whatever their order or the date; other records give another
 * 3. every term is retrieved by its own name
 * 4. a shared name is a name of every active concept of its family, and of no other
 * 5. a verbatim name is found verbatim, ASCII case aside, and not by its words
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { indexName } from '../../src/index/file/manifest.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { type ReleaseRecords, TERM_KINDS, type TermRecord } from '../../src/index/records.ts'
import type { ColumnSchema } from '../../src/index/rows/columns.ts'
import { ABBREVIATION, OPTIONAL_WORD, WORD_ID } from '../../src/index/words/lexicon.ts'
import { Work } from '../../src/index/work.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { familyTree } from '../support/family-tree.ts'
import {
  countingColumns,
  expectation,
  openTiny,
  tempFolder,
  tinyRelease,
  writeTiny,
} from '../support/tiny-index.ts'

const analyzer = createAnalyzer()
const byText = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1)

/** The terms of an index as the release had them. */
function termsOf(index: MedlinkIndex) {
  return [...index.allTerms()].map(({ code }, id) => ({ code, ...index.term(id) }))
}

describe('reads what was written:', () => {
  test('the manifest', () => {
    const { manifest, name } = openTiny()
    expect(manifest).toMatchObject({
      ontology: 'icd-10-cm',
      version: '2027',
      licence: 'invented, for tests',
      sources: tinyRelease.sources,
      counts: { concepts: 4, terms: 6 },
      text_version: analyzer.version,
      columns_version: '1-e3b0c442',
      built_at: '2026-11-21T00:00:00.000Z',
    })
    expect(manifest.content_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(name).toBe(`icd-10-cm_2027_${manifest.content_hash.slice(0, 12)}`)
    expect(indexName(manifest)).toBe(name)
  })

  test('concepts, by id in the order of their codes', () => {
    const index = openTiny()
    const concepts = [0, 1, 2, 3].map((id) => index.concept(id))
    expect(concepts.map(({ code }) => code)).toEqual(['A99', 'B0', 'B01', 'B02'])
    for (const { code, name, active, attributes } of tinyRelease.concepts)
      expect(index.getConcept(code)).toMatchObject({ code, name, active, attributes })
    expect(index.getConcept('B99')).toBeUndefined()
    expect(index.getConcept('b0')).toBeUndefined()
  })

  test('terms, with kind, language, concept, words and columns', () => {
    const index = openTiny()
    expect(termsOf(index).toSorted(byText)).toEqual(tinyRelease.terms.toSorted(byText))
    const { termConcept, termKind, columns } = index.arrays
    for (const [id, { code, text, kind }] of termsOf(index).entries()) {
      const words = analyzer.analyze(text)
      expect(index.concept(termConcept[id]!).code).toBe(code)
      expect(TERM_KINDS[termKind[id]!]).toBe(kind)
      expect(columns.term.words![id]).toBe(words.length)
      const stored = [...index.termWords.of(id)]
      expect(stored.map((word) => index.words.wordOf(word & WORD_ID))).toEqual(
        words.map(({ form }) => form),
      )
      expect(stored.map((word) => word >= OPTIONAL_WORD)).toEqual(
        words.map(({ optional }) => optional),
      )
      expect(stored.map((word) => (word & ABBREVIATION) !== 0)).toEqual(
        words.map(({ abbreviation }) => abbreviation),
      )
    }
  })

  test('the names of one concept', () => {
    const index = openTiny()
    const names = index.termsOf(index.getConcept('B01')!.id).map(({ text }) => text)
    expect(names.toSorted()).toEqual(['Acute heart failure', 'acute cardiac failure (congestive)'])
  })

  test('columns of names: what the release gives, and what is read off their words', () => {
    const given = [0, 1 << 9, 0x8000, 0xffff, 0, 0]
    const terms = tinyRelease.terms.map((term, i) => ({ ...term, columns: { given: given[i]! } }))
    const index = openTiny({ ...tinyRelease, terms })
    const { term } = index.arrays.columns
    expect(term.given).toBeInstanceOf(Uint16Array)
    expect(term.words).toBeInstanceOf(Uint32Array)
    const stored = termsOf(index).map(({ text }, id): [string, unknown] => [
      text,
      [term.given![id], term.words![id]],
    ])
    const expected = terms.map(({ text, columns }): [string, unknown] => [
      text,
      [columns.given, analyzer.analyze(text).length],
    ])
    expect(new Map(stored)).toEqual(new Map(expected))
  })

  test('columns of numbers that are not whole', () => {
    const schema: ColumnSchema = {
      ...countingColumns,
      concept: { dose: { type: Float32Array, meaning: 'what is left of a dose' } },
      ofConcept: ({ code }) => ({ dose: code.length / 3 }),
    }
    const { arrays } = openTiny(tinyRelease, schema)
    expect([...arrays.columns.concept.dose!]).toEqual([1, Math.fround(2 / 3), 1, 1])
  })

  test('facts of one relation, by subject and object, in whatever order they were given', () => {
    const facts = [
      { relation: 'unit property', subject: 'mass/volume', object: 'MCnc', weight: 1 },
      { relation: 'sign of', subject: 'edema', object: 'B02', weight: 1 / 3 },
      { relation: 'sign of', subject: 'dyspnea', object: 'B0', weight: 0.1 },
      { relation: 'sign of', subject: 'edema', object: 'B0', weight: 0.25 },
    ]
    const index = openTiny({ ...tinyRelease, facts })
    expect(index.facts('sign of')).toEqual([facts[2], facts[3], facts[1]])
    expect(index.facts('unit property')).toEqual([facts[0]])
    expect(index.facts('sign')).toEqual([])
  })

  test('columns of concepts', () => {
    const { arrays } = openTiny()
    expect([...arrays.columns.concept.code_length!]).toEqual([3, 2, 3, 3])
  })

  test('the hierarchy, in order of code', () => {
    const index = openTiny()
    const { id } = index.getConcept('B0')!
    expect(index.childrenOf(id).map(({ code }) => code)).toEqual(['B01', 'B02'])
    expect(index.parentsOf(index.getConcept('B02')!.id).map(({ code }) => code)).toEqual(['B0'])
    expect(index.parentsOf(id)).toEqual([])
  })

  test('replacements', () => {
    const index = openTiny()
    const replacements = index.replacementsOf(index.getConcept('A99')!.id)
    expect(replacements).toEqual([{ concept: index.getConcept('B0'), relation: 'replaced_by' }])
    expect(index.replacementsOf(index.getConcept('B0')!.id)).toEqual([])
  })

  test('maps, with their concept', () => {
    const first = { system: 'icd-10', target: 'I50.9', rule: '' }
    const second = { system: 'snomed', target: '84114007', rule: 'always' }
    const maps = [second, first].map((map) => ({ code: 'B0', ...map }))
    const index = openTiny({ ...tinyRelease, maps })
    const { id } = index.getConcept('B0')!
    expect(index.concept(id).maps).toEqual([first, second])
    expect(index.getConcept('B0')!.maps).toEqual([first, second])
    expect(index.getConcept('B01')!.maps).toEqual([])
  })

  test('no maps where the release has none', () => {
    const index = openTiny({ ...tinyRelease, maps: [] })
    expect(index.concept(0).maps).toEqual([])
  })

  test.each([
    { code: 'B00.10', ancestor: 'B00', under: true },
    { code: 'B00.10', ancestor: 'B02', under: true },
    { code: 'B00.10', ancestor: 'D00', under: true },
    { code: 'D00', ancestor: 'B00', under: false },
    { code: 'B01', ancestor: 'B02', under: false },
    { code: 'B00', ancestor: 'B00', under: false },
    { code: 'C00', ancestor: 'C01', under: true },
    { code: 'C01', ancestor: 'C00', under: true },
    { code: 'C00', ancestor: 'C00', under: false },
    { code: 'C00', ancestor: 'D00', under: false },
  ])('$code under $ancestor: $under', ({ code, ancestor, under }) => {
    const index = openTiny(familyTree)
    const id = (of: string) => index.getConcept(of)!.id
    expect(index.isUnder(id(code), id(ancestor))).toBe(under)
  })

  test('phrases, by their first token, and what each is read as in the order in which it was given', () => {
    const phrase = { text: 'heart failure', weight: 0.96, because: 'synonym', context: '' }
    const phrases = [
      { ...phrase, tokens: 'cardiac failure', context: 'acute left' },
      { ...phrase, tokens: 'cardiacs' },
      { ...phrase, tokens: 'cardiac' },
      { ...phrase, tokens: 'cardiac failure', weight: 0.9 },
      { ...phrase, tokens: 'pump failure' },
    ]
    const file = join(tempFolder(), 'tiny.sqlite')
    const { content_hash } = writeTiny(file, tinyRelease, { phrases })
    const index = new MedlinkIndex(file, expectation)
    onTestFinished(() => index.close())
    const phrasesFrom = (head: string) =>
      index
        .phrasesFrom(head)
        .flatMap(({ tokens, phrase }) =>
          index.replacementsFor(phrase).map((replacement) => ({ tokens, ...replacement })),
        )
    expect(phrasesFrom('cardiac')).toEqual([phrases[2], phrases[0], phrases[3]])
    expect(phrasesFrom('pump')).toEqual([phrases[4]])
    expect(phrasesFrom('car')).toEqual([])
    expect(phrasesFrom('failur')).toEqual([])
    expect(content_hash).not.toBe(writeTiny(file).content_hash)
  })

  test('the key of every word', () => {
    const { words, keys, arrays } = openTiny()
    for (const [id, word] of words.words().entries())
      expect(keys.wordOf(arrays.keyOfWord[id]!), word).toBe(analyzer.keyOf(word))
  })

  test('spelling', () => {
    const index = openTiny()
    const [best] = index.spelling.within('failur', 1, new Work())
    expect(index.words.wordOf(best!.id)).toBe('failure')
  })

  test('whether there are official synonyms', () => {
    expect(openTiny().hasOfficialSynonyms).toBe(true)
    const terms = tinyRelease.terms.filter(({ kind }) => kind !== 'synonym')
    expect(openTiny({ ...tinyRelease, terms }).hasOfficialSynonyms).toBe(false)
  })

  test('a release without anything', () => {
    const empty = {
      sources: [],
      concepts: [],
      terms: [],
      edges: [],
      replacements: [],
      maps: [],
      facts: [],
    }
    const index = openTiny({ ...tinyRelease, ...empty })
    expect(index.manifest.counts).toEqual({ concepts: 0, terms: 0, words: 0, keys: 0 })
    expect(index.getConcept('B0')).toBeUndefined()
  })
})

describe('hashes the content:', () => {
  const hashOf = (release: ReleaseRecords, now?: Date) =>
    writeTiny(join(tempFolder(), 'x.sqlite'), release, now ? { now } : {}).content_hash
  const hash = hashOf

  test('the same for the same records at another time and in another order', () => {
    const { concepts, terms, edges } = tinyRelease
    const reversed = {
      ...tinyRelease,
      concepts: concepts.toReversed(),
      terms: terms.toReversed(),
      edges: edges.toReversed(),
    }
    expect(hash(tinyRelease, new Date(0))).toBe(hash(tinyRelease))
    expect(hash(reversed)).toBe(hash(tinyRelease))
  })

  test('the same for facts in another order', () => {
    const facts = [
      { relation: 'sign of', subject: 'edema', object: 'B02', weight: 1 },
      { relation: 'sign of', subject: 'edema', object: 'B0', weight: 1 },
      { relation: 'sign of', subject: 'dyspnea', object: 'B0', weight: 1 },
      { relation: 'cause of', subject: 'edema', object: 'B0', weight: 1 },
    ]
    const reversed = { ...tinyRelease, facts: facts.toReversed() }
    expect(hash(reversed)).toBe(hash({ ...tinyRelease, facts }))
  })

  test.each<{ what: string; change: Partial<TermRecord> }>([
    { what: 'a column', change: { columns: { given: 1 << 9 } } },
    { what: 'reach', change: { shared: true } },
    { what: 'way of being found', change: { verbatim: true } },
  ])('the same for names that differ in their $what only, in another order', ({ change }) => {
    const [term] = tinyRelease.terms as [TermRecord]
    const terms = [term, { ...term, ...change }]
    const reversed = { ...tinyRelease, terms: terms.toReversed() }
    expect(hash(reversed)).toBe(hash({ ...tinyRelease, terms }))
  })

  test.each<{ what: string; change: Partial<ReleaseRecords> }>([
    { what: 'version', change: { version: '2028' } },
    { what: 'licence', change: { licence: 'another' } },
    { what: 'sources', change: { sources: [] } },
    { what: 'a term', change: { terms: tinyRelease.terms.slice(1) } },
    { what: 'the hierarchy', change: { edges: [] } },
    { what: 'replacements', change: { replacements: [] } },
    { what: 'maps', change: { maps: [] } },
    { what: 'facts', change: { facts: [] } },
    {
      what: 'weight of a fact',
      change: { facts: tinyRelease.facts.map((each) => ({ ...each, weight: 0.75 })) },
    },
    {
      what: 'the families',
      change: { concepts: tinyRelease.concepts.map((each) => ({ ...each, family: 'one' })) },
    },
    {
      what: 'a shared name',
      change: { terms: tinyRelease.terms.map((each) => ({ ...each, shared: true })) },
    },
    {
      what: 'a verbatim name',
      change: { terms: tinyRelease.terms.map((each) => ({ ...each, verbatim: true })) },
    },
    {
      what: 'a column of a name',
      change: {
        terms: tinyRelease.terms.map((each) => ({ ...each, columns: { given: 1 << 9 } })),
      },
    },
    {
      what: 'an attribute',
      change: { concepts: tinyRelease.concepts.map((each) => ({ ...each, attributes: {} })) },
    },
    {
      what: 'which concepts are active',
      change: { concepts: tinyRelease.concepts.map((each) => ({ ...each, active: true })) },
    },
  ])('another with another $what', ({ change }) => {
    expect(hash({ ...tinyRelease, ...change })).not.toBe(hash(tinyRelease))
  })
})

describe('families:', () => {
  const concept = (code: string, family: string, active = true) => {
    return { code, name: `Name of ${code}`, family, active, attributes: {} }
  }
  const term = (code: string, text: string, shared = false): TermRecord => {
    return { code, text, kind: shared ? 'curated' : 'preferred', language: 'en', shared }
  }
  /** Two tests for glucose with a retired one between them, one for sodium, and a retired one by itself. */
  const tests: ReleaseRecords = {
    ...tinyRelease,
    concepts: [
      concept('G3', 'glucose'),
      concept('X9', 'gone', false),
      concept('G1', 'glucose'),
      concept('G2', 'glucose', false),
      concept('N1', 'sodium'),
    ],
    terms: [
      term('G1', 'Glucose in serum'),
      term('G2', 'Glucose in stool'),
      term('G3', 'Glucose in urine'),
      term('G3', 'blood sugar', true),
      term('N1', 'Sodium in serum'),
      term('N1', 'Na', true),
      term('X9', 'Gone'),
    ],
    edges: [],
    replacements: [],
    maps: [],
  }
  const codesOf = (index: MedlinkIndex, ids: Iterable<number>) =>
    Array.from(ids, (id) => index.concept(id).code)
  /** The codes of every name. */
  const namesOf = (index: MedlinkIndex) =>
    Object.fromEntries(
      termsOf(index).map(({ text }, id) => [text, codesOf(index, index.conceptsOf(id))]),
    )

  test('a shared name is one of every active concept, an own name of its concept alone', () => {
    expect(namesOf(openTiny(tests))).toEqual({
      'Glucose in serum': ['G1'],
      'Glucose in stool': ['G2'],
      'Glucose in urine': ['G3'],
      'blood sugar': ['G1', 'G3'],
      'Sodium in serum': ['N1'],
      Na: ['N1'],
      Gone: ['X9'],
    })
  })

  test.each([
    { code: 'G1', names: ['Glucose in serum', 'blood sugar'] },
    { code: 'G3', names: ['Glucose in urine', 'blood sugar'] },
    { code: 'N1', names: ['Sodium in serum', 'Na'] },
    { code: 'X9', names: ['Gone'] },
  ])('$code has its own and the shared names, official ones first', ({ code, names }) => {
    const index = openTiny(tests)
    const terms = index.termsOf(index.getConcept(code)!.id)
    expect(terms.map(({ text }) => text)).toEqual(names)
  })

  test('an inactive concept is no member', () => {
    const index = openTiny(tests)
    expect(codesOf(index, index.arrays.families.members)).toEqual(['G1', 'G3', 'N1'])
    const familyOf = (code: string) => index.families.of(index.getConcept(code)!.id)
    expect(familyOf('G2')).toBe(familyOf('G1'))
  })

  test('are numbered in order of their first concept, whatever the order of concepts', () => {
    const [first, second] = [tests.concepts, tests.concepts.toReversed()].map((concepts) => {
      const { arrays, manifest } = openTiny({ ...tests, concepts })
      return { families: arrays.families, hash: manifest.content_hash }
    })
    expect(first).toEqual(second)
    expect(first).toMatchObject({
      families: {
        // G1, G2, G3, N1, X9
        ofConcepts: Uint32Array.of(0, 0, 0, 1, 2),
        offsets: Uint32Array.of(0, 2, 3, 3),
        members: Uint32Array.of(0, 2, 3),
      },
    })
  })

  test('of any release agree with a look at every record', () => {
    const letter = fc.constantFrom('a', 'b', 'c')
    const record = fc.record({ family: letter, active: fc.boolean(), shared: fc.boolean() })
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
        const concepts = records.map(({ family, active }, i) => concept(`C${i}`, family, active))
        const terms = records.map(({ active, shared }, i) =>
          term(`C${i}`, `name ${i}`, active && shared),
        )
        const index = openTiny({ ...tests, concepts, terms })
        const names = namesOf(index)
        for (const [i, { family }] of records.entries()) {
          const members = concepts.filter((each) => each.active && each.family === family)
          const expected = terms[i]!.shared ? members.map(({ code }) => code) : [`C${i}`]
          expect(names[`name ${i}`]).toEqual(expected)
        }
        for (const { code, active } of concepts) {
          if (!active) continue
          const own = index.termsOf(index.getConcept(code)!.id).map(({ text }) => text)
          expect(own.toSorted()).toEqual(
            terms.map(({ text }) => text).filter((text) => names[text]!.includes(code)),
          )
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('a verbatim name:', () => {
  const NAME = 'Édema of myocardium [Presence] (acute)'
  const verbatim = (code: string, text: string): TermRecord => {
    return { code, text, kind: 'synonym', language: 'en', verbatim: true }
  }
  const openVerbatim = () =>
    openTiny({
      ...tinyRelease,
      terms: [...tinyRelease.terms, verbatim('B01', NAME), verbatim('B02', NAME.toLowerCase())],
    })
  const codesWritten = (index: MedlinkIndex, text: string) =>
    index.termsVerbatim(text).map((term) => index.concept(index.arrays.termConcept[term]!).code)

  test.each([
    { text: NAME, codes: ['B01'], why: 'verbatim' },
    { text: NAME.replace('myocardium', 'MYOcardium'), codes: ['B01'], why: 'in any ASCII case' },
    { text: NAME.toUpperCase(), codes: ['B01'], why: 'in capitals, É being one' },
    { text: NAME.replace('É', 'é'), codes: ['B02'], why: 'é is another letter' },
    { text: 'Edema of myocardium [Presence] (acute)', codes: [], why: 'folded' },
    { text: `${NAME} `, codes: [], why: 'with a space behind it' },
    { text: 'Édema of myocardium', codes: [], why: 'in part' },
    { text: '', codes: [], why: 'nothing' },
    { text: 'Heart failure', codes: [], why: 'a name that is found by its words' },
    { text: "' OR 1 = 1 --", codes: [], why: 'no name' },
  ])('"$text" is a name of $codes: $why', ({ text, codes }) => {
    expect(codesWritten(openVerbatim(), text)).toEqual(codes)
  })

  test('has no words and no mass, stands in no posting list, and no search finds it', () => {
    const index = openVerbatim()
    const [term] = index.termsVerbatim(NAME)
    const { postings } = index.arrays
    expect([...index.termWords.of(term!)]).toEqual([])
    expect(postings.mass[term!]).toBe(0)
    expect([...postings.terms]).not.toContain(term)
    const slots = analyzer
      .analyze(NAME)
      .map(({ key }) => index.keys.idOf(key))
      .map((key) => ({ mass: 1, alternatives: [{ key, weight: 1 }] }))
    expect(index.searcher.search(slots, 50, 0).map((hit) => hit.term)).not.toContain(term)
  })

  test('has its words and their keys in the lexicons', () => {
    const index = openVerbatim()
    for (const { form, key } of analyzer.analyze(NAME)) {
      const word = index.words.idOf(form)
      expect(word, form).toBeGreaterThanOrEqual(0)
      expect(index.keys.wordOf(index.arrays.keyOfWord[word]!)).toBe(key)
    }
    expect(index.arrays.postings.idf[index.keys.idOf(analyzer.keyOf('myocardium'))]).toBe(0)
    expect(openTiny().words.idOf('myocardium')).toBe(-1)
  })

  test('is a name of its concept like any other, with kind and columns', () => {
    const index = openVerbatim()
    const [term] = index.termsVerbatim(NAME)
    expect(index.term(term!)).toEqual({ text: NAME, kind: 'synonym', language: 'en' })
    expect(index.arrays.columns.term.words![term!]).toBe(analyzer.analyze(NAME).length)
    const names = index.termsOf(index.getConcept('B01')!.id).map(({ text }) => text)
    expect(names).toContain(NAME)
  })
})

test('leaves nothing behind but the index', () => {
  const folder = tempFolder()
  writeTiny(join(folder, 'deep', 'er', 'x.sqlite'))
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['x.sqlite'])
})

test('tells each step as it begins', () => {
  const steps: string[] = []
  const onStep = (step: string) => steps.push(step)
  writeTiny(join(tempFolder(), 'x.sqlite'), tinyRelease, { onStep })
  expect(steps).toEqual(['analyze names', 'write names', 'build type-ahead'])
})

const vocabulary = fc.constantFrom(
  ...'acute chronic heart failure renal fracture of the left right femur (closed) type 2 10 100 mg b-12 non traumatic रोग'.split(
    ' ',
  ),
)
const name = fc.array(vocabulary, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const anyRelease = fc
  .uniqueArray(name, { minLength: 1, maxLength: 25 })
  .map((names): ReleaseRecords => {
    const concepts = names.map((text, i) => ({
      code: `C${i}`,
      name: text,
      family: `C${i}`,
      active: true,
      attributes: {},
    }))
    const terms = concepts.map(({ code, name: text }) => ({
      code,
      text,
      kind: 'preferred' as const,
      language: 'en',
    }))
    return { ...tinyRelease, concepts, terms, edges: [], replacements: [], maps: [] }
  })

test('retrieves every term by its own name, whatever the names', () => {
  fc.assert(
    fc.property(anyRelease, (release) => {
      const index = openTiny(release)
      for (const [id, { text }] of termsOf(index).entries()) {
        const content = analyzer.analyze(text).filter((word) => !word.stop)
        const keys = [...new Set(content.map(({ key }) => index.keys.idOf(key)))]
        if (keys.length === 0) continue
        const slots = keys.map((key) => ({
          mass: index.arrays.postings.idf[key]!,
          alternatives: [{ key, weight: 1 }],
        }))
        const hit = index.searcher.search(slots, 50, 0.9).find(({ term }) => term === id)
        expect(hit?.score, text).toBeCloseTo(1, 4)
      }
    }),
    { numRuns: 25 },
  )
})

test('reads the terms of any release as they were written', () => {
  fc.assert(
    fc.property(anyRelease, (release) => {
      const index = openTiny(release)
      expect(termsOf(index).toSorted(byText)).toEqual(release.terms.toSorted(byText))
    }),
    { numRuns: 15 },
  )
})
