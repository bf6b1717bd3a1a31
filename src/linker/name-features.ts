import type { TermKind } from '../index/records.ts'
import type { Feature } from '../ontologies/ontology.ts'

/** How far a kind of name is trusted to be what a clinician would call the code. */
const TRUST: Readonly<Record<TermKind, number>> = {
  preferred: 1,
  synonym: 0.9,
  full: 0.85,
  curated: 0.8,
  short: 0.6,
  entry: 0.5,
}

const always = () => true
const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0)

/** Evidence from the words alone, the same for every ontology. */
export const nameFeatures: readonly Feature<unknown>[] = [
  {
    name: 'words',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedQueryMass + m.matchedNameMass, m.queryMass + m.nameMass),
  },
  {
    name: 'coverage',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedQueryMass, m.queryMass),
  },
  {
    name: 'focus',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedNameMass, m.nameMass),
  },
  { name: 'exact', of: 'name', applies: always, measure: (_, m) => m.exactness },
  { name: 'order', of: 'name', applies: always, measure: (_, m) => m.order },
  { name: 'numbers', of: 'name', applies: always, measure: (_, m) => m.numbersAgree },
  { name: 'opposites', of: 'name', applies: always, measure: (_, m) => (m.opposites > 0 ? 0 : 1) },
  { name: 'kind', of: 'name', applies: always, measure: (_, m) => TRUST[m.kind] },
]
