/** Shapes of the wire that are the server's own: those of linking are the library's, those of profiles are in profiles/. */

import * as z from 'zod'
import {
  comprehendRequestSchema,
  comprehendResultSchema,
  LINKED_ONTOLOGIES,
  linkRequestSchema,
  linkResultSchema,
  suggestionSchema,
} from '../medlink.ts'
import { errorBodySchema, STATUS } from './errors.ts'

/** Queries of one batch. */
export const MAX_BATCH = 100

const VERSION = 'must be one of the versions that GET /med-link/registry/ lists'

/** A request to link: over HTTP the version is said. Unknown fields are kept, for the library names them in its answer. */
export const linkBodySchema = linkRequestSchema
  .extend({ version: z.string(VERSION).min(1, VERSION) })
  .loose()

/** A request about a text, with its unknown fields. */
export const comprehendBodySchema = comprehendRequestSchema.loose()

const COUNT = `must be a list of 1 to ${MAX_BATCH}`
/** Items that are described and not checked. */
const several = (item: Readonly<Record<string, unknown>>) =>
  z.array(z.unknown().meta(item), COUNT).min(1, COUNT).max(MAX_BATCH, COUNT).optional()

/** Queries with what else they ask in common, or whole requests. Each is checked by itself: one that is bad fails alone. */
export const batchBodySchema = z
  .looseObject({
    queries: several({ type: 'string', minLength: 1, maxLength: 10_000 }),
    requests: several({ $ref: '#/components/schemas/LinkRequestInput' }),
  })
  .refine(({ queries, requests }) => (queries === undefined) !== (requests === undefined), {
    message: 'must have either queries or requests',
  })

const failedEntrySchema = z.object({
  request_id: z.string(),
  error: errorBodySchema.shape.error.omit({ details: true }),
})

export const batchResultSchema = z.object({
  /** In the order of the queries. */
  results: z.array(z.union([linkResultSchema, failedEntrySchema])),
})

const suggestQuery = {
  prefix: z.string('must be a string'),
  ontology: z.enum(LINKED_ONTOLOGIES, `must be one of ${LINKED_ONTOLOGIES.join(', ')}`),
  version: z.string().min(1).optional(),
  limit: z
    .string()
    .regex(/^[0-9]{1,2}$/, 'must be a whole number from 1 to 50')
    .transform(Number)
    .optional(),
  /** With commas between. */
  semantic_tags: z
    .string()
    .transform((tags) => tags.split(','))
    .optional(),
  billable: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((billable) => billable === 'true')
    .optional(),
  class: z.string().optional(),
  specimen: z.string().optional(),
}

/** Its answer has no place for the names of fields that are ignored: there are none. */
export const suggestQuerySchema = z.strictObject(suggestQuery, {
  error: ({ code }) =>
    code === 'unrecognized_keys'
      ? `the query has a parameter that is not known: it may have ${Object.keys(suggestQuery).join(', ')}`
      : undefined,
})

export const flexsearchParamsSchema = z.object({
  ontology: z.enum(LINKED_ONTOLOGIES, `must be one of ${LINKED_ONTOLOGIES.join(', ')}`),
  version: z.string(),
})

export const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) })

export const registrySchema = z.object({
  ontologies: z.array(
    z.object({
      name: z.enum(LINKED_ONTOLOGIES),
      /** Values for `version` of a request. */
      versions: z.array(z.string()).readonly(),
      details: z
        .array(
          z.object({
            version: z.string(),
            sample: z.boolean(),
            index_name: z.string(),
            /** Null if the version is no date. */
            release_date: z.iso.date().nullable(),
            concepts: z.int(),
            terms: z.int(),
            built_at: z.string(),
            licence: z.string(),
            sources: z
              .array(z.object({ file: z.string(), sha256: z.string(), rows: z.int() }))
              .readonly(),
            /** The FlexSearch index of the version, if it has one: GET /med-link/flexsearch/{ontology}/{version}. */
            flexsearch: z
              .object({ names: z.int(), bytes: z.int(), package_version: z.string() })
              .nullable(),
          }),
        )
        .readonly(),
    }),
  ),
})

const CREDENTIAL = 'must be a string of 1 to 200 characters'
const credential = z.string(CREDENTIAL).min(1, CREDENTIAL).max(200, CREDENTIAL)

export const loginSchema = z.strictObject(
  { client_id: credential, client_secret: credential },
  { error: otherFields },
)

export const refreshSchema = z.strictObject({ refresh_token: credential }, { error: otherFields })

export const tokensSchema = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  refresh_token: z.string(),
  refresh_expires_in: z.int(),
})

export const createdSchema = z.object({
  /** Identifier of the profile. */
  oid: z.string(),
})

export const updatedSchema = z.object({ message: z.string() })

const AADHAAR = 'must be a string of 12 digits, the first of them neither 0 nor 1'

/** Contract 4.7. Whether the last digit is right is the route's to ask, for a setting may turn it off. */
export const aadhaarSchema = z.strictObject(
  { aadhaar_number: z.string(AADHAAR).regex(/^[2-9][0-9]{11}$/, AADHAAR) },
  // zod's own message would repeat what else there is.
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'must not have fields other than aadhaar_number'
        : 'must be an object',
  },
)

export const aadhaarStartedSchema = z.object({
  /** Name of this step in the next step of the registration. */
  txn_id: z.string(),
  /** Where the OTP went, up to the last digits of the mobile number hidden. */
  hint: z.string(),
})

/** For fields that are not known, whose names zod would repeat. */
function otherFields({ code }: { readonly code?: string | undefined }): string | undefined {
  return code === 'unrecognized_keys' ? 'the body has an unknown field' : undefined
}

/** Responses of an operation that may refuse, by status; they all have one shape. */
export function refusals<const Status extends (typeof STATUS)[keyof typeof STATUS]>(
  ...statuses: readonly Status[]
): Record<Status | 400 | 500 | 503, typeof errorBodySchema> {
  const every = [STATUS.invalid_request, ...statuses, STATUS.internal, STATUS.unavailable]
  return Object.fromEntries(every.map((status) => [status, errorBodySchema])) as never
}

export { comprehendResultSchema, linkResultSchema }
