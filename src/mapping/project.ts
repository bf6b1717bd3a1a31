/**
 * A mapping project: the names that a site has for what it measures or diagnoses, the candidates for each, and what people
 * decided. It is one file of SQLite, or a schema of PostgreSQL; `openProject` and `createProject` (projects.ts) choose by what
 * they are given. Several processes may have one open.
 *
 * What is decided is only ever added to. Each reviewer's last decision on a term that was not withdrawn stands, and the
 * state of the term follows from those that stand.
 */

import type { LinkBasis, LinkedOntology, LinkReason, LinkRequest, Medlink } from '../medlink.ts'

/** What a reviewer may say of a term: one of its candidates is right, another code is, none is, or not yet. */
export const DECISIONS = ['accept', 'other', 'none', 'later'] as const
export type DecisionKind = (typeof DECISIONS)[number]

/**
 * How the code that was decided is to the term: it means the same, more, less, or they overlap. In the words of OMOP's and
 * FHIR's maps: of the target, seen from the source.
 */
export const RELATIONS = ['equivalent', 'wider', 'narrower', 'inexact'] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * Where a term stands: nobody has decided (`open`); all who have agree on a code and its relation (`mapped`) or that there is none
 * (`no_code`); they differ (`disagreement`); or all that was said is `later`.
 */
export const TERM_STATES = ['open', 'later', 'mapped', 'no_code', 'disagreement'] as const
export type TermState = (typeof TERM_STATES)[number]

/** Why a term has the first candidate that it has: its `link_reason`; there is none; or it could not be asked. */
export type TermReason = LinkReason | 'no_candidate' | 'not_asked'

/** What every term of a project is asked with. */
export type AskedWith = Pick<
  LinkRequest,
  'top_k' | 'billable' | 'encounter' | 'assume' | 'strictness'
>

/** What a project is of. */
export interface ProjectAbout {
  readonly ontology: LinkedOntology
  /** The release that the candidates are of. */
  readonly version: string
  /** Of linking; null where no term could be asked. */
  readonly model_version: string | null
  /** The Medlink that made it. */
  readonly medlink: string
  /** Epoch milliseconds, as all times here. */
  readonly created: number
  /** Names of the columns of the source, in their order. */
  readonly columns: readonly string[]
  readonly asked_with: AskedWith
}

/** A code that a term may mean. */
export interface Candidate {
  /** From 1. */
  readonly rank: number
  readonly code: string
  /** Its official title. */
  readonly title: string
  /** The name that matched. */
  readonly matched: string
  /** Probability in [0, 1] that it is right; null where the ontology has none. */
  readonly score: number | null
  readonly is_linked: boolean
  readonly link_reason: LinkReason
  readonly link_basis?: LinkBasis
  /** The question whose answer would settle it: "which specimen?". */
  readonly needed?: string
  /** What was taken for granted. */
  readonly assumed?: Readonly<Record<string, string>>
}

/** Why a decision has to be looked at again after a release changed. */
export interface Look {
  /** What happened to the code that was decided, or that another one is linked now. */
  readonly reason: 'retired' | 'renamed' | 'split' | 'flag_changed' | 'link_changed'
  /** The one that was decided; null where it was decided that there is none. */
  readonly code: string | null
  /** The release before, and the one that changed it. */
  readonly from: string
  readonly to: string
  /**
   * Codes that stand, or may stand, in its place; of `renamed` the same with its new title, of `link_changed` the one that is
   * linked now.
   */
  readonly into: readonly { readonly code: string; readonly title: string }[]
}

/** A name with its hints, once however many rows of the source have it. */
export interface Term {
  readonly id: number
  readonly query: string
  /** As the `metadata` of a request. */
  readonly hints: Readonly<Record<string, string>>
  /** Rows of the source, and how often these say that they occur, summed; a row that says nothing counts once. */
  readonly rows: number
  readonly frequency: number
  /** Grows with each change; what a reviewer has seen is told by it. */
  readonly revision: number
  readonly state: TermState
  /** Where it is `mapped`. */
  readonly code: string | null
  readonly title: string | null
  readonly reason: TermReason
  /** How much it needs a person, in [0, 1]: from a sure link, by a poor one and a poor candidate, to none. */
  readonly doubt: number
  readonly first: Candidate | null
  /** What was decided is to be looked at again; null where it is not, or somebody has decided since. */
  readonly look: Look | null
}

/** A decision, as it is kept. */
export interface Decision {
  readonly id: number
  readonly term: number
  readonly reviewer: string
  readonly decision: DecisionKind
  /** Of `accept` and `other`. */
  readonly code: string | null
  readonly title: string | null
  readonly relation: Relation | null
  readonly note: string | null
  readonly at: number
  /** The release and the model that the reviewer had before them. */
  readonly version: string
  readonly model_version: string | null
  /** The revision of the term that it made. */
  readonly revision: number
  /** When the reviewer took it back. */
  readonly withdrawn: number | null
}

/** A term with all that is known of it. */
export interface TermDetails extends Term {
  readonly candidates: readonly Candidate[]
  /** Of each reviewer, the one that stands, the newest first. */
  readonly standing: readonly Decision[]
  /** Rows of the source, the first ten. */
  readonly sources: readonly SourceRow[]
}

/** A row of the source. */
export interface SourceRow {
  /** Its place, from 1. */
  readonly row: number
  /** The site's own code; '' where it has none. */
  readonly code: string
  readonly name: string
  /** Null where the source does not say. */
  readonly frequency: number | null
  /** All of its columns, by name. */
  readonly columns: Readonly<Record<string, string>>
  /** Null for a row without a name. */
  readonly term: number | null
}

/** A term with all that is known of it but its sources. */
export type MappedTerm = Omit<TermDetails, 'sources'>

/** A row of the source, with its term where it has a name. */
export interface MappedRow {
  readonly source: SourceRow
  readonly term: MappedTerm | null
}

/** Which terms are listed. Each part leaves out those that it is not true of. */
export interface TermFilter {
  readonly state?: readonly TermState[]
  readonly reason?: readonly TermReason[]
  /** Those whose decision has to be looked at again, or the others. */
  readonly look?: boolean
  /** Those that this reviewer has decided on, and those that this one has not. */
  readonly decided_by?: string
  readonly undecided_by?: string
  /** Those with this text in their name, in whatever case. */
  readonly text?: string
}

/** What comes first: what occurs most often, what needs a person most, or what needs one least. */
export const TERM_ORDERS = ['frequency', 'doubt', 'certainty'] as const
export type TermOrder = (typeof TERM_ORDERS)[number]

export interface TermQuery extends TermFilter {
  /** `frequency` when left out. */
  readonly order?: TermOrder
  /** Where the page before ended. */
  readonly after?: string
  /** Terms at most, 1 to 1,000; 50 when left out. */
  readonly limit?: number
}

export interface TermPage {
  readonly terms: readonly Term[]
  /** How many the filter leaves, on all pages. */
  readonly total: number
  /** Where the next page begins; left out at the end. */
  readonly next?: string
}

/** What a reviewer says of a term. */
export interface NewDecision {
  readonly term: number
  /** The `revision` of the term that the reviewer had before them. */
  readonly seen: number
  readonly decision: DecisionKind
  /** Of `accept`: one of the candidates, the first when left out. Of `other`: required. */
  readonly code?: string
  /** Of `other`: required. */
  readonly title?: string
  /** Of `accept` and `other`: `equivalent` when left out. */
  readonly relation?: Relation
  readonly note?: string
}

/**
 * What became of a decision. `decided`: it stands. `merged`: it stands as well, next to what others, or the same reviewer
 * elsewhere, decided after the term was seen: `others`. `stale`: nothing was kept, since the term has other candidates than
 * those that were seen. `no_candidate`: nothing was kept, since the term has no such candidate to accept.
 */
export interface DecisionOutcome {
  readonly outcome: 'decided' | 'merged' | 'stale' | 'no_candidate'
  /** As it is now. */
  readonly term: Term
  readonly others: readonly Decision[]
}

/** How many terms, and how often they occur. */
export interface Tally {
  readonly terms: number
  readonly frequency: number
}

export interface Progress {
  /** Rows of the source, and those without a name. */
  readonly rows: number
  readonly blank_rows: number
  readonly total: Tally
  readonly states: Readonly<Record<TermState, Tally>>
  /** By the reason of the first candidate, the commonest first. */
  readonly reasons: readonly (Tally & { readonly reason: TermReason })[]
  /** Of decisions that are to be looked at again. */
  readonly look: Tally
  /** Terms on which a decision of each stands, by name. */
  readonly reviewers: readonly { readonly reviewer: string; readonly terms: number }[]
}

/**
 * What would come of it if every first candidate at least this sure were taken: the linked ones first, by their scores, then
 * the others.
 */
export interface CurvePoint {
  /** The least sure of them. */
  readonly is_linked: boolean
  readonly score: number | null
  /** Of all occurrences, in [0, 1]. */
  readonly share: number
  /** Terms among them that were decided, and of these the ones whose first candidate was right. */
  readonly decided: number
  readonly right: number
}

/** What another release changes in a project. */
export interface ReleaseMove {
  readonly ontology: LinkedOntology
  readonly from: string
  readonly to: string
  /** How many terms have other candidates, or the same ones with other titles, scores or reasons. */
  readonly candidates_changed: number
  /** Terms that concern a person: what was decided is to be looked at again, or another code comes first; by id. */
  readonly changes: readonly TermChange[]
}

/** What another release changes in a term. */
export interface TermChange {
  readonly term: number
  readonly query: string
  /** Null where nothing that was decided is concerned. */
  readonly look: Look | null
  /** What came first before, and comes first now. */
  readonly before: FirstCandidate | null
  readonly after: FirstCandidate | null
}

export type FirstCandidate = Pick<Candidate, 'code' | 'title' | 'is_linked'>

/** How terms are linked to another release. */
export interface MoveOptions {
  /** Told how many terms are linked, of how many. */
  readonly onProgress?: (done: number, total: number) => void
  readonly workers?: number
  readonly signal?: AbortSignal
}

/** An open project. What it acknowledges is on disk. */
export interface Project {
  about(): Promise<ProjectAbout>
  /** @throws MedlinkError `invalid_request` for an unknown order, state or page */
  terms(query?: TermQuery): Promise<TermPage>
  /** Undefined where there is none of that id. */
  term(id: number): Promise<TermDetails | undefined>
  /** What was ever decided on a term, withdrawn or not, the oldest first. */
  history(id: number): Promise<Decision[]>
  /**
   * Keeps what a reviewer decided, of one term or of many: one act, which is undone as one. Decisions that others made
   * meanwhile stay; the outcome tells of them.
   *
   * @param at when it was decided; now when left out
   * @returns what became of each, in order
   * @throws MedlinkError `invalid_request` for a reviewer without a name, a term that there is not, a code that is missing;
   *   then nothing of the act is kept
   */
  decide(
    reviewer: string,
    decisions: readonly NewDecision[],
    at?: number,
  ): Promise<DecisionOutcome[]>
  /** Takes back the last act of a reviewer that stands. @returns its terms as they are then; none where there is no such act */
  undo(reviewer: string): Promise<Term[]>
  progress(): Promise<Progress>
  /** From the surest on; at most 200 points. */
  curve(): Promise<CurvePoint[]>
  /**
   * What {@link move} would change. Every term is linked again: a code that was added may be a better one for any of them.
   *
   * @throws MedlinkError `invalid_request` where the project is of that release; what `Medlink.diff` and `Medlink.linkMany`
   *   throw, where one of both releases is not installed
   */
  compareTo(medlink: Medlink, version: string, options?: MoveOptions): Promise<ReleaseMove>
  /**
   * Moves the project to another release, in one step or not at all. Decisions stay, and those whose code was retired, renamed,
   * split or flagged otherwise are to be looked at again, as are those of terms that are linked to another code now;
   * candidates are those of the new release.
   *
   * @throws MedlinkError what {@link compareTo} throws, and `build_in_progress` where another process has moved it meanwhile
   */
  move(medlink: Medlink, version: string, options?: MoveOptions): Promise<ReleaseMove>
  /** All rows of the source in order, with what is known of the term of each. */
  rows(): AsyncIterable<MappedRow>
  /** All terms, with all that is known of them but their sources, by id. */
  everyTerm(): AsyncIterable<MappedTerm>
  close(): Promise<void>
}
