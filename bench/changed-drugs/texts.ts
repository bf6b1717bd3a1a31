import { pick } from '../../scripts/support/random.ts'
import type { StoredConcept } from '../../src/index/reader.ts'
import { readTable } from '../../src/language/tables.ts'
import { isClose } from '../drug-lines/products.ts'
import { groupBy, push } from '../groups.ts'
import { readWords } from '../tables.ts'

/** A strength in the unit of its sort, as an index stores it. */
export interface Amount {
  readonly value: number
  readonly unit: string
}

export interface Ingredient {
  readonly base: string
  readonly salt: string
  readonly amount?: Amount | undefined
}

/** A concept of an index of drugs, by what is stored of it. */
export interface DrugProduct {
  readonly code: string
  readonly name: string
  readonly level: string
  readonly isActive: boolean
  readonly brand: string
  readonly ingredients: readonly Ingredient[]
  readonly form: string
  readonly release: string
  readonly route: string
  /** In mL; 0 where none is said. */
  readonly quantity: number
  /** `syringe`, `pen`, …; '' for none. */
  readonly device: string
}

/** What a text says of a drug. */
export interface SaidDrug {
  /** '' where the ingredients stand for it. */
  readonly brand: string
  /** Named in the text; those of the brand are not. */
  readonly bases: readonly string[]
  readonly salt: string
  readonly amounts: readonly Amount[]
  /** True if the numbers stand without a unit: "X 250/125". */
  readonly isBare: boolean
  readonly form: string
  readonly route: string
  readonly release: string
  /** Volume of a vial, in mL; 0 where it is not written. */
  readonly quantity: number
  /** '' where none is written. */
  readonly device: string
  /** How it is written: numbers that pick wordings, each in [0, 1). */
  readonly style: readonly number[]
}

/** People's words: leads stand before a name, those of forms and releases behind the strength, those of devices last. */
const {
  lead: LEADS,
  form: FORM_WORDS,
  release: RELEASES,
  device: DEVICE_WORDS,
} = readWords<'lead' | 'form' | 'release' | 'device'>('changed-drugs/words.tsv')
/** Signs of devices in the names of products. */
const DEVICE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:prefilled )?syringe\b/i, 'syringe'],
  [/\bpen\b|flexpen|kwikpen|solostar|auto-?injector/i, 'pen'],
  [/\bcartridge\b/i, 'cartridge'],
]
/** Forms that release in several ways, and those that containers hold. */
const RELEASED = new Set(['tablet', 'capsule'])
const VOLUMES = [1, 2, 3, 5, 10, 20, 50]
const UNITS = new Set(['mg', 'mg/mL', 'mg/g', '%', '[IU]', '[IU]/mL', 'mg/actuat', 'mg/h', 'meq'])
const PRODUCT_LEVELS = new Set(['clinical_drug', 'branded_drug'])
const MG_PER_PART: Readonly<Record<string, number>> = { 'mg/mL': 1, 'mg/g': 1, '%': 10 }
const POURED = new Set(['syrup', 'suspension', 'solution'])
const STYLES = 6
/** How many of the numbers that may stand without a unit do, and the least that is no count of pieces. */
const BARE = 0.3
const LEAST_BARE = 10
/** A dose is written like a strength of so few units. */
const MOST_DOSED = 100
/** What devices and bottles add to a brand. */
const DEVICES =
  / (?:in plastic container|preservative free|(?:pen|flexpen|flextouch|kwikpen|penfill|solostar|innolet|kit|autoinjector)(?= |$))/g

/** Reads what is stored of a concept. */
export function drugProduct({ code, name, active, attributes }: StoredConcept): DrugProduct {
  const text = (key: string) => String(attributes[key] ?? '')
  const ingredients = text('composition').split(';').filter(Boolean).map(readIngredient)
  return {
    ...{ code, name, level: text('product_type'), isActive: active, ingredients },
    ...{ brand: text('brand'), form: text('form'), release: text('release'), route: text('route') },
    ...{ quantity: Number(attributes.quantity ?? 0), device: deviceIn(name) },
  }
}

function deviceIn(name: string): string {
  return DEVICE_NAMES.find(([written]) => written.test(name))?.[1] ?? ''
}

function readIngredient(written: string): Ingredient {
  const [base = '', salt = '', value, unit = ''] = written.split('|')
  return { base, salt, ...(value !== '' && { amount: { value: Number(value), unit } }) }
}

/** True if people's words are known for all that a product is. */
function isWritable(product: DrugProduct): boolean {
  const { isActive, level, ingredients, form, route, release } = product
  const isPlain = ({ amount }: Ingredient) =>
    amount !== undefined &&
    UNITS.has(amount.unit) &&
    (amount.unit !== '[IU]' || amount.value > MOST_DOSED)
  return (
    isActive &&
    PRODUCT_LEVELS.has(level) &&
    ingredients.length > 0 &&
    ingredients.length <= 3 &&
    ingredients.every(isPlain) &&
    formWords(form, route) !== undefined &&
    (release === '' || RELEASES[release] !== undefined)
  )
}

function formWords(form: string, route: string): readonly string[] | undefined {
  return FORM_WORDS[`${form} ${route}`] ?? FORM_WORDS[form]
}

/** What the products of an index have: what a change may put in place of something else. */
export type Vocabulary = ReturnType<typeof vocabularyOf>

export function vocabularyOf(drugs: readonly DrugProduct[]) {
  const products = drugs.filter(isWritable)
  /** Amounts by unit, and of the products of the same ingredients by those and the unit. */
  const amounts = new Map<string, Amount[]>()
  for (const { ingredients } of products)
    for (const { amount } of ingredients)
      for (const key of [amount!.unit, `${familyOf(ingredients)} ${amount!.unit}`])
        push(amounts, key, amount!)
  const bases = [...new Set(products.flatMap(({ ingredients }) => basesOf(ingredients)))]
  const brands = groupBy(drugs, ({ brand }) => brandKey(brand))
  /** True if drugs of these ingredients are sold under a brand. */
  const sells = (brand: string, ingredients: readonly Ingredient[]) =>
    (brands.get(brandKey(brand)) ?? []).some(
      (drug) =>
        drug.ingredients.length > 0 &&
        isSameFamily(basesOf(drug.ingredients), basesOf(ingredients)),
    )
  return { products, amounts, bases, sells }
}

function basesOf(ingredients: readonly Ingredient[]): string[] {
  return ingredients.map(({ base }) => base)
}

function familyOf(ingredients: readonly Ingredient[]): string {
  return [...new Set(basesOf(ingredients))].sort().join('+')
}

/** A brand whatever its case, marks and the numbers behind it. */
function brandKey(brand: string): string {
  const key = brand
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()
  return key.replaceAll(DEVICES, '').replace(/(?: [\d.]+)+$/, '')
}

/** What a text made from a product says. */
export function sayDrug(product: DrugProduct, random: () => number): SaidDrug {
  const { brand, ingredients, form, release, route } = product
  const bases = basesOf(ingredients)
  const amounts = ingredients.map(({ amount }) => amount!)
  const isBranded = brand !== '' && !bases.some((base) => brandKey(brand).includes(base))
  const salt = ingredients.length === 1 && random() < 0.15 ? ingredients[0]!.salt : ''
  return {
    brand: isBranded ? brand : '',
    bases: isBranded ? [] : bases,
    salt: isBranded ? '' : salt,
    amounts,
    isBare: amounts.every(mayBeBare) && random() < BARE,
    ...{ form, release, route },
    ...{ quantity: 0, device: '' },
    style: Array.from({ length: STYLES }, random),
  }
}

/** Fewer pieces than that are a dose: "X 4 tab". */
function mayBeBare({ value, unit }: Amount): boolean {
  return unit === 'mg' && value >= LEAST_BARE
}

/** A text with exactly one thing changed to another that the vocabulary has; undefined where nothing will do. */
type Change = (
  said: SaidDrug,
  product: DrugProduct,
  vocabulary: Vocabulary,
  random: () => number,
) => SaidDrug | undefined

export const DRUG_CHANGES = {
  strength(said, { ingredients }, { amounts }, random) {
    const at = Math.floor(random() * said.amounts.length)
    const own = said.amounts[at]!
    const others = (key: string) =>
      (amounts.get(key) ?? []).filter((other) => !mayBeTheSame(own, other))
    const near = others(`${familyOf(ingredients)} ${own.unit}`)
    const from = near.length > 0 && random() < 0.6 ? near : others(own.unit)
    if (from.length === 0) return undefined
    const changed = said.amounts.with(at, pick(from, random))
    if (isSameBag(changed, said.amounts)) return undefined
    return { ...said, amounts: changed, isBare: said.isBare && changed.every(mayBeBare) }
  },
  form(said, _, { products }, random) {
    if (said.release !== '') return undefined
    const { form, route } = pick(products, random)
    return groupOf(form) === groupOf(said.form) ? undefined : { ...said, form, route }
  },
  /** A brand has another ingredient behind it in brackets; half of the others are spelt alike. */
  ingredient(said, { ingredients }, { bases }, random) {
    const own = basesOf(ingredients)
    const at = Math.floor(random() * own.length)
    const words = new Set(own.flatMap(wordsOf))
    const others = bases.filter((base) => !wordsOf(base).some((word) => words.has(word)))
    const alike = others.filter((base) => base.slice(0, 4) === own[at]!.slice(0, 4))
    const from = alike.length > 0 && random() < 0.5 ? alike : others
    return { ...said, bases: own.with(at, pick(from, random)), salt: '' }
  },
  /** Another release that is written; without a word for it a product may be meant that has one. */
  release(said, _, __, random) {
    if (!RELEASED.has(said.form)) return undefined
    return { ...said, release: otherThan(['er', 'dr', 'odt', 'chewable'], said.release, random) }
  },
  /** A volume that is not the product's container's. */
  volume(said, { quantity }, _, random) {
    const isPerMillilitre = said.amounts.every(({ unit }) => unit.endsWith('/mL'))
    if (!isContained(said) || quantity === 0 || !isPerMillilitre) return undefined
    return { ...said, quantity: otherThan(VOLUMES, quantity, random) }
  },
  presentation(said, { device }, _, random) {
    if (!isContained(said)) return undefined
    return { ...said, device: otherThan(Object.keys(DEVICE_WORDS), device, random) }
  },
} satisfies Record<string, Change>
export type DrugChange = keyof typeof DRUG_CHANGES

/** True for what containers hold whose name is free to say of which kind. */
function isContained({ form, isBare, brand }: SaidDrug): boolean {
  return form === 'injection' && !isBare && deviceIn(brand) === ''
}

function otherThan<T>(values: readonly T[], own: T, random: () => number): T {
  return pick(
    values.filter((value) => value !== own),
    random,
  )
}

/** True if one number without a unit may mean either: 0.5 g and 500 mg. */
function mayBeTheSame(a: Amount, b: Amount): boolean {
  return [1, 1000, 0.001].some((times) => isSameAmount({ ...a, value: a.value * times }, b))
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A text that says so, as people write it: "Tab X 20 mg", "X 250/125". */
export function writeDrug(said: SaidDrug): string {
  const { brand, bases, salt, form, route, release, style } = said
  const [leading = 0, unit = 0, joint = 0, wording = 0, place = 0, casing = 0] = style
  const leads = LEADS[form]
  const isLed = leads !== undefined && leading < 0.5
  const names = bases.join(joint < 0.5 ? ' + ' : '/')
  const generic = [names, salt].filter((part) => part !== '').join(' ')
  const name = brand === '' ? generic : generic === '' ? brand : `${brand} (${generic})`
  const strengths = writeAmounts(said, unit)
  const slow = release === '' ? '' : oneOf(RELEASES[release]!, wording)
  const words = [
    isLed ? oneOf(leads, wording) : '',
    name,
    ...(place < 0.5 ? [slow, strengths] : [strengths, slow]),
    isLed ? '' : oneOf(formWords(form, route) ?? [form], wording),
    said.quantity === 0 ? '' : `${said.quantity} ml`,
    DEVICE_WORDS[said.device]?.[0] ?? '',
  ]
  const text = words.filter((word) => word !== '').join(' ')
  return casing < 0.15 ? text.toUpperCase() : text
}

function writeAmounts({ amounts, form, isBare }: SaidDrug, style: number): string {
  if (isBare) return amounts.map(({ value }) => plain(value)).join('/')
  const isPlain = amounts.every(({ unit, value }) => unit === 'mg' && value >= 1)
  if (isPlain && amounts.length > 1 && style < 0.5)
    return `${amounts.map(({ value }) => plain(value)).join('/')} mg`
  return amounts
    .map((amount) => writeAmount(amount, POURED.has(form) && style < 0.7, style))
    .join(style < 0.8 ? '/' : ' + ')
}

function writeAmount({ value, unit }: Amount, isPoured: boolean, style: number): string {
  if (unit === 'mg' && value >= 1000 && style < 0.7) return `${plain(value / 1000)} g`
  if (unit === '%') return `${plain(value)}%`
  if (unit === 'mg/mL' && isPoured) return `${plain(value * 5)} mg/5 mL`
  if (unit.startsWith('mg') && value < 1 && unit !== 'mg/g')
    return `${plain(value * 1000)} ${unit.replace('mg', 'mcg').replace('/actuat', '').replace('/h', '/hr')}`
  const written = unit.replace('[IU]', style < 0.5 ? 'units' : 'IU').replace('/actuat', '')
  return `${plain(value)} ${written.replace('/h', '/hr')}`
}

function plain(value: number): string {
  return String(Number(value.toPrecision(6)))
}

function oneOf(words: readonly string[], at: number): string {
  return words[Math.floor(at * words.length)]!
}

/** What of a concept is not what a text says; undefined where nothing is against it. What it leaves open is not. */
export function contradictionOf(
  found: DrugProduct,
  said: SaidDrug,
  vocabulary: Vocabulary,
): string | undefined {
  const { ingredients, form, release, route } = found
  const own = basesOf(ingredients)
  if (said.bases.length > 0 && !isSameFamily(own, said.bases)) return 'ingredient'
  if (said.brand !== '') {
    // "GLUCOPHAGE XR" is a brand, too.
    const named = ['', ...(RELEASES[said.release] ?? [])].map((word) =>
      brandKey(`${said.brand} ${word}`.trim()),
    )
    if (found.brand !== '' && !named.includes(brandKey(found.brand))) return 'brand'
    if (!vocabulary.sells(said.brand, ingredients)) return 'ingredient'
  }
  const amounts = amountsOf(found)
  const written = said.isBare ? said.amounts.map((amount) => bareAs(amount, found)) : said.amounts
  const isMet = [amounts, totalsOf(ingredients)].some((own) =>
    isSameBag(own, written, found.quantity),
  )
  if (amounts.length > 0 && !isMet) return 'strength'
  if (form !== '' && groupOf(form) !== groupOf(said.form)) return 'form'
  if (form !== '' && said.release !== '' && release !== said.release) return 'release'
  const device = said.device || deviceIn(said.brand)
  if (found.device !== '' && found.device !== device) return 'presentation'
  if (said.quantity > 0 && found.quantity > 0 && found.quantity !== said.quantity) return 'volume'
  const isPlaced = FORM_WORDS[`${said.form} ${said.route}`] !== undefined
  return isPlaced && form !== '' && route !== '' && route !== said.route ? 'route' : undefined
}

function amountsOf({ ingredients }: DrugProduct): Amount[] {
  return ingredients.flatMap(({ amount }) => amount ?? [])
}

/** What a product has of each ingredient, whatever the salts. */
function totalsOf(ingredients: readonly Ingredient[]): Amount[] {
  const totals = new Map<string, Amount>()
  for (const { base, amount } of ingredients) {
    if (amount === undefined) continue
    const { value = 0 } = totals.get(`${base} ${amount.unit}`) ?? {}
    totals.set(`${base} ${amount.unit}`, { value: value + amount.value, unit: amount.unit })
  }
  return [...totals.values()]
}

/** True if the same ingredients are meant: one may be called by its salt as well. */
function isSameFamily(a: readonly string[], b: readonly string[]): boolean {
  const isIn = (base: string, others: readonly string[]) =>
    others.some((other) => {
      const [x, y] = [new Set(wordsOf(base)), new Set(wordsOf(other))]
      return [...x].every((word) => y.has(word)) || [...y].every((word) => x.has(word))
    })
  return a.every((base) => isIn(base, b)) && b.every((base) => isIn(base, a))
}

/** A number without a unit as what the concept counts in, where people write it so: micrograms, what a spoon or 1 mL holds. */
function bareAs({ value, unit }: Amount, product: DrugProduct): Amount {
  const own = amountsOf(product)
  const readings: readonly Amount[] = [
    { value, unit },
    { value: value / 1000, unit },
    { value, unit: 'mg/mL' },
    ...(POURED.has(product.form) ? [{ value: value / 5, unit: 'mg/mL' }] : []),
  ]
  return (
    readings.find((reading) => own.some((amount) => isSameAmount(amount, reading))) ?? readings[0]!
  )
}

/** True if two products are one drug: the same ingredients, strengths, form group and release, whoever sells it. */
export function meansTheSame(a: DrugProduct, b: DrugProduct): boolean {
  return (
    a.code === b.code ||
    (familyOf(a.ingredients) === familyOf(b.ingredients) &&
      isSameBag(amountsOf(a), amountsOf(b), a.quantity || b.quantity) &&
      groupOf(a.form) === groupOf(b.form) &&
      a.release === b.release)
  )
}

/** @param quantity what holds the first ones, in mL: all of a vial may be what is written */
function isSameBag(a: readonly Amount[], b: readonly Amount[], quantity = 0): boolean {
  const left = [...b]
  for (const one of a) {
    const at = left.findIndex((other) => isSameAmount(one, other, quantity))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

function isSameAmount(a: Amount, b: Amount, quantity = 0): boolean {
  const [x, y] = [MG_PER_PART[a.unit], MG_PER_PART[b.unit]]
  if (x !== undefined && y !== undefined) return isClose(a.value * x, b.value * y)
  if (a.unit === b.unit) return isClose(a.value, b.value)
  if (a.unit === `${b.unit}/actuat` || b.unit === `${a.unit}/actuat`)
    return isClose(a.value, b.value)
  if (a.unit === `${b.unit}/mL` && quantity > 0) return isClose(a.value * quantity, b.value)
  return b.unit === `${a.unit}/mL` && quantity > 0 && isClose(a.value, b.value * quantity)
}

const GROUPS = new Map(
  readTable('medication/forms.tsv', ['form', 'group']).map(([form, group]) => [form!, group!]),
)

/** Forms that people write for one another. */
function groupOf(form: string): string {
  return GROUPS.get(form) ?? form
}
