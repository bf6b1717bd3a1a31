/**
 * Common Drug Codes for India (CDCI) of NRCeS: tab-separated files of substances, generics ("Carbimazole 5 mg oral
 * tablet") and brands ("<trade> (<ingredients>) <strength> <form>").
 *
 * Files are known by their names: `generic`, `brand` or `substance` somewhere in it, `.txt` or `.tsv`. Of the columns
 * these are read, whatever their case and the signs between their words: the identifier (a header that ends in id, SCTID,
 * code or identifier, that of the file's own kind first), the name (one that ends in term, name, FSN or description, likewise),
 * and where they are there `active` or `status` (0, false, no or inactive), a supplier or manufacturer, and in brands the
 * identifier of the generic (one with `generic` in it).
 */

import { MedlinkError } from '../../../errors.ts'
import type { SourceRecord } from '../../../index/records.ts'
import { printable } from '../../../language/printable.ts'
import { createFaults, createTally, type Faults, type Tally } from '../../release-faults.ts'
import { plural, type ReleaseFile, type ReleaseFiles } from '../../release-files.ts'
import { badLine } from '../../release-text.ts'
import { readStrength } from '../composition.ts'
import type { Drug, DrugIngredient, DrugRelease } from '../drug.ts'
import { MAX_TEXT, requireRoom } from './files.ts'
import { parseGenericDrug, splitNames, strengthsIn } from './generic-drug.ts'
import { CDCI_LICENCE } from './licence.ts'
import { headerOf } from './tsv.ts'

const KINDS = ['substance', 'generic', 'brand'] as const
type Kind = (typeof KINDS)[number]

const ID = /(?:id|code|identifier)$/
const TERM = /(?:term|name|fsn|description)$/
const ACTIVE = /^(?:is)?(?:active|status)$/
const MAKER = /(?:supplier|manufacturer|company)(?:name)?$/
const INACTIVE = /^(?:0|false|no|n|inactive)$/i
/** An SCTID: 6 to 18 digits. */
const SCTID = /^[1-9]\d{5,17}$/
const BRAND = /^(.*?\S)\s*\(((?:[^()]|\([^()]*\))*)\)\s*(.*)$/

function fileOf(release: ReleaseFiles, kind: Kind): readonly ReleaseFile[] {
  return release.find(new RegExp(`${kind}.*\\.(?:txt|tsv)$`, 'i'))
}

/** True if these are files of CDCI. */
export function isCdci(release: ReleaseFiles): boolean {
  return fileOf(release, 'generic').length > 0 && fileOf(release, 'brand').length > 0
}

/**
 * CDCI's substances, generics and brands as drugs, in this order: `CDCI:<SCTID>`. A brand has the composition of its
 * generic if the file names one, else that of its own name.
 * @throws MedlinkError `release_invalid` with file and line for missing columns, rows that cannot be read and codes that
 *   occur twice (unless `lenient`)
 */
export async function readCdci(release: ReleaseFiles, lenient: boolean): Promise<DrugRelease> {
  const faults = createFaults(lenient)
  const unknown = createTally()
  const drugs = new Map<string, Drug>()
  const edges: { code: string; parent: string }[] = []
  const sources: SourceRecord[] = []
  for (const kind of KINDS) {
    const [file, second] = fileOf(release, kind)
    if (file === undefined) continue
    if (second !== undefined)
      throw new MedlinkError(
        'release_invalid',
        `two files of the same kind: ${file.path} and ${second.path}; keep one of them`,
      )
    let rows = 0
    const sha256 = await readConcepts(file, kind, faults, (row) => {
      if (drugs.has(row.code)) {
        const expected = 'each identifier once'
        return faults.add('an identifier that is there already', file, row.line, row.code, expected)
      }
      rows++
      const generic = genericOf(row, file, drugs, unknown)
      if (generic !== undefined) edges.push({ code: row.code, parent: generic.code })
      drugs.set(row.code, drugOf(row, kind, generic))
    })
    sources.push({ file: file.name, sha256, rows })
  }
  return {
    source: 'cdci',
    version: '',
    licence: CDCI_LICENCE,
    sources,
    drugs: [...drugs.values()],
    edges,
    replacements: [],
    warnings: [
      ...faults.warnings(),
      ...unknown.map((what, count, example) => `${plural(count, 'row')} ${what}, e.g. ${example}`),
    ],
  }
}

/** A row of any of the files. */
interface ConceptRow {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly manufacturer: string
  /** Code of the generic, '' where none is named. */
  readonly generic: string
  readonly line: number
}

async function readConcepts(
  file: ReleaseFile,
  kind: Kind,
  faults: Faults,
  onRow: (row: ConceptRow) => void,
): Promise<string> {
  let columns: ReturnType<typeof placesOf> | undefined
  let rows = 0
  const sha256 = await file.readLines((text, line) => {
    if (text === '') return
    if (columns === undefined) {
      columns = placesOf(text, kind, file, line)
      return
    }
    const cells = text.split('\t').map((cell) => cell.trim())
    const { width, id, term, active, maker, generic } = columns
    const code = cells[id] ?? ''
    const name = cells[term] ?? ''
    if (cells.length !== width) {
      const expected = `${plural(width, 'cell')} as in the header, not ${cells.length}`
      faults.add('another number of cells', file, line, text, expected)
    } else if (!SCTID.test(code)) {
      faults.add('a bad identifier', file, line, code, 'an SCTID, 6 to 18 digits')
    } else if (name === '') {
      faults.add('an empty name', file, line, '', `a name of ${code}`)
    } else if (name.length > MAX_TEXT) {
      faults.add('a long name', file, line, name, `a name of at most ${MAX_TEXT} characters`)
    } else {
      requireRoom(file, line, rows++)
      onRow({
        code: `CDCI:${code}`,
        name,
        active: active === -1 || !INACTIVE.test(cells[active]!),
        manufacturer: cells[maker] ?? '',
        generic: cells[generic] ? `CDCI:${cells[generic]}` : '',
        line,
      })
    }
  })
  if (columns === undefined) throw badLine(file.name, 1, 'no line', 'a header')
  return sha256
}

function placesOf(text: string, kind: Kind, file: ReleaseFile, line: number) {
  const header = headerOf(text).map((name) => name.replace(/[^a-z0-9]/g, ''))
  const others = KINDS.filter((each) => each !== kind)
  const isOthers = (name: string) => others.some((each) => name.includes(each))
  const place = (pattern: RegExp) => {
    const own = header.findIndex((name) => pattern.test(name) && name.includes(kind))
    if (own !== -1) return own
    return header.findIndex((name) => pattern.test(name) && !isOthers(name) && !MAKER.test(name))
  }
  const id = place(ID)
  const term = place(TERM)
  const quoted = `"${printable(text)}"`
  if (id === -1) throw badLine(file.name, line, quoted, `a column with the ${kind}'s identifier`)
  if (term === -1) throw badLine(file.name, line, quoted, `a column with the ${kind}'s name`)
  return {
    width: header.length,
    id,
    term,
    active: header.findIndex((name) => ACTIVE.test(name)),
    maker: header.findIndex((name) => MAKER.test(name)),
    generic:
      kind === 'brand' ? header.findIndex((name) => name.includes('generic') && ID.test(name)) : -1,
  }
}

function genericOf(
  { generic }: ConceptRow,
  file: ReleaseFile,
  drugs: ReadonlyMap<string, Drug>,
  unknown: Tally,
): Drug | undefined {
  const drug = drugs.get(generic)
  if (generic !== '' && drug === undefined)
    unknown.add(`of ${file.name} name a generic that the release lacks`, () => generic)
  return drug
}

/** With strengths and without. */
const LEVELS = {
  generic: { whole: 'clinical_drug', form: 'ingredient_form' },
  brand: { whole: 'branded_drug', form: 'brand_form' },
} as const

function drugOf(row: ConceptRow, kind: Kind, generic: Drug | undefined): Drug {
  const { code, name, active, manufacturer } = row
  if (kind === 'substance')
    return { code, name, level: 'ingredient', ingredients: [{ name }], active }
  const { brand, ingredients, form }: Parts =
    kind === 'brand' ? parseBrand(name) : parseGenericDrug(name)
  const composed = generic?.ingredients ?? ingredients
  const usedForm = form ?? generic?.form
  const hasStrength = composed.some(({ strength }) => strength !== undefined)
  return {
    code,
    name,
    level: LEVELS[kind][hasStrength ? 'whole' : 'form'],
    ingredients: composed,
    ...(brand !== undefined && { brand }),
    ...(usedForm !== undefined && { form: usedForm }),
    ...(manufacturer !== '' && { manufacturer }),
    active,
  }
}

interface Parts {
  readonly brand?: string
  readonly ingredients: readonly DrugIngredient[]
  readonly form?: string | undefined
}

/** "<trade> (<ingredients>) <strength> <form>", strengths in the order of the ingredients. */
function parseBrand(name: string): Parts {
  const [, brand, inside, rest = ''] = BRAND.exec(name) ?? []
  if (brand === undefined || inside === undefined) return { brand: name, ingredients: [] }
  const names = splitNames(inside)
  const { texts: found, end } = strengthsIn(rest)
  // "500 mg/125 mg" of two ingredients is no concentration.
  const texts = found.length === names.length ? found : found.flatMap((each) => each.split('/'))
  const isWhole = texts.length === names.length
  const ingredients = names.map((each, i): DrugIngredient => {
    const strength = isWhole ? readStrength(texts[i]!) : undefined
    return strength === undefined ? { name: each } : { name: each, strength }
  })
  const form = rest.slice(end).trim()
  return { brand, ingredients, ...(form !== '' && { form }) }
}
