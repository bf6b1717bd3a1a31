import type { MedlinkIndex } from '../index/reader.ts'
import type { PhraseReplacement } from '../index/records.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import { exactTokens, lemmaTokens, PhraseMatcher } from '../language/phrase-matcher.ts'
import { madeOnce, remember } from '../language/remember.ts'

/** A text that may be read instead of a phrase. */
export interface Replacement {
  /** The words to read, function words left out. */
  readonly words: readonly Word[]
  readonly text: string
  /** In (0, 1): weight of a match by it, compared with a match by the phrase itself. */
  readonly weight: number
  /** The relation that the table states. */
  readonly because: string
  /** Lemmas of words, one of which must be elsewhere in the mention; empty if the replacement needs no context. */
  readonly context: ReadonlySet<string>
}

/** A phrase of a mention, its content words [from, to), with its replacements. */
export interface ReplaceablePhrase {
  readonly from: number
  readonly to: number
  readonly replacements: readonly Replacement[]
}

/** First tokens whose phrases are kept in memory: the vocabulary of a country's clinics, not of a whole release. */
const MAX_CACHED_HEADS = 40_000
/** Phrases of mentions whose replacements are kept in memory. */
const MAX_CACHED_PHRASES = 40_000

/** Default meanings of an abbreviation, without context for another one. */
const BY_ITSELF = 'abbreviation by itself'
const OF_SEVERAL = 'abbreviation of several'

const NONE: readonly Replacement[] = []
const NO_LEMMAS: ReadonlySet<string> = new Set()

/** Phrases of an index and their replacements; phrases that begin with a word are read when a mention first has it. */
export class PhraseBook {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #matcher: PhraseMatcher<number>
  /** Replacements of phrases that were in a mention. */
  readonly #replacements = new Map<number, readonly Replacement[]>()
  /** Replacements of single words, by their form. */
  readonly #ofForm: (form: string) => readonly Replacement[]

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
    this.#matcher = new PhraseMatcher({
      load: (head, matcher) => {
        for (const { tokens, phrase } of index.phrasesFrom(head))
          matcher.set(tokens.split(' '), phrase)
      },
      maxPages: MAX_CACHED_HEADS,
    })
    this.#ofForm = remember((form) => {
      const replacements = this.find([analyzer.wordOf(form)]).flatMap((each) => each.replacements)
      return replacements.length === 0 ? NONE : replacements
    }, MAX_CACHED_HEADS)
  }

  /** All phrases in the content words of a mention, from the left; the replacements of each, strongest first. */
  find(content: readonly Word[]): ReplaceablePhrase[] {
    const found: ReplaceablePhrase[] = []
    for (const tokens of [lemmaTokens(content), exactTokens(content)])
      for (let at = 0; at < tokens.length; at++)
        for (const { from, to, value } of this.#matcher.startingAt(tokens, at))
          found.push({ from, to, replacements: this.#replacementsFor(value) })
    return found
  }

  /** Replacements of one word by itself. */
  ofWord(word: Word): readonly Replacement[] {
    return this.#ofForm(word.form)
  }

  #replacementsFor(phrase: number): readonly Replacement[] {
    const read = () =>
      this.#index.replacementsFor(phrase).map((each) => analyzed(each, this.#analyzer))
    return madeOnce(this.#replacements, phrase, read, MAX_CACHED_PHRASES)
  }
}

function analyzed(
  { text, weight, because, context }: PhraseReplacement,
  analyzer: Analyzer,
): Replacement {
  const contentIn = (each: string) => contentOf(analyzer.analyze(each))
  const lemmas = context === '' ? NO_LEMMAS : new Set(contentIn(context).map(({ lemma }) => lemma))
  return { words: contentIn(text), text, weight, because, context: lemmas }
}

/**
 * The replacements of a phrase that its context allows. An abbreviation of several meanings has its default meaning unless
 * the mention has context for another one. Several meanings are tried in short mentions only.
 */
export function meant(
  replacements: readonly Replacement[],
  context: ReadonlySet<string>,
  phrase: readonly Word[],
  isShort: boolean,
): readonly Replacement[] {
  if (replacements.every(isUnconditional)) return replacements
  const fitting = replacements.filter((each) => fits(each, context, phrase))
  if (fitting.some((each) => each.context.size > 0))
    return fitting.filter(({ because }) => because !== BY_ITSELF && because !== OF_SEVERAL)
  return isShort ? fitting : fitting.filter(({ because }) => because !== OF_SEVERAL)
}

/** True if a replacement is meant in any mention. */
export function isUnconditional({ context, because }: Replacement): boolean {
  return context.size === 0 && because !== BY_ITSELF && because !== OF_SEVERAL
}

/** Returns true if a replacement needs no context, or the mention's other words are its context. */
function fits(
  replacement: Replacement,
  context: ReadonlySet<string>,
  phrase: readonly Word[],
): boolean {
  if (replacement.context.size === 0) return true
  for (const lemma of replacement.context)
    if (context.has(lemma) && !phrase.some((word) => word.lemma === lemma)) return true
  return false
}
