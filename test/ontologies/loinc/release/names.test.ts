/**
 * Proves of the names of tests, from invented rows:
 * 1. whole names are those of one code, the component's are shared by its family
 * 2. components, numerators and display names become words
 * 3. related names are kept where they belong to the component, and only there
 */

import { describe, expect, test } from 'vitest'
import { AXES, axisNumber, axisNumbers, NO_AXES } from '../../../../src/ontologies/loinc/axes.ts'
import {
  allergenNames,
  familyOf,
  namesOf,
  numeratorOf,
  readable,
} from '../../../../src/ontologies/loinc/release/names.ts'
import type { LoincRow } from '../../../../src/ontologies/loinc/release/row.ts'

function row(code: string, given: Partial<LoincRow> = {}): LoincRow {
  return {
    code,
    component: 'Widget',
    property: 'MCnc',
    timeAspect: 'Pt',
    system: 'Ser/Plas',
    scale: 'Qn',
    method: '',
    class: 'CHEM',
    classType: 1,
    status: 'ACTIVE',
    longName: '',
    shortName: '',
    displayName: '',
    consumerName: '',
    relatedNames: [],
    orderObs: 'Both',
    units: '',
    ucumUnits: '',
    rank: 0,
    copyrightNotice: '',
    componentName: '',
    isPanel: false,
    ...given,
  }
}

const told = (implied: Readonly<Record<string, number>>) => AXES.map((axis) => implied[axis]).join()
const implying = (property: string) => told(axisNumbers({ property }))

/** The shared names of rows as `kind name`, with what they imply. */
function sharedNames(rows: readonly LoincRow[]): string[] {
  return namesOf(rows)
    .filter(({ shared }) => shared)
    .map(
      ({ kind, text, columns }) =>
        `${kind} ${text}${columns === NO_AXES ? '' : ` ${told(columns!)}`}`,
    )
}

test('a code has its long, short and display name, each once', () => {
  const terms = namesOf([
    row('1-8', {
      longName: 'Widget [Mass/volume] in Serum',
      shortName: 'Widget Ser-mCnc',
      displayName: 'Widget (S) [Mass/Vol]',
    }),
    row('2-6', { longName: 'Widget in Urine', shortName: '', displayName: 'widget in urine' }),
  ]).filter(({ shared }) => !shared)
  expect(terms).toEqual([
    {
      code: '1-8',
      text: 'Widget [Mass/volume] in Serum',
      kind: 'preferred',
      language: 'en',
      verbatim: true,
    },
    { code: '1-8', text: 'Widget Ser-mCnc', kind: 'short', language: 'en', verbatim: true },
    { code: '1-8', text: 'Widget (S) [Mass/Vol]', kind: 'synonym', language: 'en', verbatim: true },
    { code: '2-6', text: 'Widget in Urine', kind: 'preferred', language: 'en', verbatim: true },
  ])
})

test('a component is named once for all its codes, by the first of them', () => {
  const rows = [
    row('1-8', { longName: 'Widget [Mass/volume] in Serum' }),
    row('2-6', { component: 'WIDGET', longName: 'Widget [Mass/volume] in Urine' }),
    row('3-4', { component: 'Gadget', longName: 'Gadget [Mass/volume] in Urine' }),
  ]
  const shared = namesOf(rows).filter(({ shared }) => shared)
  expect(shared.map(({ code, text }) => `${code} ${text}`)).toEqual(['1-8 Widget', '3-4 Gadget'])
})

test('codes are a family by their component, in any case; one without stands for itself', () => {
  expect(familyOf(row('1-8'))).toBe(familyOf(row('2-6', { component: 'WIDGET' })))
  expect(familyOf(row('1-8', { component: '' }))).toBe('1-8')
})

test('what the long name says of a time is no name of the tests at one moment', () => {
  const rows = [
    row('1-8', { longName: 'Widget [Mass/volume] in Serum' }),
    row('2-6', { timeAspect: '24H', longName: 'Widget [Mass/volume] mean in Serum' }),
    row('3-4', { timeAspect: '24H', longName: 'Widget [Mass/volume] in 24 hour Urine' }),
  ]
  const shared = namesOf(rows).filter(({ shared }) => shared)
  expect(shared.map(({ text, columns }) => [text, columns?.time])).toEqual([
    ['Widget', 0],
    ['Widget mean', axisNumber('time', '24H')],
  ])
})

interface SharedRow {
  readonly what: string
  readonly given: Partial<LoincRow>
  readonly names: readonly string[]
}

const SHARED: readonly SharedRow[] = [
  { what: 'the component alone', given: {}, names: ['synonym Widget'] },
  {
    what: 'the display name of the component part',
    given: { componentName: 'Widget (little)' },
    names: ['synonym Widget', 'synonym Widget (little)'],
  },
  {
    what: 'the head of the long name',
    given: { longName: 'Widget B9 [Mass/volume] in Serum or Plasma by Immunoassay' },
    names: ['synonym Widget', 'synonym Widget B9'],
  },
  {
    what: 'the head of a long name without a property',
    given: { longName: 'Widget identified in Serum by Culture' },
    names: ['synonym Widget', 'synonym Widget identified'],
  },
  {
    what: 'head and challenge of the long name',
    given: {
      component: 'Widget^2H post meal',
      longName: 'Widget [Mass/volume] in Serum or Plasma --2 hours post meal',
    },
    names: ['synonym Widget 2 hours post meal'],
  },
  {
    what: 'the display name without its brackets',
    given: { displayName: 'WGT (S/P) [Catalytic activity/Vol]' },
    names: ['synonym Widget', 'synonym WGT'],
  },
  {
    what: 'the consumer name without its specimen',
    given: { consumerName: 'Widget protein, Blood' },
    names: ['synonym Widget', 'synonym Widget protein'],
  },
  {
    what: 'the numerator of a fraction, which says so',
    given: {
      component: 'Widgetocytes/100 leukocytes',
      property: 'NFr',
      longName: 'Widgetocytes/100 leukocytes in Blood by Automated count',
    },
    names: ['synonym Widgetocytes/100 leukocytes', `synonym Widgetocytes ${implying('NFr')}`],
  },
  {
    what: 'no numerator of what is no fraction',
    given: { component: 'Widget/Creatinine', property: 'MRto' },
    names: ['synonym Widget/Creatinine'],
  },
  {
    what: 'a component whose name has an "in" of its own',
    given: {
      component: 'Widget.in HDL',
      longName: 'Widget in HDL [Mass/volume] in Serum or Plasma',
    },
    names: ['synonym Widget in HDL'],
    // "Cholesterol in HDL" is no cholesterol.,
  },
  {
    what: 'a long name that corrects its component',
    given: {
      component: 'Widget^^corrected for albumin',
      longName: 'Widget [Moles/volume] corrected for albumin in Serum or Plasma',
    },
    names: ['synonym Widget corrected for albumin'],
    // A corrected calcium is no calcium.,
  },
]

describe('the shared names of', () => {
  for (const { what, given, names } of SHARED)
    test(what, () => {
      expect(sharedNames([row('1-8', given)])).toEqual(names)
    })
})

test.each([
  { component: 'Glucose', words: 'Glucose' },
  {
    component: 'Glucose^2H post 75 g glucose PO',
    words: 'Glucose 2 hours post 75 g glucose PO',
  },
  { component: 'Glucose^30M post dose glucose', words: 'Glucose 30 minutes post dose glucose' },
  { component: 'Glucose^post CFst', words: 'Glucose fasting' },
  { component: 'Calcium^^corrected for albumin', words: 'Calcium corrected for albumin' },
  { component: 'Thyroxine.free', words: 'Thyroxine free' },
  { component: 'Cholesterol.in HDL', words: 'Cholesterol in HDL' },
  { component: 'Hemoglobin A1c/Hemoglobin.total', words: 'Hemoglobin A1c/Hemoglobin total' },
  { component: 'Alpha-1-Fetoprotein', words: 'Alpha-1-Fetoprotein' },
  {
    component: 'Glomerular filtration rate/1.73 sq M',
    words: 'Glomerular filtration rate/1.73 sq M',
  },
])('$component reads "$words"', ({ component, words }) => {
  expect(readable(component)).toBe(words)
})

test.each([
  { component: 'Neutrophils/100 leukocytes', numerator: 'Neutrophils' },
  { component: 'Neutrophils/Leukocytes', numerator: 'Neutrophils' },
  { component: 'Reticulocytes/100 erythrocytes', numerator: 'Reticulocytes' },
  { component: 'Cells.CD3+CD4+/100 cells', numerator: 'Cells.CD3+CD4+' },
  { component: 'Spermatozoa.motile/100 spermatozoa', numerator: 'Spermatozoa.motile' },
  { component: 'Hemoglobin A1c/Hemoglobin.total', numerator: 'Hemoglobin A1c' },
  { component: 'Albumin/Protein.total', numerator: 'Albumin' },
  { component: 'Albumin/Creatinine', numerator: undefined },
  { component: 'Cholesterol.total/Cholesterol.in HDL', numerator: undefined },
  { component: 'Cells.CD3+CD4+/Cells.CD3+CD8+', numerator: undefined },
  { component: 'Neutrophils', numerator: undefined },
  { component: '', numerator: undefined },
])('$component counts $numerator', ({ component, numerator }) => {
  expect(numeratorOf(component)).toBe(numerator)
})

describe('a related name', () => {
  const related = (rows: readonly LoincRow[]) =>
    namesOf(rows)
      .filter(({ kind }) => kind === 'entry')
      .map(({ code, text }) => `${code} ${text}`)
  const widgets = (names: readonly (readonly string[])[]) =>
    names.map((relatedNames, i) => row(`${i}-8`, { relatedNames }))

  test.each([
    { what: 'of all codes is kept', names: [['wgt'], ['wgt']], kept: ['0-8 wgt'] },
    { what: 'is compared in any case', names: [['WGT'], ['wgt']], kept: ['0-8 wgt'] },
    {
      what: 'of most codes is kept',
      names: [['wgt'], ['wgt'], ['wgt'], [], []],
      kept: ['0-8 wgt'],
    },
    { what: 'of few codes is left out', names: [['wgt'], [], []], kept: [] },
    { what: 'listed twice counts once', names: [['wgt', 'WGT'], [], []], kept: [] },
    { what: 'of one letter is left out', names: [['w']], kept: [] },
    { what: 'that is the component is left out', names: [['widget']], kept: [] },
    {
      what: 'stands in the order of the letters',
      names: [['wgt', 'acme unit']],
      kept: ['0-8 acme unit', '0-8 wgt'],
    },
  ])('$what', ({ names, kept }) => {
    expect(related(widgets(names))).toEqual(kept)
  })

  test.each([
    { families: 6, isKept: true },
    { families: 7, isKept: false },
  ])('of $families components is kept: $isKept', ({ families, isKept }) => {
    const rows = Array.from({ length: families }, (_, i) =>
      row(`${i}-8`, { component: `Widget ${i}`, relatedNames: ['Point in time'] }),
    )
    expect(related(rows)).toHaveLength(isKept ? families : 0)
  })
})

test('no rows have no names', () => {
  expect(namesOf([])).toEqual([])
})

test.each([
  { component: 'Nut recombinant (rNut a) 3 Ab.IgE', names: ['Nut a 3 IgE', 'rNut a 3 IgE'] },
  {
    component: 'nut native (nnut a) 10.01 igg4 ab',
    names: ['nut a 10.01 igg4', 'nnut a 10.01 igg4'],
  },
  { component: 'Nut recombinant (rNut a) 3 Ab.IgE.RAST class', names: [] },
  { component: 'Nut Ab.IgE', names: [] },
])('a molecule of $component is called $names', ({ component, names }) => {
  expect(allergenNames(component)).toEqual(names)
})

test('an allergen is called by its molecule, too', () => {
  const rows = [row('1-8', { component: 'Nut recombinant (rNut a) 3 Ab.IgE' })]
  expect(sharedNames(rows)).toContain('synonym Nut a 3 IgE')
})

test('cells are called by the markers that they lack, in words', () => {
  const cells = [row('1-8', { component: 'Cells.CD3-CD16+CD56+/100 cells', property: 'NFr' })]
  expect(sharedNames(cells)).toContain('synonym Cells CD3neg CD16+CD56+/100 cells')
  expect(sharedNames(cells)).toContain(`synonym Cells CD3neg CD16+CD56+ ${implying('NFr')}`)
  const others = [row('1-8', { component: 'Cells.CD3+CD4+' })]
  expect(sharedNames(others).filter((name) => name.includes('neg'))).toEqual([])
})

test('tests that are called by a method are a family by it', () => {
  const interpretation = { component: 'Interpretation' }
  const blot = row('1-8', { ...interpretation, longName: 'Immunoblot for Serum' })
  expect(familyOf(blot)).toBe('immunoblot')
  expect(familyOf(row('2-6', { ...interpretation, longName: 'Immunoblot for Urine' }))).toBe(
    'immunoblot',
  )
  expect(familyOf(row('3-4', { ...interpretation, longName: 'Interpretation of X' }))).toBe(
    'interpretation',
  )
  expect(sharedNames([blot])).not.toContain('synonym Interpretation')
})
