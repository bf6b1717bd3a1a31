/**
 * Proves of the stages:
 * 0. the order of the list is that of docs/ways.md and of the stages' own comments
 *
 * Proves of the names in the running for a mention:
 * 1. a name must share enough with the mention by itself, next to the best one, and next to what another reading or another
 *    way of taking the mention apart found; under another reading it must have a word of it
 * 2. where a mention of four words is found whole, what shares much less of it is no rival
 * 3. a name that is the reading ends the search: of further readings, and where nothing was corrected of further ways of
 *    taking the mention apart
 * 4. the best reading of each name is kept, the first of equal ones
 * 5. names that cannot bring their concept among those asked for are left out, no others
 * 6. of concepts with a name of the same words, those with the mention as it is written come first
 * 7. of a name that many concepts share each keeps its best one, or every one
 * 8. candidates come by score, then by concept, then by name
 * 9. ways of taking the mention apart that have the same words are searched once; what was found for the first of them counts
 *    for the next as if it had been found for that
 * 10. words are a name of a concept where a reading that comes first is one, with nothing left on either side
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { linkRequestSchema, parseRequest, readHints } from '../../src/contract.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { PhraseRecord, TermKind, TermRecord } from '../../src/index/records.ts'
import { Work } from '../../src/index/work.ts'
import { Aligner, lightnessOf } from '../../src/linker/align.ts'
import { Expander } from '../../src/linker/expand.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import { rankingFor, STAGES, type Tools } from '../../src/linker/pipeline.ts'
import { isNameOf } from '../../src/linker/prove.ts'
import { type Candidate, nameFeatures, Ranker } from '../../src/linker/rank.ts'
import { MIN_DICE } from '../../src/linker/retrieve.ts'
import type { Task } from '../../src/linker/task.ts'
import type { Feature, Interpretation } from '../../src/ontologies/ontology.ts'
import { analyzer, lemmaOf, phrase } from '../support/linker.ts'
import { expectation, tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

/** A name of a code; preferred when nothing else is said. */
type Name = Pick<TermRecord, 'code' | 'text'> & Partial<TermRecord>
/** A way of taking a mention apart. */
interface Way {
  readonly text: string
  readonly certainty?: number
}

/** Which way of taking the mention apart found a name. */
interface Query {
  readonly way: number
}

interface Setting {
  readonly names: readonly Name[]
  readonly phrases?: readonly PhraseRecord[]
  /** Features by name with their weights; beyond those of names there is `first`, which speaks for the first family. */
  readonly weights?: Readonly<Record<string, number>>
}

const first: Feature<unknown> = {
  name: 'first',
  of: 'code',
  applies: () => true,
  measure: (_, { family }) => (family === 0 ? 1 : 0),
}
/** Speaks for what was found by the ways of taking a mention apart that come later. */
const later: Feature<Query> = {
  name: 'later',
  of: 'name',
  applies: () => true,
  measure: ({ way }) => way,
}
/** Speaks for the first codes more than for later ones. */
const place: Feature<unknown> = {
  name: 'place',
  of: 'code',
  applies: () => true,
  measure: (_, { concept }) => 1 - concept / 100,
}
/** The names that share most of their words with the mention first. */
const BY_WORDS = { words: 1 }
/** Names of the strongest kind first, whatever their words. */
const BY_KIND = { kind: 1 }
type CollectOptions = Partial<Pick<Task, 'minConcepts' | 'eachName' | 'minDice' | 'work'>> & {
  readonly top_k?: number
}
const EVERYTHING = { minConcepts: Number.POSITIVE_INFINITY, eachName: false, minDice: MIN_DICE }

/** Collects candidates of an index of these names. Codes are of one family where they begin with the same letter. */
function collector({ names, phrases = [], weights = BY_WORDS }: Setting) {
  const codes = [...new Set(names.map(({ code }) => code))].sort()
  const attributes = {}
  const release = {
    ...tinyRelease,
    concepts: codes.map((code) => ({
      ...{ code, name: code, family: code[0]!, active: true, attributes },
    })),
    terms: names.map((name) => ({ kind: 'preferred' as const, language: 'en', ...name })),
    ...{ edges: [], replacements: [], maps: [], facts: [] },
  }
  const file = join(tempFolder(), 'names.sqlite')
  writeTiny(file, release, { phrases: phrases.toSorted((a, b) => (a.tokens < b.tokens ? -1 : 1)) })
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, new Map())
  const tools = {
    index,
    expander: new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer)),
    aligner: new Aligner(index, lightness, [], lemmaOf),
    ranker: new Ranker(
      [...nameFeatures, first, later, place].filter(({ name }) => name in weights),
      weights,
    ),
    ...{ ontology: {}, analyzer },
  }
  const collect = (
    text: string,
    { top_k = 3, ...options }: CollectOptions = {},
    ways: readonly Way[] = [{ text }],
  ): readonly Candidate[] => {
    const read = (): Interpretation<Query>[] =>
      ways.map(({ text, ...rest }, way) => ({
        words: analyzer.analyze(text),
        ...rest,
        understand: () => ({ way }),
      }))
    const request = parseRequest(linkRequestSchema, {
      query: text || '-',
      ontology: 'icd-10-cm',
      top_k,
    })
    const own = { ...tools, reader: { read } } as unknown as Tools
    const hints = readHints('icd-10-cm')
    const task = { requestId: '', hints, tools: own, work: new Work(), explains: false }
    return rankingFor({ ...task, request, ...EVERYTHING, ...options }).candidates
  }
  const told = (found: readonly Candidate[]) =>
    found.map(({ match }) => `${index.concept(match.concept).code} ${index.term(match.term).text}`)
  const textsOf = (found: readonly Candidate[]) =>
    found.map(({ match }) => index.term(match.term).text)
  const isNamed = (code: string, words: string) =>
    isNameOf(index.getConcept(code)!.id, analyzer.analyze(words), words, tools)
  return { collect, told, textsOf, isNamed, index }
}

/** Each name with a code of a family of its own. */
const eachItsCode = (texts: readonly string[]): Name[] =>
  texts.map((text, i) => ({ code: String.fromCharCode(65 + (i % 26), 65 + i / 26), text }))

/** That many words that stand nowhere else. */
const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => {
    const letters = [from + i, (from + i) / 16, (from + i) / 256]
    return `zq${letters.map((n) => 'bcdfghjklmnprtvw'[Math.floor(n) % 16]).join('o')}k`
  }).join(' ')

/**
 * The names, and long ones of strangers until all words of names and mention weigh the same: a share of words is one of
 * weight then.
 */
function evenly(texts: readonly string[], mention: string): Name[] {
  const counts = new Map(mention.split(' ').map((word) => [word, 0]))
  for (const word of texts.flatMap((text) => text.split(' ')))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const lacking = [...counts].flatMap(([word, count]) => Array(most - count).fill(word))
  return eachItsCode([
    ...texts,
    ...lacking.map((word, i) => `${word} ${strangers(12, 100 + 12 * i)}`),
  ])
}

describe('a name is found that shares enough', () => {
  test.each([
    {
      why: 'by itself, however little the best one does: 2 of 7 words and not 2 of 9',
      mention: 'alpha beta gamma delta',
      names: ['alpha kappa lambda', 'beta omega sigma omicron zeta'],
      lost: ['beta omega sigma omicron zeta'],
    },
    {
      why: 'next to the best one: 4 of 7 words and not 2 of 6',
      mention: 'alpha beta gamma',
      names: ['alpha beta gamma', 'alpha beta kappa lambda', 'gamma kappa lambda'],
      lost: ['gamma kappa lambda'],
    },
    {
      why: 'next to one with four words of the mention: 6 of 7 words and not 6 of 9',
      mention: 'alpha beta gamma delta',
      names: ['alpha beta gamma delta', 'alpha beta gamma', 'beta gamma delta kappa lambda'],
      lost: ['beta gamma delta kappa lambda'],
    },
    {
      why: 'next to one with four words of the mention and another one: 4 of 8 words',
      mention: 'alpha beta gamma delta',
      names: ['alpha beta gamma delta kappa', 'alpha beta lambda omega'],
      lost: [],
    },
  ])('$why', ({ mention, names, lost }) => {
    const { collect, textsOf } = collector({ names: evenly(names, mention) })
    const found = textsOf(collect(mention))
    expect(found.filter((name) => names.includes(name)).sort()).toEqual(
      names.filter((name) => !lost.includes(name)).sort(),
    )
  })

  test.each([
    { name: 'gamma delta omega sigma', isFound: true },
    { name: 'gamma delta omega sigma omicron zeta', isFound: false },
  ])('next to what the mention as written found: $name $isFound', ({ name, isFound }) => {
    const { collect, textsOf } = collector({
      names: evenly(['alpha beta kappa', name], 'alpha beta'),
      phrases: [phrase('alpha', 'gamma delta')],
    })
    const found = textsOf(collect('alpha beta'))
    expect(found[0]).toBe('alpha beta kappa')
    expect(found.includes(name)).toBe(isFound)
  })

  test.each([
    { name: 'omega sigma beta gamma kappa', isFound: true },
    { name: 'omega sigma beta kappa lambda', isFound: false },
  ])('more where the mention has four words: $name $isFound', ({ name, isFound }) => {
    const mention = 'alpha beta gamma delta'
    const { collect, textsOf } = collector({
      names: evenly(['alpha beta gamma delta zeta', name], mention),
      phrases: [phrase('alpha', 'omega sigma')],
    })
    expect(textsOf(collect(mention)).includes(name)).toBe(isFound)
  })

  test.each([
    { name: 'delta lambda omicron', isFound: true },
    { name: 'delta omega sigma zeta', isFound: false },
  ])('next to what another way of taking the mention apart found: $name $isFound', (row) => {
    const ways = [{ text: 'alpha beta gamma' }, { text: 'delta lambda', certainty: 0.9 }]
    const mention = 'alpha beta gamma delta lambda'
    const names = evenly(['alpha beta gamma kappa', row.name], mention)
    const { collect, textsOf } = collector({ names })
    expect(textsOf(collect(mention, {}, ways)).includes(row.name)).toBe(row.isFound)
    expect(textsOf(collect('delta lambda'))).toContain(row.name)
  })

  test('as much as is asked for', () => {
    const { collect, textsOf } = collector({ names: evenly(['alpha beta kappa'], 'alpha beta') })
    expect(textsOf(collect('alpha beta', { minDice: 0.75 }))).toEqual(['alpha beta kappa'])
    expect(textsOf(collect('alpha beta', { minDice: 0.85 }))).toEqual([])
  })

  test('and that has a word of what was read in the place of others', () => {
    const { collect, textsOf } = collector({
      names: evenly(['beta kappa lambda', 'beta omega sigma'], 'alpha beta'),
      phrases: [phrase('alpha', 'omega sigma')],
    })
    const found = collect('alpha beta')
    const readAs = Object.fromEntries(
      textsOf(found).map((text, i) => [text, found[i]!.reading.replaced.length]),
    )
    expect(readAs).toMatchObject({ 'beta omega sigma': 1, 'beta kappa lambda': 0 })
  })

  test('thirty-two of those that share the same', () => {
    const names = Array.from({ length: 40 }, (_, i) => `alpha ${strangers(1, i)}`)
    expect(collector({ names: eachItsCode(names) }).collect('alpha')).toHaveLength(32)
  })
})

test.each(['', 'omega', 'of the'])('nothing is found for "%s"', (mention) => {
  expect(collector({ names: eachItsCode(['alpha', 'beta']) }).collect(mention)).toEqual([])
})

test('a reading that finds nothing keeps no other one from being tried', () => {
  const { collect, textsOf } = collector({
    names: eachItsCode(['alpha beta', 'gamma']),
    phrases: [phrase('omega', 'alpha beta')],
  })
  expect(textsOf(collect('omega'))).toEqual(['alpha beta'])
})

describe('of a mention that may be read in another way', () => {
  const phrases = [phrase('alpha beta', 'gamma delta lambda', { weight: 0.9 })]
  const names = eachItsCode(['alpha beta', 'gamma delta lambda', 'the kappa'])

  test.each([
    { mention: 'alpha beta', found: ['alpha beta'], why: 'a name is the mention' },
    { mention: 'beta alpha', found: ['alpha beta'], why: 'no phrase' },
    {
      mention: 'the alpha beta',
      found: ['alpha beta', 'gamma delta lambda'],
      why: 'a name is the mention but for a function word',
    },
  ])('$mention finds $found: $why', ({ mention, found }) => {
    const { collect, textsOf } = collector({ names, phrases })
    expect(textsOf(collect(mention))).toEqual(found)
  })

  test.each([
    { mention: 'alpha beta', ways: 1, why: 'a name is the mention' },
    { mention: 'the alpha beta', ways: 2, why: 'a name is the mention but for a function word' },
    { mention: 'alpah beta', ways: 2, why: 'a name is the mention corrected' },
    { mention: 'alpha', ways: 2, why: 'a name is more than the mention' },
  ])('$mention is taken apart in $ways ways: $why', ({ mention, ways }) => {
    const { collect } = collector({ names })
    const found = collect(mention, {}, [{ text: mention }, { text: 'kappa' }])
    expect(new Set(found.map(({ query }) => query))).toEqual(
      new Set(Array.from({ length: ways }, (_, way) => ({ way }))),
    )
  })

  test('what a corrected name leaves to other readings is nothing', () => {
    const { collect, textsOf } = collector({ names, phrases: [phrase('beta', 'delta lambda')] })
    expect(textsOf(collect('alpah beta'))).toEqual(['alpha beta'])
    expect(textsOf(collect('gamma beta'))).toContain('gamma delta lambda')
  })
})

describe('of one name under several readings is kept', () => {
  const names = eachItsCode(['alpha beta gamma', 'kappa'])

  test.each([
    { ways: ['alpha', 'alpha beta'], kept: 1, why: 'the better one, though it comes later' },
    { ways: ['alpha beta', 'alpha'], kept: 0, why: 'the better one' },
    { ways: ['alpha', 'alpha'], kept: 0, why: 'the first of two as good' },
  ])('$why', ({ ways, kept }) => {
    const { collect } = collector({ names })
    const found = collect(
      'alpha',
      {},
      ways.map((text) => ({ text })),
    )
    expect(found.map(({ query }) => query)).toEqual([{ way: kept }])
  })
})

describe('ways of taking a mention apart', () => {
  const mention = 'alpha beta gamma'
  const names = evenly(['alpha beta gamma kappa', 'alpha beta lambda', 'gamma'], mention)

  test.each<{ ways: Way[]; searches: number; why: string }>([
    { ways: [{ text: mention, certainty: 0.9 }], searches: 1, why: 'the same words' },
    { ways: [{ text: 'the Alpha, beta gamma' }], searches: 1, why: 'the same words that count' },
    { ways: [{ text: 'alpha beta' }], searches: 2, why: 'a word less' },
    { ways: [{ text: 'alpha beta kappa' }], searches: 2, why: 'another word' },
    { ways: [{ text: 'alpha beta (gamma)' }], searches: 2, why: 'a word that counts for less' },
    { ways: [{ text: 'alpha beta gamna' }], searches: 2, why: 'a misspelt word' },
  ])('the second is searched or not: $why', ({ ways, searches }) => {
    const { collect, index } = collector({ names })
    const search = vi.spyOn(index.searcher, 'search')
    collect(mention, {}, [{ text: mention }, ...ways])
    expect(search).toHaveBeenCalledTimes(searches)
  })

  test('readings with other words than the mention are searched once too, each by itself', () => {
    const phrases = [phrase('alpha', 'omega sigma'), phrase('alpha', 'omega zeta', { weight: 0.9 })]
    const others = eachItsCode(['omega', 'sigma', 'zeta'])
    const { collect, index } = collector({ names: [...names, ...others], phrases })
    const search = vi.spyOn(index.searcher, 'search')
    collect(mention, {}, [{ text: mention }, { text: mention, certainty: 0.9 }])
    expect(search).toHaveBeenCalledTimes(3)
  })

  test('what the second finds is as near as what is looked for then', () => {
    const { collect, textsOf } = collector({ names, weights: { words: 1, later: 1 } })
    const found = collect(mention, {}, [{ text: mention }, { text: mention, certainty: 0.9 }])
    const ways = Object.fromEntries(textsOf(found).map((text, i) => [text, found[i]!.query]))
    expect(ways).toMatchObject({
      'alpha beta gamma kappa': { way: 1 },
      'alpha beta lambda': { way: 1 },
      gamma: { way: 0 },
    })
  })
})

describe('of names that share the mention alike', () => {
  /** Names of one word of the mention and one of their own, each with its kind: `A preferred`; `+` for one more word. */
  const namesOf = (told: readonly string[]): Name[] =>
    told.map((each, i) => {
      const [code, kind] = each.replace('+', '').split(' ') as [string, TermKind]
      return { code, kind, text: `alpha ${strangers(each.endsWith('+') ? 2 : 1, 2 * i)}` }
    })

  test.each([
    { minConcepts: 1, names: ['A preferred', 'B synonym'], lost: ['B'], why: 'the second of one' },
    { minConcepts: 1, names: ['A synonym', 'B preferred'], lost: [], why: 'none on the way up' },
    { minConcepts: 1, names: ['A preferred', 'B preferred'], lost: [], why: 'none of equal ones' },
    {
      minConcepts: 2,
      names: ['A preferred', 'B synonym'],
      lost: [],
      why: 'none of as many as wanted',
    },
    {
      minConcepts: 2,
      names: ['A preferred', 'B synonym', 'C curated'],
      lost: ['C'],
      why: 'the third of two',
    },
    {
      minConcepts: 2,
      names: ['A preferred', 'A synonym', 'B curated'],
      lost: [],
      why: 'none by two names of one concept',
    },
    {
      minConcepts: 2,
      names: ['A preferred', 'A entry', 'B synonym', 'C curated'],
      lost: ['C'],
      why: 'the third of two, the first having a worse name too',
    },
    {
      minConcepts: 2,
      names: ['A entry', 'A preferred+', 'B synonym+', 'C curated+'],
      lost: ['C'],
      why: 'the third of two, the first having a better name too',
    },
    {
      minConcepts: 2,
      names: ['A entry', 'B preferred+', 'C synonym+', 'D short+'],
      lost: ['D'],
      why: 'what does not reach those that came in between',
    },
  ])(
    '$lost may be missing of $names with $minConcepts asked for: $why',
    ({ minConcepts, names, lost }) => {
      const { collect, told } = collector({ names: namesOf(names), weights: BY_KIND })
      const codes = new Set(told(collect('alpha', { minConcepts })).map(([code]) => code))
      const all = new Set(names.map(([code]) => code!))
      expect([...all].filter((code) => !codes.has(code))).toEqual(lost)
    },
  )

  test.each([
    { what: 'may bring it there', better: 'B', found: ['A', 'B'] },
    { what: 'brings it nowhere', better: 'A', found: ['A'] },
  ])('what the code adds $what', ({ better, found }) => {
    const names = ['A', 'B'].map((code) => ({
      code,
      text: code === better ? 'alpha' : `alpha ${strangers(1)}`,
    }))
    const { collect, told } = collector({ names, weights: { kind: 1, first: 1 } })
    expect(told(collect('alpha', { minConcepts: 1 })).map(([code]) => code)).toEqual(found)
  })

  test('the first concepts are the same however few are asked for', () => {
    const all = ['entry', 'curated', 'preferred', 'synonym', 'short', 'synonym', 'curated', 'entry']
    const names = namesOf(all.flatMap((kind, i) => [`${'ABCDEFGH'[i]} ${kind}`, `C ${kind}`]))
    const { collect } = collector({ names, weights: { kind: 2, first: 1 } })
    const conceptsOf = (minConcepts: number) => [
      ...new Set(collect('alpha', { minConcepts }).map(({ match }) => match.concept)),
    ]
    const everything = conceptsOf(Number.POSITIVE_INFINITY)
    expect(everything).toHaveLength(8)
    for (let minConcepts = 1; minConcepts <= 8; minConcepts++)
      expect(conceptsOf(minConcepts).slice(0, minConcepts)).toEqual(
        everything.slice(0, minConcepts),
      )
  })
})

describe('of names of the same words', () => {
  test.each([
    {
      mention: 'alpha beta',
      names: ['alpha, beta', 'alpha beta'],
      exactness: { 'alpha beta': 1, 'alpha, beta': 0.6 },
      why: 'one is the mention as it is written',
    },
    {
      mention: ' Alpha, BETA ',
      names: ['alpha, beta', 'alpha beta'],
      exactness: { 'alpha, beta': 1, 'alpha beta': 0.6 },
      why: 'one is the mention but for case and the space around',
    },
    {
      mention: 'alpha; beta',
      names: ['alpha, beta', 'alpha beta'],
      exactness: { 'alpha, beta': 1, 'alpha beta': 1 },
      why: 'none is the mention as it is written',
    },
    {
      mention: 'alpha beta',
      names: ['alpha beta', 'beta alpha'],
      exactness: { 'alpha beta': 1, 'beta alpha': 0.8 },
      why: 'in another order they are no longer the same',
    },
  ])('$mention is $exactness: $why', ({ mention, names, exactness }) => {
    const { collect, textsOf } = collector({ names: eachItsCode(names), weights: { exact: 1 } })
    const found = collect(mention)
    expect(
      Object.fromEntries(textsOf(found).map((name, i) => [name, found[i]!.match.exactness])),
    ).toEqual(exactness)
    for (const { score, match } of found) expect(score).toBe(match.exactness)
  })

  test('both stay exact that are names of one concept', () => {
    const names = ['alpha, beta', 'alpha beta'].map((text) => ({ code: 'A', text }))
    const found = collector({ names }).collect('alpha beta')
    expect(found.map(({ match }) => match.exactness)).toEqual([1, 1])
  })

  test('one that many share sets no other one back', () => {
    const names = [
      { code: 'A1', text: 'alpha beta', shared: true },
      { code: 'A2', text: 'gamma' },
      { code: 'B1', text: 'alpha, beta' },
    ]
    const found = collector({ names }).collect('alpha beta')
    expect(found.map(({ match }) => match.exactness)).toEqual([1, 1, 1])
  })
})

test.each([
  { eachName: false, found: ['A1 alpha beta', 'A1 alpha beta own', 'A2 alpha beta'] },
  {
    eachName: true,
    found: [
      ...['A1 alpha beta', 'A1 alpha beta gamma', 'A1 alpha beta own'],
      ...['A2 alpha beta', 'A2 alpha beta gamma'],
    ],
  },
])('of a shared name each concept has, every name $eachName: $found', ({ eachName, found }) => {
  const names = [
    { code: 'A1', text: 'alpha beta', shared: true },
    { code: 'A1', text: 'alpha beta gamma', shared: true },
    { code: 'A1', text: 'alpha beta own' },
    { code: 'A2', text: 'kappa' },
  ]
  const { collect, told } = collector({ names })
  expect(told(collect('the alpha beta', { eachName })).sort()).toEqual(found)
})

test('a name that is found verbatim only is found by itself, and not by its words', () => {
  const names = [
    { code: 'A', text: 'alpha [beta]', verbatim: true },
    { code: 'B', text: 'gamma' },
  ]
  const { collect, told } = collector({ names })
  expect(told(collect(' ALPHA [beta]'))).toEqual(['A alpha [beta]'])
  expect(told(collect('alpha beta'))).toEqual([])
})

test.each([
  { names: ['B alpha beta', 'A alpha beta gamma'], why: 'concepts come in their order' },
  { names: ['A alpha beta gamma', 'A alpha kappa'], why: 'names come in theirs' },
])('of names that score the same $why', ({ names }) => {
  const setting = names.map((each) => ({ code: each.slice(0, 1), text: each.slice(2) }))
  const found = collector({ names: setting, weights: BY_KIND }).collect('alpha beta')
  expect(found).toHaveLength(names.length)
  const places = found.map(({ match }) => match.concept * 1000 + match.term)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('what scores more comes before what comes first by concept and name', () => {
  const names = [
    { code: 'A', text: 'alpha', kind: 'entry' as const },
    { code: 'B', text: 'alpha beta', kind: 'preferred' as const },
  ]
  const { collect, told } = collector({ names, weights: BY_KIND })
  expect(told(collect('alpha'))).toEqual(['B alpha beta', 'A alpha'])
})

describe('words are by themselves', () => {
  const names: Name[] = [
    { code: 'A', text: 'absolute eosinophil count' },
    { code: 'A', text: 'aec' },
    { code: 'A', text: 'eosinophils', shared: true },
    { code: 'A1', text: 'eosinophil share' },
    { code: 'B', text: 'aec ratio' },
    { code: 'C', text: 'ketone bodies' },
  ]
  const phrases = [phrase('eoscount', 'absolute eosinophil count', { because: 'abbreviation' })]

  test.each([
    { words: 'AEC', code: 'A', is: true, what: 'a name' },
    { words: 'count, eosinophil (absolute)', code: 'A', is: true, what: 'a name in another order' },
    { words: 'eosinophils', code: 'A', is: true, what: 'a name that concepts share' },
    { words: 'eosinophils', code: 'A1', is: true, what: 'the same name of the other one' },
    { words: 'eoscount', code: 'A', is: false, what: 'a name in the second reading' },
    { words: 'eosinophil', code: 'A', is: true, what: 'a name in another form' },
    { words: 'AEC', code: 'B', is: false, what: 'part of a name' },
    { words: 'AEC ratio', code: 'A', is: false, what: 'a name and a word more' },
    { words: 'ketone bodies', code: 'A', is: false, what: 'a name of another concept' },
    { words: 'zqobok', code: 'A', is: false, what: 'no name at all' },
  ])('$what: "$words" of $code, $is', ({ words, code, is }) => {
    expect(collector({ names, phrases }).isNamed(code, words)).toBe(is)
  })
})

test.each([
  { top_k: 1, kept: 7 },
  { top_k: 5, kept: 7 },
  { top_k: 6, kept: 8 },
  { top_k: 10, kept: 12 },
])('for $top_k rows the names of $kept concepts are kept', ({ top_k, kept }) => {
  const names = eachItsCode(Array.from({ length: 14 }, (_, i) => `alpha ${strangers(1, i)}`))
  const { collect } = collector({ names, weights: { place: 1 } })
  expect(collect('alpha', { top_k, minConcepts: undefined })).toHaveLength(kept)
})

describe('steps are counted', () => {
  const names = [
    { code: 'A1', text: 'alpha beta', shared: true },
    { code: 'A2', text: 'kappa' },
    { code: 'A3', text: 'lambda' },
  ]

  /** Steps to look for other readings of one word, after the candidates of the first reading. */
  const OTHER_READINGS = 256

  /** The candidates of a mention with this number of steps. */
  function within(steps: number, all: readonly Name[], ways?: readonly Way[]) {
    const work = new Work(steps)
    const found = collector({ names: all }).collect('alpha', { work }, ways).length
    return { found, isTruncated: work.isTruncated, done: work.done }
  }

  test.each([
    { what: 'a code', all: [{ code: 'A', text: 'alpha beta' }], found: 1 },
    { what: 'codes that share a name', all: names, found: 3 },
  ])('to score $what; without enough of them nothing is found', ({ all, found }) => {
    const needed = within(10_000, all).done - OTHER_READINGS
    expect(within(needed, all)).toMatchObject({ found, isTruncated: false })
    expect(within(needed - 1, all)).toMatchObject({ found: 0, isTruncated: true })
  })

  test.each([
    { what: 'a code', all: [{ code: 'A', text: 'alpha beta' }], codes: 1 },
    { what: 'three codes of a name', all: names, codes: 3 },
  ])('16 a word to compare a name, 64 a code to score $what', ({ all, codes }) => {
    const once = [{ text: 'alpha' }]
    const twice = [...once, { text: 'alpha', certainty: 0.9 }]
    const more = within(10_000, all, twice).done - within(10_000, all, once).done
    expect(more - 2 * OTHER_READINGS).toBe(16 + 64 * codes)
  })
})

test('stages are documented in the order of the list', () => {
  const names = STAGES.map(({ name }) => name)
  const root = new URL('../../', import.meta.url)
  const architecture = readFileSync(new URL('docs/ways.md', root), 'utf8')
  const documented = [...architecture.matchAll(/^ +\d+\. \*\*(\w+)\*\* \(linker\/(.+?)\)/gm)]
  expect(documented.map(([, name]) => name)).toEqual(names)
  const files = documented.map(([, , file]) => new URL(`src/linker/${file}`, root))
  for (const [i, file] of files.entries())
    expect(readFileSync(file, 'utf8')).toContain(` * Stage ${i + 1}. `)
})
