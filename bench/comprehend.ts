/**
 * Measures how well free text is understood: marked notes and mentions as notes of one line, and how long it takes.
 *
 *   tsx bench/comprehend.ts [--dir D] [--evals DIR] [--build] [--releases DIR] [--only PART …]
 *                           [--misses FILE] [--notes NAME] [--floors]
 *
 *   --dir       root of the indexes; below the system's temporary folder when left out, as of bench/accuracy.ts
 *   --build     first builds ICD-10-CM 2026 (all files) into the folder of --dir
 *   --only      one part: notes, kinds, lines or latency; may be given several times; default: all
 *   --misses    a file for what was not right; never commit it
 *   --notes     the set of marked notes; default: clinic-notes
 *   --floors    of notes and lines, which are measured in any case: fails where a figure is below bench/comprehend/floors.json
 *
 * notes: spans, codes and traits of marked
 * conditions, and what is linked that the patient does not have. kinds: medications, tests and procedures that are marked in
 * clinic-notes2, of every index in the folder. lines: the main entity's yes against the linker's for the
 * whole line. latency: of the built package when there is a dist/, of notes of 2,000 and 10,000 characters, warm, conditions
 * alone and all kinds, also where no link is remembered from another text ("new"), and of hostile texts, by the clock or the
 * processor's time, whichever is less; the slowest text is that whose least of its runs is the greatest.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MULTIPLE, OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { type Cell, formatRows, formatTable, formatTsv } from '../scripts/support/table.ts'
import { buildIndex } from '../src/build/build.ts'
import { findLibrary } from './child.ts'
import { kindFigures, MARKED_KINDS, pairKinds, readKindNotes } from './comprehend/kinds.ts'
import { flooredFigures, type Line, lineFigures, linkerCode, mainCode } from './comprehend/lines.ts'
import {
  isFirstRight,
  isWronglyLinked,
  linkedCode,
  type Note,
  noteFigures,
  type Pair,
  pairUp,
  readNotes,
} from './comprehend/notes.ts'
import { hostileNotes, joinNotes } from './comprehend/texts.ts'
import { holdFloors } from './floors.ts'
import { DEFAULT_FOLDERS, FULL_INDEXES } from './options.ts'
import { readCases } from './queries.ts'
import { openSubject } from './subject.ts'
import { quantilesOf, rounded, timeEachBusily } from './timing.ts'

const ONTOLOGY = 'icd-10-cm'
const PARTS = {
  ...{ notes: measureNotes, kinds: measureKinds, lines: measureLines, latency: measureLatency },
}
/** How many long texts are timed, by their length in characters. */
const LONG_TEXTS = [
  { length: 2000, count: 200 },
  { length: 10_000, count: 40 },
] as const
/** Of what is linked though the patient does not have it, so many lines are printed. */
const MOST_SHOWN = 60
/** Notes of a text of 10,000 characters, or more. */
const NOTES_OF_LONG = 12
/** Rows that are asked for where no link may be remembered, and fewer each time. */
const MOST_NEW_ROWS = 9
/** A text is timed this often, in turn with the others; its least counts for it. */
const REPEATS = 3

const options = readOptions(import.meta.url, {
  ...{ dir: FULL_INDEXES, ...DEFAULT_FOLDERS, build: false, only: MULTIPLE, misses: OPTIONAL },
  ...{ notes: 'clinic-notes', floors: false },
})
const wanted = options.only.length > 0 ? options.only : Object.keys(PARTS)
const measures = wanted.map(requirePart)
if (options.build)
  await buildIndex(ONTOLOGY, join(options.releases, ONTOLOGY, '2026'), { dir: options.dir })

const { medlink, version, close } = openSubject(options.dir, ONTOLOGY)
const notes = readNotes(join(options.evals, `${options.notes}.jsonl`))
const misses: (string | number)[][] = []
if (options.floors)
  holdFloors('comprehend/floors.json', flooredFigures(measureNotes(), measureLines()))
else for (const measure of measures) await measure()
const heads = ['part', 'what', 'id', 'text', 'right', 'answer', 'more']
if (options.misses !== undefined) writeFileSync(options.misses, formatTsv([heads, ...misses]))
close()

function requirePart(name: string): () => unknown {
  if (Object.hasOwn(PARTS, name)) return PARTS[name as keyof typeof PARTS]
  throw new RangeError(`--only is ${name}: it must be ${Object.keys(PARTS).join(', ')}`)
}

function comprehend(text: string) {
  return medlink.comprehend({ text, ontology: ONTOLOGY, version, find: ['problem'], top_k: 10 })
}

function measureKinds() {
  const marked = readKindNotes(join(options.evals, 'clinic-notes2.jsonl'))
  const pairs = marked.flatMap((note) =>
    pairKinds(note, medlink.comprehend({ text: note.text, find: [...MARKED_KINDS] }).entities),
  )
  const rows = MARKED_KINDS.flatMap((kind) =>
    Object.entries(kindFigures(kind, pairs)).map(([name, { n, of }]) => [
      ...[kind, name, n, of, n / of],
    ]),
  )
  console.log(`\n${formatTable(['kind', 'figure', 'n', 'of', 'share'], rows)}`)
}

function measureNotes() {
  let found = 0
  const pairs = notes.flatMap((note) => {
    const { entities } = comprehend(note.text)
    found += entities.length
    return pairUp(note, entities)
  })
  const figures = noteFigures(pairs, found)
  const { spans, traits, marked, found: _, ...counts } = figures
  show(
    [`${notes.length} notes`, 'precision', 'recall', 'F1'],
    Object.entries({ spans, ...traits }).map(([name, each]) => [
      name,
      ...[each.precision, each.recall, each.f1],
    ]),
  )
  const shares = Object.entries(counts).map(([name, { n, of }]) => [
    ...[name, n, of, of === 0 ? null : n / of],
  ])
  show([`${marked} marked, ${found} found`, 'n', 'of', 'share'], shares)
  const wrong = pairs.filter(isWronglyLinked)
  for (const pair of wrong.slice(0, MOST_SHOWN))
    console.log(
      `not had, but linked: ${pair.note.id}, ${pair.found!.text} (${pair.marked!.traits}): ${linkedCode(pair)}`,
    )
  if (wrong.length > MOST_SHOWN) console.log(`and ${wrong.length - MOST_SHOWN} more: see --misses`)
  console.log()
  for (const pair of pairs) misses.push(...missesOf(pair))
  return figures
}

/** What is not right of a pair, a row each. */
function missesOf(pair: Pair): (string | number)[][] {
  const { note, marked, found } = pair
  const rows: [what: string, right: string, answer: string][] = []
  const first = found?.results[0]
  const code = first === undefined ? '' : `${first.term_id} ${first.term_name}`
  const own = found?.traits.map(({ name }) => name) ?? []
  if (marked === undefined) rows.push(['unmarked', '', linkedCode(pair) ?? ''])
  else if (found === undefined) rows.push(['not found', marked.codes.join(','), ''])
  else {
    if (marked.patient_has && !isFirstRight(pair))
      rows.push(['code', [...marked.codes, ...marked.accept].join(','), code])
    if (isWronglyLinked(pair)) rows.push(['linked', marked.traits.join(','), code])
    if ([...marked.traits].sort().join() !== [...own].sort().join())
      rows.push(['traits', marked.traits.join(','), own.join(',')])
  }
  return rows.map(([what, right, answer]) => [
    ...['notes', what, note.id, found?.text ?? marked!.text, right, answer],
    aroundOf(note, marked?.begin ?? found!.begin_offset, marked?.end ?? found!.end_offset),
  ])
}

/** A place of a note between a few words on either side. */
function aroundOf({ text }: Note, begin: number, end: number): string {
  return `${text.slice(Math.max(0, begin - 40), begin)}[${text.slice(begin, end)}]${text.slice(end, end + 25)}`
}

function measureLines() {
  const cases = readCases(join(options.evals, 'clinic-icd.jsonl'))
  const lines: Line[] = cases.map((evaluationCase) => {
    const { query } = evaluationCase.request
    const linked = medlink.link({ query, ontology: ONTOLOGY, version })
    return { evaluationCase, linked, comprehended: comprehend(query) }
  })
  const figures = lineFigures(lines)
  show(['mentions as notes', 'n'], Object.entries(figures))
  for (const line of lines) {
    const [linker = '', main = ''] = [linkerCode(line), mainCode(line)]
    if (linker === main) continue
    const what = linker === '' ? 'main linked' : main === '' ? 'main not linked' : 'other code'
    const {
      comprehended: { entities, main: at },
      evaluationCase: { id, request, gold = [], accept = [] },
    } = line
    const entity = at === null ? undefined : entities[at]
    const more = `${line.linked.results[0]?.metadata.link_reason ?? ''} | ${entity?.text ?? ''} | ${entity?.results[0]?.metadata.link_reason ?? ''}`
    const right = [...gold, ...accept].join(',')
    misses.push(['lines', what, id, request.query, right, `${linker} / ${main}`, more])
  }
  return figures
}

async function measureLatency() {
  const { from, href } = findLibrary()
  const { openMedlink }: typeof import('../src/medlink.ts') = await import(href)
  const measured = openMedlink({ dir: options.dir })
  const askConditions = (text: string, top_k = 10) =>
    measured.comprehend({ text, ontology: ONTOLOGY, version, find: ['problem'], top_k })
  const askAll = (text: string, top_k = 10) => measured.comprehend({ text, top_k })
  const texts = notes.map(({ text }) => text)
  const asks = { conditions: askConditions, all: askAll }
  for (const ask of Object.values(asks)) for (const text of texts) ask(text)
  let rowsAsked = MOST_NEW_ROWS
  const rows = LONG_TEXTS.flatMap(({ length, count }) =>
    Object.entries(asks).flatMap(([kinds, ask]) => {
      const all = joinNotes(texts, length, count)
      // Links are remembered by the rows that are asked for, and texts far from each other have no note in common.
      const apart = joinNotes(texts, length, texts.length).filter((_, i) => i % NOTES_OF_LONG === 0)
      const unlike = [rowsAsked--, rowsAsked--].flatMap((top_k) =>
        apart.map((text) => ({ text, top_k })),
      )
      const repeated = Array.from({ length: REPEATS }, () => all).flat()
      return [
        { links: 'remembered', texts: all, ...timeEachBusily(repeated, (text) => ask(text)) },
        {
          ...{ links: 'new', texts: apart },
          ...timeEachBusily(unlike, ({ text, top_k }) => ask(text, top_k)),
        },
      ].map(({ links, texts, ms, results }) => ({
        ...{ kinds, links, length, n: ms.length, ...quantilesOf(ms) },
        slowest_ms: rounded(Math.max(...ms), 1),
        slowest_text_ms: rounded(Math.max(...leastOfEach(texts.length, ms)), 1),
        entities: results.reduce((sum, { entities }) => sum + entities.length, 0) / ms.length,
      }))
    }),
  )
  const hostile = [...hostileNotes(texts, LONG_TEXTS[1].length)].map(([kind, text]) => {
    const repeated = Array.from({ length: REPEATS }, () => text)
    const { ms, results } = timeEachBusily(repeated, (each) => askConditions(each))
    const [{ entities, truncated = false }] = results as [(typeof results)[0]]
    const isTruncated = truncated ? 'yes' : 'no'
    return { kind, ms: rounded(Math.min(...ms), 1), entities: entities.length, isTruncated }
  })
  measured.close()
  console.log(`run from ${from}`)
  console.log(`${formatRows(rows)}\n\nhostile, 10,000 characters\n${formatRows(hostile)}`)
}

/** The least of the times of each text, which were taken in turn. */
function leastOfEach(texts: number, ms: readonly number[]): number[] {
  return Array.from({ length: texts }, (_, text) =>
    Math.min(...ms.filter((_, at) => at % texts === text)),
  )
}

function show(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  console.log(`${formatTable(header, rows)}\n`)
}
