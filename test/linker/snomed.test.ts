/**
 * Proves of linking findings and disorders, over the starter vocabulary with some concepts beside it:
 * 1. a name is found in another order, misspelt, in the plural and in British spelling; a concept id is looked up
 * 2. of things with one name the disorder or finding comes first, unless the mention says which is meant
 * 3. the general comes before the specific, and nothing is guessed that nobody said
 * 4. side, severity and course that no concept carries are noted beside the concept; one that carries them comes first
 * 5. what is denied, suspected, remembered or a relative's is never linked to the condition itself
 * 6. opposites are never linked, other scripts find nothing
 * 7. words and abbreviations that the names teach are read, and the explanation says so
 * 8. mentions of test/golden/snomed.tsv find their concepts in the starter vocabulary
 * 9. results say what the release says of a concept, and its code in ICD-10-CM as far as the patient is known
 */

import { afterAll, describe, expect, test } from 'vitest'
import type { LinkResultItem } from '../../src/contract.ts'
import { type Medlink, openMedlink } from '../../src/library/medlink.ts'
import { snomedRelease } from '../../src/ontologies/snomed/release/snomed-release.ts'
import { readGolden } from '../support/golden.ts'
import { fileFolder, openStarter } from '../support/linker.ts'
import { miniRoot } from '../support/shared-index.ts'
import { NO_TABLES, releaseOf, type Sketch, writeSnomed } from '../support/snomed.ts'

const AGE = 'IFA 445518008 | Age at onset of clinical finding (observable entity) |'
const FEMALE = 'IFA 248152002 | Female (finding) |'
const MORPHOLOGY = 'morphologic abnormality'
const PRODUCT = 'medicinal product'

/** Several things of one name, general and specific ones, maps. Concept ids that begin with 30 are invented. */
const SKETCHES: readonly Sketch[] = [
  { code: '30000001', name: 'Cervical rib' },
  { code: '30000002', name: 'Cervical rib', tag: 'body structure' },
  { code: '30000015', name: 'Torus' },
  { code: '30000016', name: 'Torus', tag: 'body structure' },
  { code: '30000017', name: 'Torus of palate' },
  { code: '30000018', name: 'Infected torus' },
  { code: '30000003', name: 'Callus' },
  { code: '30000004', name: 'Callus', tag: MORPHOLOGY },
  { code: '30000005', name: 'Callus of foot' },
  { code: '30000006', name: 'Infected callus' },
  { code: '30000007', name: 'Bezoar' },
  { code: '30000008', name: 'Bezoar', tag: PRODUCT },
  { code: '30000009', name: 'Gastric bezoar' },
  { code: '30000010', name: 'Intestinal bezoar' },
  { code: '30000011', name: 'Excessive cerumen', tag: 'finding', synonyms: ['Ear wax'] },
  { code: '30000012', name: 'Cerumen', tag: 'substance', synonyms: ['Ear wax'] },
  { code: '30000013', name: 'Impacted ear wax', tag: 'finding' },
  { code: '30000014', name: 'Edema', tag: MORPHOLOGY },
  { code: '30000020', name: 'Fracture of sternum', breadth: 5 },
  { code: '30000021', name: 'Closed fracture of sternum', breadth: 2 },
  { code: '30000022', name: 'Closed fracture of body of left sternum' },
  { code: '30000023', name: 'Closed fracture of shaft of left femur' },
  { code: '30000024', name: 'Hypoglossal palsy', synonyms: ['Palsy of tongue'] },
  {
    code: '30000025',
    name: 'Paralysis of lingual muscle',
    synonyms: ['Palsy of tongue'],
    breadth: 7,
  },
  { code: '30000026', name: 'Spondylolysis of lumbar spine' },
  { code: '30000027', name: 'Left renal hydrops' },
  { code: '30000028', name: 'Chronic sialadenosis' },
  {
    code: '30000030',
    name: 'Quotidian fever',
    map: [
      [`${AGE} < 19.0 years`, 'P81.9'],
      ['OTHERWISE TRUE', 'R50.9'],
    ],
  },
  {
    code: '30000031',
    name: 'Pelvic spasm',
    map: [
      [FEMALE, 'N94.89'],
      ['OTHERWISE TRUE', 'R10.2'],
    ],
  },
  { code: '30000032', name: 'Vagabond dermatitis', map: [['TRUE', 'B85.1']] },
  { code: '30000033', name: 'Tremulation', map: [['TRUE', '']] },
]

/** Names of things that are no condition, so that each kind has as many as it takes to tell it by its words. */
const FILLERS: readonly Sketch[] = ['body structure', MORPHOLOGY, 'substance', PRODUCT].flatMap(
  (tag, kind) =>
    Array.from({ length: 150 }, (_, i) => ({
      code: `31${kind}${String(i).padStart(3, '0')}00`,
      name: `${'blort dwim quux zarf'.split(' ')[kind]} ${'abcdefghij'[i % 10]}${i}`,
      tag,
    })),
)

/** Medlink over an index of these concepts, closed at the end. */
function openOver(sketches: readonly Sketch[], { withStarter }: { withStarter: boolean }): Medlink {
  const own = releaseOf(sketches)
  const dir = fileFolder()
  if (withStarter) {
    const { concepts, terms } = snomedRelease.readStarter()
    const all = { concepts: [...concepts, ...own.concepts], terms: [...terms, ...own.terms] }
    writeSnomed(dir, { ...own, ...all })
  } else {
    writeSnomed(dir, own, NO_TABLES)
  }
  const opened = openMedlink({ dir })
  afterAll(() => opened.close())
  return opened
}

const medlink = openOver([...SKETCHES, ...FILLERS], { withStarter: true })
const link = (query: string, metadata: Record<string, unknown> = {}) =>
  medlink.link({ query, ontology: 'snomed', metadata })
const first = (query: string, metadata?: Record<string, unknown>) =>
  link(query, metadata).results[0]
const nameOf = (item: LinkResultItem | undefined) => item?.metadata.preferred_name
const qualifiersOf = (item: LinkResultItem<'snomed'> | undefined) => item?.metadata.qualifiers

describe('the name is found', () => {
  test.each([
    { query: 'Heart failure', name: 'Heart failure', why: 'as it stands' },
    { query: 'femur fracture', name: 'Fracture of femur', why: 'another order' },
    { query: 'appendicitis, acute', name: 'Acute appendicitis', why: 'another order' },
    { query: 'stones of the kidney', name: 'Kidney stone', why: 'another order, plural' },
    { query: 'pnuemonia', name: 'Pneumonia', why: 'a typo' },
    { query: 'apendicitis', name: 'Appendicitis', why: 'a typo' },
    { query: 'rheumatiod arthritis', name: 'Rheumatoid arthritis', why: 'a typo' },
    { query: 'headaches', name: 'Headache', why: 'plural' },
    { query: 'fractures of femur', name: 'Fracture of femur', why: 'plural' },
    { query: 'anaemia', name: 'Anemia', why: 'British' },
    { query: 'oesophagitis', name: 'Esophagitis', why: 'British' },
    { query: 'haemorrhoids', name: 'Hemorrhoids', why: 'British' },
    { query: 'known case of asthma', name: 'Asthma', why: 'padding' },
    { query: 'on and off headache since yesterday', name: 'Headache', why: 'padding' },
  ])('$query is $name: $why', ({ query, name }) => {
    expect(nameOf(first(query))).toBe(name)
  })
})

describe('a concept id', () => {
  test.each(['195967001', ' 195967001\n'])('"%s" answers with its concept alone', (query) => {
    expect(link(query)).toMatchObject({
      query_breakdown: null,
      results: [{ term_id: '195967001', term_name: 'Asthma', score: 1, is_linked: true }],
    })
  })

  test.each([
    { query: '195967002', why: 'a wrong check digit' },
    { query: '19596700', why: 'a digit too few' },
    { query: '100005', why: 'no such concept' },
  ])('$query finds nothing: $why', ({ query }) => {
    expect(link(query).results).toEqual([])
  })
})

describe('of things with one name', () => {
  test.each([
    { query: 'torus', tag: 'disorder', not: 'body structure' },
    { query: 'callus', tag: 'disorder', not: MORPHOLOGY },
    { query: 'bezoar', tag: 'disorder', not: PRODUCT },
    { query: 'ear wax', tag: 'finding', not: 'substance' },
    { query: 'edema', tag: 'finding', not: MORPHOLOGY },
  ])('$query is the $tag, not the $not', ({ query, tag, not }) => {
    const tags = link(query).results.map(({ metadata }) => metadata.semantic_tag)
    expect(tags.slice(0, 2)).toEqual([tag, not])
  })

  test.each([
    { query: 'Cervical rib (disorder)', tag: 'disorder' },
    { query: 'Cervical rib (body structure)', tag: 'body structure' },
    { query: 'cervical ribs (body structure)', tag: 'body structure' },
    { query: 'callus (Morphologic abnormality)', tag: MORPHOLOGY },
    { query: 'calluses (morphologic abnormality)', tag: MORPHOLOGY },
    { query: 'oedema (morphologic abnormality)', tag: MORPHOLOGY },
    { query: 'oedema (finding)', tag: 'finding' },
    { query: 'bezoars (medicinal product)', tag: PRODUCT },
    { query: 'Ear wax (substance)', tag: 'substance' },
    { query: 'ear wax substance', tag: 'substance' },
  ])('$query is the $tag', ({ query, tag }) => {
    expect(first(query)?.metadata.semantic_tag).toBe(tag)
  })
})

describe('the general comes before the specific:', () => {
  test.each([
    { query: 'fracture of femur', name: 'Fracture of femur' },
    { query: 'fractured femur', name: 'Fracture of femur' },
    { query: 'fracture of sternum', name: 'Fracture of sternum' },
    { query: 'sternum fracture', name: 'Fracture of sternum' },
    { query: 'closed fracture of sternum', name: 'Closed fracture of sternum' },
    { query: 'palsy of tongue', name: 'Paralysis of lingual muscle' },
    { query: 'appendicitis', name: 'Appendicitis' },
    { query: 'heart failure', name: 'Heart failure' },
  ])('$query is $name', ({ query, name }) => {
    expect(nameOf(first(query))).toBe(name)
  })
})

describe('noted beside the concept:', () => {
  test.each([
    { query: 'left knee pain', name: 'Knee pain', qualifiers: { laterality: 'left' } },
    { query: 'knee pain, right side', name: 'Knee pain', qualifiers: { laterality: 'right' } },
    { query: 'b/l cataract', name: 'Cataract', qualifiers: { laterality: 'bilateral' } },
    { query: 'severe anaemia', name: 'Anemia', qualifiers: { severity: 'severe' } },
    { query: 'mild asthma', name: 'Asthma', qualifiers: { severity: 'mild' } },
    { query: 'chronic headache', name: 'Headache', qualifiers: { course: 'chronic' } },
    { query: 'headache, sudden onset', name: 'Headache', qualifiers: { course: 'acute' } },
    {
      query: 'severe left knee pain',
      name: 'Knee pain',
      qualifiers: { laterality: 'left', severity: 'severe' },
    },
    { query: 'chronic appendicitis', name: 'Appendicitis', qualifiers: { course: 'chronic' } },
    { query: 'pain in right arm', name: 'Pain in upper limb', qualifiers: { laterality: 'right' } },
  ])('$query is $name with $qualifiers', ({ query, name, qualifiers }) => {
    expect(nameOf(first(query))).toBe(name)
    expect(qualifiersOf(first(query))).toEqual(qualifiers)
  })

  test.each([
    'Acute appendicitis',
    'Left heart failure',
    'Right heart failure',
    'Pain in left arm',
    'Left bundle branch block',
    'Chronic cough',
    'Severe pain',
    'Mild depression',
  ])('nothing, where a concept says it all: %s', (name) => {
    const words = name.toLowerCase().split(' ')
    for (const query of [name, [...words.slice(1), words[0]].join(' ')]) {
      expect(nameOf(first(query)), query).toBe(name)
      expect(first(query)!.metadata, query).not.toHaveProperty('qualifiers')
    }
  })
})

describe('not the patient’s condition:', () => {
  test.each([
    { query: 'no chest pain', context: 'absent' },
    { query: 'denies chest pain', context: 'absent' },
    { query: 'chest pain: no', context: 'absent' },
    { query: 'pneumonia ruled out', context: 'absent' },
    { query: 'negative for malaria', context: 'absent' },
    { query: 'no h/o epilepsy', context: 'absent' },
    { query: 'suspected pneumonia', context: 'suspected' },
    { query: 'probable malaria', context: 'suspected' },
    { query: 'r/o malaria', context: 'suspected' },
    { query: 'family history of epilepsy', context: 'family' },
    { query: 'mother had epilepsy', context: 'family' },
    { query: 'family history of myocardial infarction', context: 'family' },
    { query: 'h/o epilepsy', context: 'past' },
    { query: 'past history of malaria', context: 'past' },
    { query: 's/p appendectomy', context: 'past' },
    { query: 'history of stroke', context: 'past' },
    { query: 'no history of asthma', context: 'absent' },
    { query: 'no family history of diabetes', context: 'absent' },
  ])('$query is $context', ({ query, context }) => {
    const { results } = link(query)
    expect(results[0]!.metadata).toMatchObject({
      link_reason: 'context_differs',
      qualifiers: { context },
    })
    expect(results.map(({ is_linked }) => is_linked)).not.toContain(true)
  })

  test.each([
    { query: 'family history of diabetes', name: 'Family history of diabetes mellitus' },
    { query: 'FH: asthma', name: 'Family history of asthma' },
    { query: 'history of asthma', name: 'History of asthma' },
    { query: 'h/o asthma', name: 'History of asthma' },
    { query: 'no known allergies', name: 'No known allergy' },
    { query: 'old myocardial infarction', name: 'Old myocardial infarction' },
  ])('$query has a concept of its own, $name', ({ query, name }) => {
    expect(first(query)).toMatchObject({ is_linked: true, metadata: { preferred_name: name } })
    expect(first(query)!.metadata).not.toHaveProperty('qualifiers')
  })

  test('what a concept denies is not linked to who has it', () => {
    const [found] = link('known food allergy').results
    expect(found?.metadata.preferred_name === 'No known food allergy' && found.is_linked).toBe(
      false,
    )
  })
})

test('the other side is no first row', () => {
  const [first] = link('right renal hydrops').results
  expect(first === undefined ? '' : nameOf(first)).not.toMatch(/left/i)
})

test.each([
  { query: 'spondylolysis of cervical spine', not: 'Spondylolysis of lumbar spine' },
  { query: 'spondylolysis of thoracic spine', not: 'Spondylolysis of lumbar spine' },
  { query: 'acute sialadenosis', not: 'Chronic sialadenosis' },
  { query: 'mild pre-eclampsia', not: 'Severe pre-eclampsia' },
])('$query is never linked to $not', ({ query, not }) => {
  const { results } = link(query)
  expect(results.length).toBeGreaterThan(0)
  for (const item of results) expect(nameOf(item) === not && item.is_linked).toBe(false)
})

test.each(['हृदय विफलता', 'صداع', '頭痛', 'пневмония', 'காய்ச்சல்'])(
  'nothing is found for %s',
  (query) => {
    expect(link(query)).toMatchObject({ query, results: [], query_breakdown: null })
  },
)

describe('taught by the names, without any table:', () => {
  const taught = openOver(
    [
      { code: '32000001', name: 'Renal calculus', synonyms: ['Kidney calculus'] },
      { code: '32000002', name: 'Renal cyst', synonyms: ['Kidney cyst'] },
      { code: '32000003', name: 'Kidney abscess', synonyms: ['Renal abscess'] },
      { code: '32000004', name: 'Renal fistula' },
      { code: '32000005', name: 'Bladder fistula' },
      {
        code: '32000006',
        name: 'Myocardial infarction',
        synonyms: ['MI - Myocardial infarction'],
      },
      { code: '32000007', name: 'Silent myocardial infarction' },
    ],
    { withStarter: false },
  )
  const explain = (query: string) => taught.explain({ query, ontology: 'snomed' })

  test('a word stands for another', () => {
    const { results, explanations } = explain('kidney fistula')
    expect(nameOf(results[0])).toBe('Renal fistula')
    expect(explanations[0]!.readings).toMatchObject([
      { text: 'kidney', read_as: 'renal', because: 'learned' },
    ])
  })

  test('an abbreviation stands for what it is spelled out as', () => {
    const { results, explanations } = explain('silent MI')
    expect(nameOf(results[0])).toBe('Silent myocardial infarction')
    expect(explanations[0]!.readings).toMatchObject([
      { text: 'MI', read_as: 'Myocardial infarction', because: 'abbreviation of the release' },
    ])
  })
})

describe('a result says', () => {
  test('what the release says of the concept', () => {
    expect(first('anaemia')?.metadata).toEqual({
      semantic_tag: 'disorder',
      is_core: true,
      source: 'snomed_ct_starter',
      language: 'en',
      script: 'Latn',
      preferred_name: 'Anemia',
      link_basis: 'official_name',
      link_reason: 'linked',
    })
  })

  test('the same of a concept that was looked up', async () => {
    const mini = openMedlink({ dir: await miniRoot('snomed') })
    const { results } = mini.link({ query: '22298006', ontology: 'snomed' })
    mini.close()
    expect(results[0]?.metadata).toEqual({
      semantic_tag: 'disorder',
      is_core: true,
      source: 'snomed_ct_20250701',
      language: 'en',
      script: 'Latn',
      preferred_name: 'Myocardial infarction',
      link_basis: 'code',
      link_reason: 'linked',
    })
  })

  test('no breakdown of the query', () => {
    expect(link('severe left knee pain').query_breakdown).toBeNull()
  })

  test.each([
    { query: 'vagabond dermatitis', metadata: {}, icd10cm: 'B85.1' },
    { query: 'quotidian fever', metadata: { age: 12 }, icd10cm: 'P81.9' },
    { query: 'quotidian fever', metadata: { age: '12' }, icd10cm: 'P81.9' },
    { query: 'quotidian fever', metadata: { age: 40 }, icd10cm: 'R50.9' },
    { query: 'quotidian fever', metadata: {}, icd10cm: null, needed: 'age' },
    { query: 'quotidian fever', metadata: { age: 'old' }, icd10cm: null, needed: 'age' },
    { query: 'pelvic spasm', metadata: { sex: 'Female' }, icd10cm: 'N94.89' },
    { query: 'pelvic spasm', metadata: { gender: 'm' }, icd10cm: 'R10.2' },
    { query: 'pelvic spasm', metadata: { age: 12 }, icd10cm: null, needed: 'sex' },
    { query: 'tremulation', metadata: {}, icd10cm: null },
  ])('the code of $query for $metadata: $icd10cm', ({ query, metadata, icd10cm, needed }) => {
    const found = first(query, metadata)!.metadata
    expect(found.icd10cm).toBe(icd10cm)
    expect(found.icd10cm_needed).toBe(needed)
  })

  test.each([
    { metadata: { age: 'forty' }, ignored: ['age'] },
    { metadata: { age: -4, sex: 'xx' }, ignored: ['age', 'sex'] },
    { metadata: { age: 151, gender: '?' }, ignored: ['age', 'gender'] },
    { metadata: { age: ' 40 ', sex: 'F', gender: '' }, ignored: undefined },
    { metadata: { age: 0, sex: 'boy' }, ignored: undefined },
    { metadata: { age: '', sex: ' ' }, ignored: undefined },
  ])('hints that say nothing are named: $metadata', ({ metadata, ignored }) => {
    expect(link('quotidian fever', metadata).ignored_hints).toEqual(ignored)
  })

  test('no code where the release maps nothing', () => {
    expect(first('anaemia')!.metadata).not.toHaveProperty('icd10cm')
  })
})

describe('the golden file', () => {
  const { columns, rows } = readGolden('snomed')
  const starter = openStarter('snomed')

  test('has columns, vocabulary and no mention twice', () => {
    expect(columns).toEqual(['query', 'code', 'linked', 'reason', 'why'])
    expect(rows.length).toBeGreaterThanOrEqual(60)
    const queries = rows.map(([query]) => query)
    expect(queries.filter((query, i) => queries.indexOf(query) < i)).toEqual([])
    for (const [query, , linked] of rows) expect(['yes', 'no', 'any'], query).toContain(linked)
  })

  test.each(rows)('%s is %s, linked: %s', (query, code, linked, reason) => {
    const [first] = starter.link({ query: query!, ontology: 'snomed' }).results
    expect(first?.term_id ?? '-').toBe(code)
    if (linked !== 'any') expect(first?.is_linked ?? false).toBe(linked === 'yes')
    if (reason !== '-') expect(first?.metadata.link_reason).toBe(reason)
  })
})
