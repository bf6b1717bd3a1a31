/** Answers of the playground: results in the form that its page shows. */

import {
  COMPREHENDED_ONTOLOGIES,
  type ComprehendResult,
  type ExplainedResult,
  type Explanation,
  type LinkResult,
  type LinkResultItem,
  type Registry,
  reasonInWords,
} from '../../medlink.ts'
import { type Difference, differenceOf } from '../review/difference.ts'
import { markWords, wordsSaid } from '../review/marks.ts'
import { type Question, questionOf } from '../review/question.ts'
import type { CandidateView } from '../review/shapes.ts'
import { type AccountedStretch, accountedStretches } from './account.ts'

/** An installed version of a vocabulary. */
export interface VocabularyView {
  readonly name: string
  readonly version: string
  /** True for the starter, which is a sample. */
  readonly is_sample: boolean
  readonly concepts: number
  readonly licence: string
  /** True if whole notes can be linked to it. */
  readonly reads_notes: boolean
}

export interface AboutView {
  readonly vocabularies: readonly VocabularyView[]
}

/** A feature's part of a score, in points: `points` of `of` possible ones, all of them together 100. */
export interface PartView {
  readonly feature: string
  readonly points: number
  readonly of: number
}

/** A candidate with what its score is made of. */
export interface ExplainedCandidate extends CandidateView {
  /** Evidence of the first candidate: `official_name`, `abbreviation`, … */
  readonly basis?: string
  readonly parts: readonly PartView[]
}

export interface LinkView {
  readonly ms: number
  /** The text, in stretches. */
  readonly account: readonly AccountedStretch[]
  /** How the text and its hints were taken apart: names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly candidates: readonly ExplainedCandidate[]
  readonly question?: Question
  /** Between the first two candidates. */
  readonly difference?: Difference
  /** The answer of the public operation. */
  readonly result: LinkResult
}

export interface EntityView {
  readonly kind: string
  readonly text: string
  readonly begin: number
  readonly end: number
  /** Statements of the text about the entity, in words: "denied", "a relative’s". */
  readonly statements: readonly string[]
  readonly code?: string
  readonly title?: string
  readonly is_linked: boolean
  readonly words: string
}

export interface NoteView {
  readonly ms: number
  readonly entities: readonly EntityView[]
  /** True if the end of the text was not read. */
  readonly is_truncated: boolean
  readonly result: ComprehendResult
}

/** All features of a score together. */
const POINTS = 100
/** Traits in words; a diagnosis, the commonest, says nothing. */
const TRAIT_WORDS: Readonly<Record<string, string>> = {
  DIAGNOSIS: '',
  SIGN: 'sign',
  SYMPTOM: 'symptom',
  NEGATION: 'denied',
  PERTAINS_TO_FAMILY: 'a relative’s',
  HYPOTHETICAL: 'feared or planned',
  LOW_CONFIDENCE: 'doubted',
  PAST_HISTORY: 'past',
}

/** The newest version of each vocabulary that is installed. */
export function aboutView({ ontologies }: Registry): AboutView {
  return {
    vocabularies: ontologies.flatMap(({ name, details: [newest] }) => {
      if (newest === undefined) return []
      const { version, sample, concepts, licence } = newest
      const reads_notes = COMPREHENDED_ONTOLOGIES.some((each) => each === name)
      return [{ name, version, is_sample: sample, concepts, licence, reads_notes }]
    }),
  }
}

export function linkView(explained: ExplainedResult, ms: number): LinkView {
  const { explanations, parse: _, passed_over: __, ...result } = explained
  const said = wordsSaid(explained)
  const [first, second] = result.results
  const question = questionOf(result.results)
  const difference = first && second && differenceOf(first, second)
  return {
    ms,
    account: accountedStretches(explained),
    facts: factsOf(result.query_breakdown),
    candidates: result.results.map((item, place) => candidateView(item, explanations[place], said)),
    ...(question && { question }),
    ...(difference && { difference }),
    result: result as LinkResult,
  }
}

export function noteView(result: ComprehendResult, ms: number): NoteView {
  return {
    ms,
    entities: result.entities.map(entityView),
    is_truncated: result.truncated === true,
    result,
  }
}

function candidateView(
  { term_id, term_name, score, is_linked, metadata }: LinkResultItem,
  explanation: Explanation | undefined,
  said: ReadonlySet<string>,
): ExplainedCandidate {
  const { preferred_name, link_reason, link_basis } = metadata
  const isInTitle = preferred_name.toLowerCase().includes(term_name.toLowerCase())
  return {
    ...{ code: term_id, title: markWords(preferred_name, said), score, is_linked },
    ...(!isInTitle && { matched: markWords(term_name, said) }),
    words: reasonInWords(link_reason),
    ...(link_basis !== undefined && { basis: link_basis }),
    parts: partsOf(explanation),
    ...('copyright_notice' in metadata &&
      metadata.copyright_notice && { copyright_notice: metadata.copyright_notice }),
  }
}

/** Parts of a score in points, those that can give most first. */
function partsOf(explanation: Explanation | undefined): PartView[] {
  const parts = (explanation?.parts ?? []).map(({ feature, value, share }) => ({
    ...{ feature, points: value * share * POINTS, of: share * POINTS },
  }))
  return parts.sort((a, b) => b.of - a.of || (a.feature < b.feature ? -1 : 1))
}

/** Parts of a text that repeat it, or another part. */
const REPEATED = ['test_name', 'unit_orig']

function factsOf(breakdown: LinkResult['query_breakdown']): LinkView['facts'] {
  return Object.entries(breakdown ?? {}).flatMap(([name, value]) => {
    if (REPEATED.includes(name)) return []
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
    return text === '' || text.includes('[object') ? [] : [[name.replaceAll('_', ' '), text]]
  })
}

/** As much of an entity of any kind as is shown. */
interface AnyEntity {
  /** Kind; a problem where it has none. */
  readonly type?: string
  readonly text: string
  readonly begin_offset: number
  readonly end_offset: number
  readonly traits?: readonly { readonly name: string }[]
  /** Status of an entity that is no problem. */
  readonly status?: string
  readonly results: readonly LinkResultItem[]
}

function entityView(entity: AnyEntity): EntityView {
  const { type: kind = 'problem', text, begin_offset: begin, end_offset: end } = entity
  const { traits = [], status, results } = entity
  const [first] = results
  const statements = [
    ...traits.map(({ name }) => TRAIT_WORDS[name] ?? name),
    status?.replaceAll('_', ' ').toLowerCase() ?? '',
  ]
  return {
    ...{ kind, text, begin, end },
    statements: statements.filter((each) => each !== ''),
    ...(first && { code: first.term_id, title: first.metadata.preferred_name }),
    is_linked: first?.is_linked ?? false,
    words: first === undefined ? 'no candidate' : reasonInWords(first.metadata.link_reason),
  }
}
