/** Notes in which every condition is marked, and how far the entities that are found agree with them. */

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ATTRIBUTE_TYPES, type Problem, TRAITS, type TraitName } from '../../src/contract.ts'
import { type AgreementWithF1, agreementOf, agreementOver } from '../../src/library/agreement.ts'

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
  attributes: z.array(z.object({ type: z.enum(ATTRIBUTE_TYPES), text: z.string() })).default([]),
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
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, text, entities } = noteSchema.parse(JSON.parse(line))
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
export const COUNTED_TRAITS: readonly TraitName[] = [
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'PAST_HISTORY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'DIAGNOSIS',
  'SIGN',
  'SYMPTOM',
]
/** Attributes that are marked. */
const MARKED_ATTRIBUTES = ['ACUITY', 'DIRECTION'] as const

/** A category of ICD-10-CM has three characters. */
const CATEGORY_LENGTH = 3

/** How often something holds: `of` is among how many. */
export interface Count {
  readonly n: number
  readonly of: number
}

/** What a set of notes shows. */
export interface NoteFigures {
  /** Marked conditions, and entities that were found. */
  readonly marked: number
  readonly found: number
  /** Of spans that overlap. */
  readonly spans: AgreementWithF1
  /** Marked conditions with an entity of the same begin and end. */
  readonly same_span: Count
  /** Of the conditions that the patient has: the first code is right; of those that were found; its first three characters are; it is linked, and right. */
  readonly first_code: Count
  readonly first_code_of_found: Count
  readonly first_category: Count
  readonly linked: Count
  readonly linked_right: Count
  /** Over marked conditions that were found. */
  readonly traits: Readonly<Partial<Record<TraitName, AgreementWithF1>>>
  readonly attributes: Readonly<Record<(typeof MARKED_ATTRIBUTES)[number], AgreementWithF1>>
  /** Of the conditions that the patient does not have: linked all the same, to no code for a history. */
  readonly linked_though_not_had: Count
  /** Those that are linked to a code for a history of the patient's or the family's, and how many of these are right. */
  readonly history_linked: Count
  readonly history_right: Count
  /** Entities where nothing is marked that are linked. */
  readonly unmarked_linked: Count
}

/** Counts what the pairs of all notes show. */
export function noteFigures(pairs: readonly Pair[], found: number): NoteFigures {
  const marked = pairs.filter(({ marked }) => marked !== undefined)
  const matched = marked.filter(({ found }) => found !== undefined)
  const unmarked = pairs.filter(({ marked }) => marked === undefined)
  const had = marked.filter(({ marked }) => marked!.patient_has)
  const linked = had.filter((pair) => linkedCode(pair) !== undefined)
  const notHad = marked.filter(({ marked }) => !marked!.patient_has)
  const history = notHad.filter((pair) => isHistoryCode(linkedCode(pair)))
  const count = (some: readonly Pair[], of: readonly Pair[]) => ({ n: some.length, of: of.length })
  return {
    ...{ marked: marked.length, found },
    spans: {
      precision: agreementOf(found - unmarked.length, found, 0).precision,
      recall: agreementOf(matched.length, 0, marked.length).recall,
      f1: harmonicMean((found - unmarked.length) / found, matched.length / marked.length),
    },
    same_span: count(matched.filter(isSameSpan), marked),
    first_code: count(had.filter(isFirstRight), had),
    first_code_of_found: count(
      had.filter(isFirstRight),
      had.filter(({ found }) => found !== undefined),
    ),
    first_category: count(
      had.filter((pair) => isRight(pair, firstCode(pair), CATEGORY_LENGTH)),
      had,
    ),
    linked: count(linked, had),
    linked_right: count(
      linked.filter((pair) => isRight(pair, linkedCode(pair))),
      linked,
    ),
    traits: Object.fromEntries(
      COUNTED_TRAITS.map((trait) => [
        trait,
        agreementOver(
          matched,
          ({ found }) => found!.traits.some(({ name }) => name === trait),
          ({ marked }) => marked!.traits.includes(trait),
        ),
      ]),
    ),
    attributes: {
      ACUITY: attributeAgreement(matched, 'ACUITY'),
      DIRECTION: attributeAgreement(matched, 'DIRECTION'),
    },
    linked_though_not_had: count(notHad.filter(isWronglyLinked), notHad),
    history_linked: count(history, notHad),
    history_right: count(
      history.filter((pair) => isRight(pair, linkedCode(pair))),
      history,
    ),
    unmarked_linked: count(
      unmarked.filter((pair) => linkedCode(pair) !== undefined),
      unmarked,
    ),
  }
}

function attributeAgreement(pairs: readonly Pair[], type: (typeof MARKED_ATTRIBUTES)[number]) {
  let right = 0
  let found = 0
  let wanted = 0
  for (const pair of pairs) {
    const own = textsOf(pair.found!.attributes, type)
    const due = textsOf(pair.marked!.attributes, type)
    found += own.size
    wanted += due.size
    for (const text of own) if (due.has(text)) right++
  }
  return agreementOf(right, found, wanted)
}

function textsOf(attributes: readonly { type: string; text: string }[], type: string): Set<string> {
  return new Set(
    attributes.filter((each) => each.type === type).map(({ text }) => text.toLowerCase()),
  )
}

/** A condition that the patient does not have, linked to something else than a code for a history. */
export function isWronglyLinked(pair: Pair): boolean {
  const code = linkedCode(pair)
  return pair.marked?.patient_has === false && code !== undefined && !isHistoryCode(code)
}

/** Family histories Z80 to Z84, personal ones Z85 to Z87, allergies and others in Z88 and Z91, treatments in Z92. */
export function isHistoryCode(code: string | undefined): boolean {
  return code !== undefined && /^Z(?:8[0-8]|9[12])/.test(code)
}

/** The code that the entity of a pair is linked to. */
export function linkedCode({ found }: Pair): string | undefined {
  return found?.results.find(({ is_linked }) => is_linked)?.term_id
}

/** True if the first code of a pair's entity is one of the marked condition's. */
export function isFirstRight(pair: Pair): boolean {
  return isRight(pair, firstCode(pair))
}

function firstCode({ found }: Pair): string | undefined {
  return found?.results[0]?.term_id
}

/** @param length of the codes in characters, where not all of them count */
function isRight({ marked }: Pair, code: string | undefined, length?: number): boolean {
  if (code === undefined) return false
  const right = [...marked!.codes, ...marked!.accept]
  return right.some((each) => each.slice(0, length) === code.slice(0, length))
}

function isSameSpan({ marked, found }: Pair): boolean {
  return marked!.begin === found!.begin_offset && marked!.end === found!.end_offset
}

function harmonicMean(a: number, b: number): number | null {
  return a + b > 0 ? (2 * a * b) / (a + b) : null
}
