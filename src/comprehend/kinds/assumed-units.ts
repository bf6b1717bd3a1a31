/** Units of values that a note gives without one. */

import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { readUnit } from '../../units/units.ts'

/** Below data/. */
const TABLE = 'loinc/plausible-values.tsv'
const COLUMNS = ['test', 'unit', 'system', 'from', 'to']

/** Conventional units are those of the United States and India: mg/dL, g/dL, %. Others are SI: mmol/L, g/L, mmol/mol. */
export type UnitSystem = 'conventional' | 'si'
/** `both`: the unit is the same in both. */
type RangeSystem = UnitSystem | 'both'

interface PlausibleRange {
  readonly unit: string
  readonly system: RangeSystem
  readonly from: number
  readonly to: number
}

/** A value of a test in blood. */
export interface BloodValue {
  /** The name that is linked. */
  readonly test: string
  readonly value: number
  /** As it is written; undefined if the text gives none. */
  readonly unit: string | undefined
}

/** Ranges by test; a test without any may have any value. */
const ranges = lazily((): ReadonlyMap<string, readonly PlausibleRange[]> => {
  const all = new Map<string, PlausibleRange[]>()
  for (const [test, unit, system, from, to] of readTable(TABLE, COLUMNS)) {
    const range = { unit: unit!, system: system as RangeSystem, from: Number(from), to: Number(to) }
    all.set(test!, [...(all.get(test!) ?? []), range])
  }
  return all
})

/** Systems that the values of a note can only be of: by a unit, or by a number that is possible in one system alone. */
export function systemsOf(values: readonly BloodValue[]): ReadonlySet<UnitSystem> {
  const found = new Set<UnitSystem>()
  for (const value of values) {
    const [system, another] = new Set(plausible(value).map((range) => range.system))
    if (system !== undefined && system !== 'both' && another === undefined) found.add(system)
  }
  return found
}

/**
 * The unit to assume for a value: the one in which it is plausible. Where it is in both systems, the other values of the note
 * decide.
 *
 * @param systems of the note, see {@link systemsOf}
 * @param isBlood false for another specimen, whose values may be others
 * @returns 'usual' for what practice leaves out; null if no unit may be assumed
 * @throws MedlinkError `data_invalid`
 */
export function assumedUnit(
  value: BloodValue,
  systems: ReadonlySet<UnitSystem>,
  isBlood = true,
): string | 'usual' | null {
  const all = ranges().get(value.test)
  if (all === undefined) return 'usual'
  if (!isBlood)
    return all.every(({ system, to }) => system !== 'si' || value.value > to) ? 'usual' : null
  const [first, ...others] = plausible(value)
  const isOfBoth = others.some(({ system }) => system !== first?.system)
  if (!isOfBoth) return first?.unit ?? null
  if (!systems.has('si')) return 'usual'
  const si = [first, ...others].find((range) => range?.system === 'si')
  return systems.has('conventional') ? null : (si?.unit ?? null)
}

/** True if a number is none of the test in blood: sodium 20, potassium 30 mmol/L. */
export function isNoBloodValue(value: BloodValue | undefined): boolean {
  if (value === undefined) return false
  const { test, value: number, unit } = value
  const known = unit === undefined ? undefined : readUnit(unit)?.ucum
  const own = (ranges().get(test) ?? []).filter((range) => !unit || range.unit === known)
  return own.length > 0 && own.every(({ from, to }) => number < from || number > to)
}

/**
 * False for a number that a vital sign cannot have, or one in a unit of another kind: a pulse of 2, or of 30 mg/kg.
 *
 * @param written the name as the note has it, which may have ranges of its own: "O2" is a flow as often
 */
export function isPossible({ test, value, unit }: BloodValue, written: string): boolean {
  const all = ranges().get(written) ?? ranges().get(test)
  if (all === undefined) return true
  const known = unit === undefined ? undefined : readUnit(unit)
  const own = all.filter((range) => known === undefined || range.unit === known.ucum)
  if (own.length === 0) return all.some((range) => readUnit(range.unit)?.kind === known?.kind)
  return own.some(({ from, to }) => from <= value && value <= to)
}

/** The ranges in which a value is, of those whose unit it has. */
function plausible({ test, value, unit }: BloodValue): readonly PlausibleRange[] {
  const known = unit === undefined ? undefined : readUnit(unit)?.ucum
  return (ranges().get(test) ?? []).filter((range) =>
    unit === undefined ? range.from <= value && value <= range.to : range.unit === known,
  )
}
