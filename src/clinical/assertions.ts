import type { Word } from '../language/analyze.ts'
import { paintAdvice } from './advice.ts'
import { type Chart, readChart, type Said, type Span } from './chart.ts'
import { isRole, type TerminatorKind } from './context-phrases.ts'
import { lasts, weighPast } from './history.ts'
import { emptyLayer, emptyScopes, type Layer, paint, type Scopes } from './layers.ts'
import { paintPastTimes } from './past-times.ts'
import { CONTEXT, type Context } from './qualifiers.ts'
import { paintFrom, type Reach } from './reach.ts'
import { paintIndication, paintOrders, paintReactions } from './reasons.ts'
import { type SectionKind, type Sentence, saidBySection } from './sections.ts'
import { paintLabels, paintSigns, QUESTION } from './signs.ts'
import { paintTrigger } from './triggers.ts'
import { isDrugWord } from './word-kinds.ts'

/** A condition that may be named in a text: the words of [from, to). */
export interface Target extends Span {}

/** One thing that a text says of a target. */
export interface Assertion extends Said {
  readonly context: Context
}

/** A statement with the word behind what says so. */
interface Read extends Said {
  readonly source: number
}

/** The surest statement of a context, and if it follows its target. */
interface Told extends Read {
  readonly isBehind: boolean
}

/** "Gout or pseudogout". */
const CHOICE = { score: 0.8, because: 'or' }
const CONTEXTS = Object.keys(CONTEXT) as Context[]
/** Plans that are about a relative's own risk. */
const RISKS = /^(?:at .*risk|chance|genetic|.*\brisk of|.*\btest(?:ed|ing)|.*\bscreen(?:ed|ing))\b/
/** Plans that hold though they are doubted, too: "return for pain, may be an abscess". */
const CONDITIONAL =
  /\b(?:911|999|advice|alert|aware|call|case|come|counsel\w*|discussed|ed|else|emergency|er|expect|explained|f\/u|if|lest|phone|report|return|review|ring|seek|should|spoke|sos|stop|talk\w*|taught|told|unless|warn\w*|when(?:ever)?|withhold|worried about)\b/
/** Plans that are questions to the patient, too. */
const ASKS =
  /^(?:precautions$|red flags?|danger signs?|(?:checked|hunted|looked|screened|searched|sought)\b)/
/** Plans for a time or a case that may come: "if no stool". */
const DEPENDS =
  /\b(?:avoid|back|call|case|if|once|report|return|ring|seek|should|till|unless|until|watch|when|whenever)\b/
/** Doubts that a denial takes back: "no signal change to suggest Pott's spine". */
const POINTS_TO = /\b(?:concerning|indicat\w+|point\w*|suggest\w*|suspicious)\b/
/** Between what is thought and what is not. */
const PREFERS = /^(?:instead of|not|rather than)$/
/** "Diabetes screen neg": the verdict is on what the test was for. */
const TESTS = /\b(?:screen(?:ing)?|swabs?|tests?|workup)$/
/** Tests of a condition in doubt: "?covid - swab sent". */
const AWAITED =
  /\b(?:awaited|booked|done|due|ordered|pending|planned|requested|scheduled|sent|taken|today)$/
const NAMES_PAST = /\b(?:episodes?|formerly|h\/o|history|hx|past|pmh|previous(?:ly)?|prior)\b/
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
    const told = new Map<Context, Told>()
    for (const context of CONTEXTS) {
      const layer = sectionLayers.get(context)
      const ahead = aheadOf(chart, scopes, context, target)
      const behind = read(scopes.behind[context], lastOf(chart, context, target))
      const byWords = surest(ahead, behind)
      const bySection = layer && read(layer, target.from)
      const denial = context === 'past' ? told.get('absent') : undefined
      const any =
        denial === undefined || (byWords !== undefined && namesPast(byWords, denial, target))
          ? surest(byWords, bySection)
          : undefined
      if (any !== undefined) told.set(context, { ...any, isBehind: any === behind })
      const sentence = sentences[sentenceOf[target.from]!]
      const isAsserted = scopes.asserted[target.to - 1] === 1
      const said = context === 'past' ? weighPast(chart, target, sentence, any, isAsserted) : any
      if (said !== undefined) found.push({ context, score: said.score, because: said.because })
    }
    if (found.length === 0 && scopes.choices[target.from] === 1)
      found.push({ context: 'suspected', ...CHOICE })
    return settle(found, told, (from) => chart.itemsUpTo[target.from]! > chart.itemsUpTo[from]!)
  }
}

/**
 * The contexts that hold together. What is denied or doubted where a test, a screen or an aim only named it is no plan:
 * "skin screening: no melanoma, suspected naevus". A relative's condition is no plan of the patient's, but what is prevented
 * in the patient is no relative's: "mother with hepatitis B, vaccine given to prevent hepatitis B".
 */
function settle(
  found: Assertion[],
  told: ReadonlyMap<Context, Told>,
  isLaterItem: (than: number) => boolean,
): readonly Assertion[] {
  const drops = new Set<Context>()
  const plan = told.get('planned')
  const relative = told.get('family')
  const denial = told.get('absent')
  const doubt = told.get('suspected')
  if (denial !== undefined && doubt !== undefined && !denial.isBehind && !doubt.isBehind) {
    const isInDenial = denial.source <= doubt.source && POINTS_TO.test(doubt.because)
    // "I suspect gout rather than cellulitis".
    const isInDoubt = denial.source > doubt.source && PREFERS.test(denial.because)
    if (isInDenial || isInDoubt) drops.add('suspected')
  }
  if (plan !== undefined) {
    for (const context of ['absent', 'suspected'] as const) {
      const other = told.get(context)
      if (other === undefined) continue
      const isDenial = context === 'absent'
      const holds = isDenial
        ? DEPENDS.test(plan.because) && !other.isBehind
        : CONDITIONAL.test(plan.because)
      const isTested = isDenial && other.isBehind && plan.isBehind && TESTS.test(plan.because)
      if (isTested) drops.add('planned')
      else if (isDenial ? ASKS.test(plan.because) : AWAITED.test(plan.because)) drops.add('planned')
      else if (holds && !isDenial) drops.add('suspected')
      else if (!holds && isNearer(other, plan)) drops.add('planned')
      // "No cough, TB screening".
      else if (isDenial && isNearer(plan, other) && isLaterItem(other.source - 1))
        drops.add('absent')
    }
    if (relative !== undefined && !RISKS.test(plan.because))
      drops.add(!plan.isBehind && isNearer(plan, relative) ? 'family' : 'planned')
  }
  // The time at which a relative had it does not matter.
  if (relative !== undefined && !drops.has('family')) drops.add('past')
  return found.filter(({ context }) => !drops.has(context))
}

/** True if one statement is nearer to its target than another; one that follows is nearer than one that precedes. */
function isNearer(one: Told, other: Told): boolean {
  if (one.isBehind !== other.isBehind) return one.isBehind
  return one.isBehind ? one.source <= other.source : one.source > other.source
}

/** True if a denial names the past, "no h/o jaundice", or the words of the past do: "never had fits as a toddler" is a denial. */
function namesPast(past: Read, denial: Told, { from }: Target): boolean {
  // "No sleep for 2 days in college".
  if (denial.source > from && !denial.isBehind) return true
  return past.because === denial.because || NAMES_PAST.test(past.because)
}

function surest(...all: readonly (Read | undefined)[]): Read | undefined {
  let best: Read | undefined
  for (const one of all)
    if (one !== undefined && (best === undefined || one.score > best.score)) best = one
  return best
}

function read({ scores, because, sources }: Layer, at: number): Read | undefined {
  const score = scores[at] ?? 0
  return score > 0 ? { score, because: because[at]!, source: sources[at]! } : undefined
}

/** The word of a target of which the words after it speak: the one before a time of its own, "asthma in childhood". */
function lastOf({ markAt }: Chart, context: Context, { from, to }: Target): number {
  const mark = markAt[to - 1]
  const isTime =
    context === 'past' &&
    mark !== undefined &&
    mark.from > from &&
    mark.phrase.startsWith('in ') &&
    mark.rules.some((rule) => rule.context === 'past')
  return isTime ? mark.from - 1 : to - 1
}

/**
 * The words before the target decide, unless the words after it say that it is present. A target that begins with a trigger
 * is in its scope: "status post splenectomy".
 */
function aheadOf(chart: Chart, scopes: Scopes, context: Context, target: Target): Read | undefined {
  const layer = scopes.ahead[context]
  const mark = chart.markAt[target.from]
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

/** Statements by the triggers and marks of a chart. Linear in its length. */
function readScopes(chart: Chart, sentences: readonly Sentence[]): Scopes {
  const scopes = emptyScopes(chart.words.length)
  let next = 0
  for (const [i, sentence] of sentences.entries()) {
    while (next < chart.marks.length && chart.marks[next]!.from < sentence.to)
      paintTrigger(chart, sentence, chart.marks[next++]!, scopes)
    paintSigns(chart, sentence, scopes)
    paintReactions(chart, sentence, scopes)
    paintOrders(chart, sentence, scopes)
    paintIndication(chart, sentence, scopes)
    paintPastTimes(chart, sentence, scopes)
    paintAdvice(chart, sentence, scopes)
    paintLabels(chart, sentence, scopes)
    if (chart.gaps.lines[sentence.to] === 1) paintList(chart, sentences, i, scopes)
  }
  return scopes
}

/**
 * Notes what the words before a list of lines say of each: "Denies:", "no history of" above bullets, "possible" as a line of its
 * own. The list ends at a blank line, a heading or a line without a bullet below bullets; without any, where something else is
 * said or a sentence ends.
 */
function paintList(chart: Chart, sentences: readonly Sentence[], at: number, scopes: Scopes): void {
  const lead = leadOf(chart, sentences[at]!) ?? leadOfItem(chart, sentences[at]!)
  if (lead === undefined) return
  const { markAt, gaps } = chart
  const isBulleted = gaps.bullets[sentences[at]!.to] === 1
  for (let next = at + 1; next < sentences.length; next++) {
    const sentence = sentences[next]!
    const { from, to, heading } = sentence
    if (heading !== undefined || (gaps.blanks[from] === 1 && next > at + 1)) return
    if (isBulleted ? gaps.bullets[from] === 0 : gaps.blanks[from] === 1) return
    if (lead.isOfItem === true && (to - from > LONGEST_ITEM || gaps.ends[to] === 1)) return
    if (markAt[from] === undefined)
      for (const rule of lead.rules) paintFrom(chart, sentence, from, rule, scopes)
    else if (!isBulleted) return
    if (lead.isLine && !isBulleted && gaps.ends[to] === 1) return
  }
}

/** Words that open a list of lines. */
interface Lead {
  readonly rules: readonly (Reach & { readonly phrase: string })[]
  /** True if they are the whole line. */
  readonly isLine: boolean
  /** True if the first item of the list is in the same line. */
  readonly isOfItem?: boolean
}

/** In words, of an item of such a list, and of what is before its label. */
const LONGEST_ITEM = 4
const LONGEST_SUBJECT = 2

/** "Excluded: pulmonary embolism" above lines of bare names: the label is about all of them. */
function leadOfItem({ markAt, gaps }: Chart, { from, to, heading }: Sentence): Lead | undefined {
  if (heading !== undefined || gaps.bullets[to] === 1 || gaps.ends[to] === 1) return undefined
  let at = from
  while (at < Math.min(to, from + LONGEST_SUBJECT) && markAt[at] === undefined) at++
  const mark = markAt[at]
  if (mark === undefined || mark.to >= to || to - mark.to > LONGEST_ITEM) return undefined
  if (gaps.stops[mark.to] === 0 || gaps.commas[mark.to] === 1) return undefined
  for (let next = mark.to; next < to; next++)
    if (markAt[next] !== undefined || gaps.commas[next] === 1) return undefined
  const rules = mark.rules.flatMap(({ context, reach, score }) =>
    context === 'absent' || context === 'suspected'
      ? [{ phrase: mark.phrase, context, reach, score }]
      : [],
  )
  return rules.length === 0 ? undefined : { rules, isLine: false, isOfItem: true }
}

/** The words of a sentence that open the list of lines below; undefined if it has none. */
function leadOf(chart: Chart, { from, to, heading }: Sentence): Lead | undefined {
  const { words, tokens, markAt, gaps } = chart
  const first = heading?.to ?? from
  let last = to - 1
  const isSilent = (at: number) => (markAt[at]?.rules.length ?? 0) === 0
  while (last > first && isSilent(last) && (isListing(words[last]!) || isDrugWord(tokens[last]!)))
    last--
  const mark = markAt[last]
  if (mark === undefined || gaps.ends[to] === 1) return undefined
  const isLine = mark.from === from && heading === undefined && gaps.lines[to] === 1
  // "Fever", "no", "cough" below each other are a question, its answer and the next question.
  const isFresh = first === 0 || gaps.blanks[first] === 1 || gaps.ends[first] === 1
  const isOpen = isLine && last === to - 1 && (isFresh || !isRole(tokens[first]!, 'answer'))
  if (gaps.lists[to] === 0 && gaps.bullets[to] === 0 && !isOpen) return undefined
  // "Ruled out", by itself, is about what follows, too; "PE ruled out" is not.
  const isSubject = (at: number) => words[at]!.stop || markAt[at]?.ends === 'patient'
  const hasSubject = Array.from({ length: mark.from - first }, (_, i) => first + i).every(isSubject)
  const isAhead = hasSubject || mark.rules.every(({ direction }) => direction === 'forward')
  const rules = mark.rules.flatMap(({ context, direction, reach, score }) =>
    context === 'none' || context === 'present' || !(isLine || (isAhead && direction === 'forward'))
      ? []
      : [{ phrase: mark.phrase, context, reach, score }],
  )
  return rules.length === 0 ? undefined : { rules, isLine }
}

/** True for a word between what opens a list and its lines: "denies the following". */
function isListing({ form, stop }: Word): boolean {
  return stop || isRole(form, 'listing')
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

function endOfSection({ markAt }: Chart, from: number, to: number, context: Context): number {
  for (let at = from; at < to; at++) {
    const ends = markAt[at]?.ends
    if (ends === undefined) continue
    if (context === 'family' ? ends === 'patient' : SECTION_ENDS.has(ends)) return at
  }
  return to
}
