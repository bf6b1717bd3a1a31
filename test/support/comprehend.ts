import { onTestFinished } from 'vitest'
import { findAttributes } from '../../src/clinical/attributes.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import type { Note } from '../../src/comprehend/mentions.ts'
import { SpanFinder } from '../../src/comprehend/spans.ts'
import type { LinkResultItem } from '../../src/contract.ts'
import type { MedlinkIndex } from '../../src/index/reader.ts'
import type { PhraseRecord } from '../../src/index/records.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import type { Medlink } from '../../src/medlink.ts'
import type { Findings } from '../../src/ontologies/ontology.ts'
import { analyzer, openNames } from './linker.ts'

/** Whatever has a name is a diagnosis of its own. */
export const findings: Findings = {
  kindOf: () => 'diagnosis',
  contextOf: () => 0,
  lasts: () => false,
}

/** An index of these names; it is closed and gone when the running test is over. */
export function openIndex(names: readonly string[], phrases?: readonly PhraseRecord[]) {
  const { index } = openNames(names, phrases)
  onTestFinished(() => index.close())
  return index
}

export interface FinderOptions {
  readonly phrases?: readonly PhraseRecord[]
  /** Words that say little, by what is left of their weight. */
  readonly light?: Readonly<Record<string, number>>
  /** Names of what is no condition. */
  readonly others?: readonly string[]
}

/** What finds these names in texts, and the index of them. */
export function openFinder(
  names: readonly string[],
  { phrases = [], light = {}, others = [] }: FinderOptions = {},
): { readonly finder: SpanFinder; readonly index: MedlinkIndex } {
  const index = openIndex([...names, ...others], phrases)
  const kindOf = (concept: number) => (concept < names.length ? 'diagnosis' : undefined)
  const finder = new SpanFinder({
    ...{ index, analyzer },
    findings: { ...findings, kindOf },
    lightWords: new Map(Object.entries(light)),
    phrases: new PhraseBook(index, analyzer),
  })
  return { finder, index }
}

/** A text as it is read before it is searched. */
export function noteOf(text: string): Note {
  const words = analyzer.analyze(text)
  return {
    ...{ text, words },
    sentences: readSentences(text, words),
    attributes: findAttributes(text, words),
    lemmas: new Set(words.map(({ lemma }) => lemma)),
  }
}

/** The words [from, to) as they are written. */
export function textOf(
  { text, words }: Pick<Note, 'text' | 'words'>,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  return text.slice(words[from]!.start, words[to - 1]!.end)
}

/** A candidate. */
export function rowOf(
  term_id: string,
  score = 0.98,
  link_reason: LinkResultItem['metadata']['link_reason'] = 'linked',
): LinkResultItem {
  return {
    ...{ term_id, term_name: `name of ${term_id}`, score, is_linked: link_reason === 'linked' },
    metadata: { preferred_name: `title of ${term_id}`, link_reason },
  } as LinkResultItem
}

/** The first code of each condition of a text, with " linked" behind one that is. */
export function codesIn(medlink: Medlink, text: string): string[] {
  const { entities } = medlink.comprehend({ text, find: ['problem'] })
  return entities.map(
    ({ results: [first] }) => `${first?.term_id}${first?.is_linked ? ' linked' : ''}`,
  )
}
