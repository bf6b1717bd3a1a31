import { pick, randomEdit, seededRandom } from '../scripts/support/random.ts'
import type { MedlinkIndex, StoredConcept } from '../src/index/reader.ts'
import type { BenchQuery, QueryKind } from './queries.ts'

const ONTOLOGY = 'medication'
/** How a line goes on behind the product, and how one begins. */
const USES = [
  '1-0-1 x 5 days after food',
  'BD x 7 days, then SOS for fever',
  '1 tab HS for 2 weeks',
]
const LEADS = ['Tab.', '1) Tab', 'Cap', 'Inj', 'Syp']
const REMARK = 'to be taken with water; review after 1 week with reports'
const PRODUCTS = new Set(['clinical_drug', 'branded_drug'])
/** Draws, for each query that is wanted, of products of one kind. */
const DRAWS = 200

/**
 * Up to `perKind` prescriptions of every kind from an index of drugs: a brand or a generic name with strength and form, one
 * letter wrong, a name that nothing has, and a long line. The same seed gives the same ones.
 */
export function drawPrescriptions(
  index: MedlinkIndex,
  version: string,
  perKind: number,
  seed: number,
): BenchQuery[] {
  const random = seededRandom(seed)
  const products = drawProducts(index, perKind, random)
  const branded = products.filter(({ attributes }) => attributes.brand !== null)
  const generic = products.filter(({ attributes }) => attributes.brand === null)
  const query = (kind: QueryKind, text: string, gold: readonly string[]): BenchQuery => ({
    kind,
    request: { query: text, ontology: ONTOLOGY, version },
    gold,
  })
  return [
    ...branded.map((product) => query('brand', brandOf(product), [product.code])),
    ...generic.map((product) => query('generic', genericOf(product), [product.code])),
    ...branded.map((product) => {
      const text = brandOf(product)
      return query('misspelt', randomEdit(text, random) ?? text, [product.code])
    }),
    ...branded.map(() => query('unknown', `Tab ${unknownName(random)} 500 mg`, [])),
    ...branded.map((product) => {
      const said = `${pick(LEADS, random)} ${brandOf(product)} ${pick(USES, random)}, ${REMARK}`
      return query('line', said, [product.code])
    }),
  ]
}

/** As many products with a brand as without, where the index has so many. */
function drawProducts(index: MedlinkIndex, perKind: number, random: () => number): StoredConcept[] {
  const concepts = index.manifest.counts.concepts
  const left = { branded: perKind, generic: perKind }
  const products: StoredConcept[] = []
  for (let draw = 0; draw < DRAWS * perKind && left.branded + left.generic > 0; draw++) {
    const product = index.concept(Math.floor(random() * concepts))
    const { product_type, brand } = product.attributes
    const kind = brand === null ? 'generic' : 'branded'
    if (!PRODUCTS.has(String(product_type)) || left[kind] === 0) continue
    left[kind]--
    products.push(product)
  }
  return products
}

function brandOf(product: StoredConcept): string {
  return `${product.attributes.brand} ${strengthsOf(product)[0] ?? ''}`.trim()
}

function genericOf(product: StoredConcept): string {
  const { generic_name, form } = product.attributes
  return `${generic_name} ${strengthsOf(product).join('/')} ${form ?? ''}`.trim()
}

/** As people write them: "500 mg". */
function strengthsOf({ attributes }: StoredConcept): string[] {
  return String(attributes.composition)
    .split(';')
    .flatMap((component) => {
      const [, , value, unit] = component.split('|')
      if (value === undefined || value === '' || unit === undefined) return []
      return [`${Number(Number(value).toPrecision(6))} ${unit.replace('[IU]', 'units')}`]
    })
}

/** Letters that no drug is called by. */
function unknownName(random: () => number): string {
  const letters = Array.from({ length: 9 }, () => pick([...'qxzjvwkrtu'], random))
  return `Xq${letters.join('')}`
}
