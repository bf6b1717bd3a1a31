import { CONDITION_NAMES } from '../../../clinical/word-kinds.ts'
import { curatedNames } from '../../curated.ts'
import type { OntologyRelease } from '../../ontology.ts'
import { requireOnePath } from '../../release-files.ts'
import { icd10cmColumns } from '../columns.ts'
import { inheritedNames } from './inherit.ts'
import { prominenceIn } from './prominence.ts'
import { readIcd10cmRelease } from './release.ts'
import { readStarter } from './starter.ts'

/** How indexes of ICD-10-CM are built. */
export const icd10cmRelease: OntologyRelease = {
  name: 'icd-10-cm',
  columns: icd10cmColumns,
  readRelease: async (paths, options) =>
    readIcd10cmRelease(requireOnePath('ICD-10-CM', paths, options), options),
  readStarter,
  curatedNames: (release) => curatedNames(release, CONDITION_NAMES),
  phrases: {
    synonyms: ['anatomy', 'disorders', 'general', 'neoplasms', 'organisms'],
    lay: ['lay', 'lay-body', 'lay-hindi', 'lay-mind'],
    abbreviations: true,
  },
  namesTeach: false,
  inheritedNames,
  otherNames: () => [],
  prominenceIn,
}
