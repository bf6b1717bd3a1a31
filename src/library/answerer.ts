import { LinkMemory } from '../comprehend/link-memory.ts'
import { linkRequestOf, linkResultOf, textRequestOf } from '../comprehend/link-text.ts'
import { entitiesOf, openProblems } from '../comprehend/pipeline.ts'
import type { KindTools, ProblemTools, Tools } from '../comprehend/task.ts'
import {
  type ComprehendResult,
  type ConditionsResult,
  ENTITY_KINDS,
  type EntityKind,
  type ExplainedResult,
  KIND_ONTOLOGIES,
  type LinkedOntology,
  type LinkResult,
  type ParsedComprehendRequest,
  type ParsedLinkRequest,
  type ParsedSuggestRequest,
  type Suggestion,
} from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Analyzer } from '../language/analyze.ts'
import { type OpenWith, openLinker } from '../linker/open.ts'
import { Linker, type MentionLinker } from '../linker/pipeline.ts'
import type { SiteNames } from '../linker/site-names.ts'
import { requireOntology } from '../ontologies/all.ts'
import type { Ontology } from '../ontologies/ontology.ts'
import { Suggester } from './suggest.ts'

/** Answers requests from one open index: about one mention, or about a text. One request at a time. */
export class Answerer {
  readonly index: MedlinkIndex
  readonly #ontology: Ontology
  readonly analyzer: Analyzer
  readonly #linker: MentionLinker
  readonly #siteNames: SiteNames | undefined
  #problemTools: ProblemTools | undefined
  #kindTools: KindTools | undefined
  #suggester: Suggester | undefined

  /** @throws what opening an index throws, see {@link openLinker} */
  constructor(file: string, ontology: Ontology, analyzer: Analyzer, options?: OpenWith) {
    const { index, linker, siteNames } = openLinker(file, ontology, analyzer, options)
    this.index = index
    this.#siteNames = siteNames
    this.#ontology = ontology
    this.analyzer = analyzer
    this.#linker = linker
  }

  link(request: ParsedLinkRequest, requestId: string): LinkResult {
    if (!asksToComprehend(request)) return this.#linker.link(request, requestId)
    return linkResultOf(this.#conditionsOf(textRequestOf(request), requestId), request)
  }

  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    if (!asksToComprehend(request)) return this.#linker.explain(request, requestId)
    const comprehended = this.#conditionsOf(textRequestOf(request), requestId)
    const result = linkResultOf(comprehended, request)
    const { entity } = result.query_breakdown ?? {}
    if (typeof entity !== 'string') return { ...result, explanations: [] }
    const { explanations } = this.#linker.explain(linkRequestOf(request, entity), requestId)
    return {
      ...result,
      explanations: result.results.map(
        ({ term_id }) =>
          explanations.find((each) => each.term_id === term_id) ?? {
            ...{ term_id, ranking_score: 0, parts: [], readings: [] },
          },
      ),
    }
  }

  /** The index, as answers state it. */
  describe(): ComprehendResult['indexes'][EntityKind] & object {
    return {
      ...{ ontology: this.#ontology.name, version: this.index.manifest.version },
      ...{ index_name: this.index.name, model_version: this.#linker.modelVersion },
    }
  }

  /**
   * Parts of the index that find and link problems of texts.
   *
   * @throws MedlinkError `invalid_request` for an ontology that names no conditions
   */
  get problemTools(): ProblemTools {
    this.#problemTools ??= this.#openProblems()
    return this.#problemTools
  }

  /** Parts of the index that find and link entities of other kinds. */
  get kindTools(): KindTools {
    this.#kindTools ??= {
      ...{ ontology: this.#ontology.name, linker: this.#linker },
      memory: new LinkMemory(this.index, this.analyzer),
    }
    return this.#kindTools
  }

  /** The conditions of the text of a link request with the version `comprehend`. */
  #conditionsOf(request: ParsedComprehendRequest, requestId: string): ConditionsResult {
    const { text, ontology } = request
    const tools = { analyzer: this.analyzer, problem: this.problemTools, others: new Map() }
    const { main, entities, notes, isTruncated } = entitiesOf({ request, tools })
    const result = {
      ...{ request_id: requestId, text, ...this.describe(), ontology },
      ...{ main, entities: entities.map(({ type: _, ...condition }) => condition), notes },
      ...(isTruncated && { truncated: true as const }),
    }
    return result as unknown as ConditionsResult
  }

  /**
   * @param accepts concepts that may be shown, besides the request's filters; default: all
   * @throws MedlinkError `invalid_request` for a filter that the ontology does not have
   */
  suggest(request: ParsedSuggestRequest, accepts?: (concept: number) => boolean): Suggestion[] {
    this.#suggester ??= new Suggester({
      ...{ index: this.index, ontology: this.#ontology, linker: this.#linker },
      ...{ analyzer: this.analyzer, siteNames: this.#siteNames },
    })
    return this.#suggester.suggest(request, accepts)
  }

  #openProblems(): ProblemTools {
    const linker = this.#linker
    const ontology = this.#ontology
    if (!(linker instanceof Linker) || !('findings' in ontology))
      throw new MedlinkError('invalid_request', `${ontology.name} names no conditions of texts`)
    return openProblems({ index: this.index, ontology, linker, analyzer: this.analyzer })
  }
}

/** Fields that identify the index of a request. */
type Asked = Pick<ParsedLinkRequest, 'ontology' | 'version'>

/** True if a link request is about a text, and not about one mention. @throws MedlinkError `unknown_ontology` */
export function asksToComprehend({ ontology, version }: Asked): boolean {
  return version !== undefined && version === requireOntology(ontology).textVersion
}

/** The release that a request asks for; undefined for the newest one. @throws MedlinkError `unknown_ontology` */
export function releaseAskedFor(request: Asked): string | undefined {
  return asksToComprehend(request) ? undefined : request.version
}

/** The entities of a text, of the kinds that have an index. */
export function comprehendText(
  request: ParsedComprehendRequest,
  requestId: string,
  answerers: ReadonlyMap<EntityKind, Answerer>,
): ComprehendResult {
  const { text, ontology } = request
  const { main, entities, notes, isTruncated } = entitiesOf({ request, tools: toolsOf(answerers) })
  const indexes = Object.fromEntries(
    [...answerers].map(([kind, answerer]) => [kind, answerer.describe()]),
  )
  const { version = null, index_name = null, model_version = null } = indexes.problem ?? {}
  return {
    ...{ request_id: requestId, text, ontology, version, index_name, model_version, indexes },
    not_installed: kindsAsked(request).filter((kind) => !answerers.has(kind)),
    ...{ main, entities: [...entities], notes },
    ...(isTruncated && { truncated: true as const }),
  }
}

/** Tools of the indexes, of which there is at least one. A text is read by the first one's analyzer. */
function toolsOf(answerers: ReadonlyMap<EntityKind, Answerer>): Tools {
  const [first] = answerers.values()
  const others = new Map<keyof typeof KIND_ONTOLOGIES, KindTools>()
  for (const [kind, answerer] of answerers)
    if (kind !== 'problem') others.set(kind, answerer.kindTools)
  const { analyzer } = first!
  return { analyzer, problem: answerers.get('problem')?.problemTools, others }
}

/** Part of a request that an index answers: one mention, or one kind of entity of a text. */
export type Role = EntityKind | 'mention'

/** An index that a request is for. */
export interface Target {
  readonly ontology: LinkedOntology
  /** Default: the newest installed one. */
  readonly version: string | undefined
}

/** Fields of a request about a text that name its indexes. */
export type TextAsked = Pick<ParsedComprehendRequest, 'ontology' | 'version' | 'find'>

/** Kinds of entities that a request asks for, in the order of the contract. */
export function kindsAsked({ find }: Pick<TextAsked, 'find'>): readonly EntityKind[] {
  return find === undefined ? ENTITY_KINDS : ENTITY_KINDS.filter((kind) => find.includes(kind))
}

/**
 * Indexes of a request about a text, by the kind of entity: those of the kinds that are asked for and installed. A version
 * that is named must be there. If nothing is installed, the first kind is the one whose index is missing.
 */
export function textTargets(
  asked: TextAsked,
  isInstalled: (ontology: LinkedOntology) => boolean,
): ReadonlyMap<EntityKind, Target> {
  const targets = kindsAsked(asked).map((kind) => [kind, targetOf(kind, asked)] as const)
  const installed = targets.filter(
    ([, { ontology, version }]) => version !== undefined || isInstalled(ontology),
  )
  return new Map(installed.length > 0 ? installed : targets.slice(0, 1))
}

function targetOf(kind: EntityKind, asked: TextAsked): Target {
  if (kind === 'problem') return { ontology: asked.ontology, version: releaseAskedFor(asked) }
  return { ontology: KIND_ONTOLOGIES[kind], version: undefined }
}
