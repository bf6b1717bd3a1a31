import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTable } from '../../../../src/language/tables.ts'
import {
  MEASURE_KINDS,
  MEASURE_TABLE,
  PHRASE_KINDS,
  PHRASE_TABLE,
  SUFFIX_PLACES,
  SUFFIX_TABLE,
} from '../../../../src/ontologies/medication/linking/phrases.ts'
import { CONTEXTS } from '../../../../src/ontologies/medication/linking/prescription.ts'
import { nameKey } from '../../../../src/ontologies/medication/words.ts'

const phrases = readTable(PHRASE_TABLE, ['phrase', 'kind', 'value'])
const measures = readTable(MEASURE_TABLE, ['word', 'kind', 'value'])
const FORMS = new URL('../../../../data/medication/forms.tsv', import.meta.url)
const forms = new Set(
  readFileSync(FORMS, 'utf8')
    .split('\n')
    .map((line) => line.split('\t')[0]),
)

test('kinds are known, and all in use', () => {
  expect(new Set(phrases.map(([, kind]) => kind))).toEqual(new Set(PHRASE_KINDS))
  expect(new Set(measures.map(([, kind]) => kind))).toEqual(new Set(MEASURE_KINDS))
})

test('phrases and words are written as those of prescriptions are', () => {
  const odd = [...phrases, ...measures].filter(([phrase]) => nameKey(phrase!) !== phrase)
  expect(odd.filter(([phrase]) => phrase !== '%')).toEqual([])
})

test('forms are those of the table of forms', () => {
  const said = phrases.filter(([, kind]) => kind?.startsWith('form')).map((row) => row[2])
  expect(said.filter((value) => !forms.has(value!.split(' ')[0]))).toEqual([])
})

test('contexts are those that a prescription may have', () => {
  const said = phrases.filter(([, kind]) => kind?.startsWith('context')).map((row) => row[2])
  expect(new Set(said)).toEqual(new Set(CONTEXTS))
})

test('a phrase says one thing of each kind', () => {
  for (const rows of [phrases, measures]) {
    const keys = rows.map(([phrase, kind]) => `${phrase} ${kind}`)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  }
})

test('suffixes of brands are single words with a known place, both places in use', () => {
  const suffixes = readTable(SUFFIX_TABLE, ['suffix', 'place'])
  expect(suffixes.filter(([suffix]) => !/^[a-z]+$/.test(suffix!))).toEqual([])
  expect(new Set(suffixes.map(([, place]) => place))).toEqual(new Set(SUFFIX_PLACES))
  expect(suffixes.length).toBeGreaterThan(50)
})
