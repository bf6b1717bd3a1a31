import type { Word } from '../language/analyze.ts'
import { isOfReply } from './answers.ts'
import { type ContextPhrase, contextPhrases, isRole } from './context-phrases.ts'
import { gapBefore, isAnswered, PAIRED_SIGN } from './gaps.ts'
import {
  correctedHeading,
  endSections,
  type FoundHeading,
  headingAt,
  type SectionKind,
  type Sentence,
} from './sections.ts'

/** In UTF-16 units: who writes so far without a full stop goes on in the next line. */
const WRAPPED_LINE = 50

/** In words: "ruled out", "in remission since 2019". */
const LONGEST_STATUS = 4

const BULLET = /(?:^|\s)(?:[-*+>–—•·▪◦●○■]|->|=>|\(?\w[.)])\s*$/
const INLINE_BULLET = /[•▪◦●○■|]/
const TERMINAL = /[.!?:;]\s*$/
const LINE_END = /\r\n|\r|\n/g

/**
 * The sentences of a text, in order: they cover all its words and do not overlap. Never throws. Linear in the length of
 * the text.
 *
 * @throws MedlinkError `data_invalid`
 */
export function readSentences(text: string, words: readonly Word[]): readonly Sentence[] {
  const forms = words.map(({ form, end }) => (text[end] === ':' ? correctedHeading(form) : form))
  const sentences: Sentence[] = []
  const place: Place = { from: 0, lineStart: 0, item: 0 }
  let section: SectionKind | undefined
  let heading: FoundHeading | undefined
  const close = (to: number) => {
    const { from } = place
    const own = heading && { from: heading.from, to: heading.to }
    if (to > from) sentences.push({ from, to, section, heading: own })
    place.from = to
    heading = undefined
  }
  for (let at = 0; at < words.length; at++) {
    if (at > 0 && isBreak(text, words, at, place)) close(at)
    if (at < (heading?.to ?? 0)) continue
    const isFirst = at === place.from || (at === place.from + 1 && isNumbered(text, words, at - 1))
    const found = headingAt(text, words, forms, at, isFirst, section)
    if (found === undefined) continue
    if (!isFirst) close(at)
    // A number before a heading is part of it.
    heading = found.to === found.from ? undefined : { ...found, from: place.from }
    section = found.section
  }
  close(words.length)
  return endSections(text, words, sentences)
}

/** Where the sentence begins, where the line does, and the number of the last item of a list in it; 0 for none. */
interface Place {
  from: number
  lineStart: number
  item: number
}

/** True if a sentence begins at a word. */
function isBreak(text: string, words: readonly Word[], at: number, place: Place): boolean {
  const { end } = words[at - 1]!
  const gap = text.slice(end, words[at]!.start)
  const lineEnds = gap === ' ' ? [] : [...gap.matchAll(LINE_END)]
  const first = lineEnds[0]?.index
  if (first !== undefined) {
    const last = lineEnds.at(-1)!
    const tail = gap.slice(last.index).trimStart()
    const length = end + first - place.lineStart
    const isOver =
      lineEnds.length > 1 ||
      TERMINAL.test(gap.slice(0, first)) ||
      BULLET.test(tail) ||
      isNumbered(text, words, at) ||
      !runsOn(text, words, at, gap.slice(0, first), place, length)
    place.lineStart = end + last.index + last[0].length
    place.item = isNumbered(text, words, at) ? Number(words[at]!.form) : 0
    return isOver
  }
  const isCell =
    gap.includes('|') &&
    (isAnswered(text, words, at) || isStatus(words[at]!) || isOfKin(text, words, at, place))
  return (
    (INLINE_BULLET.test(gap) && !isCell) ||
    endsRow(text, words, at, gap) ||
    isNextItem(text, words, at, gap, place) ||
    isNextPair(text, words, at, gap, place) ||
    isNextLabel(text, words, at, gap, place) ||
    endsSentence(text, words, at, gap, place)
  )
}

/** True if a row of a table goes on with what a relative has, or with whose it is: "father | gout", "gout | father". */
function isOfKin(text: string, words: readonly Word[], at: number, { from }: Place): boolean {
  if (isRole(words[from]!.form, 'relative') && isCellEnd(text, words, from)) return true
  return isRole(words[at]!.form, 'relative') && isCellEnd(text, words, at)
}

/** True if a cell of a table or its row ends behind a word. */
function isCellEnd(text: string, words: readonly Word[], at: number): boolean {
  const { end } = words[at]!
  return /^[ \t]*(?:[|\r\n]|$)/.test(text.slice(end, words[at + 1]?.start ?? text.length))
}

function isStatus({ form, kind }: Word): boolean {
  return kind === 'number' || isRole(form, 'status')
}

/** True if a row of a table ends before a word, though no mark says so: "gout | active asthma | resolved". */
function endsRow(text: string, words: readonly Word[], at: number, gap: string): boolean {
  if (gap.trim() !== '' || isStatus(words[at]!)) return false
  for (let i = at - 1; i > 0 && i >= at - LONGEST_STATUS && isStatus(words[i]!); i--)
    if (text.slice(words[i - 1]!.end, words[i]!.start).includes('|')) return true
  return false
}

/** True if the text of a line continues in the next one. */
function runsOn(
  text: string,
  words: readonly Word[],
  at: number,
  tail: string,
  { lineStart }: Place,
  length: number,
): boolean {
  const last = words[at - 1]!.form
  const next = words[at]!.form
  const isLong = length >= WRAPPED_LINE
  const isSmall = isLowerCase(text, words[at]!)
  if (tail.includes(',') || (isLong && isRole(last, 'leading'))) return true
  const phrase = openPhraseBefore(words, at, lineStart)
  // "Possible" as a line of its own is about all lines of the list below.
  if (phrase !== undefined) return !phrase.isLine
  return (
    isRole(last, 'connector') ||
    (isSmall &&
      (isLong ||
        isRole(next, 'connector') ||
        isRole(last, 'governing') ||
        (isRole(last, 'relative') && isRole(next, 'governing'))))
  )
}

/** In words. */
const LONGEST_PHRASE = 6

/** The phrase at the end of a line that says something of the next words, such as "rule out"; undefined if there is none. */
function openPhraseBefore(
  words: readonly Word[],
  at: number,
  lineStart: number,
): { readonly isLine: boolean } | undefined {
  const first = Math.max(0, at - LONGEST_PHRASE)
  const forms = words.slice(first, at).map(({ form }) => form)
  for (let from = 0; from < forms.length; from++) {
    const { start } = words[first + from]!
    if (start < lineStart) continue
    const found = contextPhrases()
      .startingAt(forms, from)
      .find(({ to }) => to === forms.length)
    if (found === undefined) continue
    const isLine = first + from === 0 || words[first + from - 1]!.end <= lineStart
    return isOpen(found.value, isLine) ? { isLine } : undefined
  }
  return undefined
}

/** True for a trigger that speaks of the words that follow, and of those before only where there are none. */
function isOpen({ rules, phrase }: ContextPhrase, isLine: boolean): boolean {
  const speaks = rules.filter(({ context }) => context !== 'none' && context !== 'present')
  if (!speaks.some(({ direction }) => direction === 'forward')) return false
  if (isLine) return true
  const isAnswer = isRole(phrase, 'answer') || isRole(phrase, 'relative')
  return !isAnswer && speaks.every(({ direction }) => direction === 'forward')
}

/** "1.", "2)" before a word: a number that says which item of a list it is. */
function isNumbered(text: string, words: readonly Word[], at: number): boolean {
  const { start, end } = words[at]!
  return end - start <= 2 && /^\d+\s?[.)](?!\d)/.test(text.slice(start, end + 3))
}

/** The next number of a list that goes on in its line: "1) DM 2) HTN". */
function isNextItem(
  text: string,
  words: readonly Word[],
  at: number,
  gap: string,
  place: Place,
): boolean {
  if (at === 1 && isNumbered(text, words, 0)) place.item = Number(words[0]!.form)
  if (!isNumbered(text, words, at)) return false
  const number = Number(words[at]!.form)
  const isFirst = number === 1 && /[:.)]\s*$/.test(gap)
  const isNext = place.item > 0 && number === place.item + 1
  if (isFirst || isNext) place.item = number
  return isFirst || isNext
}

/** In words: "history of chest pain:". */
const LONGEST_LABEL = 4
/** In words: "yes since 2 yrs". */
const LONGEST_VALUE = 5
const NAMES = /^\s?[:=](?!=)/
const SPACES = /^[ \t]+$/

/** The next question of a form where nothing but a space is behind an answer: "DM: yes since 2010 HTN: no", "pallor: + edema: -". */
function isNextPair(
  text: string,
  words: readonly Word[],
  at: number,
  gap: string,
  { from }: Place,
): boolean {
  const isSign = PAIRED_SIGN.test(gap)
  const first = words[at]!
  const isFirst = first.kind === 'word' && !isRole(first.form, 'unit') && !isAnswerWord(first.form)
  if (!(isSign || SPACES.test(gap)) || !isFirst) return false
  const value = endOfLabel(text, words, at)
  if (value === undefined) return false
  if (isSign) return PAIRED_SIGN.test(`${gapBefore(text, words, value)} `)
  for (let i = at - 1; i > from && i >= at - LONGEST_VALUE; i--) {
    const { form } = words[i]!
    if (!isOfReply(form) && !isAnswerWord(form)) return false
    if (!NAMES.test(gapBefore(text, words, i))) continue
    const isQuestion = isAnswerWord(form) || isAnswerWord(words[value]?.form ?? '')
    return isQuestion && isValue(text, words, value)
  }
  return false
}

/** Words before a label that belong to it, and the signs between two parts. */
const LEADS_LABEL = /^(?:meds|medications?|medicines|drugs|not|newly)$/
const PARTS_LABELS = /^[\s,–—-]+$/

/** The next label of a line that begins with one: "Stopped: amlodipine Started: ramipril", "Reports: nausea Denies: cough". */
function isNextLabel(
  text: string,
  words: readonly Word[],
  at: number,
  gap: string,
  { from }: Place,
): boolean {
  const lead = LEADS_LABEL.test(words[at]!.form) ? 1 : 0
  const label = words[at + lead]
  if (label === undefined || text[label.end] !== ':' || !isRole(label.form, 'label')) return false
  if (isLowerCase(text, words[at]!) || !PARTS_LABELS.test(gap)) return false
  return endOfLabel(text, words, from) !== undefined
}

function isAnswerWord(form: string): boolean {
  return isRole(form, 'answer') || isRole(form, 'affirming') || isRole(form, 'denying')
}

/** Behind the words before a colon or an equals sign, which begin at a place; undefined if there is none near. */
function endOfLabel(text: string, words: readonly Word[], from: number): number | undefined {
  for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_LABEL); to++) {
    const gap = gapBefore(text, words, to)
    if (NAMES.test(gap)) return to
    if (!/^(?:[ \t]+|\/)$/.test(gap)) return undefined
  }
  return undefined
}

/** True for the value of a form that begins at a word: "no rash" is a statement of its own. */
function isValue(text: string, words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (word === undefined || !(isOfReply(word.form) || isAnswerWord(word.form))) return false
  const next = words[at + 1]
  if (next === undefined || !isRole(word.form, 'denying') || isOfReply(next.form)) return true
  const isLast = !SPACES.test(gapBefore(text, words, at + 1))
  return isLast || endOfLabel(text, words, at + 1) !== undefined
}

/** True if a full stop, an exclamation or a question mark between two words ends a sentence. */
function endsSentence(
  text: string,
  words: readonly Word[],
  at: number,
  gap: string,
  { from }: Place,
): boolean {
  const before = words[at - 1]!
  const isCapital = !isLowerCase(text, words[at]!)
  if (gap.includes('!')) return true
  if (!gap.includes('.')) {
    // "p.o." has its full stop within.
    if (text[before.end - 1] === '.') return isCapital && /^\s/.test(gap)
    return isCapital && /^[)"'\]]?\?\s/.test(gap) && !isAnswered(text, words, at)
  }
  if (at - 1 === from && isNumbered(text, words, from)) return false
  if (isRole(before.form, 'title') && !isFinding(text, before, words[at]!)) return false
  if (isOfDeath(text, words, at)) return false
  const isShort = isRole(before.form, 'short') && gap.startsWith('.')
  if (isShort && (!isCapital || isOpening(text, words, at, from))) return false
  if (/\.[)"'\]]*\s|\.\./.test(gap)) return true
  // "fever.No rash": without a space only between words.
  return gap === '.' && isWritten(before) && isWritten(words[at]!)
}

/** "No hx. DVT", "Fa. MI": an abbreviation that opens its item, alone or at the end of a phrase, leads to what follows. */
function isOpening(text: string, words: readonly Word[], at: number, from: number): boolean {
  let first = at - 1
  while (first > from && first > at - LONGEST_PHRASE && isJoined(text, words, first)) first--
  if (first === at - 1) return true
  const forms = words.slice(first, at).map(({ form }) => form)
  const found = contextPhrases()
    .startingAt(forms, 0)
    .find(({ to }) => to === forms.length)
  return found !== undefined && isOpen(found.value, true)
}

/** True if nothing but spaces is before a word. */
function isJoined(text: string, words: readonly Word[], at: number): boolean {
  return SPACES.test(text.slice(words[at - 1]!.end, words[at]!.start))
}

/** "Mild MR. Lungs clear": in capitals before a word that is not, what may be a title is a finding. */
function isFinding(text: string, before: Word, word: Word): boolean {
  return isUpperCase(text, before) && !isUpperCase(text, word)
}

/** "Father d. 60 of a stroke", "alcoholism, d. of cirrhosis": died, but "vit d. 60 years". */
function isOfDeath(text: string, words: readonly Word[], at: number): boolean {
  const [relative, died, word] = [words[at - 2], words[at - 1]!, words[at]!]
  if (text.slice(died.start, died.end) !== 'd' || relative === undefined) return false
  const isOfOther =
    isRole(relative.form, 'relative') || text.slice(relative.end, died.start).includes(',')
  return isOfOther && (word.kind === 'number' || /^(?:age|aged|at|of)$/.test(word.form))
}

function isUpperCase(text: string, { start, end }: Word): boolean {
  const written = text.slice(start, end)
  return written === written.toUpperCase()
}

function isWritten({ kind, start, end }: Word): boolean {
  return kind === 'word' && end - start > 1
}

/** True if a word does not begin with a capital letter. */
function isLowerCase(text: string, { start }: Word): boolean {
  const character = text[start]!
  return character === character.toLowerCase()
}
