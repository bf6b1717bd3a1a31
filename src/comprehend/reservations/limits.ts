import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import type { Item } from '../presence-words.ts'

/**
 * Limits next to the name of a condition, as the legend of a laboratory's result has them: "DIABETES >=6.5", "<20 vitamin D
 * deficiency", ">6.4 = diabetes". They say from which value on there is one, and nothing of the patient.
 */

/** In UTF-16 units before or behind a name. */
const LONGEST_LIMIT = 40
const COMPARED = String.raw`(?:[<>]\s?=?|[≤≥])\s?[-−]?\d[\d,]*(?:\.\d+)?`
/** A number with two digits or a fraction: no count of a few. */
const LARGE = String.raw`[-−]?(?:\d+\.\d+|\d{2,})`
const UNIT = String.raw`\s?(?:%|[a-zµ]+\/[a-z\d]+|mmol|k)?`
/** Ends what a limit is of; "BP >180/110" and ">3 weeks" are none. */
const OVER = String.raw`\s*(?:[,;)\]\n\r=]|\.(?!\d)|\b(?:and|or)\b|$)`
/** "5.7-6.4", "-1.0 to -2.5", but not the years "2005-2010". */
const RANGE = String.raw`(?!(?:19|20)\d\d\b)[-−]?\d+(?:\.\d+)?\s?(?:[-–]|to)\s?(?!(?:19|20)\d\d\b)${LARGE}`
const LIMIT_BEHIND = new RegExp(String.raw`^\s?:?\s?(?:${COMPARED}|${RANGE})${UNIT}${OVER}`, 'i')
/** "> 6.5 % = diabetes", "5.7-6.4 = prediabetes". */
const EQUAL_AHEAD = new RegExp(String.raw`(?:${COMPARED}|${RANGE})${UNIT}\s?=\s?$`, 'i')
/** "<20 vitamin D deficiency" at the beginning of an item: behind a test's name the value is a result. */
const LIMIT_AHEAD = new RegExp(
  String.raw`(?:^|[,;.([\n\r]\s?)(?:[<>]\s?=?|[≤≥])\s?${LARGE}${UNIT}\s?$`,
  'i',
)

/** The condition itself if a limit is next to it. */
export function limitsBeside(text: string, { words, tokens }: Chart, { from, to }: Item): number[] {
  // "Fever >39".
  if (isRole(tokens[to - 1]!, 'symptom')) return []
  const { start } = words[from]!
  const { end } = words[to - 1]!
  const ahead = text.slice(Math.max(0, start - LONGEST_LIMIT), start)
  const isLimited =
    LIMIT_BEHIND.test(text.slice(end, end + LONGEST_LIMIT)) ||
    EQUAL_AHEAD.test(ahead) ||
    LIMIT_AHEAD.test(ahead)
  return isLimited ? [from] : []
}
