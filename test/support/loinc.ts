import { AXIS_VALUES, type Axis, axisNumber, axisNumbers } from '../../src/ontologies/loinc/axes.ts'
import { type LoincColumns, loincColumns } from '../../src/ontologies/loinc/columns.ts'
import type { Asked } from '../../src/ontologies/loinc/linking/evidence.ts'
import type { LoincQuery } from '../../src/ontologies/loinc/linking/query.ts'
import type { Match } from '../../src/ontologies/ontology.ts'
import { matchIn } from './linker.ts'

/** A query for glucose that asks for nothing, but for what is given. */
export function queryOf(given: Partial<LoincQuery> = {}): LoincQuery {
  return {
    asked: {},
    unit: undefined,
    value: undefined,
    greatest: undefined,
    hints: {},
    name: 'glucose',
    assumesUsual: false,
    leavesOut: false,
    unitsDiffer: false,
    valueDiffers: false,
    isTurnedRound: () => false,
    lacksFraction: () => false,
    isListedUnitless: false,
    isCutOff: false,
    isInSeries: false,
    isMethodAlone: false,
    isOfPanel: false,
    isOtherTest: false,
    isNamedByPanel: false,
    practice: undefined,
    allergens: undefined,
    asides: new Set(),
    ...given,
  }
}

/** Weights by value. */
export type Wanted = Readonly<Record<string, number>>

/** Asked for on an axis, e.g. `{ Urine: 1, 'Urine sed': 0.9 }`. */
export function asked(
  axis: Axis,
  values: Wanted,
  source: Asked['source'] = 'hint',
): LoincQuery['asked'] {
  const weights = new Float32Array(AXIS_VALUES)
  for (const [value, weight] of Object.entries(values)) weights[axisNumber(axis, value)] = weight
  return { [axis]: { weights, source } }
}

export type AxisValues = Parameters<typeof axisNumbers>[0]

/** A code by its axes and its standing. */
export interface Code extends AxisValues {
  readonly commonness?: number
  readonly isUsual?: boolean
  readonly isResult?: boolean
  readonly isChallenge?: boolean
  readonly isUnitless?: boolean
  readonly isOneSpecimen?: boolean
  readonly unitSize?: number
  /** What the name implies. */
  readonly implied?: AxisValues
}

/** A match of a code with these axes, by a name that its component's codes share. */
export function codeOf(code: Code, match: Partial<Match> = {}): Match<LoincColumns> {
  const { commonness = 0, isUsual = false, isResult = true, implied, ...others } = code
  const { isChallenge = false, isUnitless = false, isOneSpecimen = false, ...rest } = others
  const { unitSize = 0, ...axes } = rest
  const standing = {
    commonness,
    is_usual: Number(isUsual),
    is_result: Number(isResult),
    is_challenge: Number(isChallenge),
    is_unitless: Number(isUnitless),
    is_one_specimen: Number(isOneSpecimen),
    unit_size: unitSize,
  }
  return matchIn(
    loincColumns,
    { concept: { ...axisNumbers(axes), ...standing }, term: axisNumbers(implied ?? {}) },
    { kind: 'synonym', isShared: true, ...match },
  )
}

/** Matches of one row each as they are in one index, with columns in common. */
export function inOneIndex(
  matches: readonly Match<LoincColumns>[],
): readonly Match<LoincColumns>[] {
  const joined = <Name extends string>(own: readonly Readonly<Record<Name, Values>>[]) =>
    Object.fromEntries(
      Object.entries<Values>(own[0]!).map(([name, array]) => {
        const values = own.map((each) => each[name as Name][0]!)
        return [name, (array.constructor as typeof Float32Array).from(values)]
      }),
    )
  const columns = {
    concept: joined(matches.map((match) => match.columns.concept)),
    term: joined(matches.map((match) => match.columns.term)),
  } as unknown as LoincColumns
  return matches.map((match, i) => ({ ...match, columns, concept: i, term: i }))
}

type Values = LoincColumns['concept'][keyof LoincColumns['concept']]
