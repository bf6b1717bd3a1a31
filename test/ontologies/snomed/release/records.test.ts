/**
 * Proves of the records:
 * 1. concepts have their name in the dialect, tag, source and breadth; equal attributes are one object
 * 2. names: the strongest kind of equal ones stays; retired names are entries unless they were wrong; retired concepts
 *    lend theirs to the one that stands for them
 * 3. abbreviations written with their long form give the long form, too
 * 4. one language, the dialect's; where a dialect prefers nothing another one or the full name does
 * 5. edges, replacements and map rows, each once and sorted
 */

import { beforeAll, describe, expect, test } from 'vitest'
import { type ReleaseRecords, TERM_KINDS } from '../../../../src/index/records.ts'
import { compareStrings } from '../../../../src/language/sorted.ts'
import { longFormOf } from '../../../../src/ontologies/snomed/release/records.ts'
import { readSnomedRelease } from '../../../../src/ontologies/snomed/release/release.ts'
import {
  change,
  MINI,
  miniFiles,
  namesOf,
  readFiles,
  without,
} from '../../../fixtures/snomed-mini/mini.ts'

let mini: ReleaseRecords
beforeAll(async () => {
  mini = await readSnomedRelease([MINI], {})
})

const conceptOf = ({ concepts }: ReleaseRecords, wanted: string) =>
  concepts.find(({ code }) => code === wanted)!

test.each([
  {
    code: '138875005',
    name: 'SNOMED CT Concept',
    active: true,
    attributes: {
      semantic_tag: 'SNOMED RT+CTV3',
      source: 'snomed_ct_20250701',
      is_core: true,
      is_defined: false,
      breadth: 6,
    },
  },
  {
    code: '22298006',
    name: 'Myocardial infarction',
    active: true,
    attributes: {
      semantic_tag: 'disorder',
      source: 'snomed_ct_20250701',
      is_core: true,
      is_defined: true,
      breadth: 2,
      definition: 'Death of heart muscle because its blood supply is cut off.',
    },
  },
  {
    code: '195967001',
    name: 'Asthma',
    active: true,
    attributes: {
      semantic_tag: 'disorder',
      source: 'snomed_ct_20250701',
      is_core: true,
      is_defined: false,
      breadth: 0,
    },
  },
  {
    code: '116680003',
    name: 'Is a',
    active: true,
    attributes: {
      semantic_tag: 'attribute',
      source: 'snomed_ct_20250701',
      is_core: false,
      is_defined: false,
      breadth: 0,
    },
  },
  {
    code: '155304006',
    name: 'Sugar disease',
    active: false,
    attributes: {
      semantic_tag: 'disorder',
      source: 'snomed_ct_20250701',
      is_core: true,
      is_defined: false,
      breadth: 0,
    },
  },
])('describes $name', ({ code, ...rest }) => {
  expect(conceptOf(mini, code)).toEqual({ code, family: code, ...rest })
})

test('keeps equal attributes as one object', () => {
  expect(conceptOf(mini, '195967001').attributes).toBe(conceptOf(mini, '74400008').attributes)
})

test.each([
  {
    what: 'a name in both dialects, others, the full one; the retired concepts that lead to it',
    code: '22298006',
    names: [
      'preferred: Myocardial infarction',
      'synonym: Heart attack',
      'synonym: MI - Myocardial infarction',
      'full: Myocardial infarction (disorder)',
      'entry: Cardiac infarct',
      'entry: Coronary thrombosis',
      'entry: Heart attack, unspecified',
      'entry: Infarction of heart',
    ],
  },
  {
    what: 'the stem of the full name where nothing else is like it',
    code: '80146002',
    names: [
      'preferred: Appendectomy',
      'synonym: Appendicectomy',
      'synonym: Excision of appendix',
      'full: Excision of appendix (procedure)',
    ],
  },
  {
    what: 'no stem beyond the last brackets',
    code: '24484000',
    names: [
      'preferred: Severe',
      'synonym: Severe (severity modifier)',
      'full: Severe (severity modifier) (qualifier value)',
    ],
  },
  {
    what: 'a name that no dialect accepts',
    code: '64572001',
    names: [
      'preferred: Disease',
      'synonym: Disease or disorder',
      'synonym: Disorder',
      'full: Disease (disorder)',
    ],
  },
  {
    what: 'retired names but for a wrong one',
    code: '44054006',
    names: [
      'preferred: Type 2 diabetes mellitus',
      'synonym: Diabetes mellitus type 2',
      'synonym: Type II diabetes mellitus',
      'full: Diabetes mellitus type 2 (disorder)',
      'entry: Adult onset diabetes',
      'entry: Maturity onset diabetes',
    ],
  },
  {
    what: 'a name that another concept had by mistake',
    code: '46635009',
    names: [
      'preferred: Type 1 diabetes mellitus',
      'synonym: Diabetes mellitus type 1',
      'synonym: T1DM - Type 1 diabetes mellitus',
      'full: Diabetes mellitus type 1 (disorder)',
      'entry: Juvenile diabetes',
    ],
  },
  {
    what: 'not that name',
    code: '73211009',
    names: [
      'preferred: Diabetes mellitus',
      'synonym: DM - Diabetes mellitus',
      'full: Diabetes mellitus (disorder)',
    ],
  },
  {
    what: 'the stem of a retired full name',
    code: '233604007',
    names: [
      'preferred: Pneumonia',
      'full: Pneumonia (disorder)',
      'entry: Lung inflammation',
      'entry: Pneumonia, unspecified',
    ],
  },
  {
    what: 'quotation marks as they are',
    code: '49727002',
    names: [
      'preferred: Cough',
      'synonym: "Barking" or "dry" cough',
      'synonym: 6" cough reflex test',
      'full: Cough (finding)',
    ],
  },
  {
    what: 'the long form of an abbreviation',
    code: '401303003',
    names: [
      'preferred: Acute ST segment elevation myocardial infarction',
      'synonym: ST elevation myocardial infarction',
      'synonym: STEMI - ST elevation myocardial infarction',
      'full: Acute ST segment elevation myocardial infarction (disorder)',
    ],
  },
  {
    what: 'no name of a retired concept that two stand for',
    code: '84114007',
    names: [
      'preferred: Heart failure',
      'synonym: Cardiac failure',
      'synonym: HF - Heart failure',
      'full: Heart failure (disorder)',
    ],
  },
  { what: 'none of a retired concept', code: '194798004', names: [] },
])('names a concept: $what', ({ code, names }) => {
  expect(namesOf(mini, code)).toEqual(names)
})

test('sorts terms by code, kind and text, each once whatever its case', () => {
  const keys = mini.terms.map(
    ({ code, kind, text }) => `${code}\t${TERM_KINDS.indexOf(kind)}\t${text}`,
  )
  expect(keys).toEqual(keys.toSorted(compareStrings))
  const texts = mini.terms.map(({ code, text }) => `${code} ${text.toLowerCase()}`)
  expect(new Set(texts).size).toBe(texts.length)
  expect(new Set(mini.terms.map(({ language }) => language))).toEqual(new Set(['en']))
})

test.each([
  { code: '271737000', us: 'Anemia', gb: 'Anaemia' },
  { code: '267038008', us: 'Edema', gb: 'Oedema' },
  { code: '387517004', us: 'Acetaminophen', gb: 'Paracetamol' },
  { code: '22298006', us: 'Myocardial infarction', gb: 'Myocardial infarction' },
])('calls $code $us in en-US and $gb in en-GB', async ({ code, us, gb }) => {
  const british = await readSnomedRelease([MINI], { dialect: 'en-GB' })
  for (const [release, name] of [
    [mini, us],
    [british, gb],
  ] as const) {
    expect(conceptOf(release, code).name).toBe(name)
    expect(namesOf(release, code)[0]).toBe(`preferred: ${name}`)
    expect(namesOf(release, code).filter((each) => each.startsWith('preferred'))).toHaveLength(1)
  }
  expect(
    namesOf(british, code)
      .toSorted()
      .map((each) => each.replace(/^\w+/, '')),
  ).toEqual(expect.arrayContaining(namesOf(mini, code).map((each) => each.replace(/^\w+/, ''))))
})

const FSN = '900000000000003001'
const SYNONYM = '900000000000013009'
const PREFERRED = '900000000000548007'
const SWEDISH = '46011000052107'

function description(id: string, concept: string, language: string, type: string, term: string) {
  return `${[id, '20020131', '1', '45991000052106', concept, language, type, term, '900000000000448009'].join('\t')}\r\n`
}

function preference(refset: string, id: string) {
  const member = `00000000-0000-5000-8000-${id.slice(0, 12).padStart(12, '0')}`
  return `${[member, '20020131', '1', '45991000052106', refset, id, PREFERRED].join('\t')}\r\n`
}

describe('in two languages', () => {
  const files = change(
    change(
      miniFiles(),
      'sct2_Description',
      (text) =>
        text +
        description('101013', '22298006', 'sv', SYNONYM, 'hjärtinfarkt') +
        description('102018', '195967001', 'sv', SYNONYM, 'astma') +
        description('103011', '195967001', 'sv', FSN, 'astma (sjukdom)'),
    ),
    'der2_cRefset_Language',
    (text) => text + preference(SWEDISH, '101013') + preference(SWEDISH, '102018'),
  )

  test('keeps the names of the default dialect, and counts the others', async () => {
    const { warnings, ...records } = await readFiles(files)
    expect(warnings).toEqual(['left out descriptions in other languages than en: sv 3'])
    expect(records).toMatchObject({ terms: mini.terms, concepts: mini.concepts })
  })

  test.each(['sv-SE', SWEDISH])(
    'keeps the names of %s; a full name serves all',
    async (dialect) => {
      const release = await readFiles(files, { dialect })
      expect(release.warnings).toEqual([
        expect.stringMatching(/^left out descriptions in other languages than sv: en \d+$/),
      ])
      expect(conceptOf(release, '22298006')).toMatchObject({
        name: 'hjärtinfarkt',
        attributes: { semantic_tag: 'disorder' },
      })
      expect(release.terms.filter(({ code }) => code === '22298006')).toMatchObject([
        { text: 'hjärtinfarkt', kind: 'preferred', language: 'sv' },
        { text: 'Myocardial infarction', kind: 'synonym', language: 'en' },
        { text: 'Myocardial infarction (disorder)', kind: 'full', language: 'en' },
      ])
      expect(namesOf(release, '195967001')).toEqual(['preferred: astma', 'full: astma (sjukdom)'])
      expect(conceptOf(release, '74400008').name).toBe('Appendicitis')
    },
  )
})

test('calls concepts by their full names where no dialect prefers a name', async () => {
  const release = await readFiles(without(miniFiles(), /Language/))
  expect(release.warnings).toEqual([
    'the release has no language reference set: concepts go by their full names',
  ])
  expect(conceptOf(release, '80146002').name).toBe('Excision of appendix')
  expect(namesOf(release, '80146002')).toEqual([
    'synonym: Appendectomy',
    'synonym: Appendicectomy',
    'synonym: Excision of appendix',
    'full: Excision of appendix (procedure)',
  ])
})

test('calls a concept without a description by its code, and says so', async () => {
  const files = change(
    miniFiles(),
    'sct2_Concept',
    (text) => `${text}59282003\t20020131\t1\t900000000000207008\t900000000000074008\r\n`,
  )
  const release = await readFiles(files)
  expect(conceptOf(release, '59282003')).toMatchObject({
    name: '59282003',
    attributes: { semantic_tag: null },
  })
  expect(release.warnings).toEqual([
    '1 concept without a description, the code stands in, e.g. 59282003',
  ])
})

test.each([
  { name: 'MI - Myocardial infarction', long: 'Myocardial infarction' },
  { name: 'T2DM - Type 2 diabetes mellitus', long: 'Type 2 diabetes mellitus' },
  { name: 'TB - Tuberculosis', long: 'Tuberculosis' },
  { name: 'HbA1c - Haemoglobin A1c level', long: 'Haemoglobin A1c level' },
  {
    name: 'G-CSF - Granulocyte colony-stimulating factor',
    long: 'Granulocyte colony-stimulating factor',
  },
  { name: 'O/E - edema of leg', long: undefined },
  { name: 'CT - chest', long: undefined },
  { name: 'Fracture - hip and pelvis', long: undefined },
  { name: 'XR - Plain radiography of chest', long: undefined },
  { name: 'Myocardial infarction', long: undefined },
  { name: 'MI-Myocardial infarction', long: undefined },
  { name: 'I - Indigestion of some kind', long: undefined },
])('reads the long form of "$name": $long', ({ name, long }) => {
  expect(longFormOf(name)).toBe(long)
})

test('has IS-A between active concepts only, each once, sorted', async () => {
  const row = mini.edges.map(({ code, parent }) => `${code} ${parent}`)
  expect(row).toEqual([...new Set(row)].toSorted(compareStrings))
  expect(row).toContain('57054005 22298006')
  expect(row).not.toContain('57054005 64572001')
  expect(row).not.toContain('22298006 80891009')
  expect(row.filter((each) => each.startsWith('190268003'))).toEqual([
    '190268003 40930008',
    '190268003 64572001',
  ])
})

test('tells what became of retired concepts', () => {
  const rows = mini.replacements.map(
    ({ code, relation, replacement }) => `${code} ${relation} ${replacement}`,
  )
  expect(rows).toEqual([
    '154283005 replaced_by 233604007',
    '155304006 possibly_equivalent_to 44054006',
    '155304006 possibly_equivalent_to 46635009',
    '191265009 same_as 56265001',
    '191265009 same_as 84114007',
    '194798004 replaced_by 22298006',
    '266288001 same_as 194798004',
  ])
})

test('has the rows of the map to ICD-10-CM with their rules', () => {
  const map = mini.maps.filter(({ code }) => ['386661006', '404684003'].includes(code))
  expect(map).toEqual([
    {
      code: '386661006',
      system: 'icd-10-cm',
      target: 'P81.9',
      rule: '{"group":1,"priority":1,"rule":"IFA 445518008 | Age at onset of clinical finding (observable entity) | < 29.0 days","advice":"IF AGE AT ONSET OF CLINICAL FINDING BEFORE 29.0 DAYS CHOOSE P81.9","category":"447637006"}',
    },
    {
      code: '386661006',
      system: 'icd-10-cm',
      target: 'R50.9',
      rule: '{"group":1,"priority":2,"rule":"OTHERWISE TRUE","advice":"ALWAYS R50.9","category":"447637006"}',
    },
    {
      code: '404684003',
      system: 'icd-10-cm',
      target: '',
      rule: '{"group":1,"priority":1,"rule":"TRUE","advice":"MAP SOURCE CONCEPT CANNOT BE CLASSIFIED WITH AVAILABLE DATA","category":"447638001"}',
    },
  ])
  expect(mini.maps.map(({ code }) => code)).not.toContain('25064002')
})
