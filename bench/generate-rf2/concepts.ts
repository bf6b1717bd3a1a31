/**
 * The generated concepts: what each is named after and where it stands.
 *
 * A concept begins as a copy of the one it lies under, with one more word in its name or another word in the place of
 * one, so that names have the neighbours that real ones have: "Fracture of femur" beside "Closed fracture of femur" and
 * "Fracture of shaft of femur". Everything is kept in typed arrays: half a million concepts take some 20 MB.
 */
import { pick, weightedDrawer } from '../../scripts/support/random.ts'
import { describeHierarchies } from './hierarchies.ts'
import type { Draw, Draws, Hierarchy, Kind } from './hierarchy.ts'
import type { Vocabulary } from './made-words.ts'
import { compileTemplate, render, type Template } from './templates.ts'
import type { TextSet } from './text-set.ts'
import { readWordLists, type Word } from './words.ts'

/** Slots of the kind that has the most. */
const MAX_SLOTS = 8
/** Concepts below the root on the longest way down, the root not counted. */
const MAX_DEPTH = 15
/** By how many optional slots are filled: how often a child fills one more instead of exchanging a word. */
const FILL_MORE = [0.18, 0.3, 0.45, 0.4, 0.2]
/** Share of the concepts that lie beside their first parent's child: makes few parents of many. */
const BESIDE = 0.75
/** Concepts of a kind that may lie under the hierarchy's top. */
const MAX_UNDER_TOP = 30
/** Share of the concepts that take over no word from their parent. */
const NEW_WORDS = 0.5
/** Tries to name a concept after its parent, and then after anything. */
const TRIES = 8
const MAX_TRIES = 400
/** How often a concept may have the name of one with another tag. */
const SHARED_NAME = 0.02

interface CompiledKind extends Kind {
  readonly hierarchy: number
  readonly templates: {
    readonly official: Template
    readonly preferred: Template | undefined
    readonly phrase: Template
    readonly phraseAdjective: Template
    readonly others: readonly Template[]
  }
  /** Its concepts so far. */
  readonly members: number[]
}

export class Concepts {
  readonly hierarchies: readonly Hierarchy[]
  readonly #kinds: CompiledKind[] = []
  readonly #random: () => number
  readonly #vocabulary: Vocabulary
  readonly #names: TextSet
  readonly #kindOf: Uint8Array
  readonly #depths: Uint8Array
  readonly #firstParents: Int32Array
  readonly #slots: Int32Array
  readonly #frame = new Int32Array(MAX_SLOTS)
  /** First concept and, so far, last concept of each hierarchy after its top. */
  readonly #ranges = new Map<string, { first: number; end: number }>()
  #size = 0

  /** @param names the official names that are taken */
  constructor(most: number, vocabulary: Vocabulary, names: TextSet, random: () => number) {
    this.#random = random
    this.#vocabulary = vocabulary
    this.#names = names
    this.#kindOf = new Uint8Array(most)
    this.#depths = new Uint8Array(most)
    this.#firstParents = new Int32Array(most).fill(-1)
    this.#slots = new Int32Array(most * MAX_SLOTS)
    this.hierarchies = describeHierarchies(this.#draws())
    for (const [hierarchy, { kinds }] of this.hierarchies.entries())
      for (const kind of kinds) this.#kinds.push(compileKind(kind, hierarchy))
  }

  /** Adds a concept that has a name of its own already, e.g. the root. Gives its number. */
  addFixed(parent: number): number {
    const concept = this.#size++
    this.#kindOf[concept] = NO_KIND
    this.#firstParents[concept] = parent
    this.#depths[concept] = parent < 0 ? 0 : this.#depths[parent]! + 1
    return concept
  }

  /**
   * Makes the concepts of a hierarchy, one after the other.
   * @yields each with its parents, all of which were there before
   */
  *grow(hierarchy: Hierarchy, top: number, count: number) {
    const range = { first: this.#size, end: this.#size }
    this.#ranges.set(hierarchy.name, range)
    const number = this.hierarchies.indexOf(hierarchy)
    const kinds = this.#kinds.flatMap((kind, i) =>
      kind.hierarchy === number ? [{ kind, number: i, weight: kind.share }] : [],
    )
    const drawKind = weightedDrawer(kinds, this.#random)
    for (let i = 0; i < count; i++) {
      const { kind, number: kindNumber } = drawKind()
      const parent = this.#add(kind, kindNumber, top)
      const concept = this.#size - 1
      range.end = this.#size
      yield { concept, parents: [parent, ...this.#furtherParents(kind, concept, parent, top)] }
    }
  }

  /** The semantic tag of a concept that was grown. */
  tag(concept: number): string {
    return this.#kind(concept).tag
  }

  /** The fully specified name without its tag, all words but names in lower case. */
  official(concept: number): string {
    return this.#render(concept, this.#kind(concept).templates.official, 0)
  }

  /** The preferred term, which mostly is {@link official}. */
  preferred(concept: number): string {
    const { official, preferred } = this.#kind(concept).templates
    return this.#render(concept, preferred ?? official, 0)
  }

  /** A synonym: another order of the words, or another word for one of them, or both. */
  variant(concept: number): string {
    const { templates, slots } = this.#kind(concept)
    const random = this.#random
    const isFilled = (slot: number) => this.#slots[concept * MAX_SLOTS + slot] !== 0
    const usable = templates.others.filter((template) =>
      template.bare.every((slot) => slots[slot]!.mode !== 'extra' || isFilled(slot)),
    )
    const keepsOrder = usable.length === 0 || random() < 0.3
    const template = keepsOrder ? (templates.preferred ?? templates.official) : pick(usable, random)
    const exchange = keepsOrder || random() < 0.4
    return this.#render(concept, template, exchange ? 1 << Math.floor(random() * slots.length) : 0)
  }

  /** The concepts that a concept is named after, with the attribute that relates them. */
  attributes(concept: number): { type: string; target: number }[] {
    return this.#kind(concept).slots.flatMap(({ attribute }, slot) => {
      const value = this.#slots[concept * MAX_SLOTS + slot]!
      return attribute !== undefined && value < 0 ? [{ type: attribute, target: -1 - value }] : []
    })
  }

  /** Two numbers that concepts share when they are the same thing at the same place. */
  nature(concept: number): readonly [number, number] {
    const at = concept * MAX_SLOTS
    return [this.#slots[at]!, this.#slots[at + 1]!]
  }

  #kind(concept: number): CompiledKind {
    return this.#kinds[this.#kindOf[concept]!]!
  }

  /** Adds a concept of a kind under one of its kind, or under the top. Gives the parent. */
  #add(kind: CompiledKind, kindNumber: number, top: number): number {
    const concept = this.#size
    this.#kindOf[concept] = kindNumber
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const parent = this.#pickParent(kind, top)
      const isUnlike = tries >= TRIES || this.#random() < NEW_WORDS
      this.#nameAfter(kind, isUnlike || parent === top ? undefined : parent)
      this.#slots.set(this.#frame, concept * MAX_SLOTS)
      if (!this.#isNewName(concept, kind)) continue
      this.#size++
      this.#firstParents[concept] = parent
      this.#depths[concept] = this.#depths[parent]! + 1
      kind.members.push(concept)
      return parent
    }
    throw new RangeError(`no new name for a ${kind.tag} after ${kind.members.length}`)
  }

  #isNewName(concept: number, { tag }: Kind): boolean {
    const name = this.official(concept)
    if (this.#names.has(name) && this.#random() >= SHARED_NAME) return false
    if (!this.#names.add(`${name} (${tag})`)) return false
    this.#names.add(name)
    return true
  }

  /** Fills the frame with what the parent is named after and one thing more or another; with new words without it. */
  #nameAfter({ slots }: Kind, parent: number | undefined): void {
    const random = this.#random
    const frame = this.#frame.fill(0)
    if (parent === undefined)
      for (const [i, { draw, mode }] of slots.entries()) {
        if (mode === 'required') frame[i] = encode(draw())
      }
    else {
      const at = parent * MAX_SLOTS
      frame.set(this.#slots.subarray(at, at + MAX_SLOTS))
      const has = (mode: string, filled: boolean) =>
        slots.flatMap((slot, i) => (slot.mode === mode && (frame[i] !== 0) === filled ? [i] : []))
      const empty = has('optional', false)
      const filled = has('optional', true)
      const fills = empty.length > 0 && random() < (FILL_MORE[filled.length] ?? 0)
      const slot = pick(fills ? empty : [...has('required', true), ...filled], random)
      frame[slot] = encode(slots[slot]!.draw())
    }
    for (const [i, { draw, mode, chance = 0 }] of slots.entries())
      if (mode === 'extra') frame[i] = random() < chance ? encode(draw()) : 0
  }

  #pickParent({ members }: CompiledKind, top: number): number {
    if (members.length === 0) return top
    const parent = pick(members, this.#random)
    const above = this.#firstParents[parent]!
    if (this.#depths[parent]! >= MAX_DEPTH) return above
    const isBeside = above !== top || members.length < MAX_UNDER_TOP
    return isBeside && this.#random() < BESIDE ? above : parent
  }

  /** More parents: 1.6 in all on average, always concepts that are there already, so that no way leads back. */
  #furtherParents(kind: CompiledKind, concept: number, parent: number, top: number): number[] {
    const draw = this.#random()
    const wanted = draw < 0.53 ? 0 : draw < 0.86 ? 1 : draw < 0.97 ? 2 : 3
    const parents: number[] = []
    for (let tries = 0; tries < wanted * 3 && parents.length < wanted; tries++) {
      const candidate = this.#pickParent(kind, top)
      if (candidate === concept || candidate === parent || parents.includes(candidate)) continue
      parents.push(candidate)
      this.#depths[concept] = Math.max(this.#depths[concept]!, this.#depths[candidate]! + 1)
    }
    return parents
  }

  #draws(): Draws {
    const random = this.#random
    const vocabulary = this.#vocabulary
    const lists = readWordLists()
    return {
      words: (list) => wordDrawer(lists.get(list)!, vocabulary, random),
      made: (kind, fresh) => vocabulary.drawer(kind, fresh),
      concept: (hierarchy, tag) => () => {
        const { first, end } = this.#ranges.get(hierarchy)!
        for (;;) {
          const concept = first + Math.floor((end - first) * random() ** 2.5)
          if (tag === undefined || this.tag(concept) === tag) return -1 - concept
        }
      },
      either: (share, one, other) => () => (random() < share ? one() : other()),
    }
  }

  /** @param exchange bits of the slots whose words give way to their synonyms */
  #render(concept: number, template: Template, exchange: number): string {
    const at = concept * MAX_SLOTS
    return render(
      template,
      (slot) => this.#slots[at + slot] !== 0,
      (slot, form) => {
        const value = this.#slots[at + slot]!
        const exchanges = (exchange & (1 << slot)) !== 0
        if (value < 0) return this.#phrase(-1 - value, form, exchanges)
        return exchanges
          ? exchanged(this.#vocabulary.word(value - 1), form)
          : this.#vocabulary.word(value - 1)[form]
      },
    )
  }

  /** How names of other concepts speak of a concept. */
  #phrase(concept: number, form: 'text' | 'adjective', exchanges: boolean): string {
    const { phrase, phraseAdjective } = this.#kind(concept).templates
    const template = form === 'text' ? phrase : phraseAdjective
    return this.#render(concept, template, exchanges ? this.#exchangeable(concept) : 0)
  }

  /** The bit of the last slot that has a synonym. */
  #exchangeable(concept: number): number {
    for (let slot = MAX_SLOTS - 1; slot >= 0; slot--) {
      const value = this.#slots[concept * MAX_SLOTS + slot]!
      if (value <= 0) continue
      const { text, other } = this.#vocabulary.word(value - 1)
      if (text !== other) return 1 << slot
    }
    return 0
  }
}

/** Fixed concepts are named by whoever added them. */
const NO_KIND = 255

/** Slots hold 0 for nothing, words from 1 up, concepts from -1 down. */
function encode(drawn: number): number {
  return drawn < 0 ? drawn : drawn + 1
}

/** A word's synonym; before a noun only where the word has no other form there. */
function exchanged(word: Word, form: 'text' | 'adjective'): string {
  return form === 'adjective' && word.adjective !== word.text ? word.adjective : word.other
}

/** Draws from a list by Zipf's law, a little flattened at the top. */
function wordDrawer(list: readonly Word[], vocabulary: Vocabulary, random: () => number): Draw {
  const weighted = list.map((word, rank) => ({
    number: vocabulary.numberOf(word),
    weight: 1 / (rank + 3),
  }))
  const draw = weightedDrawer(weighted, random)
  return () => draw().number
}

function compileKind(kind: Kind, hierarchy: number): CompiledKind {
  const slotNames = kind.slots.map(({ name }) => name)
  const compile = (source: string) => compileTemplate(source, slotNames)
  const phrase = compile(kind.phrase ?? kind.official)
  return {
    ...kind,
    hierarchy,
    templates: {
      official: compile(kind.official),
      preferred: kind.preferred === undefined ? undefined : compile(kind.preferred),
      phrase,
      phraseAdjective: kind.phraseAdjective === undefined ? phrase : compile(kind.phraseAdjective),
      others: kind.others.map(compile),
    },
    members: [],
  }
}
