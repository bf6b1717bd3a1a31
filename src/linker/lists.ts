/** The parts of a longer list are not all shown. */
const MOST_PARTS = 50
/** What stands between the things of a list: "DM, HTN", "scabies; gout", "fever and cough". */
const BETWEEN = /[,;\n+&/]|\band\b/i

/** The parts of a text that reads like a list, in their order; none where it does not. */
export function partsOf(text: string): string[] {
  const parts = text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 1 ? parts.slice(0, MOST_PARTS) : []
}
