import { readUnitSpellings } from '../language/attached-units.ts'

/**
 * Unit spellings of laboratory reports → UCUM codes. The spellings are in data/units/spellings.tsv, of whole units and
 * of their parts; here is what holds for all of them: powers of ten, quotients, counts, and words behind a unit.
 */

/** "(calculated)", "@37C". */
const REMARK = / ?(?:\([^()]*\)|(?:@|at\b)? ?\d\d ?°? ?c)$/iu
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const SUPERSCRIPT_POWER = /(?<=10[ ]?)(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})/gu
/** A micro sign that did not survive: "Âµg", "\ufffdg", "?g/dL". */
const BROKEN_MICRO = /Âμ|Â?\ufffd|\?(?=(?:g|l|mol|iu|u|kat)(?![a-z]))/giu
/** "10^9", "10e3", "10*3", "10 (3)", with or without "x" before it. Laboratories write 10e3 for a thousand. */
const POWER =
  /(?<![\d.,])(?:[x*] ?)?10 ?(?:(?:\^|\*\*|\*|x|exp|e|hoch) ?\(?([+-]?\d{1,2})(?!\d)\)?|\((\d{1,2})\))/iu
/** "x103/uL", "10 9/L": the exponent lost its superscript. */
const FLAT_POWER = /^(?:x ?)?10 ?(3|6|9|12)(?= ?(?:\/|per\b|cells\b))/iu
/** "mmol L-1", "g.dL^-1". */
const INVERSE = /[. ]*(?<![a-z])([a-z]+)(?:\^|\*\*)?-1(?!\d)/giu
const PER = / ?\bper\b ?/giu
/** A slash that is not inside braces, brackets or parentheses. */
const SLASH = /\/(?![^{}]*\}|[^[\]]*\]|[^()]*\))/u
const LOOSE_DOT = /(?<!\d)\.|\.(?!\d)/gu
const LENGTH = /^[kdcmun]?m$/u
const FILLER = /^(?:(?:of|the|total|in) )+/u
const UCUM_SIGNS = /[[\]{}]|10\*/u

export interface Spelled {
  readonly ucum: string
  /** Every part is in the table or is a number; the others may be UCUM in their own right. */
  readonly isKnown: boolean
}

/**
 * Gives a function that writes a unit as UCUM, as far as it knows the parts; undefined when it knows nothing of it. The
 * code may still be invalid. A row's code that begins with "/" (hpf, cumm) is the same unit with and without a slash
 * before it.
 *
 * @throws MedlinkError `data_invalid`
 */
export function createUnitSpelling(): (text: string) => Spelled | undefined {
  const codes = new Map(readUnitSpellings().map(({ unit, ucum }) => [keyOf(unit), ucum]))
  const look: Look = (text) => {
    const key = keyOf(text)
    return codes.get(key) ?? codes.get(key.toLowerCase())
  }

  return (text) => {
    const folded = foldUnit(text)
    const spelled = spell(folded, look)
    const bare = folded.replace(REMARK, '')
    if (spelled?.isKnown || bare === folded) return spelled
    const again = spell(bare, look)
    return again?.isKnown ? again : spelled
  }
}

/** The code of a row, by its spelling: spaces and dots between letters do not count. */
type Look = (text: string) => string | undefined

function spell(folded: string, look: Look): Spelled | undefined {
  if (folded === '') return undefined
  const whole = look(folded)
  if (whole !== undefined) return { ucum: whole, isKnown: true }

  const parts = rewrite(folded).split(SLASH)
  let isKnown = true
  const spelled = parts.map((part, i) => {
    const code = spellPart(part.trim(), look, i === 0)
    if (code === undefined) isKnown = false
    return i > 0 ? (code ?? part.trim()).replace(/^\//u, '') : (code ?? part.trim())
  })
  const joined = spelled.join('/')
  const known = look(joined)
  if (known !== undefined) return { ucum: known, isKnown: true }
  if (isKnown) return { ucum: joined, isKnown }
  return spelled.length === 1 && !UCUM_SIGNS.test(joined) ? undefined : { ucum: joined, isKnown }
}

/** One spelling for what differs in characters only: micro signs, dashes, slashes, times, spaces, outer parentheses. */
function foldUnit(text: string): string {
  const folded = text
    .replace(
      SUPERSCRIPT_POWER,
      (_, minus: string, digits: string) =>
        `^${minus && '-'}${Array.from(digits, (digit) => SUPERSCRIPTS.indexOf(digit)).join('')}`,
    )
    .normalize('NFKC')
    .replace(BROKEN_MICRO, 'u')
    .replace(/[μµ]/gu, 'u')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[⁄∕÷]/gu, '/')
    .replace(/×/gu, 'x')
    .replace(/[·∙•⋅]/gu, '.')
    .replace(/[\p{White_Space}\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    // Tables list alternatives: "ug/L;ng/mL".
    .split(/ ?;/u, 1)[0]!
  const inner = /^(?:\(([^()]+)\)|\[([^[\]]*[/%][^[\]]*)\])$/u.exec(folded)
  return (inner?.[1] ?? inner?.[2] ?? folded).trim()
}

function keyOf(text: string): string {
  return text.replace(LOOSE_DOT, '').replaceAll(' ', '')
}

function rewrite(folded: string): string {
  return folded
    .replace(FLAT_POWER, '10*$1')
    .replace(POWER, (_, signed?: string, bracketed?: string) => `10*${Number(signed ?? bracketed)}`)
    .replace(PER, '/')
    .replace(INVERSE, '/$1')
}

/** The UCUM code of the text between two slashes. */
function spellPart(part: string, look: Look, isFirst: boolean): string | undefined {
  if (part === '') return isFirst ? '' : undefined
  const known = look(part)
  if (known !== undefined) return known
  if (/^10\*-?\d+$/u.test(part) || /^\d+$/u.test(part)) return part
  return (
    spellAnnotated(part, look) ??
    spellProduct(part, look) ??
    spellWords(part, look) ??
    spellCounted(part, look) ??
    spellPower(part, look)
  )
}

/** "g{creat}", "{cells}", "(24.h)": braces are kept as they are. */
function spellAnnotated(part: string, look: Look): string | undefined {
  const braced = /^([^{}]*)(\{[!-z|~]*\})$/u.exec(part)
  if (braced) {
    const unit = braced[1] === '' ? '' : spellPart(braced[1]!.trim(), look, false)
    return unit === undefined ? undefined : unit + braced[2]!
  }
  const timed = /^\(?(\d{1,3})[. ]?([a-z]+)\.?\)?$/iu.exec(part)
  const unit = timed && look(timed[2]!)
  return unit ? count(timed[1]!, unit) : undefined
}

/** "100 WBC", "1st hr", "10*6 copies". */
function spellCounted(part: string, look: Look): string | undefined {
  const counted = /^(10\*-?\d+|\d+(?:\.\d+)?(?:st\b)?)[. ]*(.+)$/iu.exec(part)
  if (!counted) return undefined
  const unit = spellPart(counted[2]!, look, false)
  return unit === undefined ? undefined : count(counted[1]!.replace(/st$/iu, ''), unit)
}

function count(number: string, unit: string): string {
  if (/^1(?:\.0)?$/u.test(number)) return unit
  if (unit.startsWith('{') || (unit.startsWith('/') && number.startsWith('10*')))
    return number + unit
  return number.startsWith('10*') ? `${number}.${unit}` : `(${number}.${unit.replace('/', '')})`
}

/** "cm3", "m^2" where the table knows cm and m. */
function spellPower(part: string, look: Look): string | undefined {
  const power = /^([a-z]+)\^?([2-9])$/iu.exec(part)
  const unit = power && look(power[1]!)
  return unit && LENGTH.test(unit) ? unit + power[2]! : undefined
}

/** "ug.h". */
function spellProduct(part: string, look: Look): string | undefined {
  if (!part.includes('.')) return undefined
  const factors = part.split('.').map(look)
  return factors.includes(undefined) ? undefined : factors.join('.')
}

/** "g of creatinine", "thousand cells", "% saturation": a unit, then what it is of. */
function spellWords(part: string, look: Look): string | undefined {
  const words = part.replace(/^%(?=\p{L})/u, '% ').split(' ')
  for (let i = Math.min(words.length - 1, 4); i > 0; i--) {
    const unit = look(words.slice(0, i).join(' '))
    if (unit === undefined) continue
    const rest = words.slice(i).join(' ').replace(/[()]/gu, '').toLowerCase()
    if (unit.startsWith('{') && /^10\*\d+$/u.test(rest)) return rest + unit
    const of = look(rest.replace(FILLER, ''))
    if (of?.startsWith('{')) return /[a-zA-Z%\d]$/u.test(unit) ? unit + of : unit
    if (of?.startsWith('/')) return unit + of
    if (of !== undefined && unit.startsWith('10*')) return `${unit}.${of}`
    // Whatever a percentage is of, it is a percentage.
    if (unit === '%') return unit
  }
  return undefined
}
