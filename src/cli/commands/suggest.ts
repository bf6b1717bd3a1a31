import type { Suggestion, SuggestRequest } from '../../medlink.ts'
import { type Io, lineWidth, paintFor, print, printJson, remark, UsageError } from '../io.ts'
import { withMedlink } from '../library.ts'
import { chooseLive } from '../live.ts'
import { layOut } from '../table.ts'

export interface SuggestOptions {
  readonly ontology: string
  readonly version?: string
  readonly limit: number
  readonly tag?: readonly string[]
  readonly billable?: true
  readonly class?: string
  readonly specimen?: string
  readonly json?: true
  readonly dir?: string
  readonly names?: readonly string[]
}

/** Prints the codes that the words typed so far may become; without words, asks for them on the terminal. */
export async function suggest(
  io: Io,
  words: readonly string[],
  options: SuggestOptions,
): Promise<void> {
  const isLive = words.length === 0
  if (isLive && !(io.stdin.isTTY && io.stderr.isTTY))
    throw new UsageError('give the words typed so far; typing them live needs a terminal')
  await withMedlink(io, options, async (medlink, ontology) => {
    const ask = (prefix: string) => medlink.suggest({ ...requestOf(options), prefix, ontology })
    if (!isLive) return show(io, ask(words.join(' ')), options)
    const paint = paintFor(io.stderr, io.env)
    const chosen = await chooseLive(io.stdin, io.stderr, {
      rowsFor: (typed) => ask(typed).map((row) => ({ ...row, text: cellsOf(row).join('  ') })),
      paint: (text) => paint('bold', text),
    })
    if (chosen === undefined) return
    const { text, ...row } = chosen
    if (options.json) printJson(io, row)
    else print(io, row.code)
  })
}

function requestOf({
  version,
  limit,
  tag,
  billable,
  ...filters
}: SuggestOptions): Omit<SuggestRequest, 'prefix' | 'ontology'> {
  return {
    limit,
    version,
    semantic_tags: tag === undefined ? undefined : [...tag],
    billable,
    class: filters.class,
    specimen: filters.specimen,
  }
}

function show(io: Io, found: readonly Suggestion[], { json }: SuggestOptions): void {
  if (json) printJson(io, found)
  else if (found.length === 0) remark(io, 'no code has names with these words')
  else if (io.stdout.isTTY) showTable(io, found)
  else print(io, ...found.map((row) => cellsOf(row).join('\t')))
}

function showTable(io: Io, found: readonly Suggestion[]): void {
  const paint = paintFor(io.stdout, io.env)
  const { rows } = layOut(
    [
      { title: '', paint: (text) => paint('bold', text) },
      { title: '', wrap: true },
      { title: '', paint: (text) => paint('dim', text) },
      { title: '', paint: (text) => paint('dim', text) },
    ],
    found.map(cellsOf),
    lineWidth(io),
  )
  print(io, ...rows.flat())
}

/** Code, title, the name that matched where it is another, and what sort of thing the code is; none of the last ones empty. */
function cellsOf({ code, name, matched, tag, is_billable }: Suggestion): string[] {
  const sort = tag ?? (is_billable === false ? 'not billable' : undefined)
  const cells = [code, name, matched ?? '', sort ?? '']
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
