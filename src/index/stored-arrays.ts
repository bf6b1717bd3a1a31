/** Reads the typed arrays of an index file. */

import type { MedlinkError } from '../errors.ts'
import type { IndexArrays } from './arrays.ts'
import type { ColumnSchema } from './columns.ts'
import { corruptIndex, type IndexFile } from './file.ts'
import {
  type ArrayName,
  type ArrayType,
  arrayType,
  columnsFromStored,
  columnTypes,
  fromStored,
  OPEN_NAMES,
  type StoredArrays,
  TYPE_AHEAD_NAMES,
  type TypedArray,
  typeAheadFromStored,
} from './layout.ts'
import type { LexiconData } from './lexicon.ts'
import { isSpelling } from './spelling.ts'
import type { ArrayPlace } from './tail.ts'
import type { TypeAheadData } from './type-ahead.ts'

/**
 * Everything that linking searches, in memory that threads can share.
 *
 * @throws MedlinkError `index_corrupt` when an array is missing, damaged, or has not the length that the manifest says
 */
export function readArrays(file: IndexFile, schema: ColumnSchema): IndexArrays {
  const columns = columnsFromStored(schema, readAll(file, columnTypes(schema)))
  const arrays = fromStored(readStored(file, OPEN_NAMES), columns)
  const later = lengthsOf(file, TYPE_AHEAD_NAMES)
  const { concepts, terms, words, keys } = file.manifest.counts
  if (
    Object.values(columns.concept).some(({ length }) => length !== concepts) ||
    Object.values(columns.term).some(({ length }) => length !== terms) ||
    arrays.conceptFamily.length !== concepts ||
    arrays.termShared.length !== terms ||
    arrays.termConcept.length !== terms ||
    arrays.postings.mass.length !== terms ||
    arrays.verbatim.hashes.length !== arrays.verbatim.terms.length ||
    arrays.words.offsets.length !== words + 1 ||
    arrays.postings.idf.length !== keys ||
    later.name_concept !== arrays.familyMembers.length ||
    later.name_word_offsets !== arrays.familyMembers.length + 1 ||
    later.name_posting_offsets !== words + 1 ||
    later.name_postings !== later.name_words
  )
    throw corruptIndex(file.path, 'its arrays do not have the lengths its manifest says')
  if (
    !isLexicon(arrays.words) ||
    !isLexicon(arrays.keys) ||
    !areOffsets(arrays.postings.offsets, arrays.postings.terms) ||
    !areOffsets(arrays.termOffsets, arrays.termWords) ||
    !areOffsets(arrays.familyOffsets, arrays.familyMembers) ||
    !areOffsets(arrays.spelling.offsets, arrays.spelling.places) ||
    !isSpelling(arrays.spelling, arrays.words)
  )
    throw misdivided(file)
  return arrays
}

/** What type-ahead searches. @throws MedlinkError `index_corrupt` when an array is missing or damaged */
export function readTypeAhead(file: IndexFile): TypeAheadData {
  const read = typeAheadFromStored(readStored(file, TYPE_AHEAD_NAMES))
  if (!areOffsets(read.wordOffsets, read.words) || !areOffsets(read.postingOffsets, read.postings))
    throw misdivided(file)
  return read
}

/** Which arrays are damaged, all of them read. */
export function damagedArrays(file: IndexFile): string[] {
  const rows = file.db
    .prepare('SELECT name, offset, bytes, checksum FROM array ORDER BY name')
    .all()
  return (rows as (ArrayPlace & { readonly name: string })[])
    .filter((row) => file.readArray(row) === undefined)
    .map(({ name }) => damagedArray(name))
}

function readStored<Name extends ArrayName>(
  file: IndexFile,
  names: readonly Name[],
): StoredArrays<Name> {
  const types = names.map((name): [string, ArrayType] => [name, arrayType(name)])
  return readAll(file, types) as StoredArrays<Name>
}

function readAll(
  file: IndexFile,
  types: readonly (readonly [name: string, type: ArrayType])[],
): Record<string, TypedArray> {
  const find = arrayFinder(file)
  const stored: Record<string, TypedArray> = {}
  for (const [name, type] of types) {
    const bytes = file.readArray(find(name, type))
    if (bytes === undefined) throw missing(file, name)
    stored[name] = new type(bytes)
  }
  return stored
}

/** How many elements arrays have, without reading them. */
function lengthsOf<Name extends ArrayName>(
  file: IndexFile,
  names: readonly Name[],
): Record<Name, number> {
  const find = arrayFinder(file)
  const lengths: Partial<Record<Name, number>> = {}
  for (const name of names) {
    const type = arrayType(name)
    lengths[name] = find(name, type).bytes / type.BYTES_PER_ELEMENT
  }
  return lengths as Record<Name, number>
}

/** Finds an array of a type, a whole number of elements. It throws `index_corrupt` when there is none of that name. */
function arrayFinder(file: IndexFile): (name: string, type: ArrayType) => ArrayPlace {
  const select = file.db.prepare('SELECT type, offset, bytes, checksum FROM array WHERE name = ?')
  return (name, type) => {
    const row = select.get(name) as (ArrayPlace & { readonly type: string }) | undefined
    if (row?.type !== type.name || row.bytes % type.BYTES_PER_ELEMENT !== 0)
      throw missing(file, name)
    return row
  }
}

function misdivided({ path }: IndexFile): MedlinkError {
  return corruptIndex(path, 'its arrays are not divided as their offsets say')
}

function missing({ path }: IndexFile, array: string): MedlinkError {
  return corruptIndex(path, damagedArray(array))
}

function damagedArray(name: string): string {
  return `its array ${name} is missing or damaged`
}

/** Whether a list of lists is one: offsets that begin with 0, never fall, and end where its values do. */
function areOffsets(offsets: Uint32Array, values: ArrayLike<unknown>): boolean {
  for (let i = 1; i < offsets.length; i++) if (offsets[i]! < offsets[i - 1]!) return false
  return offsets[0] === 0 && offsets.at(-1) === values.length
}

/** Whether looking a word up comes to an end: with an empty slot among a number that is a power of two. */
function isLexicon({ units, offsets, slots }: LexiconData): boolean {
  const isPowerOfTwo = (slots.length & (slots.length - 1)) === 0
  return areOffsets(offsets, units) && isPowerOfTwo && slots.includes(-1)
}
