import type { ReleaseRecords, TermRecord } from '../../index/records.ts'
import { stem } from '../../text/stem.ts'

/** A clause by which a title says that it adds nothing to the title above it. */
const UNSPECIFIED_CLAUSE = /,[^,]*\bunspecified\b.*$|\b(?:unspecified|nos)\b/gi
const DEFAULT_CLAUSE = /,?\s+(?:without|not)\b.*$/i
const SMALL_WORDS = new Set('a an and in of or the to with'.split(' '))

/**
 * A code for the unspecified form of a condition says no more than the header above it ("C62.9 … unspecified" under
 * "C62 Malignant neoplasm of testis"), so every name of the one is a name of the other. Returns the names that headers
 * take over, from the bottom of the classification up; official titles are not taken over.
 */
export function inheritedNames({ concepts, edges, terms }: ReleaseRecords): TermRecord[] {
  const titles = new Map(concepts.map(({ code, name }) => [code, name]))
  const namesOf = new Map<string, TermRecord[]>()
  for (const term of terms) {
    if (term.kind === 'preferred' || term.kind === 'short') continue
    namesOf.set(term.code, [...(namesOf.get(term.code) ?? []), term])
  }
  const known = new Set(terms.map(({ code, text }) => `${code} ${text.toLowerCase()}`))
  const inherited: TermRecord[] = []
  for (const { code, parent } of edges.toSorted((a, b) => b.code.length - a.code.length)) {
    if (!isUnspecifiedForm(titles.get(code)!, titles.get(parent)!)) continue
    for (const term of namesOf.get(code) ?? []) {
      const mark = `${parent} ${term.text.toLowerCase()}`
      if (known.has(mark)) continue
      known.add(mark)
      const taken = { ...term, code: parent }
      inherited.push(taken)
      namesOf.set(parent, [...(namesOf.get(parent) ?? []), taken])
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
