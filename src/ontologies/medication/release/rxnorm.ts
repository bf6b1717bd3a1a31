/**
 * RxNorm in Rich Release Format: RXNCONSO.RRF, and RXNREL.RRF and RXNSAT.RRF where they are there.
 *
 * Of RXNCONSO only atoms of RxNorm itself are taken (SAB RXNORM, restriction level 0; what other publishers own is
 * left out), and of the two other files only what composes them, so that a release of a gigabyte streams past.
 */

import { MedlinkError } from '../../../errors.ts'
import type { SourceRecord } from '../../../index/records.ts'
import { printable } from '../../../language/printable.ts'
import { createFaults, createTally, type Faults, type Tally } from '../../release-faults.ts'
import { plural, type ReleaseFile, type ReleaseFiles } from '../../release-files.ts'
import type { DrugRelease } from '../drug.ts'
import { MAX_TEXT, pickFile, requireRoom } from './files.ts'
import { RXNORM_LICENCE } from './licence.ts'
import { readRrf } from './rrf.ts'
import { type Content, LEVEL_OF, makeDrugs } from './rxnorm-drugs.ts'

const FORM_TYPES = new Set(['DF', 'DFG'])
const NAME_TYPES = new Set(['PSN', 'SY', 'TMSY', 'ET'])
/** Relations of what says more of a drug to what says less of it. */
const PARENT_RELATIONS = new Set([
  'isa',
  'tradename_of',
  'quantified_form_of',
  'has_ingredient',
  'has_ingredients',
  'form_of',
  'consists_of',
])
const FORM_RELATIONS = new Set(['has_dose_form', 'has_doseformgroup'])

const CONSO = { fields: 18, holding: '|RXNORM|' } as const
const REL = { fields: 16, holding: '|RXNORM|' } as const
const SAT = { fields: 13, holding: '|RXN_' } as const

/** An RXCUI: a whole number without leading zeros. */
const RXCUI = /^[1-9]\d{0,9}$/

/** True if these are files of RxNorm. */
export function isRxnorm(release: ReleaseFiles): boolean {
  return release.find(/^RXNCONSO\.RRF$/i).length > 0
}

/**
 * RxNorm's concepts as drugs, in the order of RXNCONSO. Codes are RXCUIs; what is retired is not active. Composition
 * comes from the relations and attributes where they say as much as the name, else from the name.
 * @param lenient leaves rows out that cannot be read, and says so in the warnings
 * @throws MedlinkError `release_invalid` with file and line for a row that cannot be read, and for a file without RxNorm's
 *   own concepts
 */
export async function readRxnorm(release: ReleaseFiles, lenient: boolean): Promise<DrugRelease> {
  const conso = pickFile(release, /^RXNCONSO\.RRF$/i)!
  const relations = pickFile(release, /^RXNREL\.RRF$/i)
  const attributes = pickFile(release, /^RXNSAT\.RRF$/i)
  const faults = createFaults(lenient)
  const leftOut = createTally()
  const content: Content = {
    atoms: new Map(),
    forms: new Map(),
    parents: new Map(),
    formOf: new Map(),
    strengths: new Map(),
    quantities: new Map(),
  }
  const sources: SourceRecord[] = [await readConcepts(conso, content, faults, leftOut)]
  if (relations) sources.push(await readRelations(relations, content, faults, leftOut))
  if (attributes) sources.push(await readAttributes(attributes, content, faults))
  return {
    source: 'rxnorm',
    version: versionOf(release),
    licence: RXNORM_LICENCE,
    sources,
    drugs: makeDrugs(content),
    edges: [...content.parents].flatMap(([code, parents]) =>
      [...new Set(parents.map((parent) => parent.code))].map((parent) => ({ code, parent })),
    ),
    replacements: [],
    warnings: [
      ...faults.warnings(),
      ...leftOut.map(
        (what, count, example) => `left out ${plural(count, 'row')} ${what}, e.g. ${example}`,
      ),
    ],
  }
}

async function readConcepts(
  file: ReleaseFile,
  { atoms, forms }: Content,
  faults: Faults,
  leftOut: Tally,
): Promise<SourceRecord> {
  const names: { readonly code: string; readonly text: string }[] = []
  let rows = 0
  const sha256 = await readRrf(file, CONSO, faults, (row, line) => {
    const [code = '', language, , , , , , , , , , publisher, type = '', , written = ''] = row
    const suppress = row[16]
    if (publisher !== 'RXNORM' || language !== 'ENG') return
    if (suppress !== 'N' && suppress !== 'O') return
    const name = written.trim()
    if (!RXCUI.test(code)) {
      faults.add('a bad RXCUI', file, line, code, 'an RXCUI, a whole number')
    } else if (name === '') {
      faults.add('an empty name', file, line, '', `a name of ${code}`)
    } else if (name.length > MAX_TEXT) {
      faults.add('a long name', file, line, name, `a name of at most ${MAX_TEXT} characters`)
    } else if (FORM_TYPES.has(type)) {
      rows++
      forms.set(code, name)
    } else if (NAME_TYPES.has(type)) {
      rows++
      if (suppress === 'N') names.push({ code, text: name })
    } else if (!LEVEL_OF.has(type)) {
      leftOut.add(`of ${file.name} with a term type that is none of RxNorm's`, () => type)
    } else {
      rows++
      requireRoom(file, line, atoms.size + names.length)
      const active = suppress === 'N'
      const known = atoms.get(code)
      if (known === undefined || (active && !known.active))
        atoms.set(code, { code, type, name, active, names: [] })
      else if (active && known.name !== name) names.push({ code, text: name })
    }
  })
  for (const { code, text } of names) {
    const atom = atoms.get(code)
    if (atom && text !== atom.name && !atom.names.includes(text)) atom.names.push(text)
  }
  if (atoms.size === 0)
    throw new MedlinkError(
      'release_invalid',
      `${file.name} holds no concept of RxNorm: expected rows with SAB RXNORM`,
    )
  return { file: file.name, sha256, rows }
}

/** Rows read from right to left: the second RXCUI, the relation, the first RXCUI. */
async function readRelations(
  file: ReleaseFile,
  { atoms, forms, parents, formOf }: Content,
  faults: Faults,
  leftOut: Tally,
): Promise<SourceRecord> {
  let rows = 0
  const sha256 = await readRrf(file, REL, faults, (row) => {
    const [parent = '', , , , code = '', , , relation = '', , , publisher] = row
    if (publisher !== 'RXNORM' || isSuppressed(row[14]) || parent === '' || code === '') return
    const isForm = FORM_RELATIONS.has(relation)
    if (!isForm && !PARENT_RELATIONS.has(relation)) return
    const known = atoms.has(code) && (isForm ? forms.has(parent) : atoms.has(parent))
    // Forms are kinds of groups of forms.
    if (!known && forms.has(code) && forms.has(parent)) return
    if (!known) {
      const lacking = atoms.has(code) ? parent : code
      leftOut.add(`of ${file.name} that name a concept the release lacks`, () => lacking)
      return
    }
    rows++
    if (isForm) {
      if (relation === 'has_dose_form' || !formOf.has(code)) formOf.set(code, forms.get(parent)!)
    } else {
      const list = parents.get(code)
      if (list === undefined) parents.set(code, [{ relation, code: parent }])
      else list.push({ relation, code: parent })
    }
  })
  return { file: file.name, sha256, rows }
}

async function readAttributes(
  file: ReleaseFile,
  { atoms, strengths, quantities }: Content,
  faults: Faults,
): Promise<SourceRecord> {
  let rows = 0
  const sha256 = await readRrf(file, SAT, faults, (row) => {
    const [code = '', , , , , , , , attribute, publisher, value = '', suppress] = row
    if (publisher !== 'RXNORM' || isSuppressed(suppress) || !atoms.has(code)) return
    if (attribute === 'RXN_STRENGTH') strengths.set(code, value)
    else if (attribute === 'RXN_QUANTITY') quantities.set(code, value)
    else return
    rows++
  })
  return { file: file.name, sha256, rows }
}

/** Relations and attributes that are in force say N, or nothing. */
function isSuppressed(suppress = ''): boolean {
  return suppress !== 'N' && suppress !== ''
}

/** A date in a name of NLM's ("RxNorm_full_09082026", "Readme_Full_Prescribe_10062025.txt") as YYYY-MM-DD. */
const DATED = /(?:rxnorm|readme)[a-z_-]*_(\d{2})(\d{2})(20\d{2})(?!\d)/i

function versionOf(release: ReleaseFiles): string {
  for (const name of [release.path, ...release.files.map(({ path }) => path)]) {
    const [, month, day, year] = DATED.exec(name) ?? []
    if (year !== undefined) return printable(`${year}-${month}-${day}`)
  }
  return ''
}
