import { isTreatedCancer } from '../../clinical/cancers.ts'
import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isChronic } from '../../clinical/history.ts'
import { isMonth, isTimeUnit, lengthOfUnit, YEAR } from '../../clinical/times.ts'
import { isDrugWord } from '../../clinical/word-kinds.ts'
import { type Item, isAnywhere, placesWhere, WORD } from '../presence-words.ts'

const AGO = /^(?:ago|back|earlier|prior)$/
const RECENT_UNIT = /^(?:h|hour|hours|hr|hrs|min|mins|minutes|night|nite|nyt)$/
const CONTINUES = /^(?:from|since)$/
const YEARS = /^(?:19|20)\d\d-(?:19|20)?\d\d$/
const COUNTED = /^(?:once|thrice|twice|x[1-9])$/
/** The one month that is another word, too. */
const MAY = 'may'
const WAS = /^(?:got|had|was|were)$/
const AT_EVENT = /^(?:at|during|on)$/
/** The highest age that is hardly a measure: "at 18". */
const OLDEST_BARE_AGE = 25
const SPELLED_AGE = /^(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)$/
/** A day at the beginning of an entry. */
const DAY = /^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/
const NOW = /^(?:currently|now|today|tdy)$/
/** Attacks that are over within a day. */
const PASSES =
  /^(?:absence|arrest|bleed|bleeding|blackout|choking|collapse|collapsed|convulsions?|desat(?:uration)?|epistaxis|faint(?:ed)?|falls?|fits?|hematemesis|hypos?|hypoglycemia|hypotension|pph|presyncope|rigors?|seizures?|svt|syncope|tia|vasovagal|vf|vomiting|vt)$/
/** In words, of the entries between. */
const LATER_WITHIN = 30

const HAVE = /^(?:has|have|having|he|ive|she|theyve|weve)$/
/** Between "has had" and an illness. */
const BEFORE_ILLNESS =
  /^(?:\d+|a|an|and|attacks?|bad|bouts?|both|episodes?|few|his|her|mild|nasty|of|once|recurrent|serious|several|severe|some|the|usual)$/
/** Words by which what was had is still there. */
const STILL =
  /^(?:current|currently|for|from|just|last|now|presently|recent|recently|since|started|still|this|today|tonight|yesterday)$/
const TIMES = /^(?:occasions?|times|twice|once|thrice)$/
/** In words. */
const HAD_WITHIN = 8

/**
 * "Has had measles and mumps", "has had kidney stones on two occasions": an illness that is had and over, unless a time says
 * that it is of now, "has had shingles for four days".
 */
export function hasHad(chart: Chart, { first, from, to, last }: Item, parts: Uint8Array): number[] {
  const { tokens, gaps } = chart
  let at = from - 1
  while (at >= first && from - at <= HAD_WITHIN && isOfList(at)) at--
  if (at <= first || tokens[at] !== 'had' || !HAVE.test(tokens[at - 1]!)) return []
  const own = tokens.slice(from, to)
  const isIllness = own.some((token) => isRole(token, 'attack') || isRole(token, 'preventable'))
  const isCounted =
    isAnywhere(to, last, (place) => TIMES.test(tokens[place]!)) && !isRole(own.at(-1)!, 'symptom')
  if ((!isIllness && !isCounted) || isChronic(chart, { from, to })) return []
  const isOfNow = (place: number) =>
    STILL.test(tokens[place]!) || (parts[place] !== WORD.target && isDrugWord(tokens[place]!))
  const isNow = isAnywhere(Math.max(first, at - 2), at, isOfNow) || isAnywhere(to, last, isOfNow)
  return isNow ? [] : [at]

  function isOfList(place: number): boolean {
    if (gaps.stops[place + 1] === 1) return false
    return parts[place] === WORD.target || BEFORE_ILLNESS.test(tokens[place]!)
  }
}

/** The places of times that are over, of a condition that passes. */
export function timesOver(chart: Chart, item: Item): number[] {
  const { to, start, end } = item
  const { tokens, gaps } = chart
  const { markAt } = chart
  // "Cough came on 3 weeks back".
  const isBegun = isAnywhere(start, end, (at) => markAt[at]?.ends === 'onset')
  const isOn = isBegun || isAnywhere(to, end, (at) => CONTINUES.test(tokens[at]!))
  if (isOn) return []
  const day = passedDay(chart, item)
  if (day.length > 0) return day
  // "Hyperthyroidism 1999-2001".
  const range = placesWhere(to, end, (at) => YEARS.test(tokens[at]!))
  const isLasting = isChronic(chart, item) || isTreatedCancer(chart, item, item.last)
  if (range.length > 0 || isLasting) return range
  // "Shingles June, healed", "cellulitis Feb 23".
  const isShort = to + 1 === end || (to + 2 === end && /^\d\d?$/.test(tokens[to + 1]!))
  if (isShort && isNamedMonth(tokens[to]!)) return [to]
  // "Cellulitis twice (Jan, Mar)".
  const isCounted = to + 1 === end && COUNTED.test(tokens[to]!) && gaps.opens[end] === 1
  if (isCounted && (isNamedMonth(tokens[end]!) || YEAR.test(tokens[end]!))) return [end]
  return placesWhere(to, end, (at) => isOver(tokens, at, end) || isTreatedThen(tokens, at, end))
}

/** "22/7 TIA. 24/7 stent. Today well": what passes, on a day before another one. */
function passedDay({ tokens, gaps }: Chart, { first, from, to }: Item): number[] {
  if (!DAY.test(tokens[first]!) || !tokens.slice(from, to).some((token) => PASSES.test(token)))
    return []
  const isLater = isAnywhere(
    to,
    Math.min(tokens.length, to + LATER_WITHIN),
    (at) =>
      (DAY.test(tokens[at]!) || NOW.test(tokens[at]!)) &&
      (gaps.ends[at] === 1 || gaps.commas[at] === 1),
  )
  return isLater ? [first] : []
}

/** "Was treated in May". */
function isTreatedThen(tokens: readonly string[], at: number, end: number): boolean {
  return (
    tokens[at] === 'in' && at + 1 < end && isMonth(tokens[at + 1]!) && WAS.test(tokens[at - 2]!)
  )
}

function isNamedMonth(token: string): boolean {
  return isMonth(token) && token !== MAY
}

/** "2021", "1 wk back", "3 wks prior", "last week", "at 11", "at diagnosis". */
function isOver(tokens: readonly string[], at: number, end: number): boolean {
  const token = tokens[at]!
  const next = at + 1 < end ? tokens[at + 1]! : ''
  if (YEAR.test(token)) return true
  if (AGO.test(token))
    return lengthOfUnit(tokens[at - 1]!) !== undefined && !(token === 'back' && next !== '')
  if (token === 'last') return next === '1' || (isTimeUnit(next) && !RECENT_UNIT.test(next))
  if (AT_EVENT.test(token) && isRole(next, 'event')) return true
  if (token === 'at' && SPELLED_AGE.test(next)) return true
  if (token !== 'at' || !/^\d{1,2}$/.test(next) || Number(next) > OLDEST_BARE_AGE) return false
  const unit = at + 2 < end ? tokens[at + 2]! : ''
  return unit === '' || unit === 'in' || isRole(unit, 'age')
}
