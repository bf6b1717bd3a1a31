import type { Span } from '../../clinical/chart.ts'
import { phrasesOf } from '../../clinical/context-phrases.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { MEDICATION_STATUSES } from '../../ontologies/medication/contract.ts'
import type { NoteText } from '../note-text.ts'

export type DrugStatus = (typeof MEDICATION_STATUSES)[number]

/** Below data/: phrases around a drug, with the status that they give it. */
const STATUS_TABLE = 'medication/statuses.tsv'
/** Below data/: words before such a phrase, with what they turn it into. */
const MODIFIER_TABLE = 'medication/status-modifiers.tsv'

/**
 * Place of a cue: `before` or `after` the drug; a `time` of the drug after it; a `condition` that opens the sentence; a
 * `frame` anywhere before it in the sentence, which holds unless a verb says more.
 */
export const CUE_PLACES = ['before', 'after', 'time', 'condition', 'frame'] as const
export type CuePlace = (typeof CUE_PLACES)[number]

/**
 * Reach of a cue: a `near` one is right next to the drug; a `last` one closes the item of the drug; a `particle` belongs to
 * the verb before it, if there is one; a `noun` counts only before a particle: "rash with"; a `swap` is about two drugs, one of which replaces the other; a `far` one names the drug by a pronoun ("now off it") and counts up to the next drug; any other one reaches over a few words and over a list.
 */
export const CUE_REACHES = ['near', 'last', 'particle', 'noun', 'swap', 'far', 'list'] as const
export type CueReach = (typeof CUE_REACHES)[number]

export interface Cue {
  readonly status: DrugStatus
  readonly reach: CueReach
  /** True if the phrase is about drugs alone: "started on", not "no". */
  readonly isOfDrugs: boolean
}

/** Turn of a modifier: "will", "keen to", "not", "had been". */
export const TURNS = ['planned', 'wished', 'negated', 'past', 'none'] as const
export type Turn = (typeof TURNS)[number]

/** A phrase of the tables. */
export interface CuePhrase {
  readonly cues: Readonly<Partial<Record<CuePlace, Cue>>>
  readonly turn: Turn | undefined
}

/** All phrases of the two tables. @throws MedlinkError `data_invalid` */
export const cuePhrases = lazily((): PhraseMatcher<CuePhrase> => {
  const byPhrase = new Map<string, { cues: CuePhrase['cues']; turn: Turn | undefined }>()
  const entryOf = (phrase: string) => {
    const entry = byPhrase.get(phrase) ?? { cues: {}, turn: undefined }
    byPhrase.set(phrase, entry)
    return entry
  }
  for (const [cell, place, status, reach, about] of readTable(STATUS_TABLE, [
    ...['phrase', 'place', 'status', 'reach', 'about'],
  ])) {
    const cue = {
      status: status as DrugStatus,
      reach: reach as CueReach,
      isOfDrugs: about === 'drugs',
    }
    for (const entry of phrasesOf(cell!).map(entryOf))
      entry.cues = { ...entry.cues, [place as CuePlace]: cue }
  }
  for (const [phrase, turn] of readTable(MODIFIER_TABLE, ['phrase', 'turn']))
    entryOf(phrase!).turn = turn as Turn
  const table = new PhraseMatcher<CuePhrase>()
  for (const [phrase, entry] of byPhrase) table.set(phrase.split(' '), entry)
  return table
})

/** Statuses of drugs that the patient has got or gets. */
const TAKEN: ReadonlySet<DrugStatus> = new Set(['new', 'current', 'past', 'planned'])
/** Statuses of drugs that the patient has got no more. */
export const ENDED: ReadonlySet<DrugStatus> = new Set(['stopped', 'held'])

/**
 * The status of a verb after a modifier: "will start" is planned; "will continue", "not stopped" and "keen to stop" are
 * current.
 */
export function turned(status: DrugStatus, turn: Turn): DrugStatus {
  if (turn === 'none') return status
  if (turn === 'wished' && ENDED.has(status)) return 'current'
  if (turn === 'negated')
    return ENDED.has(status) ? 'current' : TAKEN.has(status) ? 'negated' : status
  if (turn === 'planned' || turn === 'wished') return status === 'new' ? 'planned' : status
  return TAKEN.has(status) && status !== 'planned' ? 'past' : status
}

/** The status of two verbs, one after the other: "stop taking", "discussed starting", "treated with". */
export function chained(outer: DrugStatus, inner: DrugStatus): DrugStatus {
  if (!TAKEN.has(inner))
    return outer === 'planned' || outer === 'past' ? inner : turnedBack(outer, inner)
  return outer === 'current' && inner !== 'new' ? inner : outer
}

/** "Refused to stop" leaves the drug as it is. */
function turnedBack(outer: DrugStatus, inner: DrugStatus): DrugStatus {
  return outer === 'negated' && ENDED.has(inner) ? 'current' : inner
}

/** A number, or a time of the day, whose last zero is cut: "16:0". */
const NUMBER = /\d+(?::\d+)?/
const YEAR = /^(?:19|20)\d\d$/

/** Words as the tables have them: `####` for a year, `#` for another number or a time of the day. */
export function cueTokens(tokens: readonly string[]): string[] {
  return tokens.map((token) => (YEAR.test(token) ? '####' : token.replace(NUMBER, '#')))
}

/** A drug of a sentence: words of its name with all parts, and of the name alone. */
export interface PlacedDrug extends Span {
  readonly name: Span
  /** True if the text says how often it is taken. */
  readonly hasTimes?: boolean
}

/** Statement of a verb about a drug. */
export interface VerbStatus {
  readonly status: DrugStatus
  readonly place: CuePlace
  /** True if the cue is about drugs alone: "started on", not "no". */
  readonly isOfDrugs: boolean
  readonly phrase: string
  /** Words of the phrase. */
  readonly words: Span
  /** True for a verb of a clause about the drug: "that you started". */
  readonly isRelative?: boolean
  /** True if another person's drug is the object: "took wife's diclofenac". */
  readonly isBorrowed?: boolean
}

/** A phrase of the tables in a sentence. */
export interface PlacedCue extends Span {
  readonly text: string
  readonly value: CuePhrase
}

/** Words between a verb and its particle: "start her on", "treated last month with". */
const LONGEST_OBJECT = 3
/** Reaches of cues that govern no other verb. */
const GOVERNS_NOTHING: ReadonlySet<string> = new Set(['near', 'noun'])
/** Verbs that a condition puts off: "restart once creatinine is normal". */
export const WAITS = /^(?:restart(?:ing)?|resum(?:e|ing)|recommence|reintroduce)\b/

/** The phrases of the tables in a sentence, and what governs each. */
export class SentenceCues {
  readonly #note: NoteText
  readonly #sentence: Span
  /** The phrase that covers a word, by the number of the word. */
  readonly #phraseAt = new Map<number, PlacedCue>()
  /** Numbers of the words of drugs. */
  readonly #isOfDrug = new Set<number>()
  /** Phrases that are about the drug before them. */
  readonly #used = new Set<PlacedCue>()

  constructor(
    note: NoteText,
    sentence: Span,
    drugs: readonly PlacedDrug[],
    conditions: readonly Span[],
  ) {
    const { tokens } = note.chart
    this.#note = note
    this.#sentence = sentence
    const own = cueTokens(tokens.slice(sentence.from, sentence.to))
    for (const { from, to, value } of cuePhrases().find(own)) {
      const place = { from: from + sentence.from, to: to + sentence.from }
      // "Simvastatin 20 mg ON, and omeprazole" is at night.
      if (own[from] === 'on' && to === from + 1 && /[,;.)]/.test(this.gap(place.to))) continue
      if (conditions.some((each) => each.from < place.to && each.to > place.from)) continue
      const phrase = { ...place, value, text: own.slice(from, to).join(' ') }
      // "Angioedema, on icatibant" is no reaction to it.
      if (value.cues.before?.status === 'allergy' && this.#hasComma(place)) continue
      for (let at = place.from; at < place.to; at++) this.#phraseAt.set(at, phrase)
    }
    for (const { from, to } of drugs) for (let at = from; at < to; at++) this.#isOfDrug.add(at)
  }

  /** The phrase that covers a word. */
  at(place: number): PlacedCue | undefined {
    return this.#phraseAt.get(place)
  }

  /** True for a word of a drug. */
  isOfDrug(place: number): boolean {
    return this.#isOfDrug.has(place)
  }

  /** Keeps a phrase that is about the drug before it from being about another one. */
  use(phrase: PlacedCue): void {
    this.#used.add(phrase)
  }

  isUsed(phrase: PlacedCue): boolean {
    return this.#used.has(phrase)
  }

  /** The phrase that ends right before a word, light words aside. */
  before(from: number): PlacedCue | undefined {
    const { words } = this.#note.chart
    let at = from - 1
    while (at >= this.#sentence.from && words[at]!.stop && !this.#phraseAt.has(at)) at--
    return at < this.#sentence.from ? undefined : this.#phraseAt.get(at)
  }

  /** A cue with the verbs and modifiers before it, down to a word: "asked to stop taking". */
  verb(cue: Cue, place: CuePlace, phrase: PlacedCue, down = this.#sentence.from): VerbStatus {
    let { status, isOfDrugs, reach } = cue
    let { from } = phrase
    let label = phrase.text
    for (;;) {
      const outer = this.#outer(from, down, reach === 'particle')
      if (outer === undefined) break
      const { turn, cues } = outer.value
      if (turn === 'wished' && WAITS.test(label)) status = 'planned'
      else if (turn !== undefined) status = turned(status, turn)
      else {
        status = chained(cues.before!.status, status)
        isOfDrugs ||= cues.before!.isOfDrugs
        reach = cues.before!.reach
      }
      if (turn !== 'none') label = `${outer.text} ${label}`
      from = outer.from
    }
    return { status, place, isOfDrugs, phrase: label, words: { from, to: phrase.to } }
  }

  /** The verb or modifier that governs a cue. */
  #outer(from: number, down: number, isParticle: boolean): PlacedCue | undefined {
    const { words } = this.#note.chart
    const most = isParticle ? LONGEST_OBJECT : 1
    let passed = 0
    for (let at = from - 1; at >= down; at--) {
      if (/[^\s'’]/.test(this.gap(at + 1)) || this.#isOfDrug.has(at)) return undefined
      const phrase = this.#phraseAt.get(at)
      if (phrase !== undefined) {
        if (this.#used.has(phrase)) return undefined
        const { turn, cues } = phrase.value
        if (turn === undefined && cues.before === undefined && cues.time !== undefined) {
          at = phrase.from
          continue
        }
        if (turn !== undefined && turn !== 'none' && passed > 0) return undefined
        return turn !== undefined ||
          (cues.before !== undefined && (isParticle || !GOVERNS_NOTHING.has(cues.before.reach)))
          ? phrase
          : undefined
      }
      if (!words[at]!.stop || !isParticle) passed++
      if (passed > most) return undefined
    }
    return undefined
  }

  /** Text from the end of the word before one word to the begin of another. */
  between(from: number, to: number): string {
    const { text, words } = this.#note
    return text.slice(words[from - 1]!.end, words[to]!.start)
  }

  /** Text between a word and the one before it. */
  gap(at: number): string {
    const { text, words } = this.#note
    return at === 0 || at >= words.length ? '' : text.slice(words[at - 1]!.end, words[at]!.start)
  }

  #hasComma({ from, to }: Span): boolean {
    for (let at = from + 1; at < to; at++) if (this.gap(at).includes(',')) return true
    return false
  }
}
