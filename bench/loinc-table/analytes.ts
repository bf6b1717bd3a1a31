/** What made rows are about: the pool's own analytes, and new ones recombined from their words. */
import { pick } from '../../scripts/support/random.ts'
import { groupBy, push } from '../groups.ts'
import { nameOf, type Source, splitWords } from './pool.ts'

/** Shape of the Pareto distribution of codes per new analyte, and its cap relative to the least. */
const TAIL_EXPONENT = 1.1
const TAIL_CAP = 50
/** Draws per wanted analyte before the pool counts as used up. */
const DRAWS_PER_ANALYTE = 60
/** Letters of a word in a short name, and how many more a word has that is cut. */
const SHORT_WORD = /([A-Za-z]{7})[A-Za-z]{3,}/g

type Random = () => number

/** What a made row can be about. */
export interface Analyte {
  /** As in a component, in a long common name and in a short one. */
  readonly text: string
  readonly name: string
  readonly short: string
  readonly class: string
  /** The RELATEDNAMES2 to choose from, never empty. */
  readonly related: readonly string[]
  readonly weight: number
}

/** One for each analyte, in the pool's order; weighted by the number of its rows. */
export function readAnalytes(sources: readonly Source[]): Analyte[] {
  return [...groupBy(sources, ({ analyte }) => analyte.toLowerCase()).values()].map((group) => {
    const { analyte: text, class: own, name } = group[0]!
    const related = group.map(({ RELATEDNAMES2 }) => RELATEDNAMES2)
    return { text, name, short: shorten(name), class: own, related, weight: group.length }
  })
}

function shorten(name: string): string {
  return name.replace(SHORT_WORD, '$1')
}

/** New analytes, as many as wanted unless the pool has not enough to exchange. */
export function makeAnalytes(real: readonly Analyte[], wanted: number, random: Random): Analyte[] {
  const exchange = wordExchanger(real, random)
  const known = new Set(real.map(({ text }) => text.toLowerCase()))
  const fresh: Analyte[] = []
  for (let draw = 0; draw < wanted * DRAWS_PER_ANALYTE && fresh.length < wanted; draw++) {
    const base = pick(real, random)
    const text = exchange(base)
    if (text === undefined || known.has(text.toLowerCase())) continue
    known.add(text.toLowerCase())
    const name = nameOf(text)
    const weight = Math.min((1 - random()) ** (-1 / TAIL_EXPONENT), TAIL_CAP)
    fresh.push({ ...base, text, name, short: shorten(name), weight })
  }
  return fresh
}

/**
 * Exchanges a word for one that stands between the same neighbours in another analyte of the class (a species of the
 * genus, the other immunoglobulin), the last words for the last words of another ("Ab.IgM" for "DNA"), or a number.
 */
function wordExchanger(real: readonly Analyte[], random: Random) {
  const words = new Map<string, string[]>()
  const tails = new Map<string, string[]>()
  for (const analyte of real) {
    const parts = splitWords(analyte.text)
    for (let i = 0; i < parts.length; i += 2) {
      push(words, slotOf(analyte, parts, i), parts[i]!)
      const tail = parts.slice(i - 1).join('')
      if (i > 0) push(tails, tailKey(analyte, tail), tail)
    }
  }
  const common = new Map<string, string[]>()
  for (const [key, list] of tails)
    if (list.length > 1) for (const tail of list) push(common, key.split('|', 1)[0]!, tail)

  const exchangeTail = (base: Analyte) => {
    const others = common.get(base.class)
    if (others === undefined) return undefined
    const parts = splitWords(base.text)
    const isCommon = (i: number) =>
      (tails.get(tailKey(base, parts.slice(i).join('')))?.length ?? 0) > 1
    let end = parts.length
    for (let i = 1; i < parts.length && end === parts.length; i += 2) if (isCommon(i)) end = i
    return parts.slice(0, end).join('') + pick(others, random)
  }
  const exchangeWord = (base: Analyte) => {
    const parts = splitWords(base.text)
    const i = 2 * Math.floor((random() * (parts.length + 1)) / 2)
    if (parts.length === 1 || parts[i] === '') return undefined
    return parts.with(i, pick(words.get(slotOf(base, parts, i))!, random)).join('')
  }
  const exchangeNumber = ({ text }: Analyte) => {
    // "/100 cells" is a unit, not a name.
    const numbers = [...text.matchAll(/(?<![\d./])\d+(?![\d.])/g)]
    if (numbers.length === 0) return undefined
    const { 0: digits, index } = pick(numbers, random)
    const other = 1 + Math.floor(random() * (10 ** digits.length - 1))
    return text.slice(0, index) + other + text.slice(index + digits.length)
  }
  return (base: Analyte): string | undefined => {
    const kind = random()
    if (kind < 0.45) return exchangeTail(base)
    return kind < 0.85 ? exchangeWord(base) : exchangeNumber(base)
  }
}

function tailKey(analyte: Analyte, tail: string): string {
  return `${analyte.class}|${tail.toLowerCase()}`
}

/** The neighbours of a word, and whether it has a digit. */
function slotOf(analyte: Analyte, parts: readonly string[], i: number): string {
  const before = `${parts[i - 2] ?? '^'}${parts[i - 1] ?? ''}`
  const after = `${parts[i + 1] ?? ''}${parts[i + 2] ?? '$'}`
  return `${analyte.class}|${before}|${after}|${/\d/.test(parts[i]!)}`.toLowerCase()
}
