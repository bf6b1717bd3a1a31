import type { SiteNameRecord } from '../index/records.ts'
import type { Analyzer } from '../language/analyze.ts'
import { compareStrings, firstWhere } from '../language/sorted.ts'
import { hintKey, siteNameKey } from '../ontologies/site-names.ts'

/** The names that a site gave codes of one index, for look-up by text. */
export class SiteNames {
  readonly #analyzer: Analyzer
  readonly #byWords = new Map<string, SiteNameRecord[]>()
  /** All names in order of words, made on demand. */
  #inOrder: readonly SiteNameRecord[] | undefined

  /** @param records if several have the same words, unit and specimen, the last one counts */
  constructor(records: Iterable<SiteNameRecord>, analyzer: Analyzer) {
    this.#analyzer = analyzer
    for (const record of records) {
      const named = this.#byWords.get(record.words)
      if (named === undefined) this.#byWords.set(record.words, [record])
      else {
        const { unit, specimen } = record
        const same = named.findIndex((each) => each.unit === unit && each.specimen === specimen)
        named.splice(same < 0 ? named.length : same, 1, record)
      }
    }
  }

  /**
   * The name that a text is; if there are several, the one that is bound to the most of the request's hints. Undefined if two
   * are bound to equally many and have different codes.
   */
  find(text: string, hints: Readonly<Record<string, string>>): SiteNameRecord | undefined {
    const named = this.#byWords.get(siteNameKey(text, this.#analyzer))
    if (named === undefined) return undefined
    const unit = hintKey(hints.unit ?? '')
    const specimen = hintKey(hints.specimen ?? '')
    const valid = named
      .filter((each) => each.unit === '' || each.unit === unit)
      .filter((each) => each.specimen === '' || each.specimen === specimen)
    const most = Math.max(...valid.map(hintsOf))
    const [first, ...others] = valid.filter((each) => hintsOf(each) === most)
    return others.every(({ code }) => code === first?.code) ? first : undefined
  }

  /** The names that begin with a text, its last word perhaps unfinished, in order of their words. */
  beginning(text: string): readonly SiteNameRecord[] {
    const begun = siteNameKey(text, this.#analyzer)
    if (begun === '') return []
    this.#inOrder ??= [...this.#byWords.values()]
      .flat()
      .sort((a, b) => compareStrings(a.words, b.words) || compareStrings(a.code, b.code))
    const names = this.#inOrder
    const from = firstWhere(0, names.length, (at) => names[at]!.words >= begun)
    let end = from
    while (end < names.length && names[end]!.words.startsWith(begun)) end++
    return names.slice(from, end)
  }
}

/** Number of hints that a name is bound to. */
function hintsOf({ unit, specimen }: SiteNameRecord): number {
  return Number(unit !== '') + Number(specimen !== '')
}
