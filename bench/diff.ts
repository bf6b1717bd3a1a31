/**
 * Checks whether the diff of two releases of ICD-10-CM is the publisher's own list of changes.
 *
 *   tsx bench/diff.ts [--from V] [--to V] [--releases DIR] [--dir DIR] [--changes FILE …]
 *
 *   --from, --to  the versions; 2026 and 2027 when left out
 *   --releases    folder with a folder of release files for each version
 *   --dir         root of indexes that have both versions; built in a temporary folder when left out
 *   --changes     the list: a CSV with change (added, deleted, flag or title), code without its dot, old_flag, new_flag,
 *                 old_long and new_long; several are read one after the other, as of the years between
 *
 * Prints for each kind of change how many the list has, how many of these the diff has, and how many it has beside them.
 * The process ends with 1 when any is missing or invented.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { MULTIPLE, OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { buildIndex } from '../src/build/build.ts'
import { type CodeChange, openMedlink } from '../src/medlink.ts'
import { DEFAULT_FOLDERS } from './options.ts'
import { temporaryFolder } from './temporary.ts'

/** What a list says of a code in one release: whether it is billable, and its long title. */
interface Entry {
  readonly flag: string
  readonly title: string
}

/** The lines about a code, by the kind of its change. */
const LINES = {
  added: (code: string) => code,
  retired: (code: string) => code,
  flag_changed: (code: string, old: Entry, now: Entry) => `${code} ${old.flag} -> ${now.flag}`,
  renamed: (code: string, old: Entry, now: Entry) => `${code} ${old.title} -> ${now.title}`,
}
type Kind = keyof typeof LINES

const folder = join(DEFAULT_FOLDERS.releases, 'icd-10-cm')
const options = readOptions(import.meta.url, {
  from: '2026',
  to: '2027',
  releases: folder,
  dir: OPTIONAL,
  changes: MULTIPLE,
})
const { from, to } = options
const published = join(folder, 'changes', `changes_${from}_to_${to}.csv`)
const lists = options.changes.length > 0 ? options.changes : [published]

const dir = options.dir ?? temporaryFolder()
if (options.dir === undefined)
  for (const version of [from, to])
    await buildIndex('icd-10-cm', join(options.releases, version), { dir, version })
const medlink = openMedlink({ dir })
const before = performance.now()
const { changes } = medlink.diff({ ontology: 'icd-10-cm', from, to })
const seconds = (performance.now() - before) / 1000
medlink.close()

const all = readLists(lists)
let isSame = true
const rows = (Object.keys(LINES) as Kind[]).map((kind) => {
  const found = new Set(changes.filter((each) => each.changes.includes(kind)).map(described(kind)))
  const listed = new Set(all.filter((each) => each.kind === kind).map(({ told }) => told))
  const missing = [...listed].filter((each) => !found.has(each))
  const invented = [...found].filter((each) => !listed.has(each))
  for (const each of missing) console.log(`missing   ${kind}  ${each}`)
  for (const each of invented) console.log(`invented  ${kind}  ${each}`)
  isSame &&= missing.length + invented.length === 0
  return [kind, listed.size, listed.size - missing.length, missing.length, invented.length]
})
console.log(formatTable([`${from} → ${to}`, 'listed', 'found', 'missing', 'invented'], rows))
console.log(`\n${changes.length} codes differ; ${seconds.toFixed(2)} s with opening both indexes`)
process.exitCode = isSame ? 0 : 1

/** A change as one line that both sides write alike. */
function described(kind: Kind) {
  return ({ code, old_name, new_name, flags }: CodeChange): string => {
    const { old, new: now } = flags.is_billable ?? {}
    const entry = (flag: unknown, title: string | null) => ({
      ...{ flag: String(Number(flag)), title: title ?? '' },
    })
    return LINES[kind](code.replace('.', ''), entry(old, old_name), entry(now, new_name))
  }
}

/** What lists say of each code, from before the first to after the last. */
function readLists(files: readonly string[]): { kind: Kind; told: string }[] {
  const codes = new Map<string, { old: Entry | undefined; now: Entry | undefined }>()
  for (const file of files)
    for (const row of parse(readFileSync(file), { columns: true }) as Record<string, string>[]) {
      const entry = (which: 'old' | 'new') => ({
        ...{ flag: row[`${which}_flag`]!, title: row[`${which}_long`]! },
      })
      const code = row.code!
      const old = row.change === 'added' ? undefined : entry('old')
      const now = row.change === 'deleted' ? undefined : entry('new')
      codes.set(code, { old: codes.has(code) ? codes.get(code)!.old : old, now })
    }
  return [...codes].flatMap(([code, { old, now }]) => {
    if (old === undefined || now === undefined) {
      const kind: Kind = old === undefined ? 'added' : 'retired'
      return old === now ? [] : [{ kind, told: code }]
    }
    const kinds: Kind[] = []
    if (old.flag !== now.flag) kinds.push('flag_changed')
    if (old.title !== now.title) kinds.push('renamed')
    return kinds.map((kind) => ({ kind, told: LINES[kind](code, old, now) }))
  })
}
