import type { Chart } from './chart.ts'
import type { Sentence } from './sections.ts'

/** In words, on either side of the word that joins a choice. */
const LONGEST_SIDE = 5
/** "Gout or pseudogout", "gout v pseudogout". */
const JOINS_CHOICE = /^(?:or|v)$/
/** Behind a "v" that is "very". */
const GRADED =
  /^(?:anxious|bad|cold|good|high|hot|itchy|keen|little|loud|low|mild|much|painful|poor|sick|slow|small|soft|sore|tearful|tender|tired|unwell|upset|weak|well)$/
/** Function words within the names of a choice. */
const WITHIN_NAMES = /^(?:a|an|both|either|of|the)$/

/**
 * Notes the words of bare choices: "gout or pseudogout, crystals awaited". Who names two and says nothing else doubts both. A
 * choice is a whole statement, from a mark that is no comma. Linear in the length of the sentence.
 */
export function paintChoices(chart: Chart, sentence: Sentence, choices: Uint8Array): void {
  const { tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  for (let from = first; from < sentence.to; ) {
    const to = endOfItem(chart, from, sentence.to)
    const or = tokens.slice(from, to).findIndex((token) => JOINS_CHOICE.test(token)) + from
    const isVersus = tokens[or] === 'v'
    const isChoice = or > from && or < to - 1 && (isVersus || startsStatement(chart, first, from))
    if (isChoice && isBare(chart, from, or, to)) choices.fill(1, from, to)
    from = to
  }
}

function endOfItem({ gaps }: Chart, from: number, end: number): number {
  let to = from + 1
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  return to
}

function startsStatement({ gaps }: Chart, first: number, at: number): boolean {
  const isComma = gaps.commas[at] === 1 && gaps.stops[at] === 0
  return at === first || (!isComma && gaps.opens[at] === 0)
}

/** True if a statement has nothing but names around the word that joins them. */
function isBare({ words, tokens, markAt }: Chart, from: number, or: number, to: number): boolean {
  if (or - from > LONGEST_SIDE || to - or > LONGEST_SIDE + 1) return false
  if (tokens[or] === 'v' && GRADED.test(tokens[or + 1]!)) return false
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    if (markAt[at] !== undefined || words[at]!.kind !== 'word' || token.endsWith('ly')) return false
    if (at !== or && words[at]!.stop && !WITHIN_NAMES.test(token)) return false
  }
  return !words[or - 1]!.stop
}
