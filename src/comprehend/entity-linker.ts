import { CONTEXT, type Context } from '../clinical/qualifiers.ts'
import type {
  LinkResultItem,
  ParsedComprehendRequest,
  ParsedLinkRequest,
  Rejection,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Work } from '../index/work.ts'
import type { Linker } from '../linker/pipeline.ts'
import type { Findings } from '../ontologies/ontology.ts'
import { rowsWithin, type TextLinks } from './link-memory.ts'

/** How a history is named, by what it is: such names are those of codes for it, as titles and as charts have them. */
const HISTORIES: readonly (readonly [Context, readonly string[]])[] = [
  ['family', ['family history of']],
  ['past', ['personal history of', 'history of']],
]

/** Contexts of the codes for a history. */
const OF_HISTORIES = CONTEXT.family | CONTEXT.past

/** A code that is as likely as not: one for a history comes first from here on. */
export const LIKELY = 0.5

export interface EntityLinkerOptions {
  readonly index: MedlinkIndex
  readonly findings: Findings
  readonly linker: Linker
  readonly request: ParsedComprehendRequest
  readonly links: TextLinks
  /** Work that the whole text may cost. */
  readonly work: Work
}

/** Links the conditions of one text, each by itself, in its context. */
export class EntityLinker {
  readonly #options: EntityLinkerOptions
  /** Options that are the same for every mention, see {@link TextLinks}. */
  readonly #asked: string

  constructor(options: EntityLinkerOptions) {
    this.#options = options
    const { top_k, billable, encounter, strictness } = options.request
    this.#asked = `${top_k} ${billable} ${encounter} ${strictness} `
  }

  /** Demand of the request on codes; undefined if it has none. */
  get billable(): boolean | undefined {
    return this.#options.request.billable
  }

  /** Work that the whole text may cost. */
  get work(): Work {
    return this.#options.work
  }

  /** True if a text is by itself linked to a code. */
  isLinked(text: string): boolean {
    return this.link(text)[0]?.is_linked === true
  }

  /**
   * The candidates of a mention: by all its words, or by fewer and fewer of them if these belong to another concept. Then
   * nothing is linked, since the words that are left over have a meaning.
   *
   * @param whole the mention with all its attributes
   * @param shorterWays to write it, the one without those around it first
   * @param isRight true if the code of the name without what is around it is right for the whole
   */
  candidates(
    whole: string,
    shorterWays: () => readonly string[],
    isRight: (named: LinkResultItem, whole: LinkResultItem | undefined) => boolean,
  ): readonly LinkResultItem[] {
    const rows = this.link(whole)
    if (rows[0]?.is_linked === true) return rows
    for (const [i, way] of shorterWays().entries()) {
      if (way === whole) continue
      const named = this.link(way)
      if (named[0]?.is_linked === true && (named[0].score ?? 0) > (rows[0]?.score ?? 0))
        return i === 0 && isRight(named[0], rows[0]) ? named : refused(named, 'name_incomplete')
    }
    return rows
  }

  /**
   * The candidates of a condition that the text tells as something else than a present one of the patient's own: linked only
   * to a code that says the same. A history has codes of its own, which come first.
   *
   * @param context bits of {@link CONTEXT}
   */
  inContext(
    rows: readonly LinkResultItem[],
    context: number,
    name: string,
  ): readonly LinkResultItem[] {
    if (context === 0) return rows
    const held = rows.map((row) =>
      this.#isHistory(row, context) ? row : refusal(row, 'context_differs'),
    )
    const said = HISTORIES.find(([kind]) => CONTEXT[kind] === context)
    if (said === undefined || held[0]?.is_linked === true) return held
    const history = this.#historyOf(name, said[1], context)
    if (history === undefined) return held
    const others = held.filter(({ term_id }) => term_id !== history.term_id)
    return [history, ...others.map((row) => refusal(row, 'not_first'))].slice(
      0,
      this.#options.request.top_k,
    )
  }

  /** The row of a code for the history of a condition: a linked one, or one that is as likely as not. */
  #historyOf(name: string, ways: readonly string[], context: number): LinkResultItem | undefined {
    const rows = ways.flatMap((way) => this.link(`${way} ${name}`).slice(0, 1))
    const likely = rows.filter((row) => (row.score ?? 0) >= LIKELY && this.#isHistory(row, context))
    return likely.find(({ is_linked }) => is_linked) ?? likely[0]
  }

  /** The linker's answer to a mention; a billable code instead of a header that says no more. */
  link(query: string): readonly LinkResultItem[] {
    return this.#options.links.rowsOf(this.#asked, query, () =>
      this.billable === undefined
        ? this.#preferBillable(this.ask(query, false))
        : this.ask(query, this.billable),
    )
  }

  /** The linker's answer to a whole text, which keeps a header that says no more. */
  linkWhole(text: string): readonly LinkResultItem[] {
    return this.#options.links.rowsOf(`${this.#asked}whole `, text, () =>
      this.ask(text, this.billable ?? false),
    )
  }

  #preferBillable(rows: readonly LinkResultItem[]): readonly LinkResultItem[] {
    const { linker } = this.#options
    const codes = new Set<string>()
    return rows.flatMap((row) => {
      const own = isBillable(row) ? row : linker.toBillableRow(row)
      if (codes.has(own.term_id)) return []
      codes.add(own.term_id)
      return [own]
    })
  }

  /** The linker's answer, whether or not the codes can be billed. */
  ask(query: string, billable: boolean): readonly LinkResultItem[] {
    const { linker, request, work } = this.#options
    const { ontology, top_k, encounter, strictness } = request
    const parsed: ParsedLinkRequest = {
      ...{ query, ontology, top_k, billable, strictness, collapse: 'concept', assume: 'nothing' },
      granularity: 'product',
      ...(encounter !== undefined && { encounter }),
    }
    return rowsWithin(linker, parsed, work)
  }

  /** True if a row's code is one for a history, of the kind that the text tells. */
  #isHistory(row: LinkResultItem, context: number): boolean {
    return (context & ~OF_HISTORIES) === 0 && this.says(row, context)
  }

  /** True if a row's code says of the condition all that the text does. */
  says({ term_id }: LinkResultItem, context: number): boolean {
    const { index, findings } = this.#options
    const concept = index.getConcept(term_id)
    if (concept === undefined) return false
    return (context & ~findings.contextOf(concept.id, index.arrays.columns)) === 0
  }
}

/** True if a row says that its code can be billed: most do, and have no other code that says the same. */
export function isBillable({ metadata }: LinkResultItem): boolean {
  return 'is_billable' in metadata && metadata.is_billable === true
}

/** Rows of which none is linked, see {@link refusal}. */
export function refused(rows: readonly LinkResultItem[], reason: Rejection): LinkResultItem[] {
  return rows.map((row) => refusal(row, reason))
}

/** Rows of which none is linked, because the text does not say that the condition is present. */
export function unproven(
  rows: readonly LinkResultItem[],
  unclear: readonly string[],
): LinkResultItem[] {
  return rows.map((row) => {
    const refusedRow = refusal(row, 'context_unclear')
    if (refusedRow === row) return row
    return { ...refusedRow, metadata: { ...refusedRow.metadata, unclear } } as LinkResultItem
  })
}

/** A row that is not linked, for a reason that replaces "linked". */
export function refusal(row: LinkResultItem, reason: Rejection | 'not_first'): LinkResultItem {
  if (!row.is_linked) return row
  const metadata = { ...row.metadata, link_reason: reason }
  return { ...row, is_linked: false, metadata } as LinkResultItem
}

/** Rows with another one instead of the first, and each code once. */
export function withFirst(
  row: LinkResultItem,
  [, ...others]: readonly LinkResultItem[],
): readonly LinkResultItem[] {
  return [row, ...others.filter(({ term_id }) => term_id !== row.term_id)]
}
