/**
 * Proves of brands of the starter that a suffix that makes another product of them is never dropped: no brand with a suffix
 * that its rows have not is linked, before the number or behind it.
 */
import { expect, test } from 'vitest'
import { readTable } from '../../src/language/tables.ts'
import { readBrands } from '../../src/ontologies/medication/brands.ts'
import { nameKey } from '../../src/ontologies/medication/words.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter('medication')
const brands = readBrands()
const names = new Set(brands.map(({ brand }) => nameKey(brand)))
/** One of so many rows is asked with each suffix. */
const SHARE = 97
const sample = brands
  .filter(({ label, form }) => /^\d+$/.test(label) && form === 'tablet')
  .filter((_, i) => i % SHARE === 0)
const suffixes = readTable('medication/brand-suffixes.tsv', ['suffix', 'place'])

test('there are brands to ask', () => {
  expect(sample.length).toBeGreaterThan(20)
})

test.each(suffixes)('%s (%s)', (suffix, place) => {
  const linked = sample.flatMap(({ brand, label }) => {
    if (names.has(nameKey(`${brand} ${suffix}`))) return []
    const texts = [`Tab ${brand} ${suffix} ${label}`, `Tab ${brand}-${suffix} ${label}`]
    if (place === 'any') texts.push(`Tab ${brand} ${label} ${suffix}`)
    return texts.filter(
      (query) => medlink.link({ query, ontology: 'medication' }).results[0]?.is_linked === true,
    )
  })
  expect(linked).toEqual([])
})
