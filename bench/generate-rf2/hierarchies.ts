/**
 * The generated hierarchies: how many concepts, under which top, and how concepts of each kind are named.
 *
 * The counts of active concepts are those that the International Edition of July 2025 states; the kinds and their
 * shares are estimates. Ids and names of the tops are SNOMED CT's own.
 *
 * `hierarchies.tsv` has them in the order in which they are made: those that others are named after come first. `kinds.tsv` has
 * their kinds. A slot is `name = draw`; `name?` is filled by concepts further down, `name~0.2` is in other names of a fifth of
 * the concepts, and `@` precedes the attribute of its relationship. A draw is `words(list)`, one of words.tsv; `made(kind, share)`,
 * a made word, of which that share is new; `concept(hierarchy, tag)`, the first, most general ones more often;
 * `either(share, draw, draw)`; or one of `draws.tsv`, which several hierarchies share: each has one store of made words.
 */
import { readRows } from '../tables.ts'
import type { Vocabulary, Word } from './made-words.ts'
import { compileTemplate, type Template } from './templates.ts'

/** A concept while a package is made. */
export interface Concept {
  /** Its place among the active ones. */
  readonly number: number
  /** Undefined for the root and the tops of hierarchies. */
  readonly kind: Kind | undefined
  /** What the concept is named after, by the slots of its kind. */
  readonly slots: readonly (Word | Concept | undefined)[]
  readonly firstParent: Concept | undefined
  /** Of the longest way down from the root so far. */
  depth: number
}

/** Draws what stands in a slot. */
export type Draw = () => Word | Concept

export interface Slot {
  readonly name: string
  readonly draw: Draw
  /** `optional`: concepts further down fill it. `extra`: other names of a share of the concepts have it, no child has. */
  readonly mode: 'required' | 'optional' | 'extra'
  /** Of an `extra` slot: the share of the concepts. */
  readonly chance: number
  /** The type of the relationship to the concept in the slot. */
  readonly attribute: string | undefined
}

/** Concepts that are named alike. */
export interface Kind {
  readonly tag: string
  /** Its share of the hierarchy. */
  readonly weight: number
  readonly slots: readonly Slot[]
  /** The template of the fully specified name. */
  readonly official: Template
  readonly preferred: Template
  /** Those of further synonyms. */
  readonly others: readonly Template[]
  /** How names of other concepts speak of it, and before a noun. */
  readonly phrase: { readonly text: Template; readonly adjective: Template }
  /** Its concepts so far. */
  readonly members: Concept[]
}

export interface Hierarchy {
  readonly name: string
  readonly top: { readonly id: string; readonly name: string; readonly tag: string }
  /** Active concepts, of 375,000. */
  readonly count: number
  readonly kinds: readonly Kind[]
  /** Its concepts below the top so far. */
  readonly members: Concept[]
}

const EITHER = /^either\(([\d.]+), (\w+(?:\([^()]*\))?), (.*)\)$/
const CALL = /^(words|made|concept)\(([^,()]+)(?:, ([^()]+))?\)$/
const SLOT = /^(\w+)(\?|~[\d.]+)?(?:@(\d+))? = (.*)$/

/** All hierarchies, in the order in which they are made. */
export function readHierarchies(vocabulary: Vocabulary, random: () => number): Hierarchy[] {
  const members = new Map<string, Concept[]>()
  const hierarchies = readRows('generate-rf2/hierarchies.tsv')
  for (const { hierarchy = '' } of hierarchies) members.set(hierarchy, [])
  const shared = new Map<string, Draw>()
  const drawOf = (text: string): Draw => shared.get(text) ?? readDraw(text)
  for (const { name = '', draw = '' } of readRows('generate-rf2/draws.tsv'))
    shared.set(name, drawOf(draw))
  const kinds = readRows('generate-rf2/kinds.tsv').map((row) => ({
    of: row.hierarchy,
    kind: readKind(row, drawOf),
  }))
  return hierarchies.map(({ hierarchy = '', id = '', name = '', tag = '', concepts }) => ({
    ...{ name: hierarchy, top: { id, name, tag }, count: Number(concepts) },
    kinds: kinds.filter(({ of }) => of === hierarchy).map(({ kind }) => kind),
    members: members.get(hierarchy)!,
  }))

  /** @throws Error for a text that is no draw */
  function readDraw(text: string): Draw {
    const [, share, one = '', other = ''] = EITHER.exec(text) ?? []
    if (share !== undefined) {
      const [first, second] = [drawOf(one), drawOf(other)]
      return () => (random() < Number(share) ? first() : second())
    }
    const [, name, first = '', second] = CALL.exec(text) ?? []
    if (name === 'words') return vocabulary.listDrawer(first)
    if (name === 'made') return vocabulary.drawer(first, Number(second))
    if (name === 'concept') return conceptDrawer(members.get(first)!, second, random)
    throw new Error(`kinds.tsv: ${text} is no draw`)
  }
}

/** Draws concepts of a hierarchy, with that tag if one is given. */
function conceptDrawer(
  members: readonly Concept[],
  tag: string | undefined,
  random: () => number,
): () => Concept {
  return () => {
    for (;;) {
      const concept = members[Math.floor(members.length * random() ** 2.5)]!
      if (tag === undefined || concept.kind!.tag === tag) return concept
    }
  }
}

function readKind(row: Readonly<Record<string, string>>, drawOf: (text: string) => Draw): Kind {
  const { official = '', preferred, phrase, adjective, others = '' } = row
  const slots = row.slots!.split('; ').map((text) => readSlot(text, drawOf))
  const compile = (source: string) =>
    compileTemplate(
      source,
      slots.map(({ name }) => name),
    )
  const text = compile(phrase || official)
  return {
    ...{ tag: row.tag!, weight: Number(row.share), slots, members: [] },
    ...{ official: compile(official), preferred: compile(preferred || official) },
    others: others.split(' | ').map(compile),
    phrase: { text, adjective: adjective ? compile(adjective) : text },
  }
}

function readSlot(text: string, drawOf: (text: string) => Draw): Slot {
  const [, name = '', mode = '', attribute, draw = ''] = SLOT.exec(text) ?? []
  return {
    ...{ name, draw: drawOf(draw), attribute },
    mode: mode === '' ? 'required' : mode === '?' ? 'optional' : 'extra',
    chance: Number(mode.slice(1)),
  }
}
