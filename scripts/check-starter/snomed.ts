import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Americanize, createAmericanize } from '../../src/language/spelling.ts'
import { readSpellingRules } from '../../src/language/spelling-rules.ts'
import { fold } from '../../src/language/tokenize.ts'
import { openRelease, type ReleaseFiles } from '../../src/ontologies/release-files.ts'
import { parseSctid } from '../../src/ontologies/snomed/sctid.ts'
import { duplicateErrors, type Findings, type Row, readRows } from './tables.ts'

const COLUMNS = ['code', 'name', 'tag', 'synonyms'] as const
type ConceptRow = Row<(typeof COLUMNS)[number]>

/** The parts of a name that compare equal, in one string; see {@link createNameKey}. */
type NameKey = (name: string) => string

/** What a package says of one concept. */
interface Concept {
  /** Every name of it, without tags and other marks. */
  readonly names: Set<string>
  /** `-` where the fully specified name has none. */
  tag: string
}

/** The concepts of one package, and the codes that a name stands for. */
interface Dictionary {
  readonly name: string
  readonly concepts: ReadonlyMap<string, Concept>
  readonly codesByName: ReadonlyMap<string, readonly string[]>
}

/** What came of looking up a row. */
type Verdict = 'agrees' | 'absent' | 'wrong'

const FULLY_SPECIFIED_NAME = '900000000000003001'

/** The semantic tags that rows may have; what else stands in brackets at the end is part of the name. */
const TAGS = new Set([
  'disorder',
  'finding',
  'procedure',
  'regime/therapy',
  'situation',
  'event',
  'observable entity',
  'body structure',
  'morphologic abnormality',
  'substance',
  'product',
  'physical object',
  'qualifier value',
])
const BRACKETS = / \(([^()]+)\)$/

/** Marks that works quoting SNOMED CT put to a name, e.g. "Obsolete hyperuricemia" and "Gout (clinical)". */
const MARKS = /^obsolete | \([^()]+\)$/gi

/** Words without which a name reads the same. */
const FILLERS = ['of', 'the']

/** Words besides these that one source's name of a code has and another's lacks. */
const KINDS = ['disease', 'disorder']

/**
 * Every code once, with a right check digit, and every name once; in each package at hand that has the code, one of
 * the row's names and its tag. Order of words, plurals, capitals, British spelling and the word "disorder" do not
 * count. A package need not have every code: the rows it lacks are told, with the code that it has for their name.
 */
export async function checkSnomed(folder: string, releases: string): Promise<Findings> {
  const rows = existsSync(folder) ? readRows(folder, COLUMNS) : []
  const americanize = createAmericanize(readSpellingRules())
  const keyOf = createNameKey(americanize, [...FILLERS, ...KINDS])
  const dictionaries = await readDictionaries(releases, keyOf)
  const remarks = dictionaries.flatMap((dictionary) =>
    rows.map((row) => compare(dictionary, row, keyOf)),
  )
  return {
    errors: [
      ...rows.flatMap(codeErrors),
      ...duplicateErrors(rows),
      ...nameErrors(rows, createNameKey(americanize, FILLERS)),
      ...remarks.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text),
    ],
    summary:
      dictionaries.length === 0
        ? [`0 of ${rows.length} rows could be compared: no release at hand`]
        : [
            ...remarks.filter(({ verdict }) => verdict === 'absent').map(({ text }) => text),
            ...dictionaries.map((dictionary) => describe(dictionary, rows, keyOf)),
          ],
  }
}

/** The packages below a folder whose names begin as a release's do; none when it is not there. */
async function readDictionaries(folder: string, keyOf: NameKey): Promise<Dictionary[]> {
  if (!existsSync(folder)) return []
  const packages = readdirSync(folder).filter((name) => name.startsWith('SnomedCT_'))
  return Promise.all(
    packages.sort().map(async (name) => {
      const release = await openRelease(join(folder, name))
      try {
        const concepts = await readConcepts(release)
        return { name, concepts, codesByName: indexNames(concepts, keyOf) }
      } finally {
        release.close()
      }
    }),
  )
}

/** The active concepts of a snapshot with their active English names. */
async function readConcepts(release: ReleaseFiles): Promise<Map<string, Concept>> {
  const concepts = new Map<string, Concept>()
  for (const file of release.find(/^sct2_Concept_.*Snapshot_.*\.txt$/))
    await file.readLines((line) => {
      const [id, , active] = line.split('\t')
      if (id !== undefined && active === '1') concepts.set(id, { names: new Set(), tag: '-' })
    })
  for (const file of release.find(/^sct2_Description_.*Snapshot-en_.*\.txt$/))
    await file.readLines((line) => {
      const [, , active, , conceptId, , typeId, term] = line.split('\t')
      const concept = active === '1' ? concepts.get(conceptId!) : undefined
      if (concept === undefined) return
      const bracketed = typeId === FULLY_SPECIFIED_NAME ? BRACKETS.exec(term!)?.[1] : undefined
      if (bracketed !== undefined && TAGS.has(bracketed)) concept.tag = bracketed
      concept.names.add(term!.replace(MARKS, ''))
    })
  return concepts
}

function indexNames(concepts: ReadonlyMap<string, Concept>, keyOf: NameKey) {
  const codes = new Map<string, string[]>()
  for (const [code, { names }] of concepts)
    for (const key of new Set([...names].map(keyOf)))
      codes.set(key, [...(codes.get(key) ?? []), code])
  return codes
}

function describe(dictionary: Dictionary, rows: readonly ConceptRow[], keyOf: NameKey): string {
  const verdicts = rows.map((row) => compare(dictionary, row, keyOf).verdict)
  const agreeing = verdicts.filter((verdict) => verdict === 'agrees').length
  const absent = verdicts.filter((verdict) => verdict === 'absent').length
  return `${dictionary.name} agrees with ${agreeing} of ${rows.length} rows and has no code of ${absent}`
}

/** What a package says of a row. */
function compare(
  dictionary: Dictionary,
  row: ConceptRow,
  keyOf: NameKey,
): { readonly verdict: Verdict; readonly text: string } {
  const { place, code, name, tag } = row
  const others = (dictionary.codesByName.get(keyOf(name)) ?? []).filter((other) => other !== code)
  const hint = others.length === 0 ? '' : `; that is ${others.join(' or ')} there`
  const official = dictionary.concepts.get(code)
  if (official === undefined)
    return { verdict: 'absent', text: `${place}: ${code} "${name}" is not there${hint}` }
  const known = new Set([...official.names].map(keyOf))
  if (!namesOf(row).some((own) => known.has(keyOf(own)))) {
    const called = [...official.names].map((other) => `"${other}"`).join(', ')
    return { verdict: 'wrong', text: `${place}: ${code} "${name}" is called ${called}${hint}` }
  }
  if (official.tag !== '-' && official.tag !== tag)
    return {
      verdict: 'wrong',
      text: `${place}: ${code} "${name}" has the tag ${tag}, there ${official.tag}`,
    }
  return { verdict: 'agrees', text: '' }
}

function namesOf({ name, synonyms }: ConceptRow): string[] {
  return synonyms === '-' ? [name] : [name, ...synonyms.split(' | ')]
}

function codeErrors({ place, code }: ConceptRow): string[] {
  return parseSctid(code) === code
    ? []
    : [`${place}: ${code} is no code or has a wrong check digit`]
}

/** One error for each row whose name, however written, an earlier row has. */
function nameErrors(rows: readonly ConceptRow[], keyOf: NameKey): string[] {
  const seen = new Map<string, string>()
  return rows.flatMap(({ place, name }) => {
    const key = keyOf(name)
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, place)
    return earlier === undefined ? [] : [`${place}: "${name}" is there already, in ${earlier}`]
  })
}

/** A function that gives names with the same words, whatever their order, number, case and spelling, the same key. */
function createNameKey(americanize: Americanize, ignored: readonly string[]): NameKey {
  return (name) => {
    const words = fold(name)
      .replace(/'s?(?=\s|$)/g, '')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
    const telling = words.filter((word) => !ignored.includes(word))
    return (telling.length > 0 ? telling : words)
      .map((word) => singular(americanize(word)))
      .sort()
      .join(' ')
  }
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
