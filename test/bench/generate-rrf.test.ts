/**
 * Proves of the generated RxNorm:
 * 1. the reader reads every concept whole, without a warning, and each type is there in RxNorm's proportions
 * 2. the list of products is read, with strengths, forms and brands
 * 3. the same seed gives the same bytes, another one others; numbers that will not do are refused
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeRrfRelease } from '../../bench/generate-rrf.ts'
import { readDrugReleases } from '../../src/ontologies/medication/release/release.ts'
import { writeTempFolder } from '../support/temp-release.ts'

const SIZE = { drugs: 300, products: 400 } as const
const FILES = ['rrf/RXNCONSO.RRF', 'rrf/RXNREL.RRF', 'rrf/RXNSAT.RRF', 'products/products.csv']

async function generate(seed: number) {
  const folder = await writeTempFolder({})
  const counts = writeRrfRelease(folder, { ...SIZE, seed })
  return { folder, counts }
}

describe('a generated release', () => {
  test('is read whole', async () => {
    const { folder, counts } = await generate(1)
    const [rxnorm, products] = await readDrugReleases([`${folder}/rrf`, `${folder}/products`])
    expect(rxnorm!.warnings).toEqual([])
    const retired = rxnorm!.drugs.filter(({ active }) => !active).length
    const { DF, DFG, ...drugs } = counts
    expect(DF! + DFG!).toBeGreaterThan(40)
    expect(rxnorm!.drugs.length - retired).toBe(
      Object.values(drugs).reduce((sum, count) => sum + count, 0),
    )
    for (const { level, ingredients, form, brand } of rxnorm!.drugs) {
      expect(ingredients).not.toEqual([])
      if (level === 'branded_drug' || level === 'clinical_drug') {
        expect(ingredients.filter(({ strength }) => strength === undefined)).toEqual([])
        expect(form).toBeDefined()
      }
      if (level.startsWith('brand')) expect(brand).toBeDefined()
    }
    expect(products!.drugs).toHaveLength(SIZE.products)
    expect(products!.warnings).toEqual([])
  })

  test('has RxNorm’s proportions', async () => {
    const { counts } = await generate(1)
    expect(counts.SCD).toBe(300)
    expect(counts.SBD).toBeGreaterThan(120)
    expect(counts.SBD).toBeLessThanOrEqual(165)
    for (const type of [
      'IN',
      'PIN',
      'MIN',
      'BN',
      'SCDC',
      'SCDF',
      'SCDG',
      'SBDC',
      'SBDF',
      'SBDG',
      'GPCK',
      'BPCK',
    ])
      expect(counts[type], type).toBeGreaterThan(0)
  })

  test('is the same for the same seed', async () => {
    const [one, same, other] = [await generate(1), await generate(1), await generate(2)]
    const bytes = ({ folder }: { folder: string }) =>
      FILES.map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    expect(bytes(same)).toEqual(bytes(one))
    expect(bytes(other)).not.toEqual(bytes(one))
  })

  test.each([99, 100.5])('%s drugs are refused', async (drugs) => {
    const folder = await writeTempFolder({})
    expect(() => writeRrfRelease(folder, { drugs })).toThrow(RangeError)
  })
})
