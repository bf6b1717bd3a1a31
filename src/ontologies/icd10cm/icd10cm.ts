import { COMPREHEND } from '../../contract.ts'
import { readLightWords } from '../light-words.ts'
import type { NamedOntology } from '../ontology.ts'
import { excludes1In, findingOfNumber } from './code-ranges.ts'
import { type Icd10cmColumns, icd10cmColumns } from './columns.ts'
import { icd10cmFeatures } from './linking/features.ts'
import { icd10cmPolicy } from './linking/policy.ts'
import { createIcd10cmReader, type Icd10cmQuery } from './linking/query.ts'

/** A code as people type it: a letter, a digit, a letter or digit, up to four more, the dot optional. */
const CODE = /^([a-z]\d[0-9a-z]|[a-z]{2}\d)\.?([0-9a-z]{0,4})$/i
/** Beginning of such a code, from its first two characters on. */
const BEGUN_CODE = /^([a-z]\d[0-9a-z]?|[a-z]{2}\d)(?:(?<=^...)\.?([0-9a-z]{0,4}))?$/i

/** How ICD-10-CM is linked, the United States' clinical modification of ICD-10 (CDC/NCHS and CMS). */
export const icd10cm: NamedOntology<Icd10cmQuery, Icd10cmColumns> = {
  name: 'icd-10-cm',
  title: 'ICD-10-CM',
  columns: icd10cmColumns,
  flags: ['is_billable'],
  suggestions: {
    codeBeginning: (typed) => {
      const [, category, rest = ''] = BEGUN_CODE.exec(typed) ?? []
      if (category === undefined) return undefined
      return (rest === '' ? category : `${category}.${rest}`).toUpperCase()
    },
    describe: ({ is_billable }) => ({ is_billable: is_billable === true }),
    filters: { billable: () => (attributes) => attributes.is_billable === true },
  },
  textVersion: COMPREHEND,
  parseCode: (text) => {
    const match = CODE.exec(text)
    if (!match) return undefined
    const [, category = '', rest = ''] = match
    return rest === '' ? category.toUpperCase() : `${category}.${rest}`.toUpperCase()
  },
  createReader: (index, analyzer) =>
    createIcd10cmReader(analyzer, (code) => index.getConcept(code)?.id),
  readLightWords: () => readLightWords('icd-10-cm/light-words.tsv'),
  features: icd10cmFeatures,
  policy: icd10cmPolicy,
  findings: {
    kindOf: (concept, { concept: { finding } }) => findingOfNumber(finding[concept]!),
    contextOf: (concept, { concept: { context } }) => context[concept]!,
    lasts: (concept, { concept: { lasting } }) => lasting[concept] === 1,
    exclusionsIn: excludes1In,
  },
  describe: ({ attributes }, _, found) => ({
    is_billable: attributes.is_billable ?? null,
    ...(found !== undefined && { billable_of: found.code }),
    chapter: attributes.chapter ?? null,
    block: attributes.block ?? null,
    category: attributes.category ?? null,
  }),
}
