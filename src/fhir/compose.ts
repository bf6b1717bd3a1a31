/** Codes of a value set: what its compose includes and excludes. */
import type { CodeTable, Medlink } from '../medlink.ts'
import { chainEnds, holdsExpression, select } from './filters.ts'
import {
  difference,
  everyCode,
  intersection,
  type NumberSet,
  numbersIn,
  setOf,
  union,
} from './number-set.ts'
import { FhirError, invalid } from './outcome.ts'
import type { Profile } from './profiles.ts'
import type { System, Systems } from './systems.ts'
import {
  type Clause,
  type Filter,
  isImplicit,
  unknownValueSet,
  type ValueSet,
  type ValueSets,
} from './value-sets.ts'
import type { VersionRules } from './version-rules.ts'

/** Codes of one version of a code system that are in a value set. */
export interface Group {
  readonly system: System
  /** Name of the index that the numbers belong to. */
  readonly indexName: string
  readonly set: NumberSet
  /** Numbers in the order in which the value set lists them; undefined where filters or whole systems select codes. */
  readonly listed: readonly number[] | undefined
  /** Displays that the value set gives codes itself. */
  readonly displays: ReadonlyMap<number, string>
  /** True if expressions of a grammar may be members, too, which nothing lists. */
  readonly isUnclosed: boolean
  /** True if an expression with these focus concepts is a member. */
  readonly holdsExpression: (foci: readonly number[], table: CodeTable) => boolean
}

/** Value sets that include others, at most. */
const MAX_DEPTH = 10
/** Clauses whose codes are kept: clients ask for the same few again and again, one request a letter. */
const KEPT_CLAUSES = 32

/** Evaluates value sets over the installed code systems. */
export class Composer {
  readonly #medlink: Medlink
  readonly #systems: Systems
  /** Codes of clauses, by the index and the clause. */
  readonly #kept = new Map<string, NumberSet>()
  readonly #numbers = new WeakMap<NumberSet, Uint32Array>()

  constructor(medlink: Medlink, systems: Systems) {
    this.#medlink = medlink
    this.#systems = systems
  }

  /**
   * Codes of a value set, by code system.
   *
   * @throws FhirError for a code system or version that is not installed, and for filters that it cannot answer
   */
  evaluate(valueSet: ValueSet, rules: VersionRules, valueSets: ValueSets, depth = 0): Group[] {
    if (depth > MAX_DEPTH)
      throw new FhirError(400, {
        code: 'processing',
        tx: 'vs-invalid',
        text: `value sets that include each other are nested more than ${MAX_DEPTH} deep`,
      })
    const within = { valueSet, rules, valueSets, depth }
    try {
      return this.#composed(valueSet, within)
    } catch (error) {
      // A URL that names a code is the name of no value set where the code does not exist.
      const isUnknown = error instanceof FhirError && error.status === 404
      if (isUnknown && error.issue.tx === 'vs-invalid' && isImplicit(valueSet))
        throw unknownValueSet(valueSet.url!)
      throw error
    }
  }

  #composed({ compose: { include, exclude = [], inactive } }: ValueSet, within: Within): Group[] {
    let groups: Group[] = []
    for (const clause of include)
      for (const group of this.#codesOf(clause, within)) groups = added(groups, group)
    for (const clause of exclude) {
      const excluded = this.#codesOf(clause, within)
      groups = groups.map((group) => without(group, excluded))
    }
    return inactive === false ? groups.map((group) => this.#activeOnly(group)) : groups
  }

  /** Runs `work` on the table of a group. @throws FhirError `transient` if another index has taken its place */
  withTable<T>({ system, indexName }: Group, work: (table: CodeTable) => T): T {
    return this.#medlink.codes(system.ontology, system.installed.version, (table) => {
      if (table.indexName !== indexName)
        throw new FhirError(503, {
          code: 'transient',
          text: 'the index was replaced meanwhile: ask again',
        })
      return work(table)
    })
  }

  /** The same without retired codes. */
  #activeOnly(group: Group): Group {
    const set = this.withTable(group, (table) =>
      intersection(
        group.set,
        this.#remembered(`${table.indexName} active`, () => everyCode(table, true)),
      ),
    )
    return { ...group, set, listed: group.listed?.filter((number) => set[number] === 1) }
  }

  activeOnly(groups: readonly Group[]): Group[] {
    return groups.map((group) => this.#activeOnly(group))
  }

  #codesOf(clause: Clause, within: Within): Group[] {
    const { system: uri, concept, filter = [], valueSet = [] } = clause
    if (uri === undefined && (concept !== undefined || filter.length > 0))
      throw invalid('a clause of compose with codes or filters must have a system')
    if (concept !== undefined && filter.length > 0)
      throw invalid('a clause of compose must not have both codes and filters')
    const imported = valueSet.map((canonical) => this.#imported(canonical, within))
    if (uri === undefined) {
      if (imported.length === 0) throw invalid('a clause of compose must have a system or valueSet')
      return imported.reduce(common)
    }
    const version = within.rules.versionOf(uri, clause.version)
    const own = this.#ownCodesOf(clause, this.#systems.require(uri, version))
    return imported.reduce(common, [own])
  }

  #imported(canonical: string, { valueSet, rules, valueSets, depth }: Within): Group[] {
    const found = canonical.startsWith('#')
      ? valueSets.contained(valueSet, canonical)
      : valueSets.named(canonical)
    return this.evaluate(found, rules, valueSets, depth + 1)
  }

  #ownCodesOf({ concept, filter = [] }: Clause, system: System): Group {
    const { ontology, installed, profile } = system
    return this.#medlink.codes(ontology, installed.version, (table) => {
      const { indexName } = table
      const own = this.#ownIn(system, table)
      const listing =
        concept === undefined ? chainedBy(filter, table, profile) : listedIn(concept, table, own)
      const set =
        listing === undefined
          ? this.#filtered(filter, { system, table, own })
          : setOf(table, listing.numbers)
      const isFiltered = !filter.some(
        ({ property, value }) => property === 'expressions' && value === 'false',
      )
      return {
        ...{ system, indexName, set, listed: listing?.numbers },
        displays: listing?.displays ?? new Map(),
        isUnclosed: profile.hasGrammar === true && concept === undefined && isFiltered,
        holdsExpression: (foci, table) =>
          concept === undefined &&
          filter.every((each) => holdsExpression(each, foci, table, profile)),
      }
    })
  }

  /** Codes of the code system itself, where an index holds those of others, too. */
  #ownIn({ profile: { own } }: System, table: CodeTable): NumberSet {
    return this.#remembered(`${table.indexName} own`, () => {
      const all = everyCode(table, false)
      if (own === undefined) return all
      return all.map((_, number) => Number(table.attributesOf(number)[own.attribute] === own.value))
    })
  }

  /** Codes that pass all filters. */
  #filtered(filters: readonly Filter[], { system, table, own }: OfSystem): NumberSet {
    if (filters.length === 0) return own
    const key = `${table.indexName} ${JSON.stringify(filters)}`
    return this.#remembered(key, () =>
      filters.reduce(
        (set, filter) => intersection(set, select(filter, table, system.profile)),
        own,
      ),
    )
  }

  /** Numbers of a group's codes, in the order in which they are shown. Kept as long as the set. */
  numbersOf({ listed, set }: Pick<Group, 'listed' | 'set'>): ArrayLike<number> {
    if (listed !== undefined) return listed
    const known = this.#numbers.get(set)
    if (known !== undefined) return known
    const numbers = Uint32Array.from(numbersIn(set))
    this.#numbers.set(set, numbers)
    return numbers
  }

  #remembered(key: string, make: () => NumberSet): NumberSet {
    let set = this.#kept.get(key)
    // The one that was asked for last is the last to go.
    this.#kept.delete(key)
    set ??= make()
    this.#kept.set(key, set)
    if (this.#kept.size > KEPT_CLAUSES) this.#kept.delete(this.#kept.keys().next().value!)
    return set
  }
}

/** A code system with its table and the codes that are its own. */
interface OfSystem {
  readonly system: System
  readonly table: CodeTable
  readonly own: NumberSet
}

/** The value set whose clauses are evaluated, and the request around it. */
interface Within {
  readonly valueSet: ValueSet
  readonly rules: VersionRules
  readonly valueSets: ValueSets
  readonly depth: number
}

/** Codes that the one filter of a clause selects in an order of their own; undefined for other filters. */
function chainedBy(
  filter: readonly Filter[],
  table: CodeTable,
  profile: Profile,
): Listing | undefined {
  const [only, another] = filter
  const numbers =
    only === undefined || another !== undefined ? undefined : chainEnds(only, table, profile)
  return numbers && { numbers, displays: new Map() }
}

interface Listing {
  readonly numbers: readonly number[]
  readonly displays: ReadonlyMap<number, string>
}

/** Codes that a clause lists, in its order; those that the code system lacks are left out. */
function listedIn(
  concept: NonNullable<Clause['concept']>,
  table: CodeTable,
  own: NumberSet,
): Listing {
  const numbers = new Set<number>()
  const displays = new Map<number, string>()
  for (const { code, display } of concept) {
    const number = table.find(code)
    if (number === undefined || own[number] === 0) continue
    numbers.add(number)
    if (display !== undefined) displays.set(number, display)
  }
  return { numbers: [...numbers], displays }
}

/** True if two groups are of one index. */
function isSame(one: Group, other: Group): boolean {
  return one.indexName === other.indexName
}

/** Groups with the codes of another one, too. */
function added(groups: readonly Group[], group: Group): Group[] {
  const known = groups.find((each) => isSame(each, group))
  if (known === undefined) return [...groups, group]
  const listed = known.listed && group.listed && [...new Set([...known.listed, ...group.listed])]
  const merged: Group = {
    ...known,
    listed,
    set: union(known.set, group.set),
    displays: new Map([...known.displays, ...group.displays]),
    isUnclosed: known.isUnclosed || group.isUnclosed,
    holdsExpression: (...asked) =>
      known.holdsExpression(...asked) || group.holdsExpression(...asked),
  }
  return groups.map((each) => (each === known ? merged : each))
}

function without(group: Group, excluded: readonly Group[]): Group {
  const own = excluded.filter((each) => isSame(each, group))
  const set = own.reduce((set, each) => difference(set, each.set), group.set)
  return {
    ...group,
    set,
    listed: group.listed?.filter((number) => set[number] === 1),
    holdsExpression: (...asked) =>
      group.holdsExpression(...asked) && !own.some((each) => each.holdsExpression(...asked)),
  }
}

/** Codes that are in both lists of groups. */
function common(groups: readonly Group[], others: readonly Group[]): Group[] {
  return groups.flatMap((group) => {
    const other = others.find((each) => isSame(each, group))
    if (other === undefined) return []
    const set = intersection(group.set, other.set)
    const listed = (group.listed ?? other.listed)?.filter((number) => set[number] === 1)
    const displays = new Map([...other.displays, ...group.displays])
    const both: Group = {
      ...{ ...group, set, listed, displays },
      isUnclosed: group.isUnclosed && other.isUnclosed,
      holdsExpression: (...asked) =>
        group.holdsExpression(...asked) && other.holdsExpression(...asked),
    }
    return [both]
  })
}
