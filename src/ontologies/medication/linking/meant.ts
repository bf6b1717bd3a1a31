import { type Component, keyOfComponents } from '../composition.ts'
import { isMeasured } from './doses.ts'
import type { Option } from './options.ts'
import type { Understanding } from './understand.ts'

/** Facts that all products which a text may mean have in common; undefined where they differ or the text leaves it open. */
export interface Meant {
  readonly components: readonly Component[] | undefined
  readonly form: string | undefined
  readonly release: string | undefined
}

/**
 * Nothing is taken for granted about an ingredient until the text singles a product out by its strength, or counts its dose
 * by amount; a brand is a product.
 */
export function meantBy({ options, brand, written, doseUnit }: Understanding): Meant {
  const isSingledOut =
    brand !== '' || (written.length > 0 && options.some(({ strengths }) => strengths === 'same'))
  return {
    components: isSingledOut
      ? common(options, ({ components }) => components, keyOfComponents)
      : undefined,
    form: isSingledOut || isMeasured(doseUnit) ? common(options, ({ form }) => form) : undefined,
    release: isSingledOut ? common(options, ({ release }) => release) : undefined,
  }
}

function common<T>(
  options: readonly Option[],
  read: (option: Option) => T,
  key: (value: T) => string = String,
): T | undefined {
  const [first] = options
  if (first === undefined) return undefined
  const value = read(first)
  return options.every((option) => key(read(option)) === key(value)) ? value : undefined
}
