import type { ConceptRecord, EdgeRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { CHAPTERS, getChapter } from './chapters.ts'
import { getParent, type OrderFile } from './order.ts'
import type { Block, TabularList } from './tabular.ts'

type OrderRows = OrderFile['rows']

/**
 * A concept for every row, sorted by code.
 *
 * @param tabular chapters, and blocks where it has them; without it blocks are null and chapters the built-in ones
 */
export function makeConcepts(rows: OrderRows, tabular?: TabularList): ConceptRecord[] {
  const chapters = CHAPTERS.map(
    (chapter) => tabular?.chapters.find(({ number }) => number === chapter.number) ?? chapter,
  )
  const blocks = spreadBlocks(rows, tabular?.blocks ?? new Map())
  const placeOf = (categoryCode: string) => {
    const chapter = getChapter(categoryCode, chapters)
    const block = blocks.get(categoryCode)
    const category = rows.get(categoryCode)
    return {
      chapter: chapter ? `${chapter.range} ${chapter.title}` : null,
      block: block ? `${block.range} ${block.title}` : null,
      category: category ? `${category.code} ${category.longTitle}` : null,
    }
  }
  /** One object for all codes of a category and flag: the strings would be most of the records' memory. */
  const shared = new Map<string, ConceptRecord['attributes']>()
  const concepts = [...rows.values()].map(({ code, longTitle, isBillable }): ConceptRecord => {
    const category = code.slice(0, 3)
    const key = `${category}${isBillable}`
    const attributes = shared.get(key) ?? { is_billable: isBillable, ...placeOf(category) }
    shared.set(key, attributes)
    return { code, name: longTitle, family: category, active: true, attributes }
  })
  return concepts.sort((a, b) => compareStrings(a.code, b.code))
}

/**
 * The block of every category. One that the tabular list lacks, being of an older edition, belongs to the block of
 * its neighbours in the order file when both are of the same (J4A between J44 and J45), else to none.
 */
function spreadBlocks(rows: OrderRows, known: ReadonlyMap<string, Block>): Map<string, Block> {
  const categories = [...rows.keys()].filter((code) => code.length === 3)
  const blocks = new Map(known)
  let next: Block | undefined
  const following = new Map<string, Block | undefined>()
  for (const code of categories.toReversed()) {
    following.set(code, next)
    next = known.get(code) ?? next
  }
  let previous: Block | undefined
  for (const code of categories) {
    const block = known.get(code)
    previous = block ?? previous
    if (block === undefined && previous !== undefined && previous === following.get(code)) {
      blocks.set(code, previous)
    }
  }
  return blocks
}

/** Every row under the row of its longest proper prefix, sorted by code. */
export function makeEdges(rows: OrderRows): EdgeRecord[] {
  const edges: EdgeRecord[] = []
  for (const code of rows.keys()) {
    const parent = getParent(code, rows)
    if (parent !== undefined) edges.push({ code, parent })
  }
  return edges.sort((a, b) => compareStrings(a.code, b.code))
}
