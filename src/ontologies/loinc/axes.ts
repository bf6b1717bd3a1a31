import { digestTables, readTable } from '../../text/tables.ts'

/**
 * LOINC's axes beside the component, packed into 32 bits: what a code has on each of them, and what a name implies.
 * 0 on an axis always means that nothing is known or said. LOINC Users' Guide, chapter 2.
 *
 * | bits  | axis                                                                              |
 * | ----- | --------------------------------------------------------------------------------- |
 * | 0–7   | system, numbered as in data/loinc/systems.tsv                                     |
 * | 8–14  | property                                                                          |
 * | 15–20 | method, by its class in data/loinc/method-classes.tsv                             |
 * | 21–23 | scale                                                                             |
 * | 24–26 | time aspect                                                                       |
 * | 27–29 | commonness: 7 for the commonest tests, one less for each fourfold rank            |
 * | 30    | the usual one of the codes that differ in nothing but the method                  |
 * | 31    | not a result: a panel, a document, a survey, something ordered only               |
 */
export const AXES = ['system', 'property', 'method', 'scale', 'time'] as const
export type Axis = (typeof AXES)[number]

const PLACES: Readonly<Record<Axis, { readonly shift: number; readonly mask: number }>> = {
  system: { shift: 0, mask: 0xff },
  property: { shift: 8, mask: 0x7f },
  method: { shift: 15, mask: 0x3f },
  scale: { shift: 21, mask: 7 },
  time: { shift: 24, mask: 7 },
}
/** No axis has a value with a number from here on. */
export const AXIS_VALUES = 256
const COMMONNESS_SHIFT = 27
export const MAX_COMMONNESS = 7
const USUAL = 0x40000000
const NOT_A_RESULT = 0x80000000

const TABLES = ['loinc/systems.tsv', 'loinc/method-classes.tsv']

/** Changes whenever the same axis could get another number. */
export const AXES_VERSION = `3-${digestTables(TABLES)}`

const SCALES = ['Qn', 'Ord', 'OrdQn', 'Nom', 'Nar', 'SemiQn'] as const
const OTHER_SCALE = 7
const TIMES = ['Pt', '24H', '12H', '72H', '48H'] as const
const OTHER_HOURS = 6
const OTHER_TIME = 7
/** PROPERTY as LOINC writes it. New ones go to the end. */
const PROPERTIES = [
  ...`ACnc ACnt AFr Anat Aper Arb ArbCnc ArbSub ArEng Area ArVRat ArVol CAct CCnc CCnt CFr Circ CRat
  CRto CSub Date Desc EntLen EntMass EntMeanMass EntMeanVol EntNum EntSub EntVol Find Freq ID Imp
  LaCnc Len LgMCnc LgMRto LgNCnc LgNum LgSCnc LgaCnc LogACnc LogNCnc LsCnc MCnc MCncSq MCnt MFr MoM
  MRat MRto MSCnc Mass Morph NFr NCnc NCncRange NCnt NRat NRto Naric Num Osmol PPres PPrRto PctCnc
  Pres PrThr Prid Ratio RelACnc RelCCnc RelMCnc RelRto RelSCnc RelTime RelVol SCnc SCnt SFr SRat
  SRto Score Seq Susc Sub Temp ThreshNum Time Titr Type VCnt VFr VRat VRatArea VRto Vel Visc Vol
  TmStp OD Geno Color Rden LnCnc DistWidth EntMCnc SpGrav Angle ARat Diam Elpot SCncSq TempDf
  ArMass ArSub PPCnc Txt MCRto EntCat`.split(/\s+/),
  'Sedimentation Rate',
  'Prctl',
  'RelMRat',
  'TimeDif',
]

/** What LOINC_NUM's row says of the axes. */
export interface AxisValues {
  readonly system: string
  readonly property: string
  readonly method: string
  readonly scale: string
  readonly time: string
}

/** Numbers the values of the axes. Reads its tables once. */
class Axes {
  readonly #systems: ReadonlyMap<string, number>
  readonly #methods: ReadonlyMap<string, number>
  readonly #properties: ReadonlyMap<string, number>
  readonly #names: Readonly<Record<'system' | 'property', readonly string[]>>
  readonly #anotherSystem: number
  readonly #anotherMethod: number

  constructor() {
    const systems = readTable('loinc/systems.tsv', ['system', 'name']).map(([system]) => system!)
    const classes = readTable('loinc/method-classes.tsv', ['method', 'class'])
    const methods = [...new Set(classes.map(([, name]) => name!))].sort()
    this.#systems = new Map(systems.map((system, i) => [system.toLowerCase(), i + 1]))
    this.#methods = new Map(
      classes.map(([method, name]) => [method!.toLowerCase(), methods.indexOf(name!) + 1]),
    )
    this.#properties = new Map(PROPERTIES.map((property, i) => [property.toLowerCase(), i + 1]))
    this.#names = { system: systems, property: PROPERTIES }
    this.#anotherSystem = systems.length + 1
    this.#anotherMethod = methods.length + 1
  }

  /** The number of a value on its axis; 0 for '' and '-', the axis's "another" for one that the tables lack. */
  number(axis: Axis, value: string): number {
    if (value === '' || value === '-') return 0
    if (axis === 'scale') return scaleNumber(value)
    if (axis === 'time') return timeNumber(value)
    const known = value.toLowerCase()
    if (axis === 'property') return this.#properties.get(known) ?? 0
    if (axis === 'method') return this.#methods.get(known) ?? this.#anotherMethod
    return this.#systems.get(withoutSuperSystem(known)) ?? this.#anotherSystem
  }

  /** The value with a number; undefined for 0 and "another". */
  name(axis: 'system' | 'property', number: number): string | undefined {
    return this.#names[axis][number - 1]
  }
}

function scaleNumber(value: string): number {
  const at = SCALES.findIndex((scale) => scale.toLowerCase() === value.toLowerCase())
  return at < 0 ? OTHER_SCALE : at + 1
}

function timeNumber(value: string): number {
  const at = TIMES.findIndex((time) => time.toLowerCase() === value.toLowerCase())
  if (at >= 0) return at + 1
  return /^\d+(\.\d+)?H$/i.test(value) ? OTHER_HOURS : OTHER_TIME
}

/** "Bld^Patient" is the patient's blood; "Bld^Donor" is somebody else's. */
function withoutSuperSystem(system: string): string {
  return system.replace(/\^patient$/, '')
}

let axes: Axes | undefined

/** The number of a value on an axis, from 1 on; 0 for '' and '-'. Case does not matter. */
export function axisNumber(axis: Axis, value: string): number {
  axes ??= new Axes()
  return axes.number(axis, value)
}

/** The inverse of {@link axisNumber}, where there is one. */
export function axisName(axis: 'system' | 'property', number: number): string | undefined {
  axes ??= new Axes()
  return axes.name(axis, number)
}

/** Values of the axes as one number. */
export function packAxes(values: AxisValues): number {
  let bits = 0
  for (const axis of AXES) bits |= axisNumber(axis, values[axis]) << PLACES[axis].shift
  return bits >>> 0
}

/** What there is to know of a code beside its axes. */
export interface Standing {
  /** Place among the most common tests, 1 the most common; 0 for a test without one, NaN where places are not known. */
  readonly rank: number
  readonly isUsual: boolean
  readonly isResult: boolean
}

/** The axes of a code with its standing, as one number. */
export function packCode(values: AxisValues, { rank, isUsual, isResult }: Standing): number {
  const commonness = rank === 0 ? 0 : Math.max(1, MAX_COMMONNESS - fourfoldsOf(rank))
  const flags = (isUsual ? USUAL : 0) | (isResult ? 0 : NOT_A_RESULT)
  return (packAxes(values) | (commonness << COMMONNESS_SHIFT) | flags) >>> 0
}

/** How often a place is four times the first; that of a fairly common test where the place is not known. */
function fourfoldsOf(rank: number): number {
  return Number.isNaN(rank) ? 3 : Math.floor(Math.log2(rank) / 2)
}

/** What packed axes have on one of them: its value's number, 0 when nothing. */
export function axisOf(bits: number, axis: Axis): number {
  const { shift, mask } = PLACES[axis]
  return (bits >>> shift) & mask
}

/** In [0, {@link MAX_COMMONNESS}], 0 for a test without a rank. */
export function commonnessOf(bits: number): number {
  return (bits >>> COMMONNESS_SHIFT) & MAX_COMMONNESS
}

/** Whether a code is the one to take of those that differ in nothing but the method. */
export function isUsual(bits: number): boolean {
  return (bits & USUAL) !== 0
}

/** False for a panel, a document, a survey and what can only be ordered. */
export function isResult(bits: number): boolean {
  return bits >>> 31 === 0
}
