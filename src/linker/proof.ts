import { findQualifiers, type Qualifier } from '../clinical/qualifiers.ts'
import type { AccountedWord, LinkBasis, Substitution } from '../contract.ts'
import { isCorrectable } from '../index/spelling.ts'
import type { Match } from '../ontologies/ontology.ts'
import type { Word } from '../text/analyze.ts'
import { editDistance } from '../text/distance.ts'
import type { NameAccount, WordAccount } from './align.ts'
import type { Reading } from './reading.ts'

/** How completely a name accounts for a mention, and what is left on either side. */
export interface Proof {
  readonly basis: LinkBasis
  /** Words of the mention that the name does not have and that may not be left over. */
  readonly left: readonly string[]
  /** Words of the name that say something which the mention does not. */
  readonly added: readonly string[]
}

export interface ProofOptions {
  /** Which word of the name is which word of the reading; asked for where the name is not the mention itself. */
  account(): NameAccount
  lemmaOf(form: string): string
  /** Whether the mention may say this, in words of these forms, next to a name. */
  maySpare(qualifier: Qualifier, forms: readonly string[]): boolean
  /** Whether words are another name of the same concept by themselves: "(AEC)" behind "absolute eosinophil count". */
  isOtherName(words: readonly Word[]): boolean
  /** Forms that are accounted for on both sides; asked for with the account. */
  agreedForms(): ReadonlySet<string>
}

/** What a word that was read as another rests on, the safest first. */
const STEPS = ['same_words', 'synonym', 'abbreviation', 'spelling', 'lay'] as const
type Step = (typeof STEPS)[number]

/** By what the tables and the release say of a replacement. */
const STEP_OF: Readonly<Record<string, Exclude<Step, 'same_words'>>> = {
  synonym: 'synonym',
  compound: 'synonym',
  abbreviation: 'abbreviation',
  'abbreviation by itself': 'abbreviation',
  'abbreviation in context': 'abbreviation',
  'abbreviation of the release': 'abbreviation',
  spelling: 'spelling',
  misspelling: 'spelling',
  lay: 'lay',
}
/** What a word of the mention rests on that is one of the name's; undefined where that is no proof. */
const STEP_BY: Readonly<Partial<Record<AccountedWord['by'], Step>>> = {
  same_word: 'same_words',
  inflection: 'same_words',
  synonym: 'synonym',
  abbreviation: 'abbreviation',
  spelling: 'spelling',
  lay: 'lay',
}
/** With one of these between them, two words say one thing in one order and another in the other. */
const DIRECTED: ReadonlySet<string> = new Set([
  'after',
  'complicating',
  'due',
  'following',
  'from',
  'not',
  'secondary',
  'without',
])
/** "Secondary to", but not "polycythemia, secondary". */
const SECONDARY = 'secondary'

function isDirected({ form }: Word, at: number, words: readonly Word[]): boolean {
  return DIRECTED.has(form) && (form !== SECONDARY || words[at + 1]?.form === 'to')
}

/** A correction that counts for less than this changes two letters, or one of a short word: a guess. */
const SURE_CORRECTION = 0.9

/** What accounts for the words of a mention, and what a name has beyond them. */
export interface Account {
  readonly words: readonly AccountedWord[]
  /** Words of the name that say something which the mention does not. */
  readonly added: readonly string[]
}

/**
 * Accounts for every word of a mention, and of the name that was found for it. Nothing may be left over but what says
 * nothing about which condition it is, and nothing may be added but what says nothing at all.
 */
export function prove(match: Match, reading: Reading, options: ProofOptions): Proof {
  // Word for word: there is nothing to account for.
  if (match.exactness === 1)
    return {
      basis: match.kind === 'curated' ? 'curated_name' : 'official_name',
      left: [],
      added: [],
    }
  const { words, added } = accountForSlots(reading, options)
  const left = words.flatMap(({ word, by }) => (by === 'left_over' ? [word] : []))
  const steps = new Set<Step | undefined>(reading.replaced.map(stepOfPhrase))
  for (const { by, of } of words) if (of !== undefined) steps.add(STEP_BY[by])
  const isSpared = reading.setsAside !== undefined || words.some(({ by }) => by === 'spared')
  const isTurned = match.order < 1 && reading.words.some(isDirected)
  const isPartial = reading.isCut || isTurned || left.length + added.length > 0
  return { basis: basisOf(steps, isPartial, isSpared), left, added }
}

/**
 * The account that {@link prove} goes by, for people: words that were read as others stand as they were written, where
 * the first of those stands, and of those only the ones that are not simply the name's.
 */
export function accountFor(reading: Reading, options: ProofOptions): Account {
  const { words, added } = accountForSlots(reading, options)
  const pending = reading.replaced.map(({ text, read_as, because }) => ({
    forms: new Set(read_as.toLowerCase().split(' ')),
    written: { word: text, by: STEP_OF[because] ?? 'related', of: read_as } as AccountedWord,
  }))
  const told = new Set<AccountedWord>()
  for (const each of words) {
    const replaced = pending.find(({ forms }) => forms.has(each.word))
    if (replaced !== undefined) told.add(replaced.written)
    if (replaced === undefined || each.by !== 'same_word') told.add(each)
  }
  const aside: AccountedWord[] =
    reading.setsAside === undefined ? [] : [{ word: reading.setsAside.join(' '), by: 'spared' }]
  return { words: [...told, ...aside], added }
}

function accountForSlots(reading: Reading, options: ProofOptions): Account {
  const { said, added } = options.account()
  const agreed = options.agreedForms()
  let spare: ReadonlySet<string> | undefined
  const words = said.map((word): AccountedWord => {
    const { form, name, isSilent } = word
    if (agreed.has(form) && (name === undefined || agreed.has(name)))
      return { word: form, by: 'agreed' }
    if (name !== undefined) return { word: form, by: stepOf(word, options.lemmaOf), of: name }
    if (isSilent) return { word: form, by: 'silent' }
    spare ??= spareForms(reading.words, options)
    return { word: form, by: spare.has(form) ? 'spared' : 'left_over' }
  })
  // A function word that the mention says, too, is in no slot: "contusion and laceration".
  const saysToo = (form: string) => reading.words.some((word) => word.stop && word.form === form)
  const beyond = added.filter((form) => !agreed.has(form) && !saysToo(form))
  const left = new Set(words.flatMap(({ word, by }) => (by === 'left_over' ? [word] : [])))
  // What adds something is no proof, whatever becomes of the words left over.
  if (left.size === 0 || beyond.length > 0) return { words, added: beyond }
  const rest = reading.words.filter(({ form }) => left.has(form))
  if (!options.isOtherName(rest)) return { words, added: beyond }
  return {
    words: words.map((each) => (left.has(each.word) ? { ...each, by: 'other_name' } : each)),
    added: beyond,
  }
}

function basisOf(
  steps: ReadonlySet<Step | undefined>,
  isPartial: boolean,
  isSpared: boolean,
): LinkBasis {
  if (isPartial || steps.has(undefined)) return 'partial'
  const taken = STEPS.filter((step) => step !== 'same_words' && steps.has(step))
  const last = taken.at(-1) ?? 'same_words'
  // Of two guesses one is wrong too often.
  if (taken.includes('spelling') && last === 'lay') return 'partial'
  if (!isSpared) return last
  return last === 'same_words' || last === 'abbreviation' ? 'spared_words' : 'partial'
}

function stepOfPhrase({ text, read_as, because }: Substitution): Step | undefined {
  return isMisspelling(text, read_as, because) ? 'spelling' : STEP_OF[because]
}

/** A letter more may be wrong for so many letters. */
const LETTERS_AN_EDIT = 5

/** What patients write may be the very word, misspelt: "hemmorhoids". */
function isMisspelling(text: string, meant: string, because: string): boolean {
  const edits = Math.floor(text.length / LETTERS_AN_EDIT)
  return (
    because === 'lay' && text[0] === meant[0] && editDistance(text, meant) <= Math.min(2, edits)
  )
}

/** What makes a word one of the name's. */
function stepOf(word: WordAccount, lemmaOf: (form: string) => string): AccountedWord['by'] {
  const { form, name, meant, because } = word
  const isSameWord = meant === name || lemmaOf(meant) === lemmaOf(name!)
  // A misspelt word may have the stem of the right one: "tonsilitis".
  const isCorrected = because === '' ? !isSameWord : because === 'spelling'
  if (isCorrected) return isSureCorrection(word) ? 'spelling' : 'related'
  if (!isSameWord) return 'related'
  if (because === '') return form === name ? 'same_word' : 'inflection'
  if (isMisspelling(form, meant, because)) return 'spelling'
  return STEP_OF[because] ?? 'related'
}

/** Whether a word that no name has is another one but for a letter in its middle or at its end. */
function isSureCorrection({ form, name, because, weight, isUnknown }: WordAccount): boolean {
  return (
    isUnknown &&
    isCorrectable(form) &&
    weight >= SURE_CORRECTION &&
    form[0] === name![0] &&
    (because !== '' || editDistance(form, name!) <= 1)
  )
}

/** The forms of the words that a mention may say next to a name. */
function spareForms(words: readonly Word[], { maySpare }: ProofOptions): ReadonlySet<string> {
  const spare = new Set<string>()
  for (const found of findQualifiers(words)) {
    const forms = words.slice(found.from, found.to).map(({ form }) => form)
    if (maySpare(found, forms)) for (const form of forms) spare.add(form)
  }
  return spare
}
