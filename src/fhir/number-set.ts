/** Sets of codes of one table, as a flag for each number. */
import type { CodeTable } from '../medlink.ts'

/** 1 for each number that is in the set. It must not be changed once it was handed out. */
export type NumberSet = Uint8Array

/** Steps up or down the hierarchy: one, or all. */
export type Distance = 'one' | 'all'

export function emptySet({ size }: CodeTable): NumberSet {
  return new Uint8Array(size)
}

export function setOf(table: CodeTable, numbers: Iterable<number>): NumberSet {
  const set = emptySet(table)
  for (const number of numbers) set[number] = 1
  return set
}

/** All codes of a table, or all active ones. */
export function everyCode(table: CodeTable, isActiveOnly: boolean): NumberSet {
  const set = emptySet(table)
  if (!isActiveOnly) return set.fill(1)
  for (let number = 0; number < set.length; number++) set[number] = Number(table.isActive(number))
  return set
}

/** Codes below some codes, without these unless they are below others. */
export function below(table: CodeTable, from: NumberSet, distance: Distance): NumberSet {
  return reach(table, from, distance, (number) => table.childrenOf(number))
}

/** Codes above some codes, without these unless they are above others. */
export function above(table: CodeTable, from: NumberSet, distance: Distance): NumberSet {
  return reach(table, from, distance, (number) => table.parentsOf(number))
}

function reach(
  table: CodeTable,
  from: NumberSet,
  distance: Distance,
  nextOf: (number: number) => Iterable<number>,
): NumberSet {
  const reached = emptySet(table)
  const left = numbersIn(from)
  for (let number = left.pop(); number !== undefined; number = left.pop())
    for (const next of nextOf(number)) {
      if (reached[next] === 1) continue
      reached[next] = 1
      if (distance === 'all') left.push(next)
    }
  return reached
}

export function union(one: NumberSet, other: NumberSet): NumberSet {
  const both = one.slice()
  for (let number = 0; number < both.length; number++) both[number]! |= other[number]!
  return both
}

export function intersection(one: NumberSet, other: NumberSet): NumberSet {
  const both = one.slice()
  for (let number = 0; number < both.length; number++) both[number]! &= other[number]!
  return both
}

export function difference(one: NumberSet, other: NumberSet): NumberSet {
  const left = one.slice()
  for (let number = 0; number < left.length; number++) left[number]! &= 1 - other[number]!
  return left
}

/** Numbers of a set, ascending. */
export function numbersIn(set: NumberSet): number[] {
  const numbers: number[] = []
  for (let at = set.indexOf(1); at >= 0; at = set.indexOf(1, at + 1)) numbers.push(at)
  return numbers
}
