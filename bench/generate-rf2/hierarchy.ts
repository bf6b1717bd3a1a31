/** What a hierarchy of generated concepts is, and the pieces that descriptions of hierarchies are made of. */

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

/** The draws that several hierarchies share: each with one store of made words. */
export type Sources = ReturnType<typeof createSources>

export function createSources(draws: Draws) {
  const { words, made, concept } = draws
  return {
    ...draws,
    disease: made('disease', 0.42),
    surname: made('surname', 0.6),
    genus: made('genus', 0.3),
    epithet: made('epithet', 0.66),
    chemical: made('chemical', 0.6),
    term: made('term', 0.48),
    anatomical: made('anatomy', 0.4),
    place: concept('body structure', 'body structure'),
    organism: concept('organism'),
    substance: concept('substance'),
    grade: words('grades'),
    quality: words('qualities'),
  }
}

export function required(name: string, draw: Draw, attribute?: string): Slot {
  return { name, draw, mode: 'required', ...(attribute && { attribute }) }
}

export function optional(name: string, draw: Draw, attribute?: string): Slot {
  return { name, draw, mode: 'optional', ...(attribute && { attribute }) }
}

export function extra(name: string, draw: Draw, chance: number): Slot {
  return { name, draw, mode: 'extra', chance }
}

export function top(id: string, name: string, tag: string): Hierarchy['top'] {
  return { id, name, tag }
}
