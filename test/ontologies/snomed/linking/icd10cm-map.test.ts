/**
 * Proves of the map from SNOMED CT to ICD-10-CM:
 * 1. every kind of rule is read, and what cannot be read is kept as something that cannot be evaluated
 * 2. in each group the first true row has the code, whatever the order of the rows
 * 3. what is not known of a patient is never guessed: the codes it decides between are told, and what is needed
 * 4. what ICD-10-CM cannot classify has no code
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredMap } from '../../../../src/index/reader.ts'
import {
  type MapPatient,
  mapToIcd10cm,
  parseRule,
} from '../../../../src/ontologies/snomed/linking/icd10cm-map.ts'

const AGE = 'IFA 445518008 | Age at onset of clinical finding (observable entity) |'
const FEMALE = 'IFA 248152002 | Female (finding) |'
const MALE = 'IFA 248153007 | Male (finding) |'
const DIABETES = 'IFA 73211009 | Diabetes mellitus (disorder) |'
const ALWAYS = 'TRUE'
const OTHERWISE = 'OTHERWISE TRUE'

/** Rows of a map: `[group, priority, rule, target]` each. */
function rowsOf(...rows: readonly [number, number, string, string][]): StoredMap[] {
  return rows.map(([group, priority, rule, target]) => ({
    system: 'icd-10-cm',
    target,
    rule: JSON.stringify({
      group,
      priority,
      rule,
      advice: target === '' ? 'CANNOT BE CLASSIFIED WITH AVAILABLE DATA' : `ALWAYS ${target}`,
      category: target === '' ? '447638001' : '447637006',
    }),
  }))
}

/** One group whose rows have the priorities in which they stand. */
const groupOf = (...rows: readonly [string, string][]) =>
  rowsOf(
    ...rows.map(([rule, target], i): [number, number, string, string] => [1, i + 1, rule, target]),
  )

const certain = (...targets: string[]) => ({ targets, candidates: [], needed: [] })

describe('a rule is read:', () => {
  const age = (is: string, limit: number, unit = 'year') => ({ asks: 'age', is, limit, unit })

  test.each([
    { rule: ALWAYS, clauses: [] },
    { rule: OTHERWISE, clauses: [] },
    { rule: ' otherwise  true ', clauses: [] },
    { rule: `${AGE} < 19.0 years`, clauses: [age('<', 19)] },
    { rule: `${AGE} <= 1.5 years`, clauses: [age('<=', 1.5)] },
    { rule: `${AGE} > 65 years`, clauses: [age('>', 65)] },
    { rule: `${AGE} >= 1 year`, clauses: [age('>=', 1)] },
    { rule: `${AGE} < 28.0 days`, clauses: [age('<', 28, 'day')] },
    { rule: `${AGE} < 6 weeks`, clauses: [age('<', 6, 'week')] },
    { rule: `${AGE} >= 18.0 months`, clauses: [age('>=', 18, 'month')] },
    {
      rule: 'IFA 424144002 | Current chronological age (observable entity) | < 19.0 years',
      clauses: [age('<', 19)],
    },
    { rule: 'IFA 445518008 < 19.0 years', clauses: [age('<', 19)] },
    {
      rule: `${AGE} >= 12.0 years AND ${AGE} < 19.0 years`,
      clauses: [age('>=', 12), age('<', 19)],
    },
    { rule: FEMALE, clauses: [{ asks: 'sex', sex: 'female' }] },
    { rule: MALE, clauses: [{ asks: 'sex', sex: 'male' }] },
    { rule: 'IFA 248153007', clauses: [{ asks: 'sex', sex: 'male' }] },
    {
      rule: `${FEMALE} AND ${AGE} >= 19.0 years`,
      clauses: [{ asks: 'sex', sex: 'female' }, age('>=', 19)],
    },
    { rule: DIABETES, clauses: [{ asks: 'finding', words: 'with Diabetes mellitus' }] },
    {
      rule: `IFA 62315008 | Bleeding AND pain (finding) | AND ${DIABETES}`,
      clauses: [
        { asks: 'finding', words: 'with Bleeding AND pain' },
        { asks: 'finding', words: 'with Diabetes mellitus' },
      ],
    },
    { rule: 'IFA 73211009', clauses: [{ asks: 'finding', words: 'with 73211009' }] },
    {
      rule: 'IFA 57036006 | Gestational age (observable entity) | < 37.0 weeks',
      clauses: [{ asks: 'finding', words: 'with Gestational age < 37 weeks' }],
    },
    {
      rule: `${AGE} < 19.0 fortnights`,
      clauses: [{ asks: 'finding', words: `${AGE} < 19.0 fortnights` }],
    },
    { rule: 'NOT TRUE', clauses: [{ asks: 'finding', words: 'NOT TRUE' }] },
  ])('$rule', ({ rule, clauses }) => {
    expect(parseRule(rule)).toEqual(clauses)
  })

  test('any text, without an error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom('IFA', '445518008', '|', '<', '19', 'years', 'AND', 'TRUE')),
    )
    fc.assert(
      fc.property(text, (rule) => {
        const written = typeof rule === 'string' ? rule : rule.join(' ')
        const isAlways = /^\s*(otherwise\s+)?true\s*$/i.test(written)
        expect(parseRule(written).length === 0).toBe(isAlways)
      }),
    )
  })
})

describe('with all that is asked known:', () => {
  const DIABETES_BY_AGE = groupOf(
    [`${AGE} < 28.0 days`, 'P70.2'],
    [`${AGE} < 19.0 years`, 'E10.9'],
    [OTHERWISE, 'E11.9'],
  )
  const TORSION = groupOf([FEMALE, 'N83.519'], [MALE, 'N44.00'], [OTHERWISE, ''])
  const TEENAGER = groupOf(
    [`${AGE} >= 12.0 years AND ${AGE} < 19.0 years`, 'F93.8'],
    [ALWAYS, 'F41.9'],
  )
  const GIRL = groupOf([`${FEMALE} AND ${AGE} <= 8.0 years`, 'E30.1'], [OTHERWISE, 'E30.8'])

  test.each<{ what: string; rows: StoredMap[]; patient?: MapPatient; targets: string[] }>([
    { what: 'no rows', rows: [], targets: [] },
    { what: 'one code for everybody', rows: groupOf([ALWAYS, 'S80.8']), targets: ['S80.8'] },
    { what: 'nothing that can be classified', rows: groupOf([ALWAYS, '']), targets: [] },
    {
      what: 'an infant by days',
      rows: DIABETES_BY_AGE,
      patient: { age: 0.05 },
      targets: ['P70.2'],
    },
    {
      what: 'an infant past them',
      rows: DIABETES_BY_AGE,
      patient: { age: 0.5 },
      targets: ['E10.9'],
    },
    {
      what: 'the last year of a rule',
      rows: DIABETES_BY_AGE,
      patient: { age: 18 },
      targets: ['E10.9'],
    },
    { what: 'its limit', rows: DIABETES_BY_AGE, patient: { age: 19 }, targets: ['E11.9'] },
    {
      what: 'an adult',
      rows: DIABETES_BY_AGE,
      patient: { age: 70, sex: 'male' },
      targets: ['E11.9'],
    },
    { what: 'a woman', rows: TORSION, patient: { sex: 'female' }, targets: ['N83.519'] },
    { what: 'a man', rows: TORSION, patient: { sex: 'male' }, targets: ['N44.00'] },
    { what: 'too young for both ages', rows: TEENAGER, patient: { age: 11 }, targets: ['F41.9'] },
    { what: 'between two ages', rows: TEENAGER, patient: { age: 12 }, targets: ['F93.8'] },
    { what: 'too old for both ages', rows: TEENAGER, patient: { age: 19 }, targets: ['F41.9'] },
    { what: 'sex and age', rows: GIRL, patient: { age: 8, sex: 'female' }, targets: ['E30.1'] },
    {
      what: 'sex and another age',
      rows: GIRL,
      patient: { age: 9, sex: 'female' },
      targets: ['E30.8'],
    },
    { what: 'an age that no sex changes', rows: GIRL, patient: { age: 9 }, targets: ['E30.8'] },
    { what: 'a sex that no age changes', rows: GIRL, patient: { sex: 'male' }, targets: ['E30.8'] },
    {
      what: 'a code in each of two groups',
      rows: rowsOf([2, 1, ALWAYS, 'Z79.4'], [1, 1, ALWAYS, 'E11.65']),
      targets: ['E11.65', 'Z79.4'],
    },
    {
      what: 'a second group without one',
      rows: rowsOf([1, 1, ALWAYS, 'I10'], [2, 1, ALWAYS, '']),
      targets: ['I10'],
    },
    {
      what: 'priorities beyond nine',
      rows: rowsOf([1, 10, OTHERWISE, 'C80.1'], [1, 9, `${AGE} < 19 years`, 'C71.9']),
      patient: { age: 3 },
      targets: ['C71.9'],
    },
    {
      what: 'nothing after a rule that is true',
      rows: groupOf([ALWAYS, 'J45.909'], [DIABETES, 'J45.901']),
      targets: ['J45.909'],
    },
    {
      what: 'the same code either way',
      rows: groupOf([FEMALE, 'N39.0'], [DIABETES, 'N39.0'], [OTHERWISE, 'N39.0']),
      targets: ['N39.0'],
    },
    {
      what: 'a group of which no rule is true',
      rows: groupOf([FEMALE, 'O80']),
      patient: { sex: 'male' },
      targets: [],
    },
  ])('$what', ({ rows, patient, targets }) => {
    expect(mapToIcd10cm(rows, patient)).toEqual(certain(...targets))
    expect(mapToIcd10cm(rows.toReversed(), patient)).toEqual(certain(...targets))
  })

  test('rows of other code systems are passed over', () => {
    const other = { system: 'icd-10', target: 'I10', rule: 'whatever it holds' }
    expect(mapToIcd10cm([other, ...groupOf([ALWAYS, 'I10'])])).toEqual(certain('I10'))
  })
})

describe('what is not known is told:', () => {
  const BY_AGE = groupOf([`${AGE} < 19.0 years`, 'J20.9'], [OTHERWISE, 'J40'])

  test.each<{
    what: string
    rows: StoredMap[]
    patient?: MapPatient
    open: string[]
    needed: string[]
  }>([
    {
      what: 'an age',
      rows: BY_AGE,
      open: ['J20.9 age under 19 years', 'J40 otherwise'],
      needed: ['age'],
    },
    {
      what: 'an age that is none',
      rows: BY_AGE,
      patient: { age: -1 },
      open: ['J20.9 age under 19 years', 'J40 otherwise'],
      needed: ['age'],
    },
    {
      what: 'an age that is no number',
      rows: BY_AGE,
      patient: { age: Number.NaN, sex: 'male' },
      open: ['J20.9 age under 19 years', 'J40 otherwise'],
      needed: ['age'],
    },
    {
      what: 'the days of somebody of no years',
      rows: groupOf([`${AGE} < 28.0 days`, 'P36.9'], [OTHERWISE, 'A41.9']),
      patient: { age: 0 },
      open: ['P36.9 age under 28 days', 'A41.9 otherwise'],
      needed: ['age'],
    },
    {
      what: 'each comparison, one and many',
      rows: groupOf(
        [`${AGE} <= 1.0 year`, 'A'],
        [`${AGE} < 1.0 day`, 'B'],
        [`${AGE} > 65.0 years`, 'C'],
        [`${AGE} >= 18.0 months`, 'D'],
      ),
      open: [
        'A age 1 year or under',
        'B age under 1 day',
        'C age over 65 years',
        'D age 18 months or over',
      ],
      needed: ['age'],
    },
    {
      what: 'a sex',
      rows: groupOf([FEMALE, 'N83.519'], [MALE, 'N44.00'], [OTHERWISE, '']),
      open: ['N83.519 female', 'N44.00 male'],
      needed: ['sex'],
    },
    {
      what: 'a sex of no such word',
      rows: groupOf([FEMALE, 'N83.519'], [OTHERWISE, 'N44.00']),
      patient: { sex: 'unknown' as 'male' },
      open: ['N83.519 female', 'N44.00 otherwise'],
      needed: ['sex'],
    },
    {
      what: 'another finding',
      rows: groupOf([DIABETES, 'E11.42'], [OTHERWISE, 'G62.9']),
      patient: { age: 50, sex: 'female' },
      open: ['E11.42 with Diabetes mellitus', 'G62.9 otherwise'],
      needed: ['finding'],
    },
    {
      what: 'a rule that cannot be read',
      rows: groupOf(['IFA IT RAINS', 'W42.9'], [OTHERWISE, 'X58']),
      open: ['W42.9 IFA IT RAINS', 'X58 otherwise'],
      needed: ['finding'],
    },
    {
      what: 'two things at once',
      rows: groupOf([`${FEMALE} AND ${AGE} < 9.0 years`, 'E30.1'], [OTHERWISE, 'E30.8']),
      open: ['E30.1 female and age under 9 years', 'E30.8 otherwise'],
      needed: ['age', 'sex'],
    },
    {
      what: 'the rest of two things',
      rows: groupOf([`${FEMALE} AND ${AGE} < 9.0 years`, 'E30.1'], [OTHERWISE, 'E30.8']),
      patient: { sex: 'female' },
      open: ['E30.1 age under 9 years', 'E30.8 otherwise'],
      needed: ['age'],
    },
    {
      what: 'whether anything can be classified',
      rows: groupOf([DIABETES, ''], [OTHERWISE, 'R69']),
      open: ['R69 otherwise'],
      needed: ['finding'],
    },
    {
      what: 'no code after the first that holds in any case',
      rows: groupOf([DIABETES, 'E11.9'], [`${AGE} < 19.0 years`, 'P70.2'], [OTHERWISE, 'R73.9']),
      patient: { age: 3 },
      open: ['E11.9 with Diabetes mellitus', 'P70.2 otherwise'],
      needed: ['finding'],
    },
    {
      what: 'a finding without another code',
      rows: groupOf([DIABETES, 'H36']),
      open: ['H36 with Diabetes mellitus'],
      needed: ['finding'],
    },
  ])('$what', ({ rows, patient, open, needed }) => {
    const { targets, candidates, needed: asked } = mapToIcd10cm(rows, patient)
    expect(targets).toEqual([])
    expect(candidates.map(({ target, when }) => `${target} ${when}`)).toEqual(open)
    expect(asked).toEqual(needed)
  })

  test('a group that is open leaves the others as they are', () => {
    const rows = rowsOf(
      [1, 1, ALWAYS, 'I50.9'],
      [2, 1, FEMALE, 'N95.1'],
      [2, 2, OTHERWISE, 'E29.1'],
      [3, 1, ALWAYS, 'Z79.82'],
    )
    expect(mapToIcd10cm(rows)).toEqual({
      targets: ['I50.9', 'Z79.82'],
      candidates: [
        { target: 'N95.1', when: 'female' },
        { target: 'E29.1', when: 'otherwise' },
      ],
      needed: ['sex'],
    })
  })

  test('knowing more never changes what was certain, and only narrows what was open', () => {
    const rule = fc.constantFrom(
      ALWAYS,
      FEMALE,
      MALE,
      DIABETES,
      `${AGE} < 28.0 days`,
      `${AGE} < 19.0 years`,
      `${FEMALE} AND ${AGE} >= 19.0 years`,
    )
    const group = fc.array(fc.tuple(rule, fc.constantFrom('A00', 'B00', 'C00', '')), {
      maxLength: 4,
    })
    const age = fc.double({ min: 0.01, max: 90, noNaN: true })
    const sex = fc.constantFrom('male' as const, 'female' as const)
    fc.assert(
      fc.property(group, age, sex, (rows, age, sex) => {
        const before = mapToIcd10cm(groupOf(...rows))
        const after = mapToIcd10cm(groupOf(...rows), { age, sex })
        expect(after.needed.filter((need) => need !== 'finding')).toEqual([])
        if (before.targets.length > 0) expect(after).toEqual(before)
        const codes = before.candidates.map(({ target }) => target)
        if (before.targets.length === 0)
          for (const code of [...after.targets, ...after.candidates.map((each) => each.target)])
            expect(codes).toContain(code)
      }),
    )
  })
})
