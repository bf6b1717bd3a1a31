import { lazily } from '../../../language/remember.ts'
import { readColumn } from '../../../language/tables.ts'

/** Table below data/ with words for the kind of a test, such as "ratio". */
const CLASS_WORDS = 'loinc/class-words.tsv'

const classWords = lazily(() => readColumn(CLASS_WORDS, 'word'))
const NUMBER_OR_LETTER = /^(?:(?:log)?\d+|.)$/u

/** True for a number, a logarithm of one or a letter. */
export function isNumberOrLetter(form: string): boolean {
  return NUMBER_OR_LETTER.test(form)
}

/** True for a word for the kind of a test. @throws MedlinkError `data_invalid` */
function isClassWord(form: string): boolean {
  return classWords().has(form)
}

/** True if a word says of no test what is measured: a kind of test, a number or a letter. */
export function isOfAnyTest(form: string): boolean {
  return isNumberOrLetter(form) || isClassWord(form)
}
