import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Evaluation } from '../src/library/evaluate.ts'

const MEASURES = ['top1', 'top5', 'linked_precision', 'coverage'] as const
const rate = z.number().min(0).max(1)

/** By set; a measure without a floor is not held to any. */
const floorsSchema = z.record(
  z.string(),
  z.strictObject({ top1: rate, top5: rate, linked_precision: rate, coverage: rate }).partial(),
)

/** A measure held to its floor; `value` is null when the set was not run or has nothing to count. */
export interface FloorCheck {
  readonly set: string
  readonly measure: (typeof MEASURES)[number]
  readonly floor: number
  readonly value: number | null
  readonly holds: boolean
}

/** Holds evaluations to the committed floors, bench/floors.json. A floor of a set that was not run does not hold. */
export function checkFloors(evaluations: ReadonlyMap<string, Evaluation>): FloorCheck[] {
  const file = new URL('floors.json', import.meta.url)
  const floors = floorsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(floors).flatMap(([set, own]) =>
    MEASURES.flatMap((measure) => {
      const floor = own[measure]
      if (floor === undefined) return []
      const value = evaluations.get(set)?.[measure] ?? null
      return [{ set, measure, floor, value, holds: value !== null && value >= floor }]
    }),
  )
}
