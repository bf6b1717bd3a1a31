/** Code-unit order, the same on every machine and in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The most frequent of some texts, undefined if there is none; of several the first, or the first in an order. */
export function mostFrequent(
  texts: readonly string[],
  order: (a: string, b: string) => number = () => 0,
): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || order(a, b))
  return first?.[0]
}
