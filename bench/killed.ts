/** What the benchmarks have in common that kill a server in the middle of its work. */

/** @throws RangeError unless it is one of the databases, or both */
export function requireDatabases(value: string): 'sqlite' | 'postgres' | 'both' {
  if (value === 'sqlite' || value === 'postgres' || value === 'both') return value
  throw new RangeError(`--database is ${value}: it must be sqlite, postgres or both`)
}

/** Some of the items at a time, until all are done. */
export async function together<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
