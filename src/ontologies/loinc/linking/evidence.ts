import { AXIS_VALUES, type Axis, axisNumber } from '../axes.ts'
import type { Weights } from '../weights.ts'
import type { Said } from './phrases.ts'

/** Values that the mention and its hints request on one axis. */
export interface Asked {
  readonly weights: Weights
  /**
   * Hints win over the text; what only a panel's name suggests pins nothing. A caption is in brackets and tells how the specimen
   * is handled: "(EDTA blood/automated)".
   */
  readonly source: 'hint' | 'text' | 'caption' | 'panel'
}

/** Outcome of a hint. */
export interface HintNote {
  readonly text: string
  readonly understood: boolean
  /** True when the name of the test says otherwise; the hint wins. */
  readonly conflict: boolean
}

/** "Specimen" and the like fit nearly every specimen: that two have these in common means nothing. */
const GENERAL_SYSTEMS: readonly number[] = [
  'XXX',
  'Specimen',
  'Body fld',
  'Unk sub',
  'Isolate/Specimen',
].map((system) => axisNumber('system', system))
const CELLS: readonly number[] = [
  'RBC',
  'WBC',
  'Platelets',
  'Lymphocytes',
  'Retic',
  'Sperm',
  'Fibroblasts',
].map((system) => axisNumber('system', system))
/** One takes the other's likeliest value for possible when it fits this well … */
const POSSIBLE = 0.5
/** A value that is not possible, but likelier than others. */
const UNLIKELY = 0.44
/** … and both have something in common when some value fits both this well. */
const IN_COMMON = 0.2

/** Gathers what a mention and its hints say, axis by axis. */
export class AskedAxes {
  readonly asked: Partial<Record<Axis, Asked>> = {}
  readonly notes: Record<string, HintNote> = {}
  readonly #hints: Readonly<Record<string, string>>

  constructor(hints: Readonly<Record<string, string>>) {
    this.#hints = hints
  }

  /** Records whether a hint was understood; nothing when it was not sent. */
  note(key: string, understood: boolean): void {
    const text = this.#hints[key]
    if (text !== undefined) this.notes[key] = { text, understood, conflict: false }
  }

  /** The text says something: a second word on the same axis narrows the first, unless the two exclude each other. */
  addText({ axis, weights }: Said, source: 'text' | 'caption' = 'text'): void {
    if (axis === 'noise') return
    const before = this.asked[axis]
    const both = before && narrow(axis, before.weights, weights)
    this.asked[axis] = {
      weights: both ?? before?.weights ?? weights,
      source: before?.source ?? source,
    }
  }

  /** A hint says something: the text can only narrow it. */
  addHint(axis: Axis, weights: Weights, key: string): void {
    const before = this.asked[axis]
    const both = before && narrow(axis, weights, before.weights)
    if (before !== undefined && both === undefined) this.noteConflict(key)
    this.asked[axis] = { weights: both ?? weights, source: 'hint' }
  }

  /** Records that a hint disagrees with the text; nothing when it was not sent. */
  noteConflict(key: string): void {
    const note = this.notes[key]
    if (note !== undefined) this.notes[key] = { ...note, conflict: true }
  }

  /** The unit of a screen is that of its cut-off: what is found is reported, or an amount. */
  addCutOff(): void {
    const { property, scale } = this.asked
    if (property !== undefined)
      this.asked.property = { ...property, weights: withFinding(property.weights, PRESENCE) }
    if (scale !== undefined)
      this.asked.scale = { ...scale, weights: withFinding(scale.weights, ORDINAL) }
  }

  /** A test of whole blood or of its cells is named: "blood" is that specimen, and not the serum from it. */
  takeWholeBlood(): void {
    const { system } = this.asked
    if (system === undefined || system.weights[BLOOD] !== 1) return
    const weights = system.weights.slice()
    for (const fluid of FLUIDS) weights[fluid] = Math.min(weights[fluid]!, UNLIKELY)
    this.asked.system = { ...system, weights }
  }

  /** A panel's name suggests something, which counts where nothing else is said. */
  addPanel(axis: Axis, weights: Weights): void {
    this.asked[axis] ??= { weights, source: 'panel' }
  }
}

export const BLOOD = axisNumber('system', 'Bld')
/** Specimens that are left of blood without its cells. */
const FLUIDS: readonly number[] = ['Ser/Plas', 'Ser', 'Plas', 'PPP'].map((system) =>
  axisNumber('system', system),
)
const PRESENCE = axisNumber('property', 'PrThr')
const ORDINAL = axisNumber('scale', 'Ord')

/** The same weights, and the finding as likely as the likeliest value. */
function withFinding(weights: Weights, finding: number): Weights {
  const both = weights.slice()
  both[finding] = 1
  return both
}

/**
 * Values that both allow; undefined if they have nothing in common. If one names a value that the other allows as possible,
 * it is the more exact one and decides: "arterial" within "blood".
 */
function narrow(axis: Axis, a: Weights, b: Weights): Weights | undefined {
  const [isBPossible, isAPossible] = [takesForPossible(a, b), takesForPossible(b, a)]
  // Where each allows the other, the one that leaves less open is the more exact: "anaerobic" of "anaerobic culture".
  if (isBPossible && isAPossible && axis === 'method')
    return massOf(a) < massOf(b) ? within(a, b) : within(b, a)
  if (isBPossible) return within(b, a)
  if (isAPossible) return within(a, b)
  // A code for serum or urine makes them no less two specimens.
  if (axis === 'system') return undefined
  const both = a.slice()
  for (let number = 0; number < both.length; number++) both[number]! *= b[number]!
  return both[likeliestOf(both)]! >= IN_COMMON ? both : undefined
}

/** True if neither allows as possible the value that the other means most. */
export function areApart(a: Weights, b: Weights): boolean {
  return !takesForPossible(a, b) && !takesForPossible(b, a)
}

function takesForPossible(one: Weights, other: Weights): boolean {
  const likeliest = likeliestOf(other)
  return !GENERAL_SYSTEMS.includes(likeliest) && one[likeliest]! >= POSSIBLE
}

function within(exact: Weights, limits: Weights): Weights {
  const kept = exact.slice()
  for (let number = 0; number < kept.length; number++) if (limits[number] === 0) kept[number] = 0
  return kept
}

function massOf(weights: Weights): number {
  let sum = 0
  for (let number = 0; number < weights.length; number++) sum += weights[number]!
  return sum
}

function indexOfMost(weights: Weights): number {
  let most = 0
  for (let i = 1; i < weights.length; i++) if (weights[i]! > weights[most]!) most = i
  return most
}

/** Likeliest values: the weights of a phrase are asked for it at each mention that has it. */
const likeliestValues = new WeakMap<Weights, number>()

/** The value that is likeliest; the first of several. The weights must not change from here on. */
function likeliestOf(weights: Weights): number {
  const known = likeliestValues.get(weights)
  if (known !== undefined) return known
  const most = indexOfMost(weights)
  likeliestValues.set(weights, most)
  return most
}

/** True if a specimen's phrase names none in particular: "sample", "fluid". */
function isGeneral(weights: Weights): boolean {
  return GENERAL_SYSTEMS.includes(likeliestOf(weights))
}

/** True if a phrase names cells: a specimen in a hint, but the counted item in a test's name. */
export function namesCells(weights: Weights): boolean {
  return CELLS.includes(likeliestOf(weights))
}

/** The best fit of several specimens; those that name none in particular count if no other does. */
export function commonSpecimen(all: readonly Weights[]): Weights {
  const particular = all.filter((weights) => !isGeneral(weights))
  const counting = particular.length > 0 ? particular : all
  if (counting.length === 1) return counting[0]!
  const sums = new Float32Array(AXIS_VALUES)
  for (const weights of counting)
    for (let number = 0; number < AXIS_VALUES; number++) sums[number]! += weights[number]!
  const most = sums[indexOfMost(sums)]!
  for (let number = 0; number < AXIS_VALUES; number++) sums[number]! /= most
  return sums
}
