import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { familyOf, ingredientNames } from '../ingredients.ts'

/** Other names of the ingredients that a release has: "paracetamol" of acetaminophen. */
export function curatedDrugNames({ concepts }: ReleaseRecords): TermRecord[] {
  const ingredients = new Map(
    concepts
      .filter(({ attributes }) => attributes.product_type === 'ingredient')
      .map(({ family, code }) => [family, code]),
  )
  return [...ingredientNames().known].flatMap(([name, bases]): TermRecord[] => {
    const family = familyOf(bases)
    const code = ingredients.get(family)
    if (code === undefined || name === family) return []
    return [{ code, text: name, kind: 'curated', language: 'en' }]
  })
}
