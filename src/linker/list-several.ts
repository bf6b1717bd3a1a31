import type { LinkReason, Meaning } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { NamedOntology } from '../ontologies/ontology.ts'
import { type Decided, mostUnlinked, rowsBehind, type Verdict } from './decide.ts'
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
 * abbreviation that is not linked for its several meanings has the code of each, and the rows of these codes come first.
 *
 * Takes verdicts. Gives them back, the first one with its conditions or meanings. Costs what linking these costs.
 */
export function listSeveralBy<Tools extends SeveralTools>(
  decideOn: DecideOn<Tools>,
): Stage<Decided, Decided, Tools> {
  return function listSeveral(decided, task) {
    const { verdicts, query } = decided
    const [first, ...others] = verdicts
    if (first === undefined) return decided
    if (first.reason === 'several_meanings')
      return { ...decided, verdicts: withMeanings(verdicts, query, task, decideOn) }
    const list = asList(first, task, decideOn)
    return list === undefined ? decided : { ...decided, verdicts: [list, ...others] }
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

/** The verdicts on an abbreviation of several meanings: the first one has these, and their rows lead. */
function withMeanings<Tools extends SeveralTools>(
  verdicts: readonly Verdict[],
  query: unknown,
  task: Task<Tools>,
  decideOn: DecideOn<Tools>,
): readonly Verdict[] {
  const texts = task.tools.ontology.policy?.meanings?.(query) ?? []
  const found = texts.slice(0, MAX_MEANINGS).map((text) => meaningOf(text, task, decideOn))
  const meanings = found.map(({ meaning }) => meaning)
  const [first, ...others] = verdicts
  const asked = { ...first!, meanings }
  const linked = found.flatMap(({ verdict }) => verdict ?? [])
  const isMeant = ({ concept }: Verdict) => linked.some((each) => each.concept === concept)
  // A name that is the mention itself says as much as a meaning does.
  if (asked.candidate.match.exactness > 0) {
    const own = linked.filter(
      ({ concept }, at) =>
        concept !== asked.concept && linked.findIndex((each) => each.concept === concept) === at,
    )
    return [asked, ...rowsBehind(asked, own), ...others.filter((row) => !isMeant(row))]
  }
  const known = verdicts.filter(isMeant)
  const isUnknown = ({ concept }: Verdict) => !known.some((each) => each.concept === concept)
  const rows = [...known, ...linked.filter(isUnknown), ...verdicts.filter((row) => !isMeant(row))]
  const [lead, ...rest] = rowsBehind(asked, rows)
  const { reason, question } = asked
  const proven = lead!.candidate
  return [{ ...lead!, reason, question, meanings, basis: 'partial', proven }, ...rest]
}

interface FoundMeaning {
  readonly meaning: Meaning
  /** Undefined if it is not linked. */
  readonly verdict?: Verdict
}

/** A meaning with the code that it is linked to; none if it is linked to none. */
function meaningOf<Tools extends SeveralTools>(
  text: string,
  task: Task<Tools>,
  decideOn: DecideOn<Tools>,
): FoundMeaning {
  const work = new Work(task.work.left)
  const request = { ...task.request, query: text, top_k: 1 }
  const [verdict] = decideOn({ ...task, request, work }).verdicts
  task.work.add(work.done)
  if (verdict?.reason !== 'linked') return { meaning: { text, term_id: null, term_name: null } }
  const { code, name } = task.tools.index.concept(verdict.concept)
  return { meaning: { text, term_id: code, term_name: name }, verdict }
}
