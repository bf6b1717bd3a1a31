/** Names that a site gave codes itself: read from its tables, and held against a release. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import {
  describeIssues,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  MAX_HINT_LENGTH,
  MAX_QUERY_LENGTH,
} from '../contract.ts'
import { asFileError, MedlinkError } from '../errors.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { SiteNameRecord, SourceRecord, TermKind } from '../index/records.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { Analyzer } from '../language/analyze.ts'
import { fold } from '../language/tokenize.ts'
import { requireOntology } from './all.ts'

/** A site's name of a code. */
export interface SiteName {
  /** As people there write it; case, spacing and punctuation do not matter. Up to 10,000 characters. */
  readonly name: string
  readonly ontology: LinkedOntology
  readonly code: string
  /** The site's note on it. */
  readonly note?: string | undefined
  /** The name holds for requests with this unit alone, and with this specimen; for any where they are left out. */
  readonly unit?: string | undefined
  readonly specimen?: string | undefined
}

/** Where names come from: a file that is a table of them, or several files and names. */
export type SiteNameSources = string | readonly (string | SiteName)[]

/** A name that was read, and its place: "names.tsv line 3". */
export interface PlacedSiteName {
  readonly ontology: LinkedOntology
  readonly place: string
  readonly record: SiteNameRecord
}

/** Names that were read, and the files that they were read from, with how many rows. */
export interface SiteNameTable {
  readonly names: readonly PlacedSiteName[]
  readonly files: readonly SourceRecord[]
}

const REQUIRED = ['name', 'ontology', 'code'] as const
/** The columns of a table, in the order in which Medlink writes them. */
export const SITE_NAME_COLUMNS = [...REQUIRED, 'note', 'unit', 'specimen'] as const
/** The hints that a name may be bound to. */
const HINTS = ['unit', 'specimen'] as const

const TEXT = 'must be a non-empty string'
const optional = (length: number) =>
  z
    .string('must be a string')
    .trim()
    .max(length, `must not be longer than ${length} characters`)
    .default('')

const siteNameSchema = z.object({
  name: z
    .string(TEXT)
    .trim()
    .min(1, TEXT)
    .max(MAX_QUERY_LENGTH, `must not be longer than ${MAX_QUERY_LENGTH} characters`),
  ontology: z.enum(LINKED_ONTOLOGIES, `must be one of ${LINKED_ONTOLOGIES.join(', ')}`),
  code: z.string(TEXT).trim().min(1, TEXT),
  note: optional(MAX_QUERY_LENGTH),
  unit: optional(MAX_HINT_LENGTH),
  specimen: optional(MAX_HINT_LENGTH),
})

/** Kinds of names that are the publisher's own. */
const OFFICIAL: ReadonlySet<TermKind> = new Set(['preferred', 'short', 'synonym', 'full'])

/** Marks that tell two names apart: "lymphocytes %" is another test than "lymphocytes #". */
const OTHER_THAN_SIGNS = /[^#%+<>=]+/g

/**
 * The key of a name, and of a mention that is one: its words, without differences of case, spacing, punctuation and British
 * spelling, and its signs.
 */
export function siteNameKey(text: string, analyzer: Analyzer): string {
  const folded = fold(text).trim().replace(/\s+/g, ' ')
  const signs = folded.replace(OTHER_THAN_SIGNS, '')
  const forms = analyzer
    .analyze(folded)
    .filter(({ kind }) => kind !== 'sign')
    .map(({ form }) => form)
  return [...forms, ...signs].join(' ')
}

/** A unit or specimen, case and spacing aside: "10^3 / uL" and "10³/µl" are one. */
export function hintKey(text: string): string {
  return fold(text).replace(/\s+/g, '')
}

/**
 * Reads names: of each source in turn, a file line by line. A table is UTF-8 with tabs between its columns, which a header
 * names: {@link SITE_NAME_COLUMNS}, of which the first three must be there. A name may occur twice with the same values.
 *
 * @param only the ontology whose names are wanted; the others are checked and skipped; default: all
 * @throws MedlinkError `names_invalid` for a line that cannot be read, and for a name of two codes; the message has the
 *   place, and never the name. `no_access` for a file that cannot be read; `invalid_request` for neither a path nor a list
 */
export function readSiteNames(
  sources: SiteNameSources,
  analyzer: Analyzer,
  only?: LinkedOntology,
): SiteNameTable {
  if (typeof sources !== 'string' && !Array.isArray(sources))
    throw new MedlinkError(
      'invalid_request',
      'names must be the path of a table, or a list of paths and names',
    )
  const known = new Map<string, PlacedSiteName>()
  const files: SourceRecord[] = []
  for (const [i, source] of (typeof sources === 'string' ? [sources] : sources).entries()) {
    const table = typeof source === 'string' ? readFile(source) : undefined
    let taken = 0
    for (const { place, row } of table?.rows ?? [{ place: `name ${i + 1}`, row: source }]) {
      const placed = parseName(row, place, analyzer)
      const { ontology, record } = placed
      if (only !== undefined && ontology !== only) continue
      taken++
      const key = [ontology, record.words, record.unit, record.specimen].join('\t')
      const before = known.get(key)
      if (before === undefined) known.set(key, placed)
      else if (before.record.code !== record.code)
        throw invalid(
          `${before.place} and ${place}`,
          'one name, for the same unit and specimen, stands for two codes: keep one of them',
        )
    }
    if (table !== undefined && taken > 0)
      files.push({ file: table.file, sha256: table.sha256, rows: taken })
  }
  return { names: [...known.values()], files }
}

function parseName(row: unknown, place: string, analyzer: Analyzer): PlacedSiteName {
  const parsed = siteNameSchema.safeParse(row)
  if (!parsed.success) throw invalid(place, describeIssues(parsed.error, 'a name'))
  const { name, ontology, code, note, unit, specimen } = parsed.data
  const hints = { unit, specimen }
  for (const hint of HINTS)
    if (hints[hint] !== '' && !Object.hasOwn(hintSchemas[ontology].shape, hint))
      throw invalid(place, `requests to ${ontology} have no ${hint}: leave it empty`)
  const words = siteNameKey(name, analyzer)
  if (words === '') throw invalid(place, 'name has no words')
  return {
    ontology,
    place,
    record: {
      ...{ words, unit: hintKey(unit), specimen: hintKey(specimen) },
      ...{ name, code: requireOntology(ontology).parseCode(code) ?? code, note },
    },
  }
}

/** A table, its rows not looked at. */
interface Table {
  /** Its name without folders. */
  readonly file: string
  readonly sha256: string
  readonly rows: readonly { readonly place: string; readonly row: unknown }[]
}

function readFile(path: string): Table {
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    throw asFileError(path, error)
  }
  const file = basename(path)
  const [header = '', ...lines] = decode(content, file).split(/\r?\n/)
  const columns = parseHeader(header, file)
  const rows: { place: string; row: unknown }[] = []
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const place = `${file} line ${i + 2}`
    const cells = line.split('\t').map(unquoted)
    if (cells.length > columns.length)
      throw invalid(place, `it has ${cells.length} columns, the header ${columns.length}`)
    rows.push({
      place,
      row: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])),
    })
  }
  return { file, sha256: createHash('sha256').update(content).digest('hex'), rows }
}

function decode(content: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (cause) {
    throw invalid(file, 'it is not UTF-8: save it as text in UTF-8 with tabs', cause)
  }
}

function parseHeader(line: string, file: string): string[] {
  const columns = line.split('\t').map((cell) => unquoted(cell).trim().toLowerCase())
  const place = `${file} line 1`
  const known: readonly string[] = SITE_NAME_COLUMNS
  for (const [i, column] of columns.entries()) {
    if (!known.includes(column))
      throw invalid(place, `column ${i + 1} of the header is none of ${known.join(', ')}`)
    if (columns.indexOf(column) !== i) throw invalid(place, `column ${column} stands there twice`)
  }
  for (const column of REQUIRED)
    if (!columns.includes(column)) throw invalid(place, `the header has no column ${column}`)
  return columns
}

/** A cell without the quotes that spreadsheets put around some. */
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

function invalid(place: string, what: string, cause?: unknown): MedlinkError {
  return new MedlinkError('names_invalid', `${place}: ${what}`, { cause })
}

/** SHA-256 of names, in hex: two that answer the same have the same one. */
export function siteNamesHash(names: readonly PlacedSiteName[]): string {
  const said = names.map(({ ontology, record }) => [ontology, record])
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** The names of an ontology whose code a release has. @param has whether it has a code */
export function requireCodes(
  names: readonly PlacedSiteName[],
  release: string,
  has: (code: string) => boolean,
): void {
  const unknown = names.find(({ record }) => !has(record.code))
  if (unknown !== undefined) throw invalid(unknown.place, `${release} has no such code`)
}

/**
 * Remarks for a person on names and a release: names whose code it lacks or has retired, and names that it has for another
 * code. A line each, with the place and the codes.
 */
export function remarksOn(
  names: readonly PlacedSiteName[],
  index: MedlinkIndex,
  analyzer: Analyzer,
): string[] {
  const { ontology, version } = index.manifest
  const { parseCode } = requireOntology(ontology)
  return names.flatMap(({ place, record: { name, code } }) => {
    const told = (what: string) => [`${place}: ${what}`]
    const concept = index.getConcept(code)
    if (concept === undefined)
      return told(`${ontology} ${version} has no such code: the name is left out`)
    const written = index.getConcept(parseCode(name) ?? '')
    if (written !== undefined && written.id !== concept.id)
      return told(`the name is itself the code ${written.code}, which answers, not ${code}`)
    if (!concept.active) {
      const other = exactReplacement(index.replacementsOf(concept.id))
      return told(
        other === undefined
          ? `${code} is retired, and no other code means the same: the name is not linked`
          : `${code} is retired: ${other.code} answers in its place`,
      )
    }
    const others = officialConcepts(name, index, analyzer)
    if (others.size === 0 || others.has(concept.id)) return []
    const codes = [...others].map((id) => index.concept(id).code).join(', ')
    return told(`the name is an official one of ${codes}: it stands for ${code} now`)
  })
}

/** The active concepts that have a name as an official one, word for word. */
function officialConcepts(name: string, index: MedlinkIndex, analyzer: Analyzer): Set<number> {
  const forms = analyzer.analyze(name).map(({ form }) => form)
  const terms = [...index.termsVerbatim(name), ...index.termsOfForms(forms)]
  const official = terms.filter((term) => OFFICIAL.has(index.term(term).kind))
  return new Set(
    official
      .flatMap((term) => [...index.conceptsOf(term)])
      .filter((concept) => index.isActive(concept))
      .sort((a, b) => a - b),
  )
}
