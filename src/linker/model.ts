import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { LINK_BASES, STRICTNESSES } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import type { Feature } from '../ontologies/ontology.ts'

const logisticSchema = z.strictObject({
  intercept: z.number(),
  coefficients: z.record(z.string(), z.number()),
})

/** An intercept and the coefficient of each calibration input. */
export type Logistic = z.infer<typeof logisticSchema>

const share = z.number().min(0).max(1)

/**
 * The bases that are enough for a yes, with their measured precision, its 95 % interval, and the share of cases that got the
 * yes that was due.
 */
const operatingPointSchema = z.strictObject({
  links: z.array(z.enum(LINK_BASES)).min(1),
  precision: share,
  interval: z.tuple([share, share]),
  coverage: share,
})

const misfitSchema = logisticSchema.extend({
  /** Where the rows that it was fitted on come from. */
  fitted_on: z.string(),
  /** A first row with a greater misfit is not shown. */
  max: share,
  /** The same for a row that follows one which is too far off: it must fit better. */
  max_behind: share,
})

/** Probability that a row is far off or absurd, by its inputs; see misfit.ts. */
export type Misfit = z.infer<typeof misfitSchema>

const floorSchema = z.strictObject({
  /** No word but numbers and guesses at misspelt ones is common. */
  no_word: share,
  /** Both have more, and no common word is the heaviest one of either. */
  no_head: share,
  /** Both have more, and a common word is the heaviest one of one of them. */
  one_head: share,
  /** Both have more, and a common word is the heaviest one of both. */
  both_heads: share,
  /** The mention alone has more, and a heavier word. */
  left_head: share,
  /** The name alone has more, and a heavier word. */
  added_head: share,
  /** Probability of a row that is shown whatever its likeness, if a word is common. */
  likely: share,
  /** Probability under which a row is left out if it has no word for a thing in common. */
  no_thing: share,
})

/** The minimum likeness of mention and name, in [0, 1], of a first row that is shown, by what is common; unfitted. */
export type Floor = z.infer<typeof floorSchema>

const doubtSchema = z.strictObject({
  /** It names the place alone, rests on a word in another sense, denies what the mention does not, or leaves a relative out. */
  odd: share,
  /** It and the mention have a part of the body each, or a finding. */
  same_kind: share,
  /** They have another thing each. */
  own_things: share,
})

/** Probabilities under which a row is left out or gives way to a plainer one, by what is wrong with it. */
export type Doubt = z.infer<typeof doubtSchema>

/**
 * The fitted model of one ontology: the features' weights, the calibration of probabilities, and the evidence that is enough
 * for a yes. Stored in data/models/<ontology>.json; scripts/fit-model.ts writes it.
 */
const modelSchema = z
  .strictObject({
    /** Part of every answer's model_version; changes with the model. */
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
      /** Absent if the ontology never objects. */
      rejected: logisticSchema.optional(),
    }),
    /**
     * Evidence for links: errors of the first answers on each basis among the cases with clean labels, of which `headers`
     * are codes above the right one; and the operating points that a request may choose.
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
    /** Minimum lead in ranking score over the best other concept for `is_linked`. */
    margin: z.number().min(0).max(1),
    /** Says which first rows are too far off to be shown; without it, `floor` does. */
    misfit: misfitSchema.optional(),
    floor: floorSchema.optional(),
    /** Absent if no row gives way. */
    doubt: doubtSchema.optional(),
  })
  .refine(({ misfit, floor }) => (misfit === undefined) !== (floor === undefined), {
    error: 'expected either misfit or floor',
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
