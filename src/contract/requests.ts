/** Requests: one zod schema each, from which types follow. Unknown fields are ignored, and named in the answer. */
import * as z from 'zod'
import { MedlinkError } from '../errors.ts'
import { ENTITY_KINDS, type EntityKind } from '../ontologies/contracts.ts'
import {
  COMPREHENDED_ONTOLOGIES,
  type ComprehendedOntology,
  DEFAULT_TEXT_ONTOLOGY,
  FOREIGN_OPTIONS,
  fieldsOf,
  type Hints,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
} from './ontologies.ts'
import { TEXT } from './shapes.ts'

/** The longest query that is answered, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 10_000
/** The longest hint that is read, in UTF-16 units: a name of a test or a drug, not a report. */
export const MAX_HINT_LENGTH = 1000
/** The longest beginning that is completed, in UTF-16 units: some words, not a note. */
const MAX_PREFIX_LENGTH = 1000

const COUNT = 'must be a whole number from 1 to 10'
const LIMIT = 'must be a whole number from 1 to 50'

/** The hints of all vocabularies. */
const HINT_KEYS = Object.values(hintSchemas).flatMap(({ shape }) => Object.keys(shape))

/**
 * Certainty that a yes needs. `high`: nearly always right. `balanced`: more often, and patients' own words count. Each
 * model states the precision of both (data/models).
 */
export const STRICTNESSES = ['high', 'balanced'] as const
export type Strictness = (typeof STRICTNESSES)[number]

/** A request to link one mention. Unknown hints are ignored, too, and named in the answer. */
export const linkRequestSchema = z.object({
  /** Free text of one mention: 1 to 10,000 characters, not only white space. */
  query: z
    .string(TEXT)
    .max(MAX_QUERY_LENGTH, `must not be longer than ${MAX_QUERY_LENGTH} characters`)
    .refine((query) => query.trim() !== '', TEXT),
  ontology: z.enum(LINKED_ONTOLOGIES, `must be one of ${LINKED_ONTOLOGIES.join(', ')}`),
  /** A version that the registry lists; default: the newest installed one. */
  version: z.string(TEXT).min(1, TEXT).optional(),
  /** Number of candidates to return, 1 to 10. */
  top_k: z.int(COUNT).min(1, COUNT).max(10, COUNT).default(5),
  /** Hints, by the vocabulary's own keys, see {@link hintSchemas}; text of up to 1,000 characters, or numbers. */
  metadata: z
    .record(z.string(), z.unknown(), 'must be an object of hints')
    .superRefine(refuseLongHints)
    .optional(),
  request_id: z.string(TEXT).min(1, TEXT).optional(),
  /** `concept`: one result a code. `term`: every matching name its own result. */
  collapse: z.enum(['concept', 'term'], 'must be concept or term').default('concept'),
  ...fieldsOf('options'),
  /** Certainty that a yes needs. */
  strictness: z.enum(STRICTNESSES, 'must be high or balanced').default('high'),
})

function refuseLongHints(
  metadata: Readonly<Record<string, unknown>>,
  { addIssue }: z.RefinementCtx,
): void {
  for (const key of HINT_KEYS) {
    const hint = metadata[key]
    if (typeof hint !== 'string' || hint.length <= MAX_HINT_LENGTH) continue
    const message = `must not be longer than ${MAX_HINT_LENGTH} characters`
    addIssue({ code: 'custom', path: [key], message })
  }
}

type Written = z.input<typeof linkRequestSchema>

/** A request to link one mention against one of these vocabularies, with the hints that they read. */
export interface LinkRequest<O extends LinkedOntology = LinkedOntology>
  extends Omit<Written, 'ontology' | 'metadata'> {
  ontology: O
  metadata?: Hints<O> | undefined
}

/** A link request with defaults filled in. */
export type ParsedLinkRequest = z.output<typeof linkRequestSchema>

/** Facts that a request lets Medlink take for granted. */
export type Assumption = ParsedLinkRequest['assume']

/** Detail of the drugs that a request has linked. */
export type Granularity = ParsedLinkRequest['granularity']

/** Demands of a request on the codes of its answer, besides that they are right. */
export type Demands = Pick<ParsedLinkRequest, 'billable' | 'encounter'>

/** A request to complete the letters typed so far. */
export const suggestRequestSchema = linkRequestSchema
  .pick({ ontology: true, version: true })
  .extend({
    /** The letters typed so far, up to 1,000 characters; an empty prefix finds nothing. */
    prefix: z
      .string('must be a string')
      .max(MAX_PREFIX_LENGTH, `must not be longer than ${MAX_PREFIX_LENGTH} characters`),
    /** Rows at most, 1 to 50. */
    limit: z.int(LIMIT).min(1, LIMIT).max(50, LIMIT).default(10),
    ...fieldsOf('filters'),
  })

const filters = fieldsOf('filters')
/** The filters of a {@link SuggestRequest}. Each belongs to one vocabulary, and is refused by the others. */
export const SUGGEST_FILTERS = Object.keys(filters) as readonly (keyof typeof filters)[]

/** A request for suggestions. */
export type SuggestRequest = z.input<typeof suggestRequestSchema>

/** A request for suggestions with defaults filled in. */
export type ParsedSuggestRequest = z.output<typeof suggestRequestSchema>

const KINDS = ENTITY_KINDS.join(', ')
const FIND = `must be a list of one or more of ${KINDS}`
const KIND = `must be one of ${KINDS}`

/** A request to find the entities of a text and link each. */
export const comprehendRequestSchema = linkRequestSchema
  .pick({ version: true, top_k: true, request_id: true, strictness: true })
  .extend({
    ...fieldsOf('textOptions'),
    /** A note, or a line of one: 1 to 10,000 characters, not only white space. */
    text: linkRequestSchema.shape.query,
    /** The vocabulary of the problems. `version` is one of its versions. */
    ontology: z
      .enum(COMPREHENDED_ONTOLOGIES, `must be one of ${COMPREHENDED_ONTOLOGIES.join(', ')}`)
      .default(DEFAULT_TEXT_ONTOLOGY),
    /** Kinds of entities to find, at least one; default: all whose index is installed. */
    find: z.array(z.enum(ENTITY_KINDS, KIND), FIND).min(1, FIND).optional(),
  })

/** A request to find entities of these kinds in a text. */
export interface ComprehendRequest<
  O extends ComprehendedOntology = ComprehendedOntology,
  Kind extends EntityKind = EntityKind,
> extends Omit<z.input<typeof comprehendRequestSchema>, 'ontology' | 'find'> {
  ontology?: O | undefined
  find?: readonly Kind[] | undefined
}

/** A request about a text with defaults filled in. */
export type ParsedComprehendRequest = z.output<typeof comprehendRequestSchema>

/**
 * Checks a request and fills in defaults.
 *
 * @param schema {@link linkRequestSchema}, {@link suggestRequestSchema}, {@link comprehendRequestSchema} or one made of them
 * @param whole the request's name in the message if it is no object at all
 * @throws MedlinkError `invalid_request` or `unknown_ontology`; repeats nothing of the request
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  whole = 'a request',
): z.output<Schema> {
  const parsed = schema.safeParse(request)
  if (parsed.success) return parsed.data
  const ontology = isRecord(request) ? request.ontology : undefined
  if (typeof ontology === 'string' && !isLinkedOntology(ontology)) throw unknownOntology()
  throw new MedlinkError('invalid_request', describeIssues(parsed.error, whole))
}

/** True for an object of fields: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLinkedOntology(name: unknown): name is LinkedOntology {
  return LINKED_ONTOLOGIES.some((each) => each === name)
}

/** `unknown_ontology`, with the known ones. The name asked for may be a patient's text, and is not repeated. */
export function unknownOntology(): MedlinkError {
  return new MedlinkError(
    'unknown_ontology',
    `this version of Medlink has no such ontology: it has ${LINKED_ONTOLOGIES.join(', ')}`,
  )
}

/**
 * Objections of a schema to a value, in the schema's words: "top_k must be a whole number from 1 to 10".
 *
 * @param whole the value's name in the message if it is no object at all, or has an unknown field
 */
export function describeIssues({ issues }: z.ZodError, whole: string): string {
  return issues
    .map(({ path, message, code }) => {
      if (path.length > 0) return `${path.join('.')} ${message}`
      return `${whole} ${code === 'unrecognized_keys' ? message : 'must be an object'}`
    })
    .join('; ')
}

/**
 * Fields of a request that its schema does not have, and options that mean nothing to its vocabulary and ask for something:
 * they are ignored, and named in the answer.
 */
export function ignoredFields(schema: z.ZodObject, request: unknown): readonly string[] {
  if (!isRecord(request)) return []
  const { ontology = DEFAULT_TEXT_ONTOLOGY } = request
  const foreign = isLinkedOntology(ontology) ? FOREIGN_OPTIONS[ontology] : undefined
  return Object.keys(request).filter((key) => {
    if (!Object.hasOwn(schema.shape, key)) return true
    if (request[key] === undefined || foreign?.has(key) !== true) return false
    const { data: unsaid } = fieldOf(schema.shape, key).safeParse(undefined)
    return request[key] !== unsaid
  })
}

function fieldOf(shape: z.ZodRawShape, key: string): z.ZodType {
  return shape[key] as z.ZodType
}

/** An answer with the fields of its request that were ignored, if there are any. */
export function withIgnored<Answer extends object>(
  answer: Answer,
  ignored: readonly string[],
): Answer {
  return ignored.length === 0 ? answer : { ...answer, ignored_fields: ignored }
}

/** The hints of a request. */
export interface ReadHints {
  /** Hints that the vocabulary reads, as text. */
  readonly hints: Readonly<Record<string, string>>
  /** Keys that mean nothing to it or whose value says nothing: `age: 'forty'`. */
  readonly ignored: readonly string[]
}

/** Reads the hints of a request. */
export function readHints(
  ontology: LinkedOntology,
  metadata: Readonly<Record<string, unknown>> = {},
): ReadHints {
  const { shape } = hintSchemas[ontology]
  const hints: Record<string, string> = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null || value === undefined) continue
    const isText =
      typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    const isUsable =
      isText && Object.hasOwn(shape, key) && fieldOf(shape, key).safeParse(value).success
    if (isUsable) hints[key] = String(value)
    else ignored.push(key)
  }
  return { hints, ignored }
}
