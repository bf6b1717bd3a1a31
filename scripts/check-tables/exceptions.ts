import type { Row } from '../check-starter/tables.ts'
import type { Fault } from './names.ts'

export const EXCEPTION_COLUMNS = ['check', 'one', 'other', 'reason'] as const
export type Exception = Row<(typeof EXCEPTION_COLUMNS)[number]>

/** In the place of `other`: everything that is read as `one`. */
const ANY = '*'

/**
 * The faults of a check that no exception excuses, one line each, and one line for each exception of the check that
 * excuses nothing any more.
 */
export function judgeFaults(
  check: string,
  faults: readonly Fault[],
  exceptions: readonly Exception[],
  keyOf: (phrase: string) => string,
): string[] {
  const own = exceptions.filter((exception) => exception.check === check)
  const marks = new Map(own.map((exception) => [markOf(exception, keyOf), exception]))
  const used = new Set<Exception>()
  const errors = faults.flatMap((fault) => {
    const exception =
      marks.get(markOf(fault, keyOf)) ?? marks.get(markOf({ ...fault, other: ANY }, keyOf))
    if (exception === undefined)
      return [`${fault.place}: ${fault.one} | ${fault.other}: ${fault.why}`]
    used.add(exception)
    return []
  })
  const idle = own.filter((exception) => !used.has(exception))
  return [
    ...errors,
    ...idle.map(({ place, one, other }) => `${place}: nothing to excuse: ${one} | ${other}`),
  ]
}

/** The same whichever of two phrases stands first, and however they are inflected. */
function markOf(
  { one, other }: { readonly one: string; readonly other: string },
  keyOf: (phrase: string) => string,
): string {
  return other === ANY ? `${keyOf(one)} | ${ANY}` : [keyOf(one), keyOf(other)].sort().join(' | ')
}
