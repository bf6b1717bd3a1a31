import type { MedlinkIndex } from '../index/reader.ts'
import type { PhraseRecord } from '../index/records.ts'
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

const NONE: readonly Replacement[] = []
const NO_LEMMAS: ReadonlySet<string> = new Set()

/** Phrases of an index that stand for others; what begins with a word is read when a mention first has that word. */
export class PhraseBook {
  readonly #matcher: PhraseMatcher<Replacement[]>
  /** What single words are read as, by their form. */
  readonly #ofForm: (form: string) => readonly Replacement[]

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#matcher = new PhraseMatcher({
      load: (head, matcher) => {
        for (const record of index.phrases(head)) {
          const tokens = record.tokens.split(' ')
          const known = matcher.get(tokens)
          const replacement = new AnalyzedReplacement(record, analyzer)
          if (known === undefined) matcher.set(tokens, [replacement])
          else known.push(replacement)
        }
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
          found.push({ from, to, replacements: value })
    return found
  }

  /** What one word may be read as by itself. */
  ofWord(word: Word): readonly Replacement[] {
    return this.#ofForm(word.form)
  }
}

/** A replacement whose texts are taken apart when somebody asks: of all phrases that begin with a word, few stand in a mention. */
class AnalyzedReplacement implements Replacement {
  readonly text: string
  readonly weight: number
  readonly because: string
  readonly #context: string
  readonly #analyzer: Analyzer
  #words: readonly Word[] | undefined
  #lemmas: ReadonlySet<string> | undefined

  constructor({ text, weight, because, context }: PhraseRecord, analyzer: Analyzer) {
    this.text = text
    this.weight = weight
    this.because = because
    this.#context = context
    this.#analyzer = analyzer
  }

  get words(): readonly Word[] {
    this.#words ??= contentOf(this.#analyzer.analyze(this.text))
    return this.#words
  }

  get context(): ReadonlySet<string> {
    if (this.#context === '') return NO_LEMMAS
    this.#lemmas ??= new Set(
      contentOf(this.#analyzer.analyze(this.#context)).map(({ lemma }) => lemma),
    )
    return this.#lemmas
  }
}
