/**
 * Expression Constraint Language of SNOMED CT, as far as a hierarchy answers it: concepts with and without terms, `<`, `<<`,
 * `<!`, `<<!`, `>`, `>>`, `>!`, `>>!`, wildcard, AND, OR, MINUS, brackets and comments.
 *
 * @see https://docs.snomed.org/snomed-ct-specifications/snomed-ct-expression-constraint-language
 */

/** Operators in front of a concept, the longest spelling first. */
const OPERATORS = ['<<!', '>>!', '<<', '>>', '<!', '>!', '<', '>'] as const
export type HierarchyOperator = (typeof OPERATORS)[number]

export type BinaryOperator = 'AND' | 'OR' | 'MINUS'

/** A parsed expression. */
export type Expression =
  | { readonly kind: 'every' }
  | { readonly kind: 'concept'; readonly code: string }
  | { readonly kind: 'hierarchy'; readonly operator: HierarchyOperator; readonly of: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly operands: readonly Expression[]
    }

/** Text that is no ECL. The message holds none of it. */
export class EclError extends Error {
  override readonly name = 'EclError'
}

/** ECL that needs more than a hierarchy. */
export class UnsupportedEcl extends Error {
  override readonly name = 'UnsupportedEcl'
}

/** Characters of an expression, and brackets in brackets, at most. */
const MAX_LENGTH = 20_000
const MAX_DEPTH = 100
/** Concepts, and walks up or down the hierarchy, at most: each takes time. */
const MAX_CONCEPTS = 500
const MAX_WALKS = 100

/** Parts of ECL that the indexes cannot answer, by what each begins with after a whole constraint. */
const BEYOND = [
  { start: ':', name: 'refinements by attribute' },
  { start: '.', name: 'dotted attributes' },
  { start: '{{', name: 'filters in double braces' },
] as const

/** Starts of a constraint that the indexes cannot answer. */
const BEYOND_FOCUS = [
  { start: '^', name: 'members of reference sets' },
  { start: '!!', name: 'top and bottom of a set' },
  { start: '{', name: 'attribute groups' },
] as const

/** @throws EclError for text that is no ECL, UnsupportedEcl for ECL that needs attributes or reference sets */
export function parseEcl(text: string): Expression {
  if (text.length > MAX_LENGTH) throw new EclError(`longer than ${MAX_LENGTH} characters`)
  return new Parser(text).parse()
}

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0
  #concepts = 0
  #walks = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): Expression {
    const expression = this.#compound()
    if (this.#at < this.#text.length) throw this.#unexpected()
    return expression
  }

  #compound(): Expression {
    const operands = [this.#constraint()]
    let operator: BinaryOperator | undefined
    for (let next = this.#operator(); next !== undefined; next = this.#operator()) {
      // Section 6.4 of the specification: brackets must say which comes first.
      if (operator !== undefined && operator !== next)
        throw new EclError(`${operator} and ${next} need brackets`)
      if (next === 'MINUS' && operator === 'MINUS') throw new EclError('MINUS has two operands')
      operator = next
      operands.push(this.#constraint())
    }
    return operator === undefined ? operands[0]! : { kind: 'binary', operator, operands }
  }

  #operator(): BinaryOperator | undefined {
    this.#skipSpace()
    if (this.#take(',')) return 'AND'
    const [word] = /^(?:AND|OR|MINUS)\b/i.exec(this.#ahead(5)) ?? []
    if (word === undefined) return undefined
    this.#at += word.length
    return word.toUpperCase() as BinaryOperator
  }

  /** A concept, wildcard or bracketed expression, with operators in front of it. */
  #constraint(): Expression {
    this.#skipSpace()
    const operator = OPERATORS.find((each) => this.#take(each))
    if (operator !== undefined && ++this.#walks > MAX_WALKS)
      throw new EclError(`more than ${MAX_WALKS} operators of the hierarchy`)
    this.#skipSpace()
    const beyond = BEYOND_FOCUS.find(({ start }) => this.#isNext(start))
    if (beyond !== undefined) throw new UnsupportedEcl(beyond.name)
    const focus = this.#focus()
    this.#skipSpace()
    const more = BEYOND.find(({ start }) => this.#isNext(start))
    if (more !== undefined) throw new UnsupportedEcl(more.name)
    return operator === undefined ? focus : { kind: 'hierarchy', operator, of: focus }
  }

  #focus(): Expression {
    if (this.#take('(')) return this.#bracketed()
    if (this.#take('*')) return { kind: 'every' }
    const [code] = /^\d{6,18}(?![\w])/.exec(this.#ahead(19)) ?? []
    if (code === undefined) throw this.#unexpected()
    if (++this.#concepts > MAX_CONCEPTS) throw new EclError(`more than ${MAX_CONCEPTS} concepts`)
    this.#at += code.length
    this.#skipSpace()
    this.#skipTerm()
    return { kind: 'concept', code }
  }

  #bracketed(): Expression {
    if (++this.#depth > MAX_DEPTH) throw new EclError(`brackets are nested above ${MAX_DEPTH} deep`)
    const inner = this.#compound()
    if (!this.#take(')')) throw this.#unexpected()
    this.#depth--
    return inner
  }

  /** A term is for readers: the code alone counts. */
  #skipTerm(): void {
    if (!this.#take('|')) return
    const end = this.#text.indexOf('|', this.#at)
    if (end < 0) throw new EclError('a term has no end')
    this.#at = end + 1
  }

  #skipSpace(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
      if (!this.#isNext('/*')) return
      const end = this.#text.indexOf('*/', this.#at + 2)
      if (end < 0) throw new EclError('a comment has no end')
      this.#at = end + 2
    }
  }

  #take(token: string): boolean {
    if (!this.#isNext(token)) return false
    this.#at += token.length
    return true
  }

  #isNext(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  #ahead(length: number): string {
    return this.#text.slice(this.#at, this.#at + length + 1)
  }

  #unexpected(): EclError {
    const found = this.#at < this.#text.length ? `unexpected text` : 'unexpected end'
    return new EclError(`${found} at character ${this.#at + 1}`)
  }
}
