import { pick, weightedDrawer } from '../../scripts/support/random.ts'
import { type MadeForm, readForms } from './forms.ts'
import type { RrfFiles } from './rrf-files.ts'
import type { DrugNames, MadeIngredient } from './vocabulary.ts'

/** Above the RXCUIs of real concepts. */
const FIRST_CODE = 20_000_000
/** Real sizes, to those of the clinical drugs: 17,602 in September 2026. */
const PER_DRUG = { ingredients: 9000 / 17_600, branded: 9685 / 17_600, packs: 400 / 17_600 }
const WITH_BRAND = 0.72
const BRANDED_STRENGTHS = 0.82
const QUANTIFIED = 0.6
const RETIRED = 0.35
const WITH_SYNONYM = 0.4
/** Ingredients of one drug. */
const SIZES = [
  { size: 1, weight: 78 },
  { size: 2, weight: 16 },
  { size: 3, weight: 5 },
  { size: 6, weight: 1 },
] as const

/** Ingredients in one form. */
interface Line {
  readonly parts: readonly MadeIngredient[]
  /** Names of the ingredients. */
  readonly names: string
  readonly form: MadeForm
}

/** One clinical drug, as far as packs and brands need it. */
interface MadeDrug {
  readonly code: number
  readonly name: string
  readonly parts: readonly number[]
}

/** RxNorm's concepts while they are made and written. */
export class Drugs {
  readonly ingredients: MadeIngredient[] = []
  /** Concepts by term type. */
  readonly counts: Record<string, number> = {}
  readonly #files: RrfFiles
  readonly #names: DrugNames
  readonly #random: () => number
  /** Codes by term type and name. */
  readonly #codes = new Map<string, number>()
  readonly #taken = new Set<string>()
  #last = FIRST_CODE

  constructor(files: RrfFiles, names: DrugNames, random: () => number) {
    this.#files = files
    this.#names = names
    this.#random = random
  }

  /** Writes as many clinical drugs as are wanted and what belongs to them. */
  write(wanted: number): void {
    const forms = readForms()
    for (const form of forms) {
      const code = this.#concept('DF', form.name)
      for (const group of form.groups) this.#relate(code, 'isa', this.#concept('DFG', group))
    }
    for (let i = 0; i < Math.round(wanted * PER_DRUG.ingredients); i++) {
      const ingredient = this.#names.ingredient()
      this.ingredients.push(ingredient)
      const code = this.#concept('IN', ingredient.name)
      if (ingredient.precise !== undefined)
        this.#relate(this.#concept('PIN', ingredient.precise), 'form_of', code)
    }
    const drawForm = weightedDrawer(forms, this.#random)
    const drugs: MadeDrug[] = []
    while ((this.counts.SCD ?? 0) < wanted) drugs.push(...this.#line(drawForm(), wanted))
    this.#packs(drugs, Math.round(wanted * PER_DRUG.packs))
  }

  /** The drugs of some ingredients in one form, in several strengths, and their brand. */
  #line(form: MadeForm, wanted: number): MadeDrug[] {
    const random = this.#random
    const parts = this.#drawParts()
    const line: Line = { parts, names: namesOf(parts), form }
    const general = this.#withForm('SCD', line)
    const brand = random() < WITH_BRAND ? this.#brand(parts) : undefined
    const drugs: MadeDrug[] = []
    const strengths = 1 + Math.floor(random() * 4)
    for (let i = 0; i < strengths && (this.counts.SCD ?? 0) < wanted; i++) {
      const texts = parts.map(() => `${pick(form.strengths, random)} ${form.unit}`)
      const drug = this.#drug(line, texts)
      if (drug === undefined) continue
      drugs.push(drug)
      this.#relate(drug.code, 'has_dose_form', this.#concept('DF', form.name))
      for (const code of general) this.#relate(drug.code, 'isa', code)
      const isDue = (this.counts.SBD ?? 0) < Math.round(wanted * PER_DRUG.branded)
      if (brand !== undefined && isDue && random() < BRANDED_STRENGTHS)
        this.#branded(drug, writtenOf(parts, texts), brand, line)
    }
    return drugs
  }

  /** A drug of these strengths; undefined where it is there already. */
  #drug({ parts, names, form }: Line, texts: readonly string[]): MadeDrug | undefined {
    const random = this.#random
    const hasQuantity = form.quantities.length > 0 && random() < QUANTIFIED
    const quantity = hasQuantity ? pick(form.quantities, random) : ''
    const plain = `${writtenOf(parts, texts)} ${form.name}`
    const name = quantity === '' ? plain : `${quantity} ${plain}`
    if (this.#taken.has(name)) return undefined
    this.#taken.add(name)
    const code = this.#concept('SCD', name)
    const components = parts.map((part, i) => this.#component(part, texts[i]!))
    for (const each of components) this.#relate(code, 'consists_of', each)
    if (parts.length > 1) this.#relate(code, 'has_ingredients', this.#codes.get(`MIN ${names}`)!)
    if (quantity !== '') {
      this.#files.attribute(code, 'RXN_QUANTITY', quantity)
      const general = this.#codes.get(`SCD ${plain}`)
      if (general !== undefined) this.#relate(code, 'quantified_form_of', general)
    }
    this.#files.attribute(code, 'RXN_AVAILABLE_STRENGTH', texts.join(' / '))
    this.#files.attribute(code, 'RXN_HUMAN_DRUG', 'US')
    this.#files.attribute(code, 'RXTERM_FORM', form.label.word)
    this.#files.attribute(code, 'NDC', String(code).padStart(11, '0'))
    this.#otherNames(code, name, parts)
    if (random() < RETIRED)
      this.#files.atom(this.#next(), 'SCD', name.replace(/(\d) /, '$11 '), 'O')
    return { code, name, parts: components }
  }

  #component(part: MadeIngredient, strength: string): number {
    const name = part.precise ?? part.name
    const isNew = !this.#codes.has(`SCDC ${name} ${strength}`)
    const code = this.#concept('SCDC', `${name} ${strength}`)
    if (!isNew) return code
    this.#files.attribute(code, 'RXN_STRENGTH', strength)
    this.#relate(code, 'has_ingredient', this.#concept('IN', part.name))
    if (part.precise !== undefined)
      this.#relate(code, 'has_precise_ingredient', this.#concept('PIN', part.precise))
    return code
  }

  #branded(drug: MadeDrug, written: string, brand: string, line: Line): void {
    const brandCode = this.#concept('BN', brand)
    const code = this.#concept('SBD', `${drug.name} [${brand}]`)
    const strong = this.#concept('SBDC', `${written} [${brand}]`)
    this.#relate(strong, 'has_ingredient', brandCode)
    this.#relate(code, 'tradename_of', drug.code)
    this.#relate(code, 'has_ingredient', brandCode)
    this.#relate(code, 'consists_of', strong)
    this.#relate(code, 'has_dose_form', this.#concept('DF', line.form.name))
    for (const each of drug.parts) this.#relate(code, 'consists_of', each)
    for (const each of this.#withForm('SBD', line, brand)) this.#relate(code, 'isa', each)
    this.#files.atom(code, 'PSN', `${brand} ${drug.name}`)
    this.#files.attribute(code, 'NDC', String(code).padStart(11, '0'))
  }

  #brand(parts: readonly MadeIngredient[]): string {
    const brand = this.#names.brand()
    const code = this.#concept('BN', brand)
    for (const { name } of parts) this.#relate(code, 'tradename_of', this.#concept('IN', name))
    return brand
  }

  /** The concepts of ingredients, or of a brand of them, with a form (SCDF) and its groups (SCDG); each made once. */
  #withForm(drug: 'SCD' | 'SBD', { parts, names, form }: Line, brand?: string): number[] {
    const type = `${drug}F`
    const name = brand === undefined ? `${names} ${form.name}` : `${names} ${form.name} [${brand}]`
    const groups = form.groups.map((group) => `${brand ?? names} ${group}`)
    const isNew = !this.#codes.has(`${type} ${name}`)
    const code = this.#concept(type, name)
    const codes = [code, ...groups.map((group) => this.#concept(`${drug}G`, group))]
    if (!isNew) return codes
    this.#relate(code, 'has_dose_form', this.#concept('DF', form.name))
    for (const [i, group] of form.groups.entries()) {
      this.#relate(code, 'isa', codes[i + 1]!)
      this.#relate(codes[i + 1]!, 'has_doseformgroup', this.#concept('DFG', group))
    }
    const ingredients =
      brand === undefined
        ? parts.map((part) => this.#concept('IN', part.name))
        : [this.#concept('BN', brand)]
    for (const each of codes)
      for (const ingredient of ingredients) this.#relate(each, 'has_ingredient', ingredient)
    return codes
  }

  #packs(drugs: readonly MadeDrug[], count: number): void {
    const form = this.#concept('DF', 'Pack')
    for (let i = 0; i < count; i++) {
      const [one, two] = [pick(drugs, this.#random), pick(drugs, this.#random)]
      const name = `{21 (${one.name}) / 7 (${two.name}) } Pack`
      const code = this.#concept('GPCK', name)
      const brand = this.#names.brand()
      const branded = this.#concept('BPCK', `${name} [${brand} 28 Day]`)
      this.#relate(branded, 'tradename_of', code)
      for (const pack of [code, branded]) {
        this.#relate(pack, 'has_dose_form', form)
        for (const part of new Set([one.code, two.code])) this.#relate(pack, 'contains', part)
      }
    }
  }

  #otherNames(code: number, name: string, parts: readonly MadeIngredient[]): void {
    this.#files.atom(code, 'PSN', name.replaceAll(' / ', '-'))
    if (this.#random() < WITH_SYNONYM)
      this.#files.atom(code, 'SY', name.replace(/ MG\b/g, ' MG (milligram)'))
    if (this.#random() < WITH_SYNONYM / 10)
      this.#files.atom(code, 'TMSY', name.replace(parts[0]!.name, parts[0]!.name.toUpperCase()))
  }

  /** In the order of the alphabet, as RxNorm's names have them; the first ingredients are in most drugs. */
  #drawParts(): MadeIngredient[] {
    const { size } = weightedDrawer(SIZES, this.#random)()
    const parts = new Map<string, MadeIngredient>()
    for (let i = 0; i < size; i++) {
      const place = Math.floor(this.ingredients.length * this.#random() ** 2.2)
      const part = this.ingredients[place]!
      parts.set(part.name, part)
    }
    const sorted = [...parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    if (sorted.length > 1) {
      const name = namesOf(sorted)
      const isNew = !this.#codes.has(`MIN ${name}`)
      const code = this.#concept('MIN', name)
      for (const part of isNew ? sorted : [])
        this.#relate(code, 'has_part', this.#concept('IN', part.name))
    }
    return sorted
  }

  /** The code of a concept, which is written the first time. */
  #concept(type: string, name: string): number {
    const key = `${type} ${name}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.#next()
    this.#codes.set(key, code)
    this.counts[type] = (this.counts[type] ?? 0) + 1
    this.#files.atom(code, type, name)
    return code
  }

  #next(): number {
    this.#last += 1 + Math.floor(this.#random() * 3)
    return this.#last
  }

  #relate(from: number, relation: string, to: number): void {
    this.#files.relation(from, relation, to)
  }
}

function namesOf(parts: readonly MadeIngredient[]): string {
  return parts.map(({ name }) => name).join(' / ')
}

/** "Xylol sodium 5 MG / Zirine 2 MG". */
function writtenOf(parts: readonly MadeIngredient[], strengths: readonly string[]): string {
  return parts.map(({ name, precise }, i) => `${precise ?? name} ${strengths[i]}`).join(' / ')
}
