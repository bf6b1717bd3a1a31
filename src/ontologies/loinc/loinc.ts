import type { TraitReader } from '../../index/arrays.ts'
import type { Ontology } from '../ontology.ts'
import { AXES_VERSION, packCode } from './axes.ts'
import { parseLoincCode } from './code.ts'
import { loincFeatures } from './linking/features.ts'
import { loincPolicy } from './linking/policy.ts'
import { type LoincQuery, LoincReader } from './linking/query.ts'
import { labNames } from './release/curated.ts'
import { makeRecords } from './release/records.ts'
import { readStarter } from './release/starter.ts'

/** Words of component names that say little of which test it is. */
const LIGHT_WORDS: ReadonlyMap<string, number> = new Map([
  ['total', 0.3],
  ['ab', 0.5],
  ['ag', 0.7],
  ['rna', 0.5],
  ['dna', 0.5],
  ['virus', 0.4],
  ['sp', 0.2],
  ['cells', 0.5],
  ['cell', 0.5],
  ['identified', 0.3],
  ['unspecified', 0.2],
  ['human', 0.4],
  ['100', 0.1],
  ['xxx', 0.2],
])

const traits: TraitReader = {
  version: AXES_VERSION,
  ofTerm: () => 0,
  ofConcept: ({ attributes }) => {
    const { system, property, method, scale, time_aspect, rank, is_usual, is_result } = attributes
    const values = {
      system: String(system),
      property: String(property),
      method: String(method),
      scale: String(scale),
      time: String(time_aspect),
    }
    const standing = {
      rank: rank === null ? Number.NaN : Number(rank),
      isUsual: is_usual === true,
      isResult: is_result === true,
    }
    return packCode(values, standing)
  },
}

/** LOINC, Logical Observation Identifiers Names and Codes (Regenstrief Institute). */
export const loinc: Ontology<LoincQuery> = {
  name: 'loinc',
  title: 'LOINC',
  traits,
  // Loaded when it is asked for: linking has no use for it.
  readRelease: async (paths, options) => {
    const { requireOnePath } = await import('../release-files.ts')
    const { readLoincTables } = await import('./release/release.ts')
    return makeRecords(await readLoincTables(requireOnePath('LOINC', paths, options), options))
  },
  readStarter,
  curatedNames: labNames,
  phrases: { synonyms: ['laboratory', 'organisms'], lay: [], abbreviations: false },
  namesTeach: false,
  inheritedNames: () => [],
  parseCode: parseLoincCode,
  createReader: (index, analyzer) => new LoincReader(index, analyzer),
  lightWords: LIGHT_WORDS,
  features: loincFeatures,
  describe: ({ attributes }) => ({
    component: attributes.component ?? null,
    property: attributes.property ?? null,
    time_aspect: attributes.time_aspect ?? null,
    system: attributes.system ?? null,
    scale: attributes.scale ?? null,
    method: attributes.method ?? null,
    class: attributes.class ?? null,
    loinc_status: attributes.loinc_status ?? null,
    order_observation: attributes.order_observation ?? null,
    // LOINC's licence asks that a third party's notice is shown with the term.
    ...(attributes.copyright_notice !== undefined && {
      copyright_notice: attributes.copyright_notice,
    }),
  }),
  policy: loincPolicy,
}
