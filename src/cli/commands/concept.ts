import type { ConceptDetails } from '../../medlink.ts'
import { type Io, lineWidth, paintFor, print, printJson } from '../io.ts'
import { withMedlink } from '../library.ts'
import { layOut } from '../table.ts'

export interface ConceptOptions {
  readonly version?: string
  readonly json?: true
  readonly dir?: string
}

/** Prints everything that the index knows of a code. */
export async function concept(
  io: Io,
  ontology: string,
  code: string,
  options: ConceptOptions,
): Promise<void> {
  const details = await withMedlink(io, { ...options, ontology }, (medlink, name) =>
    medlink.concept(name, code, options.version),
  )
  if (options.json) return printJson(io, details)
  const facts = factsOf(details)
  if (!io.stdout.isTTY) return print(io, ...facts.map((fact) => fact.join('\t')))
  const paint = paintFor(io.stdout, io.env)
  const columns = [
    { title: '', paint: (text: string) => paint('dim', text) },
    { title: '', wrap: true },
  ]
  print(io, ...layOut(columns, facts, lineWidth(io)).rows.flat())
}

/** Label and value of each fact, one a line. */
function factsOf(details: ConceptDetails): [string, string][] {
  const line = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
  return [
    ['code', details.code],
    ['name', details.name],
    ['status', details.active ? 'active' : 'retired'],
    ...details.replacements.map((each): [string, string] => ['replaced by', line(each)]),
    ...Object.entries(details.metadata)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]): [string, string] => [key.replaceAll('_', ' '), String(value)]),
    ...details.names.map(({ kind, text }): [string, string] => [`${kind} name`, text]),
    ...details.parents.map((each): [string, string] => ['parent', line(each)]),
    ['children', String(details.children.length)],
    ...details.children.map((each): [string, string] => ['child', line(each)]),
  ]
}
