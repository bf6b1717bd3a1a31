/** A share of cases, with the Clopper-Pearson interval in which it lies with 95 % certainty. All in [0, 1]. */
export interface Proportion {
  readonly share: number
  readonly low: number
  readonly high: number
  /** How many cases were counted. */
  readonly n: number
}

/** Probability outside the interval on either side. */
const TAIL = 0.025
/** Halvings of [0, 1]: more than a double holds. */
const STEPS = 60

/**
 * The share of `successes` among `n` cases; null when there are none.
 *
 * @see C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
 *   binomial", Biometrika 26(4), 1934
 */
export function proportionOf(successes: number, n: number): Proportion | null {
  if (n === 0) return null
  return {
    share: successes / n,
    low: successes === 0 ? 0 : solve((p) => atLeast(successes, n, p)),
    high: successes === n ? 1 : 1 - solve((p) => atLeast(n - successes, n, p)),
    n,
  }
}

/** Where a function that rises on [0, 1] reaches {@link TAIL}. */
function solve(probability: (p: number) => number): number {
  let low = 0
  let high = 1
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (probability(middle) < TAIL) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The probability of at least `k` successes in `n` trials, by the shorter of the two sums that give it. */
function atLeast(k: number, n: number, p: number): number {
  return k - 1 < n - k ? 1 - atMost(k - 1, n, p) : atMost(n - k, n, 1 - p)
}

/** The probability of at most `k` successes in `n` trials of probability `p`, in (0, 1). */
function atMost(k: number, n: number, p: number): number {
  const odds = Math.log(p) - Math.log1p(-p)
  let logTerm = n * Math.log1p(-p)
  let sum = 0
  for (let i = 0; i <= k; i++) {
    sum += Math.exp(logTerm)
    logTerm += Math.log(n - i) - Math.log(i + 1) + odds
  }
  return sum
}
