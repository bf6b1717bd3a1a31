import { lazily, remember } from '../language/remember.ts'
import { ANNOTATION, ENZYME_UNIT, isTimed, kindOf, LONE_WORD, type UnitKind } from './kinds.ts'
import { createUnitSpelling } from './spelling.ts'
import { forgetUcum, parseUcum, type UcumUnit } from './ucum.ts'

export { type UnitKind, unitKinds } from './kinds.ts'

/** Units of laboratory reports: what they are in UCUM, what kind of quantity they measure, and conversion. */

/** A unit that was understood. */
export interface Unit {
  /** Valid UCUM, case-sensitive, e.g. `m[IU]/L`. */
  readonly ucum: string
  readonly kind: UnitKind
  /** There for what is collected over a time: mg/(24.h), ug/min, mL/d; but not for flows: mL/min. */
  readonly timed?: true
}

/** Well above the longest row of data/units/spellings.tsv; longer text is no unit. */
const MAX_LENGTH = 80

const spell = lazily(createUnitSpelling)

/**
 * The unit of a laboratory report, read as laboratories write it: "Pg" is a picogram, "AU/mL" arbitrary units, "G/L"
 * ten to the ninth per litre. Undefined when it is not understood, which says nothing about the value. Never throws for
 * any string. The first call takes up to 150 ms, a new spelling 0.1 to 0.3 ms, a known one a look-up.
 *
 * @example readUnit('gm%') // { ucum: 'g/dL', kind: 'mass/volume' }
 * @example readUnit('lakhs/cumm') // { ucum: '10*5/uL', kind: 'number/volume' }
 * @example readUnit('mg/24 hrs') // { ucum: 'mg/(24.h)', kind: 'mass/time', timed: true }
 * @throws MedlinkError `data_invalid`
 * @see data/units/spellings.tsv
 */
export function readUnit(text: string): Unit | undefined {
  return text.length > MAX_LENGTH ? undefined : readShort(text)
}

const readShort = remember((text): Unit | undefined => {
  const spelled = spell()(text)
  const unit = spelled && unitOf(spelled.ucum)
  if (!unit) return undefined
  // UCUM makes something of most letters ("N/A" is a newton per ampere), and a word in braces is no unit by itself.
  const isUncertain = !spelled.isKnown || LONE_WORD.test(unit.ucum)
  return unit.kind === 'other' && isUncertain ? undefined : unit
})

/** Forgets the spellings that were read: the text given as a unit may be anything. */
export function forgetUnits(): void {
  readShort.forget()
  forgetUcum()
}

/** The unit of a UCUM code in its case-sensitive spelling; undefined when the code is not valid. Never throws. */
export function unitOf(ucum: string): Unit | undefined {
  const parsed = parseUcum(ucum)
  if (!parsed) return undefined
  const kind = kindOf(ucum, parsed)
  return isTimed(ucum, kind) ? { ucum, kind, timed: true } : { ucum, kind }
}

/** Kinds that differ in what they are used for, not in what they measure. */
const SAME_QUANTITY: Partial<Record<UnitKind, UnitKind>> = {
  'units/volume': 'catalytic/volume',
  'units/milliliter': 'catalytic/volume',
  'mass/creatinine': 'mass/mass',
  'substance/creatinine': 'substance/substance',
  'substance/mass-of-creatinine': 'substance/mass',
  'entitic-volume': 'volume',
  'entitic-mass': 'mass',
}

/** Mass kind → the kind that counts moles instead. */
const IN_MOLES: Partial<Record<UnitKind, UnitKind>> = {
  'mass/volume': 'substance/volume',
  'mass/mass': 'substance/mass',
  'mass/time': 'substance/time',
  mass: 'substance',
}

/** The units that laboratories write as U. */
const WRITTEN_AS_U = /\[(?:IU|arb'U)\]/gu

/**
 * The value in another unit; undefined when the two do not measure the same: other dimensions, other arbitrary units,
 * different things in braces (ng{FEU}/mL and ng{DDU}/mL), milliequivalents and millimoles without a valence. A U is taken
 * for an [IU] or an [arb'U] where the other unit has one: enzymes are reported in IU/L, tumour markers in U/mL.
 *
 * @param molarMass  in g/mol; without it no mass becomes an amount of substance or the other way round
 * @param valence  charges per molecule or ion, 2 for calcium; without it meq and mmol stay apart
 * @example convertUnit(100, readUnit('mg/dL')!, readUnit('mmol/L')!, 180.156) // 5.55
 */
export function convertUnit(
  value: number,
  from: Unit,
  to: Unit,
  molarMass?: number,
  valence?: number,
): number | undefined {
  if (from.ucum === to.ucum) return value
  if (!sameWords(from.ucum, to.ucum)) return undefined
  const factors = { molarMass, valence }
  const converted = ENZYME_UNIT.test(to.ucum)
    ? convert(value, asEnzyme(from), to, factors)
    : convert(value, from, ENZYME_UNIT.test(from.ucum) ? asEnzyme(to) : to, factors)
  return converted !== undefined && Number.isFinite(converted) ? converted : undefined
}

interface Factors {
  readonly molarMass: number | undefined
  readonly valence: number | undefined
}

function convert(
  value: number,
  from: Unit,
  to: Unit,
  { molarMass, valence }: Factors,
): number | undefined {
  const [a, b] = [parseUcum(from.ucum), parseUcum(to.ucum)]
  if (!a || !b) return undefined
  const [kind, other] = [quantityOf(from.kind), quantityOf(to.kind)]
  if (a.isSpecial || b.isSpecial) return kind === other ? convertSpecial(value, a, b) : undefined
  const hasOwnScale = a.isArbitrary || b.isArbitrary || kind === 'number/field'
  if (hasOwnScale && bracketsOf(from.ucum) !== bracketsOf(to.ucum)) return undefined

  let factor = a.magnitude / b.magnitude
  const charges = a.equivalents - b.equivalents
  if (charges !== 0) {
    if (valence === undefined) return undefined
    factor /= valence ** charges
  }
  if (kind === other) {
    const isSame = a.dimension.every((exponent, i) => exponent === b.dimension[i])
    return isSame ? value * factor : undefined
  }
  if (molarMass === undefined) return undefined
  // UCUM's mole is a number of molecules, its magnitude Avogadro's number.
  if (IN_MOLES[kind] === other) return (value * factor * avogadro()) / molarMass
  if (IN_MOLES[other] === kind) return (value * factor * molarMass) / avogadro()
  return undefined
}

function quantityOf(kind: UnitKind): UnitKind {
  return SAME_QUANTITY[kind] ?? kind
}

/** m[IU]/L as mU/L; other units as they are. */
function asEnzyme(unit: Unit): Unit {
  const ucum = unit.ucum.replace(WRITTEN_AS_U, 'U')
  return ucum === unit.ucum ? unit : (unitOf(ucum) ?? unit)
}

function convertSpecial(value: number, a: UcumUnit, b: UcumUnit): number | undefined {
  try {
    return b.lhc.convertFrom(value, a.lhc)
  } catch {
    return undefined
  }
}

function avogadro(): number {
  return parseUcum('mol')!.magnitude
}

/** Words in braces must agree where both units have some. */
function sameWords(a: string, b: string): boolean {
  const [words, others] = [wordsOf(a), wordsOf(b)]
  return words === '' || others === '' || words === others
}

/** "{WBCs}" is "{WBC}", "{Index_val}" is "{index}". */
function wordsOf(ucum: string): string {
  const words = ucum.match(ANNOTATION) ?? []
  return words.map((word) => word.toLowerCase().replace(/(?:_val|_unit)?s?\}$/u, '}')).join()
}

/** "[IU]" of "m[IU]/L", "[HPF]" of "/[HPF]". */
function bracketsOf(ucum: string): string {
  return (ucum.match(/\[[^\]]+\]/gu) ?? []).join()
}
