import { isSameStrength } from '../composition.ts'
import type { Part, PartKind, WrittenStrength } from './parts.ts'

/** A part, and the words of it: those of [from, to). */
export interface TakenPart extends Part {
  readonly from: number
  readonly to: number
}

/** Number of parts that are looked back: earlier ones have no bearing on a number or a reason. */
const LOOK_BACK = 12
/** Kinds of parts that may be between a name and its strength. */
const OF_PRODUCT: ReadonlySet<PartKind> = new Set(['form', 'release', 'salt', 'unknown', 'route'])

/** The parts of a prescription that were taken until now, in order, and what they say of the words that follow. */
export class TakenParts {
  readonly #parts: TakenPart[] = []
  readonly #kinds = new Set<PartKind>()

  get all(): readonly TakenPart[] {
    return this.#parts
  }

  get last(): TakenPart | undefined {
    return this.#parts.at(-1)
  }

  /** True if there is a part of a kind. */
  has(kind: PartKind): boolean {
    return this.#kinds.has(kind)
  }

  /** Adds the part that comes next. */
  add(part: TakenPart): void {
    this.#kinds.add(part.kind)
    this.#parts.push(part)
  }

  /** True if a reason may be here: after "for", "if", "as needed" or another reason. */
  isReason(at: number): boolean {
    const last = this.last
    if (last === undefined || last.to !== at) return false
    return last.kind === 'aside' ? last.value !== 'take' : last.kind === 'frequency'
  }

  /** True if "as needed" is right before, but for words without a meaning of their own: "SOS for fever". */
  isReasonOfUse(): boolean {
    const last = this.#parts.slice(-LOOK_BACK).findLast(({ kind }) => kind !== 'aside')
    return last?.kind === 'frequency' && (last.value === 'sos' || last.value.startsWith('sos '))
  }

  /** True if the last part that says something of the product is its name, without a strength yet. */
  isBehindName(): boolean {
    const first = Math.max(0, this.#parts.length - LOOK_BACK)
    for (let i = this.#parts.length - 1; i >= first; i--) {
      const { kind, value } = this.#parts[i]!
      if (kind === 'name') return !/ \d+(?:\.\d+)?$/.test(value)
      const isOfProduct = kind === 'aside' ? value === 'standard' : OF_PRODUCT.has(kind)
      if (!isOfProduct) return false
    }
    return false
  }

  /** True if a strength and then a form, or a word for taking it, are before, and no name since. */
  isSecondAmount(): boolean {
    let hasForm = false
    for (const { kind, value } of this.#parts.slice(-LOOK_BACK).toReversed()) {
      if (kind === 'name') return false
      if (kind === 'form' || (kind === 'aside' && value === 'take')) hasForm = true
      if (kind === 'strength') return hasForm
    }
    return false
  }
}

/** The strengths that a prescription tells, each once. */
export class ToldStrengths {
  readonly #strengths: WrittenStrength[] = []
  #isSolution = false

  get all(): readonly WrittenStrength[] {
    return this.#strengths
  }

  /** True if one of them is an amount in a volume. */
  get isSolution(): boolean {
    return this.#isSolution
  }

  /**
   * Adds strengths of one place, but for repetitions of those before them.
   *
   * @param isBehindStrength true if no name is between them and those before
   */
  add(strengths: readonly WrittenStrength[], isBehindStrength: boolean): void {
    this.#isSolution ||= strengths.some(({ unit }) => unit?.endsWith('/mL'))
    const count = strengths.length
    const last = isBehindStrength ? this.#strengths.slice(-count) : []
    if (!strengths.every((strength, i) => isAgain(strength, last[i]))) {
      this.#strengths.push(...strengths)
      return
    }
    // An amount in a volume says more than a percentage.
    if (last.some(({ unit }) => unit === '%')) this.#strengths.splice(-count, count, ...strengths)
  }
}

/** True if two strengths are one: the same, or the same in another unit (2 % and 20 mg/mL). */
function isAgain(a: WrittenStrength, b: WrittenStrength | undefined): boolean {
  if (b === undefined) return false
  if (a.unit === b.unit) return a.value === b.value
  if (a.unit === undefined || b.unit === undefined) return false
  return isSameStrength({ value: a.value, unit: a.unit }, { value: b.value, unit: b.unit })
}
