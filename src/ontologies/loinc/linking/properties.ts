import { MedlinkError } from '../../../errors.ts'
import { lazily } from '../../../language/remember.ts'
import { type Unit, type UnitKind, unitKinds } from '../../../units/units.ts'
import { readWeightedTable } from '../weights.ts'

const TABLE = 'units/properties.tsv'

const byKind = lazily(readProperties)

/**
 * The PROPERTYs that results in a unit may have, with weights in (0, 1]: 1 where the unit means exactly this. A "%" is a
 * number, a mass, a volume fraction and more. Empty for a unit of another kind, which says nothing.
 *
 * @throws MedlinkError `data_invalid`
 * @see data/units/properties.tsv
 */
export function propertiesOfUnit(unit: Unit): ReadonlyMap<string, number> {
  return byKind().get(unit.kind)!
}

function readProperties(): Map<UnitKind, ReadonlyMap<string, number>> {
  const properties = new Map<UnitKind, ReadonlyMap<string, number>>()
  for (const [i, row] of readWeightedTable(TABLE, ['kind', 'properties']).entries()) {
    const [kind] = row.cells
    const known = unitKinds.find((each) => each === kind)
    if (known === undefined) throw invalid(i + 2, `found the kind "${kind}", expected a unit kind`)
    properties.set(known, row.parseWeights())
  }
  const missing = unitKinds.filter((kind) => !properties.has(kind))
  if (missing.length > 0) throw invalid(1, `expected a row for ${missing.join(', ')}`)
  return properties
}

function invalid(line: number, what: string): MedlinkError {
  return new MedlinkError('data_invalid', `data/${TABLE}:${line}: ${what}`)
}
