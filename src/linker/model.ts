import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { LINK_BASES, STRICTNESSES } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import type { Feature } from '../ontologies/ontology.ts'

const logisticSchema = z.strictObject({
  intercept: z.number(),
  coefficients: z.record(z.string(), z.number()),
})

/** An intercept and what each calibration input is multiplied by. */
export type Logistic = z.infer<typeof logisticSchema>

const share = z.number().min(0).max(1)

/**
 * The bases that are enough for a yes, and what came of it where a yes was due: the share of yeses that were right, with
 * its 95 % interval, and the share of cases that got one.
 */
const operatingPointSchema = z.strictObject({
  links: z.array(z.enum(LINK_BASES)).min(1),
  precision: share,
  interval: z.tuple([share, share]),
  coverage: share,
})

/**
 * What was fitted for one ontology: the features' weights, the table that turns evidence into a probability, and what
 * a yes may rest on. Lies in data/models/<ontology>.json; scripts/fit-model.ts writes it.
 */
const modelSchema = z.strictObject({
  /** Part of every answer's model_version; another one for every change. */
  id: z.string(),
  date: z.iso.date(),
  fitted_on: z.string(),
  weights: z.record(z.string(), z.number().positive()),
  /** A logistic function for each regime of decide.ts. */
  calibration: z.strictObject({
    title: logisticSchema,
    exact_official: logisticSchema,
    exact_curated: logisticSchema,
    close_official: logisticSchema,
    close_curated: logisticSchema,
    /** Left out where the ontology never objects. */
    rejected: logisticSchema.optional(),
  }),
  /**
   * What a link may rest on: how often a first answer on each basis was wrong among the cases with clean labels, `headers`
   * of these errors being codes above the right one, and the operating points that a request may choose from.
   */
  proofs: z.strictObject({
    date: z.iso.date(),
    counted_on: z.string(),
    counts: z.partialRecord(
      z.enum(LINK_BASES),
      z.strictObject({ cases: z.int().min(0), errors: z.int().min(0), headers: z.int().min(0) }),
    ),
    strictness: z.record(z.enum(STRICTNESSES), operatingPointSchema),
  }),
  /** The least lead in ranking score over the best other concept for `is_linked`. */
  margin: z.number().min(0).max(1),
})

export type Model = z.infer<typeof modelSchema>

/**
 * Reads an ontology's model and checks that it weighs exactly the features given.
 *
 * @throws MedlinkError `data_invalid`
 */
export function readModel(ontology: string, features: readonly Feature<never>[]): Model {
  const file = `models/${ontology}.json`
  const url = new URL(`../../data/${file}`, import.meta.url)
  const parsed = modelSchema.safeParse(JSON.parse(readFileSync(url, 'utf8')))
  if (!parsed.success)
    throw new MedlinkError('data_invalid', `data/${file}: ${parsed.error.message}`)
  const expected = features.map(({ name }) => name).sort()
  const found = Object.keys(parsed.data.weights).sort()
  if (expected.join() !== found.join())
    throw new MedlinkError(
      'data_invalid',
      `data/${file}: found weights for ${found.join(', ')}; expected ${expected.join(', ')}`,
    )
  return parsed.data
}
