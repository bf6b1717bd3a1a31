import { MedlinkError } from '../../../errors.ts'
import { createFaults, createTally } from '../../release-faults.ts'
import type { ReleaseFiles } from '../../release-files.ts'
import type { Drug, DrugIngredient, DrugRelease } from '../drug.ts'
import { fdaDrug, fdaRelease } from './fda-product.ts'
import { pickFile, requireRoom } from './files.ts'
import { createStrengthReader } from './strength-reader.ts'
import { readTsv } from './tsv.ts'

const COLUMNS = {
  required: [
    'PRODUCTNDC',
    'PROPRIETARYNAME',
    'NONPROPRIETARYNAME',
    'DOSAGEFORMNAME',
    'ROUTENAME',
    'SUBSTANCENAME',
    'ACTIVE_NUMERATOR_STRENGTH',
    'ACTIVE_INGRED_UNIT',
  ],
  optional: ['PROPRIETARYNAMESUFFIX', 'LABELERNAME'],
} as const

/** Labeler and product: "0002-0152". */
const NDC = /^\d{4,6}-\d{3,4}$/
const PRODUCT_FILE = /^product\.txt$/i

/** True if these are files of the FDA's NDC directory. */
export function isNdc(release: ReleaseFiles): boolean {
  return release.find(PRODUCT_FILE).length > 0
}

/**
 * The products of the FDA's NDC directory as drugs, one for all labelers of the same: `NDC:<PRODUCTNDC>`, the first by
 * code. A strength that cannot be read is left open and counted in the warnings. A product without substances has those
 * of its non-proprietary name.
 * @throws MedlinkError `release_invalid` with file and line for a missing column, a row that cannot be read (unless
 *   `lenient`), and for a file without products
 */
export async function readNdc(release: ReleaseFiles, lenient: boolean): Promise<DrugRelease> {
  const file = pickFile(release, PRODUCT_FILE)!
  const faults = createFaults(lenient)
  const unread = createTally()
  const readStrength = createStrengthReader()
  const drugs: Drug[] = []
  const sha256 = await readTsv(file, COLUMNS, faults, (row, line) => {
    const names = splitList(row.SUBSTANCENAME || row.NONPROPRIETARYNAME)
    if (!NDC.test(row.PRODUCTNDC))
      return faults.add('a bad NDC', file, line, row.PRODUCTNDC, 'a PRODUCTNDC such as 0002-0152')
    if (names.length === 0)
      return faults.add('no ingredient', file, line, row.PROPRIETARYNAME, 'a SUBSTANCENAME')
    requireRoom(file, line, drugs.length)
    const numbers = splitList(row.ACTIVE_NUMERATOR_STRENGTH)
    const units = splitList(row.ACTIVE_INGRED_UNIT)
    const isWhole = numbers.length === names.length && units.length === names.length
    if (!isWhole && numbers.length > 0)
      unread.add('have more or fewer strengths than ingredients', () => row.PRODUCTNDC)
    const texts = isWhole ? names.map((_, i) => strengthText(numbers[i]!, units[i]!)) : []
    const ingredients = names.map((name, i): DrugIngredient => {
      const strength = isWhole ? readStrength(texts[i]!) : undefined
      return strength === undefined ? { name } : { name, strength }
    })
    if (isWhole && ingredients.some(({ strength }) => strength === undefined))
      unread.add('have a strength that cannot be read', () => texts.join(';'))
    drugs.push(
      fdaDrug({
        code: `NDC:${row.PRODUCTNDC}`,
        brand: [row.PROPRIETARYNAME, row.PROPRIETARYNAMESUFFIX].filter(Boolean).join(' '),
        ingredients,
        strength: texts.join(';'),
        form: [row.DOSAGEFORMNAME, row.ROUTENAME].filter(Boolean).join(';'),
        manufacturer: row.LABELERNAME,
      }),
    )
  })
  if (drugs.length === 0)
    throw new MedlinkError('release_invalid', `${file.name} holds no product of the NDC directory`)
  return fdaRelease('ndc', { file: file.name, sha256, drugs }, faults, unread)
}

/** In lower case. */
function splitList(cell: string): string[] {
  return cell
    .split(';')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
}

/** "500" of "mg/1" is 500 mg; "[iU]" and "[USP'U]" are units. */
function strengthText(number: string, unit: string): string {
  const amount = number.startsWith('.') ? `0${number}` : number
  return `${amount} ${unit.replace(/\/1$/, '').replace(/\[(?:iu|usp'u)\]/, 'IU')}`
}
