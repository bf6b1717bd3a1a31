import type { ReleaseRecords } from '../../../index/records.ts'
import { STARTER_VERSION } from '../../../index/registry.ts'
import { readTable } from '../../../language/tables.ts'
import { licenceNotice } from './licence.ts'
import { makeRecords } from './records.ts'
import { isPanelClass, type LoincRow } from './row.ts'

/** Below data/: the tests by the first letter of their component. */
const STARTER_TABLES = ['tests-a-g', 'tests-h-p', 'tests-q-z'].map(
  (name) => `starter/loinc/${name}.tsv`,
)
const COLUMNS = 'code component property time system scale method class name ucum'.split(' ')

/** Medlink's own selection of the tests that clinics order most, as a release named `starter`. */
export function readStarter(): ReleaseRecords {
  const rows = STARTER_TABLES.flatMap((table) => readTable(table, COLUMNS)).map(
    (cells): LoincRow => {
      const [code, component, property, timeAspect, system, scale, method, group, name, ucum] =
        cells.map((cell) => (cell === '-' ? '' : cell)) as [string, ...string[]]
      return {
        code,
        component: component!,
        property: property!,
        timeAspect: timeAspect!,
        system: system!,
        scale: scale === '' ? '-' : scale!,
        method: method!,
        class: group!,
        classType: 1,
        status: 'ACTIVE',
        longName: name!,
        shortName: '',
        displayName: '',
        consumerName: '',
        relatedNames: [],
        orderObs: '',
        units: '',
        ucumUnits: ucum!,
        rank: 0,
        copyrightNotice: '',
        componentName: '',
        isPanel: isPanelClass(group!),
      }
    },
  )
  return makeRecords({
    version: STARTER_VERSION,
    licence: licenceNotice(STARTER_VERSION),
    sources: [],
    rows,
    replacements: [],
    relatedCodes: [],
    relations: [],
    warnings: [],
  })
}
