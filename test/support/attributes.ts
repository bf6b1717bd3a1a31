import { attach, findAttributes } from '../../src/clinical/attributes.ts'
import { createAnalyzer, type Word } from '../../src/language/analyze.ts'

const analyzer = createAnalyzer()

/** The attributes of a text: `DIRECTION left`. */
export function attributesIn(text: string): string[] {
  const words = analyzer.analyze(text)
  return findAttributes(text, words).map(
    ({ type, from, to }) => `${type} ${saidIn(text, words, from, to)}`,
  )
}

/** The same with their scores: `DIRECTION left 0.95`. */
export function scoredIn(text: string): string[] {
  const words = analyzer.analyze(text)
  const found = findAttributes(text, words)
  return attributesIn(text).map((each, i) => `${each} ${found[i]!.score}`)
}

/** What is said of the targets of a sentence, which stand in braces: `left → knee pain`. */
export function attachedIn(marked: string): string[] {
  return scoredAttachments(marked).map(({ said }) => said)
}

/** The same with scores. */
export function scoredAttachments(marked: string): { said: string; score: number }[] {
  const text = marked.replaceAll(/[{}]/g, '')
  const words = analyzer.analyze(text)
  const targets = [...marked.matchAll(/\{([^}]*)\}/g)].map(({ index, 1: said = '' }, i) => {
    const start = index - 2 * i
    const inside = (word: Word) => word.start >= start && word.end <= start + said.length
    return { from: words.findIndex(inside), to: words.findLastIndex(inside) + 1 }
  })
  const found = findAttributes(text, words)
  const sentence = { from: 0, to: words.length }
  return attach(words, sentence, found, targets).map(({ attribute, target, score }) => {
    const { from, to } = found[attribute]!
    const of = targets[target]!
    return {
      said: `${saidIn(text, words, from, to)} → ${saidIn(text, words, of.from, of.to)}`,
      score,
    }
  })
}

function saidIn(text: string, words: readonly Word[], from: number, to: number): string {
  return text.slice(words[from]!.start, words[to - 1]!.end)
}
