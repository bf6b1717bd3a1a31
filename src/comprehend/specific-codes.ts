import { TRIMESTERS, type Trimester } from '../clinical/gestation.ts'
import { LATERALITY, type Laterality, sides } from '../clinical/laterality.ts'
import type { LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Word } from '../language/analyze.ts'
import { remember } from '../language/remember.ts'
import type { EntityLinker } from './entity-linker.ts'
import type { Stretch } from './name-sets.ts'
import { type ReadText, SIDES, type Span, type SpanFinder } from './spans.ts'

/** Titles say of paralysis which side is dominant; if the text does not, the right side is (guidelines I.C.6.a). */
const DOMINANCE: Readonly<Partial<Record<Laterality, string>>> = {
  right: 'dominant',
  left: 'nondominant',
}
/** Values of which a title has one, or leaves it open as "unspecified". */
const VALUES: readonly string[] = [...Object.keys(LATERALITY), ...TRIMESTERS]
/** Words of titles that do not tell conditions apart from each other once the value is known. */
const LIGHT: ReadonlySet<string> = new Set([
  ...VALUES,
  ...['unspecified', 'side', 'eye', 'ear', 'trimester', 'of', 'the', 'in', 'a'],
])

/** Courses of an illness that codes tell apart. */
export type Course = 'remission' | 'relapse'
/** Courses by the words for them. */
export const COURSES: ReadonlyMap<string, Course> = new Map([
  ['abstinent', 'remission'],
  ['cr1', 'remission'],
  ['cr2', 'remission'],
  ['cr3', 'remission'],
  ['relapse', 'relapse'],
  ['relapsed', 'relapse'],
  ['remission', 'remission'],
])
/** In words behind a condition: the last word of its course. */
export const LONGEST_COURSE = 6
/** The course that a title has: "in partial remission", but not "not having achieved remission". */
const COURSE_OF_TITLE = /\bin (?:(?:early|full|partial|sustained) )?(remission|relapse)\b/i
/** A remission that is not complete. */
export const PARTIAL = /\bpartial\b/i
/** Chapter of illnesses whose remission is never left out. */
const OF_MIND = /\bmental\b/i

/** Parts of which there are two, in titles that leave open which. */
export const OPEN_PART =
  /\bunspecified (?:ankle|arm|axilla|breast|carotid|ear|elbow|eye|eyelid|femur|finger|foot|forearm|hand|hip|humerus|knee|leg|limb|(?:low|upp)er (?:arm|extremity|leg|limb)|ovary|shoulder|side|thigh|toe|wrist)\b/i

/** In characters: codes of one condition begin alike. */
const CATEGORY_LENGTH = 3

/** A pattern of a word, or of one of several with bars between, in any case. */
export const asWord = remember((word) => new RegExp(String.raw`\b(?:${word})\b`, 'i'))

/** The category of an ICD-10-CM code. */
export function categoryOf(code: string): string {
  return code.slice(0, CATEGORY_LENGTH)
}

/** The title of a code; '' for none that the index has. */
export function titleOf(code: string, index: MedlinkIndex): string {
  return index.getConcept(code)?.name ?? ''
}

/** The code with a beginning that has a title. */
export function codeTitled(
  title: string,
  beginning: string,
  index: MedlinkIndex,
): string | undefined {
  const { from, to } = index.codesFrom(beginning)
  for (let id = from; id < to; id++) if (index.concept(id).name === title) return index.codeOf(id)
  return undefined
}

/** True for a code of a symptom, which the code of its cause has in it: chapter R, and psychosis of no kind. */
export function isSymptom(code: string): boolean {
  return /^(?:R\d\d|F29)/.test(code)
}

/** True for a word that says a side, or both, also as charts cut it. @throws MedlinkError `data_invalid` */
export function isSideWord(form: string): boolean {
  return sides().has(SIDES.get(form) ?? form)
}

/** The side that the words of a mention say; undefined if they say none or several. @throws MedlinkError `data_invalid` */
export function sideOf(forms: readonly string[]): Laterality | undefined {
  let said: Laterality | undefined
  for (const form of forms) {
    const side = sides().get(SIDES.get(form) ?? form)
    if (side !== undefined && side !== (said ?? side)) return undefined
    said ??= side
  }
  return said
}

/** Text between two statements. */
const APART = /[.;\n]/
/** How charts of eyes write which one. */
export const EYES: ReadonlyMap<string, Laterality> = new Map([
  ...(['RE', 'OD'] as const).map((eye) => [eye, 'right'] as const),
  ...(['LE', 'OS'] as const).map((eye) => [eye, 'left'] as const),
  ...(['BE', 'OU'] as const).map((eye) => [eye, 'bilateral'] as const),
])

/** The eye that a word is, as charts write it; undefined for other words. */
export function eyeAt(
  { text, words }: ReadText & { readonly text: string },
  at: number,
): Laterality | undefined {
  const word = words[at]
  return word && EYES.get(text.slice(word.start, word.end))
}

/** The eye that the word right before or behind a mention says: "LE cataract", "NPDR BE". */
export function eyeBeside(
  note: ReadText & { readonly text: string },
  { from, to }: Stretch,
): Laterality | undefined {
  const { text, words } = note
  for (const at of [from - 1, to]) {
    const eye = eyeAt(note, at)
    const next = at < from ? from : at
    if (eye !== undefined && !APART.test(text.slice(words[next - 1]!.end, words[next]!.start)))
      return eye
  }
  return undefined
}

/** The row of the code for a side or a trimester instead of one that leaves it open or is a header; undefined if there is none. */
export function specificRow(
  row: LinkResultItem,
  value: Laterality | Trimester,
  index: MedlinkIndex,
  linker: EntityLinker,
): LinkResultItem | undefined {
  const found = index.getConcept(row.term_id)
  if (found === undefined) return undefined
  const open = wordsOf(found.name)
  if (VALUES.some((each) => open.has(each))) return undefined
  const dominance = DOMINANCE[value as Laterality] ?? ''
  // The codes of the values of one condition differ in their last sign; a header has none.
  const isHeader = !/\bunspecified\b/i.test(found.name)
  const { from, to } = index.codesFrom(isHeader ? found.code : found.code.slice(0, -1))
  const length = found.code.length + (isHeader ? 1 : 0)
  for (let id = from; id < to; id++) {
    const { code, name } = index.concept(id)
    const own = wordsOf(name)
    const isOfValue = VALUES.every((each) => own.has(each) === (each === value))
    if (code.length !== length || !isOfValue) continue
    own.delete(dominance)
    if (contentOf(own) !== contentOf(open)) continue
    const [described] = linker.link(code)
    if (described?.term_id !== code) return undefined
    return withCodeOf(row, described)
  }
  return undefined
}

/** The course that the title of a code has; undefined if it has none. */
export function courseIn(title: string): Course | undefined {
  return COURSE_OF_TITLE.exec(title)?.[1]?.toLowerCase() as Course | undefined
}

/** The row of the code for a course instead of one without it, if only one code next to it has that course. */
export function courseRow(
  row: LinkResultItem,
  course: Course,
  isPartial: boolean,
  index: MedlinkIndex,
  linker: EntityLinker,
): LinkResultItem | undefined {
  const { term_id } = row
  const { from, to } = index.codesFrom(term_id.slice(0, -1))
  const found: string[] = []
  for (let id = from; id < to; id++) {
    const { code, name } = index.concept(id)
    const isOther = code.length !== term_id.length || courseIn(name) !== course
    if (!isOther && PARTIAL.test(name) === isPartial) found.push(code)
  }
  if (found.length !== 1) return undefined
  const [described] = linker.link(found[0]!)
  if (described === undefined || !described.term_id.startsWith(found[0]!)) return undefined
  return withCodeOf(row, described)
}

/** A row as it is linked, with the code of another one and what is known of that. */
export function withCodeOf(
  row: LinkResultItem,
  { term_id, metadata }: LinkResultItem,
): LinkResultItem {
  const { link_basis, link_reason } = row.metadata
  return { ...row, term_id, metadata: { ...metadata, link_basis, link_reason } } as LinkResultItem
}

/** Word of titles for a course, also for one that is not reached: "not having achieved remission". */
const NAMES_COURSE = /\b(?:relapse|remission)\b/i

/** True if codes of the row's category tell a course, or if the row is of a chapter in which it is never left out. */
export function hasCourses({ term_id, metadata }: LinkResultItem, index: MedlinkIndex): boolean {
  const { chapter } = metadata as Readonly<Record<string, unknown>>
  if (OF_MIND.test(String(chapter))) return true
  const { from, to } = index.codesFrom(categoryOf(term_id))
  for (let id = from; id < to; id++) if (NAMES_COURSE.test(index.concept(id).name)) return true
  return false
}

function wordsOf(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/\p{L}+/gu) ?? [])
}

function contentOf(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => !LIGHT.has(word))
    .map((word) => word.replace(/s$/, ''))
    .sort()
    .join(' ')
}

/** Codes of cancers, and of where they have spread to. */
const CANCER = /^C/
const SPREAD = /^C7[789]/
/** "Cancer" alone, of what the words before it say. */
const NO_PART = 'C80'

/** True for the codes of a cancer and of where it has spread to. */
export function isSpread(own: string | undefined, other: string | undefined): boolean {
  return CANCER.test(own ?? '') && SPREAD.test(other ?? '')
}

/**
 * A cancer and where it has spread to: each has a code, though a name has the words of both, "breast cancer with bone mets".
 * Any other span stays one.
 *
 * @param codeOf the code that words are linked to by themselves
 */
export function withSpread(
  words: readonly Word[],
  span: Span,
  finder: SpanFinder,
  codeOf: (from: number, to: number) => string | undefined,
): readonly Span[] {
  const { from, to } = span
  let at = from + 1
  while (at < to - 1 && words[at]!.form !== 'with') at++
  if (at >= to - 1 || codeOf(from, to) !== undefined) return [span]
  if (!isSpread(codeOf(from, at) ?? NO_PART, codeOf(at + 1, to))) return [span]
  const partOf = (first: number, last: number): Span => ({
    ...span,
    ...{ from: first, to: last, keys: finder.keysOf(words.slice(first, last)) },
  })
  return [partOf(from, at), partOf(at + 1, to)]
}
