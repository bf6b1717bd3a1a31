import type { Ontology } from '../ontology.ts'
import { type Icd10cmColumns, icd10cmColumns } from './columns.ts'
import { type Icd10cmQuery, icd10cmFeatures } from './linking/features.ts'
import { qualifiersOf } from './qualifiers.ts'

/** A code as people type it: a letter, a digit, a letter or digit, up to four more, the dot optional. */
const CODE = /^([a-z]\d[0-9a-z]|[a-z]{2}\d)\.?([0-9a-z]{0,4})$/i

/**
 * Words that ICD-10-CM titles carry to say what is not known, or which of its own axes a code stands on; clinicians
 * leave them out, so a name is not judged by them as by its other words.
 */
const LIGHT_WORDS: ReadonlyMap<string, number> = new Map([
  ['unspecified', 0.2],
  ['specified', 0.4],
  ['other', 0.5],
  ['nos', 0.1],
  ['nec', 0.2],
  ['classified', 0.3],
  ['elsewhere', 0.3],
  ['encounter', 0.6],
  ['initial', 0.6],
  ['accidental', 0.1],
  ['unintentional', 0.1],
  ['mellitus', 0.2],
  ['disorder', 0.6],
  ['disease', 0.6],
  ['syndrome', 0.6],
])

/** How ICD-10-CM is linked, the United States' clinical modification of ICD-10 (CDC/NCHS and CMS). */
export const icd10cm: Ontology<Icd10cmQuery, Icd10cmColumns> = {
  name: 'icd-10-cm',
  title: 'ICD-10-CM',
  columns: icd10cmColumns,
  parseCode: (text) => {
    const match = CODE.exec(text)
    if (!match) return undefined
    const [, category = '', rest = ''] = match
    return rest === '' ? category.toUpperCase() : `${category}.${rest}`.toUpperCase()
  },
  createReader: () => ({
    read: ({ words }) => [{ words, understand: qualifiersOf }],
  }),
  lightWords: LIGHT_WORDS,
  features: icd10cmFeatures,
  describe: ({ attributes }) => ({
    is_billable: attributes.is_billable ?? null,
    chapter: attributes.chapter ?? null,
    block: attributes.block ?? null,
    category: attributes.category ?? null,
  }),
}
