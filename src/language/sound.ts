/**
 * How a word sounds to English ears, roughly: words that are spelled as they sound have the sound of the word they stand
 * for. Letters that are confused become one, silent ones, vowels and doubles go; a vowel at the beginning stays as "a".
 *
 * @param word folded
 * @example soundOf('newmonia') // 'nmn', as of "pneumonia"
 * @example soundOf('eczema') // 'aksm', as of "exzema"
 */
export function soundOf(word: string): string {
  let sound = word
  for (const [spelling, letter] of RULES) sound = sound.replace(spelling, letter)
  return sound
}

/** Revision of {@link RULES}: indexes hold what these make of their words. */
export const SOUND_REVISION = 1

/** Spellings that sound like others; each rule works on the result of the rules before it. */
const RULES: readonly (readonly [spelling: RegExp, letter: string])[] = [
  // "pneumonia", "psoriasis", "ptosis"; "knee", "gnathic", "mnemonic", "wrist"; "phthisis", "xerosis"
  [/^(?:p(?=[nst])|[kgm](?=n)|w(?=r))/, ''],
  [/^phth/, 't'],
  [/^x/, 's'],
  // "diphtheria" is said and written "diptheria"
  [/ph?th/g, 'ft'],
  [/ph/g, 'f'],
  // "asthma", "phlegm", "limb", "column"
  [/sth(?=m)/g, 's'],
  [/g(?=m$)/, ''],
  [/(?<=m)[bn]$/, ''],
  [/tch|cch/g, 'k'],
  [/c?ch/g, 'k'],
  [/gh(?![aeiouy])/g, ''],
  // "hypertension" and "hipertention", "special"
  [/[tc]i(?=[aou])/g, 's'],
  [/s?c(?=[eiy])/g, 's'],
  [/d?g(?=[eiy])/g, 'j'],
  [/x/g, 'ks'],
  [/c?k|qu?|c/g, 'k'],
  [/t?z|ts/g, 's'],
  [/w(?=[aeiouy])/g, 'v'],
  [/^[aeiouyh]+/, 'A'],
  [/[aeiouyhw]/g, ''],
  [/A/, 'a'],
  [/(.)\1+/g, '$1'],
]
