/**
 * Proves of every row of the tables of brands, over the starter, that a number after the brand means what the label means:
 * bare, with its unit, with a word for the form, glued to the brand and before it, no line is linked to another strength,
 * form or composition, and nearly all that say one product by the tables are linked to the row's own. Each row is written in two of
 * the ways; bench/brand-lines.ts writes it in all.
 */
import { expect, test } from 'vitest'
import {
  answerOf,
  differenceOf,
  readBrandRows,
  WAYS,
  writeBrandLines,
} from '../../bench/brand-lines/lines.ts'
import { seededRandom } from '../../scripts/support/random.ts'
import { openStarter } from '../support/linker.ts'

/** Lines that say one product and are linked to it, at least. */
const LINKED = 0.95

const medlink = openStarter('medication')
const rows = readBrandRows()
const placeOf = new Map(rows.map((row, place) => [row, place]))
/** Of the ways of a row, two that are not next to each other; neighbouring rows, which are of one brand, have others. */
const lines = writeBrandLines(rows, seededRandom(7)).filter(
  ({ way, row }) => ((WAYS.indexOf(way) + placeOf.get(row)!) % WAYS.length) % 3 === 0,
)

test.each(WAYS)(
  'written %s',
  (way) => {
    const asked = lines.filter((line) => line.way === way)
    const wrong: string[] = []
    let right = 0
    for (const { text, row, isOne } of asked) {
      const [first] = medlink.link({ query: text, ontology: 'medication', top_k: 1 }).results
      if (!first?.is_linked) continue
      const difference = differenceOf(answerOf(first), row)
      if (difference === undefined) right += Number(isOne)
      else wrong.push(`${text} is linked to ${first.term_name}: another ${difference}`)
    }
    expect(wrong).toEqual([])
    expect(asked.length).toBeGreaterThan(1500)
    expect(right / asked.filter(({ isOne }) => isOne).length).toBeGreaterThan(LINKED)
  },
  300_000,
)
