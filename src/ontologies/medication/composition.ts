import { PLUS } from './ingredients.ts'
import type { Strength } from './strengths.ts'

/** One ingredient of a drug as Medlink compares it. */
export interface Component {
  /** The ingredient by its canonical name, without a salt. */
  readonly base: string
  /** "besylate"; '' where none is said. */
  readonly salt: string
  /** Undefined where the concept says none. */
  readonly strength?: Strength | undefined
}

const BETWEEN = ';'
const WITHIN = '|'

/** Ingredients, salts and strengths as one text, which {@link readComposition} reads back. */
export function writeComposition(components: readonly Component[]): string {
  return components
    .map(({ base, salt, strength }) =>
      [base, salt, strength?.value ?? '', strength?.unit ?? ''].join(WITHIN),
    )
    .join(BETWEEN)
}

export function readComposition(written: string): Component[] {
  if (written === '') return []
  return written.split(BETWEEN).map((component) => {
    const [base, salt, value, unit] = component.split(WITHIN)
    return {
      base: base!,
      salt: salt!,
      ...(value !== '' && { strength: { value: Number(value), unit: unit! } }),
    }
  })
}

/** The ingredients with their strengths, in any order. */
export function keyOfComponents(components: readonly Component[]): string {
  return components
    .map(({ base, strength }) => `${base} ${strength?.value} ${strength?.unit}`)
    .sort()
    .join(';')
}

/** The strengths that are said, in the order of their ingredients. */
export function strengthsOf(components: readonly Component[]): Strength[] {
  return components.flatMap(({ strength }) => strength ?? [])
}

/** Exponent beyond which people do not write a plain number: below a microgram's thousandth, above ten digits. */
const DIGITS = 6

/** A strength as people read it: "500 mg", "40 mg/mL", "0.5 %", "90 mcg/actuat", "100 units/mL". */
export function describeStrength({ value, unit }: Strength): string {
  if (unit.startsWith('mg') && value < 1 && unit !== 'mg/g' && unit !== 'mg/mL')
    return `${round(value * 1000)} mcg${unit.slice('mg'.length)}`
  return `${round(value)} ${unit.replace('[IU]', 'units')}`
}

/** "amoxicillin 500 mg + clavulanate 125 mg". */
export function describeComposition(components: readonly Component[]): string {
  return components
    .map(({ base, salt, strength }) =>
      [base, salt, strength === undefined ? '' : describeStrength(strength)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(PLUS)
}

function round(value: number): number {
  return Number(value.toPrecision(DIGITS))
}
