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
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
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
