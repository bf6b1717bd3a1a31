import type { Word } from '../language/analyze.ts'
import { isRole } from './context-phrases.ts'

/** Verdict of the words after a question on its subject: "Rash? Shakes his head." */
export type Verdict = 'yes' | 'no'

/** In words: a longer reply is a statement of its own. */
const LONGEST_REPLY = 7
/** In words before the colon after a speaker: "[10:03] Pt:". */
const LONGEST_LABEL = 3
const ENDS_REPLY = /[.!?;|\r\n"”[]|\s[/–—-]\s|\/\//
/** A "no" speaks of the question if a mark or one of the words of replies follows: "no, put it on", but "no casts". */
const ENDS_NO = /^[^\p{L}\p{N}]*[.,!?;|\r\n"”)\]:]/u
const NAMES_SPEAKER = /^\s*[)\]]?\s*:/

/**
 * The verdict of a reply that begins at a word; undefined if it is none, if it is unsure, or if a word of it is not one that
 * replies have. Names of speakers and times before it are skipped. Takes a bounded number of steps.
 *
 * @throws MedlinkError `data_invalid`
 */
export function verdictOf(text: string, words: readonly Word[], at: number): Verdict | undefined {
  const from = startOfReply(text, words, at)
  const to = endOfReply(text, words, from)
  if (to === undefined || to === from) return undefined
  const forms = words.slice(from, to).map(({ form }) => form)
  if (forms.some((form) => isRole(form, 'unsure'))) return undefined
  const isDenial = forms.some((form) => isRole(form, 'denying'))
  const [first] = forms as [string]
  if (isRole(first, 'denying')) {
    const { end } = words[from]!
    const next = words[from + 1]
    const isAlone = next === undefined || ENDS_NO.test(text.slice(end, next.start))
    if (isAlone || forms.slice(1).every(isOfReply)) return 'no'
  }
  if (isRole(first, 'affirming') && !isDenial) return 'yes'
  if (!forms.every(isOfReply)) return undefined
  if (isDenial) return 'no'
  return forms.some((form) => isRole(form, 'affirming')) ? 'yes' : undefined
}

/** Behind the time and the name of a speaker. */
function startOfReply(text: string, words: readonly Word[], at: number): number {
  let from = at
  const isTime = words[from]?.kind === 'number' && text[words[from]!.start - 1] === '['
  if (isTime) from++
  for (let to = from; to < Math.min(words.length, from + LONGEST_LABEL); to++) {
    const { end, form } = words[to]!
    if (!NAMES_SPEAKER.test(text.slice(end, end + LONGEST_LABEL))) continue
    return isRole(form, 'speaker') || isRole(form, 'relative') ? to + 1 : from
  }
  return from
}

/** Behind the last word of a reply; undefined if it is too long. */
function endOfReply(text: string, words: readonly Word[], from: number): number | undefined {
  for (let at = from; at < from + LONGEST_REPLY; at++) {
    const word = words[at]
    if (word === undefined) return Math.min(at, words.length)
    if (ENDS_REPLY.test(text.slice(word.end, words[at + 1]?.start ?? text.length))) return at + 1
  }
  return undefined
}

/** True for a word that replies have. @throws MedlinkError `data_invalid` */
export function isOfReply(form: string): boolean {
  return (
    /^\d/.test(form) ||
    isRole(form, 'denying') ||
    isRole(form, 'affirming') ||
    isRole(form, 'replying') ||
    isRole(form, 'answering') ||
    isRole(form, 'relative') ||
    isRole(form, 'unit')
  )
}
