import type { OntologyRelease } from '../../ontology.ts'
import { snomedColumns } from '../columns.ts'
import { prominenceIn } from './prominence.ts'
import { readSnomedRelease } from './release.ts'
import { readStarter } from './starter.ts'

/** How indexes of SNOMED CT are built. */
export const snomedRelease: OntologyRelease = {
  name: 'snomed',
  columns: snomedColumns,
  readRelease: readSnomedRelease,
  readStarter,
  curatedNames: () => [],
  phrases: {
    synonyms: [
      'anatomy',
      'anatomy-terms',
      'disorders',
      'findings',
      'general',
      'neoplasms',
      'organisms',
      'procedures',
      'rare-diseases-a-l',
      'rare-diseases-m-z',
    ],
    lay: ['lay', 'lay-body', 'lay-hindi', 'lay-mind'],
    abbreviations: true,
    usualAbbreviations: 'snomed/usual-abbreviations.tsv',
    chained: true,
  },
  namesTeach: true,
  inheritedNames: () => [],
  otherNames: () => [],
  prominenceIn,
}
