/** Results of tests as values of an Observation. */
import type { Entity } from '../../../medlink.ts'

type Test = Extract<Entity, { type: 'test' }>

const UCUM = 'http://unitsofmeasure.org'
/** A number with an optional comparator, and commas between groups of digits. */
const NUMBER = /^(<=|>=|<|>|≤|≥)?\s*([+-]?(?:\d{1,3}(?:,\d{2})*,\d{3}|\d+)(?:\.\d+)?)$/
/** A number with a comma or a middle dot as the decimal mark: "12,5". */
const DECIMAL = /(\d)(?:,(?=\d{1,2}$)|[·∙](?=\d+$))/u
/** A dilution: "1:64". */
const TITRE = /^(<=|>=|<|>|≤|≥)?\s*(\d+)\s?:\s?(\d+)$/
const COMPARATORS: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' }

/**
 * The value of a test: a Ratio for a titre; a Quantity for a number, with the unit as it is written and as UCUM, or else text. None for a test
 * without one.
 */
export function resultOf({
  value,
  unit,
  results,
}: Pick<Test, 'value' | 'unit' | 'results'>): object {
  if (value === null) return {}
  const titre = TITRE.exec(value.trim())
  if (titre !== null && unit === null) return ratioOf(titre)
  const [, comparator, number] = NUMBER.exec(value.trim().replace(DECIMAL, '$1.')) ?? []
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

/** A comparator of the titre is one of its dilution: "<1:20" is diluted less. */
function ratioOf([, comparator, numerator, denominator]: RegExpExecArray): object {
  return {
    valueRatio: {
      numerator: { value: Number(numerator) },
      denominator: {
        value: Number(denominator),
        ...(comparator && { comparator: COMPARATORS[comparator] ?? comparator }),
      },
    },
  }
}
