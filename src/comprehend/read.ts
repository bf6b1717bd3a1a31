import { readStatements } from '../clinical/assertions.ts'
import { readChart } from '../clinical/chart.ts'
import type { Sentence } from '../clinical/sections.ts'
import { readSentences } from '../clinical/sentences.ts'
import type { Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { drugWords } from '../ontologies/medication/words.ts'
import type { PlainWords } from './note-text.ts'
import type { Found, Stage } from './task.ts'

/** Steps that reading takes, for each character. */
const STEPS_A_CHARACTER = 16

/**
 * Stage 1. Reads a text once for all kinds: its words, its sentences with the sections of their headings, and the triggers
 * and scopes that say of any stretch if it is denied, past, a relative's and so on.
 *
 * Takes the text. Gives what was read, and no entities. Costs {@link STEPS_A_CHARACTER}; linear.
 *
 * @throws MedlinkError `data_invalid`
 */
export const read: Stage<string, Found> = (text, { tools, work }) => {
  work.add(STEPS_A_CHARACTER * text.length)
  const words = asAbbreviations(text, tools.analyzer.analyze(text))
  const sentences = readSentences(text, words)
  const chart = readChart(text, words, sentences)
  const note = {
    ...{ text, words, sentences, chart },
    statements: readStatements(chart, sentences),
    headings: headingsIn(text, words, sentences),
    plainWords: lazily(() => plainWordsOf(text)),
  }
  return { note, problems: undefined, drugs: [], drafts: [] }
}

/** "CAD + HTN + DM2": if all words are short and in capitals they are abbreviations. */
function asAbbreviations(text: string, words: readonly Word[]): readonly Word[] {
  if (/\p{Ll}|\p{L}{6}/u.test(text)) return words
  return words.map((word) => {
    return { ...word, abbreviation: /^\p{Lu}{2,}$/u.test(text.slice(word.start, word.end)) }
  })
}

function headingsIn(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
): string[] {
  let current = ''
  let before: Sentence['section']
  return sentences.map(({ heading, section }) => {
    if (heading !== undefined)
      current = text.slice(words[heading.from]!.start, words[heading.to - 1]!.end).toLowerCase()
    else if (section !== before) current = ''
    before = section
    return current
  })
}

function plainWordsOf(text: string): PlainWords {
  const words = drugWords(text)
  return { words, forms: words.map((word) => word.text) }
}
