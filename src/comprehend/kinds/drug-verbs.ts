import type { Span } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isAimOf } from '../../clinical/reasons.ts'
import type { NoteText } from '../note-text.ts'
import {
  type CuePlace,
  type DrugStatus,
  ENDED,
  type PlacedCue,
  type PlacedDrug,
  SentenceCues,
  type VerbStatus,
  WAITS,
} from './drug-cues.ts'
import { isAllergic, isForDisease, isOfGroup } from './drug-reactions.ts'

/** Words between a cue and a drug that is not right next to it. */
const REACH = 3
/** Words after a drug within which a cue is about it. */
const REACH_AFTER = 3
/** Words between two drugs of a list, at most: "one thousand twice a day". */
const LONGEST_ITEM = 6
/** Words that open a clause about the drug before it, and words from there to its verb. */
const RELATIVE: ReadonlySet<string> = new Set(['that', 'which', 'you', 'we', 'i'])
const LONGEST_CLAUSE = 5
/** Between drugs that share a verb. */
const JOINS: ReadonlySet<string> = new Set(['and', 'or', 'plus', 'with', '&', 'n'])
/** Between two drugs, one of which replaces the other. */
const SWAPS: ReadonlySet<string> = new Set(['to', 'with', 'by', 'for'])

/** "Substitute losartan for ramipril": the first is the new one. */
const SUBSTITUTES = /^substitut(?:e|ing)$/

/** The verbs of a sentence around its drugs. */
class VerbReader {
  readonly #note: NoteText
  readonly #sentence: Span
  readonly #drugs: readonly PlacedDrug[]
  readonly #cues: SentenceCues

  constructor(
    note: NoteText,
    sentence: Span,
    drugs: readonly PlacedDrug[],
    conditions: readonly Span[] = [],
  ) {
    this.#note = note
    this.#sentence = sentence
    this.#drugs = drugs
    this.#cues = new SentenceCues(note, sentence, drugs, conditions)
  }

  read(): readonly (VerbStatus | undefined)[] {
    const after = this.#allAfter()
    let last: VerbStatus | undefined
    // First word of "allergic to" behind whose list other drugs follow: "allergic to nuts, asthma - salbutamol".
    let left: number | undefined
    return this.#drugs.map((drug, i) => {
      const held = this.#before(drug) ?? (this.#continues(i) ? last : undefined)
      if (this.#isBesideAllergens(i, held)) left = held?.words.from
      const isLeft = held !== undefined && held.words.from === left
      const before = isLeft || this.#isOwnItem(i, held) ? undefined : held
      last = before
      const swapped = this.#swapped(i)
      const verb = this.#isSuffered(before, drug, swapped ?? after[i])
        ? before
        : (swapped ?? both(before, this.#isLent(i, before, after) ? undefined : after[i]))
      const timed = this.#timed(i, verb, before?.isOfDrugs === true)
      return timed === undefined ? this.#framed(drug) : this.#conditional(drug, timed)
    })
  }

  /** True if a drug is the next item of the list that the drug before it is in. */
  #continues(i: number): boolean {
    const drug = this.#drugs[i]!
    const to = this.#drugs[i - 1]?.to
    if (to === undefined || drug.from - to > LONGEST_ITEM) return false
    for (let at = to; at <= drug.from; at++) if (ENDS_LIST.test(this.#cues.gap(at))) return false
    for (let at = to; at < drug.from; at++) {
      const phrase = this.#cues.at(at)
      if (phrase?.from === at && hasCue(phrase, 'before', 'after', 'frame')) return false
    }
    return true
  }

  /** True for a drug with times behind one that is stopped and has none: "stop HCTZ, aspirin 81 mg daily". */
  #isOwnItem(i: number, verb: VerbStatus | undefined): boolean {
    const { from, hasTimes } = this.#drugs[i]!
    if (verb === undefined || hasTimes !== true || !LEAVES.has(verb.status)) return false
    const { to } = verb.words
    const isListed = i > 0 && this.#drugs[i - 1]!.from >= to
    const isLabel = this.#cues.gap(to).includes(':')
    const first = this.#drugs.find((drug) => drug.from >= to)
    if (isLabel || first?.hasTimes === (isListed || first?.from === to)) return false
    return /[,;]/.test(this.#cues.gap(from))
  }

  /** True if a drug with a verb before it has one behind the next drug only: "continue aspirin, clopidogrel can be stopped". */
  #isLent(i: number, before: VerbStatus | undefined, after: readonly (VerbStatus | undefined)[]) {
    if (before?.words.to !== this.#drugs[i]!.from || after[i] !== after[i + 1]) return false
    return this.#cues.gap(this.#drugs[i]!.to).includes(',')
  }

  /** True for the drug of a disease in a list of allergens, and for one with times: "allergic to nuts, asthma - salbutamol". */
  #isBesideAllergens(i: number, verb: VerbStatus | undefined): boolean {
    if (verb?.status !== 'allergy' || verb.place !== 'before') return false
    const { from, hasTimes } = this.#drugs[i]!
    const first = Math.max(verb.words.to, this.#drugs[i - 1]?.to ?? 0)
    if (from < first || !/[,;\n]/.test(this.#cues.between(first, from))) return false
    return hasTimes === true || this.#isForDisease(i, first)
  }

  /** True for a drug behind a disease and a sign, in the last item of the words before it: "asthma - salbutamol". */
  #isForDisease(i: number, down: number): boolean {
    const { from, name } = this.#drugs[i]!
    const first = Math.max(down, this.#drugs[i - 1]?.to ?? 0)
    if (from <= first) return false
    const { text, words, chart } = this.#note
    const isUsual = chart.tokens
      .slice(name.from, name.to)
      .some((token) => isRole(token, 'allergen'))
    return isForDisease(text.slice(words[first]!.start, words[from]!.start), isUsual)
  }

  /** The nearest cue before a drug; a label with a colon holds for the whole list after it. */
  #before(drug: PlacedDrug): VerbStatus | undefined {
    const { words, tokens } = this.#note.chart
    let cost = 0
    let isLabel = true
    let isParted = false
    for (let at = drug.from - 1; at >= this.#sentence.from; at--) {
      const gap = this.#cues.gap(at + 1)
      const isLabelled = gap.includes(':') || at <= this.#sentence.from + 1
      if (gap.includes(':')) cost = 0
      if (/;|\.\s/.test(gap)) cost = Math.max(cost, REACH + 1)
      isParted ||= gap.includes(';')
      if (this.#cues.isOfDrug(at)) continue
      const phrase = this.#cues.at(at)
      if (phrase !== undefined && !this.#cues.isUsed(phrase)) {
        const { before: own } = phrase.value.cues
        const cue = own?.reach === 'noun' ? undefined : own
        const isNear = cost === 0 || (cost <= REACH && cue?.reach !== 'near')
        // "Stop amlodipine; ramipril 5 mg", but not "Stop: amlodipine; ramipril".
        const holds = isNear || (isLabelled && isLabel && (!isParted || gap.includes(':')))
        if (cue !== undefined && holds) {
          const isBorrowed = POSSESSIVE.test(this.#cues.between(phrase.to, drug.from))
          const verb = this.#cues.verb(cue, 'before', phrase)
          if (verb.status === 'allergy' && this.#isOfOther(verb, drug)) return undefined
          return WEAK.has(verb.phrase) ? undefined : { ...verb, isBorrowed }
        }
        if (cue !== undefined) return undefined
      }
      isLabel &&= !isLabelled
      if (phrase !== undefined || JOINS.has(tokens[at]!) || words[at]!.kind !== 'word') continue
      cost += words[at]!.stop ? 0.5 : 1
    }
    return undefined
  }

  /** True if marks part a drug from what it would be an allergy to: "bee sting allergy, EpiPen", "allergic to nuts (EpiPen)". */
  #isOfOther({ words: { from, to }, phrase }: VerbStatus, drug: PlacedDrug): boolean {
    const { tokens } = this.#note.chart
    const isRemedy = tokens.slice(drug.from, drug.to).some((token) => isRole(token, 'remedy'))
    // "Urticaria on cetirizine".
    if (isRemedy && / on$/.test(phrase)) return true
    const owners = tokens.slice(Math.max(this.#sentence.from, from - LONGEST_OWNER), from)
    if (/[^\s]/.test(this.#cues.gap(to)) && owners.some((token) => isRole(token, 'allergen')))
      return true
    if (to === drug.from || this.#hasDrug(to, drug.from)) return false
    const between = this.#cues.between(to, drug.from)
    return (isRemedy ? /[^\s]/ : /[(→>]|\s[-–—]/).test(between) && !isOfGroup(between)
  }

  /** True for the drug that a reaction is named of: "rash with phenytoin, changed to valproate". */
  #isSuffered(
    before: VerbStatus | undefined,
    drug: PlacedDrug,
    after: VerbStatus | undefined,
  ): boolean {
    if (before?.status !== 'allergy' || after === undefined) return false
    const isNext = !/[^\s'’]/.test(this.#cues.between(before.words.to, drug.from))
    return (
      isNext && (GIVEN.has(after.status) || (ENDED.has(after.status) && isAllergic(before.phrase)))
    )
  }

  #hasDrug(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#cues.isOfDrug(at)) return true
    return false
  }

  #allAfter(): (VerbStatus | undefined)[] {
    const after: (VerbStatus | undefined)[] = this.#drugs.map(() => undefined)
    for (let i = this.#drugs.length - 1; i >= 0; i--) {
      const { to } = this.#drugs[i]!
      const next = this.#drugs[i + 1]?.from ?? this.#sentence.to
      after[i] = this.#after(to, next, i === 0 && after[1]?.place === 'after')
      const isJoined = i + 1 < this.#drugs.length && this.#isJoined(i, after[i + 1])
      // "DMARDs: sulfasalazine (rash)" is no reaction to the others.
      const isOfNext =
        after[i + 1]?.status === 'allergy' &&
        (this.#cues.gap(next).includes(':') || this.#isForDisease(i, this.#sentence.from))
      if (after[i] === undefined && isJoined && !isOfNext) after[i] = after[i + 1]
    }
    return after
  }

  /** True if a drug shares what is said behind the next one: "amlodipine 5 mg and ramipril 5 mg stopped". */
  #isJoined(i: number, after: VerbStatus | undefined): boolean {
    const { tokens } = this.#note.chart
    const { name, to, hasTimes } = this.#drugs[i]!
    const next = this.#drugs[i + 1]!
    if (ENDS_LIST.test(this.#cues.between(name.to, next.from))) return false
    if (tokens.slice(name.to, next.from).every((token) => JOINS.has(token))) return true
    const isPair = hasTimes === next.hasTimes && next.to > next.name.to
    const between = tokens.slice(to, next.from)
    const isEnded = after !== undefined && ENDED.has(after.status)
    return isEnded && isPair && between.length === 1 && JOINS.has(between[0]!)
  }

  /** @param isPaired true if the next drug has a verb of its own after it: "amlodipine stopped ramipril started" */
  #after(from: number, next: number, isPaired: boolean): VerbStatus | undefined {
    let cost = 0
    let relative: VerbStatus | undefined
    for (let at = from; at < next; at++) {
      const gap = this.#cues.gap(at)
      if (/\.\s|\n/.test(gap)) return relative
      // "Buys ibuprofen; advised to stop it".
      if (/;/.test(gap)) cost = REACH_AFTER + 1
      const covering = this.#cues.at(at)
      const phrase = covering?.from === at ? covering : undefined
      const cue = phrase?.value.cues.after
      const isDashed = /[-–—:=]/.test(gap)
      const isFar =
        (cost > 0 && (cue?.reach === 'near' || (cue?.reach === 'last' && !isDashed))) ||
        (cost > REACH_AFTER && cue?.reach !== 'far') ||
        (cue?.reach === 'near' && /,/.test(gap))
      if (phrase === undefined || cue === undefined || isFar) {
        const isPassed = phrase?.value.turn !== undefined || phrase?.value.cues.time !== undefined
        // A verb of something else: only a pronoun leads back to the drug.
        cost += phrase === undefined ? 1 : isPassed ? 0 : REACH_AFTER + 1
        continue
      }
      // "Cetirizine, penicillin allergic".
      if (cue.status === 'allergy' && this.#isOfAllergen(from, at)) return undefined
      if (cue.status === 'allergy' && this.#isAim(from, phrase)) return undefined
      // "Stopped ramipril, started losartan": the verb is the next drug's.
      const isLast = phrase.to >= this.#sentence.to || this.#isClosed(phrase.to, next)
      const isAlsoBefore = phrase.value.cues.before !== undefined
      const isNextTo = next - phrase.to <= 1
      // "In penicillin allergy use doxycycline".
      const isCompound = cue.status === 'allergy' && at === from && gap === ' '
      const isOwn = isCompound || (isPaired && this.#drugs[0]!.from === this.#sentence.from)
      const isOfNext = isAlsoBefore && !isOwn && next < this.#sentence.to && isNextTo && !isLast
      const isApart = /,/.test(gap) && isAlsoBefore && !isLast && next - phrase.to <= 2
      const isSwap =
        phrase.to - phrase.from > 1 && SWAPS.has(this.#note.chart.tokens[phrase.to - 1]!)
      // "Morphine changed to oxycodone".
      if (isOfNext && isSwap) return this.#cues.verb(cue, 'after', phrase, from)
      if (
        isOfNext ||
        isApart ||
        (cue.reach === 'last' && !isLast && !(isDashed && next === this.#sentence.to))
      ) {
        if (phrase.value.turn !== undefined) continue
        return relative
      }
      this.#cues.use(phrase)
      const verb = this.#cues.verb(cue, 'after', phrase, from)
      // "Ramipril, which you started, has been stopped".
      if (relative === undefined && this.#isRelative(from, phrase) && GIVEN.has(verb.status)) {
        relative = { ...verb, isRelative: true }
        cost = 0
        continue
      }
      return ENDED.has(verb.status) ? (this.#takenUp(phrase.to, next) ?? verb) : verb
    }
    return relative
  }

  /** True for a verb of a clause about the drug before it: "which you kindly". */
  #isRelative(from: number, phrase: PlacedCue): boolean {
    const { tokens } = this.#note.chart
    const isNear = phrase.from - from <= LONGEST_CLAUSE
    return isNear && RELATIVE.has(tokens[from]!) && !RESUMED.test(phrase.text)
  }

  /** True for what the drug before a word is for: "prednisolone - rash". */
  #isAim(from: number, { from: first, to }: PlacedCue): boolean {
    const { tokens } = this.#note.chart
    return isAimOf(tokens.slice(from - 1, from), tokens.slice(first, to))
  }

  /** True if a comma and a substance that is no drug part a drug from the word for an allergy. */
  #isOfAllergen(from: number, at: number): boolean {
    const { tokens } = this.#note.chart
    return (
      at > from && isRole(tokens[at - 1]!, 'allergen') && /,/.test(this.#cues.between(from, at))
    )
  }

  /** The verb that takes up a drug again behind one that ended it: "held on day 2, restarted on day 4". */
  #takenUp(from: number, next: number): VerbStatus | undefined {
    for (let at = from; at < next; at++) {
      if (ENDS_LIST.test(this.#cues.gap(at))) return undefined
      const phrase = this.#cues.at(at)
      const cue = phrase?.value.cues.after
      if (phrase?.from !== at || cue === undefined || !RESUMED.test(phrase.text)) continue
      const verb = this.#cues.verb(cue, 'after', phrase, from)
      // "To be restarted", "not resumed".
      if (!IS_DONE.test(verb.phrase)) return undefined
      this.#cues.use(phrase)
      return { ...verb, status: cue.status }
    }
    return undefined
  }

  /** True if a comma or the like follows a word before the next drug, times aside: "stopped 2021, amlodipine". */
  #isClosed(from: number, next: number): boolean {
    let at = from
    while (at < next && this.#note.chart.words[at]!.kind !== 'word') at++
    for (let i = from; i <= at; i++) if (/[^\s-]|\s-\s/.test(this.#cues.gap(i))) return true
    return false
  }

  /** "Changed from one drug to another": the first is stopped, the other is new. */
  #swapped(i: number): VerbStatus | undefined {
    const drug = this.#drugs[i]!
    const phrase = this.#cues.before(drug.from)
    const { tokens } = this.#note.chart
    const isSwap = (one: PlacedCue | undefined) => one?.value.cues.before?.reach === 'swap'
    const next = this.#drugs[i + 1]
    const isBetween = (one: PlacedDrug, other: PlacedDrug) => {
      const between = tokens.slice(one.name.to, other.name.from)
      return between.length <= LONGEST_ITEM && between.some((token) => SWAPS.has(token))
    }
    const isReversed = (one: PlacedCue | undefined) => SUBSTITUTES.test(one?.text ?? '')
    if (isSwap(phrase) && next !== undefined && isBetween(drug, next)) {
      const status = isReversed(phrase) ? 'new' : 'stopped'
      return this.#cues.verb({ ...phrase!.value.cues.before!, status }, 'before', phrase!)
    }
    const last = this.#drugs[i - 1]
    const first = last && this.#cues.before(last.from)
    if (last === undefined || !isSwap(first) || !isBetween(last, drug)) return undefined
    const status = isReversed(first) ? 'stopped' : 'new'
    return this.#cues.verb({ ...first!.value.cues.before!, status }, 'before', first!)
  }

  /** A verb with the time that follows the drug in its item: "if fever persists", "2 years ago". */
  #timed(i: number, verb: VerbStatus | undefined, isOfDrugs: boolean): VerbStatus | undefined {
    const own = verb && { ...verb, isOfDrugs: verb.isOfDrugs || isOfDrugs }
    const { to, name } = this.#drugs[i]!
    const next = this.#drugs[i + 1]?.from ?? this.#sentence.to
    for (let at = name.to; at < next; at++) {
      if (at > to ? ENDS_ITEM.test(this.#cues.gap(at)) : ENDS_LIST.test(this.#cues.gap(at))) break
      const phrase = this.#cues.at(at)
      const cue = phrase?.value.cues.time
      if (phrase === undefined || cue === undefined || this.#cues.isUsed(phrase)) continue
      // "150 mg once, then weekly" counts, "once INR is 2" waits.
      if (phrase.value.cues.condition !== undefined && this.#endsItem(phrase.to)) continue
      if (cue.status === 'current' && own !== undefined) continue
      if (cue.status === 'new' && !RECEIVES.test(own?.phrase ?? '')) continue
      if (own !== undefined && cue.status === 'past' && BEGINS.test(own.phrase))
        return { ...own, status: 'current' }
      // "Stop aspirin 5 days before surgery".
      if (own !== undefined && STOPS.test(own.phrase) && BEFORE.test(phrase.text))
        return { ...own, status: 'current' }
      const isFirm = own !== undefined && own.status !== 'new' && own.status !== 'past'
      if (
        isFirm &&
        !(own.status === 'current' && cue.status === 'planned' && WAITS.test(own.phrase))
      )
        return own
      if (own !== undefined && own.status === 'past' && cue.status === 'planned') return own
      return {
        status: cue.status,
        place: 'time',
        isOfDrugs: own?.isOfDrugs ?? false,
        phrase: phrase.text,
        words: { from: phrase.from, to: phrase.to },
      }
    }
    return own
  }

  #endsItem(at: number): boolean {
    return at >= this.#sentence.to || /[^\s]/.test(this.#cues.gap(at))
  }

  /** "When INR is below 2, give enoxaparin". */
  #conditional(drug: PlacedDrug, verb: VerbStatus): VerbStatus {
    const isOpen =
      verb.status === 'new' && verb.place === 'before' && !/^(?:was|were|had)/.test(verb.phrase)
    // "If sodium is low stop indapamide".
    const isKept = verb.place === 'before' && STOPS.test(verb.phrase)
    if (!isOpen && !isKept && !WAITS.test(verb.phrase)) return verb
    for (let at = this.#sentence.from; at < drug.from; at++) {
      const cue = this.#cues.at(at)?.value.cues.condition
      const isStart = at === this.#sentence.from || /[^\s]/.test(this.#cues.gap(at))
      if (cue !== undefined && isStart) return { ...verb, status: isKept ? 'current' : cue.status }
    }
    return verb
  }

  /** "In the ED: aspirin, nitroglycerin". */
  #framed(drug: PlacedDrug): VerbStatus | undefined {
    for (let at = drug.from - 1; at >= this.#sentence.from; at--) {
      if (ENDS_LIST.test(this.#cues.gap(at + 1))) return undefined
      const phrase = this.#cues.at(at)
      const cue = phrase?.value.cues.frame
      if (phrase !== undefined && cue !== undefined) return this.#cues.verb(cue, 'frame', phrase)
    }
    return undefined
  }
}

/** Orders to stop a drug, which a condition or a time puts off. */
export const STOPS = /^(?:stop|hold|omit|withhold|discontinue|d\/c)$/
const BEFORE = /\bbefore$/
/** Statuses of a drug that is not given. */
const LEAVES: ReadonlySet<DrugStatus> = new Set(['stopped', 'held', 'negated'])
/** Particles that say nothing without a verb. */
const WEAK: ReadonlySet<string> = new Set(['with', 'from'])
const POSSESSIVE = /['’]s\s/
const ENDS_LIST = /;|\.\s|\n/
const ENDS_ITEM = /[;,]|\.\s|\n/
/** Verbs of a drug that is taken since: "started on insulin 2 months ago". */
export const BEGINS = /^(?:(?:was|were|been) )?(?:start|beg[au]n|commenc|initiat|put on)/
/** Statuses of a drug that was given, which may be what the reaction was to. */
const GIVEN: ReadonlySet<DrugStatus> = new Set(['new', 'past', 'current'])
/** Words before "allergy" that may say to what it is: "bee sting allergy". */
const LONGEST_OWNER = 2
/** A word after a drug that gives the reason for what is done with it. */
const BECAUSE = 'given'
/** A reaction that is denied. */
export const NO_REACTION = /^(?:without|no|not)\b/
/** Verbs of a drug that the visit itself gives: "got his flu shot today". */
const RECEIVES = /^(?:got|had|given|received|recieved)\b/
/** Participles of verbs that take a drug up again. */
const RESUMED = /^(?:re(?:started|sumed|introduced|commenced|initiated)|back on it)$/
/** Such a verb with no more before it than that it is done. */
const IS_DONE = /^(?:(?:was|were|is|been|has been|had been) )?(?:re|back)/

function hasCue({ value: { cues } }: PlacedCue, ...places: readonly CuePlace[]): boolean {
  return places.some((place) => cues[place] !== undefined)
}

/** The status by the verbs before and after a drug: "no aspirin given". */
function both(
  before: VerbStatus | undefined,
  after: VerbStatus | undefined,
): VerbStatus | undefined {
  if (before === undefined || after === undefined) return after ?? before
  // "Stop the ramipril that you started".
  if (after.isRelative === true) return before
  // "Withhold ramipril given the AKI", but not "rash after nuts, cetirizine given".
  if (after.phrase === BECAUSE && before.status !== 'allergy') return before
  // "Given cefazolin without reaction".
  if (after.status === 'allergy' && NO_REACTION.test(after.phrase)) return before
  const isOver = before.status === 'negated' && (after.status === 'new' || after.status === 'past')
  return isOver ? before : after
}

/** The status that a label gives the list after it: "Stop taking:". */
export function statusOfLabel(note: NoteText, label: Span): DrugStatus | undefined {
  const at = { from: label.to, to: label.to }
  const [verb] = new VerbReader(note, label, [{ ...at, name: at }]).read()
  return verb?.status
}

/**
 * The status that verbs give each drug of a sentence; undefined where no verb is about a drug.
 *
 * @param conditions words of the directions under which a drug is given or not, whose verbs do not count
 */
export function verbStatuses(
  note: NoteText,
  sentence: Span,
  drugs: readonly PlacedDrug[],
  conditions: readonly Span[],
): readonly (VerbStatus | undefined)[] {
  return drugs.length === 0 ? [] : new VerbReader(note, sentence, drugs, conditions).read()
}
