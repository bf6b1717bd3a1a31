import { type Group, MOST_MILLILITRES } from './strength-groups.ts'

/** Kind of an amount with a unit: of the product, of a bottle of it, or of one use. */
export type AmountKind = 'strength' | 'quantity' | 'dose'

/** Context of an amount. */
export interface AmountContext {
  /** Forms and routes that the text names. */
  readonly hints: ReadonlySet<string>
  /** True if a strength before is one of a solution. */
  readonly isSolution: boolean
  readonly isSecondQuantity: boolean
  /** True if a container follows. */
  readonly isOfContainer: boolean
  /** True if its use follows. */
  readonly isUse: () => boolean
  /** True if a strength and then a form, or a word for taking it, are before it. */
  readonly isSecondAmount: () => boolean
}

/** More units than that are what a vial holds. */
const MOST_UNITS = 100
const LEAST_TUBE_GRAMS = 5
const FORMS_IN_TUBES = ['cream', 'gel', 'ointment', 'lotion', 'paste', 'powder', 'shampoo', 'soap']

/** Kind of an amount in its context. */
export function kindOfAmount({ unit, per, written }: Group, context: AmountContext): AmountKind {
  const { hints, isUse } = context
  if (per === 'kg' || per === 'day' || per === 'min') return 'dose'
  if (unit === 'ml' || unit === 'l')
    return per === undefined ? kindOfVolume(written, context) : 'dose'
  if (per === 'h' && isInfused(context)) return 'dose'
  if (per !== undefined || unit === '%') return 'strength'
  if (unit === 'units')
    return written < MOST_UNITS || (written === MOST_UNITS && isUse()) ? 'dose' : 'strength'
  const isTube = unit === 'g' && written >= LEAST_TUBE_GRAMS
  if (isTube && FORMS_IN_TUBES.some((form) => hints.has(form))) return 'quantity'
  // After a concentration a mass is what is given of it: "10 mg/mL injection 40 mg".
  return context.isSecondAmount() && (context.isSolution || isUse()) ? 'dose' : 'strength'
}

/** True for an infusion, or if a concentration is before it. */
function isInfused({ hints, isSolution }: AmountContext): boolean {
  return !hints.has('patch') && (isSolution || hints.has('infusion'))
}

function kindOfVolume(written: number, context: AmountContext): 'quantity' | 'dose' {
  const { hints, isUse } = context
  if (context.isOfContainer) return 'quantity'
  if (context.isSecondQuantity) return 'dose'
  const isDrops = hints.has('drops') && hints.has('ophthalmic')
  if (isUse() && !isDrops) return written > 2 * MOST_MILLILITRES ? 'quantity' : 'dose'
  if (written > MOST_MILLILITRES || isDrops) return 'quantity'
  return hints.has('injection') ? 'quantity' : 'dose'
}
