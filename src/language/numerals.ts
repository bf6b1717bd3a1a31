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
