/**
 * The tabular list: chapters, blocks, the notes under a code that are further names of it, and those that say what is
 * not coded with it.
 *
 * Layout (CDC/NCHS): `ICD10CM.tabular` > `chapter` (name, desc) > `section` (id, desc) > nested
 * `diag` (name, desc, inclusionTerm/note, includes/note, excludes1/note and instructions to the coder); chapters and
 * sections have excludes1/note, too. Codes with a 7th character
 * are not listed; the order file has them, so `sevenChrDef` is not read.
 */

import type { ReleaseFile } from '../../release-files.ts'
import type { Chapter } from './chapters.ts'
import type { ExclusionNote } from './exclusions.ts'
import { type Fail, MAX_NAME, MAX_NAMES, parseXml, type XmlHandlers } from './xml.ts'

/** A block of categories, e.g. `{range: 'E08-E13', title: 'Diabetes mellitus'}`; a range may be one category. */
export interface Block {
  readonly range: string
  readonly title: string
}

/** A name that a file gives to a code (with dot) besides its titles. */
export interface CodeName {
  readonly code: string
  readonly text: string
}

/** Parts of a tabular list that the build takes. */
export interface TabularList {
  /** The edition that the file gives itself, e.g. `2026`; empty when it gives none. */
  readonly version: string
  /** Sorted by range. */
  readonly chapters: readonly Chapter[]
  /** Category (three characters) -> its block. */
  readonly blocks: ReadonlyMap<string, Block>
  /** Inclusion terms and includes notes in document order; one text may come twice. */
  readonly names: readonly CodeName[]
  /** Excludes1 notes of codes, blocks and chapters in document order. */
  readonly exclusions: readonly ExclusionNote[]
  readonly sha256: string
}

/** A tabular list that is still growing. */
type Draft = {
  version: string
  readonly chapters: Chapter[]
  readonly blocks: Map<string, Block>
  readonly names: CodeName[]
  readonly exclusions: ExclusionNote[]
}

/** Chapters of one list; there are 22. */
const MAX_CHAPTERS = 100

/** Excludes1 notes of one list, of which that of 2021 has 5,441, and characters of one: at most 165. */
const MAX_EXCLUSIONS = 30_000
const MAX_EXCLUSION = 1000

/** Longest includes note that is still read as a name, in characters; longer ones are sentences. */
const MAX_INCLUDES_LENGTH = 119

/**
 * A tabular list.
 * @throws MedlinkError `release_invalid` with file and line when the XML is malformed or no tabular list
 */
export async function readTabular(file: ReleaseFile): Promise<TabularList> {
  const draft: Draft = { version: '', chapters: [], blocks: new Map(), names: [], exclusions: [] }
  const sha256 = await parseXml(file, 'ICD10CM.tabular', (fail) => tabularHandlers(draft, fail))
  draft.chapters.sort((a, b) => (a.range < b.range ? -1 : a.range > b.range ? 1 : 0))
  return { ...draft, sha256 }
}

/** Fills `draft` while the list streams past: `codes` are the open `diag` elements, innermost last. */
function tabularHandlers(draft: Draft, fail: Fail): XmlHandlers {
  const codes: string[] = []
  let chapter = 0
  let block: Block | undefined
  let sectionId = ''
  const requireShort = (text: string) =>
    text.length <= MAX_NAME ? text : fail(`found a name of more than ${MAX_NAME} characters`)
  const addName = (text: string) => {
    if (draft.names.length === MAX_NAMES) fail(`found more than ${MAX_NAMES} names`)
    draft.names.push({ code: codes.at(-1)!, text: requireShort(text) })
  }
  const addExclusion = (subject: string | undefined, text: string) => {
    if (draft.exclusions.length === MAX_EXCLUSIONS)
      fail(`found more than ${MAX_EXCLUSIONS} Excludes1 notes`)
    if (text.length > MAX_EXCLUSION)
      fail(`found an Excludes1 note of more than ${MAX_EXCLUSION} characters`)
    if (subject !== undefined && subject !== '') draft.exclusions.push({ subject, text })
  }
  const onClose: Record<string, (text: string) => void> = {
    'ICD10CM.tabular/version': (text) => {
      draft.version = text
    },
    'chapter/name': (text) => {
      chapter = Number(text)
    },
    'chapter/desc': (text) => {
      if (draft.chapters.length === MAX_CHAPTERS) fail(`found more than ${MAX_CHAPTERS} chapters`)
      draft.chapters.push({ number: chapter, ...parseHeading(requireShort(text)) })
    },
    'section/desc': (text) => {
      const { range, title } = parseHeading(requireShort(text))
      block = { range: range || sectionId, title }
    },
    'diag/name': (code) => {
      codes[codes.length - 1] = code
      if (block !== undefined && code.length === 3) draft.blocks.set(code, block)
    },
    'diag/inclusionTerm/note': (text) => {
      if (isName(text)) addName(text)
    },
    'diag/includes/note': (text) => {
      if (codes.at(-1)!.length === 3 && isIncludesName(text)) addName(text)
    },
    'diag/excludes1/note': (text) => addExclusion(codes.at(-1), text),
    'section/excludes1/note': (text) => addExclusion(sectionId, text),
    'chapter/excludes1/note': (text) => addExclusion(draft.chapters.at(-1)?.range, text),
  }
  return {
    onOpen(path, attributes) {
      const name = path.at(-1)
      if (name === 'diag') codes.push('')
      else if (name === 'section') {
        sectionId = attributes.id ?? ''
        block = undefined
      }
    },
    onClose(path, text) {
      const name = path.at(-1)
      if (name === 'diag') codes.pop()
      else if (name === 'section') block = undefined
      else onClose[path.slice(name === 'note' ? -3 : -2).join('/')]?.(text)
    },
  }
}

/**
 * True when a note names a condition; false when it points elsewhere ("Conditions classifiable to C15"), speaks to
 * the coder ("This category is for use with …") or only heads a list ("Angiostrongyliasis due to:").
 */
export function isName(note: string): boolean {
  return note !== '' && !note.endsWith(':') && !POINTERS.some((pointer) => pointer.test(note))
}

const POINTERS = [
  /\bclassifiable (?:to|under)\b/i,
  /\b(?:this|these) (?:category|categories|codes?)\b/i,
  /\bcodes? (?:also|to)\b/i,
  /\bconditions? (?:in|listed)\b/i,
  // A code with its dot, or a range: O70.0, O34.-, A50-A53. Bare ones may be words of a name: vitamin B12, O157:H7.
  /\b[A-Z]\d[0-9A-Z](?:\.[0-9A-Z-]|-[A-Z]\d[0-9A-Z])/,
]

/** Includes notes describe the extent of a category as often as they name it, so they must meet more conditions. */
function isIncludesName(note: string): boolean {
  return (
    isName(note) && note.length <= MAX_INCLUDES_LENGTH && !/\b(?:codes|conditions)\b/i.test(note)
  )
}

/** `Diabetes mellitus (E08-E13)` -> its range and title; a heading without range keeps its text and an empty range. */
function parseHeading(text: string): Block {
  const match = /^(.*?)\s*\(([0-9A-Z]{3}(?:-[0-9A-Z]{3})?)\)$/.exec(text)
  return match ? { title: match[1]!, range: match[2]! } : { title: text, range: '' }
}
