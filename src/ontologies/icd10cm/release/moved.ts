import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { madeOnce } from '../../../language/remember.ts'
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
  const names = new Map(concepts.map(({ code, name }) => [code, name]))
  const stems = new Map<string, Set<string>>()
  const titleOf = (code: string) => madeOnce(stems, code, () => stemsOf(names.get(code)!))
  const below = new Map<string, string[]>()
  for (const { code, parent } of edges) madeOnce(below, parent, () => []).push(code)
  const places = terms.map(placeOf)
  const targets = new Set(places.filter((code, i) => code !== terms[i]!.code))
  const known = namesOfCodes(terms, targets)
  return terms.flatMap((term, i) => {
    const code = places[i]!
    if (code === term.code) return [term]
    return known.get(code)!.has(term.text.toLowerCase()) ? [] : [{ ...term, code }]
  })

  function placeOf(term: TermRecord): string {
    if (term.kind !== 'synonym' && term.kind !== 'entry') return term.code
    const codes = below.get(term.code)
    if (codes === undefined) return term.code
    const named = stemsOf(term.text)
    const header = titleOf(term.code)
    if (named.size === 0 || isSubset(named, header)) return term.code
    const said = new Set([...named, ...header])
    const [code, ...others] = codes.filter((each) => {
      const title = titleOf(each)
      return isSubset(named, title) && isSubset(title, said)
    })
    return code === undefined || others.length > 0 ? term.code : code
  }
}
