import type { FindingKind, Qualifier } from '../clinical/qualifiers.ts'
import type {
  Assumption,
  Demands,
  Granularity,
  LinkBasis,
  LinkedOntology,
  LinkReason,
  ParsedSuggestRequest,
  Rejection,
  ScorePart,
  SUGGEST_FILTERS,
  Suggestion,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import type { ConceptRecord, ReleaseRecords, TermKind, TermRecord } from '../index/records.ts'
import type { ColumnArrays, ColumnSchema } from '../index/rows/columns.ts'
import type { Analyzer, Word } from '../language/analyze.ts'

/** Words of a text that are read: a mention has a dozen. */
export const MAX_WORDS = 256

/** Which tables of data/ speak an ontology's language. */
export interface PhraseTables {
  /** Tables below data/synonyms, without their ending. */
  readonly synonyms: readonly string[]
  /** Such tables of what patients say: read from their words to the clinical phrase only. */
  readonly lay: readonly string[]
  /** True for the abbreviations of clinical notes: "PT" is a patient there, a clotting time in a lab. */
  readonly abbreviations: boolean
  /** The table below data/ that says what abbreviations of several meanings mean by themselves, if there is one. */
  readonly usualAbbreviations?: string
  /** True if a phrase is read on to a name of the release through another phrase: for releases with few names. */
  readonly chained?: boolean
}

export interface ReadOptions {
  /** Overrides the version that the release's files state. */
  readonly version?: string
  /** Whose preferred names are taken where a release has several, e.g. `en-GB`; default: the ontology's own. */
  readonly dialect?: string
  /** Leaves lines out that cannot be read, and counts them, instead of ending at the first of them. */
  readonly lenient?: boolean
}

/** A name that is none of a release's, and the codes that it is read as, the best one first. */
export interface OtherName {
  readonly text: string
  readonly codes: readonly string[]
}

/**
 * Part of an ontology that building needs and linking does not: how its releases are read, and which names and
 * phrases come to them. The object is in the ontology's folder `release/`, which serving never loads.
 */
export interface OntologyRelease {
  readonly name: LinkedOntology
  /** The same that its {@link Ontology} has. */
  readonly columns: ColumnSchema
  /**
   * Reads a publisher's release: one or, where the ontology is published in parts, several folders or zips.
   * @throws MedlinkError `release_not_found`, `release_invalid`, `invalid_request` for parts or options it does not have
   */
  readRelease(paths: readonly string[], options: ReadOptions): Promise<ReleaseRecords>
  /** The vocabulary of Medlink's own that a first run links against. */
  readStarter(): ReleaseRecords
  /** Medlink's own names for what a release holds. */
  curatedNames(release: ReleaseRecords): readonly TermRecord[]
  /** Names that linking reads by the tables alone: a FlexSearch index, which links nothing, has them as names. */
  otherNames(release: ReleaseRecords): readonly OtherName[]
  /** How prominent each concept of a release is among suggestions, 0 to `MAX_PROMINENCE`. */
  prominenceIn(release: ReleaseRecords): (concept: ConceptRecord) => number
  /** The tables that say which phrases may be read as others. */
  readonly phrases: PhraseTables
  /** True if the release's names of one code say the same thing, so that they teach which words stand for which. */
  readonly namesTeach: boolean
  /** Names that concepts take over from others of the release, once all names are there. */
  inheritedNames(release: ReleaseRecords): readonly TermRecord[]
}

/**
 * Part of an ontology that linking needs. The linker, the library and the front ends know ontologies only through this: a
 * need of one ontology alone is a property here, never a comparison of names elsewhere.
 */
export type Ontology = NamedOntology | ResolvedOntology

/** Part of an ontology that type-ahead needs. */
export interface Suggestions {
  /** How codes begin that are typed so, in the publisher's spelling: "e114" → "E11.4"; undefined where none would be. */
  codeBeginning(typed: string): string | undefined
  /** Names that begin as typed and that the linker reads by Medlink's tables, whether or not the index has them; sorted. */
  tableNames?(typed: string, limit: number): readonly string[]
  /** Facts about the code that a row gives next to its name. */
  describe(attributes: StoredConcept['attributes']): Pick<Suggestion, 'is_billable' | 'tag'>
  /** The filters that mean something here, each a test of a concept's attributes for what is asked. */
  readonly filters: {
    readonly [Name in (typeof SUGGEST_FILTERS)[number]]?: (
      asked: NonNullable<ParsedSuggestRequest[Name]>,
    ) => (attributes: StoredConcept['attributes']) => boolean
  }
}

interface AnyOntology {
  readonly name: LinkedOntology
  /** For people: "ICD-10-CM". */
  readonly title: string
  /** Columns of concepts and terms that are stored when the index is built. */
  readonly columns: ColumnSchema
  /** Attributes of a concept that say how its code may be used: their changes are reported from release to release. */
  readonly flags: readonly string[]
  readonly suggestions: Suggestions
  /** The version of a link request that asks for what a text names, of the newest release; left out where there is none. */
  readonly textVersion?: string
  /** The canonical code when the whole text is written like one ("e119" → "E11.9"), whether or not it exists. */
  parseCode(text: string): string | undefined
  /**
   * The ontology's own keys of a result's metadata; `name` is the one that matched, the preferred one for a code.
   *
   * @param found the concept that was found, where this one answers in its place
   */
  describe(
    concept: StoredConcept,
    name: Pick<StoredTerm, 'text' | 'language'>,
    found?: StoredConcept,
  ): Record<string, MetadataValue>
}

/** An ontology whose mentions are more than names: each is taken apart and looked up part by part. */
export interface ResolvedOntology extends AnyOntology {
  /** Raised whenever the same text and index could give another answer: part of the answer's model version. */
  readonly modelId: string
  /** Makes the linker of mentions, for one index. */
  createResolver(index: MedlinkIndex, analyzer: Analyzer): MentionResolver
}

export interface MentionResolver {
  resolve(request: ResolveRequest): Resolution
  /** Parts of a stretch of a note, none of it looked up. */
  partsOf(text: string): Resolution['parts']
  /** Number of words from `words[at]` on that are a name of the index; 0 if none begins there. */
  nameAt(words: readonly NoteWord[], at: number): number
}

/** A word of a note, folded. */
export interface NoteWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface ResolveRequest extends Pick<Mention, 'text' | 'hints'> {
  readonly granularity: Granularity
  /** Rows at most. */
  readonly limit: number
}

/** A mention as it was understood, and the codes that it may mean. */
export interface Resolution {
  /** The contract's query_breakdown. */
  readonly breakdown: Readonly<Record<string, unknown>>
  /** Best first, at most the first of them `linked`, or each ingredient of a combination that is asked for. */
  readonly rows: readonly ResolvedRow[]
  /** Kind of each stretch of the text, in order: UTF-16 offsets. */
  readonly parts: readonly {
    readonly kind: string
    readonly start: number
    readonly end: number
    readonly value: string
  }[]
}

export interface ResolvedRow {
  readonly code: string
  readonly name: string
  readonly reason: LinkReason
  /** Basis of the link; of the first row only. */
  readonly basis?: LinkBasis
  /** Sum of `value · share` over the parts. */
  readonly score: number
  readonly parts: readonly ScorePart[]
  readonly metadata: Readonly<Record<string, MetadataValue>>
}

/**
 * An ontology whose mentions are names of its codes: candidates are found by their words, ranked by features, and the
 * first is proven word by word.
 *
 * @typeParam Query what the ontology understands of a mention beyond its words
 * @typeParam Columns what it noted of concepts and terms when the index was built
 */
export interface NamedOntology<Query = unknown, Columns extends ColumnArrays = ColumnArrays>
  extends AnyOntology {
  /** Makes the reader of mentions, for one index. */
  createReader(index: MedlinkIndex, analyzer: Analyzer): MentionReader<Query>
  /** Words that weigh less in a name than their rarity says, by form, with what is left of their weight in [0, 1]. */
  readLightWords(): ReadonlyMap<string, number>
  /** Evidence beyond the words themselves; see {@link Feature}. */
  readonly features: readonly Feature<Query, Columns>[]
  readonly policy?: LinkPolicy<Query, Columns>
  /** Meaning of its codes for patients; undefined if clinical text is not read for them. */
  readonly findings?: Findings<Columns>
}

/** Meaning of codes for patients, by which clinical text can be read for them. */
export interface Findings<Columns extends ColumnArrays = ColumnArrays> {
  /** Kind of a code; undefined if it is no condition of a patient: a cause from outside, an encounter. */
  kindOf(concept: number, columns: Columns): FindingKind | undefined
  /** Bits of CONTEXT: what a code says by itself, as one for a history does. */
  contextOf(concept: number, columns: Columns): number
  /** True if the condition lasts for life, so that "history of" it says that it is there. */
  lasts(concept: number, columns: Columns): boolean
  /** Which codes of an index cannot be coded together; left out where the ontology says so of none. */
  exclusionsIn?(index: MedlinkIndex): Exclusions
}

/** Which codes cannot be coded together, as the publisher has it. */
export interface Exclusions {
  /** True if one of two codes excludes the other. */
  excludes(one: string, other: string): boolean
}

type Value = string | number | boolean | null
type Fields = Readonly<Record<string, Value>>
/** A value of a result's metadata. */
export type MetadataValue =
  | Value
  | readonly string[]
  | readonly Fields[]
  | Readonly<Record<string, Value | readonly string[] | readonly Fields[]>>

/** Words of a mention by what a name has of them. */
export interface CommonWords {
  /** Words that the name has, without guesses at misspelt ones. */
  readonly common: readonly string[]
  /** Words that the name lacks, or has by a guess. */
  readonly left: readonly string[]
  /** Words of these that some other name has. */
  readonly leftKnown: readonly string[]
  /** Words of the name that the mention lacks. */
  readonly added: readonly string[]
}

/** Rules of an ontology for mentions beyond their names; a hook is left out if it has no rule. */
export interface LinkPolicy<Query, Columns extends ColumnArrays = ColumnArrays> {
  /** True if a mention is of one condition, so that a list of several is linked one by one. */
  readonly splitsLists?: true
  /** True if two conditions that a semicolon parts are two, though one concept has both: a classification combines them. */
  readonly partsAtSemicolons?: true
  /** The contract's query_breakdown; null where the contract has none. */
  breakdown?(query: Query): Record<string, unknown> | null
  /** Metadata of a result on how the candidate answers the mention and its hints. */
  describe?(
    query: Query,
    match: Match<Columns>,
    concept: StoredConcept,
  ): Record<string, MetadataValue>
  /** The meanings of an abbreviation that is the whole mention and has several; none otherwise. */
  meanings?(query: Query): readonly string[]
  /** Why the first candidate cannot be linked; undefined when nothing is against it. */
  rejection?(query: Query, match: Match<Columns>): Rejection | undefined
  /** True if a mention may say this, in words of these forms, next to a name without meaning another concept. */
  isIgnorable?(qualifier: Qualifier, forms: readonly string[]): boolean
  /**
   * Forms of words that are accounted for on both sides, since the mention and the code agree in what they say: "l" and
   * "left", "rt" and "right".
   */
  agreedForms?(query: Query, match: Match<Columns>): ReadonlySet<string>
  /**
   * The concept that answers instead of one that was found, by what the request demands; without this hook every concept
   * answers for itself.
   *
   * @param concept `concept.id` of the one that was found
   * @param query what the mention says; undefined if the text is a code
   */
  substitute?(
    concept: number,
    columns: Columns,
    demands: Demands,
    query: Query | undefined,
  ): Substitute
  /** Concepts that leave open what a concept without a substitute lacks, the likeliest first. */
  openForms?(concept: number, columns: Columns): readonly number[]
  /** True if another concept can be meant by the same name; default: one of another family can. */
  isRival?(query: Query, first: Match<Columns>, other: Match<Columns>): boolean
  /** True if the mention leaves several concepts equally likely, by all that the ontology knows besides their names. */
  isContested?(query: Query, first: Match<Columns>, others: readonly Match<Columns>[]): boolean
  /** True if a first row that is not linked would mislead, so that it is not shown. */
  isMisleading?(query: Query, match: Match<Columns>, words: () => CommonWords): boolean
  /** True if a code may be for what is done to a patient; without this hook any may. No other one is shown for an act alone. */
  mayBeAct?(match: Match<Columns>): boolean
  /** True if a first row that is not linked gives way to another one that has as much of the mention. */
  givesWay?(query: Query, match: Match<Columns>, words: () => CommonWords): boolean
  /** True if two candidates differ only in points that mentions leave unsaid. */
  indistinguishable?(first: Match<Columns>, second: Match<Columns>): boolean
  /** The question whose answer would tell the first candidate from the others, which come best first. */
  question?(
    query: Query,
    first: Match<Columns>,
    others: readonly Match<Columns>[],
  ): string | undefined
}

/** The concept that answers a demand instead of the one that was found, or that one and what it lacks. */
export interface Substitute {
  /** `concept.id`. */
  readonly concept: number
  /** Why it is not linked however right it is. */
  readonly rejection?: Rejection
  /** Question whose answer decides for another one. */
  readonly question?: string
  /** True if it lacks what the condition is: texts name that, and seldom a visit. */
  readonly lacksKind?: boolean
}

/** A mention as it came in. */
export interface Mention {
  readonly text: string
  readonly words: readonly Word[]
  /** The request's hints that are text or numbers, as text, by the ontology's own keys. */
  readonly hints: Readonly<Record<string, string>>
  /** Fact that may be assumed; default: none. */
  readonly assume?: Assumption
}

/** One way to take a mention apart. */
export interface Interpretation<Query> {
  /** The words of the name that is to be looked up. */
  readonly words: readonly Word[]
  /** Number of readings of the words that are worth their time; default: all. */
  readonly readings?: number
  /** In (0, 1], default 1: certainty that the mention's other words are not part of the name. */
  readonly certainty?: number
  /** Parts of the mention besides the name, with the name's words corrected and expanded. */
  understand(words: readonly Word[]): Query
}

export interface MentionReader<Query> {
  /** The ways to take a mention apart, the likeliest first; never none. */
  read(mention: Mention): readonly Interpretation<Query>[]
}

/**
 * One reason for or against a candidate. A feature is one idea and one pure function: it reads neither another
 * feature nor the candidate's rank. Its weight is in the ontology's model, data/models/<ontology>.json.
 */
export interface Feature<Query, Columns extends ColumnArrays = ColumnArrays> {
  /** Appears in explanations, in the model and in the ablation tables. */
  readonly name: string
  /** `name` if the value depends on the name alone, the same for all codes that share it; `code` if on the code too. */
  readonly of: 'name' | 'code'
  /** Depends on the query only, so that all candidates are judged by the same features. */
  applies(query: Query): boolean
  /** In [0, 1]: 1 agrees, 0.5 unknown, 0 conflicts. */
  measure(query: Query, match: Match<Columns>): number
}

/** How one name of a candidate matches the mention. Masses are sums of IDF. */
export interface Match<Columns extends ColumnArrays = ColumnArrays> {
  /** Number of the name. */
  readonly term: number
  /** `concept.id` of the candidate. */
  readonly concept: number
  /** Number of the concept's family. */
  readonly family: number
  /** Columns of all terms, by number, and of all concepts, by id. */
  readonly columns: Columns
  readonly kind: TermKind
  /** The mass of all words of the mention, and of those that the name has, weighted by how well it has them. */
  readonly queryMass: number
  readonly matchedQueryMass: number
  /** The same from the name's side, light words counted at what is left of their weight. */
  readonly nameMass: number
  readonly matchedNameMass: number
  /** In [0, 1]: the lesser share of mention and name that the other one lacks; above 0 if each has something of its own. */
  readonly disagreement: number
  /** 1 the same words in the same order, 0.9 but for function words, 0.8 in another order, 0 otherwise. */
  readonly exactness: number
  /** Share of neighbouring matched words of the mention that are in the same order in the name. */
  readonly order: number
  /** Numbers in the mention that the name lacks while it has others, and the other way round. */
  readonly numbersAgree: number
  /** Words of the name whose opposite the mention has: "acquired" for "congenital". */
  readonly opposites: number
  /** True if the name is one of the whole family. */
  readonly isShared: boolean
}
