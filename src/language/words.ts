import { lemmaOf } from './lemma.ts'
import { remember } from './remember.ts'
import { createAmericanize, type SpellingRule } from './spelling.ts'
import { createTokenizer, type Token, type TokenKind } from './tokenize.ts'

/**
 * The words of a text by given tables. Loads nothing of Node.js: a web page reads what is typed with the same code, and with
 * the tables that its index brings along.
 */

/** Bumped by hand when fold, tokenize, stem, lemma or this file give another output for the same text. */
export const TEXT_CODE_VERSION = 5

/** Tables that words are read by. */
export interface WordTables {
  /** Units that come apart from a number that they stick to. */
  readonly units: readonly string[]
  readonly spelling: readonly SpellingRule[]
  /** Irregular forms, each with the word that it is a form of. */
  readonly wordForms: readonly (readonly [form: string, base: string])[]
  /** Bones, before which "#" is a fracture. */
  readonly fractureSites: readonly string[]
  readonly stopWords: readonly string[]
}

/** One word of a text, understood. Offsets are into the analyzed text. */
export interface Word {
  /** The one way of writing it: folded, American spelling, numerals in digits, prefixes joined. */
  readonly form: string
  /** Key by which names and queries are found: the stem of the form; a number's key is the number. */
  readonly key: string
  /** Key by which two words are the same: the form without its inflection; a number's lemma is the number. */
  readonly lemma: string
  readonly start: number
  readonly end: number
  readonly kind: TokenKind
  /** A function word: it counts for exactness, never for retrieval. */
  readonly stop: boolean
  /** True in brackets, for words that may be left out: "(acute) (chronic)", "[HIV]". */
  readonly optional: boolean
  /** It is written in capitals in a text that is not: "DRESS syndrome", "AIDS". What it is inflected to is another word. */
  readonly abbreviation: boolean
}

/** A word without its place in a text. */
type ReadWord = Pick<Word, 'form' | 'key' | 'lemma' | 'kind' | 'stop'>

/** Words that a folded token may be, from one look-up. */
interface ReadToken {
  /** The word that it is, with the token before it joined. */
  readonly joined: ReadWord
  /** The same, or the number that it spells anywhere. */
  readonly anywhere: ReadWord
  /** The same behind a word that is usually numbered. */
  readonly numbered: ReadWord
  readonly isClassifier: boolean
  readonly isPrefix: boolean
}

export interface WordReader {
  /** The words of any string; never throws. */
  analyze(text: string): Word[]
  /** The key of one word that is already in its form, as tables and spelling candidates are. */
  keyOf(form: string): string
  /** The word of a form that is in no text; its offsets are 0. */
  wordOf(form: string): Word
}

/** The words that are no function words. */
export function contentOf(words: readonly Word[]): Word[] {
  const content: Word[] = []
  for (let i = 0; i < words.length; i++) if (!words[i]!.stop) content.push(words[i]!)
  return content
}

/** Written apart they are still one word with what follows: "non traumatic", "pre eclampsia". */
const PREFIXES = new Set('non pre post anti hyper hypo inter intra sub semi pseudo peri'.split(' '))
/** Joined to the next word only when a hyphen says so, as is any part that ends in "o": "gastro-esophageal". */
const HYPHENATED_PREFIXES = new Set(
  'ante extra para multi supra infra ultra trans poly mono bi tri endo epi meta mal un re co e'.split(
    ' ',
  ),
)
const COMBINING_FORM = /^[a-z]{2,}o$/
const ALPHABETIC = /^\p{L}/u
const LETTER_NUMBER = /^[a-z]$/

/** Space or a dash, between the parts of a word that is written apart. */
const PARTING = /[\s\p{Pd}]/u
const DIGITS = /^\d+$/

/** A longer one is no word of any language here: it stays as it is, uncached and uncorrected. */
export const LONGEST_WORD = 64

/**
 * A reader of words.
 *
 * @param stemOf what a word without irregular inflection is found by
 * @param cacheLimit how many different words it remembers before it starts over
 */
export function createWordReader(
  tables: WordTables,
  stemOf: (base: string) => string,
  cacheLimit: number,
): WordReader {
  const tokenize = createTokenizer(tables.units)
  const americanize = createAmericanize(tables.spelling)
  const bases = new Map(tables.wordForms)
  const fractureSites = new Set(tables.fractureSites)
  const stopWords = new Set(tables.stopWords)
  const formOf = (folded: string) =>
    folded.length > LONGEST_WORD ? folded : americanize(withoutPossessive(folded))
  const knownWord = remember((form) => {
    const base = bases.get(form) ?? form
    return wordWith(form, stemOf(base), lemmaOf(base))
  }, cacheLimit)
  const wordOf = (form: string): Word =>
    form.length > LONGEST_WORD ? wordWith(form, form, form) : knownWord(form)

  const read = (form: string, isNumber: boolean): ReadWord => {
    const { key, lemma } = isNumber ? { key: form, lemma: form } : wordOf(form)
    return { form, key, lemma, kind: isNumber ? 'number' : 'word', stop: stopWords.has(form) }
  }
  const readToken = (folded: string): ReadToken => {
    const form = formOf(folded)
    const joined = read(form, false)
    const behind = (previous: string) => {
      const own = numeral(folded, previous) ?? form
      const isNumber = DIGITS.test(own)
      return own === form && !isNumber ? joined : read(own, isNumber)
    }
    return {
      joined,
      anywhere: behind(''),
      numbered: behind(ANY_CLASSIFIER),
      isClassifier: CLASSIFIERS.has(folded),
      isPrefix: PREFIXES.has(folded),
    }
  }
  const knownToken = remember(readToken, cacheLimit)
  const tokenOf = (folded: string): ReadToken =>
    folded.length > LONGEST_WORD ? readToken(folded) : knownToken(folded)

  const analyze = (text: string): Word[] => {
    const tokens = tokenize(text)
    const words: Word[] = []
    const inBrackets = bracketFinder(text)
    const isAbbreviation = abbreviationFinder(text)
    const isLetterName = letterNameFinder(text)
    let isNumbered = false
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const next = tokens[i + 1]
      const known = token.kind === 'word' ? tokenOf(token.folded) : undefined
      let { end } = token
      let word: ReadWord
      if (
        next !== undefined &&
        (known?.isPrefix === true || token.hyphenated) &&
        joins(token, next) &&
        PARTING.test(text[end]!)
      ) {
        word = tokenOf(token.folded + next.folded).joined
        end = next.end
        i++
      } else if (known !== undefined) {
        word = isNumbered ? known.numbered : known.anywhere
      } else {
        const { folded, kind } = token
        const form = kind === 'number' ? plainNumber(folded) : folded
        word = { form, key: form, lemma: form, kind, stop: stopWords.has(form) }
      }
      isNumbered = known?.isClassifier === true
      const { form, key, lemma, kind, stop } = word
      if (form === '') continue
      words.push({
        form,
        key,
        lemma,
        start: token.start,
        end,
        kind,
        stop: stop && !isLetterName(token, words.at(-1)),
        optional: inBrackets(token.start),
        abbreviation: kind === 'word' && isAbbreviation(token),
      })
    }
    const all = text.includes('#') ? withFractures(text, words) : words
    // With nothing else to go by, function words are words: "PT", "BE".
    return all.every(({ stop }) => stop) ? all.map((word) => ({ ...word, stop: false })) : all
  }

  /** The words with "fracture" where "#" says so. */
  const withFractures = (text: string, words: readonly Word[]): Word[] => {
    const signs = fractureSigns(text, words, fractureSites)
    const all: Word[] = []
    let next = 0
    for (const word of words) {
      while (next < signs.length && signs[next]! < word.start) all.push(fractureAt(signs[next++]!))
      all.push(word)
    }
    return [...all, ...signs.slice(next).map(fractureAt)]
  }

  const fractureAt = (start: number): Word => ({ ...wordOf(FRACTURE), start, end: start + 1 })

  return { analyze, keyOf: (form) => wordOf(form).key, wordOf }
}

/** A word that is in no text. */
function wordWith(form: string, key: string, lemma: string): Word {
  return {
    form,
    key,
    lemma,
    start: 0,
    end: 0,
    kind: 'word',
    stop: false,
    optional: false,
    abbreviation: false,
  }
}

const FRACTURE = 'fracture'
/** A sign by itself, before a word or at the end: no "#3", no "[#/volume]". */
const SIGN = /(?<![^\s([,;/-])#(?=\s*(?:\p{L}|$))/gu
/** Maximum distance of the sign from the bone; a side and a part of it may be between them: "# lt distal end radius". */
const NEAR_SIGN = 4

/** Where "#" says fracture: before a bone, or right behind one. Anywhere else it is a number sign. */
function fractureSigns(text: string, words: readonly Word[], sites: ReadonlySet<string>): number[] {
  const isSite = ({ form }: Word) => sites.has(form)
  let next = 0
  return [...text.matchAll(SIGN)].flatMap(({ index }) => {
    while (next < words.length && words[next]!.start <= index) next++
    if (next === words.length) return words.length > 0 && isSite(words.at(-1)!) ? [index] : []
    return words.slice(next, next + NEAR_SIGN).some(isSite) ? [index] : []
  })
}

function joins(token: Token, next: Token): boolean {
  if (token.hyphenated && LETTER_NUMBER.test(token.folded) && /^\d{1,2}$/.test(next.folded))
    return true
  if (token.kind !== 'word' || next.kind !== 'word' || !ALPHABETIC.test(next.folded)) return false
  if (PREFIXES.has(token.folded)) return next.start - token.end === 1
  return (
    token.hyphenated && (HYPHENATED_PREFIXES.has(token.folded) || COMBINING_FORM.test(token.folded))
  )
}

/** "A" is a name, not an article, behind these: hepatitis A, vitamin A, hemophilia A. */
const LETTERED = new Set(
  'apolipoprotein category class cluster fever group hemoglobin hemophilia hepatitis immunoglobulin influenza paratyphoid stage streptococcus type vitamin'.split(
    ' ',
  ),
)

/** Tells whether a token of a text, behind a word, is the name "A"; the text is looked through once at most. */
function letterNameFinder(text: string): (token: Token, previous: Word | undefined) => boolean {
  let isShouted: boolean | undefined
  return (token, previous) => {
    if (token.folded !== 'a' || previous === undefined) return false
    if (LETTERED.has(previous.form)) return true
    if (token.text !== 'A') return false
    isShouted ??= text === text.toUpperCase()
    return !isShouted
  }
}

/** Tells whether an offset lies in brackets; must be asked in ascending order. Unclosed brackets count to the end. */
function bracketFinder(text: string): (offset: number) => boolean {
  if (!/[([]/.test(text)) return () => false
  let depth = 0
  let at = 0
  return (offset) => {
    for (; at < offset; at++) {
      const character = text[at]
      if (character === '(' || character === '[') depth++
      else if ((character === ')' || character === ']') && depth > 0) depth--
    }
    return depth > 0
  }
}

const CAPITALS = /^\p{Lu}{2,}$/u
/** A text that is one word in capitals is an abbreviation up to this length, and shouted beyond. */
const LONGEST_LONE_ABBREVIATION = 5

/** Tells whether a token of a text is an abbreviation; the text is looked through once at most. */
function abbreviationFinder(text: string): (token: Token) => boolean {
  let isMixed: boolean | undefined
  return (token) => {
    // Nearly every word is in lower case: a pattern for each would take longer.
    if (token.text === token.folded || !CAPITALS.test(token.text)) return false
    if (token.text === text) return text.length <= LONGEST_LONE_ABBREVIATION
    isMixed ??= /\p{Ll}/u.test(text)
    return isMixed
  }
}

function withoutPossessive(folded: string): string {
  if (!folded.includes("'")) return folded
  return folded.replace(/'s$|'$/, '').replaceAll("'", '')
}

/** Only words of letters, at least this long, are corrected or offered: "10" is never a typo of "100". */
const SHORTEST_CORRECTABLE = 4
const CORRECTABLE = /^[\p{L}\p{M}]+$/u

/** True if a word may count as misspelt, or be meant by a misspelt one. */
export function isCorrectable(word: string): boolean {
  return (
    word.length >= SHORTEST_CORRECTABLE && word.length <= LONGEST_WORD && CORRECTABLE.test(word)
  )
}

/**
 * Numerals: "type II", "type two" and "type 2" say the same. A Roman numeral of one letter, or IV, counts as a
 * number only behind a word that is usually followed by one ("factor X", but not "X chromosome" or "IV fluids").
 */

/** Numerals that are written as words, and what they are read as. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    first: '1st',
    second: '2nd',
    third: '3rd',
    fourth: '4th',
    fifth: '5th',
    sixth: '6th',
    seventh: '7th',
    eighth: '8th',
    ninth: '9th',
    tenth: '10th',
  }),
)

/** Any of the words that are usually numbered. */
const ANY_CLASSIFIER = 'type'
const CLASSIFIERS = new Set(
  'type types stage grade class factor group phase degree category level part bipolar nerve zone'.split(
    ' ',
  ),
)

const ROMAN = /^(x{0,2})(ix|iv|v?i{0,3})([a-e]?)$/
const ROMAN_ANYWHERE = /^(?:ii|iii|vi|vii|viii|ix|xi|xii|xiii|xiv)$/
const ONES: Readonly<Record<string, number>> = {
  '': 0,
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
}

/**
 * The numeral that a folded word stands for, in digits ("2", "2nd", "2b"), or undefined for an ordinary word.
 *
 * @param previous the folded word before it, '' at the start
 * @example numeral('ii', '') // '2'
 * @example numeral('i', 'type') // '1'
 * @example numeral('iib', 'stage') // '2b'
 */
export function numeral(word: string, previous: string): string | undefined {
  const spelled = NUMBER_WORDS.get(word)
  if (spelled !== undefined) return spelled
  if (!ROMAN_ANYWHERE.test(word) && !CLASSIFIERS.has(previous)) return undefined
  const match = ROMAN.exec(word)
  if (!match) return undefined
  const [, tens = '', ones = '', letter = ''] = match
  const value = tens.length * 10 + (ONES[ones] ?? 0)
  return value === 0 ? undefined : `${value}${letter}`
}

/**
 * A number as written → its one form: no thousands separators, no leading or trailing zeros that say nothing.
 * Parts of a range, ratio or power are treated one by one; "2–4" becomes "2-4".
 *
 * @example plainNumber('1,000.50') // '1000.5'
 * @example plainNumber('05/2') // '5/2'
 */
export function plainNumber(folded: string): string {
  return folded
    .replaceAll(',', '')
    .replaceAll('*', '^')
    .replace(/\d+(?:\.\d+)?/g, (part) => {
      const trimmed = part.includes('.') ? part.replace(/\.?0+$/, '') : part
      return trimmed.replace(/^0+(?=\d)/, '')
    })
}
