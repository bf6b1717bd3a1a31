/**
 * How well presence and absence are told apart: sentences with findings and the traits of each.
 *
 *   tsx bench/presence.ts [--dir D] [--table FILE] [--misses FILE]
 *
 *   --dir     root of the indexes; default: below the system's temporary folder, as of bench/accuracy.ts
 *   --table   the sentences; default: test/golden/presence.tsv
 *   --misses  a file for what was not right
 *   --help    prints this
 *
 * Counts findings that are found and have the right traits, findings of the patient's own that are linked, and other ones
 * that are linked, though not to a code for a history.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printHelp } from '../scripts/support/options.ts'
import { formatTable, formatTsv } from '../scripts/support/table.ts'
import { NOT_OWN } from '../src/comprehend/answer.ts'
import {
  type Found,
  isWronglyLinked,
  linkedCode,
  type Marked,
  type Note,
  type Pair,
  pairUp,
} from './comprehend/notes.ts'
import { openSubject } from './subject.ts'

const ONTOLOGY = 'icd-10-cm'
const OWN = 'own'
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: join(tmpdir(), 'medlink-accuracy', 'full') },
    table: { type: 'string', default: 'test/golden/presence.tsv' },
    misses: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)

const { medlink, version, close } = openSubject(options.dir, ONTOLOGY)
const pairs = readSentences(options.table).flatMap((note) => {
  const { entities } = medlink.comprehend({
    ...{ text: note.text, ontology: ONTOLOGY, version },
    find: ['problem'],
  })
  return pairUp(note, entities as Found[]).filter(({ marked }) => marked !== undefined)
})
close()

const found = pairs.filter((pair) => pair.found !== undefined)
const own = pairs.filter(({ marked }) => marked!.patient_has)
const counts: [name: string, n: number, of: number][] = [
  ['found', found.length, pairs.length],
  ['traits right, of those found', found.filter(hasRightTraits).length, found.length],
  ["linked, of the patient's own", own.filter(isLinked).length, own.length],
  ['linked though not had', pairs.filter(isWronglyLinked).length, pairs.length - own.length],
]
const rows = counts.map(([name, n, of]) => [name, n, of, n / of])
console.log(formatTable([`${pairs.length} findings`, 'n', 'of', 'share'], rows))
if (options.misses !== undefined) {
  const missed = pairs.filter((pair) => isWronglyLinked(pair) || !hasRightTraits(pair))
  writeFileSync(
    options.misses,
    formatTsv([
      ['finding', 'traits', 'answer', 'code', 'text'],
      ...missed.map((pair) => [
        pair.marked!.text,
        pair.marked!.traits.join(','),
        traitsOf(pair).join(','),
        linkedCode(pair) ?? '',
        pair.note.text,
      ]),
    ]),
  )
}

function isLinked(pair: Pair): boolean {
  return linkedCode(pair) !== undefined
}

/** The traits of what was found that say that it is not the patient's own, sorted. */
function traitsOf({ found }: Pair): string[] {
  const traits = found?.traits.map(({ name }) => name) ?? []
  return traits.filter((name) => NOT_OWN.has(name)).toSorted()
}

function hasRightTraits(pair: Pair): boolean {
  return traitsOf(pair).join() === [...pair.marked!.traits].sort().join()
}

/** The sentences of a table: text, and findings as "words = traits | …". */
function readSentences(file: string): Note[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)
  return lines.map((line, i) => {
    const [cell = '', findings = ''] = line.split('\t')
    const text = cell.replaceAll('\\n', '\n')
    let from = 0
    const entities = findings.split(' | ').map((finding) => {
      const [words = '', traits = ''] = finding.split(' = ')
      const marked = markedOf(text, words, traits, from)
      from = marked.end
      return marked
    })
    return { id: String(i + 1), text, entities }
  })
}

function markedOf(text: string, words: string, traits: string, from: number): Marked {
  const isInWord = (at: number) => LETTER_OR_DIGIT.test(text.charAt(at))
  let begin = text.indexOf(words, from)
  while (begin >= 0 && (isInWord(begin - 1) || isInWord(begin + words.length)))
    begin = text.indexOf(words, begin + 1)
  if (begin < 0) throw new RangeError(`no "${words}" in "${text}"`)
  return {
    ...{ text: words, begin, end: begin + words.length, codes: [], accept: [], attributes: [] },
    traits: traits === OWN ? [] : (traits.split(',') as Marked['traits']),
    patient_has: traits === OWN,
  }
}
