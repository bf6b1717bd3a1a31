import type { IndexArrays } from '../arrays.ts'
import type { ColumnArray, ColumnArrays, ColumnSchema, ColumnType } from '../rows/columns.ts'
import type { RelatedData } from '../rows/related.ts'
import type { HierarchyData, HistoryData, RowsData, StoredRows } from '../rows/stored-rows.ts'
import type { TypeAheadData } from '../words/type-ahead.ts'

/**
 * The arrays of an index by the names they are stored under: one place that writer and reader share, so that what is
 * written is what is read.
 */

export type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array

/** Name and element type of every array that is read at open. */
const OPEN_ARRAYS = {
  word_units: Uint16Array,
  word_offsets: Uint32Array,
  word_slots: Int32Array,
  key_units: Uint16Array,
  key_offsets: Uint32Array,
  key_slots: Int32Array,
  key_of_word: Uint32Array,
  spelling_words: Uint32Array,
  spelling_offsets: Uint32Array,
  spelling_places: Uint16Array,
  sound_hashes: Uint32Array,
  sound_words: Uint32Array,
  idf: Float32Array,
  posting_offsets: Uint32Array,
  posting_terms: Uint32Array,
  term_mass: Float32Array,
  term_concept: Uint32Array,
  term_kind: Uint8Array,
  term_shared: Uint8Array,
  term_words: Uint8Array,
  term_word_starts: Uint32Array,
  term_word_numbers: Uint32Array,
  verbatim_hashes: Uint32Array,
  verbatim_terms: Uint32Array,
  concept_family: Uint32Array,
  family_offsets: Uint32Array,
  family_members: Uint32Array,
} as const

/** The same of the rows that results are written from: what tells where in the paged arrays a row is. */
const ROW_ARRAYS = {
  piece_offsets: Uint32Array,
  text_starts: Uint32Array,
  foreign_terms: Uint32Array,
  foreign_languages: Uint32Array,
  code_starts: Uint32Array,
  attribute_starts: Uint32Array,
  label_starts: Uint32Array,
  map_concepts: Uint32Array,
  map_starts: Uint32Array,
  phrase_token_starts: Uint32Array,
  phrase_offsets: Uint32Array,
  phrase_starts: Uint32Array,
} as const

/** The same of those that are never read whole: each row is read when it is asked for. */
const PAGED_ARRAYS = {
  piece_bytes: Uint8Array,
  text_bytes: Uint8Array,
  concept_text: Uint32Array,
  concept_active: Uint8Array,
  concept_attributes: Uint32Array,
  code_bytes: Uint8Array,
  attribute_bytes: Uint8Array,
  label_bytes: Uint8Array,
  map_bytes: Uint8Array,
  phrase_token_bytes: Uint8Array,
  phrase_bytes: Uint8Array,
} as const

/** Arrays that are read at the first request for the concepts above or below one. */
const HIERARCHY_ARRAYS = { parent_offsets: Uint32Array, parents: Uint32Array } as const

/** Arrays that are read at the first request for a retired concept. */
const HISTORY_ARRAYS = {
  replaced_concepts: Uint32Array,
  replacement_concepts: Uint32Array,
  replacement_relations: Uint32Array,
} as const

/** The same of those that are read at the first suggestion. */
const TYPE_AHEAD_ARRAYS = {
  name_ids: Uint32Array,
  name_scores: Uint8Array,
  name_own_targets: Uint32Array,
  name_own_offsets: Uint32Array,
  name_own_words: Uint32Array,
  name_extra_units: Uint16Array,
  name_extra_offsets: Uint32Array,
  name_extra_slots: Int32Array,
  name_posting_offsets: Uint32Array,
  name_postings: Uint8Array,
  name_prominence: Uint8Array,
} as const

/** Arrays of an index with related codes, read at the first request for them: those that are read whole. */
const RELATED_ARRAYS = {
  related_code_starts: Uint32Array,
  related_name_starts: Uint32Array,
  related_active: Uint8Array,
  related_attributes: Uint32Array,
  relation_offsets: Uint32Array,
  relation_targets: Uint32Array,
  relation_labels: Uint8Array,
} as const

/** The same of those that are read row by row. */
const PAGED_RELATED_ARRAYS = {
  related_code_bytes: Uint8Array,
  related_name_bytes: Uint8Array,
} as const

const ARRAYS = {
  ...OPEN_ARRAYS,
  ...ROW_ARRAYS,
  ...PAGED_ARRAYS,
  ...HIERARCHY_ARRAYS,
  ...HISTORY_ARRAYS,
  ...TYPE_AHEAD_ARRAYS,
}

/** Arrays that are there only in some indexes. */
const OPTIONAL_ARRAYS = { ...RELATED_ARRAYS, ...PAGED_RELATED_ARRAYS }
const ALL_ARRAYS = { ...ARRAYS, ...OPTIONAL_ARRAYS }

export type ArrayName = keyof typeof ALL_ARRAYS
type Element = (typeof ALL_ARRAYS)[ArrayName]
type ArrayOf<T extends Element> = T extends Uint8ArrayConstructor
  ? Uint8Array
  : T extends Uint16ArrayConstructor
    ? Uint16Array
    : T extends Uint32ArrayConstructor
      ? Uint32Array
      : T extends Int32ArrayConstructor
        ? Int32Array
        : Float32Array
/** Constructor of an array of one element type. */
export interface ArrayType {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): TypedArray
  readonly name: string
  readonly BYTES_PER_ELEMENT: number
}
/** Stored name → the array. */
export type StoredArrays<Name extends ArrayName = keyof typeof ARRAYS> = {
  readonly [Each in Name]: ArrayOf<(typeof ALL_ARRAYS)[Each]>
}
export type OpenArrays = StoredArrays<keyof typeof OPEN_ARRAYS>
export type RowArrays = StoredArrays<keyof typeof ROW_ARRAYS | keyof typeof PAGED_ARRAYS>
export type HierarchyArrays = StoredArrays<keyof typeof HIERARCHY_ARRAYS>
export type HistoryArrays = StoredArrays<keyof typeof HISTORY_ARRAYS>
export type TypeAheadArrays = StoredArrays<keyof typeof TYPE_AHEAD_ARRAYS>
export type RelatedArrays = StoredArrays<keyof typeof OPTIONAL_ARRAYS>

/** The names of the arrays that every index has, in the order in which they are written and hashed. */
export const ARRAY_NAMES = Object.keys(ARRAYS).sort() as (keyof typeof ARRAYS)[]
/** The names of those that only an index with related codes has. */
export const RELATED_NAMES = Object.keys(RELATED_ARRAYS).sort() as (keyof typeof RELATED_ARRAYS)[]
export const PAGED_RELATED_NAMES = Object.keys(
  PAGED_RELATED_ARRAYS,
).sort() as (keyof typeof PAGED_RELATED_ARRAYS)[]
/** Arrays that are read at open, and arrays that are read at their first use. */
export const OPEN_NAMES = Object.keys(OPEN_ARRAYS).sort() as (keyof typeof OPEN_ARRAYS)[]
export const ROW_NAMES = Object.keys(ROW_ARRAYS).sort() as (keyof typeof ROW_ARRAYS)[]
export const PAGED_NAMES = Object.keys(PAGED_ARRAYS).sort() as (keyof typeof PAGED_ARRAYS)[]
export const HIERARCHY_NAMES = Object.keys(HIERARCHY_ARRAYS).sort() as (keyof HierarchyArrays)[]
export const HISTORY_NAMES = Object.keys(HISTORY_ARRAYS).sort() as (keyof HistoryArrays)[]
export const TYPE_AHEAD_NAMES = Object.keys(TYPE_AHEAD_ARRAYS).sort() as (keyof TypeAheadArrays)[]

/** The stored type of an array; its name is stored next to the array, e.g. `Uint32Array`. */
export function arrayType(name: ArrayName): ArrayType {
  return ALL_ARRAYS[name]
}

/** From the arrays as they are built to the names they are stored under. */
export function toStored(
  arrays: IndexArrays,
  typeAhead: TypeAheadData,
  stored: StoredRows,
): StoredArrays & Partial<RelatedArrays> {
  return {
    ...rowsToStored(stored.rows),
    ...(stored.related && relatedToStored(stored.related)),
    parent_offsets: stored.hierarchy.offsets,
    parents: stored.hierarchy.parents,
    replaced_concepts: stored.history.concepts,
    replacement_concepts: stored.history.replacements,
    replacement_relations: stored.history.relations,
    word_units: arrays.words.units,
    word_offsets: arrays.words.offsets,
    word_slots: arrays.words.slots,
    key_units: arrays.keys.units,
    key_offsets: arrays.keys.offsets,
    key_slots: arrays.keys.slots,
    key_of_word: arrays.keyOfWord,
    spelling_words: arrays.spelling.words,
    spelling_offsets: arrays.spelling.offsets,
    spelling_places: arrays.spelling.places,
    sound_hashes: arrays.spelling.soundHashes,
    sound_words: arrays.spelling.soundWords,
    idf: arrays.postings.idf,
    posting_offsets: arrays.postings.offsets,
    posting_terms: arrays.postings.terms,
    term_mass: arrays.postings.mass,
    term_concept: arrays.termConcept,
    term_kind: arrays.termKind,
    term_shared: arrays.termShared,
    term_words: arrays.termWords.bytes,
    term_word_starts: arrays.termWords.starts,
    term_word_numbers: arrays.termWords.words,
    verbatim_hashes: arrays.verbatim.hashes,
    verbatim_terms: arrays.verbatim.terms,
    concept_family: arrays.families.ofConcepts,
    family_offsets: arrays.families.offsets,
    family_members: arrays.families.members,
    name_ids: typeAhead.names,
    name_scores: typeAhead.scores,
    name_own_targets: typeAhead.ownTargets,
    name_own_offsets: typeAhead.ownOffsets,
    name_own_words: typeAhead.ownWords,
    name_extra_units: typeAhead.extra.units,
    name_extra_offsets: typeAhead.extra.offsets,
    name_extra_slots: typeAhead.extra.slots,
    name_posting_offsets: typeAhead.postingOffsets,
    name_postings: typeAhead.postings,
    name_prominence: typeAhead.prominence,
  }
}

/** The names that the columns of an ontology are stored under, `concept.<column>` and `term.<column>`, with their types. */
export function columnTypes({ concept, term }: ColumnSchema): [name: string, type: ColumnType][] {
  const typesOf = (of: string, columns: ColumnSchema['concept']) =>
    Object.entries(columns).map(([name, { type }]): [string, ColumnType] => [`${of}.${name}`, type])
  return [...typesOf('concept', concept), ...typesOf('term', term)]
}

/** From an ontology's columns to the names they are stored under. */
export function columnsToStored({ concept, term }: ColumnArrays): Record<string, ColumnArray> {
  const stored: Record<string, ColumnArray> = {}
  for (const [name, values] of Object.entries(concept)) stored[`concept.${name}`] = values
  for (const [name, values] of Object.entries(term)) stored[`term.${name}`] = values
  return stored
}

/** The inverse of {@link columnsToStored}. */
export function columnsFromStored(
  { concept, term }: ColumnSchema,
  stored: Readonly<Record<string, TypedArray>>,
): ColumnArrays {
  const named = (of: string, columns: object) =>
    Object.fromEntries(
      Object.keys(columns).map((name) => [name, stored[`${of}.${name}`] as ColumnArray]),
    )
  return { concept: named('concept', concept), term: named('term', term) }
}

/** The inverse of {@link toStored}, for what is read at open. */
export function fromStored(stored: OpenArrays, columns: ColumnArrays): IndexArrays {
  return {
    columns,
    words: { units: stored.word_units, offsets: stored.word_offsets, slots: stored.word_slots },
    keys: { units: stored.key_units, offsets: stored.key_offsets, slots: stored.key_slots },
    keyOfWord: stored.key_of_word,
    spelling: {
      words: stored.spelling_words,
      offsets: stored.spelling_offsets,
      places: stored.spelling_places,
      soundHashes: stored.sound_hashes,
      soundWords: stored.sound_words,
    },
    postings: {
      idf: stored.idf,
      offsets: stored.posting_offsets,
      terms: stored.posting_terms,
      mass: stored.term_mass,
    },
    termConcept: stored.term_concept,
    termKind: stored.term_kind,
    termShared: stored.term_shared,
    termWords: {
      bytes: stored.term_words,
      starts: stored.term_word_starts,
      words: stored.term_word_numbers,
    },
    verbatim: { hashes: stored.verbatim_hashes, terms: stored.verbatim_terms },
    families: {
      ofConcepts: stored.concept_family,
      offsets: stored.family_offsets,
      members: stored.family_members,
    },
  }
}

function rowsToStored(rows: RowsData): RowArrays {
  return {
    piece_bytes: rows.pieces.bytes,
    piece_offsets: rows.pieces.offsets,
    text_bytes: rows.texts.bytes,
    text_starts: rows.texts.starts,
    concept_text: rows.conceptText,
    foreign_terms: rows.foreignTerms,
    foreign_languages: rows.foreignLanguages,
    code_bytes: rows.codes.bytes,
    code_starts: rows.codes.starts,
    concept_active: rows.conceptActive,
    concept_attributes: rows.conceptAttributes,
    attribute_bytes: rows.attributes.bytes,
    attribute_starts: rows.attributes.starts,
    label_bytes: rows.labels.bytes,
    label_starts: rows.labels.starts,
    map_concepts: rows.mapConcepts,
    map_bytes: rows.maps.bytes,
    map_starts: rows.maps.starts,
    phrase_token_bytes: rows.phraseTokens.bytes,
    phrase_token_starts: rows.phraseTokens.starts,
    phrase_offsets: rows.phraseOffsets,
    phrase_bytes: rows.phrases.bytes,
    phrase_starts: rows.phrases.starts,
  }
}

/** The inverse of {@link toStored}, for rows. */
export function rowsFromStored(stored: RowArrays): RowsData {
  return {
    pieces: { bytes: stored.piece_bytes, offsets: stored.piece_offsets },
    texts: { bytes: stored.text_bytes, starts: stored.text_starts },
    conceptText: stored.concept_text,
    foreignTerms: stored.foreign_terms,
    foreignLanguages: stored.foreign_languages,
    codes: { bytes: stored.code_bytes, starts: stored.code_starts },
    conceptActive: stored.concept_active,
    conceptAttributes: stored.concept_attributes,
    attributes: { bytes: stored.attribute_bytes, starts: stored.attribute_starts },
    labels: { bytes: stored.label_bytes, starts: stored.label_starts },
    mapConcepts: stored.map_concepts,
    maps: { bytes: stored.map_bytes, starts: stored.map_starts },
    phraseTokens: { bytes: stored.phrase_token_bytes, starts: stored.phrase_token_starts },
    phraseOffsets: stored.phrase_offsets,
    phrases: { bytes: stored.phrase_bytes, starts: stored.phrase_starts },
  }
}

/** The inverse of {@link toStored}, for the hierarchy. */
export function hierarchyFromStored(stored: HierarchyArrays): HierarchyData {
  return { offsets: stored.parent_offsets, parents: stored.parents }
}

/** The inverse of {@link toStored}, for replacements of retired concepts. */
export function historyFromStored(stored: HistoryArrays): HistoryData {
  return {
    concepts: stored.replaced_concepts,
    replacements: stored.replacement_concepts,
    relations: stored.replacement_relations,
  }
}

function relatedToStored(related: RelatedData): RelatedArrays {
  return {
    related_code_bytes: related.codes.bytes,
    related_code_starts: related.codes.starts,
    related_name_bytes: related.names.bytes,
    related_name_starts: related.names.starts,
    related_active: related.active,
    related_attributes: related.attributes,
    relation_offsets: related.offsets,
    relation_targets: related.targets,
    relation_labels: related.labels,
  }
}

/** The inverse of {@link toStored}, for related codes. */
export function relatedFromStored(stored: RelatedArrays): RelatedData {
  return {
    codes: { bytes: stored.related_code_bytes, starts: stored.related_code_starts },
    names: { bytes: stored.related_name_bytes, starts: stored.related_name_starts },
    active: stored.related_active,
    attributes: stored.related_attributes,
    offsets: stored.relation_offsets,
    targets: stored.relation_targets,
    labels: stored.relation_labels,
  }
}

/** The inverse of {@link toStored}, for type-ahead. */
export function typeAheadFromStored(stored: TypeAheadArrays): TypeAheadData {
  return {
    names: stored.name_ids,
    scores: stored.name_scores,
    ownTargets: stored.name_own_targets,
    ownOffsets: stored.name_own_offsets,
    ownWords: stored.name_own_words,
    extra: {
      units: stored.name_extra_units,
      offsets: stored.name_extra_offsets,
      slots: stored.name_extra_slots,
    },
    postingOffsets: stored.name_posting_offsets,
    postings: stored.name_postings,
    prominence: stored.name_prominence,
  }
}
