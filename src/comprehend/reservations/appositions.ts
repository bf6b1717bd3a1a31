import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isChronic } from '../../clinical/history.ts'
import { firstPlace, type Item, isAnywhere, WORD } from '../presence-words.ts'

/**
 * Items without a condition of their own, which speak of the one before them, "pneumonia, to rule out", "migraine (her
 * mother)", "fracture, old", or of those after them: "As a child, eczema", "Possibly, gout".
 */

/** In words, of such an item. */
const LONGEST = 4
/** Doubts, risks and worries about the condition before them. */
const SPEAKS_BACK =
  /^(?:(?:to )?(?:r\/o|rule out|exclude)|needs? (?:exclusion|excluding|ruling out|confirming|confirmation)|tbc|to be confirmed|(?:at )?risk(?: of)?|(?:to )?(?:watch|monitor)(?: for(?: it)?)?|familial|paternal|maternal|fam hx|family hx|fhx?|self diagnosed|(?:per|by|via) google|(?:a|his|her) (?:worry|concern|fear)|(?:he|she|pt|patient) (?:fears|thinks|wonders|believes|worries|suspects))$/
/** Times of a condition that passes. */
const SAYS_OLD = /^(?:old|remote|historical|(?:in )?childhood|once|1 time)$/
/** Words around a relative. */
const OF_PERSON = /^(?:also|and|as|both|elder|her|his|in|of|older|the|their|too|well|younger)$/
/** Times and doubts that open a sentence about conditions. */
const FRONTED =
  /^(?:previously|formerly|once|in the (?:distant )?past|(?:many |some |\d+ )?(?:years|yrs|decades) (?:ago|back|before)|long ago|last (?:year|autumn|fall|spring|summer|winter)|as an? (?:adolescent|baby|boy|child|girl|infant|kid|student|teen|teenager|toddler)|in (?:her |his )?(?:adolescence|childhood|college|infancy|teens|youth)|(?:at )?age \d+|when (?:little|small|young)|possibly|perhaps|maybe|probably|query|suspected)$/

/** The places of such items; `parts` are those of the words of the text. */
export function appositions(chart: Chart, item: Item, parts: Uint8Array): readonly number[] {
  return [...itemBehind(chart, item, parts), ...itemInFront(chart, item)]
}

function itemBehind(
  chart: Chart,
  { from, to, end, last, isShared }: Item,
  parts: Uint8Array,
): number[] {
  const { tokens, gaps } = chart
  const isParted = end < last && !isShared && (gaps.commas[end] === 1 || gaps.opens[end] === 1)
  if (!isParted || gaps.stops[end] === 1 || end - to > 1) return []
  const isOver = (at: number) => gaps.items[at] === 1 || gaps.stops[at] === 1
  const stop = firstPlace(end + 1, last, isOver) ?? last
  if (stop - end > LONGEST || isAnywhere(end, stop, (at) => parts[at] === WORD.target)) return []
  const words = tokens.slice(end, stop)
  const isOfPerson =
    words.some((word) => isRole(word, 'relative')) &&
    words.every((word) => isRole(word, 'relative') || OF_PERSON.test(word) || /^\d+$/.test(word))
  const written = words.join(' ')
  const speaks =
    isOfPerson ||
    SPEAKS_BACK.test(written) ||
    (SAYS_OLD.test(written) && !isChronic(chart, { from, to }))
  return speaks ? [end] : []
}

function itemInFront({ tokens, gaps }: Chart, { first, from }: Item): number[] {
  const stop = firstPlace(
    first + 1,
    Math.min(from, first + LONGEST) + 1,
    (at) => gaps.items[at] === 1,
  )
  if (stop === undefined || gaps.commas[stop] === 0 || gaps.stops[stop] === 1) return []
  if (!FRONTED.test(tokens.slice(first, stop).join(' '))) return []
  return isAnywhere(stop + 1, from + 1, (at) => gaps.stops[at] === 1) ? [] : [first]
}
