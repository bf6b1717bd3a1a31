import type { Span } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import type { NoteText } from '../note-text.ts'
import { NO_ALLERGIES, type PlacedSubstance } from './allergy-turns.ts'
import type { DrugStatus, VerbStatus } from './drug-cues.ts'
import type { DrugMention } from './drug-mentions.ts'
import { isForDisease, isOfGroup, isReactionTold } from './drug-reactions.ts'

/** A drug of a note with the verb about it. */
export interface ListedDrug extends PlacedSubstance {
  readonly drug: DrugMention
  readonly verb: VerbStatus | undefined
}

/** Statuses of a drug that is given, taken, or no longer. */
const USED: ReadonlySet<DrugStatus> = new Set(['new', 'held', 'stopped', 'current', 'past'])
/** Verbs of what is given instead, in the sentence of the list itself. */
const GIVES =
  /^(?:(?:is |was )?(?:given?|taking|started|prescribed)|gave|takes|uses?|using|carries|carrying|currently on|now on)\b/
/** Words that open a sentence of what is given: "For gentamicin at induction", "Rx cefixime". */
const OPENS_USE = /^(?:for|rx|tx)$/
const ENDS_STATEMENT = /;|\n/

/**
 * True for each drug below "Allergies:" that is none of the list, but is given or taken: "Allergies: NKDA. On amoxicillin",
 * "Allergies: latex, peanut. Carries EpiPen". A drug with a reaction after it is one: "given cefalexin and developed hives".
 *
 * Linear.
 *
 * @param isReacted true for drugs of which the words around tell a reaction
 */
export function drugsBesideList(
  note: NoteText,
  drugs: readonly ListedDrug[],
  isReacted: readonly boolean[],
): readonly boolean[] {
  const denied = deniedSentences(note)
  const labelled = drugsBelowLabels(note, drugs)
  // True from the first drug that is taken, for those after it: "Stopped aspirin".
  let isLeft = false
  return drugs.map((each, i) => {
    const { sentence, verb } = each
    const isListed = sentence.section === 'allergies'
    if (!isListed || (sentence.heading !== undefined && sentence !== drugs[i - 1]?.sentence))
      isLeft = false
    if (!isListed || verb?.status === 'allergy' || isReacted[i]! || isTold(note, each)) return false
    isLeft ||= labelled[i]! || isOwnItem(note, each, drugs[i - 1])
    if (isLeft) return true
    if (sentence.heading !== undefined)
      return (
        isRescue(note, each, drugs[i - 1]) ||
        (isGivenInstead(each) && hasOther(note, each, drugs[i - 1]))
      )
    isLeft = denied.has(sentence.from) || isOpened(note, each) || isTaken(note, each)
    return isLeft || isRescue(note, each, drugs[i - 1]) || isGiven(note, each)
  })
}

/** Marks between the items and the labels of a list, and brackets within one. */
const MARKS = /(:|[\n.;,]|\s[-–—]\s)/
const BRACKETED = /\([^()]*\)?|\[[^[\]]*\]?/g
const ROUTINE = /^regular$/i
const BEGINS_ITEM = /^[\n.;]$/
const BETWEEN_WORDS = /[^\p{L}-]+/u
/** Behind a name that is a label itself, up to the next drug: "Anticoagulant: apixaban". */
const LABELS = /^\s?:\s?$/
/** Drugs to which people are allergic, and which they take no less. */
const OF_USE = /^antibiotics?$/i

/**
 * True for each drug of a list of allergies below a label that is of no such list: "Allergies: latex. Inhalers: salbutamol".
 * A list that begins with a label is sorted by labels: "Allergies: antibiotics: cefalexin".
 */
function drugsBelowLabels(note: NoteText, drugs: readonly ListedDrug[]): readonly boolean[] {
  const { text } = note
  const starts = listStarts(note)
  let list = -1
  let isSorted = false
  let isLeft = false
  return drugs.map(({ sentence, drug }, i) => {
    const start = starts.get(sentence.from)
    if (start === undefined) return false
    const isFirst = start !== list
    if (isFirst) isSorted = isLeft = false
    list = start
    const before = text.slice(isFirst ? start : drugs[i - 1]!.drug.to, drug.begin)
    const labels = labelsIn(before.replace(BRACKETED, ' '))
    const isLabel = isLabelItself(text, drugs[i]!, drugs[i + 1])
    const isOpen = isFirst && !/\p{L}/u.test(before.slice(0, labels[0]?.at))
    isSorted ||= isOpen && (isLabel || labels.length > 0)
    isLeft ||= !isSorted && (isLabel || labels.some((label) => endsList(label)))
    return isLeft
  })
}

/** Where the list of allergies begins that a sentence is of, by the first word of the sentence. */
function listStarts({ words, sentences }: NoteText): ReadonlyMap<number, number> {
  const starts = new Map<number, number>()
  let start: number | undefined
  for (const { from, heading, section } of sentences) {
    if (section !== 'allergies') start = undefined
    else if (start === undefined || heading !== undefined)
      start = heading === undefined ? words[from]!.start : words[heading.to - 1]!.end + 1
    if (start !== undefined) starts.set(from, start)
  }
  return starts
}

/** A label within a list. */
interface Label {
  readonly name: string
  readonly at: number
  /** True before a colon; false for a line of its own, and before a dash. */
  readonly isNamed: boolean
}

function labelsIn(text: string): Label[] {
  const labels: Label[] = []
  const pieces = text.split(MARKS)
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    const mark = pieces[i + 1]
    const isItem = i > 0 && BEGINS_ITEM.test(pieces[i - 1]!)
    const isNamed = mark === ':'
    if (i % 2 === 0 && mark !== undefined && /\p{L}/u.test(piece))
      if (isNamed || (isItem && !/[.;,]/.test(mark)))
        labels.push({ name: piece.trim(), at, isNamed })
    at += piece.length
  }
  return labels
}

function endsList({ name, isNamed }: Label): boolean {
  if (!isNamed) return isOfGroup(name) || ROUTINE.test(name)
  const words = name
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  const isOfAllergies = words.some((word) => isRole(word, 'allergy') || isRole(word, 'allergen'))
  return !isOfAllergies && !words.every((word) => isRole(word, 'field')) && !isReactionTold(name)
}

/** True for the name of many drugs that is a label of the next ones. */
function isLabelItself(text: string, { drug }: ListedDrug, next: ListedDrug | undefined): boolean {
  const name = text.slice(drug.begin, drug.end)
  if (name.includes(':')) return true
  if (next === undefined || !LABELS.test(text.slice(drug.end, next.drug.begin))) return false
  return (
    OF_USE.test(name) || !name.split(' ').some((word) => isRole(word.toLowerCase(), 'allergen'))
  )
}

/** True for a drug with times, or of a disease, behind a comma: "Allergies: nuts, AF - bisoprolol". @param last the drug before it */
function isOwnItem(
  { text, words, chart: { tokens } }: NoteText,
  { drug, name, sentence: { from, heading }, sentence }: ListedDrug,
  last: ListedDrug | undefined,
): boolean {
  const own = last?.sentence === sentence ? last.drug.to : words[heading?.to ?? from]!.start
  const before = text.slice(own, drug.from)
  const hasTimes = drug.parts.some(({ kind }) => kind === 'frequency')
  const isRemedy = tokens.slice(name.from, name.to).some((token) => isRole(token, 'remedy'))
  const isGivenNow = isRemedy && drug.parts.some(({ kind }) => kind === 'route')
  return before.includes(',') && (hasTimes || isGivenNow || isForDisease(before, true))
}

/** First words of the sentences below a heading that denies all allergies. */
function deniedSentences({ text, words, sentences }: NoteText): ReadonlySet<number> {
  const found = new Set<number>()
  let isDenied = false
  for (const { from, to, heading, section } of sentences) {
    if (heading !== undefined || section !== 'allergies') isDenied = false
    if (isDenied) found.add(from)
    const written = text.slice(words[heading?.from ?? from]!.start, words[to - 1]!.end)
    isDenied ||= section === 'allergies' && written.search(NO_ALLERGIES) >= 0
  }
  return found
}

function isTold({ text, words }: NoteText, { drug, sentence }: ListedDrug): boolean {
  const rest = text.slice(drug.to, words[sentence.to]?.start ?? text.length)
  return isReactionTold(rest.split(ENDS_STATEMENT)[0]!)
}

/** True for a drug with a verb before it, or with times at which it is taken. */
function isTaken(note: NoteText, { verb, drug, name }: ListedDrug): boolean {
  if (drug.parts.some(({ kind }) => kind === 'frequency')) return true
  if (note.chart.tokens[name.from - 1] === 'had') return !isUsualAllergen(note, name)
  return verb?.place === 'before' && verb.isOfDrugs && USED.has(verb.status)
}

/** True for a drug with such a verb after it: "ibuprofen helped", but not "penicillin given as a child". */
function isGiven(note: NoteText, { verb, name }: ListedDrug): boolean {
  if (verb?.place !== 'after' || !verb.isOfDrugs || !USED.has(verb.status)) return false
  return !isUsualAllergen(note, name)
}

function isUsualAllergen({ chart: { tokens } }: NoteText, { from, to }: Span): boolean {
  return tokens.slice(from, to).some((token) => isRole(token, 'allergen'))
}

/** True for what is given instead of an allergen: "use doxycycline". */
export function isGivenInstead({ verb }: Pick<ListedDrug, 'verb'>): boolean {
  return verb?.place === 'before' && GIVES.test(verb.phrase)
}

function isOpened({ chart: { tokens } }: NoteText, { sentence, name }: ListedDrug): boolean {
  return OPENS_USE.test(tokens[sentence.from]!) && name.from === sentence.from + 1
}

/** True if the sentence has a substance before a drug. @param last the drug before it */
function hasOther(
  { chart: { tokens } }: NoteText,
  { sentence, sentence: { from, heading }, name }: ListedDrug,
  last: ListedDrug | undefined,
): boolean {
  if (last?.sentence === sentence) return true
  return tokens.slice(heading?.to ?? from, name.from).some((token) => isRole(token, 'allergen'))
}

/** In words, from a food or a material to the drug that is taken against it. */
const RESCUE_REACH = 8

/** True for a drug against allergic reactions behind what is no drug: "cashew, EpiPen". */
function isRescue(
  { chart: { tokens } }: NoteText,
  { sentence, sentence: { from, heading }, name }: ListedDrug,
  last: ListedDrug | undefined,
): boolean {
  if (!tokens.slice(name.from, name.to).some((token) => isRole(token, 'remedy'))) return false
  const own = last?.sentence === sentence ? last.name.to : (heading?.to ?? from)
  const first = Math.max(own, name.from - RESCUE_REACH)
  const before = tokens.slice(first, name.from)
  return before.some((token) => isRole(token, 'allergen'))
}
