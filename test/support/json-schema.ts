import fc from 'fast-check'

/** As much of JSON Schema as an OpenAPI document of ours has. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** What is known of a document beside its schemas. */
export interface Known {
  /** Finds what a reference means. */
  readonly resolve: (reference: string) => JsonSchema
  /** Good values of properties, by name, where the schema alone would hardly come to one. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>
}

/** Longer texts say nothing more of the server, and take longer. */
const MAX_TEXT = 40
const MAX_ITEMS = 3

/** What people send, and what attackers do. */
const texts = fc.oneof(
  {
    arbitrary: fc.constantFrom(...['fever', 'chest pain', 'no cough', 'E11.9', 'asha rao']),
    weight: 12,
  },
  { arbitrary: fc.string({ maxLength: MAX_TEXT, unit: 'grapheme' }), weight: 3 },
  fc.constantFrom(
    ...['', ' ', '\0', '\ud800', '../../etc/passwd', "' OR 1=1 --", '%00', '{{7*7}}'],
  ),
)

/** Values of a schema, and of each a few that are not. */
export function valuesOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, known), weight: 40 }, fc.jsonValue({ maxDepth: 2 }))
}

/** Values of a property: often one that is known to be good. */
export function namedValues(name: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const values = valuesOf(schema, known)
  const examples = known.examples[name]
  if (examples === undefined) return values
  return fc.oneof({ arbitrary: fc.constantFrom(...examples), weight: 8 }, values)
}

function fitting(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { $ref, type, enum: choices, oneOf, anyOf = oneOf, minItems = 0, items = {} } = schema
  if ($ref !== undefined) return valuesOf(known.resolve($ref), known)
  if ('const' in schema) return fc.constant(schema.const)
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((each) => valuesOf(each, known)))
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return fc.array(valuesOf(items, known), { minLength: minItems, maxLength: MAX_ITEMS })
  if (type === 'object') return objectOf(schema, known)
  return fc.jsonValue({ maxDepth: 2 })
}

function textOf({ format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date')
    return fc
      .date({ min: new Date('1700-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.oneof(fc.emailAddress(), texts)
  if (pattern !== undefined && format === undefined)
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), texts)
  return texts
}

function numberOf({ minimum = -5, maximum = 50 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.integer(), fc.double())
}

/** With every required property, most times; with some of the others, or few. */
function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known) {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, namedValues(name, schema, known)]),
  )
  const requiredKeys = [...required]
  const others = Object.keys(values).filter((name) => !required.includes(name))
  const few = fc
    .subarray(others, { maxLength: Math.min(2, others.length) })
    .chain((names) =>
      fc.record(Object.fromEntries([...required, ...names].map((name) => [name, values[name]!]))),
    )
  return fc.oneof(
    { arbitrary: fc.record(values, { requiredKeys }), weight: 5 },
    { arbitrary: few, weight: 5 },
    fc.record(values, { requiredKeys: [] }),
  )
}
