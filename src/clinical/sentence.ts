import type { SectionKind } from './sections.ts'

/** A sentence of a chart, an item of a list or a line of notes: the words of [from, to). */
export interface Sentence {
  readonly from: number
  readonly to: number
  /** The part of the chart that it is in; undefined before any heading. */
  readonly section: SectionKind | undefined
  /** The words of its heading, which name no finding; they are the first ones, or all of them. */
  readonly heading: { readonly from: number; readonly to: number } | undefined
}
