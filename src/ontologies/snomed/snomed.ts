import type { FindingKind } from '../../clinical/qualifiers.ts'
import { scriptOf } from '../../language/script.ts'
import { readLightWords } from '../light-words.ts'
import type { NamedOntology } from '../ontology.ts'
import { type SnomedColumns, snomedColumns } from './columns.ts'
import { snomedFeatures } from './linking/features.ts'
import { snomedPolicy } from './linking/policy.ts'
import { type SnomedQuery, SnomedReader } from './linking/query.ts'
import { parseSctid } from './sctid.ts'
import { GROUPS, type Group } from './semantic-tags.ts'

/** Kinds of findings of these semantic tags. */
const KINDS: Readonly<Partial<Record<Group, FindingKind>>> = {
  disorder: 'diagnosis',
  finding: 'symptom',
  situation: 'diagnosis',
}

/** Beginning of codes, from three digits on: fewer are numbers that names have. */
const BEGUN_SCTID = /^\d{3,18}$/

/** How SNOMED CT is linked, the Systematized Nomenclature of Medicine, Clinical Terms (SNOMED International). */
export const snomed: NamedOntology<SnomedQuery, SnomedColumns> = {
  name: 'snomed',
  title: 'SNOMED CT',
  columns: snomedColumns,
  flags: ['semantic_tag'],
  suggestions: {
    codeBeginning: (typed) => (BEGUN_SCTID.test(typed) ? typed : undefined),
    describe: ({ semantic_tag }) => ({
      tag: typeof semantic_tag === 'string' ? semantic_tag : null,
    }),
    filters: {
      semantic_tags: (tags) => {
        const asked = new Set(tags.map((tag) => tag.trim().toLowerCase()))
        return ({ semantic_tag }) =>
          typeof semantic_tag === 'string' && asked.has(semantic_tag.toLowerCase())
      },
    },
  },
  parseCode: parseSctid,
  createReader: (index, analyzer) => new SnomedReader(index, analyzer),
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
  findings: {
    kindOf: (concept, { concept: { group } }) => KINDS[GROUPS[group[concept]!]!],
    contextOf: (concept, { concept: { context } }) => context[concept]!,
    lasts: () => false,
  },
}
