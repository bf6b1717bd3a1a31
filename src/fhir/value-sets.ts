/** Value sets that requests name or bring along, as ValueSet resources with a compose. */
import { FhirError, invalid, notSupported } from './outcome.ts'
import type { Input } from './parameters.ts'
import { PROFILES } from './profiles.ts'
import { isObject, isResource, type Resource } from './resources.ts'
import type { System, Systems } from './systems.ts'

/** A property of codes, a comparison and a value. */
export interface Filter {
  readonly property: string
  readonly op: string
  readonly value: string
}

/** One `compose.include` or `compose.exclude`. */
export interface Clause {
  readonly system?: string
  readonly version?: string
  readonly concept?: readonly { readonly code: string; readonly display?: string }[]
  readonly filter?: readonly Filter[]
  readonly valueSet?: readonly string[]
}

export interface ValueSet extends Resource {
  readonly url?: string
  readonly version?: string
  readonly compose: {
    readonly inactive?: boolean
    readonly include: readonly Clause[]
    readonly exclude?: readonly Clause[]
  }
}

/** Codes that one compose may list, and clauses and filters that it may have. */
const MAX_LISTED = 20_000
const MAX_CLAUSES = 100

/** Value sets of a request: the one that it is about, and those that this one may name. */
export class ValueSets {
  readonly #given: readonly Resource[]
  readonly #systems: Systems

  /** @param systems tells the version of value sets that a code system has by itself */
  constructor(input: Input, systems: Systems) {
    this.#systems = systems
    this.#given = input.all('tx-resource').flatMap(({ resource }) => {
      if (!isResource(resource)) throw invalid('tx-resource must be a resource', 'tx-resource')
      return [resource]
    })
  }

  /**
   * The value set that a request is about: its parameter `valueSet`, or the one that `url` names.
   *
   * @throws FhirError `not-found` for one that is neither given nor implicit, `not-supported` for one that the indexes lack
   */
  require(input: Input): ValueSet {
    const [given] = input.all('valueSet')
    if (given !== undefined) {
      if (!isResource(given.resource) || given.resource.resourceType !== 'ValueSet')
        throw invalid('valueSet must be a ValueSet resource', 'valueSet')
      return this.#checked(given.resource)
    }
    const url = input.text('url')
    if (url === undefined || url === '')
      throw invalid('the parameter url or valueSet is missing: it names the value set', 'url')
    return this.named(url, input.text('valueSetVersion'))
  }

  /** The value set with a canonical URL, which may have `|version` at its end. */
  named(canonical: string, version?: string): ValueSet {
    const [url = '', own = version] = canonical.split('|', 2)
    const given = this.#given.find(
      (each) =>
        each.resourceType === 'ValueSet' &&
        each.url === url &&
        (own === undefined || each.version === own),
    )
    const found =
      given === undefined ? implicitValueSet(url, own, this.#systems) : this.#checked(given)
    if (found === undefined) throw unknownValueSet(canonical)
    return found
  }

  /** A value set that is contained in another one, by its local reference. */
  contained(within: Resource, reference: string): ValueSet {
    const contained = Array.isArray(within.contained) ? within.contained : []
    const found = contained.find((each) => isResource(each) && `#${each.id}` === reference)
    if (found === undefined) throw unknownValueSet(reference)
    return this.#checked(found)
  }

  #checked(resource: Resource): ValueSet {
    const { compose } = resource
    if (compose === undefined)
      throw notSupported('a value set without compose is not supported: its codes are not known')
    const isRight =
      isObject(compose) &&
      isListOf(compose.include, isClause) &&
      (compose.exclude === undefined || isListOf(compose.exclude, isClause)) &&
      (compose.inactive === undefined || typeof compose.inactive === 'boolean')
    if (!isRight) throw invalid('ValueSet.compose is malformed', 'ValueSet.compose')
    const valueSet = resource as ValueSet
    const clauses = [...valueSet.compose.include, ...(valueSet.compose.exclude ?? [])]
    const sum = (countOf: (clause: Clause) => number) =>
      clauses.reduce((total, clause) => total + countOf(clause), 0)
    if (sum(({ concept = [] }) => concept.length) > MAX_LISTED)
      throw tooLarge(`list ${MAX_LISTED} codes`)
    if (sum(({ filter = [], valueSet = [] }) => 1 + filter.length + valueSet.length) > MAX_CLAUSES)
      throw tooLarge(`have ${MAX_CLAUSES} clauses and filters`)
    return valueSet
  }
}

function isListOf<T>(value: unknown, is: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is)
}

function isClause(value: unknown): value is Clause {
  if (!isObject(value)) return false
  const { system, version, concept, filter, valueSet } = value
  const isText = (each: unknown) => each === undefined || typeof each === 'string'
  return (
    [system, version].every(isText) &&
    (concept === undefined || isListOf(concept, isListed)) &&
    (filter === undefined || isListOf(filter, isFilter)) &&
    (valueSet === undefined || isListOf(valueSet, (each) => typeof each === 'string'))
  )
}

function isListed(value: unknown): value is { readonly code: string; readonly display?: string } {
  return (
    isObject(value) &&
    typeof value.code === 'string' &&
    (value.display === undefined || typeof value.display === 'string')
  )
}

function isFilter(value: unknown): value is Filter {
  return (
    isObject(value) &&
    typeof value.property === 'string' &&
    typeof value.op === 'string' &&
    typeof value.value === 'string'
  )
}

function tooLarge(most: string): FhirError {
  const text = `a value set that is sent may ${most} at most`
  return new FhirError(400, { code: 'too-costly', text })
}

export function unknownValueSet(url: string): FhirError {
  return new FhirError(404, {
    code: 'not-found',
    tx: 'not-found',
    messageId: 'Unable_to_resolve_value_Set_',
    text: `A definition for the value Set '${url}' could not be found`,
  })
}

/** True for a value set that a URL means by itself. */
export function isImplicit({ url }: ValueSet): boolean {
  return url !== undefined && (url.includes('?fhir_vs') || ANSWER_LIST_URL.test(url))
}

/** Name of a value set in messages: its canonical URL, with its version. */
export function nameOf({ url, version }: ValueSet): string {
  if (url === undefined) return 'without a url'
  return version === undefined ? url : `${url}|${version}`
}

/** A value set of SNOMED CT: the code system, perhaps an edition and version, and what follows `fhir_vs=`. */
const SNOMED_URL =
  /^(http:\/\/snomed\.info\/x?sct)((?:\/\d{6,18})(?:\/version\/[\w-]+)?)?\?fhir_vs(?:=(.*))?$/s

/** A list of answers of LOINC. */
const ANSWER_LIST_URL = /^(http:\/\/loinc\.org)\/vs\/(LL\d+-\d)$/

/**
 * The value set that a URL means by itself: all of a code system (`<uri>?fhir_vs` and `<uri>/vs`), or of SNOMED CT a
 * hierarchy (`?fhir_vs=isa/<code>`) or an expression (`?fhir_vs=ecl/<ECL>`), or of LOINC a list of answers
 * (`http://loinc.org/vs/LL…`); undefined for another URL.
 *
 * @throws FhirError `not-supported` for reference sets of SNOMED CT and the hierarchy of LOINC's parts
 */
function implicitValueSet(
  url: string,
  version: string | undefined,
  systems: Systems,
): ValueSet | undefined {
  const list = ANSWER_LIST_URL.exec(url)
  if (list !== null) return answerList(url, list, systems.require(list[1]!, version))
  const snomed = SNOMED_URL.exec(url)
  if (snomed !== null) return ofSnomed(url, snomed)
  for (const { uri, title } of Object.values(PROFILES)) {
    if (url === `${uri}/vs` || url === `${uri}?fhir_vs`)
      return implicit(url, title, { system: uri })
    if (url.startsWith(`${uri}/vs/`))
      throw notSupported(
        `value sets within ${title} are not supported: the index does not hold them`,
      )
  }
  return undefined
}

function ofSnomed(url: string, [, base = '', edition, set]: RegExpExecArray): ValueSet {
  const clause = {
    system: base.replace('xsct', 'sct'),
    ...(edition !== undefined && { version: `${base}${edition}` }),
  }
  if (set === undefined || set === '')
    return implicit(url, 'SNOMED CT Reference Set (All of SNOMED CT)', clause)
  const [, kind = '', value = ''] = /^(\w+)(?:\/(.*))?$/s.exec(set) ?? []
  const filterBy = (property: string, op: string, value: string) =>
    implicit(url, `SNOMED CT: ${kind}`, { ...clause, filter: [{ property, op, value }] })
  if (kind === 'isa' && /^\d{6,18}$/.test(value)) return filterBy('concept', 'is-a', value)
  if (kind === 'ecl') return filterBy('constraint', '=', decoded(value))
  if (kind === 'refset')
    throw notSupported(
      'reference sets of SNOMED CT are not supported: the index does not hold them',
    )
  throw unknownValueSet(url)
}

function answerList(url: string, [, uri, code = '']: RegExpExecArray, system: System): ValueSet {
  const { version } = system
  const filter = [{ property: 'LIST', op: '=', value: code }]
  return {
    resourceType: 'ValueSet',
    ...{ url, version, name: `LOINCAnswerList${code.replace('-', '_')}` },
    ...{ status: 'active', experimental: false },
    compose: { include: [{ system: uri!, version, filter }] },
  }
}

/** Some clients encode the expression once more. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function implicit(url: string, title: string, clause: Clause): ValueSet {
  return {
    resourceType: 'ValueSet',
    ...{ url, title, status: 'active' },
    compose: { include: [clause] },
  }
}
