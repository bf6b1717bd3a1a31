/**
 * Fits an ontology's model: the features' weights, the calibration and the threshold of the yes/no.
 *
 *   tsx scripts/fit-model.ts --ontology icd-10-cm --set <cases.jsonl>=<index dir> [--set …] [--titles <index dir>] [--out <file>]
 *
 * Weights maximize the likelihood of a right name under a softmax over the names in the running (a case with several
 * right names counts their sum), each set with the same total weight. Official titles, as they are and with one random
 * edit, are cases too, so that no fit forgets them. Calibration is a logistic regression over the first answers; the
 * thresholds are those that stay furthest inside the wanted precision and coverage. --cross-validate prints what five-fold
 * cross-validation gives: what to expect of cases not seen.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomEdit, seededRandom } from '../bench/random.ts'
import { MedlinkIndex } from '../src/index/reader.ts'
import { indexPath, installedVersions } from '../src/index/registry.ts'
import type { ScorePart } from '../src/linker/contract.ts'
import { linkRequestSchema } from '../src/linker/contract.ts'
import { calibrationInputs, REGIMES, type Regime, regimeOf } from '../src/linker/decide.ts'
import { parseCase } from '../src/linker/evaluate.ts'
import { Linker } from '../src/linker/link.ts'
import type { Logistic, Model } from '../src/linker/model.ts'
import { PhraseBook } from '../src/linker/phrases.ts'
import { requireOntology } from '../src/ontologies/all.ts'
import type { Match } from '../src/ontologies/ontology.ts'
import { createAnalyzer } from '../src/text/analyze.ts'

const CANDIDATES = 40
const FOLDS = 5
const STEPS = 200
const SHRINKAGE = 1e-4
const TITLE_CASES = 2500
const TITLE_IMPORTANCE = 0.5
/** What the yes/no has to keep in every set, and how much beyond each counts as one unit of slack. */
const WANTED = { precision: 0.9, coverage: 0.2, precisionSlack: 0.01, coverageSlack: 0.02 }
const MARGIN = 0.002

interface Candidate {
  readonly code: string
  readonly values: Float64Array
  readonly parts: readonly ScorePart[]
  readonly match: Match
  readonly hasOfficialSynonyms: boolean
}
interface Case {
  readonly set: string
  readonly gold: ReadonlySet<string>
  readonly candidates: readonly Candidate[]
}

const { values: options } = parseArgs({
  options: {
    ontology: { type: 'string', default: 'icd-10-cm' },
    set: { type: 'string', multiple: true, default: [] },
    titles: { type: 'string' },
    out: { type: 'string' },
    'cross-validate': { type: 'boolean', default: false },
  },
})
const ontology = requireOntology(options.ontology)
const analyzer = createAnalyzer()
let features: string[] = []

const cases: Case[] = []
for (const set of options.set) {
  const [file, dir] = set.split('=') as [string, string]
  const requests = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => parseCase(line, i + 1))
  const opened = open(dir)
  for (const { request, gold = [] } of requests)
    cases.push(makeCase(opened, file, request.query, new Set(gold)))
}
if (options.titles !== undefined) cases.push(...titleCases(options.titles))
console.log(`${cases.length} cases, features ${features.join(' ')}`)

if (options['cross-validate']) report('cross-validated', crossValidate())

const weights = fitWeights(cases)
const judged = cases.map((one) => ({ one, ranked: rank(one, weights) }))
report('all', judged)
const evalOnly = judged.filter(({ one }) => !one.set.startsWith('titles'))
const calibration = fitCalibration(evalOnly)
const thresholds = pickThresholds(evalOnly, calibration)

const total = weights.reduce((sum, weight) => sum + weight, 0)
const date = new Date().toISOString().slice(0, 10)
const model: Model = {
  id: `${options.ontology}-${date.replaceAll('-', '')}`,
  date,
  fitted_on: [...new Set(cases.map(({ set }) => set.replace(/.*\//, '')))].join(', '),
  weights: Object.fromEntries(features.map((name, i) => [name, round((10 * weights[i]!) / total)])),
  calibration,
  thresholds,
  margin: MARGIN,
}
console.log(JSON.stringify(model, null, 2))
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(model, null, 2)}\n`)

interface Opened {
  readonly index: MedlinkIndex
  readonly linker: Linker
}

/** Every case ranked by weights fitted without its fold. */
function crossValidate(): Judged[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitWeights(cases.filter((_, i) => i % FOLDS !== fold))
    const held = cases.filter((_, i) => i % FOLDS === fold)
    return held.map((one) => ({ one, ranked: rank(one, weights) }))
  }).flat()
}

function open(dir: string): Opened {
  const version = installedVersions(dir, ontology.name)[0]!
  const index = new MedlinkIndex(indexPath(dir, ontology.name, version), {
    textVersion: analyzer.version,
    traitsVersion: ontology.traits.version,
  })
  return { index, linker: new Linker(index, ontology, analyzer, new PhraseBook(index, analyzer)) }
}

function makeCase(
  { index, linker }: Opened,
  set: string,
  query: string,
  gold: ReadonlySet<string>,
): Case {
  const request = linkRequestSchema.parse({ query, ontology: ontology.name })
  const all = linker.candidates(request)
  const candidates = all
    .filter(({ code }, i) => i < CANDIDATES || gold.has(code))
    .map(({ code, match, parts }) => {
      features = parts.map((part) => part.feature)
      return {
        code,
        match,
        parts,
        hasOfficialSynonyms: index.hasOfficialSynonyms,
        values: Float64Array.from(parts, (part) => part.value),
      }
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
  return Array.from({ length: TITLE_CASES }, () => {
    const title = titles[Math.floor(random() * titles.length)]!
    const gold = codesOf.get(title)!
    return [
      makeCase(opened, 'titles', title, gold),
      makeCase(opened, 'titles with an edit', randomEdit(title, random) ?? title, gold),
    ]
  }).flat()
}

/** Cases laid out for fitting: candidate `c` has its values from `c * features` on. */
interface Layout {
  readonly values: Float64Array
  readonly right: Uint8Array
  /** The candidates of case `i` are `starts[i] … starts[i + 1]`. */
  readonly starts: number[]
  readonly importance: number[]
}

function layOut(training: readonly Case[]): Layout {
  const useful = training.filter(
    ({ gold, candidates }) =>
      candidates.some(({ code }) => gold.has(code)) &&
      candidates.some(({ code }) => !gold.has(code)),
  )
  const perSet = new Map<string, number>()
  for (const { set } of useful) perSet.set(set, (perSet.get(set) ?? 0) + 1)
  const starts = [0]
  for (const { candidates } of useful) starts.push(starts.at(-1)! + candidates.length)
  const values = new Float64Array(starts.at(-1)! * features.length)
  const right = new Uint8Array(starts.at(-1)!)
  for (const [i, { gold, candidates }] of useful.entries()) {
    for (const [c, { code, values: own }] of candidates.entries()) {
      values.set(own, (starts[i]! + c) * features.length)
      right[starts[i]! + c] = gold.has(code) ? 1 : 0
    }
  }
  const importance = useful.map(
    ({ set }) => (set.startsWith('titles') ? TITLE_IMPORTANCE : 1) / perSet.get(set)!,
  )
  return { values, right, starts, importance }
}

/** The weights, none below 0.01, under which the right names are likeliest. */
function fitWeights(training: readonly Case[]): number[] {
  const { values, right, starts, importance } = layOut(training)
  const n = features.length
  const exponent = new Float64Array(right.length)
  const start = new Array<number>(n).fill(3)
  return minimize(start, { steps: STEPS, rate: 0.05, least: 0.01 }, (weights, gradient) => {
    for (let i = 0; i < importance.length; i++) {
      const from = starts[i]!
      const to = starts[i + 1]!
      let highest = Number.NEGATIVE_INFINITY
      for (let c = from; c < to; c++) {
        let score = 0
        for (let f = 0; f < n; f++) score += weights[f]! * values[c * n + f]!
        exponent[c] = score
        highest = Math.max(highest, score)
      }
      let all = 0
      let good = 0
      for (let c = from; c < to; c++) {
        exponent[c] = Math.exp(exponent[c]! - highest)
        all += exponent[c]!
        if (right[c] === 1) good += exponent[c]!
      }
      for (let c = from; c < to; c++) {
        const share = exponent[c]! / all - (right[c] === 1 ? exponent[c]! / good : 0)
        for (let f = 0; f < n; f++) gradient[f]! += importance[i]! * share * values[c * n + f]!
      }
    }
  })
}

interface Descent {
  readonly steps: number
  readonly rate: number
  /** No parameter goes below this. */
  readonly least: number
}

/** Adam with a little shrinkage; `addGradient` adds the loss's gradient at the parameters to its second argument. */
function minimize(
  start: readonly number[],
  { steps, rate, least }: Descent,
  addGradient: (parameters: readonly number[], gradient: Float64Array) => void,
): number[] {
  const parameters = [...start]
  const mean = new Float64Array(start.length)
  const variance = new Float64Array(start.length)
  for (let step = 1; step <= steps; step++) {
    const gradient = Float64Array.from(parameters, (parameter) => SHRINKAGE * parameter)
    addGradient(parameters, gradient)
    for (let i = 0; i < parameters.length; i++) {
      mean[i] = 0.9 * mean[i]! + 0.1 * gradient[i]!
      variance[i] = 0.99 * variance[i]! + 0.01 * gradient[i]! ** 2
      const size = Math.sqrt(variance[i]! / (1 - 0.99 ** step)) + 1e-9
      parameters[i] = Math.max(least, parameters[i]! - (rate * mean[i]!) / (1 - 0.9 ** step) / size)
    }
  }
  return parameters
}

/** The best name of each code, best code first, with scores as the product computes them. */
function rank({ candidates }: Case, weights: readonly number[]) {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const best = new Map<string, Candidate & { score: number }>()
  for (const candidate of candidates) {
    const score = dot(weights, candidate.values) / total
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
      `${title} ${set.replace(/.*\//, '')}: top1 ${share(within(1), own)} top5 ${share(within(5), own)} retrieved ${share(retrieved.length, own)}`,
    )
  }
}

function evidenceOf({ ranked }: Judged) {
  const [first, second] = ranked
  if (first === undefined) return undefined
  const margin = second === undefined ? 1 : first.score - second.score
  const rivalIsRelated =
    second !== undefined && ontology.familyOf(first.code) === ontology.familyOf(second.code)
  return {
    first,
    margin,
    regime: regimeOf(first.match),
    inputs: calibrationInputs({ ...first, margin, rivalIsRelated }),
  }
}

function fitCalibration(judgements: readonly Judged[]): Model['calibration'] {
  const rows = judgements.flatMap((judgement) => {
    const evidence = evidenceOf(judgement)
    if (evidence === undefined) return []
    const right = judgement.one.gold.has(evidence.first.code) ? 1 : 0
    return [{ ...evidence, right }]
  })
  const fit = (regime: Regime) => fitLogistic(rows.filter((row) => row.regime === regime))
  return {
    title: fit('title'),
    exact_official: fit('exact_official'),
    exact_curated: fit('exact_curated'),
    close_official: fit('close_official'),
    close_curated: fit('close_curated'),
  }
}

function fitLogistic(
  rows: readonly { inputs: Readonly<Record<string, number>>; right: number }[],
): Logistic {
  const names = Object.keys(rows[0]!.inputs)
  const table = rows.map(({ inputs }) => [1, ...names.map((name) => inputs[name]!)])
  const start = new Array<number>(names.length + 1).fill(0)
  const descent = { steps: 3000, rate: 0.03, least: Number.NEGATIVE_INFINITY }
  const [intercept, ...coefficients] = minimize(start, descent, (parameters, gradient) => {
    for (let r = 0; r < rows.length; r++) {
      const row = table[r]!
      let logit = 0
      for (let i = 0; i < row.length; i++) logit += parameters[i]! * row[i]!
      const error = (1 / (1 + Math.exp(-logit)) - rows[r]!.right) / rows.length
      for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!
    }
  })
  return {
    intercept: round(intercept!),
    coefficients: Object.fromEntries(names.map((name, i) => [name, round(coefficients[i]!)])),
  }
}

/**
 * Thresholds, one a regime, that stay furthest inside the wanted precision and coverage in the set where they do so
 * least. An official title, word for word, is its code: it is linked whatever the figures.
 */
function pickThresholds(
  judgements: readonly Judged[],
  calibration: Model['calibration'],
): Model['thresholds'] {
  const sets = [...new Set(judgements.map(({ one }) => one.set))]
  const sizes = sets.map((set) => judgements.filter(({ one }) => one.set === set).length)
  const ALWAYS = 0
  const steps = [0, ...Array.from({ length: 26 }, (_, i) => round(0.95 - i * 0.01))]
  /** [regime][step][set] → how many reach the step's threshold, and how many of those are right. */
  const reached = REGIMES.map(() => steps.map(() => sets.map(() => ({ linked: 0, right: 0 }))))
  for (const judgement of judgements) {
    const evidence = evidenceOf(judgement)
    if (evidence === undefined || evidence.margin < MARGIN) continue
    const { intercept, coefficients } = calibration[evidence.regime]
    let logit = intercept
    for (const [name, value] of Object.entries(evidence.inputs))
      logit += coefficients[name]! * value
    const probability = 1 / (1 + Math.exp(-logit))
    for (const [i, step] of steps.entries()) {
      if (probability < step) continue
      const cell = reached[REGIMES.indexOf(evidence.regime)]![i]![sets.indexOf(judgement.one.set)]!
      cell.linked++
      if (judgement.one.gold.has(evidence.first.code)) cell.right++
    }
  }
  const totals = (choice: readonly number[]) =>
    sets.map((_, set) => {
      let linked = 0
      let right = 0
      for (const [regime, step] of choice.entries()) {
        linked += reached[regime]![step]![set]!.linked
        right += reached[regime]![step]![set]!.right
      }
      return { coverage: linked / sizes[set]!, precision: right / Math.max(1, linked) }
    })
  let best = { least: Number.NEGATIVE_INFINITY, choice: [0, 0, 0, 0, 0] }
  for (let code = 0; code < steps.length ** 4; code++) {
    const others = [0, 1, 2, 3].map((i) => Math.floor(code / steps.length ** i) % steps.length)
    const choice = [ALWAYS, ...others]
    const slacks = totals(choice).map(({ precision, coverage }) =>
      Math.min(
        (precision - WANTED.precision) / WANTED.precisionSlack,
        (coverage - WANTED.coverage) / WANTED.coverageSlack,
      ),
    )
    const least = Math.min(...slacks)
    if (least > best.least) best = { least, choice }
  }
  console.log('picked', JSON.stringify(totals(best.choice)))
  const [title, a, b, c, d] = best.choice.map((step) => steps[step]!)
  return {
    title: title!,
    exact_official: a!,
    exact_curated: b!,
    close_official: c!,
    close_curated: d!,
  }
}

function dot(a: readonly number[], b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < b.length; i++) sum += a[i]! * b[i]!
  return sum
}

function share(part: number, whole: readonly unknown[]): string {
  return (part / whole.length).toFixed(3)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
