import { type FoundQualifier, findQualifiers } from '../../../clinical/qualifiers.ts'
import type { Word } from '../../../text/analyze.ts'
import type { Interpretation, Mention, MentionReader } from '../../ontology.ts'
import { type Qualifiers, qualifiersOf } from '../qualifiers.ts'

/** What a mention says beside the name of the condition. */
export type Icd10cmQuery = Qualifiers

/** The way without a time is seldom the right one when the whole mention has many readings. */
const READINGS_WITHOUT_TIME = 3
/** A name that lacks what the mention says beside it is never the mention word for word. */
const CERTAINTY_WITHOUT_TIME = 0.9

const INTRODUCTIONS: ReadonlySet<string> = new Set(['for', 'since'])
const DAYS: ReadonlySet<string> = new Set(['day', 'days', 'hour', 'hours', 'hrs'])

/** Takes mentions apart: the whole mention, and what is left without the time that the condition has lasted. */
export const icd10cmReader: MentionReader<Icd10cmQuery> = {
  read({ words }: Mention): readonly Interpretation<Icd10cmQuery>[] {
    const whole = { words, understand: qualifiersOf }
    if (!words.some(({ kind }) => kind === 'number')) return [whole]
    const durations = findQualifiers(words).filter((found) => isDuration(found, words))
    if (durations.length === 0) return [whole]
    const rest = words.filter((_, i) => !durations.some(({ from, to }) => from <= i && i < to))
    if (rest.every(({ stop }) => stop)) return [whole]
    return [
      whole,
      {
        words: rest,
        readings: READINGS_WITHOUT_TIME,
        certainty: CERTAINTY_WITHOUT_TIME,
        understand: qualifiersOf,
      },
    ]
  },
}

/**
 * A counted time is how long something has lasted where "x", "for" or "since" says so, or where it is days: weeks alone
 * may be how far a pregnancy is, years somebody's age, and codes are told apart by those.
 */
function isDuration({ value, from, to }: FoundQualifier, words: readonly Word[]): boolean {
  if (value !== 'time') return false
  const first = words[from]!
  if (first.form === 'x') return true
  if (first.kind !== 'number') return false
  return INTRODUCTIONS.has(words[from - 1]?.form ?? '') || DAYS.has(words[to - 1]!.form)
}
