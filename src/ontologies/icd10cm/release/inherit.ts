import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { stem } from '../../../text/stem.ts'
import { namesOfCodes } from '../../curated.ts'

/** A clause by which a title says that it adds nothing to the title above it. */
const UNSPECIFIED_CLAUSE = /,[^,]*\bunspecified\b[^,]*|\b(?:unspecified|nos)\b/gi
const DEFAULT_CLAUSE = /,?\s+(?:without|not)\b.*$/i
const SMALL_WORDS = new Set('a an and in of or the to with'.split(' '))

/**
 * The names that codes take over from one another; official titles are not taken over. A code for the unspecified form of a
 * condition says no more than the header above it ("C62.9 … unspecified" under "C62 Malignant neoplasm of testis"), so every
 * name of the one is a name of the other. A code for one side says the side and what all sides of its header have in
 * common ("Carpal tunnel syndrome, right upper limb"), so it is called as its header is, with the side.
 */
export function inheritedNames(release: ReleaseRecords): TermRecord[] {
  const ofHeaders = namesOfHeaders(release)
  const terms = [...release.terms, ...ofHeaders]
  return [...ofHeaders, ...namesOfSides({ ...release, terms })]
}

/** The names that headers take over, from the bottom of the classification up. */
function namesOfHeaders({ concepts, edges, terms }: ReleaseRecords): TermRecord[] {
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

const SIDE = /\b(?:right|left|bilateral|unspecified)\b/
const KNOWN_SIDE = /\b(?:right|left|bilateral)\b/

/** What all sides have in common is no place where it comes with something else. */
const ADDS = /\bwith(?:out)?\b/

/** The names of headers with the side of each code below that adds nothing but a side. */
function namesOfSides({ concepts, edges, terms }: ReleaseRecords): TermRecord[] {
  const titles = new Map(concepts.map(({ code, name }) => [code, name.toLowerCase()]))
  const sided = new Map<string, string[]>()
  for (const { code, parent } of edges) {
    const title = titles.get(code)!
    if (!SIDE.test(title) || ADDS.test(title) || SIDE.test(titles.get(parent)!)) continue
    sided.set(parent, [...(sided.get(parent) ?? []), code])
  }
  const names = new Map([...sided.keys()].map((code): [string, TermRecord[]] => [code, []]))
  for (const term of terms)
    if (term.kind === 'preferred' || term.kind === 'curated') names.get(term.code)?.push(term)
  return [...sided].flatMap(([parent, codes]) => {
    const rests = codes.map((code) => stemsOf(titles.get(code)!.replace(SIDE, '')))
    const shared = [...rests[0]!].filter((word) => rests.every((rest) => rest.has(word)))
    const known = new Set([...stemsOf(titles.get(parent)!), ...shared])
    return codes.flatMap((code, i) => {
      const [side] = KNOWN_SIDE.exec(titles.get(code)!) ?? []
      if (side === undefined || [...rests[i]!].some((word) => !known.has(word))) return []
      return names.get(parent)!.map((term): TermRecord => {
        const kind = term.kind === 'preferred' ? 'synonym' : term.kind
        return { ...term, kind, code, text: `${term.text}, ${side}` }
      })
    })
  })
}

/** Whether a title is the one above it with nothing more than "unspecified", "without …" or "not …" added. */
function isUnspecifiedForm(title: string, above: string): boolean {
  const bare = title.replace(UNSPECIFIED_CLAUSE, '').replace(DEFAULT_CLAUSE, '')
  return bare !== title && wordsOf(bare) === wordsOf(above)
}

/** The stems of a title's words, sorted: equal for titles that differ in number or order only. */
function wordsOf(title: string): string {
  return [...stemsOf(title)].sort().join(' ')
}

function stemsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(words.filter((word) => !SMALL_WORDS.has(word)).map(stem))
}
