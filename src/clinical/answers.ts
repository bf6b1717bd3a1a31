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

// Choices that a form prints: boxes, and "yes/no".

const BOX = '([☐☑✓✔])'
const OPTION = String.raw`(yes|no|y|n)(?![\p{L}\p{N}])`
/** "☐ yes ☒ no", "yes [ ] no [x]" right behind a word. */
const BOXES_FIRST = new RegExp(
  String.raw`^\s*[:–-]?\s*${BOX}\s*${OPTION}[\s,/]*${BOX}\s*${OPTION}`,
  'iu',
)
const BOXES_LAST = new RegExp(
  String.raw`^\s*[:–-]?\s*${OPTION}\s*${BOX}[\s,/]*${OPTION}\s*${BOX}`,
  'iu',
)
const HAS_BOX = /[☐☑✓✔]/
const EMPTY = '☐'
/** In UTF-16 units: the longest pair of boxes. */
const LONGEST_BOXES = 32
/** Between a choice and its answer: "gout (Y/N): N". */
const BEFORE_ANSWER = /^\s*\)?\s*(?:[:=?]|[-–—]+\s)?\s*$/
const YES = /^(?:y|yes)$/
const NO = /^(?:n|no)$/
/** "Y/N" is one word. */
const BOTH = /^(?:y|yes)\/(?:n|no)$/

/** A choice of yes and no, up to a word: no verdict while none is made. */
export interface Choice {
  readonly verdict: Verdict | undefined
  readonly to: number
}

/** The choice that begins at a word which is not the first: "gout ☐ yes ☒ no", "gout yes/no", "gout (Y/N): N". */
export function choiceAt(text: string, words: readonly Word[], at: number): Choice | undefined {
  const { form } = words[at]!
  if (!YES.test(form) && !NO.test(form) && !BOTH.test(form)) return undefined
  const verdict = tickedBehind(text, words[at - 1]!.end)
  if (verdict !== undefined) return { verdict, to: at + 2 }
  const to = endOfPrinted(text, words, at)
  if (to === undefined) return undefined
  const answer = words[to]
  const isBehind =
    answer !== undefined && BEFORE_ANSWER.test(text.slice(words[to - 1]!.end, answer.start))
  if (!isBehind || !isRole(answer.form, 'answer')) return { verdict: undefined, to }
  return { verdict: isRole(answer.form, 'affirming') ? 'yes' : 'no', to: to + 1 }
}

/** Behind "yes/no" or "Y/N" at a word; undefined if it is none. */
function endOfPrinted(text: string, words: readonly Word[], at: number): number | undefined {
  const [word, other] = [words[at]!, words[at + 1]]
  if (BOTH.test(word.form)) return at + 1
  if (!YES.test(word.form) || other === undefined || !NO.test(other.form)) return undefined
  return text.slice(word.end, other.start).trim() === '/' ? at + 2 : undefined
}

/** The verdict of two boxes right behind a place, of which one is ticked. */
function tickedBehind(text: string, end: number): Verdict | undefined {
  const behind = text.slice(end, end + LONGEST_BOXES)
  if (!HAS_BOX.test(behind)) return undefined
  const first = BOXES_FIRST.exec(behind)
  const last = first === null ? BOXES_LAST.exec(behind) : null
  const [one, other] = first ? [first[2]!, first[4]!] : last ? [last[1]!, last[3]!] : ['', '']
  if (one === '' || one[0]!.toLowerCase() === other[0]!.toLowerCase()) return undefined
  const boxes = first ? [first[1]!, first[3]!] : [last![2]!, last![4]!]
  const ticked = boxes.map((box) => box !== EMPTY)
  if (ticked[0] === ticked[1]) return undefined
  return (ticked[0] ? one : other)[0]!.toLowerCase() === 'n' ? 'no' : 'yes'
}

const TICKED = '☑'
/** "[x]", "[ ]", "□". */
const DRAWN_BOX = /\[([ xX✓✔]?)\]|[□☒]/g
/** In round brackets an x alone may be a factor's name. */
const ROUND_BOX = /\(([ xX✓✔])\)/g
const FEWEST_ROUND = 2
/** A black square is the mark of an item where no square is white. */
const HAS_WHITE = /[□☐]/
const BLACK = /■/g

/**
 * A text with each box drawn as ☑ or ☐, and of the same length: "[x] gout" is " ☑  gout". Round brackets are boxes where a text
 * has two or more such. Linear in the length of the text.
 */
export function withBoxes(text: string): string {
  const isBlackTicked = HAS_WHITE.test(text)
  const square = text.replace(DRAWN_BOX, drawn)
  const drawnBlack = isBlackTicked ? square.replace(BLACK, TICKED) : square
  const round = drawnBlack.match(ROUND_BOX) ?? []
  return round.length < FEWEST_ROUND ? drawnBlack : drawnBlack.replace(ROUND_BOX, drawn)
}

function drawn(box: string, mark: string | undefined): string {
  const isEmpty = mark === undefined ? box === '□' : mark === '' || mark === ' '
  const sign = isEmpty ? EMPTY : TICKED
  return box.length === 1 ? sign : ` ${sign}`.padEnd(box.length)
}
