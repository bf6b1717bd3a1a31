/** Proves which words WordNet has chiefly as the name of a thing, or as a quality. */

import { expect, test } from 'vitest'
import { kindsOfWords } from '../../scripts/support/wordnet.ts'
import type { EverydayKind } from '../../src/language/everyday-words.ts'

const WORDS: readonly (readonly [word: string, kind: EverydayKind | undefined])[] = [
  ...(['bus', 'cashew', 'gravel', 'triangle'] as const).map((word) => [word, 'thing'] as const),
  ...(['circular', 'real', 'adamant', 'northern'] as const).map(
    (word) => [word, 'quality'] as const,
  ),
  // Acts, thoughts, people, parts of the body.
  ...['risk', 'test', 'precaution', 'mother', 'elbow'].map((word) => [word, undefined] as const),
  // As often a verb, or another thing than a concrete one.
  ...['screen', 'monitor', 'shot', 'letter'].map((word) => [word, undefined] as const),
  // Participles, and what may be done.
  ...['born', 'excluded', 'frozen', 'itching', 'preventable', 'possible'].map(
    (word) => [word, undefined] as const,
  ),
  // Nouns, adverbs and verbs that are rarely adjectives.
  ...['patient', 'still', 'clear', 'over'].map((word) => [word, undefined] as const),
  ...['Bus', 'no', "bus's", 'qwxz'].map((word) => [word, undefined] as const),
]

/** Of all of them together: WordNet's index has 200,000 lines. */
const kinds = kindsOfWords(WORDS.map(([word]) => word))

test.each(WORDS)('%s: %s', (word, kind) => {
  expect(kinds.get(word)).toBe(kind)
})
