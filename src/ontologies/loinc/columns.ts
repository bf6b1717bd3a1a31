import type { Column, ColumnArrays, ColumnSchema } from '../../index/rows/columns.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { readUnit } from '../../units/units.ts'
import { AXIS_TABLES, type Axis, axisName, axisNumber, axisNumbers } from './axes.ts'
import { unitSize } from './unit-size.ts'

type ConceptColumn =
  | Axis
  | 'commonness'
  | 'is_usual'
  | 'is_result'
  | 'is_challenge'
  | 'is_unitless'
  | 'is_one_specimen'
  | 'unit_size'
export type LoincColumns = ColumnArrays<ConceptColumn, Axis>

/** Commonness of the commonest tests. */
export const MAX_COMMONNESS = 7

const SYSTEM: Column = {
  type: Uint8Array,
  meaning: 'the row of data/loinc/systems.tsv, from 1; one more than there are for another; 0 none',
}
const PROPERTY: Column = {
  type: Uint8Array,
  meaning: 'the property, as axes.ts numbers them; 0 none',
}
const METHOD: Column = {
  type: Uint8Array,
  meaning:
    'the class in data/loinc/method-classes.tsv, in order of code units, from 1; one more than there are for another; 0 none',
}
const SCALE: Column = {
  type: Uint8Array,
  meaning: '1 Qn, 2 Ord, 3 OrdQn, 4 Nom, 5 Nar, 6 SemiQn, 7 another; 0 none',
}
const TIME: Column = {
  type: Uint8Array,
  meaning: '1 Pt, 2 24H, 3 12H, 4 72H, 5 48H, 6 other hours, 7 another; 0 none',
}

/** Columns of LOINC: for names the implied values on the axes, for codes their values there, and their rank. */
export const loincColumns: ColumnSchema<ConceptColumn, Axis> = {
  revision: 6,
  tables: AXIS_TABLES,
  concept: {
    system: SYSTEM,
    property: PROPERTY,
    method: METHOD,
    scale: SCALE,
    time: TIME,
    commonness: {
      type: Uint8Array,
      meaning:
        '7 for the commonest tests, one less for each fourfold rank, not below 1; 0 without a rank',
    },
    is_usual: {
      type: Uint8Array,
      meaning: '1 for the usual one of the codes that differ in nothing but the method',
    },
    is_result: {
      type: Uint8Array,
      meaning: '0 for a panel, a document, a survey and what can only be ordered, 1 for others',
    },
    is_challenge: {
      type: Uint8Array,
      meaning:
        '1 for a test at a time after a meal, a dose or another one: its component has a "^"',
    },
    is_unitless: {
      type: Uint8Array,
      meaning:
        '1 where all tests of the component in the specimen have one property, which has no unit',
    },
    is_one_specimen: {
      type: Uint8Array,
      meaning:
        '1 where all tests of the component with the property and time are of one specimen; serum and plasma are one',
    },
    unit_size: {
      type: Float32Array,
      meaning: 'how many g/L, mol/L, U/L or IU/L the first example unit is; 0 for another or none',
    },
  },
  term: { time: TIME, scale: SCALE, method: METHOD, property: PROPERTY, system: SYSTEM },
  ofConcept: ({ attributes }) => {
    const { system, property, method, scale, time_aspect, rank, is_usual, is_result } = attributes
    return {
      ...axisNumbers({
        system: String(system),
        property: String(property),
        method: String(method),
        scale: String(scale),
        time: String(time_aspect),
      }),
      commonness: commonnessOf(rank === null ? Number.NaN : Number(rank)),
      is_usual: is_usual === true ? 1 : 0,
      is_result: is_result === true ? 1 : 0,
      is_challenge: String(attributes.component).includes('^') ? 1 : 0,
      is_unitless: attributes.is_unitless === true ? 1 : 0,
      is_one_specimen: attributes.is_one_specimen === true ? 1 : 0,
      unit_size: sizeOf(String(attributes.example_unit ?? '')),
    }
  },
  mayMean: ({ term, concept }, name, code) => {
    const said = saidSpecimen(term.system[name]!)
    return said === undefined || said === mainSpecimen(concept.system[code]!)
  },
  ofTerm: ({ columns = {} }) => ({
    system: columns.system ?? 0,
    property: columns.property ?? 0,
    method: columns.method ?? 0,
    scale: columns.scale ?? 0,
    time: columns.time ?? 0,
  }),
}

const URINE = ['Urine', 'Urine sed']
/** Numbers of systems that no name implies unless it says them: blood is meant where nothing is said. */
const saidSystems = lazily(() => {
  const named = readTable('loinc/named-specimens.tsv', ['system']).map(([system]) => system!)
  return new Set([...named, ...URINE].map((system) => axisNumber('system', system)))
})

/** The specimen that a name says which implies a system; undefined where it leaves that open. */
function saidSpecimen(system: number): string | undefined {
  return system !== 0 && saidSystems().has(system) ? mainSpecimen(system) : undefined
}

/** The specimen of a system: urine is that of urine sediment. */
function mainSpecimen(system: number): string | undefined {
  return axisName('system', system)?.split(/\W/, 1)[0]
}

/** Rank by place among the most common tests: 1 the most common, 0 for a test without one, NaN where places are not known. */
function commonnessOf(rank: number): number {
  return rank === 0 ? 0 : Math.max(1, MAX_COMMONNESS - fourfoldsOf(rank))
}

/** How often a place is four times the first; that of a fairly common test where the place is not known. */
function fourfoldsOf(rank: number): number {
  return Number.isNaN(rank) ? 3 : Math.floor(Math.log2(rank) / 2)
}

function sizeOf(unit: string): number {
  const read = unit === '' ? undefined : readUnit(unit)
  return read === undefined ? 0 : unitSize(read)
}
