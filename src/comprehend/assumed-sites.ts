import { partWords } from '../clinical/part-kinds.ts'
import type { Attribute, LinkResultItem } from '../contract.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, textOf } from './mentions.ts'

/**
 * Findings whose code by themselves is for one part of the body: "erythematous" is of the skin, "diverticula" are of the
 * intestine. Where the text says that another part has them, its name goes before theirs: "Duodenum: erythematous".
 */

/** Below data/: such findings, with a kind of parts of which the code is not. */
const ASSUMED_SITES = 'clinical/assumed-sites.tsv'

const partsElsewhere = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const read = new Map<string, Set<string>>()
  for (const [finding, kind] of readTable(ASSUMED_SITES, ['finding', 'elsewhere'])) {
    const parts = madeOnce(read, finding!, () => new Set<string>())
    for (const part of partWords(kind!)) parts.add(part)
  }
  return read
})

const allParts = lazily(
  (): ReadonlySet<string> => new Set([...partsElsewhere().values()].flatMap((parts) => [...parts])),
)

/** The part that a sentence begins with, as a label or as what has something: "Bladder:", "left ovary shows". */
const SUBJECT =
  /^\W*(?:the )?([\p{L}\d ,/-]{2,48}?)(?:\s?:| [-–—] | (?:appears?|are|has|have|is|looks?|reveals?|showed|shows?|was|were) )/iu
const NOT_LETTERS = /[^\p{L}]+/u
/** Words behind a part that are of it. */
const OF_PART = /^(?:beds?|bod(?:y|ies)|bulb|folds?|mucosa|poles?|segments?|walls?)$/

/** The candidates of such a finding at another part: the code for that, and none where it has no code. */
export function atTheirSite(
  rows: readonly LinkResultItem[],
  { note, linker }: { readonly note: Note; readonly linker: EntityLinker },
  mention: Mention,
  attributes: readonly Attribute[],
): readonly LinkResultItem[] {
  const [first] = rows
  const isOpen = first?.metadata.link_reason === 'too_vague'
  if (first === undefined || !(first.is_linked || isOpen)) return rows
  const { core } = mention
  const parts = note.words
    .slice(core.from, core.to)
    .map(({ form }) => partsElsewhere().get(form))
    .find((found) => found !== undefined)
  if (parts === undefined) return rows
  const partsIn = (text: string) => wordsOf(text).filter((word) => parts.has(word))
  const { begin, end } = placeOf(note, mention)
  const sites = sitesOf(attributes)
  const [site = sites.length === 0 ? subjectOf(note, mention) : ''] = sites
    .filter((each) => each.begin_offset < begin || each.end_offset > end)
    .map(({ text }) => text)
    .filter((text) => partsIn(text).length > 0)
  const own = partsIn(site)
  if (own.length === 0) return rows
  const name = textOf(note, core)
  for (const place of new Set([subjectOf(note, mention), site, ...own])) {
    const [row] = partsIn(place).length > 0 ? linker.link(`${place} ${name}`) : []
    if (row?.is_linked === true) return row.term_id === first.term_id ? rows : withFirst(row, rows)
  }
  return refused(rows, 'name_incomplete')
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(NOT_LETTERS).filter(Boolean)
}

function sitesOf(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.filter(({ type }) => type === 'SYSTEM_ORGAN_SITE')
}

/** The part of the body that the sentence of a mention begins with, as its subject; '' for none. */
function subjectOf(note: Note, mention: Mention): string {
  const { begin } = placeOf(note, note.sentences[mention.sentence]!)
  const before = note.text.slice(begin, placeOf(note, mention).begin)
  const subject = SUBJECT.exec(before)?.[1]?.trim() ?? ''
  const words = wordsOf(subject).filter((word) => !OF_PART.test(word))
  // "Bladder cancer is" is about no bladder.
  return allParts().has(words.at(-1) ?? '') ? subject : ''
}
