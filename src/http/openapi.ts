import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import * as z from 'zod'
import { MEDLINK_VERSION, type Medlink } from '../medlink.ts'
import type { Policy } from './auth/policy.ts'
import {
  descriptionSchema,
  documentListSchema,
  uploadedSchema,
  uploadSchema,
} from './documents/fields.ts'
import { envelopeSchema, sealedSchema } from './envelope/envelopes.ts'
import { ENCRYPTION, JWE } from './envelope/transport.ts'
import { errorBodySchema, gatewayErrorSchema, profileNotFoundSchema } from './errors.ts'
import { type Example, examplesOf } from './examples.ts'
import { emrUserUpdateSchema, emrUserViewSchema, newEmrUserSchema } from './profiles/emr-user.ts'
import { patientSchema, patientViewSchema } from './profiles/patient.ts'
import * as shapes from './shapes.ts'
import { reminderSchema } from './webhooks/events.ts'
import * as webhooks from './webhooks/shapes.ts'

/** Paths of the page that describes the operations, and of its document. */
const PAGE = '/docs'
const DOCUMENT = '/openapi.json'

const REFERENCE = '#/components/schemas/'
/** Ending of the name of an incoming shape. */
const INPUT = 'Input'

/** The page shows one document, and needs no bar to choose another. */
const HIDE_BAR = '.swagger-ui .topbar { display: none }'

/** Names of the shapes in the document, which has each once. */
const NAMES = {
  Error: errorBodySchema,
  ProfileNotFound: profileNotFoundSchema,
  GatewayError: gatewayErrorSchema,
  LinkRequest: shapes.linkBodySchema,
  LinkResult: shapes.linkResultSchema,
  BatchRequest: shapes.batchBodySchema,
  BatchResult: shapes.batchResultSchema,
  ComprehendRequest: shapes.comprehendBodySchema,
  ComprehendResult: shapes.comprehendResultSchema,
  Registry: shapes.registrySchema,
  Suggestions: shapes.suggestionsSchema,
  Login: shapes.loginSchema,
  Refresh: shapes.refreshSchema,
  Tokens: shapes.tokensSchema,
  NewPatient: patientSchema,
  Patient: patientViewSchema,
  NewEmrUser: newEmrUserSchema,
  EmrUserUpdate: emrUserUpdateSchema,
  EmrUser: emrUserViewSchema,
  Created: shapes.createdSchema,
  Updated: shapes.updatedSchema,
  AadhaarInit: shapes.aadhaarSchema,
  AadhaarStarted: shapes.aadhaarStartedSchema,
  Envelope: envelopeSchema,
  SealedAnswer: sealedSchema,
  NewSubscription: webhooks.newSubscriptionSchema,
  CreatedSubscription: webhooks.createdSubscriptionSchema,
  Subscriptions: webhooks.subscriptionsSchema,
  NewReminder: reminderSchema,
  CreatedReminder: webhooks.createdReminderSchema,
  Reminder: webhooks.reminderViewSchema,
  Deliveries: webhooks.deliveriesSchema,
  Replayed: webhooks.replayedSchema,
  Upload: uploadSchema,
  Uploaded: uploadedSchema,
  DocumentList: documentListSchema,
  DocumentDescription: descriptionSchema,
} as const satisfies Record<string, z.ZodType>

/** The header by which a client says who it is, as JSON Schema. */
const CLIENT_HEADER = { 'client-id': { type: 'string' } }

/** The header by which a client says that the body is an envelope, and the shapes that bodies have then. */
const ENVELOPE_HEADER = {
  [ENCRYPTION]: {
    type: 'string',
    enum: [JWE],
    description:
      'The body is an Envelope around what is described here, and the answer a SealedAnswer.',
  },
}
const ENVELOPE_SHAPES = {
  'x-envelope': {
    request: { $ref: `${REFERENCE}Envelope` },
    answer: { $ref: `${REFERENCE}SealedAnswer` },
  },
}

/** Headers as JSON Schema. */
interface Headers {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

type Responses = Readonly<Record<string, object>>

interface Operation {
  readonly responses: Responses
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> }
}

/** As much of an OpenAPI document as is changed here. */
interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}

/**
 * Describes the routes that are declared from now on: the document at /openapi.json, a page to read it at /docs.
 *
 * @param only part of the server that is served; default: all of it
 */
export async function describeRoutes(
  app: FastifyInstance,
  medlink: Medlink,
  only?: 'linking',
): Promise<void> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMES)) registry.add(schema, { id })
  const options = {
    schemaRegistry: registry as never,
    // The schemas' `meta` is in zod's own registry.
    zodToJsonConfig: {
      override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
      },
    },
  }
  const transform = createJsonSchemaTransform(options)
  const complete = createJsonSchemaTransformObject(options)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Medlink',
        description:
          only === 'linking'
            ? 'Links medical text to codes.'
            : 'Links medical text to codes, and keeps profiles of patients and users, and documents.',
        version: MEDLINK_VERSION,
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ bearer: [] }],
    },
    transform: (route) => {
      const { schema, url } = transform(route)
      const { policy } = route.route.config ?? {}
      const headers = headersOf(
        schema.headers as Headers | undefined,
        policy,
        schema.body !== undefined,
      )
      return { schema: { ...schema, headers, ...(policy === 'public' && { security: [] }) }, url }
    },
    transformObject: (document) =>
      withExamples(
        describeResponses(
          withSchemasOnce({ ...(complete(document) as Document), ...ENVELOPE_SHAPES }),
        ),
        examplesOf(medlink.registry()),
      ) as never,
  })
  app.addHook('onRoute', (route) => {
    const isOfPage = route.url === PAGE || route.url.startsWith(`${PAGE}/`)
    if (isOfPage) route.config = { ...route.config, policy: 'public' }
  })
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    // The page uses no other service to validate the document.
    uiConfig: { validatorUrl: null, defaultModelsExpandDepth: 0 } as never,
    theme: { title: 'Medlink', css: [{ filename: 'medlink.css', content: HIDE_BAR }] },
  })
  app.get(DOCUMENT, { config: { policy: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

/** The headers of an operation, with those that its policy asks for and that any with a body takes. */
function headersOf(
  own: Headers | undefined,
  policy: Policy | undefined,
  hasBody: boolean,
): Headers {
  const isClient = policy !== 'public' && policy !== 'token'
  return {
    type: 'object',
    properties: {
      ...own?.properties,
      ...(isClient && CLIENT_HEADER),
      ...(hasBody && ENVELOPE_HEADER),
    },
    required: [...(own?.required ?? []), ...(isClient ? Object.keys(CLIENT_HEADER) : [])],
  }
}

/**
 * The document with each shape once. Every shape is there as it comes in (`…Input`) and as it goes out, whether or not there
 * is any use for both: those that nothing refers to are left out, and one that only comes in has its name alone.
 */
function withSchemasOnce({ components, ...document }: Document): Document {
  const { schemas = {}, ...others } = components ?? {}
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const name of namesIn(part)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(document)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  const whole = { ...document, components: { ...others, schemas: Object.fromEntries(kept) } }
  const written = [...used]
    .filter((name) => name.endsWith(INPUT) && !used.has(name.slice(0, -INPUT.length)))
    .reduce((json, name) => {
      const alone = name.slice(0, -INPUT.length)
      return json
        .replaceAll(`"${REFERENCE}${name}"`, `"${REFERENCE}${alone}"`)
        .replaceAll(`"${name}":`, `"${alone}":`)
    }, JSON.stringify(whole))
  return JSON.parse(written) as Document
}

/** The document with the name of its status as the description of each response. */
function describeResponses({ paths = {}, ...document }: Document): Document {
  const described = mapValues(paths, (operations) =>
    mapValues(operations, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response, status) => ({
        ...response,
        description: STATUS_CODES[status] ?? status,
      })),
    })),
  )
  return { ...document, paths: described }
}

/** The document with the example of each operation. */
function withExamples(
  { paths = {}, ...document }: Document,
  examples: Readonly<Record<string, Example>>,
): Document {
  const withExample = mapValues(paths, (operations, path) =>
    mapValues(operations, (operation, method) => {
      const { body, parameters = {}, links } = examples[`${method} ${path}`] ?? {}
      const { parameters: declared, requestBody, responses } = operation
      return {
        ...operation,
        ...(declared && {
          parameters: declared.map((each) => ({
            ...each,
            ...(each.name in parameters && { example: parameters[each.name] }),
          })),
        }),
        ...(requestBody && body !== undefined && { requestBody: withBody(requestBody, body) }),
        ...(links && {
          responses: mapValues(responses, (response, status) =>
            status.startsWith('2') ? { ...response, links: linksOf(links) } : response,
          ),
        }),
      }
    }),
  )
  return { ...document, paths: withExample }
}

function withBody(requestBody: NonNullable<Operation['requestBody']>, example: object) {
  const content = mapValues(requestBody.content, (media, type) =>
    type === 'application/json' ? { ...media, example } : media,
  )
  return { ...requestBody, content }
}

/** Links of OpenAPI to operations by their method and path. */
function linksOf(links: NonNullable<Example['links']>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(links).map(([operation, link]) => {
      const [method, path = ''] = operation.split(' ')
      const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1')
      const name = operation.replace(/\W+/g, '_').replace(/_$/, '')
      return [name, { operationRef: `#/paths/${pointer}/${method}`, ...link }]
    }),
  )
}

function mapValues<Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}

/** Names of the shapes that a part of the document refers to. */
function namesIn(part: unknown): string[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  return [...references].map(([, name]) => name!)
}
