import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { namesOfCodes } from '../../curated.ts'
import { namesByDefault } from './defaults.ts'
import { sortedStems, stemsOf } from './stems.ts'

/** A clause by which a title says that it adds nothing to the title above it. */
const UNSPECIFIED_CLAUSE = /,[^,]*\bunspecified\b[^,]*|\b(?:unspecified|nos)\b/gi
/** "Without complications in remission" is no default: remission is said. */
const DEFAULT_CLAUSE = /,?\s+(?:without|not)\b(?!.*\bin remission\b).*$/i

/**
 * The names that codes take over from one another; official titles are not taken over. A code for the unspecified form of a
 * condition says no more than the header above it ("C62.9 … unspecified" under "C62 Malignant neoplasm of testis"), so every
 * name of the one is a name of the other. A code for one side says the side and what all sides of its header have in
 * common ("Carpal tunnel syndrome, right upper limb"), so it is called as its header is, with the side. A code whose header has
 * another title is called by its own without "unspecified": "Painful micturition".
 */
export function inheritedNames(release: ReleaseRecords): TermRecord[] {
  const own = [...namesByDefault(release), ...namesOfOpenTitles(release)]
  const named = { ...release, terms: [...release.terms, ...own] }
  const ofHeaders = namesOfHeaders(named)
  const terms = [...named.terms, ...ofHeaders]
  return [...own, ...ofHeaders, ...namesOfSides({ ...release, terms })]
}

/** A title that leaves open which form of a condition is meant, and nothing else: guidelines I.A.9.b. */
const OPEN_TITLE = /^([^,]+), unspecified$/i

const BRACKETED = /\s*[([][^)\]]*[)\]]/g

/** Titles without "unspecified" that are no other code's title, whatever it has in brackets, and no other code's name. */
function namesOfOpenTitles({ concepts, terms }: ReleaseRecords): TermRecord[] {
  const titles = new Set(concepts.map(({ name }) => sortedStems(name.replace(BRACKETED, ''))))
  const known = new Set(terms.map(({ text }) => text.toLowerCase()))
  return concepts.flatMap(({ code, name }): TermRecord[] => {
    const text = OPEN_TITLE.exec(name)?.[1]
    if (text === undefined || known.has(text.toLowerCase()) || titles.has(sortedStems(text)))
      return []
    return [{ code, text, kind: 'synonym', language: 'en' }]
  })
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

/** A fracture of which a text does not say so is coded as displaced (guidelines I.C.19.c). */
const BY_DEFAULT = /^displaced\b/
const SIDE = /\b(?:right|left|bilateral|unspecified)\b|, (?:first|second|third) trimester$/
const UNKNOWN_SIDE = 'unspecified'
const KNOWN_SIDE = /\b(?:right|left|bilateral)\b|\b(?:first|second|third) trimester$/

/** Words that all sides have in common are no place if they come with something else. */
const ADDS = /\bwith(?:out)?\b/

/** The names of headers with the side of each code below that adds nothing but a side. */
function namesOfSides({ concepts, edges, terms }: ReleaseRecords): TermRecord[] {
  const titles = new Map(concepts.map(({ code, name }) => [code, name.toLowerCase()]))
  const sided = new Map<string, string[]>()
  for (const { code, parent } of edges) {
    const title = titles.get(code)!
    const header = titles.get(parent)!
    const adds = ADDS.test(title) && !ADDS.test(header)
    if (!SIDE.test(title) || adds || KNOWN_SIDE.test(header)) continue
    sided.set(parent, [...(sided.get(parent) ?? []), code])
  }
  // The sides of "Unspecified fracture of scaphoid" are the sides of a scaphoid's fracture.
  const formOf = new Map(
    edges
      .filter(({ code, parent }) => isUnspecifiedForm(titles.get(code)!, titles.get(parent)!))
      .map(({ code, parent }) => [parent, code]),
  )
  const names = new Map([...sided.keys()].map((code): [string, TermRecord[]] => [code, []]))
  for (const term of terms) {
    if (term.kind !== 'preferred' && term.kind !== 'curated') continue
    names.get(term.code)?.push(term)
    if (term.kind === 'curated') names.get(formOf.get(term.code) ?? '')?.push(term)
  }
  return [...sided].flatMap(([parent, codes]) => {
    const rests = codes.map((code) =>
      stemsOf(withoutSide(titles.get(code)!).replace(BY_DEFAULT, '')),
    )
    // Titles of both sides leave the part of the body out: "Otalgia, bilateral" next to "Otalgia, left ear".
    const ofOneSide = rests.filter((_, i) => !titles.get(codes[i]!)!.includes('bilateral'))
    const shared = [...(ofOneSide[0] ?? [])].filter((word) =>
      ofOneSide.every((rest) => rest.has(word)),
    )
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

/** A side that is not known comes behind anything else that is not: "Otitis media, unspecified, unspecified ear". */
function withoutSide(title: string): string {
  if (KNOWN_SIDE.test(title)) return title.replace(KNOWN_SIDE, '')
  const at = title.lastIndexOf(UNKNOWN_SIDE)
  return title.slice(0, at) + title.slice(at + UNKNOWN_SIDE.length)
}

/** True if a title is the one above it with nothing more than "unspecified", "without …" or "not …" added. */
function isUnspecifiedForm(title: string, above: string): boolean {
  const bare = title.replace(UNSPECIFIED_CLAUSE, '').replace(DEFAULT_CLAUSE, '')
  return bare !== title && sortedStems(bare) === sortedStems(above)
}
