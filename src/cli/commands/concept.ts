import type { ConceptDetails } from '../../medlink.ts'
import { type Io, lineWidth, paintFor, print, printJson } from '../io.ts'
import { withMedlink } from '../library.ts'
import { layOut } from '../table.ts'

export interface ConceptOptions {
  readonly version?: string
  /** The code that may lie above. */
  readonly under?: string
  readonly json?: true
  readonly dir?: string
}

/** Children that are named; above that, how many more there are. */
const SHOWN_CHILDREN = 20

/** Prints everything that the index knows of a code, or whether it lies under another one. */
export async function concept(
  io: Io,
  ontology: string,
  code: string,
  options: ConceptOptions,
): Promise<void> {
  const { under, version } = options
  if (under !== undefined) return showUnder(io, ontology, code, { ...options, under })
  const details = await withMedlink(io, { ...options, ontology }, (medlink, name) =>
    medlink.concept(name, code, version),
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

async function showUnder(
  io: Io,
  ontology: string,
  code: string,
  options: ConceptOptions & { readonly under: string },
): Promise<void> {
  const { under: ancestor, version } = options
  const under = await withMedlink(io, { ...options, ontology }, (medlink, name) =>
    medlink.isUnder(name, code, ancestor, version),
  )
  if (options.json) printJson(io, { code, ancestor, under })
  else print(io, under ? 'yes' : 'no')
}

/** Label and value of each fact, one a line. */
function factsOf(details: ConceptDetails): [string, string][] {
  const line = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
  const { children } = details
  const more = children.length - SHOWN_CHILDREN
  return [
    ['code', details.code],
    ['name', details.name],
    ['status', details.active ? 'active' : 'retired'],
    ...details.replacements.map((each): [string, string] => [
      each.exact ? 'replaced by' : each.relation.replaceAll('_', ' '),
      line(each),
    ]),
    ...Object.entries(details.metadata)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]): [string, string] => [key.replaceAll('_', ' '), describe(value)]),
    ...details.names.map(({ kind, language, text }): [string, string] => [
      `${kind} name (${language})`,
      text,
    ]),
    ...details.parents.map((each): [string, string] => ['parent', line(each)]),
    ['children', String(children.length)],
    ...children.slice(0, SHOWN_CHILDREN).map((each): [string, string] => ['child', line(each)]),
    ...(more > 0 ? [['more children', String(more)] as [string, string]] : []),
    ...details.maps.map(({ system, target, rule }): [string, string] => [
      `${system} map`,
      [target, rule].filter((part) => part !== '').join(' '),
    ]),
  ]
}

/** A value of the metadata on one line: what an object says, its empty parts left out. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value)
    .filter((part) => part !== null && part !== '')
    .join(', ')
}
