/** The public API of FHIR R4, `medlink/fhir`. */

export { type FhirOptions, fhirRoutes } from './plugin.ts'
