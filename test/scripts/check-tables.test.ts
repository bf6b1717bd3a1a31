/**
 * Proves of the checks of Medlink's own tables:
 * 1. a name or synonym that gives a code the official name of another one is a fault, whichever way it says so
 * 2. synonyms that make one of two concepts are a fault
 * 3. patients' words for a symptom that are read as a diagnosis are a fault
 * 4. an exception excuses a fault of its own check, and is one itself when it excuses nothing
 * 5. the tables as they are read no symptom as a diagnosis that is not excused
 */
import { expect, test } from 'vitest'
import { judgeFaults } from '../../scripts/check-tables/exceptions.ts'
import { type Icd10cmStatements, icd10cmFaults } from '../../scripts/check-tables/icd-10-cm.ts'
import { createPhraseKey, type Fault, type Statement } from '../../scripts/check-tables/names.ts'
import { snomedFaults } from '../../scripts/check-tables/snomed.ts'
import { type SymptomWords, symptomFaults } from '../../scripts/check-tables/symptoms.ts'
import {
  icd10cmStatements,
  layStatements,
  readExceptions,
  readSymptomWords,
  synonymStatements,
} from '../../scripts/check-tables/tables.ts'
import type { TermKind, TermRecord } from '../../src/index/records.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'

const analyzer = createAnalyzer()
const keyOf = createPhraseKey(analyzer)
const said = (one: string, other: string): Statement => ({ place: 'table line 2', one, other })
const termOf = (code: string, text: string, kind: TermKind = 'preferred'): TermRecord => ({
  ...{ code, text, kind },
  language: 'en',
})
const pairs = (faults: readonly Fault[]) => faults.map(({ one, other }) => `${one} | ${other}`)

const ICD10CM = [
  termOf('K30', 'Functional dyspepsia'),
  termOf('K30', 'Indigestion', 'synonym'),
  termOf('R10.13', 'Epigastric pain'),
  termOf('R10.13', 'Dyspepsia', 'synonym'),
  termOf('A82', 'Rabies'),
  termOf('A82.9', 'Rabies, unspecified'),
  termOf('W74', 'Drowning', 'entry'),
  termOf('W65', 'Bath', 'entry'),
  termOf('T75.1', 'Unspecified effects of drowning and nonfatal submersion'),
  termOf('B07', 'Wart', 'short'),
]
const NOTHING: Icd10cmStatements = { names: [], synonyms: [], lay: [] }

test.each<{ what: string; rows: Partial<Icd10cmStatements>; faults: string[] }>([
  {
    what: 'a name that is an inclusion term of another code',
    rows: { names: [said('R10.13', 'indigestions')] },
    faults: ['R10.13 | indigestions'],
  },
  {
    what: 'a name of the code that has it',
    rows: { names: [said('K30', 'indigestion')] },
    faults: [],
  },
  {
    what: 'a name that nothing else has',
    rows: { names: [said('K30', 'nervous stomach')] },
    faults: [],
  },
  {
    what: 'a name that the header has',
    rows: { names: [said('A82.9', 'rabies')] },
    faults: [],
  },
  {
    what: 'a name that a code below has',
    rows: { names: [said('A82', 'unspecified rabies')] },
    faults: [],
  },
  {
    what: 'an injury called like its cause',
    rows: { names: [said('T75.1', 'drowning')] },
    faults: [],
  },
  {
    what: 'a cause called like another cause',
    rows: { names: [said('W65', 'drowning')] },
    faults: ['W65 | drowning'],
  },
  {
    what: "a name that is another code's short title, which is cut off anywhere",
    rows: { names: [said('A82', 'wart')] },
    faults: [],
  },
  {
    what: 'two official names of two codes, once',
    rows: { synonyms: [said('dyspepsia', 'indigestion')] },
    faults: ['dyspepsia | indigestion'],
  },
  {
    what: 'a canonical phrase that Medlink has for a code, its variant official of another one',
    rows: { names: [said('A82', 'mad stomach')], synonyms: [said('mad stomach', 'indigestion')] },
    faults: ['mad stomach | indigestion'],
  },
  {
    what: 'the same the other way round',
    rows: { names: [said('A82', 'mad stomach')], synonyms: [said('indigestion', 'mad stomach')] },
    faults: ['indigestion | mad stomach'],
  },
  {
    what: "patients' words that are official of another code",
    rows: { lay: [said('epigastric pain', 'indigestion')] },
    faults: ['epigastric pain | indigestion'],
  },
  {
    what: "patients' words that only Medlink has for another code: they are read one way",
    rows: { names: [said('A82', 'mad stomach')], lay: [said('indigestion', 'mad stomach')] },
    faults: [],
  },
  {
    what: 'phrases of which one is no name',
    rows: { synonyms: [said('dyspepsia', 'bad stomach')] },
    faults: [],
  },
])('icd-10-cm: $what', ({ rows, faults }) => {
  expect(pairs(icd10cmFaults(ICD10CM, { ...NOTHING, ...rows }, keyOf))).toEqual(faults)
})

test('icd-10-cm: a fault names the codes of both', () => {
  const [fault] = icd10cmFaults(ICD10CM, { ...NOTHING, names: [said('A82', 'dyspepsia')] }, keyOf)
  expect(fault?.why).toBe('"dyspepsia" is a name of R10.13, not of A82')
})

const SNOMED = [
  termOf('1', 'Insomnia'),
  termOf('1', 'Sleeplessness', 'synonym'),
  termOf('2', 'Difficulty sleeping'),
  termOf('3', 'Bad sleep'),
  termOf('4', 'Bad sleep', 'synonym'),
  termOf('4', 'Poor sleep'),
]

test.each([
  { one: 'insomnia', other: 'difficulty sleeping', isFault: true },
  { one: 'sleeping difficulties', other: 'sleeplessness', isFault: true },
  { one: 'insomnia', other: 'sleeplessness', isFault: false },
  { one: 'insomnia', other: 'awake at night', isFault: false },
  { one: 'awake at night', other: 'insomnia', isFault: false },
  { one: 'poor sleep', other: 'bad sleep', isFault: false },
])('snomed: $one for $other: $isFault', ({ one, other, isFault }) => {
  const faults = snomedFaults(SNOMED, [said(one, other)], keyOf)
  expect(pairs(faults)).toEqual(isFault ? [`${one} | ${other}`] : [])
})

test('snomed: a fault names three concepts at most', () => {
  const terms = ['1', '2', '3', '4'].map((code) => termOf(code, 'fit'))
  const [fault] = snomedFaults([...terms, termOf('5', 'seizure')], [said('fit', 'seizure')], keyOf)
  expect(fault?.why).toBe('"fit" is 1, 2, 3, …, "seizure" is 5')
})

const WORDS: SymptomWords = {
  symptom: ['sore', 'lump', 'swollen'],
  diagnosis: ['-itis', 'cyst', 'infection', 'infected'],
}

test.each([
  { one: 'balanitis', other: 'sore tip of penis', isFault: true },
  { one: "baker's cyst", other: 'lumps behind knee', isFault: true },
  { one: 'ear infection', other: 'ear swollen', isFault: true },
  { one: 'balanitis', other: 'infected sore penis', isFault: false },
  { one: "baker's cyst", other: 'cyst behind knee', isFault: false },
  { one: 'pain in penis', other: 'sore tip of penis', isFault: false },
  { one: 'frozen shoulder', other: 'arthritis with sore shoulder', isFault: false },
])('symptoms: $other for $one: $isFault', ({ one, other, isFault }) => {
  const faults = symptomFaults([said(one, other)], WORDS, analyzer)
  expect(pairs(faults)).toEqual(isFault ? [`${one} | ${other}`] : [])
})

test('symptoms: a fault says which word tells one', () => {
  const [fault] = symptomFaults([said('balanitis', 'penis sores')], WORDS, analyzer)
  expect(fault?.why).toBe('"sores" tells a symptom, "balanitis" is a diagnosis')
})

const FAULTS: readonly Fault[] = [
  { ...said('insomnia', 'difficulty sleeping'), why: 'two' },
  { ...said('abscess', 'pus lump'), why: 'symptom' },
]
const excuse = (one: string, other: string, check = 'snomed') => ({
  ...{ check, one, other, reason: 'because' },
  place: 'exceptions line 2',
})

test.each([
  {
    what: 'without exceptions every fault is an error',
    exceptions: [],
    errors: [
      'table line 2: insomnia | difficulty sleeping: two',
      'table line 2: abscess | pus lump: symptom',
    ],
  },
  {
    what: 'in either order and any inflection, or for all that is read as one',
    exceptions: [excuse('difficulties sleeping', 'insomnia'), excuse('abscess', '*')],
    errors: [],
  },
  {
    what: 'an exception of another check',
    exceptions: [excuse('insomnia', 'difficulty sleeping', 'icd-10-cm'), excuse('abscess', '*')],
    errors: ['table line 2: insomnia | difficulty sleeping: two'],
  },
  {
    what: 'an exception that excuses nothing',
    exceptions: [
      excuse('insomnia', '*'),
      excuse('abscess', 'pus lump'),
      excuse('fatigue', 'tired'),
    ],
    errors: ['exceptions line 2: nothing to excuse: fatigue | tired'],
  },
])('exceptions: $what', ({ exceptions, errors }) => {
  expect(judgeFaults('snomed', FAULTS, exceptions, keyOf)).toEqual(errors)
})

test('the tables read no symptom as a diagnosis that is not excused', () => {
  const rows = layStatements()
  const faults = symptomFaults(rows, readSymptomWords(), analyzer)
  expect(judgeFaults('symptoms', faults, readExceptions(), keyOf)).toEqual([])
  expect(rows.length).toBeGreaterThan(10_000)
})

test('rows are told by file and line; of synonyms only what is the same', () => {
  const { names, synonyms, lay } = icd10cmStatements()
  expect(names[0]!.place).toBe('data/icd-10-cm/names-common-a-m.tsv line 2')
  expect(names.length).toBeGreaterThan(20_000)
  expect(lay.length).toBeLessThan(layStatements().length)
  expect(synonyms).toEqual(
    synonymStatements(['anatomy', 'disorders', 'general', 'neoplasms', 'organisms']),
  )
  expect(pairs(synonyms as Fault[])).not.toContain('heart failure | congestive heart failure')
  expect(pairs(synonyms as Fault[])).toContain('dysphagia | difficulty swallowing')
})
