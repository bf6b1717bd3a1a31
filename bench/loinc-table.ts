/**
 * Writes a table in LOINC's layout that is as large as LOINC, for measuring size, speed and the crowd around each code.
 *
 * A pool of real rows stands in it unchanged. A made row is a real one about another analyte of its class: its axes, and what its
 * names say behind the analyte, turn up as often as they do in the pool; analytes that have many codes in the pool get
 * very many. About half of the made rows belong to new analytes, in which a word, a number or the last words of a real one
 * are exchanged.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, seededRandom, weightedDrawer } from '../scripts/support/random.ts'
import { checkDigit } from '../src/ontologies/loinc/code.ts'
import { groupBy, push } from './groups.ts'
import { type Analyte, makeAnalytes, readAnalytes } from './loinc-table/analytes.ts'
import {
  AXES,
  type Axes,
  type Row,
  readPool,
  readSources,
  type Source,
  splitWords,
  withoutAxes,
} from './loinc-table/pool.ts'
import { csvLine } from './tables.ts'

/** Rows of LOINC 2.82, rounded. */
const LOINC_ROWS = 109_000
/** LOINC 2.82 ends below 110,000. */
const FIRST_MADE_NUMBER = 200_000
/** Distinct new analytes per made row; with the pool's own some three codes per analyte, an estimate of LOINC's. */
const NEW_ANALYTES_PER_ROW = 0.2
/** Share of the free draws that go to analytes of the pool; makes half of all made rows theirs. */
const REAL_SHARE = 2 / 3
/** Rows with the same class and last word that are enough to draw one from. */
const ENOUGH_ROWS = 8
/** Share of their analytes that get one. */
const ALIKE = 0.7
/** Draws per wanted row before the pool counts as used up. */
const DRAWS_PER_ROW = 60

/** The table that benchmarks measure, and the version its index is given. */
export const LARGE_TABLE = { seed: 20_261_121, version: '109k' } as const

/** How many rows, and which of the many possible tables. */
export interface LoincTableOptions {
  /** rows of the written table without its header, the pool's included; 109,000 when left out */
  readonly rows?: number
  readonly seed: number
}

type Random = () => number

/**
 * Writes `<out>/LoincTable/Loinc.csv`, sorted by code as text, and a copy of the pool's MapTo.csv beside it.
 *
 * No made row has the axes of another row in any case of letters, nor, where a pool row lacks axes (an empty method
 * counts as lacking, too), its component with axes that agree with those it has, nor any row's long common name.
 * The same pool and options give the same bytes.
 * @param pool  folder with LoincTable/Loinc.csv and LoincTable/MapTo.csv
 * @throws RangeError when `rows` is less than the pool has, or more than can be made of it
 */
export function writeLoincTable(
  pool: string,
  out: string,
  { rows = LOINC_ROWS, seed }: LoincTableOptions,
): void {
  const table = readPool(pool)
  const columns = Object.keys(table[0]!)
  const all: Record<string, string>[] = [
    ...table,
    ...makeRows(table, rows - table.length, seededRandom(seed)),
  ]
  all.sort((a, b) => (a.LOINC_NUM! < b.LOINC_NUM! ? -1 : 1))
  const lines = [columns, ...all.map((row) => columns.map((column) => row[column] ?? ''))]
  const folder = join(out, 'LoincTable')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'Loinc.csv'), lines.map((line) => `${csvLine(line)}\r\n`).join(''))
  copyFileSync(join(pool, 'LoincTable', 'MapTo.csv'), join(folder, 'MapTo.csv'))
}

function makeRows(table: readonly Row[], wanted: number, random: Random): Row[] {
  if (wanted < 0) throw new RangeError(`rows: the pool alone has ${table.length}`)
  const sources = readSources(table)
  if (sources.length === 0) throw new RangeError('no laboratory row of the pool has all its axes')
  const real = readAnalytes(sources)
  const fresh = makeAnalytes(real, Math.round(wanted * NEW_ANALYTES_PER_ROW), random)
  const drawFrame = frameDrawer(sources, random)
  const drawReal = weightedDrawer(real, random)
  const drawFresh = fresh.length > 0 ? weightedDrawer(fresh, random) : drawReal
  const accept = rivalGuard(table)
  const codes = new Set(table.map((row) => row.LOINC_NUM))
  const made: Row[] = []
  let number = FIRST_MADE_NUMBER
  for (let draw = 0; made.length < wanted; draw++) {
    if (draw > wanted * DRAWS_PER_ROW)
      throw new RangeError(`rows: ${wanted} are wanted beside the pool's, it gives ${made.length}`)
    const analyte = fresh[draw] ?? (random() < REAL_SHARE ? drawReal() : drawFresh())
    const { challenge, behind, ...frame } = drawFrame(analyte)
    const names = {
      COMPONENT: challenge ? `${analyte.text}^${challenge}` : analyte.text,
      LONG_COMMON_NAME: analyte.name + behind.long,
      ...{ SHORTNAME: analyte.short + behind.short, DisplayName: analyte.name + behind.display },
      RELATEDNAMES2: pick(analyte.related, random),
    }
    const row = { ...frame, ...names, CLASS: challenge ? 'CHAL' : analyte.class }
    if (!accept(row)) continue
    while (codes.has(codeOf(number))) number++
    made.push({ ...row, LOINC_NUM: codeOf(number++), COMMON_TEST_RANK: '0' })
  }
  return made
}

/** Draws rows that go with an analyte's class and last word ("DNA", "IgG"), or with what a ratio is over. */
function frameDrawer(sources: readonly Source[], random: Random): (analyte: Analyte) => Source {
  const broadKey = (of: string, analyte: string) => `${of}|${analyte.includes('/')}`
  const named = sources.filter(({ SHORTNAME, DisplayName }) => SHORTNAME && DisplayName)
  const broad = groupBy(named, (source) => broadKey(source.class, source.analyte))
  const alike = groupBy(named, (source) => profileKey(source.class, source.analyte))
  const classes = groupBy(sources, (source) => source.class)
  return ({ class: own, text }) => {
    const close = alike.get(profileKey(own, text)) ?? []
    if (close.length >= ENOUGH_ROWS && random() < ALIKE) return pick(close, random)
    return pick(broad.get(broadKey(own, text)) ?? classes.get(own)!, random)
  }
}

function profileKey(of: string, text: string): string {
  const analyte = text.toLowerCase()
  const slash = analyte.lastIndexOf('/')
  return `${of}|${slash < 0 ? splitWords(analyte).at(-1) : analyte.slice(slash)}`
}

/** Says whether a row has axes and a name of its own, and remembers them when it does. */
function rivalGuard(table: readonly Row[]): (row: Row) => boolean {
  const poolAxes = new Map<string, string[][]>()
  const names = new Set<string>()
  const axesSeen = new Set<string>()
  const axesOf = (row: Axes) => AXES.map((axis) => row[axis].toLowerCase())
  for (const row of table) {
    const name = row.LONG_COMMON_NAME.toLowerCase()
    const axes = axesOf(row)
    names.add(name)
    for (const about of new Set([row.COMPONENT.toLowerCase(), withoutAxes(name)]))
      if (about !== '') push(poolAxes, about, axes)
  }
  return (row) => {
    const component = row.COMPONENT.toLowerCase()
    const axes = axesOf(row)
    const key = [component, ...axes].join('\t')
    if (axesSeen.has(key)) return false
    const name = row.LONG_COMMON_NAME.toLowerCase()
    if (names.has(name)) return false
    for (const about of [component, withoutAxes(name)])
      if (poolAxes.get(about)?.some((stated) => mayBeSame(stated, axes))) return false
    axesSeen.add(key)
    names.add(name)
    return true
  }
}

/** True if none of the stated axes tells them apart. */
function mayBeSame(stated: readonly string[], axes: readonly string[]): boolean {
  return stated.every((value, i) => value === '' || value === '-' || value === axes[i])
}

function codeOf(number: number): string {
  return `${number}-${checkDigit(String(number))}`
}
