import { scriptOf } from '../../text/script.ts'
import { readLightWords } from '../light-words.ts'
import type { NamedOntology } from '../ontology.ts'
import { type SnomedColumns, snomedColumns } from './columns.ts'
import { snomedFeatures } from './linking/features.ts'
import { snomedPolicy } from './linking/policy.ts'
import { type SnomedQuery, SnomedReader } from './linking/query.ts'
import { parseSctid } from './sctid.ts'

/** How SNOMED CT is linked, the Systematized Nomenclature of Medicine, Clinical Terms (SNOMED International). */
export const snomed: NamedOntology<SnomedQuery, SnomedColumns> = {
  name: 'snomed',
  title: 'SNOMED CT',
  columns: snomedColumns,
  parseCode: parseSctid,
  createReader: (index) => new SnomedReader(index),
  readLightWords: () => readLightWords('snomed/light-words.tsv'),
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
