import type { LineFigures } from './lines.ts'
import type { Count, NoteFigures } from './notes.ts'

/** Figures of notes and lines by the names of their floors, floors.json beside this file. */
export function flooredFigures(
  notes: Pick<NoteFigures, 'spans' | 'traits' | 'first_code' | 'linked_though_not_had'>,
  lines: Pick<LineFigures, 'same_code' | 'linker_yes'>,
): Readonly<Record<string, number | null>> {
  const { spans, traits, first_code, linked_though_not_had: wrong } = notes
  return {
    'spans recall': spans.recall,
    'spans precision': spans.precision,
    ...Object.fromEntries(Object.entries(traits).map(([name, { f1 }]) => [name, f1])),
    'first code': ratio(first_code),
    'not linked where not had': ratio({ n: wrong.of - wrong.n, of: wrong.of }),
    "the linker's yes of lines": ratio({ n: lines.same_code, of: lines.linker_yes }),
  }
}

function ratio({ n, of }: Count): number | null {
  return of === 0 ? null : n / of
}
