/**
 * A mapping project: the names that a site has for what it measures or diagnoses, the candidates for each, and the
 * decisions of people. It is one file of SQLite, or a schema of PostgreSQL; `openProject` and `createProject` (projects.ts)
 * choose by the place. Several processes may have one open.
 *
 * Decisions are only ever added. A reviewer's valid decision on a term is the last one that was not withdrawn, and the
 * state of the term follows from the valid ones.
 */

import type { LinkBasis, LinkedOntology, LinkReason, LinkRequest, Medlink } from '../medlink.ts'

/** Decisions of a reviewer on a term: one of its candidates is right, another code is right, no code is, or not yet. */
export const DECISIONS = ['accept', 'other', 'none', 'later'] as const
export type DecisionKind = (typeof DECISIONS)[number]

/**
 * How the code that was decided is to the term: it means the same, more, less, or they overlap. In the words of OMOP's and
 * FHIR's maps: of the target, seen from the source.
 */
export const RELATIONS = ['equivalent', 'wider', 'narrower', 'inexact'] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * State of a term: no reviewer has decided (`open`); all who have agree on a code and its relation (`mapped`) or that there
 * is none (`no_code`); they differ (`disagreement`); or all decisions are `later`.
 */
export const TERM_STATES = ['open', 'later', 'mapped', 'no_code', 'disagreement'] as const
export type TermState = (typeof TERM_STATES)[number]

/** Why a term has the first candidate that it has: its `link_reason`; there is none; or it could not be asked. */
export type TermReason = LinkReason | 'no_candidate' | 'not_asked'

/** Options of every request of a project. */
export type AskedWith = Pick<
  LinkRequest,
  'top_k' | 'billable' | 'encounter' | 'assume' | 'strictness'
>

/** The subject of a project. */
export interface ProjectAbout {
  readonly ontology: LinkedOntology
  /** The release that the candidates are of. */
  readonly version: string
  /** Version of the linking model; null if no term could be linked. */
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
  /** Facts taken for granted. */
  readonly assumed?: Readonly<Record<string, string>>
}

/** Reason to check a decision again after a release changed. */
export interface Look {
  /** The change of the decided code, or the link to another one now. */
  readonly reason: 'retired' | 'renamed' | 'split' | 'flag_changed' | 'link_changed'
  /** The one that was decided; null where it was decided that there is none. */
  readonly code: string | null
  /** The release before, and the one that changed it. */
  readonly from: string
  readonly to: string
  /**
   * Codes that replace, or may replace, it; for `renamed` the same code with its new title, for `link_changed` the one that
   * is linked now.
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
  /** Grows with each change; identifies the state that a reviewer has seen. */
  readonly revision: number
  readonly state: TermState
  /** Where it is `mapped`. */
  readonly code: string | null
  readonly title: string | null
  readonly reason: TermReason
  /** How much it needs a person, in [0, 1]: from a sure link, by a poor one and a poor candidate, to none. */
  readonly doubt: number
  readonly first: Candidate | null
  /** Reason to check the decision again; null if there is none, or a reviewer has decided since. */
  readonly look: Look | null
}

/** A decision, as it is kept. */
export interface Decision {
  readonly id: number
  readonly term: number
  readonly reviewer: string
  readonly decision: DecisionKind
  /** For `accept` and `other`. */
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
  /** Each reviewer's valid decision, the newest first. */
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
  /** Terms whose decision must be checked again, or the others. */
  readonly look?: boolean
  /** Terms that this reviewer has decided on, and terms that this one has not. */
  readonly decided_by?: string
  readonly undecided_by?: string
  /** Terms with this text in their name, in any case. */
  readonly text?: string
}

/** Order: the most frequent first, the most doubtful first, or the least doubtful first. */
export const TERM_ORDERS = ['frequency', 'doubt', 'certainty'] as const
export type TermOrder = (typeof TERM_ORDERS)[number]

export interface TermQuery extends TermFilter {
  /** Default: `frequency`. */
  readonly order?: TermOrder
  /** Where the page before ended. */
  readonly after?: string
  /** Terms at most, 1 to 1,000; default: 50. */
  readonly limit?: number
}

export interface TermPage {
  readonly terms: readonly Term[]
  /** How many the filter leaves, on all pages. */
  readonly total: number
  /** Where the next page begins; left out at the end. */
  readonly next?: string
}

/** A reviewer's decision on a term. */
export interface NewDecision {
  readonly term: number
  /** The `revision` of the term that the reviewer had before them. */
  readonly seen: number
  readonly decision: DecisionKind
  /** For `accept`: one of the candidates; default: the first. For `other`: required. */
  readonly code?: string
  /** Title; required of `other`. */
  readonly title?: string
  /** For `accept` and `other`; default: `equivalent`. */
  readonly relation?: Relation
  readonly note?: string
}

/**
 * Outcome of a decision. `decided`: it is valid. `merged`: it is valid, too, next to `others`, which other reviewers, or
 * the same one elsewhere, made after the term was seen. `stale`: nothing was kept, since the term has other candidates than
 * those seen. `no_candidate`: nothing was kept, since the term has no such candidate to accept.
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
  /** Tallies by the reason of the first candidate, the commonest first. */
  readonly reasons: readonly (Tally & { readonly reason: TermReason })[]
  /** Tally of decisions to be checked again. */
  readonly look: Tally
  /** Number of terms with a valid decision of each reviewer, by name. */
  readonly reviewers: readonly { readonly reviewer: string; readonly terms: number }[]
}

/**
 * The result if every first candidate at least this sure were taken: the linked ones first, by their scores, then the
 * others.
 */
export interface CurvePoint {
  /** The least sure of them. */
  readonly is_linked: boolean
  readonly score: number | null
  /** Share of all occurrences, in [0, 1]. */
  readonly share: number
  /** Terms among them that were decided, and of these the ones whose first candidate was right. */
  readonly decided: number
  readonly right: number
}

/** Changes of a project by another release. */
export interface ReleaseMove {
  readonly ontology: LinkedOntology
  readonly from: string
  readonly to: string
  /** How many terms have other candidates, or the same ones with other titles, scores or reasons. */
  readonly candidates_changed: number
  /** Terms that concern a person: what was decided is to be looked at again, or another code comes first; by id. */
  readonly changes: readonly TermChange[]
}

/** Changes of a term by another release. */
export interface TermChange {
  readonly term: number
  readonly query: string
  /** Null where nothing that was decided is concerned. */
  readonly look: Look | null
  /** The first candidate before and now. */
  readonly before: FirstCandidate | null
  readonly after: FirstCandidate | null
}

export type FirstCandidate = Pick<Candidate, 'code' | 'title' | 'is_linked'>

/** How terms are linked to another release. */
export interface MoveOptions {
  /** Called with the number of terms that are linked, and of all. */
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
  /** All decisions on a term, withdrawn or not, the oldest first. */
  history(id: number): Promise<Decision[]>
  /**
   * Keeps decisions of a reviewer, on one term or on many: one act, which is undone as one. Decisions that others made
   * meanwhile stay; the outcome has them.
   *
   * @param at time of the decisions; default: now
   * @returns the outcome of each, in order
   * @throws MedlinkError `invalid_request` for a reviewer without a name, a term that there is not, a code that is missing;
   *   then nothing of the act is kept
   */
  decide(
    reviewer: string,
    decisions: readonly NewDecision[],
    at?: number,
  ): Promise<DecisionOutcome[]>
  /**
   * Takes back the last act of a reviewer that is valid. @returns its terms as they are then; none where there is no such act
   */
  undo(reviewer: string): Promise<Term[]>
  progress(): Promise<Progress>
  /** From the surest on; at most 200 points. */
  curve(): Promise<CurvePoint[]>
  /**
   * The changes that {@link move} would make. Every term is linked again: a code that was added may be a better one for any
   * of them.
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
