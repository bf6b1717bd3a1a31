import type { ConceptRecord, FactRecord, ReleaseRecords } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { readTable } from '../../../language/tables.ts'
import { readUnit } from '../../../units/units.ts'
import { UNIT_PROPERTY } from '../facts.ts'
import { completeAxes } from './long-name.ts'
import { familyOf, namesOf } from './names.ts'
import type { LoincTables } from './release.ts'
import type { LoincRow } from './row.ts'

const AUTOMATED = 'Automated count'

/** CLASSTYPE: 1 laboratory, 2 clinical, 3 claims attachment, 4 survey. */
const CLINICAL = 2

/** A LOINC table as records to be indexed. A deprecated code has no names: it answers with what replaces it. */
export function makeRecords(tables: LoincTables): ReleaseRecords {
  const rows = withUsualSystems(tables.rows.map(completeAxes))
  const active = rows.filter(isActive)
  const usual = usualCodes(active)
  const hasRanks = active.some(({ rank }) => rank > 0)
  const unitless = unitlessTests(active)
  const hasOneSpecimen = ofOneSpecimen(active)
  return {
    ontology: 'loinc',
    version: tables.version,
    licence: tables.licence,
    sources: tables.sources,
    concepts: rows.map((row) =>
      makeConcept(row, {
        rankOfTest: usual.get(row.code),
        hasRanks,
        isUnitless: unitless.has(testInSpecimen(row)),
        isOneSpecimen: hasOneSpecimen(row),
      }),
    ),
    terms: namesOf(active),
    edges: [],
    replacements: tables.replacements.map((each) => ({ ...each, relation: 'MAP_TO' })),
    maps: [],
    facts: unitFacts(active),
    relatedCodes: tables.relatedCodes,
    relations: tables.relations,
    warnings: tables.warnings,
  }
}

/** Words in front of a specimen. */
const SAYS_SPECIMEN = / (?:from|in|of|on) /

/**
 * The rows with the specimen of the component's other codes where a table leaves it blank, the name says none, and these have
 * one only, in which laboratories report the test: "MCV by Automated count" is of red cells.
 */
function withUsualSystems(rows: readonly LoincRow[]): LoincRow[] {
  const testOf = (row: LoincRow) => `${familyOf(row)}|${row.property}`
  const systems = new Map<string, Set<string>>()
  const reported = new Set<string>()
  for (const row of rows) {
    if (row.system === '' || !isActive(row)) continue
    const known = systems.get(testOf(row)) ?? new Set()
    systems.set(testOf(row), known.add(row.system))
    if (isRanked(row)) reported.add(testOf(row))
  }
  return rows.map((row) => {
    const test = testOf(row)
    if (row.system !== '' || SAYS_SPECIMEN.test(row.longName) || !reported.has(test)) return row
    const [system, another] = systems.get(test) ?? []
    return system === undefined || another !== undefined ? row : { ...row, system }
  })
}

function isActive({ status }: LoincRow): boolean {
  return status !== 'DEPRECATED'
}

/**
 * The usual code among those that differ only in the method: cells are counted by machines nowadays; otherwise it is the code
 * without a method, if laboratories report it, since a report seldom says the method; then the table's ranks decide, and without
 * a rank it is the code without a method. By code, with the best rank among them, which is the test's.
 */
function usualCodes(rows: readonly LoincRow[]): Map<string, number> {
  const tests = new Map<string, { usual: LoincRow; rank: number }>()
  for (const row of rows) {
    const { component, property, timeAspect, system, scale } = row
    const key = [component, property, timeAspect, system, scale].join('|').toLowerCase()
    const known = tests.get(key)
    if (known === undefined) tests.set(key, { usual: row, rank: row.rank })
    else {
      if (isMoreUsual(row, known.usual)) known.usual = row
      if (row.rank > 0 && (known.rank === 0 || row.rank < known.rank)) known.rank = row.rank
    }
  }
  return new Map([...tests.values()].map(({ usual, rank }) => [usual.code, rank]))
}

/** PROPERTYs without a unit: findings, names, and numbers by themselves. */
const UNITLESS = new Set(
  `Aper Color Find ID Imp LsCnc Morph Prid PrThr Rden SpGrav Type`.split(' '),
)
/** The one ratio of times that is printed without a unit. */
const INR = /\.INR$/
const NO_UNIT = '1'

/** Components with their specimens whose results all have one property, and one without a unit. */
function unitlessTests(rows: readonly LoincRow[]): ReadonlySet<string> {
  const properties = new Map<string, Set<string>>()
  for (const row of rows) {
    if (!isResult(row)) continue
    const test = testInSpecimen(row)
    const known = properties.get(test) ?? new Set()
    properties.set(test, known.add(INR.test(row.component) ? NO_UNIT : row.property))
  }
  return new Set(
    [...properties].flatMap(([test, [property, another]]) =>
      another === undefined && (property === NO_UNIT || UNITLESS.has(property!)) ? [test] : [],
    ),
  )
}

/** LOINC's specimens for any. */
const ANY_SPECIMEN = new Set(['XXX', 'Specimen', 'Unk sub'])

/** A sample does not say which specimens LOINC has of a test. */
const FEWEST_CODES = 5000

/**
 * Codes of tests that the table has in one specimen only, of their component, property and time. Specimens that laboratories
 * always name do not count: no "LDH" is that of cerebrospinal fluid; nor do rare ones next to a common one, such as the
 * aspartate aminotransferase of urine.
 */
function ofOneSpecimen(rows: readonly LoincRow[]): (row: LoincRow) => boolean {
  if (rows.length < FEWEST_CODES) return () => false
  const named = new Set(
    readTable('loinc/named-specimens.tsv', ['system']).map(([system]) => system!.toLowerCase()),
  )
  const keyOf = (row: LoincRow) => [familyOf(row), row.property, row.timeAspect].join('|')
  const ranked = new Map<string, Map<string, boolean>>()
  for (const row of rows) {
    if (!isResult(row) || ANY_SPECIMEN.has(row.system)) continue
    const known = ranked.get(keyOf(row)) ?? new Map<string, boolean>()
    ranked.set(
      keyOf(row),
      known.set(specimenOf(row), isRanked(row) || known.get(specimenOf(row)) === true),
    )
  }
  return (row) => {
    if (!isResult(row) || ANY_SPECIMEN.has(row.system)) return false
    const specimens = ranked.get(keyOf(row))
    const own = specimenOf(row)
    const isCommon = specimens?.get(own) === true
    return [...(specimens ?? [])].every(
      ([other, isRanked]) => other === own || named.has(other) || (isCommon && !isRanked),
    )
  }
}

function isRanked({ rank }: LoincRow): boolean {
  return rank > 0
}

/** One specimen to all but the one who draws it. */
const BLOOD_FLUIDS = new Set(['Ser', 'Plas', 'Ser/Plas', 'Ser/Plas/Bld'])

function specimenOf({ system }: LoincRow): string {
  return (BLOOD_FLUIDS.has(system) ? 'Ser/Plas' : system).toLowerCase()
}

function testInSpecimen(row: LoincRow): string {
  return `${familyOf(row)}|${specimenOf(row)}`
}

function isMoreUsual(a: LoincRow, b: LoincRow): boolean {
  if (b.method === '' && a.method === AUTOMATED) return true
  if (a.method === '' && b.method === AUTOMATED) return false
  if (isPlain(a) !== isPlain(b)) return isPlain(a)
  if (a.rank !== b.rank) return b.rank === 0 || (a.rank > 0 && a.rank < b.rank)
  return a.method === '' && b.method !== ''
}

/** True for a code without a method that laboratories report. */
function isPlain(row: LoincRow): boolean {
  return row.method === '' && isRanked(row)
}

/** Facts about a code that the whole table says. */
interface Standing {
  readonly rankOfTest: number | undefined
  readonly hasRanks: boolean
  readonly isUnitless: boolean
  readonly isOneSpecimen: boolean
}

function makeConcept(
  row: LoincRow,
  { rankOfTest, hasRanks, isUnitless, isOneSpecimen }: Standing,
): ConceptRecord {
  return {
    code: row.code,
    name: row.longName,
    family: familyOf(row),
    active: isActive(row),
    attributes: {
      component: row.component,
      property: row.property,
      time_aspect: row.timeAspect,
      system: row.system,
      scale: row.scale,
      method: row.method,
      class: row.class,
      class_type: row.classType ?? null,
      loinc_status: row.status,
      order_observation: row.orderObs,
      is_usual: rankOfTest !== undefined,
      is_result: isResult(row),
      is_unitless: isUnitless,
      is_one_specimen: isOneSpecimen,
      rank: hasRanks ? (rankOfTest ?? row.rank) : null,
      example_unit: row.ucumUnits.split(';')[0]!,
      ...(row.copyrightNotice !== '' && { copyright_notice: row.copyrightNotice }),
    },
  }
}

/** Neither a panel, a document, an attachment or a survey nor ordered only. */
function isResult({ isPanel, scale, orderObs, classType, status }: LoincRow): boolean {
  if (isPanel) return false
  if (scale === 'Doc' || scale === 'Set' || scale === '-') return false
  if (orderObs === 'Order' || status === 'DISCOURAGED') return false
  return classType === undefined || classType <= CLINICAL
}

/** Frequency of each kind of unit with each property, as a share of the kind's commonest property. */
function unitFacts(rows: readonly LoincRow[]): FactRecord[] {
  const counts = new Map<string, Map<string, number>>()
  for (const { property, units, ucumUnits } of rows) {
    if (property === '') continue
    const kinds = new Set([...units.split(/[;,]/), ...ucumUnits.split(';')].map(kindOf))
    for (const kind of kinds) {
      if (kind === undefined) continue
      const own = counts.get(kind) ?? new Map<string, number>()
      own.set(property, (own.get(property) ?? 0) + 1)
      counts.set(kind, own)
    }
  }
  const facts: FactRecord[] = []
  for (const [subject, own] of counts) {
    const most = Math.max(...own.values())
    for (const [object, count] of own)
      facts.push({ relation: UNIT_PROPERTY, subject, object, weight: count / most })
  }
  return facts.sort(
    (a, b) => compareStrings(a.subject, b.subject) || compareStrings(a.object, b.object),
  )
}

function kindOf(unit: string): string | undefined {
  return readUnit(unit.trim())?.kind
}
