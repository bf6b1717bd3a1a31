import type { CodeChange, CodeChangeKind, ReleaseDiff } from '../../medlink.ts'
import { type Io, lineWidth, paintFor, print, printJson, remark, type Style } from '../io.ts'
import { withMedlink } from '../library.ts'
import { layOut } from '../table.ts'

export interface DiffOptions {
  readonly ontology: string
  readonly from: string
  readonly to: string
  readonly json?: true
  readonly dir?: string
}

const STYLES: Readonly<Record<CodeChangeKind, Style>> = {
  added: 'green',
  retired: 'magenta',
  renamed: 'dim',
  flag_changed: 'dim',
  split: 'yellow',
  merged: 'yellow',
}

/** One thing that happened to a code: what it was, and what it is now. */
interface Line {
  readonly code: string
  readonly change: CodeChangeKind
  readonly before: string
  readonly after: string
}

/** Prints what one release has differently from another, a line a change. */
export async function diff(io: Io, options: DiffOptions): Promise<void> {
  const { from, to } = options
  const found = await withMedlink(io, { ...options, version: to }, (medlink, ontology) =>
    medlink.diff({ ontology, from, to }),
  )
  if (options.json) return printJson(io, found)
  const lines = found.changes.flatMap(linesOf)
  if (io.stdout.isTTY) showTable(io, lines)
  else
    for (const { code, change, before, after } of lines)
      print(io, [code, change, before, after].join('\t'))
  remark(io, summaryOf(found))
  if (found.flexsearch.from && !found.flexsearch.to)
    remark(io, `${found.ontology} ${to} has no FlexSearch index, which ${from} has for web pages`)
}

function linesOf({ code, changes, old_name, new_name, flags, into }: CodeChange): Line[] {
  const codes = into.map((each) => each.code).join(' ')
  const [before, after] = [old_name ?? '', new_name ?? '']
  return changes.flatMap((change): Line[] => {
    if (change === 'added') return [{ code, change, before: '', after }]
    if (change === 'renamed') return [{ code, change, before, after }]
    if (change !== 'flag_changed') return [{ code, change, before, after: codes }]
    return Object.entries(flags).map(([flag, values]) => ({
      ...{ code, change },
      before: `${flag} ${values.old}`,
      after: `${flag} ${values.new}`,
    }))
  })
}

function showTable(io: Io, lines: readonly Line[]): void {
  const paint = paintFor(io.stdout, io.env)
  const columns = [
    { title: 'code', paint: (text: string) => paint('bold', text) },
    {
      title: 'change',
      paint: (text: string) => paint(STYLES[text.trim() as CodeChangeKind], text),
    },
    { title: 'what', wrap: true },
  ]
  const cells = lines.map(({ code, change, before, after }) => [
    ...[code, change],
    [before, after].filter((text) => text !== '').join(' → '),
  ])
  if (cells.length === 0) return
  const table = layOut(columns, cells, lineWidth(io))
  print(io, paint('dim', table.head), ...table.rows.flat())
}

/** "278 codes differ: 238 added, 21 retired …", without what happened to none. */
function summaryOf({ counts, changes, ontology, from, to }: ReleaseDiff): string {
  const told = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count.toLocaleString('en-US')} ${kind.replaceAll('_', ' ')}`)
  const codes =
    changes.length === 1
      ? '1 code differs'
      : `${changes.length.toLocaleString('en-US')} codes differ`
  const what = told.length === 0 ? 'no code differs' : `${codes}: ${told.join(', ')}`
  return `${ontology} ${from} to ${to}: ${what}`
}
