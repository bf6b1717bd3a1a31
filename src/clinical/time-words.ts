import { readUnitSpellings } from '../language/attached-units.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** The words of times. */

const TABLE = 'clinical/times.tsv'

/** A year in which an illness of a living person may have begun. */
export const YEAR = /^(?:19|20)\d\d$/

/** Days, weeks and months as prescribers write them: "5/7", "2/52", "6/12". */
export const SHORT_TIME = /^\d{1,2}\/(?:7|52|12)$/

/** UCUM's codes of the units of times. */
const UNITS_OF_TIME = new Set(['a', 'mo', 'wk', 'd', 'h', 'min', 's'])

/** Words of data/clinical/times.tsv and units/spellings.tsv. */
export interface TimeWords {
  readonly roles: PhraseMatcher<ReadonlySet<string>>
  /** The first words of phrases that have a role: without one, and without a digit, no time begins. */
  readonly heads: ReadonlySet<string>
  readonly units: ReadonlySet<string>
  /** "3d", "x3d", "4yrs": the number and a unit in one word. */
  readonly glued: RegExp
}

/** The words of times, read at the first call. @throws MedlinkError `data_invalid` */
export const timeWords = lazily(readTimeWords)

/** True for a form that is a month or a part of a year. @throws MedlinkError `data_invalid` */
export function isMonth(form: string): boolean {
  return timeWords().roles.get([form])?.has('month') === true
}

/** True for a form that is a unit of time. @throws MedlinkError `data_invalid` */
export function isTimeUnit(form: string): boolean {
  return timeWords().units.has(form)
}

function readTimeWords(): TimeWords {
  const byPhrase = new Map<string, Set<string>>()
  for (const [phrase, role] of readTable(TABLE, ['phrase', 'role'])) {
    const own = byPhrase.get(phrase!) ?? new Set()
    byPhrase.set(phrase!, own.add(role!))
  }
  const roles = new PhraseMatcher<ReadonlySet<string>>()
  for (const [phrase, own] of byPhrase) roles.set(phrase.split(' '), own)
  const heads = new Set([...byPhrase.keys()].map((phrase) => phrase.split(' ')[0]!))
  const having = (role: string) =>
    [...byPhrase].filter(([, own]) => own.has(role)).map(([phrase]) => phrase)
  const spelled = readUnitSpellings()
    .filter(({ ucum, text }) => text !== '-' && UNITS_OF_TIME.has(ucum))
    .map(({ unit }) => unit)
  const aged = new Set(having('age'))
  const units = new Set([...spelled, ...having('unit')].filter((unit) => !aged.has(unit)))
  const glued = new RegExp(
    `^(?:x?\\d{1,3}(?:${[...units].join('|')})|x\\d{1,3}(?:${having('brief').join('|')}))$`,
  )
  return { roles, heads, units, glued }
}
