/** `$code`: a resource or a Bundle with codes for its texts. */
import { MAX_HINT_LENGTH, MAX_QUERY_LENGTH } from '../../internal.ts'
import {
  type LinkedOntology,
  type LinkRequest,
  type LinkResult,
  type Medlink,
  MedlinkError,
} from '../../medlink.ts'
import type { Call, Context } from '../operation.ts'
import { FhirError, invalid } from '../outcome.ts'
import { isResource, type Resource } from '../resources.ts'
import type { System, Systems } from '../systems.ts'
import { fieldsOf, listOf, resourcesIn } from './elements.ts'
import { installedSystem } from './installed.ts'
import { type Place, placesIn } from './places.ts'
import { type Revision, reviseText } from './revise.ts'
import { MEDLINK_DRUGS } from './rows.ts'
import { obstructed, type Verdict, verdictOf } from './verdict.ts'

/** Questions that are answered at once, and characters of each: more are answered on threads. */
const MAX_AT_ONCE = { questions: 8, characters: 500 }

/** Bytes of a body at most. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024

/** Resources of one request, those in a Bundle and contained ones. */
export const MAX_RESOURCES = 1000

/** A resource to be coded. */
export interface CodeRequest {
  /** JSON that has the resource. */
  readonly text: string
  /** The same, parsed. */
  readonly resource: Resource
  /** Where the text has it; default: the text is the resource. */
  readonly at?: readonly (string | number)[]
  /** Code systems to code with, by URI; default: the usual one for each element that is installed. */
  readonly systems?: readonly string[]
  /** True if codes of ICD-10-CM must be billable ones. Default: a header may be the code. */
  readonly billable?: boolean
  readonly signal?: AbortSignal
}

/** A place that the linker is asked about. */
interface Question {
  readonly place: Place
  readonly system: System
  readonly request: LinkRequest
}

/**
 * `POST /fhir/$code`: the resource of the body, or of the parameter `resource`. `system` names code systems; with
 * `billable` the codes of ICD-10-CM can be billed.
 *
 * @throws FhirError what {@link codeText} throws; `invalid` for a body without a resource
 */
export function code(context: Context, { input, body, text, signal }: Call): Promise<string> {
  const systems = input.texts('system')
  const billable = input.boolean('billable') ?? false
  const request = { text: text ?? JSON.stringify(body), systems, billable, signal }
  if (body === undefined) throw noResource()
  if (body.resourceType !== 'Parameters') return codeText(context, { ...request, resource: body })
  const parameters = listOf(body.parameter).map(fieldsOf)
  const place = parameters.findIndex(({ name }) => name === 'resource')
  const resource = parameters[place]?.resource
  if (!isResource(resource)) throw noResource()
  return codeText(context, { ...request, resource, at: ['parameter', place, 'resource'] })
}

function noResource() {
  return invalid('the body must be a resource, or Parameters with one as `resource`', 'resource')
}

/**
 * The text of the resource with a Coding for each text that the linker links, and an extension with reason and candidates
 * for each other one. Nothing else of the text changes; a second run changes nothing.
 *
 * @throws FhirError `too-costly` for more than {@link MAX_RESOURCES} resources, `not-found` for a code system that is not
 *   installed, `invalid` for a text with a key twice in one object
 */
export async function codeText(context: Context, request: CodeRequest): Promise<string> {
  const { text, resource, at, billable, signal } = request
  refuseTooMany(resource)
  const installed = new InstalledSystems(context.systems, request.systems)
  const revisions: Revision[] = []
  const questions: Question[] = []
  for (const place of placesIn(resource)) {
    const choice = installed.choose(place.vocabularies)
    if (choice === undefined || isCoded(place, choice)) continue
    const { system } = choice
    if (system === null) revisions.push({ place, verdict: obstructed('not_installed') })
    else if (isTooLong(place)) revisions.push({ place, verdict: obstructed('too_long') })
    else questions.push({ place, system, request: requestOf(place, system, billable) })
  }
  const verdicts = await verdictsOn(context, questions, signal)
  for (const [i, { place }] of questions.entries()) revisions.push({ place, verdict: verdicts[i]! })
  return reviseText(text, revisions, at)
}

function refuseTooMany(resource: Resource): void {
  let count = 0
  // The Bundle itself is not counted.
  for (const _ of resourcesIn(resource))
    if (count++ > MAX_RESOURCES)
      throw new FhirError(413, {
        code: 'too-costly',
        text: `a request has at most ${MAX_RESOURCES} resources: send several`,
      })
}

/** The code system for a place. */
interface Choice {
  /** Null if none that could code it is installed. */
  readonly system: System | null
  /** Systems of the codes that it would give. */
  readonly uris: readonly string[]
}

/** Code systems that a request codes with. */
class InstalledSystems {
  readonly #systems: Systems
  readonly #asked: readonly LinkedOntology[] | undefined
  readonly #found = new Map<LinkedOntology, System | null>()

  /**
   * @param uris code systems that the request names
   * @throws FhirError `not-found` for one that is not installed
   */
  constructor(systems: Systems, uris: readonly string[] = []) {
    this.#systems = systems
    if (uris.length > 0) this.#asked = uris.map((uri) => systems.require(uri).ontology)
  }

  /** The code system to code with; undefined if the request names none of the vocabularies. */
  choose(vocabularies: readonly LinkedOntology[]): Choice | undefined {
    const wanted = vocabularies.filter((each) => this.#asked?.includes(each) ?? true)
    if (wanted.length === 0) return undefined
    for (const each of wanted) {
      const system = this.#find(each)
      if (system !== null) return { system, uris: [system.uri, MEDLINK_DRUGS] }
    }
    return {
      system: null,
      uris: [...wanted.map((each) => this.#systems.uriOf(each)), MEDLINK_DRUGS],
    }
  }

  #find(ontology: LinkedOntology): System | null {
    let found = this.#found.get(ontology)
    if (found === undefined) {
      found = installedSystem(this.#systems, ontology)
      this.#found.set(ontology, found)
    }
    return found
  }
}

/** True if the linker would refuse the text or a hint. */
function isTooLong({ text, hints }: Place): boolean {
  const longest = Math.max(...Object.values(hints).map((hint) => String(hint ?? '').length))
  return text.length > MAX_QUERY_LENGTH || longest > MAX_HINT_LENGTH
}

/** True if there is a code of the code system already. */
function isCoded({ concept }: Place, { uris }: Choice): boolean {
  const systems = listOf(concept.coding).map((each) => fieldsOf(each).system)
  return systems.some((system) => uris.some((uri) => uri === system))
}

function requestOf(
  { text, hints, granularity }: Place,
  { ontology, installed }: System,
  billable = false,
): LinkRequest {
  return {
    ...{ query: text, ontology, version: installed.version },
    metadata: hints,
    ...(granularity && { granularity }),
    ...(billable && { billable }),
  }
}

/** Verdicts in the order of the questions. Equal questions are asked once, and remembered ones not at all. */
async function verdictsOn(
  { medlink, linkedTexts }: Context,
  questions: readonly Question[],
  signal: AbortSignal | undefined,
): Promise<Verdict[]> {
  const indexNames = new Map<System, string>()
  const indexNameOf = (system: System) => {
    let name = indexNames.get(system)
    if (name === undefined) {
      const { ontology, installed } = system
      name = medlink.codes(ontology, installed.version, ({ indexName }) => indexName)
      indexNames.set(system, name)
    }
    return name
  }
  const keys = questions.map(({ request }) => JSON.stringify(request))
  const distinct = new Map(questions.map((question, i) => [keys[i]!, question]))
  const verdicts = new Map<string, Verdict>()
  const asked: [key: string, question: Question][] = []
  for (const [key, question] of distinct) {
    const known = linkedTexts.get(question.request, indexNameOf(question.system))
    if (known === undefined) asked.push([key, question])
    else verdicts.set(key, known)
  }
  const requests = asked.map(([, { request }]) => request)
  signal?.throwIfAborted()
  const results = await linkAll(medlink, requests, signal)
  for (const [i, [key, { request, system }]] of asked.entries()) {
    const result = results[i]!
    const verdict = verdictOf(result, system)
    linkedTexts.set(request, result.index_name, verdict)
    verdicts.set(key, verdict)
  }
  return keys.map((key) => verdicts.get(key)!)
}

async function linkAll(
  medlink: Medlink,
  requests: readonly LinkRequest[],
  signal: AbortSignal | undefined,
): Promise<LinkResult[]> {
  const isQuick =
    requests.length <= MAX_AT_ONCE.questions &&
    requests.every(({ query }) => query.length <= MAX_AT_ONCE.characters)
  if (isQuick) return requests.map((request) => medlink.link(request))
  const results: LinkResult[] = []
  for await (const outcome of medlink.linkMany(requests, { ...(signal && { signal }) })) {
    if ('error' in outcome) throw new MedlinkError(outcome.error.code, outcome.error.message)
    results.push(outcome)
  }
  return results
}
