import { findQualifiers, QUALIFIER_TABLE, type Qualifier } from '../../clinical/qualifiers.ts'
import type { TraitReader } from '../../index/arrays.ts'
import type { Word } from '../../text/analyze.ts'
import { digestTables } from '../../text/tables.ts'

/**
 * What a name, a mention or a concept says beside the thing itself, as bits: one for each value of a qualifier; for a
 * concept also the kind of thing that its semantic tag makes it, and how much lies below it.
 */
const QUALIFIER_BITS = {
  side: { right: 1 << 0, left: 1 << 1, bilateral: 1 << 2 },
  course: { acute: 1 << 3, subacute: 1 << 4, chronic: 1 << 5, recurrent: 1 << 6 },
  severity: { mild: 1 << 7, moderate: 1 << 8, severe: 1 << 9 },
  context: { absent: 1 << 10, suspected: 1 << 11, past: 1 << 12, family: 1 << 13 },
} as const satisfies Record<string, Readonly<Record<string, number>>>

/** A kind of qualifier that codes carry. */
export type CodedQualifier = keyof typeof QUALIFIER_BITS
export const CODED_QUALIFIERS = Object.keys(QUALIFIER_BITS) as CodedQualifier[]

const bitsOf = (kind: string): Readonly<Record<string, number>> =>
  (QUALIFIER_BITS as Readonly<Record<string, Readonly<Record<string, number>>>>)[kind] ?? {}

/** All bits of a kind of qualifier. */
export function maskOf(kind: CodedQualifier): number {
  return Object.values(QUALIFIER_BITS[kind]).reduce((mask, bit) => mask | bit, 0)
}

/** The values of a kind of qualifier that are set: `['left']`. */
export function valuesOf(kind: CodedQualifier, traits: number): string[] {
  return Object.entries(QUALIFIER_BITS[kind]).flatMap(([value, bit]) =>
    (traits & bit) === 0 ? [] : [value],
  )
}

/** The kinds of things that semantic tags tell apart, as far as ranking does. */
export const GROUPS = [
  'untagged',
  'disorder',
  'finding',
  'situation',
  'event',
  'procedure',
  'observable',
  'body',
  'morphology',
  'organism',
  'substance',
  'product',
  'object',
  'qualifier',
  'other',
] as const
export type Group = (typeof GROUPS)[number]

/** Semantic tag → group; a tag that is not here is `other`. Source: the tags of the International Edition. */
const GROUP_OF_TAG: Readonly<Record<string, Group>> = {
  disorder: 'disorder',
  finding: 'finding',
  situation: 'situation',
  event: 'event',
  procedure: 'procedure',
  'regime/therapy': 'procedure',
  'observable entity': 'observable',
  'body structure': 'body',
  cell: 'body',
  'cell structure': 'body',
  'morphologic abnormality': 'morphology',
  organism: 'organism',
  substance: 'substance',
  product: 'product',
  'medicinal product': 'product',
  'medicinal product form': 'product',
  'clinical drug': 'product',
  'real clinical drug': 'product',
  'physical object': 'object',
  device: 'object',
  'qualifier value': 'qualifier',
}

const GROUP_SHIFT = 16
const GROUP_MASK = 15
const BREADTH_SHIFT = 20
const BREADTH_MASK = 31

/** The place in {@link GROUPS} of the group of a concept with these traits. */
export function groupNumber(conceptTraits: number): number {
  return (conceptTraits >>> GROUP_SHIFT) & GROUP_MASK
}

/** The group of a concept with these traits. */
export function groupOf(conceptTraits: number): Group {
  return GROUPS[groupNumber(conceptTraits)]!
}

/** 0 for a concept with nothing below it, then one more for every doubling of what is. */
export function breadthOf(conceptTraits: number): number {
  return (conceptTraits >>> BREADTH_SHIFT) & BREADTH_MASK
}

/** The traits of a list of qualifiers. */
export function traitsOfQualifiers(qualifiers: readonly Qualifier[]): number {
  return qualifiers.reduce((traits, { kind, value }) => traits | (bitsOf(kind)[value] ?? 0), 0)
}

/** What the words of a name or a mention say of side, course, severity and context. */
export function traitsOf(words: readonly Word[]): number {
  return traitsOfQualifiers(findQualifiers(words))
}

/** The group of a semantic tag, undefined for one that no group is known of. */
export function groupOfTag(tag: string): Group | undefined {
  return Object.hasOwn(GROUP_OF_TAG, tag) ? GROUP_OF_TAG[tag] : undefined
}

function traitsOfTag(tag: unknown): number {
  const group = typeof tag === 'string' ? (groupOfTag(tag) ?? 'other') : 'untagged'
  return GROUPS.indexOf(group) << GROUP_SHIFT
}

export const snomedTraits: TraitReader = {
  version: `1-${digestTables([QUALIFIER_TABLE])}`,
  ofTerm: traitsOf,
  ofConcept: ({ attributes }, title) =>
    traitsOf(title) |
    traitsOfTag(attributes.semantic_tag) |
    (Math.min(BREADTH_MASK, Number(attributes.breadth ?? 0)) << BREADTH_SHIFT),
}
