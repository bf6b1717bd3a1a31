import type { DrugWord } from '../words.ts'
import type { DrugNames } from './parts.ts'
import { isTableWord, type MeasureKind, type Vocabulary } from './phrases.ts'

/** Digits with letters that look like them: o for a zero, l or I for a one, S for a five. */
const NUMBER = /^(?=[OolIS]*[0-9])[0-9OolIS]*[OolIS][0-9OolIS]*$/
const LIKE_A_NUMBER = /^[0-9OolIS]+(?=[A-Za-z])/
const BEGINS_AS_NUMBER = /^[0-9]+[Oo]/
const NUMBER_AND_WORD = /^([0-9.]*[0-9])([A-Za-z]{2,5})$/
const DIGITS_ALIKE = /[015]/
const OTHER_DIGITS = /[2-46-9]/
/** Characters that look alike: as they are seen, and as they may be meant. */
const ALIKE: readonly (readonly [seen: RegExp, meant: string])[] = [
  [/rn/g, 'm'],
  [/m/g, 'rn'],
  [/I/g, 'l'],
  [/l/g, 'i'],
]
/** In UTF-16 units: a longer word has too many readings. */
const LONGEST_WORD = 24
/** Minimum length in letters: shorter names are too many to be distinguished from other words. */
const SHORTEST_NAME = 5

/**
 * The words that are meant where letters and digits were taken for one another: "5O", "tab1et", "rng", "0D". Undefined
 * where no such reading is a number before a unit, a word of the tables or a name of the lexicon.
 *
 * @param raw the word as written, none of the tables or of the lexicon
 */
export function readMisread(
  raw: string,
  word: DrugWord,
  next: DrugWord | undefined,
  names: DrugNames,
  vocabulary: Vocabulary,
): DrugWord[] | undefined {
  const { start, end } = word
  if (word.text === 'l' || (NUMBER.test(raw) && isNumber(raw, next, vocabulary)))
    return [{ text: digitsOf(raw), start, end }]
  const numbers = LIKE_A_NUMBER.exec(raw)?.[0].length ?? 0
  for (let length = 1; length <= numbers; length++) {
    const unit = raw.slice(length).toLowerCase()
    if (!hasMeasure(unit, 'unit', vocabulary)) continue
    const number = raw.slice(0, length)
    if (!NUMBER.test(number)) break
    const middle = start + length
    return [
      { text: digitsOf(number), start, end: middle },
      { text: unit, start: middle, end },
    ]
  }
  const [, plain, letters = ''] = NUMBER_AND_WORD.exec(raw) ?? []
  if (plain !== undefined && !isTableWord(letters.toLowerCase(), vocabulary)) {
    const unit = readingsOf(letters).find((reading) => hasMeasure(reading, 'unit', vocabulary))
    const middle = start + plain.length
    if (unit !== undefined)
      return [
        { text: plain, start, end: middle },
        { text: unit, start: middle, end },
      ]
  }
  if (raw.length > LONGEST_WORD) return undefined
  for (const text of readingsOf(raw)) {
    const isName = text.length >= SHORTEST_NAME && names.longestAt([{ text, start, end }], 0) === 1
    if (isName || isTableWord(text, vocabulary)) return [{ text, start, end }]
  }
  return undefined
}

function isNumber(raw: string, next: DrugWord | undefined, vocabulary: Vocabulary): boolean {
  return (
    BEGINS_AS_NUMBER.test(raw) || (next !== undefined && hasMeasure(next.text, 'unit', vocabulary))
  )
}

function hasMeasure(word: string, kind: MeasureKind, { measures }: Vocabulary): boolean {
  return measures.get(word)?.has(kind) === true
}

function digitsOf(raw: string): string {
  return raw.replace(/o/gi, '0').replace(/[lI]/g, '1').replaceAll('S', '5')
}

/** Words that one may be, folded; digits with what they look like, or letters alone. */
function readingsOf(raw: string): string[] {
  if (!DIGITS_ALIKE.test(raw)) {
    return ALIKE.flatMap(([seen, meant]) =>
      Array.from(raw.matchAll(seen), ({ 0: [...characters], index }) =>
        `${raw.slice(0, index)}${meant}${raw.slice(index + characters.length)}`.toLowerCase(),
      ),
    )
  }
  const isWritten = /^[1-9]\d*[a-z]$/i.test(raw) || /^[xq]\d+/i.test(raw)
  if (OTHER_DIGITS.test(raw) || isWritten || !/[a-z]/i.test(raw)) return []
  const text = raw.toLowerCase().replaceAll('0', 'o').replaceAll('5', 's')
  return [text.replaceAll('1', 'l'), text.replaceAll('1', 'i')]
}
