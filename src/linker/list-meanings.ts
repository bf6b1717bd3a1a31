import type { Meaning } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { NamedOntology } from '../ontologies/ontology.ts'
import type { Decided } from './decide.ts'
import type { Stage, Task } from './task.ts'

interface MeaningTools {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
}

/** Meanings that are looked up; an abbreviation seldom has more. */
const MAX_MEANINGS = 8

/**
 * Stage 10. Gives the codes of what an abbreviation may mean, if the first answer is not linked for its several meanings.
 *
 * Takes verdicts. Gives them back, the first one with the meanings. Costs what linking the meanings costs.
 *
 * @param decideOn sends a meaning through the stages from `read` to `decide`
 */
export function listMeaningsBy<Tools extends MeaningTools>(
  decideOn: (meaning: Task<Tools>) => Decided,
): Stage<Decided, Decided, Tools> {
  return function listMeanings(decided, task) {
    const [first, ...others] = decided.verdicts
    if (first?.reason !== 'several_meanings') return decided
    const texts = task.tools.ontology.policy?.meanings?.(decided.query) ?? []
    const meanings = texts.slice(0, MAX_MEANINGS).map((text) => meaningOf(text, task, decideOn))
    return { ...decided, verdicts: [{ ...first, meanings }, ...others] }
  }
}

/** The code that a meaning is linked to; none if it is linked to none. */
function meaningOf<Tools extends MeaningTools>(
  text: string,
  task: Task<Tools>,
  decideOn: (meaning: Task<Tools>) => Decided,
): Meaning {
  const work = new Work(task.work.left)
  const request = { ...task.request, query: text, top_k: 1 }
  const [first] = decideOn({ ...task, request, work }).verdicts
  task.work.add(work.done)
  if (first?.reason !== 'linked') return { text, term_id: null, term_name: null }
  const { code, name } = task.tools.index.concept(first.concept)
  return { text, term_id: code, term_name: name }
}
