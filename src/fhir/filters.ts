/** Filters of value sets: each selects codes of one code system. */
import type { CodeTable } from '../medlink.ts'
import { evaluateEcl, selectsExpression } from './ecl/evaluate.ts'
import { EclError, type Expression, parseEcl, UnsupportedEcl } from './ecl/parse.ts'
import {
  above,
  below,
  difference,
  emptySet,
  everyCode,
  type NumberSet,
  setOf,
  union,
} from './number-set.ts'
import { FhirError } from './outcome.ts'
import type { Profile } from './profiles.ts'
import { safePattern } from './safe-pattern.ts'
import type { Filter } from './value-sets.ts'

/** Names of the property that is the code itself. */
const OF_CODE = new Set(['concept', 'code'])

/**
 * Codes that a filter selects.
 *
 * @throws FhirError `not-supported` for a property or comparison that the index cannot answer, `invalid` for malformed ECL
 */
export function select(filter: Filter, table: CodeTable, profile: Profile): NumberSet {
  const { property, op, value } = filter
  if (property === 'constraint' && op === '=' && profile.constraint === 'ecl')
    return readEcl(value, (constraint) => evaluateEcl(constraint, table))
  // It says if expressions are members: no index holds any.
  if (property === 'expressions' && op === '=' && profile.hasGrammar) return everyCode(table, false)
  if (OF_CODE.has(property)) return selectByCode(filter, table, profile)
  if (property === 'parent' && op === '=') return below(table, codeSet(value, table), 'one')
  if (property === 'child' && op === '=') return above(table, codeSet(value, table), 'one')
  if (property === 'inactive' && op === '=' && /^(?:true|false)$/.test(value)) {
    const active = everyCode(table, true)
    return value === 'false' ? active : difference(everyCode(table, false), active)
  }
  const ends = chainEnds(filter, table, profile)
  if (ends !== undefined) return setOf(table, ends)
  const related = selectRelated(filter, table, profile)
  if (related !== undefined) return related
  const attribute = Object.hasOwn(profile.properties, property)
    ? profile.properties[property]
    : undefined
  const test = attribute === undefined ? undefined : testOf(filter, table, profile)
  if (attribute === undefined || test === undefined) throw unsupportedFilter(filter, profile)
  const selected = emptySet(table)
  for (let number = 0; number < table.size; number++)
    if (test(table.attributesOf(number)[attribute])) selected[number] = 1
  return selected
}

/**
 * Codes that a filter selects in an order of their own, such as the answers of a list; undefined for another filter.
 *
 * @throws FhirError `not-found` if the code that it names is not there
 */
export function chainEnds(
  filter: Filter,
  table: CodeTable,
  { relations, title }: Profile,
): readonly number[] | undefined {
  const { property, op } = filter
  const chains = relations?.chains
  if (chains === undefined || op !== '=' || !Object.hasOwn(chains, property)) return undefined
  if (!hasRelated(table))
    throw new FhirError(400, {
      code: 'not-supported',
      tx: 'vs-invalid',
      text: `The filter '${written(filter)}' is not supported: the installed ${title} holds no answers`,
    })
  const start = requireNumber(filter, table, title)
  const ends = chains[property]!.flatMap((chain) =>
    chain.reduce<readonly number[]>(
      (numbers, relation) => numbers.flatMap((number) => table.valuesOf(number, relation)),
      [start],
    ),
  )
  return [...new Set(ends)]
}

/** True if an index holds more codes than those that are linked. */
function hasRelated({ size, linked }: CodeTable): boolean {
  return size > linked
}

/** Property whose values are codes: the values of a number, and the numbers that have a value. */
interface CodeProperty {
  valuesOf(number: number): readonly number[]
  holdersOf(number: number): readonly number[]
}

function codeProperty(
  property: string,
  table: CodeTable,
  { relations }: Profile,
): CodeProperty | undefined {
  if (relations === undefined) return undefined
  const { values, holders } = relations
  if (Object.hasOwn(values, property)) {
    const relation = values[property]!
    return {
      valuesOf: (number) => table.valuesOf(number, relation),
      holdersOf: (number) => table.holdersOf(number, relation),
    }
  }
  if (!Object.hasOwn(holders, property)) return undefined
  const relation = holders[property]!
  return {
    valuesOf: (number) => table.holdersOf(number, relation),
    holdersOf: (number) => table.valuesOf(number, relation),
  }
}

/** Codes that a filter on a property whose values are codes selects; undefined where it compares texts. */
function selectRelated(filter: Filter, table: CodeTable, profile: Profile): NumberSet | undefined {
  const { property, op, value } = filter
  const links = codeProperty(property, table, profile)
  if (links === undefined) return undefined
  if (op === '=' || op === 'in') {
    const codes = op === '=' ? [value] : value.split(',')
    const numbers = codes.flatMap((code) => table.find(code) ?? [])
    if (numbers.length === 0) return undefined
    return setOf(table, numbers.flatMap(links.holdersOf))
  }
  if (op !== 'exists' || Object.hasOwn(profile.properties, property)) return undefined
  const selected = emptySet(table)
  for (let number = 0; number < table.size; number++)
    if (links.valuesOf(number).length > 0 === (value === 'true')) selected[number] = 1
  return selected
}

/** True if a filter selects an expression with these focus concepts; see {@link select}. */
export function holdsExpression(
  filter: Filter,
  foci: readonly number[],
  table: CodeTable,
  profile: Profile,
): boolean {
  const { property, op, value } = filter
  if (property === 'expressions') return value === 'true'
  if (property === 'constraint' && profile.constraint === 'ecl')
    return readEcl(value, (constraint) => selectsExpression(constraint, foci, table))
  if (!OF_CODE.has(property) || (op !== 'is-a' && op !== 'descendent-of')) return false
  const under = select({ ...filter, op: 'is-a' }, table, profile)
  return foci.some((focus) => under[focus] === 1)
}

function selectByCode(filter: Filter, table: CodeTable, profile: Profile): NumberSet {
  const { op, value } = filter
  const listed = () =>
    setOf(
      table,
      value.split(',').flatMap((code) => table.find(code) ?? []),
    )
  switch (op) {
    case '=':
      return codeSet(value, table)
    case 'in':
      return listed()
    case 'not-in':
      return difference(everyCode(table, false), listed())
    case 'is-a':
      return withSelf(requireCode(filter, table, profile), below, table)
    case 'descendent-of':
      return below(table, requireCode(filter, table, profile), 'all')
    case 'child-of':
      return below(table, requireCode(filter, table, profile), 'one')
    case 'generalizes':
      return withSelf(requireCode(filter, table, profile), above, table)
    case 'is-not-a': {
      const under = withSelf(requireCode(filter, table, profile), below, table)
      return difference(everyCode(table, false), under)
    }
    case 'regex': {
      const pattern = requirePattern(filter, profile)
      const selected = emptySet(table)
      for (let number = 0; number < table.size; number++)
        if (pattern.test(table.codeOf(number))) selected[number] = 1
      return selected
    }
    default:
      throw unsupportedFilter(filter, profile)
  }
}

function withSelf(from: NumberSet, reach: typeof below, table: CodeTable): NumberSet {
  return union(from, reach(table, from, 'all'))
}

/** The code, or none where the code system lacks it. */
function codeSet(code: string, table: CodeTable): NumberSet {
  const number = table.find(code)
  return setOf(table, number === undefined ? [] : [number])
}

function requireCode(filter: Filter, table: CodeTable, { title }: Profile): NumberSet {
  return setOf(table, [requireNumber(filter, table, title)])
}

function requireNumber(filter: Filter, table: CodeTable, title: string): number {
  const number = table.find(filter.value)
  if (number !== undefined) return number
  throw new FhirError(404, {
    code: 'not-found',
    tx: 'vs-invalid',
    messageId: 'Unable_to_resolve_value_Set_',
    text: `The filter '${written(filter)}' names a code that the installed ${title} does not have`,
  })
}

type AttributeTest = (value: string | number | boolean | null | undefined) => boolean

/** Test of an attribute for a filter; undefined for a comparison that it does not have. */
function testOf(filter: Filter, table: CodeTable, profile: Profile): AttributeTest | undefined {
  const { op, value } = filter
  // A part's code means its name in the axes: an index without parts cannot tell which.
  if (/^LP\d+-\d$/.test(value) && !hasRelated(table)) return undefined
  const isOneOf = (texts: readonly string[]): AttributeTest => {
    const asked = new Set(texts.map((text) => text.trim().toLowerCase()))
    return (own) => own !== null && own !== undefined && asked.has(String(own).toLowerCase())
  }
  switch (op) {
    case '=':
      return isOneOf([value])
    case 'in':
      return isOneOf(value.split(','))
    case 'exists':
      return (own) => (own !== null && own !== undefined && own !== '') === (value === 'true')
    case 'regex': {
      const pattern = requirePattern(filter, profile)
      return (own) => own !== null && own !== undefined && pattern.test(String(own))
    }
    default:
      return undefined
  }
}

function requirePattern(filter: Filter, profile: Profile): RegExp {
  const pattern = safePattern(filter.value)
  if (pattern === undefined) throw unsupportedFilter(filter, profile)
  return pattern
}

/** @throws FhirError `invalid` for malformed ECL, `not-supported` for ECL that the index cannot answer */
function readEcl<T>(text: string, work: (constraint: Expression) => T): T {
  try {
    return work(parseEcl(text))
  } catch (error) {
    if (error instanceof UnsupportedEcl)
      throw new FhirError(400, {
        code: 'not-supported',
        tx: 'vs-invalid',
        text: `ECL expression '${text}': ${error.message} are not supported, since the index does not hold them`,
      })
    if (error instanceof EclError)
      throw new FhirError(400, {
        code: 'invalid',
        tx: 'vs-invalid',
        messageId: 'INVALID_ECL',
        text: `Invalid ECL expression: '${text}': (${error.message})`,
      })
    throw error
  }
}

function unsupportedFilter(filter: Filter, { title }: Profile): FhirError {
  return new FhirError(400, {
    code: 'not-supported',
    tx: 'vs-invalid',
    text: `The filter '${written(filter)}' is not supported for ${title}`,
  })
}

function written({ property, op, value }: Filter): string {
  return `${property} ${op} ${value}`
}
