import type { Word } from '../language/analyze.ts'

/**
 * Rows of conditions with a sign behind or before each: "fever - headache - rash -", "fever - rash - cough +", "fever x rash x",
 * "x fever x rash", "gout ? sepsis ?".
 */

/** A dash or a plus that parts two words, and one that ends a sentence or an item. */
const DASH = /^\s[-–—−]+\s$/
const PLUS = /^\s\++\s$/
const ENDS_ROW = /^\s[-–—−]+\s*(?:[.,;]|[\r\n])/
const ENDS_IN_PLUS = /^\s\++\s*(?:[.,;]|[\r\n]|$)/
/** "Cough + since Monday". */
const BEHIND_PLUS = /^(?:for|since|x\d*)$/
/** With fewer signs a dash may be a colon: "asthma - wheeze +". */
const FEWEST_WITH_PLUS = 3
const MOST_WITH_PLUS = 16
const ENDS = /[.,;\r\n]/
const ASKS = /^\s\?+\s$/
const ENDS_IN_QUESTION = /^\s\?+\s*(?:[-–—.,;]|[\r\n]|$)/
const ENDS_CROSSES = /^\s*(?:[.,;\r\n→]|[-=]>)/
const BEGINS_CROSSES = /[.,;:\r\n]\s*$/
/** "Fever x", "fever = x". */
const BEFORE_CROSS = /^(?:\s|\s?[:=]\s?)$/
/** "Fragile X". */
const HAS_X =
  /^(?:deficiency|factor|fragile|gen|generation|grade|group|histiocytosis|stage|syndrome|trisomy|type)$/
/** In words, of a condition before a dash. */
const LONGEST_OF_ROW = 4

/** The signs of a text that a row changes, one for each word. */
interface Signs {
  readonly items: Uint8Array
  readonly commas: Uint8Array
  readonly stops: Uint8Array
  readonly ends: Uint8Array
  readonly labels: Uint8Array
  readonly asserts: Uint8Array
  readonly denies: Uint8Array
  readonly doubtsLeft: Uint8Array
  readonly doubtsRight: Uint8Array
  readonly deniesRight: Uint8Array
}

/** Notes what the row denies that begins or ends at a word, if one does. Linear in the length of the row. */
export function noteRows(signs: Signs, text: string, words: readonly Word[], at: number): void {
  noteRow(signs, text, words, at)
  noteRowWithPlus(signs, text, words, at)
  noteQuestions(signs, text, words, at)
  noteCrossesAhead(signs, text, words, at)
}

/** "Fever - headache - rash -", "fever x rash x": the last dash or cross says what those before it are. */
function noteRow(signs: Signs, text: string, words: readonly Word[], last: number): void {
  if (last === 0) return
  const isCross = isCrossAt(text, words, last)
  if (!isCross && signs.denies[last] === 0) return
  const gap = gapAt(text, words, isCross ? last + 1 : last)
  const isLast =
    last + (isCross ? 1 : 0) === words.length || (isCross ? ENDS_CROSSES : ENDS_ROW).test(gap)
  if (!isLast) return
  const isSign = (at: number) =>
    at === last || (isCross ? isCrossAt(text, words, at) : DASH.test(gapAt(text, words, at)))
  for (let at = last, length = 0; at > 0 && length <= LONGEST_OF_ROW; at--, length++) {
    if (at < last && isOver(signs, at)) return
    if (!isSign(at)) continue
    signs.denies[at] = 1
    signs.labels[at] = 0
    if (isCross) signs.items[at + 1] = 1
    length = 0
  }
}

/** "Fever - rash - cough +", "cough + fever - rash +": a plus at the end says what the dashes before it are. */
function noteRowWithPlus(signs: Signs, text: string, words: readonly Word[], last: number): void {
  if (last === 0 || signs.asserts[last] === 0) return
  const gap = gapAt(text, words, last)
  const isLast =
    ENDS_IN_PLUS.test(gap) || (PLUS.test(gap) && BEHIND_PLUS.test(words[last]?.form ?? ''))
  if (!isLast) return
  const dashes: number[] = []
  let count = 1
  for (let at = last - 1, length = 1; at > 0 && length <= LONGEST_OF_ROW; at--, length++) {
    const before = gapAt(text, words, at)
    if (ENDS.test(before) || count > MOST_WITH_PLUS) break
    const isDash = DASH.test(before)
    if (!isDash && !PLUS.test(before)) continue
    if (isDash) dashes.push(at)
    count++
    length = 0
  }
  if (count < FEWEST_WITH_PLUS) return
  for (const at of dashes) {
    signs.denies[at] = 1
    signs.labels[at] = 0
  }
}

/** "Gout ? sepsis ? - aspirate": a question mark at the end says that the ones before it doubt the words before them. */
function noteQuestions(signs: Signs, text: string, words: readonly Word[], last: number): void {
  if (last === 0 || signs.doubtsLeft[last] === 0) return
  if (!ENDS_IN_QUESTION.test(gapAt(text, words, last))) return
  for (let at = last - 1, length = 1; at > 0 && length <= LONGEST_OF_ROW; at--, length++) {
    if (isOver(signs, at) || signs.doubtsLeft[at] === 1) return
    if (!ASKS.test(gapAt(text, words, at))) continue
    signs.doubtsRight[at] = 0
    signs.doubtsLeft[at] = 1
    length = 0
  }
}

/** "X fever x rash": a cross at the beginning of a sentence is before what it denies, and so are those after it. */
function noteCrossesAhead(signs: Signs, text: string, words: readonly Word[], first: number): void {
  if (words[first]?.form !== 'x') return
  const isFirst = first === 0 || BEGINS_CROSSES.test(gapAt(text, words, first))
  const isDenied = (at: number) => words[at]?.kind === 'word' && !/^rays?$/.test(words[at]!.form)
  if (!isFirst || !isDenied(first + 1) || gapAt(text, words, first + 1).trim() !== '') return
  for (let at = first; isDenied(at + 1); at++) {
    if (at > first && isOver(signs, at)) return
    if (at > first && !isCrossAt(text, words, at)) continue
    signs.items[at] = 1
    signs.deniesRight[at + 1] = 1
  }
}

function isOver({ commas, stops, ends }: Signs, at: number): boolean {
  return commas[at] === 1 || stops[at] === 1 || ends[at] === 1
}

function gapAt(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at - 1]!.end, words[at]?.start)
}

/** True for an x behind a word other than the one that it is a name with: "factor X". */
function isCrossAt(text: string, words: readonly Word[], at: number): boolean {
  const [before, word, behind] = [words[at - 1]!, words[at], words[at + 1]]
  if (word?.form !== 'x' || before.kind !== 'word' || HAS_X.test(before.form)) return false
  return behind?.kind !== 'number' && BEFORE_CROSS.test(gapAt(text, words, at))
}
