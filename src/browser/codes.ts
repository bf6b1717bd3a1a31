import { firstWhere } from '../language/sorted.ts'
import type { PackBody } from './pack.ts'

/** Codes of one beginning that are looked at. */
const MOST_CODES = 20_000
const CODE = /^(?=.*\d)[A-Z0-9][A-Z0-9.-]*$/

type Codes = Pick<PackBody, 'codes' | 'prominence' | 'shortest_code' | 'code_sign'>

/** Finds codes by how they begin. */
export class CodeFinder {
  readonly #codes: Codes

  constructor(codes: Codes) {
    this.#codes = codes
  }

  /** Concepts whose codes begin as typed, at most `limit`: that code itself, then the most prominent ones. */
  beginning(typed: string, limit: number): number[] {
    const beginning = this.#codeOf(typed)
    if (beginning === undefined) return []
    const { codes, prominence } = this.#codes
    const found: number[] = []
    for (let at = this.#firstFrom(beginning); codes[at]?.startsWith(beginning); at++) {
      found.push(at)
      if (found.length === MOST_CODES) break
    }
    const rankOf = (concept: number) =>
      codes[concept] === beginning ? Number.POSITIVE_INFINITY : prominence[concept]!
    return found.sort((a, b) => rankOf(b) - rankOf(a) || a - b).slice(0, limit)
  }

  /** How a code begins that is typed so: in capitals, with the sign that may be left out. */
  #codeOf(typed: string): string | undefined {
    const { shortest_code, code_sign } = this.#codes
    const code = typed.toUpperCase()
    if (code.length < shortest_code || !CODE.test(code)) return undefined
    if (code_sign === null) return code
    const [sign, place] = code_sign
    return code.length <= place || code[place] === sign
      ? code
      : code.slice(0, place) + sign + code.slice(place)
  }

  /** The first concept whose code is not before a text. */
  #firstFrom(text: string): number {
    const { codes } = this.#codes
    return firstWhere(0, codes.length, (at) => codes[at]! >= text)
  }
}
