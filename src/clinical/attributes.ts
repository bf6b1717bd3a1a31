import type { AttributeType } from '../contract.ts'
import { createAnalyzer, type Word } from '../language/analyze.ts'
import { type FoundPhrase, lemmaTokens, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, remember } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { readLaterality } from './laterality.ts'
import { isCounted, isDrugDose, qualityAt, quantityAt } from './measures.ts'
import { PHRASE_TABLE, type QualifierKind } from './qualifiers.ts'
import { LIKELY, SURE, TimeReader } from './times.ts'

/** Attributes of findings in running text: course, side, place, stage, number and time. */

const TABLE = 'clinical/attributes.tsv'

/** An attribute in a list of words: those of [from, to), and how sure it is that they are one, in (0, 1]. */
export interface FoundAttribute {
  readonly type: AttributeType
  readonly from: number
  readonly to: number
  readonly score: number
}

/** Meaning of a phrase; without a type it is no attribute, and hides those in it: "right away". */
interface Meaning {
  readonly type: AttributeType | undefined
  /** It counts only in brackets or next to a part of the body: "L knee". */
  readonly isNearSite: boolean
}

/** Types of qualifiers of findings as attributes; in "left sided" the side alone is one. */
const TYPE_OF_QUALIFIER: Partial<Record<QualifierKind, AttributeType>> = {
  course: 'ACUITY',
  severity: 'QUALITY',
}

/** A side only next to a part of the body: not in "both fever and cough". */
const BOTH = 'both'

/** Letters of a side, as they are written by themselves. */
const ONE_SIDE = /^[RL]$/
const SMALL = /^\p{L}\p{Ll}/u
/** Words for what has letters as names: "grade L". */
const NAMED_BY_LETTER =
  /^(?:category|class|factor|grade|group|kind|level|phase|stage|strain|type|vitamin)$/
/** Text before the first word of an item or a sentence, and behind the last. */
const BEGINS = /^$|[.,;:\n]\s*$/
const ENDS = /^\s*[.,;<>\n]/

const phrases = lazily(readPhrases)

/**
 * Every attribute in the words, none overlapping another, in order of place.
 *
 * @param text what the words were read from
 * @throws MedlinkError `data_invalid`
 */
export function findAttributes(text: string, words: readonly Word[]): readonly FoundAttribute[] {
  const scan = new Scan(text, words)
  const found: FoundAttribute[] = []
  for (let at = 0; at < words.length; ) {
    const next = scan.at(at)
    if (next?.type !== undefined) found.push({ ...next, type: next.type })
    at = next?.to ?? at + 1
  }
  return found
}

/** A reading at a place; without a type it is no attribute and nothing else either. */
interface Read extends Omit<FoundAttribute, 'type'> {
  readonly type: AttributeType | undefined
}

class Scan {
  readonly #text: string
  readonly #words: readonly Word[]
  readonly #forms: readonly string[]
  readonly #lemmas: readonly string[]
  readonly #phrases: PhraseMatcher<Meaning>
  readonly #times: TimeReader
  /** The character behind a word, '' at the end. */
  readonly #joint = (at: number): string => this.#text[this.#words[at]!.end] ?? ''
  /** True if only a space or a hyphen is between a word and the next one. */
  readonly #touches = (at: number): boolean => {
    const next = this.#words[at + 1]
    if (next === undefined) return false
    const { end } = this.#words[at]!
    return next.start === end + 1 && /[ \t-]/.test(this.#text[end]!)
  }

  constructor(text: string, words: readonly Word[]) {
    this.#text = text
    this.#words = words
    this.#forms = words.map(({ form }) => form)
    this.#lemmas = lemmaTokens(words)
    this.#phrases = phrases()
    this.#times = new TimeReader(words, this.#forms, this.#joint)
  }

  /** The attribute that begins at a word: a time or a part of the body if it is longer than a phrase of the table. */
  at(from: number): Read | undefined {
    const phrase = this.#phraseAt(from)
    const end = phrase?.to ?? from
    const time = this.#timeAt(from)
    if (time !== undefined && time.to > end) return time
    const measure = this.#measureAt(from)
    if (measure !== undefined && measure.to > end) return measure
    const site = siteAt(this.#words, this.#lemmas, from, this.#touches)
    if (site !== undefined && site.to > end) {
      const score = site.isListed ? SURE : LIKELY
      return { type: 'SYSTEM_ORGAN_SITE', from, to: site.to, score }
    }
    return phrase
  }

  #timeAt(from: number): Read | undefined {
    const time = this.#times.at(from)
    if (time === undefined) return undefined
    const { to, isOnset, score } = time
    const type = isOnset ? 'TIME_TO_DX_NAME' : 'TIME_EXPRESSION'
    return { type: isOnset === undefined ? undefined : type, from, to, score }
  }

  #measureAt(from: number): Read | undefined {
    const joint = this.#joint
    const quality = qualityAt(this.#words, this.#forms, from, joint)
    // "DM 2 yrs", "CKD: 5 years": the number is of a time.
    const isOfTime = quality !== undefined && quality.from > from && this.#timeAt(quality.from)
    if (isOfTime) return undefined
    if (quality !== undefined) return { type: 'QUALITY', ...quality }
    const quantity = quantityAt(this.#words, this.#forms, this.#lemmas, from, joint)
    if (quantity === undefined) return undefined
    const isDose = isDrugDose(this.#forms.slice(quantity.from, quantity.to))
    return { type: isDose ? undefined : 'QUANTITY', ...quantity }
  }

  #phraseAt(from: number): Read | undefined {
    const found = this.#phrases
      .startingAt(this.#forms, from)
      .findLast((each) => !each.value.isNearSite || this.#isNearSite(each))
    if (found === undefined) return undefined
    const { type, isNearSite } = found.value
    const { to } = found
    // "multiple episodes", as "2 episodes".
    const end = type === 'QUANTITY' && isCounted(this.#lemmas[to] ?? '') ? to + 1 : to
    return { type, from, to: end, score: isNearSite ? LIKELY : SURE }
  }

  /** "L knee", "knee L", "(R)", "R distal radius", "L base". */
  #isNearSite({ from, to }: FoundPhrase<Meaning>): boolean {
    if (this.#words[from]!.optional || this.#isLoneLetter(from, to)) return true
    const isSite = (at: number) =>
      isPart(this.#lemmas, at) || siteAt(this.#words, this.#lemmas, at, () => false) !== undefined
    if (from > 0 && this.#touches(from - 1) && isSite(from - 1)) return true
    if (!this.#touches(to - 1)) return false
    const position = this.#phrases
      .startingAt(this.#forms, to)
      .findLast(({ value }) => value.type === 'DIRECTION' && !value.isNearSite)
    return isSite(to) || (position !== undefined && isSite(position.to))
  }

  /** "R sciatica" and "sciatica R": a capital letter that begins or ends what marks part, next to a word in small letters. */
  #isLoneLetter(from: number, to: number): boolean {
    const [before, letter, next] = [this.#words[from - 1], this.#words[from]!, this.#words[to]]
    if (to !== from + 1 || !ONE_SIDE.test(this.#text.slice(letter.start, letter.end))) return false
    const isSmall = ({ start }: Word) => SMALL.test(this.#text.slice(start, start + 2))
    const ahead = this.#text.slice(before?.end ?? 0, letter.start)
    if (next !== undefined && this.#touches(from) && isSmall(next) && BEGINS.test(ahead))
      return true
    const behind = this.#text.slice(letter.end, next?.start)
    if (before === undefined || NAMED_BY_LETTER.test(before.form)) return false
    if (!this.#touches(from - 1) || !isSmall(before)) return false
    // "Ankle sprain L 2/7".
    return next === undefined || ENDS.test(behind) || this.#timeAt(to)?.type !== undefined
  }
}

function readPhrases(): PhraseMatcher<Meaning> {
  const matcher = new PhraseMatcher<Meaning>()
  const add = (phrase: readonly string[], type: AttributeType | undefined, isNearSite = false) =>
    matcher.set(phrase, { type, isNearSite })
  for (const word of readLaterality().keys()) add([word], 'DIRECTION', word === BOTH)
  for (const [phrase, kind] of readTable(PHRASE_TABLE, ['phrase', 'kind', 'value'])) {
    const type = TYPE_OF_QUALIFIER[kind as QualifierKind]
    if (type !== undefined) add(phrase!.split(' '), type)
  }
  for (const [phrase, type, place] of readTable(TABLE, ['phrase', 'type', 'place']))
    add(phrase!.split(' '), type === '-' ? undefined : (type as AttributeType), place === 'site')
  return matcher
}

/** Parts of the body and organ systems in running text: "neck of femur", "chest wall", "retro-orbital". */

const SITES_TABLE = 'clinical/body-sites.tsv'

/** `part` is a site only with another one: "tip of nose"; a `prefix` makes one of an adjective, a `link` one of two. */
type SiteKind = 'site' | 'part' | 'prefix' | 'link'

/** A site that begins at a word and ends before `to`. */
export interface FoundSite {
  readonly to: number
  /** True if the tables have its words; false if they only have the word after its prefix: "peri-" and "orbital". */
  readonly isListed: boolean
}

interface SiteTables {
  /** Sites by lemmas. */
  readonly phrases: PhraseMatcher<SiteKind>
  /** True for a site of one word behind a prefix: "periorbital". */
  readonly isPrefixed: (form: string) => boolean
}

/** Forms that are remembered: adjectives behind a prefix, few of them. */
const MAX_REMEMBERED = 1000
/** A shorter word behind a prefix is a part of another word: "preface". */
const SHORTEST_BEHIND_PREFIX = 5

const siteTables = lazily(readSiteTables)

/**
 * The site that begins at a word; undefined where none does.
 *
 * @param lemmas of the words, {@link lemmaTokens}
 * @param touches true if only a space or a hyphen is between a word and the next one
 * @throws MedlinkError `data_invalid`
 */
export function siteAt(
  words: readonly Word[],
  lemmas: readonly string[],
  from: number,
  touches: (at: number) => boolean,
): FoundSite | undefined {
  const { phrases, isPrefixed } = siteTables()
  // Most words begin none.
  const mayBegin =
    from < words.length && (phrases.mayBegin(lemmas[from]!) || isPrefixed(words[from]!.form))
  if (!mayBegin) return undefined
  const longest = (kind: SiteKind, at: number) =>
    at < lemmas.length
      ? phrases.startingAt(lemmas, at).findLast(({ value }) => value === kind)?.to
      : undefined
  const siteEnd = (at: number) => longest('site', at) ?? prefixedEnd(words, at)
  // A part is one only where a site follows it: "tip of nose", "end of radius".
  const part = longest('part', from)
  const link = part === undefined ? undefined : longest('link', part)
  let to = siteEnd(from) ?? (link === undefined ? undefined : siteEnd(link))
  if (to === undefined) return undefined
  const isListed = link !== undefined || longest('site', from) !== undefined
  for (let next = nextEnd(to); next !== undefined; next = nextEnd(to)) to = next
  return { to, isListed }

  /** "chest wall", "neck of femur": the end of what goes on behind a site. */
  function nextEnd(at: number): number | undefined {
    if (at >= lemmas.length || !touches(at - 1)) return undefined
    const link = longest('link', at)
    return link === undefined ? (siteEnd(at) ?? longest('part', at)) : siteEnd(link)
  }
}

/** True for a word for a part of some site: "base". @throws MedlinkError `data_invalid` */
export function isPart(lemmas: readonly string[], at: number): boolean {
  return at < lemmas.length && siteTables().phrases.get([lemmas[at]!]) === 'part'
}

function prefixedEnd(words: readonly Word[], at: number): number | undefined {
  const form = words[at]?.form
  return form !== undefined && siteTables().isPrefixed(form) ? at + 1 : undefined
}

function readSiteTables(): SiteTables {
  const analyzer = createAnalyzer(MAX_REMEMBERED)
  const phrases = new PhraseMatcher<SiteKind>()
  const prefixes: string[] = []
  for (const [phrase, kind] of readTable(SITES_TABLE, ['phrase', 'kind'])) {
    if (kind === 'prefix') prefixes.push(phrase!)
    else phrases.set(lemmaTokens(analyzer.analyze(phrase!)), kind as SiteKind)
  }
  const isPrefixed = remember((form) =>
    prefixes.some((prefix) => {
      const rest = form.startsWith(prefix) ? form.slice(prefix.length) : ''
      if (rest.length < SHORTEST_BEHIND_PREFIX) return false
      return phrases.get([analyzer.wordOf(rest).lemma]) === 'site'
    }),
  )
  return { phrases, isPrefixed }
}

/** A level of the spine: "T8-9", "C5/6", "L5-S1". */
const LEVEL =
  /(?<![\p{L}\p{N}])([ctdls])\d{1,2}(?:\s?[-–/]\s?([ctdls])?\d{1,2})?(?![\p{L}\p{N}])/giu
const REGIONS: Readonly<Record<string, string>> = {
  ...{ c: 'cervical', t: 'thoracic', d: 'thoracic', l: 'lumbar', s: 'sacral' },
  ...{ ct: 'cervicothoracic', tl: 'thoracolumbar', dl: 'thoracolumbar', ls: 'lumbosacral' },
}

/** A level of the spine at the characters [begin, end) of a text, as the region that it is in. */
export interface SpineLevel {
  readonly begin: number
  readonly end: number
  readonly region: string
}

/** The levels of the spine in a text, in order of place. Linear in its length. */
export function spineLevelsIn(text: string): SpineLevel[] {
  return [...text.matchAll(LEVEL)].flatMap(({ 0: match, 1: top = '', 2: last = top, index }) => {
    const key = `${top}${last === top ? '' : last}`.toLowerCase()
    const region = REGIONS[key]
    return region === undefined ? [] : [{ begin: index, end: index + match.length, region }]
  })
}

/** Text next to a level by which it is broken: "# L4", "T12 compression fracture", "fracture at L3". */
const BROKEN_BEFORE = /(?:#|\bfractured?|\bfx)[^.,;:]{0,20}$/i
const BROKEN_BEHIND = /^[^.,;:]{0,20}?(?:#|\bfracture|\bfx)/i
/** In UTF-16 units: a sign or a word for a fracture is in this part of the text. */
const NEAR_LEVEL = 32
const ONE_LEVEL = /^[ctdls]\d{1,2}$/i

/** True if the characters [begin, end) of a text are one level of the spine and nothing says that it is broken: "L5 root pain". */
export function isLevelAlone(text: string, begin: number, end: number): boolean {
  if (!ONE_LEVEL.test(text.slice(begin, end))) return false
  const before = text.slice(Math.max(0, begin - NEAR_LEVEL), begin)
  const behind = text.slice(end, end + NEAR_LEVEL)
  return !BROKEN_BEFORE.test(before) && !BROKEN_BEHIND.test(behind)
}

/**
 * The finding that an attribute belongs to: the one that contains it, or else the nearest of the same sentence with nothing
 * between them that ends the statement about it.
 */

const WORDS_TABLE = 'clinical/attachment-words.tsv'

/** Words of [from, to). */
interface Range {
  readonly from: number
  readonly to: number
}

/** An attribute and a target by their places in the lists, and how sure it is that the one belongs to the other. */
export interface Attachment {
  readonly attribute: number
  readonly target: number
  readonly score: number
}

/** Times come after their finding, all other attributes before it or in it. */
const STANDS_BEHIND: ReadonlySet<AttributeType> = new Set(['TIME_TO_DX_NAME', 'TIME_EXPRESSION'])

/** Penalties, in words, against an attribute belonging to a target. */
const WRONG_SIDE = 1
const BOUNDARY = 2
/** Words between the two, others than {@link isLight} ones and attributes. */
const FARTHEST = 3
/** Words between the two at all; more are not looked at. */
const LONGEST_GAP = 20
/** The cost at which it is as likely as not. */
const EVEN_COST = 6

interface WordLists {
  readonly light: ReadonlySet<string>
  readonly boundaries: ReadonlySet<string>
}

const lists = lazily(readLists)

/**
 * Which of the targets each attribute of a sentence belongs to, at most one; in order of the attributes.
 *
 * @param targets ascending, not overlapping
 * @throws MedlinkError `data_invalid`
 */
export function attach(
  words: readonly Word[],
  sentence: Range,
  attributes: readonly FoundAttribute[],
  targets: readonly Range[],
): readonly Attachment[] {
  const path = new Path(words, sentence, attributes, lists())
  const attached: Attachment[] = []
  let next = 0
  for (const [attribute, { type, from, to }] of attributes.entries()) {
    if (from < sentence.from || to > sentence.to) continue
    while (next < targets.length && targets[next]!.to <= from) next++
    const overlapping = targets[next]
    if (overlapping !== undefined && overlapping.from < to) {
      attached.push({ attribute, target: next, score: 1 })
      continue
    }
    const behind = STANDS_BEHIND.has(type)
    const before = targets[next - 1]
    const isIn = (target: Range | undefined): target is Range =>
      target !== undefined && target.from >= sentence.from && target.to <= sentence.to
    const back = isIn(before)
      ? path.cost(before.to, from) + (behind ? 0 : WRONG_SIDE)
      : Number.POSITIVE_INFINITY
    const ahead = isIn(overlapping)
      ? path.cost(to, overlapping.from) + (behind ? WRONG_SIDE : 0)
      : Number.POSITIVE_INFINITY
    const cost = Math.min(back, ahead)
    if (cost === Number.POSITIVE_INFINITY) continue
    const isBack = behind ? back <= ahead : back < ahead
    const score = EVEN_COST / (EVEN_COST + cost)
    attached.push({ attribute, target: isBack ? next - 1 : next, score })
  }
  return attached
}

/** The words between attributes and targets. */
class Path {
  readonly #words: readonly Word[]
  readonly #start: number
  /** Attributes by place in the sentence. */
  readonly #isAttribute: Uint8Array
  readonly #lists: WordLists

  constructor(
    words: readonly Word[],
    sentence: Range,
    attributes: readonly Range[],
    wordLists: WordLists,
  ) {
    this.#words = words
    this.#start = sentence.from
    this.#lists = wordLists
    this.#isAttribute = new Uint8Array(sentence.to - sentence.from)
    for (const { from, to } of attributes)
      if (from >= sentence.from) this.#isAttribute.fill(1, from - sentence.from, to - sentence.from)
  }

  /** Cost of the words of [from, to) and the marks around them; infinite if they separate the two sides. */
  cost(from: number, to: number): number {
    if (to - from > LONGEST_GAP) return Number.POSITIVE_INFINITY
    let plain = 0
    let isParted = this.#isMarked(from - 1)
    for (let at = from; at < to; at++) {
      const word = this.#words[at]!
      if (this.#lists.boundaries.has(word.form)) isParted = true
      else if (!this.#isLight(at)) plain++
      if (this.#isMarked(at)) isParted = true
    }
    if (plain > FARTHEST || (isParted && plain > 0)) return Number.POSITIVE_INFINITY
    return plain + (isParted ? BOUNDARY : 0)
  }

  #isLight(at: number): boolean {
    const { form, stop } = this.#words[at]!
    return stop || this.#isAttribute[at - this.#start] === 1 || this.#lists.light.has(form)
  }

  /** True if more than one character follows a word, such as a comma and a space; brackets do not count. */
  #isMarked(at: number): boolean {
    const word = this.#words[at]!
    const next = this.#words[at + 1]!
    return next.start - word.end > 1 && word.optional === next.optional
  }
}

function readLists(): WordLists {
  const rows = readTable(WORDS_TABLE, ['word', 'role'])
  const having = (wanted: string) =>
    new Set(rows.flatMap(([word, role]) => (role === wanted ? [word!] : [])))
  return { light: having('light'), boundaries: having('boundary') }
}
