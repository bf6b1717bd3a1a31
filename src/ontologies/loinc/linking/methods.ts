import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { axisNumber } from '../axes.ts'
import { readWeightedTable, type Weights, weightsOf } from '../weights.ts'

/** Weights of methods by the number of the one that is named: LOINC's own names of methods are phrases of the table. */
const byNamed = lazily((): ReadonlyMap<number, () => Weights> => {
  const names = new Set(
    readTable('loinc/method-classes.tsv', ['method', 'class']).map(([name]) => name!.toLowerCase()),
  )
  const rows = readWeightedTable('loinc/methods.tsv', ['phrase', 'methods'])
  const weights = new Map<number, () => Weights>()
  for (const { cells, parseWeights } of rows) {
    const [phrase] = cells as [string]
    if (!names.has(phrase)) continue
    const number = axisNumber('method', phrase)
    if (!weights.has(number))
      weights.set(
        number,
        lazily(() => weightsOf('method', parseWeights())),
      )
  }
  return weights
})

/** A method that fits a named one as well as this is as good as the same; weights have 32 bits. */
const SAME_METHOD = Math.fround(0.9)

/**
 * How well a code's method answers the one that a name implies: 1 for the same, less for a wider or narrower one that is as good,
 * as "Acid fast stain" is for Ziehl-Neelsen's, 0 for another.
 *
 * @param named number of the implied method
 * @param has number of the code's method
 * @throws MedlinkError `data_invalid`
 */
export function fitOfMethod(named: number, has: number): number {
  if (named === has) return 1
  const fits = byNamed().get(named)?.()[has] ?? 0
  return fits >= SAME_METHOD ? fits : 0
}
