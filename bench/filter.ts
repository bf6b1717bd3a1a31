/**
 * Measures how many mentions a second `medlink link --jsonl` takes through, whether each comes out in its place, and whether its memory
 * stays as it is.
 *
 *   tsx bench/filter.ts --dir D [--ontology O] [--rows N]
 *
 *   --rows  different mentions; 1,000,000 when left out
 *
 * Runs the built package in a process, with the start of its threads. Mentions are made of short names of the index, see
 * filter/mentions.ts; each is asked once. `per_second` is over the whole, `tenths` in each tenth of the rows: on a machine
 * with other work the best of them says most. `cpu_ms` is the processor's time of a row, of all threads together. `rss_mb` is the
 * highest resident memory of the process with all its threads in each tenth, read every 100 ms (Linux). `ahead`: requests
 * that were handed to the pipe, at most, whose answers had not come. Seeded. Ends with 1 when an answer is missing, is
 * another's, or an error.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { everydayMentions } from './filter/mentions.ts'
import { LineFile } from './line-file.ts'
import { requireOntologyName } from './options.ts'
import { processorMs, residentMegabytes } from './process-use.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { rounded } from './timing.ts'

const SEED = 20_261_123
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const PARTS = 10
const NEWLINE = 0x0a

const { dir, rows, ...options } = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: 'icd-10-cm', rows: 1_000_000 },
})
const ontology = requireOntologyName(options.ontology)

const folder = temporaryFolder()
const report = await measure(writeRequests(drawMentions(rows)), rows)
console.log(JSON.stringify(report))
if (report.wrong > 0) process.exitCode = 1

function drawMentions(count: number): string[] {
  const subject = openSubject(dir, ontology)
  try {
    return everydayMentions(readNames(subject.index), count, SEED)
  } finally {
    subject.close()
  }
}

function writeRequests(mentions: readonly string[]): string {
  const file = join(folder, 'requests.jsonl')
  const lines = new LineFile(file)
  for (const [i, query] of mentions.entries())
    lines.add(JSON.stringify({ query, request_id: String(i) }))
  lines.close()
  return file
}

async function measure(file: string, count: number) {
  const child = spawn(process.execPath, [MAIN, 'link', '-o', ontology, '--jsonl', '--dir', dir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const start = performance.now()
  let [given, taken, wrong, ahead, cpuMs] = [0, 0, 0, 0, 0]
  const rss: number[] = Array.from({ length: PARTS }, () => 0)
  const ends: number[] = []
  const timer = setInterval(() => {
    const part = Math.min(PARTS - 1, Math.floor((taken / count) * PARTS))
    rss[part] = Math.max(rss[part]!, residentMegabytes(child.pid))
    cpuMs = Math.max(cpuMs, processorMs(child.pid))
  }, 100)
  const give = async () => {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === NEWLINE) given++
      if (!child.stdin.write(chunk)) await once(child.stdin, 'drain')
      ahead = Math.max(ahead, given - taken)
    }
    child.stdin.end()
  }
  const giving = give()
  for await (const line of linesOf(child.stdout)) {
    if (!isAnswerTo(taken, line)) wrong++
    taken++
    if (taken >= ((ends.length + 1) * count) / PARTS) ends.push(performance.now())
  }
  await giving
  clearInterval(timer)
  const [code] = await exited
  if (code !== 0) throw new Error(`medlink link ended with ${code}`)
  const perSecond = (from: number, to: number, some: number) =>
    Math.round((some / (to - from)) * 1000)
  return {
    ...{ rows: count, taken, wrong: wrong + Math.abs(count - taken), ahead },
    per_second: perSecond(start, ends.at(-1)!, count),
    tenths: ends.map((end, i) => perSecond(ends[i - 1] ?? start, end, count / PARTS)),
    cpu_ms: rounded(cpuMs / count, 3),
    rss_mb: rss.map(Math.round),
  }
}

/** True if a line is the result of the request of this number, and no error. */
function isAnswerTo(number: number, line: Buffer): boolean {
  const beginning = `{"request_id":"${number}","query":`
  return line.toString('latin1', 0, beginning.length) === beginning
}

async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let parts: Buffer[] = []
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end))
      yield Buffer.concat(parts)
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  }
}
