/** A plain Fastify server with FHIR over miniature indexes, and short ways to ask it. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { Fhir } from 'fhir'
import { afterAll, expect } from 'vitest'
import { type FhirOptions, fhirRoutes } from '../../src/fhir/fhir.ts'
import type { Parameter, Resource } from '../../src/fhir/resources.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { makeFolder } from '../support/http.ts'
import { type MiniOntology, miniRoot } from '../support/shared-index.ts'

export const SNOMED = 'http://snomed.info/sct'
export const LOINC = 'http://loinc.org'
export const ICD10CM = 'http://hl7.org/fhir/sid/icd-10-cm'

/** An answer: its status and its resource. */
export interface Answer {
  readonly status: number
  readonly resource: Resource & Readonly<Record<string, never>>
  readonly type: unknown
}

export interface FhirServer {
  readonly app: FastifyInstance
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Starts a server in this process. To be closed by `app.close()`. Every resource that it gives is checked against R4. */
export async function startFhir(options: FhirOptions): Promise<FhirServer> {
  const app = Fastify()
  await app.register(fhirRoutes, { prefix: '/fhir', ...options } as FhirOptions)
  const ask = async (request: object): Promise<Answer> => {
    const answer = await app.inject(request as never)
    const resource = answer.json()
    requireR4(resource)
    return { status: answer.statusCode, resource, type: answer.headers['content-type'] }
  }
  return {
    app,
    get: (path, headers = {}) => ask({ url: `/fhir/${path}`, headers }),
    post: (path, body, headers = {}) =>
      ask({
        ...{ method: 'POST', url: `/fhir/${path}` },
        headers: { 'content-type': 'application/fhir+json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

/** A folder with the miniature indexes of these ontologies. */
export async function miniFolder(...ontologies: readonly MiniOntology[]): Promise<string> {
  const dir = makeFolder()
  for (const ontology of ontologies)
    symlinkSync(join(await miniRoot(ontology), ontology), join(dir, ontology))
  return dir
}

/** A server over the three miniature releases, closed after the tests of the file. */
export async function startMini(): Promise<FhirServer & { readonly medlink: Medlink }> {
  const medlink = openMedlink({ dir: await miniFolder('snomed', 'loinc', 'icd-10-cm') })
  const fhir = await startFhir({ medlink })
  afterAll(async () => {
    await fhir.app.close()
    medlink.close()
  })
  return { ...fhir, medlink }
}

const validator = new Fhir()

/** Types of resources that the server makes; of another type it gives back what was sent. */
const MADE = [
  'Bundle',
  'CapabilityStatement',
  'OperationOutcome',
  'Parameters',
  'TerminologyCapabilities',
  'ValueSet',
]

/** Fails for a resource of the server's making that is none of R4. */
export function requireR4(resource: Resource): void {
  if (!MADE.includes(resource.resourceType)) return
  const { messages } = validator.validate(resource as never, { errorOnUnexpected: true })
  const errors = messages.filter(({ severity }) => severity === 'error')
  expect(errors).toEqual([])
}

/** A Parameters resource. */
export function parameters(...parameter: readonly Parameter[]): Resource {
  return { resourceType: 'Parameters', parameter }
}

/** A parameter with a value set of these clauses. */
export function valueSet(compose: object, elements: object = {}): Parameter {
  return { name: 'valueSet', resource: { resourceType: 'ValueSet', ...elements, compose } }
}

/** Values of the entries with a name, of whatever type. */
export function valuesOf(resource: Resource, name: string): unknown[] {
  const entries = (resource.parameter ?? []) as readonly Parameter[]
  return entries
    .filter((each) => each.name === name)
    .map((each) => Object.entries(each).find(([key]) => key.startsWith('value'))?.[1])
}

/** Codes of the first issue of an OperationOutcome: its type and its tx-issue-type. */
export function issueOf(resource: Resource): {
  code: string
  tx: string | undefined
  text: string
} {
  const [first] = resource.issue as readonly {
    readonly code: string
    readonly details: { readonly text: string; readonly coding?: readonly { code: string }[] }
  }[]
  return { code: first!.code, tx: first!.details.coding?.[0]?.code, text: first!.details.text }
}

interface Expansion {
  readonly total?: number
  readonly contains?: readonly {
    readonly code: string
    readonly display: string
    readonly system: string
    readonly inactive?: boolean
    readonly designation?: readonly { readonly value: string }[]
  }[]
  readonly [element: string]: unknown
}

export function expansionOf({ resource }: Answer): Expansion {
  expect(resource.resourceType).toBe('ValueSet')
  return resource.expansion as unknown as Expansion
}

export function codesOf(answer: Answer): string[] {
  return (expansionOf(answer).contains ?? []).map(({ code }) => code)
}
