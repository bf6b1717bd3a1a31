/** Arguments and answers of the tools. They are made of the library's own schemas. */
import * as z from 'zod'
import { PASSED_OVER_REASONS, suggestRequestSchema, WORD_ACCOUNTS } from '../internal.ts'
import {
  comprehendRequestSchema,
  comprehendResultSchema,
  LINKED_ONTOLOGIES,
  linkRequestSchema,
  linkResultSchema,
  suggestionSchema,
} from '../medlink.ts'
import { FIELDS } from './words.ts'

/** Mentions or codes of one call. */
export const MAX_ITEMS = 50
/** Candidates of an answer by default: as many as a person reads in a chat. */
export const DEFAULT_TOP_K = 3

const MENTIONS = `must be a list of 1 to ${MAX_ITEMS} mentions`
const CODES = `must be a list of 1 to ${MAX_ITEMS} codes`
const CODE = 'must be a code'

/** Object of arguments, each with its description. It refuses any other field. */
function takes<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape)
  const described = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      (field as z.ZodType).describe(FIELDS[name] ?? ''),
    ]),
  ) as unknown as Shape
  return z.strictObject(described, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `has a field that is not known: the fields are ${names.join(', ') || 'none'}`
        : 'must be an object',
  })
}

const { query, metadata, request_id, ontology, version, top_k, ...options } =
  linkRequestSchema.shape
const few = top_k.removeDefault().default(DEFAULT_TOP_K)
const codes = z.array(z.string(CODE).min(1, CODE), CODES).min(1, CODES).max(MAX_ITEMS, CODES)

/** One mention with its hints. */
export const mentionSchema = takes({ query, metadata, request_id })

const { $schema: _, ...mentionAsJson } = z.toJSONSchema(mentionSchema, { io: 'input' })

export const linkInput = takes({
  ontology,
  version,
  /** Described here, and checked one by one: a bad mention fails alone. */
  mentions: z
    .array(z.unknown().meta(mentionAsJson as z.GlobalMeta), MENTIONS)
    .min(1, MENTIONS)
    .max(MAX_ITEMS, MENTIONS),
  ...options,
  top_k: few,
})

export const explainInput = takes({ ontology, version, query, metadata, ...options, top_k: few })

export const comprehendInput = takes({
  ...comprehendRequestSchema.omit({ request_id: true }).shape,
  top_k: few,
})

export const conceptInput = takes({ ontology, version, codes, check: mentionSchema.optional() })

export const suggestInput = takes(suggestRequestSchema.shape)

export const mapInput = takes({
  ontology,
  version,
  codes,
  under: z.string(CODE).min(1, CODE).optional(),
})

export const listInput = takes({})

/** An installed release. */
const release = z.strictObject({
  ontology: z.enum(LINKED_ONTOLOGIES),
  version: z.string(),
  index_name: z.string(),
  /** YYYY-MM-DD; null if the version is no date. */
  release_date: z.string().nullable(),
  /** True for the starter. */
  sample: z.boolean(),
})

/** Remarks for the reader of the answer. */
const notes = z.array(z.string()).optional()

/** Parts of every answer of one installed release. */
const answered = { release, notes }

/** A refused item of several. */
const failure = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), next: z.string() }),
})

/** Answer about one mention in words. */
const inWords = {
  answer: z.string(),
  is_linked: z.boolean(),
  /** The question whose answer a yes needs. */
  needed: z.string().optional(),
}
/** The library's answer about one mention, and the same in words. */
const linked = { ...inWords, result: linkResultSchema }

export const linkOutput = z.strictObject({
  ...answered,
  /** In the order of the mentions. */
  answers: z.array(z.union([z.strictObject(linked), failure])),
})

const share = z.number().min(0).max(1)

export const explainOutput = z.strictObject({
  ...answered,
  ...linked,
  /** In the order of the result's rows. */
  explanations: z.array(
    z.strictObject({
      term_id: z.string(),
      ranking_score: z.number(),
      parts: z.array(z.strictObject({ feature: z.string(), value: z.number(), share })),
      readings: z.array(
        z.strictObject({
          text: z.string(),
          read_as: z.string(),
          weight: z.number(),
          because: z.string(),
        }),
      ),
      account: z
        .array(
          z.strictObject({
            word: z.string(),
            by: z.enum(WORD_ACCOUNTS),
            of: z.string().optional(),
          }),
        )
        .optional(),
      added: z.array(z.string()).optional(),
      note: z.string().optional(),
      account_of: z.string().optional(),
    }),
  ),
  passed_over: z
    .array(
      z.strictObject({
        term_id: z.string(),
        term_name: z.string(),
        because: z.enum(PASSED_OVER_REASONS),
        misfit: share.optional(),
      }),
    )
    .optional(),
  /** For drugs: the interpretation of each stretch of the text, by UTF-16 offsets. */
  parse: z
    .array(
      z.strictObject({
        kind: z.string(),
        begin: z.int(),
        end: z.int(),
        value: z.string(),
      }),
    )
    .optional(),
})

export const comprehendOutput = z.strictObject({
  /** The releases of the kinds that were looked for. */
  releases: z.array(release),
  notes,
  /** One for each entity of the result. */
  answers: z.array(z.string()),
  result: comprehendResultSchema,
})

const brief = { code: z.string(), name: z.string() }
const replacements = z.array(
  z.strictObject({
    ...brief,
    relation: z.string(),
    /** True if both mean the same. */
    exact: z.boolean(),
  }),
)

/** Verdicts on a code for a text. `unproven`: the text is linked to no code. */
export const VERDICTS = ['yes', 'no', 'unproven'] as const

const concept = z.strictObject({
  answer: z.string(),
  ...brief,
  active: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  parents: z.array(z.strictObject(brief)),
  children: z.int(),
  replacements,
  is_right: z.enum(VERDICTS).optional(),
})

export const conceptOutput = z.strictObject({
  ...answered,
  /** The link of the text to be checked. */
  check: z.strictObject(inWords).optional(),
  /** In the order of the codes. */
  concepts: z.array(z.union([concept, failure])),
})

export const suggestOutput = z.strictObject({
  ...answered,
  suggestions: z.array(suggestionSchema),
})

const mapped = z.strictObject({
  answer: z.string(),
  ...brief,
  active: z.boolean(),
  is_under: z.boolean().optional(),
  /** Counterparts in other code systems, each with the rule by which it holds. */
  maps: z.array(z.strictObject({ system: z.string(), target: z.string(), rule: z.string() })),
  replacements,
})

export const mapOutput = z.strictObject({
  ...answered,
  /** In the order of the codes. */
  concepts: z.array(z.union([mapped, failure])),
})

export const listOutput = z.strictObject({
  /** Version of Medlink. */
  medlink: z.string(),
  notes,
  ontologies: z.array(
    z.strictObject({
      name: z.enum(LINKED_ONTOLOGIES),
      /** Hints that the vocabulary reads. */
      hints: z.array(z.string()),
      /** Values that `version` of a request may have. */
      versions: z.array(z.string()),
      details: z.array(
        z.strictObject({
          version: z.string(),
          sample: z.boolean(),
          index_name: z.string(),
          release_date: z.string().nullable(),
          concepts: z.int(),
          terms: z.int(),
          built_at: z.string(),
          licence: z.string(),
        }),
      ),
      unreadable: z.array(
        z.strictObject({ version: z.string().nullable(), code: z.string(), message: z.string() }),
      ),
    }),
  ),
})
