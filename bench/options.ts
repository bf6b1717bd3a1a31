import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LinkedOntology } from '../src/contract.ts'
import { requireOntology } from '../src/ontologies/all.ts'

const shared = fileURLToPath(new URL('../../shared', import.meta.url))
/** The folder with the evaluation sets and the one with the releases, where no option says otherwise. */
export const DEFAULT_FOLDERS = { evals: join(shared, 'evals'), releases: join(shared, 'releases') }

/** Prints the header comment of a script, which is its help, and ends the process. */
export function printHelp(script: string): never {
  const source = readFileSync(new URL(script), 'utf8')
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'))
  console.log(comment.replace(/^ \* ?/gm, '').trim())
  process.exit(0)
}

/** The value of a command-line option that must be there. @throws TypeError naming it */
export function requireOption<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new TypeError(`--${name} is missing: see --help`)
  return value
}

/** The same for an ontology's name. @throws MedlinkError `unknown_ontology` */
export function requireOntologyName(value: string | undefined): LinkedOntology {
  return requireOntology(requireOption(value, 'ontology')).name
}

/** The same for how many of something, at least one. @throws RangeError */
export function requireCount(value: string, name: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1) return count
  throw new RangeError(`--${name} is ${value}: it must be a whole number from 1`)
}
