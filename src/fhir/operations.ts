import { code, MAX_BODY_BYTES } from './coding/code.ts'
import { comprehend } from './coding/comprehend/comprehend.ts'
import { findMatches } from './coding/find-matches.ts'
import { expand } from './expand.ts'
import { lookup } from './lookup.ts'
import type { Operation } from './operation.ts'
import { subsumes } from './subsumes.ts'
import { translate } from './translate.ts'
import { validateInSystem, validateInValueSet } from './validate.ts'
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
    name: 'expand',
    level: 'ValueSet',
    definition: 'http://hl7.org/fhir/OperationDefinition/ValueSet-expand',
    handler: expand,
  },
  {
    name: 'validate-code',
    level: 'ValueSet',
    definition: 'http://hl7.org/fhir/OperationDefinition/ValueSet-validate-code',
    handler: validateInValueSet,
  },
  {
    name: 'lookup',
    level: 'CodeSystem',
    definition: 'http://hl7.org/fhir/OperationDefinition/CodeSystem-lookup',
    handler: lookup,
  },
  {
    name: 'validate-code',
    level: 'CodeSystem',
    definition: 'http://hl7.org/fhir/OperationDefinition/CodeSystem-validate-code',
    handler: validateInSystem,
  },
  {
    name: 'subsumes',
    level: 'CodeSystem',
    definition: 'http://hl7.org/fhir/OperationDefinition/CodeSystem-subsumes',
    handler: subsumes,
  },
  {
    name: 'translate',
    level: 'ConceptMap',
    definition: 'http://hl7.org/fhir/OperationDefinition/ConceptMap-translate',
    handler: translate,
  },
  {
    name: 'find-matches',
    level: 'CodeSystem',
    definition: 'http://hl7.org/fhir/OperationDefinition/CodeSystem-find-matches',
    onlyPost: true,
    parameters: ['system', 'version', 'exact', 'compositional', 'property'],
    handler: findMatches,
  },
  {
    name: 'code',
    level: 'system',
    definition: 'urn:medlink:fhir:code',
    parameters: ['resource', 'system', 'billable'],
    ...{ takesResource: true, keepsText: true, onlyPost: true, bodyLimit: MAX_BODY_BYTES },
    handler: code,
  },
  {
    name: 'comprehend',
    level: 'system',
    definition: 'urn:medlink:fhir:comprehend',
    parameters: ['text', 'resource', 'subject', 'system'],
    ...{ takesResource: true, keepsText: true, onlyPost: true },
    handler: comprehend,
  },
]
