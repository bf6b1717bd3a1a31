import { madeOnce } from '../../../language/remember.ts'
import { readStrength, type Strength } from '../composition.ts'
import { ByWord, type Line, SLASH, type WrittenNumber } from './line.ts'
import type { WrittenStrength } from './parts.ts'
import type { Times } from './times.ts'

/** Numbers of one strength, with the unit of each. */
export interface Group {
  readonly from: number
  readonly start: number
  /** Behind the last number. */
  readonly numbersTo: number
  readonly to: number
  readonly end: number
  readonly strengths: () => readonly WrittenStrength[]
  /** As the table of measures has it: of the last number. */
  readonly unit: string | undefined
  readonly per: string | undefined
  /** Decimals of the last number, as written. */
  readonly written: number
}

/** A number of a group, with its own unit. */
interface Link {
  readonly number: WrittenNumber
  readonly unit: string | undefined
  readonly per: string | undefined
  readonly to: number
  readonly end: number
  /** Where the number begins that is joined to it. */
  readonly next: number | undefined
}

const JOINT = /^\s?[/+\-–]\s?$/
const TIGHT = /^[/+\-–]$/
const BASE = 'base'
const MOST_NUMBERS = 6
/** In mL: more than a spoon or an ampoule holds. */
export const MOST_MILLILITRES = 20
/** As many as strengths have. */
const SIGNIFICANT_DIGITS = 12

/** The strengths that the numbers of a line are. */
export class StrengthGroups {
  readonly #line: Line
  readonly #times: Times
  readonly #links = new ByWord((at) => this.#readLink(at))
  /** One of each unit that was met. */
  readonly #units = new Map<string, Strength>()

  constructor(line: Line, times: Times) {
    this.#line = line
    this.#times = times
  }

  /** Numbers that are joined, and the units after them. */
  group(at: number): Group | undefined {
    const first = this.#line.number(at)
    if (first === undefined || first.isFraction) return undefined
    const solution = this.#solution(first)
    if (solution !== undefined) return solution
    const found: Link[] = []
    for (let link = this.#links.get(at); link !== undefined && found.length < MOST_NUMBERS; ) {
      found.push(link)
      if (link.per !== undefined && link.per !== found[0]!.per) break
      link = link.next === undefined ? undefined : this.#links.get(link.next)
    }
    const last = found.at(-1)
    if (last === undefined) return undefined
    const per = last.per === '-' ? undefined : last.per
    return {
      from: at,
      start: first.start,
      to: last.to,
      numbersTo: last.number.to,
      end: last.end,
      strengths: () =>
        found.map((link, i) => ({
          ...this.#strengthIn(link, last.unit, link.per ?? per),
          ...(i > 0 && { isJoined: true }),
        })),
      unit: last.unit,
      per: per?.replace(/^[\d.]+ /, ''),
      written: last.number.value,
    }
  }

  #readLink(at: number): Link | undefined {
    const number = this.#line.number(at)
    if (number === undefined || number.isFraction) return undefined
    const unit = this.#line.unit(number.to)
    const per = unit && (this.#per(unit.to) ?? this.#perOfBasis(unit.to))
    const { to, end } = per ?? unit ?? number
    const rest = this.#line.text.slice(end, this.#line.words[to]?.start ?? end)
    const isJoined = (unit ? JOINT : TIGHT).test(rest) || /^ [/+] $/.test(rest)
    const next = isJoined && this.#times.daily(to) === undefined ? to : undefined
    return { number, unit: unit?.unit, per: per?.per, to, end, next }
  }

  #strengthIn({ number, unit, end }: Link, lastUnit?: string, per?: string): WrittenStrength {
    const written = unit ?? lastUnit
    if (written === undefined)
      return { value: number.value, unit: undefined, start: number.start, end }
    const full = per === undefined || per === '-' ? written : `${written}/${per}`
    const { value, unit: own } = this.#strengthOf(number.value, full)
    return { value, unit: own, start: number.start, end }
  }

  /** An amount of a unit, in the unit in which strengths are compared. */
  #strengthOf(value: number, written: string): Strength {
    const one = madeOnce(
      this.#units,
      written,
      () => readStrength(`1 ${written}`) ?? { value: 1, unit: written },
    )
    if (one.value === 1) return { value, unit: one.unit }
    return { value: Number((value * one.value).toPrecision(SIGNIFICANT_DIGITS)), unit: one.unit }
  }

  /** "1:1000" is one gram in 1000 mL. */
  #solution(first: WrittenNumber): Group | undefined {
    if (first.value !== 1 || !/^\s?:\s?$/.test(this.#line.gap(first.to))) return undefined
    const parts = this.#line.number(first.to)
    if (parts === undefined || parts.value < 100) return undefined
    const { to, end } = parts
    const item = { value: 1000 / parts.value, unit: 'mg/mL', start: first.start, end }
    const place = { from: first.from, start: first.start, to, numbersTo: to, end }
    return { ...place, strengths: () => [item], unit: 'mg', per: 'ml', written: 1 }
  }

  /** "U-100" is 100 units in a millilitre. */
  concentration(at: number): Group | undefined {
    const unit = this.#line.measure(at, 'concentration')
    const number = unit === undefined ? undefined : this.#line.number(at + 1)
    if (number === undefined || !/^-?$/.test(this.#line.gap(at + 1))) return undefined
    const { start } = this.#line.words[at]!
    const { to, end, value } = number
    const own = this.#strengthOf(value, unit!)
    const strength = { value: own.value, unit: own.unit, start, end }
    return {
      from: at,
      start,
      to,
      numbersTo: to,
      end,
      strengths: () => [strength],
      unit: 'units',
      per: 'ml',
      written: value,
    }
  }

  /** "base/5 ml" behind a unit. */
  #perOfBasis(at: number): { per: string; to: number; end: number } | undefined {
    const isBasis = this.#line.measure(at, 'basis') !== undefined && this.#line.gap(at) === ' '
    return isBasis ? this.#per(at + 1) : undefined
  }

  /** Denominator of an amount: "/5 ml", "per ml", "/actuation"; '-' for one piece. */
  #per(unitTo: number): { per: string; to: number; end: number } | undefined {
    // "50 mg base/ml": the strength counts the base.
    const at = this.#line.forms[unitTo] === BASE ? unitTo + 1 : unitTo
    if (at >= this.#line.words.length) return undefined
    const isOf = this.#line.measure(at, 'of') !== undefined || this.#line.forms[at] === 'in'
    if (!isOf && !SLASH.test(this.#line.gap(at))) return undefined
    const from = isOf ? at + 1 : at
    const number = this.#line.number(from)
    const word = number?.to ?? from
    const per = this.#line.measure(word, 'per')
    if (per === undefined || (number !== undefined && number.value === 0)) return undefined
    if (this.#line.forms[at] === 'in' && (number === undefined || number.value > MOST_MILLILITRES))
      return undefined
    const isRate = per === 'kg' && SLASH.test(this.#line.gap(word + 1))
    const to = isRate && this.#line.measure(word + 1, 'per') ? word + 2 : word + 1
    const { end } = this.#line.words[to - 1]!
    return { per: number && per !== '-' ? `${number.value} ${per}` : per, to, end }
  }
}

/** Kind of an amount with a unit: of the product, of a bottle of it, or of one use. */
export type AmountKind = 'strength' | 'quantity' | 'dose'

/** Context of an amount. */
export interface AmountContext {
  /** Forms and routes that the text names. */
  readonly hints: ReadonlySet<string>
  /** True if a strength before is one of a solution. */
  readonly isSolution: boolean
  readonly isSecondQuantity: boolean
  /** True if a container follows. */
  readonly isOfContainer: boolean
  /** True if its use follows. */
  readonly isUse: () => boolean
  /** True if a strength and then a form, or a word for taking it, are before it. */
  readonly isSecondAmount: () => boolean
}

/** More units than that are what a vial holds. */
const MOST_UNITS = 100
const LEAST_TUBE_GRAMS = 5
const FORMS_IN_TUBES = ['cream', 'gel', 'ointment', 'lotion', 'paste', 'powder', 'shampoo', 'soap']

/** Kind of an amount in its context. */
export function kindOfAmount({ unit, per, written }: Group, context: AmountContext): AmountKind {
  const { hints, isUse } = context
  if (per === 'kg' || per === 'day' || per === 'min') return 'dose'
  if (unit === 'ml' || unit === 'l')
    return per === undefined ? kindOfVolume(written, context) : 'dose'
  if (per === 'h' && isInfused(context)) return 'dose'
  if (per !== undefined || unit === '%') return 'strength'
  if (unit === 'units')
    return written < MOST_UNITS || (written === MOST_UNITS && isUse()) ? 'dose' : 'strength'
  const isTube = unit === 'g' && written >= LEAST_TUBE_GRAMS
  if (isTube && FORMS_IN_TUBES.some((form) => hints.has(form))) return 'quantity'
  // After a concentration a mass is what is given of it: "10 mg/mL injection 40 mg".
  return context.isSecondAmount() && (context.isSolution || isUse()) ? 'dose' : 'strength'
}

/** True for an infusion, or if a concentration is before it. */
function isInfused({ hints, isSolution }: AmountContext): boolean {
  return !hints.has('patch') && (isSolution || hints.has('infusion'))
}

function kindOfVolume(written: number, context: AmountContext): 'quantity' | 'dose' {
  const { hints, isUse } = context
  if (context.isOfContainer) return 'quantity'
  if (context.isSecondQuantity) return 'dose'
  const isDrops = hints.has('drops') && hints.has('ophthalmic')
  if (isUse() && !isDrops) return written > 2 * MOST_MILLILITRES ? 'quantity' : 'dose'
  if (written > MOST_MILLILITRES || isDrops) return 'quantity'
  return hints.has('injection') ? 'quantity' : 'dose'
}
