/** Proves that a cancer and where it has spread to are two mentions, and that any other name with "with" in it stays one. */

import { expect, test } from 'vitest'
import type { SpanFinder } from '../../src/comprehend/spans.ts'
import { withSpread } from '../../src/comprehend/specific-codes.ts'
import { analyzer } from '../support/linker.ts'

const CODES: Readonly<Record<string, string>> = {
  'breast cancer': 'C50.9',
  'bone mets': 'C79.51',
  gout: 'M10.9',
  'cancer with ascites': 'C80.1',
  diabetes: 'E11.9',
}
const finder = { keysOf: (words: readonly unknown[]) => words.map((_, i) => i) } as SpanFinder

function partsOf(text: string): string[] {
  const words = analyzer.analyze(text)
  const written = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ form }) => form)
      .join(' ')
  const unread = { keys: [], readAs: undefined, isOtherForm: false }
  const span = { from: 0, to: words.length, certainty: 1, covered: 1, ...unread }
  const found = withSpread(words, span, finder, (from, to) => CODES[written(from, to)])
  return found.map(({ from, to }) => written(from, to))
}

test.each([
  ['breast cancer with bone mets', ['breast cancer', 'bone mets']],
  ['cancer with bone mets', ['cancer', 'bone mets']],
  ['breast cancer with gout', ['breast cancer with gout']],
  ['diabetes with bone mets', ['diabetes with bone mets']],
  ['cancer with ascites', ['cancer with ascites']],
  ['breast cancer bone mets', ['breast cancer bone mets']],
])('%j: %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})
