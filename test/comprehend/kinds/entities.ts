import { expect } from 'vitest'
import { comprehendResultSchema } from '../../../src/contract.ts'
import type { EntityKind, Medlink } from '../../../src/medlink.ts'

/** Entities of one kind in a note. Checks the result's shape, and that every place is that of its text. */
export function entitiesIn<Kind extends EntityKind>(medlink: Medlink, kind: Kind, text: string) {
  const result = medlink.comprehend({ text, find: [kind] })
  expect(comprehendResultSchema.parse(result)).toEqual(result)
  for (const { text: own, begin_offset, end_offset, attributes } of result.entities) {
    expect(text.slice(begin_offset, end_offset)).toBe(own)
    for (const each of attributes)
      expect(text.slice(each.begin_offset, each.end_offset)).toBe(each.text)
  }
  return result.entities
}
