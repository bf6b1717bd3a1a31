import { MedlinkError } from '../../../errors.ts'
import { createFaults, createTally, type Tally } from '../../release-faults.ts'
import type { ReleaseFiles } from '../../release-files.ts'
import type { Drug, DrugIngredient, DrugRelease } from '../drug.ts'
import { fdaDrug, fdaRelease } from './fda-product.ts'
import { pickFile, requireRoom } from './files.ts'
import { createStrengthReader, type StrengthReader } from './strength-reader.ts'
import { readTsv } from './tsv.ts'

const COLUMNS = {
  required: ['ApplNo', 'ProductNo', 'Form', 'Strength', 'DrugName', 'ActiveIngredient'],
} as const

const CODE_PARTS = /^\d{1,6} \d{1,3}$/
/** Strength of a product without one, as the FDA writes it. */
const NO_STRENGTH = /^(?:N\/A|UNKNOWN|)$/i
/** "**Federal Register determination …**" behind a strength. */
const REMARK = /\s*\*\*.*$/
/** A percentage that a spreadsheet made a number of: "5.0000000000000001E-3" is 0.5 %. */
const SPREADSHEET_SHARE = /^\d(?:\.\d{1,20})?E-\d{1,2}$/
const DIGITS = 6

/** True if these are files of Drugs@FDA. */
export function isDrugsAtFda(release: ReleaseFiles): boolean {
  return release.find(/^Products\.txt$/i).length > 0
}

/**
 * The products of Drugs@FDA as drugs, one for all applications for the same: `FDA:<ApplNo>-<ProductNo>`, the first by
 * code. A strength that cannot be read is left open and counted in the warnings.
 * @throws MedlinkError `release_invalid` with file and line for a missing column, a row that cannot be read (unless
 *   `lenient`), and for a file without products
 */
export async function readDrugsAtFda(
  release: ReleaseFiles,
  lenient: boolean,
): Promise<DrugRelease> {
  const file = pickFile(release, /^Products\.txt$/i)!
  const faults = createFaults(lenient)
  const unread = createTally()
  const readStrength = createStrengthReader()
  const drugs: Drug[] = []
  const sha256 = await readTsv(file, COLUMNS, faults, (row, line) => {
    const { ApplNo: application, ProductNo: product, ActiveIngredient: names } = row
    if (!CODE_PARTS.test(`${application} ${product}`)) {
      const found = `${application}-${product}`
      return faults.add('a bad number', file, line, found, 'digits as ApplNo and ProductNo')
    }
    if (names === '')
      return faults.add('no ingredient', file, line, row.DrugName, 'an ActiveIngredient')
    requireRoom(file, line, drugs.length)
    const code = `FDA:${application.padStart(6, '0')}-${product.padStart(3, '0')}`
    const strength = percentOf(row.Strength.replace(REMARK, ''))
    drugs.push(
      fdaDrug({
        code,
        brand: row.DrugName,
        ingredients: withStrengths(names, strength, readStrength, unread),
        strength,
        form: row.Form.replace(/;\s+/g, ';'),
      }),
    )
  })
  if (drugs.length === 0)
    throw new MedlinkError('release_invalid', `${file.name} holds no product of Drugs@FDA`)
  return fdaRelease('drugs-at-fda', { file: file.name, sha256, drugs }, faults, unread)
}

function percentOf(strength: string): string {
  return SPREADSHEET_SHARE.test(strength)
    ? `${Number((100 * Number(strength)).toPrecision(DIGITS))}%`
    : strength
}

/** Each ingredient with its strength; none with any where there are more strengths than ingredients, or fewer. */
function withStrengths(
  names: string,
  written: string,
  readStrength: StrengthReader,
  unread: Tally,
): DrugIngredient[] {
  const ingredients = names
    .split(';')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  // "10% (5GM/50ML;10GM/100ML)" says one strength thrice.
  const strengths = written.replace(/\s*\([^()]*\)/g, '').split(';')
  const values = strengths.map((each) => readStrength(each))
  if (NO_STRENGTH.test(written)) return ingredients.map((name) => ({ name }))
  if (values.length !== ingredients.length) {
    unread.add('have more or fewer strengths than ingredients', () => written)
    return ingredients.map((name) => ({ name }))
  }
  const lost = strengths.find(
    (each, i) => values[i] === undefined && !NO_STRENGTH.test(each.trim()),
  )
  if (lost !== undefined) unread.add('have a strength that cannot be read', () => lost)
  return ingredients.map((name, i) => (values[i] ? { name, strength: values[i] } : { name }))
}
