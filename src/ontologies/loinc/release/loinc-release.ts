import type { OntologyRelease } from '../../ontology.ts'
import { requireOnePath } from '../../release-files.ts'
import { loincColumns } from '../columns.ts'
import { labNames, namesOfCodes } from './curated.ts'
import { prominenceIn } from './prominence.ts'
import { makeRecords } from './records.ts'
import { readLoincTables } from './release.ts'
import { readStarter } from './starter.ts'

/** How indexes of LOINC are built. */
export const loincRelease: OntologyRelease = {
  name: 'loinc',
  columns: loincColumns,
  readRelease: async (paths, options) =>
    makeRecords(await readLoincTables(requireOnePath('LOINC', paths, options), options)),
  readStarter,
  curatedNames: (release) => [...labNames(release), ...namesOfCodes(release)],
  phrases: { synonyms: ['laboratory', 'organisms'], lay: [], abbreviations: false },
  namesTeach: false,
  inheritedNames: () => [],
  otherNames: () => [],
  prominenceIn,
}
