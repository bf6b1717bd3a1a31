import { withBoxes } from '../../src/clinical/answers.ts'
import { type Assertion, assertionsFor } from '../../src/clinical/assertions.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { analyzer } from './linker.ts'

/** What is said of each condition in brackets, in order. */
export function assertionsOf(marked: string): readonly (readonly Assertion[])[] {
  const spans = [...marked.matchAll(/\[([^\]]*)\]/g)].map(({ index, 1: name }, i) => ({
    from: index - 2 * i,
    to: index - 2 * i + name!.length,
  }))
  const text = withBoxes(marked.replace(/[[\]]/g, ''))
  const words = analyzer.analyze(text)
  const targets = spans.map((span) => ({
    from: words.findIndex(({ end }) => end > span.from),
    to: words.findLastIndex(({ start }) => start < span.to) + 1,
  }))
  return assertionsFor(text, words, readSentences(text, words), targets)
}

/** The contexts of each, `own` for the patient's own. */
export function contextsOf(marked: string): string[] {
  return assertionsOf(marked).map((all) => all.map(({ context }) => context).join(' ') || 'own')
}
