import { randomUUID } from 'node:crypto'
import {
  type ExplainedResult,
  type LinkRequest,
  type LinkResult,
  ONTOLOGY_NAMES,
  type OntologyName,
  type ParsedLinkRequest,
  parseLinkRequest,
} from '../contract.ts'
import { MedlinkError, type MedlinkErrorCode } from '../errors.ts'
import { indexName, type Manifest } from '../index/manifest.ts'
import type { MedlinkIndex, StoredConcept, StoredMap } from '../index/reader.ts'
import { indexPath, installedVersions } from '../index/registry.ts'
import type { Linker } from '../linker/link.ts'
import { type OpenLinker, openLinker } from '../linker/open.ts'
import { buildableOntologies, requireOntology } from '../ontologies/all.ts'
import type { Ontology } from '../ontologies/ontology.ts'
import { type Analyzer, contentOf, createAnalyzer } from '../text/analyze.ts'
import { BatchLinker, type LinkManyOptions } from './pool/batch.ts'
import type { LinkOutcome } from './pool/protocol.ts'

export interface OpenOptions {
  /** Root of the indexes: `<dir>/<ontology>/<version>.sqlite`. */
  readonly dir: string
}

/** An installed version of an ontology. */
export interface InstalledVersion {
  readonly version: string
  readonly index_name: string
  readonly concepts: number
  readonly terms: number
  readonly built_at: string
  readonly licence: string
  readonly sources: readonly { file: string; sha256: string; rows: number }[]
}

/** An index file that cannot be read. */
export interface UnreadableVersion {
  readonly version: string
  readonly code: MedlinkErrorCode
  readonly message: string
}

/** The registry's answer: all four ontologies, in the contract's order, installed or not. */
export interface Registry {
  readonly ontologies: readonly {
    readonly name: OntologyName
    readonly versions: readonly string[]
    readonly details: readonly InstalledVersion[]
    /** Index files that this version of Medlink cannot read, and why. */
    readonly unreadable: readonly UnreadableVersion[]
  }[]
}

/** A concept with everything its index knows of it. */
export interface ConceptDetails {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>
  readonly names: readonly { text: string; kind: string; language: string }[]
  readonly parents: readonly { code: string; name: string }[]
  readonly children: readonly { code: string; name: string }[]
  /** What stands, or may stand, in the place of a retired code; `relation` is the publisher's word for it. */
  readonly replacements: readonly { code: string; name: string; relation: string }[]
  /** Counterparts in other code systems, and when they hold. */
  readonly maps: readonly StoredMap[]
}

export interface SuggestRequest {
  readonly prefix: string
  readonly ontology: OntologyName
  readonly version?: string
  /** How many suggestions, 1 to 50; 10 when left out. */
  readonly limit?: number
}

/** Names, of the fewest words, that type-ahead brings in to pick the shortest from: more would be slower than typing. */
const SUGGESTION_POOL = 300

interface Opened extends OpenLinker {
  readonly file: string
}

/**
 * Medlink over a folder of indexes. Opens nothing until the first question; each index file is opened once, at its
 * first use, and shared by all calls. A version installed later becomes the newest after {@link Medlink.close}.
 *
 * @example
 * const medlink = openMedlink({ dir: './indexes' })
 * medlink.link({ query: 'type 2 diabetes with neuropathy', ontology: 'icd-10-cm' })
 */
export function openMedlink(options: OpenOptions): Medlink {
  return new Medlink(options)
}

export class Medlink {
  readonly #dir: string
  readonly #opened = new Map<string, Opened>()
  readonly #newestVersions = new Map<OntologyName, string>()
  #analyzer: Analyzer | undefined
  readonly #batches = new BatchLinker((ontology, version) => {
    const { file, index } = this.#open(ontology, version)
    return { file, ontology, memory: index.shared }
  })

  constructor({ dir }: OpenOptions) {
    this.#dir = dir
  }

  /**
   * Candidates for one mention, best first, with at most one `is_linked`. No match is an empty `results`, not an error.
   *
   * @throws MedlinkError `invalid_request`; `unknown_ontology` or `unknown_version`, with what is installed;
   *   `index_incompatible` or `index_corrupt` when the index cannot be read
   */
  link(request: LinkRequest): LinkResult {
    const parsed = parseLinkRequest(request)
    return this.#linker(parsed).link(parsed, parsed.request_id ?? randomUUID())
  }

  /** The same as {@link link}, with every feature's part of each score and what was read in place of the words. */
  explain(request: LinkRequest): ExplainedResult {
    const parsed = parseLinkRequest(request)
    return this.#linker(parsed).explain(parsed, parsed.request_id ?? randomUUID())
  }

  /**
   * Links many mentions on worker threads that share one copy of the indexes. What comes out stands in the order of the
   * requests, whichever thread is done first: the result, or the error of that one request, with its `request_id`.
   * Requests are read as outcomes are taken, at most 64 a worker ahead, so that a source of any length can be linked.
   * Threads start at the first call and stay for later ones; only running batches keep the process alive.
   *
   * The iteration rejects with the signal's reason when that is aborted, with the error of the source when that fails,
   * with MedlinkError `closed` after {@link close} and `internal` when a thread dies.
   *
   * @throws MedlinkError `invalid_request` for a number of workers below 1
   * @example
   * for await (const outcome of medlink.linkMany(requests, { signal: AbortSignal.timeout(60_000) })) {
   *   if ('error' in outcome) console.error(outcome.request_id, outcome.error.code)
   *   else console.log(outcome.request_id, outcome.results[0]?.term_id)
   * }
   */
  linkMany(
    requests: Iterable<LinkRequest> | AsyncIterable<LinkRequest>,
    options: LinkManyOptions = {},
  ): AsyncGenerator<LinkOutcome, void> {
    return this.#batches.link(requests, options)
  }

  /**
   * Active codes whose preferred names hold the words typed so far, the last one perhaps unfinished; shortest names
   * first.
   */
  suggest({
    prefix,
    ontology,
    version,
    limit = 10,
  }: SuggestRequest): { code: string; name: string }[] {
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= 50))
      throw new MedlinkError('invalid_request', `limit is ${limit}: it must be 1 to 50`)
    if (typeof prefix !== 'string') throw new MedlinkError('invalid_request', 'prefix must be text')
    const { index } = this.#open(ontology, version)
    const typed = contentOf(this.#requireAnalyzer().analyze(prefix)).map(({ form }) => form)
    return index.typeAhead
      .matches(typed, SUGGESTION_POOL)
      .map((id) => index.concept(id))
      .sort((a, b) => a.name.length - b.name.length || a.id - b.id)
      .slice(0, limit)
      .map(({ code, name }) => ({ code, name }))
  }

  /** What is installed. Reads the manifest of every index file. */
  registry(): Registry {
    return {
      ontologies: ONTOLOGY_NAMES.map((name) => {
        const versions = buildableOntologies().includes(name)
          ? installedVersions(this.#dir, name)
          : []
        const details: InstalledVersion[] = []
        const unreadable: UnreadableVersion[] = []
        for (const version of versions) {
          try {
            details.push(describeVersion(this.#open(name, version).index.manifest))
          } catch (error) {
            if (!(error instanceof MedlinkError)) throw error
            unreadable.push({ version, code: error.code, message: error.message })
          }
        }
        return { name, versions: details.map(({ version }) => version), details, unreadable }
      }),
    }
  }

  /** @throws MedlinkError `unknown_code` when the version has no such code */
  concept(ontology: OntologyName, code: string, version?: string): ConceptDetails {
    const known = requireOntology(ontology)
    const { index } = this.#open(ontology, version)
    const concept = requireConcept(known, index, code)
    const brief = (list: readonly { code: string; name: string }[]) =>
      list.map(({ code, name }) => ({ code, name }))
    return {
      code: concept.code,
      name: concept.name,
      active: concept.active,
      metadata: known.describe(concept, index.preferredTerm(concept)),
      names: index.termsOf(concept.id),
      parents: brief(index.parentsOf(concept.id)),
      children: brief(index.childrenOf(concept.id)),
      replacements: index
        .replacementsOf(concept.id)
        .map(({ concept: { code, name }, relation }) => ({ code, name, relation })),
      maps: concept.maps,
    }
  }

  /**
   * Whether a code lies below another one in the hierarchy, at any distance; a code is not under itself.
   *
   * @throws MedlinkError `unknown_code` when the version lacks one of them
   */
  isUnder(ontology: OntologyName, code: string, ancestor: string, version?: string): boolean {
    const known = requireOntology(ontology)
    const { index } = this.#open(ontology, version)
    const concept = requireConcept(known, index, code)
    return index.isUnder(concept.id, requireConcept(known, index, ancestor).id)
  }

  /** Closes every index and ends running batches. The object can be used again: it opens anew. */
  close(): void {
    this.#batches.close()
    for (const { index } of this.#opened.values()) index.close()
    this.#opened.clear()
    this.#newestVersions.clear()
  }

  #linker({ ontology, version }: ParsedLinkRequest): Linker {
    return this.#open(ontology, version).linker
  }

  #open(name: OntologyName, wanted: string | undefined): Opened {
    const ontology = requireOntology(name)
    const version = wanted ?? this.#newest(name)
    const key = `${name}/${version}`
    const open = this.#opened.get(key)
    if (open !== undefined) return open
    if (wanted !== undefined && !installedVersions(this.#dir, name).includes(version))
      throw new MedlinkError(
        'unknown_version',
        `${name} ${version} is not installed; ${this.#installed(name)}`,
      )
    const file = indexPath(this.#dir, name, version)
    const opened = { file, ...openLinker(file, ontology, this.#requireAnalyzer()) }
    this.#opened.set(key, opened)
    return opened
  }

  /** The newest version, as it was when first asked for. */
  #newest(name: OntologyName): string {
    const known = this.#newestVersions.get(name)
    if (known !== undefined) return known
    const newest = installedVersions(this.#dir, name)[0]
    if (newest === undefined)
      throw new MedlinkError(
        'unknown_ontology',
        `no version of ${name} is installed in ${this.#dir}: run medlink build ${name} --release <folder or zip>`,
      )
    this.#newestVersions.set(name, newest)
    return newest
  }

  #installed(name: OntologyName): string {
    const versions = installedVersions(this.#dir, name)
    return versions.length === 0 ? 'no version is' : `installed: ${versions.join(', ')}`
  }

  #requireAnalyzer(): Analyzer {
    this.#analyzer ??= createAnalyzer()
    return this.#analyzer
  }
}

/** The concept with a code as people write it. @throws MedlinkError `invalid_request`, `unknown_code` */
function requireConcept(ontology: Ontology, index: MedlinkIndex, code: string): StoredConcept {
  if (typeof code !== 'string') throw new MedlinkError('invalid_request', 'code must be text')
  const written = code.trim()
  const concept = index.getConcept(ontology.parseCode(written) ?? written)
  if (concept === undefined)
    throw new MedlinkError(
      'unknown_code',
      `${ontology.title} ${index.manifest.version} has no code ${code.slice(0, 40)}`,
    )
  return concept
}

function describeVersion(manifest: Manifest): InstalledVersion {
  return {
    version: manifest.version,
    index_name: indexName(manifest),
    concepts: manifest.counts.concepts,
    terms: manifest.counts.terms,
    built_at: manifest.built_at,
    licence: manifest.licence,
    sources: manifest.sources,
  }
}
