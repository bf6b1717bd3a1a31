import type { ExplainedResult } from '../../medlink.ts'

/** A stretch of a name, and whether the text says it. */
export interface Stretch {
  readonly text: string
  readonly isSaid: boolean
}

const WORD = /[\p{L}\p{N}]+/gu

/**
 * The words that a text says, in lower case and without accents: its own, and those that were read in their place.
 */
export function wordsSaid({
  query,
  explanations,
}: Pick<ExplainedResult, 'query' | 'explanations'>) {
  const read = explanations.flatMap(({ readings, account = [] }) => [
    ...readings.map(({ read_as }) => read_as),
    ...account.flatMap(({ of }) => of ?? []),
  ])
  return new Set([query, ...read].flatMap((text) => text.match(WORD) ?? []).map(folded))
}

/** A name in stretches, of which those are marked that are words of the set. */
export function markWords(name: string, said: ReadonlySet<string>): Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  const add = (text: string, isSaid: boolean) => {
    if (text !== '') stretches.push({ text, isSaid })
  }
  for (const { 0: word, index } of name.matchAll(WORD)) {
    if (!said.has(folded(word))) continue
    add(name.slice(end, index), false)
    add(word, true)
    end = index + word.length
  }
  add(name.slice(end), false)
  return stretches
}

function folded(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
