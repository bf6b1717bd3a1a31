/**
 * Measures what becomes of answers when the index file is damaged, cut short or replaced: they are those of one whole file, or there
 * is an error with a code.
 *
 *   tsx bench/faults.ts --dir D --ontology O [--other FILE] [--bytes N] [--arrays N] [--openings N] [--copies N]
 *
 *   --dir       root of the indexes; the newest version of the ontology is copied to a temporary folder first
 *   --other     another index file of the same ontology, to put in its place; without it the copy is replaced by itself
 *   --bytes     times that one random bit of the whole file is turned; 600 when left out, 50 questions each
 *   --arrays    times that one random bit of the arrays is turned; 400 when left out, 500 questions each
 *   --openings  times that the file is cut short or replaced while a new process opens it; 200 when left out
 *   --copies    times that a file is copied over the one a process is answering from; 20 when left out
 *
 * Questions are drawn from the index's own names, misspelt ones and codes among them: links, in every tenth place
 * suggestions, and in every tenth everything known of a code. The table counts, by what was done: rounds of answers that
 * are all those of the sound file; those where some are the other file's; errors by their code; and what must not be:
 * answers of neither file, errors without a code, processes that died or said nothing for a minute. Exits 1 when there is any of these. Seeded, but for
 * the moments of `--openings` and `--copies`.
 */
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { readTail } from '../src/index/file/tail.ts'
import { indexPath } from '../src/index/registry.ts'
import { AnsweringProcess, jsonFile } from './child.ts'
import { requireOntologyName } from './options.ts'
import { drawQueries } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'

const SEED = 20_261_122
const QUESTIONS = { bytes: 50, arrays: 500, openings: 20, copies: 20 }
/** Between copies over a file that is in use: time to open it and answer. */
const RESTS_MS = 1000
const MUST_NOT_BE = /^(?:neither|untyped|crash|hang)/

/** The answer of bench/faults-child.mjs. */
interface Said {
  /** One text for each question. */
  readonly answers?: readonly string[]
  readonly error?: string
  readonly outcomes?: readonly (Pick<Said, 'error'> & {
    i: number
    answer?: string
    times: number
  })[]
}

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: REQUIRED, other: OPTIONAL },
  ...{ bytes: '600', arrays: '400', openings: '200', copies: '20' },
})
const ontology = requireOntologyName(options.ontology)
const random = seededRandom(SEED)
const root = temporaryFolder()
const sound = join(root, 'sound.sqlite')
const other = join(root, 'other.sqlite')
/** What a process answers from, and what is damaged. */
const dir = join(root, 'indexes')
const file = indexPath(dir, ontology, '1')

const questionsFile = prepare()
const answers = { sound: await answersFrom(sound), other: await answersFrom(other) }
const rows = [
  await flips('a bit of the file', Number(options.bytes), QUESTIONS.bytes, 0, statSync(sound).size),
  await flips('a bit of the arrays', Number(options.arrays), QUESTIONS.arrays, ...arraysOf(sound)),
  ...(await openings(Number(options.openings))),
  await copies(Number(options.copies)),
]
const kinds = [...new Set(rows.flatMap(({ counts }) => [...counts.keys()]))].sort()
console.log(
  formatTable(
    [ontology, 'times', ...kinds],
    rows.map(({ what, times, counts }) => [
      ...[what, times],
      ...kinds.map((kind) => counts.get(kind) ?? 0),
    ]),
  ),
)
if (kinds.some((kind) => MUST_NOT_BE.test(kind))) process.exitCode = 1

function startAnswering(): Promise<AnsweringProcess> {
  return AnsweringProcess.start('faults-child.mjs', [dir, questionsFile])
}

/** Turns one bit at a time; the same process answers again and again, from a Medlink of its own each time. */
async function flips(what: string, times: number, questions: number, from: number, to: number) {
  copyFileSync(sound, file)
  const counts = new Map<string, number>()
  let child = await startAnswering()
  for (let i = 0; i < times; i++) {
    const position = from + Math.floor(random() * (to - from))
    const bit = Math.floor(random() * 8)
    flip(position, bit)
    const kind = kindOf(await child.ask<Said>({ ask: questions }))
    count(counts, kind)
    flip(position, bit)
    if (!/^(?:crash|hang)/.test(kind)) continue
    await child.kill()
    child = await startAnswering()
  }
  await child.kill()
  return { what, times, counts }
}

/** Does something to the file at a random moment of the time that opening and answering takes, in new processes. */
async function openings(times: number) {
  const ready = join(root, 'ready.sqlite')
  const changes: Record<string, () => void> = {
    'cut short while it is opened': () =>
      truncateSync(file, Math.floor(random() * statSync(sound).size)),
    'emptied while it is opened': () => truncateSync(file, 0),
    'copied over while it is opened': () => copyFileSync(other, file),
    'renamed over while it is opened': () => renameSync(ready, file),
  }
  copyFileSync(sound, file)
  const { ms: lasts } = await askNew(QUESTIONS.openings)
  const rows = []
  for (const [what, change] of Object.entries(changes)) {
    const counts = new Map<string, number>()
    const share = Math.ceil(times / Object.keys(changes).length)
    for (let i = 0; i < share; i++) {
      copyFileSync(sound, file)
      copyFileSync(other, ready)
      const { said } = await askNew(QUESTIONS.openings, async () => {
        await sleep(random() * lasts)
        change()
      })
      count(counts, kindOf(said))
    }
    rows.push({ what, times: share, counts })
  }
  return rows
}

/** The answers of a new process while something else is done, and how long that takes. */
async function askNew(questions: number, meanwhile = async () => {}) {
  const child = await startAnswering()
  const start = performance.now()
  const [said] = await Promise.all([child.ask<Said>({ ask: questions }), meanwhile()])
  const ms = performance.now() - start
  await child.kill()
  return { said: said as Said, ms }
}

/** Copies one file after the other over the one that a process is answering from, as `cp` does, in small pieces. */
async function copies(times: number) {
  copyFileSync(sound, file)
  const child = await startAnswering()
  await child.ask({ watch: QUESTIONS.copies })
  for (let i = 0; i < times; i++) {
    await copyInPieces(i % 2 === 0 ? other : sound)
    await sleep(RESTS_MS)
  }
  const said = await child.ask<Said>({ stop: true })
  await child.kill()
  const counts = new Map<string, number>()
  if (!('outcomes' in said)) count(counts, kindOf(said))
  else
    for (const { i, answer, error, times } of said.outcomes ?? [])
      count(counts, error ?? whose([answer!], i), times)
  return { what: 'answers while it is copied over', times, counts }
}

function kindOf({ answers: given, error }: Said): string {
  return error ?? whose(given ?? [], 0)
}

/** Which file gave these answers, to the questions from one on: each of them has to be of one or the other. */
function whose(given: readonly string[], from: number): string {
  const isOf = (of: readonly string[]) => given.map((answer, i) => answer === of[from + i])
  const [ofSound, ofOther] = [isOf(answers.sound), isOf(answers.other)]
  if (ofSound.every(Boolean)) return 'as sound'
  return ofSound.every((isSound, i) => isSound || ofOther[i]) ? 'as other' : 'neither'
}

/** Prepares the files. @returns that of the questions */
function prepare(): string {
  const source = options.dir
  const subject = openSubject(source, ontology)
  const drawn = drawQueries(readNames(subject.index), subject, QUESTIONS.arrays, SEED)
  const questions = sample(drawn, QUESTIONS.arrays, random).map(
    ({ request: { query }, gold }, i) => {
      if (i % 10 === 1) return { suggest: { prefix: query.slice(0, 12), ontology } }
      if (i % 10 === 2) return { concept: { code: gold[0], ontology } }
      return { link: { query, ontology } }
    },
  )
  subject.close()
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(indexPath(source, ontology, subject.version), sound)
  copyFileSync(options.other === undefined ? sound : resolve(options.other), other)
  return jsonFile(questions)
}

async function answersFrom(index: string): Promise<readonly string[]> {
  copyFileSync(index, file)
  const { answers, error } = (await askNew(QUESTIONS.arrays)).said
  if (answers === undefined) throw new Error(`the sound file is not answered from: ${error}`)
  return answers
}

/** Where the part that holds the arrays begins and ends. */
function arraysOf(index: string): [from: number, to: number] {
  const handle = openSync(index, 'r')
  const { databaseBytes, arrayBytes } = readTail(handle, statSync(index).size)!
  closeSync(handle)
  return [databaseBytes, databaseBytes + arrayBytes]
}

function flip(position: number, bit: number): void {
  const handle = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, position)
  byte[0]! ^= 1 << bit
  writeSync(handle, byte, 0, 1, position)
  closeSync(handle)
}

async function copyInPieces(from: string): Promise<void> {
  const bytes = readFileSync(from)
  const handle = openSync(file, 'w')
  const piece = Math.ceil(bytes.length / 50)
  for (let at = 0; at < bytes.length; at += piece) {
    writeSync(handle, bytes, at, Math.min(piece, bytes.length - at), at)
    await sleep(2)
  }
  closeSync(handle)
}

function count(counts: Map<string, number>, kind: string, times = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + times)
}
