import type { Word } from '../language/analyze.ts'
import { type Chart, readChart, type Said, type Span } from './chart.ts'
import type { TerminatorKind } from './context-phrases.ts'
import { lasts, weighPast } from './history.ts'
import { emptyLayer, type Layer, paint, type Scopes } from './layers.ts'
import { CONTEXT, type Context } from './qualifiers.ts'
import { QUESTION, readScopes } from './scopes.ts'
import { type SectionKind, type Sentence, saidBySection } from './sections.ts'

/** A condition that may be named in a text: the words of [from, to). */
export interface Target extends Span {}

/** One thing that a text says of a target. */
export interface Assertion extends Said {
  readonly context: Context
}

/** "Gout or pseudogout". */
const CHOICE = { score: 0.8, because: 'or' }
const CONTEXTS = Object.keys(CONTEXT) as Context[]
/** Contexts of the patient alone: the time at which a relative had it, or may have given it, does not matter. */
const OF_PATIENT: ReadonlySet<Context> = new Set(['past', 'planned'])
/** Plans that are about a relative's own risk. */
const RISKS = /^(?:at .*risk|chance|genetic|.*\brisk of|.*\btest(?:ed|ing)|.*\bscreen(?:ed|ing))\b/
/** Plans that are questions to the patient, too. */
const ASKS = /^(?:precautions$|red flags?|danger signs?|screened)/
/** Plans for a time or a case that may come: "if no stool". */
const DEPENDS =
  /\b(?:avoid|back|call|case|if|once|report|return|ring|seek|should|till|unless|until|watch|when|whenever)\b/
/** Tests of a condition in doubt: "?covid - swab sent". */
const AWAITED =
  /\b(?:awaited|booked|done|due|ordered|pending|planned|requested|scheduled|sent|taken|today)$/
/** Within a section, what ends what it says. */
const SECTION_ENDS: ReadonlySet<TerminatorKind> = new Set(['turn', 'now'])

/**
 * The contexts of each target, in order of {@link CONTEXT}; none if the text says that it is present. Never throws on any
 * text. Linear in the length of the text and the targets.
 *
 * @param words all words of the text, `sentences` those of {@link readSentences}
 * @throws MedlinkError `data_invalid`
 */
export function assertionsFor(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
  targets: readonly Target[],
): readonly (readonly Assertion[])[] {
  return assertionsIn(readChart(text, words, sentences), sentences, targets)
}

/** The same of a chart that has been read. */
export function assertionsIn(
  chart: Chart,
  sentences: readonly Sentence[],
  targets: readonly Target[],
): readonly (readonly Assertion[])[] {
  return targets.map(readStatements(chart, sentences))
}

/** The contexts of any target of a text, in order of {@link CONTEXT}. */
export type Statements = (target: Target) => readonly Assertion[]

/** Reads the scopes of a text once, for all targets. Linear in the length of the text. */
export function readStatements(chart: Chart, sentences: readonly Sentence[]): Statements {
  const { words } = chart
  const scopes = readScopes(chart, sentences)
  const sectionLayers = paintSections(chart, sentences)
  const sentenceOf = new Int32Array(words.length)
  for (const [i, { from, to }] of sentences.entries()) sentenceOf.fill(i, from, to)
  return (target) => {
    const found: Assertion[] = []
    for (const context of CONTEXTS) {
      const layer = sectionLayers.get(context)
      const byWords = surest(
        aheadOf(chart, scopes, context, target),
        read(scopes.behind[context], target.to - 1),
      )
      const bySection = layer && read(layer, target.from)
      // A condition that a past history denies is past only if the denial names the past: "no h/o".
      const isDenied = context === 'past' && found[0]?.context === 'absent' && byWords === undefined
      const told = isDenied ? undefined : surest(byWords, bySection)
      const sentence = sentences[sentenceOf[target.from]!]
      const isAsserted = scopes.asserted[target.to - 1] === 1
      const said = context === 'past' ? weighPast(chart, target, sentence, told, isAsserted) : told
      if (said !== undefined) found.push({ context, ...said })
    }
    if (found.length === 0 && scopes.choices[target.from] === 1)
      found.push({ context: 'suspected', ...CHOICE })
    if (found[0]?.context === 'absent') dropAsked(found, isDenialNearer(scopes, target))
    else if (found[0]?.context === 'suspected') dropPlan(found, AWAITED)
    const isFamily = found.some(({ context }) => context === 'family')
    return isFamily ? found.filter(isOfRelative) : found
  }
}

/**
 * Drops the plan from findings that were asked for and denied: "red flags: fever, weight loss - nil"; and if the denial is
 * the nearer of the two: "screening: no aneurysm".
 */
function dropAsked(found: Assertion[], isNearer: boolean): void {
  const plan = found.find(({ context }) => context === 'planned')
  dropPlan(found, isNearer && plan !== undefined && !DEPENDS.test(plan.because) ? /^/ : ASKS)
}

function dropPlan(found: Assertion[], by: RegExp): void {
  const at = found.findIndex(({ context, because }) => context === 'planned' && by.test(because))
  if (at >= 0) found.splice(at, 1)
}

/** True if a denial is between the trigger of a plan and a target. */
function isDenialNearer({ ahead: { absent, planned } }: Scopes, { from }: Target): boolean {
  return absent.scores[from]! > 0 && absent.sources[from]! > planned.sources[from]!
}

/** True if a relative's condition may be so: "her children are at risk of", but a time or a plan is the patient's. */
function isOfRelative({ context, because }: Assertion): boolean {
  return !OF_PATIENT.has(context) || (context === 'planned' && RISKS.test(because))
}

function surest(...all: readonly (Said | undefined)[]): Said | undefined {
  let best: Said | undefined
  for (const one of all)
    if (one !== undefined && (best === undefined || one.score > best.score)) best = one
  return best
}

function read({ scores, because }: Layer, at: number): Said | undefined {
  const score = scores[at] ?? 0
  return score > 0 ? { score, because: because[at]! } : undefined
}

/**
 * The words before the target decide, unless the words after it say that it is present. A target that begins with a trigger
 * is in its scope: "status post splenectomy".
 */
function aheadOf(chart: Chart, scopes: Scopes, context: Context, target: Target): Said | undefined {
  const layer = scopes.ahead[context]
  const mark = chart.marks[chart.markOf[target.from]!]
  const isTrigger = context === 'past' && mark?.from === target.from && mark.to < target.to
  const said = read(layer, isTrigger ? mark.to : target.from)
  if (said === undefined || context !== 'absent') return said
  if (scopes.asserted[target.to - 1] === 1) return undefined
  const { itemsUpTo, tokens } = chart
  const isLater = itemsUpTo[target.from]! > itemsUpTo[Math.max(0, layer.sources[target.from]! - 1)]!
  // "No vomiting, vertigo?".
  const isDoubted = read(scopes.behind.suspected, target.to - 1)?.because === QUESTION.phrase
  const isThere = isDoubted || (tokens[target.from - 1] !== 'or' && lasts(chart, target))
  return isLater && isThere ? undefined : said
}

/** Contexts of words by their sections, up to the point where the text turns to the present or to the patient. */
function paintSections(chart: Chart, sentences: readonly Sentence[]): ReadonlyMap<Context, Layer> {
  const layers = new Map<Context, Layer>()
  for (const { from, to, heading, section } of sentences) {
    const says = section && saidBySection(section)
    if (says === undefined) continue
    const start = heading?.to ?? from
    const layer = layers.get(says.context) ?? emptyLayer(chart.words.length)
    layers.set(says.context, layer)
    const end = endOfSection(chart, start, to, says.context)
    paint(layer, start, end, { phrase: section as SectionKind, score: says.score }, start)
  }
  return layers
}

function endOfSection(
  { marks, markOf }: Chart,
  from: number,
  to: number,
  context: Context,
): number {
  for (let at = from; at < to; at++) {
    const ends = markOf[at]! >= 0 ? marks[markOf[at]!]!.ends : undefined
    if (ends === undefined) continue
    if (context === 'family' ? ends === 'patient' : SECTION_ENDS.has(ends)) return at
  }
  return to
}
