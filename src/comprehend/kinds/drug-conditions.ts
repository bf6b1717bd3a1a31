import type { DrugMention } from './drug-mentions.ts'
import type { Place } from './test-values.ts'

/**
 * Directions under which a drug is given or left out, "hold if HR < 60", "SOS (if temp > 100)": the drug is taken, and
 * what they name has not been measured.
 */

/** Between a drug and its condition. */
const LEAD = '^[\\s,;:(–—-]*(?:(?:please|pls|and|but|to|be)\\s){0,2}'
/** Verbs of leaving a dose out. */
const LEAVE =
  '(?:hold|held|omit(?:ted)?|withhold|withheld|stop(?:ped)?|skip|discontinue|d\\/c|reduce|halve)\\s(?:(?:the|this|next|dose|doses|it)\\s){0,3}'
const LEAVES_IF = new RegExp(
  `${LEAD}${LEAVE}(?:(?:if|when|whenever|unless)\\b|(?:for\\s)?(?=(?:[\\w.]+\\s){0,2}[<>≤≥])|for\\s(?:s?bp|dbp|hr|map|rr|pulse|sedation|loose)\\b)`,
  'i',
)
/** "Stop 7 days before surgery". */
const LEAVES_BEFORE = new RegExp(
  `${LEAD}(?:hold|omit|withhold|stop|skip|discontinue)\\s(?:it\\s)?\\d+\\s?(?:h|hrs?|hours?|d|days?|w|wks?|weeks?)\\s(?:before|prior to|pre)\\b`,
  'i',
)
const IF = /^[\s,;:(–—-]*(?:(?:only|use|take|give)\s){0,2}(?:if|when|for)\b/i
/** Frequencies of a drug that is taken when it is needed. */
const WHEN_NEEDED =
  /^(?:prn|sos|as (?:needed|required|necessary)|(?:when|if) (?:needed|required|necessary))\b/i
const ENDS = /[.;)](?=\s|$)|\n/

/**
 * The condition that follows a drug; undefined if none does.
 *
 * @param end of the sentence, or begin of the next drug
 */
export function conditionAfter(text: string, drug: DrugMention, end: number): Place | undefined {
  const { to, parts } = drug
  const after = text.slice(to, end)
  const frequency = parts.find(({ kind }) => kind === 'frequency')
  const isWhenNeeded = frequency !== undefined && WHEN_NEEDED.test(frequency.value)
  const found =
    LEAVES_IF.test(after) ||
    (frequency !== undefined && LEAVES_BEFORE.test(after)) ||
    (isWhenNeeded && IF.test(after))
  if (!found) return undefined
  const start = after.search(/[\p{L}]/u)
  const length = after.slice(start).search(ENDS)
  return { begin: to + start, end: length < 0 ? end : to + start + length }
}
