import type { Word } from '../language/analyze.ts'
import { isRole } from './context-phrases.ts'
import { type Gaps, gapBefore } from './gaps.ts'

/** Marks of printed forms: boxes, and questions without an answer. */

const TICKED = '☑'
const EMPTY = '☐'
/** "[x]", "[ ]", "□". */
const BOX = /\[([ xX✓✔]?)\]|[□☒]/g
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
  const square = text.replace(BOX, drawn)
  const drawnBlack = isBlackTicked ? square.replace(BLACK, TICKED) : square
  const round = drawnBlack.match(ROUND_BOX) ?? []
  return round.length < FEWEST_ROUND ? drawnBlack : drawnBlack.replace(ROUND_BOX, drawn)
}

function drawn(box: string, mark: string | undefined): string {
  const isEmpty = mark === undefined ? box === '□' : mark === '' || mark === ' '
  const sign = isEmpty ? EMPTY : TICKED
  return box.length === 1 ? sign : ` ${sign}`.padEnd(box.length)
}

/** "Diabetes: ____", "Stroke ......". */
const BLANK = /^[ \t]*(?::[ \t]*(?:_{2,}|\.{3,}|…+)|_{3,})[ \t]*(?:[.,;|\r\n]|$)/
/** In words before the colon of a question. */
const LONGEST_QUESTION = 5
/** A colon, and no more in its line. */
const BARE = /^[ \t]*:[ \t]*(?:[\r\n]|$)/

/**
 * Notes the questions of a form without an answer, which are doubts: "stroke: ____", "gout yes/no", and lines of a name with a colon
 * next to others like it or to answers. Linear in the length of the text.
 */
export function noteBlanks(gaps: Gaps, text: string, words: readonly Word[]): void {
  // The kind of the line before.
  let before: Question
  // Behind the last word of a bare line.
  let bare: number | undefined
  for (let at = 1, from = 0; at <= words.length; at++) {
    const gap = gapBefore(text, words, at)
    if (BLANK.test(gap) || isOpenChoice(text, words, at)) gaps.doubtsLeft[at] = 1
    if (at < words.length && gaps.lines[at] === 0) continue
    const kind = questionOf(text, words, from, at)
    if (bare !== undefined && kind !== undefined) gaps.doubtsLeft[bare] = 1
    bare = kind === 'bare' ? at : undefined
    if (bare === words.length && before !== undefined) gaps.doubtsLeft[at] = 1
    before = kind
    from = at
  }
}

const YES = /^(?:y|yes)$/
const NO = /^(?:n|no)$/

/** "Gout yes/no", but not "gout Y/N: Y". */
function isOpenChoice(text: string, words: readonly Word[], at: number): boolean {
  const [yes, no, answer] = [words[at], words[at + 1], words[at + 2]]
  if (yes === undefined || no === undefined || !YES.test(yes.form) || !NO.test(no.form))
    return false
  if (text.slice(yes.end, no.start).trim() !== '/') return false
  return answer === undefined || !isRole(answer.form, 'answer')
}

/** A line that is a question of a form: without an answer, or with one. */
type Question = 'bare' | 'answered' | undefined

function questionOf(text: string, words: readonly Word[], from: number, to: number): Question {
  const behind = gapBefore(text, words, to)
  if (to - from > LONGEST_QUESTION) return undefined
  if (BARE.test(behind)) return 'bare'
  const hasAnswer = to - 1 > from && isRole(words[to - 1]!.form, 'answer')
  const isAnswered = hasAnswer && /[:?-]/.test(gapBefore(text, words, to - 1))
  return isAnswered || BLANK.test(behind) ? 'answered' : undefined
}
