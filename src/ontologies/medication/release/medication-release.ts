import { MedlinkError } from '../../../errors.ts'
import type { ReleaseRecords } from '../../../index/records.ts'
import type { OntologyRelease, ReadOptions } from '../../ontology.ts'
import { medicationColumns } from '../columns.ts'
import { brandNames } from './brand-names.ts'
import { curatedDrugNames } from './curated.ts'
import { prominenceIn } from './prominence.ts'
import { drugRecords } from './records.ts'
import { readDrugReleases } from './release.ts'
import { ownIngredients, readStarter } from './starter.ts'

/** How indexes of drugs are built: RxNorm, and lists of products. */
export const medicationRelease: OntologyRelease = {
  name: 'medication',
  columns: medicationColumns,
  readRelease,
  readStarter,
  curatedNames: curatedDrugNames,
  phrases: { synonyms: [], lay: [], abbreviations: false },
  namesTeach: false,
  inheritedNames: () => [],
  otherNames: brandNames,
  prominenceIn,
}

async function readRelease(
  paths: readonly string[],
  { version, dialect, lenient }: ReadOptions,
): Promise<ReleaseRecords> {
  if (dialect !== undefined)
    throw new MedlinkError('invalid_request', 'drugs have no dialects: leave the dialect out')
  const releases = await readDrugReleases(paths, { lenient: lenient ?? false })
  const stated = version ?? releases.find((release) => release.version !== '')?.version
  if (stated === undefined)
    throw new MedlinkError(
      'invalid_request',
      'the release does not say which version it is: give one with --version (`version`)',
    )
  return drugRecords([...releases, ownIngredients(releases)], stated)
}
