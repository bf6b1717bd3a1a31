import { randomUUID } from 'node:crypto'
import {
  type ComprehendedOntology,
  type ComprehendRequest,
  type ComprehendResult,
  comprehendRequestSchema,
  type EntityKind,
  type ExplainedResult,
  ignoredFields,
  isRecord,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type LinkRequest,
  type LinkResult,
  linkRequestSchema,
  parseRequest,
  type Suggestion,
  type SuggestRequest,
  suggestRequestSchema,
  withIgnored,
} from '../contract.ts'
import { MedlinkError, type MedlinkErrorCode } from '../errors.ts'
import { indexName, type Manifest } from '../index/file/manifest.ts'
import type { MedlinkIndex, StoredConcept, StoredMap } from '../index/reader.ts'
import { releaseDate, STARTER_VERSION } from '../index/registry.ts'
import { isExactRelation } from '../index/replacements.ts'
import { type OptionNames, requireOptions } from '../language/options.ts'
import { requireOntology } from '../ontologies/all.ts'
import type { MetadataValue, Ontology } from '../ontologies/ontology.ts'
import type { SiteNameSources } from '../ontologies/site-names.ts'
import { comprehendText, releaseAskedFor, textTargets } from './answerer.ts'
import { type CodeTable, codeTableOf } from './code-table.ts'
import { diffOf, type ReleaseDiff } from './diff.ts'
import {
  type FlexSearchFile,
  FlexSearchFiles,
  type FlexSearchSummary,
  orphanedPack,
} from './flexsearch-file.ts'
import { OpenIndexes } from './open-indexes.ts'
import { BatchAnswerer, type LinkManyOptions } from './pool/batch.ts'
import type { ComprehendOutcome, LinkOutcome } from './pool/protocol.ts'
import { starterFolder } from './starters.ts'

export interface IndexFolder {
  /** Root of the indexes: `<dir>/<ontology>/<version>.sqlite`. */
  readonly dir: string
  readonly starter?: false
}

export interface StarterFolder {
  /** Root of the indexes; default: a folder in the user's cache folder. */
  readonly dir?: string
  /**
   * Uses the starter, the sample that ships with Medlink, for each ontology without an installed version. The first request
   * for an ontology builds its starter, which takes 1 to 5 seconds.
   */
  readonly starter: true
}

export interface NameOptions {
  /**
   * The site's own names of codes: the path of a table, or a list of paths and names. A mention that is such a name is linked to
   * its code. They win over the names that an index was built with. They are read once, when Medlink is opened.
   */
  readonly names?: SiteNameSources
  /**
   * Called with remarks on `names` when an index is opened. Remarks are about codes that the index lacks, whose names are left
   * out, about retired codes, and about names that are official names of other codes. They have places and codes, no names.
   */
  readonly onWarning?: (message: string) => void
}

export type OpenOptions = (IndexFolder | StarterFolder) & NameOptions

/** An installed version of an ontology. */
export interface InstalledVersion {
  readonly version: string
  /** True for the starter: the sample of the ontology's codes that ships with Medlink. */
  readonly sample: boolean
  readonly index_name: string
  /** YYYY-MM-DD; null if the version is not a date. */
  readonly release_date: string | null
  readonly concepts: number
  readonly terms: number
  readonly built_at: string
  readonly licence: string
  readonly sources: readonly { file: string; sha256: string; rows: number }[]
  /** The FlexSearch index of the version, for type-ahead in a web page; null where there is none. */
  readonly flexsearch: FlexSearchSummary | null
}

/** A file or folder with the name of an index that cannot be read. */
export interface UnreadableVersion {
  /** Null where it is the ontology's whole folder. */
  readonly version: string | null
  readonly code: MedlinkErrorCode
  readonly message: string
}

/** The registry's answer: all four ontologies, in the contract's order, installed or not. */
export interface Registry {
  readonly ontologies: readonly {
    readonly name: LinkedOntology
    readonly versions: readonly string[]
    readonly details: readonly InstalledVersion[]
    /** Files with the name of an index that this version of Medlink cannot read, and why. */
    readonly unreadable: readonly UnreadableVersion[]
  }[]
}

/** An index file that was read to its end. */
export interface CheckedVersion {
  readonly ontology: LinkedOntology
  readonly version: string
  /** Its faults; empty if the file is intact and this version of Medlink can read it. */
  readonly faults: readonly { readonly code: MedlinkErrorCode; readonly message: string }[]
}

/** A concept with everything that its index knows about it. */
export interface ConceptDetails {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly metadata: Readonly<Record<string, MetadataValue>>
  readonly names: readonly { text: string; kind: string; language: string }[]
  readonly parents: readonly { code: string; name: string }[]
  readonly children: readonly { code: string; name: string }[]
  /**
   * Codes that replace, or may replace, a retired code; `relation` is the publisher's word for it; `exact` is true if it
   * says that both mean the same.
   */
  readonly replacements: readonly {
    code: string
    name: string
    relation: string
    exact: boolean
  }[]
  /** Counterparts in other code systems, and when they hold. */
  readonly maps: readonly StoredMap[]
}

/** Two versions of an ontology to be compared. */
export interface DiffRequest {
  readonly ontology: LinkedOntology
  /** The version before, and the one after. */
  readonly from: string
  readonly to: string
}

/** The ontology with this name. @throws MedlinkError `unknown_ontology` if none has it */
export function parseOntologyName(name: string): LinkedOntology {
  return requireOntology(name).name
}

/**
 * Medlink over a folder of indexes. Each index file is opened at its first use and shared by all calls. A file that was
 * replaced, and a version that was installed meanwhile, are used from the next request on. Call {@link Medlink.close} when no
 * more requests come.
 *
 * @example
 * const medlink = openMedlink({ dir: './indexes' })
 * medlink.link({ query: 'type 2 diabetes with neuropathy', ontology: 'icd-10-cm' })
 * @example
 * openMedlink({ starter: true }).link({ query: 'asthma', ontology: 'icd-10-cm' })
 *
 * @throws MedlinkError `invalid_request` without `dir` and `starter` and for unknown options, `names_invalid` for names that cannot be read, `no_access` for a
 *   file of them
 */
export function openMedlink(options: OpenOptions): Medlink {
  const { dir, starter } = (options ?? {}) as Partial<OpenOptions>
  if (isRecord(options)) requireOptions('openMedlink', options, OPEN_OPTIONS)
  const isFolder = typeof dir === 'string' && dir !== ''
  if (!isFolder && !(dir === undefined && starter === true))
    throw new MedlinkError(
      'invalid_request',
      "dir, the folder with the indexes, is missing: openMedlink({ dir: './indexes' }), or openMedlink({ starter: true }) " +
        'for the samples that ship with Medlink',
    )
  return new Medlink(options)
}

const OPEN_OPTIONS: OptionNames<StarterFolder & NameOptions> = {
  ...{ dir: true, starter: true, names: true, onWarning: true },
}

export class Medlink {
  readonly #indexes: OpenIndexes
  readonly #batches: BatchAnswerer
  readonly #flexsearch = new FlexSearchFiles()

  constructor({ dir, starter = false, names = [], onWarning = () => {} }: OpenOptions) {
    const own = names?.length === 0 ? undefined : { sources: names, onWarning }
    const root = { dir: dir ?? starterFolder(), buildsStarters: starter }
    this.#indexes = new OpenIndexes(root, (id) => this.#batches.forget(id), own)
    this.#batches = new BatchAnswerer(this.#indexes)
  }

  /**
   * SHA-256, in hex, of the `names` that it was opened with; undefined without names. An answer depends on the request, the
   * index (`index_name`), Medlink's version and this hash, and on nothing else.
   */
  get namesHash(): string | undefined {
    return this.#indexes.namesHash
  }

  /**
   * Candidates for one mention, best first, with at most one `is_linked`. No match is an empty `results`, not an error.
   *
   * @throws MedlinkError `invalid_request`, `unknown_ontology`; `index_missing` if no version of the ontology is installed;
   *   `unknown_version`, with the installed versions, if the requested one is not; `index_incompatible`, `index_corrupt` or
   *   `no_access` if the index cannot be read, or was overwritten while it was read; `closed` after {@link close}
   */
  link<O extends LinkedOntology>(request: LinkRequest<O>): LinkResult<O> {
    const parsed = parseRequest(linkRequestSchema, request)
    const result = this.#indexes.ask(parsed.ontology, releaseAskedFor(parsed), ({ answerer }) =>
      answerer.link(parsed, parsed.request_id ?? randomUUID()),
    )
    return withIgnored(result, ignoredFields(linkRequestSchema, request)) as LinkResult<O>
  }

  /** The same as {@link link}, with the share of each feature in each score, and the words that were read instead of others. */
  explain<O extends LinkedOntology>(request: LinkRequest<O>): ExplainedResult<O> {
    const parsed = parseRequest(linkRequestSchema, request)
    const result = this.#indexes.ask(parsed.ontology, releaseAskedFor(parsed), ({ answerer }) =>
      answerer.explain(parsed, parsed.request_id ?? randomUUID()),
    )
    return withIgnored(result, ignoredFields(linkRequestSchema, request)) as ExplainedResult<O>
  }

  /**
   * The entities of a text in order of place: problems, medications, tests, procedures and allergies, each with its context
   * and its candidates. Offsets are UTF-16 indexes into the text. Kinds whose index is not installed are named in
   * `not_installed`. An entity is linked only where {@link link} would link its words by themselves. A problem must also be a
   * present one of the patient's own; one of the past or of a relative may be linked to a code for that history.
   *
   * @throws MedlinkError every error of {@link link}; `invalid_request` for a text of more than 10,000 characters
   * @example
   * medlink.comprehend({ text: 'c/o fever x 3 days, no cough. K/C/O T2DM' }).entities.map(({ text }) => text)
   */
  comprehend<O extends ComprehendedOntology = 'icd-10-cm', Kind extends EntityKind = EntityKind>(
    request: ComprehendRequest<O, Kind>,
  ): ComprehendResult<O, Kind> {
    const parsed = parseRequest(comprehendRequestSchema, request)
    const targets = textTargets(parsed, (ontology) => this.#indexes.has(ontology))
    const result = this.#indexes.askAll(targets, (open) => {
      const answerers = new Map([...open].map(([kind, { answerer }]) => [kind, answerer]))
      return comprehendText(parsed, parsed.request_id ?? randomUUID(), answerers)
    })
    const ignored = ignoredFields(comprehendRequestSchema, request)
    return withIgnored(result, ignored) as ComprehendResult<O, Kind>
  }

  /**
   * Links many mentions on worker threads that share one copy of the indexes. Outcomes come in the order of the requests. An
   * outcome is the result, or the error of that one request with its `request_id`. Requests are read while outcomes are taken,
   * at most 64 a worker ahead, so that a source may have any length. An outcome does not wait for later requests of a slow
   * source. Threads start at the first call and stay for later ones; only running batches keep the process alive. Each request
   * is answered from one index. If its file is replaced while a thread has the request, that is the old one if the thread has
   * it open, else the new one.
   *
   * The iteration rejects with the signal's reason if the signal is aborted, with the error of the source if the source fails,
   * with MedlinkError `closed` if {@link close} ends it, and with `internal` if a thread dies.
   *
   * @throws MedlinkError `invalid_request` for requests that are no list or source, an unknown option, or a number of workers below
   *   1; `closed` after {@link close}
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
   * {@link comprehend} for many texts, or for one text in a server that must not block: a note takes ten milliseconds and more.
   * It uses the threads of {@link linkMany} and keeps its rules, but reads at most 8 texts a worker ahead.
   *
   * @throws MedlinkError every error of {@link linkMany}
   * @example
   * for await (const outcome of medlink.comprehendMany([{ text: 'c/o fever x 3 days, no cough' }])) {
   *   if ('error' in outcome) console.error(outcome.request_id, outcome.error.code)
   *   else console.log(outcome.request_id, outcome.entities.length)
   * }
   */
  comprehendMany(
    requests: Iterable<ComprehendRequest> | AsyncIterable<ComprehendRequest>,
    options: LinkManyOptions = {},
  ): AsyncGenerator<ComprehendOutcome, void> {
    return this.#batches.comprehend(requests, options)
  }

  /**
   * Active codes for what is being typed into a field, the likeliest first, one row a code: those that begin as typed, those
   * with a name that has every word typed so far (each perhaps only begun, in any order, with one slip where nothing has
   * them all), and where these are few what {@link link} finds. Names are all that the index has, abbreviations and
   * synonyms of Medlink's own too. Common things come first, then short names; the next letter takes rows away that it
   * contradicts and leaves the others in their order.
   *
   * @throws MedlinkError `invalid_request` for a prefix of more than 1,000 characters, a limit out of range, an unknown field or a
   *   filter that the ontology does not have; every error of {@link link} about indexes
   * @example
   * medlink.suggest({ prefix: 'diab ret', ontology: 'icd-10-cm', billable: true })
   */
  suggest(request: SuggestRequest): Suggestion[] {
    const parsed = parseRequest(suggestRequestSchema, request)
    requireOptions('suggest', request, suggestRequestSchema.shape)
    return this.#indexes.ask(parsed.ontology, parsed.version, ({ answerer }) =>
      answerer.suggest(parsed),
    )
  }

  /**
   * The installed version that answers a request with this `version`: that one, or the newest one if it is undefined or
   * `comprehend`. Opens its index. {@link InstalledVersion.version} is the name by which requests ask for it.
   *
   * @throws MedlinkError `unknown_version` for a version that is not installed, and every error of {@link link} about indexes
   * @example
   * medlink.version('icd-10-cm').version
   */
  version(ontology: LinkedOntology, asked?: string): InstalledVersion {
    return this.#indexes.ask(
      ontology,
      releaseAskedFor({ ontology, version: asked }),
      ({ version, file, index: { manifest } }) =>
        describeVersion(version, manifest, this.#readableFlexSearch(file, manifest)),
    )
  }

  /** The FlexSearch index of an index; null if there is none, or none that can be read. */
  #readableFlexSearch(file: string, { content_hash }: Manifest): FlexSearchSummary | null {
    try {
      return this.#flexsearch.summarize(file, content_hash)
    } catch (error) {
      if (error instanceof MedlinkError) return null
      throw error
    }
  }

  /**
   * The installed versions. Reads the manifest of every index file and opens none: damage of arrays and rows shows at the
   * first request. Other files with the name of an index are listed with their faults.
   *
   * @throws MedlinkError `closed` after {@link close}
   */
  registry(): Registry {
    this.#indexes.requireOpen()
    return {
      ontologies: LINKED_ONTOLOGIES.map((name) => {
        const unreadable: UnreadableVersion[] = []
        const readable = <T>(version: string | null, read: () => T): T[] => {
          try {
            return [read()]
          } catch (error) {
            if (!(error instanceof MedlinkError)) throw error
            unreadable.push({ version, code: error.code, message: error.message })
            return []
          }
        }
        const [found] = readable(null, () => ({
          installed: this.#indexes.versions(name),
          orphans: this.#indexes.orphans(name),
        }))
        const { installed, orphans } = found ?? { installed: [], orphans: [] }
        const details = installed.flatMap((version) =>
          readable(version, () => {
            const manifest = this.#indexes.readManifest(name, version)
            const file = this.#indexes.fileOf(name, version)
            const [flexsearch = null] = readable(version, () =>
              this.#flexsearch.summarize(file, manifest.content_hash),
            )
            return describeVersion(version, manifest, flexsearch)
          }),
        )
        for (const version of orphans)
          readable(version, () => {
            throw orphanedPack(this.#indexes.fileOf(name, version))
          })
        const versions = details.map(({ version }) => version)
        const { textVersion } = requireOntology(name)
        // The version for texts, if a release is there that answers.
        const asked = versions.length > 0 && textVersion !== undefined ? [textVersion] : []
        return { name, versions: [...versions, ...asked], details, unreadable }
      }),
    }
  }

  /**
   * Reads every byte of every installed index file and of the FlexSearch index next to it, of one ontology or of all. Reports
   * damaged files, files of another build, and FlexSearch indexes without their index. Opening an index checks it anyway: this is
   * for files that no process has opened yet, or has had open for long.
   *
   * @throws MedlinkError `unknown_ontology`, `closed`
   */
  check(ontology?: LinkedOntology): CheckedVersion[] {
    const names = ontology === undefined ? LINKED_ONTOLOGIES : [requireOntology(ontology).name]
    return names.flatMap((ontology) => [
      ...this.#indexes.versions(ontology).map((version) => {
        const faults = this.#indexes.faultsOf(ontology, version)
        return { ontology, version, faults: faults.map(({ code, message }) => ({ code, message })) }
      }),
      ...this.#indexes.orphans(ontology).map((version) => {
        const { code, message } = orphanedPack(this.#indexes.fileOf(ontology, version))
        return { ontology, version, faults: [{ code, message }] }
      }),
    ])
  }

  /**
   * The FlexSearch index that was compiled with an index: the file that `openSuggestIndex` of `medlink/browser` opens in a web
   * page. It suggests, and links nothing.
   *
   * @param version default: the newest one installed
   * @throws MedlinkError `index_missing` if the index was built without one, `index_incompatible` for one of another build or
   *   another version of Medlink, `index_corrupt`; and every error of {@link link} about indexes
   */
  flexsearch(ontology: LinkedOntology, version?: string): FlexSearchFile {
    const read = () =>
      this.#indexes.ask(ontology, version, ({ file, index }) =>
        this.#flexsearch.read(file, index.manifest.content_hash),
      )
    try {
      return read()
    } catch (error) {
      // Both files may have been replaced after the index was looked at.
      if (!(error instanceof MedlinkError) || error.code !== 'index_incompatible') throw error
      return read()
    }
  }

  /** @throws MedlinkError `unknown_code` when the version has no such code */
  concept(ontology: LinkedOntology, code: string, version?: string): ConceptDetails {
    const known = requireOntology(ontology)
    return this.#indexes.ask(ontology, version, ({ index }) =>
      describeConcept(known, index, requireConcept(known, index, code)),
    )
  }

  /**
   * True if a code is below another one in the hierarchy, at any distance; a code is not under itself.
   *
   * @throws MedlinkError `unknown_code` when the version lacks one of them
   */
  isUnder(ontology: LinkedOntology, code: string, ancestor: string, version?: string): boolean {
    const known = requireOntology(ontology)
    return this.#indexes.ask(ontology, version, ({ index }) => {
      const { id } = requireConcept(known, index, code)
      return index.isUnder(id, requireConcept(known, index, ancestor, 'ancestor').id)
    })
  }

  /**
   * The result of `work` on the table of all codes of a version, to list, filter or compare them. `work` must not keep the
   * table.
   *
   * @throws MedlinkError every error of {@link link} about indexes; and the errors of `work`
   * @example
   * medlink.codes('icd-10-cm', undefined, (codes) => codes.size)
   */
  codes<T>(
    ontology: LinkedOntology,
    version: string | undefined,
    work: (codes: CodeTable) => T,
  ): T {
    const known = requireOntology(ontology)
    return this.#indexes.ask(ontology, version, ({ index, answerer }) =>
      work(codeTableOf(known, index, answerer)),
    )
  }

  /**
   * Differences of one installed version of an ontology from another: codes that were added, retired, renamed, split or
   * merged, and codes whose flags changed, in order of code. Reads both from end to end, a second for 100,000 codes.
   *
   * @throws MedlinkError `invalid_request` for a version that is not a string or an unknown option, `unknown_version` for one that is not installed,
   *   and every error of {@link link} about indexes
   * @example
   * medlink.diff({ ontology: 'icd-10-cm', from: '2026', to: '2027' }).counts.added
   */
  diff(request: DiffRequest): ReleaseDiff {
    requireOptions<DiffRequest>('diff', request, { ontology: true, from: true, to: true })
    const { ontology, from, to } = request
    const known = requireOntology(ontology)
    for (const [field, version] of Object.entries({ from, to }))
      if (typeof version !== 'string')
        throw new MedlinkError('invalid_request', `${field} must be a version`)
    return this.#indexes.ask(ontology, from, (old) =>
      this.#indexes.ask(ontology, to, (now) => ({
        ...diffOf(known, old.index, now.index),
        flexsearch: { from: this.#flexsearch.has(old), to: this.#flexsearch.has(now) },
      })),
    )
  }

  /** Closes every index and ends running batches, for good: every other call throws `closed` from now on. */
  close(): void {
    this.#batches.close()
    this.#indexes.close()
  }
}

/**
 * The concept with a code as people write it.
 *
 * @param field what the code is called where it was given
 * @throws MedlinkError `invalid_request`, `unknown_code`
 */
function requireConcept(
  ontology: Ontology,
  index: MedlinkIndex,
  code: string,
  field: 'code' | 'ancestor' = 'code',
): StoredConcept {
  if (typeof code !== 'string')
    throw new MedlinkError('invalid_request', `${field} must be a string`)
  const written = code.trim()
  const concept = index.getConcept(ontology.parseCode(written) ?? written)
  if (concept === undefined)
    throw new MedlinkError(
      'unknown_code',
      `${ontology.title} ${index.manifest.version} has no such ${field}`,
    )
  return concept
}

function describeConcept(
  ontology: Ontology,
  index: MedlinkIndex,
  concept: StoredConcept,
): ConceptDetails {
  const { id, code, name, active, maps } = concept
  const brief = (list: readonly { code: string; name: string }[]) =>
    list.map(({ code, name }) => ({ code, name }))
  return {
    ...{ code, name, active },
    metadata: ontology.describe(concept, index.preferredTerm(concept)),
    names: index.termsOf(id),
    parents: brief(index.parentsOf(id)),
    children: brief(index.childrenOf(id)),
    replacements: index.replacementsOf(id).map(({ concept: { code, name }, relation }) => {
      return { code, name, relation, exact: isExactRelation(relation) }
    }),
    maps,
  }
}

/** @param version the name by which requests ask for it */
function describeVersion(
  version: string,
  manifest: Manifest,
  flexsearch: FlexSearchSummary | null,
): InstalledVersion {
  return {
    version,
    sample: manifest.version === STARTER_VERSION,
    index_name: indexName(manifest),
    release_date: releaseDate(version),
    concepts: manifest.counts.concepts,
    terms: manifest.counts.terms,
    built_at: manifest.built_at,
    licence: manifest.licence,
    sources: manifest.sources,
    flexsearch,
  }
}
