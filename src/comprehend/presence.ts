import type { Assertion } from '../clinical/assertions.ts'
import type { FoundAttribute } from '../clinical/attributes.ts'
import type { Chart, Mark, Span } from '../clinical/chart.ts'
import { hasOneRole, isRole } from '../clinical/context-phrases.ts'
import { SAYS_OVER } from '../clinical/history.ts'
import type { SectionKind, Sentence } from '../clinical/sections.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import { isEverydayAct, isEverydayWord } from '../language/everyday-words.ts'
import { AheadReader, type Stated } from './presence-ahead.ts'
import {
  GAP,
  GOVERNS_WITHIN,
  gapsOf,
  type Item,
  isAnswerOfForm,
  isGoverning,
  isNoun,
  isOfSubject,
  isPredicate,
  mayFollow,
  namedAfter,
  namesSource,
  partsOfWords,
  placesWhere,
  WAS,
  WORD,
} from './presence-words.ts'
import { sharedInLists } from './reservations/apart.ts'
import { neededBy, reservationsOf } from './reservations/reservations.ts'

/**
 * Proof that a text states a condition as present: each word of the clause that governs it is understood. Understood are
 * conditions, attributes and times; phrases that open a present condition ("c/o"); neutral words; and words that may follow a
 * condition ("on treatment"). A trigger is understood where its own grammar says that it does not reach the condition.
 */

/** Sections that name conditions which need not be present: the reason for a drug, the aim of a test. */
const UNPROVEN: ReadonlySet<SectionKind> = new Set([
  'allergies',
  'medication',
  'immunization',
  'plan',
  'advice',
])
/** The section of these in which each problem opens a line of its own. */
const BY_PROBLEM: SectionKind = 'plan'
/** Maximum of words that an answer names. */
export const MOST_NAMED = 8
/** Before what a label does not have: "cholangiocarcinoma: no dominant mass". */
const SAYS_NONE = /^(?:nil|no)$/
/** In words behind a label. */
const NORMAL_WITHIN = 3
/** The denials that speak of the condition right before them: "meningism not borne out". */
const DENIES_BACK = /^(?:not|never|none|neither|cannot|nil)\b|n'?t$/

/** Views of the writer, before "not": "Crohn's felt not to be the cause". */
const VIEWED =
  /^(?:believed|confirmed|considered|deemed|felt|found|judged|proved|proven|reckoned|seemed|shown|thought)$/
/** Verbs of what a patient did or did not do: with an object no verdict on the condition before. */
const ACTED =
  /^(?:accepted|avoided|changed|decreased|declined|delayed|doubled|dropped|halved|increased|missed|needed|paused|reduced|refused|restarted|skipped|started|stopped|switched|tapered|tried|used|wanted)$/
/** They belong to the words before them in a later item: "wearing off", "till Monday". */
const OF_WHAT = /^(?:off|till)$/

/** A text with its conditions and the assertions of each. */
export interface AssertedText {
  readonly text: string
  readonly chart: Chart
  readonly sentences: readonly Sentence[]
  readonly attributes: readonly FoundAttribute[]
  /** Conditions, ascending, not overlapping. */
  readonly targets: readonly Span[]
  readonly said: readonly (readonly Assertion[])[]
}

/**
 * The words that keep each target from being stated as present, in order of place; none if the text states it. A section
 * is named instead if it proves nothing. Linear in the length of the text and the targets.
 *
 * @throws MedlinkError `data_invalid`
 */
export function unclearWordsOf(asserted: AssertedText): readonly (readonly string[])[] {
  const { sentences, targets, said } = asserted
  if (targets.length === 0) return []
  const proof = new Proof(asserted)
  let at = 0
  const found = targets.map((target, i) => {
    while (sentences[at]!.to <= target.from) at++
    return proof.unclearOf(target, at, said[i]!)
  })
  const listed = targets.map(({ from, to }, i) => ({
    from,
    to,
    said: said[i]!,
    unclear: found[i]!.places,
  }))
  const shared = sharedInLists(asserted.text, asserted.chart, listed)
  return found.map(({ section }, i) =>
    section === undefined ? proof.written(shared[i]!) : [section],
  )
}

/** The places of words that keep a target from being stated as present, or the section that does. */
interface Unclear {
  readonly places: readonly number[]
  readonly section?: SectionKind
}

class Proof {
  readonly #asserted: AssertedText
  readonly #parts: Uint8Array
  /** See {@link neededBy}. */
  readonly #needed: Uint32Array
  /** Marks before each word, bits of {@link GAP}. */
  readonly #gaps: Uint8Array
  readonly #ahead: AheadReader
  /** 1 for words of a time that says how long a condition lasts or since when. */
  readonly #isOnset: Uint8Array
  /** Sections that prove nothing, by each sentence that is still in them. */
  readonly #unproven: ReadonlyMap<number, SectionKind>
  /** Unknown words of a line that ends with a colon, by each sentence under it. */
  readonly #labels: ReadonlyMap<number, readonly number[]>

  constructor(asserted: AssertedText) {
    const { text, chart, sentences, attributes, targets } = asserted
    this.#asserted = asserted
    this.#parts = partsOfWords(text, chart, sentences, attributes, targets)
    this.#needed = neededBy(chart)
    this.#gaps = gapsOf(text, chart)
    this.#ahead = new AheadReader(chart, this.#parts, this.#gaps)
    this.#isOnset = new Uint8Array(chart.words.length)
    for (const { type, from, to } of attributes)
      if (type === 'TIME_TO_DX_NAME') this.#isOnset.fill(1, from, to)
    this.#unproven = unprovenIn(asserted)
    this.#labels = labelsOf(asserted, this.#parts)
  }

  unclearOf({ from, to }: Span, sentence: number, said: readonly Assertion[]): Unclear {
    const own = this.#asserted.sentences[sentence]!
    const first = own.heading?.to ?? own.from
    const target = { from, to, isHistory: said.some(({ context }) => context === 'past') }
    const ahead = this.#ahead.of(target, first)
    const item = this.#itemOf(target, first, own.to)
    const { text, chart } = this.#asserted
    const named = namedAfter(text, chart, this.#parts, item)
    const behind = [
      ...this.#behind(target, first, own.to),
      ...(named === undefined ? [] : [named]),
      ...reservationsOf(text, chart, item, this.#parts, this.#needed),
    ].toSorted((a, b) => a - b)
    if (ahead.isOpened) return { places: [...ahead.unclear, ...behind] }
    const section = this.#unproven.get(sentence)
    const isBare = section === BY_PROBLEM && this.#isFirst(first, from)
    if (section !== undefined && !isBare) return { section, places: behind }
    const label = this.#labels.get(sentence) ?? []
    return { places: [...label, ...ahead.unclear, ...behind] }
  }

  /** The item of a target, by the marks of any kind around it. */
  #itemOf({ from, to }: Span, start: number, last: number): Item {
    const { items } = this.#asserted.chart.gaps
    const isParted = (at: number) => this.#gaps[at] !== 0 || items[at] === 1
    const first = Math.max(start, from - GOVERNS_WITHIN)
    const most = Math.min(last, to + GOVERNS_WITHIN)
    let begin = from
    while (begin > first && !isParted(begin)) begin--
    let end = to
    while (end < most && !isParted(end) && this.#parts[end] !== WORD.target) end++
    const isShared = end < most && !isParted(end)
    return { from, to, first, start: begin, end, last: most, isShared }
  }

  /** True if nothing but numbers and signs precedes a word. */
  #isFirst(first: number, at: number): boolean {
    return this.#asserted.chart.words.slice(first, at).every(({ kind }) => kind !== 'word')
  }

  /** The words after a target that are not understood, up to the next statement. */
  #behind(target: Stated, first: number, end: number): readonly number[] {
    const { tokens, gaps } = this.#asserted.chart
    const to = Math.min(end, target.to + GOVERNS_WITHIN)
    const unclear: number[] = []
    let hasTime = false
    // True if a comma is between the item and the target.
    let isApart = false
    // True if the target's own item has a verdict: "malaria confirmed, dengue excluded".
    let hasVerdict = false
    // True if the word is the object of a preposition: "hematuria with clots".
    let isObject = false
    // True if an arrow points to what was done: "pain 6/10 → oxy".
    let isDone = false
    // True behind the answer of a form, "fever: Y  cough: N", which ends its item.
    let isAnswered = false
    if (this.#isLabel(target, first, end)) unclear.push(...this.#normalWords(target.to, to))
    for (let at = target.to; at < to; at++) {
      const gap = this.#gaps[at]!
      const isComma = (gap & GAP.comma) !== 0
      if ((gap & GAP.stop) !== 0 || (isComma && hasTime)) break
      if (isAnswered && gaps.items[at] === 1) break
      isAnswered ||=
        at === target.to &&
        isAnswerOfForm(this.#asserted.chart, at) &&
        isRole(tokens[at]!, 'affirming')
      isApart ||= isComma
      isDone ||= (gap & GAP.arrow) !== 0
      isObject &&= gap === 0 && gaps.items[at] === 0
      const part = this.#parts[at]!
      if (part === WORD.opens || this.#markAt(at)?.ends === 'heading') break
      hasTime ||= this.#isOnset[at] === 1 && !isApart
      // "Angina walking the dog".
      isObject ||= isRole(tokens[at]!, 'attending') || isDoing(tokens[at]!)
      // "Hyperparathyroidism ? Ca 10.9": the question may be about the word before, too.
      if ((gap & GAP.asks) !== 0 && at === target.to && part !== WORD.target) unclear.push(at)
      hasVerdict ||= !isApart && part !== WORD.target && isVerdict(tokens[at]!)
      if (isDrugWord(tokens[at]!) && this.#isReaction(at, target)) unclear.push(at)
      if (part === WORD.thing && (isApart || at > target.to)) continue
      if (part !== WORD.unknown && part !== WORD.thing && part !== WORD.quality) continue
      const mark = this.#markAt(at)
      if (mark?.ends === 'contrast') break
      if (mark !== undefined && this.#beginsBehind(mark, isApart, hasVerdict)) continue
      if (mark !== undefined && isForward(mark)) {
        const speaksBack =
          this.#isNext(target.to, at) && DENIES_BACK.test(mark.phrase) && !this.#hasObject(mark, to)
        if (speaksBack || (isDenial(mark) && this.#isAnswer(mark, to))) unclear.push(at)
        break
      }
      const isKept =
        mark === undefined &&
        (this.#isKept(at, isApart || isObject || isDone) || this.#isDetail(at, target.to))
      if (!isKept) unclear.push(at)
    }
    return unclear
  }

  /** True if nothing but function words and verdicts is between a target and a word: "AF was not captured", "gout felt not". */
  #isNext(from: number, at: number): boolean {
    const { words, tokens, gaps } = this.#asserted.chart
    for (let between = from; between < at; between++) {
      const isOfVerb = words[between]!.stop || VIEWED.test(tokens[between]!)
      if (!isOfVerb || gaps.items[between + 1] === 1) return false
    }
    return true
  }

  /** True if a target is an item by itself before a colon or a dash. */
  #isLabel({ from, to }: Span, first: number, end: number): boolean {
    const { items, stops, labels } = this.#asserted.chart.gaps
    const isHead = from === first || items[from] === 1 || stops[from] === 1
    return isHead && to < end && labels[to] === 1
  }

  /** The words of the item behind a label that say that what it names is not found: "no dominant mass", "uvula midline". */
  #normalWords(from: number, end: number): readonly number[] {
    const { tokens, gaps } = this.#asserted.chart
    if (SAYS_NONE.test(tokens[from]!)) return [from]
    for (let at = from + 1; at < Math.min(end, from + NORMAL_WITHIN); at++) {
      if (gaps.items[at] === 1 || gaps.stops[at] === 1) break
      if (isRole(tokens[at]!, 'normal') && !isRole(tokens[at - 1]!, 'controlled')) return [at]
    }
    return []
  }

  /** True if an unknown word behind a target leaves the statement about it as it is. */
  #isKept(at: number, isRemote: boolean): boolean {
    const form = this.#asserted.chart.tokens[at]!
    if (isDrugWord(form)) return true
    return isRemote && form !== 'n' && (!isPredicate(form) || this.#isOfItem(at))
  }

  /** True for a word that is no everyday word, behind another one that is understood: "rash over trunk urticarial". */
  #isDetail(at: number, to: number): boolean {
    const { words, tokens } = this.#asserted.chart
    const token = tokens[at]!
    if (at === to || this.#gaps[at] !== 0 || words[at - 1]!.stop) return false
    if (this.#parts[at - 1] === WORD.unknown) return false
    return !isEverydayWord(token) && !isPredicate(token) && !isGoverning(token)
  }

  /** True if a word says something else in an item of its own: "missed his depot", "Sinemet wearing off". */
  #isOfItem(at: number): boolean {
    const { tokens, gaps } = this.#asserted.chart
    const form = tokens[at]!
    const isFirst = gaps.items[at] === 1
    if (OF_WHAT.test(form)) return !isFirst && !isPredicate(tokens[at - 1]!)
    if (!isFirst && isOfSubject(form)) return this.#isSubject(at - 1)
    if (!isFirst || !ACTED.test(form) || gaps.items[at + 1] === 1) return false
    const next = tokens[at + 1] ?? ''
    const isOwned = isRole(next, 'possessive')
    const object = isOwned ? at + 2 : at + 1
    if (isOwned) return this.#parts[object] !== WORD.target
    return isDrugWord(next) || this.#parts[object] === WORD.thing
  }

  /** True if a word before a participle is what it is about: "boot provided", "INR rechecked". */
  #isSubject(at: number): boolean {
    const token = this.#asserted.chart.tokens[at]!
    const part = this.#parts[at]
    const isOfCare = mayFollow(part) && !isPredicate(token) && !token.endsWith('ly')
    return (
      isNoun(part) ||
      isOfCare ||
      isDrugWord(token) ||
      hasOneRole(token, ['investigation', 'measured', 'source'])
    )
  }

  /** True if the grammar of a trigger says that its scope begins behind an earlier target. */
  #beginsBehind({ rules, from, to }: Mark, isApart: boolean, hasVerdict: boolean): boolean {
    const isDated = rules.every(({ context, score }) => context === 'past' && score < SAYS_OVER)
    // "Cough, absent" leaves the trigger no other condition, and "cough, rash denied" may be about both.
    const hasOwn = isApart && this.#gaps[from] === 0
    const isOfItem =
      rules.some(({ reach }) => reach === 'item') &&
      (hasVerdict || !isPredicate(this.#asserted.chart.tokens[to - 1]!))
    const isNear = rules.every(({ reach }) => typeof reach === 'number')
    return isDated || (isApart && isNear) || (hasOwn && (isOfItem || this.#isShown(to)))
  }

  /** True if an investigation shows a verdict, which is about its own item alone: "tamponade ruled out by echo". */
  #isShown(to: number): boolean {
    const { tokens } = this.#asserted.chart
    const isShower = (at: number) => /^(?:by|on|via)$/.test(tokens[at] ?? '')
    const by = isShower(to) ? to : to - 1
    return isShower(by) && isRole(tokens[by + 1] ?? '', 'investigation')
  }

  /** True if a trigger has nothing to speak of in its item: "any cough? - no", "pruritus, not there". */
  #isAnswer({ to }: Mark, end: number): boolean {
    const { words, tokens, gaps } = this.#asserted.chart
    for (let at = to; at < end && gaps.items[at] === 0; at++)
      if (!words[at]!.stop && !isRole(tokens[at]!, 'answering')) return false
    return true
  }

  /** True if a trigger after a comma has a condition of its own in its item: "cough, nil fever". */
  #hasObject({ from, to }: Mark, end: number): boolean {
    if ((this.#gaps[from]! & GAP.comma) === 0) return false
    const { items } = this.#asserted.chart.gaps
    for (let at = to; at < end && items[at] === 0; at++)
      if (this.#parts[at] === WORD.target) return true
    return false
  }

  /** True if a drug is the cause of the condition before it: "hives with amoxicillin", but "controlled with amlodipine". */
  #isReaction(at: number, { from, to }: Span): boolean {
    const { tokens } = this.#asserted.chart
    if (at - 1 < to || !isRole(tokens[at - 1]!, 'reacting')) return false
    const isManaged = (place: number) => isRole(tokens[place] ?? '', 'managed')
    // "Is treated for gout with allopurinol".
    const isTreated =
      tokens[from - 1] === 'for' && isManaged(from - 2) && !WAS.test(tokens[from - 3] ?? '')
    return !isTreated && (at - 2 < to || !isManaged(at - 2))
  }

  #markAt(at: number): Mark | undefined {
    const { markAt } = this.#asserted.chart
    return markAt[at]
  }

  /** Words as the text has them, each once. */
  written(places: readonly number[]): string[] {
    const { text, chart } = this.#asserted
    const written = places.map((at) => text.slice(chart.words[at]!.start, chart.words[at]!.end))
    return [...new Set(written)].slice(0, MOST_NAMED)
  }
}

/**
 * Sections that prove nothing, by sentence. One ends at a blank line that does not follow its heading, and where a line begins
 * with a measure: "BP 120/80".
 */
function unprovenIn({
  sentences,
  chart: { gaps, tokens },
}: AssertedText): Map<number, SectionKind> {
  const unproven = new Map<number, SectionKind>()
  let isOver = false
  for (const [i, { from, section, heading }] of sentences.entries()) {
    const before = sentences[i - 1]
    const isFirst = before?.heading?.to === from
    if (heading !== undefined || section !== before?.section) isOver = false
    else if ((gaps.blanks[from] === 1 && !isFirst) || isRole(tokens[from]!, 'measured'))
      isOver = true
    if (section !== undefined && UNPROVEN.has(section) && !isOver) unproven.set(i, section)
  }
  return unproven
}

/** Unknown words of lines that end with a colon and are no heading, by each sentence under them: "Precautions:". */
function labelsOf(
  { sentences, chart }: AssertedText,
  parts: Uint8Array,
): Map<number, readonly number[]> {
  const { gaps } = chart
  const labels = new Map<number, readonly number[]>()
  let label: readonly number[] = []
  for (const [i, { from, to, heading }] of sentences.entries()) {
    if (heading !== undefined || gaps.blanks[from] === 1) label = []
    if (label.length > 0) labels.set(i, label)
    if (heading !== undefined || gaps.lists[to] !== 1) continue
    const isUnknown = (at: number) =>
      parts[at] === WORD.unknown && !isRole(chart.tokens[at]!, 'listing')
    label = namesSource(chart, from, to) ? [] : placesWhere(from, to, isUnknown)
  }
  return labels
}

/** True if a word may say of a condition before it that it is there, or over. */
function isVerdict(form: string): boolean {
  return isPredicate(form) || isRole(form, 'answer')
}

/** True for an act that a condition comes with: "walking". */
function isDoing(form: string): boolean {
  return form.endsWith('ing') && isEverydayAct(form)
}

function isDenial({ rules }: Mark): boolean {
  return rules.some(({ context }) => context === 'absent')
}

function isForward({ rules }: Mark): boolean {
  return rules.some(({ direction }) => direction === 'forward' || direction === 'opening')
}
