import { findQualifiers, type Qualifier } from '../clinical/qualifiers.ts'
import type { LinkBasis } from '../contract.ts'
import { isCorrectable } from '../index/edits.ts'
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
  /** Forms that are accounted for on both sides; asked for with the account. */
  agreedForms(): ReadonlySet<string>
}

/** What a word that was read as another rests on, the safest first. */
const STEPS = ['same_words', 'synonym', 'abbreviation', 'spelling', 'lay'] as const
type Step = (typeof STEPS)[number]

/** By what the tables and the release say of a replacement. */
const STEP_OF: Readonly<Record<string, Step>> = {
  synonym: 'synonym',
  compound: 'synonym',
  abbreviation: 'abbreviation',
  'abbreviation by itself': 'abbreviation',
  'abbreviation in context': 'abbreviation',
  'abbreviation of the release': 'abbreviation',
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
/** A correction that counts for less than this changes two letters, or one of a short word: a guess. */
const SURE_CORRECTION = 0.9

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
  const { said, added: others } = options.account()
  const agreed = options.agreedForms()
  const steps = new Set<Step | undefined>(reading.replaced.map(({ because }) => STEP_OF[because]))
  let left: string[] = []
  let isSpared = reading.setsAside === true
  for (const word of said) {
    const isAgreed = agreed.has(word.form)
    if (isAgreed && (word.name === undefined || agreed.has(word.name))) continue
    if (word.name !== undefined) steps.add(stepOf(word, options.lemmaOf))
    else if (!word.isSilent) left.push(word.form)
  }
  if (left.length > 0) {
    const spare = spareForms(reading.words, options)
    const kept = left.filter((form) => !spare.has(form))
    isSpared ||= kept.length < left.length
    left = kept
  }
  const added = others.filter((form) => !agreed.has(form))
  const isTurned = match.order < 1 && reading.words.some(({ form }) => DIRECTED.has(form))
  const isPartial = reading.isCut || isTurned || left.length + added.length > 0
  return { basis: basisOf(steps, isPartial, isSpared), left, added }
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

/** Undefined where the words only share a stem, or one stands for the other loosely. */
function stepOf(word: WordAccount, lemmaOf: (form: string) => string): Step | undefined {
  const { name, meant, because } = word
  const isSameWord = meant === name || lemmaOf(meant) === lemmaOf(name!)
  // A misspelt word may have the stem of the right one: "tonsilitis".
  const isCorrected = because === '' ? !isSameWord : because === 'spelling'
  if (isCorrected) return isSureCorrection(word) ? 'spelling' : undefined
  if (!isSameWord) return undefined
  return because === '' ? 'same_words' : STEP_OF[because]
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
