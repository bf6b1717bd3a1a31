import { type Chart, type Mark, type Span, says } from '../clinical/chart.ts'
import { hasOneRole, isRole } from '../clinical/context-phrases.ts'
import { isChronic, isOfToday, lasts, OF_HISTORY } from '../clinical/history.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import {
  GAP,
  GOVERNS_WITHIN,
  isAnswerOfForm,
  isGoverning,
  mayFollow,
  namesSource,
  placesWhere,
  WAS,
  WORD,
} from './presence-words.ts'

/**
 * The words before a condition, from the nearest one back to the phrase that opens its clause: "c/o", a verb of finding, a cause.
 * A trigger is understood where its own grammar says that its scope ends before the condition.
 */

/** The triggers of denials that end with the list they open. */
const SAYS_NO = /^(?:never|nil|no|no known|not)$/
/** Contrasts that begin an exception. */
const EXCEPTS = /^(?:apart|aside|besides|except|excepting|other|save|with the exception)\b/
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

/** A target with the assertion that it has a history. */
export interface Stated extends Span {
  readonly isHistory: boolean
}

/** The words before a condition that are not understood. */
export interface WordsAhead {
  readonly unclear: readonly number[]
  /** True if a phrase opens the condition: nothing before it matters. */
  readonly isOpened: boolean
}

/** Reads the words before the conditions of a text. */
export class AheadReader {
  readonly #chart: Chart
  readonly #parts: Uint8Array
  readonly #gaps: Uint8Array

  /**
   * @param parts of the words, see {@link WORD}
   * @param gaps marks before each word, bits of {@link GAP}
   */
  constructor(chart: Chart, parts: Uint8Array, gaps: Uint8Array) {
    this.#chart = chart
    this.#parts = parts
    this.#gaps = gaps
  }

  /** The words before a target that are not understood, back to the phrase that opens its clause. */
  of({ from, to, isHistory }: Stated, start: number): WordsAhead {
    const chart = this.#chart
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
      if (gaps.items[at + 1] === 1 && isAnswerOfForm(chart, at)) return done(false, at + 1)
      const part = this.#parts[at]!
      const mark = this.#chart.markAt[at]
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
    return placesWhere(from, to, (at) => says(this.#chart.markAt[at], 'past'))
  }

  /** True if a word of a title before a colon is no everyday word, nor one of others: it says where a statement is from, "Rheum:". */
  #isTitle(at: number): boolean {
    const { tokens } = this.#chart
    const token = tokens[at]!
    const isCommon = isEverydayWord(token) || isDrugWord(token) || hasOneRole(token, OTHERS)
    return (
      this.#parts[at] === WORD.unknown &&
      this.#chart.markAt[at] === undefined &&
      !isCommon &&
      !isGoverning(token)
    )
  }

  /** How a word states what follows it: as a verb of finding, or as the reason of something else. */
  #statesAs(at: number): 'found' | 'cause' | undefined {
    const { tokens } = this.#chart
    if (isRole(tokens[at]!, 'stating')) return 'found'
    const isCause =
      CAUSED_BY.test(tokens[at]!) &&
      isRole(tokens[at + 1] ?? '', 'possessive') &&
      (tokens[at] === 'given' || CAUSES.test(tokens[at - 1] ?? ''))
    return isCause ? 'cause' : undefined
  }

  /** True if an unknown word before one that states does not matter: "optician", and before a cause even "stopped". */
  #isOfStatement(at: number, stated: 'found' | 'cause'): boolean {
    const rules = this.#chart.markAt[at]?.rules
    if (rules === undefined) return stated === 'cause' || !isGoverning(this.#chart.tokens[at]!)
    return stated === 'cause' && rules.every(({ context }) => context !== 'family')
  }

  /** True if a word before one that states may give the condition to someone else, or make it a thought. */
  #mayGive(at: number, stated: 'found' | 'cause', isUnderstood: boolean): boolean {
    const { tokens } = this.#chart
    const token = tokens[at]!
    if (isRole(token, 'owned') && isRole(tokens[at - 1] ?? '', 'possessive')) return true
    if (stated === 'found' && AWAITS_FINDING.test(token)) return true
    // "Her son noticed she has chest pain".
    const reports = stated === 'found' && isUnderstood
    return !reports && hasOneRole(token, OF_OTHERS)
  }

  /** True for one of the staff who has the condition: "the nurse has gout". */
  #isOtherWith(at: number, from: number): boolean {
    const { words, tokens } = this.#chart
    if (!this.#isPerson(at) || !HAS_IT.test(tokens[at + 1]!) || this.#gaps[at + 1] !== 0)
      return false
    const isPlain = (place: number) =>
      words[place]!.stop || tokens[place] === 'from' || this.#parts[place] === WORD.quality
    return placesWhere(at + 2, from, isPlain).length === Math.max(0, from - at - 2)
  }

  #isPerson(at: number): boolean {
    const { words, tokens } = this.#chart
    return !words[at]!.stop && hasOneRole(tokens[at]!, ['person', 'source'])
  }

  /** True if an item without a condition may govern the items after it; a measure or a name does not. */
  #mayGovern(at: number): boolean {
    return this.#chart.markAt[at] !== undefined || isEverydayWord(this.#chart.words[at]!.form)
  }

  /**
   * True if the words of an item before "for" say that a drug is taken, "on metformin for T2DM", or are nothing but the drug for what
   * does not pass: "apixaban for AF", but not "adrenaline for anaphylaxis".
   */
  #isTaken(first: number, at: number, target: Span): boolean {
    const { tokens } = this.#chart
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
      if (!isKnown || (this.#chart.markAt[i]?.rules.length ?? 0) > 0) return false
      if (isRole(tokens[i]!, 'taking')) isTaken = true
      isDrug = isDrugWord(tokens[i]!)
    }
    return isTaken || (isDrug && isChronic(this.#chart, target))
  }

  /** True if the grammar of a trigger says that its scope ends before a later target. */
  #endsBefore({ rules, phrase, to }: Mark, isApart: boolean, isPastOver: boolean): boolean {
    const isPast = rules.some(({ context }) => context === 'past')
    if (isPast && (isApart || isPastOver)) return true
    if (!isApart) return false
    const isBack = rules.some(
      ({ direction }) => direction === 'backward' || direction === 'closing',
    )
    return SAYS_NO.test(phrase) || (isBack && this.#chart.gaps.items[to] === 1)
  }
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
