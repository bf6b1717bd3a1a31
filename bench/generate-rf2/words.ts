/** The words of generated names and their forms. */

import { readRows } from '../tables.ts'

/** A word of names in its forms; the forms that it does not have are the text itself. */
export interface Word {
  readonly text: string
  readonly adjective: string
  readonly other: string
}

export function makeWord(text: string, adjective = text, other = text): Word {
  return { text, adjective, other }
}

/**
 * The lists of general words in words.tsv, by name; the most frequent words first. A row is a word as it stands in an
 * official name, before a noun, and what other names of the same concept use in its place; '-' is the word itself.
 */
export function readWordLists(): ReadonlyMap<string, readonly Word[]> {
  const lists = new Map<string, Word[]>()
  for (const { list = '', text = '', ...row } of readRows('generate-rf2/words.tsv')) {
    const forms = [row.adjective, row.other].map((form) => (form === '-' ? text : form))
    lists.set(list, [...(lists.get(list) ?? []), makeWord(text, ...forms)])
  }
  return lists
}
