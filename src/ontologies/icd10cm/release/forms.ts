import { readPairedParts } from '../../../clinical/laterality.ts'
import type { ConceptRecord, ReleaseRecords } from '../../../index/records.ts'
import { lazily } from '../../../language/remember.ts'
import { LATERALITY } from '../qualifiers.ts'
import { isOfEncounter, unspecifiedForms } from './unspecified.ts'

/**
 * The seventh character of each encounter. Of a fracture's several it is the one of a closed fracture and of routine
 * healing (guidelines I.C.19.a and c: what is not said to be open is coded as closed).
 */
const ENCOUNTER_OF = new Map([
  ['A', 'initial_offset'],
  ['D', 'subsequent_offset'],
  ['S', 'sequela_offset'],
])

const parts = lazily(readPairedParts)
const UNSPECIFIED_PART = /\bunspecified (\w+)$/i

/** Bits of the sides that a title tells apart: one that tells the right one, or leaves the ear open, tells the left one, too. */
function sidesIn(title: string): number {
  const open = UNSPECIFIED_PART.exec(title)?.[1]?.toLowerCase()
  const isOfOne = /\b(?:right|left)\b/i.test(title) || (open !== undefined && parts().has(open))
  const ofOne = isOfOne ? LATERALITY.right | LATERALITY.left : 0
  return ofOne | (/\bbilateral\b/i.test(title) ? LATERALITY.bilateral : 0)
}

/**
 * The sides that codes tell apart of a condition: those of codes next to its own and below it. Other codes of its category are
 * for other conditions: "left Bell's palsy" is among disorders of the facial nerve, some of which have codes for sides.
 */
function sidesToldFor({
  concepts,
  edges,
}: Pick<ReleaseRecords, 'concepts' | 'edges'>): (code: string) => number {
  const parentOf = new Map(edges.map(({ code, parent }) => [code, parent]))
  const below = new Map<string, number>()
  const nextTo = new Map<string, number>()
  const add = (to: Map<string, number>, key: string, sides: number) =>
    to.set(key, (to.get(key) ?? 0) | sides)
  for (const { code, name } of concepts) {
    const sides = sidesIn(name)
    if (sides === 0) continue
    const parent = parentOf.get(code)
    if (parent !== undefined) add(nextTo, parent, sides)
    for (let at: string | undefined = code; at !== undefined; at = parentOf.get(at))
      add(below, at, sides)
  }
  return (code) => (below.get(code) ?? 0) | (nextTo.get(parentOf.get(code) ?? '') ?? 0)
}

/** Words for how severe a condition is. */
const GRADE = /\b(?:mild|moderate|severe|profound|minimal|marked|minor|major)(?:ly)?\b/i

/** The families with a name that says how severe a condition is. */
function gradedIn({
  concepts,
  terms,
}: Pick<ReleaseRecords, 'concepts' | 'terms'>): ReadonlySet<string> {
  const codes = new Set(terms.flatMap(({ code, text }) => (GRADE.test(text) ? [code] : [])))
  return new Set(
    concepts.flatMap(({ code, name, family }) =>
      codes.has(code) || GRADE.test(name) ? [family] : [],
    ),
  )
}

/**
 * The concepts with the columns that take more than their own titles: the sides that codes tell apart, whether their category has
 * degrees of severity, and the code to give instead of a header, as its distance in the order of codes.
 */
export function withForms(
  records: Pick<ReleaseRecords, 'concepts' | 'edges' | 'terms'>,
): ConceptRecord[] {
  const { concepts, edges } = records
  const placeOf = new Map(concepts.map(({ code }, place) => [code, place]))
  const columns = new Map<string, Record<string, number>>()
  const note = (code: string, column: string, target: string) => {
    const offset = placeOf.get(target)! - placeOf.get(code)!
    columns.set(code, { ...columns.get(code), [column]: offset })
  }
  const sidesOf = sidesToldFor(records)
  for (const [header, form] of unspecifiedForms(records)) note(header, 'unspecified_offset', form)
  for (const { code, parent } of edges) {
    const column = ENCOUNTER_OF.get(code.at(-1)!)
    const { name } = concepts[placeOf.get(code)!]!
    if (column !== undefined && isOfEncounter(code, name)) note(parent, column, code)
  }
  const graded = gradedIn(records)
  return concepts.map((concept) => {
    const sides = sidesOf(concept.code)
    const own = {
      ...columns.get(concept.code),
      ...(sides !== 0 && { sided: sides }),
      ...(graded.has(concept.family) && { graded: 1 }),
    }
    return Object.keys(own).length === 0 ? concept : { ...concept, columns: own }
  })
}
