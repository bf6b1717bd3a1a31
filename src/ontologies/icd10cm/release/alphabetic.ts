/**
 * The alphabetic indexes, and the layout that they share with the neoplasm and drug tables.
 *
 * Layout (CDC/NCHS): `ICD10CM.index` > `letter` > `mainTerm` > nested `term`, each with a `title`
 * (optional words in `nemod`) and either a `code` or one `cell` per column. `see`, `seeAlso`, `seecat`, `subcat` and
 * `manif` point to other entries and codes and are not read.
 */

import type { ReleaseFile } from '../../release-files.ts'
import type { CodeName } from './tabular.ts'
import { collapse, type Fail, MAX_NAME, MAX_NAMES, parseXml, type XmlHandlers } from './xml.ts'

/** One code of one entry. */
export interface IndexEntry {
  /** Titles from the main term down, without optional words, `NEC` and `NOS`; one that becomes empty is left out. */
  readonly path: readonly string[]
  /** With dot. A code "of a group" is that group's header: `C79.8-` -> `C79.8`. */
  readonly code: string
  /** Number of the table column, 2 to 7; 0 for the code of an alphabetic index. */
  readonly column: number
}

/** A whole index or table, entries in document order. */
export interface IndexFile {
  /** The edition that the file gives itself, e.g. `2026`; empty when it gives none. */
  readonly version: string
  readonly entries: readonly IndexEntry[]
  readonly sha256: string
}

/**
 * Every entry of an index or table that has a code.
 * @throws MedlinkError `release_invalid` with file and line when the XML is malformed or no index
 */
export async function readIndexXml(file: ReleaseFile): Promise<IndexFile> {
  const draft = { version: '', entries: [] as IndexEntry[] }
  const sha256 = await parseXml(file, 'ICD10CM.index', (fail) => indexHandlers(draft, fail))
  return { ...draft, sha256 }
}

/**
 * The names of an alphabetic index (diseases, external causes): the path from the main term down, joined by commas.
 * `Abscess` > `abdomen, abdominal` > `wall` -> `Abscess, abdomen, abdominal, wall`.
 */
export function nameIndexEntries(entries: readonly IndexEntry[]): CodeName[] {
  return entries.map(({ path, code }) => ({ code, text: path.join(', ') }))
}

/**
 * The code in a `code` or `cell`: `C50.-` -> `C50`, `S72.00-` -> `S72.00`, `A52.73 [J99]` -> `A52.73` (the bracket is the
 * manifestation, coded in addition). An empty cell, `-` and `--` have none; other text comes back as it is.
 */
export function parseIndexCode(text: string): string | undefined {
  const code = text
    .replace(/\[[^\]]*\]?/g, '')
    .trim()
    .replace(/(?<!-)\.?-+$/, '')
  return code === '' ? undefined : code
}

/** Fills `draft` while the file streams past: `titles` is the path to the term that is open. */
function indexHandlers(draft: { version: string; entries: IndexEntry[] }, fail: Fail): XmlHandlers {
  const titles: string[] = []
  let column = 0
  return {
    onOpen(path, attributes) {
      const name = path.at(-1)
      if (isTerm(name)) titles.push('')
      column = name === 'cell' ? Number(attributes.col ?? 0) : 0
    },
    onClose(path, text) {
      const name = path.at(-1)
      if (isTerm(name)) titles.pop()
      else if (name === 'version') draft.version = text
      else if (!isTerm(path.at(-2))) return
      else if (name === 'title') titles[titles.length - 1] = plainTitle(text)
      else if (name === 'code' || name === 'cell') {
        const code = parseIndexCode(text)
        const named = titles.filter((title) => title !== '')
        if (code !== undefined && named.length > 0) {
          if (named.join(', ').length > MAX_NAME)
            fail(`found an entry of more than ${MAX_NAME} characters`)
          if (draft.entries.length === MAX_NAMES) fail(`found more than ${MAX_NAMES} codes`)
          draft.entries.push({ path: named, code, column })
        }
      }
    },
  }
}

function isTerm(element: string | undefined): boolean {
  return element === 'mainTerm' || element === 'term'
}

/** A title without `NEC`, `NOS` and the gaps that these and dropped optional words leave behind. */
function plainTitle(title: string): string {
  return collapse(title.replace(/\b(?:NEC|NOS)\b/g, ' '))
    .replace(/ +,/g, ',')
    .replace(/^[, ]+|(?<![, ])[, ]+$/g, '')
}
