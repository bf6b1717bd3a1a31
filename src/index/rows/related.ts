import { compareStrings } from '../../language/sorted.ts'
import type { RelatedCodeRecord, RelationRecord } from '../records.ts'
import type { RequireElements } from './blocks.ts'
import { buildSortedTexts, SortedTexts, type SortedTextsData } from './sorted-texts.ts'
import { type Pieces, Texts, type TextsData } from './texts.ts'

/**
 * Codes of a release that are never linked, such as the parts of tests' names and the answers to questions, and the relations
 * between these and concepts. A number below that of the concepts is a concept's id; the related codes follow in order of code.
 */
export interface RelatedData {
  readonly codes: SortedTextsData
  /** Names in order of code, in the pieces of all texts. */
  readonly names: TextsData
  /** 1, or 0 for a retired code. */
  readonly active: Uint8Array
  /** Place of each code's attributes among those of concepts. */
  readonly attributes: Uint32Array
  /** The relations of number `n` are `targets[offsets[n] … offsets[n + 1])`, next to the label of each, labels together. */
  readonly offsets: Uint32Array
  readonly targets: Uint32Array
  readonly labels: Uint8Array
}

/** Places among other rows that the related codes and their relations need. */
interface Places {
  attributesOf(code: RelatedCodeRecord): number
  labelOf(relation: string): number
}

const MAX_LABEL = 255

/**
 * @param ids of concepts by code
 * @returns undefined where there is none of them; `names` in order of code
 */
export function layOutRelated(
  codes: readonly RelatedCodeRecord[],
  relations: readonly RelationRecord[],
  ids: ReadonlyMap<string, number>,
  { attributesOf, labelOf }: Places,
): { names: readonly string[]; data: Omit<RelatedData, 'names'> } | undefined {
  if (codes.length === 0) return undefined
  const sorted = [...codes].sort((a, b) => compareStrings(a.code, b.code))
  const numbers = new Map(sorted.map(({ code }, place) => [code, ids.size + place]))
  const numberOf = (code: string) => (ids.get(code) ?? numbers.get(code))!
  const ordered = inOrder(
    relations.map(({ from, relation, to, place = 0 }) => ({
      ...{ from: numberOf(from), to: numberOf(to), place, relation },
    })),
  )
  const offsets = new Uint32Array(ids.size + sorted.length + 1)
  for (const { from } of ordered) offsets[from + 1]!++
  for (let number = 1; number < offsets.length; number++) offsets[number]! += offsets[number - 1]!
  return {
    names: sorted.map(({ name }) => name),
    data: {
      codes: buildSortedTexts(sorted.map(({ code }) => code)),
      active: Uint8Array.from(sorted, ({ active }) => Number(active)),
      attributes: Uint32Array.from(sorted, attributesOf),
      offsets,
      targets: Uint32Array.from(ordered, ({ to }) => to),
      labels: Uint8Array.from(ordered, ({ relation }) => {
        const label = labelOf(relation)
        if (label > MAX_LABEL) throw new RangeError(`more than ${MAX_LABEL + 1} labels`)
        return label
      }),
    },
  }
}

interface NumberedRelation {
  readonly from: number
  readonly relation: string
  readonly to: number
  readonly place: number
}

/** Relations of one number together, those of one relation in order of place; of a value that is there twice, the first. */
function inOrder(relations: NumberedRelation[]): NumberedRelation[] {
  relations.sort(
    (a, b) =>
      a.from - b.from || compareStrings(a.relation, b.relation) || a.place - b.place || a.to - b.to,
  )
  const seen = new Set<number>()
  return relations.filter(({ from, relation, to }, at) => {
    const before = relations[at - 1]
    if (before?.from !== from || before.relation !== relation) seen.clear()
    const isFirst = !seen.has(to)
    seen.add(to)
    return isFirst
  })
}

/** Lists of the rows that related codes share with concepts. */
interface SharedTexts {
  readonly pieces: Pieces
  readonly attributes: Texts
  readonly labels: Texts
  readonly require: RequireElements
}

type Attributes = Readonly<Record<string, string | number | boolean | null>>

/** Read access to a {@link RelatedData}. */
export class RelatedCodes {
  /** Number of the first of them: that of concepts. */
  readonly first: number
  readonly size: number
  readonly #data: RelatedData
  readonly #shared: SharedTexts
  readonly #codes: SortedTexts
  readonly #names: Texts
  /** Label of each relation. */
  readonly #labels: ReadonlyMap<string, number>
  /** Relations by their other end. */
  #reverse: Pick<RelatedData, 'offsets' | 'targets' | 'labels'> | undefined

  constructor(data: RelatedData, shared: SharedTexts) {
    const { pieces, labels, require } = shared
    this.#data = data
    this.#shared = shared
    this.size = data.active.length
    this.first = data.offsets.length - 1 - this.size
    this.#codes = new SortedTexts(data.codes, this.size, require)
    this.#names = new Texts(data.names, pieces, require)
    this.#labels = new Map(Array.from(new Set(data.labels), (label) => [labels.at(label), label]))
  }

  /** Number of a code; undefined where there is none. */
  numberOf(code: string): number | undefined {
    const place = this.#codes.indexOf(code)
    return place < 0 ? undefined : this.first + place
  }

  codeOf(number: number): string {
    return this.#codes.at(number - this.first)
  }

  nameOf(number: number): string {
    return this.#names.at(number - this.first)
  }

  isActive(number: number): boolean {
    return this.#data.active[number - this.first] === 1
  }

  attributesOf(number: number): Attributes {
    return JSON.parse(this.#shared.attributes.at(this.#data.attributes[number - this.first]!))
  }

  /** Numbers that a concept or related code has as values of a relation, in the release's order. */
  valuesOf(number: number, relation: string): number[] {
    return valuesIn(this.#data, number, this.#labels.get(relation))
  }

  /** Numbers that have a concept or related code as a value of a relation, ascending. The first call lays out all relations. */
  holdersOf(number: number, relation: string): number[] {
    this.#reverse ??= reverseOf(this.#data)
    return valuesIn(this.#reverse, number, this.#labels.get(relation))
  }
}

function valuesIn(
  { offsets, targets, labels }: Pick<RelatedData, 'offsets' | 'targets' | 'labels'>,
  number: number,
  label: number | undefined,
): number[] {
  const values: number[] = []
  for (let at = offsets[number]!; at < offsets[number + 1]!; at++)
    if (labels[at] === label) values.push(targets[at]!)
  return values
}

function reverseOf({
  offsets: ofHolder,
  targets: values,
  labels: ofValue,
}: Pick<RelatedData, 'offsets' | 'targets' | 'labels'>) {
  const offsets = new Uint32Array(ofHolder.length)
  for (const value of values) offsets[value + 1]!++
  for (let number = 1; number < offsets.length; number++) offsets[number]! += offsets[number - 1]!
  const next = offsets.slice()
  const targets = new Uint32Array(values.length)
  const labels = new Uint8Array(values.length)
  for (let holder = 0; holder + 1 < ofHolder.length; holder++)
    for (let at = ofHolder[holder]!; at < ofHolder[holder + 1]!; at++) {
      const place = next[values[at]!]!++
      targets[place] = holder
      labels[place] = ofValue[at]!
    }
  return { offsets, targets, labels }
}
