import { isSameStrength } from '../strengths.ts'
import type { WrittenStrength } from './parts.ts'

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
