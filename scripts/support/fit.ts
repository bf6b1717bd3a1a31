import { logistic } from '../../src/linker/decide.ts'
import type { Logistic } from '../../src/linker/model.ts'

const SHRINKAGE = 1e-4
/** How strongly a logistic function is held to small coefficients, in units of the inputs' spread. */
const RIDGE = 0.005

export interface Descent {
  readonly steps: number
  readonly rate: number
  /** No parameter goes below this. */
  readonly least: number
}

/** Adam with a little shrinkage; `addGradient` adds the loss's gradient at the parameters to its second argument. */
export function minimize(
  start: readonly number[],
  { steps, rate, least }: Descent,
  addGradient: (parameters: readonly number[], gradient: Float64Array) => void,
): number[] {
  const parameters = [...start]
  const mean = new Float64Array(start.length)
  const variance = new Float64Array(start.length)
  for (let step = 1; step <= steps; step++) {
    const gradient = Float64Array.from(parameters, (parameter) => SHRINKAGE * parameter)
    addGradient(parameters, gradient)
    for (let i = 0; i < parameters.length; i++) {
      mean[i] = 0.9 * mean[i]! + 0.1 * gradient[i]!
      variance[i] = 0.99 * variance[i]! + 0.01 * gradient[i]! ** 2
      const size = Math.sqrt(variance[i]! / (1 - 0.99 ** step)) + 1e-9
      parameters[i] = Math.max(least, parameters[i]! - (rate * mean[i]!) / (1 - 0.9 ** step) / size)
    }
  }
  return parameters
}

/** A case that a logistic function is fitted on. */
export interface LogisticCase {
  readonly inputs: Readonly<Record<string, number>>
  /** The value that the function should give, in [0, 1]. */
  readonly target: number
  /** Default: 1. */
  readonly weight?: number
}

/** The logistic function under which the targets are likeliest; a missing input counts as 0. */
export function fitLogistic(rows: readonly LogisticCase[]): Logistic {
  const total = rows.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const names = [...new Set(rows.flatMap(({ inputs }) => Object.keys(inputs)))]
  const scales = names.map((name) => spread(rows.map(({ inputs }) => inputs[name] ?? 0)))
  const table = rows.map(({ inputs }) => [
    1,
    ...names.map((name, i) => (inputs[name] ?? 0) / scales[i]!),
  ])
  const start = new Array<number>(names.length + 1).fill(0)
  const descent = { steps: 3000, rate: 0.03, least: Number.NEGATIVE_INFINITY }
  const [intercept, ...coefficients] = minimize(start, descent, (parameters, gradient) => {
    for (let r = 0; r < rows.length; r++) {
      const row = table[r]!
      const { target, weight = 1 } = rows[r]!
      let logit = 0
      for (let i = 0; i < row.length; i++) logit += parameters[i]! * row[i]!
      const error = ((logistic(logit) - target) * weight) / total
      for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!
    }
    for (let i = 1; i < parameters.length; i++) gradient[i]! += RIDGE * parameters[i]!
  })
  return {
    intercept: round(intercept!),
    coefficients: Object.fromEntries(
      names.map((name, i) => [name, round(coefficients[i]! / scales[i]!)]),
    ),
  }
}

/** Standard deviation, 1 for values that are all the same. */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return variance > 1e-12 ? Math.sqrt(variance) : 1
}

/** A number to three decimals. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
