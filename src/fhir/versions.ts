import { parametersOf } from './parameters.ts'
import type { Parameters } from './resources.ts'

/** Version of FHIR of everything here. */
export const FHIR_VERSION = '4.0.1'

/** Answer of `$versions`: R4 and no other. */
export function versions(): Parameters {
  const version = FHIR_VERSION.replace(/\.\d+$/, '')
  return parametersOf([
    { name: 'version', valueCode: version },
    { name: 'default', valueCode: version },
  ])
}
