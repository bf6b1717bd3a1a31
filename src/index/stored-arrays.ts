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
  copyToArray,
  fromStored,
  OPEN_NAMES,
  type StoredArrays,
  TYPE_AHEAD_NAMES,
  type TypedArray,
  typeAheadFromStored,
} from './layout.ts'
import type { TypeAheadData } from './type-ahead.ts'

/**
 * Everything that linking searches, in memory that threads can share.
 *
 * @throws MedlinkError `index_corrupt` when an array is missing or has not the length that the manifest says
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
    arrays.familyOffsets.at(-1) !== arrays.familyMembers.length ||
    arrays.termShared.length !== terms ||
    arrays.termConcept.length !== terms ||
    arrays.postings.mass.length !== terms ||
    arrays.words.offsets.length !== words + 1 ||
    arrays.postings.idf.length !== keys ||
    later.name_concept !== arrays.familyMembers.length ||
    later.name_word_offsets !== arrays.familyMembers.length + 1 ||
    later.name_posting_offsets !== words + 1 ||
    later.name_postings !== later.name_words
  )
    throw corruptIndex(file.path, 'its arrays do not have the lengths its manifest says')
  return arrays
}

/** What type-ahead searches. @throws MedlinkError `index_corrupt` when an array is missing */
export function readTypeAhead(file: IndexFile): TypeAheadData {
  return typeAheadFromStored(readStored(file, TYPE_AHEAD_NAMES))
}

function readStored<Name extends ArrayName>(
  file: IndexFile,
  names: readonly Name[],
): StoredArrays<Name> {
  const types = names.map((name): [string, ArrayType] => [name, arrayType(name)])
  return readAll(file, types) as StoredArrays<Name>
}

function readAll(
  { db, path }: IndexFile,
  types: readonly (readonly [name: string, type: ArrayType])[],
): Record<string, TypedArray> {
  const select = db.prepare('SELECT type, data FROM array WHERE name = ?')
  const stored: Record<string, TypedArray> = {}
  // Not mapped into memory: the process would be killed if somebody cut the file short meanwhile.
  for (const [name, type] of types) {
    const row = select.get(name) as { type: string; data: Buffer } | undefined
    const array = row?.type === type.name ? copyToArray(type, row.data) : undefined
    if (array === undefined) throw missing(path, name)
    stored[name] = array
  }
  return stored
}

/** How many elements arrays have, without reading them. */
function lengthsOf<Name extends ArrayName>(
  { db, path }: IndexFile,
  names: readonly Name[],
): Record<Name, number> {
  const select = db.prepare('SELECT type, length(data) AS bytes FROM array WHERE name = ?')
  const lengths: Partial<Record<Name, number>> = {}
  for (const name of names) {
    const row = select.get(name) as { type: string; bytes: number } | undefined
    const type = arrayType(name)
    const length = row?.type === type.name ? row.bytes / type.BYTES_PER_ELEMENT : Number.NaN
    if (!Number.isInteger(length)) throw missing(path, name)
    lengths[name] = length
  }
  return lengths as Record<Name, number>
}

function missing(path: string, array: string): MedlinkError {
  return corruptIndex(path, `its array ${array} is missing or damaged`)
}
