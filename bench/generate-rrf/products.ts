import { join } from 'node:path'
import { pick, weightedDrawer } from '../../scripts/support/random.ts'
import { LineFile } from '../line-file.ts'
import { type MadeForm, readForms } from './forms.ts'
import type { DrugNames, MadeIngredient } from './vocabulary.ts'

const HEADER =
  'id,name,price,Is_discontinued,manufacturer_name,type,pack_size_label,short_composition1,short_composition2'
/** Products of one brand. */
const PER_BRAND = 4
const MANUFACTURERS = 7000
const DISCONTINUED = 0.03
/** Names with a number in them, among real ones. */
const NUMBERED = 0.53
const SUFFIXED = 0.3
const COMBINED = 0.42
const SUFFIXES = ['Plus', 'Forte', 'DS', 'OD', 'CV', 'H', 'AM', 'LC', 'D', 'M', 'SP', 'Kid', 'LS']

/** Writes `count` products of made-up brands, in the layout of Indian lists, over these ingredients. */
export function writeProducts(
  folder: string,
  count: number,
  ingredients: readonly MadeIngredient[],
  names: DrugNames,
  random: () => number,
): void {
  const file = new LineFile(join(folder, 'products.csv'))
  file.add(HEADER)
  const drawForm = weightedDrawer(readForms(), random)
  const makers = Array.from({ length: Math.min(MANUFACTURERS, count) }, () => names.surname())
  const suffixes = ['Pharmaceuticals Pvt Ltd', 'Lifesciences', 'Healthcare Ltd', 'Biotech']
  let brand = ''
  let parts: readonly MadeIngredient[] = []
  for (let i = 0; i < count; i++) {
    if (i % PER_BRAND === 0) {
      brand = names.brand()
      parts = drawParts(ingredients, random)
    }
    const form = drawForm()
    const values = parts.map(() => pick(form.strengths, random))
    const [first, second = ''] = parts.map(
      (part, place) => `${capitalized(part.name)} (${strengthOf(form, values[place]!)})`,
    )
    const pack = `${pick(form.label.packs, random)} ${form.label.word.toLowerCase()}`
    const suffix = random() < SUFFIXED ? ` ${pick(SUFFIXES, random)}` : ''
    const number = random() < NUMBERED ? ` ${numberOf(form, values)}` : ''
    const [name, price] = [`${brand}${suffix}${number} ${form.label.word}`, 5 + random() * 500]
    const isDiscontinued = random() < DISCONTINUED
    const maker = `${pick(makers, random)} ${pick(suffixes, random)}`
    const about = [name, price.toFixed(2), isDiscontinued ? 'TRUE' : 'FALSE', maker, 'allopathy']
    file.add([i + 1, ...about, pack, first, second].join(','))
  }
  file.close()
}

function drawParts(ingredients: readonly MadeIngredient[], random: () => number) {
  const first = common(ingredients, random)
  const second = common(ingredients, random)
  return random() < COMBINED && first !== second ? [first, second] : [first]
}

/** The first ones much more often than the last, as of real ingredients. */
function common(ingredients: readonly MadeIngredient[], random: () => number): MadeIngredient {
  return ingredients[Math.floor(ingredients.length * random() ** 4)]!
}

/** How labels count a unit, and write it. */
const LABELS: Readonly<Record<string, readonly [times: number, written: string]>> = {
  'MG/ML': [5, 'mg/5ml'],
  'MG/MG': [100, '% w/w'],
  'UNT/ML': [1, 'IU/ml'],
}

/** As labels say it: "500mg", "250mg/5ml", "0.5% w/w", "0.05mg". */
function strengthOf(form: MadeForm, value: number): string {
  return `${numberOf(form, [value])}${LABELS[form.unit]?.[1] ?? 'mg'}`
}

function numberOf({ unit }: MadeForm, values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0)
  return Number((sum * (LABELS[unit]?.[0] ?? 1)).toFixed(4))
}

function capitalized(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
