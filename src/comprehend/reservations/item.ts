import type { Span } from '../../clinical/chart.ts'

/** A condition with the bounds of its sentence and of the item around it. */
export interface Item extends Span {
  /** The first word of the sentence behind its heading, or as far back as words may govern. */
  readonly first: number
  /** The first word of its item; the words of an item are parted by no mark. */
  readonly start: number
  /** Behind the last word of its item, or the first word of the next condition in it. */
  readonly end: number
  /** Behind the last word of its sentence, or as far as words may govern. */
  readonly last: number
  /** True if that is another condition. */
  readonly isShared: boolean
}

/** The places of [from, to) of which something is true. */
export function placesWhere(from: number, to: number, isIt: (at: number) => boolean): number[] {
  const places: number[] = []
  for (let at = from; at < to; at++) if (isIt(at)) places.push(at)
  return places
}

/** True if something is true of a place of [from, to). */
export function isAnywhere(from: number, to: number, isIt: (at: number) => boolean): boolean {
  return firstPlace(from, to, isIt) !== undefined
}

/** The first place of [from, to) of which something is true. */
export function firstPlace(
  from: number,
  to: number,
  isIt: (at: number) => boolean,
): number | undefined {
  for (let at = from; at < to; at++) if (isIt(at)) return at
  return undefined
}

/** The last place of [from, to) of which something is true. */
export function lastPlace(
  from: number,
  to: number,
  isIt: (at: number) => boolean,
): number | undefined {
  for (let at = to - 1; at >= from; at--) if (isIt(at)) return at
  return undefined
}
