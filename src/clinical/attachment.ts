import type { AttributeType } from '../contract.ts'
import type { Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { FoundAttribute } from './attributes.ts'

/**
 * The finding that an attribute belongs to: the one that contains it, or else the nearest of the same sentence with nothing
 * between them that ends the statement about it.
 */

const TABLE = 'clinical/attachment-words.tsv'

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
  const rows = readTable(TABLE, ['word', 'role'])
  const having = (wanted: string) =>
    new Set(rows.flatMap(([word, role]) => (role === wanted ? [word!] : [])))
  return { light: having('light'), boundaries: having('boundary') }
}
