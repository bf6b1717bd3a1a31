import { contentOf, type Word } from '../text/analyze.ts'
import { lemmaOf } from '../text/lemma.ts'
import { outside } from '../text/phrase-matcher.ts'
import { readTable } from '../text/tables.ts'
import { findQualifiers } from './qualifiers.ts'

const TABLE = 'clinical/vague-mentions.tsv'

/** Phrases by the lemmas of their words, joined by spaces. */
interface VaguePhrases {
  /** Too little by themselves: "fracture", of which bone? */
  readonly whole: ReadonlySet<string>
  /** Single words that say in any company that no condition is named: "heart problem". */
  readonly anywhere: ReadonlySet<string>
}

let phrases: VaguePhrases | undefined

/**
 * True if a mention says too little to be coded by itself, whatever its name. Degree, severity, frequency and time make it
 * no clearer.
 *
 * @param found the qualifiers among the words
 * @throws MedlinkError `data_invalid`
 */
export function isVague(words: readonly Word[], found = findQualifiers(words)): boolean {
  phrases ??= readPhrases()
  const { whole, anywhere } = phrases
  const asides = found.filter(({ kind }) => kind === 'aside' || kind === 'severity')
  const rest = asides.length === 0 ? words : outside(words, asides)
  const lemmas = contentOf(rest).map(({ lemma }) => lemma)
  return whole.has(lemmas.join(' ')) || words.some(({ lemma }) => anywhere.has(lemma))
}

/** True if a bracket or a quotation is opened and not closed, or the other way round: part of the text is missing. */
export function isCutOff(text: string): boolean {
  return (
    count(text, '(') !== count(text, ')') ||
    count(text, '[') !== count(text, ']') ||
    count(text, '"') % 2 === 1
  )
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++
  return found
}

function readPhrases(): VaguePhrases {
  const rows = readTable(TABLE, ['phrase', 'place'])
  const placed = (wanted: string) =>
    new Set(
      rows.flatMap(([phrase, place]) =>
        place === wanted ? [phrase!.split(' ').map(lemmaOf).join(' ')] : [],
      ),
    )
  return { whole: placed('whole'), anywhere: placed('anywhere') }
}
