/** What made rows are about: the pool's own analytes, and new ones recombined from their words. */
import { pick } from '../../scripts/support/random.ts'
import { groupBy, push } from '../groups.ts'
import { dissectShortName, type Named, nameOf, nameOfRow, type Phrases, shorten } from './names.ts'
import { type Source, splitWords } from './pool.ts'

/** Shape of the Pareto distribution of codes per new analyte, and its cap relative to the least. */
const TAIL_EXPONENT = 1.1
const TAIL_CAP = 50
/** Draws per wanted analyte before the pool counts as used up. */
const DRAWS_PER_ANALYTE = 60
/** An entry of RELATEDNAMES2 belongs to a word of the component when this share of its analytes have it. */
const OWNED_SHARE = 0.8

type Random = () => number

/** What a made row can be about. */
export interface Analyte extends Named {
  readonly class: string
  /** The RELATEDNAMES2 to choose from, never empty. */
  readonly related: readonly string[]
  /** The pool's rows of it with a challenge; a share of its made rows get one, too. */
  readonly challenges: readonly string[]
  readonly challengeShare: number
  readonly weight: number
}

/** One for each analyte, in the pool's order; weighted by the number of its rows. */
export function readAnalytes(sources: readonly Source[], phrases: Phrases): Analyte[] {
  return [...groupBy(sources, ({ analyte }) => analyte.toLowerCase()).values()].map((group) => {
    const { analyte, class: name } = group[0]!
    const plain = group.filter(({ challenge }) => challenge === '')
    const shorts = plain.flatMap(
      (one) => dissectShortName(one, phrases.SHORTNAME.system).analyte || [],
    )
    const related = group.flatMap(({ RELATEDNAMES2 }) => RELATEDNAMES2 || [])
    const challenges = group.flatMap(({ challenge }) => challenge || [])
    return {
      text: analyte,
      class: name,
      name: nameOfRow(group[0]!),
      short: shorts[0] ?? shorten(analyte, 7),
      related: related.length > 0 ? related : [''],
      challenges,
      challengeShare: challenges.length / group.length,
      weight: group.length,
    }
  })
}

/** New analytes, as many as wanted unless the pool has not enough to exchange. */
export function makeAnalytes(real: readonly Analyte[], wanted: number, random: Random): Analyte[] {
  const exchange = wordExchanger(real, random)
  const known = new Set(real.map(({ text }) => text.toLowerCase()))
  const relatedOf = relatedNamesMaker(real)
  const fresh: Analyte[] = []
  for (let draw = 0; draw < wanted * DRAWS_PER_ANALYTE && fresh.length < wanted; draw++) {
    const base = pick(real, random)
    const exchanged = exchange(base)
    if (exchanged === undefined || known.has(exchanged.text.toLowerCase())) continue
    const { text, donor } = exchanged
    known.add(text.toLowerCase())
    fresh.push({
      text,
      class: base.class,
      name: nameOf(text),
      short: shorten(nameOf(text), 7),
      related: [relatedOf(text, base, donor)],
      challenges: [],
      challengeShare: 0,
      weight: Math.min((1 - random()) ** (-1 / TAIL_EXPONENT), TAIL_CAP),
    })
  }
  return fresh
}

/**
 * Exchanges a word for one that stands between the same neighbours in another analyte of the class (a species of the
 * genus, the other immunoglobulin), the last words for the last words of another ("Ab.IgM" for "DNA"), or a number.
 */
function wordExchanger(real: readonly Analyte[], random: Random) {
  const slots = new Map<string, { word: string; donor: Analyte }[]>()
  const tails = new Map<string, { tail: string; donor: Analyte }[]>()
  for (const analyte of real) {
    const parts = splitWords(analyte.text)
    for (let i = 0; i < parts.length; i += 2) {
      push(slots, slotOf(analyte, parts, i), { word: parts[i]!, donor: analyte })
      if (i === 0) continue
      const tail = parts.slice(i - 1).join('')
      push(tails, `${analyte.class}|${tail.toLowerCase()}`, { tail, donor: analyte })
    }
  }
  const common = new Map<string, { tail: string; donor: Analyte }[]>()
  for (const list of tails.values())
    if (list.length > 1) for (const one of list) push(common, one.donor.class, one)

  const exchangeTail = (base: Analyte) => {
    const donors = common.get(base.class)
    if (donors === undefined) return undefined
    const { tail, donor } = pick(donors, random)
    const parts = splitWords(base.text)
    const isCommon = (i: number) =>
      (tails.get(`${base.class}|${parts.slice(i).join('').toLowerCase()}`)?.length ?? 0) > 1
    let end = parts.length
    for (let i = 1; i < parts.length && end === parts.length; i += 2) if (isCommon(i)) end = i
    return { text: parts.slice(0, end).join('') + tail, donor }
  }
  const exchangeWord = (base: Analyte) => {
    const parts = splitWords(base.text)
    const i = 2 * Math.floor((random() * (parts.length + 1)) / 2)
    if (parts.length === 1 || parts[i] === '') return undefined
    const { word, donor } = pick(slots.get(slotOf(base, parts, i))!, random)
    return { text: [...parts.slice(0, i), word, ...parts.slice(i + 1)].join(''), donor }
  }
  const exchangeNumber = (base: Analyte) => {
    // "/100 cells" is a unit, not a name.
    const numbers = [...base.text.matchAll(/(?<![\d./])\d+(?![\d.])/g)]
    if (numbers.length === 0) return undefined
    const { 0: digits, index } = pick(numbers, random)
    const other = 1 + Math.floor(random() * (10 ** digits.length - 1))
    return { text: base.text.slice(0, index) + other + base.text.slice(index + digits.length) }
  }
  return (base: Analyte): { text: string; donor?: Analyte } | undefined => {
    const kind = random()
    if (kind < 0.45) return exchangeTail(base)
    return kind < 0.85 ? exchangeWord(base) : exchangeNumber(base)
  }
}

/** RELATEDNAMES2 of a new analyte: the base's without what belongs to words it lost, and the donor's of those it got. */
function relatedNamesMaker(real: readonly Analyte[]) {
  const ownersOf = learnOwners(real)
  const entriesBy = (analyte: Analyte | undefined, isWanted: (owners: Set<string>) => boolean) =>
    entriesOf(analyte?.related[0] ?? '').filter((entry) => isWanted(ownersOf.get(entry)!))
  return (text: string, base: Analyte, donor: Analyte | undefined): string => {
    const words = wordSet(text)
    const before = wordSet(base.text)
    const lost = [...before].filter((word) => !words.has(word))
    const got = [...words].filter((word) => !before.has(word))
    const kept = entriesBy(base, (owners) => !lost.some((word) => owners.has(word)))
    const given = entriesBy(donor, (owners) => got.some((word) => owners.has(word)))
    return [...new Set([...kept, ...given])].join('; ')
  }
}

/** For each entry of RELATEDNAMES2 the words that most of its analytes have. */
function learnOwners(real: readonly Analyte[]): Map<string, Set<string>> {
  const analytesOf = new Map<string, Set<string>[]>()
  for (const { text, related } of real) {
    const words = wordSet(text)
    for (const entry of new Set(entriesOf(related[0]!))) push(analytesOf, entry, words)
  }
  const ownersOf = new Map<string, Set<string>>()
  for (const [entry, analytes] of analytesOf) {
    const counts = new Map<string, number>()
    for (const words of analytes)
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const owners = [...counts].filter(([, count]) => count >= OWNED_SHARE * analytes.length)
    ownersOf.set(entry, new Set(owners.map(([word]) => word)))
  }
  return ownersOf
}

function wordSet(text: string): Set<string> {
  return new Set(splitWords(text.toLowerCase()).filter((_, i) => i % 2 === 0))
}

function entriesOf(related: string): string[] {
  return related.split(/; */).filter((entry) => entry !== '')
}

/** The neighbours of a word, and whether it has a digit. */
function slotOf(analyte: Analyte, parts: readonly string[], i: number): string {
  const before = `${parts[i - 2] ?? '^'}${parts[i - 1] ?? ''}`
  const after = `${parts[i + 1] ?? ''}${parts[i + 2] ?? '$'}`
  return `${analyte.class}|${before}|${after}|${/\d/.test(parts[i]!)}`.toLowerCase()
}
