import type { Feature, Match as MatchWith } from '../../ontology.ts'
import { AXES, AXIS_VALUES, type Axis, axisNumber } from '../axes.ts'
import { type LoincColumns, MAX_COMMONNESS } from '../columns.ts'
import { unitSize } from '../unit-size.ts'
import { fitOfMethod } from './methods.ts'
import type { LoincQuery } from './query.ts'
import type { Practice } from './usual-practice.ts'

type Match = MatchWith<LoincColumns>

/** A code whose value on an axis is not known agrees with nothing and contradicts nothing. */
const UNKNOWN = 0.5
/** LOINC's "Specimen", for any: it fits every specimen, but a code for that very one fits better. */
export const ANY_SPECIMEN = 0.45
const RARE = 0.2

/** Weight of a value in an axis without a request, by how usual it is; other values are the least usual. */
const USUAL: Readonly<Record<'system' | 'property' | 'scale', Float32Array>> = {
  system: numbered('system', {
    'Ser/Plas': 1,
    Bld: 1,
    Ser: 0.95,
    PPP: 0.9,
    'Ser/Plas/Bld': 0.85,
    Plas: 0.8,
    RBC: 0.75,
    Urine: 0.75,
    'Urine sed': 0.7,
    XXX: 0.6,
    Respiratory: 0.6,
    Stool: 0.6,
    'Bld/Tiss': 0.75,
    BldA: 0.5,
    Semen: 0.5,
    CSF: 0.45,
    BldV: 0.4,
    'Body fld': 0.4,
    Isolate: 0.4,
  }),
  property: numbered('property', {
    MCnc: 1,
    NCnc: 1,
    CCnc: 1,
    NFr: 0.9,
    MFr: 0.9,
    VFr: 0.9,
    ACnc: 0.83,
    PrThr: 0.85,
    Titr: 0.6,
    Time: 0.9,
    RelTime: 0.9,
    Type: 0.8,
    Aper: 0.8,
    EntVol: 0.9,
    EntMass: 0.9,
    EntMeanVol: 0.9,
    EntMeanMass: 0.9,
    Ratio: 0.8,
    Prid: 0.7,
    SCnc: 0.75,
    MRto: 0.7,
    Naric: 0.7,
    Vel: 0.8,
    PPres: 0.8,
    LsCnc: 0.8,
    Rden: 0.8,
    Imp: 0.5,
    SRto: 0.4,
    MRat: 0.4,
    Susc: 0.2,
  }),
  scale: numbered('scale', { Qn: 1, Ord: 0.8, SemiQn: 0.7, OrdQn: 0.6, Nom: 0.6, Nar: 0.4 }),
}
const FRACTIONS = new Set(
  ['NFr', 'MFr', 'VFr', 'SFr', 'CFr', 'AFr'].map((property) => axisNumber('property', property)),
)
/** Properties and scales of what is found rather than measured. */
const FINDINGS = new Set(
  ['PrThr', 'Prid', 'Imp', 'Type', 'Aper', 'Color', 'Find', 'Morph', 'Titr', 'Susc', 'Geno'].map(
    (property) => axisNumber('property', property),
  ),
)
const FOUND = new Set(
  ['Ord', 'Nom', 'Nar', 'SemiQn', 'OrdQn'].map((scale) => axisNumber('scale', scale)),
)
export const SPOT = axisNumber('time', 'Pt')
/** LOINC's own "XXX", "to be specified in another part of the message": any specimen. */
export const ANY = axisNumber('system', 'XXX')
const IDENTIFIED = new Set(['PrThr', 'Prid'].map((property) => axisNumber('property', property)))
/** Methods of tests for organisms, which are found wherever the specimen is from. */
const OF_ANY_SPECIMEN = new Set(
  [
    'Culture',
    'Aerobic culture',
    'Anaerobic culture',
    'Organism specific culture',
    'Gram stain',
    'Acid fast stain',
    'Acid fast stain.Kinyoun modified',
    'Acid fast stain.Ziehl-Neelsen',
    'Rhodamine-auramine fluorochrome stain',
    'Probe.amp.tar',
  ].map((method) => axisNumber('method', method)),
)
const CULTURE = axisNumber('method', 'Culture')
const AEROBIC_CULTURE = axisNumber('method', 'Aerobic culture')
/** Share of its usualness that a particular specimen of an organism keeps. */
const PARTICULAR = 0.8
export const AUTOMATED = axisNumber('method', 'Automated count')
/**
 * Methods that a report names where it means them: an ESR is any, and not Westergren's, where nothing is said, and a blot
 * confirms what another test found. "GC" stands for all that the tables do not have.
 */
const NAMED_METHODS: ReadonlySet<number> = new Set(
  [
    ...['Westergren', 'Wintrobe', 'GC', 'GC-MS', 'ICP', 'LC/MS/MS', 'MS.MALDI-TOF', 'RAST'],
    ...['IB', 'Line blot'],
  ].map((method) => axisNumber('method', method)),
)
/** Methods that are one of several for a test, and never meant unless named: a stain of a parasite, a latex agglutination. */
export const RARE_METHODS: ReadonlySet<number> = new Set(
  [
    ...['RIA', 'RAST', 'LA', 'Flow cytometry', 'Sequencing', 'Automated', 'Trichrome stain'],
    ...['Acid fast stain', 'Acid fast stain.Kinyoun modified', 'Acid fast stain.Ziehl-Neelsen'],
    'Rhodamine-auramine fluorochrome stain',
  ].map((method) => axisNumber('method', method)),
)
/** Methods of what is counted in a field of the microscope, by the unit of such a count. */
const PER_FIELD: readonly (readonly [unit: string, method: number])[] = [
  ['[HPF]', axisNumber('method', 'Microscopy.light.HPF')],
  ['[LPF]', axisNumber('method', 'Microscopy.light.LPF')],
]

/** The method of a count in a field of the microscope; undefined for another unit. */
export function methodOfField({ unit }: LoincQuery): number | undefined {
  // Asked for every match of every mention with a unit: a closure each time costs a link some percent.
  if (unit === undefined || !unit.ucum.endsWith('PF]')) return undefined
  return PER_FIELD.find(([field]) => unit.ucum.includes(field))?.[1]
}
/** Specimens of which a counter is usual; '' where none is known. */
const COUNTED = new Set(
  ['', 'Bld', 'RBC', 'Platelets', 'Urine', 'Urine sed'].map((system) =>
    axisNumber('system', system),
  ),
)

/** "10*9/L", and "/nL", as German laboratories write the same. */
const PER_LITER = /\/[np]?L$/

/** True for a unit of counts in a liter, which laboratories of the United States do not use. */
export function isCountedByLiter(unit: LoincQuery['unit']): boolean {
  return unit?.kind === 'number/volume' && PER_LITER.test(unit.ucum)
}

function numbered(axis: Axis, values: Readonly<Record<string, number>>): Float32Array {
  const weights = new Float32Array(AXIS_VALUES).fill(RARE)
  weights[0] = UNKNOWN
  for (const [value, weight] of Object.entries(values)) weights[axisNumber(axis, value)] = weight
  return weights
}

/** A code's value on an axis. */
export function valueOn(axis: Axis, { columns, concept }: Match): number {
  return numberIn(columns.concept, axis, concept)
}

/** A name's implied value on an axis; 0 for none. */
export function impliedOn(axis: Axis, { columns, term }: Match): number {
  return numberIn(columns.term, axis, term)
}

/** Each column by its name: with a name that varies V8 looks them up every time, which costs a link 8 %. */
function numberIn(columns: LoincColumns['term'], axis: Axis, row: number): number {
  switch (axis) {
    case 'system':
      return columns.system[row]!
    case 'property':
      return columns.property[row]!
    case 'method':
      return columns.method[row]!
    case 'scale':
      return columns.scale[row]!
    case 'time':
      return columns.time[row]!
  }
}

/** How a code answers what was asked for on an axis: 1 to 0, and {@link UNKNOWN} where the code is silent. */
export function fit(axis: Axis, query: LoincQuery, match: Match): number {
  const has = valueOn(axis, match)
  if (has === 0 && axis !== 'method') return UNKNOWN
  const weight = query.asked[axis]!.weights[has]!
  if (weight > 0) return weight
  if (has === 0) return UNKNOWN
  if (axis === 'system' && namesNoSpecimen(query, match)) return UNKNOWN
  return axis === 'system' && has === ANY ? ANY_SPECIMEN : 0
}

/**
 * True if the phrase for a specimen is part of the test's own name, and the code is not of that specimen: "tumor necrosis
 * factor", "smooth muscle antibody", "milk IgE".
 */
export function namesNoSpecimen({ asked, leavesOut }: LoincQuery, match: Match): boolean {
  const { system } = asked
  if (system?.source !== 'text' || leavesOut || match.exactness === 0) return false
  return system.weights[valueOn('system', match)] === 0
}

/** True if a code has another value than any of the requested ones. */
function contradicts(axis: 'system' | 'property', query: LoincQuery, match: Match): boolean {
  return query.asked[axis] !== undefined && fit(axis, query, match) === 0
}

/** Ratio from which two units are of two tests: no triglycerides are in ng/mL, as thyroglobulin is. */
const ANOTHER_SIZE = 2000
/** A property where the unit is that of another test. */
const OTHER_SIZE = 0.5

function isOfAnotherSize({ unit }: LoincQuery, { columns, concept }: Match): boolean {
  const own = columns.concept.unit_size[concept]!
  if (unit === undefined || own === 0) return false
  const asked = unitSize(unit)
  return asked > 0 && (asked >= own * ANOTHER_SIZE || own >= asked * ANOTHER_SIZE)
}

/** The share of what a name implies that a code has; 1 for a name that implies nothing. */
function impliedAgreement(match: Match): number {
  if (impliesNothing(match)) return 1
  let implied = 0
  let agreeing = 0
  for (const axis of AXES) {
    const wanted = impliedOn(axis, match)
    if (wanted === 0) continue
    const has = valueOn(axis, match)
    implied++
    if (axis === 'method' && has > 0) agreeing += fitOfMethod(wanted, has)
    else agreeing += has === wanted ? 1 : has === 0 ? UNKNOWN : 0
  }
  return implied === 0 ? 1 : agreeing / implied
}

/** True for most names: one look at all axes. */
function impliesNothing({ columns, term }: Match): boolean {
  const { system, property, method, scale, time } = columns.term
  return (system[term]! | property[term]! | method[term]! | scale[term]! | time[term]!) === 0
}

/** True for a test for an organism: what is cultured, stained or amplified may be from anywhere. */
function isOfAnySpecimen(match: Match): boolean {
  const isSought = OF_ANY_SPECIMEN.has(valueOn('method', match)) || impliesOrganism(match)
  return isSought && IDENTIFIED.has(valueOn('property', match))
}

/** True if a name says that an organism is cultured, stained or amplified: "acid fast smear". */
function impliesOrganism(match: Match): boolean {
  return OF_ANY_SPECIMEN.has(impliedOn('method', match))
}

/** True if practice has this value, false if another; undefined where it leaves the axis open. */
function practises(
  axis: 'system' | 'property' | 'scale',
  { system, property }: Practice,
  has: number,
): boolean | undefined {
  if (axis === 'system') return system === 0 ? undefined : has === system
  if (property === 0) return undefined
  return axis === 'property' ? has === property : FOUND.has(has) === FINDINGS.has(property)
}

/** Share of its usualness that a value keeps where practice knows another. */
const UNPRACTISED = 0.8

/** Without a request: the name's implied value, else the one that practice knows for the test, else the usual one. */
function usual(
  axis: 'system' | 'property' | 'scale',
  { practice }: LoincQuery,
  match: Match,
): number {
  const has = valueOn(axis, match)
  const implied = impliedOn(axis, match)
  if (implied === 0 && practice !== undefined) {
    const isPractised = practises(axis, practice, has)
    if (has > 0 && isPractised !== undefined)
      return isPractised ? 1 : UNPRACTISED * USUAL[axis][has]!
  }
  if (axis === 'system' && implied === 0 && isOfAnySpecimen(match))
    return has === ANY ? 1 : has === 0 ? UNKNOWN : PARTICULAR * USUAL.system[has]!
  if (implied === 0) return USUAL[axis][has]!
  return has === implied ? 1 : has === 0 ? UNKNOWN : RARE * USUAL[axis][has]!
}

/** Exactness of a name in another form: singular for plural. */
export const INFLECTED = 0.9

const asks = (axis: Axis) => (query: LoincQuery) => query.asked[axis] !== undefined
const leavesOpen = (axis: Axis) => (query: LoincQuery) => query.asked[axis] === undefined
const always = () => true

/** Evidence of LOINC's own kind: one axis each, and how common the test is. */
export const loincFeatures: readonly Feature<LoincQuery, LoincColumns>[] = [
  {
    name: 'specimen',
    of: 'code',
    applies: asks('system'),
    measure: (query, match) => fit('system', query, match),
  },
  {
    name: 'usual_specimen',
    of: 'code',
    applies: leavesOpen('system'),
    measure: (query, match) => usual('system', query, match),
  },
  {
    name: 'property',
    of: 'code',
    applies: asks('property'),
    measure: (query, match) => {
      const fits = fit('property', query, match)
      return isOfAnotherSize(query, match) ? Math.min(fits, OTHER_SIZE) : fits
    },
  },
  {
    name: 'usual_property',
    of: 'code',
    applies: leavesOpen('property'),
    measure: (query, match) => {
      const { greatest = 0, isListedUnitless } = query
      if (greatest > 100 && FRACTIONS.has(valueOn('property', match))) return 0
      if (isListedUnitless && impliedOn('property', match) === 0)
        return FINDINGS.has(valueOn('property', match)) ? 1 : RARE
      return usual('property', query, match)
    },
  },
  {
    name: 'scale',
    of: 'code',
    applies: asks('scale'),
    measure: (query, match) => fit('scale', query, match),
  },
  {
    name: 'usual_scale',
    of: 'code',
    applies: leavesOpen('scale'),
    measure: (query, match) => {
      if (query.isListedUnitless && impliedOn('scale', match) === 0)
        return FOUND.has(valueOn('scale', match)) ? 1 : RARE
      return usual('scale', query, match)
    },
  },
  {
    // A name implies its other axes in every request: "MCHC" is of red cells.
    name: 'implied',
    of: 'code',
    applies: always,
    measure: (_, match) => impliedAgreement(match),
  },
  {
    // Another specimen or another dimension is another test, however well the name fits.
    name: 'conflict',
    of: 'code',
    applies: ({ asked }) => asked.system !== undefined || asked.property !== undefined,
    measure: (query, match) =>
      contradicts('system', query, match) || contradicts('property', query, match) ? 0 : 1,
  },
  {
    // A collection over hours is another test, and never meant unless stated.
    name: 'time',
    of: 'code',
    applies: always,
    measure: (query, match) => {
      const has = valueOn('time', match)
      const { time } = query.asked
      // A concentration in what was collected over hours is often reported as that of one moment.
      if (time?.source === 'panel' && has === SPOT && query.unit?.timed !== true) return UNKNOWN
      if (time !== undefined) return fit('time', query, match)
      const implied = impliedOn('time', match)
      if (implied > 0) return has === implied ? 1 : 0
      return has === SPOT ? 1 : has === 0 ? UNKNOWN : query.unit?.timed === true ? 1 : 0
    },
  },
  {
    name: 'method',
    of: 'code',
    applies: asks('method'),
    measure: (query, match) => fit('method', query, match),
  },
  {
    // Without a word on the method: with a unit, a result is of the kind that most laboratories report; a bare name is the
    // test as such. LOINC's ranks are those of the United States, where no count is per liter.
    name: 'usual_method',
    of: 'code',
    applies: leavesOpen('method'),
    measure: (query, match) => {
      const { asked, unit } = query
      const has = valueOn('method', match)
      const implied = impliedOn('method', match)
      if (implied > 0 && has === 0) return impliesOrganism(match) ? RARE : UNKNOWN
      // Where LOINC has no culture of a specimen, it has the aerobic one.
      if (implied === CULTURE && has === AEROBIC_CULTURE) return PARTICULAR
      if (implied > 0) return fitOfMethod(implied, has)
      // Counters count blood and urine; other fluids are often counted by eye.
      if (has === AUTOMATED && !COUNTED.has(valueOn('system', match))) return RARE
      if (NAMED_METHODS.has(has) || RARE_METHODS.has(has)) return 0
      const perField = methodOfField(query)
      if (perField !== undefined) return has === perField ? 1 : 0.5
      if (isCountedByLiter(unit) && (has === 0 || has === AUTOMATED)) return has === 0 ? 1 : 0
      if (asked.property?.source === 'hint')
        return match.columns.concept.is_usual[match.concept] === 1 ? 1 : has === 0 ? 0.6 : 0.5
      return has === 0 ? 1 : has === AUTOMATED ? 0.9 : 0.5
    },
  },
  {
    // The very word is another component's: "DHEAS" is no plural of DHEA, nor "metanephrine" the sum of metanephrines.
    name: 'same_form',
    of: 'name',
    applies: always,
    measure: (_, { exactness }) => (exactness === INFLECTED ? 0 : 1),
  },
  {
    name: 'commonness',
    of: 'code',
    applies: always,
    measure: (_, { columns, concept }) => columns.concept.commonness[concept]! / MAX_COMMONNESS,
  },
  {
    name: 'ranked',
    of: 'code',
    applies: always,
    measure: (_, { columns, concept }) => (columns.concept.commonness[concept]! > 0 ? 1 : 0),
  },
  {
    name: 'result',
    of: 'code',
    applies: always,
    measure: (_, { columns, concept }) => columns.concept.is_result[concept]!,
  },
]
