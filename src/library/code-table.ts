/** All codes of one installed version, by number: for callers that list, filter or compare them. */
import type { ParsedSuggestRequest, Suggestion } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Ontology } from '../ontologies/ontology.ts'
import type { Answerer } from './answerer.ts'

/** A name of a code. */
export interface CodeName {
  readonly text: string
  /** Place of the name in its release, e.g. `preferred`; `curated` for names of Medlink's own. */
  readonly kind: string
  readonly language: string
}

/**
 * Codes of a version. Numbers are places in order of code, from 0; codes that are never linked, such as LOINC's parts and
 * answers, follow the others. It must not be kept after the call that gave it.
 */
export interface CodeTable {
  /** Name of the index: another one after every change. */
  readonly indexName: string
  /** Number of codes. */
  readonly size: number
  /** Number of codes that are linked: those before it. */
  readonly linked: number
  /** Number of a code as people write it; undefined where there is none. */
  find(code: string): number | undefined
  codeOf(number: number): string
  /** Official name. */
  titleOf(number: number): string
  isActive(number: number): boolean
  /** Attributes that the release gives, by the ontology's own keys. */
  attributesOf(number: number): Readonly<Record<string, string | number | boolean | null>>
  /** Codes directly above, ascending. */
  parentsOf(number: number): Iterable<number>
  /** Codes directly below, ascending. */
  childrenOf(number: number): Iterable<number>
  /** Codes that a code has as values of a relation, which the ontology names, in the release's order. */
  valuesOf(number: number, relation: string): readonly number[]
  /** Codes that have a code as a value of a relation, ascending. */
  holdersOf(number: number, relation: string): readonly number[]
  /** Names that each code has for itself, the strongest kind first. Looks through all names once. */
  namesOf(numbers: ReadonlySet<number>): ReadonlyMap<number, readonly CodeName[]>
  /** Codes that replace, or may replace, a retired one; `relation` is the publisher's word for it. */
  replacementsOf(number: number): readonly { code: string; name: string; relation: string }[]
  /**
   * Rows of type-ahead for the codes that pass, the likeliest first.
   *
   * @param limit not limited to that of a request
   */
  suggest(
    prefix: string,
    limit: number,
    accepts: (number: number) => boolean,
  ): readonly Suggestion[]
}

/** The table of an open index. */
export function codeTableOf(
  ontology: Ontology,
  index: MedlinkIndex,
  answerer: Answerer,
): CodeTable {
  const linked = index.manifest.counts.concepts
  const isLinked = (number: number) => number < linked
  const related = () => index.relatedCodes
  return {
    indexName: index.name,
    linked,
    get size() {
      return linked + (related()?.size ?? 0)
    },
    find: (code) => {
      const written = code.trim()
      return index.numberOf(ontology.parseCode(written) ?? written) ?? related()?.numberOf(written)
    },
    codeOf: (number) => (isLinked(number) ? index.codeOf(number) : related()!.codeOf(number)),
    titleOf: (number) => (isLinked(number) ? index.titleOf(number) : related()!.nameOf(number)),
    isActive: (number) => (isLinked(number) ? index.isActive(number) : related()!.isActive(number)),
    attributesOf: (number) =>
      isLinked(number) ? index.concept(number).attributes : related()!.attributesOf(number),
    parentsOf: (number) => (isLinked(number) ? index.parentNumbers(number) : []),
    childrenOf: (number) => (isLinked(number) ? index.childNumbers(number) : []),
    valuesOf: (number, relation) => related()?.valuesOf(number, relation) ?? [],
    holdersOf: (number, relation) => related()?.holdersOf(number, relation) ?? [],
    namesOf: (numbers) => index.ownTermsOf(numbers),
    replacementsOf: (number) =>
      isLinked(number)
        ? index.replacementsOf(number).map(({ concept: { code, name }, relation }) => {
            return { code, name, relation }
          })
        : [],
    suggest: (prefix, limit, accepts) => {
      const request: ParsedSuggestRequest = { prefix, limit, ontology: ontology.name }
      return answerer.suggest(request, accepts)
    },
  }
}
