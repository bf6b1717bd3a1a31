import { type Expectation, MedlinkIndex, type SharedMemory } from '../index/reader.ts'
import type { NamedOntology, Ontology } from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { Linker, type MentionLinker } from './link.ts'
import { PhraseBook } from './phrases.ts'
import { ResolvingLinker } from './resolving-linker.ts'

/** An open index with what links against it. */
export interface OpenLinker<L extends MentionLinker = MentionLinker> {
  readonly index: MedlinkIndex
  readonly linker: L
}

/**
 * Opens an index file for linking.
 *
 * @param shared what another thread has read of the file already; read from the file when left out
 * @throws MedlinkError `index_missing`, `index_incompatible`, `index_corrupt` or `no_access`
 */
export function openLinker(
  file: string,
  ontology: NamedOntology,
  analyzer: Analyzer,
  shared?: SharedMemory,
): OpenLinker<Linker>
export function openLinker(
  file: string,
  ontology: Ontology,
  analyzer: Analyzer,
  shared?: SharedMemory,
): OpenLinker
export function openLinker(
  file: string,
  ontology: Ontology,
  analyzer: Analyzer,
  shared?: SharedMemory,
): OpenLinker {
  const index = new MedlinkIndex(file, expectationOf(ontology, analyzer), shared)
  try {
    const linker = index.whileUnchanged(() =>
      'createResolver' in ontology
        ? new ResolvingLinker(index, ontology, analyzer)
        : new Linker(index, ontology, analyzer, new PhraseBook(index, analyzer)),
    )
    return { index, linker }
  } catch (error) {
    index.close()
    throw error
  }
}

/** What an index file has to be made with to be linked against. */
export function expectationOf(ontology: Ontology, analyzer: Analyzer): Expectation {
  return { textVersion: analyzer.version, columns: ontology.columns }
}
