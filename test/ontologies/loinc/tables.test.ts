/**
 * Proves of what the tables below data/loinc, data/units and data/starter/loinc say of LOINC's axes:
 * 1. every value is one that the axes know, and there is room for the number of each
 * 2. weights are in (0, 1], each value has one, what is meant first comes first
 * 3. every phrase has words that it can be found by, and means one thing on an axis
 * 4. a name says once what it implies, and what is named by a letter or a symbol has its own row
 */

import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../../src/language/analyze.ts'
import { readTable } from '../../../src/language/tables.ts'
import { AXES, AXIS_VALUES, type Axis, axisNumber } from '../../../src/ontologies/loinc/axes.ts'
import { readWeightedTable } from '../../../src/ontologies/loinc/weights.ts'
import { unitKinds } from '../../../src/units/units.ts'

const NAME_COLUMNS = ['name', 'component', 'system', 'property', 'time', 'scale', 'method']
const STARTER_COLUMNS = 'code component property time system scale method class name ucum'.split(
  ' ',
)

/** What axes.ts numbers as "another" of the axis, beyond the values it knows. */
const ANOTHER = { scale: 7, time: 7 }
const systems = readTable('loinc/systems.tsv', ['system', 'name'])
const classes = readTable('loinc/method-classes.tsv', ['method', 'class'])
const knownSystems = new Set(systems.map(([system]) => system!))
const knownMethods = new Set(classes.map(([method]) => method!))

/** One list of weighted values. */
interface Weighted {
  readonly table: string
  readonly phrase: string
  readonly axis: Axis
  readonly values: readonly (readonly [value: string, weight: number])[]
}

const QUALIFIER_COLUMNS = ['phrase', 'axis', 'values']
const qualifiers = readTable('loinc/qualifiers.tsv', QUALIFIER_COLUMNS)
const weighted: readonly Weighted[] = [
  ...weightedRows('loinc/specimens.tsv', ['phrase', 'systems'], 'system'),
  ...weightedRows('loinc/panels.tsv', ['phrase', 'systems'], 'system'),
  ...weightedRows('loinc/methods.tsv', ['phrase', 'methods'], 'method'),
  ...weightedRows('units/properties.tsv', ['kind', 'properties'], 'property'),
  ...weightedRows('loinc/qualifiers.tsv', QUALIFIER_COLUMNS),
]

/** The rows that say something, on `axis` or else on that of their second column. */
function weightedRows(table: string, columns: readonly string[], axis?: Axis): Weighted[] {
  return readWeightedTable(table, columns)
    .map(({ cells: [phrase, own], parseWeights }) => ({
      table,
      phrase: phrase!,
      axis: axis ?? (own as Axis),
      values: [...parseWeights()],
    }))
    .filter(({ values }) => values.length > 0)
}

/** The values of a table that are not known, each once. */
function unknown(values: Iterable<string>, isKnown: (value: string) => boolean): string[] {
  return [...new Set(values)].filter((value) => value !== '-' && !isKnown(value)).sort()
}

const valuesOf = (table: string, axis: Axis) =>
  weighted
    .filter((row) => row.table === table && row.axis === axis)
    .flatMap(({ values }) => values.map(([value]) => value))

const isProperty = (value: string) => axisNumber('property', value) > 0
const isScale = (value: string) => axisNumber('scale', value) !== ANOTHER.scale
const isTime = (value: string) => axisNumber('time', value) !== ANOTHER.time

describe('there is room for', () => {
  test('every system, and another one', () => {
    expect(systems.length).toBeGreaterThan(100)
    expect(systems.length).toBeLessThan(AXIS_VALUES - 1)
  })

  test('every class of methods, and another one', () => {
    const count = new Set(classes.map(([, name]) => name)).size
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThan(AXIS_VALUES - 1)
  })

  test.each(AXES)('every %s of every table', (axis) => {
    const values = [
      ...weighted
        .filter((row) => row.axis === axis)
        .flatMap(({ values }) => values.map(([value]) => value)),
      ...namesOf(axis),
      ...startersOf(axis),
    ]
    const numbers = values.map((value) => axisNumber(axis, value))
    expect(Math.max(...numbers)).toBeLessThan(AXIS_VALUES)
  })
})

test('a system and a method stand once, in whatever case', () => {
  const lower = [knownSystems, knownMethods].map((known) => {
    return new Set(Array.from(known, (value) => value.toLowerCase())).size
  })
  expect(lower).toEqual([systems.length, classes.length])
})

describe('every value is known:', () => {
  test.each(['loinc/specimens.tsv', 'loinc/panels.tsv'])('systems of %s', (table) => {
    expect(unknown(valuesOf(table, 'system'), (value) => knownSystems.has(value))).toEqual([])
  })

  test('methods of loinc/methods.tsv', () => {
    const values = valuesOf('loinc/methods.tsv', 'method')
    expect(unknown(values, (value) => knownMethods.has(value))).toEqual([])
  })

  test('properties of loinc/property-names.tsv, their names in lower case and each once', () => {
    const rows = readTable('loinc/property-names.tsv', ['name', 'property'])
    expect(
      unknown(
        rows.map(([, property]) => property!),
        isProperty,
      ),
    ).toEqual([])
    const names = rows.map(([name]) => name!)
    expect(new Set(names.map((name) => name.toLowerCase()))).toEqual(new Set(names))
    expect(new Set(names).size).toBe(names.length)
  })

  test('properties of loinc/component-properties.tsv, their names as long names begin, in lower case', () => {
    const rows = readTable('loinc/component-properties.tsv', ['name', 'property'])
    const properties = rows.map(([, property]) => property!)
    expect(unknown(properties, isProperty)).toEqual([])
    for (const [name] of rows) expect(name).toBe(name!.trim().toLowerCase())
  })

  test('properties of units/properties.tsv, one row for each kind of unit', () => {
    expect(unknown(valuesOf('units/properties.tsv', 'property'), isProperty)).toEqual([])
    const kinds = readTable('units/properties.tsv', ['kind', 'properties']).map(([kind]) => kind!)
    expect(kinds.toSorted()).toEqual([...unitKinds].sort())
  })

  test('axes of loinc/qualifiers.tsv, and the noise says nothing', () => {
    const axes = new Set(qualifiers.map(([, axis]) => axis!))
    expect([...axes].filter((axis) => ![...AXES, 'noise'].includes(axis as Axis))).toEqual([])
    const noise = qualifiers.filter(([, axis]) => axis === 'noise')
    expect(noise.filter(([, , values]) => values !== '-')).toEqual([])
  })

  test.each<{ axis: Axis; isKnown: (value: string) => boolean }>([
    { axis: 'system', isKnown: (value) => knownSystems.has(value) },
    { axis: 'method', isKnown: (value) => knownMethods.has(value) },
    { axis: 'property', isKnown: isProperty },
    { axis: 'scale', isKnown: isScale },
    { axis: 'time', isKnown: isTime },
  ])('$axis of loinc/qualifiers.tsv', ({ axis, isKnown }) => {
    expect(unknown(valuesOf('loinc/qualifiers.tsv', axis), isKnown)).toEqual([])
  })

  test.each(AXES)('%s of the names and of the starter has a number', (axis) => {
    const values = [...namesOf(axis), ...startersOf(axis)]
    expect(unknown(values, (value) => axisNumber(axis, value) > 0)).toEqual([])
  })

  test('scale and time of the names and of the starter are no others', () => {
    expect(unknown([...namesOf('scale'), ...startersOf('scale')], isScale)).toEqual([])
    expect(unknown([...namesOf('time'), ...startersOf('time')], isTime)).toEqual([])
  })
})

const CLINICAL = 'loinc/names-clinical.tsv'
const MICROBIOLOGY = 'loinc/names-microbiology.tsv'

describe('names of components', () => {
  const clinical = readTable(CLINICAL, NAME_COLUMNS)
  const microbiology = readTable(MICROBIOLOGY, NAME_COLUMNS)
  const componentsOf = (name: string) =>
    [...clinical, ...microbiology].filter(([own]) => own === name).map(([, component]) => component)

  test('imply as much in either table: a looser row would undo what the other implies', () => {
    const isOfSame = ([name, component]: readonly string[], [own, its]: readonly string[]) =>
      own!.toLowerCase() === name!.toLowerCase() && its!.toLowerCase() === component!.toLowerCase()
    const byName = new Map<string, (readonly string[])[]>()
    for (const row of clinical) {
      const name = row[0]!.toLowerCase()
      byName.set(name, [...(byName.get(name) ?? []), row])
    }
    const looser = microbiology.filter((row) =>
      byName
        .get(row[0]!.toLowerCase())
        ?.some(
          (other) =>
            isOfSame(row, other) &&
            row.slice(2).every((value, i) => value === '-' || value === other[i + 2]),
        ),
    )
    expect(looser.map(([name]) => name)).toEqual([])
  })

  test('imply systems of the table of systems', () => {
    const own = [...namesOf('system')].filter((system) => !system.endsWith('^Control'))
    expect(unknown(own, (system) => knownSystems.has(system))).toEqual([])
  })

  test.each([
    { name: 'Hgb C', component: 'Hemoglobin C/Hemoglobin.total' },
    { name: 'Hgb F', component: 'Hemoglobin F/Hemoglobin.total' },
    { name: 'Zn/creatinine', component: 'Zinc/Creatinine' },
    { name: 'Pb/creatinine', component: 'Lead/Creatinine' },
    { name: 'TRAb', component: 'Thyrotropin receptor Ab' },
    { name: 'TBII', component: 'Thyrotropin receptor Ab' },
    { name: 'Kappa', component: 'Immunoglobulin light chains.kappa' },
  ])('$name is $component alone', ({ name, component }) => {
    expect(componentsOf(name)).toEqual([component])
  })

  test.each(['Immunoelectrophoresis'])('%s is no other method', (name) => {
    expect(componentsOf(name)).toEqual([])
  })

  test('of renin by its mass or its units are not of its activity', () => {
    const direct = clinical.filter(([name]) => name === 'Direct renin')
    expect(direct.map(([, , , property]) => property)).toEqual(['ACnc', 'MCnc'])
  })
})

describe('weights', () => {
  const inTable = (table: string) => weighted.filter((row) => row.table === table)
  const tables = [...new Set(weighted.map(({ table }) => table))]

  test.each(tables)('%s has weights in (0, 1]', (table) => {
    const odd = inTable(table).flatMap(({ phrase, values }) =>
      values.filter(([, weight]) => !(weight > 0 && weight <= 1)).map((one) => [phrase, one]),
    )
    expect(odd).toEqual([])
  })

  test.each(tables)('%s has each value of a row once, the heaviest first', (table) => {
    const odd = inTable(table).filter(({ values }) => {
      const names = values.map(([value]) => value.toLowerCase())
      const weights = values.map(([, weight]) => weight)
      return new Set(names).size < names.length || weights[0] !== Math.max(...weights)
    })
    expect(odd.map(({ phrase }) => phrase)).toEqual([])
  })
})

describe('phrases', () => {
  const analyzer = createAnalyzer()
  const keysOf = (phrase: string) =>
    analyzer
      .analyze(phrase)
      .map(({ key }) => key)
      .join(' ')
  /** Phrases that the linker looks for together. */
  const sets = {
    axes: [
      ...weighted.filter(({ table }) => /specimens|methods|qualifiers/.test(table)),
      ...qualifiers
        .filter(([, axis]) => axis === 'noise')
        .map(([phrase]) => ({ phrase: phrase!, axis: 'noise', values: [] })),
    ],
    panels: weighted.filter(({ table }) => table === 'loinc/panels.tsv'),
  }

  test.each(Object.entries(sets))('of %s have words to be found by', (_, rows) => {
    expect(rows.filter(({ phrase }) => keysOf(phrase) === '')).toEqual([])
  })

  // Two methods of LOINC that the analyzer cannot tell apart.
  const ALIKE = ['estimated']

  test.each(Object.entries(sets))('of %s that read alike mean the same', (_, rows) => {
    const first = new Map<string, string>()
    const others = rows.filter(({ phrase, axis, values }) => {
      const key = `${keysOf(phrase)} | ${axis}`
      const meant = JSON.stringify(values)
      if (!first.has(key)) first.set(key, meant)
      return first.get(key) !== meant
    })
    expect(others.map(({ phrase }) => phrase).filter((each) => !ALIKE.includes(each))).toEqual([])
  })

  test('names have a word that is no function word', () => {
    const names = nameRows().map(([name]) => name!)
    const mute = names.filter((name) => analyzer.analyze(name).every(({ stop }) => stop))
    expect(new Set(mute)).toEqual(new Set())
  })
})

function nameRows(): string[][] {
  return ['names-clinical', 'names-microbiology'].flatMap((name) =>
    readTable(`loinc/${name}.tsv`, NAME_COLUMNS),
  )
}

function namesOf(axis: Axis): string[] {
  const column = NAME_COLUMNS.indexOf(axis)
  return nameRows().map((row) => row[column]!)
}

function startersOf(axis: Axis): string[] {
  const column = STARTER_COLUMNS.indexOf(axis)
  return ['tests-a-g', 'tests-h-p', 'tests-q-z']
    .flatMap((name) => readTable(`starter/loinc/${name}.tsv`, STARTER_COLUMNS))
    .map((row) => row[column]!)
}

describe('a name that says more than its component', () => {
  const names = ['names-clinical', 'names-microbiology'].flatMap((table) =>
    readTable(`loinc/${table}.tsv`, NAME_COLUMNS),
  )
  const namesThat = (says: RegExp, isWrong: (component: string) => boolean) =>
    names.flatMap(([name, component]) =>
      says.test(name!) && isWrong(component!) ? [`${name} -> ${component}`] : [],
    )

  test('as when a specimen was taken, is of a challenge', () => {
    // Antibodies are only measured before the next dose; vitamin PP is niacin.
    const others =
      /^(?:Adalimumab|Infliximab|voriconazole) trough|^Vitamin PP|^(?:Amikacin|Post vasectomy)/
    const plain = namesThat(
      /\b(?:fasting|trough|pp|post ?prandial|stimulated|basal|intra-?op(?:erative)?)\b/i,
      (component) => !component.includes('^'),
    )
    expect(plain.filter((row) => !others.test(row))).toEqual([])
  })

  test('as a variant of a gene, is of no other variants', () => {
    const wide = namesThat(/\b(?:leiden|r506q|g?20210a?|v600e|t315i|v617f)\b/i, (component) =>
      component.endsWith('targeted mutation analysis'),
    )
    expect(wide).toEqual([])
  })

  test('as mutations of a gene, is of no single variant', () => {
    const one = namesThat(/^(?:BRAF|JAK2|MTHFR|FLT3) mutation$/, (component) =>
      component.includes('gene.p.'),
    )
    expect(one).toEqual([])
  })

  test('as standard bicarbonate or direct renin, is of it alone', () => {
    expect(
      namesThat(/^(?:standard bicarbonate|HCO3 st|bicarbonate standard)/i, (component) =>
        component.endsWith('Bicarbonate'),
      ),
    ).toEqual([])
    const renin = names.filter(
      ([name, component]) =>
        component === 'Renin' && /direct renin|renin (?:direct|conc)|active renin/i.test(name!),
    )
    expect(renin.map(([, , , property]) => property)).not.toContain('-')
  })
})
