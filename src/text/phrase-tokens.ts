import type { Word } from './analyze.ts'
import { remember } from './remember.ts'

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
