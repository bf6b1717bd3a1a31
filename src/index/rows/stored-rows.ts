/** Facts about concepts and terms besides those that linking searches, laid out in arrays; rows.ts reads them. */

import { compareStrings } from '../../language/sorted.ts'
import type { ConceptRecord, PhraseRecord, ReleaseRecords, TermRecord } from '../records.ts'
import { layOutRelated, type RelatedData } from './related.ts'
import { buildSortedTexts, type SortedTextsData } from './sorted-texts.ts'
import { buildTexts, type PiecesData, type TextsData } from './texts.ts'

/** The rows that are read at open: those that results are written from. */
export interface RowsData {
  /** Dictionary of all texts below that are not sorted. */
  readonly pieces: PiecesData
  /** The terms by their numbers, then the names of concepts that are none of their terms. */
  readonly texts: TextsData
  /** Place of each concept's name in `texts`: that of its first term of this text, where there is one. */
  readonly conceptText: Uint32Array
  /** Numbers, ascending, of the terms that are not English, and next to each the place of its language in `labels`. */
  readonly foreignTerms: Uint32Array
  readonly foreignLanguages: Uint32Array
  readonly codes: SortedTextsData
  /** 1, or 0 for a retired concept. */
  readonly conceptActive: Uint8Array
  /** Place of each concept's attributes in `attributes`. */
  readonly conceptAttributes: Uint32Array
  /** Objects of strings, numbers, booleans and nulls as JSON. */
  readonly attributes: TextsData
  /** Languages, and relations by which a code replaces another. */
  readonly labels: TextsData
  /** The concepts with counterparts in other systems, ascending, once for each; next to it `[system, target, rule]` as JSON. */
  readonly mapConcepts: Uint32Array
  readonly maps: TextsData
  /**
   * The tokens of phrases, once each. What phrase `p` is read as are `phrases[phraseOffsets[p] … phraseOffsets[p + 1])`, in the
   * order they came: `[text, weight, because, context]` as JSON.
   */
  readonly phraseTokens: SortedTextsData
  readonly phraseOffsets: Uint32Array
  readonly phrases: TextsData
}

/** The concepts directly above concept `c` are `parents[offsets[c] … offsets[c + 1])`, ascending. */
export interface HierarchyData {
  readonly offsets: Uint32Array
  readonly parents: Uint32Array
}

/** The retired concepts, ascending, once for each concept that replaces or may replace them; the relation is a label. */
export interface HistoryData {
  readonly concepts: Uint32Array
  readonly replacements: Uint32Array
  readonly relations: Uint32Array
}

/** All rows of an index. */
export interface StoredRows {
  readonly rows: RowsData
  readonly hierarchy: HierarchyData
  readonly history: HistoryData
  /** Undefined for a release without related codes. */
  readonly related: RelatedData | undefined
}

/** Default language of names. */
export const USUAL_LANGUAGE = 'en'

/**
 * @param concepts sorted by code
 * @param terms by number
 */
export function buildRows(
  concepts: readonly ConceptRecord[],
  terms: readonly TermRecord[],
  release: Pick<ReleaseRecords, 'edges' | 'maps' | 'replacements' | 'relatedCodes' | 'relations'>,
  phrases: readonly PhraseRecord[],
): StoredRows {
  const ids = new Map(concepts.map(({ code }, id) => [code, id]))
  const labels = new Numbered()
  const attributes = new Numbered()
  const conceptAttributes = Uint32Array.from(concepts, (concept) =>
    attributes.numberOf(JSON.stringify(concept.attributes)),
  )
  const { texts, conceptText } = layOutTexts(concepts, terms, ids)
  const foreignTerms = Uint32Array.from(
    terms.flatMap(({ language }, number) => (language === USUAL_LANGUAGE ? [] : [number])),
  )
  const foreignLanguages = foreignTerms.map((term) => labels.numberOf(terms[term]!.language))
  const history = layOutHistory(release, ids, labels)
  const maps = release.maps
    .map(({ code, ...map }) => ({ concept: ids.get(code)!, ...map }))
    .sort(
      (a, b) =>
        a.concept - b.concept ||
        compareStrings(a.system, b.system) ||
        compareStrings(a.target, b.target) ||
        compareStrings(a.rule, b.rule),
    )
  const { relatedCodes = [], relations = [] } = release
  const related = layOutRelated(relatedCodes, relations, ids, {
    attributesOf: (code) => attributes.numberOf(JSON.stringify(code.attributes)),
    labelOf: (relation) => labels.numberOf(relation),
  })
  const { tokens, offsets, inOrder } = groupByTokens(phrases)
  const { pieces, lists } = buildTexts([
    texts,
    attributes.texts,
    labels.texts,
    maps.map(({ system, target, rule }) => JSON.stringify([system, target, rule])),
    inOrder.map(({ text, weight, because, context }) =>
      JSON.stringify([text, weight, because, context]),
    ),
    related?.names ?? [],
  ])
  const rows: RowsData = {
    pieces,
    texts: lists[0]!,
    conceptText,
    foreignTerms,
    foreignLanguages,
    codes: buildSortedTexts(concepts.map(({ code }) => code)),
    conceptActive: Uint8Array.from(concepts, ({ active }) => Number(active)),
    conceptAttributes,
    attributes: lists[1]!,
    labels: lists[2]!,
    mapConcepts: Uint32Array.from(maps, ({ concept }) => concept),
    maps: lists[3]!,
    phraseTokens: buildSortedTexts(tokens),
    phraseOffsets: offsets,
    phrases: lists[4]!,
  }
  return {
    ...{ rows, history },
    hierarchy: layOutHierarchy(release, ids, concepts.length),
    related: related && { ...related.data, names: lists[5]! },
  }
}

function layOutTexts(
  concepts: readonly ConceptRecord[],
  terms: readonly TermRecord[],
  ids: ReadonlyMap<string, number>,
): { texts: string[]; conceptText: Uint32Array } {
  const unnamed = 2 ** 32 - 1
  const conceptText = new Uint32Array(concepts.length).fill(unnamed)
  const texts = terms.map(({ text }) => text)
  for (const [number, { code, text }] of terms.entries()) {
    const id = ids.get(code)!
    if (conceptText[id] === unnamed && concepts[id]!.name === text) conceptText[id] = number
  }
  for (const [id, { name }] of concepts.entries())
    if (conceptText[id] === unnamed) conceptText[id] = texts.push(name) - 1
  return { texts, conceptText }
}

function layOutHierarchy(
  { edges }: Pick<ReleaseRecords, 'edges'>,
  ids: ReadonlyMap<string, number>,
  concepts: number,
): HierarchyData {
  const sorted = edges
    .map(({ code, parent }) => ({ id: ids.get(code)!, parent: ids.get(parent)! }))
    .sort((a, b) => a.id - b.id || a.parent - b.parent)
  const offsets = new Uint32Array(concepts + 1)
  for (const { id } of sorted) offsets[id + 1]!++
  for (let id = 0; id < concepts; id++) offsets[id + 1]! += offsets[id]!
  return { offsets, parents: Uint32Array.from(sorted, ({ parent }) => parent) }
}

function layOutHistory(
  { replacements }: Pick<ReleaseRecords, 'replacements'>,
  ids: ReadonlyMap<string, number>,
  labels: Numbered,
): HistoryData {
  const sorted = replacements
    .map(({ code, replacement, relation }) => ({
      ...{ concept: ids.get(code)!, replacement: ids.get(replacement)!, relation },
    }))
    .sort(
      (a, b) =>
        a.concept - b.concept ||
        a.replacement - b.replacement ||
        compareStrings(a.relation, b.relation),
    )
  return {
    concepts: Uint32Array.from(sorted, ({ concept }) => concept),
    replacements: Uint32Array.from(sorted, ({ replacement }) => replacement),
    relations: Uint32Array.from(sorted, ({ relation }) => labels.numberOf(relation)),
  }
}

/** Phrases by their tokens, those of the same in the order they came. A build sorts them so before: no order is looked for anew. */
function groupByTokens(phrases: readonly PhraseRecord[]) {
  const inOrder = [...phrases].sort((a, b) => compareStrings(a.tokens, b.tokens))
  const tokens: string[] = []
  const starts: number[] = []
  for (const [i, phrase] of inOrder.entries()) {
    if (phrase.tokens === tokens.at(-1)) continue
    tokens.push(phrase.tokens)
    starts.push(i)
  }
  starts.push(inOrder.length)
  return { tokens, offsets: Uint32Array.from(starts), inOrder }
}

/** Texts numbered in order of appearance. */
class Numbered {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size)
    return this.#numbers.size - 1
  }

  get texts(): string[] {
    return [...this.#numbers.keys()]
  }
}
