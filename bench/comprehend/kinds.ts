/** Medications, tests and procedures of marked notes against those that are found in them. */

import * as z from 'zod'
import type { Entity, EntityKind } from '../../src/contract.ts'
import { readJsonLines } from '../tables.ts'
import { type Count, countOf } from './notes.ts'

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
  return readJsonLines(file).map((line) => noteSchema.parse(line))
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

/** Figures of one kind. */
export function kindFigures(
  kind: MarkedType,
  pairs: readonly KindPair[],
): Readonly<Record<string, Count>> {
  const own = pairs.filter((pair) => pair.kind === kind)
  const marked = own.filter((pair) => pair.marked !== undefined)
  const met = marked.filter(({ found }) => found.length > 0)
  return {
    found: countOf(met, marked),
    precision: countOf(met, [...met, ...own.filter((pair) => pair.marked === undefined)]),
    status: countOf(met.filter(hasStatus), met),
    ...OTHER_FIGURES[kind](met),
  }
}

const OTHER_FIGURES: Readonly<
  Record<MarkedType, (met: readonly KindPair[]) => Readonly<Record<string, Count>>>
> = {
  medication(met) {
    const named = met.filter(({ marked }) => marked!.ingredients !== '')
    const known = named.filter((pair) => ingredientsFound(pair) !== '')
    return {
      ingredients: countOf(named.filter(hasIngredients), named),
      ingredients_where_known: countOf(known.filter(hasIngredients), known),
    }
  },
  test(met) {
    const valued = met.filter(({ marked }) => marked!.value !== '')
    return {
      value_and_unit: countOf(valued.filter(hasValue), valued),
      ...linkFigures(met, 'loinc'),
    }
  },
  procedure: (met) => linkFigures(met, 'snomed'),
}

/** How many are linked where codes are marked, and how many of them have right codes only. */
function linkFigures(met: readonly KindPair[], codes: 'loinc' | 'snomed') {
  const linked = met.filter(
    (pair) => pair.marked![codes].length > 0 && linkedCodes(pair).length > 0,
  )
  const right = linked.filter((pair) =>
    linkedCodes(pair).every((code) => pair.marked![codes].includes(code)),
  )
  return { linked: countOf(linked, met), linked_right: countOf(right, linked) }
}

function linkedCodes({ found }: KindPair): string[] {
  return found.flatMap(({ results }) => {
    const rows: readonly { term_id: string; is_linked: boolean }[] = results
    return rows.filter(({ is_linked }) => is_linked).map(({ term_id }) => term_id)
  })
}

/** An allergy that a patient has is marked as such. */
function hasStatus({ found: [first], marked }: KindPair): boolean {
  if (first === undefined || first.type === 'problem') return marked!.status === ''
  const isAllergy = first.type === 'allergy' && first.status === 'present'
  return marked!.status === (isAllergy ? 'allergy' : first.status)
}

function hasIngredients(pair: KindPair): boolean {
  return ingredientsFound(pair) === ingredientKey(pair.marked!.ingredients.split('+'))
}

function ingredientsFound({ found }: KindPair): string {
  return ingredientKey(
    found.flatMap((each) =>
      each.type === 'medication' || each.type === 'allergy'
        ? each.ingredients.map(({ name }) => name)
        : [],
    ),
  )
}

/** Ingredients of a drug in one order. */
function ingredientKey(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.trim().toLowerCase()))]
    .filter(Boolean)
    .sort()
    .join('+')
}

/** Compares values without blanks and thousands separators; some are marked with their unit. */
function hasValue({ found, marked }: KindPair): boolean {
  const tests = found.filter((each) => each.type === 'test')
  const plain = (text = '') => text.toLowerCase().replace(/[\s,]/g, '')
  const [value, unit] = [plain(marked!.value), plain(marked!.unit)]
  const own = unit !== '' && value.endsWith(unit) ? value.slice(0, -unit.length) : value
  const isSame = plain(tests.map((each) => each.value ?? '').join('/')) === own
  return isSame && plain(tests[0]?.unit ?? '') === unit
}
