import { fold } from '../../language/tokenize.ts'
import { readLightWords } from '../light-words.ts'
import type { NamedOntology } from '../ontology.ts'
import { parseLoincCode } from './code.ts'
import { type LoincColumns, loincColumns } from './columns.ts'
import { loincFeatures } from './linking/features.ts'
import { loincPolicy } from './linking/policy.ts'
import { type LoincQuery, LoincReader } from './linking/query.ts'
import { readWeightedTable } from './weights.ts'

/** Beginning of codes, from three digits on: fewer are numbers that names have. */
const BEGUN_CODE = /^\d{3,7}(?:-\d?)?$/
/** A specimen may mean a system that fits as well as this. */
const FITTING = 0.5

/** How LOINC is linked: Logical Observation Identifiers Names and Codes (Regenstrief Institute). */
export const loinc: NamedOntology<LoincQuery, LoincColumns> = {
  name: 'loinc',
  title: 'LOINC',
  columns: loincColumns,
  flags: ['loinc_status', 'order_observation'],
  suggestions: {
    codeBeginning: (typed) => (BEGUN_CODE.test(typed) ? typed : undefined),
    describe: () => ({}),
    filters: {
      class: (asked) => (attributes) =>
        String(attributes.class).toLowerCase() === asked.trim().toLowerCase(),
      specimen: (asked) => {
        const systems = systemsOf(asked)
        return ({ system }) => typeof system === 'string' && systems.has(system.toLowerCase())
      },
    },
  },
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

/** LOINC's systems that a specimen may mean, in lower case. @throws MedlinkError `data_invalid` */
function systemsOf(specimen: string): ReadonlySet<string> {
  const asked = fold(specimen).trim()
  const systems = new Set([asked])
  for (const { cells, parseWeights } of readWeightedTable('loinc/specimens.tsv', [
    'phrase',
    'systems',
  ]))
    if (cells[0] === asked)
      for (const [system, weight] of parseWeights())
        if (weight >= FITTING) systems.add(system.toLowerCase())
  return systems
}
