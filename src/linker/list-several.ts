import type { LinkReason, Meaning } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { NamedOntology } from '../ontologies/ontology.ts'
import { type Decided, mostUnlinked, type Verdict } from './decide.ts'
import type { Model } from './model.ts'
import type { Stage, Task } from './task.ts'

interface SeveralTools {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
  readonly model: Model
}

/** Sends a part of a list, or a meaning, through the stages from `read` to `decide`. */
type DecideOn<Tools> = (part: Task<Tools>) => Decided

/**
 * Stage 9. Recognizes mentions of several conditions, and lists them. In a written list, "DM, HTN", two parts would be linked by
 * themselves; a text that is linked as a whole is none, unless a semicolon parts it: "liver failure; liver transplant". An
 * abbreviation that is not linked for its several meanings has the code of each.
 *
 * Takes verdicts. Gives them back, the first one with its conditions or meanings. Costs what linking these costs.
 */
export function listSeveralBy<Tools extends SeveralTools>(
  decideOn: DecideOn<Tools>,
): Stage<Decided, Decided, Tools> {
  return function listSeveral(decided, task) {
    const [first, ...others] = decided.verdicts
    if (first === undefined) return decided
    const several =
      withMeanings(first, decided.query, task, decideOn) ?? asList(first, task, decideOn)
    return several === undefined ? decided : { ...decided, verdicts: [several, ...others] }
  }
}

/** Parts of a list that are looked at, the first ones, for two that would be linked. */
const TRIED_PARTS = 10
/** Conditions that make a list. */
const MIN_CONDITIONS = 2
/** Minimum Dice score of a name with a part of a list that it could be linked to. */
const PART_DICE = 0.6
/** A list leaves too much over for any one name: these reasons may come of that. */
const REASONS_A_LIST_CAN_CAUSE: ReadonlySet<LinkReason> = new Set([
  'ambiguous',
  'below_threshold',
  'name_adds',
  'name_incomplete',
])

/** The first verdict for a written list of conditions, with these; undefined for another text. */
function asList<Tools extends SeveralTools>(
  first: Verdict,
  task: Task<Tools>,
  decideOn: DecideOn<Tools>,
): Verdict | undefined {
  if (!mayBeList(first, task)) return undefined
  const conditions = conditionsIn(task, decideOn)
  if (conditions.length === 0) return undefined
  const { links } = task.tools.model.proofs.strictness[task.request.strictness]
  return {
    ...first,
    reason: 'several_conditions',
    conditions,
    probability: Math.min(first.probability, mostUnlinked(task.tools.model, links)),
  }
}

/**
 * Returns true if the first answer leaves part of the mention over and nothing else speaks against it, or if it is linked to words
 * from both sides of a semicolon.
 */
function mayBeList(
  { reason, candidate: { match } }: Verdict,
  { request, tools }: Task<SeveralTools>,
): boolean {
  const { splitsLists = false, partsAtSemicolons = false } = tools.ontology.policy ?? {}
  if (!splitsLists) return false
  if (reason === 'linked')
    return partsAtSemicolons && match.exactness < 1 && PARTING.test(request.query)
  return REASONS_A_LIST_CAN_CAUSE.has(reason) && match.matchedQueryMass < match.queryMass
}

/** A sign that no name has between its words. */
const PARTING = /;\s*\S/

/** The parts of a list, if two or more of them would be linked by themselves; else nothing. */
function conditionsIn<Tools>(task: Task<Tools>, decideOn: DecideOn<Tools>): readonly string[] {
  const parts = partsOf(task.request.query)
  // The shortest part costs least, and may show that there are no two.
  const tried = parts.slice(0, TRIED_PARTS).sort((a, b) => a.length - b.length)
  let found = 0
  for (const [i, query] of tried.entries()) {
    if (tried.length - i < MIN_CONDITIONS - found || task.work.isOver) break
    if (isLinked(query, task, decideOn)) found++
    if (found === MIN_CONDITIONS) return parts
  }
  return []
}

/** Returns true if a part of the list is linked by itself, with the steps that are left. */
function isLinked<Tools>(query: string, task: Task<Tools>, decideOn: DecideOn<Tools>): boolean {
  const request = { ...task.request, query, top_k: 1 }
  const work = new Work(task.work.left)
  const { verdicts } = decideOn({ ...task, request, work, minDice: PART_DICE })
  task.work.add(work.done)
  return verdicts[0]?.reason === 'linked'
}

/** Parts of a longer list are not all shown. */
const MAX_PARTS = 50
/** Separators of a list: "DM, HTN", "scabies; gout", "fever and cough", "fever as well as cough". */
const SEPARATOR = /[,;\n+&/]|\band\b|\bas well as\b/i

/** The parts of a text that is written like a list, in their order; none of any other text. */
export function partsOf(text: string): string[] {
  const parts = text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : []
}

/** Meanings that are looked up; an abbreviation seldom has more. */
const MAX_MEANINGS = 8

/** The first verdict for an abbreviation of several meanings, with these; undefined for another text. */
function withMeanings<Tools extends SeveralTools>(
  first: Verdict,
  query: unknown,
  task: Task<Tools>,
  decideOn: DecideOn<Tools>,
): Verdict | undefined {
  if (first.reason !== 'several_meanings') return undefined
  const texts = task.tools.ontology.policy?.meanings?.(query) ?? []
  const meanings = texts.slice(0, MAX_MEANINGS).map((text) => meaningOf(text, task, decideOn))
  return { ...first, meanings }
}

/** The code that a meaning is linked to; none if it is linked to none. */
function meaningOf<Tools extends SeveralTools>(
  text: string,
  task: Task<Tools>,
  decideOn: DecideOn<Tools>,
): Meaning {
  const work = new Work(task.work.left)
  const request = { ...task.request, query: text, top_k: 1 }
  const [first] = decideOn({ ...task, request, work }).verdicts
  task.work.add(work.done)
  if (first?.reason !== 'linked') return { text, term_id: null, term_name: null }
  const { code, name } = task.tools.index.concept(first.concept)
  return { text, term_id: code, term_name: name }
}
