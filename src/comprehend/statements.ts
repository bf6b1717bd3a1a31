import { partsOf } from '../linker/split-list.ts'
import { type Mention, placeOf } from './mention.ts'
import { attributesOf } from './mentions.ts'
import { unclearWordsOf } from './presence.ts'
import { partsOfWords, WORD } from './presence-words.ts'
import type { Found, FoundProblems, Stage } from './task.ts'

/**
 * Stage 3. Reads what the text says of each problem: denials, times, other persons and doubts; its attributes; and the words
 * that keep it from being stated as present.
 *
 * Takes problems. Adds statements to them. Takes no steps; linear in the length of the text.
 */
export const stateProblems: Stage<Found, Found> = (found) => {
  const { problems, note } = found
  if (problems === undefined) return found
  const mentions = problems.problems.map(({ mention }) => mention)
  const said = mentions.map(note.statements)
  const { chart } = note
  const unclear = unclearWordsOf({ ...problems.note, chart, targets: mentions, said })
  const attributes = attributesOf(problems.note, mentions)
  const stated = problems.problems.map((problem, i) => ({
    ...problem,
    ...{ said: said[i]!, unclear: unclear[i]!, attributes: attributes[i]! },
  }))
  const isInDoubt = isPartOfMention(found, problems, mentions)
  return { ...found, problems: { ...problems, problems: stated, isInDoubt } }
}

/**
 * True for a short text that is no list and to which as a whole the linker says no: then no part of it is linked by itself,
 * for the words that are left over may matter. A heading and a phrase that opens a statement before one mention do not: "Imp:".
 */
function isPartOfMention(
  { note: { chart } }: Found,
  { note, whole, isMention }: FoundProblems,
  mentions: readonly Mention[],
): boolean {
  const [first] = mentions
  const last = mentions.at(-1)
  if (whole === undefined || isMention || first === undefined || last === undefined) return false
  const { begin, end } = placeOf(note, { from: first.from, to: last.to })
  const named = note.text.slice(begin, end)
  if (note.sentences.length > 1 || partsOf(named).length > 0) return false
  if (first !== last) return true
  const { sentences, attributes, words } = note
  const parts = partsOfWords(chart, sentences, attributes, mentions)
  const isKnown = (at: number) =>
    words[at]!.stop || parts[at] === WORD.target || parts[at] === WORD.opens
  const start = sentences[0]!.heading?.to ?? 0
  return !words.every((_, at) => at < start || isKnown(at))
}
