import type { Assertion } from '../clinical/assertions.ts'
import { SAYS_OVER, SAYS_PAST } from '../clinical/history.ts'
import type { FindingKind } from '../clinical/qualifiers.ts'
import { CONTEXT, type Context, contextIn } from '../clinical/qualifiers.ts'
import type { SectionKind } from '../clinical/sections.ts'
import type { LinkResultItem, Trait, TraitName } from '../contract.ts'
import { madeOnce } from '../language/remember.ts'
import { refused } from './entity-linker.ts'
import { type Mention, nearby, placeIn, textOf } from './mentions.ts'
import type { Companion, FoundProblem, FoundProblems, ProblemTools } from './task.ts'

const OF_KIND: Readonly<Record<FindingKind, TraitName>> = {
  diagnosis: 'DIAGNOSIS',
  sign: 'SIGN',
  symptom: 'SYMPTOM',
}
/** The trait that says of a condition what each context does. */
export const OF_CONTEXT: Readonly<Record<Context, TraitName>> = {
  absent: 'NEGATION',
  suspected: 'LOW_CONFIDENCE',
  past: 'PAST_HISTORY',
  family: 'PERTAINS_TO_FAMILY',
  planned: 'HYPOTHETICAL',
}
const CONTEXTS = Object.keys(OF_CONTEXT) as Context[]
/** Certainty of the kind of a finding by its code, and if a section of observations or complaints says another one. */
const SURE = { byCode: 0.9, bySection: 0.8 } as const

/** Facts about a condition by its code alone. */
export interface CodeSays {
  readonly kind: FindingKind
  /** True if who ever had it has it still: "history of diabetes" is no past one. */
  readonly lasts: boolean
  /** Bits of {@link CONTEXT}: "ex-smoker" is a history by its code. */
  readonly context: number
}

/** A code of which the ontology says nothing. */
export const SAYS_NOTHING: CodeSays = { kind: 'diagnosis', lasts: false, context: 0 }
/** A condition without a code: words such as "guarding" name what is seen. */
export const NO_CODE: CodeSays = { kind: 'sign', lasts: false, context: 0 }

/** The traits of a condition: what it is by its code and section, and what the text and the code say of it. */
export function traitsOf(
  { kind, lasts, context: ofCode }: CodeSays,
  section: SectionKind | undefined,
  said: readonly Assertion[],
): Trait[] {
  const isSeen = section === 'examination' && kind === 'symptom'
  const traits: Trait[] = [
    isSeen
      ? { name: OF_KIND.sign, score: SURE.bySection }
      : { name: OF_KIND[kind], score: SURE.byCode },
  ]
  if (said.length === 0 && ofCode === 0) return traits
  const told = said.filter(
    ({ context, score }) => context !== 'past' || score >= (lasts ? SAYS_OVER : SAYS_PAST),
  )
  const scores = new Map(told.map(({ context, score }) => [context, score]))
  for (const context of CONTEXTS)
    if ((ofCode & CONTEXT[context]) !== 0 && !scores.has(context)) scores.set(context, SURE.byCode)
  // A relative's condition is a relative's, past or not: that it is over has no bearing on the patient.
  if (scores.has('family')) scores.delete('past')
  for (const [context, score] of scores) traits.push({ name: OF_CONTEXT[context], score })
  return traits
}

/** Contexts of a condition by its traits, as bits of {@link CONTEXT}. */
export function contextsOf(traits: readonly Trait[]): number {
  let bits = 0
  for (const { name } of traits)
    for (const context of CONTEXTS) if (OF_CONTEXT[context] === name) bits |= CONTEXT[context]
  return bits
}

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
  const { name } = concept
  const read = () => contextIn(analyzer.analyze(name)) & CONTEXT.past
  return { kind, lasts, context: madeOnce(contextsOfTitles, name, read, MAX_TITLES) }
}

/** Titles of codes that are kept with the contexts that they say. */
const MAX_TITLES = 10_000
const contextsOfTitles = new Map<string, number>()
