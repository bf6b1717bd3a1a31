/** Unicode scripts of the languages that clinical vocabularies are written in, by their ISO 15924 code. */
const SCRIPTS: readonly (readonly [code: string, letter: RegExp])[] = [
  ['Latn', /\p{Script=Latin}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Telu', /\p{Script=Telugu}/u],
  ['Gujr', /\p{Script=Gujarati}/u],
  ['Knda', /\p{Script=Kannada}/u],
  ['Mlym', /\p{Script=Malayalam}/u],
  ['Guru', /\p{Script=Gurmukhi}/u],
  ['Orya', /\p{Script=Oriya}/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Kana', /\p{Script=Katakana}/u],
  ['Hira', /\p{Script=Hiragana}/u],
  ['Hani', /\p{Script=Han}/u],
]

/** The ISO 15924 code of the script that a text's first letter belongs to; `Zyyy`, common, for a text whose letters belong to none. */
export function scriptOf(text: string): string {
  const letter = /(?!\p{Script=Common})\p{L}/u.exec(text)?.[0]
  if (letter === undefined) return 'Zyyy'
  return SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'Zzzz'
}
