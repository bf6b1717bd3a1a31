/** Lines of prescriptions, made from rows of Drugs@FDA, and what each one says. */
import { pick, sample } from '../../scripts/support/random.ts'
import { readWords } from '../tables.ts'
import { type FdaRow, readForm, readIngredient, writeBase } from './products.ts'

export const VARIANTS = ['plain', 'release', 'salt', 'per ml', 'eq', 'two'] as const
export type Variant = (typeof VARIANTS)[number]

/** A line that says a product. */
export interface Line {
  readonly variant: Variant
  readonly text: string
  /** The row that it was made from. */
  readonly row: FdaRow
  /** Flags: the line names the release, and the salts, of the row. */
  readonly saysRelease: boolean
  readonly saysSalt: boolean
}

/** Words for forms and for releases, and the usual routes of forms, where none is said. */
const {
  form: WORDS,
  route: USUAL_ROUTES,
  release: SLOW,
  'release in full': SLOW_IN_FULL,
} = readWords<'form' | 'route' | 'release' | 'release in full'>('drug-lines/words.tsv')

/** Words for the form of a row; undefined where people have none. */
function wordsForForm({ form, written }: FdaRow): string | undefined {
  const { kind, route } = form!
  if (kind === 'drops') return route === 'otic' ? 'otic solution' : 'ophthalmic solution'
  if (/syrup/i.test(written)) return 'syrup'
  const word = WORDS[kind]?.[0]
  const isUsual = (USUAL_ROUTES[kind]?.[0] ?? route) === route
  return word === undefined || isUsual ? word : `${route} ${word}`
}

/** A strength as a line writes it: "EQ 500MG BASE/5ML" is "500 mg/5 ml". */
function writeStrength(written: string, isEquivalent: boolean): string {
  const plain = written
    .toLowerCase()
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\/vial$/, '')
    .replace(/gm\b/g, 'g')
    .replace(/(\d)([a-z])/g, '$1 $2')
  return isEquivalent ? plain : plain.replace(/^eq | base| [a-z]+ acid/g, '')
}

/** "10MG/5ML (2MG/ML)" as an amount per millilitre: "2 mg/ml". */
function writePerMillilitre({ ingredients }: FdaRow): string | undefined {
  const { amount } = ingredients[0]!
  if (amount?.per !== 'ml' || amount.unit !== 'mg') return undefined
  return `${Number(amount.value.toPrecision(4))} mg/ml`
}

const IS_LIQUID = new Set(['injection', 'oral solution', 'oral suspension', 'nebules'])

/** A strength that counts something else than the drug or its base: "EQ 40MG PHOSPHATE/ML". */
const OF_SALT = / (?!BASE\b|UNITS?\b|IU\b)[A-Z]{2,}/

/** True if a line can be made from a row: all is read, and its words are plain ones. */
export function isWritable(row: FdaRow): boolean {
  const { ingredients, names, form, strengths } = row
  return (
    ingredients.length <= 2 &&
    names.every((name) => /^[A-Za-z -]+$/.test(name)) &&
    names.every((name, i) => readIngredient(writeBase(name)).base === ingredients[i]!.base) &&
    ingredients.every(({ amount }) => amount !== undefined) &&
    strengths.every((each) => !OF_SALT.test(each)) &&
    form!.release.split(' ').every((each) => each === '' || SLOW[each] !== undefined) &&
    !form!.release.includes(' ') &&
    wordsForForm(row) !== undefined
  )
}

/** The line of a variant; undefined where a row has nothing of it. */
function writeLine(variant: Variant, row: FdaRow, random: () => number): Line | undefined {
  const form = wordsForForm(row)!
  const { release } = readForm(row.written)
  const slow = release === '' ? '' : `${SLOW_IN_FULL[release]} `
  const [name = '', second = ''] = row.names.map(writeBase)
  const strengths = row.strengths.map((each) => writeStrength(each, false))
  const line = (text: string, saysSalt = false): Line => ({
    ...{ variant, text, row, saysSalt },
    saysRelease: release !== '',
  })
  if ((row.names.length === 2) !== (variant === 'two')) return undefined
  switch (variant) {
    case 'plain':
      return line(`${name} ${strengths[0]} ${slow}${form}`)
    case 'release': {
      if (release === '') return undefined
      const said = pick(SLOW[release]!, random)
      return line(
        pick(
          [
            `${name} ${said} ${strengths[0]} ${form}`,
            `${name} ${strengths[0]} ${said} ${form}`,
            `${name} ${strengths[0]} ${form} ${said}`,
          ],
          random,
        ),
      )
    }
    case 'salt':
      if (row.ingredients[0]!.salt === '') return undefined
      return line(`${row.names[0]!.toLowerCase()} ${strengths[0]} ${slow}${form}`, true)
    case 'per ml': {
      const perMillilitre = IS_LIQUID.has(row.form!.kind) ? writePerMillilitre(row) : undefined
      return perMillilitre === undefined ? undefined : line(`${name} ${perMillilitre} ${form}`)
    }
    case 'eq':
      if (!/^EQ /.test(row.strengths[0]!)) return undefined
      return line(
        `${row.names[0]!.toLowerCase()} ${writeStrength(row.strengths[0]!, true)} ${slow}${form}`,
        true,
      )
    case 'two':
      return line(
        pick(
          [
            `${name} ${strengths[0]} / ${second} ${strengths[1]} ${slow}${form}`,
            `${name}/${second} ${strengths.join('/')} ${slow}${form}`,
            `${name} and ${second} ${strengths.join('-')} ${slow}${form}`,
          ],
          random,
        ),
      )
  }
}

/** Up to `n` plain lines, and a sixth of them of each variant. The same seed gives the same ones. */
export function drawLines(rows: readonly FdaRow[], n: number, random: () => number): Line[] {
  const writable = rows.filter(isWritable)
  return VARIANTS.flatMap((variant) => {
    const lines: Line[] = []
    const wanted = variant === 'plain' ? n : Math.ceil(n / 6)
    for (const row of sample(writable, writable.length, random)) {
      if (lines.length === wanted) break
      const line = writeLine(variant, row, random)
      if (line !== undefined) lines.push(line)
    }
    return lines
  })
}
