/**
 * A list of Indian products as CSV: id, name, manufacturer_name, type, pack_size_label, short_composition1,
 * short_composition2 and Is_discontinued, and others.
 */

import { MedlinkError } from '../../../errors.ts'
import { badCell, oneLine, readCsv } from '../../release-csv.ts'
import { createFaults, createTally } from '../../release-faults.ts'
import { plural, type ReleaseFile, type ReleaseFiles } from '../../release-files.ts'
import { formAtEnd, splitBrand } from '../dose-form.ts'
import type { Drug, DrugIngredient, DrugRelease } from '../drug.ts'
import { MAX_TEXT, requireRoom } from './files.ts'
import { PRODUCTS_LICENCE } from './licence.ts'
import { createStrengthReader, type StrengthReader } from './strength-reader.ts'

const COLUMNS = {
  required: ['name', 'short_composition1'],
  optional: ['id', 'manufacturer_name', 'pack_size_label', 'short_composition2', 'Is_discontinued'],
} as const

/** Bytes in which a header ends. */
const HEAD_BYTES = 4096
const ID = /^[\w.-]{1,64}$/
/** "Amoxycillin  (500mg)": the last brackets hold the strength. */
const COMPOSITION = /^(.*\S)\s*\(([^()]*)\)$/
const NO_STRENGTH = /^(?:na|n\/a|nil|-|)$/i
const YES = /^(?:true|yes|y|1)$/i

/** The lists of products among the files. */
async function listsOf(release: ReleaseFiles): Promise<ReleaseFile[]> {
  const lists: ReleaseFile[] = []
  for (const file of release.find(/\.csv$/i)) {
    const [header = ''] = (await file.readHead(HEAD_BYTES)).replace(/^\uFEFF/, '').split(/\r?\n/)
    const names = header.split(',').map((name) => name.trim().replace(/^"|"$/g, ''))
    if (COLUMNS.required.every((name) => names.includes(name))) lists.push(file)
  }
  return lists
}

/** True if a list of products is among the files. */
export async function isProducts(release: ReleaseFiles): Promise<boolean> {
  return (await listsOf(release)).length > 0
}

/**
 * The products of a list as drugs, in its order: `IN:<id>`, or the number of the row if there is no such column. A
 * discontinued product is not active. The brand is the name without the words for the form at its end.
 * @throws MedlinkError `release_invalid` with file and line for a row that cannot be cut into cells, and unless `lenient`
 *   for one without a name and an id that is none or occurs twice
 */
export async function readProducts(release: ReleaseFiles, lenient: boolean): Promise<DrugRelease> {
  const [file, second] = await listsOf(release)
  if (second !== undefined)
    throw new MedlinkError(
      'release_invalid',
      `two files of the same kind: ${file!.path} and ${second.path}; keep one of them`,
    )
  const faults = createFaults(lenient)
  const unread = createTally()
  const readStrength = createStrengthReader()
  const drugs: Drug[] = []
  const codes = new Set<string>()
  let rows = 0
  const sha256 = await readCsv(file!, COLUMNS, (row, line) => {
    rows++
    const id = row.id.trim() || String(rows)
    const code = `IN:${id}`
    const name = oneLine(row.name)
    if (!ID.test(id)) return faults.add('a bad id', file!, line, id, 'an id of letters and digits')
    if (name === '') return faults.add('an empty name', file!, line, '', 'a name')
    const long = [name, row.pack_size_label, row.short_composition1, row.short_composition2].find(
      (cell) => cell.length > MAX_TEXT,
    )
    if (long !== undefined) {
      const expected = `cells of at most ${MAX_TEXT} characters`
      return faults.add('a long cell', file!, line, long, expected)
    }
    if (codes.has(code))
      return faults.add('an id that is there already', file!, line, id, 'each id once')
    requireRoom(file!, line, drugs.length)
    codes.add(code)
    const pack = oneLine(row.pack_size_label)
    const { brand, form = formAtEnd(pack) } = splitBrand(name)
    const manufacturer = oneLine(row.manufacturer_name)
    const ingredients = [row.short_composition1, row.short_composition2]
      .flatMap((cell) => cell.split(/\+(?![^(]*\))/))
      .map(oneLine)
      .filter((cell) => cell !== '')
      .map((cell) => ingredientOf(cell, readStrength, (text) => unread.add('', () => text)))
    drugs.push({
      code,
      name,
      level: 'branded_drug',
      ingredients,
      brand,
      ...(form !== undefined && { form }),
      ...(manufacturer !== '' && { manufacturer }),
      ...(pack !== '' && { pack }),
      active: !YES.test(row.Is_discontinued.trim()),
    })
  })
  if (drugs.length === 0) throw badCell(file!, 1, '', 'a list with products')
  return {
    source: 'products',
    version: '',
    licence: PRODUCTS_LICENCE,
    sources: [{ file: file!.name, sha256, rows: drugs.length }],
    drugs,
    edges: [],
    replacements: [],
    warnings: [
      ...faults.warnings(),
      ...unread.map(
        (_, count, example) =>
          `${plural(count, 'composition')} of ${file!.name} with a strength that cannot be read, e.g. ${example}`,
      ),
    ],
  }
}

function ingredientOf(
  text: string,
  readStrength: StrengthReader,
  onUnread: (text: string) => void,
): DrugIngredient {
  const [, name, written] = COMPOSITION.exec(text) ?? []
  if (name === undefined || written === undefined) return { name: text }
  const strength = readStrength(written)
  if (strength !== undefined) return { name, strength }
  if (NO_STRENGTH.test(written.trim())) return { name }
  // Brackets may be part of the name: "Hepatitis B Vaccine (rDNA)".
  if (!/\d/.test(written)) return { name: text }
  onUnread(text)
  return { name }
}
