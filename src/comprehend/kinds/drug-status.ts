import type { Assertion } from '../../clinical/assertions.ts'
import type { Span } from '../../clinical/chart.ts'
import type { SectionKind, Sentence } from '../../clinical/sections.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { MEDICATION_STATUSES } from '../../ontologies/medication/contract.ts'
import type { NoteText } from '../note-text.ts'

export type DrugStatus = (typeof MEDICATION_STATUSES)[number]

/** Below data/: phrases before and after a drug, with the status that they give it. */
const STATUS_TABLE = 'medication/statuses.tsv'

interface Statuses {
  before?: DrugStatus
  after?: DrugStatus
}

/** A drug of a sentence: words of its name with all parts, and of the name alone. */
export interface PlacedDrug extends Span {
  readonly name: Span
}

/** Words between a phrase and a drug that is not right next to it. */
const REACH = 3
/** Words after a drug within which a phrase is about it. */
const REACH_AFTER = 3
/** Phrases that are of many things: they hold right before a drug only. */
const NEAR_ONLY: ReadonlySet<string> = new Set(
  'no,nil,on,with,without,had,left,off,due,rx,keep,after,used,using,against,dose of,od of,adv,new,of,home,usual,plan,needs,need for,wants,discuss,discussed,use,cover with,stat,past,prior,previous,failed,sensitivity to,reaction to,allergy,allergies,drug allergy,missed,increase,reduce,decrease,increased,reduced,decreased,give,given,had been on,h/o,history of'.split(
    ',',
  ),
)
/** Phrases that say nothing of whether a word is a drug. */
const OF_ANYTHING: ReadonlySet<string> = new Set(
  'no,nil,with,without,had,left,off,due,rx,after,of,new,home,usual,plan,needs,need for,discuss,discussed,stat,past,prior,previous,failed,missed,increase,reduce,decrease,increased,reduced,decreased,h/o,history of,denies,denied,refused,refuses,declined,declines,avoid,against,not,negative,low,yesterday,before,last night,tomorrow,due,pending,until,planned,repeat,earlier,ago,nor,neither,arrange,require,requires,give,s/p,status post,previously,in the past,resolved,awaiting,request,requested,not for,rather than,consider,plan for,planned for,planning,schedule,scheduled for,later,next week,next visit,as before,same,use,used,keep,add,not needed,not required,not indicated,improved with,better with,with relief,adjust,maintain,maintenance,exposure to,exposed to,reaction,started,stop,stopped,continue,continued'.split(
    ',',
  ),
)
/** Words between two drugs of a list, at most: "one thousand twice a day". */
const LONGEST_ITEM = 6
/** Between drugs that share a verb. */
const JOINS: ReadonlySet<string> = new Set(['and', 'or', 'plus', 'with', '&', 'n'])

const statusPhrases = lazily(() => {
  const byPhrase = new Map<string, Statuses>()
  for (const [phrase, status, place] of readTable(STATUS_TABLE, ['phrase', 'status', 'place'])) {
    const entry = byPhrase.get(phrase!) ?? {}
    entry[place as 'before' | 'after'] = status as DrugStatus
    byPhrase.set(phrase!, entry)
  }
  const table = new PhraseMatcher<Statuses>()
  for (const [phrase, statuses] of byPhrase) table.set(phrase.split(' '), statuses)
  return table
})

/** Statement of a verb about a drug. */
export interface VerbStatus {
  readonly status: DrugStatus
  readonly place: 'before' | 'after'
  /** True if the phrase is of drugs alone: "started on", not "no". */
  readonly isOfDrugs: boolean
  readonly phrase: string
}

/** Phrases after a drug that close its item, and begin another one anywhere else: "Celebrex no". */
const CLOSING: ReadonlySet<string> = new Set(
  'no,nil,avoid,before,off,stop,hold,until,yesterday,continue,cont,same'.split(','),
)

/** Phrases that are about a drug only right after it. */
const AFTER_NEAR: ReadonlySet<string> = new Set(
  'rash,hives,reaction,angioedema,anaphylaxis,allergy,no'.split(','),
)

/** A phrase of the table in a sentence. */
interface Phrase extends Span {
  readonly text: string
  readonly value: Statuses
}

/** The verbs of a sentence around its drugs. */
class VerbReader {
  readonly #note: NoteText
  readonly #sentence: Span
  readonly #drugs: readonly PlacedDrug[]
  /** The phrase that covers a word, by the number of the word. */
  readonly #phraseAt = new Map<number, Phrase>()
  /** Numbers of the words of drugs. */
  readonly #isOfDrug = new Set<number>()
  /** Phrases that are about the drug before them. */
  readonly #used = new Set<Phrase>()

  constructor(note: NoteText, sentence: Span, drugs: readonly PlacedDrug[]) {
    const { tokens } = note.chart
    this.#note = note
    this.#sentence = sentence
    this.#drugs = drugs
    for (const { from, to, value } of statusPhrases().find(
      tokens.slice(sentence.from, sentence.to),
    )) {
      const own = { from: from + sentence.from, to: to + sentence.from }
      const phrase = { ...own, value, text: tokens.slice(own.from, own.to).join(' ') }
      for (let at = own.from; at < own.to; at++) this.#phraseAt.set(at, phrase)
    }
    for (const { from, to } of drugs) for (let at = from; at < to; at++) this.#isOfDrug.add(at)
  }

  read(): readonly (VerbStatus | undefined)[] {
    const after = this.#allAfter()
    let last: VerbStatus | undefined
    return this.#drugs.map((drug, i) => {
      const before = this.#before(drug) ?? (this.#continues(i) ? last : undefined)
      last = before
      const verb = after[i] ?? before
      if (verb === undefined) return undefined
      const isOfDrugs = verb.isOfDrugs || before?.isOfDrugs === true
      return { ...verb, isOfDrugs }
    })
  }

  /** True if a drug is the next item of the list that the drug before it is in. */
  #continues(i: number): boolean {
    const drug = this.#drugs[i]!
    const to = this.#drugs[i - 1]?.to
    if (to === undefined || drug.from - to > LONGEST_ITEM) return false
    for (let at = to; at <= drug.from; at++) if (/;|\.\s|\n/.test(this.#gap(at))) return false
    for (let at = to; at < drug.from; at++) if (this.#phraseAt.get(at)?.from === at) return false
    return true
  }

  /** The nearest phrase before a drug; a label with a colon holds for the whole list after it. */
  #before(drug: PlacedDrug): VerbStatus | undefined {
    const { words, tokens } = this.#note.chart
    let cost = 0
    let isLabel = true
    for (let at = drug.from - 1; at >= this.#sentence.from; at--) {
      const gap = this.#gap(at + 1)
      const isLabelled = gap.includes(':') || at <= this.#sentence.from + 1
      if (gap.includes(':')) cost = 0
      if (/;|\.\s/.test(gap)) cost = Math.max(cost, REACH + 1)
      if (this.#isOfDrug.has(at)) continue
      const phrase = this.#phraseAt.get(at)
      if (phrase !== undefined && !this.#used.has(phrase)) {
        const { before: status } = phrase.value
        const isNear = cost === 0 || (cost <= REACH && !NEAR_ONLY.has(phrase.text))
        const holds = isNear || (isLabelled && isLabel)
        if (status !== undefined && holds) return this.#verb(status, 'before', phrase)
        if (status !== undefined) return undefined
      }
      isLabel &&= !isLabelled
      if (phrase !== undefined || JOINS.has(tokens[at]!) || words[at]!.kind !== 'word') continue
      cost += words[at]!.stop ? 0.5 : 1
    }
    return undefined
  }

  #allAfter(): (VerbStatus | undefined)[] {
    const { tokens } = this.#note.chart
    const after: (VerbStatus | undefined)[] = this.#drugs.map(() => undefined)
    for (let i = this.#drugs.length - 1; i >= 0; i--) {
      const { to } = this.#drugs[i]!
      const next = this.#drugs[i + 1]?.from ?? this.#sentence.to
      after[i] = this.#after(to, next)
      const between = tokens.slice(to, next)
      const isJoined = i + 1 < this.#drugs.length && between.every((token) => JOINS.has(token))
      if (after[i] === undefined && isJoined) after[i] = after[i + 1]
    }
    return after
  }

  #after(from: number, next: number): VerbStatus | undefined {
    let cost = 0
    for (let at = from; at < next; at++) {
      const gap = this.#gap(at)
      if (/[;]|\.\s|\n/.test(gap)) return undefined
      const covering = this.#phraseAt.get(at)
      const phrase = covering?.from === at ? covering : undefined
      const isFar = phrase !== undefined && cost > 0 && AFTER_NEAR.has(phrase.text)
      if (phrase === undefined || phrase.value.after === undefined || isFar) {
        if (phrase !== undefined || ++cost > REACH_AFTER) return undefined
        continue
      }
      // "Stopped ramipril, started losartan": the verb is the next drug's.
      const isLast = phrase.to >= this.#sentence.to || /[^\s-]/.test(this.#gap(phrase.to))
      const isOfNext =
        phrase.value.before !== undefined &&
        next < this.#sentence.to &&
        next - phrase.to <= 1 &&
        !isLast
      const isApart =
        /,/.test(gap) && phrase.value.before !== undefined && !isLast && next - phrase.to <= 2
      if (isOfNext || isApart || (CLOSING.has(phrase.text) && !isLast)) return undefined
      this.#used.add(phrase)
      return this.#verb(phrase.value.after, 'after', phrase)
    }
    return undefined
  }

  #verb(status: DrugStatus, place: 'before' | 'after', phrase: Phrase): VerbStatus {
    return { status, place, isOfDrugs: !OF_ANYTHING.has(phrase.text), phrase: phrase.text }
  }

  /** Text between a word and the one before it. */
  #gap(at: number): string {
    const { text, words } = this.#note
    return at === 0 || at >= words.length ? '' : text.slice(words[at - 1]!.end, words[at]!.start)
  }
}

/** The status that verbs give each drug of a sentence; undefined where no verb is about a drug. */
export function verbStatuses(
  note: NoteText,
  sentence: Span,
  drugs: readonly PlacedDrug[],
): readonly (VerbStatus | undefined)[] {
  return drugs.length === 0 ? [] : new VerbReader(note, sentence, drugs).read()
}

/** Headings under which a list of drugs is begun by the note. */
const OF_NEW = /\b(?:rx|tx|treatment|prescription|discharge|prescribed|advised|advice)\b/
const NOT_NEW = /\b(?:history|home|current|present|admission|before|on treatment)\b/

/** A phrase that begins a list of the patient's own drugs. */
const LISTS = /^(?:meds|medications|current meds|home meds)\b/

/** The status of the drugs that a section lists; under `medication` its heading decides. */
const OF_SECTION: Readonly<Partial<Record<SectionKind, DrugStatus>>> = {
  allergies: 'allergy',
  course: 'past',
  procedure: 'past',
  medication: 'current',
  plan: 'new',
  advice: 'new',
  assessment: 'new',
  precautions: 'planned',
  family: 'family',
}

/** The status that a section gives the drugs that are listed in it. */
function ofSection(section: SectionKind | undefined, heading: string): DrugStatus | undefined {
  const status = section && OF_SECTION[section]
  if (status !== OF_SECTION.medication) return status
  if (/given|received/.test(heading)) return 'past'
  return OF_NEW.test(heading) && !NOT_NEW.test(heading) ? 'new' : status
}

/** Phrases that hold after a stay in hospital. */
const STAYS = /discharge|cont|home|resume/

/** Conditions and intentions among the triggers of plans. */
const IF = /\b(?:if|when|unless|consider|may|might|could|would|will|plan|should|in case|once)\b/

/** Statuses of a verb that no allergy has. */
const OF_TAKEN: ReadonlySet<DrugStatus> = new Set(['new', 'held', 'stopped'])

/** True if a sentence below "Allergies:" is no more about these: "started on metformin". */
export function leavesAllergies(
  verb: VerbStatus | undefined,
  { heading, section }: Sentence,
): boolean {
  if (section !== 'allergies' || heading !== undefined || verb === undefined) return false
  return verb.place === 'before' && verb.isOfDrugs && OF_TAKEN.has(verb.status)
}

/** The status of a drug by its verb, its section and what the text says of its place. */
export function statusOf(
  verb: VerbStatus | undefined,
  said: readonly Assertion[],
  section: SectionKind | undefined,
  heading: string,
  ofList: DrugStatus | undefined,
): DrugStatus {
  const contexts = new Set(said.map(({ context }) => context))
  const bySection = ofSection(section, heading)
  const isConditional = said.some(
    ({ context, because }) => context === 'planned' && IF.test(because),
  )
  if (contexts.has('family') && !LISTS.test(verb?.phrase ?? '')) return 'family'
  if (bySection === 'allergy') return contexts.has('absent') ? 'negated' : 'allergy'
  if (verb?.status === 'allergy') return contexts.has('absent') ? 'negated' : 'allergy'
  if (isConditional && (verb === undefined || verb.status === 'new' || verb.status === 'current'))
    return 'planned'
  if (bySection === 'past' && (verb?.status === 'new' || verb?.status === 'current'))
    return STAYS.test(verb.phrase) ? verb.status : 'past'
  if (verb !== undefined) return verb.status
  if (contexts.has('absent')) return 'negated'
  if (ofList !== undefined) return ofList
  if (bySection !== undefined) return bySection
  if (contexts.has('past') && section === 'past') return 'past'
  return 'current'
}
