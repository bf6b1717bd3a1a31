import { CONTEXT, contextIn } from '../clinical/qualifiers.ts'
import type { LinkResultItem } from '../contract.ts'
import { refused } from './entity-linker.ts'
import { type Mention, nearby, placeIn, textOf } from './mentions.ts'
import type { Companion, FoundProblem, FoundProblems, ProblemTools } from './task.ts'
import { type CodeSays, contextsOf, NO_CODE, SAYS_NOTHING, traitsOf } from './traits.ts'

/** Every condition of a text with the code of its words alone; linear in the length of the text. */
export function companionsOf(
  { note, linker, problems }: Pick<FoundProblems, 'note' | 'linker' | 'problems'>,
  tools: ProblemTools,
): readonly Companion[] {
  return problems.map(({ mention, section, said, unclear, unclearDiagnosis }: FoundProblem) => {
    const name = textOf(note, mention)
    const whole = linker.link(mention.readAs ?? name)
    const core = whole[0]?.is_linked === true ? whole : linker.link(textOf(note, mention.core))
    const rows = core[0]?.is_linked === true && mention.readAs === undefined ? core : whole
    const [first] = mention.isGuessed ? refused(rows, 'several_meanings') : rows
    const code = codeOf(first, tools)
    const isClear =
      unclear.length === 0 && (code.kind !== 'diagnosis' || unclearDiagnosis.length === 0)
    return {
      ...{ mention, name, first },
      isPresent: isClear && contextsOf(traitsOf({ ...code, context: 0 }, section, said)) === 0,
    }
  })
}

/** The conditions around one that the patient has. */
export function presentNear({ companions }: FoundProblems, mention: Mention): readonly Companion[] {
  return nearby(companions(), mention).filter((each) => each.isPresent && each.mention !== mention)
}

/** True if the patient has a condition by all that the text says. */
export function isPresent({ companions }: FoundProblems, mention: Mention): boolean {
  return companions()[placeIn(companions(), mention)]?.isPresent === true
}

/** The code of a companion that is linked by its words alone; empty for others. */
export function codeOfLinked({ first }: Companion): string {
  return first?.is_linked === true ? first.term_id : ''
}

/** Facts about a condition by the code of the first candidate. */
export function codeOf(
  first: LinkResultItem | undefined,
  { index, findings, analyzer }: ProblemTools,
): CodeSays {
  if (first === undefined) return NO_CODE
  const concept = index.getConcept(first.term_id)
  if (concept === undefined) return SAYS_NOTHING
  const { columns } = index.arrays
  const kind = findings.kindOf(concept.id, columns) ?? SAYS_NOTHING.kind
  const lasts = findings.lasts(concept.id, columns)
  if (!first.is_linked || findings.contextOf(concept.id, columns) === 0)
    return { kind, lasts, context: 0 }
  return { kind, lasts, context: contextIn(analyzer.analyze(concept.name)) & CONTEXT.past }
}
