/** Parts of the wire's shapes for clinical texts: traits, attributes, entities. No vocabulary is named here. */
import * as z from 'zod'
import { share } from './shapes.ts'

/** The version of a vocabulary by which free text is linked: its conditions one by one, on the newest release installed. */
export const COMPREHEND = 'comprehend'

/**
 * Reasons not to link a condition. `context_differs`: the text denies, suspects or remembers the condition, attributes it to
 * a relative, plans or fears it, and the code does not; `context_unclear`: words of the text are not understood that may
 * say so; `too_vague`: too little to be coded; `several_meanings`: an
 * abbreviation has more than one; `several_conditions`: a list, to be linked part by part; `name_incomplete`: the code has no
 * place for words of the text; `name_adds`: the name has words that the text does not say.
 */
export const CONDITION_REJECTIONS = [
  'context_differs',
  'context_unclear',
  'too_vague',
  'several_meanings',
  'several_conditions',
  'name_incomplete',
  'name_adds',
] as const

/**
 * Statement of a text about an entity, in the words of Amazon Comprehend Medical's InferICD10CM: a `DIAGNOSIS`, a `SIGN`
 * that was seen, a `SYMPTOM` that was reported; and, if it is no present condition of the patient's own: absent
 * (`NEGATION`), a relative's (`PERTAINS_TO_FAMILY`), planned, feared or looked for (`HYPOTHETICAL`), or doubted
 * (`LOW_CONFIDENCE`). `PAST_HISTORY` is the one that InferICD10CM has not.
 */
export const TRAITS = [
  'DIAGNOSIS',
  'SIGN',
  'SYMPTOM',
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
] as const
export type TraitName = (typeof TRAITS)[number]

/**
 * Attributes of an entity: how fast or long it runs (`ACUITY`), its side or position (`DIRECTION`), where it is
 * (`SYSTEM_ORGAN_SITE`), its stage, grade or type (`QUALITY`), how many or large (`QUANTITY`); a time that it lasts or
 * began (`TIME_TO_DX_NAME`), and any other time next to it (`TIME_EXPRESSION`).
 */
export const ATTRIBUTE_TYPES = [
  'ACUITY',
  'DIRECTION',
  'SYSTEM_ORGAN_SITE',
  'QUALITY',
  'QUANTITY',
  'TIME_TO_DX_NAME',
  'TIME_EXPRESSION',
] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

/** How an attribute belongs to its entity; `OVERLAP` is a time or anything else about it. */
export const RELATIONSHIP_TYPES = ['SYSTEM_ORGAN_SITE', 'QUALITY', 'OVERLAP'] as const

/** A place in the caller's text: UTF-16 indexes, `end_offset` exclusive. */
const place = { begin_offset: z.int().min(0), end_offset: z.int().min(0) }

const trait = z.strictObject({ name: z.enum(TRAITS), score: share })
const attribute = z.strictObject({
  type: z.enum(ATTRIBUTE_TYPES),
  text: z.string(),
  score: share,
  ...place,
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  /** How sure it is that this belongs to the entity. */
  relationship_score: share,
})

/** A trait of an entity with how sure it is, in [0, 1]. */
export type Trait = z.infer<typeof trait>
/** An attribute of an entity with its place in the text. */
export type Attribute = z.infer<typeof attribute>

/** Two problems of one text whose codes cannot be coded together, by the classification's own rules. */
const comprehendNote = z.strictObject({
  type: z.literal('EXCLUDES1'),
  /** Places in `entities`, ascending. */
  entities: z.tuple([z.int(), z.int()]),
  codes: z.tuple([z.string(), z.string()]),
})

/** A condition of a text, its candidates being rows of an ontology. */
export function entityWith<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    /** As it is written. */
    text: z.string(),
    ...place,
    /** How sure it is that the text names a condition here. */
    score: share,
    traits: z.array(trait),
    attributes: z.array(attribute),
    /** Best first; linked only as a present condition of the patient's own, or to a code for a history of it. */
    results: z.array(row),
  })
}

/** The field that tells a problem from entities of other kinds. */
export const PROBLEM = { type: z.literal('problem') }

/** A stretch of the text that says something about an entity that is no problem. */
const detailOf = <const Type extends string>(types: readonly Type[]) =>
  z.strictObject({ type: z.enum(types), text: z.string(), ...place })

/**
 * An entity of another kind than a problem: its place, its status and the stretches of the text about it. Its candidates
 * are rows of the vocabulary of its kind.
 */
export function kindWith<
  const Kind extends string,
  const Status extends string,
  const Type extends string,
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
>(kind: Kind, statuses: readonly Status[], types: readonly Type[], fields: Fields, row: Row) {
  return z.strictObject({
    type: z.literal(kind),
    /** As it is written: the name alone. */
    text: z.string(),
    ...place,
    /** How sure it is that the text names such an entity here. */
    score: share,
    status: z.enum(statuses),
    ...fields,
    /** In order of place. */
    attributes: z.array(detailOf(types)),
    /** Best first; linked by the linker's own decision, whatever the status. */
    results: z.array(row),
  })
}

/** A stretch of the text. */
export const stretch = z.strictObject({ text: z.string(), ...place })

/** Answer about a text under {@link COMPREHEND}: the main entity, and all entities in order of place. */
export function breakdownWith<Entity extends z.ZodType>(entity: Entity) {
  return z.strictObject({
    /** The main entity as it is written; null if the text names no condition. */
    entity: z.string().nullable(),
    entity_score: share.nullable(),
    traits: z.array(trait),
    attributes: z.array(attribute),
    entities: z.array(entity),
    notes: z.array(comprehendNote),
    /** Present if the text asked for more work than is done for one: the end of it was not read. */
    truncated: z.literal(true).optional(),
    /** Fields of the request that Medlink does not have, e.g. misspelt ones; absent if there are none. */
    ignored_fields: z.array(z.string()).optional(),
  })
}

/** Answer about the conditions of a text. */
export function comprehensionWith<const Name extends string, Entity extends z.ZodType>(
  name: Name,
  entity: Entity,
) {
  return z.strictObject({
    request_id: z.string(),
    text: z.string(),
    ontology: z.literal(name),
    /** The release that answered. */
    version: z.string(),
    index_name: z.string(),
    model_version: z.string(),
    /** Place of the main entity in `entities`; null if there is none. */
    main: z.int().nullable(),
    /** In order of place. */
    entities: z.array(entity),
    notes: z.array(comprehendNote),
    /** Where the text asked for more work than is done for one: the end of it was not read. Left out where it was. */
    truncated: z.literal(true).optional(),
  })
}

const shapeOfIndex = {
  /** The release that answered. */
  version: z.string(),
  index_name: z.string(),
  model_version: z.string(),
}

/** Answer about a text: the entities of each kind. */
export function noteWith<
  const Name extends string,
  Entity extends z.ZodType,
  Ontology extends z.ZodType<string>,
  const Kind extends string,
>(name: Name, entity: Entity, ontology: Ontology, kinds: readonly Kind[]) {
  return z.strictObject({
    request_id: z.string(),
    text: z.string(),
    /** The vocabulary of the problems. */
    ontology: z.literal(name),
    /** The index of the problems; null if the answer has no problems, because of `find` or because no index is installed. */
    version: shapeOfIndex.version.nullable(),
    index_name: shapeOfIndex.index_name.nullable(),
    model_version: shapeOfIndex.model_version.nullable(),
    /** The index of each kind that was looked for. */
    indexes: z.partialRecord(z.enum(kinds), z.strictObject({ ontology, ...shapeOfIndex })),
    /** Kinds that were asked for, and whose index is not installed. */
    not_installed: z.array(z.enum(kinds)),
    /** Place of the main problem in `entities`; null if there is none. */
    main: z.int().nullable(),
    /** In order of place; entities of two kinds never overlap. */
    entities: z.array(entity),
    notes: z.array(comprehendNote),
    /** Present if the text asked for more work than is done for one: the end of it was not read. */
    truncated: z.literal(true).optional(),
  })
}
