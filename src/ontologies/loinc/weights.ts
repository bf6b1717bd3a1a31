import { MedlinkError } from '../../errors.ts'
import { readTable } from '../../language/tables.ts'
import { AXIS_VALUES, type Axis, axisNumber } from './axes.ts'

/** Weights in [0, 1] of the values of one axis, by their number; 0 for a value that does not fit. */
export type Weights = Float32Array

/** A row of a table whose last column holds weights. */
export interface WeightedRow {
  /** All cells but the last. */
  readonly cells: readonly string[]
  /**
   * Reads the last cell, see {@link parseWeights}: at the first mention that needs it, as a thousand at once take time.
   * @throws MedlinkError `data_invalid` with file and line
   */
  readonly parseWeights: () => ReadonlyMap<string, number>
}

/**
 * The rows of a table below data/ whose last column holds weights.
 * @throws MedlinkError `data_invalid` with file and line
 */
export function readWeightedTable(name: string, columns: readonly string[]): WeightedRow[] {
  return readTable(name, columns).map((row, i) => ({
    cells: row.slice(0, -1),
    parseWeights: () => parseWeights(row.at(-1)!, `data/${name}:${i + 2}`),
  }))
}

/**
 * A cell with weights such as `Ser/Plas=1;Ser=0.9`: each value once with its weight in (0, 1], in the order of the cell.
 * Empty for `-`, which says nothing.
 *
 * @param place of the cell, for the error: file and line
 * @throws MedlinkError `data_invalid`
 */
export function parseWeights(cell: string, place: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  if (cell === '-') return weights
  for (const entry of cell.split(';')) {
    // A value may hold a "=" itself: "Detection limit <= 20 mg/L=0.6".
    const [, value, weight] = /^(.+)=(1|0\.\d*[1-9])$/.exec(entry) ?? []
    if (value === undefined || weights.has(value)) {
      const what = `found "${entry}", expected a value once and its weight in (0, 1]`
      throw new MedlinkError('data_invalid', `${place}: ${what}`)
    }
    weights.set(value, Number(weight))
  }
  return weights
}

/**
 * The weights of values that an axis knows; the greater one of two values with one number. A method `-` is that of a test
 * without one, number 0.
 */
export function weightsOf(axis: Axis, values: Iterable<readonly [string, number]>): Weights {
  const weights = new Float32Array(AXIS_VALUES)
  for (const [value, weight] of values) {
    const number = axisNumber(axis, value)
    if (number > 0 || (axis === 'method' && value === '-'))
      weights[number] = Math.max(weight, weights[number]!)
  }
  return weights
}
