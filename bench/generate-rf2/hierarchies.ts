/**
 * Measures what the generated hierarchies hold: how many concepts, under which top, and how concepts of each kind are named.
 *
 * The counts of active concepts are those that the International Edition of July 2025 states; the kinds and their
 * shares are estimates. Ids and names of the tops are SNOMED CT's own.
 */
import { describeFindings } from './findings.ts'
import { createSources, type Draws, type Hierarchy } from './hierarchy.ts'
import { describeOthers } from './other-hierarchies.ts'
import { describeProcedures } from './procedures.ts'
import { describeThings } from './things.ts'

/** All hierarchies in the order in which they are made: those that others are named after come first. */
export function describeHierarchies(draws: Draws): Hierarchy[] {
  const sources = createSources(draws)
  return [
    ...describeThings(sources),
    ...describeFindings(sources),
    ...describeProcedures(sources),
    ...describeOthers(sources),
  ]
}
