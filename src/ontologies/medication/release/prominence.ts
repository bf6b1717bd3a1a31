import type { ConceptRecord } from '../../../index/records.ts'
import { type BrandProduct, readBrands, readUsualProducts } from '../brands.ts'
import { keyOfComponents, readComposition } from '../composition.ts'
import { familyOf } from '../ingredients.ts'

/** For every doubling of the brands that a product has, and at most. */
const BRAND_POINTS = 12
const MAX_POINTS = 72
/** Added for ingredients, and for what is prescribed more than other products of them. */
const USUAL_POINTS = 20

/**
 * How prominent drugs are: what is prescribed much is sold by many, so that the strength and form which most brands of the
 * tables have come first, and the ingredients of most brands; the table of usual products says which one is prescribed most.
 */
export function prominenceIn(): (concept: ConceptRecord) => number {
  const brands = new Map<string, Set<string>>()
  const add = (key: string, brand: string) => {
    const known = brands.get(key)
    if (known === undefined) brands.set(key, new Set([brand]))
    else known.add(brand)
  }
  for (const product of readBrands()) {
    add(familyOf(product.components.map(({ base }) => base)), product.brand)
    add(productKey(product), product.brand)
  }
  const usual = new Set(readUsualProducts().map(productKey))
  return ({ family, attributes: { composition, form, release } }) => {
    const components = readComposition(String(composition ?? ''))
    const isProduct = components.some(({ strength }) => strength !== undefined)
    const key = isProduct
      ? productKey({ components, form: String(form ?? ''), release: String(release ?? '') })
      : family
    const sold = brands.get(key)?.size ?? 0
    if (sold === 0 && !usual.has(key)) return 0
    const points = Math.round(BRAND_POINTS * Math.log2(sold + 1))
    return Math.min(MAX_POINTS, points) + (usual.has(key) || !isProduct ? USUAL_POINTS : 0)
  }
}

function productKey({
  components,
  form,
  release,
}: Pick<BrandProduct, 'components' | 'form' | 'release'>): string {
  return [keyOfComponents(components), form, release].join(';')
}
