import { MedlinkError } from '../src/errors.ts'
import { MedlinkIndex } from '../src/index/reader.ts'
import type { TermKind } from '../src/index/records.ts'
import { indexPath, installedVersions } from '../src/index/registry.ts'
import { type Analyzer, createAnalyzer } from '../src/language/analyze.ts'
import { expectationOf } from '../src/linker/open.ts'
import { type Medlink, openMedlink } from '../src/medlink.ts'
import { requireOntology } from '../src/ontologies/all.ts'
import type { Ontology } from '../src/ontologies/ontology.ts'
import { groupBy } from './groups.ts'

/** What a benchmark measures: one installed version, through the public API and, for the parts, from the inside. */
export interface Subject {
  readonly medlink: Medlink
  readonly index: MedlinkIndex
  readonly ontology: Ontology
  readonly version: string
  readonly analyzer: Analyzer
  /** Time to open the index file in this process, which has loaded the code already. */
  readonly openMs: number
  close(): void
}

/** One name of the index; `id` is its term number. */
export interface Name {
  readonly id: number
  readonly code: string
  readonly text: string
  readonly kind: TermKind
}

/**
 * Opens a version, the newest when none is given.
 *
 * @throws MedlinkError `unknown_ontology`, `index_missing`, `index_incompatible`, `index_corrupt`
 */
export function openSubject(dir: string, name: string, wanted?: string): Subject {
  const ontology = requireOntology(name)
  const analyzer = createAnalyzer()
  const version = wanted ?? installedVersions(dir, name)[0]
  if (version === undefined)
    throw new MedlinkError('index_missing', `no version of ${name} is installed in ${dir}`)
  const start = performance.now()
  const index = new MedlinkIndex(indexPath(dir, name, version), expectationOf(ontology, analyzer))
  const openMs = performance.now() - start
  const medlink = openMedlink({ dir })
  const close = () => {
    index.close()
    medlink.close()
  }
  return { medlink, index, ontology, version, analyzer, openMs, close }
}

/** All names of an index by term number. */
export function readNames(index: MedlinkIndex): Name[] {
  return Array.from(index.allTerms(), (term, id) => ({ ...term, id }))
}

/** Gives the codes of a text, whatever its case: a query that equals a name of several codes is right with any of them. */
export function codesByText(names: readonly Name[]): (text: string) => readonly string[] {
  const byText = groupBy(names, ({ text }) => text.toLowerCase())
  return (text) => [...new Set(byText.get(text.toLowerCase())?.map(({ code }) => code))]
}
