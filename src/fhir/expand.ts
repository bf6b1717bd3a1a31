/** `ValueSet/$expand`: the codes of a value set, a page of them, or those that fit what is being typed. */
import { createHash } from 'node:crypto'
import type { CodeName, CodeTable } from '../medlink.ts'
import type { Group } from './compose.ts'
import type { Call, Context } from './operation.ts'
import { FhirError, notSupported } from './outcome.ts'
import { type Input, parameterValue } from './parameters.ts'
import { isOfficial, type Profile } from './profiles.ts'
import type { Resource } from './resources.ts'
import { nameOf, type ValueSet, ValueSets } from './value-sets.ts'
import { VersionRules } from './version-rules.ts'

/** Rows of one answer at most. */
const MAX_ROWS = 10_000

const UNCLOSED = 'http://hl7.org/fhir/StructureDefinition/valueset-unclosed'
const UNCLOSED_REASON = 'http://hl7.org/fhir/StructureDefinition/valueset-unclosed-reason'
/** Elements of R5 as R4 has them. */
const PROPERTY = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-ValueSet.expansion.property'
const OF_ROW =
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-ValueSet.expansion.contains.property'
const STATUS = 'http://hl7.org/fhir/concept-properties#status'

/** Parameters that the answer repeats, since they shape it. */
const REPEATED = [
  'activeOnly',
  'count',
  'displayLanguage',
  'excludeNested',
  'filter',
  'includeDesignations',
  'includeDefinition',
  'offset',
  'property',
  'system-version',
  'check-system-version',
  'force-system-version',
]
/** Parameters of the operation that would change the answer and are not supported. */
const DECLINED = [
  'context',
  'contextDirection',
  'date',
  'useSupplement',
  'designation',
  'exclude-system',
  'manifest',
]

/** A code of an expansion. */
interface Row {
  readonly number: number
  readonly group: Group
}

export function expand({ composer, systems }: Context, { input }: Call): Resource {
  const declined = DECLINED.find((name) => input.has(name))
  if (declined !== undefined) throw notSupported(`the parameter ${declined} is not supported`)
  const valueSets = new ValueSets(input, systems)
  const valueSet = valueSets.require(input)
  const rules = new VersionRules(input)
  const all = composer.evaluate(valueSet, rules, valueSets)
  const groups = input.boolean('activeOnly') ? composer.activeOnly(all) : all
  const filter = (input.text('filter') ?? '').trim()
  const page = pageOf(input, valueSet)
  const found =
    filter === ''
      ? listed(groups, composer, page)
      : typed(groups, filter, page, (group, work) => composer.withTable(group, work))
  const language = input.text('displayLanguage')
  const hasDesignations = input.boolean('includeDesignations') === true
  const contains = rowsOf(found.rows, { composer, language, hasDesignations })
  const { text: _, description: __, compose, ...own } = valueSet
  return {
    status: 'active',
    ...own,
    ...(input.boolean('includeDefinition') === true && { compose }),
    expansion: {
      ...extensionsOf(valueSet, groups, contains),
      identifier: identifierOf(valueSet, groups),
      timestamp: new Date().toISOString(),
      ...(found.total !== undefined && { total: found.total }),
      ...(input.has('offset') && { offset: page.offset }),
      parameter: [...repeated(input), ...usedSystems(groups)],
      ...(contains.length > 0 && { contains }),
    },
  }
}

/** Part of an expansion that is asked for. */
interface Page {
  readonly offset: number
  readonly count: number | undefined
  /** Rows that the whole may have where no page is asked for. */
  readonly limit: number
  readonly name: string
}

function pageOf(input: Input, valueSet: ValueSet): Page {
  const limit = Math.min(input.count('limit') ?? MAX_ROWS, MAX_ROWS)
  return {
    offset: input.count('offset') ?? 0,
    count: input.count('count'),
    limit,
    name: input.has('valueSet') ? (valueSet.url ?? nameOf(valueSet)) : nameOf(valueSet),
  }
}

interface Found {
  readonly rows: readonly Row[]
  /** Undefined if it is not known: the codes that fit typed words are only looked for as far as they are shown. */
  readonly total: number | undefined
}

/** @throws FhirError `too-costly` for more codes than an answer may have */
function listed(
  groups: readonly Group[],
  composer: Context['composer'],
  { offset, count, limit, name }: Page,
): Found {
  const lists = groups.map((group) => ({ group, numbers: composer.numbersOf(group) }))
  const total = lists.reduce((sum, { numbers }) => sum + numbers.length, 0)
  const end = count === undefined ? total : Math.min(total, offset + count)
  if (end - offset > limit) throw tooCostly(name, limit)
  const rows: Row[] = []
  let passed = 0
  for (const { group, numbers } of lists) {
    const to = Math.min(numbers.length, end - passed)
    for (let at = Math.max(0, offset - passed); at < to; at++)
      rows.push({ number: numbers[at]!, group })
    passed += numbers.length
  }
  return { rows, total }
}

function tooCostly(name: string, limit: number): FhirError {
  return new FhirError(400, {
    code: 'too-costly',
    messageId: 'VALUESET_TOO_COSTLY',
    text: `The value set '${name}' expansion has too many codes to produce (>${limit})`,
  })
}

/** Codes that fit typed words, the likeliest first: those of the first code system before those of the next. */
function typed(
  groups: readonly Group[],
  filter: string,
  { offset, count, limit }: Page,
  withTable: <T>(group: Group, work: (table: CodeTable) => T) => T,
): Found {
  const wanted = Math.min(count ?? limit, limit)
  // One more tells whether these are all.
  const most = offset + wanted + 1
  const rows: Row[] = []
  for (const group of groups) {
    if (rows.length >= most) break
    withTable(group, (table) => {
      const accepts = (number: number) => group.set[number] === 1
      for (const { code } of table.suggest(filter, most - rows.length, accepts))
        rows.push({ number: table.find(code)!, group })
    })
  }
  return {
    rows: rows.slice(offset, offset + wanted),
    total: rows.length < most ? rows.length : undefined,
  }
}

interface Describing {
  readonly composer: Context['composer']
  readonly language: string | undefined
  readonly hasDesignations: boolean
}

function rowsOf(rows: readonly Row[], { composer, language, hasDesignations }: Describing) {
  const numbersOf = new Map<Group, Set<number>>()
  for (const { group, number } of rows) {
    const known = numbersOf.get(group)
    if (known === undefined) numbersOf.set(group, new Set([number]))
    else known.add(number)
  }
  const described = new Map<Group, (number: number) => object>()
  for (const [group, numbers] of numbersOf)
    described.set(group, describe(group, numbers, { composer, language, hasDesignations }))
  return rows.map(({ group, number }) => described.get(group)!(number)) as RowAnswer[]
}

interface RowAnswer {
  readonly inactive?: true
}

function describe(
  group: Group,
  numbers: ReadonlySet<number>,
  { composer, language, hasDesignations }: Describing,
): (number: number) => object {
  const { system, displays } = group
  return composer.withTable(group, (table) => {
    const needsNames = hasDesignations || !isUsual(language)
    const names = needsNames ? table.namesOf(numbers) : new Map<number, readonly CodeName[]>()
    const made = new Map<number, object>()
    for (const number of numbers) {
      const own = names.get(number) ?? []
      const isActive = table.isActive(number)
      made.set(number, {
        system: system.uri,
        ...(!isActive && { inactive: true, extension: [INACTIVE] }),
        code: table.codeOf(number),
        display: displays.get(number) ?? displayIn(language, own) ?? table.titleOf(number),
        ...(hasDesignations && designationsOf(own, table.titleOf(number), system.profile)),
      })
    }
    return (number) => made.get(number)!
  })
}

const INACTIVE = {
  url: OF_ROW,
  extension: [
    { url: 'code', valueCode: 'status' },
    { url: 'value', valueCode: 'inactive' },
  ],
}

/** True for a language in which titles are. */
function isUsual(language: string | undefined): boolean {
  return language === undefined || /^(?:en\b|\*)/i.test(language.trim())
}

/** The first name in a language; undefined where there is none. */
export function displayIn(
  language: string | undefined,
  names: readonly CodeName[],
): string | undefined {
  if (language === undefined || isUsual(language)) return undefined
  const [wanted = ''] = language.trim().toLowerCase().split(/[-,;]/)
  return names.find((each) => isOfficial(each) && each.language.toLowerCase() === wanted)?.text
}

function designationsOf(names: readonly CodeName[], title: string, profile: Profile) {
  const designation = designations(names, title, profile).map(({ language, use, value }) => ({
    language,
    ...(use && { use }),
    value,
  }))
  return designation.length === 0 ? undefined : { designation }
}

/** Official names with their uses. A retired code has its title alone. */
export function designations(names: readonly CodeName[], title: string, { designations }: Profile) {
  const official = names.flatMap(({ kind, text, language }) => {
    const use = designations[kind]
    return use === undefined ? [] : [{ language, use, value: text }]
  })
  const [use] = Object.values(designations)
  return official.length > 0 ? official : [{ language: 'en', use, value: title }]
}

function extensionsOf(
  valueSet: ValueSet,
  groups: readonly Group[],
  contains: readonly RowAnswer[],
) {
  const unclosed = groups.find(({ isUnclosed }) => isUnclosed)
  const isWhole = valueSet.compose.include.every(
    ({ filter, concept, valueSet }) => !filter && !concept && !valueSet,
  )
  const extension = [
    ...(unclosed ? [{ url: UNCLOSED, valueBoolean: true }] : []),
    ...(unclosed && isWhole
      ? [
          {
            url: UNCLOSED_REASON,
            valueString: `The code System '${unclosed.system.uri}' has a grammar and so has infinite members`,
          },
        ]
      : []),
    ...(contains.some(({ inactive }) => inactive)
      ? [
          {
            url: PROPERTY,
            extension: [
              { url: 'code', valueCode: 'status' },
              { url: 'uri', valueUri: STATUS },
            ],
          },
        ]
      : []),
  ]
  return extension.length > 0 ? { extension } : undefined
}

/** The same for the same value set over the same indexes: pages of one expansion have one identifier. */
function identifierOf(valueSet: ValueSet, groups: readonly Group[]): string {
  const hash = createHash('sha256')
    .update(
      JSON.stringify([valueSet.url, valueSet.compose, groups.map(({ indexName }) => indexName)]),
    )
    .digest('hex')
  // A UUID of version 8: the maker's own way (RFC 9562).
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}

function repeated(input: Input) {
  return REPEATED.flatMap((name) => {
    if (!input.has(name)) return []
    if (name === 'count' || name === 'offset') return [{ name, valueInteger: input.count(name)! }]
    if (/^(?:activeOnly|exclude|include)/.test(name))
      return [{ name, valueBoolean: input.boolean(name)! }]
    const type = name.endsWith('-version')
      ? 'valueUri'
      : name === 'displayLanguage'
        ? 'valueCode'
        : 'valueString'
    return input.all(name).map((each) => ({ name, [type]: parameterValue(each) }))
  })
}

function usedSystems(groups: readonly Group[]) {
  const used = groups.map(({ system }) => `${system.uri}|${system.version}`)
  return [...new Set(used)].map((valueUri) => ({ name: 'used-codesystem', valueUri }))
}
