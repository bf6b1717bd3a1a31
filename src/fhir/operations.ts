import { code, MAX_BODY_BYTES } from './coding/code.ts'
import { comprehend } from './coding/comprehend/comprehend.ts'
import { findMatches } from './coding/find-matches.ts'
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
  {
    name: 'find-matches',
    level: 'CodeSystem',
    definition: 'http://hl7.org/fhir/OperationDefinition/CodeSystem-find-matches',
    onlyPost: true,
    handler: findMatches,
  },
  {
    name: 'code',
    level: 'system',
    definition: 'urn:medlink:fhir:code',
    ...{ takesResource: true, keepsText: true, onlyPost: true, bodyLimit: MAX_BODY_BYTES },
    handler: code,
  },
  {
    name: 'comprehend',
    level: 'system',
    definition: 'urn:medlink:fhir:comprehend',
    ...{ takesResource: true, keepsText: true, onlyPost: true },
    handler: comprehend,
  },
]
