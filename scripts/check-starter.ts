/**
 * Checks the starter vocabularies against their publishers' releases, as far as these are at hand.
 *
 *   tsx scripts/check-starter.ts [icd-10-cm] [loinc] [medication] [snomed] [--releases ../shared/releases] [--tables data/starter]
 *
 * Both folders have a folder for each ontology; without a name all of them are checked. Exit code 1 when a row is
 * wrong. What is looked at stands above each ontology's own check.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkIcd10cm } from './check-starter/icd-10-cm.ts'
import { checkLoinc } from './check-starter/loinc.ts'
import { checkMedication } from './check-starter/medication.ts'
import { checkSnomed } from './check-starter/snomed.ts'
import type { Check } from './check-starter/tables.ts'

const CHECKS = new Map<string, Check>([
  ['icd-10-cm', checkIcd10cm],
  ['loinc', checkLoinc],
  ['medication', checkMedication],
  ['snomed', checkSnomed],
])

const root = new URL('..', import.meta.url).pathname
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    releases: { type: 'string', default: join(root, '../shared/releases') },
    tables: { type: 'string', default: join(root, 'data/starter') },
  },
})
const unknown = positionals.filter((name) => !CHECKS.has(name))
if (unknown.length > 0)
  throw new Error(`no check for ${unknown.join(', ')}: there is ${[...CHECKS.keys()].join(', ')}`)

let errorCount = 0
for (const [name, check] of CHECKS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { errors, summary } = await check(join(options.tables, name), join(options.releases, name))
  for (const error of errors) console.error(`${name}: ${error}`)
  for (const line of summary) console.log(`${name}: ${line}`)
  errorCount += errors.length
}
console.log(errorCount === 0 ? 'no errors' : `${errorCount} errors`)
process.exitCode = errorCount === 0 ? 0 : 1
