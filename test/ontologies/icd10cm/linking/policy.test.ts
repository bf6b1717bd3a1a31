/**
 * Proves of what ICD-10-CM makes of a mention beyond its name:
 * 1. a context is linked only to a name or a code that says all of it
 * 2. "NOS" asks for a code that can be billed or says so, "NEC" for a residual one
 *    all words count of a mention that asks for "other"
 * 3. an inclusion term that leaves its disease to the title is not linked, and contests no other code; what the mention lacks by itself, neither
 * 4. what only encounters or sides are left of is not asked for by "NOS"; a category without sides is for all of them
 *    sides, encounters, trimesters and intents are agreed in all their forms, where the code has what is asked for
 * 5. a header's inclusion term is contested by a code below it that is called so and says more
 * 6. how often and how long may be said next to a name; how badly, how much and which visit may not
 * 7. a mention whose stage is left out is not linked; a condition that complicates a pregnancy is one in it
 * 8. a disease misleads for an act, and a complication where none is named
 */

import { describe, expect, test } from 'vitest'
import { CONTEXT, type Qualifier } from '../../../../src/clinical/qualifiers.ts'
import { icd10cmColumns } from '../../../../src/ontologies/icd10cm/columns.ts'
import { icd10cmPolicy } from '../../../../src/ontologies/icd10cm/linking/policy.ts'
import type { Icd10cmQuery } from '../../../../src/ontologies/icd10cm/linking/query.ts'
import {
  ENCOUNTER,
  INTENT,
  LATERALITY,
  qualifiersOf,
} from '../../../../src/ontologies/icd10cm/qualifiers.ts'
import type { Match } from '../../../../src/ontologies/ontology.ts'
import { matchIn } from '../../../support/linker.ts'

type Values = Parameters<
  typeof matchIn<keyof typeof icd10cmColumns.concept, keyof typeof icd10cmColumns.term>
>[1]

const queryOf = (given: Partial<Icd10cmQuery>): Icd10cmQuery => ({
  ...{
    ...qualifiersOf([]),
    context: 0,
    unclear: undefined,
    meanings: [],
    severity: [],
    status: [],
    isUnfinished: false,
    isConfirmed: false,
    isJoined: false,
    isOfPregnancy: false,
    isUnusualFracture: false,
  },
  ...given,
})
const rejectionOf = (asked: Partial<Icd10cmQuery>, said: Values, given: Partial<Match> = {}) =>
  icd10cmPolicy.rejection(queryOf(asked), matchIn(icd10cmColumns, said, given))

const { past, family, absent } = CONTEXT

test.each([
  { residual: 1, matchedQueryMass: 8.9, rejection: 'name_incomplete' },
  { residual: 1, matchedQueryMass: 9, rejection: undefined },
  { residual: 0, matchedQueryMass: 8.9, rejection: undefined },
])(
  '"other" of $matchedQueryMass of 10: $rejection',
  ({ residual, matchedQueryMass, rejection }) => {
    const match = { queryMass: 10, matchedQueryMass }
    expect(rejectionOf({ residual }, { concept: { residual } }, match)).toBe(rejection)
  },
)

test.each([
  { isConfirmed: true, code_length: 3, unspecified: 1, rejection: 'name_incomplete' },
  { isConfirmed: true, code_length: 4, unspecified: 1, rejection: undefined },
  { isConfirmed: true, code_length: 3, unspecified: 0, rejection: undefined },
  { isConfirmed: false, code_length: 3, unspecified: 1, rejection: undefined },
])(
  'confirmed: $isConfirmed, of $code_length characters, unspecified: $unspecified: $rejection',
  ({ isConfirmed, rejection, ...concept }) => {
    expect(rejectionOf({ isConfirmed }, { concept })).toBe(rejection)
  },
)

test.each([
  { isSideless: true, sided: 3, laterality: 0, rejection: 'name_incomplete' },
  { isSideless: true, sided: 3, laterality: LATERALITY.right, rejection: 'name_incomplete' },
  { isSideless: true, sided: 3, laterality: LATERALITY.left, rejection: undefined },
  { isSideless: true, sided: 0, laterality: 0, rejection: undefined },
  { isSideless: undefined, sided: 3, laterality: 0, rejection: undefined },
])(
  'left side left out: $isSideless, of a code of side $laterality among sides $sided: $rejection',
  ({ isSideless, rejection, ...concept }) => {
    const asked = { laterality: LATERALITY.left, ...(isSideless && { isSideless }) }
    expect(rejectionOf(asked, { concept })).toBe(rejection)
  },
)

test.each([
  { asked: 0, concept: 0, term: 0, rejection: undefined },
  { asked: 0, concept: family, term: 0, rejection: undefined },
  { asked: past, concept: 0, term: 0, rejection: 'context_differs' },
  { asked: past, concept: past, term: 0, rejection: undefined },
  { asked: past, concept: 0, term: past, rejection: undefined },
  { asked: past, concept: family, term: 0, rejection: 'context_differs' },
  { asked: past | absent, concept: past, term: 0, rejection: 'context_differs' },
  { asked: past | absent, concept: past, term: absent, rejection: undefined },
])('context $asked, of concept $concept and term $term: $rejection', (row) => {
  const said = { concept: { context: row.concept }, term: { context: row.term } }
  expect(rejectionOf({ context: row.asked }, said)).toBe(row.rejection)
})

test.each([
  { asked: { unspecified: 1 }, concept: { billable: 0 }, rejection: 'name_incomplete' },
  { asked: { unspecified: 1 }, concept: { billable: 1 }, rejection: undefined },
  { asked: { unspecified: 1 }, concept: { billable: 0, unspecified: 1 }, rejection: undefined },
  {
    asked: { unspecified: 1 },
    concept: { billable: 0, initial_offset: 1 },
    rejection: undefined,
  },
  { asked: { residual: 1 }, concept: { billable: 1 }, rejection: 'name_incomplete' },
  { asked: { residual: 1 }, concept: { residual: 1 }, rejection: undefined },
  { asked: {}, concept: { residual: 1 }, rejection: undefined },
])('asked $asked, of a concept with $concept: $rejection', ({ asked, concept, rejection }) => {
  expect(rejectionOf(asked, { concept })).toBe(rejection)
})

test.each([
  { asked: INTENT.accidental, concept: 0, term: 0, rejection: 'name_incomplete' },
  { asked: INTENT.accidental, concept: INTENT.accidental, term: 0, rejection: undefined },
  { asked: INTENT.accidental, concept: 0, term: INTENT.accidental, rejection: undefined },
  { asked: INTENT.accidental, concept: INTENT.assault, term: 0, rejection: 'name_incomplete' },
  { asked: 0, concept: INTENT.assault, term: 0, rejection: undefined },
])('intent $asked, of concept $concept and term $term: $rejection', (row) => {
  const said = { concept: { intent: row.concept }, term: { intent: row.term } }
  expect(rejectionOf({ intent: row.asked }, said)).toBe(row.rejection)
})

describe('an inclusion term of a header', () => {
  interface Row {
    readonly what: string
    readonly first?: Partial<Match>
    readonly other?: Partial<Match>
    readonly below?: Values['concept']
    readonly billable?: number
    readonly isContested: boolean
  }
  test.each<Row>([
    { what: 'a code below is called so', isContested: true },
    { what: 'it is an index term', first: { kind: 'entry' }, isContested: true },
    { what: 'it is the title', first: { kind: 'preferred' }, isContested: false },
    { what: 'it is of a code that can be billed', billable: 1, isContested: false },
    { what: 'the other is of another line', other: { family: 2 }, isContested: false },
    { what: 'the other is only like it', other: { exactness: 0.9 }, isContested: false },
    { what: 'the other stands beside it', below: { code_length: 4 }, isContested: false },
    { what: 'the other leaves it open', below: { unspecified: 1 }, isContested: false },
    { what: 'the other is without more', below: { negated: 1 }, isContested: false },
  ])(
    'where $what: contested $isContested',
    ({ first, other, below, billable = 0, isContested }) => {
      const { columns: bare, ...match } = matchIn(icd10cmColumns, {}, { family: 1 })
      const above: Readonly<Record<string, number>> = { code_length: 4, billable }
      const under: Readonly<Record<string, number>> = { code_length: 5, billable: 1, ...below }
      const concept = Object.fromEntries(
        Object.keys(bare.concept).map((name) => [
          name,
          Uint8Array.of(above[name] ?? 0, under[name] ?? 0),
        ]),
      ) as typeof bare.concept
      const columns = { ...bare, concept }
      const header = { ...match, columns, concept: 0, kind: 'synonym' as const, ...first }
      const leaf = {
        ...match,
        columns,
        concept: 1,
        kind: 'curated' as const,
        exactness: 1,
        ...other,
      }
      expect(icd10cmPolicy.isContested(queryOf({}), header, [leaf])).toBe(isContested)
    },
  )
})

test('the words for how a condition runs may be left over', () => {
  const found = icd10cmPolicy.agreedForms(
    queryOf({ status: ['stable'] }),
    matchIn(icd10cmColumns, {}),
  )
  expect([...found]).toEqual(['and', 'or', 'stable'])
})

describe('a condition with how it runs is contested', () => {
  const NAMED = { queryMass: 3, matchedQueryMass: 3 }
  test.each([
    { what: 'by a name of another code that has it', isContested: true },
    { what: 'by no other name of its code', other: { concept: 0 }, isContested: false },
    { what: 'by none that lacks it, too', other: { matchedQueryMass: 2 }, isContested: false },
    { what: 'by none if its own name has it', first: NAMED, isContested: false },
    { what: 'by none if nothing is said of it', status: [], isContested: false },
  ])('$what: $isContested', ({ first, other, status = ['stable'], isContested }) => {
    const match = matchIn(icd10cmColumns, {}, { family: 1, concept: 0 })
    const own = { ...match, queryMass: 3, matchedQueryMass: 2, ...first }
    const rival = { ...match, ...NAMED, concept: 1, ...other }
    expect(icd10cmPolicy.isContested(queryOf({ status }), own, [rival])).toBe(isContested)
  })
})

describe('a condition with its severity is contested', () => {
  const NAMED = { queryMass: 3, matchedQueryMass: 3 }
  test.each([
    { what: 'by a name of another category that has it', isContested: true },
    { what: 'by none of its own category', other: { family: 1 }, isContested: false },
    { what: 'by none that lacks it, too', other: { matchedQueryMass: 2 }, isContested: false },
    { what: 'by none if its own name has it', first: NAMED, isContested: false },
    { what: 'by none if nothing is said of it', severity: [], isContested: false },
  ])('$what: $isContested', ({ first, other, severity = ['severe'], isContested }) => {
    const match = matchIn(icd10cmColumns, {}, { family: 1 })
    const own = { ...match, queryMass: 3, matchedQueryMass: 2, ...first }
    const rival = { ...match, ...NAMED, family: 2, ...other }
    expect(icd10cmPolicy.isContested(queryOf({ severity }), own, [rival])).toBe(isContested)
  })
})

test('"NEC" may be the name’s word', () => {
  expect(rejectionOf({ residual: 1 }, { term: { residual: 1 } })).toBeUndefined()
})

test.each([
  { kind: 'synonym', concept: 1, term: 0, rejection: 'name_adds' },
  { kind: 'entry', concept: 1, term: 0, rejection: 'name_adds' },
  { kind: 'synonym', concept: 1, term: 1, rejection: undefined },
  { kind: 'synonym', concept: 0, term: 0, rejection: undefined },
  { kind: 'preferred', concept: 1, term: 0, rejection: undefined },
  { kind: 'curated', concept: 1, term: 0, rejection: undefined },
] as const)('a $kind of a setting $concept that says $term of it: $rejection', (row) => {
  const said = { concept: { setting: row.concept }, term: { setting: row.term } }
  expect(rejectionOf({}, said, { kind: row.kind })).toBe(row.rejection)
})

test.each([
  { what: 'of another category', is: true },
  { what: 'of the same category', family: 1, is: false },
  { what: 'that leaves its disease to its title', setting: 1, is: false },
  { what: 'that is such a title', setting: 1, kind: 'preferred', is: true },
] as const)(
  'a name $what may be meant as well: $is',
  ({ family = 2, setting = 0, is, ...other }) => {
    const first = matchIn(icd10cmColumns, {}, { family: 1 })
    const match = matchIn(
      icd10cmColumns,
      { concept: { setting } },
      { kind: 'synonym', ...other, family },
    )
    expect(icd10cmPolicy.isRival(queryOf({}), first, match)).toBe(is)
  },
)

test('what is unclear stays so, behind a context that differs', () => {
  expect(rejectionOf({ unclear: 'too_vague' }, {})).toBe('too_vague')
  expect(rejectionOf({ unclear: 'too_vague', context: past }, {})).toBe('context_differs')
})

describe('forms that both sides agree in', () => {
  const agreed = (asked: Partial<Icd10cmQuery>, said: Values) =>
    icd10cmPolicy.agreedForms(
      queryOf(asked),
      matchIn(icd10cmColumns, { ...said, concept: { sided: 7, ...said.concept } }),
    )

  test('are "and" and "or" where the mention says one of them', () => {
    expect([...agreed({ isJoined: true }, {})]).toEqual(['and', 'or'])
    expect([...agreed({ isJoined: false }, {})]).toEqual([])
  })

  test.each([
    { kind: 'laterality', bit: LATERALITY.left, forms: ['l', 'lt', 'left', 'side', 'sided'] },
    { kind: 'encounter', bit: ENCOUNTER.initial, forms: ['initial', 'encounter'] },
    { kind: 'trimester', bit: 2, forms: ['2nd', 'tri', 'trimester'] },
    { kind: 'intent', bit: INTENT.assault, forms: ['assault'] },
  ])('are those of the $kind that is asked for and said', ({ kind, bit, forms }) => {
    const asked = { [kind]: bit }
    expect([...agreed(asked, { concept: asked })]).toEqual(expect.arrayContaining(forms))
    expect([...agreed(asked, { term: asked })]).toEqual(expect.arrayContaining(forms))
    expect(agreed(asked, {}).size).toBe(0)
    expect(agreed({}, { concept: asked }).size).toBe(0)
  })

  test('a single side is the unilateral condition', () => {
    for (const [bit, expected] of [
      [LATERALITY.left, true],
      [LATERALITY.right, true],
      [LATERALITY.bilateral, false],
    ] as const) {
      const asked = { laterality: bit }
      expect(agreed(asked, { concept: asked }).has('unilateral')).toBe(expected)
      expect(agreed(asked, { concept: asked }).has('side')).toBe(true)
    }
    expect(agreed({ intent: 1 }, { concept: { intent: 1 } })).not.toContain('side')
  })

  test.each([
    { asked: LATERALITY.left, said: {}, forms: ['left', 'lt', 'l'] },
    { asked: LATERALITY.bilateral, said: {}, forms: ['bilateral', 'b/l'] },
    { asked: LATERALITY.left, said: { concept: { sided: 4 } }, forms: ['left', 'lt', 'l'] },
    { asked: LATERALITY.left, said: { concept: { sided: 3 } }, forms: [] },
    { asked: LATERALITY.bilateral, said: { concept: { sided: 4 } }, forms: [] },
    { asked: LATERALITY.left, said: { term: { laterality: LATERALITY.right } }, forms: [] },
    { asked: 0, said: {}, forms: [] },
  ])(
    'a condition without codes for sides agrees with $asked, $said: $forms',
    ({ asked, said, forms }) => {
      const unsided = { ...said, concept: { sided: 0, ...said.concept } }
      const found = agreed({ laterality: asked }, unsided)
      expect([...found]).toEqual(expect.arrayContaining(forms))
      expect(found.size > 0).toBe(forms.length > 0)
      expect(found).not.toContain('both')
    },
  )

  test.each([
    { severity: ['severe'], graded: 0, forms: ['and', 'or', 'severe'] },
    { severity: ['severe'], graded: 1, forms: [] },
    { severity: [], graded: 0, forms: [] },
  ])(
    'a category of degrees $graded agrees with $severity: $forms',
    ({ severity, graded, forms }) => {
      expect([...agreed({ severity }, { concept: { graded } })]).toEqual(forms)
    },
  )

  test.each([
    { asked: ENCOUNTER.subsequent, concept: {}, agrees: true },
    { asked: ENCOUNTER.initial, concept: {}, agrees: false },
    { asked: ENCOUNTER.subsequent, concept: { initial_offset: 1 }, agrees: false },
    { asked: ENCOUNTER.subsequent, concept: { encounter: ENCOUNTER.initial }, agrees: false },
  ])('healing goes with encounter $asked of $concept: $agrees', ({ asked, concept, agrees }) => {
    expect(agreed({ encounter: asked }, { concept }).has('healing')).toBe(agrees)
  })

  test('are not those of another value', () => {
    const left = { laterality: LATERALITY.left }
    const right = { laterality: LATERALITY.right }
    expect(agreed(left, { concept: right }).size).toBe(0)
    expect(agreed(left, { concept: left })).not.toContain('right')
    expect(agreed({ encounter: 1 }, { concept: { encounter: 1 } })).not.toContain('side')
  })
})

test.each<Qualifier & { forms: string[]; spared: boolean }>([
  { kind: 'aside', value: 'time', forms: ['3', 'days'], spared: true },
  { kind: 'aside', value: 'frequency', forms: ['daily'], spared: true },
  { kind: 'aside', value: 'padding', forms: ['c/o'], spared: true },
  { kind: 'aside', value: 'time', forms: ['initial'], spared: false },
  { kind: 'aside', value: 'time', forms: ['follow', 'up'], spared: false },
  { kind: 'aside', value: 'time', forms: ['sequela'], spared: false },
  { kind: 'aside', value: 'degree', forms: ['very'], spared: false },
  { kind: 'severity', value: 'severe', forms: ['severe'], spared: false },
  { kind: 'laterality', value: 'left', forms: ['left'], spared: false },
  { kind: 'course', value: 'acute', forms: ['acute'], spared: false },
])('$kind $value in $forms may be said besides: $spared', ({ forms, spared, ...qualifier }) => {
  expect(icd10cmPolicy.isIgnorable(qualifier, forms)).toBe(spared)
})

test.each([
  { isStageless: true, rejection: 'name_incomplete' },
  { isStageless: false, rejection: undefined },
])('without its stage ($isStageless): $rejection', ({ isStageless, rejection }) => {
  expect(rejectionOf({ isStageless }, {})).toBe(rejection)
})

test('a part of the body that its disease says by itself is agreed', () => {
  const forms = icd10cmPolicy.agreedForms(queryOf({ sites: ['eye'] }), matchIn(icd10cmColumns, {}))
  expect(forms.has('eye')).toBe(true)
})

test.each([true, false])('of a pregnancy (%s), "complicating" is agreed', (isOfPregnancy) => {
  const forms = icd10cmPolicy.agreedForms(queryOf({ isOfPregnancy }), matchIn(icd10cmColumns, {}))
  expect([forms.has('complicating'), forms.has('complicated')]).toEqual([
    isOfPregnancy,
    isOfPregnancy,
  ])
})

describe('a row misleads', () => {
  const misleads = (words: { added: string[] }, given: Partial<Match>) =>
    icd10cmPolicy.isMisleading(
      queryOf({}),
      matchIn(icd10cmColumns, {}, { exactness: 0, ...given }),
      () => ({ common: ['varices'], left: [], leftKnown: [], ...words }),
    )

  test('as an entry of a complication that the mention does not name', () => {
    const added = ['complication']
    expect(misleads({ added }, { kind: 'entry' })).toBe(true)
    expect(misleads({ added }, { kind: 'synonym' })).toBe(false)
    expect(misleads({ added: ['sequela'] }, { kind: 'entry' })).toBe(false)
  })
})

test.each([
  { finding: 0, may: true },
  { finding: 1, may: false },
])('a code whose finding is $finding may be of an act: $may', ({ finding, may }) => {
  expect(icd10cmPolicy.mayBeAct(matchIn(icd10cmColumns, { concept: { finding } }))).toBe(may)
})
