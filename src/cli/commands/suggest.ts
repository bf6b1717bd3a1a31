import { type Io, lineWidth, paintFor, print, printJson } from '../io.ts'
import { withMedlink } from '../library.ts'
import { layOut } from '../table.ts'

export interface SuggestOptions {
  readonly ontology: string
  readonly version?: string
  readonly limit: number
  readonly json?: true
  readonly dir?: string
}

/** Prints the codes that the words typed so far may become. */
export async function suggest(io: Io, prefix: string, options: SuggestOptions): Promise<void> {
  const { version, limit } = options
  const found = await withMedlink(io, options, (medlink, ontology) =>
    medlink.suggest({ prefix, ontology, limit, ...(version !== undefined && { version }) }),
  )
  if (options.json) return printJson(io, found)
  if (!io.stdout.isTTY) return print(io, ...found.map(({ code, name }) => `${code}\t${name}`))
  const paint = paintFor(io.stdout, io.env)
  const { rows } = layOut(
    [
      { title: 'code', paint: (text) => paint('bold', text) },
      { title: 'name', wrap: true },
    ],
    found.map(({ code, name }) => [code, name]),
    lineWidth(io),
  )
  print(io, ...rows.flat())
}
