import type { Part, Prescription, WrittenStrength } from './prescription.ts'
import type { StatedStrength } from './strength-match.ts'

/** A name of one ingredient in a text. */
export interface NamedBase {
  readonly part: Part
  readonly bases: readonly string[]
}

/**
 * The strengths of a text, each with its ingredient where the text names as many ingredients as strengths: "A 5 mg + B
 * 10 mg", "A/B 5/10" and "5 mg A, 10 mg B" all say A 5, B 10.
 *
 * @param names of ingredients, in the order of the text
 */
export function assignStrengths(
  strengths: readonly WrittenStrength[],
  names: readonly NamedBase[],
): readonly StatedStrength[] {
  const bases = names.map((name) => name.bases)
  const isClear = bases.length > 1 && bases.length === strengths.length
  if (!isClear || bases.some(({ length }) => length !== 1)) return strengths
  return strengths.map((strength, i) => ({ ...strength, base: bases[i]![0]! }))
}

/** Signs between two ingredients; and signs that open the composition of a brand. */
const JOINT = /[+/,;&]/
const OPENING = /[([]/

/**
 * Salts that are joined to the words before them as another ingredient would be, and to no name after them: "+ potassium
 * sulfate"; or that are all that is said to be in a brand. It is not known which drug they are.
 */
export function looseSalts(
  { text, parts }: Prescription,
  isBrand: (part: Part) => boolean,
): ReadonlySet<Part> {
  const loose = new Set<Part>()
  let isLoose = false
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'salt') continue
    const before = parts[at - 1]
    const gap = text.slice(before?.end ?? 0, part.start)
    const isJoined =
      JOINT.test(gap) || (OPENING.test(gap) && before !== undefined && isBrand(before))
    if (before?.kind !== 'salt' || isJoined) isLoose = before !== undefined && isJoined
    const next = parts.slice(at + 1).find(({ kind }) => kind !== 'salt')
    const isOfNext = next?.kind === 'name' && !JOINT.test(text.slice(part.end, next.start))
    if (isLoose && !isOfNext) loose.add(part)
  }
  return loose
}

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
