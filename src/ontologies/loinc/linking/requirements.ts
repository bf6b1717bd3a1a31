import type { Rejection } from '../../../contract.ts'
import type { Match as MatchWith } from '../../ontology.ts'
import { AXES, type Axis, axisNumber } from '../axes.ts'
import type { LoincColumns } from '../columns.ts'
import { unitSize } from '../unit-size.ts'
import type { Asked } from './evidence.ts'
import {
  ANY,
  ANY_SPECIMEN,
  AUTOMATED,
  fit,
  INFLECTED,
  impliedOn,
  isCountedByLiter,
  methodOfField,
  namesNoSpecimen,
  RARE_METHODS,
  SPOT,
  valueOn,
} from './features.ts'
import { fitOfMethod } from './methods.ts'
import type { LoincQuery } from './query.ts'

/**
 * Requirements of a LOINC code for a yes: a name is seldom enough, since many codes share it. Unit and specimen must be
 * known, no statement may contradict the code, and the code may add nothing that is not stated.
 */

type Match = MatchWith<LoincColumns>

/** A value that a phrase leaves open: the least for a yes. */
const FITS = 0.5
/** Share of the mention's words that a name must have for a yes, and of the name's words the mention. */
const MIN_NAME_SHARE = 0.6

/** Scales with something to pin; a comment or an interpretation has no unit to miss. */
const GRADED = new Set(['Qn', 'SemiQn', 'OrdQn', 'Ord'].map((scale) => axisNumber('scale', scale)))
/** Scales of numbers; a test strip's steps are numbers, too. */
const MEASURED = new Set(['Qn', 'SemiQn', 'OrdQn'].map((scale) => axisNumber('scale', scale)))
/** Unit and property of a clearance: it takes hours to collect, stated or not. */
const URINE_AND_SERUM = axisNumber('system', 'Urine+Ser/Plas')
const CLEARED = new Set(['VRat', 'ArVRat'].map((property) => axisNumber('property', property)))
/** Blood of one vessel: more than "blood" says. */
const NARROW = new Set(
  ['BldA', 'BldV', 'BldC', 'BldMV', 'BldCo', 'BldCoA', 'BldCoV', 'PlasV'].map((system) =>
    axisNumber('system', system),
  ),
)

/** The contradiction of a code, else its missing fact; undefined if there is neither. */
export function rejection(query: LoincQuery, match: Match): Rejection<'loinc'> | undefined {
  if (match.columns.concept.is_result[match.concept] === 0) return 'not_a_result'
  if (match.matchedQueryMass < MIN_NAME_SHARE * match.queryMass) return 'name_incomplete'
  if ((query.isMethodAlone && query.leavesOut) || query.isNamedByPanel) return 'name_incomplete'
  if (query.isOtherTest && (match.kind === 'curated' || match.exactness < 1 || query.leavesOut))
    return 'name_incomplete'
  if (isOfUnsaidAntibodies(query, match)) return 'name_incomplete'
  if (match.exactness === 0 && match.matchedNameMass < MIN_NAME_SHARE * match.nameMass)
    return 'name_incomplete'
  const against = conflict(query, match)
  if (against === undefined && addsMethod(query, match)) return 'name_adds'
  return against ?? missing(query, match)
}

/** A class of antibodies, however it is written. */
const CLASS_ALONE = /^(?:ig|immunoglobulin )[adegm]$/

/** True if a class of antibodies is found or not: its amount has a unit, so they are antibodies against what is not said. */
function isOfUnsaidAntibodies({ name, asked }: LoincQuery, match: Match): boolean {
  const isFound = valueOn('property', match) === PRESENCE
  return isFound && asked.method === undefined && CLASS_ALONE.test(name)
}

/** The whole official name leaves nothing open. */
function isWholeName({ kind, exactness }: Match): boolean {
  return kind === 'preferred' && exactness === 1
}

/**
 * True if a name of Medlink's is that of one code, and not of all of a component: "NIBP systolic". Another form of it is
 * another name: "CVPd" is no plural.
 */
function namesOneCode(match: Match): boolean {
  return match.kind === 'curated' && match.exactness === 1 && impliedOn('time', match) === SPOT
}

/** An axis whose stated value the code contradicts, or whose value the code adds. */
function conflict(query: LoincQuery, match: Match): Rejection<'loinc'> | undefined {
  const { asked, hints, leavesOut, unitsDiffer } = query
  // The words of an official name for an axis agree with its code.
  if (isWholeName(match)) return misfit(query, match, ['hint'])
  // "Serum creatinine" in urine: one of the two is wrong. "Pus" of "pus cells" is no specimen.
  if (leavesOut && (hints.specimen?.conflict || hints.specimen_text?.conflict))
    return 'specimen_conflict'
  if (hints.method?.conflict) return 'name_incomplete'
  if (unitsDiffer || (leavesOut && hints.unit?.conflict)) return 'unit_conflict'
  if (isOfTurnedRatio(query, match) || query.lacksFraction(match.term)) return 'name_incomplete'
  if (isLessSensitive(query, match)) return 'name_incomplete'
  if (isPerOtherField(query, match)) return 'unit_conflict'
  if (namesOneCode(match) && isOfAnotherUnit(query, match)) return 'unit_conflict'
  const misfitting = misfit(query, match, ['hint', 'text'])
  if (misfitting !== undefined) return misfitting
  const contradicted = AXES.find((axis) => contradictsName(axis, query, match))
  if (contradicted !== undefined) return REASON_OF[contradicted]
  if (asked.method !== undefined && !fitsMethod(query, match)) return 'name_incomplete'
  if (query.isInSeries && !isChallenge(match) && !namesOneCode(match)) return 'name_incomplete'
  return addsTime(query, match) || addsChallenge(match) ? 'name_adds' : undefined
}

/** True if the unit is not of the property that a name needs: "stool" in grams is no output. */
function isOfAnotherUnit({ asked }: LoincQuery, match: Match): boolean {
  const needed = impliedOn('property', match)
  return needed > 0 && asked.property !== undefined && asked.property.weights[needed]! < FITS
}

/** A specimen, a unit or a kind of value that was said, and that the code does not have. */
function misfit(
  query: LoincQuery,
  match: Match,
  sources: readonly Asked['source'][],
): Rejection<'loinc'> | undefined {
  const isSaid = (axis: PinnedAxis) =>
    sources.some((source) => query.asked[axis]?.source === source)
  if (isSaid('system') && !fitsSpecimen(query, match)) return 'specimen_conflict'
  if (isSaid('property') && fit('property', query, match) < FITS)
    return isByValue(query) ? 'value_conflict' : 'unit_conflict'
  return isOfAnotherScale(query, match) ? 'value_conflict' : undefined
}

/** True if the value alone says what kind of result it is: no unit does. */
function isByValue({ unit, value, asked }: LoincQuery): boolean {
  return value !== undefined && unit === undefined && asked.property?.source !== 'text'
}

const RATIOS = new Set(
  [
    ...['', 'Ratio', 'MRto', 'SRto', 'NRto', 'VRto', 'CRto', 'MCRto', 'RelRto'],
    ...['MFr', 'NFr', 'SFr', 'CFr', 'VFr', 'AFr'],
  ].map((property) => axisNumber('property', property)),
)

/** True if the code's ratio is the inverse of the named one; other names with a slash are two names of one test. */
function isOfTurnedRatio(query: LoincQuery, match: Match): boolean {
  return RATIOS.has(valueOn('property', match)) && query.isTurnedRound(match.term)
}

/** Fields of the microscope, of which one has ten times the area of the other. */
const FIELDS = new Set(
  ['Microscopy.light.HPF', 'Microscopy.light.LPF'].map((method) => axisNumber('method', method)),
)

/** True if the unit counts in another field than the code. */
function isPerOtherField(query: LoincQuery, match: Match): boolean {
  const perField = methodOfField(query)
  const has = valueOn('method', match)
  return perField !== undefined && has !== perField && FIELDS.has(has)
}

const QUANTITY = axisNumber('scale', 'Qn')

/** True if a code's results are of another kind than the value: "Positive" is no amount, and 12.5 is no finding. */
function isOfAnotherScale(query: LoincQuery, match: Match): boolean {
  if (query.valueDiffers && valueOn('scale', match) === QUANTITY) return true
  if (!isByValue(query) || valueOn('scale', match) === 0) return false
  return fit('scale', query, match) === 0
}

/** The reason if a name implies one value on an axis and the code has another: "RDW-CV" in femtoliters. */
const REASON_OF: Readonly<Record<Axis, Rejection<'loinc'>>> = {
  system: 'specimen_conflict',
  property: 'unit_conflict',
  scale: 'unit_conflict',
  time: 'name_adds',
  method: 'name_adds',
}

/**
 * A stated specimen overrides the one that the name is most used for, but not the one that is part of it, as in "urine culture"
 * and "venous pH".
 * A unit in moles overrides mass. Releases disagree on which numbers are steps: pH was `SemiQn`, and is `Qn`.
 */
function contradictsName(axis: Axis, { asked }: LoincQuery, match: Match): boolean {
  const implied = impliedOn(axis, match)
  if (axis === 'system' && asked.system !== undefined && !isIdentity(match) && !NARROW.has(implied))
    return false
  const has = valueOn(axis, match)
  if (implied === 0 || has === 0 || isSameValue(axis, implied, has)) return false
  if (axis === 'method') return fitOfMethod(implied, has) === 0
  return axis !== 'property' || asked.property === undefined || !isOneAmount(implied, has)
}

/** True if two properties are one amount, in mass and in moles: no name says which, "FBS" is reported in both. */
function isOneAmount(property: number, other: number): boolean {
  return IN_MOLES.get(property) === other || IN_MOLES.get(other) === property
}

const IN_MOLES: ReadonlyMap<number, number> = new Map(
  [
    ['MCnc', 'SCnc'],
    ['MRat', 'SRat'],
  ].map(([mass, moles]) => [axisNumber('property', mass!), axisNumber('property', moles!)]),
)

/** A code for any specimen is none for the very one that was named, nor one for arterial blood for blood. */
function fitsSpecimen(query: LoincQuery, match: Match): boolean {
  const { weights } = query.asked.system!
  const has = valueOn('system', match)
  if (namesNoSpecimen(query, match)) return true
  if (has === 0) return false
  if ((has === ANY || NARROW.has(has)) && weights[has]! < 1) return false
  return fit('system', query, match) >= FITS
}

/** Methods that tell a test from the plain one, which has another range: a troponin, a PSA. */
const MORE_SENSITIVE = new Set(
  [
    'High sensitivity',
    'Detection limit <= 0.005 mIU/L',
    'Detection limit <= 0.05 mIU/L',
    'Detection limit <= 0.01 ng/mL',
    'Detection limit <= 20 mg/L',
  ].map((method) => axisNumber('method', method)),
)

/** True if a more sensitive method is named, and the code is of the plain test. */
function isLessSensitive({ asked }: LoincQuery, match: Match): boolean {
  if (valueOn('method', match) > 0) return false
  const isNamed = [...MORE_SENSITIVE].some((method) => asked.method?.weights[method] === 1)
  return isNamed || MORE_SENSITIVE.has(impliedOn('method', match))
}

const RAPID = axisNumber('method', 'IA.rapid')
const IMMUNOASSAY = axisNumber('method', 'IA')

/** Another method may be possible, "chromogenic" and a coagulation assay, and is still not the one that was named. */
function fitsMethod(query: LoincQuery, match: Match): boolean {
  // A rapid test is an immunoassay, but not the one of a laboratory.
  if (query.asked.method?.weights[RAPID] === 1 && valueOn('method', match) === IMMUNOASSAY)
    return false
  const fits = fit('method', query, match)
  return valueOn('method', match) === 0 ? fits > 0 : fits >= FITS
}

/** A collection over hours that neither the mention nor the name nor the unit speaks of. */
function addsTime(query: LoincQuery, match: Match): boolean {
  const has = valueOn('time', match)
  const { time } = query.asked
  // A concentration in what was collected over hours is often that of one moment: no other code contests it then.
  if (time?.source === 'panel' && has === SPOT) return query.unit?.timed === true
  if (time !== undefined) return fit('time', query, match) < FITS
  if (has === SPOT || has === 0 || isClearance(match)) return false
  return impliedOn('time', match) === 0 && !saysDay(query)
}

/** Units of an amount in a day; one in a minute is of any collection. */
const PER_DAY = /\(24\.h\)|\/d$/

function saysDay({ unit }: LoincQuery): boolean {
  return unit?.timed === true && PER_DAY.test(unit.ucum)
}

/** A method of few laboratories that is not named; other codes of the component may be meant. */
function addsMethod({ asked }: LoincQuery, match: Match): boolean {
  const isNamed = asked.method !== undefined || impliedOn('method', match) > 0
  return !isNamed && !isWholeName(match) && RARE_METHODS.has(valueOn('method', match))
}

function isClearance(match: Match): boolean {
  return valueOn('system', match) === URINE_AND_SERUM && CLEARED.has(valueOn('property', match))
}

/** A time after a meal or a dose; what such codes share with the plain test's as a related name does not say it. */
function addsChallenge(match: Match): boolean {
  return isChallenge(match) && match.kind === 'entry'
}

function isChallenge({ columns, concept }: Match): boolean {
  return columns.concept.is_challenge[concept] === 1
}

/** Axes that a mention has to pin, and that practice may pin for it. */
export const PINNED_AXES = ['property', 'system'] as const
export type PinnedAxis = (typeof PINNED_AXES)[number]

/** The fact that a yes lacks: the unit or the specimen, of which one at most may be assumed. */
function missing(query: LoincQuery, match: Match): Rejection<'loinc'> | undefined {
  if (isWholeName(match)) return undefined
  const [open, another] = PINNED_AXES.filter((axis) => !isPinned(axis, query, match))
  if (open === undefined) return undefined
  const isAssumed =
    another === undefined && query.assumesUsual && USUAL[open].has(valueOn(open, match))
  return isAssumed ? undefined : MISSING[open]
}

const MISSING = { property: 'unit_missing', system: 'specimen_missing' } as const

/** True if the mention states a code's value on an axis, or the test has only one value there. */
export function isPinned(axis: PinnedAxis, query: LoincQuery, match: Match): boolean {
  const { system, property } = query.asked
  if (namesOneCode(match) && (axis === 'system' || impliedOn('property', match) === 0)) return true
  if (axis === 'property') {
    const isFound = query.value !== undefined && query.value.kind !== 'number'
    const isGraded = isFound && fit('scale', query, match) >= FITS
    const isSaid =
      property?.source === 'text' &&
      GRADED.has(valueOn('scale', match)) &&
      !isCountedBoth(query.name, property)
    const isUnitless =
      match.columns.concept.is_unitless[match.concept] === 1 && !isRareInterpretation(match)
    return property?.source === 'hint' || isSaid || isGraded || isUnitless || isIdentity(match)
  }
  if (system?.source === 'panel') return fit('system', query, match) >= PINNED
  if (system !== undefined && !namesNoSpecimen(query, match)) return true
  // With a unit or a finding, the specimen that a name implies counts, or blood where the test has no other; a bare name leaves
  // it open.
  const isConcluded = isSpecimenConcluded(query, match)
  const isUnitless = match.columns.concept.is_unitless[match.concept] === 1
  // A presence may be a number elsewhere; a type or a genotype is none.
  if (isConcluded && isUnitless && valueOn('property', match) !== PRESENCE) return true
  const isImplied = system === undefined && impliedOn('system', match) > 0
  return (
    (property?.source === 'hint' && (isConcluded || isImplied)) || (isImplied && isIdentity(match))
  )
}

/** Cells that laboratories count per volume, or per hundred of other cells. */
const COUNTED_BOTH = /\b(?:retics?|reticulocytes?|nrbcs?|normoblasts?)\b/

/** True if it is open how cells are counted: "reticulocyte count" is, an absolute one is not. */
function isCountedBoth(name: string, { weights }: Asked): boolean {
  return weights[FRACTION]! > 0 && COUNTED_BOTH.test(name)
}

const FRACTION = axisNumber('property', 'NFr')

/** True for an interpretation that laboratories seldom report: who names the test alone means its result. */
function isRareInterpretation({ columns, concept }: Match): boolean {
  return (
    columns.concept.property[concept] === INTERPRETATION &&
    columns.concept.commonness[concept] === 0
  )
}

const INTERPRETATION = axisNumber('property', 'Imp')

/** True if the name says that something is identified, which has no unit: "urine culture". */
function isIdentity(match: Match): boolean {
  return match.exactness === 1 && impliedOn('property', match) === IDENTITY
}

const IDENTITY = axisNumber('property', 'Prid')

/** True if nothing says the specimen, and the test has none but blood or a part of it, or urine by creatinine. */
export function isSpecimenConcluded(query: LoincQuery, match: Match): boolean {
  const isOnlyOne = match.columns.concept.is_one_specimen[match.concept] === 1
  const isSaid = query.asked.system !== undefined && !namesNoSpecimen(query, match)
  const isOpen = !isSaid && impliedOn('system', match) === 0
  const has = valueOn('system', match)
  const isUsual = USUAL.system.has(has) || has === GENES || (has === URINE && isByCreatinine(query))
  return isOpen && isOnlyOne && isUsual
}

const URINE = axisNumber('system', 'Urine')
const PRESENCE = axisNumber('property', 'PrThr')
const GENES = axisNumber('system', 'Bld/Tiss')

/** True for a unit such as mg/g creatinine, by which what is in urine is corrected for its volume. */
function isByCreatinine({ unit }: LoincQuery): boolean {
  return unit?.ucum.includes('{creat}') === true
}

/** Values assumed without a statement: venous blood and its products, and of properties the amount of something. */
const USUAL: Readonly<Record<PinnedAxis, ReadonlySet<number>>> = {
  system: new Set(
    ['Ser/Plas', 'Ser', 'Plas', 'Ser/Plas/Bld', 'Bld', 'RBC', 'PPP', '^Patient'].map((system) =>
      axisNumber('system', system),
    ),
  ),
  property: new Set(
    ['MCnc', 'CCnc', 'ACnc', 'EntVol', 'EntMass', 'VFr', 'Time', 'Vel'].map((property) =>
      axisNumber('property', property),
    ),
  ),
}

/** Minimum fit of a specimen to a panel's name that pins it. */
const PINNED = 0.6

/**
 * True if the mention leaves two codes of a component that are as likely: another specimen, property or scale that fits as
 * well and is as common, or two methods of which none is the plain test's.
 *
 * @param others best first
 */
export function isContested(query: LoincQuery, first: Match, others: readonly Match[]): boolean {
  if (isWholeName(first)) return false
  if (others.some(isWholeName)) return true
  if (namesOneCode(first)) return false
  const siblings = others.filter(
    (other) => other.family === first.family && !isRuledOut(query, other),
  )
  const { commonness } = first.columns.concept
  const isAsCommon = (other: Match) => commonness[other.concept]! >= commonness[first.concept]!
  const [same, differing] = partition(siblings, (other) =>
    EXCLUDING.every((axis) => isSame(axis, first, other)),
  )
  const alike = differing.filter(
    (other) =>
      isAsCommon(other) &&
      EXCLUDING.every((axis) => axis === 'system' || isSame(axis, first, other)),
  )
  return (
    isSharedRelatedName(first, others) ||
    isAnotherForm(first, others) ||
    isOverHoursElsewhere(query, first, others) ||
    isScreenElsewhere(query, first, others) ||
    (query.isCutOff && [first, ...siblings].some(isPresence)) ||
    isOfCellsByChance(query, first, others) ||
    isInBloodElsewhere(query, first, siblings) ||
    differing.some((other) => isAsLikely(query, first, other)) ||
    isOneOfMethods(query, first, [...same, ...alike]) ||
    same.some((other) => isOfAlikeMethod(first, other)) ||
    others.some((other) => other.family !== first.family && isMeasuredSo(query, first, other))
  )
}

function partition<T>(all: readonly T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))]
}

/** True if the mention is a related name of another component, too: a release lists what a search may want. */
function isSharedRelatedName(first: Match, others: readonly Match[]): boolean {
  if (first.kind !== 'entry') return false
  return others.some(
    ({ kind, family, matchedQueryMass, queryMass }) =>
      kind === 'entry' && family !== first.family && matchedQueryMass >= queryMass,
  )
}

/** True if the very word is another component, in whatever specimen: "metanephrine" is not the sum of metanephrines. */
function isAnotherForm(first: Match, others: readonly Match[]): boolean {
  if (first.exactness !== INFLECTED) return false
  return others.some(
    ({ kind, family, exactness }) => exactness === 1 && kind !== 'entry' && family !== first.family,
  )
}

/** Ratio from which two units are another size of number. */
const ANOTHER_SIZE = 5
/** The same by a test that few laboratories report: a litre has ten deciliters, so that hemoglobin in g/L is no fetal one. */
const RARE_ANOTHER_SIZE = 20

/** True if the unit is that of a part of the named component, and not of the whole: "T3" in pg/mL is free T3, or may be. */
function isMeasuredSo(query: LoincQuery, first: Match, other: Match): boolean {
  if (query.unit === undefined || isRuledOut(query, other)) return false
  if (other.matchedQueryMass < other.queryMass) return false
  const { unit_size, commonness } = first.columns.concept
  const own = unit_size[first.concept]!
  const its = unit_size[other.concept]!
  const asked = unitSize(query.unit)
  if (own === 0) return false
  const isAskedFor = (size: number, ratio: number) => size < asked * ratio && asked < size * ratio
  const ratio = commonness[other.concept] === 0 ? RARE_ANOTHER_SIZE : ANOTHER_SIZE
  return isAskedFor(its, ANOTHER_SIZE) && !isAskedFor(own, ratio)
}

/** Axes on which two codes are two tests. */
const EXCLUDING = ['system', 'property', 'scale', 'time'] as const

function isRuledOut(query: LoincQuery, match: Match): boolean {
  return (
    match.columns.concept.is_result[match.concept] === 0 || conflict(query, match) !== undefined
  )
}

function isSame(axis: Axis, first: Match, other: Match): boolean {
  return isSameValue(axis, valueOn(axis, first), valueOn(axis, other))
}

/** True if two values are one; all scales of numbers are. */
function isSameValue(axis: Axis, value: number, other: number): boolean {
  return value === other || (axis === 'scale' && MEASURED.has(value) && MEASURED.has(other))
}

function isAsLikely(query: LoincQuery, first: Match, other: Match): boolean {
  const { commonness } = first.columns.concept
  // A panel's suggestion does not decide between two.
  const isOnlySuggested = query.asked.system?.source === 'panel' && !isSame('system', first, other)
  // Nor does a unit say that a code fits whose property is not known.
  const isGuess = valueOn('property', first) === 0 && isSame('system', first, other)
  if (query.assumesUsual && isAnother(query, first, other)) return true
  if (isOfWorseMethod(query, first, other)) return false
  const isRarer = commonness[other.concept]! < commonness[first.concept]!
  if (isRarer && !isOnlySuggested && !isGuess) return false
  return EXCLUDING.every((axis) => {
    if (query.asked[axis] === undefined) return true
    return fit(axis, query, other) >= fit(axis, query, first)
  })
}

/** True if a method is named, and the other code's fits it less. */
function isOfWorseMethod(query: LoincQuery, first: Match, other: Match): boolean {
  const { method } = query.asked
  if (method?.source !== 'hint' && method?.source !== 'text') return false
  return fit('method', query, other) < fit('method', query, first)
}

const RED_CELLS = axisNumber('system', 'RBC')

/** True if blood was said, and the test is in red cells and elsewhere, too: "LDH", but not "MCV". */
function isOfCellsByChance(query: LoincQuery, first: Match, others: readonly Match[]): boolean {
  const isSaid =
    query.asked.system?.weights[RED_CELLS] === 1 || impliedOn('system', first) === RED_CELLS
  if (valueOn('system', first) !== RED_CELLS || isSaid) return false
  return others.some(
    (other) =>
      other.family === first.family &&
      isSame('property', first, other) &&
      (query.asked.system === undefined || fit('system', query, other) >= ANY_SPECIMEN) &&
      valueOn('system', other) > 0 &&
      !isSame('system', first, other),
  )
}

const BLOOD = axisNumber('system', 'Bld')

/**
 * True if the name itself adds "blood", and another code of the very test is of blood and not of a part of it: "aPTT (blood)".
 * A hint with the specimen often says no more than what was drawn.
 */
function isInBloodElsewhere(
  { asked, assumesUsual, leavesOut }: LoincQuery,
  first: Match,
  siblings: readonly Match[],
): boolean {
  if (asked.system?.source !== 'text' || asked.system.weights[BLOOD] !== 1) return false
  if (!leavesOut || assumesUsual || valueOn('system', first) === BLOOD) return false
  return siblings.some(
    (other) =>
      valueOn('system', other) === BLOOD &&
      EXCLUDING.every((axis) => axis === 'system' || isSame(axis, first, other)),
  )
}

/** True if the panel is of hours, and another code of the component is of these hours. */
function isOverHoursElsewhere(query: LoincQuery, first: Match, others: readonly Match[]): boolean {
  if (query.asked.time?.source !== 'panel' || fit('time', query, first) >= FITS) return false
  return others.some(
    (other) =>
      other.family === first.family &&
      isSame('system', first, other) &&
      isSame('property', first, other) &&
      fit('time', query, other) >= FITS,
  )
}

/** True for a finding: of a screen, laboratories report it or an amount, both with the unit of the cut-off. */
function isPresence(match: Match): boolean {
  return valueOn('property', match) === PRESENCE
}

const SCREEN = axisNumber('method', 'Screen')

/** True if a screen is named and another code of the component is one: its unit is that of a cut-off, and not of a result. */
function isScreenElsewhere(query: LoincQuery, first: Match, others: readonly Match[]): boolean {
  if (query.asked.method?.weights[SCREEN] !== 1 || valueOn('method', first) === SCREEN) return false
  return others.some(
    (other) =>
      other.family === first.family &&
      valueOn('method', other) === SCREEN &&
      isSame('system', first, other),
  )
}

/** A method that fits no better than none does is not the one that was named. */
const UNLIKE = 0.5

/** True if an axis that is not pinned could be the other's, too, so that practice leaves a doubt. */
function isAnother(query: LoincQuery, first: Match, other: Match): boolean {
  const { commonness } = first.columns.concept
  const isOpen = (axis: PinnedAxis) =>
    !isPinned(axis, query, first) && !isSame(axis, first, other) && valueOn(axis, other) > 0
  if (isOpen('property')) return true
  const isOfBlood = USUAL.system.has(valueOn('system', other))
  return isOpen('system') && !isOfBlood && commonness[other.concept]! > 0
}

/**
 * Formulas and the like give different numbers. Where a method is named, the one that fits best is meant, and one that fits
 * rather than none; where none is, the code without a method.
 */
function isOneOfMethods(query: LoincQuery, first: Match, same: readonly Match[]): boolean {
  const method = valueOn('method', first)
  if (query.asked.method !== undefined) {
    const { source } = query.asked.method
    // A panel's method is that of its other tests, too, and a caption's may be the instrument's.
    if (method === 0)
      return (
        source !== 'panel' &&
        source !== 'caption' &&
        same.some((other) => fit('method', query, other) > UNLIKE)
      )
    if (source === 'caption' && same.some((other) => valueOn('method', other) === 0)) return true
    const own = fit('method', query, first)
    return same.some(
      (other) => valueOn('method', other) !== method && fit('method', query, other) >= own,
    )
  }
  if (method === 0 || impliedOn('method', first) > 0) return false
  if (method === methodOfField(query)) return false
  const methods = same
    .map((other) => valueOn('method', other))
    .filter((other) => other === method || fitOfMethod(method, other) === 0)
  if (method === AUTOMATED && isCountedByLiter(query.unit) && methods.includes(0)) return true
  return !methods.includes(0) && methods.some((other) => other !== method)
}

/**
 * True if a code's method is neither the named one nor usual, and the same name found another code as near to it: "AFB smear" says
 * neither Ziehl-Neelsen nor fluorochrome.
 */
function isOfAlikeMethod(first: Match, other: Match): boolean {
  const method = valueOn('method', first)
  if (method === 0 || !isAsNear(impliedOn('method', first), method, valueOn('method', other)))
    return false
  const { commonness } = first.columns.concept
  if (commonness[first.concept]! > 0 || commonness[other.concept]! > 0) return false
  return other.kind === first.kind && other.exactness >= first.exactness
}

/** True if two methods answer a named one about as well; of those that no name implies, only the same are alike. */
function isAsNear(named: number, method: number, other: number): boolean {
  if (method === other) return true
  return named > 0 && named !== method && fitOfMethod(named, other) > 0
}

/** True if a code of another component may be meant: it is no other kind of thing, and has the name as much. */
export function isRival(query: LoincQuery, first: Match, other: Match): boolean {
  if (other.family === first.family || isRuledOut(query, other)) return false
  if (namesOneCode(first) && !isWholeName(other)) return false
  return other.kind !== 'entry' || first.kind === 'entry'
}
