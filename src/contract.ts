/**
 * The wire's shapes, one zod schema each; types follow from them. Field names are the contract's everywhere, so nothing is
 * translated. Each vocabulary declares its part in `ontologies/<name>/contract.ts`.
 */

export * from './contract/explanation.ts'
export * from './contract/ontologies.ts'
export * from './contract/requests.ts'
export * from './contract/results.ts'
export * from './contract/shapes.ts'
export * from './contract/text-shapes.ts'
