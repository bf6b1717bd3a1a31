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

/** The phrases that begin with the same tokens. */
interface Branch<Value> {
  /** Meaning of these tokens alone. */
  value: Value | undefined
  /** Longer phrases, by their next token. */
  next: Map<string, Branch<Value>> | undefined
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
  /**
   * Phrases by first token: an empty branch for a token that was looked up and begins no phrase, and how the phrases of a token
   * that has not been met yet are added. One map, since most words of a text begin no phrase, and a look-up costs 100 ns.
   */
  readonly #pages = new Map<string, Branch<Value> | (() => void)>()
  readonly #load: PhraseMatcherOptions<Value>['load']
  readonly #maxPages: number

  constructor({ load, maxPages = Number.POSITIVE_INFINITY }: PhraseMatcherOptions<Value> = {}) {
    this.#load = load
    this.#maxPages = maxPages
  }

  /** Adds a phrase of at least one token, none of them with a space in it; takes the place of what it stood for. */
  set(phrase: readonly string[], value: Value): void {
    let branch = this.#newPageOf(phrase[0]!)
    for (let at = 1; at < phrase.length; at++) {
      branch.next ??= new Map()
      branch = branchOf(branch.next, phrase[at]!)
    }
    branch.value = value
  }

  /** Has the phrases that begin with a token added when that token is first met. @param add sets each of them */
  setLater(head: string, add: () => void): void {
    this.#pages.set(head, add)
  }

  /** The meaning of exactly these tokens. */
  get(phrase: readonly string[]): Value | undefined {
    let branch = this.#pageOf(phrase[0]!)
    for (let at = 1; at < phrase.length; at++) branch = branch?.next?.get(phrase[at]!)
    return branch?.value
  }

  /** False if no phrase begins with a token. */
  mayBegin(token: string): boolean {
    return this.#pageOf(token) !== undefined
  }

  /** Every phrase that begins at a token, the shortest first. */
  startingAt(tokens: readonly string[], from: number): readonly FoundPhrase<Value>[] {
    let found: FoundPhrase<Value>[] | undefined
    let branch = this.#pageOf(tokens[from]!)
    for (let to = from + 1; branch !== undefined; to++) {
      const { value, next } = branch
      if (value !== undefined) {
        found ??= []
        found.push({ from, to, value })
      }
      if (next === undefined || to >= tokens.length) break
      branch = next.get(tokens[to]!)
    }
    return found ?? NOTHING
  }

  /**
   * The longest phrase that begins at a token; undefined where none does.
   *
   * @param accepts leaves out a phrase that does not count
   */
  longestAt(
    tokens: readonly string[],
    from: number,
    accepts?: (from: number, to: number, value: Value) => boolean,
  ): FoundPhrase<Value> | undefined {
    let end = from
    let longest: Value | undefined
    let branch = this.#pageOf(tokens[from]!)
    for (let to = from + 1; branch !== undefined; to++) {
      const { value, next } = branch
      if (value !== undefined && (accepts === undefined || accepts(from, to, value))) {
        end = to
        longest = value
      }
      if (next === undefined || to >= tokens.length) break
      branch = next.get(tokens[to]!)
    }
    return longest === undefined ? undefined : { from, to: end, value: longest }
  }

  /**
   * Phrases in a list of tokens, none overlapping, the longest first from the left.
   *
   * @param accepts leaves out a phrase at a place where it does not count; a shorter one is tried then
   */
  find(
    tokens: readonly string[],
    accepts?: (from: number, to: number) => boolean,
  ): FoundPhrase<Value>[] {
    const found: FoundPhrase<Value>[] = []
    for (let from = 0; from < tokens.length; ) {
      const next = this.longestAt(tokens, from, accepts)
      if (next !== undefined) found.push(next)
      from = next?.to ?? from + 1
    }
    return found
  }

  #pageOf(head: string): Branch<Value> | undefined {
    const known = this.#pages.get(head)
    if (typeof known === 'function') {
      this.#pages.delete(head)
      known()
      return this.#pageOf(head)
    }
    if (known !== undefined || this.#load === undefined || head.length > LONGEST_HEAD) return known
    if (this.#pages.size >= this.#maxPages) this.#pages.clear()
    const own = copyOf(head)
    const page = this.#newPageOf(own)
    this.#load(own, this)
    return page
  }

  /** The page of a token, which is added if it has none. */
  #newPageOf(head: string): Branch<Value> {
    const known = this.#pages.get(head)
    if (typeof known === 'object') return known
    const page: Branch<Value> = { value: undefined, next: undefined }
    this.#pages.set(head, page)
    return page
  }
}

function branchOf<Value>(branches: Map<string, Branch<Value>>, token: string): Branch<Value> {
  let branch = branches.get(token)
  if (branch === undefined) {
    branch = { value: undefined, next: undefined }
    branches.set(token, branch)
  }
  return branch
}

const NOTHING: readonly never[] = []

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
