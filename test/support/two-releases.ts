import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIndex } from '../../src/build/build.ts'
import { NOW } from './shared-index.ts'

/** A row of an order file: code without its dot, whether it can be billed, title. */
type Row = readonly [code: string, isBillable: boolean, title: string]

/** Invented: one code of each thing that may happen to it from one to the other. */
const RELEASES: Readonly<Record<string, readonly Row[]>> = {
  '2026': [
    ['R10', true, 'Purple fever'],
    ['R11', true, 'Green cough'],
    ['R12', true, 'Loud hiccup'],
    ['R13', false, 'Blue gout'],
    ['R15', true, 'Odd knee'],
  ],
  '2027': [
    ['R10', false, 'Purple fever'],
    ['R100', true, 'Purple fever of arm'],
    ['R101', true, 'Purple fever of leg'],
    ['R12', true, 'Loud hiccup, recurrent'],
    ['R13', true, 'Blue gout'],
    ['R14', true, 'Slow heel'],
    ['R15', true, 'Odd knee'],
  ],
}

/** Root of the indexes of two invented releases of ICD-10-CM, of 2026 and of 2027. To be removed when the tests are over. */
export async function buildTwoReleases(): Promise<{ readonly dir: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'medlink-releases-'))
  const dir = join(root, 'indexes')
  for (const [version, rows] of Object.entries(RELEASES)) {
    const release = join(root, version)
    mkdirSync(release)
    writeFileSync(join(release, `icd10cm_order_${version}.txt`), rows.map(orderLine).join(''))
    await buildIndex('icd-10-cm', release, { dir, now: NOW, force: true })
  }
  return { dir, remove: () => rmSync(root, { recursive: true }) }
}

function orderLine([code, isBillable, title]: Row, i: number): string {
  const order = String(i + 1).padStart(5, '0')
  return `${order} ${code.padEnd(7)} ${isBillable ? 1 : 0} ${title.padEnd(60)} ${title}\r\n`
}
