import type { LoincQuery } from '../../src/ontologies/loinc/linking/query.ts'

/** A query for glucose that asks for nothing, but for what is given. */
export function queryOf(given: Partial<LoincQuery> = {}): LoincQuery {
  return {
    asked: {},
    unit: undefined,
    value: undefined,
    greatest: undefined,
    hints: {},
    name: 'glucose',
    ...given,
  }
}
