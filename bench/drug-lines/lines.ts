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

/** Words for forms and for releases, the usual routes of forms, where none is said, and lines by their variants. */
const {
  line: LINES,
  form: WORDS,
  route: USUAL_ROUTES,
  release: SLOW,
  'release in full': SLOW_IN_FULL,
} = readWords<'line' | 'form' | 'route' | 'release' | 'release in full'>('drug-lines/words.tsv')

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
  const { release } = readForm(row.written)
  const [full = ''] = row.names
  const [name = '', second = ''] = row.names.map(writeBase)
  const strengths = row.strengths.map((each) => writeStrength(each, false))
  const perMillilitre = IS_LIQUID.has(row.form!.kind) ? writePerMillilitre(row) : undefined
  const hasVariant: Readonly<Record<Variant, boolean>> = {
    plain: true,
    release: release !== '',
    salt: row.ingredients[0]!.salt !== '',
    'per ml': perMillilitre !== undefined,
    eq: row.strengths[0]!.startsWith('EQ '),
    two: true,
  }
  if (!hasVariant[variant] || (row.names.length === 2) !== (variant === 'two')) return undefined
  const texts: Readonly<Record<string, string | undefined>> = {
    ...{ name, second, full: full.toLowerCase(), form: wordsForForm(row)! },
    ...{ strength: strengths[0], 'second strength': strengths[1], 'per ml': perMillilitre },
    ...{ 'strengths/': strengths.join('/'), 'strengths-': strengths.join('-') },
    eq: writeStrength(row.strengths[0]!, true),
    slow: release === '' ? '' : `${SLOW_IN_FULL[release]} `,
    said: variant === 'release' ? pick(SLOW[release]!, random) : '',
  }
  const lines = LINES[variant]!
  const written = lines.length === 1 ? lines[0]! : pick(lines, random)
  const text = written.replace(/\{([^}]+)\}/g, (_, slot: string) => texts[slot]!)
  const saysSalt = variant === 'salt' || variant === 'eq'
  return { variant, text, row, saysSalt, saysRelease: release !== '' }
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
