import type { Operation } from './operation.ts'
import { versions } from './versions.ts'

/** Every operation. A new row is served and listed in the CapabilityStatement. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'versions',
    level: 'system',
    definition: 'http://hl7.org/fhir/OperationDefinition/CapabilityStatement-versions',
    handler: versions,
  },
]
