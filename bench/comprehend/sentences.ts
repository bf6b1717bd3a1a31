/** Sentences with marked conditions that are put together of frames, as in charts of clinics: frames.tsv and conditions.tsv. */

import { pick, seededRandom } from '../../scripts/support/random.ts'
import type { TraitName } from '../../src/contract.ts'
import { groupBy } from '../groups.ts'
import { readRows } from '../tables.ts'
import type { Marked, Note } from './notes.ts'

/** A frame's statement about a condition, by the first sign of its slot: "no {-s}", "mother had {fc}". */
const SAYS: Readonly<Record<string, readonly TraitName[]>> = {
  '+': [],
  '-': ['NEGATION'],
  f: ['PERTAINS_TO_FAMILY'],
  h: ['HYPOTHETICAL'],
  '?': ['LOW_CONFIDENCE'],
  p: ['PAST_HISTORY'],
}
/** The kinds of conditions of a slot, by its second sign. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  s: ['symptom'],
  g: ['sign'],
  a: ['acute'],
  c: ['chronic'],
  d: ['acute', 'chronic'],
  x: ['symptom', 'sign', 'acute', 'chronic'],
}
/** Groups whose lines are words for the slot of this name in other frames: "=time" for "{time}". */
const WORDS = '='
/** A frame with a heading, a colon or a line break is a sentence by itself: what it says may reach over the next one. */
const ALONE = /[:\n\t\\]/
/** Marks between two statements. */
const BETWEEN = ['. ', '. ', '. ', '; ', '\n', '.\n', '.  ']
/** Shares of sentences of two statements, in capitals, in small letters, with a full stop, as an item of a list. */
const SHARES = { two: 0.4, capitals: 0.12, small: 0.25, stop: 0.5, item: 0.1 } as const
const ITEM_SIGNS = ['- ', '1. ', '• ', '1) ', '* ']

/** A sentence, each of its conditions with the group of its frame. */
export interface Sentence extends Note {
  readonly entities: readonly GeneratedCondition[]
}

export interface GeneratedCondition extends Marked {
  readonly group: string
}

/** A frame, or a condition of a kind. */
interface Frame {
  readonly group: string
  readonly text: string
}

/** A text while it is written, with the conditions in it. */
interface Draft {
  readonly text: string
  readonly marked: readonly {
    readonly at: number
    readonly text: string
    readonly says: string
    readonly group: string
  }[]
}

/** The same sentences for the same count and seed. */
export function* generateSentences(count: number, seed = 1): Generator<Sentence> {
  const random = seededRandom(seed)
  const [frames, conditions] = [readFrames('frames'), readFrames('conditions')]
  const own = frames.filter(({ group }) => !group.startsWith(WORDS))
  const linked = own.filter(({ text }) => !ALONE.test(text))
  const write = frameWriter(frames, conditions, random)
  for (let i = 0; i < count; i++) {
    // Frames take turns, so that none is left out.
    const first = own[i % own.length]!
    const isPair = !ALONE.test(first.text) && random() < SHARES.two
    const chosen = isPair ? shuffled([first, pick(linked, random)], random) : [first]
    const between = pick(BETWEEN, random)
    const taken = new Set<string>()
    const drafts = chosen.map((frame) => write(frame, taken))
    const draft = drafts.reduce((all, next) => joined(all, between, next))
    yield sentenceOf(String(i + 1), varied(draft, random))
  }
}

/** The rows of a table of two columns: a group or kind, and a text. */
function readFrames(table: string): Frame[] {
  return readRows(`comprehend/${table}.tsv`).map((row) => {
    const [group = '', text = ''] = Object.values(row)
    return { group, text }
  })
}

/** Fills the slots of frames. @returns a function that writes a frame, each of the `taken` conditions of its sentence but once */
function frameWriter(
  frames: readonly Frame[],
  conditions: readonly Frame[],
  random: () => number,
): (frame: Frame, taken: Set<string>) => Draft {
  const words = groupBy(frames, ({ group }) => group)
  const named = groupBy(conditions, ({ group }) => group)
  return write

  function write({ group, text }: Frame, taken: Set<string>): Draft {
    let draft: Draft = { text: '', marked: [] }
    for (const part of chosen(text).split(/(\{[^}]+\})/)) {
      const slot = part.startsWith('{') ? part.slice(1, -1) : undefined
      const own = words.get(WORDS + slot)
      if (slot === undefined) draft = { ...draft, text: draft.text + part }
      else if (own === undefined) draft = joined(draft, '', condition(slot, group, taken))
      else draft = joined(draft, '', write(pick(own, random), taken))
    }
    return draft
  }

  function condition(slot: string, group: string, taken: Set<string>): Draft {
    const kinds = KINDS[slot[1]!]
    if (kinds === undefined || !Object.hasOwn(SAYS, slot[0]!))
      throw new RangeError(`no slot {${slot}}`)
    const all = kinds.flatMap((kind) => named.get(kind) ?? [])
    const free = all.filter((each) => !taken.has(each.text))
    const { text } = pick(free, random)
    taken.add(text)
    const written = chosen(text)
    return { text: written, marked: [{ at: 0, text: written, says: slot[0]!, group }] }
  }

  /** One of the choices in each pair of brackets, the innermost ones last: "[no|denies [any|]]". */
  function chosen(text: string): string {
    const open = text.indexOf('[')
    if (open < 0) return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    let depth = 0
    const ends: number[] = [open]
    for (let at = open; at < text.length; at++) {
      if (text[at] === '[') depth++
      if (text[at] === ']') depth--
      if (depth === 1 && text[at] === '|') ends.push(at)
      if (depth > 0) continue
      ends.push(at)
      const nth = Math.floor(random() * (ends.length - 1))
      const choice = text.slice(ends[nth]! + 1, ends[nth + 1]!)
      return chosen(text.slice(0, open) + choice + text.slice(at + 1))
    }
    throw new RangeError(`a bracket is not closed in "${text}"`)
  }
}

/** The sentence in other letters and with other marks. */
function varied(draft: Draft, random: () => number): Draft {
  let { text, marked } = draft
  const isItem = !text.includes('\n') && random() < SHARES.item
  const before = isItem ? pick(ITEM_SIGNS, random) : ''
  if (random() < SHARES.stop && !/[?.]$/.test(text)) text += '.'
  text = before + text
  marked = marked.map((each) => ({ ...each, at: each.at + before.length }))
  const letters = random()
  const toCase = (words: string) => {
    if (letters < SHARES.capitals) return words.toUpperCase()
    return letters < SHARES.capitals + SHARES.small ? words.toLowerCase() : words
  }
  return {
    text: toCase(text),
    marked: marked.map((each) => ({ ...each, text: toCase(each.text) })),
  }
}

function sentenceOf(id: string, { text, marked }: Draft): Sentence {
  const entities = marked.map(({ at, text: words, says, group }): GeneratedCondition => {
    const traits = [...SAYS[says]!]
    return {
      ...{ text: words, begin: at, end: at + words.length, traits, group },
      ...{ patient_has: traits.length === 0, codes: [], accept: [] },
    }
  })
  return { id, text, entities }
}

function joined(before: Draft, between: string, after: Draft): Draft {
  const start = before.text.length + between.length
  const moved = after.marked.map((each) => ({ ...each, at: each.at + start }))
  return {
    text: before.text + between + after.text,
    marked: [...before.marked, ...moved],
  }
}

function shuffled<T>(all: readonly T[], random: () => number): readonly T[] {
  return random() < 0.5 ? all : all.toReversed()
}
