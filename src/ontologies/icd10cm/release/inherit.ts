import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { stem } from '../../../text/stem.ts'
import { namesOfCodes } from '../../curated.ts'

/** A clause by which a title says that it adds nothing to the title above it. */
const UNSPECIFIED_CLAUSE = /,[^,]*\bunspecified\b[^,]*|\b(?:unspecified|nos)\b/gi
const DEFAULT_CLAUSE = /,?\s+(?:without|not)\b.*$/i
const SMALL_WORDS = new Set('a an and in of or the to with'.split(' '))

/**
 * A code for the unspecified form of a condition says no more than the header above it ("C62.9 … unspecified" under
 * "C62 Malignant neoplasm of testis"), so every name of the one is a name of the other. Returns the names that headers
 * take over, from the bottom of the classification up; official titles are not taken over.
 */
export function inheritedNames({ concepts, edges, terms }: ReleaseRecords): TermRecord[] {
  const titles = new Map(concepts.map(({ code, name }) => [code, name]))
  const links = edges
    .filter(({ code, parent }) => isUnspecifiedForm(titles.get(code)!, titles.get(parent)!))
    .sort((a, b) => b.code.length - a.code.length)
  const known = namesOfCodes(terms, new Set(links.map(({ parent }) => parent)))
  const given = new Map(links.map(({ code }): [string, TermRecord[]] => [code, []]))
  for (const term of terms)
    if (term.kind !== 'preferred' && term.kind !== 'short') given.get(term.code)?.push(term)
  const inherited: TermRecord[] = []
  for (const { code, parent } of links) {
    for (const term of given.get(code)!) {
      const names = known.get(parent)!
      if (names.has(term.text.toLowerCase())) continue
      names.add(term.text.toLowerCase())
      const taken = { ...term, code: parent }
      inherited.push(taken)
      given.get(parent)?.push(taken)
    }
  }
  return inherited
}

/** Whether a title is the one above it with nothing more than "unspecified", "without …" or "not …" added. */
function isUnspecifiedForm(title: string, above: string): boolean {
  const bare = title.replace(UNSPECIFIED_CLAUSE, '').replace(DEFAULT_CLAUSE, '')
  return bare !== title && wordsOf(bare) === wordsOf(above)
}

/** The stems of a title's words, sorted: equal for titles that differ in number or order only. */
function wordsOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const stems = words.filter((word) => !SMALL_WORDS.has(word)).map(stem)
  return [...new Set(stems)].sort().join(' ')
}
