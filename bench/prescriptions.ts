/**
 * Measures how often prescriptions are taken apart rightly: of cases that say what a line says, each field of the answer's
 * query_breakdown, and whether a yes is the product that it says; of cases that say the ingredients alone, those of the
 * first answer.
 *
 *   tsx bench/prescriptions.ts [--dir D] [--version V] [--evals DIR] [--misses] [--floors]
 *
 *   --evals    the folder with the sets clinic-medication, mimic-omop-oov, eicu-drug-lines and amstel-drugs; ../shared/evals when left out
 *   --misses   prints each field that is not right; never commit it
 *   --floors   fails if a yes is coarse or wrong, or another figure is below its floor
 *
 * Ingredients are compared as sets, by their canonical names without salts; strengths in any order, converted; forms by
 * their group (a syrup is an oral liquid); frequency and duration letter for letter, but for case, dots and spaces. A
 * field counts where the case says something of it. A yes is `exact` by gold, or where its ingredients, strengths and form
 * are those of the line, `coarse` without a strength or form that the line has, or `wrong`. Of the ingredients alone,
 * `another` counts first answers that share none with gold; `ingredients_linked` and `ingredients_right` what is linked with
 * `granularity: 'ingredient'`.
 */
import { join } from 'node:path'
import * as z from 'zod'
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import type { Granularity, LinkResult } from '../src/contract.ts'
import { openMedlink } from '../src/medlink.ts'
import { IngredientNames, PLUS } from '../src/ontologies/medication/ingredients.ts'
import { matchForm } from '../src/ontologies/medication/linking/forms.ts'
import { isSameSet } from '../src/ontologies/medication/words.ts'
import { holdFloors } from './floors.ts'
import { DEFAULT_FOLDERS, FULL_INDEXES } from './options.ts'
import {
  areSameStrengths,
  canonical,
  ingredientsOf,
  judgeIngredients,
  scoreLinked,
} from './prescriptions/scores.ts'
import { readJsonLines } from './tables.ts'

const said = z.string().nullable()
const lineSchema = z.object({
  id: z.string(),
  request: z.object({
    query: z.string(),
    ontology: z.literal('medication'),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
  parse: z
    .object({
      ingredients: z.array(z.string()),
      strengths: z.array(z.string()),
      form: said,
      frequency: said,
      duration: said,
    })
    .optional(),
  gold: z.array(z.string()).optional(),
  accept: z.array(z.string()).optional(),
  link: z.boolean().optional(),
  gold_ingredients: z.array(z.string()).optional(),
})
type Line = z.infer<typeof lineSchema>

const FIELDS = ['ingredients', 'strengths', 'form', 'frequency', 'duration'] as const
type Field = (typeof FIELDS)[number]

const options = readOptions(import.meta.url, {
  ...{ dir: FULL_INDEXES, version: OPTIONAL, evals: DEFAULT_FOLDERS.evals },
  ...{ misses: false, floors: false },
})
const medlink = openMedlink({ dir: options.dir })
const names = new IngredientNames()

/** Prints what is not right, where it is asked for. */
function miss(...cells: readonly unknown[]): void {
  if (options.misses) console.log(cells.join('\t'))
}

function readLines(set: string): Line[] {
  const lines = readJsonLines(join(options.evals, `${set}.jsonl`))
  return lines.map((line) => lineSchema.parse(line))
}

type Result = LinkResult<'medication'>

function answer({ request }: Line, granularity: Granularity = 'product'): Result {
  const { version } = options
  return medlink.link({ ...request, granularity, ...(version !== undefined && { version }) })
}

function isRight(field: Field, parse: NonNullable<Line['parse']>, result: Result) {
  const found = result.query_breakdown!
  switch (field) {
    case 'ingredients':
      return isSameSet(
        canonical(parse.ingredients, names),
        canonical((found.generic_name ?? '').split(PLUS), names),
      )
    case 'strengths':
      return areSameStrengths(parse.strengths, found.strengths)
    case 'form':
      return matchForm(parse.form ?? '', found.form ?? '') === 'same'
    default:
      return plain(parse[field]) === plain(found[field])
  }
}

function plain(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
}

function saysOf(field: Field, parse: NonNullable<Line['parse']>): boolean {
  const value = parse[field]
  return value !== null && value.length > 0
}

const counts = Object.fromEntries(FIELDS.map((field) => [field, { said: 0, right: 0 }])) as Record<
  Field,
  { said: number; right: number }
>
const yes = { due: 0, linked: 0, exact: 0, coarse: 0, wrong: 0, undue: 0, refused: 0 }
for (const line of readLines('clinic-medication')) {
  const result = answer(line)
  countYes(line, result)
  for (const field of FIELDS) {
    if (line.parse === undefined || !saysOf(field, line.parse)) continue
    counts[field].said++
    const found = result.query_breakdown![field === 'ingredients' ? 'generic_name' : field]
    const [said, answered] = [line.parse[field], found].map((value) => JSON.stringify(value))
    if (isRight(field, line.parse, result)) counts[field].right++
    else miss(line.id, field, line.request.query, said, answered)
  }
}

/** Yeses that are due, and those that are not; `linked` counts the due ones of products that the index has by gold. */
function countYes({ id, request, parse, gold = [], accept = [], link }: Line, result: Result) {
  const [first] = result.results
  const isInstalled = link === true && gold.length > 0
  if (isInstalled) yes.due++
  if (link === false) yes.undue++
  if (link === false && !first?.is_linked) yes.refused++
  const isMiss = first?.is_linked !== true
  const score = isMiss ? 'refused' : scoreLinked(first, parse!, [...gold, ...accept], names)
  if (!isMiss && isInstalled) yes.linked++
  if (score !== 'refused') yes[score]++
  if (score === 'exact' || (isMiss && !isInstalled)) return
  const answered = `${first?.term_id} ${first?.term_name}`
  miss(id, score, request.query, gold, answered, reasonOf(first))
}

function reasonOf(row: Result['results'][number] | undefined): string | null | undefined {
  return row?.metadata.matching_breakdown?.uncoded_reason
}

const ingredientScores = Object.fromEntries(
  ['mimic-omop-oov', 'eicu-drug-lines', 'amstel-drugs'].map((set) => {
    const score = {
      ...{ n: 0, answered: 0, right: 0, another: 0, linked: 0, linked_right: 0 },
      ...{ ingredients_linked: 0, ingredients_right: 0 },
    }
    for (const line of readLines(set)) {
      const { id, request, gold_ingredients: gold = [] } = line
      const [first] = answer(line).results
      const verdict = judgeIngredients(first, gold, names)
      const isLinked = first?.is_linked === true
      score.n++
      score.answered += Number(verdict !== 'unanswered')
      score.right += Number(verdict === 'right')
      score.another += Number(verdict === 'another')
      score.linked += Number(isLinked)
      score.linked_right += Number(isLinked && verdict === 'right')
      const linked = answer(line, 'ingredient').results.filter(({ is_linked }) => is_linked)
      const own = linked.flatMap((row) => ingredientsOf(row, names))
      const isRight = isSameSet(canonical(gold, names), own)
      score.ingredients_linked += Number(linked.length > 0)
      score.ingredients_right += Number(linked.length > 0 && isRight)
      if (linked.length > 0 && !isRight) miss(id, 'by ingredient', request.query, gold, own)
      if (verdict === 'right' && isLinked) continue
      const what = verdict === 'right' ? 'refused' : verdict
      miss(id, what, request.query, gold, first?.term_name, reasonOf(first))
    }
    return [set, score]
  }),
)
medlink.close()

const shares = Object.entries(counts).map(([field, { said, right }]) => ({
  ...{ field, said, right, share: right / said },
}))
const scores = Object.entries(ingredientScores).map(([set, score]) => ({ set, ...score }))
console.log([shares, [yes], scores].map(formatRows).join('\n\n'))
if (options.floors) {
  const { exact, coarse, wrong, linked, due, refused, undue } = yes
  const { ingredients } = counts
  const drugs = ingredientScores['eicu-drug-lines']!
  // Floors are measured shares less two or three hundredths.
  holdFloors('prescriptions/floors.json', {
    'exact products of yeses': exact / (exact + coarse + wrong),
    'yeses that are due': linked / due,
    'refusals that are due': refused / undue,
    ingredients: ingredients.right / ingredients.said,
    'eicu-drug-lines linked': drugs.linked / drugs.n,
    'eicu-drug-lines first ingredients': drugs.right / drugs.n,
  })
}
