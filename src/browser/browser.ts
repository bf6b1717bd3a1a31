/** The public API of type-ahead in a web page, a Web Worker or Node.js. */

export type { Suggestion } from '../contract.ts'
export { MedlinkError, type MedlinkErrorCode } from '../errors.ts'
export { type FileCache, type OpenOptions, openSuggestIndex } from './open.ts'
export type { PackManifest } from './pack.ts'
export type { SuggestIndex, SuggestInput } from './suggest-index.ts'
