import { quantile } from '../src/library/evaluate.ts'

/** Answers with the time each of them took. */
export interface Timed<Result> {
  readonly results: Result[]
  /** Milliseconds, in the order of the queries. */
  readonly ms: number[]
}

/** Median and 99th percentile, in milliseconds. */
export interface Quantiles {
  readonly p50_ms: number
  readonly p99_ms: number
}

/** Times every call on its own. The results are kept, so that no call can be optimized away. */
export function timeEach<Query, Result>(
  queries: readonly Query[],
  answer: (query: Query) => Result,
): Timed<Result> {
  const results: Result[] = []
  const ms: number[] = []
  for (const query of queries) {
    const start = performance.now()
    const result = answer(query)
    ms.push(performance.now() - start)
    results.push(result)
  }
  return { results, ms }
}

/**
 * Times every call as {@link timeEach} does, by the clock or the processor's time of this process, whichever is less: other
 * processes of a busy machine count for little.
 */
export function timeEachBusily<Query, Result>(
  queries: readonly Query[],
  answer: (query: Query) => Result,
): Timed<Result> {
  const ms: number[] = []
  const { results } = timeEach(queries, (query) => {
    const took = startBusyClock()
    const result = answer(query)
    ms.push(took())
    return result
  })
  return { results, ms }
}

/** Starts a clock. @returns what tells the milliseconds so far, by the clock or the processor's time, whichever is less */
export function startBusyClock(): () => number {
  const before = process.cpuUsage()
  const start = performance.now()
  return () => {
    const elapsed = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    return Math.min(elapsed, (user + system) / 1000)
  }
}

/** Quantiles by nearest rank, rounded to tenths of a microsecond. */
export function quantilesOf(ms: readonly number[]): Quantiles {
  const ascending = [...ms].sort((a, b) => a - b)
  return {
    p50_ms: rounded(quantile(ascending, 0.5), 4),
    p99_ms: rounded(quantile(ascending, 0.99), 4),
  }
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
