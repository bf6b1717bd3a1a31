/**
 * The generated concepts: what each is named after and where it stands.
 *
 * A concept begins as a copy of the one it lies under, with one more word in its name or another word in the place of
 * one, so that names have the neighbours that real ones have: "Fracture of femur" beside "Closed fracture of femur" and
 * "Fracture of shaft of femur".
 */
import { pick, weightedDrawer } from '../../scripts/support/random.ts'
import { type Concept, type Hierarchy, type Kind, readHierarchies } from './hierarchies.ts'
import { createVocabulary, type Word } from './made-words.ts'
import { bareSlots, type Form, render, type Template } from './templates.ts'
import type { TextSet } from './text-set.ts'

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

type Slots = (Word | Concept | undefined)[]

export type Concepts = ReturnType<typeof createConcepts>

/** Makes concepts. @param names the official names that are taken */
export function createConcepts(names: TextSet, random: () => number) {
  const hierarchies = readHierarchies(createVocabulary(random), random)
  /** All that are made so far, by their number. */
  const all: Concept[] = []
  return {
    ...{ hierarchies, all },
    /** Adds a concept that has a name of its own already: the root, or the top of a hierarchy. */
    addFixed(parent: Concept | undefined): Concept {
      return add(undefined, [], parent)
    },

    /**
     * Makes the concepts of a hierarchy, one after the other.
     * @yields each with its parents, all of which were there before
     */
    *grow({ kinds, members }: Hierarchy, top: Concept, count: number) {
      const drawKind = weightedDrawer(kinds, random)
      for (let i = 0; i < count; i++) {
        const kind = drawKind()
        const concept = makeConcept(kind, top)
        members.push(concept)
        kind.members.push(concept)
        yield { concept, parents: [concept.firstParent!, ...furtherParents(concept, top)] }
      }
    },

    /** A synonym: another order of the words, or another word for one of them, or both. */
    variant(concept: Concept): string {
      const { slots, preferred, others } = concept.kind!
      const usable = others.filter((template) =>
        bareSlots(template).every(
          (slot) => slots[slot]!.mode !== 'extra' || concept.slots[slot] !== undefined,
        ),
      )
      const keepsOrder = usable.length === 0 || random() < 0.3
      const template = keepsOrder ? preferred : pick(usable, random)
      const exchanges = keepsOrder || random() < 0.4
      const slot = exchanges ? Math.floor(random() * slots.length) : undefined
      return renderName(concept, template, slot)
    },
  }

  function add(kind: Kind | undefined, slots: Slots, firstParent: Concept | undefined): Concept {
    const depth = firstParent === undefined ? 0 : firstParent.depth + 1
    const concept = { number: all.length, kind, slots, firstParent, depth }
    all.push(concept)
    return concept
  }

  /** Adds a concept of a kind under one of its kind, or under the top. */
  function makeConcept(kind: Kind, top: Concept): Concept {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const parent = pickParent(kind, top)
      const isUnlike = tries >= TRIES || random() < NEW_WORDS
      const slots = nameAfter(kind, isUnlike || parent === top ? undefined : parent)
      if (isNewName(kind, slots)) return add(kind, slots, parent)
    }
    throw new RangeError(`no new name for a ${kind.tag} after ${kind.members.length}`)
  }

  function isNewName({ official, tag }: Kind, slots: Slots): boolean {
    const name = renderName({ slots }, official)
    if (names.has(name) && random() >= SHARED_NAME) return false
    if (!names.add(`${name} (${tag})`)) return false
    names.add(name)
    return true
  }

  /** The words that the parent is named after, with one thing more or another; new words without a parent. */
  function nameAfter({ slots }: Kind, parent: Concept | undefined): Slots {
    let filled: Slots
    if (parent === undefined)
      filled = slots.map(({ draw, mode }) => (mode === 'required' ? draw() : undefined))
    else {
      filled = [...parent.slots]
      const has = (mode: string, isFilled: boolean) =>
        slots.filter((slot, i) => slot.mode === mode && (filled[i] !== undefined) === isFilled)
      const empty = has('optional', false)
      const full = has('optional', true)
      const fills = empty.length > 0 && random() < (FILL_MORE[full.length] ?? 0)
      const slot = pick(fills ? empty : [...has('required', true), ...full], random)
      filled[slots.indexOf(slot)] = slot.draw()
    }
    for (const [i, { draw, mode, chance }] of slots.entries())
      if (mode === 'extra') filled[i] = random() < chance ? draw() : undefined
    return filled
  }

  function pickParent({ members }: Kind, top: Concept): Concept {
    if (members.length === 0) return top
    const parent = pick(members, random)
    const above = parent.firstParent!
    if (parent.depth >= MAX_DEPTH) return above
    const isBeside = above !== top || members.length < MAX_UNDER_TOP
    return isBeside && random() < BESIDE ? above : parent
  }

  /** More parents: 1.6 in all on average, always concepts that are there already, so that no way leads back. */
  function furtherParents(concept: Concept, top: Concept): Concept[] {
    const draw = random()
    const wanted = draw < 0.53 ? 0 : draw < 0.86 ? 1 : draw < 0.97 ? 2 : 3
    const parents: Concept[] = []
    for (let tries = 0; tries < wanted * 3 && parents.length < wanted; tries++) {
      const candidate = pickParent(concept.kind!, top)
      if ([concept, concept.firstParent, ...parents].includes(candidate)) continue
      parents.push(candidate)
      concept.depth = Math.max(concept.depth, candidate.depth + 1)
    }
    return parents
  }
}

/** A fully specified name without its tag, all words but names in lower case. */
export function officialName(concept: Concept): string {
  return renderName(concept, concept.kind!.official)
}

/** A preferred term, which mostly is the {@link officialName}. */
export function preferredName(concept: Concept): string {
  return renderName(concept, concept.kind!.preferred)
}

/** The concepts that a concept is named after, with the attribute that relates them. */
export function attributesOf({ kind, slots }: Concept): { type: string; target: Concept }[] {
  return kind!.slots.flatMap(({ attribute }, i) => {
    const target = slots[i]
    return attribute !== undefined && target !== undefined && !isWord(target)
      ? [{ type: attribute, target }]
      : []
  })
}

/** Two numbers that concepts share when they are the same thing at the same place. */
export function natureOf({ slots: [thing, place] }: Concept): readonly [number, number] {
  return [numberOf(thing), numberOf(place)]
}

/** 0 for nothing, words from 1 up, concepts from -1 down. */
function numberOf(filling: Word | Concept | undefined): number {
  if (filling === undefined) return 0
  return isWord(filling) ? filling.number + 1 : -1 - filling.number
}

function isWord(filling: Word | Concept): filling is Word {
  return 'text' in filling
}

/** @param exchanged the slot whose word gives way to its synonym */
function renderName(
  { slots }: Pick<Concept, 'slots'>,
  template: Template,
  exchanged?: number,
): string {
  return render(template, (slot, form) => {
    const filling = slots[slot]
    if (filling === undefined) return undefined
    if (!isWord(filling)) return phraseOf(filling, form, slot === exchanged)
    return slot === exchanged ? synonymOf(filling, form) : filling[form]
  })
}

/** How names of other concepts speak of a concept, if wanted with a synonym for its last word that has one. */
function phraseOf({ kind, slots }: Concept, form: Form, exchanges: boolean): string {
  const last = slots.findLastIndex((each) => each && isWord(each) && each.text !== each.other)
  return renderName({ slots }, kind!.phrase[form], exchanges ? last : undefined)
}

/** A word's synonym; before a noun only where the word has no other form there. */
function synonymOf(word: Word, form: Form): string {
  return form === 'adjective' && word.adjective !== word.text ? word.adjective : word.other
}
