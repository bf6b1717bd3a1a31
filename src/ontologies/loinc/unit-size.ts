import { convertUnit, readUnit, type Unit } from '../../units/units.ts'

/** Of each dimension that laboratories have units of several sizes for. */
const REFERENCES = ['g/L', 'mol/L', 'U/L', '[IU]/L'].map((unit) => readUnit(unit)!)

/** How many g/L, mol/L, U/L or IU/L a unit is; 0 for one of another dimension. */
export function unitSize(unit: Unit): number {
  for (const reference of REFERENCES) {
    const size = unit.kind === reference.kind ? convertUnit(1, unit, reference) : undefined
    if (size !== undefined) return size
  }
  return 0
}
