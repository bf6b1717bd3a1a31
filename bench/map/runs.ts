/** What the benchmarks of `medlink map` have in common: a table made of an index's names, and the command in a process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { randomEdit, sample, seededRandom } from '../../scripts/support/random.ts'
import { LineFile } from '../line-file.ts'
import { openSubject, readNames } from '../subject.ts'

const SEED = 20_261_123
const UNITS = ['', 'mg/dL', 'g/dL', 'mmol/L', '%', '10*3/uL'] as const
const SPECIMENS = ['', 'serum', 'whole blood', 'urine', 'plasma'] as const
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** Writes a CSV of so many rows that ask so many different things: names of the index, every third with a typo. Seeded. */
export function writeTable(
  file: string,
  dir: string,
  ontology: string,
  { rows, distinct }: { readonly rows: number; readonly distinct: number },
): void {
  const random = seededRandom(SEED)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const subject = openSubject(dir, ontology)
  const names = sample(readNames(subject.index), distinct, random)
  subject.close()
  const asked = new Set<string>()
  for (let i = 0; asked.size < distinct; i++) {
    const { text } = names[i % names.length]!
    const written = i % 3 === 0 ? (randomEdit(text, random) ?? text) : text
    asked.add([written, pick(UNITS), pick(SPECIMENS)].map(quoted).join(','))
  }
  const rest = [...asked]
  const lines = new LineFile(file)
  lines.add('id,test_name,unit,specimen')
  for (let row = 0; row < rows; row++)
    lines.add(`R${row},${row < rest.length ? rest[row] : pick(rest)}`)
  lines.close()
}

/** `medlink map` of the built package in a process of its own. */
export function startMap(argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, 'map', ...argv, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The exit code of a process, null where it was killed; `onTick` is called every 50 ms until then. */
export function ended(child: ChildProcess, onTick: () => void = () => {}): Promise<number | null> {
  const timer = setInterval(onTick, 50)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearInterval(timer)
      resolve(code)
    })
  })
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
