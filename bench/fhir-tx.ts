/**
 * Measures how many cases of the FHIR terminology ecosystem the server at /fhir answers as expected: cases that others wrote, about a
 * subset of SNOMED CT that comes with them and about LOINC.
 *
 *   tsx bench/fhir-tx.ts [--cases DIR] [--releases DIR] [--suite NAME] [--misses] [--floors]
 *
 *   --cases     default: ../shared/fhir-tx
 *   --suite     one suite only
 *   --misses    prints the first difference of each case that is not answered as expected
 *   --floors    fails if a suite is below its floor, or if the table of declined cases is not that of the misses
 *
 * The indexes are built in a temporary folder, which is removed in the end: LOINC of the pool, of the parts and answers of
 * the subset, and of what the cases name besides (fhir-tx/loinc-release.ts). Value sets of a suite's set-up are sent with each
 * request. Properties of expansions are compared as R4's extensions.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import { buildIndex } from '../src/build/build.ts'
import { fhirRoutes } from '../src/fhir/fhir.ts'
import { openMedlink } from '../src/medlink.ts'
import { differenceOf } from './fhir-tx/compare.ts'
import { DECLINED } from './fhir-tx/declined.ts'
import { makeLoinc } from './fhir-tx/loinc-release.ts'
import { holdFloors } from './floors.ts'
import { DEFAULT_FOLDERS } from './options.ts'
import { temporaryFolder } from './temporary.ts'

/** Edition and version of the subset, as its cases name them. */
const EDITION = 'http://snomed.info/xsct/31000003106'
const SNOMED_VERSION = '20250909'
/** Version of LOINC that the cases name. */
const LOINC_VERSION = '2.82'

interface Case {
  readonly name: string
  readonly operation: keyof typeof PATHS
  readonly request?: string
  readonly response: string
  readonly 'http-code'?: string
}

interface CaseSuite {
  readonly name: string
  readonly setup: readonly string[]
  readonly tests: readonly Case[]
}

interface Outcome {
  readonly suite: string
  readonly name: string
  /** The first one; undefined where a case is answered as expected. */
  readonly difference: string | undefined
}

/** Address of each operation. */
const PATHS = {
  metadata: 'metadata',
  'term-caps': 'metadata?mode=terminology',
  expand: 'ValueSet/$expand',
  'validate-code': 'ValueSet/$validate-code',
  'cs-validate-code': 'CodeSystem/$validate-code',
  lookup: 'CodeSystem/$lookup',
  translate: 'ConceptMap/$translate',
  'batch-validate': 'ValueSet/$batch-validate-code',
} as const

const options = readOptions(import.meta.url, {
  cases: fileURLToPath(new URL('../../shared/fhir-tx', import.meta.url)),
  ...{ releases: DEFAULT_FOLDERS.releases, suite: OPTIONAL, misses: false, floors: false },
})

const tests = join(options.cases, 'tests')

const dir = temporaryFolder()
await buildIndex('snomed', join(options.cases, 'snomed'), { dir, version: SNOMED_VERSION })
await buildIndex('loinc', makeLoinc(options.releases, join(dir, 'release')), {
  ...{ dir, version: LOINC_VERSION },
})
const medlink = openMedlink({ dir })
const app = Fastify()
await app.register(fhirRoutes, { prefix: '/fhir', medlink, snomedEdition: EDITION } as never)
const outcomes: Outcome[] = []
const { suites } = readJson('test-cases.json') as { readonly suites: readonly CaseSuite[] }
for (const suite of suites)
  for (const test of suite.tests) {
    const name = suiteOf(suite, test)
    if (options.suite !== undefined && options.suite !== name) continue
    const difference = await differenceIn(suite, test)
    outcomes.push({ suite: name, name: test.name, difference })
  }
await app.close()
medlink.close()
report()

/** Suites as they are counted: of tx.fhir.org, LOINC's cases by themselves. */
function suiteOf({ name }: CaseSuite, test: Case): string {
  if (name !== 'tx.fhir.org') return name
  return test.name.startsWith('loinc') ? 'loinc' : 'tx.fhir.org'
}

async function differenceIn({ setup }: CaseSuite, test: Case): Promise<string | undefined> {
  const url = `/fhir/${PATHS[test.operation]}`
  const answer =
    test.request === undefined
      ? await app.inject({ url })
      : await app.inject({
          ...{ method: 'POST', url },
          headers: { 'content-type': 'application/fhir+json' },
          payload: JSON.stringify(withSetup(readJson(test.request), setup)),
        })
  const wanted = test['http-code']?.[0] ?? '2'
  if (answer.statusCode >= 500) return `status ${answer.statusCode}`
  if (String(answer.statusCode)[0] !== wanted)
    return `status ${answer.statusCode}, not ${wanted}xx: ${answer.body.slice(0, 300)}`
  const isStatement = test.operation === 'metadata' || test.operation === 'term-caps'
  return differenceOf(toR4(readJson(test.response)) as never, answer.json(), isStatement)
}

/** A request with the resources of its suite, as a server is told of them that stores none. */
function withSetup(request: unknown, setup: readonly string[]): unknown {
  const { parameter = [], ...resource } = request as { readonly parameter?: readonly unknown[] }
  const resources = setup.map((file) => ({ name: 'tx-resource', resource: readJson(file) }))
  return { ...resource, parameter: [...parameter, ...resources] }
}

/** An expected answer with R5's properties of expansions as extensions. */
function toR4(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toR4)
  if (typeof value !== 'object' || value === null) return value
  const { property, ...rest } = value as Record<string, unknown>
  // Some cases have a brace after the URL of the value set, which the request has not.
  if (typeof rest.url === 'string') rest.url = rest.url.replace(/\}$/, '')
  const read = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, toR4(each)]))
  const isOfExpansion = 'timestamp' in rest || ('system' in rest && 'code' in rest)
  if (!Array.isArray(property) || !isOfExpansion)
    return property === undefined ? read : { ...read, property: toR4(property) }
  const kind = 'timestamp' in rest ? 'expansion.property' : 'expansion.contains.property'
  const extension = property.map((each: Record<string, unknown>) => ({
    url: `http://hl7.org/fhir/5.0/StructureDefinition/extension-ValueSet.${kind}`,
    extension: Object.entries(each).map(([key, own]) => {
      if (key === 'code') return { url: 'code', valueCode: own }
      return key === 'uri' ? { url: 'uri', valueUri: own } : { url: 'value', [key]: own }
    }),
  }))
  return { ...read, extension: [...((read.extension as unknown[]) ?? []), ...extension] }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(tests, file), 'utf8').replace(/^\uFEFF/, ''))
}

function report(): void {
  const rows = [...new Set(outcomes.map(({ suite }) => suite))].map((suite) => {
    const own = outcomes.filter((each) => each.suite === suite)
    const passed = own.filter(({ difference }) => difference === undefined).length
    return { suite, 'as expected': passed, of: own.length }
  })
  console.log(formatRows(rows))
  if (options.misses)
    for (const { suite, name, difference } of outcomes)
      if (difference !== undefined) console.log(`${suite} ${name}: ${difference}`)
  if (!options.floors) return
  const passed = rows.map((row) => [row.suite, row['as expected']])
  holdFloors('fhir-tx/floors.json', Object.fromEntries(passed))
  for (const { suite, name, difference } of outcomes) {
    const isMissed = difference !== undefined
    if (isMissed === DECLINED.has(`${suite} ${name}`)) continue
    process.exitCode = 1
    console.error(
      isMissed
        ? `${suite} ${name} fails and is not in the table of declined cases`
        : `${suite} ${name} is answered: take it out of the table of declined cases`,
    )
  }
}
