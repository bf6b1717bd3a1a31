/** How far what was found agrees with what is right. Shares are in [0, 1], null where nothing could be counted. */
export interface Agreement {
  /** Share of what was found that is right. */
  readonly precision: number | null
  /** Share of what is right that was found. */
  readonly recall: number | null
}

/** The same with the harmonic mean of both. */
export interface AgreementWithF1 extends Agreement {
  readonly f1: number | null
}

/** @param right how many of the `found` are among the `wanted` */
export function agreementOf(right: number, found: number, wanted: number): AgreementWithF1 {
  return {
    precision: ratio(right, found),
    recall: ratio(right, wanted),
    f1: ratio(2 * right, found + wanted),
  }
}

/** The agreement over cases of a yes or no. */
export function agreementOver<Case>(
  cases: readonly Case[],
  isFound: (each: Case) => boolean,
  isWanted: (each: Case) => boolean,
): AgreementWithF1 {
  const found = cases.filter(isFound)
  return agreementOf(found.filter(isWanted).length, found.length, cases.filter(isWanted).length)
}

/** A share in [0, 1]; null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
