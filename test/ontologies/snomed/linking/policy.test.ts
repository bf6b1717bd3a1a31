/**
 * Proves of what SNOMED CT says of a mention and its answers:
 * 1. a result notes what the mention says and the code does not, and nothing else
 * 2. a result has the codes of ICD-10-CM that the map holds for the patient, null where it has none, and what is needed
 * 3. what is denied, suspected, remembered or a relative's objects to a code that does not say so, and the other way round
 * 4. what is too vague is not linked; side, severity and asides may be said next to a name, a course may not
 * 5. a part of the body is no row for a mention that is hardly of one and says something else of it
 * 6. words that say a context agree with one another where the mention and the name say the same context
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Qualifier } from '../../../../src/clinical/qualifiers.ts'
import type { StoredConcept, StoredMap } from '../../../../src/index/reader.ts'
import type { CommonWords, Match } from '../../../../src/ontologies/ontology.ts'
import { snomedColumns } from '../../../../src/ontologies/snomed/columns.ts'
import { snomedPolicy } from '../../../../src/ontologies/snomed/linking/policy.ts'
import type { SnomedQuery } from '../../../../src/ontologies/snomed/linking/query.ts'
import { saidBy, saidIn } from '../../../../src/ontologies/snomed/qualifiers.ts'
import { GROUPS, type Group } from '../../../../src/ontologies/snomed/semantic-tags.ts'
import { analyzer, matchIn } from '../../../support/linker.ts'
import { snomedQuery } from '../../../support/snomed.ts'

const {
  describe: describeMatch,
  rejection,
  isIgnorable,
  agreedForms,
  isMisleading,
  mayBeAct,
} = snomedPolicy

const read = (text: string) => saidIn(analyzer.analyze(text))
/** A match of a name and a title that say this. */
const matchOf = (values: Parameters<typeof matchIn>[1], given: Partial<Match> = {}) =>
  matchIn(snomedColumns, values, given)
const conceptOf = (maps: readonly StoredMap[] = []) => ({ maps }) as unknown as StoredConcept
const tell = (
  query: Partial<SnomedQuery>,
  says: Parameters<typeof matchIn>[1] = {},
  maps: readonly StoredMap[] = [],
) => describeMatch(snomedQuery(query), matchOf(says), conceptOf(maps))

describe('notes beside the code', () => {
  test.each([
    { said: 'asthma', name: 'asthma', qualifiers: undefined },
    { said: 'left otitis', name: 'otitis', qualifiers: { laterality: 'left' } },
    { said: 'left otitis', name: 'left otitis', qualifiers: undefined },
    { said: 'otitis', name: 'left otitis', qualifiers: undefined },
    { said: 'left otitis', name: 'right otitis', qualifiers: { laterality: 'left' } },
    { said: 'severe acute otitis', name: 'acute otitis', qualifiers: { severity: 'severe' } },
    {
      said: 'severe left acute otitis',
      name: 'otitis',
      qualifiers: { laterality: 'left', course: 'acute', severity: 'severe' },
    },
    { said: 'acute on chronic otitis', name: 'otitis', qualifiers: { course: 'acute, chronic' } },
    { said: 'left and right otitis', name: 'otitis', qualifiers: { laterality: 'right, left' } },
    { said: 'no otitis', name: 'otitis', qualifiers: { context: 'absent' } },
    { said: 'family history of otitis', name: 'family history of otitis', qualifiers: undefined },
    { said: 'known case of really frequent otitis', name: 'otitis', qualifiers: undefined },
  ])('"$said" on "$name": $qualifiers', ({ said, name, qualifiers }) => {
    const expected = qualifiers === undefined ? {} : { qualifiers }
    expect(tell({ said: read(said) }, { term: read(name) })).toEqual(expected)
    expect(tell({ said: read(said) }, { concept: read(name) })).toEqual(expected)
  })

  test('nothing that the name says and the title does not, or the other way round', () => {
    const match = { term: read('left'), concept: read('acute') }
    expect(tell({ said: read('severe left acute') }, match)).toEqual({
      qualifiers: { severity: 'severe' },
    })
  })
})

describe('maps to ICD-10-CM:', () => {
  const AGE = 'IFA 445518008 | Age at onset of clinical finding (observable entity) |'
  const FEMALE = 'IFA 248152002 | Female (finding) |'
  const row = (group: number, priority: number, rule: string, target: string): StoredMap => ({
    system: 'icd-10-cm',
    target,
    rule: JSON.stringify({ group, priority, rule }),
  })
  const BY_AGE = [row(1, 1, `${AGE} < 19.0 years`, 'P81.9'), row(1, 2, 'OTHERWISE TRUE', 'R50.9')]
  const BY_BOTH = [
    row(1, 1, `${FEMALE} AND ${AGE} < 19.0 years`, 'N94.89'),
    row(1, 2, 'OTHERWISE TRUE', 'R10.2'),
  ]

  test.each([
    { what: 'nothing', maps: [], query: {}, said: {} },
    { what: 'one code', maps: [row(1, 1, 'TRUE', 'E11.9')], query: {}, said: { icd10cm: 'E11.9' } },
    {
      what: 'two codes',
      maps: [row(1, 1, 'TRUE', 'E11.9'), row(2, 1, 'TRUE', 'I10')],
      query: {},
      said: { icd10cm: 'E11.9, I10' },
    },
    { what: 'no code', maps: [row(1, 1, 'TRUE', '')], query: {}, said: { icd10cm: null } },
    { what: 'a child', maps: BY_AGE, query: { age: 12 }, said: { icd10cm: 'P81.9' } },
    { what: 'an adult', maps: BY_AGE, query: { age: 40 }, said: { icd10cm: 'R50.9' } },
    {
      what: 'an unknown age',
      maps: BY_AGE,
      query: { sex: 'female' },
      said: { icd10cm: null, icd10cm_needed: 'age' },
    },
    {
      what: 'nothing known',
      maps: BY_BOTH,
      query: {},
      said: { icd10cm: null, icd10cm_needed: 'age, sex' },
    },
    { what: 'a man', maps: BY_BOTH, query: { sex: 'male' }, said: { icd10cm: 'R10.2' } },
    {
      what: 'one group closed, one open',
      maps: [
        row(1, 1, 'TRUE', 'E11.9'),
        row(2, 1, `${AGE} < 19.0 years`, 'P81.9'),
        row(2, 2, 'OTHERWISE TRUE', 'R50.9'),
      ],
      query: {},
      said: { icd10cm: 'E11.9', icd10cm_needed: 'age' },
    },
  ] as { what: string; maps: StoredMap[]; query: Partial<SnomedQuery>; said: object }[])(
    '$what',
    ({ maps, query, said }) => {
      expect(tell(query, {}, maps)).toEqual(said)
    },
  )
})

describe('objects to', () => {
  test.each([
    { said: 'asthma', name: 'asthma', objects: undefined },
    { said: 'severe left asthma', name: 'asthma', objects: undefined },
    { said: 'known asthma', name: 'asthma', objects: undefined },
    { said: 'no asthma', name: 'asthma', objects: 'context_differs' },
    { said: 'suspected asthma', name: 'asthma', objects: 'context_differs' },
    { said: 'h/o asthma', name: 'asthma', objects: 'context_differs' },
    { said: 'fh asthma', name: 'asthma', objects: 'context_differs' },
    { said: 'asthma', name: 'family history of asthma', objects: 'context_differs' },
    { said: 'h/o asthma', name: 'family history of asthma', objects: 'context_differs' },
    { said: 'no h/o asthma', name: 'history of asthma', objects: 'context_differs' },
    { said: 'no fh asthma', name: 'family history of asthma', objects: 'context_differs' },
    { said: 'h/o asthma', name: 'history of asthma', objects: undefined },
    { said: 'fhx asthma', name: 'family history of asthma', objects: undefined },
    { said: 'denies known allergy', name: 'no known allergy', objects: undefined },
  ])('"$said" as "$name": $objects', ({ said, name, objects }) => {
    const query = snomedQuery({ said: read(said) })
    expect(rejection(query, matchOf({ term: read(name) }))).toBe(objects)
    expect(rejection(query, matchOf({ concept: read(name) }))).toBe(objects)
  })

  test('a name that says the opposite', () => {
    expect(rejection(snomedQuery(), matchOf({}, { opposites: 1 }))).toBe('name_incomplete')
    const denied = snomedQuery({ said: read('no') })
    expect(rejection(denied, matchOf({}, { opposites: 1 }))).toBe('context_differs')
  })

  test('every code whose context is another than the mention’s, and no other', () => {
    const bits = fc.nat(31)
    fc.assert(
      fc.property(bits, bits, bits, (asked, ofName, ofTitle) => {
        const query = snomedQuery({ said: { ...saidBy(), context: asked } })
        const match = matchOf({ term: { context: ofName }, concept: { context: ofTitle } })
        const differs = asked !== (ofName | ofTitle)
        expect(rejection(query, match)).toBe(differs ? 'context_differs' : undefined)
      }),
    )
  })
})

test('what is too vague is not linked, whatever has its name', () => {
  const vague = snomedQuery({ isVague: true })
  expect(rejection(vague, matchOf({}))).toBe('too_vague')
  expect(rejection(vague, matchOf({ term: read('no') }))).toBe('context_differs')
})

test.each([
  {
    what: 'of an organ by another name',
    isAdjective: true,
    group: 'body',
    exactness: 0,
    reason: 'too_vague',
  },
  {
    what: 'of an organ whose name it is',
    isAdjective: true,
    group: 'body',
    exactness: 1,
    reason: undefined,
  },
  { what: 'of a disorder', isAdjective: true, group: 'disorder', exactness: 0, reason: undefined },
  { what: 'that is none', isAdjective: false, group: 'body', exactness: 0, reason: undefined },
] as const)('an adjective $what: $reason', ({ isAdjective, group, exactness, reason }) => {
  const match = matchOf({ concept: { group: GROUPS.indexOf(group) } }, { exactness })
  expect(rejection(snomedQuery({ isAdjective }), match)).toBe(reason)
})

test.each<Qualifier & { spared: boolean }>([
  { kind: 'aside', value: 'time', spared: true },
  { kind: 'severity', value: 'severe', spared: true },
  { kind: 'laterality', value: 'left', spared: true },
  { kind: 'course', value: 'acute', spared: false },
  { kind: 'context', value: 'absent', spared: false },
])('$kind may be said next to a name: $spared', ({ spared, ...qualifier }) => {
  expect(isIgnorable(qualifier)).toBe(spared)
})

test.each([
  { said: 'h/o otitis', name: 'history of otitis', agrees: true },
  { said: 'h/o otitis', name: 'otitis', agrees: false },
  { said: 'otitis', name: 'history of otitis', agrees: false },
  { said: 'h/o otitis', name: 'family history of otitis', agrees: false },
])('words of context in "$said" and "$name" agree: $agrees', ({ said, name, agrees }) => {
  const forms = agreedForms(snomedQuery({ said: read(said) }), matchOf({ term: read(name) }))
  expect(forms.has('h/o') && forms.has('history')).toBe(agrees)
})

describe('a part of the body', () => {
  const body = GROUPS.indexOf('body')
  const likely = (share: number) => GROUPS.map((_, i) => (i === body ? share : 1))
  const misleads = (left: string, query: Partial<SnomedQuery> = {}, exactness = 0, group = body) =>
    isMisleading(
      snomedQuery({ likelihood: likely(0.09), ...query }),
      matchOf({ concept: { group } }, { exactness }),
      () => ({ common: ['placenta'], left: [left], leftKnown: [left], added: [] }),
    )

  test('misleads where something else is said', () => {
    expect(misleads('retained')).toBe(true)
    for (const left of ['left', 'eye', '2', 'feel']) expect(misleads(left)).toBe(false)
  })

  test('misleads by no word of anatomists, however unlikely', () => {
    for (const left of ['organ', 'proper', 'viewed']) expect(misleads(left)).toBe(false)
  })

  test('misleads where an unknown word is no Latin', () => {
    const misleadsBy = (left: string, share: number) =>
      isMisleading(
        snomedQuery({ likelihood: likely(share), bodyShareOf: () => undefined }),
        matchOf({ concept: { group: body } }, { exactness: 0 }),
        () => ({ common: ['nail'], left: [left], leftKnown: [], added: [] }),
      )
    expect(misleadsBy('gammy', 0.09)).toBe(true)
    expect(misleadsBy('gammy', 0.1)).toBe(false)
    for (const left of ['internus', 'palpebralis', 'gr']) expect(misleadsBy(left, 0.09)).toBe(false)
  })

  test('misleads where a word is of no part of the body, by its names or as an everyday word', () => {
    const likelihood = likely(1)
    const of = (share: number | undefined) => ({ likelihood, bodyShareOf: () => share })
    expect(misleads('horseshoe', of(0.09))).toBe(true)
    expect(misleads('horseshoe', of(0.1))).toBe(false)
    expect(misleads('craggy', of(undefined))).toBe(true)
    expect(misleads('watermelon', of(undefined))).toBe(false)
    expect(misleads('biopsy', of(undefined))).toBe(true)
    for (const left of ['substantia', 'organ', 'th', 'left', 'eye'])
      expect(misleads(left, of(undefined))).toBe(false)
    expect(misleads('horseshoe', { ...of(0), asked: new Set(['body']) })).toBe(false)
  })

  test('does not if it may be meant, or is the mention', () => {
    const bodyShareOf = () => 1
    expect(misleads('retained', { likelihood: likely(0.1), bodyShareOf })).toBe(false)
    expect(misleads('retained', { asked: new Set(['body']) })).toBe(false)
    expect(misleads('retained', {}, 0.8)).toBe(false)
    expect(misleads('retained', {}, 0, body + 1)).toBe(false)
  })
})

describe('a thing', () => {
  const misleads = (group: Group, left: readonly string[], asked: readonly Group[] = []) =>
    isMisleading(
      snomedQuery({ asked: new Set(asked) }),
      matchOf({ concept: { group: GROUPS.indexOf(group) } }, { exactness: 0 }),
      () => ({ common: ['peanut'], left, leftKnown: [], added: [] }),
    )

  test('misleads where something else is said', () => {
    for (const group of ['observable', 'organism', 'substance', 'product', 'object', 'qualifier'])
      expect(misleads(group as Group, ['anaphylaxis'])).toBe(true)
    for (const group of ['finding', 'morphology', 'procedure', 'event'])
      expect(misleads(group as Group, ['anaphylaxis'])).toBe(false)
  })

  test('does not if that is a side or a number, or if it is asked for', () => {
    expect(misleads('substance', ['left', '2'])).toBe(false)
    expect(misleads('substance', ['anaphylaxis'], ['substance'])).toBe(false)
  })
})

describe('a procedure', () => {
  const misleads = (words: Partial<CommonWords>, group: Group = 'procedure', exactness = 0) =>
    isMisleading(
      snomedQuery({}),
      matchOf({ concept: { group: GROUPS.indexOf(group) } }, { exactness }),
      () => ({
        ...{ common: ['stretch'], left: ['marks'], leftKnown: [], added: [] },
        ...words,
      }),
    )

  test('misleads where its name adds an act to a mention that has none', () => {
    for (const added of [
      'exercises',
      'procedure',
      'insertion',
      'measurement',
      'control',
      'education',
    ])
      expect(misleads({ added: [added] })).toBe(true)
    expect(misleads({ added: ['exercise'] })).toBe(true)
    expect(misleads({ added: ['muscles'] })).toBe(false)
    expect(misleads({ added: ['exercises'], left: ['injection'] })).toBe(false)
    expect(misleads({ added: ['exercises'], common: ['procedure'] })).toBe(false)
    expect(misleads({ added: ['exercises'] }, 'finding')).toBe(false)
    expect(misleads({ added: ['insertion'] }, 'finding')).toBe(true)
    expect(misleads({ added: ['therapy'] })).toBe(false)
    expect(misleads({ added: ['exercises'] }, 'procedure', 0.8)).toBe(false)
  })
})

test.each<{ group: Group; may: boolean }>([
  { group: 'procedure', may: true },
  { group: 'disorder', may: false },
  { group: 'observable', may: false },
])('a concept of the kind $group may be an act: $may', ({ group, may }) => {
  expect(mayBeAct(matchOf({ concept: { group: GROUPS.indexOf(group) } }))).toBe(may)
})
