/** A plain Fastify server with FHIR over miniature indexes, and short ways to ask it. */
import Fastify, { type FastifyInstance } from 'fastify'
import { type FhirOptions, fhirRoutes } from '../../src/fhir/fhir.ts'
import type { Parameter, Resource } from '../../src/fhir/resources.ts'

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

/** Starts a server in this process. To be closed by `app.close()`. */
export async function startFhir(options: FhirOptions): Promise<FhirServer> {
  const app = Fastify()
  await app.register(fhirRoutes, { prefix: '/fhir', ...options } as FhirOptions)
  const ask = async (request: object): Promise<Answer> => {
    const answer = await app.inject(request as never)
    return {
      status: answer.statusCode,
      resource: answer.json(),
      type: answer.headers['content-type'],
    }
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

/** A Parameters resource. */
export function parameters(...parameter: readonly Parameter[]): Resource {
  return { resourceType: 'Parameters', parameter }
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
