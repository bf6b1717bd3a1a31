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

/** Makes and writes as many clinical drugs as are wanted and what belongs to them. @returns concepts by term type, and ingredients */
export function makeDrugs(
  wanted: number,
  files: RrfFiles,
  names: DrugNames,
  random: () => number,
): { counts: Readonly<Record<string, number>>; ingredients: readonly MadeIngredient[] } {
  const ingredients: MadeIngredient[] = []
  const counts: Record<string, number> = {}
  /** Codes by term type and name. */
  const known = new Map<string, number>()
  const taken = new Set<string>()
  let last = FIRST_CODE
  const relate = files.relation
  const forms = readForms()
  for (const form of forms) {
    const code = codeOf('DF', form.name)
    for (const group of form.groups) relate(code, 'isa', codeOf('DFG', group))
  }
  for (let i = 0; i < Math.round(wanted * PER_DRUG.ingredients); i++) {
    const ingredient = names.ingredient()
    ingredients.push(ingredient)
    const code = codeOf('IN', ingredient.name)
    if (ingredient.precise !== undefined) relate(codeOf('PIN', ingredient.precise), 'form_of', code)
  }
  const drawForm = weightedDrawer(forms, random)
  const drugs: MadeDrug[] = []
  while ((counts.SCD ?? 0) < wanted) drugs.push(...addLine(drawForm()))
  addPacks(drugs, Math.round(wanted * PER_DRUG.packs))
  return { counts, ingredients }

  /** The drugs of some ingredients in one form, in several strengths, and their brand. */
  function addLine(form: MadeForm): MadeDrug[] {
    const parts = drawParts()
    const line: Line = { parts, names: namesOf(parts), form }
    const general = addForm('SCD', line)
    const brand = random() < WITH_BRAND ? addBrand(parts) : undefined
    const drugs: MadeDrug[] = []
    const strengths = 1 + Math.floor(random() * 4)
    for (let i = 0; i < strengths && (counts.SCD ?? 0) < wanted; i++) {
      const texts = parts.map(() => `${pick(form.strengths, random)} ${form.unit}`)
      const drug = addDrug(line, texts)
      if (drug === undefined) continue
      drugs.push(drug)
      relate(drug.code, 'has_dose_form', codeOf('DF', form.name))
      for (const code of general) relate(drug.code, 'isa', code)
      const isDue = (counts.SBD ?? 0) < Math.round(wanted * PER_DRUG.branded)
      if (brand !== undefined && isDue && random() < BRANDED_STRENGTHS)
        addBranded(drug, writtenOf(parts, texts), brand, line)
    }
    return drugs
  }

  /** A drug of these strengths; undefined where it is there already. */
  function addDrug({ parts, names, form }: Line, texts: readonly string[]): MadeDrug | undefined {
    const hasQuantity = form.quantities.length > 0 && random() < QUANTIFIED
    const quantity = hasQuantity ? pick(form.quantities, random) : ''
    const plain = `${writtenOf(parts, texts)} ${form.name}`
    const name = quantity === '' ? plain : `${quantity} ${plain}`
    if (taken.has(name)) return undefined
    taken.add(name)
    const code = codeOf('SCD', name)
    const components = parts.map((part, i) => addComponent(part, texts[i]!))
    for (const each of components) relate(code, 'consists_of', each)
    if (parts.length > 1) relate(code, 'has_ingredients', known.get(`MIN ${names}`)!)
    if (quantity !== '') {
      files.attribute(code, 'RXN_QUANTITY', quantity)
      const general = known.get(`SCD ${plain}`)
      if (general !== undefined) relate(code, 'quantified_form_of', general)
    }
    files.attribute(code, 'RXN_AVAILABLE_STRENGTH', texts.join(' / '))
    files.attribute(code, 'RXN_HUMAN_DRUG', 'US')
    files.attribute(code, 'RXTERM_FORM', form.label.word)
    files.attribute(code, 'NDC', String(code).padStart(11, '0'))
    addNames(code, name, parts)
    if (random() < RETIRED) files.atom(nextCode(), 'SCD', name.replace(/(\d) /, '$11 '), 'O')
    return { code, name, parts: components }
  }

  function addComponent(part: MadeIngredient, strength: string): number {
    const name = part.precise ?? part.name
    const isNew = !known.has(`SCDC ${name} ${strength}`)
    const code = codeOf('SCDC', `${name} ${strength}`)
    if (!isNew) return code
    files.attribute(code, 'RXN_STRENGTH', strength)
    relate(code, 'has_ingredient', codeOf('IN', part.name))
    if (part.precise !== undefined)
      relate(code, 'has_precise_ingredient', codeOf('PIN', part.precise))
    return code
  }

  function addBranded(drug: MadeDrug, written: string, brand: string, line: Line): void {
    const brandCode = codeOf('BN', brand)
    const code = codeOf('SBD', `${drug.name} [${brand}]`)
    const strong = codeOf('SBDC', `${written} [${brand}]`)
    relate(strong, 'has_ingredient', brandCode)
    relate(code, 'tradename_of', drug.code)
    relate(code, 'has_ingredient', brandCode)
    relate(code, 'consists_of', strong)
    relate(code, 'has_dose_form', codeOf('DF', line.form.name))
    for (const each of drug.parts) relate(code, 'consists_of', each)
    for (const each of addForm('SBD', line, brand)) relate(code, 'isa', each)
    files.atom(code, 'PSN', `${brand} ${drug.name}`)
    files.attribute(code, 'NDC', String(code).padStart(11, '0'))
  }

  function addBrand(parts: readonly MadeIngredient[]): string {
    const brand = names.brand()
    const code = codeOf('BN', brand)
    for (const { name } of parts) relate(code, 'tradename_of', codeOf('IN', name))
    return brand
  }

  /** The concepts of ingredients, or of a brand of them, with a form (SCDF) and its groups (SCDG); each made once. */
  function addForm(drug: 'SCD' | 'SBD', { parts, names, form }: Line, brand?: string): number[] {
    const type = `${drug}F`
    const name = brand === undefined ? `${names} ${form.name}` : `${names} ${form.name} [${brand}]`
    const groups = form.groups.map((group) => `${brand ?? names} ${group}`)
    const isNew = !known.has(`${type} ${name}`)
    const code = codeOf(type, name)
    const codes = [code, ...groups.map((group) => codeOf(`${drug}G`, group))]
    if (!isNew) return codes
    relate(code, 'has_dose_form', codeOf('DF', form.name))
    for (const [i, group] of form.groups.entries()) {
      relate(code, 'isa', codes[i + 1]!)
      relate(codes[i + 1]!, 'has_doseformgroup', codeOf('DFG', group))
    }
    const ingredients =
      brand === undefined ? parts.map((part) => codeOf('IN', part.name)) : [codeOf('BN', brand)]
    for (const each of codes)
      for (const ingredient of ingredients) relate(each, 'has_ingredient', ingredient)
    return codes
  }

  function addPacks(drugs: readonly MadeDrug[], count: number): void {
    const form = codeOf('DF', 'Pack')
    for (let i = 0; i < count; i++) {
      const [one, two] = [pick(drugs, random), pick(drugs, random)]
      const name = `{21 (${one.name}) / 7 (${two.name}) } Pack`
      const code = codeOf('GPCK', name)
      const brand = names.brand()
      const branded = codeOf('BPCK', `${name} [${brand} 28 Day]`)
      relate(branded, 'tradename_of', code)
      for (const pack of [code, branded]) {
        relate(pack, 'has_dose_form', form)
        for (const part of new Set([one.code, two.code])) relate(pack, 'contains', part)
      }
    }
  }

  function addNames(code: number, name: string, parts: readonly MadeIngredient[]): void {
    files.atom(code, 'PSN', name.replaceAll(' / ', '-'))
    if (random() < WITH_SYNONYM) files.atom(code, 'SY', name.replace(/ MG\b/g, ' MG (milligram)'))
    if (random() < WITH_SYNONYM / 10)
      files.atom(code, 'TMSY', name.replace(parts[0]!.name, parts[0]!.name.toUpperCase()))
  }

  /** In the order of the alphabet, as RxNorm's names have them; the first ingredients are in most drugs. */
  function drawParts(): MadeIngredient[] {
    const { size } = weightedDrawer(SIZES, random)()
    const parts = new Map<string, MadeIngredient>()
    for (let i = 0; i < size; i++) {
      const place = Math.floor(ingredients.length * random() ** 2.2)
      const part = ingredients[place]!
      parts.set(part.name, part)
    }
    const sorted = [...parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    if (sorted.length > 1) {
      const name = namesOf(sorted)
      const isNew = !known.has(`MIN ${name}`)
      const code = codeOf('MIN', name)
      for (const part of isNew ? sorted : []) relate(code, 'has_part', codeOf('IN', part.name))
    }
    return sorted
  }

  /** The code of a concept, which is written the first time. */
  function codeOf(type: string, name: string): number {
    const key = `${type} ${name}`
    const made = known.get(key)
    if (made !== undefined) return made
    const code = nextCode()
    known.set(key, code)
    counts[type] = (counts[type] ?? 0) + 1
    files.atom(code, type, name)
    return code
  }

  function nextCode(): number {
    last += 1 + Math.floor(random() * 3)
    return last
  }
}

function namesOf(parts: readonly MadeIngredient[]): string {
  return parts.map(({ name }) => name).join(' / ')
}

/** "Xylol sodium 5 MG / Zirine 2 MG". */
function writtenOf(parts: readonly MadeIngredient[], strengths: readonly string[]): string {
  return parts.map(({ name, precise }, i) => `${precise ?? name} ${strengths[i]}`).join(' / ')
}
