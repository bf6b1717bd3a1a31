/**
 * Codes that Excludes1 notes name, as facts: "Type 1 diabetes mellitus (E10.-)", "congenital malformations (Q00-Q99)",
 * "diabetic mononeuropathy (E08-E13 with .41)".
 */

import type { FactRecord } from '../../../index/records.ts'
import { EXCLUDES1, isWithin } from '../code-ranges.ts'
import type { OrderRow } from './order.ts'

/** A note under a code (with dot) or a range of them. */
export interface ExclusionNote {
  readonly subject: string
  readonly text: string
}

/** The facts of a list's notes, sorted by subject and object, and the codes in them that the release lacks. */
export interface Exclusions {
  readonly facts: readonly FactRecord[]
  readonly unknown: readonly string[]
}

/** Target of a note: a code and all below it, or a range of codes, limited to those with an ending if the note has one. */
interface Span {
  readonly first: string
  /** The same as `first` where it is no range. */
  readonly last: string
  readonly rule?: string
}

const CATEGORY_LENGTH = 3

const CODE = String.raw`[A-Z](?:\d[0-9A-Z]|[A-Z]\d)(?:\.[0-9A-Z]{1,4})?`
const SPAN = new RegExp(String.raw`^(${CODE})\.?-?(?: ?-(${CODE})\.?-?)?$`)
/** "E08-E13 with .51-.52", "I69. with final characters -23". */
const RULED = /^(.*?)-? with (\.\d[0-9A-Z.-]*|final characters -\d+)$/
const BRACKETS = /\(([^()]*)\)/g

/** The facts of notes whose codes an order file has, all its codes in its order. */
export function factsOfExclusions(
  notes: readonly ExclusionNote[],
  codes: ReadonlyMap<string, OrderRow>,
): Exclusions {
  const unknown: string[] = []
  const known = new KnownCodes(codes)
  const objects = new Map<string, Set<string>>()
  for (const { subject, text } of notes) {
    const subjects = known.spansOf(spanOf(subject), unknown)
    for (const span of spansIn(text))
      for (const object of known.spansOf(span, unknown))
        for (const each of subjects) {
          if (each === object) continue
          const own = objects.get(each) ?? new Set()
          objects.set(each, own.add(object))
        }
  }
  const facts = [...objects]
    .sort(byName)
    .flatMap(([subject, own]) =>
      [...own].sort().map((object) => ({ relation: EXCLUDES1, subject, object, weight: 1 })),
    )
  return { facts, unknown }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

/** Targets of a note in brackets; none if the brackets say anything else. */
export function spansIn(note: string): Span[] {
  return [...note.matchAll(BRACKETS)].flatMap(([, said = '']) => {
    const parts = said
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const spans = parts.map(spanOf)
    return spans.every((span) => span !== undefined) ? spans : []
  })
}

function spanOf(text: string): Span | undefined {
  const [, ruled = text, rule] = RULED.exec(text) ?? []
  const match = SPAN.exec(ruled)
  if (match === null) return undefined
  const [, first = '', last = first] = match
  return rule === undefined ? { first, last } : { first, last, rule }
}

/** The codes of a release, by which notes are made facts. */
class KnownCodes {
  readonly #codes: readonly string[]
  readonly #places: ReadonlyMap<string, number>
  readonly #categories: readonly string[]

  constructor(codes: ReadonlyMap<string, OrderRow>) {
    this.#codes = [...codes.keys()]
    this.#places = new Map(this.#codes.map((code, i) => [code, i]))
    this.#categories = this.#codes.filter((code) => code.length === CATEGORY_LENGTH)
  }

  /** A span as codes and ranges; none, and what lacks in `unknown`, where the release has not its ends. */
  spansOf(span: Span | undefined, unknown: string[]): string[] {
    if (span === undefined) return []
    const { first, last, rule } = span
    const lacking = [first, last].find((code) => !this.#places.has(code))
    if (lacking !== undefined) {
      unknown.push(lacking)
      return []
    }
    const spans = first === last ? [first] : [`${first}-${last}`, ...this.#outOfOrder(first, last)]
    if (rule === undefined) return spans
    return rule.startsWith('.') ? this.#withEndings(rule, spans) : this.#withLast(rule, first)
  }

  /** Categories that a range holds by the order of the file, not by that of their characters: C4A in C43-C44. */
  #outOfOrder(first: string, last: string): string[] {
    const from = this.#places.get(first)!
    const to = this.#places.get(last)!
    return this.#categories.filter((category) => {
      const place = this.#places.get(category)!
      return place > from && place < to && !isWithin(category, `${first}-${last}`)
    })
  }

  /** "E08-E13 with .51-.52": E08.51, E08.52, E09.51 … */
  #withEndings(rule: string, spans: readonly string[]): string[] {
    const endings = rule.split('-').filter((ending) => ending !== '')
    return this.#categories
      .filter((category) => spans.some((span) => isWithin(category, span)))
      .flatMap((category) => endings.map((ending) => category + ending))
      .filter((code) => this.#places.has(code))
  }

  /** "I69. with final characters -23": I69.023, I69.123 … */
  #withLast(rule: string, first: string): string[] {
    const last = rule.slice(rule.indexOf('-') + 1)
    return this.#codes.filter((code) => isWithin(code, first) && code.endsWith(last))
  }
}
