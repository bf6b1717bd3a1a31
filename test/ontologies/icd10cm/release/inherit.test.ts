import { describe, expect, test } from 'vitest'
import type { ReleaseRecords, TermKind } from '../../../../src/index/records.ts'
import { inheritedNames } from '../../../../src/ontologies/icd10cm/release/inherit.ts'

/** A release of a header and what lies below it, each `[code, title, parent]`, with names of these codes. */
function release(
  rows: readonly (readonly [string, string, string?])[],
  names: readonly (readonly [string, string, TermKind?])[],
): ReleaseRecords {
  return {
    ontology: 'icd-10-cm',
    version: '2027',
    licence: '',
    sources: [],
    concepts: rows.map(([code, name]) => ({
      code,
      name,
      family: code.slice(0, 3),
      active: true,
      attributes: {},
    })),
    terms: names.map(([code, text, kind = 'curated']) => ({ code, text, kind, language: 'en' })),
    edges: rows.flatMap(([code, , parent]) => (parent === undefined ? [] : [{ code, parent }])),
    replacements: [],
    maps: [],
    facts: [],
    warnings: [],
  }
}

const inherited = (...args: Parameters<typeof release>) =>
  inheritedNames(release(...args)).map(({ code, text, kind }) => `${code} ${kind} ${text}`)

describe('a header takes over the names of', () => {
  test.each([
    { above: 'Asthma', title: 'Asthma, unspecified' },
    { above: 'Asthma', title: 'Unspecified asthma' },
    { above: 'Asthma', title: 'Asthma NOS' },
    { above: 'Malignant neoplasm of testis', title: 'Malignant neoplasm of testis, unspecified' },
    { above: 'Malignant neoplasm of testis', title: 'Malignant neoplasm of unspecified testis' },
    {
      above: 'Malignant neoplasm of testis',
      title: 'Malignant neoplasm of testis, unspecified whether descended or undescended',
    },
    { above: 'Type 2 diabetes mellitus', title: 'Type 2 diabetes mellitus without complications' },
    { above: 'Migraine', title: 'Migraine, not intractable' },
    { above: 'Fractures of femur', title: 'Fracture of femur, unspecified' },
  ])('$title, under $above', ({ above, title }) => {
    const rows = [
      ['X10', above],
      ['X10.9', title, 'X10'],
    ] as const
    expect(inherited(rows, [['X10.9', 'a name']])).toEqual(['X10 curated a name'])
  })
})

describe('a header takes over no name of', () => {
  test.each([
    { above: 'Asthma', title: 'Asthma' },
    {
      above: 'Type 2 diabetes mellitus',
      title: 'Type 2 diabetes mellitus without complications in remission',
    },
    { above: 'Asthma', title: 'Mild asthma' },
    { above: 'Asthma', title: 'Mild asthma of unspecified cause' },
    { above: 'Asthma', title: 'Other asthma' },
    { above: 'Fracture of femur', title: 'Fracture of unspecified part of neck of femur' },
    { above: 'Other and unspecified asthma', title: 'Unspecified asthma' },
  ])('$title, under $above', ({ above, title }) => {
    const rows = [
      ['X10', above],
      ['X10.9', title, 'X10'],
    ] as const
    expect(inherited(rows, [['X10.9', 'a name']])).toEqual([])
  })
})

const THREE_LEVELS = [
  ['X10', 'Asthma'],
  ['X10.9', 'Asthma, unspecified', 'X10'],
  ['X10.90', 'Unspecified asthma', 'X10.9'],
  ['X10.0', 'Mild asthma', 'X10'],
] as const

test('names climb through headers that are unspecified forms themselves', () => {
  const rows = [
    ['X10', 'Asthma'],
    ['X10.9', 'Asthma, unspecified', 'X10'],
    ['X10.90', 'Asthma, unspecified, without complication', 'X10.9'],
  ] as const
  expect(inherited(rows, [['X10.90', 'a name']])).toEqual([])
  expect(inherited(rows, [['X10.9', 'a name']])).toEqual(['X10 curated a name'])
})

test('official titles are not taken over, all other kinds are', () => {
  const names = [
    ['X10.9', 'Asthma, unspecified', 'preferred'],
    ['X10.9', 'Asthma unsp', 'short'],
    ['X10.9', 'wheezing disease', 'synonym'],
    ['X10.9', 'Asthma, bronchial', 'entry'],
    ['X10.9', 'asthma attack', 'curated'],
  ] as const
  expect(inherited(THREE_LEVELS, names)).toEqual([
    'X10 synonym wheezing disease',
    'X10 entry Asthma, bronchial',
    'X10 curated asthma attack',
  ])
})

test('a name that the header has already, in any case, is not taken over', () => {
  const names = [
    ['X10', 'Bronchial Asthma'],
    ['X10.9', 'bronchial asthma'],
  ] as const
  expect(inherited(THREE_LEVELS, names)).toEqual([])
})

test('a release without names gives none', () => {
  expect(inherited(THREE_LEVELS, [])).toEqual([])
})

describe('a fracture', () => {
  const rows = [
    ['X30', 'Fracture of ulna'],
    ['X30.0', 'Unspecified fracture of ulna', 'X30'],
    ['X30.01', 'Unspecified fracture of right ulna', 'X30.0'],
    ['X30.1', 'Fracture of olecranon', 'X30'],
    ['X30.11', 'Displaced fracture of right olecranon', 'X30.1'],
    ['X30.12', 'Nondisplaced fracture of right olecranon', 'X30.1'],
  ] as const

  test('is displaced where nothing else is said', () => {
    expect(inherited(rows, [['X30.1', 'broken elbow']])).toEqual([
      'X30.11 curated broken elbow, right',
    ])
  })

  test('with an unspecified form has the sides of that', () => {
    expect(inherited(rows, [['X30', 'broken ulna']])).toEqual(['X30.01 curated broken ulna, right'])
  })

  test('shares with the sides of that no names but curated ones', () => {
    expect(inherited(rows, [['X30', 'broken ulna', 'synonym']])).toEqual([])
  })
})

describe('a code for a side', () => {
  const SIDES = [
    ['X20', 'Otalgia'],
    ['X20.1', 'Otalgia, right ear', 'X20'],
    ['X20.2', 'Otalgia, left ear', 'X20'],
    ['X20.9', 'Otalgia, unspecified ear', 'X20'],
  ] as const

  test('is called as its header is, with the side', () => {
    const names = [
      ['X20', 'Otalgia', 'preferred'],
      ['X20', 'Otlg', 'short'],
      ['X20', 'earache'],
      ['X20', 'pain in ear', 'entry'],
    ] as const
    expect(inherited(SIDES, names)).toEqual([
      'X20.1 synonym Otalgia, right',
      'X20.1 curated earache, right',
      'X20.2 synonym Otalgia, left',
      'X20.2 curated earache, left',
    ])
  })

  test('is, where the title of both leaves the part out', () => {
    const rows = [...SIDES, ['X20.3', 'Otalgia, bilateral', 'X20']] as const
    expect(inherited(rows, [['X20', 'earache']])).toEqual([
      'X20.1 curated earache, right',
      'X20.2 curated earache, left',
      'X20.3 curated earache, bilateral',
    ])
  })

  test('is, where something else is left open', () => {
    const rows = [
      ['X20', 'Otalgia, unspecified'],
      ['X20.1', 'Otalgia, unspecified, right ear', 'X20'],
      ['X20.9', 'Otalgia, unspecified, unspecified ear', 'X20'],
    ] as const
    expect(inherited(rows, [['X20', 'earache']])).toContain('X20.1 curated earache, right')
  })

  test.each([
    { what: 'says more than the other sides', title: 'Recurrent otalgia, left ear' },
    { what: 'comes with something else', title: 'Otalgia, left ear, with fever' },
    { what: 'comes without it', title: 'Otalgia, left ear, without fever' },
  ])('is not, where it $what', ({ title }) => {
    const rows = [SIDES[0], SIDES[1], ['X20.2', title, 'X20']] as const
    expect(inherited(rows, [['X20', 'earache']])).toEqual(['X20.1 curated earache, right'])
  })

  test('is, where the header comes with the same', () => {
    const rows = [
      ['X20', 'Otalgia with fever'],
      ['X20.1', 'Otalgia with fever, right ear', 'X20'],
      ['X20.2', 'Otalgia with fever, left ear', 'X20'],
    ] as const
    expect(inherited(rows, [['X20', 'hot ear']])).toEqual([
      'X20.1 curated hot ear, right',
      'X20.2 curated hot ear, left',
    ])
  })

  test('is, where it is for a trimester', () => {
    const rows = [
      ['X21', 'Rash in pregnancy, childbirth and the puerperium'],
      ['X21.0', 'Rash in pregnancy, unspecified trimester', 'X21'],
      ['X21.3', 'Rash in pregnancy, third trimester', 'X21'],
      ['X21.4', 'Rash in childbirth', 'X21'],
    ] as const
    expect(inherited(rows, [['X21', 'itching when pregnant']])).toEqual([
      'X21.3 curated itching when pregnant, third trimester',
    ])
  })

  test('is not below a header that says a side itself', () => {
    const rows = [
      ['X20', 'Otalgia, left ear'],
      ['X20.2', 'Otalgia, left ear', 'X20'],
    ] as const
    expect(inherited(rows, [['X20', 'earache']])).toEqual([])
  })

  test('is called by what its header takes over, too', () => {
    const rows = [...SIDES, ['X20.0', 'Otalgia NOS', 'X20']] as const
    expect(inherited(rows, [['X20.0', 'earache']])).toContain('X20.2 curated earache, left')
  })
})

test('what goes without saying is inherited, too', () => {
  const rows = [
    ['X30', 'Ulcer'],
    ['X30.1', 'Ulcer with bleeding', 'X30'],
    ['X30.2', 'Ulcer of eye without bleeding', 'X30'],
    ['X30.3', 'Ulcer of eye with bleeding', 'X30'],
  ] as const
  expect(inherited(rows, [])).toEqual(['X30.2 synonym Ulcer of eye'])
})

describe('a title that leaves the form open is a name without saying so', () => {
  const titled = (title: string, above: string) =>
    [
      ['X30', above],
      ['X30.9', title, 'X30'],
    ] as const

  test.each([
    { title: 'Painful earlobe, unspecified', above: 'Pain of ear', name: 'Painful earlobe' },
    {
      title: 'Earlobe infection, unspecified',
      above: 'Other earlobe infections',
      name: 'Earlobe infection',
    },
  ])('$title, under $above', ({ title, above, name }) => {
    expect(inherited(titled(title, above), [])).toEqual([`X30.9 synonym ${name}`])
  })

  test.each([
    { title: 'Earlobe infection, unspecified', above: 'Earlobe infection' },
    { title: 'Earlobe infection, unspecified', above: 'Earlobe infection [of the lobule]' },
    { title: 'Earlobe infection, unspecified ear', above: 'Infection' },
    { title: 'Earlobe infection, chronic, unspecified', above: 'Infection' },
  ])('but not $title, under $above', ({ title, above }) => {
    expect(inherited(titled(title, above), [])).toEqual([])
  })

  test('unless another code is called so', () => {
    const rows = titled('Painful earlobe, unspecified', 'Pain of ear')
    expect(inherited(rows, [['X40', 'painful Earlobe']])).toEqual([])
  })
})
