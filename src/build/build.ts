/** The public API of building, `medlink/build`: official releases, and the starter, to indexes. */

export type { Manifest } from '../index/file/manifest.ts'
export { buildableOntologies } from '../ontologies/all.ts'
export type { ReadOptions } from '../ontologies/ontology.ts'
export { type BuildOptions, buildIndex, buildStarter } from './build-index.ts'
export type { BuildResult, CompileOptions } from './compile.ts'
export {
  type DownloadOptions,
  downloadableOntologies,
  downloadRelease,
} from './download/download.ts'
export type { FetchedFile } from './download/fetch-file.ts'
export type { DownloadedRelease } from './download/icd10cm.ts'
