/**
 * Records that an ontology hands over to be indexed: plain objects, the same shapes for every ontology. An ontology's
 * release reader makes them from its publisher's files; the writer stores them.
 */

/**
 * Where a name comes from, strongest first: `preferred` the official name; `short` its official abbreviated form; `synonym`
 * an official other name (inclusion term, description); `full` an official name with its context in it (SNOMED CT's fully
 * specified name); `entry` an entry of an official index or table; `curated` a name of Medlink's own tables.
 */
export const TERM_KINDS = ['preferred', 'short', 'synonym', 'full', 'entry', 'curated'] as const
export type TermKind = (typeof TERM_KINDS)[number]

/**
 * One code with its official name. `attributes` are the ontology's own columns, e.g. `{is_billable: true}`. Codes of one
 * `family` are forms of one thing, e.g. all tests for glucose.
 */
export interface ConceptRecord {
  readonly code: string
  readonly name: string
  readonly family: string
  readonly active: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>
  /** Values of the ontology's columns that the concept's own words do not tell, by column. */
  readonly columns?: Readonly<Record<string, number>>
}

/** One name of one code. `language` is an ISO 639-1 code. */
export interface TermRecord {
  readonly code: string
  readonly text: string
  readonly kind: TermKind
  readonly language: string
  /** The name is one of every active code of the family: "glucose" of each test for it. */
  readonly shared?: boolean
  /** The name is found verbatim, case aside, and not by its words. */
  readonly verbatim?: boolean
  /** Values of the ontology's columns that the words of the name do not tell, by column. */
  readonly columns?: Readonly<Record<string, number>>
}

/** `code` lies directly under `parent`. */
export interface EdgeRecord {
  readonly code: string
  readonly parent: string
}

/** A retired code and the one that answers in its place; `relation` is the publisher's word for it. */
export interface ReplacementRecord {
  readonly code: string
  readonly replacement: string
  readonly relation: string
}

/**
 * A code of the release that is never linked: a part of tests' names, an answer, a list of answers. `attributes` are those of
 * the ontology's concepts, as far as they apply.
 */
export interface RelatedCodeRecord {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly attributes: ConceptRecord['attributes']
}

/**
 * `from` has `to` as a value of a property that the ontology calls `relation`. Each is a concept or a related code. Values of
 * one property are in order of `place`, default: 0, and then of code; a value that is given twice has its first place.
 */
export interface RelationRecord {
  readonly from: string
  readonly relation: string
  readonly to: string
  readonly place?: number
}

/** A code's counterpart in another code system. */
export interface MapRecord {
  readonly code: string
  readonly system: string
  readonly target: string
  readonly rule: string
}

/**
 * A replacement of a phrase: the `text` to read; a `weight` in (0, 1); why; and words, separated by spaces, one of which
 * must be next to it, '' if it needs none.
 */
export interface PhraseReplacement {
  readonly text: string
  readonly weight: number
  readonly because: string
  readonly context: string
}

/**
 * A phrase that may be read as another: `tokens` of its content words, joined by spaces (lemmas, or `=` and the form of
 * each where it stands for itself only).
 */
export interface PhraseRecord extends PhraseReplacement {
  readonly tokens: string
}

/** Something a release teaches by example: `relation` holds between subject and object with a `weight` in (0, 1]. */
export interface FactRecord {
  readonly relation: string
  readonly subject: string
  readonly object: string
  readonly weight: number
}

/**
 * A name that a site gave a code: `words` is what it is found by, `name` the name as the site writes it. It holds for
 * requests with this unit and specimen alone, which are folded; '' where it holds for any.
 */
export interface SiteNameRecord {
  readonly words: string
  readonly unit: string
  readonly specimen: string
  readonly name: string
  readonly code: string
  /** The site's note. */
  readonly note: string
}

/** A file that went into a build: its name without folders, SHA-256 in hex, and how many rows were taken from it. */
export interface SourceRecord {
  readonly file: string
  readonly sha256: string
  readonly rows: number
}

/** A whole release, read and checked. Codes in terms, edges and replacements name concepts of the same release. */
export interface ReleaseRecords {
  readonly ontology: string
  readonly version: string
  readonly licence: string
  readonly sources: readonly SourceRecord[]
  readonly concepts: readonly ConceptRecord[]
  readonly terms: readonly TermRecord[]
  readonly edges: readonly EdgeRecord[]
  readonly replacements: readonly ReplacementRecord[]
  readonly maps: readonly MapRecord[]
  readonly facts: readonly FactRecord[]
  /** Codes that no concept has; default: none. */
  readonly relatedCodes?: readonly RelatedCodeRecord[]
  /** Relations of related codes; both codes are of the same release. Default: none. */
  readonly relations?: readonly RelationRecord[]
  /** Things worth telling the person who builds, e.g. rows that name a code of another edition. */
  readonly warnings: readonly string[]
}
