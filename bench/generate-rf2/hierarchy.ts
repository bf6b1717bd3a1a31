/** The shape of a hierarchy of generated concepts. */

import type { MadeKind } from './made-words.ts'

/** Draws what stands in a slot: a word's number, or minus one minus a concept's. */
export type Draw = () => number

/** How draws are made; see concepts.ts. */
export interface Draws {
  /** A word of a list of words.tsv, the first ones more often. */
  words(list: string): Draw
  /** A made word; a share `fresh` of the draws makes a new one. */
  made(kind: MadeKind, fresh: number): Draw
  /** A concept of a hierarchy, with that tag if one is given; the first, most general ones more often. */
  concept(hierarchy: string, tag?: string): Draw
  /** The one draw or the other; `share` is that of the first. */
  either(share: number, first: Draw, second: Draw): Draw
}

export interface Slot {
  readonly name: string
  readonly draw: Draw
  /** `optional`: concepts further down fill it. `extra`: other names of a share of the concepts have it, no child has. */
  readonly mode: 'required' | 'optional' | 'extra'
  /** Of an `extra` slot: the share of the concepts. */
  readonly chance?: number
  /** The type of the relationship to the concept in the slot. */
  readonly attribute?: string
}

/** Concepts that are named alike. */
export interface Kind {
  readonly tag: string
  readonly share: number
  readonly slots: readonly Slot[]
  /** The template of the fully specified name. */
  readonly official: string
  /** That of the preferred term where it is another one. */
  readonly preferred?: string
  /** Those of further synonyms. */
  readonly others: readonly string[]
  /** How names of other concepts speak of it, and before a noun; the official name when left out. */
  readonly phrase?: string
  readonly phraseAdjective?: string
}

export interface Hierarchy {
  readonly name: string
  readonly top: { readonly id: string; readonly name: string; readonly tag: string }
  /** Active concepts, of 375,000. */
  readonly count: number
  readonly kinds: readonly Kind[]
}
