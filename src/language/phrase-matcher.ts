import type { Word } from './analyze.ts'
import { copyOf, remember } from './remember.ts'

/**
 * Phrases in a list of words: the one longest-match engine. A phrase is a list of tokens, a mention too; what a token is
 * (a form, a lemma) is the caller's choice, the same for both.
 */

/** In UTF-16 units: a longer token begins no phrase that would be loaded, and is not remembered. */
const LONGEST_HEAD = 64

/** A phrase in a list of words: those of [from, to), and what it stands for. */
export interface FoundPhrase<Value> {
  readonly from: number
  readonly to: number
  readonly value: Value
}

/** The items outside of phrases. The phrases are in order and do not overlap. */
export function outside<Item>(
  items: readonly Item[],
  phrases: readonly { readonly from: number; readonly to: number }[],
): Item[] {
  const rest: Item[] = []
  let next = 0
  for (const { from, to } of phrases) {
    for (; next < from; next++) rest.push(items[next]!)
    next = to
  }
  for (; next < items.length; next++) rest.push(items[next]!)
  return rest
}

/** The phrases that begin with one token. */
interface ReadonlyPage<Value> {
  /** Tokens of the longest of them. */
  readonly longest: number
  /** Phrases by their tokens, joined by spaces. */
  readonly values: ReadonlyMap<string, Value>
}

interface Page<Value> extends ReadonlyPage<Value> {
  longest: number
  readonly values: Map<string, Value>
}

export interface PhraseMatcherOptions<Value> {
  /**
   * Brings in the phrases that begin with a token, when that token is first met; it may add others as well. Called
   * again for a token after {@link PhraseMatcherOptions.maxPages} others.
   */
  readonly load?: (head: string, matcher: PhraseMatcher<Value>) => void
  /** First tokens that are remembered before all are forgotten and loaded anew; default: no limit. */
  readonly maxPages?: number
}

export class PhraseMatcher<Value> {
  /** Phrases by first token; undefined for a token that was looked up and begins no phrase. */
  readonly #pages = new Map<string, Page<Value> | undefined>()
  readonly #load: PhraseMatcherOptions<Value>['load']
  readonly #maxPages: number

  constructor({ load, maxPages = Number.POSITIVE_INFINITY }: PhraseMatcherOptions<Value> = {}) {
    this.#load = load
    this.#maxPages = maxPages
  }

  /** Adds a phrase of at least one token, none of them with a space in it; takes the place of what it stood for. */
  set(phrase: readonly string[], value: Value): void {
    const page = this.#makePage(phrase[0]!)
    page.longest = Math.max(page.longest, phrase.length)
    page.values.set(phrase.join(' '), value)
  }

  /** The meaning of exactly these tokens. */
  get(phrase: readonly string[]): Value | undefined {
    return this.#pageOf(phrase[0]!).values.get(phrase.join(' '))
  }

  /** Every phrase that begins at a token, the shortest first. */
  startingAt(tokens: readonly string[], from: number): readonly FoundPhrase<Value>[] {
    const { longest, values } = this.#pageOf(tokens[from]!)
    if (longest === 0) return NOTHING
    const found: FoundPhrase<Value>[] = []
    const end = Math.min(tokens.length, from + longest)
    let text = ''
    for (let to = from + 1; to <= end; to++) {
      text = to === from + 1 ? tokens[from]! : `${text} ${tokens[to - 1]}`
      const value = values.get(text)
      if (value !== undefined) found.push({ from, to, value })
    }
    return found
  }

  /**
   * Phrases in a list of tokens, none overlapping, the longest first from the left.
   *
   * @param accepts leaves out a phrase at a place where it does not count; a shorter one is tried then
   */
  find(
    tokens: readonly string[],
    accepts: (from: number, to: number) => boolean = () => true,
  ): FoundPhrase<Value>[] {
    const found: FoundPhrase<Value>[] = []
    for (let from = 0; from < tokens.length; ) {
      const next = this.startingAt(tokens, from).findLast(({ to }) => accepts(from, to))
      if (next !== undefined) found.push(next)
      from = next?.to ?? from + 1
    }
    return found
  }

  #pageOf(head: string): ReadonlyPage<Value> {
    const known = this.#pages.get(head)
    if (known !== undefined) return known
    if (this.#load === undefined || this.#pages.has(head)) return NO_PHRASES
    if (head.length > LONGEST_HEAD) return NO_PHRASES
    if (this.#pages.size >= this.#maxPages) this.#pages.clear()
    const own = copyOf(head)
    this.#pages.set(own, undefined)
    this.#load(own, this)
    return this.#pages.get(own) ?? NO_PHRASES
  }

  #makePage(head: string): Page<Value> {
    let page = this.#pages.get(head)
    if (page === undefined) {
      page = { longest: 0, values: new Map() }
      this.#pages.set(head, page)
    }
    return page
  }
}

const NOTHING: readonly never[] = []
const NO_PHRASES: ReadonlyPage<never> = { longest: 0, values: new Map<string, never>() }

/**
 * Tokens on which the words of a phrase are matched, in tables and in mentions: each is the same word or an inflection of
 * it, never only of the same stem. An abbreviation stands for itself alone, "days" is no plural of DAI.
 */

/** Tokens that inflected forms share. */
export function lemmaTokens(words: readonly Word[]): string[] {
  return words.map(({ lemma }) => lemma)
}

const exactToken = remember((form) => `=${form}`)

/** Forgets which words were made tokens. */
export function forgetTokens(): void {
  exactToken.forget()
}

/** Tokens of exactly these forms; none is a token of {@link lemmaTokens}. */
export function exactTokens(words: readonly Word[]): string[] {
  return words.map(({ form }) => exactToken(form))
}
