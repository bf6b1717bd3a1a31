import { headOf, isSentenceWord, kindsOf, meansOther } from '../clinical/word-kinds.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { accountOf, type Compared, hasContent, type Written } from './misfit.ts'

/** A number with its unit. */
const MEASURE = /^\d+[a-z]+$/

/** Rules for rows that share one everyday word with a mention: "wandering spleen" for "wandering at night". */

/**
 * True if all that a row has of a mention is one word, written as an everyday one, and this says something else there: the name
 * adds a part of the body, or it lacks the head of the mention and adds another thing, "stretching exercises" for "stretch marks".
 *
 * @param words of the mention as written
 * @param written the same with what the row has of them
 * @throws MedlinkError `data_invalid`
 */
export function isByOneEverydayWord(
  { candidate }: Compared,
  words: readonly Word[],
  written: readonly Written[],
  analyzer: Analyzer,
): boolean {
  const [only, another] = written.filter(isCommon)
  if (only === undefined || another !== undefined || only.forms.length > 1) return false
  if (only.isInCapitals || !isEverydayWord(only.forms[0]!)) return false
  const { said, added } = accountOf(candidate)
  const things = added.filter((form) => namesThing(form, analyzer))
  const common = said.filter(({ name }) => name !== undefined)
  if (things.length === 0 || words.length === 1) return false
  const left = said.flatMap(({ form, name, isSilent }) => (name || isSilent ? [] : [form]))
  const isPart = (form: string) => kindsOf(form, analyzer).isPartOfBody
  if (things.some(isPart) && !left.some(isPart)) return true
  // Patients say the same in many more words, "my recall was slower", and a measure says what is measured: "gained 30lbs".
  if (words.some(({ form }) => isSentenceWord(form) || MEASURE.test(form))) return false
  const head = headOf(words)
  return (
    left.some((form) => form === head && namesThing(form, analyzer)) &&
    !common.some(({ form }) => isPart(form) || kindsOf(form, analyzer).isFinding)
  )
}

/** True if all that a row has of a mention are words that mean something else by the words near them: "fit to fly". */
export function isByOtherMeaning(words: readonly Word[], written: readonly Written[]): boolean {
  const common = written.filter(isCommon)
  const isOther = ({ forms }: Written) => {
    const at = forms.length === 1 ? words.findIndex(({ form }) => form === forms[0]) : -1
    return at >= 0 && meansOther(words, { from: at, to: at + 1 })
  }
  return common.length > 0 && common.every(isOther)
}

/** True if a name has a word of this one. */
function isCommon({ said }: Written): boolean {
  return said.some(({ name }) => name !== undefined)
}

/** True for a word that is no state, no qualifier and no word of sentences. */
function namesThing(form: string, analyzer: Analyzer): boolean {
  return hasContent(kindsOf(form, analyzer)) && !isSentenceWord(form)
}
