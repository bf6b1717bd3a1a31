import type { LinkResultItem, ParsedLinkRequest } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { copyOf, madeOnce } from '../language/remember.ts'
import type { PhraseBook } from '../linker/phrases.ts'
import { MAX_STEPS, type MentionLinker } from '../linker/pipeline.ts'

/** Mentions of one kind since which another is forgotten: those that a clinic writes. Some 2 kB each. */
const MAX_RECENT = 4000
/** In UTF-16 units. A longer mention hardly comes again. */
const LONGEST_REMEMBERED = 80
/** A number of a person or a file; doses and results are shorter. */
const LONG_NUMBER = /\d{6}/

/** An answer of the linker, and the steps that it took. */
export interface RememberedLink {
  /** Never changed, and without a part of a note, see {@link rowsWithin}: an answer has copies of them, see {@link ownCopyOf}. */
  readonly rows: readonly LinkResultItem[]
  readonly steps: number
}

/**
 * Answers of one linker to mentions, which come again from note to note. Only codes, words of vocabularies and short
 * numbers are kept, in memory of their own: nothing of a text that could name a person. When it is full, the half that was
 * not asked for lately is forgotten, so that no text pays for all of them again.
 */
export class LinkMemory {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #phrases: Pick<PhraseBook, 'ofWord'> | undefined
  /** Mentions asked for lately. */
  #recent = new Map<string, RememberedLink>()
  /** Mentions asked for before those. */
  #older = new Map<string, RememberedLink>()

  /** @param phrases that tables read as others, if the index is asked by them */
  constructor(index: MedlinkIndex, analyzer: Analyzer, phrases?: Pick<PhraseBook, 'ofWord'>) {
    this.#index = index
    this.#analyzer = analyzer
    this.#phrases = phrases
  }

  /** @param asked the other parts of the request, in a few characters */
  get(asked: string, mention: string): RememberedLink | undefined {
    const key = asked + mention
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.#keep(copyOf(key), older)
    return older
  }

  /**
   * Keeps an answer, if the mention may be kept.
   *
   * @param isNamed true if all words of the question are known to be of tables or of the index
   */
  set(asked: string, mention: string, link: RememberedLink, isNamed = false): void {
    if (mention.length > LONGEST_REMEMBERED || LONG_NUMBER.test(asked + mention)) return
    if (!isNamed && !this.#isVocabulary(mention)) return
    this.#keep(copyOf(asked + mention), link)
  }

  #keep(key: string, link: RememberedLink): void {
    if (this.#recent.size >= MAX_RECENT) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, link)
  }

  #isVocabulary(mention: string): boolean {
    if (this.#index.getConcept(mention) !== undefined) return true
    return this.#analyzer
      .analyze(mention)
      .every((word) => word.kind === 'number' || (word.kind === 'word' && this.#isKnown(word)))
  }

  /** True for a word of the index or of tables: "GAD", "cleaned". */
  #isKnown(word: Word): boolean {
    return (
      this.#index.words.idOf(word.form) >= 0 ||
      word.stop ||
      (this.#phrases?.ofWord(word).length ?? 0) > 0
    )
  }
}

const newLinks = (): Map<string, readonly LinkResultItem[]> => new Map()

/**
 * Links of one text. A mention that the text has had costs nothing again; one that is remembered from another text takes its
 * steps, so that an answer does not depend on those before it.
 */
export class TextLinks {
  /** Rows by the rest of the request and by mention: one key for both would be hashed anew each time. */
  readonly #own = new Map<string, Map<string, readonly LinkResultItem[]>>()
  readonly #memory: LinkMemory
  readonly #work: Work

  constructor(memory: LinkMemory, work: Work) {
    this.#memory = memory
    this.#work = work
  }

  /**
   * The rows of a mention.
   *
   * @param link asks the linker, and takes the steps that this costs
   * @param isNamed see {@link LinkMemory.set}
   */
  rowsOf(
    asked: string,
    mention: string,
    link: () => readonly LinkResultItem[],
    isNamed?: boolean,
  ): readonly LinkResultItem[] {
    const own = madeOnce(this.#own, asked, newLinks)
    const before = own.get(mention)
    if (before !== undefined) return before
    const rows = this.#remembered(asked, mention) ?? this.#linked(asked, mention, link, isNamed)
    own.set(mention, rows)
    return rows
  }

  #remembered(asked: string, mention: string): readonly LinkResultItem[] | undefined {
    const known = this.#memory.get(asked, mention)
    if (known === undefined || known.steps > Math.min(MAX_STEPS, this.#work.left)) return undefined
    this.#work.add(known.steps)
    return known.rows
  }

  #linked(
    asked: string,
    mention: string,
    link: () => readonly LinkResultItem[],
    isNamed?: boolean,
  ): readonly LinkResultItem[] {
    const before = this.#work.done
    const rows = link()
    const steps = this.#work.done - before
    if (!this.#work.isTruncated) this.#memory.set(asked, mention, { rows, steps }, isNamed)
    return rows
  }
}

/**
 * The linker's rows for a mention within the work that a text has left; none if it has none left. They hold no part of the text,
 * whose memory they would keep.
 */
export function rowsWithin(
  linker: Pick<MentionLinker, 'link'>,
  request: ParsedLinkRequest,
  work: Work,
): readonly LinkResultItem[] {
  if (work.isOver) {
    work.truncate()
    return []
  }
  const own = new Work(Math.min(MAX_STEPS, work.left))
  const { results } = linker.link(withOwnTexts(request), '', own)
  work.add(own.done)
  if (own.isTruncated) work.truncate()
  return results
}

/** The same request with texts in memory of their own, if its answer may be remembered. */
function withOwnTexts(request: ParsedLinkRequest): ParsedLinkRequest {
  const { query, metadata } = request
  if (query.length > LONGEST_REMEMBERED) return request
  return {
    ...request,
    query: copyOf(query),
    ...(metadata !== undefined && { metadata: ownCopyOf(metadata, copyOf) }),
  }
}

/**
 * A value with other objects as its parts, so that a change of one is none of the other.
 *
 * @param copyText makes other texts of those in it, too
 */
export function ownCopyOf<T>(value: T, copyText?: (text: string) => string): T {
  if (typeof value === 'string') return (copyText?.(value) ?? value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => ownCopyOf(part, copyText)) as T
  const copy = { ...value } as Record<string, unknown>
  for (const key in copy) {
    const part = copy[key]
    if (typeof part === 'object' || copyText !== undefined) copy[key] = ownCopyOf(part, copyText)
  }
  return copy as T
}
