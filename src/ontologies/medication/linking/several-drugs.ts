import type { Part, Prescription } from './prescription.ts'

/** Between two drugs of one line. */
const SEPARATOR = /[+,;&/\n\r|]/
const JOINING = new Set(['and', 'plus', 'with'])
/** Parts that each drug of a line has for itself. */
const OWN = ['form', 'frequency', 'dose'] as const

/** Words of a line between two separators. */
interface Segment {
  readonly parts: readonly Part[]
  readonly text: string
}

/**
 * The texts of the drugs of a line that names several, in order: "Tab Dolo", "Cap Pan". Empty for a line of one drug,
 * which a combination of several ingredients is, too. The caller knows that no product has all the names.
 *
 * @param isBrand whether a name is a brand's
 */
export function drugsOf(prescription: Prescription, isBrand: (name: Part) => boolean): string[] {
  const segments = segmentsOf(prescription)
  if (segments.length < 2) return []
  const have = (is: (part: Part) => boolean) =>
    segments.filter(({ parts }) => parts.some(is)).length
  const isNamed = (part: Part) => part.kind === 'name' && isBrand(part)
  const hasOwn =
    OWN.some((kind) => have((part) => part.kind === kind) > 1) ||
    have(isNamed) > 1 ||
    (have(isNamed) > 0 && have(({ kind }) => kind === 'strength') > 1)
  return hasOwn ? segments.map(({ text }) => text) : []
}

/** Stretches of the line that have a name each; words without one belong to the name before them. */
function segmentsOf({ text, parts }: Prescription): Segment[] {
  const groups: Part[][] = []
  let group: Part[] = []
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    // "1-0-1, Cap" is one part: the form belongs to the next drug.
    const from = before?.kind === 'frequency' ? before.start : (before?.end ?? part.start)
    const gap = text.slice(from, part.start)
    const isJoint = JOINING.has(text.slice(part.start, part.end).toLowerCase())
    if (group.length > 0 && (isJoint || SEPARATOR.test(gap))) {
      groups.push(group)
      group = []
    }
    if (!isJoint) group.push(part)
  }
  groups.push(group)
  const named: Part[][] = []
  for (const each of groups) {
    const hasName = each.some(({ kind }) => kind === 'name')
    const last = named.at(-1)
    if (last === undefined || (hasName && last.some(({ kind }) => kind === 'name')))
      named.push([...each])
    else last.push(...each)
  }
  return named
    .filter((each) => each.length > 0)
    .map((each) => ({ parts: each, text: text.slice(each[0]!.start, each.at(-1)!.end) }))
}
