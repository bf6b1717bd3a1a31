/** Parts of the wire's shapes that vocabularies compose: fields, rows, results, reasons. No vocabulary is named here. */
import * as z from 'zod'

/** Message of a field that must be text. */
export const TEXT = 'must be a non-empty string'

/** A hint of a request: text or a number, as it is printed. */
export const hint = z.union([z.string(), z.number()]).optional()
export const text = z.string().nullable()
export const flag = z.boolean().nullable()
/** A number in [0, 1]. */
export const share = z.number().min(0).max(1)

/** Parts of a mention that lists several conditions, to be linked one by one. */
export const conditions = z.array(z.string()).optional()
/** One meaning of an abbreviation, with its code; null if no code is certain. */
export const meaning = z.strictObject({
  text: z.string(),
  term_id: z.string().nullable(),
  term_name: z.string().nullable(),
})
export type Meaning = z.infer<typeof meaning>
export const meanings = z.array(meaning).optional()
/** Words of a text that may say that a condition is not present, for `context_unclear`. */
export const unclear = z.array(z.string()).optional()

/**
 * Evidence for the first result of an answer, the strongest first. The text is a `code`, a `site_name` (a name that the
 * site gave the code), an `official_name` or a `curated_name`, word for word. Or it has the `same_words` in another order
 * or form. Or words were read as a `synonym` or an `abbreviation`, corrected in their `spelling`, or taken as patients mean
 * them (`lay`). Or words were left out that say nothing about the condition (`spared_words`). Or words of the text or the
 * name are left over (`partial`).
 */
export const LINK_BASES = [
  'code',
  'site_name',
  'official_name',
  'curated_name',
  'same_words',
  'synonym',
  'abbreviation',
  'spelling',
  'lay',
  'spared_words',
  'partial',
] as const
export type LinkBasis = (typeof LINK_BASES)[number]

/**
 * Reasons of every vocabulary. `linked`; `not_first`: another candidate is likelier; `below_threshold`: not likely enough;
 * `ambiguous`: another code fits as well; `truncated`: the text asked for too much work, and another code might fit;
 * `retired`: the code is out of use and nothing replaces it.
 */
export const COMMON_REASONS = [
  'linked',
  'not_first',
  'below_threshold',
  'ambiguous',
  'truncated',
  'retired',
] as const

/**
 * Reasons for an answer without results. `no_mention`: the text names nothing; `nothing_alike`: no code has a name that is
 * enough like it; `truncated`: the text asked for too much work before one was found.
 */
export const EMPTY_REASONS = ['no_mention', 'nothing_alike', 'truncated'] as const
export type EmptyReason = (typeof EMPTY_REASONS)[number]

/** A row's metadata: fields of the vocabulary, and those that all vocabularies have. */
export function metadataWith<const Reason extends string, Shape extends z.ZodRawShape>(
  rejections: readonly Reason[],
  shape: Shape,
) {
  const reasons: readonly ((typeof COMMON_REASONS)[number] | Reason)[] = [
    ...COMMON_REASONS,
    ...rejections,
  ]
  return z.strictObject({
    ...shape,
    /** The code's official name. */
    preferred_name: z.string(),
    link_reason: z.enum(reasons),
    /** Evidence for the first result; absent from the others. */
    link_basis: z.enum(LINK_BASES).optional(),
    /** The question whose answer would settle the first row: "which specimen?". */
    needed: z.string().optional(),
    /**
     * Present if the text asked for more work than a link does, counted in steps: words were not read or names not looked
     * at, and nothing is linked.
     */
    truncated: z.literal(true).optional(),
  })
}

/** One candidate. */
export function rowWith<Metadata extends z.ZodType>(metadata: Metadata) {
  return z.strictObject({
    term_id: z.string(),
    /** The name that matched. */
    term_name: z.string(),
    /** Probability in [0, 1] that the code is right; null if the vocabulary has none. */
    score: share.nullable(),
    is_linked: z.boolean(),
    metadata,
  })
}

/** A link result. */
export function resultWith<
  const Name extends string,
  Metadata extends z.ZodType,
  Breakdown extends z.ZodType,
>(name: Name, metadata: Metadata, breakdown: Breakdown) {
  return z.strictObject({
    request_id: z.string(),
    query: z.string(),
    query_breakdown: breakdown,
    ontology: z.literal(name),
    version: z.string(),
    index_name: z.string(),
    model_version: z.string(),
    /** Keys of the request's metadata that mean nothing to the vocabulary, or whose value says nothing; absent if there are none. */
    ignored_hints: z.array(z.string()).optional(),
    /** Fields of the request that Medlink does not have, e.g. misspelt ones, or the vocabulary; absent if there are none. */
    ignored_fields: z.array(z.string()).optional(),
    /** Best first, at most one of them linked; with `granularity: 'ingredient'` each ingredient of a combination. */
    results: z.array(rowWith(metadata)),
    /** Reason why there are no results; absent if there are some. */
    empty_because: z.enum(EMPTY_REASONS).optional(),
  })
}

/** One vocabulary's part of the contract. */
export interface OntologyContract {
  readonly name: string
  /** Hints that it reads. */
  readonly hints: z.ZodObject
  /** Fields of link requests that mean something to it alone. */
  readonly options: z.ZodRawShape
  /** Such fields of requests about a text. */
  readonly textOptions: z.ZodRawShape
  /** Filters of suggestions: optional fields of the request, which other vocabularies refuse. */
  readonly filters: z.ZodRawShape
  /** Optional fields of its suggestions. */
  readonly suggestion: z.ZodRawShape
  /** Reasons of its own not to link a candidate, however likely it is. */
  readonly rejections: readonly string[]
  readonly result: z.ZodObject
  /** Answer about a text; absent if texts are not linked to it. */
  readonly comprehension?: z.ZodObject
  /** A problem of a text, among entities of other kinds; present next to `comprehension`. */
  readonly problem?: z.ZodObject
  /** Entities of texts whose candidates are its codes, by their kind. */
  readonly kinds?: Readonly<Record<string, z.ZodObject>>
  /** True for the vocabulary of requests about a text that name none. */
  readonly isTextDefault?: true
}
