/**
 * How often prescriptions are taken apart rightly: of cases that say what a line says, each field of the answer's
 * query_breakdown; of cases that say the ingredients alone, those of the first answer.
 *
 *   tsx bench/prescriptions.ts --dir D [--version V] [--evals DIR] [--misses] [--json]
 *
 *   --dir      root of the indexes
 *   --version  of medication; the newest installed one when left out
 *   --evals    the folder with the sets clinic-medication and mimic-omop-oov; ../shared/evals when left out
 *   --misses   prints each field that is not right; never commit it
 *   --json     prints only the last line
 *   --help     prints this
 *
 * Ingredients are compared as sets, by their canonical names without salts; strengths in any order, converted; forms by
 * their group (a syrup is an oral liquid); frequency and duration letter for letter, but for case, dots and spaces. A
 * field counts where the case says something of it; of the ingredients alone, all cases and those with an answer. The last
 * line is JSON.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { printHelp, requireOption } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import type { LinkResult } from '../src/contract.ts'
import { openMedlink } from '../src/medlink.ts'
import { IngredientNames, PLUS } from '../src/ontologies/medication/ingredients.ts'
import { matchForm } from '../src/ontologies/medication/linking/forms.ts'
import { isSameSet } from '../src/ontologies/medication/linking/understand.ts'
import { isSameStrength, readStrength } from '../src/ontologies/medication/strengths.ts'
import { nameKey } from '../src/ontologies/medication/words.ts'

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
  gold_ingredients: z.array(z.string()).optional(),
})
type Line = z.infer<typeof lineSchema>

const FIELDS = ['ingredients', 'strengths', 'form', 'frequency', 'duration'] as const
type Field = (typeof FIELDS)[number]

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string' },
    version: { type: 'string' },
    evals: { type: 'string', default: new URL('../../shared/evals', import.meta.url).pathname },
    misses: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const medlink = openMedlink({ dir: requireOption(options.dir, 'dir') })
const names = new IngredientNames()

function readLines(set: string): Line[] {
  return readFileSync(join(options.evals, `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))
}

function answer({ request }: Line): LinkResult<'medication'> {
  const { version } = options
  return medlink.link({ ...request, ...(version !== undefined && { version }) })
}

/** Ingredients without their salts, also of those that Medlink tells apart by them. */
function canonical(ingredients: readonly string[]): string[] {
  return ingredients.flatMap((name) => names.read(name).bases).map(withoutSalts)
}

function withoutSalts(name: string): string {
  const words = nameKey(name).split(' ')
  const own = words.filter((word) => !names.salts.has(word))
  return (own.length > 0 ? own : words).join(' ')
}

function isRight(
  field: Field,
  parse: NonNullable<Line['parse']>,
  result: LinkResult<'medication'>,
) {
  const found = result.query_breakdown!
  switch (field) {
    case 'ingredients':
      return isSameSet(
        canonical(parse.ingredients),
        canonical((found.generic_name ?? '').split(PLUS)),
      )
    case 'strengths':
      return areSameStrengths(parse.strengths, found.strengths)
    case 'form':
      return matchForm(parse.form ?? '', found.form ?? '') === 'same'
    default:
      return plain(parse[field]) === plain(found[field])
  }
}

function areSameStrengths(wanted: readonly string[], found: readonly string[]): boolean {
  const left = found.flatMap((strength) => readStrength(strength) ?? [])
  for (const text of wanted) {
    const strength = readStrength(text)
    const at = left.findIndex((other) => strength !== undefined && isSameStrength(strength, other))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
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
for (const line of readLines('clinic-medication')) {
  const result = answer(line)
  for (const field of FIELDS) {
    if (line.parse === undefined || !saysOf(field, line.parse)) continue
    counts[field].said++
    if (isRight(field, line.parse, result)) counts[field].right++
    else if (options.misses)
      console.log(
        `${line.id}\t${field}\t${line.request.query}\t${JSON.stringify(line.parse[field])}\t${JSON.stringify(field === 'ingredients' ? result.query_breakdown!.generic_name : result.query_breakdown![field])}`,
      )
  }
}
const oov = { said: 0, right: 0 }
const given = { said: 0, right: 0 }
for (const line of readLines('mimic-omop-oov')) {
  const [first] = answer(line).results
  const found = canonical((first?.metadata.generic_name ?? '').split(PLUS))
  const isRight = isSameSet(canonical(line.gold_ingredients ?? []), found)
  for (const count of first === undefined ? [oov] : [oov, given]) {
    count.said++
    if (isRight) count.right++
  }
  if (!isRight && options.misses)
    console.log(`${line.id}\tfirst\t${line.request.query}\t${line.gold_ingredients}\t${found}`)
}
medlink.close()

const rows = [
  ...Object.entries(counts),
  ['mimic-omop-oov', oov] as const,
  ['mimic-omop-oov, answered', given] as const,
]
const rates = Object.fromEntries(rows.map(([name, { said, right }]) => [name, right / said]))
if (!options.json)
  console.log(
    formatTable(
      ['', 'said', 'right', 'share'],
      rows.map(([name, { said, right }]) => [name, said, right, (right / said).toFixed(3)]),
    ),
  )
console.log(JSON.stringify(rates))
