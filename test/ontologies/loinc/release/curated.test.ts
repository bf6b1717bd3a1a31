import { describe, expect, test } from 'vitest'
import type { ReleaseRecords, TermRecord } from '../../../../src/index/records.ts'
import { readTable } from '../../../../src/language/tables.ts'
import { axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { parseLoincCode } from '../../../../src/ontologies/loinc/code.ts'
import {
  labNames,
  NAME_TABLES,
  namesOfCodes,
} from '../../../../src/ontologies/loinc/release/curated.ts'
import { readStarter } from '../../../../src/ontologies/loinc/release/starter.ts'
import { tinyRelease } from '../../../support/tiny-index.ts'

const COLUMNS = ['name', 'component', 'system', 'property', 'time', 'scale', 'method']
const ROWS = NAME_TABLES.flatMap((table) => readTable(table, COLUMNS))

/** A release of components, each with a code `<i>-0` and what names it has already. */
function release(
  components: readonly string[],
  { terms = [], active = true }: { terms?: readonly TermRecord[]; active?: boolean } = {},
): ReleaseRecords {
  return {
    ...tinyRelease,
    ontology: 'loinc',
    concepts: components.map((component, i) => ({
      code: `${i}-0`,
      name: component,
      family: component.toLowerCase(),
      active,
      attributes: { component },
    })),
    terms,
    edges: [],
    replacements: [],
    maps: [],
    facts: [],
  }
}

const isEmpty = (implied: TermRecord['columns'] = {}) =>
  Object.values(implied).every((number) => number === 0)
const namesOf = (...args: Parameters<typeof release>) => labNames(release(...args))
const texts = (names: readonly TermRecord[], code = '0-0') =>
  names.filter((name) => name.code === code).map(({ text }) => text)
const shared = (text: string): TermRecord => ({
  code: '0-0',
  text,
  kind: 'synonym',
  language: 'en',
  shared: true,
})

test('names of a component are shared by its codes', () => {
  const names = namesOf(['Alanine aminotransferase'])
  expect(texts(names)).toEqual(expect.arrayContaining(['SGPT', 'ALT']))
  for (const name of names)
    expect(name).toMatchObject({ code: '0-0', kind: 'curated', language: 'en', shared: true })
})

test('names of components that a release lacks are left out', () => {
  expect(namesOf(['Widget'])).toEqual([])
  expect(namesOf([])).toEqual([])
})

test('names of components without an active code are left out', () => {
  expect(namesOf(['Alanine aminotransferase'], { active: false })).toEqual([])
})

test('components are found in any case', () => {
  expect(texts(namesOf(['ALANINE AMINOTRANSFERASE']))).toContain('SGPT')
})

test('of two codes the first stands for the component', () => {
  const names = namesOf(['Alanine aminotransferase', 'Alanine aminotransferase'])
  expect(new Set(names.map(({ code }) => code))).toEqual(new Set(['0-0']))
})

test('a name that the component has already, in any case, is left out if it implies nothing', () => {
  const endomysium = namesOf(['Endomysium Ab'])
  const plain = endomysium.find(({ columns }) => isEmpty(columns))!
  const terms = [shared(plain.text.toUpperCase())]
  expect(namesOf(['Endomysium Ab'], { terms })).toEqual(
    endomysium.filter(({ text }) => text.toLowerCase() !== plain.text.toLowerCase()),
  )
  const [implying] = namesOf(['Alanine aminotransferase'])
  expect(isEmpty(implying!.columns)).toBe(false)
  expect(namesOf(['Alanine aminotransferase'], { terms: [shared(implying!.text)] })).toContainEqual(
    implying,
  )
})

test('names come once for what they imply', () => {
  const components = [...new Set(ROWS.map(([, component]) => component!))]
  const keys = namesOf(components).map(
    ({ code, text, columns }) => `${code} ${JSON.stringify(columns)} ${text.toLowerCase()}`,
  )
  expect(keys.length).toBeGreaterThan(ROWS.length / 2)
  expect(new Set(keys).size).toBe(keys.length)
})

describe('a name implies', () => {
  test.each([
    {
      name: 'DLC neutrophils',
      component: 'Neutrophils/100 leukocytes',
      axis: 'system',
      value: 'Bld',
    },
    {
      name: 'DLC neutrophils',
      component: 'Neutrophils/100 leukocytes',
      axis: 'property',
      value: 'NFr',
    },
    { name: 'Random blood sugar', component: 'Glucose', axis: 'property', value: 'MCnc' },
    { name: 'Dextrose', component: 'Glucose', axis: 'system', value: '' },
  ] as const)('$axis "$value" by "$name"', ({ name, component, axis, value }) => {
    const found = namesOf([component]).find(({ text }) => text === name)
    expect(found!.columns![axis]).toBe(axisNumber(axis, value))
  })
})

describe('what stands in brackets is firm', () => {
  test.each([
    {
      what: 'of a letter or two',
      component: 'Troponin T.cardiac',
      text: 'Troponin T',
      not: 'Troponin (T)',
    },
    {
      what: 'in the name of a challenge',
      component: 'Glucose^2H post meal',
      text: 'Glucose post prandial',
      not: 'Glucose (post prandial)',
    },
    {
      what: 'without a space',
      component: 'Base excess^^standard',
      text: 'cBase Ecf',
      not: 'cBase(Ecf)',
    },
    {
      what: 'not elsewhere',
      component: 'Anion gap',
      text: 'Anion Gap (calc)',
      not: 'Anion Gap calc',
    },
  ])('$what: $text', ({ component, text, not }) => {
    const found = texts(namesOf([component]))
    expect(found).toContain(text)
    expect(found).not.toContain(not)
  })
})

describe('names of a fraction', () => {
  const names = namesOf(['Neutrophils/100 leukocytes', 'Neutrophils'])
  const ofCount = names.filter(({ code }) => code === '1-0')

  test('are those of the count, too, without the fraction', () => {
    expect(texts(ofCount, '1-0')).toContain('polymorphonuclears')
    const added = ofCount.find(({ text }) => text === 'polymorphonuclears')
    expect(added!.columns!.property).toBe(0)
  })

  test('keep what else they imply', () => {
    const added = ofCount.find(({ text }) => text === 'DLC neutrophils')
    expect(added!.columns!.system).toBe(axisNumber('system', 'Bld'))
    expect(added!.columns!.property).toBe(0)
  })

  test('that say they are shares are not those of the count', () => {
    expect(texts(names)).toContain('PMN %')
    expect(texts(ofCount, '1-0').filter((text) => /%|percent|ratio/i.test(text))).toEqual([])
  })

  test('are left out for a count that the release lacks', () => {
    const codes = namesOf(['Neutrophils/100 leukocytes']).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['0-0']))
  })
})

describe('an antibody is named with and without "anti"', () => {
  test.each([
    { component: 'Hepatitis B virus surface Ab', names: ['anti-HBs', 'HBs'] },
    { component: 'Glutamate decarboxylase 65 Ab', names: ['Anti-GAD', 'GAD'] },
    { component: 'Endomysium Ab', names: ['anti endomysial', 'endomysial'] },
  ])('$component', ({ component, names }) => {
    expect(texts(namesOf([component]))).toEqual(expect.arrayContaining(names))
  })
})

test('the starter gets its lab language', () => {
  const starter = readStarter()
  const names = labNames(starter)
  const families = new Map(starter.concepts.map(({ code, family }) => [code, family]))
  const componentsOf = (name: string) =>
    names.filter(({ text }) => text === name).map(({ code }) => families.get(code))
  expect(componentsOf('SGPT')).toEqual(['alanine aminotransferase'])
  expect(componentsOf('TLC')).toEqual(['leukocytes'])
  expect(componentsOf('BUN')).toEqual(['urea nitrogen'])
  expect(names.filter(({ code }) => !families.has(code))).toEqual([])
})

describe('names of codes', () => {
  const inRelease = (codes: readonly string[], active = true) =>
    namesOfCodes({
      ...release([]),
      concepts: codes.map((code) => ({ code, name: code, family: code, active, attributes: {} })),
    })

  test('are of one code, at one moment', () => {
    const names = inRelease(['8867-4'])
    expect(texts(names, '8867-4')).toEqual(expect.arrayContaining(['heart rate', 'pulse rate']))
    for (const name of names) {
      expect(name).toMatchObject({ code: '8867-4', kind: 'curated', language: 'en' })
      expect(name.shared).toBeUndefined()
      expect(name.columns?.time).toBe(axisNumber('time', 'Pt'))
    }
  })

  test('are of the first of their codes that a release has', () => {
    const code = (codes: readonly string[]) =>
      inRelease(codes).find(({ text }) => text === 'NIBP systolic')?.code
    expect(code(['8480-6', '76534-7'])).toBe('76534-7')
    expect(code(['8480-6'])).toBe('8480-6')
    expect(code(['8462-4'])).toBeUndefined()
  })

  test('are left out where no code is active', () => {
    expect(inRelease(['8867-4'], false)).toEqual([])
  })

  test('imply the property of the unit that they need, or none', () => {
    const implied = (text: string, code: string) =>
      inRelease([code]).find((name) => name.text === text)?.columns?.property
    expect(implied('stool output', '9217-1')).toBe(axisNumber('property', 'Vol'))
    expect(implied('NBPs', '76534-7')).toBe(axisNumber('property', 'Pres'))
    // "Ht" without a length is a hematocrit as often.
    expect(implied('Ht', '8302-2')).toBe(axisNumber('property', 'Len'))
    expect(implied('Wt', '29463-7')).toBe(axisNumber('property', 'Mass'))
    expect(implied('BP', '85354-9')).toBe(0)
    expect(implied('heart rate', '8867-4')).toBe(0)
  })

  test('are of panels, too', () => {
    const names = inRelease(['24331-1'])
    expect(texts(names, '24331-1')).toEqual(expect.arrayContaining(['lipid profile', 'FLP']))
  })

  test.each(['names-bedside', 'names-panels'])(
    'of %s have codes with the right check digit, and properties that are known',
    (table) => {
      const rows = readTable(`loinc/${table}.tsv`, ['name', 'codes', 'property'])
      for (const [name, codes, property] of rows) {
        for (const code of codes!.split('|')) expect(parseLoincCode(code), name).toBe(code)
        if (property !== '-') expect(axisNumber('property', property!), name).toBeGreaterThan(0)
      }
    },
  )
})
