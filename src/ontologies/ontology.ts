import type { TraitReader } from '../index/arrays.ts'
import type { StoredConcept } from '../index/reader.ts'
import type { ReleaseRecords, TermKind, TermRecord } from '../index/records.ts'
import type { Word } from '../text/analyze.ts'

/** The ontologies of the contract, in the order in which the registry lists them. */
export const ONTOLOGY_NAMES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
export type OntologyName = (typeof ONTOLOGY_NAMES)[number]

export interface ReadOptions {
  /** Overrides the version that the release's files state. */
  readonly version?: string
}

/**
 * Everything that sets one ontology apart. The linker, the writer and the front ends know ontologies only through
 * this: what one needs and another has not is a property here, never a comparison of names elsewhere.
 *
 * @typeParam Query what the ontology understands of a mention beyond its words
 */
export interface Ontology<Query = unknown> {
  readonly name: OntologyName
  /** For people: "ICD-10-CM". */
  readonly title: string
  readonly traits: TraitReader
  /** Reads a publisher's release, a folder or a zip. @throws MedlinkError `release_not_found`, `release_invalid` */
  readRelease(path: string, options: ReadOptions): Promise<ReleaseRecords>
  /** The vocabulary of Medlink's own that a first run links against. */
  readStarter(): ReleaseRecords
  /** Tables below data/ with names of Medlink's own: columns code and name. */
  readonly curatedNames: readonly string[]
  /** Names that concepts take over from others of the release, once all names are there. */
  inheritedNames(release: ReleaseRecords): readonly TermRecord[]
  /** The canonical code when the whole text is written like one ("e119" → "E11.9"), whether or not it exists. */
  parseCode(text: string): string | undefined
  /** What the mention says beside the name: qualifiers, hints. */
  parseQuery(words: readonly Word[], hints: Readonly<Record<string, string>>): Query
  /** Codes of one family are forms of one thing; a close rival in the family is less of a danger than another thing. */
  familyOf(code: string): string
  /** Words that weigh less in a name than their rarity says, by form, with what is left of their weight in [0, 1]. */
  readonly lightWords: ReadonlyMap<string, number>
  /** Evidence beyond the words themselves; see {@link Feature}. */
  readonly features: readonly Feature<Query>[]
  /** The ontology's own keys of a result's metadata. */
  describe(concept: StoredConcept): Record<string, string | number | boolean | null>
}

/**
 * One reason for or against a candidate. A feature is one idea and one pure function: it reads neither another
 * feature nor the candidate's rank. Its weight stands in the ontology's model, data/models/<ontology>.json.
 */
export interface Feature<Query> {
  /** Appears in explanations, in the model and in the ablation tables. */
  readonly name: string
  /** Depends on the query only, so that all candidates are judged by the same features. */
  applies(query: Query): boolean
  /** In [0, 1]: 1 agrees, 0.5 unknown, 0 conflicts. */
  measure(query: Query, match: Match): number
}

/** How one name of a candidate matches the mention. Masses are sums of IDF. */
export interface Match {
  readonly kind: TermKind
  /** The mass of all words of the mention, and of those that the name has, weighted by how well it has them. */
  readonly queryMass: number
  readonly matchedQueryMass: number
  /** The same from the name's side, light words counted at what is left of their weight. */
  readonly nameMass: number
  readonly matchedNameMass: number
  /** 1 the same words in the same order, 0.9 but for function words, 0.8 in another order, 0 otherwise. */
  readonly exactness: number
  /** Share of neighbouring matched words of the mention that stand in the same order in the name. */
  readonly order: number
  /** Numbers in the mention that the name lacks while it has others, and the other way round. */
  readonly numbersAgree: number
  /** Words of the name whose opposite the mention has: "acquired" for "congenital". */
  readonly opposites: number
  readonly nameTraits: number
  readonly conceptTraits: number
}
