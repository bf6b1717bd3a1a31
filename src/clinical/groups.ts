import { isRole } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'

/** Some of a group who share a place with the patient. */

/** "A flatmate newly diagnosed with". */
export const BEFORE_PARTICIPLE =
  /^(?:also|being|both|currently|just|lately|newly|now|previously|recently|since|still)$/
export const PARTICIPLE =
  /^(?:admitted|affected|coughing|diagnosed|down|dx|dxd|having|hospitalized|ill|infected|off|poorly|positive|recovering|sick|suffering|treated|unwell)$/
export const JOINS = /^(?:and|as|because|but|if|or|since|so|though|when|while)$/
const ARTICLE = /^an?$/
/** "Two in her class have flu", "half the ward has norovirus", "others at work are down with flu". */
const SOME = /^(?:all|both|few|half|lots|many|most|one|others?|several|some|\d{1,2})$/
const AMONG = /^(?:at|from|in|of|on|within)$/
export const GROUP =
  /^(?:barracks|bay|block|building|bus|camp|choir|church|chawl|class|classroom|club|cohort|college|company|course|creche|crew|daycare|dept|department|dorm|dormitory|factory|family|flat|group|gym|home|hostel|house|household|hut|job|kinder|kindergarten|kindy|mess|mosque|nursery|office|party|playgroup|preschool|prison|residence|room|school|shift|shop|squad|street|team|temple|unit|village|ward|wing|work|workplace|year)$/
const MEMBER =
  /^(?:boarders?|boys?|children|child|girls?|inmates?|kids?|men|people|persons?|pupils?|residents?|students?|women|workers?)$/
const PLACE_WITHIN = 6
const HAS_IT = /^(?:caught|get|getting|got|had|has|have|having|w\/|with)$/
const IS_DOWN = /^(?:are|came|is|was|were)$/

/** The words of a sentence, those of [start, end). */
interface Place {
  readonly tokens: readonly string[]
  readonly gaps: Gaps
  readonly start: number
  readonly end: number
}

/** "Two in her class have flu", "half the ward has norovirus": some of a group who share a place with the patient. */
export function isOneOfGroup({ tokens, gaps, start, end }: Place, at: number): boolean {
  if (!SOME.test(tokens[at]!)) return false
  const isHead =
    at === start ||
    gaps.items[at] === 1 ||
    JOINS.test(tokens[at - 1]!) ||
    ARTICLE.test(tokens[at - 1]!)
  if (!isHead) return false
  let next = at + 1
  // "One child in the same hut".
  if (next + 1 < end && MEMBER.test(tokens[next]!) && AMONG.test(tokens[next + 1]!)) next++
  if (next < end && AMONG.test(tokens[next]!)) next++
  else if (tokens[at] !== 'half') return false
  if (next >= end || !(tokens[next] === 'the' || isRole(tokens[next]!, 'possessive'))) return false
  for (let verb = next + 1; verb < Math.min(end, next + PLACE_WITHIN); verb++) {
    if (gaps.items[verb] === 1) return false
    if (BEFORE_PARTICIPLE.test(tokens[verb]!)) continue
    const place = BEFORE_PARTICIPLE.test(tokens[verb - 1]!) ? verb - 2 : verb - 1
    const isOfGroup = GROUP.test(tokens[place]!)
    if (isOfGroup && HAS_IT.test(tokens[verb]!)) return true
    if (isOfGroup && IS_DOWN.test(tokens[verb]!)) return PARTICIPLE.test(tokens[verb + 1] ?? '')
  }
  return false
}
