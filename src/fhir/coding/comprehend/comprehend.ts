/** `$comprehend`: a text as resources of the patient, each with the characters that say it. */
import { createHash } from 'node:crypto'
import {
  type ComprehendedOntology,
  type ComprehendOutcome,
  type ComprehendResult,
  type Entity,
  type EntityKind,
  type LinkedOntology,
  type LinkResult,
  MEDLINK_VERSION,
  MedlinkError,
} from '../../../medlink.ts'
import type { Call, Context } from '../../operation.ts'
import { FhirError, notSupported } from '../../outcome.ts'
import type { Resource } from '../../resources.ts'
import type { System, Systems } from '../../systems.ts'
import { installedSystem } from '../installed.ts'
import type { Answered } from '../verdict.ts'
import { conceptOf, isLinked, noAllergy } from './concept.ts'
import {
  allergyResource,
  drugOf,
  medicationResource,
  procedureResource,
  testResource,
} from './others.ts'
import { isPresent, problemResource } from './problems.ts'
import { readSource, type Source, type SourceText } from './source.ts'

/** Extension of Provenance.entity: the element and the characters that say what the target says. */
export const PLACE_URL = 'urn:medlink:fhir:place'
/** System of tags of a Bundle for kinds of entities that were not looked for. */
export const NOT_INSTALLED = 'urn:medlink:fhir:not-installed'

/** Vocabularies of problems, the usual one first: texts are linked to it by default everywhere. */
const PROBLEMS: readonly ComprehendedOntology[] = ['icd-10-cm', 'snomed']

/**
 * `POST /fhir/$comprehend`: the entities of a text as a transaction. `system` is the code system of the problems; default:
 * ICD-10-CM if it is installed, or else SNOMED CT.
 *
 * @throws FhirError what {@link readSource} throws; `too-costly` for a text that needs more work than one request may take
 */
export async function comprehend(context: Context, call: Call): Promise<Resource> {
  const source = readSource(call)
  const ontology = problemOntology(context.systems, call.input.text('system'))
  const requests = source.texts.map(({ heading, text }) => ({ text: heading + text, ontology }))
  const results: ComprehendResult[] = []
  for await (const outcome of context.medlink.comprehendMany(requests, { signal: call.signal }))
    results.push(requireWhole(outcome))
  return transactionOf(context, source, results, new Date())
}

/** @throws FhirError `not-supported` for a code system that has no problems */
function problemOntology(systems: Systems, uri: string | undefined): ComprehendedOntology {
  if (uri === undefined) {
    const usual = PROBLEMS.find((each) => installedSystem(systems, each) !== null)
    return usual ?? PROBLEMS[0]!
  }
  const { ontology } = systems.require(uri)
  const asked = PROBLEMS.find((each) => each === ontology)
  if (asked === undefined) throw notSupported('system must be that of SNOMED CT or ICD-10-CM')
  return asked
}

function requireWhole(outcome: ComprehendOutcome): ComprehendResult {
  if ('error' in outcome) throw new MedlinkError(outcome.error.code, outcome.error.message)
  if (outcome.truncated)
    throw new FhirError(422, {
      code: 'too-costly',
      text: 'the text needs more work than one request may take: send its parts',
    })
  return outcome
}

/**
 * The Bundle of a source: its document if no server has it yet, and for each entity a resource with its Provenance.
 *
 * @param results of each text of the source
 */
export function transactionOf(
  context: Context,
  source: Source,
  results: readonly ComprehendResult[],
  now: Date,
): Resource {
  const { resource, subject, texts } = source
  const seed = JSON.stringify([subject, texts])
  const isStored = typeof resource.id === 'string' && resource.id !== ''
  const document = isStored ? `${resource.resourceType}/${resource.id}` : urnOf(seed, 'document')
  const maker = new ResourceMaker(context, subject)
  const entries = results.flatMap((result, i) =>
    result.entities
      .filter(({ begin_offset }) => begin_offset >= texts[i]!.heading.length)
      .flatMap((entity) => {
        const made = maker.make(entity, result)
        if (made === undefined) return []
        const url = urnOf(seed, `${i} ${entity.begin_offset} ${entity.type}`)
        const proof = provenanceOf({ target: url, document, text: texts[i]!, entity, now })
        return [entryOf(made, url), entryOf(proof, urnOf(url, 'provenance'))]
      }),
  )
  const missing = new Set(results.flatMap(({ not_installed }) => not_installed))
  const tag = [...missing].map((code) => ({ system: NOT_INSTALLED, code }))
  const entry = [...(isStored ? [] : [entryOf(resource, document)]), ...entries]
  return {
    resourceType: 'Bundle',
    ...(tag.length > 0 && { meta: { tag } }),
    type: 'transaction',
    ...(entry.length > 0 && { entry }),
  }
}

function entryOf(resource: Resource, fullUrl: string) {
  return { fullUrl, resource, request: { method: 'POST', url: resource.resourceType } }
}

/** A UUID (RFC 9562, version 8) that is the same for the same request. */
function urnOf(seed: string, name: string): string {
  const hash = createHash('sha256').update(`${seed}\n${name}`).digest('hex')
  const variant = (8 + (Number.parseInt(hash[16]!, 16) % 4)).toString(16)
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return `urn:uuid:${[...parts, variant + hash.slice(17, 20), hash.slice(20, 32)].join('-')}`
}

/** The words of a document that a resource is made of. */
interface Origin {
  readonly target: string
  readonly document: string
  readonly text: SourceText
  readonly entity: Entity
  readonly now: Date
}

function provenanceOf({ target, document, text, entity, now }: Origin): Resource {
  const place = [
    { url: 'element', valueString: text.element },
    { url: 'begin', valueInteger: entity.begin_offset - text.heading.length },
    { url: 'end', valueInteger: entity.end_offset - text.heading.length },
  ]
  return {
    resourceType: 'Provenance',
    target: [{ reference: target }],
    recorded: now.toISOString(),
    agent: [
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
              code: 'assembler',
            },
          ],
        },
        who: { display: `Medlink ${MEDLINK_VERSION}` },
      },
    ],
    entity: [
      {
        extension: [{ url: PLACE_URL, extension: place }],
        ...{ role: 'source', what: { reference: document } },
      },
    ],
  }
}

/** Makes resources of entities. */
class ResourceMaker {
  readonly #context: Context
  readonly #subject: Source['subject']
  readonly #systems = new Map<LinkedOntology, System | null>()

  constructor(context: Context, subject: Source['subject']) {
    this.#context = context
    this.#subject = subject
  }

  /** The resource of an entity; undefined if none says what the text says of it. */
  make(entity: Entity, result: ComprehendResult): Resource | undefined {
    const subject = this.#subject
    if (entity.type === 'problem')
      return problemResource(entity, this.#problemConcept(entity, result), subject)
    if (entity.type === 'allergy')
      return allergyResource(entity, this.#allergyConcept(entity, result), subject)
    if (entity.type === 'test')
      return testResource(entity, this.#conceptOf(entity, result), subject)
    if (entity.type === 'procedure')
      return procedureResource(entity, this.#conceptOf(entity, result), subject)
    return medicationResource(entity, this.#drugConcept(entity, result, drugOf(entity)), subject)
  }

  #conceptOf(entity: Entity, { indexes }: ComprehendResult, text = entity.text) {
    const { ontology, index_name } = indexes[entity.type as EntityKind]!
    const answered: Answered = { results: entity.results, index_name }
    return conceptOf(text, answered, this.#system(ontology))
  }

  /**
   * The code of a problem that is present. Of any other problem, the linker's answer about its words alone: the resource's
   * type and statuses say the rest.
   */
  #problemConcept(problem: Extract<Entity, { type: 'problem' }>, result: ComprehendResult) {
    if (isPresent(problem)) return this.#conceptOf(problem, result)
    const { text } = problem
    const { ontology } = result
    const request = { query: text, ontology, ...(result.version && { version: result.version }) }
    // Codes for billing first, as texts are linked.
    const billable: LinkResult = this.#context.medlink.link({ ...request, billable: true })
    const answered = isLinked(billable) ? billable : this.#context.medlink.link(request)
    return conceptOf(text, answered as Answered, this.#system(ontology))
  }

  /** The product of a drug, or its one ingredient where the text does not say enough for a product. */
  #drugConcept(
    entity: Extract<Entity, { type: 'medication' | 'allergy' }>,
    result: ComprehendResult,
    text: string,
  ) {
    if (isLinked(entity)) return this.#conceptOf(entity, result, text)
    const { ontology } = result.indexes[entity.type]!
    const request = { query: text, ontology, granularity: 'ingredient' } as const
    const answered: LinkResult = this.#context.medlink.link(request)
    const rows: Answered['results'] = answered.results
    const linked = rows.filter(({ is_linked }) => is_linked)
    if (linked.length !== 1) return this.#conceptOf(entity, result, text)
    const { index_name } = answered
    return conceptOf(text, { results: linked, index_name }, this.#system(ontology))
  }

  #allergyConcept(allergy: Extract<Entity, { type: 'allergy' }>, result: ComprehendResult) {
    const { text, substance } = allergy
    return substance === null ? noAllergy(text) : this.#drugConcept(allergy, result, substance)
  }

  #system(ontology: LinkedOntology): System | null {
    let system = this.#systems.get(ontology)
    if (system === undefined) {
      system = installedSystem(this.#context.systems, ontology)
      this.#systems.set(ontology, system)
    }
    return system
  }
}
