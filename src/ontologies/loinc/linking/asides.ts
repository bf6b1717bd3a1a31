import type { Word } from '../../../language/analyze.ts'
import type { Found, Said } from './phrases.ts'

/** Words of a laboratory's name for a test that say nothing about the test, or only its specimen, by their form or place. */

const NOISE: readonly Said[] = [{ axis: 'noise', weights: new Float32Array(0) }]

/** Codes by which laboratories order allergens: "f24", "M002". */
const ALLERGEN_CODE = /^[a-z]{1,2}\d{1,3}$/
/** The letters of a genus, as molecules of allergens have them: "Bet v1". */
const GENUS = /^[a-z]{3}$/
/** The class of antibodies of an allergy. */
export const ALLERGY_CLASS = 'ige'
/** A trade name: "(Depakote)(R)", "(Haldol(R))". */
const TRADE_NAME = /\(\s*[\p{L}\d-]+\s*\)?\s*(?:\([rR]\)|\((?:TM|tm)\)|®|™)\s*\)?/gu
/** One letter, "OF" or "WB" after a comma, or "U" in front of one: "Kappa Chains,S", "Aldosterone U,Random". */
const LONE_SPECIMEN = /,\s*([SUPB]|OF|WB)(?=\s*(?:[,(]|$))|\s(U)(?=\s*,)/g
/** German for "in" and the first letter of a specimen: "Kreatinin i.U."; in capitals it is a unit. */
const GERMAN_SPECIMEN = /(?<![\p{L}\d])i\.\s?([SUP])(?:\.|(?![\p{L}\d]))/gu
/** Letters of an abbreviation in brackets. */
const ABBREVIATION = /^[a-z]{2,6}$/
/** An abbreviation of fewer letters has a whole word for each: "CK", but not "PE" of "protein". */
const LETTERS_OF_ONE_WORD = 3

/** True if a text has the pattern: most texts have none, and `matchAll` compiles a pattern of its own at every call. */
function has(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0
}

/** The specimen that capital letters say, as it is in the table of specimens. */
export const SPECIMEN_LETTERS: Readonly<Record<string, string>> = {
  S: 'serum',
  U: 'urine',
  P: 'plasma',
  B: 'blood',
  OF: 'oral fluid',
  WB: 'whole blood',
}

/** The places of an allergen's code, where the name says that the test is of IgE: first, in brackets, or next to "IgE". */
export function findAllergenCodes(words: readonly Word[]): Found[] {
  if (!words.some(({ form }) => form === ALLERGY_CLASS)) return []
  return words.flatMap(({ form, optional }, i) => {
    const [before, behind] = [words[i - 1]?.form, words[i + 1]?.form]
    const isLast = i === words.length - 1 && before === ALLERGY_CLASS
    // "Milk f2 IgE", but not the molecule of "Bet v1 IgE".
    const isInFront = behind === ALLERGY_CLASS && !GENUS.test(before ?? '')
    const isCode = ALLERGEN_CODE.test(form) && (i === 0 || optional || isLast || isInFront)
    return isCode ? [{ from: i, to: i + 1, said: NOISE }] : []
  })
}

/** The letter of the group of an allergen's code, where a name has one: "f" of "F284-IgE Turkey". */
export function findAllergenGroup(words: readonly Word[]): string | undefined {
  const [code] = findAllergenCodes(words)
  return code && words[code.from]!.form.replace(/\d+$/, '')
}

/** The places of trade names in brackets, by the sign of a trade mark. */
export function findTradeNames(words: readonly Word[], text: string): Found[] {
  if (!has(text, TRADE_NAME)) return []
  return [...text.matchAll(TRADE_NAME)].flatMap(({ index, 0: { length } }) =>
    between(words, index, index + length),
  )
}

/** The places of brackets with words that no name has: a reagent, an instrument, a remark. */
export function findUnknownBrackets(
  words: readonly Word[],
  isKnown: (form: string) => boolean,
): Found[] {
  const found: Found[] = []
  for (let from = 0; from < words.length; from++) {
    if (!words[from]!.optional) continue
    let to = from
    while (words[to]?.optional === true) to++
    const long = words.slice(from, to).filter(({ form }) => form.length > 1)
    if (long.length > 0 && !long.some(({ form }) => isKnown(form)))
      found.push({ from, to, said: NOISE })
    from = to
  }
  return found
}

/** Abbreviations in brackets of the words before them: "Cytomegalovirus (CMV)", "Creatine Kinase (CK)". */
export function repeatedAbbreviations(words: readonly Word[]): string[] {
  if (!words.some(({ optional }) => optional)) return []
  return words.flatMap(({ form, optional }, i) => {
    const isAlone = optional && !words[i - 1]?.optional && !words[i + 1]?.optional
    if (!isAlone || !ABBREVIATION.test(form)) return []
    const before = words.slice(0, i).map((word) => word.form)
    return abbreviates(form, before) ? [form] : []
  })
}

/** True if letters are the initials of the last words, or begin the last word and go on in it. */
function abbreviates(letters: string, words: readonly string[]): boolean {
  const initials = words.slice(-letters.length).map((word) => word[0])
  if (initials.join('') === letters) return true
  if (letters.length < LETTERS_OF_ONE_WORD) return false
  const last = words.at(-1) ?? ''
  if (last[0] !== letters[0]) return false
  let at = 0
  for (const letter of last) if (letter === letters[at]) at++
  return at === letters.length
}

/** Side of a drain, which with its number tells two of one kind apart: "R Chest Tube #2". */
const DRAIN_SIDE = /^(?:l|r|left|right|lt|rt)$/
const DRAIN_NUMBER = /#\s*(?=\d)/g

/** The places of sides and numbers of drains, whose output is a volume. */
export function findDrainNumbers(words: readonly Word[], text: string): Found[] {
  const numbers = numbersIn(text)
  return words.flatMap(({ form, start }, i) => {
    const isSide = i === 0 && DRAIN_SIDE.test(form)
    return isSide || numbers.has(start) ? [{ from: i, to: i + 1, said: NOISE }] : []
  })
}

/** The places of numbers in a series, which say when a specimen was taken: "LH #5", "#4 Salivary Cortisol". */
export function findSeriesNumbers(words: readonly Word[], text: string): Found[] {
  const numbers = numbersIn(text)
  if (numbers.size === 0) return []
  return words.flatMap(({ start }, i) =>
    numbers.has(start) ? [{ from: i, to: i + 1, said: NOISE }] : [],
  )
}

/** Where the numbers begin that have the sign for one before them. */
function numbersIn(text: string): ReadonlySet<number> {
  if (!has(text, DRAIN_NUMBER)) return NONE
  return new Set([...text.matchAll(DRAIN_NUMBER)].map((sign) => sign.index + sign[0].length))
}

const NONE: ReadonlySet<number> = new Set()

/** A lone letter for the specimen, with its place among the words. */
export interface LoneSpecimen {
  readonly at: number
  readonly letter: string
}

/** The lone letters that say a specimen. */
export function findLoneSpecimens(words: readonly Word[], text: string): LoneSpecimen[] {
  if (!has(text, LONE_SPECIMEN)) return []
  return [...text.matchAll(LONE_SPECIMEN)].flatMap((match) => {
    const letter = match[1] ?? match[2]!
    const start = match.index + match[0].lastIndexOf(letter)
    const at = words.findIndex((word) => word.start === start && word.end === start + letter.length)
    return at > 0 ? [{ at, letter }] : []
  })
}

/** The places of specimens as German laboratories shorten them, with their letter: "Natrium i.U.". */
export function findGermanSpecimens(
  words: readonly Word[],
  text: string,
): (Pick<Found, 'from' | 'to'> & { readonly letter: string })[] {
  if (!has(text, GERMAN_SPECIMEN)) return []
  return [...text.matchAll(GERMAN_SPECIMEN)].flatMap(({ index, 0: { length }, 1: letter }) =>
    between(words, index, index + length).map(({ from, to }) => ({ from, to, letter: letter! })),
  )
}

/** The words of a stretch of the text, as one phrase that says nothing. */
function between(words: readonly Word[], begin: number, end: number): Found[] {
  const from = words.findIndex((word) => word.start >= begin)
  const to = words.findIndex((word) => word.start >= end)
  const past = to < 0 ? words.length : to
  return from < 0 || from === past ? [] : [{ from, to: past, said: NOISE }]
}

/** A marker by which cells are counted: "CD4". */
const CELL_MARKER = /^cd\d{1,3}[a-z]?$/
const CELL_WORDS: ReadonlySet<string> = new Set(
  'pos positive cell cells lymph lymphs lymphocyte lymphocytes'.split(' '),
)

/** The places of words that call the cells of a marker what they are: "CD3 pos. lymphocytes", "CD19+". */
export function findCellWords(words: readonly Word[]): Found[] {
  const from = words.findIndex(({ form }) => CELL_MARKER.test(form))
  if (from < 0) return []
  const isAlone = !words.some(({ form }, i) => i > from && CELL_MARKER.test(form))
  return words.flatMap(({ form }, i) =>
    i > from && (CELL_WORDS.has(form) || (isAlone && form === '+'))
      ? [{ from: i, to: i + 1, said: NOISE }]
      : [],
  )
}

/** All phrases in their order, without those that overlap an earlier one of the lists. */
export function merge(...lists: readonly (readonly Found[])[]): readonly Found[] {
  const [only, another] = lists.filter((list) => list.length > 0)
  if (another === undefined) return only ?? []
  const all: Found[] = []
  for (const one of lists.flat())
    if (!all.some(({ from, to }) => one.from < to && from < one.to)) all.push(one)
  return all.sort((a, b) => a.from - b.from)
}
