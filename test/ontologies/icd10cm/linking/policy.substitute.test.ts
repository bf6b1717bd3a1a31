/**
 * Proves of the code that answers for another:
 * 1. a code that can be billed answers for itself, whatever is demanded
 * 2. to be billed, a header has the code that says the same, and where that lacks the encounter the one of the encounter
 * 3. without being billed only the encounter is added, to what lacks nothing else
 * 4. what cannot be billed answers for itself, with the question that would settle it
 * 5. an encounter that the mention says counts instead of the one demanded; two of them are none
 * 6. of a fracture that is open or heals badly the usual code of an encounter is not given
 * 7. a header has the codes right below it that leave the condition open, or else its only one for others
 */

import { expect, test } from 'vitest'
import type { Demands } from '../../../../src/contract.ts'
import { type Icd10cmColumns, icd10cmColumns } from '../../../../src/ontologies/icd10cm/columns.ts'
import { openForms, substituteFor } from '../../../../src/ontologies/icd10cm/linking/policy.ts'
import { ENCOUNTER } from '../../../../src/ontologies/icd10cm/qualifiers.ts'

type Row = Partial<Record<keyof Icd10cmColumns['concept'], number>>

const ENCOUNTERS = { initial_offset: 1, subsequent_offset: 3, sequela_offset: 5 }
const { initial, subsequent, sequela } = ENCOUNTER

/** Codes and the columns in which they are not 0. */
const CODES: Readonly<Record<string, Row>> = {
  E11: { unspecified_offset: 1 },
  'E11.9': { billable: 1 },
  I21: {},
  S93: { unspecified_offset: 1 },
  S93_9: { initial_offset: 1, sequela_offset: 2 },
  S93_9A: { billable: 1, encounter: initial },
  S93_9S: { billable: 1, encounter: sequela },
  S72: { ...ENCOUNTERS },
  S72A: { billable: 1, encounter: initial },
  S72B: { billable: 1, encounter: initial },
  S72D: { billable: 1, encounter: subsequent },
  S72G: { billable: 1, encounter: subsequent },
  S72S: { billable: 1, encounter: sequela },
  O67: { code_length: 3 },
  'O67.0': { code_length: 4, billable: 1 },
  'O67.01': { code_length: 5, billable: 1, unspecified: 1 },
  'O67.7': { code_length: 4, billable: 1, unspecified: 1 },
  'O67.8': { code_length: 4, unspecified: 1, unspecified_offset: 1 },
  'O67.89': { code_length: 5, billable: 1 },
  'O67.9': { code_length: 4, billable: 1, unspecified: 1 },
  E87: { code_length: 3 },
  'E87.6': { code_length: 4, billable: 1, residual: 1 },
  'E87.65': { code_length: 4, billable: 1, residual: 1 },
  E87_: { code_length: 3 },
  'E87.7': { code_length: 4, residual: 1 },
  'E87.8': { code_length: 4, billable: 1, residual: 1 },
  F99: { code_length: 3 },
  'F99.0': { code_length: 4, billable: 1 },
}

const names = Object.keys(CODES)
const columnOf = (column: keyof Row) => Uint16Array.from(names, (code) => CODES[code]![column] ?? 0)
const columns = {
  term: {},
  concept: Object.fromEntries(
    Object.keys(icd10cmColumns.concept).map((name) => [name, columnOf(name as keyof Row)]),
  ),
} as unknown as Icd10cmColumns

const WHICH_ENCOUNTER = {
  ...{ rejection: 'not_billable', question: 'which encounter?', lacksKind: false },
}
const WHICH_KIND = {
  ...{ rejection: 'not_billable', question: 'which kind, site or stage?', lacksKind: true },
}
const BILL = { billable: true }

test.each<{
  code: string
  demands: Partial<Demands>
  said?: number
  isUnusualFracture?: boolean
  answer: string
  lacks?: object
}>([
  { code: 'E11.9', demands: BILL, answer: 'E11.9' },
  { code: 'E11', demands: BILL, answer: 'E11.9' },
  { code: 'E11', demands: { ...BILL, encounter: 'initial' }, answer: 'E11.9' },
  { code: 'E11', demands: { encounter: 'initial' }, answer: 'E11' },
  { code: 'I21', demands: BILL, answer: 'I21', lacks: WHICH_KIND },
  { code: 'I21', demands: { encounter: 'sequela' }, answer: 'I21' },
  { code: 'S93', demands: BILL, answer: 'S93', lacks: WHICH_ENCOUNTER },
  { code: 'S93', demands: { ...BILL, encounter: 'initial' }, answer: 'S93_9A' },
  { code: 'S93', demands: { ...BILL, encounter: 'sequela' }, answer: 'S93_9S' },
  {
    code: 'S93',
    demands: { ...BILL, encounter: 'subsequent' },
    answer: 'S93',
    lacks: WHICH_ENCOUNTER,
  },
  { code: 'S93', demands: { encounter: 'initial' }, answer: 'S93' },
  { code: 'S93_9', demands: { encounter: 'initial' }, answer: 'S93_9A' },
  { code: 'S93_9A', demands: { ...BILL, encounter: 'sequela' }, answer: 'S93_9A' },
  { code: 'S93_9', demands: { encounter: 'initial' }, said: sequela, answer: 'S93_9S' },
  { code: 'S93', demands: BILL, said: initial, answer: 'S93_9A' },
  {
    code: 'S93',
    demands: { ...BILL, encounter: 'initial' },
    said: initial | sequela,
    answer: 'S93',
    lacks: WHICH_ENCOUNTER,
  },
  { code: 'S72', demands: { encounter: 'initial' }, answer: 'S72A' },
  { code: 'S72', demands: { encounter: 'subsequent' }, answer: 'S72D' },
  { code: 'S72', demands: { encounter: 'sequela' }, answer: 'S72S' },
  { code: 'S72', demands: { encounter: 'initial' }, isUnusualFracture: true, answer: 'S72' },
  {
    code: 'S72',
    demands: { ...BILL, encounter: 'subsequent' },
    isUnusualFracture: true,
    answer: 'S72',
    lacks: WHICH_ENCOUNTER,
  },
  { code: 'S72', demands: { encounter: 'sequela' }, isUnusualFracture: true, answer: 'S72S' },
  { code: 'S93_9', demands: { encounter: 'initial' }, isUnusualFracture: true, answer: 'S93_9A' },
])('$code, $demands, said $said: $answer', (row) => {
  const { code, demands, said = 0, isUnusualFracture = false, answer, lacks } = row
  const given = { billable: false, encounter: undefined, ...demands }
  const says = { encounter: said, isUnusualFracture }
  const expected = { concept: names.indexOf(answer), ...lacks }
  expect(substituteFor(names.indexOf(code), columns, given, says)).toEqual(expected)
})

test('a code that was typed says no encounter', () => {
  const demands = { billable: true, encounter: 'initial' } as const
  expect(substituteFor(names.indexOf('S72'), columns, demands)).toEqual({
    concept: names.indexOf('S72A'),
  })
})

test.each([
  { header: 'O67', forms: ['O67.9', 'O67.89'] },
  { header: 'E87', forms: [] },
  { header: 'E87_', forms: ['E87.8'] },
  { header: 'F99', forms: [] },
])('the open codes of $header are $forms', ({ header, forms }) => {
  const found = openForms(names.indexOf(header), columns)
  expect(found.map((id) => names[id])).toEqual(forms)
})
