import { spineLevelsIn } from '../clinical/attributes.ts'
import { partWords } from '../clinical/word-kinds.ts'
import type { Attribute, LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Analyzer } from '../language/analyze.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { firstWhere, mostFrequent } from '../language/sorted.ts'
import { readTable } from '../language/tables.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, textOf, written } from './mentions.ts'
import type { Stretch } from './name-sets.ts'
import { wordAt } from './note-text.ts'
import { attributeAt, SIDES, type SpanFinder } from './spans.ts'

/** Sites that are tried for a mention. */
const MOST_SITES = 4
/** Lobes of the lungs as reports write them. */
const LOBE = /(?<![\p{L}\p{N}])(?:R[UML]L|L[UL]L)(?![\p{L}\p{N}])/gu
/** A text is about a site that it names this often, of all sites that it names. */
const LEAST_OF_MAIN = 0.25
/** Reasons of a no to a name that needs a site: "pain", "buckling", "nodule". */
const NEEDS_SITE: ReadonlySet<string> = new Set(['too_vague', 'name_adds', 'below_threshold'])
/** Titles that leave the site open. */
const OPEN_SITE = /\b(?:unspecified|site)\b/i
/** Words of such titles that do not name the condition. */
const OF_OPEN_TITLES: ReadonlySet<string> = new Set([
  ...['unspecified', 'not', 'specified', 'elsewhere', 'classified', 'other', 'nec', 'nos'],
  ...['site', 'sites', 'joint', 'region', 'part', 'location', 'of', 'the', 'in', 'a', 'and', 'or'],
])

/** A part of the body that a text names. */
interface Site {
  /** As the text writes it, or the region of a level of the spine. */
  readonly name: string
  /** Side right before it, in words; '' for none. */
  readonly side: string
  /** Number of its first word. */
  readonly at: number
}

/** The parts of the body that a text names. */
export interface Sites {
  /** In order of place. */
  readonly all: readonly Site[]
  /** The one that the text is about, with the side that it most often has there. */
  readonly main: Site | undefined
}

/** The sites of a text, read once: any number of its conditions may be at one of them. */
export function sitesOf(note: Note): Sites {
  const all = sitesIn(note)
  return { all, main: mainSite(all) }
}

/** A text with its sites and the linker of its conditions. */
interface SitedText {
  readonly note: Note
  readonly linker: EntityLinker
  readonly sites: () => Sites
}

/** The parts of an index that tell if a condition may be at a site. */
interface SiteTools {
  readonly index: MedlinkIndex
  readonly finder: SpanFinder
  readonly analyzer: Analyzer
}

/**
 * The candidates of a condition whose code depends on the site, but whose mention has none: the code for the likeliest site
 * of the text comes first, as in "OA R knee. Pain 7/10". Nothing is linked then, since the text does not say that the
 * condition is at this site.
 */
export function bySiteElsewhere(
  rows: readonly LinkResultItem[],
  { note, linker, sites }: SitedText,
  mention: Mention,
  { index, finder, analyzer }: SiteTools,
): readonly LinkResultItem[] {
  const [first] = rows
  const needsSite = first === undefined || NEEDS_SITE.has(first.metadata.link_reason ?? '')
  const open = first && index.getConcept(first.term_id)
  const isNamed = first?.is_linked === true || first?.metadata.link_reason === 'name_incomplete'
  const leavesOpen = isNamed && open !== undefined && OPEN_SITE.test(open.name)
  if ((!needsSite && !leavesOpen) || hasSite(note, mention)) return rows
  const name = written(note, mention.from, mention.to)
  const short = written(note, mention.core.from, mention.core.to)
  // No name has "chest" and "hyperlipidemia".
  const mayBeAt = (site: string) =>
    analyzer.analyze(site).some((word) => finder.mayBeOfName(mention.keys, word))
  for (const site of likelySites(sites(), mention, note.sentences[mention.sentence]!)) {
    if (!mayBeAt(site)) continue
    const [whole] = linker.link(`${site} ${name}`)
    const [own] = whole?.is_linked === true ? [whole] : linker.link(`${site} ${short}`)
    if (own?.is_linked !== true || own.term_id === first?.term_id) continue
    const { name: title = '' } = index.getConcept(own.term_id) ?? {}
    // Another chapter has another condition: "chest edema" is pulmonary edema.
    const isSame = own.term_id[0] === first?.term_id[0] && saysAllOf(title, open?.name ?? '')
    if (!needsSite && !isSame) continue
    return refused([own, ...rows.filter(({ term_id }) => term_id !== own.term_id)], 'name_adds')
  }
  return rows
}

function hasSite({ attributes }: Note, { from, to }: Mention): boolean {
  for (let at = from; at < to; at++)
    if (attributeAt(attributes, at)?.type === 'SYSTEM_ORGAN_SITE') return true
  return false
}

/**
 * Sites that a mention may be at, likelier ones first: those of its sentence, the nearer the likelier, then the one that the
 * text is about.
 */
function likelySites(
  { all, main }: Sites,
  { from, to }: Mention,
  sentence: Stretch,
): ReadonlySet<string> {
  const names = new Set<string>()
  const add = ({ side, name }: Site) => names.add(`${side} ${name}`.trim())
  let right = firstWhere(0, all.length, (i) => all[i]!.at >= from)
  let left = right - 1
  while (names.size < MOST_SITES) {
    const before = (all[left]?.at ?? -1) >= sentence.from ? all[left] : undefined
    const after = (all[right]?.at ?? sentence.to) < sentence.to ? all[right] : undefined
    if (before === undefined && after === undefined) break
    const isLeft =
      after === undefined || (before !== undefined && from - before.at <= after.at - to)
    add(isLeft ? before! : after)
    if (isLeft) left--
    else right++
  }
  if (main !== undefined && names.size < MOST_SITES) add(main)
  return names
}

function mainSite(sites: readonly Site[]): Site | undefined {
  const name = mostFrequent(sites.map(({ name }) => name))
  const own = sites.filter((site) => site.name === name)
  const [first] = own
  if (first === undefined || own.length < sites.length * LEAST_OF_MAIN) return undefined
  return { ...first, side: mostFrequent(own.map(({ side }) => side).filter(Boolean)) ?? '' }
}

/** Every site of a text: parts of the body, levels of the spine and lobes of the lungs. */
function sitesIn(note: Note): Site[] {
  const { text, words, attributes } = note
  const parts = attributes.flatMap(({ type, from, to }): Site[] => {
    if (type !== 'SYSTEM_ORGAN_SITE') return []
    const before = attributeAt(attributes, from - 1)
    const direction = before?.type === 'DIRECTION' ? written(note, before.from, from) : ''
    const side = direction.toLowerCase()
    const name = written(note, from, to).toLowerCase()
    return [{ name, side: SIDES.get(side) ?? side, at: from }]
  })
  const levels = spineLevelsIn(text).map(
    ({ begin, region }): Site => ({ name: region, side: '', at: wordAt(words, begin) }),
  )
  const lobes = [...text.matchAll(LOBE)].map(
    ({ 0: name, index }): Site => ({ name, side: '', at: wordAt(words, index) }),
  )
  return [...parts, ...levels, ...lobes].sort((a, b) => a.at - b.at)
}

/** True if a title has all words of one that leaves the site open. */
export function saysAllOf(title: string, open: string): boolean {
  const own = new Set(wordsOf(title))
  return wordsOf(open).every((word) => own.has(word) || OF_OPEN_TITLES.has(word))
}

function wordsOf(title: string): readonly string[] {
  return title.toLowerCase().match(/\p{L}+/gu) ?? []
}

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
  const partsIn = (text: string) => lettersIn(text).filter((word) => parts.has(word))
  const { begin, end } = placeOf(note, mention)
  const sites = attributedSites(attributes)
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

function lettersIn(text: string): readonly string[] {
  return text.toLowerCase().split(NOT_LETTERS).filter(Boolean)
}

function attributedSites(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.filter(({ type }) => type === 'SYSTEM_ORGAN_SITE')
}

/** The part of the body that the sentence of a mention begins with, as its subject; '' for none. */
function subjectOf(note: Note, mention: Mention): string {
  const { begin } = placeOf(note, note.sentences[mention.sentence]!)
  const before = note.text.slice(begin, placeOf(note, mention).begin)
  const subject = SUBJECT.exec(before)?.[1]?.trim() ?? ''
  const words = lettersIn(subject).filter((word) => !OF_PART.test(word))
  // "Bladder cancer is" is about no bladder.
  return allParts().has(words.at(-1) ?? '') ? subject : ''
}
