import type { Rejection } from '../../../contract.ts'
import type { StoredConcept } from '../../../index/reader.ts'
import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { convertUnit, readUnit } from '../../../units/units.ts'
import type { LinkPolicy, Match as MatchWith, MetadataValue } from '../../ontology.ts'
import { type Axis, axisName, axisNumber } from '../axes.ts'
import type { LoincColumns } from '../columns.ts'
import type { Weights } from '../weights.ts'
import { fit, impliedOn, valueOn } from './features.ts'
import { isMisleading, isOfAnotherKind, isOfOtherAllergens } from './misleading.ts'
import type { LoincQuery } from './query.ts'
import {
  isContested,
  isPinned,
  isRival,
  isSpecimenConcluded,
  PINNED_AXES,
  type PinnedAxis,
  rejection,
} from './requirements.ts'

type Match = MatchWith<LoincColumns>

/** LOINC's account of a mention: the contract's breakdowns, and the facts that a yes lacks. */
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
    ...assumed(query, match, concept),
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

  isRival,

  isContested,

  isMisleading,

  givesWay: (query: LoincQuery, _, words) =>
    isOfAnotherKind(words) || isOfOtherAllergens(query, words),

  // Words for another axis were compared with the code.
  agreedForms: ({ asides }: LoincQuery) => asides,

  // The method is seldom on a report.
  indistinguishable: (first: Match, second: Match) =>
    first.family === second.family &&
    (['system', 'property', 'scale', 'time'] as const).every(
      (axis) => valueOn(axis, first) === valueOn(axis, second),
    ),

  // Nothing is asked for that was given: where that is wrong, the name may be.
  question: (query: LoincQuery, first: Match, others: readonly Match[]) => {
    const differ = (axis: Axis, other: Match) => valueOn(axis, other) !== valueOn(axis, first)
    const against = rejection(query, first)
    if (against === 'not_a_result' && query.isOfPanel) return WHICH_OF_PANEL
    if (against === 'value_conflict') return WHICH_TEST
    const lacking = lackingAxis(against)
    if (lacking !== undefined) {
      if (!isOpen(lacking, query)) return WHICH_TEST
      const rival = others.find((other) => differ(lacking, other))
      return questionOn(lacking, first, rival)
    }
    const [rival] = others
    if (rival === undefined) return undefined
    const axis = ASKED_FOR.find((axis) => isOpen(axis, query) && differ(axis, rival))
    return axis === undefined ? WHICH_TEST : questionOn(axis, first, rival)
  },
} satisfies LinkPolicy<LoincQuery, LoincColumns>

/** The axis that a rejection is about, where it is one that reports give. */
function lackingAxis(against: Rejection<'loinc'> | undefined): PinnedAxis | undefined {
  if (against === 'unit_missing' || against === 'unit_conflict') return 'property'
  if (against === 'specimen_missing' || against === 'specimen_conflict') return 'system'
  return undefined
}

/** True if neither the mention nor a hint states an axis; a panel's suggestion does not count. */
function isOpen(axis: Axis, { asked, unit }: LoincQuery): boolean {
  if (axis === 'property' && unit !== undefined) return false
  return asked[axis] === undefined || asked[axis].source === 'panel'
}

/** The code's values on axes that the mention leaves open: the only one of the test, and those that may be assumed. */
function assumed(
  query: LoincQuery,
  match: Match,
  { attributes }: StoredConcept,
): { readonly assumed?: Record<string, string> } {
  const open: Axis[] = isSpecimenConcluded(query, match) ? ['system'] : []
  if (query.assumesUsual) {
    open.push(...PINNED_AXES.filter((axis) => !isPinned(axis, query, match)))
    if (query.asked.method === undefined && impliedOn('method', match) === 0) open.push('method')
  }
  if (open.length === 0 || rejection(query, match) !== undefined) return {}
  const values = open.flatMap((axis) => {
    const value = attributes[axis]
    return typeof value === 'string' && value !== '' ? [[axis, value] as const] : []
  })
  return values.length === 0 ? {} : { assumed: Object.fromEntries(values) }
}

const WHICH_TEST = 'which test?'
const WHICH_OF_PANEL = 'it is a panel: which of its tests?'
/** Axes that a question may be about, what a report is likeliest to know first. */
const ASKED_FOR = ['property', 'system', 'scale', 'time', 'method'] as const
const QUESTIONS: Readonly<Record<Axis, string>> = {
  property: 'which unit?',
  system: 'which specimen?',
  scale: 'a number or a finding?',
  time: 'over which time?',
  method: 'by which method?',
}

const NUMBER = axisNumber('scale', 'Qn')
const GRADE = axisNumber('scale', 'Ord')
const COUNT = axisNumber('property', 'NCnc')
const FRACTION = axisNumber('property', 'NFr')
const MASS = axisNumber('property', 'MCnc')
const SUBSTANCE = axisNumber('property', 'SCnc')

function questionOn(axis: Axis, first: Match, rival: Match | undefined): string {
  if (axis !== 'property' || rival === undefined) return QUESTIONS[axis]
  const scales = [first, rival].map((match) => valueOn('scale', match))
  if (scales.includes(NUMBER) && scales.includes(GRADE)) return QUESTIONS.scale
  const both = [first, rival].map((match) => valueOn('property', match))
  if (both.includes(COUNT) && both.includes(FRACTION)) return 'count or percentage?'
  if (both.includes(MASS) && both.includes(SUBSTANCE)) return 'mass or moles?'
  return QUESTIONS.property
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
  for (let number = 0; number < (weights?.length ?? 0); number++) {
    const weight = weights![number]!
    if (weight <= most) continue
    best = axisName(axis, number) ?? best
    most = weight
  }
  return best ?? null
}

/** True if a code has the requested value; null if none is requested, or if the code has none. */
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

/** Factors that turn masses and charges of a component into amounts. */
interface Substance {
  readonly molarMass?: number
  readonly valence?: number
}

/** Substances by component, in lower case. */
const substances = lazily((): ReadonlyMap<string, Substance> => {
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
  return all
})

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}
