/**
 * The generated hierarchies: how many concepts, under which top, and how concepts of each kind are named.
 *
 * The counts of active concepts are those that the International Edition of July 2025 states; the kinds and their
 * shares are estimates. Ids and names of the tops are SNOMED CT's own.
 *
 * `hierarchies.tsv` has them in the order in which they are made: those that others are named after come first. `kinds.tsv` has
 * their kinds. A slot is `name = draw`; `name?` is filled by concepts further down, `name~0.2` is in other names of a fifth of
 * the concepts, and `@` precedes the attribute of its relationship. A draw is one of {@link Draws} or {@link SHARED}.
 */
import { readRows } from '../tables.ts'
import type { Draw, Draws, Hierarchy, Kind, Slot } from './hierarchy.ts'
import type { MadeKind } from './made-words.ts'

/** Draws that several hierarchies share: each has one store of made words. */
const SHARED = {
  disease: 'made(disease, 0.42)',
  surname: 'made(surname, 0.6)',
  genus: 'made(genus, 0.3)',
  epithet: 'made(epithet, 0.66)',
  chemical: 'made(chemical, 0.6)',
  term: 'made(term, 0.48)',
  anatomical: 'made(anatomy, 0.4)',
  place: 'concept(body structure, body structure)',
  organism: 'concept(organism)',
  substance: 'concept(substance)',
  grade: 'words(grades)',
  quality: 'words(qualities)',
} as const

const CALL = /^(words|made|concept|either)\((.*)\)$/
const SLOT = /^(\w+)(\?|~[\d.]+)?(?:@(\d+))? = (.*)$/
/** All hierarchies, in the order in which they are made. */
export function describeHierarchies(draws: Draws): Hierarchy[] {
  const shared = new Map<string, Draw>()
  const drawOf = (text: string) => shared.get(text) ?? readDraw(text, draws, drawOf)
  for (const [name, text] of Object.entries(SHARED)) shared.set(name, drawOf(text))
  const kinds = readRows('generate-rf2/kinds.tsv').map((row) => ({
    of: row.hierarchy!,
    kind: readKind(row, drawOf),
  }))
  return readRows('generate-rf2/hierarchies.tsv').map(
    ({ hierarchy: name = '', id = '', ...row }) => ({
      name,
      top: { id, name: row.name!, tag: row.tag! },
      count: Number(row.concepts),
      kinds: kinds.filter(({ of }) => of === name).map(({ kind }) => kind),
    }),
  )
}

function readKind(row: Readonly<Record<string, string>>, drawOf: (text: string) => Draw): Kind {
  const {
    tag = '',
    share,
    slots = '',
    official = '',
    preferred,
    phrase,
    adjective,
    others = '',
  } = row
  return {
    tag,
    share: Number(share),
    slots: slots.split('; ').map((text) => readSlot(text, drawOf)),
    official,
    others: others.split(' | '),
    ...(preferred && { preferred }),
    ...(phrase && { phrase }),
    ...(adjective && { phraseAdjective: adjective }),
  }
}

function readSlot(text: string, drawOf: (text: string) => Draw): Slot {
  const [, name = '', mode = '', attribute, draw = ''] = SLOT.exec(text) ?? []
  return {
    name,
    draw: drawOf(draw),
    mode: mode === '' ? 'required' : mode === '?' ? 'optional' : 'extra',
    ...(mode.startsWith('~') && { chance: Number(mode.slice(1)) }),
    ...(attribute !== undefined && { attribute }),
  }
}

/** @throws Error for a text that is no draw */
function readDraw(text: string, draws: Draws, drawOf: (text: string) => Draw): Draw {
  const [, name, inner = ''] = CALL.exec(text) ?? []
  const [first = '', second = '', third = ''] = argumentsOf(inner)
  if (name === 'words') return draws.words(first)
  if (name === 'made') return draws.made(first as MadeKind, Number(second))
  if (name === 'concept') return draws.concept(first, second || undefined)
  if (name === 'either') return draws.either(Number(first), drawOf(second), drawOf(third))
  throw new Error(`kinds.tsv: ${text} is no draw`)
}

/** The parts of a text between its commas that are in no brackets. */
function argumentsOf(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
