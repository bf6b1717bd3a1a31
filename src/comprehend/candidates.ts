import type { Assertion } from '../clinical/assertions.ts'
import { spineLevelsIn } from '../clinical/attributes.ts'
import { isKin } from '../clinical/kin.ts'
import { CONTEXT } from '../clinical/qualifiers.ts'
import type { Entity, LinkResultItem, Problem } from '../contract.ts'
import { isOfFetus, isOfMother } from './birth-codes.ts'
import { uncontradicted } from './contradictions.ts'
import { CUT_STAGES, isRightWithout, saysNameAndSide } from './details.ts'
import { type EntityLinker, refused, unproven, withFirst } from './entity-linker.ts'
import { type AskLinker, askLinker, type OtherKind } from './kinds/draft.ts'
import { ownCopyOf, TextLinks } from './link-memory.ts'
import { type Mention, type Note, placeOf, textOf } from './mentions.ts'
import { firstPlace } from './presence-words.ts'
import { topicOf } from './reservations/frames.ts'
import { inSentence, isOfSequelae, withSaid } from './sentence-codes.ts'
import { atTheirSite, bySiteElsewhere } from './sites-elsewhere.ts'
import { attributeAt, CERTAINTY, SIDES } from './spans.ts'
import { eyeBeside, isSideWord, sideOf, specificRow } from './specific-codes.ts'
import type {
  Found,
  FoundProblem,
  FoundProblems,
  Linked,
  LinkedProblem,
  ProblemTools,
  Stage,
} from './task.ts'
import { isOfContact, isOfReaction, withToldDetails } from './told-details.ts'
import { withToldSide } from './told-sides.ts'
import { codeOf, contextsOf, traitsOf } from './traits.ts'

/** Below this, candidates for a word such as "lesion" have nothing to do with it. */
const LEAST_OF_WORD = 0.3
const OPEN_EYE = /\bunspecified eye\b/i
/** In UTF-16 units: the longest level. */
const LONGEST_LEVEL = 12
/** Kinds of attributes without which a name can be found. */
const LEFT_OUT: ReadonlySet<string> = new Set(['ACUITY', 'DIRECTION', 'QUALITY'])

/**
 * Stage 9. Links each entity by its own vocabulary, a problem in the context that the text gives it.
 *
 * Takes entities that do not overlap. Gives them with their candidates and the traits that depend on these. Costs the steps
 * of each link; a mention that comes again in the text costs nothing.
 */
export const link: Stage<Found, Linked> = (found, task) => {
  const asks = new Map<OtherKind, (isNamed: boolean) => AskLinker>()
  for (const [kind, { linker, ontology, memory }] of task.tools.others) {
    const links = new TextLinks(memory, task.work)
    asks.set(kind, (isNamed) => askLinker({ linker, ontology, links, isNamed, ...task }))
  }
  const { problems, drafts } = found
  return {
    problems:
      problems?.problems.map((each) => linkProblem(each, problems, task.tools.problem!)) ?? [],
    others: drafts.flatMap(({ type, isNamed, link }): readonly Entity[] =>
      ownCopyOf(link(asks.get(type)!(isNamed))),
    ),
  }
}

function linkProblem(
  problem: FoundProblem,
  found: FoundProblems,
  tools: ProblemTools,
): LinkedProblem {
  const {
    mention,
    section,
    isInDoubt,
    said,
    unclear: unclearOfAll,
    unclearDiagnosis,
    attributes,
  } = problem
  const { note } = found
  const { begin, end } = placeOf(note, mention)
  const text = note.text.slice(begin, end)
  const named = inSentence(candidatesOf(found, mention, tools), found, mention, tools)
  const sited = atTheirSite(named, found, mention, attributes)
  const sided = withToldSide(sited, found, mention, tools.index)
  const own = withToldDetails(sided, found, mention, tools.index)
  const code = codeOf(own[0], tools)
  const traits = traitsOf(code, section, said)
  const unclear = code.kind === 'diagnosis' ? [...unclearOfAll, ...unclearDiagnosis] : unclearOfAll
  const contexts = contextsOf(traits)
  const placed =
    contexts === 0 && mention.readAs === undefined && !found.isMention
      ? bySiteElsewhere(own, found, mention, tools)
      : own
  const linked = isInDoubt
    ? refused(placed, 'name_incomplete')
    : inContext(found, placed, {
        ...{ name: text, contexts, said, unclear },
        isTopic: topicOf(note.text, note.words, mention) !== undefined,
        isTold: contextsOf(traitsOf({ ...code, context: 0 }, section, said)) !== 0,
      })
  const isLeft = [isOfSequelae, isOfMother, isOfFetus, isOfContact, isOfReaction].some((test) =>
    test(linked, note, mention),
  )
  const results = isLeft
    ? refused(linked, 'name_incomplete')
    : uncontradicted(linked, found, mention, tools)
  const entity = {
    ...{ type: 'problem', text, begin_offset: begin, end_offset: end, score: mention.certainty },
    ...{ traits, attributes, results: ownCopyOf(results) },
  } as Problem
  return { problem: entity, section }
}

function candidatesOf(
  { note, linker, whole, isMention }: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  if (whole !== undefined && isMention) return whole
  const { readAs, isGuessed } = mention
  const known = byRegion(note, mention, linker) ?? byDrug(note, mention, linker)
  if (known !== undefined) return known
  const rows =
    readAs === undefined ? sidedCandidates(note, mention, linker, tools) : linker.link(readAs)
  if (isGuessed) return refused(rows, 'several_meanings')
  if (mention.isCombined) return refused(rows, 'name_incomplete')
  return mention.certainty <= CERTAINTY.word && (rows[0]?.score ?? 0) < LEAST_OF_WORD ? [] : rows
}

/** The candidates of a condition with a level of the spine before it, by its region: "T8-9 discitis". */
function byRegion(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  const { begin } = placeOf(note, mention)
  const before = note.text.slice(Math.max(0, begin - LONGEST_LEVEL), begin)
  if (!/\d\s$/.test(before)) return undefined
  const level = spineLevelsIn(before).find(({ end }) => end === before.length - 1)
  if (level === undefined) return undefined
  const rows = linker.link(`${level.region} ${textOf(note, mention)}`)
  return rows[0]?.is_linked === true ? rows : undefined
}

/** The candidates of a condition that is due to a drug, if its code says so: "obesity due to olanzapine". */
function byDrug(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  if (mention.isByDrug !== true) return undefined
  const rows = linker.link(`drug-induced ${textOf(note, mention)}`)
  return rows[0]?.is_linked === true ? rows : undefined
}

/** The candidates of a mention as it is written, with the code for the eye or the side that the text says. */
function sidedCandidates(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const rows = linker.candidates(
    wholeOf(note, mention),
    () => shorterWays(note, mention),
    (named, whole) => isRightWithout(note, mention, named, whole, { ...tools, work: linker.work }),
  )
  const eye = () => eyeBeside(note, mention)
  return withSaid(rows, OPEN_EYE, eye, linker, tools) ?? onSide(rows, note, mention, linker, tools)
}

/**
 * The candidates with the code for the side that a mention says, if the first one's leaves it open: "Rt ASOM". It is linked if
 * the mention says no more than its side and a name that is linked, or parts of the body besides that tell nothing.
 */
function onSide(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first === undefined || first.is_linked) return rows
  const own = note.words.slice(mention.from, mention.to)
  const side = sideOf(own.map(({ form }) => form))
  if (side === undefined) return rows
  const [core] = linker.link(textOf(note, mention.core))
  const isAlone =
    core?.is_linked === true &&
    saysNameAndSide(note, mention, core, { ...tools, work: linker.work })
  const sidedCore = isAlone ? specificRow(core, side, tools.index, linker) : undefined
  if (sidedCore !== undefined) return withFirst(linkedAs(sidedCore), rows)
  const sided = specificRow(first, side, tools.index, linker)
  if (sided === undefined) return rows
  const rest = own.filter(({ form }) => !isSideWord(form))
  const name = rest.map(({ start, end }) => note.text.slice(start, end)).join(' ')
  const [named] = linker.link(name)
  const isProven = named?.is_linked === true && named.term_id === first.term_id
  return withFirst(isProven ? linkedAs(sided) : sided, rows)
}

function linkedAs(row: LinkResultItem): LinkResultItem {
  const metadata = { ...row.metadata, link_reason: 'linked' }
  return { ...row, is_linked: true, metadata } as LinkResultItem
}

/** A mention as it is written with all its attributes. */
function wholeOf(note: Note, mention: Mention): string {
  return withSide(note, mention) ?? withStage(note, mention) ?? textOf(note, mention)
}

/** A mention without a side in words, its name alone, and that without sides and degrees. */
function shorterWays(note: Note, mention: Mention): string[] {
  const { text, words, attributes } = note
  const { core } = mention
  const isSaid = (at: number) => LEFT_OUT.has(attributeAt(attributes, at)?.type ?? '')
  const named = words
    .slice(core.from, core.to)
    .filter((_, i) => !isSaid(core.from + i))
    .map(({ start, end }) => text.slice(start, end))
  const isSided = withSide(note, mention) !== undefined
  return [
    ...(isSided ? [withStage(note, mention) ?? textOf(note, mention)] : []),
    textOf(note, core),
    ...(named.length > 0 ? [named.join(' ')] : []),
  ]
}

/** Text behind the letter of a side that is worse than the other: "OA knees R>L". */
const LONGEST_WORSE = 6
const WORSE = /^\s?[<>]+\s?[LR](?!\p{L})/u

/** A mention that ends with the letter of a side in brackets, or of the worse one, with the side in words: "Ca breast (L)". */
function withSide(note: Note, { from, to }: Mention): string | undefined {
  const last = note.words[to - 1]!
  if (to - from === 1 || !SIDES.has(last.form)) return undefined
  const isOfBoth = WORSE.test(note.text.slice(last.end, last.end + LONGEST_WORSE))
  const side = isOfBoth ? 'bilateral' : last.optional ? SIDES.get(last.form) : undefined
  return side === undefined ? undefined : `${side} ${textOf(note, { from, to: to - 1 })}`
}

/** A mention with the word of its stage written out; undefined if it has none that is cut. */
function withStage(note: Note, mention: Mention): string | undefined {
  const { text, words, attributes } = note
  const isCut = (at: number) =>
    CUT_STAGES.has(words[at]!.form) && attributeAt(attributes, at)?.type === 'QUALITY'
  const at = firstPlace(mention.from, mention.to, isCut)
  if (at === undefined) return undefined
  const { begin, end } = placeOf(note, mention)
  const { form, start, end: cut } = words[at]!
  const rest = text.slice(cut, end).replace(/^\.?\s?/, ' ')
  return `${text.slice(begin, start)}${CUT_STAGES.get(form)}${rest}`
}

/** A mention with its statements, which may keep it from being linked as a present condition of the patient's own. */
interface Stated {
  readonly name: string
  /** Bits of {@link CONTEXT}. */
  readonly contexts: number
  /** True if the text says one of these, and not the code alone: "fall risk". */
  readonly isTold: boolean
  readonly said: readonly Assertion[]
  readonly unclear: readonly string[]
  /** True if it is only the topic of a job or a study, and no history of anybody: "his mother is a TB nurse". */
  readonly isTopic: boolean
}

/** A pronoun, which is unclear only where it may be another person's. */
const OTHER_PERSON = /^(?:he|herself|himself|she)$/i

/** The candidates of a mention in the context that the text gives it; what is proven with its context stays so. */
function inContext(
  { linker, isMention }: FoundProblems,
  rows: readonly LinkResultItem[],
  { name, contexts, isTold, said, unclear, isTopic }: Stated,
): readonly LinkResultItem[] {
  // "His wife came. She had a stroke last year".
  const isOfOther = contexts === CONTEXT.past && unclear.some((word) => OTHER_PERSON.test(word))
  if (unclear.length > 0 && (!isTold || isOfOther)) return unproven(rows, unclear)
  if (isTopic) return refused(rows, 'context_differs')
  if (isMention && rows[0] !== undefined && linker.says(rows[0], contexts)) return rows
  const relative = said.find(({ context }) => context === 'family')
  if (relative !== undefined && !isKin(relative.because)) return refused(rows, 'context_differs')
  return linker.inContext(rows, contexts, name)
}
