import type { Chart } from '../../clinical/chart.ts'
import { isRole, phrasesOf } from '../../clinical/context-phrases.ts'
import { GROUP } from '../../clinical/groups.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { firstPlace, type Item, isAnywhere, WORD } from '../presence-words.ts'

/**
 * Statements on a disease and not on the patient: "diabetes can damage the eyes", "gout is a disease of the joints", "there is
 * flu about", "there is scabies in the home".
 */

const TABLE = 'context/generalities.tsv'
/** In words. */
const LONGEST = 6
const ARTICLE = /^an?$/
const IS = /^(?:are|is)$/
/** Kinds of what a name may be said to be. */
const GENUS =
  /^(?:condition|disease|disorder|form|illness|infection|inflammation|kind|swelling|type)$/
const OF_PATIENT = /^(?:he|her|hers|him|his|i|me|mine|my|patient|pt|she)$/
const AMONG = /^(?:about|around|at|in|on|round|through)$/
const THE = /^(?:her|his|my|our|the|their|this)$/
const PLACE_WITHIN = 4
const THERE_WITHIN = 8

/** Such phrases, by the words that they need: `whole` ends the item. @throws MedlinkError `data_invalid` */
const generalities = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(TABLE, ['phrase', 'extent']).flatMap(([cell, extent]) =>
        phrasesOf(cell!).map((phrase) => [phrase, extent!] as const),
      ),
    ),
)

/** The word by which a sentence is such a statement. */
export function generalWords(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const at = generalBehind(chart, item) ?? kindIn(chart, item, parts) ?? placeBehind(chart, item)
  return at === undefined ? [] : [at]
}

/** "Diabetes can damage the eyes"; a symptom that "is on the increase" is the patient's. */
function generalBehind(
  { tokens, gaps }: Chart,
  { first, from, to, last }: Item,
): number | undefined {
  if (from !== first || tokens.slice(from, to).some((each) => isRole(each, 'symptom')))
    return undefined
  for (let end = to + 1; end <= Math.min(last, to + LONGEST); end++) {
    const extent = generalities().get(tokens.slice(to, end).join(' '))
    const isEnd = end >= last || gaps.items[end] === 1
    if (extent === 'open' || (extent === 'whole' && isEnd)) return to
  }
  return undefined
}

/** "Psoriasis is a common disease of the skin": the name, and what it is said to be. */
function kindIn(
  { tokens, gaps }: Chart,
  { first, from, last }: Item,
  parts: Uint8Array,
): number | undefined {
  let verb = first
  while (verb < last && parts[verb] === WORD.target) verb++
  if (verb === first || !IS.test(tokens[verb] ?? '') || !ARTICLE.test(tokens[verb + 1] ?? ''))
    return undefined
  let end = verb + 2
  while (end < last && gaps.items[end] === 0) end++
  const isOfPatient = isAnywhere(verb, end, (at) => OF_PATIENT.test(tokens[at]!))
  const isKind = (at: number) => GENUS.test(tokens[at]!) || parts[at] === WORD.target
  return from < end && !isOfPatient && isAnywhere(verb + 2, end, isKind) ? verb : undefined
}

/** "There is a lot of flu about", "there is scabies in the home". */
function placeBehind({ tokens, gaps }: Chart, { first, from, to, last }: Item): number | undefined {
  if (to >= last || !AMONG.test(tokens[to]!)) return undefined
  const there = firstPlace(
    Math.max(first, from - THERE_WITHIN),
    from,
    (at) => tokens[at] === 'there',
  )
  if (there === undefined) return undefined
  const isEnd = (at: number) => at >= last || gaps.items[at] === 1
  if (isEnd(to + 1)) return to
  if (!THE.test(tokens[to + 1]!)) return undefined
  // "There was chest pain on the ward": what one of them had.
  const isOver =
    tokens[there + 1] !== 'is' && tokens.slice(from, to).some((each) => isRole(each, 'symptom'))
  const isPlace = (at: number) => GROUP.test(tokens[at]!) && isEnd(at + 1)
  return isOver ? undefined : firstPlace(to + 2, Math.min(last, to + 1 + PLACE_WITHIN), isPlace)
}
