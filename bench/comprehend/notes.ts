/** Notes in which every condition is marked, and how far the entities that are found agree with them. */

import * as z from 'zod'
import { NOT_OWN } from '../../src/comprehend/answer.ts'
import { type Problem, TRAITS, type TraitName } from '../../src/contract.ts'
import { type AgreementWithF1, agreementOf, agreementOver } from '../../src/library/agreement.ts'
import { readJsonLines } from '../tables.ts'

/** The entities of ICD-10-CM. */
export type Found = Problem<'icd-10-cm'>

const markedSchema = z.object({
  text: z.string(),
  begin: z.int(),
  end: z.int(),
  traits: z.array(z.enum(TRAITS)),
  codes: z.array(z.string()),
  accept: z.array(z.string()).default([]),
  /** True if it is the patient's own and present. */
  patient_has: z.boolean(),
})
/** Sets of several kinds of entities name the kind, and say `has` instead of `patient_has`. */
const entitySchema = z.looseObject({ type: z.string().default('problem') })
const noteSchema = z.object({ id: z.string(), text: z.string(), entities: z.array(entitySchema) })

/** A condition as it is marked in a note. */
export type Marked = z.infer<typeof markedSchema>
export interface Note {
  readonly id: string
  readonly text: string
  readonly entities: readonly Marked[]
}

/** The notes of a file with their conditions, one JSON object a line. */
export function readNotes(file: string): Note[] {
  return readJsonLines(file).map((line) => {
    const { id, text, entities } = noteSchema.parse(line)
    const problems = entities.filter(({ type }) => type === 'problem')
    return { id, text, entities: problems.map(readMarked) }
  })
}

function readMarked(entity: z.infer<typeof entitySchema>): Marked {
  const { has } = entity
  return markedSchema.parse(has === undefined ? entity : { ...entity, patient_has: has === 'yes' })
}

/** A marked condition with what was found in its place, or one of them alone. */
export interface Pair {
  readonly note: Note
  readonly marked: Marked | undefined
  readonly found: Found | undefined
}

/**
 * Every marked condition of a note with the entity that shares the most characters with it, the first of several; then
 * the entities that share none with any.
 */
export function pairUp(note: Note, entities: readonly Found[]): Pair[] {
  const pairs = note.entities.map((marked) => {
    let found: Found | undefined
    for (const each of entities)
      if (overlap(marked, each) > (found === undefined ? 0 : overlap(marked, found))) found = each
    return { note, marked, found }
  })
  const others = entities.filter((each) =>
    note.entities.every((marked) => overlap(marked, each) === 0),
  )
  return [...pairs, ...others.map((found) => ({ note, marked: undefined, found }))]
}

function overlap({ begin, end }: Marked, { begin_offset, end_offset }: Found): number {
  return Math.max(0, Math.min(end, end_offset) - Math.max(begin, begin_offset))
}

/** Traits by which the conditions of a note are told apart, and those of their sort. */
const COUNTED_TRAITS: readonly TraitName[] = [
  ...(['NEGATION', 'PERTAINS_TO_FAMILY', 'PAST_HISTORY', 'HYPOTHETICAL'] as const),
  ...(['LOW_CONFIDENCE', 'DIAGNOSIS', 'SIGN', 'SYMPTOM'] as const),
]
/** How often something holds: `of` is among how many. */
export interface Count {
  readonly n: number
  readonly of: number
}

export function countOf(some: readonly unknown[], all: readonly unknown[]): Count {
  return { n: some.length, of: all.length }
}

/** What a set of notes shows. */
export type NoteFigures = ReturnType<typeof noteFigures>

/** Counts what the pairs of all notes show. */
export function noteFigures(pairs: readonly Pair[], found: number) {
  const marked = pairs.filter(({ marked }) => marked !== undefined)
  const matched = marked.filter(({ found }) => found !== undefined)
  const unmarked = pairs.filter(({ marked }) => marked === undefined)
  const had = marked.filter(({ marked }) => marked!.patient_has)
  const linked = had.filter(isLinked)
  const notHad = marked.filter(({ marked }) => !marked!.patient_has)
  const history = notHad.filter((pair) => isHistoryCode(linkedCode(pair)))
  const rightLinks = (some: readonly Pair[]) =>
    some.filter((pair) => isRight(pair, linkedCode(pair)))
  return {
    // Marked conditions, and entities that were found.
    ...{ marked: marked.length, found },
    // Spans that overlap.
    spans: {
      precision: agreementOf(found - unmarked.length, found, 0).precision,
      recall: agreementOf(matched.length, 0, marked.length).recall,
      f1: harmonicMean((found - unmarked.length) / found, matched.length / marked.length),
    },
    // The next three are about the conditions that the patient has.
    first_code: countOf(had.filter(isFirstRight), had),
    linked: countOf(linked, had),
    linked_right: countOf(rightLinks(linked), linked),
    // Over marked conditions that were found.
    traits: Object.fromEntries(
      COUNTED_TRAITS.map((trait) => [
        trait,
        agreementOver(
          matched,
          ({ found }) => found!.traits.some(({ name }) => name === trait),
          ({ marked }) => marked!.traits.includes(trait),
        ),
      ]),
    ) as Readonly<Partial<Record<TraitName, AgreementWithF1>>>,
    // The next three are about conditions that the patient does not have: linked to no code for a history, and to one.
    linked_though_not_had: countOf(notHad.filter(isWronglyLinked), notHad),
    history_linked: countOf(history, notHad),
    history_right: countOf(rightLinks(history), history),
    // Entities where nothing is marked.
    unmarked_linked: countOf(unmarked.filter(isLinked), unmarked),
  }
}

/** A condition that the patient does not have, linked to something else than a code for a history. */
export function isWronglyLinked(pair: Pair): boolean {
  const code = linkedCode(pair)
  return pair.marked?.patient_has === false && code !== undefined && !isHistoryCode(code)
}

/** Family histories Z80 to Z84, personal ones Z85 to Z87, allergies and others in Z88 and Z91, treatments in Z92, and an old infarction. */
export function isHistoryCode(code: string | undefined): boolean {
  return code !== undefined && /^(?:I25\.2|Z(?:8[0-8]|9[12]))/.test(code)
}

/** The code that the entity of a pair is linked to. */
export function linkedCode({ found }: Pair): string | undefined {
  return found?.results.find(({ is_linked }) => is_linked)?.term_id
}

/** True if the first code of a pair's entity is one of the marked condition's. */
export function isFirstRight(pair: Pair): boolean {
  return isRight(pair, pair.found?.results[0]?.term_id)
}

function isRight({ marked }: Pair, code: string | undefined): boolean {
  return code !== undefined && [...marked!.codes, ...marked!.accept].includes(code)
}

function harmonicMean(a: number, b: number): number | null {
  return a + b > 0 ? (2 * a * b) / (a + b) : null
}

/** Counts how well presence and absence are told apart, by pairs of marked conditions. */
export function presenceFigures(pairs: readonly Pair[]): Readonly<Record<string, Count>> {
  const found = pairs.filter((pair) => pair.found !== undefined)
  const own = pairs.filter(({ marked }) => marked!.patient_has)
  const notOwn = pairs.filter(({ marked }) => !marked!.patient_has)
  return {
    found: countOf(found, pairs),
    'traits right, of those found': countOf(found.filter(hasRightTraits), found),
    "linked, of the patient's own": countOf(own.filter(isLinked), own),
    'linked though not had': countOf(notOwn.filter(isWronglyLinked), notOwn),
  }
}

export function isLinked(pair: Pair): boolean {
  return linkedCode(pair) !== undefined
}

/** The traits of what was found that say that it is not the patient's own, sorted. */
export function traitsOf({ found }: Pair): string[] {
  const traits = found?.traits.map(({ name }) => name) ?? []
  return traits.filter((name) => NOT_OWN.has(name)).toSorted()
}

export function hasRightTraits(pair: Pair): boolean {
  return traitsOf(pair).join() === [...pair.marked!.traits].sort().join()
}
