import type { TraitReader } from '../../index/arrays.ts'
import { AXES_VERSION, packCode } from './axes.ts'

/** The axes of each code, see axes.ts. */
export const loincTraits: TraitReader = {
  version: AXES_VERSION,
  ofTerm: () => 0,
  ofConcept: ({ attributes }) => {
    const { system, property, method, scale, time_aspect, rank, is_usual, is_result } = attributes
    const values = {
      system: String(system),
      property: String(property),
      method: String(method),
      scale: String(scale),
      time: String(time_aspect),
    }
    const standing = {
      rank: rank === null ? Number.NaN : Number(rank),
      isUsual: is_usual === true,
      isResult: is_result === true,
    }
    return packCode(values, standing)
  },
}
