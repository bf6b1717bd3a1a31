/** Medications, tests and procedures of marked notes against those that are found in them. */

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Entity, EntityKind } from '../../src/contract.ts'

const text = z.string().default('')
const codes = z.array(z.string()).default([])

const markedSchema = z.object({
  type: z.enum(['problem', 'medication', 'test', 'procedure']),
  text: z.string(),
  begin: z.int(),
  end: z.int(),
  status: text,
  ingredients: text,
  rxcui: text,
  value: text,
  unit: text,
  loinc: codes,
  snomed: codes,
})
const noteSchema = z.object({ id: z.string(), text: z.string(), entities: z.array(markedSchema) })

/** An entity as a person marked it. */
export type MarkedKind = z.infer<typeof markedSchema>
/** A note with the entities that a person marked in it. */
export type KindNote = z.infer<typeof noteSchema>
export type AnyEntity = Entity<'icd-10-cm'>

export const MARKED_KINDS = ['medication', 'test', 'procedure'] as const
export type MarkedType = (typeof MARKED_KINDS)[number]

/** Notes of a file, a line each. */
export function readKindNotes(file: string): KindNote[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => noteSchema.parse(JSON.parse(line)))
}

/** A marked entity with those that were found at its place, or a found one that was not marked. */
export interface KindPair {
  readonly note: KindNote
  readonly kind: MarkedType
  readonly marked: MarkedKind | undefined
  /** Several for a measure of two values. */
  readonly found: readonly AnyEntity[]
}

/** An allergy is marked as a medication. */
const FOUND_AS: Readonly<Partial<Record<EntityKind, MarkedType>>> = {
  medication: 'medication',
  allergy: 'medication',
  test: 'test',
  procedure: 'procedure',
}

/** Pairs of what was marked and what was found, by overlap of places. */
export function pairKinds(note: KindNote, entities: readonly AnyEntity[]): KindPair[] {
  return MARKED_KINDS.flatMap((kind) => {
    const found = entities.filter(({ type }) => FOUND_AS[type] === kind)
    const used = new Set<AnyEntity>()
    const pairs = note.entities
      .filter(({ type }) => type === kind)
      .map((marked): KindPair => {
        const own = found.filter(
          (each) => each.begin_offset < marked.end && each.end_offset > marked.begin,
        )
        for (const each of own) used.add(each)
        return { note, kind, marked, found: own }
      })
    const others = found.filter((each) => !used.has(each))
    return [
      ...pairs,
      ...others.map((each): KindPair => ({ note, kind, marked: undefined, found: [each] })),
    ]
  })
}

/** A number of cases among others. */
export interface Count {
  readonly n: number
  readonly of: number
}

export interface KindFigures {
  readonly found: Count
  readonly precision: Count
  readonly status: Count
  readonly [other: string]: Count
}

const count = (some: readonly unknown[], all: readonly unknown[]): Count => ({
  n: some.length,
  of: all.length,
})

/** Figures of one kind. */
export function kindFigures(kind: MarkedType, pairs: readonly KindPair[]): KindFigures {
  const own = pairs.filter((pair) => pair.kind === kind)
  const marked = own.filter((pair) => pair.marked !== undefined)
  const met = marked.filter(({ found }) => found.length > 0)
  return {
    found: count(met, marked),
    precision: count(met, [...met, ...own.filter((pair) => pair.marked === undefined)]),
    status: count(met.filter(hasStatus), met),
    ...(kind === 'medication' && medicationFigures(met)),
    ...(kind === 'test' && testFigures(met)),
    ...(kind === 'procedure' && procedureFigures(met)),
  }
}

export function statusFound({ found: [first] }: KindPair): string {
  if (first === undefined || first.type === 'problem') return ''
  if (first.type !== 'allergy') return first.status
  return first.status === 'present' ? 'allergy' : first.status
}

export function hasStatus(pair: KindPair): boolean {
  return statusFound(pair) === pair.marked!.status
}

/** Ingredients of a marked drug in one order. */
function ingredientsMarked({ ingredients }: MarkedKind): string {
  return ingredientKey(ingredients.split('+'))
}

export function ingredientsFound({ found }: KindPair): string {
  return ingredientKey(
    found.flatMap((each) =>
      each.type === 'medication' || each.type === 'allergy'
        ? each.ingredients.map(({ name }) => name)
        : [],
    ),
  )
}

function ingredientKey(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.trim().toLowerCase()))]
    .filter(Boolean)
    .sort()
    .join('+')
}

export function hasIngredients(pair: KindPair): boolean {
  return ingredientsFound(pair) === ingredientsMarked(pair.marked!)
}

function medicationFigures(met: readonly KindPair[]) {
  const named = met.filter(({ marked }) => marked!.ingredients !== '')
  const known = named.filter((pair) => ingredientsFound(pair) !== '')
  return {
    ingredients: count(named.filter(hasIngredients), named),
    ingredients_where_known: count(known.filter(hasIngredients), known),
  }
}

/** A value without blanks and thousands separators. */
const plain = (value: string) => value.toLowerCase().replace(/[\s,]/g, '')

/** Some values are marked with their unit. */
const withoutUnit = (value: string, unit: string) =>
  unit !== '' && value.endsWith(unit) ? value.slice(0, -unit.length) : value

export function valueFound({ found }: KindPair): string {
  return found.flatMap((each) => (each.type === 'test' ? (each.value ?? '') : '')).join('/')
}

export function unitFound({ found: [first] }: KindPair): string {
  return first?.type === 'test' ? (first.unit ?? '') : ''
}

export function hasValue(pair: KindPair): boolean {
  return (
    plain(valueFound(pair)) === withoutUnit(plain(pair.marked!.value), plain(pair.marked!.unit)) &&
    plain(unitFound(pair)) === plain(pair.marked!.unit)
  )
}

export function linkedFound({ found }: KindPair): string[] {
  return found.flatMap(({ results }) => {
    const rows: readonly { term_id: string; is_linked: boolean }[] = results
    return rows.filter(({ is_linked }) => is_linked).map(({ term_id }) => term_id)
  })
}

function testFigures(met: readonly KindPair[]) {
  const valued = met.filter(({ marked }) => marked!.value !== '')
  const linked = met.filter((pair) => pair.marked!.loinc.length > 0 && linkedFound(pair).length > 0)
  return {
    value_and_unit: count(valued.filter(hasValue), valued),
    linked: count(linked, met),
    linked_right: count(
      linked.filter((pair) => linkedFound(pair).every((code) => pair.marked!.loinc.includes(code))),
      linked,
    ),
  }
}

function procedureFigures(met: readonly KindPair[]) {
  const linked = met.filter(
    (pair) => linkedFound(pair).length > 0 && pair.marked!.snomed.length > 0,
  )
  return {
    linked: count(linked, met),
    linked_right: count(
      linked.filter((pair) =>
        linkedFound(pair).every((code) => pair.marked!.snomed.includes(code)),
      ),
      linked,
    ),
  }
}
