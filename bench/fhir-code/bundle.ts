/** A Bundle of 200 resources with text alone, as a clinic's program sends them, and the question that each stands for. */
import { readFileSync } from 'node:fs'
import type { LinkedOntology } from '../../src/medlink.ts'
import { readRows } from '../tables.ts'

/** A resource, and the request that its code should be the answer to. */
export interface TextResource {
  readonly resource: Readonly<Record<string, unknown>>
  readonly query: string
  readonly ontology: LinkedOntology
  readonly metadata?: Readonly<Record<string, string | number>>
  readonly granularity?: 'ingredient'
}

/** Resources of a kind of resources.json, in which "$text" stands for a cell of texts.tsv. */
interface Kind extends Pick<TextResource, 'ontology' | 'granularity'> {
  readonly kind: string
  readonly variants: readonly Pick<TextResource, 'resource' | 'metadata'>[]
}

/** Two hundred resources of nine types, in turns as a record has them; of a kind with several variants each in turn. */
export function textResources(): readonly TextResource[] {
  const file = new URL('resources.json', import.meta.url)
  const rows = readRows('fhir-code/texts.tsv')
  const kinds = (JSON.parse(readFileSync(file, 'utf8')) as readonly Kind[]).map(
    ({ kind, variants, ...request }) =>
      rows
        .filter((row) => row.kind === kind)
        .map((row, i) => ({
          ...{ ...filled(variants[i % variants.length]!, row), ...request, query: row.text! },
        })),
  )
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => kinds.flatMap((kind) => kind[i] ?? [])).flat()
}

/** A value with the cells of a row in it; elements for which the row has none are left out, with their specimen. */
function filled<Value>(value: Value, row: Readonly<Record<string, string>>): Value {
  return JSON.parse(JSON.stringify(value), (key, each) => {
    if (row.specimen === '' && (key === 'contained' || key === 'specimen')) return undefined
    if (typeof each !== 'string' || !each.startsWith('$')) return each
    const cell = row[each.slice(1)]
    return key === 'value' ? Number(cell) : cell || undefined
  })
}
