/** FlexSearch indexes for tests: of the starters, and of releases of a few names. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openSuggestIndex, type SuggestIndex } from '../../src/browser/browser.ts'
import { compilePack, type PackOptions } from '../../src/build/pack.ts'
import { checksum } from '../../src/index/file/tail.ts'
import { indexPath, packPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { type Ontology, starterRoot } from './shared-index.ts'
import { tempFolder, tinyRelease, writeTiny } from './tiny-index.ts'

const analyzer = createAnalyzer()

/** The FlexSearch index of a starter, as a file. */
export function starterPack(ontology: Ontology): string {
  return packPath(indexPath(starterRoot(ontology), ontology, STARTER_VERSION))
}

/** The same, opened. */
export function openStarterPack(ontology: Ontology): Promise<SuggestIndex> {
  return openSuggestIndex(readFileSync(starterPack(ontology)))
}

/** What an index of a few codes and names is compiled with. */
export const tinyPack = (options: Partial<PackOptions> = {}): PackOptions => ({
  ...{ suggestions: icd10cm.suggestions, analyzer, abbreviations: [], otherNames: [], most: 1000 },
  ...options,
})

/** Compiles the FlexSearch index of names of one code each, all as prominent. */
export function packOf(
  names: Readonly<Record<string, readonly string[]>>,
  options: Partial<PackOptions> = {},
): Buffer {
  const file = join(tempFolder(), 'tiny.sqlite')
  const concept = tinyRelease.concepts[0]!
  const release = {
    ...tinyRelease,
    concepts: Object.entries(names).map(([code, [name]]) => ({ ...concept, code, name: name! })),
    terms: Object.entries(names).flatMap(([code, texts]) =>
      texts.map((text, i) => {
        return { code, text, kind: i === 0 ? 'preferred' : 'synonym', language: 'en' } as const
      }),
    ),
    ...{ edges: [], replacements: [], maps: [], facts: [] },
  }
  const pack = (list: Parameters<typeof compilePack>[0]) => compilePack(list, tinyPack(options))
  writeTiny(file, release, { pack, aliases: [] })
  return readFileSync(packPath(file))
}

/** The two lines of a FlexSearch index, changed. The checksum is made anew. */
export function changed(
  bytes: Uint8Array,
  change: (manifest: Record<string, unknown>, body: Record<string, unknown>) => void,
): Buffer {
  const [manifest, body] = gunzipSync(bytes)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  change(manifest!, body!)
  const second = JSON.stringify(body)
  return gzipSync(`${JSON.stringify({ checksum: checksum(second), ...manifest })}\n${second}`)
}
