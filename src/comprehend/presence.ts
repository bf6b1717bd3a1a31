import type { Assertion } from '../clinical/assertions.ts'
import type { FoundAttribute } from '../clinical/attributes.ts'
import { type Chart, type Mark, type Span, says } from '../clinical/chart.ts'
import { hasOneRole, isRole } from '../clinical/context-phrases.ts'
import { isChronic, isOfToday, lasts, OF_HISTORY, SAYS_OVER } from '../clinical/history.ts'
import type { SectionKind, Sentence } from '../clinical/sections.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import { isEverydayAct, isEverydayWord } from '../language/everyday-words.ts'
import {
  type Item,
  isGoverning,
  isNoun,
  isOfSubject,
  isPredicate,
  mayFollow,
  namedAfter,
  partsOfWords,
  placesWhere,
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
const WAS = /^(?:was|were)$/
/** Maximum of words between a condition and a word that governs it. */
export const GOVERNS_WITHIN = 60
/** Maximum of words that an answer names. */
export const MOST_NAMED = 8
/** In words before a colon: "CT abdo and pelvis:". */
const LONGEST_SOURCE = 4
/** The triggers of denials that end with the list they open. */
const SAYS_NO = /^(?:never|nil|no|no known|not)$/
/** Before what a label does not have: "cholangiocarcinoma: no dominant mass". */
const SAYS_NONE = /^(?:nil|no)$/
/** In words behind a label. */
const NORMAL_WITHIN = 3
/** Contrasts that begin an exception. */
const EXCEPTS = /^(?:apart|aside|besides|except|excepting|other|save|with the exception)\b/
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

/** Years of a treatment. */
const YEARS = /^(?:19|20)\d\d-(?:19|20)?\d\d$/
/** Before "for": what is asked about a condition, which need not be there. */
const ASKS = /^(?:assessment|opinion|referral)$/
/** Behind one of the staff who has a condition. */
const HAS_IT = /^(?:caught|got|had|has|have|is|suffers)$/
/** Before a verb of finding: the finding is yet to come, "once CT confirms appendicitis", or one of many, "most patients showed". */
const AWAITS_FINDING = /^(?:most|once|patients|to|when|whether)$/
/** Roles of words that give what is found to someone else, or only think it. */
const OF_OTHERS = ['animal', 'kin', 'opining', 'relative', 'supposing', 'worry'] as const
const OTHERS = ['animal', 'owned', 'relative', 'someone', 'trade'] as const
/** Joins the cause before the patient's own condition: "because of her asthma". */
const CAUSED_BY = /^(?:of|to|given|with)$/
const CAUSES = /^(?:because|due|account|light|owing|thanks|view)$/
/** Before "she has": the end of another clause. */
const JOINS_CLAUSE = /^(?:and|but|so)$/
/** Before "she is", too: a reason, or what the reader is reminded of. */
const GIVES_REASON = /^(?:as|because|know|since|this)$/

/** Parts of words before a condition that leave it as it is. */
const SAYS_NOTHING_AHEAD: ReadonlySet<number> = new Set([
  WORD.understood,
  WORD.noun,
  WORD.thing,
  WORD.quality,
])

/** Marks between two words, as bits. */
const GAP = { comma: 1, label: 2, stop: 4, arrow: 8, asks: 16 } as const

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

/** A target with the assertion that it has a history. */
interface Stated extends Span {
  readonly isHistory: boolean
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
    const ahead = this.#ahead(target, first)
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

  /** The words before a target that are not understood, back to the phrase that opens its clause. */
  #ahead(
    { from, to, isHistory }: Stated,
    start: number,
  ): { readonly unclear: readonly number[]; readonly isOpened: boolean } {
    const { chart } = this.#asserted
    const { gaps } = chart
    const isLately = ({ phrase }: Mark, target: Span) =>
      OF_HISTORY.test(phrase) && (lasts(chart, target) || isOfToday(chart, target))
    const first = Math.max(start, from - GOVERNS_WITHIN)
    const unclear: number[] = []
    let item: number[] = []
    // Behind the last word of the item.
    let end = from
    // True if a comma is between the item and the target.
    let isApart = false
    // True if a colon or a dash is.
    let isLabel = false
    let hasTarget = true
    // "Hx of gout, presents with fever".
    let isPresenting = false
    // A verb of finding or a cause states the target: "the optician spotted a cataract", "stopped because of her asthma".
    let stated: 'found' | 'cause' | undefined
    const closeItem = (start: number) => {
      const last = end
      end = start
      // Most words of a list are understood.
      if (item.length === 0) return
      const governs = !isApart || hasTarget || item.some((at) => this.#mayGovern(at))
      const isSource = isLabel && namesSource(chart, start, last)
      const isTitle = gaps.labels[last] === 1
      if (governs && !isSource)
        unclear.unshift(...item.filter((at) => !isTitle || !this.#isTitle(at)))
      item = []
    }
    const done = (isOpened: boolean, start = first) => {
      closeItem(start)
      return { unclear, isOpened }
    }
    for (let at = from - 1; at >= first; at--) {
      const gap = this.#gaps[at + 1]!
      if ((gap & GAP.stop) !== 0) return done(false, at + 1)
      if (gap !== 0) {
        closeItem(at + 1)
        isLabel = (gap & GAP.label) !== 0
        // A word before a colon, an arrow or a bracket governs by itself: "codeine (vomiting)".
        isApart = (gap & GAP.comma) !== 0
        hasTarget &&= !isApart
      }
      // "Fever: N  cough: Y".
      if (gaps.items[at + 1] === 1 && this.#isAnswerOfForm(at)) return done(false, at + 1)
      const part = this.#parts[at]!
      const mark = this.#markAt(at)
      // "H/o fever x 3 days".
      if (mark !== undefined && hasTarget && !isApart && !isHistory && isLately(mark, { from, to }))
        continue
      if (mark?.ends === 'contrast') {
        if (EXCEPTS.test(mark.phrase)) unclear.unshift(...this.#datesIn(first, at))
        return done(false, at + 1)
      }
      // "Her mother died and she has gout".
      if (isClauseOfPatient(chart.tokens, at)) return done(false, at)
      // "New paragraph, number two, gout".
      if (mark?.ends === 'heading') return done(false, at + 1)
      isPresenting ||= mark?.ends === 'turn'
      if (hasTarget && !isApart) stated ??= this.#statesAs(at)
      if (part === WORD.opens) return done(true)
      if (part === WORD.target) hasTarget = true
      const isUnderstood = part === WORD.target || SAYS_NOTHING_AHEAD.has(part)
      if (part !== WORD.target && stated !== undefined && this.#mayGive(at, stated, isUnderstood)) {
        item.unshift(at)
        continue
      }
      if (stated === undefined && hasTarget && !isApart && this.#isOtherWith(at, from)) {
        item.unshift(at)
        continue
      }
      if (isUnderstood || (isApart && mayFollow(part))) continue
      if (chart.tokens[at] === 'for' && this.#isTaken(first, at, { from, to })) return done(true)
      if (stated !== undefined && this.#isOfStatement(at, stated)) continue
      if (mark === undefined || !this.#endsBefore(mark, isApart, isHistory || isPresenting))
        item.unshift(at)
      // The words between the trigger and the comma are in its scope.
      else if (isApart) item = []
    }
    return done(false)
  }

  /** Words that date a report: "scope in 2014 normal apart from piles". The exceptions are part of it. */
  #datesIn(from: number, to: number): readonly number[] {
    return placesWhere(from, to, (at) => says(this.#markAt(at), 'past'))
  }

  /** True if a word of a title before a colon is no everyday word, nor one of others: it says where a statement is from, "Rheum:". */
  #isTitle(at: number): boolean {
    const { tokens } = this.#asserted.chart
    const token = tokens[at]!
    const isCommon = isEverydayWord(token) || isDrugWord(token) || hasOneRole(token, OTHERS)
    return (
      this.#parts[at] === WORD.unknown &&
      this.#markAt(at) === undefined &&
      !isCommon &&
      !isGoverning(token)
    )
  }

  /** How a word states what follows it: as a verb of finding, or as the reason of something else. */
  #statesAs(at: number): 'found' | 'cause' | undefined {
    const { tokens } = this.#asserted.chart
    if (isRole(tokens[at]!, 'stating')) return 'found'
    const isCause =
      CAUSED_BY.test(tokens[at]!) &&
      isRole(tokens[at + 1] ?? '', 'possessive') &&
      (tokens[at] === 'given' || CAUSES.test(tokens[at - 1] ?? ''))
    return isCause ? 'cause' : undefined
  }

  /** True if an unknown word before one that states does not matter: "optician", and before a cause even "stopped". */
  #isOfStatement(at: number, stated: 'found' | 'cause'): boolean {
    const rules = this.#markAt(at)?.rules
    if (rules === undefined)
      return stated === 'cause' || !isGoverning(this.#asserted.chart.tokens[at]!)
    return stated === 'cause' && rules.every(({ context }) => context !== 'family')
  }

  /** True if a word before one that states may give the condition to someone else, or make it a thought. */
  #mayGive(at: number, stated: 'found' | 'cause', isUnderstood: boolean): boolean {
    const { tokens } = this.#asserted.chart
    const token = tokens[at]!
    if (isRole(token, 'owned') && isRole(tokens[at - 1] ?? '', 'possessive')) return true
    if (stated === 'found' && AWAITS_FINDING.test(token)) return true
    // "Her son noticed she has chest pain".
    const reports = stated === 'found' && isUnderstood
    return !reports && hasOneRole(token, OF_OTHERS)
  }

  /** True for one of the staff who has the condition: "the nurse has gout". */
  #isOtherWith(at: number, from: number): boolean {
    const { words, tokens } = this.#asserted.chart
    if (!this.#isPerson(at) || !HAS_IT.test(tokens[at + 1]!) || this.#gaps[at + 1] !== 0)
      return false
    const isPlain = (place: number) =>
      words[place]!.stop || tokens[place] === 'from' || this.#parts[place] === WORD.quality
    return placesWhere(at + 2, from, isPlain).length === Math.max(0, from - at - 2)
  }

  #isPerson(at: number): boolean {
    const { words, tokens } = this.#asserted.chart
    return !words[at]!.stop && hasOneRole(tokens[at]!, ['person', 'source'])
  }

  /** True if an item without a condition may govern the items after it; a measure or a name does not. */
  #mayGovern(at: number): boolean {
    return this.#markAt(at) !== undefined || isEverydayWord(this.#asserted.chart.words[at]!.form)
  }

  /**
   * True if the words of an item before "for" say that a drug is taken, "on metformin for T2DM", or are nothing but the drug for what
   * does not pass: "apixaban for AF", but not "adrenaline for anaphylaxis".
   */
  #isTaken(first: number, at: number, target: Span): boolean {
    const { tokens } = this.#asserted.chart
    // "Came with backache, CT for gout".
    const last = tokens[at - 1] ?? ''
    if (isRole(last, 'investigation') || ASKS.test(last)) return false
    let isTaken = false
    // True if the item begins with a drug.
    let isDrug = false
    for (let i = at - 1; i >= first && (this.#gaps[i + 1]! & ~GAP.label) === 0; i--) {
      // "Was under the clinic 1998-2001 for TB".
      if (YEARS.test(tokens[i]!) || (tokens[i] === 'under' && WAS.test(tokens[i - 1] ?? '')))
        return false
      const isSaid = hasOneRole(tokens[i]!, ['person', 'source', 'taking'])
      const isKnown = this.#parts[i] !== WORD.unknown || isDrugWord(tokens[i]!) || isSaid
      if (!isKnown || (this.#markAt(i)?.rules.length ?? 0) > 0) return false
      if (isRole(tokens[i]!, 'taking')) isTaken = true
      isDrug = isDrugWord(tokens[i]!)
    }
    return isTaken || (isDrug && isChronic(this.#asserted.chart, target))
  }

  /** True if the grammar of a trigger says that its scope ends before a later target. */
  #endsBefore({ rules, phrase, to }: Mark, isApart: boolean, isPastOver: boolean): boolean {
    const isPast = rules.some(({ context }) => context === 'past')
    if (isPast && (isApart || isPastOver)) return true
    if (!isApart) return false
    const isBack = rules.some(
      ({ direction }) => direction === 'backward' || direction === 'closing',
    )
    return SAYS_NO.test(phrase) || (isBack && this.#asserted.chart.gaps.items[to] === 1)
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
        at === target.to && this.#isAnswerOfForm(at) && isRole(tokens[at]!, 'affirming')
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

  /** True for a yes or a no behind a mark, "fever: Y", "fever (no)". */
  #isAnswerOfForm(at: number): boolean {
    const { tokens, gaps } = this.#asserted.chart
    return (gaps.items[at] === 1 || gaps.stops[at] === 1) && isRole(tokens[at]!, 'answer')
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

/**
 * True if words before a colon say where a statement is from, and nothing in them governs: "Geriatric clinic:", "US abdo:",
 * "ED triage -".
 */
function namesSource({ tokens, markAt }: Chart, from: number, to: number): boolean {
  if (to - from > LONGEST_SOURCE) return false
  let isSource = false
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    const governs = (markAt[at]?.rules.length ?? 0) > 0 || isRole(token, 'relative')
    if (governs || isPredicate(token)) return false
    isSource ||= isRole(token, 'source') || isRole(token, 'investigation')
  }
  return isSource
}

/** The marks before each word, bits of {@link GAP}. */
function gapsOf(text: string, { words }: Chart): Uint8Array {
  const gaps = new Uint8Array(words.length)
  for (let at = 1; at < words.length; at++) {
    const gap = text.slice(words[at - 1]!.end, words[at]!.start)
    if (gap === ' ') continue
    const isLabel = /[:(→]|[-=]>|\s[-–—]+\s/.test(gap)
    gaps[at] =
      (/;/.test(gap) ? GAP.stop : 0) |
      (/[,\r\n|]|\s\/\s/.test(gap) ? GAP.comma : 0) |
      (isLabel ? GAP.label : 0) |
      (/→|[-=]>/.test(gap) ? GAP.arrow : 0) |
      (/^\s+\?\s+$/.test(gap) ? GAP.asks : 0)
  }
  return gaps
}

/** True for the subject of a main clause behind another one, or of a reason: "and she has", "as she is". */
function isClauseOfPatient(tokens: readonly string[], at: number): boolean {
  const subject = tokens[at]!
  if (subject !== 'he' && subject !== 'she') return false
  const before = tokens[at - 1] ?? ''
  const verb = tokens[at + 1]
  const isReason = GIVES_REASON.test(before) && (verb === 'has' || verb === 'is')
  return isReason || (verb === 'has' && JOINS_CLAUSE.test(before))
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
