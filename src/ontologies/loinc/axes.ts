import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'

/**
 * LOINC's axes besides the component, their values numbered: the code's value on each of them, and the one that a name
 * implies. 0 on an axis always means unknown or not stated. LOINC Users' Guide, chapter 2.
 */
export const AXES = ['system', 'property', 'method', 'scale', 'time'] as const
export type Axis = (typeof AXES)[number]

/** No axis has a value with a number from here on. */
export const AXIS_VALUES = 256

/** Below data/: the tables that number values. */
export const AXIS_TABLES = ['loinc/systems.tsv', 'loinc/method-classes.tsv']

const SCALES = ['Qn', 'Ord', 'OrdQn', 'Nom', 'Nar', 'SemiQn'] as const
const OTHER_SCALE = 7
const TIMES = ['Pt', '24H', '12H', '72H', '48H'] as const
const OTHER_HOURS = 6
const OTHER_TIME = 7
/** PROPERTY as LOINC writes it. New ones go to the end, and raise the revision of columns.ts. */
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

/** "Bld^Patient" is the patient's blood, "Bld^Donor" is another person's; "^Patient" is the patient as a whole. */
function withoutSuperSystem(system: string): string {
  return system.replace(/(?<=.)\^patient$/, '')
}

const axes = lazily(() => new Axes())

/** The number of a value on an axis, from 1 on; 0 for '' and '-'. Case does not matter. */
export function axisNumber(axis: Axis, value: string): number {
  return axes().number(axis, value)
}

/** The inverse of {@link axisNumber}, where there is one. */
export function axisName(axis: 'system' | 'property', number: number): string | undefined {
  return axes().name(axis, number)
}

/** The numbers of a code's or a name's values, by axis. */
export type AxisNumbers = Readonly<Record<Axis, number>>

/** Nothing on any axis. */
export const NO_AXES: AxisNumbers = { system: 0, property: 0, method: 0, scale: 0, time: 0 }

/** The numbers of values; 0 on an axis that is left out. */
export function axisNumbers(values: Readonly<Partial<Record<Axis, string>>>): AxisNumbers {
  const { system = '', property = '', method = '', scale = '', time = '' } = values
  return {
    system: axisNumber('system', system),
    property: axisNumber('property', property),
    method: axisNumber('method', method),
    scale: axisNumber('scale', scale),
    time: axisNumber('time', time),
  }
}
