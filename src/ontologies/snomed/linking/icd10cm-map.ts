/**
 * SNOMED CT to ICD-10-CM: the rule-based map of the United States Edition (refset 6011000124106), for one concept and the
 * known facts about a patient.
 *
 * A concept's rows are in groups, one code a group. Within a group the first row by priority whose rule is true has the
 * code. A rule that asks for something unknown is neither true nor false: its code is a candidate, and so is every one
 * after it, up to the first that would be true in any case.
 *
 * @see SNOMED CT Technical Implementation Guide, "Extended Map Reference Set" (mapGroup, mapPriority, mapRule)
 */

import type { StoredMap } from '../../../index/reader.ts'
import { remember } from '../../../language/remember.ts'

/** The code system of the map's rows in an index. */
export const ICD10CM_SYSTEM = 'icd-10-cm'

/** Facts about a patient that rules may need. */
export interface MapPatient {
  /** In years, when the condition began; a whole number is completed years, 0.5 is six months. */
  readonly age?: number | undefined
  readonly sex?: 'male' | 'female' | undefined
}

/** Missing facts about the patient, in the order in which a mapping lists them. */
const NEEDS = ['age', 'sex', 'finding'] as const
export type MapNeed = (typeof NEEDS)[number]

/** Codes of ICD-10-CM for one concept of SNOMED CT, as the map has them; one may end in `?` for characters to add. */
export interface Icd10cmMapping {
  /** Codes that hold given what is known, at most one a group, in order of group. */
  readonly targets: readonly string[]
  /** Codes that hold when the words of `when` do, where a group is open; in order of group and priority. */
  readonly candidates: readonly { readonly target: string; readonly when: string }[]
  /** Facts that would close the open groups. */
  readonly needed: readonly MapNeed[]
}

const NOTHING: Icd10cmMapping = { targets: [], candidates: [], needed: [] }

type Comparison = '<' | '<=' | '>' | '>='
type AgeUnit = 'day' | 'week' | 'month' | 'year'

/** One condition of a rule. */
export type MapClause =
  | {
      readonly asks: 'age'
      readonly is: Comparison
      readonly limit: number
      readonly unit: AgeUnit
    }
  | { readonly asks: 'sex'; readonly sex: 'male' | 'female' }
  /** Another finding, or a condition that cannot be read; `words` are for people. */
  | { readonly asks: 'finding'; readonly words: string }

/** A row's `rule` as the index stores it. */
interface StoredRule {
  readonly group: number
  readonly priority: number
  readonly rule: string
}

/** A row of a group with what its rule comes to. */
interface JudgedRow {
  readonly target: string
  readonly open: readonly MapClause[]
}

/** Age at onset of clinical finding, and current chronological age. */
const AGES: ReadonlySet<string> = new Set(['445518008', '424144002'])
const SEXES: ReadonlyMap<string, 'male' | 'female'> = new Map([
  ['248152002', 'female'],
  ['248153007', 'male'],
])

/**
 * The codes of ICD-10-CM for a concept with these map rows, for this patient. Rows of other code systems are passed over,
 * and so are empty targets, which say that ICD-10-CM cannot classify the concept. An age or sex that is none counts as not
 * given.
 */
export function mapToIcd10cm(rows: readonly StoredMap[], patient: MapPatient = {}): Icd10cmMapping {
  if (rows.length === 0) return NOTHING
  const targets: string[] = []
  const candidates: { target: string; when: string }[] = []
  const needs = new Set<MapNeed>()
  for (const group of groupsOf(rows)) {
    const possible = judge(group, patient)
    const last = possible.at(-1)
    const isClosed = last !== undefined && last.open.length === 0
    if (isClosed && possible.every(({ target }) => target === last.target)) {
      if (last.target !== '') targets.push(last.target)
      continue
    }
    for (const { target, open } of possible) {
      for (const { asks } of open) needs.add(asks)
      if (target !== '') candidates.push({ target, when: wordsOf(open) })
    }
  }
  return { targets, candidates, needed: NEEDS.filter((need) => needs.has(need)) }
}

/** Most rows of a map have one of few rules. */
const readStoredRule = remember((rule) => JSON.parse(rule) as StoredRule)

/** The map's rows group by group, in order of group and priority. */
function groupsOf(rows: readonly StoredMap[]): (StoredRule & { target: string })[][] {
  const read: (StoredRule & { target: string })[] = []
  for (const { system, target, rule: stored } of rows) {
    if (system !== ICD10CM_SYSTEM) continue
    const { group, priority, rule } = readStoredRule(stored)
    read.push({ group, priority, rule, target })
  }
  read.sort((a, b) => a.group - b.group || a.priority - b.priority)
  const groups: (StoredRule & { target: string })[][] = []
  for (const row of read) {
    const last = groups.at(-1)
    if (last === undefined || last[0]!.group !== row.group) groups.push([row])
    else last.push(row)
  }
  return groups
}

/** The rows of a group that may be the first true one; only the last of them can be true for certain. */
function judge(
  group: readonly (StoredRule & { target: string })[],
  patient: MapPatient,
): JudgedRow[] {
  const possible: JudgedRow[] = []
  for (const { target, rule } of group) {
    const open: MapClause[] = []
    let isFalse = false
    for (const clause of parseRule(rule)) {
      const holds = evaluate(clause, patient)
      if (holds === undefined) open.push(clause)
      else if (!holds) isFalse = true
    }
    if (isFalse) continue
    possible.push({ target, open })
    if (open.length === 0) break
  }
  return possible
}

/** One condition: its concept, the concept's term, and the limit of an age. */
const CLAUSE =
  /^IFA\s+(\d{6,18})\s*(?:\|([^|]*)\|)?\s*(?:(<=?|>=?)\s*(\d+(?:\.\d+)?)\s*(day|week|month|year)s?)?$/i
const ALWAYS = /^(?:OTHERWISE\s+)?TRUE$/i
const NEXT_CLAUSE = /\s+AND\s+(?=IFA\s)/i

/**
 * The conditions of a `mapRule`, all of which must hold; none of them where it holds always: `TRUE`, `OTHERWISE TRUE`.
 * Any text is taken: a condition that cannot be read is one that cannot be evaluated.
 *
 * @param rule e.g. `IFA 445518008 | Age at onset of clinical finding (observable entity) | < 19.0 years`
 */
export function parseRule(rule: string): MapClause[] {
  const text = rule.trim()
  return ALWAYS.test(text) ? [] : text.split(NEXT_CLAUSE).map(parseClause)
}

function parseClause(text: string): MapClause {
  const match = CLAUSE.exec(text)
  if (match === null) return { asks: 'finding', words: text }
  const [, code = '', term = '', is, limit, unit] = match
  if (AGES.has(code) && is !== undefined)
    return {
      asks: 'age',
      is: is as Comparison,
      limit: Number(limit),
      unit: unit!.toLowerCase() as AgeUnit,
    }
  const sex = SEXES.get(code)
  if (sex !== undefined && is === undefined) return { asks: 'sex', sex }
  const name = term.trim().replace(/\s*\([^()]*\)$/, '') || code
  const comparison = is === undefined ? '' : ` ${is} ${Number(limit)} ${unit}s`
  return { asks: 'finding', words: `with ${name}${comparison}` }
}

/** True if a condition holds; undefined if that is not known. */
function evaluate(clause: MapClause, { age, sex }: MapPatient): boolean | undefined {
  if (clause.asks === 'finding') return undefined
  if (clause.asks === 'sex')
    return sex === 'male' || sex === 'female' ? sex === clause.sex : undefined
  if (age === undefined || !(age >= 0 && age < Number.POSITIVE_INFINITY)) return undefined
  const limit = clause.limit / UNITS_A_YEAR[clause.unit]
  // A patient of 0 years may be under 28 days or not.
  if (Number.isInteger(age) && age < limit && limit < age + 1) return undefined
  return COMPARE[clause.is](age, limit)
}

/** Days and weeks by the mean length of a Gregorian year. */
const UNITS_A_YEAR: Readonly<Record<AgeUnit, number>> = {
  day: 365.2425,
  week: 365.2425 / 7,
  month: 12,
  year: 1,
}

const COMPARE: Readonly<Record<Comparison, (age: number, limit: number) => boolean>> = {
  '<': (age, limit) => age < limit,
  '<=': (age, limit) => age <= limit,
  '>': (age, limit) => age > limit,
  '>=': (age, limit) => age >= limit,
}

/** The open part of a rule, in words: "female and age under 19 years". */
function wordsOf(open: readonly MapClause[]): string {
  if (open.length === 0) return 'otherwise'
  return open
    .map((clause) => {
      if (clause.asks === 'finding') return clause.words
      if (clause.asks === 'sex') return clause.sex
      const limit = `${clause.limit} ${clause.unit}${clause.limit === 1 ? '' : 's'}`
      return AGE_WORDS[clause.is].replace('#', limit)
    })
    .join(' and ')
}

const AGE_WORDS: Readonly<Record<Comparison, string>> = {
  '<': 'age under #',
  '<=': 'age # or under',
  '>': 'age over #',
  '>=': 'age # or over',
}
