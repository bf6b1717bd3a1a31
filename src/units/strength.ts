import type { Measure } from './quantity.ts'
import { convertUnit, unitOf } from './units.ts'

/** Units in which strengths are compared. No two of these convert into each other. */
const STRENGTH_UNITS = [
  'mg',
  'mg/mL',
  'mg/g',
  'mg/h',
  '[IU]',
  '[IU]/mL',
  '[IU]/g',
  'mmol',
  'mmol/mL',
  'meq',
  'meq/mL',
  'mL',
]

/** More than anybody writes, fewer than arithmetic gets right: 0.1 mg and 100 mcg give the same number. */
const SIGNIFICANT_DIGITS = 12

/**
 * A strength in the unit that all strengths of its sort are compared in: mass in mg, a mass per volume in mg/mL, and so
 * on. Two strengths are the same when both fields are equal after this; numbers are rounded to 12 digits. A unit of
 * another sort stays as it is, and so does a bare percentage, which does not say what it is of. Units (U) become
 * international ones, as {@link convertUnit} takes them. Never throws.
 *
 * @example normalizeStrength({ value: 0.5, unit: 'g' }) // { value: 500, unit: 'mg' }
 * @example normalizeStrength({ value: 1, unit: 'g/dL' }) // 1 % w/v: { value: 10, unit: 'mg/mL' }
 */
export function normalizeStrength({ value, unit }: Measure): Measure {
  const from = unitOf(unit)
  for (const normal of from ? STRENGTH_UNITS : []) {
    const converted = convertUnit(value, from!, unitOf(normal)!)
    if (converted !== undefined) return { value: round(converted), unit: normal }
  }
  return { value: round(value), unit }
}

function round(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS))
}
