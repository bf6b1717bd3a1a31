import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { firstPlace, type Item, isAnywhere } from '../presence-words.ts'

/**
 * A relative, a helper or the writer who speaks of himself: "'I have gout,' says her husband", "wife texts: I have flu", "I have
 * tonsillitis, so Dr Patel saw her". A patient who writes or is quoted is the patient.
 */

const I = /^(?:i|id|im|ive|my)$/
const IS_TOLD = /^(?:he|patient|pt|she)$/
/** In words between the speaker and the condition. */
const SPEAKS_WITHIN = 10
const LONGEST_LEAD = 8
/** In words behind a quotation. */
const SPEAKER_WITHIN = 4
const HER = /^(?:her|him)$/
/** Words behind "her" that are no noun of hers. */
const FOLLOWS_HER =
  /^(?:again|and|as|at|because|but|for|from|here|in|instead|myself|of|on|so|that|this|to|today|too|up|when|with|yesterday)$/
/** Where "her" may be explained. */
const NAMED_WITHIN = 60
const MESSAGE = /^(?:email|letter|message|note|sms|text|voicemail|whatsapp)$/
const QUOTE = /["“”«»]/
const OPENS_SPEECH = /[:"“«]/

/** The word by which another than the patient says "I". */
export function firstPersonOf(
  text: string,
  chart: Chart,
  { first, from, to, last }: Item,
): number[] {
  const { tokens } = chart
  const own = firstPlace(Math.max(first, from - SPEAKS_WITHIN), from, (at) => I.test(tokens[at]!))
  if (own === undefined || isAnywhere(own, from, (at) => IS_TOLD.test(tokens[at]!))) return []
  const speaker = speakerOf(text, chart, own, to)
  const sender = senderOf(chart, own)
  if (sender !== undefined) return [sender]
  if (speaker !== undefined) return isOther(tokens, speaker) ? [speaker] : []
  const her = firstPlace(to, last, (at) => isObject(chart, at, last))
  if (her === undefined) return []
  const isKnown = isAnywhere(Math.max(0, her - NAMED_WITHIN), her, (at) => mayBeHer(tokens, at))
  return isKnown ? [] : [her]
}

/** The one whose words are those from "I" on, named before them or after. */
function speakerOf(
  text: string,
  { words, tokens, gaps }: Chart,
  own: number,
  to: number,
): number | undefined {
  const isSpeaker = (at: number) => IS_TOLD.test(tokens[at]!) || isOther(tokens, at)
  const before = text.slice(words[own - 1]?.end ?? 0, words[own]!.start)
  if (own > 0 && gaps.ends[own] === 0 && OPENS_SPEECH.test(before)) {
    let begin = own - 1
    while (begin > Math.max(0, own - LONGEST_LEAD) && gaps.ends[begin] === 0) begin--
    const speaker = firstPlace(begin, own, isSpeaker)
    if (speaker !== undefined) return speaker
  }
  // Where the quotation ends.
  if (!QUOTE.test(before)) return undefined
  let end = to
  const most = Math.min(words.length, to + LONGEST_LEAD)
  while (end < most && !QUOTE.test(text.slice(words[end - 1]!.end, words[end]!.start))) end++
  return end < most
    ? firstPlace(end, Math.min(words.length, end + SPEAKER_WITHIN), isSpeaker)
    : undefined
}

/** "Text from mum: he is fine, I have flu". */
function senderOf({ tokens, gaps }: Chart, own: number): number | undefined {
  let begin = own
  while (begin > Math.max(0, own - SPEAKS_WITHIN) && gaps.ends[begin] === 0) begin--
  return firstPlace(begin + 2, own, (at) => {
    const from = isRole(tokens[at - 1]!, 'possessive') ? at - 2 : at - 1
    return isOther(tokens, at) && tokens[from] === 'from' && MESSAGE.test(tokens[from - 1] ?? '')
  })
}

function isOther(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]!
  return isRole(token, 'relative') || isRole(token, 'owned') || isRole(token, 'attendant')
}

/** "Saw him instead", but not "her pain". */
function isObject({ tokens, gaps }: Chart, at: number, last: number): boolean {
  if (!HER.test(tokens[at]!)) return false
  return at + 1 >= last || gaps.items[at + 1] === 1 || FOLLOWS_HER.test(tokens[at + 1]!)
}

/** True for a word of one who may be "her": a relative, a doctor, unless that one sees the patient, "Dr Patel saw her". */
function mayBeHer(tokens: readonly string[], at: number): boolean {
  if (isOther(tokens, at) || isRole(tokens[at]!, 'lay')) return true
  const isDoctor = isRole(tokens[at]!, 'address') || isRole(tokens[at]!, 'person')
  return isDoctor && !isAnywhere(at + 1, at + 5, (place) => HER.test(tokens[place] ?? ''))
}
