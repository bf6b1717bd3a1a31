import type { Chart } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { isSignBefore } from './gaps.ts'
import { paint, type Scopes } from './layers.ts'
import { paintFrom, type Reach, startBehind } from './reach.ts'
import type { SectionKind, Sentence } from './sections.ts'
import { isDrugWord } from './word-kinds.ts'

/**
 * Reactions to drugs and reasons for stopping them, which are over: "amlodipine was stopped last year for ankle swelling",
 * "Prozac caused akathisia", "Macrobid → hives", "Allergies: peanut (wheeze)".
 */

/** Sections that list drugs with their reasons. */
const LISTS: ReadonlySet<SectionKind> = new Set(['medication', 'plan'])
const YEAR = /^(?:19|20)\d{2}$/
const OF_ALLERGIC = /^(?:history|hx|reactions?|rxns?|to)$/
/** Maximum of words between a stopped drug and the reason. */
const REASON_WITHIN = 5
/** A reason and a reaction that is named as one are over, whatever they are. */
const NAMED = 0.85
/** A sign between a drug and a condition may give an indication, too: what lasts is not over. */
const SIGNED = 0.7

/** Notes the reactions of a sentence. Linear in its length. */
export function paintReactions(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  let hasAllergy = sentence.section === 'allergies'
  // "TTO: propranolol (tremor)": a list of medication has reasons, not reactions.
  const isIndication = (at: number) =>
    sentence.section !== undefined && LISTS.has(sentence.section) && chart.gaps.opens[at] === 1
  for (let at = first; at < sentence.to; at++) {
    const token = tokens[at]!
    // "Allergic rhinitis" is a disease.
    hasAllergy ||=
      isRole(token, 'allergy') && (token !== 'allergic' || OF_ALLERGIC.test(tokens[at + 1] ?? 'to'))
    const isSubstance = isDrugWord(token) || isRole(token, 'allergen')
    if (isRole(token, 'stopping')) {
      const reason = reasonAfter(chart, sentence, at)
      if (reason !== undefined) paintFrom(chart, sentence, reason, reactionBy(token, NAMED), scopes)
    }
    if (isSubstance && at - 2 >= first && tokens[at - 1] === 'to')
      paintBefore(chart, sentence, at - 1, scopes)
    // "Penicillin 2015: rash".
    const isDated = isSubstance && at + 2 < sentence.to && YEAR.test(tokens[at + 1]!)
    const next = isDated && isSign(chart, at + 2) ? at + 2 : at + 1
    if (next >= sentence.to) continue
    if (isSubstance && isRole(tokens[next]!, 'causing'))
      paintFrom(chart, sentence, next + 1, reactionBy(tokens[next]!, NAMED), scopes)
    else if ((hasAllergy || isSubstance) && isSign(chart, next) && !isIndication(next))
      paintFrom(chart, sentence, next, reactionBy(token, hasAllergy ? NAMED : SIGNED), scopes)
  }
}

/** The first word of the reason for which a drug was stopped. */
function reasonAfter(chart: Chart, { to }: Sentence, at: number): number | undefined {
  const { tokens, gaps } = chart
  for (let next = at + 1; next < to && next <= at + REASON_WITHIN; next++) {
    if (isSign(chart, next)) return next
    if (gaps.commas[next] === 1) return undefined
    if (isRole(tokens[next]!, 'reason'))
      return tokens[next + 1] === 'of' || tokens[next + 1] === 'to' ? next + 2 : next + 1
  }
  return undefined
}

/** True if an arrow, a colon, a dash or a bracket precedes a word. A comma, a semicolon or a new line is none. */
function isSign({ gaps }: Chart, at: number): boolean {
  return gaps.opens[at] === 1 || isSignBefore(gaps, at)
}

function reactionBy(phrase: string, score: number): Reach & { readonly phrase: string } {
  return { phrase, context: 'past', reach: 'clause', score }
}

/** "Red man syndrome to vancomycin", but no "allergy to vancomycin" and no "rash due to vancomycin". */
function paintBefore(chart: Chart, sentence: Sentence, to: number, scopes: Scopes): void {
  const before = chart.tokens[to - 1]!
  if (before.startsWith('allerg') || isRole(before, 'managed')) return
  const reach = { context: 'past', reach: 'item', score: NAMED } as const
  const start = startBehind(chart, sentence, to, reach, false)
  if (start !== undefined) paint(scopes.behind.past, start, to, { phrase: 'to', score: NAMED }, to)
}
