import { fold } from '../../language/tokenize.ts'

/** A word of a prescription: UTF-16 offsets `start` (inclusive) and `end` (exclusive), and its letters or digits, folded. */
export interface DrugWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Letters and digits stay together ("gp1", "b12", "650mg"); a decimal point between digits does not part them. */
const WORD = /(?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[.](?=\p{N}))+/gu

const BEYOND_ASCII = /[^\0-\x7f]/

/** The words of any string, in order. Linear in its length. */
export function drugWords(text: string): DrugWord[] {
  if (!BEYOND_ASCII.test(text)) return asciiWords(text.toLowerCase())
  return Array.from(text.matchAll(WORD), (match) => ({
    text: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** The same of small letters of ASCII: a loop, for most texts have no others. */
function asciiWords(lower: string): DrugWord[] {
  const words: DrugWord[] = []
  let start = -1
  for (let at = 0; at <= lower.length; at++) {
    const isOfWord = isAlphanumeric(lower, at) || (lower[at] === '.' && isPoint(lower, at))
    if (isOfWord && start < 0) start = at
    if (isOfWord || start < 0) continue
    words.push({ text: lower.slice(start, at), start, end: at })
    start = -1
  }
  return words
}

function isAlphanumeric(lower: string, at: number): boolean {
  const unit = lower.charCodeAt(at)
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** True for a point between two digits. */
function isPoint(text: string, at: number): boolean {
  return isDigit(text, at - 1) && isDigit(text, at + 1)
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x30 && unit <= 0x39
}

const BEFORE_ENDING = /\p{L}['’]$/u

/** True for the "s" of "patient's amlodipine", which begins no name: s-amlodipine is another drug. */
export function isPossessiveEnding(text: string, { text: form, start }: DrugWord): boolean {
  return form === 's' && BEFORE_ENDING.test(text.slice(Math.max(0, start - 2), start))
}

/** Key by which names of drugs are compared: their words, folded, a space between two. "Pan-D" and "PAN D" are "pan d". */
export function nameKey(text: string): string {
  return drugWords(text)
    .map((word) => word.text)
    .join(' ')
}

/** A name without the numbers at its end, by {@link nameKey}: "stalevo 150" is one of "stalevo". */
export function withoutNumber(key: string): string {
  return key.replace(/(?: [\d.]+)+$/, '')
}

/** Key of a set of names, whatever their order. */
export function setKey(names: readonly string[]): string {
  return [...names].sort().join('+')
}

/** True if two lists have the same members, in any order and number. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (isSubset(a, b) && isSubset(b, a))
}

/** A loop: drugs are compared by it, hundreds for a text. */
function isSubset(a: readonly string[], b: readonly string[]): boolean {
  for (const each of a) if (!b.includes(each)) return false
  return true
}
