import type { StoredConcept } from '../../../index/reader.ts'
import { readTable } from '../../../text/tables.ts'
import { convertUnit, readUnit } from '../../../units/units.ts'
import type { LinkPolicy, Match as MatchWith, MetadataValue } from '../../ontology.ts'
import { type Axis, axisName, axisNumber } from '../axes.ts'
import type { LoincColumns } from '../columns.ts'
import { fit, rejection, valueOn } from './features.ts'
import type { LoincQuery } from './query.ts'
import type { Weights } from './weights.ts'

type Match = MatchWith<LoincColumns>

/** What LOINC makes of a mention: the contract's breakdowns, and what is missing for a yes. */
export const loincPolicy = {
  breakdown: (query: LoincQuery) => ({
    test_name: query.name,
    value: textOf(query, 'value'),
    unit_orig: textOf(query, 'unit'),
    unit: query.unit?.ucum ?? null,
    property: likeliest('property', query.asked.property?.weights),
    specimen: likeliest('system', query.asked.system?.weights),
    range: textOf(query, 'range'),
    panel_name: textOf(query, 'panel_name'),
    not_understood: hintsThat(query, ({ understood }) => !understood),
    conflicts: hintsThat(query, ({ conflict }) => conflict),
  }),

  describe: (
    query: LoincQuery,
    match: Match,
    concept: StoredConcept,
  ): Record<string, MetadataValue> => ({
    unit_normalised: query.unit?.ucum ?? null,
    matching_breakdown: {
      component_match: round(Math.min(1, match.matchedQueryMass / match.queryMass)),
      unit_match: agreement('property', query, match),
      specimen_match: agreement('system', query, match),
      value_type_match: agreement('scale', query, match),
      ref_time_match: agreement('time', query, match),
      value_normalised: normalisedValue(query, concept),
    },
  }),

  rejection,

  // The method seldom stands on a report.
  indistinguishable: (first: Match, second: Match) =>
    first.family === second.family &&
    (['system', 'property', 'scale', 'time'] as const).every(
      (axis) => valueOn(axis, first) === valueOn(axis, second),
    ),

  question: (query: LoincQuery, first: Match, others: readonly Match[]) => {
    const against = rejection(query, first)
    if (against === 'specimen_missing' || against === 'specimen_conflict') return 'which specimen?'
    const differing = (axis: Axis) =>
      others.find((other) => valueOn(axis, other) !== valueOn(axis, first))
    if (against === 'unit_missing' || against === 'unit_conflict') {
      const other = differing('property')
      return other === undefined ? 'which unit?' : propertyQuestion(first, other)
    }
    const [rival] = others
    if (rival === undefined) return undefined
    for (const [axis, question] of QUESTIONS)
      if (valueOn(axis, first) !== valueOn(axis, rival))
        return axis === 'property' ? propertyQuestion(first, rival) : question
    return 'which test?'
  },
} satisfies LinkPolicy<LoincQuery, LoincColumns>

const QUESTIONS: readonly (readonly [Axis, string])[] = [
  ['property', 'which unit?'],
  ['system', 'which specimen?'],
  ['scale', 'a number or a finding?'],
  ['time', 'over which time?'],
  ['method', 'by which method?'],
]

const COUNT = axisNumber('property', 'NCnc')
const FRACTION = axisNumber('property', 'NFr')
const MASS = axisNumber('property', 'MCnc')
const SUBSTANCE = axisNumber('property', 'SCnc')

function propertyQuestion(first: Match, rival: Match): string {
  const both = [first, rival].map((match) => valueOn('property', match))
  if (both.includes(COUNT) && both.includes(FRACTION)) return 'count or percentage?'
  if (both.includes(MASS) && both.includes(SUBSTANCE)) return 'mass or moles?'
  return 'which unit?'
}

function textOf({ hints }: LoincQuery, key: string): string | null {
  return hints[key]?.text ?? null
}

function hintsThat(
  { hints }: LoincQuery,
  hold: (note: LoincQuery['hints'][string]) => boolean,
): string[] {
  return Object.keys(hints).filter((key) => hold(hints[key]!))
}

/** The value that fits best, by LOINC's name; null when nothing is asked. */
function likeliest(axis: 'system' | 'property', weights: Weights | undefined): string | null {
  let best: string | undefined
  let most = 0
  for (const [number, weight] of weights?.entries() ?? []) {
    if (weight <= most) continue
    best = axisName(axis, number) ?? best
    most = weight
  }
  return best ?? null
}

/** Whether a code has what was asked for; null when it was not, or when the code does not say. */
function agreement(axis: Axis, query: LoincQuery, match: Match): boolean | null {
  if (query.asked[axis] === undefined || valueOn(axis, match) === 0) return null
  return fit(axis, query, match) >= 0.5
}

/** The value in the unit that the table shows for the code, with that unit; null where they do not convert. */
function normalisedValue(
  { value, unit }: LoincQuery,
  { attributes }: StoredConcept,
): string | null {
  const { example_unit: example, component } = attributes
  if (value?.number === undefined || unit === undefined || typeof example !== 'string') return null
  const target = example === '' ? undefined : readUnit(example)
  if (target === undefined) return null
  const substance = substances().get(String(component).toLowerCase())
  const converted = convertUnit(
    value.number,
    unit,
    target,
    substance?.molarMass,
    substance?.valence,
  )
  return converted === undefined ? null : `${Number(converted.toPrecision(4))} ${target.ucum}`
}

/** What it takes to turn masses and charges of a component into amounts. */
interface Substance {
  readonly molarMass?: number
  readonly valence?: number
}

let known: ReadonlyMap<string, Substance> | undefined

/** By component, in lower case. */
function substances(): ReadonlyMap<string, Substance> {
  if (known !== undefined) return known
  const all = new Map<string, Substance>()
  for (const [component, mass] of readTable('units/molar-masses.tsv', ['component', 'g_per_mol']))
    all.set(component!.toLowerCase(), { molarMass: Number(mass) })
  for (const [component, charges] of readTable('units/equivalents.tsv', [
    'component',
    'per_mole',
  ])) {
    const name = component!.toLowerCase()
    all.set(name, { ...all.get(name), valence: Number(charges) })
  }
  known = all
  return known
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}
