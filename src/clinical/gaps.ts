import type { Word } from '../language/analyze.ts'
import { choiceAt, verdictOf } from './answers.ts'
import { isRole } from './context-phrases.ts'

/** Two line ends with nothing between them; CR LF is one. */
export const BLANK_LINE = /(?:\n|\r(?!\n))[ \t]*[\r\n]/

/** Signs between two words, before the word at the same place; the last place is after all words. */
export interface Gaps {
  /** A comma, a bracket or a line end parts the items of a list here. */
  readonly items: Uint8Array
  /** So does one of these marks that are no bracket, dash or colon. */
  readonly commas: Uint8Array
  /** A semicolon, an arrow, or a colon behind a word that is no trigger, ends what was said. */
  readonly stops: Uint8Array
  /** The word before is doubted: "UTI?". */
  readonly doubtsLeft: Uint8Array
  /** The word behind is doubted: "?UTI". */
  readonly doubtsRight: Uint8Array
  /** The word before is there: "cough +", "cough (+)". */
  readonly asserts: Uint8Array
  /** The word before is not there: "fever (-)", "fever -, cough +". */
  readonly denies: Uint8Array
  /** The word behind is not there: "(-) fever", "+cough, -fever". */
  readonly deniesRight: Uint8Array
  /** The word behind is there: "(+) fever", "+fever". */
  readonly assertsRight: Uint8Array
  /** A full stop. */
  readonly ends: Uint8Array
  /** A colon, a line end and nothing else: a list of lines follows. */
  readonly lists: Uint8Array
  /** A line begins with a bullet or the number of an item. */
  readonly bullets: Uint8Array
  /** A colon or a dash between spaces: what follows is about the word before. */
  readonly labels: Uint8Array
  /** A line is left blank. */
  readonly blanks: Uint8Array
  /** A line ends. */
  readonly lines: Uint8Array
  /** A bracket opens. */
  readonly opens: Uint8Array
  /** A slash between spaces parts two of a choice: "gout / pseudogout". */
  readonly choices: Uint8Array
  /** A word of a choice that is made: "gout ☐ yes ☒ no", "gout yes/no: no". */
  readonly options: Uint8Array
}

const DENIED =
  /^\s*(?:[:=][ \t]*)?(?:\([-–—−]+\)|[-–—−]+\s*\/|\[[-–—−]+\]|[-–—−]+\s*[,;\r\n)]|[-–—−]+\s?\.\s|[([]?[✗✘❌])/u
/** "Pallor: - edema: +", if the text has two such next to each other; elsewhere the dash begins a list. */
export const PAIRED_SIGN = /^\s?[:=][ \t]*(?:[-–—−]+|\++)[ \t]+$/u
const DENIED_IN_PAIR = /^\s?[:=][ \t]*[-–—−]+[ \t]+$/u
const HAS_PAIRED_SIGNS =
  /\p{L}\s?[:=][ \t]*[-–—−+]+[ \t]+\p{L}[\p{L} /]{0,40}[:=][ \t]*[-–—−+]+(?:\s|$)/u
/** "Fever ∅, rash: ∅.": before another mark the sign is about the word before; between two words, if it is so elsewhere. */
const NONE_BEHIND = /^\s*(?:[[(:=]|[-–—]+\s)?\s*[∅⊖⊝][\])]?\s*[.,;/)\r\n]/u
const NONE_LAST = /^\s*(?:[[(:=]|[-–—]+\s)?\s*[∅⊖⊝][\])]?\s*$/u
const HAS_NONE_BEHIND = /\p{L}\s*(?:[[(:=]|[-–—]+\s)?\s*[∅⊖⊝][\])]?\s*(?:[.,;/)\r\n]|$)/u
const HAS_NONE_FIRST = /(?:^|[\r\n:.,;])\s*[∅⊖⊝]\s*\p{L}/u
/** "Icterus- pallor+": elsewhere a dash like that is a colon. */
const DENIED_BY_DASH = /^[-–—−]+\s/
const CROSS = /[×✕✖☓]/
const CROSSES = /[×✕✖☓]/g
const SIGN_BEHIND = /\p{L} ?\+(?![\p{L}\p{N}])/u
/** A box that is empty is not ticked: "( ) gout". */
const DENIED_RIGHT = /(?:\((?:[-–—−]+|\s*)\)|\[(?:[-–—−]+|\s*)\]|[✗✘❌☐∅⊖⊝][)\]]?)\s*$/u
/** "(+) cough (-) fever", "✓ cough ✗ fever": if the first is before its word, all are. */
const SIGN_FIRST = /(?:^|[\r\n:.,;])[ \t]*(?:[([][-–−+ ]*[)\]]|[✓✔☑✗✘❌☐])\s*\p{L}/u
/** "Gout ☐", at the end of an item: such boxes are behind their words in a text that has none before one. */
const BOX_BEHIND = /[\p{L}\d)]:?[ \t]*[☐☑][ \t]*(?:[.,;|\r\n]|$)/u
const BOX_OPENS_LINE = /(?:^|[\r\n])[ \t•*-]*[☐☑]/u
const EMPTY_BEHIND = /^[ \t]*:?[ \t]*☐/
const SIGN_BETWEEN = /^\s+(?:[([][-–−+ ]*[)\]]|[✓✔☑✗✘❌☐])\s+$/u
const ASSERTED_RIGHT = /(?:\(\++\)|\[\++\]|[✓✔☑⊕][)\]]?)\s*$|(?:^|[\s,;:(])\+$/u
/** "+cough, -fever": elsewhere a dash like that is the mark of an item. */
const DENIED_BY_MINUS = /(?:^|[\s,;:(])-$/
const SIGN_AHEAD = /(?:^|[\s,;:(])\+\p{L}/u
/** "+ fatigue, + hair loss; - weight loss, - goiter". */
const SIGN_APART = /(?:^|[.,;:\r\n])[ \t]*\+[ \t]+\p{L}/u
const DENIED_APART = /(?:^|[.,;:\r\n])[ \t]*-[ \t]+$/
const ASSERTED_APART = /(?:^|[.,;:\r\n])[ \t]*\+[ \t]+$/
const ASSERTED = /^\s*(?:\(\++\)|\[\++\]|\++(?![\p{L}\p{N}])|[([]?[✓✔☑])/u

/** Marks between the items of a list, and between the cells of a row. */
const ITEM_MARK = /[,;()[\]\r\n•|=—✓✔☑✗✘❌☐]|\s[-–/]+\s/u

const BULLET = /[\r\n][ \t]*(?:[-*+>•–—·▪◦●○■]|->)[ \t]*$/
/** In UTF-16 units: the number of an item, with the mark behind. */
const LONGEST_NUMBER = 4
const ITEM_NUMBER = /^\d{1,2}(?:[.)]|[ \t]+\p{L})/u

const LABEL_MARK = /^(?:[ \t]*[:—][ \t]*|[ \t]+[-–—]+[ \t]+)$/

/** A question mark right behind a word, but not before the next one: "Rash? No.", but "rash ?viral". */
const ASKED = /^["”')\]]*\?+(?:["”')\]]|\s|\/|$)/

/** "(?)gout", "Well, (?) gout". */
const BRACKETED = /\(\?+\)$|(?:^|[,;:.\r\n]\s*)\(\?+\)\s*$/
/** A question mark that is attached to the next word only: "?mild gout". */
const DOUBTS_NEXT = /^(?:.*[\s(,;.-])?\?+\)?$/s

/** In UTF-16 units behind an answer: where it ends is seen. */
const ANSWER_END = 4
/** End of an answer: a mark, the end of a cell or of the text, or more than one space. */
const ANSWER_ENDS = /^(?:\s*(?:[.,;!|\r\n]|\/\/|$)|[ \t]{2})/
const STATEMENT_ENDS = /^\s*[.!?|\r\n]|^[ \t]{2}/
/** In words: a longer sentence after a question is no answer to it. */
const LONGEST_ANSWER = 6

/** The marks of a text, word by word. Linear in the length of the text. */
export function readGaps(text: string, words: readonly Word[]): Gaps {
  const size = words.length + 1
  const gaps: Gaps = {
    items: new Uint8Array(size),
    commas: new Uint8Array(size),
    stops: new Uint8Array(size),
    doubtsLeft: new Uint8Array(size),
    doubtsRight: new Uint8Array(size),
    asserts: new Uint8Array(size),
    denies: new Uint8Array(size),
    deniesRight: new Uint8Array(size),
    assertsRight: new Uint8Array(size),
    ends: new Uint8Array(size),
    lists: new Uint8Array(size),
    bullets: new Uint8Array(size),
    labels: new Uint8Array(size),
    blanks: new Uint8Array(size),
    lines: new Uint8Array(size),
    opens: new Uint8Array(size),
    choices: new Uint8Array(size),
    options: new Uint8Array(size),
  }
  const isBoxBehind = BOX_BEHIND.test(text) && !BOX_OPENS_LINE.test(text)
  const isPaired = HAS_PAIRED_SIGNS.test(text)
  const signs: SignStyle = {
    isBehind: SIGN_BEHIND.test(text),
    isAhead: SIGN_AHEAD.test(text),
    isFirst: !isBoxBehind && SIGN_FIRST.test(text),
    isBoxBehind,
    isApart: !isPaired && SIGN_APART.test(text),
    isPaired,
    isNoneBehind:
      HAS_NONE_BEHIND.test(text) || (SIGN_BEHIND.test(text) && !HAS_NONE_FIRST.test(text)),
  }
  for (let at = 0; at < size; at++) {
    const from = at === 0 ? 0 : words[at - 1]!.end
    const to = at === words.length ? text.length : words[at]!.start
    if (to - from <= 1 && text[from] === ' ' && !isLetter(words[at - 1])) continue
    const gap = withCrosses(text.slice(from, to), words[at])
    if (ITEM_MARK.test(gap) || endsAnswer(text, words, at, gap)) gaps.items[at] = 1
    if (/[,;\r\n•]/.test(gap)) gaps.commas[at] = 1
    if (/[;:→]|[-=]>/.test(gap)) gaps.stops[at] = 1
    if (gap.startsWith('.')) gaps.ends[at] = 1
    if (/^\s*:[ \t]*[\r\n]/.test(gap)) gaps.lists[at] = 1
    if (LABEL_MARK.test(gap)) gaps.labels[at] = 1
    if (BLANK_LINE.test(gap)) gaps.blanks[at] = 1
    if (/[\r\n]/.test(gap)) {
      gaps.lines[at] = 1
      if (BULLET.test(gap) || ITEM_NUMBER.test(text.slice(to, to + LONGEST_NUMBER)))
        gaps.bullets[at] = 1
    }
    if (/[([]/.test(gap)) gaps.opens[at] = 1
    if (/^\s+\/\s+$/.test(gap)) gaps.choices[at] = 1
    noteSigns(gaps, gap, at, signs, at === words.length)
    if (gap.includes('?')) noteQuestion(gaps, text, words, gap, at)
  }
  for (let at = 0; at < size; at++) noteRows(gaps, text, words, at)
  noteBlanks(gaps, text, words)
  for (let at = 1; at < words.length; at++) noteChoice(gaps, text, words, at)
  return gaps
}

/** The gap before a word with all crosses as one sign; none before a number, which says how often: "fever × 3 days". */
function withCrosses(gap: string, word: Word | undefined): string {
  return CROSS.test(gap) ? gap.replaceAll(CROSSES, word?.kind === 'number' ? '' : '✗') : gap
}

/** A choice of yes and no is an answer to the word before it, and a doubt while none is made. */
function noteChoice(gaps: Gaps, text: string, words: readonly Word[], at: number): void {
  const choice = choiceAt(text, words, at)
  if (choice === undefined) return
  const { verdict, to } = choice
  if (verdict === undefined) {
    gaps.doubtsLeft[at] = 1
    return
  }
  gaps.denies[at] = verdict === 'no' ? 1 : 0
  gaps.asserts[at] = verdict === 'yes' ? 1 : 0
  gaps.options.fill(1, at, to)
  gaps.items.fill(1, at, to + 1)
  for (const signs of [gaps.deniesRight, gaps.assertsRight, gaps.doubtsLeft])
    signs.fill(0, at, to + 1)
  for (const signs of [gaps.denies, gaps.asserts]) signs.fill(0, at + 1, to + 1)
}

/** How a text writes its plus and minus: "cough+", "+cough", "(+) cough". */
interface SignStyle {
  readonly isBehind: boolean
  readonly isAhead: boolean
  readonly isFirst: boolean
  /** "Gout ☐, asthma ☑". */
  readonly isBoxBehind: boolean
  readonly isApart: boolean
  readonly isPaired: boolean
  /** "Cough ∅ rash +". */
  readonly isNoneBehind: boolean
}

/** Which of two words a plus or minus between them speaks of. */
function noteSigns(gaps: Gaps, gap: string, at: number, signs: SignStyle, isEnd: boolean): void {
  const isDash =
    (signs.isBehind && DENIED_BY_DASH.test(gap)) ||
    (signs.isPaired && DENIED_IN_PAIR.test(gap)) ||
    (isEnd && /^\s*(?:[:=][ \t]*)?[-–—−]+\.?\s*$/.test(gap))
  const isRight = (signs.isFirst && SIGN_BETWEEN.test(gap)) || (!isEnd && /\s\+$/.test(gap))
  const isNone = NONE_BEHIND.test(gap) || ((isEnd || signs.isNoneBehind) && NONE_LAST.test(gap))
  const isEmptyBox = signs.isBoxBehind && EMPTY_BEHIND.test(gap)
  if (at > 0 && !isRight && (DENIED.test(gap) || isDash || isNone || isEmptyBox))
    gaps.denies[at] = 1
  if (at > 0 && !isRight && ASSERTED.test(gap)) gaps.asserts[at] = 1
  if (isEnd) return
  if (gaps.denies[at] === 0 && DENIED_RIGHT.test(gap)) gaps.deniesRight[at] = 1
  if (signs.isAhead && DENIED_BY_MINUS.test(gap)) gaps.deniesRight[at] = 1
  if (signs.isApart && DENIED_APART.test(gap)) gaps.deniesRight[at] = 1
  if (signs.isApart && ASSERTED_APART.test(gap)) gaps.assertsRight[at] = 1
  if (gaps.asserts[at] === 0 && ASSERTED_RIGHT.test(gap)) gaps.assertsRight[at] = 1
}

/** True for a colon, an arrow, an equals sign or a dash: what is between commas and brackets is none. */
export function isSignBefore({ stops, items, commas, opens }: Gaps, at: number): boolean {
  return commas[at] === 0 && opens[at] === 0 && (stops[at] === 1 || items[at] === 1)
}

/** True if the word at a place answers a question: "Rash? None.", "Heartburn? Every evening.", "Rash? Not at all." */
export function isAnswered(text: string, words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  const ends = ANSWER_ENDS.test(text.slice(word.end, word.end + ANSWER_END))
  if (isRole(word.form, 'answer') && ends) return true
  const isSome = word.form === 'a' && isRole(words[at + 1]?.form ?? '', 'affirming')
  if (isSome || isRole(word.form, 'affirming')) return isShort(text, words, at)
  return /^(?:never|none|not)$/.test(word.form) && isShort(text, words, at)
}

/** True if a word is a letter, such as the "Y" of an answer. */
function isLetter(word: Word | undefined): boolean {
  return word !== undefined && word.end - word.start === 1
}

/** True if an answer ends before a word: "Gout: Y Asthma: N", and with more spaces "gout no   asthma yes". */
function endsAnswer(text: string, words: readonly Word[], at: number, gap: string): boolean {
  const answer = words[at - 1]
  if (answer === undefined || !/^[ \t]+$/.test(gap) || !isRole(answer.form, 'answer')) return false
  if (gap.length > 1) return true
  const before = text.slice(words[at - 2]?.end ?? 0, answer.start)
  return /[:?]/.test(before) && /^[YN]$/.test(text.slice(answer.start, answer.end))
}

/** True if a sentence ends within a few words. */
function isShort(text: string, words: readonly Word[], from: number): boolean {
  for (let at = from; at < from + LONGEST_ANSWER; at++) {
    const next = words[at + 1]
    if (next === undefined || STATEMENT_ENDS.test(text.slice(words[at]!.end, next.start)))
      return true
  }
  return false
}

/** A question that is answered says what its answer says; one that is not is a doubt. */
function noteQuestion(
  gaps: Gaps,
  text: string,
  words: readonly Word[],
  gap: string,
  at: number,
): void {
  const verdict = at > 0 && ASKED.test(gap) ? verdictOf(text, words, at) : undefined
  if (verdict === 'no') gaps.denies[at] = 1
  else if (verdict === 'yes') gaps.asserts[at] = 1
  else if (DOUBTS_NEXT.test(gap) || !isAnswered(text, words, at)) {
    // "ACL tear ? MRI": a test is not in doubt.
    const isTest = at < words.length && isRole(words[at]!.form, 'investigation')
    if (isTest && at > 0 && /^\s+\?+\s+$/.test(gap)) gaps.doubtsLeft[at] = 1
    else noteDoubt(gaps, gap, at, at > 0, at < words.length)
  }
}

/** A question mark doubts the word that it is attached to, or the words after it if it is between spaces. */
function noteDoubt(gaps: Gaps, gap: string, at: number, hasLeft: boolean, hasRight: boolean): void {
  const left = gap.slice(0, gap.indexOf('?'))
  const right = gap.slice(gap.lastIndexOf('?') + 1)
  const isAttachedLeft = hasLeft && /^["')\]]*$/.test(left)
  const isAttachedRight = hasRight && (/^["'([]*$/.test(right) || BRACKETED.test(gap))
  const isSpacedRight = hasRight && /^[ \t]*$/.test(right)
  if (isAttachedRight || (isSpacedRight && !isAttachedLeft)) gaps.doubtsRight[at] = 1
  else if (hasLeft) gaps.doubtsLeft[at] = 1
}

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

/**
 * Notes what a row of conditions with a sign behind or before each denies, if one begins or ends at a word: "fever - headache -
 * rash -", "fever - rash - cough +", "fever x rash x", "x fever x rash", "gout ? sepsis ?". Linear in the length of the row.
 */
function noteRows(signs: Gaps, text: string, words: readonly Word[], at: number): void {
  noteRow(signs, text, words, at)
  noteRowWithPlus(signs, text, words, at)
  noteQuestions(signs, text, words, at)
  noteCrossesAhead(signs, text, words, at)
}

/** "Fever - headache - rash -", "fever x rash x": the last dash or cross says what those before it are. */
function noteRow(signs: Gaps, text: string, words: readonly Word[], last: number): void {
  if (last === 0) return
  const isCross = isCrossAt(text, words, last)
  if (!isCross && signs.denies[last] === 0) return
  const gap = gapBefore(text, words, isCross ? last + 1 : last)
  const isLast =
    last + (isCross ? 1 : 0) === words.length || (isCross ? ENDS_CROSSES : ENDS_ROW).test(gap)
  if (!isLast) return
  const isSign = (at: number) =>
    at === last || (isCross ? isCrossAt(text, words, at) : DASH.test(gapBefore(text, words, at)))
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
function noteRowWithPlus(signs: Gaps, text: string, words: readonly Word[], last: number): void {
  if (last === 0 || signs.asserts[last] === 0) return
  const gap = gapBefore(text, words, last)
  const isLast =
    ENDS_IN_PLUS.test(gap) || (PLUS.test(gap) && BEHIND_PLUS.test(words[last]?.form ?? ''))
  if (!isLast) return
  const dashes: number[] = []
  let count = 1
  for (let at = last - 1, length = 1; at > 0 && length <= LONGEST_OF_ROW; at--, length++) {
    const before = gapBefore(text, words, at)
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
function noteQuestions(signs: Gaps, text: string, words: readonly Word[], last: number): void {
  if (last === 0 || signs.doubtsLeft[last] === 0) return
  if (!ENDS_IN_QUESTION.test(gapBefore(text, words, last))) return
  for (let at = last - 1, length = 1; at > 0 && length <= LONGEST_OF_ROW; at--, length++) {
    if (isOver(signs, at) || signs.doubtsLeft[at] === 1) return
    if (!ASKS.test(gapBefore(text, words, at))) continue
    signs.doubtsRight[at] = 0
    signs.doubtsLeft[at] = 1
    length = 0
  }
}

/** "X fever x rash": a cross at the beginning of a sentence is before what it denies, and so are those after it. */
function noteCrossesAhead(signs: Gaps, text: string, words: readonly Word[], first: number): void {
  if (words[first]?.form !== 'x') return
  const isFirst = first === 0 || BEGINS_CROSSES.test(gapBefore(text, words, first))
  const isDenied = (at: number) => words[at]?.kind === 'word' && !/^rays?$/.test(words[at]!.form)
  if (!isFirst || !isDenied(first + 1) || gapBefore(text, words, first + 1).trim() !== '') return
  for (let at = first; isDenied(at + 1); at++) {
    if (at > first && isOver(signs, at)) return
    if (at > first && !isCrossAt(text, words, at)) continue
    signs.items[at] = 1
    signs.deniesRight[at + 1] = 1
  }
}

function isOver({ commas, stops, ends }: Gaps, at: number): boolean {
  return commas[at] === 1 || stops[at] === 1 || ends[at] === 1
}

/** The text between a word and the one before; the last place is behind all words. */
export function gapBefore(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at - 1]!.end, words[at]?.start)
}

/** True for an x behind a word other than the one that it is a name with: "factor X". */
function isCrossAt(text: string, words: readonly Word[], at: number): boolean {
  const [before, word, behind] = [words[at - 1]!, words[at], words[at + 1]]
  if (word?.form !== 'x' || before.kind !== 'word' || HAS_X.test(before.form)) return false
  return behind?.kind !== 'number' && BEFORE_CROSS.test(gapBefore(text, words, at))
}

/** "Diabetes: ____", "asthma - __", "stroke ......", "gout: , asthma: no". */
const BLANK =
  /^[ \t]*(?:(?::|[-–—][ \t])[ \t]*(?:_{2,}|\.{3,}|…+)[ \t]*(?:[.,;|\r\n]|$)|_{3,}[ \t]*(?:[.,;|\r\n]|$)|:[ \t]*[,;|])/
/** "Diabetes since ___": the time is left blank. */
const OF_BLANK = /^(?:for|from|in|since|x)$/
/** Before letters that are a blank. */
const BEFORE_BLANK = /^\s*(?:[:=]|[-–—]+(?=\s))\s*$/
const NEXT_ITEM = /^ \d{1,2}[.)]/
/** In words before the colon of a question. */
const LONGEST_QUESTION = 5
/** A colon, and no more in its line. */
const BARE = /^[ \t]*:[ \t]*(?:[\r\n]|$)/

/**
 * Notes the questions of a form without an answer, which are doubts: "stroke: ____", "gout: NA", and lines of a name with a colon
 * next to others like it or to answers. Linear in the length of the text.
 */
function noteBlanks(gaps: Gaps, text: string, words: readonly Word[]): void {
  // The kind of the line before.
  let before: Question
  // Behind the last word of a bare line.
  let bare: number | undefined
  for (let at = 1, from = 0; at <= words.length; at++) {
    if (isBlank(text, words, at)) gaps.doubtsLeft[behindName(words, at)] = 1
    if (at < words.length && gaps.lines[at] === 0) continue
    const kind = questionOf(text, words, from, at)
    if (bare !== undefined && kind !== undefined) gaps.doubtsLeft[bare] = 1
    bare = kind === 'bare' ? at : undefined
    if (bare === words.length && before !== undefined) gaps.doubtsLeft[at] = 1
    before = kind
    from = at
  }
}

/** True for a blank before a word, and for letters in its place: "stroke - na", "gout NA"; elsewhere small letters are sodium's. */
function isBlank(text: string, words: readonly Word[], at: number): boolean {
  const gap = gapBefore(text, words, at)
  if (gap.length > 1 && BLANK.test(gap)) return true
  const word = words[at]
  if (word === undefined || !isRole(word.form, 'blank')) return false
  const isCapital = /^[\p{Lu}.]+$/u.test(text.slice(word.start, word.end))
  const isBehind = BEFORE_BLANK.test(gap) || (isCapital && /^[ \t]+$/.test(gap))
  const behind = text.slice(word.end, word.end + ANSWER_END)
  return isBehind && (ANSWER_ENDS.test(behind) || NEXT_ITEM.test(behind))
}

function behindName(words: readonly Word[], at: number): number {
  return at > 1 && OF_BLANK.test(words[at - 1]!.form) ? at - 1 : at
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
