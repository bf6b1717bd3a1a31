/**
 * Proves of the phrases that tables give:
 * 1. a phrase is matched on its words and their inflections, an abbreviation on nothing but itself
 * 2. the same abbreviations and synonyms are names of type-ahead, but those of something wider, and misspellings
 * 3. no two words that a phrase could be mistaken over share what they are matched on, unless one inflects the other
 */

import { describe, expect, test } from 'vitest'
import { aliasesOf, phrasesOf, readPhraseTables } from '../../src/build/phrases.ts'
import { contentOf, createAnalyzer } from '../../src/language/analyze.ts'
import { exactTokens, lemmaTokens } from '../../src/language/phrase-matcher.ts'
import { stem } from '../../src/language/stem.ts'
import { readTable } from '../../src/language/tables.ts'
import type { PhraseTables } from '../../src/ontologies/ontology.ts'
import { possibleBases } from '../support/inflections.ts'

const analyzer = createAnalyzer()
const everything = phrasesOf(
  readPhraseTables(analyzer, {
    synonyms:
      'anatomy anatomy-terms disorders general laboratory neoplasms organisms rare-diseases-a-l rare-diseases-m-z'.split(
        ' ',
      ),
    lay: ['lay', 'lay-body', 'lay-hindi', 'lay-mind'],
    abbreviations: true,
  }),
)
const readingsOf = (text: string) => {
  const content = contentOf(analyzer.analyze(text))
  const tokens = [lemmaTokens(content).join(' '), exactTokens(content).join(' ')]
  return everything.filter((phrase) => tokens.includes(phrase.tokens)).map((phrase) => phrase.text)
}

describe('what is read in place of', () => {
  test.each([
    { text: 'several', read: 'multiple' },
    { text: 'kidneys', read: 'renal' },
    { text: 'dai', read: 'diffuse axonal injury' },
    { text: 'DAI', read: 'diffuse axonal injury' },
    { text: 'cri', read: 'chronic renal insufficiency' },
    { text: 'genu', read: 'knee' },
    { text: 'heart attacks', read: 'myocardial infarction' },
    { text: 'planter', read: 'plantar' },
    // One stem is no proof; a table is.
    { text: 'infarcts', read: 'infarction' },
    { text: 'intestine', read: 'intestinal' },
  ])('$text: $read among others', ({ text, read }) => {
    expect(readingsOf(text)).toContain(read)
  })

  test.each([
    { text: 'severe', not: 'multiple' },
    { text: 'days', not: 'diffuse axonal injury' },
    { text: 'day', not: 'diffuse axonal injury' },
    { text: 'cries', not: 'chronic renal insufficiency' },
    { text: 'crying', not: 'chronic renal insufficiency' },
    { text: 'dressing', not: 'drug reaction with eosinophilia and systemic symptoms' },
    { text: 'genus', not: 'knee' },
    { text: 'planters', not: 'plantar' },
  ])('$text: never $not', ({ text, not }) => {
    expect(readingsOf(text)).not.toContain(not)
  })
})

test('a phrase is not read by the one word that is left of it without the patient', () => {
  const tables = { synonyms: ['findings', 'procedures'], lay: [], abbreviations: false }
  const tokens = new Set(phrasesOf(readPhraseTables(analyzer, tables)).map((each) => each.tokens))
  for (const word of ['low', 'test', 'discharge', 'education', 'inr'])
    expect(tokens).not.toContain(word)
  for (const text of ['prothrombin time', 'protime'])
    expect(tokens).toContain(lemmaTokens(contentOf(analyzer.analyze(text))).join(' '))
})

test('a misspelling that is a word stands for another one next to words of its context', () => {
  const [planter] = everything.filter(({ tokens }) => tokens === '=planter')
  expect(planter).toMatchObject({ text: 'plantar', because: 'misspelling' })
  expect(planter!.context.split(' ')).toContain('fasciitis')
})

test.each([
  {
    abbreviation: 'pda',
    read: [
      ['patent ductus arteriosus', 0.92, 'abbreviation by itself'],
      ['posterior descending artery', 0.78, 'abbreviation of several'],
    ],
  },
  {
    abbreviation: 'asd',
    read: [
      ['atrial septal defect', 0.85, 'abbreviation of several'],
      ['acute stress disorder', 0.78, 'abbreviation of several'],
      ['adjacent segment disease', 0.78, 'abbreviation of several'],
      ['autism spectrum disorder', 0.78, 'abbreviation of several'],
    ],
  },
])(
  'by itself $abbreviation is read as its usual meaning before others',
  ({ abbreviation, read }) => {
    const tables = { synonyms: [], lay: [], abbreviations: true }
    const usualAbbreviations = 'snomed/usual-abbreviations.tsv'
    const byDefault = (given: Partial<PhraseTables>) =>
      phrasesOf(readPhraseTables(analyzer, { ...tables, ...given }))
        .filter(({ tokens, context }) => tokens === `=${abbreviation}` && context === '')
        .map(({ text, weight, because }) => [text, weight, because])
    expect(byDefault({ usualAbbreviations })).toEqual(read)
    expect(byDefault({})).toEqual([])
  },
)

/** Every word that stands in a table of data/, folded: what mentions are made of, as far as Medlink knows. */
function wordsOfTables(): string[] {
  const texts = everything.flatMap(({ text, tokens }) => [text, tokens.replaceAll('=', '')])
  for (const [code, name] of ['common-a-m', 'common-n-z', 'rare'].flatMap((part) =>
    readTable(`icd-10-cm/names-${part}.tsv`, ['code', 'name']),
  ))
    texts.push(name ?? code!)
  const words = texts.flatMap((text) => analyzer.analyze(text))
  return [...new Set(words.filter(({ kind }) => kind === 'word').map(({ form }) => form))].sort()
}

/** Pairs of words that share a token, the first the one that a phrase has, and that are no forms of one word. */
function collisions(
  phraseWords: ReadonlySet<string>,
  words: readonly string[],
  tokenOf: (word: string) => string,
): string[] {
  const groups = new Map<string, string[]>()
  for (const word of words) groups.set(tokenOf(word), [...(groups.get(tokenOf(word)) ?? []), word])
  return [...groups.values()].flatMap((group) =>
    group
      .filter((word) => phraseWords.has(word))
      .flatMap((word) =>
        group
          .filter((other) => other !== word && !areForms(word, other))
          .map((other) => `${word} = ${other}`),
      ),
  )
}

const bases = new Map(readTable('word-forms.tsv', ['form', 'base']) as [string, string][])

/** Whether two words may inflect one: by the irregular forms of data/word-forms.tsv and the regular ones of English. */
function areForms(one: string, other: string): boolean {
  const own = possibleBases(bases.get(one) ?? one)
  const others = possibleBases(bases.get(other) ?? other)
  return [...own].some((base) => others.has(base))
}

const words = wordsOfTables()
const phraseWords = new Set(
  everything.flatMap(({ tokens }) => tokens.split(' ')).filter((token) => !token.startsWith('=')),
)
const wordsOfPhrases = new Set(words.filter((word) => phraseWords.has(analyzer.wordOf(word).lemma)))

describe('collisions', () => {
  test('no two words of the tables share a lemma that are no forms of one word', () => {
    const found = collisions(wordsOfPhrases, words, (word) => analyzer.wordOf(word).lemma)
    expect(found).toEqual([])
  })

  test('a row that collides would be seen', () => {
    const withRow = (row: string, word: string, tokenOf: (word: string) => string) =>
      collisions(new Set([row]), [row, word], tokenOf)
    expect(withRow('several', 'severe', stem)).toEqual(['several = severe'])
    expect(withRow('dai', 'days', stem)).toEqual(['dai = days'])
    expect(withRow('cri', 'cries', stem)).toEqual(['cri = cries'])
    expect(withRow('genu', 'genus', (word) => word.replace(/s$/, ''))).toEqual(['genu = genus'])
    expect(withRow('bleed', 'bleeding', stem)).toEqual([])
  })

  test('stems would make hundreds of them', () => {
    const single = new Set(wordsOfPhrases)
    expect(collisions(single, words, (word) => analyzer.keyOf(word)).length).toBeGreaterThan(300)
  })
})

describe('aliases', () => {
  const aliases = aliasesOf(
    readPhraseTables(analyzer, {
      ...{ synonyms: ['general', 'disorders'], lay: ['lay'], abbreviations: true },
    }),
  )
  const of = (text: string) => aliases.filter((alias) => alias.text === text)

  test('are abbreviations, as they are written, with the words that they stand for', () => {
    expect(of('htn')).toContainEqual({
      text: 'htn',
      words: ['htn'],
      keys: ['hypertens'],
      weight: 0.96,
    })
  })

  test('are abbreviations of several meanings, whatever has to stand next to them', () => {
    expect(of('ms').length).toBeGreaterThan(1)
    for (const { weight } of of('ms')) expect(weight).toBe(0.92)
  })

  test('are no misspellings, and none of what is wider', () => {
    const misspelt = readTable('misspellings.tsv', ['word', 'meant', 'context'])
    const read = misspelt.filter(([word, meant]) =>
      of(word!).some(({ keys }) => keys.join(' ') === analyzer.keyOf(meant!)),
    )
    expect(read).toEqual([])
    for (const { weight } of aliases) expect(weight).toBeGreaterThanOrEqual(0.92)
  })
})
