import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { namesOfCodes } from '../../curated.ts'
import { isSubset, stemsOf } from './stems.ts'

/**
 * The terms of a release, those of a header that a code below has in its title moved to that code: the tabular list may be
 * older than the order file, where "Adenomyosis", once an inclusion term of N80.0, has become N80.03 "Adenomyosis of the
 * uterus". A title that adds nothing but words of the header's title says the same.
 */
export function withMovedTerms({
  concepts,
  edges,
  terms,
}: Pick<ReleaseRecords, 'concepts' | 'edges' | 'terms'>): TermRecord[] {
  const titles = new Map(concepts.map(({ code, name }) => [code, stemsOf(name)]))
  const below = new Map<string, string[]>()
  for (const { code, parent } of edges) below.set(parent, [...(below.get(parent) ?? []), code])
  const known = namesOfCodes(terms, titles.keys())
  return terms.flatMap((term) => {
    const code = placeOf(term)
    if (code === term.code) return [term]
    return known.get(code)!.has(term.text.toLowerCase()) ? [] : [{ ...term, code }]
  })

  function placeOf(term: TermRecord): string {
    if (term.kind !== 'synonym' && term.kind !== 'entry') return term.code
    const named = stemsOf(term.text)
    const header = titles.get(term.code)!
    if (named.size === 0 || isSubset(named, header)) return term.code
    const said = new Set([...named, ...header])
    const [code, ...others] = (below.get(term.code) ?? []).filter((each) => {
      const title = titles.get(each)!
      return isSubset(named, title) && isSubset(title, said)
    })
    return code === undefined || others.length > 0 ? term.code : code
  }
}
