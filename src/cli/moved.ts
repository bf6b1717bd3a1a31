/** Changes of a mapping project by another release, as text. */

import { printable } from '../internal.ts'
import type { ReleaseMove, TermChange } from '../mapping/mapping.ts'
import { type Io, lineWidth, paintFor, print, printJson, remark } from './io.ts'
import { count, layOut } from './table.ts'

/** One term: the change, its code, and the code of now. */
interface Line {
  readonly term: string
  readonly change: string
  readonly before: string
  readonly after: string
  /** True if it is about a decision. */
  readonly isDecided: boolean
}

/** Prints a line a term that concerns a person, those that were decided first; on a terminal a table. */
export function showMove(io: Io, move: ReleaseMove, json: true | undefined): void {
  if (json) {
    printJson(io, move)
    return
  }
  const lines = move.changes.map(lineOf)
  const sorted = [true, false].flatMap((is) => lines.filter(({ isDecided }) => isDecided === is))
  if (io.stdout.isTTY) showTable(io, sorted)
  else
    for (const { term, change, before, after } of sorted)
      print(io, [term, change, before, after].join('\t'))
  remark(io, summaryOf(move, lines))
}

function lineOf({ query, look, before, after }: TermChange): Line {
  const term = printable(query)
  if (look !== null) {
    const [code, into] = [look.code ?? '', look.into.map((each) => each.code).join(' ')]
    return { term, change: look.reason, before: code, after: into, isDecided: true }
  }
  const change = after?.is_linked ? 'linked' : before?.is_linked ? 'unlinked' : 'candidate'
  const [one, other] = [before?.code ?? '', after?.code ?? '']
  return { term, change, before: one, after: other, isDecided: false }
}

function showTable(io: Io, lines: readonly Line[]): void {
  if (lines.length === 0) return
  const paint = paintFor(io.stdout, io.env)
  const columns = [{ title: 'term', wrap: true }, { title: 'change' }, { title: 'codes' }]
  const cells = lines.map(({ term, change, before, after }) => [
    ...[term, change],
    [before || 'none', after || 'none'].join(' → '),
  ])
  const table = layOut(columns, cells, lineWidth(io))
  print(io, paint('dim', table.head))
  table.rows.forEach((row, i) => {
    print(io, ...row.map((line) => (lines[i]!.isDecided ? paint('yellow', line) : line)))
  })
}

/** "icd-10-cm 2026 to 2027: decisions to review: 2 retired, 1 split; undecided terms: none; …". */
function summaryOf(move: ReleaseMove, lines: readonly Line[]): string {
  const { ontology, from, to, candidates_changed } = move
  const told = (isDecided: boolean) => {
    const counts = new Map<string, number>()
    for (const line of lines)
      if (line.isDecided === isDecided) counts.set(line.change, (counts.get(line.change) ?? 0) + 1)
    const kinds = [...counts].map(([kind, some]) => `${count(some)} ${kind.replaceAll('_', ' ')}`)
    return kinds.length === 0 ? 'none' : kinds.join(', ')
  }
  return (
    `${ontology} ${from} to ${to}: decisions to review: ${told(true)}; ` +
    `undecided terms: ${told(false)}; other candidates, titles or scores: ${count(candidates_changed)} terms`
  )
}
