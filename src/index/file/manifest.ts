import * as z from 'zod'
import { compareStrings } from '../../language/sorted.ts'
import { checksum } from './tail.ts'

/** `application_id` of an index file: "MLNK" in ASCII. */
export const APPLICATION_ID = 0x4d4c4e4b
/** `user_version` of an index file: the format that FORMAT.md describes. */
export const FORMAT_VERSION = 6

/** An index's account of itself; stored as one JSON value a key. Unknown keys are ignored. */
export const manifestSchema = z.object({
  ontology: z.string(),
  version: z.string(),
  /** Version of the text analysis that names were indexed with. */
  text_version: z.string(),
  /** Version of the ontology's own columns of concepts and terms. */
  columns_version: z.string(),
  /** Version of how words are filed for misspelt ones. */
  spelling_version: z.string(),
  licence: z.string(),
  sources: z.array(z.object({ file: z.string(), sha256: z.string(), rows: z.number() })),
  counts: z.object({
    concepts: z.number(),
    terms: z.number(),
    words: z.number(),
    keys: z.number(),
  }),
  /** SHA-256, in hex, over everything in the file but this manifest's dates: equal for equal input. */
  content_hash: z.string(),
  /** ISO 8601, UTC. */
  built_at: z.string(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The name results carry: `<ontology>_<version>_<first 12 hex digits of the content hash>`. */
export function indexName(manifest: Manifest): string {
  return `${manifest.ontology}_${manifest.version}_${manifest.content_hash.slice(0, 12)}`
}

/** A row of the table that holds the manifest. */
export interface ManifestRow {
  readonly key: string
  /** One JSON value. */
  readonly value: string
}

/** The checksum of a manifest, which the footer of the file holds. */
export function manifestChecksum(rows: readonly ManifestRow[]): number {
  const inOrder = rows.toSorted((a, b) => compareStrings(a.key, b.key))
  return checksum(inOrder.map(({ key, value }) => `${key}\t${value}\n`).join(''))
}
