import type { Word } from '../text/analyze.ts'
import { readTable } from '../text/tables.ts'
import { findQualifiers, PHRASE_TABLE } from './qualifiers.ts'

/**
 * Whose condition a text tells of, and how: one that is denied, only suspected, past, a relative's, or only planned,
 * feared or looked for is not the patient's own. Each is a bit.
 */
export const CONTEXT = { absent: 1, suspected: 2, past: 4, family: 8, planned: 16 } as const
export type Context = keyof typeof CONTEXT

/**
 * Contexts that the words of a name or a mention state, as bits; 0 for none.
 *
 * @param found the qualifiers among the words
 */
export function contextIn(words: readonly Word[], found = findQualifiers(words)): number {
  let context = 0
  for (const { kind, value } of found) if (kind === 'context') context |= CONTEXT[value as Context]
  return context
}

/** The same of a mention: charts mark what is suspected with a question mark too, which is no word. */
export function contextOf(
  text: string,
  words: readonly Word[],
  found = findQualifiers(words),
): number {
  return contextIn(words, found) | (isQuestioned(text) ? CONTEXT.suspected : 0)
}

let formsOfContexts: ReadonlyMap<number, ReadonlySet<string>> | undefined

/** Every word of the phrases that say one of these contexts: "history", "h/o", "past". @throws MedlinkError `data_invalid` */
export function formsSayingContext(bits: number): ReadonlySet<string> {
  formsOfContexts ??= readForms()
  const forms = new Set<string>()
  for (const [bit, own] of formsOfContexts)
    if ((bits & bit) !== 0) for (const form of own) forms.add(form)
  return forms
}

function readForms(): Map<number, Set<string>> {
  const forms = new Map<number, Set<string>>(Object.values(CONTEXT).map((bit) => [bit, new Set()]))
  for (const [phrase, kind, value] of readTable(PHRASE_TABLE, ['phrase', 'kind', 'value']))
    if (kind === 'context')
      for (const form of phrase!.split(' ')) forms.get(CONTEXT[value as Context])!.add(form)
  return forms
}

/** "?MI", "malaria?", "asthma? COPD?". */
export function isQuestioned(text: string): boolean {
  return text.includes('?')
}
