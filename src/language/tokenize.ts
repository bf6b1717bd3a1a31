import { unitPattern } from './unit-pattern.ts'

/**
 * Tokenizing: where the words, numbers and codes of a text begin and end. Nothing is corrected, dropped or looked
 * up here, so `text.slice(token.start, token.end)` is always the token as it was written.
 *
 * Kept whole: decimals and thousands (1,000.5), ranges (10-19), ratios and dates (120/80), powers (10^9),
 * ordinals (3rd), dotted codes (E11.9), initials (S.L.E.), slashed initials (w/o, k/c/o), words with an apostrophe.
 * Taken apart: hyphenated and slashed words (hand-foot, and/or), a number and its unit (500mg), a word and the
 * number stuck to it (covid19, type2; but b12, hba1c and h1n1 stay whole).
 */

/** `number` covers everything that counts or measures; `sign` is a % or a trailing + that carries meaning. */
export type TokenKind = 'word' | 'number' | 'code' | 'sign'

/** A stretch of the text: UTF-16 offsets `start` (inclusive) and `end` (exclusive), and its folded form. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly folded: string
  readonly kind: TokenKind
  /** True if a hyphen, and nothing else, is between this token and the next one. */
  readonly hyphenated: boolean
}

const NUMBER = String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?(?:[\^*]\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?`
const NUMBERS = `(?:${NUMBER})(?:[-–/:](?:${NUMBER}))*`
/** A longer one is no word of any language; putting as many marks in order would take time quadratic in their number. */
const LONGEST_FOLDED = 1000

/** The tokens of any string, in order, without overlap. Never throws. Linear in the length of the text. */
export type Tokenize = (text: string) => Token[]

/**
 * A tokenizer that splits the given words, in lower case, from a number they stick to.
 *
 * @example createTokenizer(['mg'])('Tab. Dolo-650mg').map((t) => t.folded) // ['tab', 'dolo', '650', 'mg']
 * @example createTokenizer([])('10-19% of body').map((t) => t.folded) // ['10-19', '%', 'of', 'body']
 */
export function createTokenizer(units: readonly string[]): Tokenize {
  const scan = createScanner(units)
  return (text) => {
    const tokens: Token[] = []
    for (let from = 0; from < text.length; ) {
      // No token holds a space and none looks past one, so the text between spaces can be taken by itself.
      const space = text.indexOf(' ', from)
      const to = space < 0 ? text.length : space
      if (isPlain(text, from, to)) addPlainWords(text, from, to, tokens)
      else for (const token of scan(text.slice(from, to))) tokens.push(shifted(token, from))
      from = to + 1
    }
    return tokens
  }
}

/** True if [from, to) has only ASCII letters, and marks that part words without a meaning of their own. */
function isPlain(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (isLetter(text.charCodeAt(i))) continue
    const character = text[i]!
    if (!',;:()[]-'.includes(character)) return false
    if (character === '-' && /^ve/i.test(text.slice(i + 1, i + 3))) return false
  }
  return true
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/** Adds what the pattern finds in plain text, several times faster. */
function addPlainWords(text: string, from: number, to: number, tokens: Token[]): void {
  for (let start = from; start < to; start++) {
    let end = start
    while (end < to && isLetter(text.charCodeAt(end))) end++
    if (end === start) continue
    const word = text.slice(start, end)
    tokens.push({
      text: word,
      start,
      end,
      folded: word.toLowerCase(),
      kind: 'word',
      hyphenated: text[end] === '-' && end + 1 < to && isLetter(text.charCodeAt(end + 1)),
    })
    start = end
  }
}

function shifted(token: Token, by: number): Token {
  return by === 0 ? token : { ...token, start: token.start + by, end: token.end + by }
}

/** The same by the pattern alone. Exported for the test that holds the fast way to it. */
export function createScanner(units: readonly string[]): Tokenize {
  const pattern = tokenPattern(units)
  return (text) => {
    const tokens: Token[] = []
    // Not matchAll, which compiles a pattern of its own at every call.
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
      tokens.push(tokenOf(match, text))
    return tokens
  }
}

function tokenPattern(units: readonly string[]): RegExp {
  return new RegExp(
    [
      String.raw`(?<code>(?<![\p{L}\p{N}])[A-Za-z]\d[0-9A-Za-z]\.[0-9A-Za-z]{1,4}(?![\p{L}\p{N}]))`,
      String.raw`(?<initials>(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?|(?<![\p{L}\p{N}])\p{L}(?:\/\p{L}){1,3}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])w\/(?=\s|$))`,
      String.raw`(?<ordinal>\d+(?:st|nd|rd|th)(?![\p{L}\p{N}]))`,
      String.raw`(?<measured>${NUMBERS})(?=(?:${unitPattern(units)})(?![\p{L}\p{N}]))`,
      String.raw`(?<number>${NUMBERS})(?![\p{L}\d])`,
      String.raw`(?<glued>\p{L}{4,}(?=\d+(?![\p{L}\p{N}]))|x(?=10[\^*⁰¹²³⁴⁵⁶⁷⁸⁹]))`,
      String.raw`(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ][\p{L}\p{M}]+)*)`,
      String.raw`(?<sign>%|[+-]ve(?![\p{L}\p{N}])|(?<=[\p{L}\p{N}])\+(?![\p{L}\p{N}]))`,
    ].join('|'),
    'giu',
  )
}

function tokenOf(match: RegExpExecArray, text: string): Token {
  const { code, initials, number, measured, sign } = match.groups ?? {}
  const kind: TokenKind = code ? 'code' : number || measured ? 'number' : sign ? 'sign' : 'word'
  const whole = match[0]
  const end = match.index + whole.length
  return {
    text: whole,
    start: match.index,
    end,
    folded: initials ? foldToken(whole).replaceAll('.', '') : foldToken(whole),
    kind,
    hyphenated: isHyphen(text[end]) && isWordCharacter(text[end + 1]),
  }
}

function foldToken(token: string): string {
  return token.length > LONGEST_FOLDED ? token.toLowerCase() : fold(token)
}

function isHyphen(character: string | undefined): boolean {
  return character === '-' || character === '‐' || character === '‑' || character === '–'
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/**
 * Folding: the many ways of writing one string become one. Lower case, no diacritics, compatibility forms
 * resolved (full-width letters, ligatures, circled digits), typographic quotes and dashes made plain, Greek
 * letters spelled out. Marks of scripts that carry vowels in them (Devanagari, Tamil, Arabic, …) are kept.
 */

const ASCII = /^[\x20-\x7e]*$/
const LATIN_MARKS = /[\u0300-\u036f]/g
const SUPERSCRIPT_AFTER_DIGIT = /(\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g
const MICRO_UNIT = /[µμ](?=(?:g|l|m|mol|iu|u|kat|eq|v|s)(?![\p{L}\p{M}]))/giu

/** Letters that Unicode does not decompose, and signs with one plain counterpart. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '‛': "'",
  '′': "'",
  ʼ: "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '⁄': '/',
  '∕': '/',
  '×': 'x',
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  π: 'pi',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  φ: 'phi',
  ω: 'omega',
}
const PLAIN_CHARACTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/**
 * The folded form of any string. Idempotent: `fold(fold(s)) === fold(s)`. Never throws; lone surrogates pass through.
 *
 * @example fold('Sjögren’s') // "sjogren's"
 * @example fold('β-thalassæmia') // "beta-thalassaemia"
 * @example fold('250 µg') // "250 ug"
 * @example fold('10⁹') // "10^9"
 */
export function fold(text: string): string {
  if (ASCII.test(text)) {
    const lower = text.toLowerCase()
    return lower.includes('`') ? lower.replaceAll('`', "'") : lower
  }
  return text
    .replace(SUPERSCRIPT_AFTER_DIGIT, '$1^$2')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MICRO_UNIT, 'u')
    .replace(LATIN_MARKS, '')
    .replace(PLAIN_CHARACTERS, (character) => PLAIN[character] ?? character)
    .normalize('NFC')
}
