/**
 * Fits an ontology's model: the features' weights and the calibration. What a yes may rest on is counted, not fitted, and
 * kept.
 *
 *   tsx scripts/fit-model.ts --ontology icd-10-cm --set <cases.jsonl>=<index dir> [--set …]
 *                            [--titles <index dir>] [--out <file>] [--least <feature>=<weight>] [--one-regime]
 *                            [--cross-validate]
 *
 * Weights maximize the likelihood of a right code under a softmax over the codes in the running, each by its best name (a
 * case with several right codes counts their sum), each set with the same total weight. Official titles, as they are and with one random
 * edit, are cases too, so that no fit forgets them. Calibration is a logistic regression over the first answers. --least
 * keeps a weight, of ten in all, for a feature that the sets have no cases of. --one-regime fits one calibration for all
 * regimes: for sets too small for one each. --cross-validate prints what five-fold cross-validation gives: what to expect of cases not seen.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type LinkRequest, linkRequestSchema } from '../src/contract.ts'
import { indexPath, installedVersions } from '../src/index/registry.ts'
import { createAnalyzer } from '../src/language/analyze.ts'
import { parseCase } from '../src/library/evaluate.ts'
import { calibrationInputs, type Regime, regimeOf } from '../src/linker/decide.ts'
import { type Model, readModel } from '../src/linker/model.ts'
import { type OpenLinker, openLinker } from '../src/linker/open.ts'
import type { Linker, RankedName } from '../src/linker/pipeline.ts'
import { nameFeatures } from '../src/linker/rank.ts'
import { requireNamedOntology } from '../src/ontologies/all.ts'
import { fitLogistic, minimize, round } from './support/fit.ts'
import { randomEdit, seededRandom } from './support/random.ts'

const CANDIDATES = 100
const FOLDS = 5
const STEPS = 200
const TITLE_CASES = 2500
const TITLE_IMPORTANCE = 0.5

interface Candidate extends RankedName {
  /** By feature; NaN where it does not apply to the case. */
  readonly values: Float64Array
  readonly hasOfficialSynonyms: boolean
}
interface CaseSet {
  readonly file: string
  readonly dir: string
  readonly isTitles?: boolean
}
interface Case {
  readonly set: CaseSet
  readonly gold: ReadonlySet<string>
  readonly candidates: readonly Candidate[]
}

const { values: options } = parseArgs({
  options: {
    ontology: { type: 'string', default: 'icd-10-cm' },
    set: { type: 'string', multiple: true, default: [] },
    titles: { type: 'string' },
    out: { type: 'string' },
    least: { type: 'string', multiple: true, default: [] },
    'one-regime': { type: 'boolean', default: false },
    'cross-validate': { type: 'boolean', default: false },
  },
})
const ontology = requireNamedOntology(options.ontology)
const analyzer = createAnalyzer()
const features = [...nameFeatures, ...ontology.features].map(({ name }) => name)

const cases: Case[] = []
for (const set of options.set.map(parseSet)) {
  const requests = readFileSync(set.file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => parseCase(line, i + 1))
  const opened = open(set.dir)
  for (const { request, gold = [], accept = [] } of requests)
    if (gold.length > 0) cases.push(makeCase(opened, set, request, new Set([...gold, ...accept])))
}
if (options.titles !== undefined) cases.push(...titleCases(options.titles))
console.log(`${cases.length} cases, features ${features.join(' ')}`)

if (options['cross-validate']) report('cross-validated', crossValidate())

const weights = keepLeast(fitWeights(cases))
const judged = cases.map((one) => ({ one, ranked: rank(one, weights) }))
report('all', judged)
const calibration = fitCalibration(judged.filter(({ one }) => !one.set.isTitles))

// Counted and listed by hand, see data/README.md.
const { proofs, margin, misfit, floor, doubt } = readModel(ontology.name, [
  ...nameFeatures,
  ...ontology.features,
])
const total = weights.reduce((sum, weight) => sum + weight, 0)
const date = new Date().toISOString().slice(0, 10)
const model: Model = {
  id: `${options.ontology}-${date.replaceAll('-', '')}`,
  date,
  fitted_on: [...new Set(cases.map(({ set }) => basename(set.file)))].join(', '),
  weights: Object.fromEntries(
    features.map((name, i) => [name, Math.max(0.001, round((10 * weights[i]!) / total))]),
  ),
  calibration,
  proofs,
  margin,
  ...(misfit && { misfit }),
  ...(floor && { floor }),
  ...(doubt && { doubt }),
}
console.log(JSON.stringify(model, null, 2))
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(model, null, 2)}\n`)

/** "cases.jsonl=dir" */
function parseSet(text: string): CaseSet {
  const [, file = '', dir = ''] = /^(.*?)=(.*)$/.exec(text) ?? []
  return { file, dir }
}

/** No weight below what --least says, of a sum of ten. */
function keepLeast(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const least = new Map(options.least.map((text) => text.split('=') as [string, string]))
  return features.map((name, i) =>
    Math.max((10 * weights[i]!) / total, Number(least.get(name) ?? 0)),
  )
}

/** Every case ranked by weights fitted without its fold. */
function crossValidate(): Judged[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitWeights(cases.filter((_, i) => i % FOLDS !== fold))
    const held = cases.filter((_, i) => i % FOLDS === fold)
    return held.map((one) => ({ one, ranked: rank(one, weights) }))
  }).flat()
}

function open(dir: string): OpenLinker<Linker> {
  const version = installedVersions(dir, ontology.name)[0]!
  return openLinker(indexPath(dir, ontology.name, version), ontology, analyzer)
}

function makeCase(
  { index, linker }: OpenLinker<Linker>,
  set: CaseSet,
  { query, metadata }: Pick<LinkRequest, 'query' | 'metadata'>,
  gold: ReadonlySet<string>,
): Case {
  const request = linkRequestSchema.parse({ query, metadata, ontology: ontology.name })
  const { hasOfficialSynonyms } = index
  const candidates = linker
    .candidates(request)
    .filter(({ code }, i) => i < CANDIDATES || gold.has(code))
    .map((name) => {
      const measured = new Map(name.parts.map(({ feature, value }) => [feature, value]))
      const values = Float64Array.from(features, (feature) => measured.get(feature) ?? Number.NaN)
      return { ...name, hasOfficialSynonyms, values }
    })
  return { set, gold, candidates }
}

function titleCases(dir: string): Case[] {
  const random = seededRandom(1)
  const opened = open(dir)
  const codesOf = new Map<string, Set<string>>()
  for (const { code, text, kind } of opened.index.allTerms()) {
    if (kind !== 'preferred' && kind !== 'short') continue
    codesOf.set(text, (codesOf.get(text) ?? new Set()).add(code))
  }
  const titles = [...codesOf.keys()].sort()
  const whole = { file: 'titles', dir, isTitles: true }
  const edited = { file: 'titles with an edit', dir, isTitles: true }
  return Array.from({ length: TITLE_CASES }, () => {
    const title = titles[Math.floor(random() * titles.length)]!
    const gold = codesOf.get(title)!
    return [
      makeCase(opened, whole, { query: title }, gold),
      makeCase(opened, edited, { query: randomEdit(title, random) ?? title }, gold),
    ]
  }).flat()
}

/** Cases laid out for fitting: name `c` has its values from `c * features` on. */
interface Layout {
  readonly values: Float64Array
  /** The names of code `i` are `names[i] … names[i + 1]`. */
  readonly names: number[]
  /** By code. */
  readonly right: boolean[]
  /** The codes of case `i` are `codes[i] … codes[i + 1]`. */
  readonly codes: number[]
  readonly importance: number[]
}

function layOut(training: readonly Case[]): Layout {
  const useful = training.filter(
    ({ gold, candidates }) =>
      candidates.some(({ code }) => gold.has(code)) &&
      candidates.some(({ code }) => !gold.has(code)),
  )
  const perSet = new Map<CaseSet, number>()
  for (const { set } of useful) perSet.set(set, (perSet.get(set) ?? 0) + 1)
  const count = useful.reduce((sum, { candidates }) => sum + candidates.length, 0)
  const values = new Float64Array(count * features.length)
  const layout: Layout = {
    values,
    names: [0],
    right: [],
    codes: [0],
    importance: useful.map(({ set }) => (set.isTitles ? TITLE_IMPORTANCE : 1) / perSet.get(set)!),
  }
  for (const { gold, candidates } of useful) {
    for (const [code, names] of namesByCode(candidates)) {
      let at = layout.names.at(-1)!
      for (const { values: own } of names) {
        for (const [f, value] of own.entries())
          values[at * features.length + f] = Number.isNaN(value) ? 0 : value
        at++
      }
      layout.names.push(at)
      layout.right.push(gold.has(code))
    }
    layout.codes.push(layout.right.length)
  }
  return layout
}

/** The names of each code, codes in the order in which they first come. */
function namesByCode(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const byCode = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const names = byCode.get(candidate.code)
    if (names === undefined) byCode.set(candidate.code, [candidate])
    else names.push(candidate)
  }
  return byCode
}

/** The weights, none below 0.01, under which the right codes, each by its best name, are likeliest. */
function fitWeights(training: readonly Case[]): number[] {
  const { values, names, right, codes, importance } = layOut(training)
  const n = features.length
  const bestName = new Int32Array(right.length)
  const exponent = new Float64Array(right.length)
  const start = new Array<number>(n).fill(3)
  return minimize(start, { steps: STEPS, rate: 0.05, least: 0.01 }, (weights, gradient) => {
    for (let i = 0; i < importance.length; i++) {
      const from = codes[i]!
      const to = codes[i + 1]!
      let highest = Number.NEGATIVE_INFINITY
      for (let c = from; c < to; c++) {
        exponent[c] = Number.NEGATIVE_INFINITY
        for (let name = names[c]!; name < names[c + 1]!; name++) {
          let score = 0
          for (let f = 0; f < n; f++) score += weights[f]! * values[name * n + f]!
          if (score <= exponent[c]!) continue
          exponent[c] = score
          bestName[c] = name
        }
        highest = Math.max(highest, exponent[c]!)
      }
      let all = 0
      let good = 0
      for (let c = from; c < to; c++) {
        exponent[c] = Math.exp(exponent[c]! - highest)
        all += exponent[c]!
        if (right[c]) good += exponent[c]!
      }
      for (let c = from; c < to; c++) {
        const share = exponent[c]! / all - (right[c] ? exponent[c]! / good : 0)
        const at = bestName[c]! * n
        for (let f = 0; f < n; f++) gradient[f]! += importance[i]! * share * values[at + f]!
      }
    }
  })
}

/** The best name of each code, best code first, with scores as the product computes them. */
function rank({ candidates }: Case, weights: readonly number[]) {
  const best = new Map<string, Candidate & { score: number }>()
  for (const candidate of candidates) {
    const score = weightedMean(weights, candidate.values)
    if ((best.get(candidate.code)?.score ?? -1) < score)
      best.set(candidate.code, { ...candidate, score })
  }
  return [...best.values()].sort((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1))
}

type Judged = { one: Case; ranked: ReturnType<typeof rank> }

function report(title: string, judgements: readonly Judged[]): void {
  const sets = [...new Set(judgements.map(({ one }) => one.set))]
  for (const set of sets) {
    const own = judgements.filter(({ one }) => one.set === set)
    const within = (k: number) =>
      own.filter(({ one, ranked }) => ranked.slice(0, k).some(({ code }) => one.gold.has(code)))
        .length
    const retrieved = own.filter(({ one }) => one.candidates.some(({ code }) => one.gold.has(code)))
    console.log(
      `${title} ${basename(set.file)} in ${set.dir}: top1 ${share(within(1), own)} top5 ${share(within(5), own)} retrieved ${share(retrieved.length, own)}`,
    )
  }
}

function evidenceOf({ ranked }: Judged) {
  const [first, second] = ranked
  if (first === undefined) return undefined
  const margin = second === undefined ? 1 : first.score - second.score
  const rivalIsRelated = first.match.family === second?.match.family
  const rivalIsIndistinguishable =
    second !== undefined &&
    (ontology.policy?.indistinguishable?.(first.match, second.match) ?? false)
  return {
    first,
    margin,
    regime: regimeOf(first.match),
    rejection: first.rejection,
    inputs: calibrationInputs({
      ...first,
      measured: {
        features: first.parts.map(({ feature }) => feature),
        values: first.parts.map(({ value }) => value),
      },
      margin,
      rivalIsRelated,
      rivalIsIndistinguishable,
    }),
  }
}

function fitCalibration(judgements: readonly Judged[]): Model['calibration'] {
  const rows = judgements.flatMap((judgement) => {
    const evidence = evidenceOf(judgement)
    if (evidence === undefined) return []
    const target = judgement.one.gold.has(evidence.first.code) ? 1 : 0
    return [{ ...evidence, target }]
  })
  const open = rows.filter(({ rejection }) => rejection === undefined)
  const rejected = rows.filter(({ rejection }) => rejection !== undefined)
  const all = options['one-regime'] ? fitLogistic(open) : undefined
  const fit = (regime: Regime) => all ?? fitLogistic(open.filter((row) => row.regime === regime))
  return {
    title: fit('title'),
    exact_official: fit('exact_official'),
    exact_curated: fit('exact_curated'),
    close_official: fit('close_official'),
    close_curated: fit('close_curated'),
    ...(rejected.length > 0 && { rejected: fitLogistic(rejected) }),
  }
}

/** The ranking score: the mean of the values that apply. */
function weightedMean(weights: readonly number[], values: Float64Array): number {
  let sum = 0
  let total = 0
  for (const [f, value] of values.entries()) {
    if (Number.isNaN(value)) continue
    sum += weights[f]! * value
    total += weights[f]!
  }
  return sum / total
}

function share(part: number, whole: readonly unknown[]): string {
  return (part / whole.length).toFixed(3)
}
