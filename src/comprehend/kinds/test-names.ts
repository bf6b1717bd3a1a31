import { isIllness } from '../../clinical/history.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'
import type { PlainWords } from '../note-text.ts'
import { hasTwoValues, PAIR } from './test-values.ts'

/** Below data/: what notes call tests. */
const NOTE_TABLE = 'loinc/note-tests.tsv'
/** Below data/: names that are other tests next to some. */
const BESIDE_TABLE = 'loinc/note-tests-beside.tsv'
/** Below data/: what laboratories call components. */
const NAME_TABLES = ['loinc/names-clinical.tsv', 'loinc/names-microbiology.tsv'] as const
const NAME_COLUMNS = ['name', 'component', 'system', 'property', 'time', 'scale', 'method']
const NOTE_COLUMNS = ['name', 'kind', 'reads', 'unit', 'specimen']
/** In letters: shorter names of laboratories mean other things in notes. */
const SHORTEST = 3

/** A name that a note may give a test. */
export interface TestName {
  readonly kind: 'vital' | 'short' | 'row' | 'plain' | 'panel' | 'laboratory'
  /** The name that is linked; undefined if it is the written one. */
  readonly reads: string | undefined
  /** The unit if the note says none. */
  readonly unit: string | undefined
  /** The specimen if the note says none. */
  readonly specimen: string | undefined
  /** The test whose values it has, if that is not what it reads: "glucose" of "glucose (fasting)". */
  readonly measures?: string
}

const OF_LABORATORY: TestName = {
  kind: 'laboratory',
  reads: undefined,
  unit: undefined,
  specimen: undefined,
}

/** Ends of laboratories' names that say a result: "MTB detected". */
const SAYS_RESULT = /\s(?:not )?(?:detected|negative|positive)$/

/** Names of tests, by the folded words of a note. @throws MedlinkError `data_invalid` */
export const testNames = lazily(readNames)

/** Letters that a scanner takes for each other, as one. */
const SCANNED: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/c/g, 'e'],
]
/** In letters: shorter names are too near to other words. */
const SHORTEST_SCANNED = 4

function scannedKey(form: string): string {
  return SCANNED.reduce((key, [letters, letter]) => key.replace(letters, letter), form)
}

const scannedNames = lazily((): ReadonlyMap<string, TestName> => {
  const names = new Map<string, TestName>()
  for (const [name, kind, ...usual] of readTable(NOTE_TABLE, NOTE_COLUMNS)) {
    if (kind === 'panel' || name!.length < SHORTEST_SCANNED || name!.includes(' ')) continue
    const [reads = name, unit, specimen] = usual.map((each) => (each === '-' ? undefined : each))
    names.set(scannedKey(name!), { kind: kind as TestName['kind'], reads, unit, specimen })
  }
  return names
})

/** The test whose name a scanner misread: "Sodiurn", "Hemog1obin". */
export function scannedName(form: string): TestName | undefined {
  return form.length < SHORTEST_SCANNED ? undefined : scannedNames().get(scannedKey(form))
}

const namesBeside = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(BESIDE_TABLE, ['name', 'beside', 'reads']).map(([name, beside, reads]) => [
        `${name} ${beside}`,
        reads!,
      ]),
    ),
)

/**
 * The test that a name is next to others: TC is cholesterol among lipids. Undefined if it is the usual one.
 *
 * @param near what the names before and after it read
 */
export function nameBeside(
  written: string,
  near: readonly (string | undefined)[],
): TestName | undefined {
  const key = nameKey(written)
  const reads = near.flatMap((other) => namesBeside().get(`${key} ${other}`) ?? [])[0]
  return reads === undefined ? undefined : testNames().get(reads.split(' '))
}

/** A vital sign that is written as one with its number: "HR78", "T36.8"; undefined for other words. */
export function gluedVital(
  form: string,
): { readonly name: TestName; readonly length: number } | undefined {
  const written = /^([a-z]{1,5}2?)(\d{2,3}(?:\.\d)?)$/.exec(form)?.[1]
  const name = written === undefined ? undefined : testNames().get([written])
  return name?.kind === 'vital' && written !== 'r' ? { name, length: written!.length } : undefined
}

/** In UTF-16 units: what is read behind a name. */
const VALUES_REACH = 24

/** True if no line end and no sentence end is within a name, and no bracket that goes on: "Hb (g/dL)". */
export function isOneName(
  text: string,
  { words, forms }: Pick<PlainWords, 'words' | 'forms'>,
  from: number,
  to: number,
): boolean {
  if (to === from + 2 && isTwoNames(text, { words, forms }, from)) return false
  const { end } = words[to - 1]!
  const opened = text.slice(words[from]!.start, end).lastIndexOf('(')
  const closed = text.slice(words[from]!.start, end).indexOf(')')
  if (closed >= 0 && (opened < 0 || opened > closed)) return false
  // "Child's TSH".
  if (/\p{L}['’]$/u.test(text.slice(0, words[from]!.start).slice(-2))) return false
  if (opened >= 0 && !text.slice(words[from]!.start + opened, end + 1).includes(')')) return false
  for (let at = from + 1; at < to; at++) {
    const gap = text.slice(words[at - 1]!.end, words[at]!.start)
    if (!/^[ \t.\-/&'()+,%]{0,3}$/.test(gap)) return false
    // "Malaria, smear positive", but "bilirubin, direct 0.4".
    if (gap.includes(',') && isIllness(forms, from, at)) return false
  }
  return true
}

/** True for two names as one with two values: "PT/INR 13.5/1.1". */
function isTwoNames(
  text: string,
  { words, forms }: Pick<PlainWords, 'words' | 'forms'>,
  at: number,
): boolean {
  const [{ end }, second] = [words[at]!, words[at + 1]!]
  const isJoined = PAIR.test(text.slice(end, second.start))
  if (!isJoined || !hasTwoValues(text.slice(second.end, second.end + VALUES_REACH))) return false
  return [at, at + 1].every((i) => testNames().get([forms[i]!]) !== undefined)
}

function readNames(): PhraseMatcher<TestName> {
  const matcher = new PhraseMatcher<TestName>()
  for (const table of NAME_TABLES)
    for (const [name] of readTable(table, NAME_COLUMNS)) {
      const key = nameKey(name!)
      if (key.length >= SHORTEST && /[a-z]/.test(key) && !SAYS_RESULT.test(key))
        matcher.set(key.split(' '), OF_LABORATORY)
    }
  for (const [name, kind, ...usual] of readTable(NOTE_TABLE, NOTE_COLUMNS)) {
    const [reads, unit, specimen] = usual.map((each) => (each === '-' ? undefined : each))
    matcher.set(nameKey(name!).split(' '), {
      kind: kind as TestName['kind'],
      ...{ reads, unit, specimen },
    })
  }
  return matcher
}
