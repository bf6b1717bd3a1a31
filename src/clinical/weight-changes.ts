import type { Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: verbs of a change of weight, and the units that it is given in. */
const TABLE = 'clinical/weight-words.tsv'
const WEIGHT = 'weight'
/** Words between the verb and the number, or between the unit and the verb: "put on at least 10 pounds", "20 kg were lost". */
const MAX_BETWEEN = 3

const weightWords = lazily(() => {
  const rows = readTable(TABLE, ['word', 'kind'])
  const ofKind = (wanted: string) =>
    new Set(rows.flatMap(([word, kind]) => (kind === wanted ? [word!] : [])))
  return { verbs: ofKind('verb'), units: ofKind('unit') }
})

/**
 * The words of a mention, with "weight" for the unit of a weight that was gained or lost: "gained 24 pounds" is about weight, and
 * no name has "pounds".
 *
 * @param weight the word "weight"
 * @returns the same words if they are about no such change
 * @throws MedlinkError `data_invalid`
 */
export function withWeightChange(words: readonly Word[], weight: Word): readonly Word[] {
  const { verbs, units } = weightWords()
  let at = words.length - 1
  while (at > 0 && !(units.has(words[at]!.form) && isCounted(words, at))) at--
  if (at <= 0 || words.some(({ form }) => form === WEIGHT)) return words
  const nearby = words.slice(Math.max(0, at - 2 - MAX_BETWEEN), at + 2 + MAX_BETWEEN)
  if (!nearby.some(({ form }) => verbs.has(form))) return words
  const { start, end } = words[at]!
  return words.map((word, i) => (i === at ? { ...weight, start, end } : word))
}

/** True if a number, or a number and a sign, comes before a word: "40 lbs", "40+ lbs". */
function isCounted(words: readonly Word[], at: number): boolean {
  return [words[at - 1], words[at - 2]].some((word) => word?.kind === 'number')
}
