import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { Chart, Span } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { YEAR } from './times.ts'

/** A cancer that is still treated is no history, whatever was cut out and when: "breast cancer s/p mastectomy, on letrozole". */

const TABLE = 'context/cancer.tsv'

/**
 * Kinds of its phrases: a `cancer`; a `treatment` of one; that one takes place `now` or soon, before its name; words that may be
 * `between` the two; an `active` cancer; and what takes back the next phrase (`not`).
 */
export const CANCER_KINDS = ['active', 'between', 'cancer', 'not', 'now', 'treatment'] as const
type CancerKind = (typeof CANCER_KINDS)[number]

/** How many words behind a cancer may say that it is treated. */
const TREATED_WITHIN = 24
/** In words, between "on" and the treatment. */
const LONGEST_BETWEEN = 4
/** In words between a denial and what it denies: "no bone mets". */
const DENIED_WITHIN = 3
const HAS_DIGIT = /\d/
/** Behind a treatment: when it was. */
const SAYS_WHEN = /^(?:back|during|finished|in|till|until)$/

const phrases = lazily(() => {
  const matcher = new PhraseMatcher<CancerKind>()
  for (const [phrase, kind] of readTable(TABLE, ['phrase', 'kind']))
    matcher.set(phrase!.split(' '), kind as CancerKind)
  return matcher
})

/**
 * True if a target is a cancer and the next words say that it is treated now, or there. Takes a bounded number of words.
 *
 * @param end behind the last word of its sentence
 */
export function isTreatedCancer({ tokens }: Chart, target: Span, end: number): boolean {
  const own = phrases().find(tokens.slice(target.from, target.to))
  if (!own.some(({ value }) => value === 'cancer')) return false
  const words = tokens.slice(target.to, Math.min(end, target.to + TREATED_WITHIN))
  const found = phrases().find(words)
  for (const [i, { from, to, value }] of found.entries()) {
    if (value === 'cancer') return false
    const before = found[i - 1]
    if (before?.value === 'not' && from - before.to < DENIED_WITHIN) continue
    if (value === 'active') return true
    if (value === 'now' && isTreatmentAt(words, to)) return true
  }
  return false
}

/** True if a treatment is named at a place or a few words on, and is not over by then: "cycle 3 of capecitabine". */
function isTreatmentAt(words: readonly string[], first: number): boolean {
  for (let at = first; at < Math.min(words.length, first + LONGEST_BETWEEN); ) {
    const phrase = phrases().startingAt(words, at).at(-1)
    if (phrase?.value === 'treatment') return !isOver(words, phrase.to)
    if (phrase?.value !== 'between' && phrase?.value !== 'now' && !HAS_DIGIT.test(words[at]!))
      return false
    at = phrase?.to ?? at + 1
  }
  return false
}

/** "On chemo in 2015", "on tamoxifen until last year". */
function isOver(words: readonly string[], to: number): boolean {
  const [next = '', then = ''] = [words[to], words[to + 1]]
  if (YEAR.test(next)) return true
  return SAYS_WHEN.test(next) && (YEAR.test(then) || /^un?til+$/.test(next) || isRole(then, 'ago'))
}
