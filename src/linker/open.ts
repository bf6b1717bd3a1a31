import { type Expectation, MedlinkIndex, type SharedMemory } from '../index/reader.ts'
import type { SiteNameRecord } from '../index/records.ts'
import type { Analyzer } from '../language/analyze.ts'
import type { NamedOntology, Ontology } from '../ontologies/ontology.ts'
import { PhraseBook } from './phrases.ts'
import { Linker, type MentionLinker } from './pipeline.ts'
import { ResolvingLinker } from './resolving-linker.ts'
import { SiteNames } from './site-names.ts'

/** An open index with its linker. */
export interface OpenLinker<L extends MentionLinker = MentionLinker> {
  readonly index: MedlinkIndex
  readonly linker: L
  /** Names that the site gave codes of the index; undefined if it gave none. */
  readonly siteNames: SiteNames | undefined
}

/** Data that an index is opened with, in addition to its file. */
export interface OpenWith {
  /** Arrays that another thread has read; default: read from the file. */
  readonly shared?: SharedMemory | undefined
  /** Names that the site gave codes; they win over those in the index. Names of codes that it lacks are ignored. */
  readonly names?: readonly SiteNameRecord[]
}

/**
 * Opens an index file for linking.
 *
 * @throws MedlinkError `index_missing`, `index_incompatible`, `index_corrupt` or `no_access`
 */
export function openLinker(
  file: string,
  ontology: NamedOntology,
  analyzer: Analyzer,
  options?: OpenWith,
): OpenLinker<Linker>
export function openLinker(
  file: string,
  ontology: Ontology,
  analyzer: Analyzer,
  options?: OpenWith,
): OpenLinker
export function openLinker(
  file: string,
  ontology: Ontology,
  analyzer: Analyzer,
  { shared, names = [] }: OpenWith = {},
): OpenLinker {
  const index = new MedlinkIndex(file, expectationOf(ontology, analyzer), shared)
  try {
    const { linker, siteNames } = index.whileUnchanged(() => {
      const siteNames = openSiteNames(index, names, analyzer)
      const linker =
        'createResolver' in ontology
          ? new ResolvingLinker(index, ontology, analyzer, siteNames)
          : new Linker(index, ontology, analyzer, new PhraseBook(index, analyzer), siteNames)
      return { linker, siteNames }
    })
    return { index, linker, siteNames }
  } catch (error) {
    index.close()
    throw error
  }
}

function openSiteNames(
  index: MedlinkIndex,
  names: readonly SiteNameRecord[],
  analyzer: Analyzer,
): SiteNames | undefined {
  const known = names.filter(({ code }) => index.getConcept(code) !== undefined)
  const records = [...index.siteNames(), ...known]
  return records.length === 0 ? undefined : new SiteNames(records, analyzer)
}

/** The text version and columns that an index file must have. */
export function expectationOf(ontology: Ontology, analyzer: Analyzer): Expectation {
  return { textVersion: analyzer.version, columns: ontology.columns }
}
