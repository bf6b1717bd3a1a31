import { lazily } from '../../language/remember.ts'
import { convertUnit, readUnit, type Unit } from '../../units/units.ts'

/** One for each dimension that laboratories have units of several sizes for. */
const REFERENCES = ['g/L', 'mol/L', 'U/L', '[IU]/L']

const references = lazily(() => REFERENCES.map((text) => readUnit(text)!))

/** Sizes of units; one request asks for that of its unit for every code. */
const sizes = new WeakMap<Unit, number>()

/** How many g/L, mol/L, U/L or IU/L a unit is; 0 for one of another dimension. The first call loads the parser of units. */
export function unitSize(unit: Unit): number {
  const known = sizes.get(unit)
  if (known !== undefined) return known
  const size = measure(unit)
  sizes.set(unit, size)
  return size
}

function measure(unit: Unit): number {
  for (const reference of references()) {
    const size = unit.kind === reference.kind ? convertUnit(1, unit, reference) : undefined
    if (size !== undefined) return size
  }
  return 0
}
