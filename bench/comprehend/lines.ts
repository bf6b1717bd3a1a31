/** Mentions as notes of one line: the main entity's yes against the linker's for the whole line. */

import type { ComprehendResult, LinkResult } from '../../src/contract.ts'
import type { EvaluationCase } from '../../src/library/evaluate.ts'
import type { Count, NoteFigures } from './notes.ts'

/** A mention with the linker's answer and with what is found in it as a note. */
export interface Line {
  readonly evaluationCase: EvaluationCase
  readonly linked: LinkResult<'icd-10-cm'>
  readonly comprehended: ComprehendResult<'icd-10-cm', 'problem'>
}

/** Counts of what a set of mentions shows. */
export type LineFigures = ReturnType<typeof lineFigures>

export function lineFigures(lines: readonly Line[]) {
  const yes = lines.filter((line) => linkerCode(line) !== undefined)
  const no = lines.filter((line) => linkerCode(line) === undefined)
  const same = yes.filter((line) => mainCode(line) === linkerCode(line))
  const none = yes.filter((line) => mainCode(line) === undefined)
  const though = no.filter((line) => mainCode(line) !== undefined)
  return {
    n: lines.length,
    // Mentions that the linker links, and those of them whose main entity is linked to the same code, to another, not at all.
    linker_yes: yes.length,
    same_code: same.length,
    other_code: yes.length - same.length - none.length,
    no_main_link: none.length,
    // Mentions that the linker does not link, and those of them whose main entity is linked all the same, and rightly.
    linker_no: no.length,
    main_linked: though.length,
    main_linked_right: though.filter(isRight).length,
  }
}

/** The code that the linker links the whole line to. */
export function linkerCode({ linked }: Line): string | undefined {
  return linked.results.find(({ is_linked }) => is_linked)?.term_id
}

/** The code that the main entity of the line is linked to. */
export function mainCode({ comprehended: { main, entities } }: Line): string | undefined {
  if (main === null) return undefined
  return entities[main]!.results.find(({ is_linked }) => is_linked)?.term_id
}

function isRight(line: Line): boolean {
  const { gold = [], accept = [] } = line.evaluationCase
  return [...gold, ...accept].includes(mainCode(line)!)
}

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
