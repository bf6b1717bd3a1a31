import { type DrugWord, drugWords, isPossessiveEnding } from '../words.ts'
import { readMisread } from './misread.ts'
import type { DrugNames } from './parts.ts'
import { isTableWord, LONGEST_GLUE, type Vocabulary } from './phrases.ts'

/** Words that may be taken apart, or be another word: 2 to 64 characters, a letter among them. */
const GLUED = /^(?=.*[A-Za-z]).{2,64}$/s
const DIGITS = /^[0-9.]+$/
const LETTERS = /^[A-Za-z]+$/
const ORDINAL = /^\d+(?:st|nd|rd|th)$/
const PLAIN_WORD = /^(?:[A-Za-z]+|[0-9]+(?:\.[0-9]+)*)$/
/** "B12", "D3" are one word; "x5" and "q8" are two. */
const LETTER_AND_NUMBER = /^[a-pr-wyz]\d{1,2}$/i
/** "TDSx5d": the text before the sign, and the time. */
const TIMES = /^(.*[a-z0-9])(x)(\d+([a-z]+))$/i
/** Words after the name of a brand, with its number stuck to it. */
const SUFFIX_AND_NUMBER = /^([a-z]{1,4})(\d+(?:\.\d+)?)$/i
/** In words, before the suffix. */
const LONGEST_BRAND = 3
const RUNS = /[0-9]+(?:\.[0-9]+)*|[^0-9.]+|\./g
/** Where capitals begin behind small letters, or small letters behind two capitals: "Tab|Pan", "OD|ac". */
const CASE_CHANGE = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])/
const HUMP = /(?<=[a-z])(?=[A-Z])/
/** In letters: shorter ones make up other words by chance. */
const SHORTEST_NAME = 3
const SAFE_NAME = 5
const LONG_NAME = 7
const SAFE_WORD = 3

/** Knowledge by which words are taken apart. */
interface Known {
  readonly names: DrugNames
  readonly vocabulary: Vocabulary
}

/**
 * The words of a text, with words that are written together taken apart: "650mg" is "650", "mg", "TabDolo650mgTDSx3days" is
 * "tab", "dolo", "650", "mg", "tds", "x", "3", "days". A word of the lexicon stays whole ("B12"), a name is taken from
 * other letters only where the lexicon has it, and letters and digits that were taken for one another are put right
 * ("5O mg" is "50", "mg"). Linear in the length of the text.
 *
 * @param most number of words after which no word is taken apart
 */
export function wordsOf(
  text: string,
  names: DrugNames,
  vocabulary: Vocabulary,
  most: number,
): DrugWord[] {
  const known = { names, vocabulary }
  const written = drugWords(text)
  const words: DrugWord[] = []
  for (let i = 0, nameTo = 0; i < written.length && words.length <= most; i++) {
    const word = written[i]!
    const raw = text.slice(word.start, word.end)
    if (i >= nameTo && isPossessiveEnding(text, word)) continue
    if (nameTo <= i && !DIGITS.test(raw)) nameTo = i + names.longestAt(written, i)
    const suffixed = suffixApart(words, word, raw, names)
    if (suffixed !== undefined) {
      words.push(...suffixed)
      continue
    }
    const isWhole = i < nameTo || !GLUED.test(raw) || isTableWord(word.text, vocabulary)
    if (isWhole && !isOneOf(word, written[i + 1], vocabulary)) {
      words.push(word)
      continue
    }
    const misread = readMisread(raw, word, written[i + 1], names, vocabulary)
    const isBehindNumber = DIGITS.test(words.at(-1)?.text ?? '')
    words.push(...(misread ?? takeApart(word, raw, isBehindNumber, known)))
  }
  return words
}

/** "l tab", "I cap": a letter before what is counted. */
function isOneOf({ text }: DrugWord, next: DrugWord | undefined, { measures }: Vocabulary) {
  return text === 'l' && next !== undefined && measures.get(next.text)?.has('dose') === true
}

/** "A150" behind "Clopilet" is what the brand is called after, and its number. */
function suffixApart(
  before: readonly DrugWord[],
  word: DrugWord,
  raw: string,
  names: DrugNames,
): DrugWord[] | undefined {
  const [, letters, number] = SUFFIX_AND_NUMBER.exec(raw) ?? []
  if (letters === undefined || number === undefined) return undefined
  const pieces = piecesOf([letters, number], word.start)
  let isName = false
  for (let count = 1; count <= Math.min(LONGEST_BRAND, before.length); count++) {
    const brand = before.slice(-count)
    if (names.longestAt([...brand, word], 0) > count) return undefined
    isName ||= names.longestAt([...brand, pieces[0]!], 0) > count
  }
  return isName ? pieces : undefined
}

function takeApart(word: DrugWord, raw: string, isBehindNumber: boolean, known: Known): DrugWord[] {
  const { start } = word
  if (ORDINAL.test(word.text) || LETTER_AND_NUMBER.test(raw)) return [word]
  const humps = raw.split(HUMP)
  if (humps.length > 1) {
    const words = piecesOf(humps, start)
    if (areNames(words, known.names)) return words
    if (isNameAndNumber(raw, known.names)) return piecesOf(raw.match(RUNS) ?? [raw], start)
    const [first = ''] = humps
    if (known.vocabulary.glue.get(first.toLowerCase()) === 'form')
      return [
        ...piecesOf([first], start),
        ...apartIn(raw.slice(first.length), start + first.length, false, known),
      ]
  }
  const [, head, sign, duration, time] = TIMES.exec(raw) ?? []
  if (head && sign && duration && known.vocabulary.measures.get(time!.toLowerCase())?.has('time'))
    return [
      ...apartIn(head, start, isBehindNumber, known),
      ...piecesOf([sign, ...(duration.match(RUNS) ?? [])], start + head.length),
    ]
  const runs = raw.match(RUNS) ?? [raw]
  const pieces = runs.flatMap((run, i) =>
    LETTERS.test(run)
      ? wordsInLetters(run, isBehindNumber || i > 0, i + 1 < runs.length, known)
      : [run],
  )
  return pieces.length === 1 ? [word] : piecesOf(pieces, start)
}

/** "CellCept500": a name with capitals in it, and a number. */
function isNameAndNumber(raw: string, names: DrugNames): boolean {
  const [letters = '', number = '', more] = raw.match(RUNS) ?? []
  return more === undefined && DIGITS.test(number) && areNames(piecesOf([letters], 0), names)
}

/** True if names make up all of the words. */
function areNames(words: readonly DrugWord[], names: DrugNames): boolean {
  for (let at = 0; at < words.length; ) {
    const length = names.longestAt(words, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** The words of a piece of a word. */
function apartIn(raw: string, start: number, isBehindNumber: boolean, known: Known): DrugWord[] {
  return piecesOf([raw], start).flatMap((word) => takeApart(word, raw, isBehindNumber, known))
}

/** Words of the tables, and a name among them, that letters are made up of; the letters where they are not. */
function wordsInLetters(
  letters: string,
  isBehindNumber: boolean,
  isBeforeNumber: boolean,
  known: Known,
): string[] {
  const { glue, measures } = known.vocabulary
  if (isTableWord(letters.toLowerCase(), known.vocabulary)) return [letters]
  if (isBeforeNumber && areNames(piecesOf([letters], 0), known.names)) return [letters]
  const [unit = '', rest] = [letters[0], letters.slice(1)]
  if (isBehindNumber && measures.get(unit.toLowerCase())?.has('unit')) {
    const behind = wholeCoverOf(rest, chainFrom(rest.toLowerCase(), 1, glue))
    if (behind !== undefined) return [unit, ...behind]
  }
  const sign = isBeforeNumber ? /^(.*[^xq])([xq])$/i.exec(letters) : null
  const found = sign && coverOf(sign[1]!, isBehindNumber, known)
  if (sign && found) return [...found, sign[2]!]
  return coverOf(letters, isBehindNumber, known) ?? [letters]
}

function coverOf(letters: string, isBehindNumber: boolean, known: Known): string[] | undefined {
  const { glue } = known.vocabulary
  const folded = letters.toLowerCase()
  if (isTableWord(folded, known.vocabulary)) return [letters]
  const ahead = chainFrom(folded, 1, glue)
  const words = wholeCoverOf(letters, ahead)
  const isPlain = words?.some((word) => isPlainlyGlue(word.toLowerCase(), glue))
  if (words !== undefined && (isBehindNumber || isPlain)) return words
  const back = chainFrom(folded, -1, glue)
  for (const from of ahead.keys()) {
    for (const to of back.keys()) {
      if (to - from < SHORTEST_NAME || !isNameApart(letters, from, to, isBehindNumber)) continue
      const name = letters.slice(from, to)
      const humps = name.split(HUMP)
      const isName = [[name], humps].some(
        (pieces) => known.names.longestAt(piecesOf(pieces, 0), 0) === pieces.length,
      )
      if (!isName) continue
      const places = [...wayFrom(ahead, from).reverse(), ...wayFrom(back, to)]
      return cut(letters, places).flatMap((piece) => (piece === name ? name.split(HUMP) : [piece]))
    }
  }
  return undefined
}

/** Words of the tables, where they are all that letters are made up of. */
function wholeCoverOf(letters: string, ahead: ReadonlyMap<number, number>): string[] | undefined {
  const end = letters.length
  return end > 0 && ahead.has(end) ? cut(letters, wayFrom(ahead, end).reverse()) : undefined
}

/** True if no word is likely to hold these letters by chance: forms and units of mass. */
function isPlainlyGlue(word: string, glue: Vocabulary['glue']): boolean {
  const kind = glue.get(word)
  return (kind === 'form' && word.length >= SAFE_WORD) || (kind === 'unit' && word[0] === 'm')
}

/** True if letters may be a name with other words around: long enough, or set off by capitals or a number. */
function isNameApart(letters: string, from: number, to: number, isBehindNumber: boolean): boolean {
  const length = to - from
  const isApartBefore =
    from === 0 ||
    isBehindNumber ||
    isCaseChange(letters, from) ||
    (from >= SAFE_WORD && length > SHORTEST_NAME)
  const behind = letters.length - to
  const isApartBehind =
    behind === 0 ||
    isCaseChange(letters, to) ||
    (behind >= SAFE_WORD && length >= SAFE_NAME) ||
    length >= LONG_NAME
  return isApartBefore && isApartBehind
}

function isCaseChange(letters: string, at: number): boolean {
  const before = letters.slice(Math.max(0, at - 2), at)
  return (before + letters[at]).split(CASE_CHANGE).at(-1)?.length === 1
}

/** Places that words of the tables, one behind another, lead to from one end, with the place before each. */
function chainFrom(
  letters: string,
  step: 1 | -1,
  glue: Vocabulary['glue'],
): ReadonlyMap<number, number> {
  const begin = step === 1 ? 0 : letters.length
  const places = new Map([[begin, begin]])
  for (const at of places.keys()) {
    for (let length = LONGEST_GLUE; length > 1; length--) {
      const to = at + step * length
      if (to < 0 || to > letters.length || places.has(to)) continue
      if (glue.has(letters.slice(Math.min(at, to), Math.max(at, to)))) places.set(to, at)
    }
  }
  return places
}

/** The places between a place and the end that its chain began at, both in it. */
function wayFrom(places: ReadonlyMap<number, number>, place: number): number[] {
  const way = [place]
  for (let at = place; places.get(at) !== at; ) {
    at = places.get(at)!
    way.push(at)
  }
  return way
}

/** Letters, cut at places in their order. */
function cut(letters: string, places: readonly number[]): string[] {
  return places.slice(1).map((to, i) => letters.slice(places[i], to))
}

/** Pieces of a word, one behind another, as words. */
function piecesOf(pieces: readonly string[], start: number): DrugWord[] {
  let at = start
  return pieces.flatMap((piece) => {
    const from = at
    at += piece.length
    if (PLAIN_WORD.test(piece)) return { text: piece.toLowerCase(), start: from, end: at }
    return drugWords(piece).map(({ text, start: begin, end }) => ({
      text,
      start: from + begin,
      end: from + end,
    }))
  })
}
