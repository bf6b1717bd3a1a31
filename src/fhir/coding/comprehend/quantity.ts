/** Results of tests as values of an Observation. */
import type { Entity } from '../../../medlink.ts'

type Test = Extract<Entity, { type: 'test' }>

const UCUM = 'http://unitsofmeasure.org'
/** A number with an optional comparator, and commas between groups of two or three digits. */
const NUMBER = /^(<=|>=|<|>|≤|≥)?\s*([+-]?(?:\d{1,3}(?:,\d{2,3})+|\d+)(?:\.\d+)?)$/
const COMPARATORS: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' }

/**
 * The value of a test: a Quantity for a number, with the unit as it is written and as UCUM, or else text. None for a test
 * without one.
 */
export function resultOf({
  value,
  unit,
  results,
}: Pick<Test, 'value' | 'unit' | 'results'>): object {
  if (value === null) return {}
  const [, comparator, number] = NUMBER.exec(value.trim()) ?? []
  if (number === undefined) return { valueString: unit === null ? value : `${value} ${unit}` }
  const code = unit === null ? undefined : results[0]?.metadata.unit_normalised
  return {
    valueQuantity: {
      value: Number(number.replaceAll(',', '')),
      ...(comparator && { comparator: COMPARATORS[comparator] ?? comparator }),
      ...(unit !== null && { unit }),
      ...(code && { system: UCUM, code }),
    },
  }
}
