import { isRole } from '../../clinical/context-phrases.ts'
import type { Word } from '../../language/analyze.ts'

/** Between a work and its topic. */
const ABOUT = /^(?:about|in|into|of|on)$/
const WITHIN = 2

/**
 * The place of the word of which a condition is only the topic: a job, a place, a body of people or a study. "TB clinic",
 * "breast cancer nurse", "thesis on schizophrenia".
 */
export function topicOf(
  text: string,
  words: readonly Word[],
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const next = words[to]
  const isNext = next !== undefined && text.slice(words[to - 1]!.end, next.start) === ' '
  if (isNext && isRole(next.form, 'naming')) return to
  for (let at = from - 1; at > Math.max(0, from - 1 - WITHIN); at--)
    if (ABOUT.test(words[at]!.form) && isRole(words[at - 1]!.form, 'topical')) return at - 1
  return undefined
}
