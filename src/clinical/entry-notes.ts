import type { Word } from '../text/analyze.ts'
import { PhraseMatcher } from '../text/phrase-matcher.ts'
import { readTable } from '../text/tables.ts'

const TABLE = 'clinical/entry-notes.tsv'
/** Marks that part a condition from notes on the visit: "ANGINA\CATH", "HYPOTENSION;TELEMETRY". */
const PARTING = /[/\\;|]/

let phrases: PhraseMatcher<true> | undefined

/**
 * The words of an entry of a list of admissions or bookings without the notes on the visit at its end: where the patient goes
 * and what is planned, each behind a mark. They say nothing of the condition.
 *
 * @returns the same words if there are no notes, or nothing else
 * @throws MedlinkError `data_invalid`
 */
export function withoutEntryNotes(text: string, words: readonly Word[]): readonly Word[] {
  if (!PARTING.test(text)) return words
  phrases ??= readPhrases()
  let end = words.length
  for (let at = end - 1; at > 0; at--) {
    if (!PARTING.test(text.slice(words[at - 1]!.end, words[at]!.start))) continue
    if (!areNotes(words.slice(at, end), phrases)) break
    end = at
  }
  return end === words.length ? words : words.slice(0, end)
}

/** True if phrases of the table are all of the words. */
function areNotes(words: readonly Word[], known: PhraseMatcher<true>): boolean {
  const forms = words.map(({ form }) => form)
  let covered = 0
  for (const { from, to } of known.find(forms)) covered += to - from
  return covered === forms.length
}

function readPhrases(): PhraseMatcher<true> {
  const matcher = new PhraseMatcher<true>()
  for (const [phrase] of readTable(TABLE, ['phrase'])) matcher.set(phrase!.split(' '), true)
  return matcher
}
