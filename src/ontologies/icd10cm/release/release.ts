import { MedlinkError } from '../../../errors.ts'
import {
  type FactRecord,
  type ReleaseRecords,
  type SourceRecord,
  TERM_KINDS,
  type TermKind,
  type TermRecord,
} from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import {
  openRelease,
  plural,
  type ReleaseFile,
  type ReleaseFiles,
  unknownCodesWarning,
} from '../../release-files.ts'
import { nameIndexEntries, readIndexXml } from './alphabetic.ts'
import { makeConcepts, makeEdges } from './concepts.ts'
import { type Exclusions, factsOfExclusions } from './exclusions.ts'
import { findIcd10cmFiles, getYear, type XmlRole } from './files.ts'
import { withForms } from './forms.ts'
import { LICENCE } from './licence.ts'
import { withMovedTerms } from './moved.ts'
import { type OrderFile, readOrderFile } from './order.ts'
import { nameDrugEntries, nameNeoplasmEntries } from './tables.ts'
import { type CodeName, readTabular, type TabularList } from './tabular.ts'

/** `version` names the edition in the index, e.g. `2026`; without it the year in the order file's name does. */
export interface Icd10cmReleaseOptions {
  readonly version?: string
}

/** Bytes of one file: the largest of FY2026 has some twenty million. */
const MAX_FILE_BYTES = 2 ** 26

/** Additions of one XML file to the order file. */
interface Supplement {
  readonly file: ReleaseFile
  readonly version: string
  readonly sha256: string
  readonly kind: TermKind
  readonly names: readonly CodeName[]
  readonly tabular?: TabularList
}

/**
 * The records of an ICD-10-CM release: the publisher's files in a folder or a zip, of which only the order file must
 * be there. Codes have their dot. Concepts and edges are sorted by code, terms by code, kind (strongest first) and
 * text, so the same files give the same records. About 3 s and 300 MB for a whole edition.
 * @throws MedlinkError `release_not_found` when path or order file are missing; `release_invalid` for a file that cannot be
 *   read, two editions that cannot be distinguished, or a version that is neither given nor in a file name
 */
export async function readIcd10cmRelease(
  path: string,
  options: Icd10cmReleaseOptions = {},
): Promise<ReleaseRecords> {
  const release = await openRelease(path, MAX_FILE_BYTES)
  try {
    return await readFiles(release, options.version)
  } finally {
    release.close()
  }
}

async function readFiles(
  release: ReleaseFiles,
  wanted: string | undefined,
): Promise<ReleaseRecords> {
  const files = await findIcd10cmFiles(release, wanted)
  const version = wanted ?? files.year
  if (version === undefined) {
    throw new MedlinkError(
      'release_invalid',
      `${files.order.name} does not say its year: expected icd10cm_order_<year>.txt, or give --version`,
    )
  }
  const order = await readOrderFile(files.order)
  const supplements: Supplement[] = []
  for (const [role, file] of files.xml) supplements.push(await readSupplement(role, file))

  const terms = termCollector()
  for (const row of order.rows.values()) {
    terms.add(row.code, row.longTitle, 'preferred')
    terms.add(row.code, row.shortTitle, 'short')
  }
  const sources = [{ file: files.order.name, sha256: order.sha256, rows: order.rows.size }]
  const warnings = warnUntitled(files.order, order)
  const facts: FactRecord[] = []
  for (const supplement of supplements) {
    const exclusions = factsOfExclusions(supplement.tabular?.exclusions ?? [], order.rows)
    for (const fact of exclusions.facts) facts.push(fact)
    sources.push(addSupplement(supplement, order, terms, warnings, exclusions))
    const year = getYear(supplement.version)
    if (files.year !== undefined && year !== undefined && year !== files.year) {
      warnings.push(`${supplement.file.name} is of ${year}, the order file of ${files.year}`)
    }
  }
  const read = {
    concepts: makeConcepts(order.rows, supplements.find(({ tabular }) => tabular)?.tabular),
    terms: terms.sorted(),
    edges: makeEdges(order.rows),
  }
  const names = { ...read, terms: withMovedTerms(read) }
  return {
    ontology: 'icd-10-cm',
    version,
    licence: LICENCE,
    sources,
    ...names,
    concepts: withForms(names),
    replacements: [],
    maps: [],
    facts,
    warnings,
  }
}

async function readSupplement(role: XmlRole, file: ReleaseFile): Promise<Supplement> {
  if (role === 'tabular') {
    const tabular = await readTabular(file)
    return { file, kind: 'synonym', ...tabular, tabular }
  }
  const { version, sha256, entries } = await readIndexXml(file)
  const nameEntries =
    role === 'neoplasm' ? nameNeoplasmEntries : role === 'drug' ? nameDrugEntries : nameIndexEntries
  return { file, kind: 'entry', version, sha256, names: nameEntries(entries) }
}

/** Adds the names of codes that the order file has; the others, of another edition, and those in notes are one warning. */
function addSupplement(
  { file, sha256, kind, names }: Supplement,
  order: OrderFile,
  terms: TermCollector,
  warnings: string[],
  exclusions: Exclusions,
): SourceRecord {
  const known = names.filter(({ code }) => order.rows.has(code))
  for (const { code, text } of known) terms.add(code, text, kind)
  const unknown = names.map(({ code }) => code).filter((code) => !order.rows.has(code))
  for (const code of exclusions.unknown) unknown.push(code)
  const [example] = unknown
  if (example !== undefined)
    warnings.push(
      unknownCodesWarning(file.name, { count: unknown.length, example }, 'the order file'),
    )
  return { file: file.name, sha256, rows: known.length }
}

function warnUntitled(file: ReleaseFile, { untitled }: OrderFile): string[] {
  if (untitled.length === 0) return []
  const rows = plural(untitled.length, 'row')
  return [
    `${rows} of ${file.name} without a long title, the short one stands in, e.g. ${untitled[0]}`,
  ]
}

interface TermCollector {
  /** Keeps the first of equal names (case aside) of a code: add the strongest kind first. */
  add(code: string, text: string, kind: TermKind): void
  sorted(): TermRecord[]
}

function termCollector(): TermCollector {
  const seen = new Set<string>()
  const terms: TermRecord[] = []
  return {
    add(code, text, kind) {
      const key = `${code} ${text.toLowerCase()}`
      if (seen.has(key)) return
      seen.add(key)
      terms.push({ code, text, kind, language: 'en' })
    },
    sorted: () =>
      terms.sort(
        (a, b) =>
          compareStrings(a.code, b.code) ||
          TERM_KINDS.indexOf(a.kind) - TERM_KINDS.indexOf(b.kind) ||
          compareStrings(a.text, b.text),
      ),
  }
}
