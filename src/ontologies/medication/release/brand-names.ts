import type { ConceptRecord, ReleaseRecords } from '../../../index/records.ts'
import type { OtherName } from '../../ontology.ts'
import { readBrands } from '../brands.ts'
import { familyOf } from '../ingredients.ts'

/** Meaning of a brand, in this order: its ingredients, then the drugs that a release names by these, then brands. */
const LEVELS = ['ingredient', 'combination', 'clinical_drug']

/**
 * The brands of Medlink's tables, each with the codes of its ingredients. A mention's brand is read with what the text says of
 * strength and form; who types has not said that yet.
 */
export function brandNames({ concepts }: ReleaseRecords): OtherName[] {
  const families = new Map<string, ConceptRecord[]>()
  for (const concept of concepts) {
    if (!concept.active) continue
    const known = families.get(concept.family)
    if (known === undefined) families.set(concept.family, [concept])
    else known.push(concept)
  }
  const codes = new Map([...families].map(([family, own]) => [family, inOrder(own)]))
  const names = new Map<string, string[]>()
  for (const { brand, components } of readBrands()) {
    const own = codes.get(familyOf(components.map(({ base }) => base))) ?? []
    names.set(brand, [...new Set([...(names.get(brand) ?? []), ...own])])
  }
  return [...names].flatMap(([text, own]) => (own.length === 0 ? [] : [{ text, codes: own }]))
}

/** Codes, those that most products have in common first; else in the order of the release. */
function inOrder(concepts: readonly ConceptRecord[]): string[] {
  const levelOf = ({ attributes: { product_type } }: ConceptRecord) => {
    const level = LEVELS.indexOf(String(product_type))
    return level < 0 ? LEVELS.length : level
  }
  return concepts.toSorted((a, b) => levelOf(a) - levelOf(b)).map(({ code }) => code)
}
