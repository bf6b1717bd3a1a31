/**
 * The lemma of an English word: what its inflected forms share. Unlike a stem it says that two words are one: plural
 * and singular, and the -ed, -ing and -s forms of a verb, but neither an adjective and its noun nor another word that
 * happens to begin alike ("several" and "severe" have one stem and two lemmas).
 *
 * Rules, no dictionary: a form that they do not recognise keeps a lemma of its own, which can cost a match and makes no
 * wrong one. Irregular forms are rows of data/word-forms.tsv; the analyzer asks there first.
 */

const PLAIN_ENGLISH = /^[a-z]{4,}$/

/**
 * The lemma of a folded word. Words under four letters, and words with digits, marks or letters of other scripts, stay
 * as they are.
 *
 * @example lemmaOf('fractures') // 'fracture'
 * @example lemmaOf('bleeding') // 'bleed'
 * @example lemmaOf('genus') // 'genus'
 */
export function lemmaOf(word: string): string {
  if (!PLAIN_ENGLISH.test(word)) return word
  if (word.endsWith('s')) return singularOf(word)
  if (/[a-z]{2}ied$/.test(word)) return `${word.slice(0, -3)}y`
  const ending = /(?:(?<!e)ed|ing)$/.exec(word)
  return ending === null ? word : (infinitiveOf(word.slice(0, ending.index)) ?? word)
}

/** Endings and their replacements in the singular; the first that fits counts. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  // Singular as it is: abscess, genus, diagnosis.
  [/(?:[isu]s|series|species|caries|rabies|scabies)$/, '$&'],
  [/ies$/, 'y'],
  // Diagnoses and analyses; not noses and doses.
  [/(?<=[a-z]{4}[oy])ses$/, 'sis'],
  // Viruses and sinuses; not causes and houses.
  [/(?<=[a-z]{2}[^ao]us)es$/, ''],
  // Aches are no ach, but reaches are a reach.
  [/(?<=(?<![eo])ach)es$/, 'e'],
  [/(?<=ss|x|zz|ch|sh)es$/, ''],
  [/s$/, ''],
]

function singularOf(word: string): string {
  const [ending, singular] = PLURALS.find(([each]) => each.test(word))!
  return word.replace(ending, singular)
}

const VOWEL = /[aeiouy]/
const DOUBLED = /([bdgmnprt])\1$/
/**
 * Stem endings after which a verb loses an "e": reduced, relieved, wheezed, diagnosed, dilated, occluded, examined, measured,
 * aged.
 */
const LOSES_E =
  /(?:[cvu]|(?<!z)z|(?<!s)s|(?<![aeo])at|(?<=[^aeiou][aiou])d|(?<=[^aeo]i)[nr]|ur|[drl]g|[ae]ng|ag|(?<=[bcdfgkptsz])l|(?<=[^aeiou][aiou])k|(?<=[^aeiou][aiu])m|ap|ib)$/

/** A verb without -ed or -ing; undefined if the rest is no word. */
function infinitiveOf(stem: string): string | undefined {
  if (stem.length < 3 || !VOWEL.test(stem)) return undefined
  if (DOUBLED.test(stem)) return stem.slice(0, -1)
  return LOSES_E.test(stem) ? `${stem}e` : stem
}
