/**
 * Proves of clinical text from end to end, over the starter and two tables that are written by hand:
 * 1. nothing that is denied, a relative's, feared, doubted or past is linked, but to a code that says so
 * 2. nearly all findings of test/golden/comprehend-traps.tsv are found, with the traits that their sentence gives them
 * 3. nearly all parts of test/golden/comprehend-lists.tsv, which people type into one field, are found, with their
 *    traits and with one of their codes first
 * 4. both tables are large, no text stands there twice, the words stand in their texts and the codes in the starter
 *
 * In the tables `\n` is a line break, and the kind of a condition (diagnosis, sign, symptom) is left out. Conventions:
 * what is denied of relatives is both; what never was is denied and not past; a disease that lasts is the patient's own
 * however long ago it began. Of codes, the most specific that the words allow stands first, then those above it whose
 * names say no less than the words.
 */

import { describe, expect, test } from 'vitest'
import {
  type ComprehendRequest,
  type ComprehendResult,
  type Problem,
  TRAITS,
} from '../../src/contract.ts'
import { contextOfCode } from '../../src/ontologies/icd10cm/code-ranges.ts'
import { readGolden, shareThatKeeps } from '../support/golden.ts'
import { openStarter } from '../support/linker.ts'

/** Findings that have their traits, at least. */
const FINDINGS = 0.97
/** Parts of lists that are right in every respect, at least. */
const PARTS = 0.95

/** The patient's own, now: none of the traits below. */
const OWN = 'own'
const KINDS = ['DIAGNOSIS', 'SIGN', 'SYMPTOM']
const CIRCUMSTANCES = TRAITS.filter((trait) => !KINDS.includes(trait))

/** What is to be found of some words of a text. */
interface Expected {
  readonly text: string
  /** What the sentence is a trap of; empty of lists. */
  readonly group: string
  readonly words: string
  readonly begin: number
  readonly end: number
  /** Sorted, without kinds; none where the condition is the patient's own. */
  readonly traits: readonly string[]
  /** Any of them may come first; traps have none. */
  readonly codes: readonly string[]
}

type Said = Pick<Expected, 'codes' | 'traits'>

const traps = readTable('comprehend-traps', (said) => ({ codes: [], traits: said.split(',') }))
const lists = readTable('comprehend-lists', (said) => {
  const [codes = '', traits = OWN] = said.split(' ')
  return { codes: codes.split('/'), traits: traits.split(',') }
})

/** What the rows of a table expect, in their order: "words = what is said of them | …" in the second column. */
function readTable(name: string, read: (said: string) => Said): Expected[] {
  return readGolden(name).rows.flatMap(([cell = '', parts = '', group = '']) => {
    const text = cell.replaceAll('\\n', '\n')
    const taken = new Set<number>()
    return parts.split(' | ').map((part) => {
      const equals = part.lastIndexOf(' = ')
      const words = part.slice(0, equals)
      const { codes, traits } = read(part.slice(equals + 3))
      const begin = placeOf(words, text, taken)
      taken.add(begin)
      const told = traits.filter((trait) => trait !== OWN).toSorted()
      return { text, group, words, begin, end: begin + words.length, traits: told, codes }
    })
  })
}

/** Where words stand in a text as words of their own and at no place that is taken; -1 if nowhere. */
function placeOf(words: string, text: string, taken: ReadonlySet<number>): number {
  const isInWord = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at))
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!taken.has(at) && !isInWord(at - 1) && !isInWord(at + words.length)) return at
  return -1
}

interface Comprehending {
  comprehend(request: ComprehendRequest): ComprehendResult<'icd-10-cm', 'problem'>
}

const medlink = openStarter()
const isComprehending = 'comprehend' in medlink
const comprehend = (request: ComprehendRequest) =>
  (medlink as unknown as Comprehending).comprehend(request)
const entitiesIn = new Map<string, readonly Problem<'icd-10-cm'>[]>()

/** The entities of a text, which is read once however many findings it has. */
function entitiesOf(text: string): readonly Problem<'icd-10-cm'>[] {
  const entities = entitiesIn.get(text) ?? comprehend({ text, find: ['problem'] }).entities
  entitiesIn.set(text, entities)
  return entities
}

const overlap = (entity: Problem, { begin, end }: Expected) =>
  Math.min(entity.end_offset, end) - Math.max(entity.begin_offset, begin)

/** The entity that covers most of the words, the first of several; undefined if none covers any. */
function foundFor(expected: Expected): Problem<'icd-10-cm'> | undefined {
  const [most] = entitiesOf(expected.text)
    .filter((entity) => overlap(entity, expected) > 0)
    .toSorted((a, b) => overlap(b, expected) - overlap(a, expected))
  return most
}

function hasTraits(expected: Expected): boolean {
  const found = foundFor(expected)
  return found !== undefined && circumstancesOf(found).join() === expected.traits.join()
}

function hasCode(expected: Expected): boolean {
  const code = foundFor(expected)?.results[0]?.term_id
  return code !== undefined && expected.codes.includes(code)
}

const circumstancesOf = ({ traits }: Problem): string[] =>
  traits
    .map(({ name }) => name)
    .filter((name) => CIRCUMSTANCES.includes(name))
    .toSorted()

/** A line for a reader: the words in their text, what was expected of them and what was found. */
function tell(expected: Expected): string {
  const { text, group, words, codes, traits } = expected
  const found = foundFor(expected)
  const wanted = [codes.join('/'), traits.join() || OWN].join(' ')
  const read =
    found === undefined
      ? 'nothing'
      : `"${found.text}" ${found.results[0]?.term_id} ${circumstancesOf(found).join() || OWN}`
  return `${group} "${words}" in ${JSON.stringify(text)}: expected ${wanted}, found ${read}`
}

describe('the tables', () => {
  test.each([
    { name: 'traps', table: traps, texts: 200, parts: 450 },
    { name: 'lists', table: lists, texts: 150, parts: 400 },
  ])('have many $name, and each once', ({ table, texts, parts }) => {
    expect(new Set(table.map(({ text }) => text)).size).toBeGreaterThanOrEqual(texts)
    expect(table.length).toBeGreaterThanOrEqual(parts)
  })

  test.each(['comprehend-traps', 'comprehend-lists'])('%s has no text twice', (name) => {
    const texts = readGolden(name).rows.map(([text]) => text)
    expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([])
  })

  test('expect only words of their texts, and traits that there are', () => {
    const all = [...traps, ...lists]
    expect(all.filter(({ begin }) => begin < 0)).toEqual([])
    const names = new Set<string>(CIRCUMSTANCES)
    expect(all.filter(({ traits }) => traits.some((trait) => !names.has(trait)))).toEqual([])
  })

  test('every code of the lists is one of the starter', () => {
    const codes = [...new Set(lists.flatMap((part) => part.codes))]
    expect(codes.map((code) => medlink.concept('icd-10-cm', code).code)).toEqual(codes)
  })
})

describe.skipIf(!isComprehending)('clinical text', () => {
  test.each([
    { name: 'traps', table: traps },
    { name: 'lists', table: lists },
  ])("of $name is never linked where it is not the patient's own", ({ table }) => {
    const others = table.filter(({ traits }) => traits.length > 0)
    const linked = others.flatMap((expected) =>
      entitiesOf(expected.text)
        .filter((entity) => overlap(entity, expected) > 0)
        .flatMap(({ results }) => results)
        .filter(({ term_id, is_linked }) => is_linked && contextOfCode(term_id) === 0)
        .map(({ term_id }) => `${term_id}: ${tell(expected)}`),
    )
    expect(linked).toEqual([])
  })

  test('of traps has its traits', () => {
    expect(shareThatKeeps(traps, hasTraits, tell)).toBeGreaterThanOrEqual(FINDINGS)
  })

  test('of lists has its codes and its traits', () => {
    const share = shareThatKeeps(lists, (part) => hasTraits(part) && hasCode(part), tell)
    expect(share).toBeGreaterThanOrEqual(PARTS)
  })
})
