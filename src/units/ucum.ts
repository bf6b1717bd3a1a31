import { createRequire } from 'node:module'
import type { LhcUnit, UcumLhcUtils, UnitTables } from '@lhncbc/ucum-lhc'
import { lazily, type Remembering, remember } from '../language/remember.ts'

/** A unit in UCUM terms: what it measures and how much of it. */
export interface UcumUnit {
  /** Exponents of length, time, mass, angle, temperature, charge, luminous intensity, e.g. [-3, 0, 1, 0, 0, 0, 0]. */
  readonly dimension: readonly number[]
  /** In UCUM's base units (m, s, g, …); a mole counts as Avogadro's number. */
  readonly magnitude: number
  /** Exponent of the mole. */
  readonly moles: number
  /** Exponent of the equivalent, which is a mole of charges. */
  readonly equivalents: number
  /** A unit defined by its assay, commensurable with nothing but itself: [IU], [arb'U]. */
  readonly isArbitrary: boolean
  /** A unit with an offset or a logarithm in it: Cel, [pH]. */
  readonly isSpecial: boolean
  readonly lhc: LhcUnit
}

/** A code of no words that the parser has no row for. */
const WITHOUT_WORDS = '10*0'
const DIMENSIONLESS = [0, 0, 0, 0, 0, 0, 0]

const parse = lazily(loadParser)

/**
 * The unit of a UCUM code in its case-sensitive spelling; undefined when the code is not valid as written (a correction by
 * the parser is not taken). Never throws. The first call loads the parser, 50 ms; a new code costs up to 200 µs, a known
 * one a look-up.
 */
export const parseUcum: Remembering<UcumUnit | undefined> = remember((code) => {
  const lhc = parse()(code)
  return (
    lhc && {
      dimension: lhc.dim_?.dimVec_ ?? DIMENSIONLESS,
      magnitude: lhc.magnitude_,
      moles: lhc.moleExp_,
      equivalents: lhc.equivalentExp_,
      isArbitrary: lhc.isArbitrary_,
      isSpecial: lhc.isSpecial_,
      lhc,
    }
  )
})

/** Forgets which codes were read, and has the parser forget the last of them. */
export function forgetUcum(): void {
  parseUcum.forget()
  parse.ifMade()?.(WITHOUT_WORDS)
}

/**
 * With `require`, so that nothing is loaded before the first unit is read and callers stay synchronous. The path is right in
 * src/ and in dist/, where this code is in a file of another folder.
 */
function loadParser(): (code: string) => LhcUnit | undefined {
  const lhc: {
    UcumLhcUtils: typeof UcumLhcUtils
    UnitTables: typeof UnitTables
  } = createRequire(import.meta.url)('../units/ucum-lhc.cjs')
  const parser = lhc.UcumLhcUtils.getInstance().uStrParser_
  const tables = lhc.UnitTables.getInstance()
  return (code) => {
    try {
      const known = tables.getUnitByCode(code)
      if (known) return known
      const [unit, corrected] = parser.parseString(code, 'validate')
      return unit && corrected === code ? unit : undefined
    } catch {
      return undefined
    }
  }
}
