import type { Word } from '../../language/analyze.ts'
import { digestTables } from '../../language/tables.ts'
import type { ConceptRecord, TermRecord } from '../records.ts'

/**
 * Facts about concepts and terms that an ontology stores when an index is built, for its ranking at run time: columns of
 * numbers whose meaning is the ontology's own, each stored as one typed array.
 */

/** Element types that a column may have. */
export type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Float32ArrayConstructor
export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float32Array

export interface Column {
  /** The stored type of its values; a build fails on a value that the type cannot hold. */
  readonly type: ColumnType
  /** The meaning of a value, as FORMAT.md has it. */
  readonly meaning: string
}

/** The columns of an ontology, and how they are filled. */
export interface ColumnSchema<Concept extends string = string, Term extends string = string> {
  /** Raised by hand when a column comes, goes or changes its meaning, or when the code that fills it does. */
  readonly revision: number
  /** The tables below data/ that decide or number the values. */
  readonly tables: readonly string[]
  readonly concept: Readonly<Record<Concept, Column>>
  /** Terms that differ in nothing else are numbered in order of their values, the first column first. */
  readonly term: Readonly<Record<Term, Column>>
  /** `title` is the concept's preferred name, analyzed. */
  ofConcept(concept: ConceptRecord, title: readonly Word[]): Readonly<Record<Concept, number>>
  /** `words` are the term's, analyzed. */
  ofTerm(term: TermRecord, words: readonly Word[]): Readonly<Record<Term, number>>
  /** True if a name that a family shares may mean this one of its concepts when it is typed; default: it may mean each. */
  readonly mayMean?: (
    columns: ColumnArrays<Concept, Term>,
    term: number,
    concept: number,
  ) => boolean
}

/** The values of an index's columns: by `concept.id`, and by term number. */
export interface ColumnArrays<Concept extends string = string, Term extends string = string> {
  readonly concept: Readonly<Record<Concept, ColumnArray>>
  readonly term: Readonly<Record<Term, ColumnArray>>
}

/** The concepts of a family, by number, that a name which it shares may mean when it is typed. */
export function meantBy(
  term: number,
  members: Uint32Array,
  { mayMean }: ColumnSchema,
  columns: ColumnArrays,
): Uint32Array {
  return mayMean === undefined ? members : members.filter((each) => mayMean(columns, term, each))
}

/** Changes whenever the same record could give other values. @throws when a table cannot be read */
export function columnsVersion({ revision, tables }: ColumnSchema): string {
  return `${revision}-${digestTables(tables)}`
}

/** Columns of concepts, or of terms, that are filled row by row. */
export class ColumnBuilder {
  readonly #of: string
  readonly #columns: readonly (readonly [name: string, type: ColumnType, values: ColumnArray])[]

  /** @param of what the rows are, for errors */
  constructor(of: 'concept' | 'term', columns: Readonly<Record<string, Column>>, rows: number) {
    this.#of = of
    this.#columns = Object.entries(columns).map(([name, { type }]) => [name, type, new type(rows)])
  }

  /** @throws RangeError for a value that its column's type cannot hold */
  set(row: number, values: Readonly<Record<string, number>>): void {
    for (const [name, type, column] of this.#columns) {
      const value = values[name]!
      column[row] = value
      if (column[row] !== value && type !== Float32Array)
        throw new RangeError(`${this.#of}.${name} is ${value}: a ${type.name} cannot hold it`)
    }
  }

  /** Negative, 0 or positive, as for sorting: by the first column in which two rows differ. */
  compare(a: number, b: number): number {
    for (const [, , column] of this.#columns)
      if (column[a] !== column[b]) return column[a]! - column[b]!
    return 0
  }

  /** The columns by name, their rows as they were set. */
  arrays(): Record<string, ColumnArray> {
    return Object.fromEntries(this.#columns.map(([name, , column]) => [name, column]))
  }

  /** A copy with the rows in another order. */
  arraysInOrder(order: Uint32Array): Record<string, ColumnArray> {
    const inOrder = this.#columns.map(([name, type, column]) => {
      const copy = new type(order.length)
      for (let i = 0; i < order.length; i++) copy[i] = column[order[i]!]!
      return [name, copy] as const
    })
    return Object.fromEntries(inOrder)
  }
}
