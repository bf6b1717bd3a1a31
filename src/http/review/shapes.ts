/** Messages between the review page and its server. */

import * as z from 'zod'
import {
  type CurvePoint,
  type Decision,
  type Look,
  RELATIONS,
  TERM_ORDERS,
  type TermState,
} from '../../mapping/mapping.ts'
import type { Difference } from './difference.ts'
import type { Stretch } from './marks.ts'
import type { Question } from './question.ts'

/**
 * Terms that a list shows: undecided; undecided by the reviewer; put off; decided; decided in two ways; to be checked again
 * since the release changed.
 */
export const LISTS = [
  'open',
  'undecided',
  'later',
  'decided',
  'disagreement',
  'look',
  'all',
] as const
export type ListName = (typeof LISTS)[number]

/** Terms of a list that are sent at once. */
const MAX_LIST = 200
/** Terms that are decided at once. */
export const MAX_AT_ONCE = 5000
/** The longest note, in UTF-16 units. */
const MAX_NOTE = 2000

const id = z.int().min(1)
const text = z.string().max(1000)
/** A term, and its revision that the reviewer has seen. */
const seenTerm = z.object({ id, seen: z.int().min(0) })

export const listQuerySchema = z.object({
  list: z.enum(LISTS).default('open'),
  reason: text.optional(),
  find: text.optional(),
  order: z.enum(TERM_ORDERS).default('frequency'),
  after: text.optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(MAX_LIST)).default(50),
})
export type ListQuery = z.output<typeof listQuerySchema>

export const termSchema = z.object({ id: z.coerce.number().pipe(id) })
export const alikeSchema = z.object({ by: z.enum(['reason', 'name']) })
export const codeSchema = z.object({ code: text.min(1) })
export const askSchema = z.object({ id, hints: z.record(z.string().max(100), text) })
export const suggestSchema = z.object({ prefix: text })

export const decideSchema = z
  .object({
    terms: z.array(seenTerm).min(1).max(MAX_AT_ONCE),
    /** That a code is right, that none is, or nothing yet. */
    decision: z.enum(['accept', 'none', 'later']),
    /** The code that is right, of all of them; of each its first candidate's where it is left out. */
    code: text.min(1).optional(),
    /** Relation of that code to the term; default: `equivalent`. */
    relation: z.enum(RELATIONS).optional(),
    /** Left out, the note that the reviewer has on the term stays. */
    note: z.string().max(MAX_NOTE).optional(),
  })
  .refine(({ decision, code }) => code === undefined || decision === 'accept', {
    path: ['code'],
    message: 'is allowed for the decision accept alone',
  })
  .refine(({ decision, relation }) => relation === undefined || decision === 'accept', {
    path: ['relation'],
    message: 'is allowed for the decision accept alone',
  })
export type Deciding = z.output<typeof decideSchema>

export const noteSchema = seenTerm.extend({ note: z.string().max(MAX_NOTE) })
export const undoSchema = z.object({})
export const linkSchema = z.object({ link: text.min(1) })

/** How far a review is, in terms and in how often they occur. */
export interface ProgressView {
  readonly terms: number
  readonly frequency: number
  readonly decided: number
  readonly decided_frequency: number
  readonly disagreements: number
  /** Decisions to be looked at again. */
  readonly look: number
}

export interface ProjectView {
  readonly name: string
  readonly ontology: string
  readonly version: string
  /** True if this version is installed here: else only the project's own data are shown. */
  readonly is_installed: boolean
  readonly reviewer: string
  /** Hints that the ontology reads. */
  readonly hints: readonly string[]
  readonly progress: ProgressView
  /** How many terms have which reason, the commonest first. */
  readonly reasons: readonly { reason: string; words: string; terms: number }[]
}

/** A term as the list shows it. */
export interface TermRow {
  readonly id: number
  readonly seen: number
  readonly text: string
  readonly frequency: number
  readonly state: TermState
  /** Where it is mapped. */
  readonly code: string | null
  /** Why Medlink does not link it; `linked` where it does. */
  readonly reason: string
  /** The same for people. */
  readonly words: string
}

export interface ListView {
  readonly terms: readonly TermRow[]
  /** How many there are on all pages. */
  readonly total: number
  /** Where the next page begins. */
  readonly next?: string
}

/** A decision as the pages show it; its relation is that of the code to the term, its time in epoch milliseconds. */
export interface DecisionView
  extends Pick<Decision, 'reviewer' | 'decision' | 'code' | 'title' | 'relation' | 'note' | 'at'> {
  readonly is_mine: boolean
}

/** A candidate as the pages show it. */
export interface CandidateView {
  readonly code: string
  readonly title: readonly Stretch[]
  /** The name that matched, where the title does not have it. */
  readonly matched?: readonly Stretch[]
  readonly score: number | null
  readonly is_linked: boolean
  /** The reason in words. */
  readonly words: string
  /** Must be shown with the term. */
  readonly copyright_notice?: string
}

/** Medlink's answer for a term and its hints. */
export interface AnswerView {
  readonly candidates: readonly CandidateView[]
  /** Between the first two. */
  readonly difference?: Difference
  readonly question?: Question
}

export interface TermView extends TermRow {
  /** Rows of the source. */
  readonly rows: number
  readonly hints: Readonly<Record<string, string>>
  readonly answer: AnswerView
  readonly decisions: readonly DecisionView[]
  readonly look: Look | null
  /** How many open terms have the same reason, and how many the same name; itself among them where it is open. */
  readonly alike: { readonly reason: number; readonly name: number }
}

/** Terms of one reason or name, as many as are decided at once. */
export interface AlikeView {
  readonly terms: readonly { readonly id: number; readonly seen: number }[]
}

export interface DecidedView {
  readonly progress: ProgressView
  /** The terms as they are now. */
  readonly terms: readonly TermRow[]
  /** Reviewers who have decided otherwise, meanwhile or before. */
  readonly others: readonly string[]
  /** Terms for which nothing was kept: they have other candidates by now, or none to accept. */
  readonly stale: number
  readonly without_candidate: number
}

export interface UndoneView {
  readonly progress: ProgressView
  readonly terms: readonly TermRow[]
}

/** A point of the curve, with the precision that was measured and where it lies with 95 % certainty. */
export interface MeasuredPoint extends Omit<CurvePoint, 'right'> {
  readonly precision: number
  readonly low: number
  readonly high: number
}

export interface CurveView {
  readonly points: readonly MeasuredPoint[]
  /** The point of the terms that Medlink links by itself; none with too few decisions. */
  readonly linked: MeasuredPoint | undefined
  /** Decided terms that have a candidate; and those of them that Medlink links. */
  readonly decided: number
  readonly decided_linked: number
  /** How many decisions a point needs. */
  readonly needed: number
}

/** The codes above and below a code. */
export interface PlaceView {
  readonly above: readonly { code: string; name: string }[]
  readonly below: readonly { code: string; name: string }[]
  /** How many more lie below. */
  readonly more: number
}
