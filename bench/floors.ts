import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** Floors by figure, or by set and measure. */
const floorsSchema = z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())]))

/** A figure held to its floor; `value` is null where nothing was measured or counted, which holds no floor. */
export interface FloorCheck {
  readonly figure: string
  readonly floor: number
  readonly value: number | null
  readonly holds: boolean
}

/**
 * Holds figures to the committed floors of a file.
 *
 * @param path below bench/
 * @param values by figure; a measure of a set is "set measure"
 */
export function checkFloors(
  path: string,
  values: Readonly<Record<string, number | null | undefined>>,
): FloorCheck[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  const floors = Object.entries(floorsSchema.parse(JSON.parse(text))).flatMap(([name, own]) =>
    typeof own === 'number'
      ? [[name, own] as const]
      : Object.entries(own).map(([measure, floor]) => [`${name} ${measure}`, floor] as const),
  )
  return floors.map(([figure, floor]) => {
    const value = values[figure] ?? null
    return { figure, floor, value, holds: value !== null && value >= floor }
  })
}

/** Prints each floor of a file, and ends the process with 1 unless all hold. */
export function holdFloors(...given: Parameters<typeof checkFloors>): void {
  for (const { figure, floor, value, holds } of checkFloors(...given)) {
    const found = value === null ? 'not measured' : value.toFixed(4)
    console.log(`${holds ? 'holds' : 'BELOW'}  ${figure}: ${found}, floor ${floor}`)
    if (!holds) process.exitCode = 1
  }
}
