/** Reads the typed arrays of an index file. */

import type { IndexArrays } from '../arrays.ts'
import type { Blocks } from '../rows/blocks.ts'
import type { ColumnSchema } from '../rows/columns.ts'
import type { RelatedData } from '../rows/related.ts'
import type { HierarchyData, HistoryData, RowsData } from '../rows/stored-rows.ts'
import type { LexiconData } from '../words/lexicon.ts'
import { areTermWords } from '../words/lexicon.ts'
import { isSpelling } from '../words/spelling.ts'
import type { TypeAheadData } from '../words/type-ahead.ts'
import { corruptIndex, type IndexFile, type Statement } from './file.ts'
import {
  type ArrayName,
  type ArrayType,
  arrayType,
  columnsFromStored,
  columnTypes,
  fromStored,
  HIERARCHY_NAMES,
  HISTORY_NAMES,
  hierarchyFromStored,
  historyFromStored,
  OPEN_NAMES,
  PAGED_NAMES,
  PAGED_RELATED_NAMES,
  RELATED_NAMES,
  ROW_NAMES,
  relatedFromStored,
  rowsFromStored,
  type StoredArrays,
  TYPE_AHEAD_NAMES,
  type TypedArray,
  typeAheadFromStored,
} from './layout.ts'
import type { ArrayPlace } from './tail.ts'

/** The arrays of an open file by their names. */
export class ArrayReader {
  readonly #file: IndexFile
  readonly #blocks: Blocks
  readonly #select: Statement

  constructor(file: IndexFile, blocks: Blocks) {
    this.#file = file
    this.#blocks = blocks
    this.#select = file.db.prepare('SELECT type, offset, bytes FROM array WHERE name = ?')
  }

  /**
   * Everything that linking searches.
   *
   * @throws MedlinkError `index_corrupt` when an array is missing, or has not the length that the manifest says
   * @throws DamagedBlock
   */
  readArrays(schema: ColumnSchema): IndexArrays {
    const columns = columnsFromStored(schema, this.#readAll(columnTypes(schema)))
    const later = this.#view(TYPE_AHEAD_NAMES)
    const arrays = fromStored(this.#read(OPEN_NAMES), columns)
    const { concepts, terms, words, keys } = this.#file.manifest.counts
    this.#requireLengths(
      Object.values(columns.concept).every(({ length }) => length === concepts) &&
        Object.values(columns.term).every(({ length }) => length === terms) &&
        [0, concepts].includes(arrays.families.ofConcepts.length) &&
        arrays.termShared.length === terms &&
        arrays.termConcept.length === terms &&
        arrays.postings.mass.length === terms &&
        arrays.verbatim.hashes.length === arrays.verbatim.terms.length &&
        arrays.words.offsets.length === words + 1 &&
        arrays.postings.idf.length === keys &&
        later.name_scores.length === later.name_ids.length &&
        later.name_own_offsets.length === later.name_own_targets.length + 1 &&
        later.name_posting_offsets.length === words + later.name_extra_offsets.length &&
        later.name_prominence.length === concepts,
    )
    this.#requireDivided(
      isLexicon(arrays.words) &&
        isLexicon(arrays.keys) &&
        areOffsets(arrays.postings.offsets, arrays.postings.terms) &&
        areTermWords(arrays.termWords, terms) &&
        areOffsets(arrays.families.offsets, arrays.families.members) &&
        areOffsets(arrays.spelling.offsets, arrays.spelling.places) &&
        isSpelling(arrays.spelling, arrays.words),
    )
    return arrays
  }

  /**
   * Sources of rows. Nothing of `texts` and of the other large arrays is in memory yet: Rows requires the parts that it
   * reads.
   *
   * @throws MedlinkError `index_corrupt` when an array is missing, or has not the length that the manifest says
   * @throws DamagedBlock
   */
  readRows(): RowsData {
    const rows = rowsFromStored({ ...this.#view(PAGED_NAMES), ...this.#read(ROW_NAMES) })
    const { parent_offsets } = this.#view(HIERARCHY_NAMES)
    const history = this.#view(HISTORY_NAMES)
    const { concepts } = this.#file.manifest.counts
    this.#requireLengths(
      rows.conceptText.length === concepts &&
        rows.conceptActive.length === concepts &&
        rows.conceptAttributes.length === concepts &&
        rows.foreignTerms.length === rows.foreignLanguages.length &&
        parent_offsets.length === concepts + 1 &&
        history.replacement_concepts.length === history.replaced_concepts.length &&
        history.replacement_relations.length === history.replaced_concepts.length,
    )
    this.#requireDivided(areOffsets(rows.pieces.offsets, rows.pieces.bytes))
    return rows
  }

  /** The concepts above each concept. @throws MedlinkError `index_corrupt`; DamagedBlock */
  readHierarchy(): HierarchyData {
    const hierarchy = hierarchyFromStored(this.#read(HIERARCHY_NAMES))
    this.#requireDivided(areOffsets(hierarchy.offsets, hierarchy.parents))
    return hierarchy
  }

  /** Replacements of retired concepts. @throws MedlinkError `index_corrupt`; DamagedBlock */
  readHistory(): HistoryData {
    return historyFromStored(this.#read(HISTORY_NAMES))
  }

  /** Related codes; undefined for an index without any. @throws MedlinkError `index_corrupt`; DamagedBlock */
  readRelated(): RelatedData | undefined {
    if (this.#select.get(RELATED_NAMES[0]!) === undefined) return undefined
    const related = relatedFromStored({
      ...this.#view(PAGED_RELATED_NAMES),
      ...this.#read(RELATED_NAMES),
    })
    const size = this.#file.manifest.counts.concepts + related.active.length
    this.#requireLengths(
      related.offsets.length === size + 1 &&
        related.attributes.length === related.active.length &&
        related.labels.length === related.targets.length,
    )
    this.#requireDivided(areOffsets(related.offsets, related.targets))
    return related
  }

  /** Arrays of type-ahead. @throws MedlinkError `index_corrupt`; DamagedBlock */
  readTypeAhead(): TypeAheadData {
    const read = typeAheadFromStored(this.#read(TYPE_AHEAD_NAMES))
    this.#requireDivided(
      isLexicon(read.extra) &&
        areOffsets(read.ownOffsets, read.ownWords) &&
        areOffsets(read.postingOffsets, read.postings),
    )
    return read
  }

  /** Arrays, all of each in memory. */
  #read<Name extends ArrayName>(names: readonly Name[]): StoredArrays<Name> {
    return this.#readAll(names.map((name) => [name, arrayType(name)])) as StoredArrays<Name>
  }

  #readAll(
    types: readonly (readonly [name: string, type: ArrayType])[],
  ): Record<string, TypedArray> {
    const stored: Record<string, TypedArray> = {}
    for (const [name, type] of types) {
      const array = this.#viewOf(name, type)
      this.#blocks.require(array, 0, array.length)
      stored[name] = array
    }
    return stored
  }

  /** Arrays with only their lengths in memory, until their elements are required. */
  #view<Name extends ArrayName>(names: readonly Name[]): StoredArrays<Name> {
    const stored = names.map((name) => [name, this.#viewOf(name, arrayType(name))])
    return Object.fromEntries(stored) as StoredArrays<Name>
  }

  /** @throws MedlinkError `index_corrupt` when there is no array of the name and type, or not within the file */
  #viewOf(name: string, type: ArrayType): TypedArray {
    const row = this.#select.get(name) as (ArrayPlace & { readonly type: string }) | undefined
    const size = type.BYTES_PER_ELEMENT
    const bytes =
      row?.type === type.name && row.bytes % size === 0 && row.offset % size === 0
        ? this.#blocks.view(row)
        : undefined
    if (bytes === undefined)
      throw corruptIndex(this.#file.path, `its array ${name} is missing or damaged`)
    return new type(bytes.buffer, bytes.byteOffset, bytes.byteLength / size)
  }

  #requireLengths(areRight: boolean): void {
    if (!areRight)
      throw corruptIndex(this.#file.path, 'its arrays do not have the lengths its manifest says')
  }

  #requireDivided(isRight: boolean): void {
    if (!isRight)
      throw corruptIndex(this.#file.path, 'its arrays are not divided as their offsets say')
  }
}

/** True if a list of lists is sound: offsets begin with 0, never fall, and end with its values. */
function areOffsets(offsets: Uint32Array, values: ArrayLike<unknown>): boolean {
  for (let i = 1; i < offsets.length; i++) if (offsets[i]! < offsets[i - 1]!) return false
  return offsets[0] === 0 && offsets.at(-1) === values.length
}

/** True if every look-up of a word ends: the number of slots is a power of two, and one is empty. */
function isLexicon({ units, offsets, slots }: LexiconData): boolean {
  const isPowerOfTwo = (slots.length & (slots.length - 1)) === 0
  return areOffsets(offsets, units) && isPowerOfTwo && slots.includes(-1)
}
