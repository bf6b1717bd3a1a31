/**
 * Expressions of SNOMED CT's compositional grammar: focus concepts, refined by attributes. They are read and checked for
 * concepts that exist; no classifier runs, so an expression is known to be below its focus concepts and below nothing else.
 *
 * @see https://docs.snomed.org/snomed-ct-specifications/snomed-ct-compositional-grammar
 */
import type { CodeTable } from '../medlink.ts'

/** An expression over the codes of a table. */
export interface SnomedExpression {
  /** Numbers of its focus concepts. */
  readonly foci: readonly number[]
  /** The expression without spaces, each concept with its official name. */
  readonly display: string
}

/** Attributes of concepts are below one of these: concept model attribute, linkage concept. */
const ATTRIBUTE_ROOTS = ['410662002', '106237007']
const MAX_LENGTH = 4000
const MAX_DEPTH = 20

/** A concept with its term, a number or text as a concrete value, or a sign. */
const TOKEN =
  /\s*(?:(\d{6,18})(?:\s*\|[^|]*\|)?|(#-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*")|([:+,={}()]))\s*/y

type Token =
  | { readonly kind: 'concept'; readonly number: number; readonly text: string }
  | { readonly kind: 'value' | 'sign'; readonly text: string }

/** The expression that a text is; undefined for another text, and for one that names a concept which the table lacks. */
export function readExpression(text: string, table: CodeTable): SnomedExpression | undefined {
  if (text.length > MAX_LENGTH || !/[:+]/.test(text)) return undefined
  const tokens = tokensOf(text, table)
  if (tokens === undefined) return undefined
  const reader = new Reader(tokens, table)
  const foci = reader.whole()
  return foci && { foci, display: tokens.map(({ text }) => text).join('') }
}

function tokensOf(text: string, table: CodeTable): Token[] | undefined {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  while (pattern.lastIndex < text.length) {
    const [, code, value, sign] = pattern.exec(text) ?? []
    if (code !== undefined) {
      const number = table.find(code)
      if (number === undefined) return undefined
      tokens.push({ kind: 'concept', number, text: `${code}|${table.titleOf(number)}|` })
    } else if (value !== undefined) tokens.push({ kind: 'value', text: value })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else return undefined
  }
  return tokens
}

/** Reads tokens by the grammar. Each method leaves false or undefined behind where they do not fit. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #table: CodeTable
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], table: CodeTable) {
    this.#tokens = tokens
    this.#table = table
  }

  whole(): readonly number[] | undefined {
    const foci = this.#expression()
    return this.#at === this.#tokens.length ? foci : undefined
  }

  #expression(): readonly number[] | undefined {
    const foci: number[] = []
    do {
      const focus = this.#concept()
      if (focus === undefined) return undefined
      foci.push(focus)
    } while (this.#take('+'))
    return !this.#take(':') || this.#refinement() ? foci : undefined
  }

  /** Attributes, then groups of them, with or without commas between. */
  #refinement(): boolean {
    do if (!(this.#isNext('{') ? this.#group() : this.#attribute())) return false
    while (this.#take(',') || this.#isNext('{'))
    return true
  }

  #group(): boolean {
    if (!this.#take('{')) return false
    do if (!this.#attribute()) return false
    while (this.#take(','))
    return this.#take('}')
  }

  #attribute(): boolean {
    const attribute = this.#concept()
    return (
      attribute !== undefined && this.#isAttribute(attribute) && this.#take('=') && this.#value()
    )
  }

  #value(): boolean {
    if (this.#take('(')) {
      if (++this.#depth > MAX_DEPTH) return false
      return this.#expression() !== undefined && this.#take(')')
    }
    if (this.#tokens[this.#at]?.kind !== 'value') return this.#concept() !== undefined
    this.#at++
    return true
  }

  #concept(): number | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'concept') return undefined
    this.#at++
    return token.number
  }

  #isAttribute(number: number): boolean {
    const seen = new Set<number>()
    const left = [number]
    for (let each = left.pop(); each !== undefined; each = left.pop()) {
      if (ATTRIBUTE_ROOTS.includes(this.#table.codeOf(each))) return true
      for (const parent of this.#table.parentsOf(each))
        if (!seen.has(parent)) {
          seen.add(parent)
          left.push(parent)
        }
    }
    return false
  }

  #take(sign: string): boolean {
    if (!this.#isNext(sign)) return false
    this.#at++
    return true
  }

  #isNext(sign: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'sign' && token.text === sign
  }
}
