import type { AttributeType } from '../contract.ts'
import type { Word } from '../language/analyze.ts'
import { type FoundPhrase, lemmaTokens, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { isPart, siteAt } from './body-sites.ts'
import { readLaterality } from './laterality.ts'
import { isCounted, qualityAt, quantityAt } from './measures.ts'
import { PHRASE_TABLE, type QualifierKind } from './qualifiers.ts'
import { LIKELY, SURE, timeAt } from './times.ts'

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

  constructor(text: string, words: readonly Word[]) {
    this.#text = text
    this.#words = words
    this.#forms = words.map(({ form }) => form)
    this.#lemmas = lemmaTokens(words)
    this.#phrases = phrases()
  }

  /** The attribute that begins at a word: a time or a part of the body if it is longer than a phrase of the table. */
  at(from: number): Read | undefined {
    const phrase = this.#phraseAt(from)
    const end = phrase?.to ?? from
    const time = this.#timeAt(from)
    if (time !== undefined && time.to > end) return time
    const measure = this.#measureAt(from)
    if (measure !== undefined && measure.to > end) return measure
    const site = siteAt(this.#words, this.#lemmas, from, (at) => this.#touches(at))
    if (site !== undefined && site.to > end) {
      const score = site.isListed ? SURE : LIKELY
      return { type: 'SYSTEM_ORGAN_SITE', from, to: site.to, score }
    }
    return phrase
  }

  #timeAt(from: number): Read | undefined {
    const time = timeAt(this.#words, this.#forms, from, (at) => this.#joint(at))
    if (time === undefined) return undefined
    const { to, isOnset, score } = time
    const type = isOnset ? 'TIME_TO_DX_NAME' : 'TIME_EXPRESSION'
    return { type: isOnset === undefined ? undefined : type, from, to, score }
  }

  #measureAt(from: number): Read | undefined {
    const joint = (at: number) => this.#joint(at)
    const quality = qualityAt(this.#words, this.#forms, from, joint)
    if (quality !== undefined) return { type: 'QUALITY', ...quality }
    const quantity = quantityAt(this.#words, this.#forms, this.#lemmas, from, joint)
    return quantity === undefined ? undefined : { type: 'QUANTITY', ...quantity }
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
    if (this.#words[from]!.optional) return true
    const isSite = (at: number) =>
      isPart(this.#lemmas, at) || siteAt(this.#words, this.#lemmas, at, () => false) !== undefined
    if (from > 0 && this.#touches(from - 1) && isSite(from - 1)) return true
    if (!this.#touches(to - 1)) return false
    const position = this.#phrases
      .startingAt(this.#forms, to)
      .findLast(({ value }) => value.type === 'DIRECTION' && !value.isNearSite)
    return isSite(to) || (position !== undefined && isSite(position.to))
  }

  /** True if only a space or a hyphen is between a word and the next one. */
  #touches(at: number): boolean {
    const next = this.#words[at + 1]
    if (next === undefined) return false
    const { end } = this.#words[at]!
    return next.start === end + 1 && /[ \t-]/.test(this.#text[end]!)
  }

  /** The character behind a word, '' at the end. */
  #joint(at: number): string {
    return this.#text[this.#words[at]!.end] ?? ''
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
