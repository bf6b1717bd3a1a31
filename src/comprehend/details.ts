import { sides } from '../clinical/laterality.ts'
import { isExtent } from '../clinical/measures.ts'
import { findQualifiers, usualDegrees } from '../clinical/qualifiers.ts'
import type { LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Work } from '../index/work.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readColumn, readTable } from '../language/tables.ts'
import type { Mention, Note } from './mentions.ts'
import { attributeAt, type SpanFinder } from './spans.ts'
import { categoryOf, isSideWord, OPEN_PART, titleOf } from './specific-codes.ts'

/**
 * Details next to the name of a condition: degree, course, stage, side and part of the body. The code of the name is right for
 * the whole mention if no code tells conditions of that name apart by the detail: "sarcoidosis, right lung" has the code of
 * sarcoidosis of the lung, "CKD stage 3" has a code of its own.
 */

/** Words between a name and a part of the body. */
const PLACING: ReadonlySet<string> = new Set(
  'a at both her his in my of on over the their to'.split(' '),
)
/** Words by which names tell stages apart, whichever the text has. */
const STAGES: readonly string[] = ['stage', 'grade', 'class', 'degree', 'category']
/** The same as charts cut them: "CKD st 4", "gr 3 PU sacrum". */
export const CUT_STAGES: ReadonlyMap<string, string> = new Map([
  ['stg', 'stage'],
  ['st', 'stage'],
  ['gr', 'grade'],
  ['cat', 'category'],
])
/** Values of stages in names. */
const STAGE_VALUES = '0 1 2 3 4 5'
/** Words of names before a value that is no stage. */
const KINDS = 'type group'
/** Words of titles of paralysis, which come with a side. */
const OF_SIDES = 'left right bilateral both dominant nondominant unilateral'
/** Codes of a category whose titles are read; those of fractures and wounds have thousands. */
const LARGEST_CATEGORY = 400
/** Steps that a title takes, see {@link Work}. */
const STEPS_A_TITLE = 256
/** Categories for conditions of the skin, or the chapters and blocks above them. */
const OF_SKIN = /\bskin\b|\bsuperficial mycoses\b|\bpurpura\b/i
/** Word of titles for no part of the skin. */
const SKIN = 'skin'
/** Titles of codes that are for no part of the body: the text may say elsewhere which one. */
const OPEN_SITE = /\bunspecified (?:site|body|part)\b|\bsite unspecified\b/i
/** Below data/: parts of the body where a finding on the skin may be. */
const SKIN_SITES = 'clinical/skin-sites.tsv'

const skinSites = lazily(() => readColumn(SKIN_SITES, 'word'))
/** Below data/: parts of the body, and where those on the outside of it are. */
const SITES = 'clinical/body-sites.tsv'
const REGIONS = 'clinical/site-regions.tsv'
const regions = lazily(() => new Map(readTable(REGIONS, ['word', 'region']) as [string, string][]))
/** Titles that leave open what the condition is, so that the part of the body may tell it: "dermatophytosis, unspecified". */
const IS_OPEN = /\b(?:other|site|unspecified)\b|\belsewhere\b/i
/** Words of titles that say no more than the name does. */
const FILLS_TITLE = `${OF_SIDES} unspecified without complication disease disorder side`
/** Parts of the body that are wounds, too: "abscess with sinus". */
const NO_SITES = /^sinus/

/** Words around a name, by what they say. */
interface Details {
  readonly degrees: Word[]
  readonly sides: Word[]
  readonly stages: Word[]
  /** "Upper", "distal". */
  readonly positions: Word[]
  readonly sites: Word[]
}

export interface DetailTools {
  readonly index: MedlinkIndex
  readonly finder: SpanFinder
  readonly analyzer: Analyzer
  readonly work: Work
}

/**
 * True if the code that a mention's name is linked to by itself is right for the whole mention.
 *
 * @param named candidates of the name alone, of which the first one is linked
 * @param whole candidates of the whole mention
 */
export function isRightWithout(
  note: Note,
  mention: Mention,
  named: LinkResultItem,
  whole: LinkResultItem | undefined,
  tools: DetailTools,
): boolean {
  const details = detailsOf(note, mention)
  if (details === undefined) return false
  const { degrees, sides, stages, positions, sites } = details
  if (degrees.length > 0 && !isFreeOfDegrees(degrees, mention, tools)) return false
  if (whole !== undefined && isToldBy(degrees, named, whole, tools)) return false
  const isOther = sides.length + stages.length + positions.length + sites.length > 0
  if (!isOther) return degrees.length > 0
  const isStageAlone = sides.length + positions.length + sites.length === 0
  if (isStageAlone && isStageOfCancer(stages, named)) return true
  const category = categoryOf(named.term_id)
  if (whole !== undefined && categoryOf(whole.term_id) !== category) return false
  if (!('category' in named.metadata) || OPEN_SITE.test(named.metadata.preferred_name)) return false
  const told = new ToldApart(note, mention, named, tools)
  return (
    (sides.length === 0 || !told.bySides()) &&
    (stages.length === 0 || !told.byStages(stages)) &&
    (positions.length + sites.length === 0 || !told.bySites(sites))
  )
}

/**
 * True if a mention says no more than a name that is linked, a side, and parts of the body by which no code of that name differs:
 * "sciatica right leg". The code for the side is right for it.
 */
export function saysNameAndSide(
  note: Note,
  mention: Mention,
  named: LinkResultItem,
  tools: DetailTools,
): boolean {
  const details = detailsOf(note, mention)
  if (details === undefined || !('category' in named.metadata)) return false
  const { degrees, stages, positions, sites } = details
  if (degrees.length + stages.length + positions.length > 0 || sites.length === 0) return false
  return !new ToldApart(note, mention, named, tools).bySites(sites)
}

/** Codes of cancers, which no stage tells apart. */
const CANCER = /^C(?:[0-8]|9[0-6])/
/** Follicular lymphomas have codes by grade, and a cancer of stage 0 is in situ. */
const TELLS_CANCER = /^(?:0|gr|grade|is)$/

/** True for the stage of a cancer that has no part in its code: "NSCLC stage IV", "CLL Binet B". */
function isStageOfCancer(stages: readonly Word[], { term_id }: LinkResultItem): boolean {
  return CANCER.test(term_id) && stages.every(({ form }) => !TELLS_CANCER.test(form))
}

/** The details of a mention; undefined if other words are around its name. */
function detailsOf({ words, attributes }: Note, { from, to, core }: Mention): Details | undefined {
  const details: Details = { degrees: [], sides: [], stages: [], positions: [], sites: [] }
  for (let at = from; at < to; at++) {
    if (core.from <= at && at < core.to) continue
    const word = words[at]!
    const attribute = attributeAt(attributes, at)
    if (attribute === undefined) {
      if (!PLACING.has(word.form)) return undefined
      continue
    }
    const { type } = attribute
    if (type === 'ACUITY' || type === 'QUALITY') {
      const forms = words.slice(attribute.from, attribute.to).map(({ form }) => form)
      if (type === 'QUALITY' && isExtent(forms)) details.stages.push(word)
      else if (word.kind === 'word') details.degrees.push(word)
      else return undefined
    } else if (type === 'DIRECTION')
      (isSideWord(word.form) ? details.sides : details.positions).push(word)
    else if (type === 'SYSTEM_ORGAN_SITE') details.sites.push(word)
    else return undefined
  }
  return details
}

/**
 * True if no name of the index has the words of the name together with one of these: "troublesome cough". Where it has a usual
 * course no name may have another one either: "acute gout", for there is a chronic one; and the same of degrees.
 */
function isFreeOfDegrees(
  degrees: readonly Word[],
  { keys }: Mention,
  { finder }: DetailTools,
): boolean {
  const usual = findQualifiers(degrees).flatMap(({ kind }) => usualDegrees().get(kind) ?? [])
  const isNamed = (other: number) => keys.every((key) => finder.mayName([key], [other]))
  return ![...finder.keysOf(degrees), ...finder.keysIn(usual.join(' '))].some(isNamed)
}

/** True if the likeliest name for the whole mention is of another code and has one of its degrees: "uncontrolled T2DM". */
function isToldBy(
  degrees: readonly Word[],
  named: LinkResultItem,
  whole: LinkResultItem,
  { finder }: DetailTools,
): boolean {
  if (named.term_id.startsWith(whole.term_id)) return false
  const keys = finder.keysIn(whole.term_name)
  return finder.keysOf(degrees).some((key) => keys.includes(key))
}

/** Details by which codes tell conditions of one name apart. */
class ToldApart {
  readonly #tools: DetailTools
  readonly #keys: readonly number[]
  /** Keys of the whole mention and of the title of the code. */
  readonly #known: ReadonlySet<number>
  readonly #titleKeys: readonly number[]
  readonly #code: string
  readonly #metadata: LinkResultItem['metadata']

  constructor(note: Note, { from, to, keys }: Mention, named: LinkResultItem, tools: DetailTools) {
    const { finder } = tools
    const sideKeys = new Set(finder.keysIn(OF_SIDES))
    this.#tools = tools
    this.#keys = keys
    this.#code = named.term_id
    this.#metadata = named.metadata
    this.#titleKeys = [...new Set(this.#keysOf(named.metadata.preferred_name))].filter(
      (key) => !sideKeys.has(key),
    )
    this.#known = new Set([...finder.keysOf(note.words.slice(from, to)), ...this.#titleKeys])
  }

  /** True if a code next to this one or below is for a side, or a name says no more than the mention and a side. */
  bySides(): boolean {
    const { index, analyzer } = this.#tools
    const sideKeys = new Set(this.#keysOf(OF_SIDES))
    const isSided = (title: string) => analyzer.analyze(title).some(({ form }) => sides().has(form))
    const nextTo = titlesFrom(index, this.#code.slice(0, -1), this.#code.length)
    if (nextTo.some(isSided) || titlesFrom(index, this.#code).some(isSided)) return true
    const isOfSide = (own: readonly number[]) =>
      own.some((key) => sideKeys.has(key)) &&
      own.every((key) => sideKeys.has(key) || this.#known.has(key))
    return [this.#keys, this.#titleKeys].some((keys) => this.#isNamed(keys, isOfSide))
  }

  /** True if a name of another code has a stage, or a code of the category for such a condition a degree. */
  byStages(stages: readonly Word[]): boolean {
    const { index, finder, analyzer } = this.#tools
    const words = stages.filter(({ kind }) => kind === 'word')
    const isBare = words.every(({ form }) => STAGES.includes(CUT_STAGES.get(form) ?? form))
    const values = new Set(this.#keysOf(STAGE_VALUES))
    const kinds = this.#keysOf(KINDS)
    const told = new Set([
      ...finder.keysOf(words),
      ...(isBare ? this.#keysOf(STAGES.join(' ')) : []),
    ])
    const isStaged = (own: readonly number[]) =>
      own.some((key) => told.has(key)) ||
      (isBare && own.some((key) => values.has(key)) && !own.some((key) => kinds.includes(key)))
    const concept = index.getConcept(this.#code)
    const names = concept === undefined ? [] : index.termsOf(concept.id)
    const alike = [this.#keys, ...names.map(({ text }) => this.#keysOf(text))]
    if (alike.some((keys) => this.#isNamed(keys, isStaged))) return true
    const isGraded = (title: string) => {
      const own = this.#keysOf(title)
      if (!own.some((key) => this.#known.has(key))) return false
      const found = findQualifiers(analyzer.analyze(title))
      return isStaged(own) || found.some(({ kind }) => kind === 'severity')
    }
    return this.#isInCategory(isGraded)
  }

  /**
   * False if the place of the code says the site; if the condition is one of the skin, the sites are on the skin, and neither
   * a title of the category nor a name says where; or if the code is for one condition, "plantar fasciitis", and no other name of that
   * condition says where.
   */
  bySites(sites: readonly Word[]): boolean {
    if (sites.length === 0) return true
    const { analyzer, finder } = this.#tools
    const { chapter, block, category } = this.#metadata as Readonly<Record<string, unknown>>
    const place = `${chapter} ${block} ${category}`
    const named = new Set(analyzer.analyze(place).map(({ lemma }) => lemma))
    const open = sites.filter(({ stop, lemma }) => !stop && !named.has(lemma))
    if (open.length === 0 || this.#isOneAnywhere(open)) return false
    if (!OF_SKIN.test(place) || !open.every(({ lemma }) => skinSites().has(lemma))) return true
    const lemmasOf = (title: string) => analyzer.analyze(title).map(({ lemma }) => lemma)
    const own = new Set([SKIN, ...lemmasOf(this.#metadata.preferred_name)])
    const isFar = (lemma: string) =>
      open.every((site) => areApart(regions().get(site.lemma), regions().get(lemma)))
    const isElsewhere = (title: string) =>
      lemmasOf(title).some((lemma) => skinSites().has(lemma) && !own.has(lemma) && !isFar(lemma))
    if (this.#isInCategory(isElsewhere)) return true
    const told = new Set(finder.keysOf(sites))
    return this.#isNamed(this.#keys, (keys) => keys.some((key) => told.has(key)))
  }

  /**
   * True if the code is for one condition, and no name of another code has its words with one of the parts of the body, or with
   * nothing else than a part near them.
   */
  #isOneAnywhere(sites: readonly Word[]): boolean {
    if (IS_OPEN.test(this.#metadata.preferred_name.replace(OPEN_PART, ''))) return false
    const { finder } = this.#tools
    const fills = new Set(this.#keysOf(FILLS_TITLE))
    const told = finder.keysOf(sites)
    const near = nearKeys(sites, this.#tools)
    const isPlaced = (others: readonly number[]) => {
      const open = others.filter((key) => !this.#titleKeys.includes(key) && !fills.has(key))
      return (
        open.some((key) => told.includes(key)) ||
        (open.length > 0 && open.every((key) => near.has(key)))
      )
    }
    const named = [this.#keys, this.#titleKeys].map((keys) => keys.filter((key) => !fills.has(key)))
    return !named.some((keys) => this.#isNamed(keys, isPlaced))
  }

  /** True if names of other codes have some keys, and more for which a test holds, or if not all were looked at. */
  #isNamed(keys: readonly number[], holds: (others: readonly number[]) => boolean): boolean {
    const { finder, index, work } = this.#tools
    for (const { concept, keys: all } of finder.namesWith(keys, work)) {
      if (this.#code.startsWith(index.codeOf(concept))) continue
      if (holds(all.filter((key) => !keys.includes(key)))) return true
    }
    return work.isTruncated
  }

  /** True if a test holds for a title of the category, or if not all were looked at. */
  #isInCategory(holds: (title: string) => boolean): boolean {
    const { index, work } = this.#tools
    const { from, to } = index.codesFrom(categoryOf(this.#code))
    if (to - from > LARGEST_CATEGORY || !work.take((to - from) * STEPS_A_TITLE)) return true
    return titlesFrom(index, categoryOf(this.#code)).some(holds)
  }

  #keysOf(text: string): readonly number[] {
    return this.#tools.finder.keysIn(text)
  }
}

function areApart(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

const keysNear = new WeakMap<SpanFinder, Map<string, ReadonlySet<number>>>()

/** The keys of the parts of the body that may be where some are: all parts but those of other regions. */
function nearKeys(sites: readonly Word[], { finder }: DetailTools): ReadonlySet<number> {
  const own = new Set(
    sites.flatMap(({ stop, lemma }) => (stop ? [] : [regions().get(lemma) ?? ''])),
  )
  const known = keysNear.get(finder) ?? new Map<string, ReadonlySet<number>>()
  keysNear.set(finder, known)
  return madeOnce(known, [...own].toSorted().join(' '), () => {
    const isNear = (name: string) =>
      own.has('') || !regions().has(name) || own.has(regions().get(name)!)
    const names = readTable(SITES, ['phrase', 'kind']).map(([phrase]) => phrase!)
    const parts = names.filter((name) => !NO_SITES.test(name) && isNear(name))
    const far = finder.keysIn([...regions().keys()].filter((name) => !isNear(name)).join(' '))
    const keys = new Set(finder.keysIn(parts.join(' ')))
    for (const key of far) keys.delete(key)
    return keys
  })
}

/** Before words that a title denies. */
const TITLE_DENIES = /\b(?:not|without)\b/i

/** True if a title of a code's category has the words that its own does not have, or if its own denies one. */
export function isToldApart(
  code: string,
  words: readonly Word[],
  { index, finder, work }: Pick<DetailTools, 'index' | 'finder' | 'work'>,
): boolean {
  const { from, to } = index.codesFrom(categoryOf(code))
  if (to - from > LARGEST_CATEGORY || !work.take((to - from) * STEPS_A_TITLE)) return false
  // A word of no name tells nothing of the others: "retinal screening normal".
  if (words.some((word) => !word.stop && finder.keysOf([word]).length === 0)) return false
  const [own, not] = splitTitle(titleOf(code, index)).map((part) => finder.keysIn(part))
  const isOpen = (key: number) => !own!.includes(key)
  const open = finder.keysOf(words).filter(isOpen)
  if (open.length === 0) return false
  if (open.some((key) => not!.includes(key))) return true
  const onSide = finder.keysOf(words.filter(({ form }) => isSideWord(form)))
  const openSides = onSide.filter(isOpen)
  return titlesFrom(index, categoryOf(code)).some((title) => {
    const said = finder.keysIn(splitTitle(title)[0])
    const isToldBy = (list: readonly number[]) => list.every((key) => said.includes(key))
    return isToldBy(open) || (openSides.length > 0 && isToldBy(openSides))
  })
}

/** A title up to what it denies, and that. */
function splitTitle(title: string): readonly [string, string] {
  const at = title.search(TITLE_DENIES)
  return at < 0 ? [title, ''] : [title.slice(0, at), title.slice(at)]
}

/** Titles of the codes that begin so. @param length of the codes; default: any */
function titlesFrom(index: MedlinkIndex, beginning: string, length?: number): string[] {
  const { from, to } = index.codesFrom(beginning)
  const titles: string[] = []
  for (let id = from; id < to; id++) {
    const { code, name } = index.concept(id)
    if (length === undefined || code.length === length) titles.push(name)
  }
  return titles
}
