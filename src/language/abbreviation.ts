/** True if a text has the letters of an abbreviation in their order, the first one at its start; case is ignored. */
export function abbreviates(short: string, long: string): boolean {
  const text = long.toLowerCase()
  const letters = short.toLowerCase().replace(/[^a-z]/g, '')
  if (text[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
