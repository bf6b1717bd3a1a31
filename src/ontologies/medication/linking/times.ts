import { fold } from '../../../language/tokenize.ts'
import { ByWord, type Line, PERCENT, SLASH, UNIT_GAP, type WrittenNumber } from './line.ts'
import type { PartKind } from './parts.ts'

/** Units of time by the days, weeks and months in a year that are written after a slash: "5/7". */
const SLASHED: ReadonlyMap<string, string> = new Map([
  ['7', 'days'],
  ['52', 'weeks'],
  ['12', 'months'],
])
/** Maximum number of pieces at once; a higher number is a strength. */
export const MOST_PIECES = 4

/** How often and how long: what the words of a line say of times. Every place is asked about as an index of a word. */
export class Times {
  readonly #line: Line
  readonly #dailies = new ByWord((at) => this.#readDaily(at))

  constructor(line: Line) {
    this.#line = line
  }

  /** Numbers through the day: "1-0-1", "½-0-½", "1+1+1+1", "1 0 1". @returns the index after them */
  daily(at: number): number | undefined {
    return this.#line.number(at) && this.#dailies.get(at)
  }

  #readDaily(at: number): number | undefined {
    const numbers: WrittenNumber[] = []
    let joint: string | undefined
    let to = at
    while (numbers.length < 5) {
      const number = this.#line.number(to)
      if (number === undefined) break
      const gap = this.#line.gap(to)
      if (numbers.length > 0) {
        if (!/^(?:\s?[-–—+]{1,2}\s?| )$/.test(gap) || gap !== (joint ?? gap)) break
        joint = gap
      }
      numbers.push(number)
      to = number.to
    }
    if (numbers.length < 3 || numbers.length > 4) return undefined
    const isSmall = numbers.every(({ value }) => value <= MOST_PIECES)
    const hasNone = numbers.some(({ value }) => value === 0)
    if (joint === ' ') return isSmall && hasNone && numbers.length === 3 ? to : undefined
    const isCounted = this.#line.measure(to, 'dose') !== undefined
    return isSmall || hasNone || isCounted ? to : undefined
  }

  /** Normal form of numbers through the day: "1/2-0-1". */
  dailyValue(from: number, to: number): string {
    const values: string[] = []
    for (let at = from; at < to; ) {
      const number = this.#line.number(at)!
      values.push(
        number.isFraction
          ? fold(this.#line.text.slice(number.start, number.end))
          : this.#line.written(at, number.to),
      )
      at = number.to
    }
    return values.join('-')
  }

  /**
   * How often: "q4h", "every 8 hours", "6 hourly", "3 times a day", "2/day", "at 8 am", "x1".
   *
   * @param isBehindName true if a number there may be a strength
   * @returns the index after it
   */
  interval(at: number, isBehindName: () => boolean): number | undefined {
    if (this.#line.measure(at, 'every')) return this.#every(at)
    if (this.#line.measure(at, 'until') === 'x') return this.#once(at)
    const time = this.#clock(this.#line.forms[at] === 'at' ? at + 1 : at)
    if (time !== undefined) return time
    const amount = this.#line.amount(at)
    if (amount === undefined) return undefined
    const { to } = amount
    const hourly = this.#line.measure(to, 'hourly')
    if (hourly) return hourly === 'hourly' || !isBehindName() ? to + 1 : undefined
    const days = this.#line.measure(to, 'time') === 'days'
    if (SLASH.test(this.#line.gap(to)) && days) return to + 1
    const isPart = days && this.#line.measure(to + 1, 'of') !== undefined
    if (isPart && this.#line.measure(to + 2, 'time')) return to + 3
    if (!this.#line.measure(to, 'times')) return undefined
    let next = to + 1
    while (this.#line.measure(next, 'of')) next++
    if (this.#line.measure(next, 'time') || this.#line.forms[next] === 'daily') return next + 1
    return this.#line.measure(to, 'until') ? undefined : to + 1
  }

  /** "q4h", "every 8 hours", "q5min x 3", "q12". */
  #every(at: number): number | undefined {
    const amount = this.#line.amount(at + 1)
    if (amount === undefined) return undefined
    const { to } = amount
    if (this.#line.measure(to, 'hourly')) return to + 1
    const time = this.#line.measure(to, 'time')
    if (time === undefined) return this.#line.forms[at] === 'q' ? to : undefined
    const isShort = time === 'minutes' || time === 'hours'
    return (isShort ? this.#times(to + 1) : undefined) ?? to + 1
  }

  /** "x 3", of nothing that is counted. */
  #times(at: number): number | undefined {
    const number = this.#line.measure(at, 'until') === 'x' ? this.#line.number(at + 1) : undefined
    if (number === undefined || number.isFraction) return undefined
    const { to } = number
    const isOf =
      this.#line.measure(to, 'time') ?? this.#line.measure(to, 'dose') ?? this.#line.unit(to)?.unit
    const isRange = /[-–/x×]/.test(this.#line.gap(to)) || this.#line.forms[to] === 'to'
    return isOf === undefined && !isRange ? to : undefined
  }

  /** "x1" is one dose. */
  #once(at: number): number | undefined {
    const to = this.#times(at)
    return this.#line.number(at + 1)?.value === 1 ? to : undefined
  }

  /** "8 am", "6:30 pm". */
  #clock(at: number): number | undefined {
    const hour = this.#line.number(at)
    if (hour === undefined || hour.value > 12) return undefined
    const minutes = this.#line.gap(hour.to) === ':' ? this.#line.number(hour.to) : undefined
    const to = minutes?.to ?? hour.to
    return this.#line.measure(to, 'clock') === undefined ? undefined : to + 1
  }

  /**
   * How long: "x 5 days", "for 2 weeks", "5/7", "x5d", with the index after it.
   *
   * @param before kind of the part before
   * @param isInPhrase whether more than a word of a phrase begins at a word of time
   */
  duration(
    at: number,
    before: PartKind | undefined,
    isInPhrase: (at: number) => boolean,
  ): { to: number; value: string } | undefined {
    const lead = this.#line.measure(at, 'until')
    const hasSign = /[×*]\s?$/.test(this.#line.gap(at))
    const from = lead ? at + 1 : at
    const amount = this.#line.amount(from)
    if (amount === undefined || (lead && from >= this.#line.words.length)) return undefined
    const { first, to } = amount
    const slashed = SLASHED.get(this.#line.forms[first.to] ?? '')
    const isSlashed = slashed !== undefined && SLASH.test(this.#line.gap(first.to))
    const isLed = lead !== undefined || hasSign
    if (
      isSlashed &&
      !first.isFraction &&
      (isLed || before === 'frequency' || before === 'strength')
    )
      return { to: first.to + 1, value: timeOf(String(first.value), slashed) }
    if (first.isFraction && isLed && this.#line.gap(from + 1) === '/') {
      const time = SLASHED.get(this.#line.forms[from + 1] ?? '')
      if (time) return { to: first.to, value: timeOf(this.#line.forms[from]!, time) }
    }
    const time = this.#line.measure(to, 'time')
    const written = this.#line.written(from, to)
    const count = first.to === to ? String(first.value) : written
    if (time === undefined || !UNIT_GAP.test(this.#line.gap(to))) {
      const isBare =
        this.#line.measure(to, 'unit') === undefined && !PERCENT.test(this.#line.gap(to))
      const isUse = before === 'frequency' || before === 'dose'
      return isLed && lead !== 'for' && isBare && (isUse || lead === 'x')
        ? { to, value: count }
        : undefined
    }
    if (!isLed && time !== undefined && /^an?$/.test(this.#line.forms[from]!)) return undefined
    const isShort = this.#line.forms[to]!.length === 1
    const isLong = time !== 'hours' && time !== 'minutes'
    const isGlued = this.#line.gap(to) === ''
    if (!isLed && (!isLong || (isShort && !isGlued) || isInPhrase(to))) return undefined
    return { to: to + 1, value: timeOf(count, time) }
  }
}

function timeOf(count: string, unit: string): string {
  return `${count} ${count === '1' ? unit.slice(0, -1) : unit}`
}
