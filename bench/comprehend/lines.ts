/** Mentions as notes of one line: the main entity's yes against the linker's for the whole line. */

import type { ComprehendResult, LinkResult } from '../../src/contract.ts'
import type { EvaluationCase } from '../../src/library/evaluate.ts'

/** A mention with the linker's answer and with what is found in it as a note. */
export interface Line {
  readonly evaluationCase: EvaluationCase
  readonly linked: LinkResult<'icd-10-cm'>
  readonly comprehended: ComprehendResult<'icd-10-cm', 'problem'>
}

/** What a set of mentions shows. */
export interface LineFigures {
  readonly n: number
  /** Mentions that the linker links, and those among them whose main entity is linked to the same code. */
  readonly linker_yes: number
  readonly same_code: number
  /** Of these: the main entity is linked to another code; it is not linked. */
  readonly other_code: number
  readonly no_main_link: number
  /** Mentions that the linker does not link, and those whose main entity is linked all the same. */
  readonly linker_no: number
  readonly main_linked: number
  /** The latter without those that the linker refuses as several conditions. */
  readonly main_linked_of_one: number
  /** Mentions that should be linked, and that should not: how often the main entity is, and how often rightly. */
  readonly due: number
  readonly due_linked: number
  readonly due_right: number
  readonly undue: number
  readonly undue_linked: number
}

/** Counts what the lines show. */
export function lineFigures(lines: readonly Line[]): LineFigures {
  const yes = lines.filter((line) => linkerCode(line) !== undefined)
  const no = lines.filter((line) => linkerCode(line) === undefined)
  const same = yes.filter((line) => mainCode(line) === linkerCode(line))
  const none = yes.filter((line) => mainCode(line) === undefined)
  const though = no.filter((line) => mainCode(line) !== undefined)
  const due = lines.filter(({ evaluationCase }) => evaluationCase.link === true)
  const undue = lines.filter(({ evaluationCase }) => evaluationCase.link === false)
  const dueLinked = due.filter((line) => mainCode(line) !== undefined)
  return {
    n: lines.length,
    linker_yes: yes.length,
    same_code: same.length,
    other_code: yes.length - same.length - none.length,
    no_main_link: none.length,
    linker_no: no.length,
    main_linked: though.length,
    main_linked_of_one: though.filter((line) => !isSeveral(line)).length,
    due: due.length,
    due_linked: dueLinked.length,
    due_right: dueLinked.filter((line) => isRight(line)).length,
    undue: undue.length,
    undue_linked: undue.filter((line) => mainCode(line) !== undefined).length,
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

/** Why the linker does not link the line: its first result's reason. */
export function linkerReason({ linked }: Line): string {
  return linked.results[0]?.metadata.link_reason ?? ''
}

function isSeveral(line: Line): boolean {
  return linkerReason(line) === 'several_conditions'
}

function isRight(line: Line): boolean {
  const { gold = [], accept = [] } = line.evaluationCase
  return [...gold, ...accept].includes(mainCode(line)!)
}
