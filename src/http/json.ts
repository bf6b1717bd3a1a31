import { HttpError } from './errors.ts'

/** Deeper than any request of the contract, and no danger to a stack. */
const MAX_DEPTH = 32
/** Default maximum of values in a body: more than any request has, and read in a few milliseconds. */
export const MAX_VALUES = 10_000
/** Digits of integers that a double has in any case. */
const SAFE_DIGITS = 15
/** Digits of which every number is one of a double's size. */
const MAX_DIGITS = 308

const utf8 = new TextDecoder('utf-8', { fatal: true })

const [QUOTE, BACKSLASH, COLON, MINUS] = [0x22, 0x5c, 0x3a, 0x2d]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c]

/** Limits of a body. */
export interface JsonLimits {
  /** Maximum of values, those within others counted too; default: {@link MAX_VALUES}. */
  readonly maxValues?: number | undefined
  /** True if integers may be read as the nearest double, because the text of the body is kept. Default: false. */
  readonly allowsInexact?: boolean | undefined
}

/**
 * A request's body, read strictly: input that two programs may read in two ways is refused. That is bytes that are no
 * UTF-8, a key that an object has twice, a key that leads to an object's prototype, an integer that no double has, and
 * anything nested deeper than {@link MAX_DEPTH}. Too many values are refused before any is read.
 *
 * @throws HttpError `invalid_request`, which repeats nothing of the body
 */
export function parseJson(body: Buffer, limits: JsonLimits = {}): unknown {
  const text = decode(body)
  refuseAmbiguous(text, limits)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('the body is not valid JSON')
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw malformed('the body is not in UTF-8')
  }
}

/** Goes over a text once, without reading values. Of a text that is not JSON it may refuse anything, or nothing. */
function refuseAmbiguous(
  text: string,
  { maxValues = MAX_VALUES, allowsInexact = false }: JsonLimits,
): void {
  /** Keys of each open object; undefined: a list, or an object without a key. */
  const open: (Set<string> | undefined)[] = []
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const end = endOfText(text, at)
      if (isKey(text, end)) noteKey(text.slice(at, end + 1), open)
      at = end
    } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      values++
      open.push(undefined)
      if (open.length > MAX_DEPTH) throw malformed('the body is nested too deeply')
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) open.pop()
    else if (unit === COMMA) values++
    else if (unit === MINUS || isDigit(unit)) {
      const end = endOfNumber(text, at)
      if (end - at > SAFE_DIGITS && !allowsInexact) refuseInexact(text.slice(at, end))
      at = end - 1
    }
    if (values > maxValues) throw malformed(`the body has more than ${maxValues} values`)
  }
}

/** Place of the quote that ends a text; the end of everything where none does. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** True for the text of which the last quote is at `end`, if a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end + 1
  while (' \t\r\n'.includes(text[next] ?? '_')) next++
  return text.charCodeAt(next) === COLON
}

function noteKey(quoted: string, open: (Set<string> | undefined)[]): void {
  const key = unquoted(quoted)
  if (key === '__proto__') throw malformed('the body has a key that is not allowed')
  if (open.length === 0) return
  const keys = open[open.length - 1] ?? new Set()
  open[open.length - 1] = keys
  if (keys.has(key)) throw malformed('the body has a key twice in one object')
  keys.add(key)
}

function unquoted(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw malformed('the body is not valid JSON')
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isOfNumber(text.charCodeAt(end))) end++
  return end
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** True for digits, signs, points and exponents. */
function isOfNumber(unit: number): boolean {
  return (
    isDigit(unit) ||
    unit === 0x2e ||
    unit === 0x65 ||
    unit === 0x45 ||
    unit === 0x2b ||
    unit === MINUS
  )
}

/** @throws HttpError for an integer that would become another one */
function refuseInexact(number: string): void {
  if (!/^-?\d+$/.test(number)) return
  const isSame =
    number.length <= MAX_DIGITS &&
    (String(Number(number)) === number || BigInt(Number(number)) === BigInt(number))
  if (!isSame) throw malformed('the body has a whole number that is too large: send it as text')
}

function malformed(message: string): HttpError {
  return new HttpError('invalid_request', message)
}
