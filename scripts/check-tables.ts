/**
 * Checks Medlink's tables of names and synonyms against one another and, as far as they are at hand, the publishers'
 * releases.
 *
 *   tsx scripts/check-tables.ts [--releases ../shared/releases]
 *
 * | check     | wants                                                                        | needs                    |
 * |-----------|------------------------------------------------------------------------------|--------------------------|
 * | symptoms  | that no patients' words for a symptom are read as a diagnosis                | nothing                  |
 * | icd-10-cm | that no name or synonym gives a code what is an official name of another one | the newest edition's files |
 * | snomed    | that no synonym makes one of two concepts                                    | an RF2 package           |
 *
 * What is right all the same stands with its reason in check-tables/exceptions.tsv. Exit code 1 for a row that is wrong,
 * and for an exception that excuses nothing any more.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ReleaseRecords } from '../src/index/records.ts'
import { createAnalyzer } from '../src/language/analyze.ts'
import { icd10cmRelease } from '../src/ontologies/icd10cm/release/icd10cm-release.ts'
import type { OntologyRelease } from '../src/ontologies/ontology.ts'
import { openRelease, type ReleaseFiles } from '../src/ontologies/release-files.ts'
import { snomedRelease } from '../src/ontologies/snomed/release/snomed-release.ts'
import { judgeFaults } from './check-tables/exceptions.ts'
import { icd10cmFaults } from './check-tables/icd-10-cm.ts'
import { createPhraseKey, type Fault } from './check-tables/names.ts'
import { snomedFaults } from './check-tables/snomed.ts'
import { symptomFaults } from './check-tables/symptoms.ts'
import {
  icd10cmStatements,
  layStatements,
  readExceptions,
  readSymptomWords,
  synonymStatements,
} from './check-tables/tables.ts'

const root = new URL('..', import.meta.url).pathname
const { values: options } = parseArgs({
  options: { releases: { type: 'string', default: join(root, '../shared/releases') } },
})
const analyzer = createAnalyzer(1_000_000)
const keyOf = createPhraseKey(analyzer)
const exceptions = readExceptions()

let errorCount = 0
report('symptoms', symptomFaults(layStatements(), readSymptomWords(), analyzer))
const hasInclusionTerms = (_: string, files: ReleaseFiles) =>
  files.find(/tabular.*\.xml$/i).length > 0
await reportAgainst(icd10cmRelease, hasInclusionTerms, ({ terms }) =>
  icd10cmFaults(terms, icd10cmStatements(), keyOf),
)
const isPackage = (name: string) => name.startsWith('SnomedCT_')
await reportAgainst(snomedRelease, isPackage, ({ terms }) =>
  snomedFaults(terms, synonymStatements(snomedRelease.phrases.synonyms), keyOf),
)
console.log(errorCount === 0 ? 'no errors' : `${errorCount} errors`)
process.exitCode = errorCount === 0 ? 0 : 1

/** The same for a check that needs a release: the last one below the ontology's folder that is meant. */
async function reportAgainst(
  ontology: OntologyRelease,
  isMeant: (name: string, files: ReleaseFiles) => boolean,
  find: (records: ReleaseRecords) => readonly Fault[],
): Promise<void> {
  const folder = join(options.releases, ontology.name)
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  for (const name of names.reverse()) {
    const path = join(folder, name)
    const files = await openRelease(path).catch(() => undefined)
    const isTaken = files !== undefined && isMeant(name, files)
    files?.close()
    if (!isTaken) continue
    report(ontology.name, find(await ontology.readRelease([path], {})))
    return
  }
  console.log(`${ontology.name}: skipped, no release at hand`)
}

function report(check: string, faults: readonly Fault[]): void {
  const errors = judgeFaults(check, faults, exceptions, keyOf)
  for (const error of errors) console.error(`${check}: ${error}`)
  console.log(`${check}: ${faults.length} rows to be explained, ${errors.length} errors`)
  errorCount += errors.length
}
