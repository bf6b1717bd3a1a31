import type { Laterality } from '../clinical/laterality.ts'
import type { LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { madeOnce } from '../language/remember.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, tells, textOf, written } from './mentions.ts'
import { wordAt } from './note-text.ts'
import { saysAllOf } from './sites-elsewhere.ts'
import { attributesWithin } from './spans.ts'
import {
  asWord,
  categoryOf,
  EYES,
  isSideWord,
  OPEN_PART,
  sideOf,
  specificRow,
  titleOf,
} from './specific-codes.ts'
import type { FoundProblems } from './task.ts'

/**
 * Sides that a text tells outside the name of a condition: that one is worse than the other, a letter right before or behind
 * the name, and the part of the body in the label of a report. A code that leaves open which side or part it is gives way to
 * the one for it; where there are codes for sides and none for that side, none is linked.
 */

/** How charts write which eye, ear or side. */
const LETTERS: ReadonlyMap<string, Laterality> = new Map([
  ...EYES,
  ...['R', 'Rt', 'RT'].map((letters) => [letters, 'right'] as const),
  ...['L', 'Lt', 'LT'].map((letters) => [letters, 'left'] as const),
])
/** Eyelids as charts of eyes write them; of the lungs they are lobes. */
const LIDS: ReadonlyMap<string, string> = new Map([
  ['RUL', 'right upper eyelid'],
  ['RLL', 'right lower eyelid'],
  ['LUL', 'left upper eyelid'],
  ['LLL', 'left lower eyelid'],
])
const OF_LID = /\beyelid\b/i
/** Titles of codes that are for no part of the body. */
const OPEN_SITE = /\bskin, unspecified\b|\bunspecified (?:part|site)\b|\bsite unspecified\b/i
/** Chapter of tumours, whose codes are by their parts of the body. */
const OF_GROWTH = /^[CD]/
/** Titles that leave something open. */
const IS_OPEN = /\b(?:unspecified|site)\b/i

const ONE_SIDE = `(?:R|Rt|right|RE|OD|L|Lt|left|LE|OS)`
const WORSE = String.raw`\s?(?:[<>]{1,3}|(?:is )?worse than)\s?(?:the )?`
/** "R > L" and "left worse than right": both. */
const BOTH = new RegExp(String.raw`(?<![\p{L}\d])${ONE_SIDE}${WORSE}${ONE_SIDE}(?![\p{L}\d])`, 'iu')
const BOTH_BEHIND = new RegExp(String.raw`^[\s,(-]{0,3}${BOTH.source}`, 'iu')
const BOTH_BEFORE = new RegExp(String.raw`${BOTH.source}\s$`, 'iu')
const SIDE_WORDS = new RegExp(String.raw`(?<![\p{L}\d])${ONE_SIDE}(?![\p{L}\d])[<>\s,(]*`, 'giu')
/** In UTF-16 units around a name. */
const NEAR = 32

/** The candidates with the code for the side, or the part of the body, that the text tells. */
export function withToldSide(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  index: MedlinkIndex,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first === undefined || mention.readAs !== undefined || mention.isCombined) return rows
  return (
    ofBoth(rows, note, mention, linker, index) ??
    ofLid(rows, note, mention, linker) ??
    ofLetter(rows, note, mention, linker, index) ??
    ofLabel(rows, note, mention, linker, index) ??
    rows
  )
}

/** One side is worse, so that both have it. */
function ofBoth(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  index: MedlinkIndex,
): readonly LinkResultItem[] | undefined {
  if (!tells(note, BOTH)) return undefined
  const { begin, end } = placeOf(note, mention)
  const name = note.text.slice(begin, end)
  const [last = ''] = /\S+$/.exec(name) ?? []
  const behind = `${last}${note.text.slice(end, end + NEAR)}`
  const before = note.text.slice(Math.max(0, begin - NEAR), begin + name.search(/\s|$/) + 1)
  const isTold =
    BOTH.test(name) ||
    BOTH_BEHIND.test(behind) ||
    BOTH_BEHIND.test(behind.slice(last.length)) ||
    BOTH_BEFORE.test(before)
  if (!isTold) return undefined
  const rest = name.replace(SIDE_WORDS, '').trim()
  const [both] = linker.link(`bilateral ${rest}`)
  if (both?.is_linked === true && !isSided(both, index)) return withFirst(both, rows)
  const [alone] = linker.link(rest)
  const isFree = alone?.is_linked === true && !isSided(alone, index)
  return isFree ? withFirst(alone, rows) : refused(rows, 'name_incomplete')
}

/** Codes by whether they are sided, see {@link isSided}. */
const sidedCodes = new WeakMap<MedlinkIndex, Map<string, boolean>>()
const MAX_CODES = 10_000

/** True if a code is for one side, or if a code next to it or below it is. */
function isSided({ term_id }: LinkResultItem, index: MedlinkIndex): boolean {
  let known = sidedCodes.get(index)
  if (known === undefined) {
    known = new Map()
    sidedCodes.set(index, known)
  }
  return madeOnce(known, term_id, (code) => hasSided(code, index), MAX_CODES)
}

/** The sides are in pairs: one of them says that both are there. */
const ONE_OF_SIDES = /\bleft\b/i

function hasSided(code: string, index: MedlinkIndex): boolean {
  const title = titleOf(code, index)
  if (/\bbilateral\b/i.test(title)) return false
  const { from, to } = index.codesFrom(OPEN_PART.test(title) ? code.slice(0, -1) : code)
  for (let id = from; id < to; id++) if (ONE_OF_SIDES.test(index.concept(id).name)) return true
  return false
}

function ofLid(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  const [first] = rows
  if (!OF_LID.test(first!.metadata.preferred_name)) return undefined
  const lid = LIDS.get(written(note, mention.to, Math.min(mention.to + 1, note.words.length)))
  if (lid === undefined) return undefined
  const [row] = linker.link(`${textOf(note, mention)} ${lid}`)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}

/** The letter of a side right before or behind a name, whose code leaves it open: "Ovarian cyst R 5 cm". */
function ofLetter(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  index: MedlinkIndex,
): readonly LinkResultItem[] | undefined {
  const [first] = rows
  if (first?.is_linked !== true) return undefined
  const own = ownSide(note, mention)
  const side = own ?? letterBeside(note, mention)
  if (side === undefined || saysSide(first, side)) return undefined
  const specific = specificRow(first, side, index, linker)
  if (specific !== undefined) return withFirst(specific, rows)
  const name = textOf(note, mention).replace(SIDE_WORDS, '').trim()
  for (const said of side === 'bilateral' ? [side] : [side, 'unilateral']) {
    const [named] = linker.link(`${said} ${name}`)
    if (named?.is_linked === true && isSame(named, first) && saysSide(named, said))
      return withFirst(named, rows)
  }
  return own === undefined && OPEN_PART.test(first.metadata.preferred_name)
    ? refused(rows, 'name_incomplete')
    : undefined
}

function letterBeside({ text, words }: Note, { from, to }: Mention): Laterality | undefined {
  for (const at of [to, from - 1]) {
    const word = words[at]
    const touches = word && /^\s?\(?$/.test(gapTo(text, words, at, at === to ? to : from))
    const side = word && touches ? LETTERS.get(text.slice(word.start, word.end)) : undefined
    if (side !== undefined) return side
  }
  return undefined
}

/** The text between a word and the one before `edge`, or the one at it. */
function gapTo(text: string, words: Note['words'], at: number, edge: number): string {
  return at < edge
    ? text.slice(words[at]!.end, words[edge]!.start)
    : text.slice(words[edge - 1]!.end, words[at]!.start)
}

function ownSide({ words }: Note, { from, to }: Mention): Laterality | undefined {
  return sideOf(words.slice(from, to).map(({ form }) => form))
}

function saysSide({ metadata }: LinkResultItem, side: string): boolean {
  return asWord(side === 'bilateral' ? 'bilateral|both' : side).test(metadata.preferred_name)
}

function isSame(row: LinkResultItem, first: LinkResultItem): boolean {
  return categoryOf(row.term_id) === categoryOf(first.term_id)
}

/** A label of a report, before a colon, and what is before that. */
const LABEL = /(?:^|[\n.;])[^\S\n]*([^\n.:;]{2,60})$/
/** Labels of what was found, which say of no part of the body. */
const SAYS_NO_PART =
  /^(?:assessment|conclusions?|diagnos[ei]s|dx|findings?|histology|imp|impressions?|interpretation|microscopy|opinion|report|result)s?$/i
/** Behind a label: nothing is there. */
const IS_NORMAL = /^\s*(?:clear|intact|nad|normal|unremarkable|wnl)\b/i
/** In UTF-16 units: of a label with the blanks before it, before a name, and of a title of a report. */
const LONGEST_LABEL = 72
const LABEL_WITHIN = 400
const LONGEST_TITLE = 80
/** A first line that is a title, and no sentence. */
const IS_TITLE = /[^.:;,]$/

/** Where the label of a name is in the text; undefined if it has none. */
function labelOf(text: string, begin: number): { from: number; to: number } | undefined {
  const start = Math.max(0, begin - LABEL_WITHIN)
  const before = text.slice(start, begin)
  for (let at = before.lastIndexOf(':'); at > 0; at = before.lastIndexOf(':', at - 1)) {
    const written = LABEL.exec(before.slice(Math.max(0, at - LONGEST_LABEL), at))?.[1]
    if (written === undefined || !/\s/.test(text[start + at + 1] ?? '')) continue
    const label = written.trim()
    if (SAYS_NO_PART.test(label)) break
    if (IS_NORMAL.test(before.slice(at + 1))) return undefined
    const from = start + at - written.length
    return { from, to: from + label.length }
  }
  const line = text.slice(0, LONGEST_TITLE).indexOf('\n')
  return line > 0 && line < begin && IS_TITLE.test(text.slice(0, line).trim())
    ? { from: 0, to: line }
    : undefined
}

/** Reasons of a no to a name that needs a site. */
const NEEDS_SITE: ReadonlySet<string> = new Set(['too_vague', 'name_adds', 'below_threshold'])

/** The part of the body in the label of a name whose code leaves it open: "Left ear: CSOM", "MRI RIGHT HIP" above it. */
function ofLabel(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  index: MedlinkIndex,
): readonly LinkResultItem[] | undefined {
  const [first] = rows
  const isUnsited = NEEDS_SITE.has(first!.metadata.link_reason ?? '')
  if (!first!.is_linked && !isUnsited) return undefined
  const { begin } = placeOf(note, mention)
  const label = labelOf(note.text, begin)
  if (label === undefined || ownSide(note, mention) !== undefined) return undefined
  const title = titleOf(first!.term_id, index)
  const isOpen = IS_OPEN.test(title) || isSided(first!, index)
  if (!isOpen && !isUnsited) return undefined
  const { text, words } = note
  const stretch = { from: wordAt(words, label.from), to: wordAt(words, label.to) }
  const said = words.slice(stretch.from, stretch.to)
  const written = said.map((word) => text.slice(word.start, word.end))
  const side =
    sideOf(said.map(({ form }) => form)) ?? written.map((word) => LETTERS.get(word)).find(Boolean)
  const sites = attributesWithin(note.attributes, stretch).filter(
    ({ type }) => type === 'SYSTEM_ORGAN_SITE',
  )
  const parts = sites.map(({ from, to }) =>
    text.slice(words[from]!.start, words[to - 1]!.end).toLowerCase(),
  )
  if (written.some((word) => EYES.has(word))) parts.push('eye')
  if (side === undefined && parts.length === 0) return undefined
  // "Left knee: OA, right hip normal, effusion".
  for (let at = stretch.to; at < mention.from; at++)
    if (isSideWord(words[at]!.form)) return undefined
  const name = textOf(note, mention)
  for (const part of parts.toReversed())
    for (const way of [`${side ?? ''} ${part} ${name}`, `${name} ${side ?? ''} ${part}`]) {
      const [row] = linker.link(way.trim())
      if (row?.is_linked !== true || (first!.is_linked && row.term_id === first!.term_id)) continue
      const isOfName =
        isSame(row, first!) ||
        (row.term_id[0] === first!.term_id[0] && saysAllOf(row.metadata.preferred_name, title))
      if (isOfName && !OPEN_PART.test(row.metadata.preferred_name)) return withFirst(row, rows)
    }
  if (!first!.is_linked) return undefined
  if (parts.length > 0 && OPEN_SITE.test(title) && OF_GROWTH.test(first!.term_id))
    return refused(rows, 'name_incomplete')
  // "Left shoulder: normal. Right: rotator cuff tear".
  const isBare = said.every(({ form }) => isSideWord(form) || form === 'side')
  if (side === undefined || !(isBare || isOfPart(title, parts))) return undefined
  const specific = specificRow(first!, side, index, linker)
  if (specific !== undefined) return withFirst(specific, rows)
  return OPEN_PART.test(title) ? refused(rows, 'name_incomplete') : undefined
}

/** Letters of a part that its adjective has, too: "ovary", "ovarian". */
const STEM = 4
/** Parts of limbs by the words that titles have for them. */
const LIMBS: Readonly<Record<string, RegExp>> = {
  arm: /\bupper (?:arm|extremity|limb)\b/i,
  leg: /\blower (?:extremity|leg|limb)\b/i,
}

/** True if a title is of one of some parts of the body. */
function isOfPart(title: string, parts: readonly string[]): boolean {
  const stems = new Set(
    title
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
      ?.map((word) => word.slice(0, STEM)),
  )
  return parts.some((part) =>
    part.split(' ').some((word) => stems.has(word.slice(0, STEM)) || LIMBS[word]?.test(title)),
  )
}
