import type { Manifest } from '../file/manifest.ts'
import type { ConceptRecord, TermRecord } from '../records.ts'
import { Families } from '../rows/families.ts'
import { Lexicon, TermWords } from './lexicon.ts'
import { TypeAhead, type TypeAheadData } from './type-ahead.ts'
import type { TypeAheadSource } from './type-ahead-build.ts'

/** A name that type-ahead searches. Text and words are made when they are asked for: most names are looked past. */
export interface ListedName {
  /** Undefined where it is the title of its concept. */
  readonly text: string | undefined
  /** Forms of its words, in order. */
  readonly words: readonly string[]
  /** Prominence, kind and brevity; never rising from name to name. */
  readonly score: number
  /** Positions of its concepts in {@link NameList.concepts}, the most prominent first: several where they share it. */
  readonly concepts: readonly number[]
  /** True if it is read as another name: an abbreviation, a synonym of the tables. */
  readonly isAlias: boolean
}

/** Everything that is suggested from an index, as it was built. */
export interface NameList {
  readonly manifest: Manifest
  /** In order of code. */
  readonly concepts: readonly ConceptRecord[]
  /** How prominent each concept is, 0 to `MAX_PROMINENCE`. */
  readonly prominence: Uint8Array
  /** The names by rank, the best first. */
  names(): Iterable<ListedName>
}

/** Sources of a list of names: all that {@link buildTypeAhead} was given, and what it made. */
export interface NameListSource extends Pick<TypeAheadSource, 'arrays' | 'columns' | 'prominence'> {
  readonly data: TypeAheadData
  /** Texts of aliases by the number of the own name. */
  readonly aliasTexts: ReadonlyMap<number, string>
  readonly concepts: readonly ConceptRecord[]
  /** Terms by number. */
  readonly terms: readonly TermRecord[]
  readonly manifest: Manifest
}

/** The names of an index in order of rank. */
export function listNames(source: NameListSource): NameList {
  const { concepts, manifest, prominence } = source
  return { manifest, concepts, prominence, names: () => ranked(source) }
}

function* ranked({
  arrays,
  columns,
  data,
  aliasTexts,
  terms,
}: NameListSource): Generator<ListedName> {
  const typeAhead = new TypeAhead(data, {
    ...{ arrays, columns },
    termWords: new TermWords(arrays.termWords),
    families: new Families(arrays.families),
  })
  const words = [...new Lexicon(arrays.words).words(), ...new Lexicon(data.extra).words()]
  const list = { typeAhead, words, aliasTexts, terms }
  for (const { name, score, concepts } of typeAhead.ranked())
    yield new RankedName(list, name, score, concepts)
}

/** Sources of a name's text and words. */
interface RankedNames extends Pick<NameListSource, 'aliasTexts' | 'terms'> {
  readonly typeAhead: TypeAhead
  /** Words by id. */
  readonly words: readonly string[]
}

class RankedName implements ListedName {
  readonly #list: RankedNames
  readonly #name: number
  readonly score: number
  readonly concepts: readonly number[]

  constructor(list: RankedNames, name: number, score: number, concepts: readonly number[]) {
    this.#list = list
    this.#name = name
    this.score = score
    this.concepts = concepts
  }

  get text(): string | undefined {
    const { typeAhead, aliasTexts, terms } = this.#list
    const { term, own } = typeAhead.describe(this.#name)
    const alias = own === undefined ? undefined : aliasTexts.get(own)
    return alias ?? (term === undefined ? undefined : terms[term]!.text)
  }

  get words(): readonly string[] {
    const { typeAhead, words } = this.#list
    return Array.from(typeAhead.wordsOf(this.#name), (id) => words[id]!)
  }

  get isAlias(): boolean {
    return this.#list.typeAhead.isAlias(this.#name)
  }
}
