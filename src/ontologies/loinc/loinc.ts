import { readLightWords } from '../light-words.ts'
import type { NamedOntology } from '../ontology.ts'
import { parseLoincCode } from './code.ts'
import { type LoincColumns, loincColumns } from './columns.ts'
import { loincFeatures } from './linking/features.ts'
import { loincPolicy } from './linking/policy.ts'
import { type LoincQuery, LoincReader } from './linking/query.ts'

/** How LOINC is linked: Logical Observation Identifiers Names and Codes (Regenstrief Institute). */
export const loinc: NamedOntology<LoincQuery, LoincColumns> = {
  name: 'loinc',
  title: 'LOINC',
  columns: loincColumns,
  parseCode: parseLoincCode,
  createReader: (index, analyzer) => new LoincReader(index, analyzer),
  readLightWords: () => readLightWords('loinc/light-words.tsv'),
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
