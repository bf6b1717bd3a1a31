import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { LineFigures } from './lines.ts'
import type { Count, NoteFigures } from './notes.ts'

const floorsSchema = z.record(z.string(), z.number().min(0).max(1))

/** A figure of clinical text held to its floor. */
export interface FloorCheck {
  readonly figure: string
  readonly floor: number
  /** Null where there is nothing to count. */
  readonly value: number | null
  readonly holds: boolean
}

/** Holds figures of notes and lines to the committed floors, floors.json beside this file. */
export function checkFloors(
  notes: Pick<NoteFigures, 'spans' | 'traits' | 'first_code' | 'linked_though_not_had'>,
  lines: Pick<LineFigures, 'same_code' | 'linker_yes'>,
): FloorCheck[] {
  const file = new URL('floors.json', import.meta.url)
  const floors = floorsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { spans, traits, first_code, linked_though_not_had } = notes
  const values: Readonly<Record<string, number | null>> = {
    'spans recall': spans.recall,
    'spans precision': spans.precision,
    ...Object.fromEntries(Object.entries(traits).map(([name, { f1 }]) => [name, f1])),
    'first code': ratio(first_code),
    'not linked where not had': ratio({
      n: linked_though_not_had.of - linked_though_not_had.n,
      of: linked_though_not_had.of,
    }),
    "the linker's yes of lines": ratio({ n: lines.same_code, of: lines.linker_yes }),
  }
  return Object.entries(floors).map(([figure, floor]) => {
    const value = values[figure] ?? null
    return { figure, floor, value, holds: value !== null && value >= floor }
  })
}

function ratio({ n, of }: Count): number | null {
  return of === 0 ? null : n / of
}
