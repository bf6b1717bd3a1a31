import { hintSchemas } from '../../internal.ts'
import type {
  Candidate,
  DecisionOutcome,
  NewDecision,
  Progress,
  Project,
  ProjectAbout,
  Term,
  TermDetails,
  TermFilter,
  TermReason,
} from '../../mapping/mapping.ts'
import {
  type ExplainedResult,
  type LinkedOntology,
  type LinkRequest,
  type LinkResultItem,
  type Medlink,
  MedlinkError,
  reasonInWords,
  type Suggestion,
} from '../../medlink.ts'
import { HttpError } from '../errors.ts'
import { measuredCurve } from './curve.ts'
import { differenceOf } from './difference.ts'
import { markWords, wordsSaid } from './marks.ts'
import { questionOf } from './question.ts'
import {
  type AlikeView,
  type AnswerView,
  type CandidateView,
  type CurveView,
  type DecidedView,
  type Deciding,
  type ListName,
  type ListQuery,
  type ListView,
  MAX_AT_ONCE,
  type PlaceView,
  type ProgressView,
  type ProjectView,
  type TermRow,
  type TermView,
  type UndoneView,
} from './shapes.ts'

/** Hints that nearly every term has come first. */
const USUAL_HINTS = ['unit', 'specimen', 'form', 'generic_name']
/** Text that is longer, in UTF-16 units, is no name: it is shown with what the project keeps. */
const LONGEST_NAME = 500
const MAX_SUGGESTIONS = 12
/** Codes below another one that are shown. */
const MAX_BELOW = 8
/** Terms that are read at once. */
const PAGE = 1000

/** Where a reviewer sits: a mapping project, and Medlink to ask of its terms. */
export class Desk {
  readonly #medlink: Medlink
  readonly #project: Project
  readonly #name: string

  /** @param name what the project is called */
  constructor(medlink: Medlink, project: Project, name: string) {
    this.#medlink = medlink
    this.#project = project
    this.#name = name
  }

  async project(reviewer: string): Promise<ProjectView> {
    const about = await this.#project.about()
    const { ontology, version } = about
    const progress = await this.#project.progress()
    return {
      ...{ name: this.#name, ontology, version, reviewer },
      is_installed: this.#isInstalled(about),
      hints: Object.keys(hintSchemas[ontology].shape).sort((a, b) => rankOf(a) - rankOf(b)),
      progress: progressView(progress),
      reasons: progress.reasons.map(({ reason, terms }) => ({
        ...{ reason, terms },
        words: reasonInWords(reason),
      })),
    }
  }

  async list(query: ListQuery, reviewer: string): Promise<ListView> {
    const { list, reason, find, order, after, limit } = query
    const { terms, total, next } = await this.#project.terms({
      ...filterOf(list, reviewer),
      ...(reason && { reason: [reason as TermReason] }),
      ...(find && { text: find }),
      ...{ order, limit },
      ...(after !== undefined && { after }),
    })
    return { terms: terms.map(rowOf), total, ...(next !== undefined && { next }) }
  }

  /** @throws HttpError `not_found` */
  async term(id: number, reviewer: string): Promise<TermView> {
    const [term, about] = await Promise.all([this.#require(id), this.#project.about()])
    const { rows, hints, standing, look } = term
    const [{ total: reason }, names] = await Promise.all([
      this.#project.terms({ state: ['open'], reason: [term.reason], limit: 1 }),
      this.#alike(term, 'name'),
    ])
    return {
      ...rowOf(term),
      ...{ rows, hints, look },
      answer: storedAnswer(term, this.#explain(about, term.query, hints)),
      decisions: standing.map(({ reviewer: by, ...each }) => ({
        ...{ reviewer: by, is_mine: by === reviewer },
        ...{ decision: each.decision, code: each.code, title: each.title },
        ...{ relation: each.relation, note: each.note, at: each.at },
      })),
      alike: { reason, name: names.length },
    }
  }

  /** Open terms of the same reason, or of the same name with any hints. @throws HttpError `not_found` */
  async alike(id: number, by: 'reason' | 'name'): Promise<AlikeView> {
    const terms = await this.#alike(await this.#require(id), by)
    return { terms: terms.map(({ id, revision }) => ({ id, seen: revision })) }
  }

  async #alike(term: Term, by: 'reason' | 'name'): Promise<Term[]> {
    const name = term.query.toLowerCase()
    const found: Term[] = []
    let after: string | undefined
    do {
      const page = await this.#project.terms({
        ...{ state: ['open'], limit: PAGE },
        ...(by === 'reason' ? { reason: [term.reason] } : { text: term.query }),
        ...(after !== undefined && { after }),
      })
      found.push(
        ...page.terms.filter(({ query }) => by === 'reason' || query.toLowerCase() === name),
      )
      after = page.next
    } while (after !== undefined && found.length < MAX_AT_ONCE)
    return found.slice(0, MAX_AT_ONCE)
  }

  /**
   * Medlink's answer for the name of a term with other hints than the source's.
   *
   * @throws HttpError `not_found`; MedlinkError what `Medlink.explain` throws
   */
  async ask(id: number, hints: Readonly<Record<string, string>>): Promise<AnswerView> {
    const [{ query }, about] = await Promise.all([this.#require(id), this.#project.about()])
    return answerView(this.#medlink.explain(requestOf(about, query, hints)))
  }

  /** @throws MedlinkError what `Medlink.suggest` throws */
  async suggest(prefix: string): Promise<Suggestion[]> {
    const { ontology, version } = await this.#project.about()
    return this.#medlink.suggest({ prefix, ontology, version, limit: MAX_SUGGESTIONS })
  }

  /** @throws MedlinkError `unknown_code` */
  async place(code: string): Promise<PlaceView> {
    const { ontology, version } = await this.#project.about()
    const { parents, children } = this.#medlink.concept(ontology, code, version)
    const below = children.slice(0, MAX_BELOW)
    return { above: parents, below, more: children.length - below.length }
  }

  /**
   * Keeps what a reviewer decides of one term or of many.
   *
   * @throws HttpError `not_found`; MedlinkError `unknown_code`
   */
  async decide(
    { terms, decision, code, relation, note }: Deciding,
    reviewer: string,
  ): Promise<DecidedView> {
    const title = code === undefined ? undefined : await this.#titleOf(code)
    const decisions: NewDecision[] = []
    for (const { id, seen } of terms) {
      const { candidates, standing } = await this.#require(id)
      const isCandidate = code === undefined || candidates.some((each) => each.code === code)
      const kept = note ?? standing.find((each) => each.reviewer === reviewer)?.note ?? ''
      decisions.push({
        ...{ term: id, seen },
        decision: decision === 'accept' && !isCandidate ? 'other' : decision,
        ...(code !== undefined && { code }),
        ...(!isCandidate && title !== undefined && { title }),
        ...(relation !== undefined && { relation }),
        ...(kept !== '' && { note: kept }),
      })
    }
    return this.#decided(await this.#project.decide(reviewer, decisions), reviewer)
  }

  /** Keeps a note next to what the reviewer has decided; where that is nothing, the term is put off. */
  async note(
    { id, seen, note }: { readonly id: number; readonly seen: number; readonly note: string },
    reviewer: string,
  ): Promise<DecidedView> {
    const { standing } = await this.#require(id)
    const mine = standing.find((each) => each.reviewer === reviewer)
    const outcomes = await this.#project.decide(reviewer, [
      {
        ...{ term: id, seen, note, decision: mine?.decision ?? 'later' },
        ...(mine?.code && { code: mine.code }),
        ...(mine?.title && mine.decision === 'other' && { title: mine.title }),
        ...(mine?.relation && { relation: mine.relation }),
      },
    ])
    return this.#decided(outcomes, reviewer)
  }

  async undo(reviewer: string): Promise<UndoneView> {
    const terms = await this.#project.undo(reviewer)
    return { progress: await this.#progress(), terms: terms.map(rowOf) }
  }

  async curve(): Promise<CurveView> {
    return measuredCurve(await this.#project.curve())
  }

  async #decided(outcomes: readonly DecisionOutcome[], reviewer: string): Promise<DecidedView> {
    const count = (outcome: DecisionOutcome['outcome']) =>
      outcomes.filter((each) => each.outcome === outcome).length
    const others = new Set<string>()
    // Agreement is not reported.
    for (const { term, others: decisions } of outcomes) {
      if (term.state !== 'disagreement') continue
      const known = decisions.length > 0 ? decisions : (await this.#require(term.id)).standing
      for (const { reviewer: other } of known) if (other !== reviewer) others.add(other)
    }
    return {
      progress: await this.#progress(),
      terms: outcomes.map(({ term }) => rowOf(term)),
      others: [...others].sort(),
      ...{ stale: count('stale'), without_candidate: count('no_candidate') },
    }
  }

  async #progress(): Promise<ProgressView> {
    return progressView(await this.#project.progress())
  }

  async #require(id: number): Promise<TermDetails> {
    const term = await this.#project.term(id)
    if (term === undefined) throw new HttpError('not_found', 'the project has no such term')
    return term
  }

  async #titleOf(code: string): Promise<string> {
    const { ontology, version } = await this.#project.about()
    return this.#medlink.concept(ontology, code, version).name
  }

  #isInstalled({ ontology, version }: ProjectAbout): boolean {
    const { ontologies } = this.#medlink.registry()
    return ontologies.find(({ name }) => name === ontology)!.versions.includes(version)
  }

  /** Undefined where the release cannot be asked: the project is shown as it is. */
  #explain(
    about: ProjectAbout,
    query: string,
    hints: Readonly<Record<string, string>>,
  ): ExplainedResult | undefined {
    if (query.length > LONGEST_NAME) return undefined
    try {
      return this.#medlink.explain(requestOf(about, query, hints))
    } catch (error) {
      if (error instanceof MedlinkError) return undefined
      throw error
    }
  }
}

function filterOf(list: ListName, reviewer: string): TermFilter {
  if (list === 'undecided') return { undecided_by: reviewer }
  if (list === 'look') return { look: true }
  if (list === 'decided') return { state: ['mapped', 'no_code'] }
  return list === 'all' ? {} : { state: [list] }
}

/** A request of the project for a name; hints that are empty are none, and an encounter is no hint. */
function requestOf(
  { ontology, version, asked_with }: ProjectAbout,
  query: string,
  hints: Readonly<Record<string, string>>,
): LinkRequest<LinkedOntology> {
  const given = Object.entries(hints).filter(([, value]) => value.trim() !== '')
  const { encounter, ...metadata } = Object.fromEntries(given)
  return {
    ...{ query, ontology, version, ...asked_with, metadata },
    ...(encounter !== undefined && { encounter }),
  } as LinkRequest<LinkedOntology>
}

/** The candidates that the project keeps, with what an explanation of the same request adds to them. */
function storedAnswer(
  { query, candidates }: TermDetails,
  explained: ExplainedResult | undefined,
): AnswerView {
  const said = wordsSaid(explained ?? { query, explanations: [] })
  const items = candidates.map(
    (candidate) =>
      explained?.results.find(({ term_id }) => term_id === candidate.code) ?? itemOf(candidate),
  )
  return {
    candidates: candidates.map((candidate, place) => {
      const { code, title, matched, score, is_linked, link_reason } = candidate
      const item = { ...items[place]!, term_id: code, term_name: matched, score, is_linked }
      return candidateView(item as LinkResultItem, title, link_reason, said)
    }),
    ...judged(items),
  }
}

/** As much of a result as a candidate keeps. */
function itemOf({ code, title, matched, score, is_linked, ...kept }: Candidate): LinkResultItem {
  const { link_reason, needed } = kept
  const metadata = { preferred_name: title, link_reason, ...(needed !== undefined && { needed }) }
  return { term_id: code, term_name: matched, score, is_linked, metadata } as LinkResultItem
}

function answerView(explained: ExplainedResult): AnswerView {
  const said = wordsSaid(explained)
  return {
    candidates: explained.results.map((item) =>
      candidateView(item, item.metadata.preferred_name, item.metadata.link_reason, said),
    ),
    ...judged(explained.results),
  }
}

function judged(items: readonly LinkResultItem[]): Omit<AnswerView, 'candidates'> {
  const [first, second] = items
  const difference = first && second && differenceOf(first, second)
  const question = questionOf(items)
  return { ...(difference && { difference }), ...(question && { question }) }
}

function candidateView(
  { term_id, term_name, score, is_linked, metadata }: LinkResultItem,
  title: string,
  reason: string,
  said: ReadonlySet<string>,
): CandidateView {
  const isInTitle = title.toLowerCase().includes(term_name.toLowerCase())
  return {
    ...{ code: term_id, score, is_linked },
    title: markWords(title, said),
    ...(!isInTitle && { matched: markWords(term_name, said) }),
    words: reasonInWords(reason),
    ...('copyright_notice' in metadata &&
      metadata.copyright_notice && { copyright_notice: metadata.copyright_notice }),
  }
}

function rowOf({ id, query, frequency, revision, state, code, reason }: Term): TermRow {
  return {
    id,
    seen: revision,
    text: query,
    frequency,
    state,
    code,
    reason,
    words: reasonInWords(reason),
  }
}

function progressView({ total, states, look }: Progress): ProgressView {
  const { mapped, no_code, disagreement } = states
  const decided = [mapped, no_code, disagreement]
  return {
    ...{ terms: total.terms, frequency: total.frequency },
    decided: decided.reduce((sum, { terms }) => sum + terms, 0),
    decided_frequency: decided.reduce((sum, { frequency }) => sum + frequency, 0),
    ...{ disagreements: disagreement.terms, look: look.terms },
  }
}

function rankOf(hint: string): number {
  const rank = USUAL_HINTS.indexOf(hint)
  return rank === -1 ? USUAL_HINTS.length : rank
}
