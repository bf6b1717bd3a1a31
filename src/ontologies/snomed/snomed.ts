import { scriptOf } from '../../text/script.ts'
import type { Ontology } from '../ontology.ts'
import { type SnomedColumns, snomedColumns } from './columns.ts'
import { snomedFeatures } from './linking/features.ts'
import { snomedPolicy } from './linking/policy.ts'
import { type SnomedQuery, SnomedReader } from './linking/query.ts'
import { parseSctid } from './sctid.ts'

/** Words of names that say little of which thing it is. */
const LIGHT_WORDS: ReadonlyMap<string, number> = new Map([
  ['disorder', 0.5],
  ['disease', 0.6],
  ['syndrome', 0.6],
  ['finding', 0.3],
  ['structure', 0.3],
  ['entire', 0.4],
  ['nos', 0.1],
  ['unspecified', 0.2],
  ['mellitus', 0.2],
  ['product', 0.4],
])

/** How SNOMED CT is linked, the Systematized Nomenclature of Medicine, Clinical Terms (SNOMED International). */
export const snomed: Ontology<SnomedQuery, SnomedColumns> = {
  name: 'snomed',
  title: 'SNOMED CT',
  columns: snomedColumns,
  parseCode: parseSctid,
  createReader: (index) => new SnomedReader(index),
  lightWords: LIGHT_WORDS,
  features: snomedFeatures,
  describe: ({ attributes }, { text, language }) => ({
    semantic_tag: attributes.semantic_tag ?? null,
    is_core: attributes.is_core ?? null,
    source: attributes.source ?? null,
    language,
    script: scriptOf(text),
  }),
  policy: snomedPolicy,
}
