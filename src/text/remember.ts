const MAX_REMEMBERED = 10_000

/**
 * The same function with a memory: a text that comes again costs a look-up. It forgets everything when it knows
 * `limit` texts, since units and clinical words are few and hostile input is not.
 */
export function remember<T>(
  compute: (text: string) => T,
  limit = MAX_REMEMBERED,
): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const value = compute(text)
    if (known.size >= limit) known.clear()
    known.set(text, value)
    return value
  }
}
