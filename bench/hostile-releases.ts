/**
 * Builds releases that are damaged or made to harm, each in a process of its own: every one must be refused with a typed
 * error that says where, or be read rightly, and cost little.
 *
 *   tsx bench/hostile-releases.ts [--only TEXT]
 *
 *   --only    the attacks whose name holds this
 *
 * Prints a row for each attack: what came of it, seconds, and the peak of resident memory in MB. Ends with 1 when one came
 * out otherwise than it must, took more than 60 s or 1 GB, or when an error held what a terminal obeys. Writes up to 2.2 GB
 * below the temporary folder, one release at a time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { runChild } from './child.ts'
import type { Attack } from './hostile-releases/attack.ts'
import { ATTACKS } from './hostile-releases/attacks.ts'

interface Report {
  readonly outcome: string | number
  readonly says: string
  readonly seconds: number
  readonly peakKb: number
}

const MAX_SECONDS = 60
const MAX_KB = 2 ** 20
/** Characters of an error that is still read by somebody. */
const MAX_LENGTH = 1500

const options = readOptions(import.meta.url, { only: '' })

const attacks = ATTACKS.filter(({ name }) => name.includes(options.only))
const failures: string[] = []
const rows = attacks.map((attack) => {
  const report = run(attack)
  failures.push(...faultsOf(attack, report).map((fault) => `${attack.name}: ${fault}`))
  return [
    attack.name,
    typeof report.outcome === 'number' ? 'read' : report.outcome,
    report.seconds,
    Math.round(report.peakKb / 1024),
  ]
})
console.log(formatTable(['attack', 'outcome', 's', 'peak MB'], rows))
const most = (column: number) => Math.max(...rows.map((row) => Number(row[column])))
console.log(
  `\n${attacks.length - new Set(failures.map((line) => line.split(': ', 2).join())).size} of ${attacks.length} as they must be; at most ${most(2).toFixed(1)} s and ${most(3)} MB`,
)
for (const failure of failures) console.log(failure)
process.exitCode = failures.length > 0 ? 1 : 0

function run({ ontology, isLenient, write }: Attack): Report {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-hostile-'))
  try {
    const release = join(folder, 'release')
    mkdirSync(release)
    const args = [ontology, join(folder, 'indexes'), isLenient ? 'lenient' : '', write(release)]
    return runChild<Report>('hostile-child.mjs', args).report
  } catch (error) {
    return { outcome: 'died', says: String(error).slice(0, MAX_LENGTH), seconds: 0, peakKb: 0 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function faultsOf({ outcome, says }: Attack, report: Report): string[] {
  const faults: string[] = []
  if (report.outcome !== outcome || !says.test(report.says))
    faults.push(`${report.outcome}, ${JSON.stringify(report.says.slice(0, MAX_LENGTH))}`)
  if (report.seconds > MAX_SECONDS) faults.push(`${report.seconds} s`)
  if (report.peakKb > MAX_KB) faults.push(`${report.peakKb} KB`)
  if (/(?![\t\n])[\p{Cc}\p{Cf}]/u.test(report.says)) faults.push('an error that a terminal obeys')
  if (report.says.length > MAX_LENGTH) faults.push(`an error of ${report.says.length} characters`)
  return faults
}
