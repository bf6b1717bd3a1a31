import type { ResolvedOntology } from '../ontology.ts'
import { brandsBeginning } from './brands.ts'
import { medicationColumns } from './columns.ts'
import { DrugResolver } from './linking/resolver.ts'
import { describeDrug } from './linking/result.ts'

/** A number of up to four digits may be a strength: it is a code behind "RXCUI" only. */
const RXCUI = /^(?:rxcui[\s:#]*(\d{1,8})|(\d{5,8}))$/iu
/** A source's own identifier behind its prefix: "FDA:021287-001". */
const SOURCE_CODE = /^(?:FDA|NDC|CDCI|IN|ML):\S+$/u

/** Beginning of an RXCUI, from four digits on: fewer are strengths. */
const BEGUN_RXCUI = /^\d{4,8}$/

/** How medication is linked: RxNorm (U.S. National Library of Medicine), and brands and products of other lists. */
export const medication: ResolvedOntology = {
  name: 'medication',
  title: 'Medication',
  modelId: 'medication-2',
  columns: medicationColumns,
  flags: ['product_type'],
  suggestions: {
    codeBeginning: (typed) => (BEGUN_RXCUI.test(typed) ? typed : undefined),
    tableNames: brandsBeginning,
    describe: () => ({}),
    filters: {},
  },
  parseCode: (text) => {
    const [, named, bare] = RXCUI.exec(text) ?? []
    return named ?? bare ?? (SOURCE_CODE.test(text) ? text : undefined)
  },
  createResolver: (index, analyzer) => new DrugResolver(index, analyzer),
  describe: ({ attributes }) => describeDrug(attributes),
}
