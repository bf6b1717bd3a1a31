import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'

/** Below data/: what notes call tests. */
const NOTE_TABLE = 'loinc/note-tests.tsv'
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

/** A vital sign that is written as one with its number: "HR78", "T36.8"; undefined for other words. */
export function gluedVital(
  form: string,
): { readonly name: TestName; readonly length: number } | undefined {
  const written = /^([a-z]{1,5}2?)(\d{2,3}(?:\.\d)?)$/.exec(form)?.[1]
  const name = written === undefined ? undefined : testNames().get([written])
  return name?.kind === 'vital' && written !== 'r' ? { name, length: written!.length } : undefined
}

function readNames(): PhraseMatcher<TestName> {
  const matcher = new PhraseMatcher<TestName>()
  for (const table of NAME_TABLES)
    for (const [name] of readTable(table, NAME_COLUMNS)) {
      const key = nameKey(name!)
      if (key.length >= SHORTEST && /[a-z]/.test(key)) matcher.set(key.split(' '), OF_LABORATORY)
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
