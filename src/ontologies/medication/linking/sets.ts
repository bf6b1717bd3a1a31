/** Key of a set of names, whatever their order. */
export function setKey(names: readonly string[]): string {
  return [...names].sort().join('+')
}

/** True if two lists have the same members, in any order and number. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((each) => b.includes(each)) && b.every((each) => a.includes(each))
}
