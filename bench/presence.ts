/**
 * Measures how well presence and absence are told apart: sentences with findings and the traits of each.
 *
 *   tsx bench/presence.ts [--dir D] [--table FILE | --generated N [--seed N]] [--misses FILE]
 *
 *   --table      the sentences; default: test/golden/presence.tsv; others are in bench/comprehend/plain-lines.tsv, and in
 *                plain-lines-unread.tsv those of writers whose lines were measured before a rule was made after them
 *   --generated  N sentences put together of bench/comprehend/frames.tsv instead, counted by groups of frames
 *   --seed       a whole number; each gives other sentences; default: 1
 *   --misses     a file for what was not right
 *
 * Counts findings that are found and have the right traits, findings of the patient's own that are linked, and other ones
 * that are linked, though not to a code for a history.
 */
import { writeFileSync } from 'node:fs'
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatTable, formatTsv } from '../scripts/support/table.ts'
import { OWN, readPresence } from '../test/support/presence.ts'
import {
  type Found,
  hasRightTraits,
  isLinked,
  isWronglyLinked,
  linkedCode,
  type Marked,
  type Note,
  type Pair,
  pairUp,
  presenceFigures,
  traitsOf,
} from './comprehend/notes.ts'
import { type GeneratedCondition, generateSentences } from './comprehend/sentences.ts'
import { FULL_INDEXES } from './options.ts'
import { openSubject } from './subject.ts'

const ONTOLOGY = 'icd-10-cm'

const options = readOptions(import.meta.url, {
  ...{ dir: FULL_INDEXES, table: 'test/golden/presence.tsv', generated: OPTIONAL, seed: '1' },
  misses: OPTIONAL,
})

const { medlink, version, close } = openSubject(options.dir, ONTOLOGY)
const sentences =
  options.generated === undefined
    ? readSentences(options.table)
    : [...generateSentences(Number(options.generated), Number(options.seed))]
const pairs = sentences.flatMap((note) => {
  const { entities } = medlink.comprehend({
    ...{ text: note.text, ontology: ONTOLOGY, version },
    find: ['problem'],
  })
  return pairUp(note, entities as Found[]).filter(({ marked }) => marked !== undefined)
})
close()

const figures = Object.entries(presenceFigures(pairs))
const rows = figures.map(([name, { n, of }]) => [name, n, of, n / of])
console.log(formatTable([`${pairs.length} findings`, 'n', 'of', 'share'], rows))
const groups = [...new Set(pairs.map(groupOf))].sort()
if (groups.length > 1) {
  const rowsOfGroups = groups.map((group) => {
    const own = pairs.filter((pair) => groupOf(pair) === group)
    const counts = Object.values(presenceFigures(own))
    return [group, own.length, ...counts.map(({ n, of }) => (of === 0 ? null : n / of))]
  })
  const names = ['n', 'found', 'traits right', 'own linked', 'not had linked']
  console.log(`\n${formatTable(['group', ...names], rowsOfGroups)}`)
}
if (options.misses !== undefined) {
  const missed = pairs.filter(
    (pair) => isWronglyLinked(pair) || !hasRightTraits(pair) || isOwnUnlinked(pair),
  )
  const heads = ['group', 'finding', 'traits', 'answer', 'code', 'why', 'text']
  const lines = missed.map((pair) => [
    ...[groupOf(pair), pair.marked!.text, pair.marked!.traits.join(',')],
    pair.found === undefined ? 'not found' : traitsOf(pair).join(','),
    ...[linkedCode(pair) ?? '', reasonOf(pair), pair.note.text],
  ])
  writeFileSync(options.misses, formatTsv([heads, ...lines]))
}

/** The group of a finding's frame, or of its row in a table; '' for none. */
function groupOf({ marked }: Pair): string {
  return (marked as Partial<GeneratedCondition>).group ?? ''
}

function isOwnUnlinked(pair: Pair): boolean {
  return pair.marked!.patient_has && !isLinked(pair)
}

/** The reason for which the first candidate is not linked, with the words that are not understood. */
function reasonOf({ found }: Pair): string {
  const metadata = found?.results[0]?.metadata as
    | { link_reason: string; unclear?: readonly string[] }
    | undefined
  return metadata === undefined ? '' : [metadata.link_reason, ...(metadata.unclear ?? [])].join(' ')
}

/** The sentences of a table. @throws RangeError for words that are not in their text */
function readSentences(file: string): Note[] {
  return readPresence(file).map(({ text, findings, group }, i) => {
    const entities = findings.map(
      ({ words, traits, begin, end }): Partial<GeneratedCondition> & Marked => {
        if (begin < 0) throw new RangeError(`no "${words}" in "${text}"`)
        const isOwn = traits.includes(OWN)
        return {
          ...{ text: words, begin, end, patient_has: isOwn, codes: [], accept: [] },
          traits: isOwn ? [] : (traits as Marked['traits']),
          group,
        }
      },
    )
    return { id: String(i + 1), text, entities }
  })
}
