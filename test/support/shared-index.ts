/**
 * Indexes that take long to build and that many test files only read. The first file that asks for one builds it, for this run and
 * others of the same sources. A test that changes one makes a copy.
 */

import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { compileRelease } from '../../src/build/compile.ts'
import { compilePack } from '../../src/build/pack.ts'
import { LINKED_ONTOLOGIES, type LinkedOntology } from '../../src/contract.ts'
import { MedlinkError } from '../../src/errors.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { requireOntologyRelease } from '../../src/ontologies/all-releases.ts'

/** Ontologies with a starter. */
export type Ontology = LinkedOntology
/** Those with a miniature release that says its version. */
export type MiniOntology = Exclude<LinkedOntology, 'medication'>

/** The `built_at` of the shared indexes. */
export const NOW = new Date('2026-11-21T00:00:00Z')

/** Miniature releases in their publishers' layout, and the version that each says of itself. */
export const MINI: Readonly<Record<MiniOntology, { release: string; version: string }>> = {
  'icd-10-cm': { release: fixture('icd10cm-mini'), version: '2027' },
  loinc: { release: fixture('loinc-mini'), version: '9.01' },
  snomed: { release: fixture('snomed-mini'), version: '20250701' },
}

/** Root of the indexes with the starter of an ontology and nothing else. */
export function starterRoot(ontology: Ontology): string {
  const root = join(inject('builtIndexes'), `${ontology}-starter`)
  while (!existsSync(indexPath(root, ontology, STARTER_VERSION))) {
    try {
      const release = requireOntologyRelease(ontology)
      compileRelease(release, release.readStarter(), { dir: root, now: NOW }, compilePack)
    } catch (error) {
      if (!isBuiltByAnother(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
  return root
}

/** Root of the indexes with the miniature release of an ontology and nothing else. */
export async function miniRoot(ontology: MiniOntology): Promise<string> {
  const { release, version } = MINI[ontology]
  const root = join(inject('builtIndexes'), `${ontology}-mini`)
  while (!existsSync(indexPath(root, ontology, version))) {
    try {
      await buildIndex(ontology, release, { dir: root, now: NOW })
    } catch (error) {
      if (!isBuiltByAnother(error)) throw error
      await sleep(50)
    }
  }
  return root
}

/** Copies a starter to another root. */
export function copyStarter(ontology: Ontology, dir: string): void {
  const [from, to] = [starterRoot(ontology), dir].map((root) =>
    indexPath(root, ontology, STARTER_VERSION),
  )
  cpSync(from!, to!)
}

/** Copies the starters of all ontologies to another root. */
export function copyStarters(dir: string): void {
  for (const ontology of LINKED_ONTOLOGIES) copyStarter(ontology, dir)
}

/** Test files run in several processes: two may ask for the same index at the same time. */
function isBuiltByAnother(error: unknown): boolean {
  return error instanceof MedlinkError && error.code === 'build_in_progress'
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
}
