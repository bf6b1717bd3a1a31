import type { Analyzer, Word } from '../language/analyze.ts'
import { outside, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

const TABLE = 'clinical/family-words.tsv'
/** Words by which titles say that a condition is the family's. */
const HISTORY = ['family', 'history']

/** A mention of what runs in a family, worded as titles are. */
export interface FamilyHistory {
  readonly words: readonly Word[]
  /** The mention's words for the condition alone. */
  readonly condition: readonly Word[]
  /** True if it names a relative, and no history: "father diabetic". */
  readonly isOfRelative: boolean
}

const familyPhrases = lazily(readPhrases)

/**
 * The family history that a mention tells: "father diabetic" is "family history diabetic". Undefined if it tells none, or
 * of no condition.
 *
 * @throws MedlinkError `data_invalid`
 */
export function familyHistoryIn(
  words: readonly Word[],
  analyzer: Analyzer,
): FamilyHistory | undefined {
  const found = familyPhrases().find(words.map(({ form }) => form))
  const [first] = found
  if (first === undefined) return undefined
  const condition = outside(words, found)
  if (condition.every(({ stop }) => stop)) return undefined
  const { start, end } = words[first.from]!
  // The condition decides on the code: the words of history are as light as words in brackets.
  const history = HISTORY.map((form) => ({
    ...analyzer.wordOf(form),
    ...{ start, end, optional: true },
  }))
  const isOfRelative = found.every(({ value }) => value === 'relative')
  return { words: [...history, ...condition], condition, isOfRelative }
}

/** True if a text begins with a relative by blood, of whom it tells something: "father had bypass". @throws MedlinkError `data_invalid` */
export function startsWithRelative(words: readonly Word[]): boolean {
  const found = familyPhrases().find(words.map(({ form }) => form))
  const [first] = found
  return first?.from === 0 && first.value === 'relative' && outside(words, found).length > 0
}

function readPhrases(): PhraseMatcher<string> {
  const matcher = new PhraseMatcher<string>()
  for (const [phrase, kind] of readTable(TABLE, ['phrase', 'kind']))
    matcher.set(phrase!.split(' '), kind!)
  return matcher
}
