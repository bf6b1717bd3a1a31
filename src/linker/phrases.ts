import type { MedlinkIndex } from '../index/reader.ts'
import type { PhraseReplacement } from '../index/records.ts'
import { type Analyzer, contentOf, type Word } from '../text/analyze.ts'
import { PhraseMatcher } from '../text/phrase-matcher.ts'
import { exactTokens, lemmaTokens } from '../text/phrase-tokens.ts'
import { remember } from '../text/remember.ts'

/** One thing that may be read in place of a phrase. */
export interface Replacement {
  /** The words to read, function words left out. */
  readonly words: readonly Word[]
  readonly text: string
  /** In (0, 1): how much a match by it counts, compared with a match by the phrase itself. */
  readonly weight: number
  /** What the table says the relation is. */
  readonly because: string
  /** Lemmas of words one of which must stand elsewhere in the mention, or empty when the phrase stands for itself. */
  readonly context: ReadonlySet<string>
}

/** A phrase of a mention's content words, those of [from, to), with what may be read in its place. */
export interface ReplaceablePhrase {
  readonly from: number
  readonly to: number
  readonly replacements: readonly Replacement[]
}

/** First tokens whose phrases are kept: the vocabulary of a country's clinics, not of a whole release. */
const MAX_CACHED_HEADS = 40_000
/** The same of phrases that stood in mentions. */
const MAX_CACHED_PHRASES = 40_000

/** Meanings that an abbreviation has where nothing in the mention asks for another one. */
const BY_ITSELF = 'abbreviation by itself'
const OF_SEVERAL = 'abbreviation of several'

const NONE: readonly Replacement[] = []
const NO_LEMMAS: ReadonlySet<string> = new Set()

/** Phrases of an index that stand for others; what begins with a word is read when a mention first has that word. */
export class PhraseBook {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #matcher: PhraseMatcher<number>
  /** What phrases are read as that stood in a mention. */
  readonly #replacements = new Map<number, readonly Replacement[]>()
  /** What single words are read as, by their form. */
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

  /** All phrases in the content words of a mention, from the left; what each is read as, strongest first. */
  find(content: readonly Word[]): ReplaceablePhrase[] {
    const found: ReplaceablePhrase[] = []
    for (const tokens of [lemmaTokens(content), exactTokens(content)])
      for (let at = 0; at < tokens.length; at++)
        for (const { from, to, value } of this.#matcher.startingAt(tokens, at))
          found.push({ from, to, replacements: this.#replacementsFor(value) })
    return found
  }

  /** What one word may be read as by itself. */
  ofWord(word: Word): readonly Replacement[] {
    return this.#ofForm(word.form)
  }

  #replacementsFor(phrase: number): readonly Replacement[] {
    let replacements = this.#replacements.get(phrase)
    if (replacements === undefined) {
      replacements = this.#index
        .replacementsFor(phrase)
        .map((replacement) => analyzed(replacement, this.#analyzer))
      if (this.#replacements.size >= MAX_CACHED_PHRASES) this.#replacements.clear()
      this.#replacements.set(phrase, replacements)
    }
    return replacements
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
 * What a phrase may be read as in this company. What an abbreviation of several meanings means by default, it means
 * where nothing else in the mention asks for one of them; which of several is asked of short mentions only.
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

function isUnconditional({ context, because }: Replacement): boolean {
  return context.size === 0 && because !== BY_ITSELF && because !== OF_SEVERAL
}

/** Whether a replacement needs no context, or has it in the mention's other words. */
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
