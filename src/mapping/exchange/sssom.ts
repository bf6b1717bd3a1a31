/**
 * SSSOM/TSV (https://mapping-commons.github.io/sssom/spec-formats-tsv/): metadata in YAML after "#", then a row for each
 * reviewer's valid decision. A row of the source with a code is an entity of the site's, one without is a literal. It says
 * on which day something was decided, not at what time.
 */

import { MEDLINK_VERSION, MedlinkError } from '../../medlink.ts'
import type { Decision, MappedRow, ProjectAbout, Relation } from '../project.ts'
import { standingOf } from '../standing.ts'
import { CODE_SYSTEMS } from './code-systems.ts'
import { delimitedLine, readNamedRows, textOf } from './delimited-text.ts'
import type { ExchangeFormat, ReadMapping } from './format.ts'

const COLUMNS = [
  'subject_id',
  'subject_label',
  'subject_type',
  'predicate_id',
  'object_id',
  'object_label',
  'mapping_justification',
  'author_label',
  'mapping_date',
  'object_source_version',
  'confidence',
  'comment',
] as const

const LITERAL = 'rdfs literal'
/** The object where there is no code. */
const NO_TERM = 'sssom:NoTermFound'
const MANUAL = 'semapv:ManualMappingCuration'
const SITE = 'SITE'
/** Default namespace of the site's codes; no other party uses it. */
const DEFAULT_SOURCE = 'https://example.org/site/'

const PREDICATES: Readonly<Record<Relation, string>> = {
  equivalent: 'skos:exactMatch',
  wider: 'skos:broadMatch',
  narrower: 'skos:narrowMatch',
  inexact: 'skos:closeMatch',
}
const RELATION_OF = new Map<string, Relation>([
  ['skos:relatedMatch', 'inexact'],
  ...Object.entries(PREDICATES).map(
    ([relation, predicate]) => [predicate, relation as Relation] as const,
  ),
])

export const sssom: ExchangeFormat = {
  async *write(about, rows, { source = DEFAULT_SOURCE, now, onRemark }) {
    const { prefix } = CODE_SYSTEMS[about.ontology]
    yield header(about, source, now)
    yield delimitedLine(COLUMNS, '\t')
    let later = 0
    for await (const row of rows) {
      for (const decision of standingOf(row.term?.standing ?? [])) {
        if (decision.decision === 'later') later++
        else yield delimitedLine(cellsOf(row, decision, prefix), '\t')
      }
    }
    if (later > 0)
      onRemark(`${later} decisions for later are left out: the format has no place for them`)
    if (source === DEFAULT_SOURCE)
      onRemark(`the site's own codes are under ${source}: set a URI of your own with --source`)
  },

  async *read(path, { ontology }, { onRemark }) {
    const { prefix, expansion } = CODE_SYSTEMS[ontology]
    const text = await withoutHeader(path)
    const table = await readNamedRows(path, text.rows, '\t', {
      required: ['predicate_id', 'object_id', 'mapping_justification'],
      format: 'SSSOM',
    })
    const others = table.columns.filter((name) => !COLUMNS.some((each) => each === name))
    if (others.length > 0)
      onRemark(`${others.length} columns are ignored: Medlink has no place for them`)
    const expand = (id: string) => expanded(id, text.prefixes)
    const objects = text.prefixes.get(prefix) ?? expansion
    for await (const { number, get } of table.rows) {
      const object = get('object_id')
      const isNone = object === NO_TERM
      const isNegated = get('predicate_modifier') === 'Not'
      const relation = RELATION_OF.get(get('predicate_id'))
      const iri = expand(object)
      const code = iri.startsWith(objects)
        ? decoded(iri.slice(objects.length))
        : object.startsWith(`${prefix}:`)
          ? decoded(object.slice(prefix.length + 1))
          : undefined
      const isOurs = !isNegated && (isNone || (relation !== undefined && code !== undefined))
      const day = Date.parse(get('mapping_date') || get('publication_date'))
      const mapping: ReadMapping = {
        place: `row ${number}`,
        source_code: get('subject_type') === LITERAL ? '' : localName(get('subject_id')),
        source_name: get('subject_label'),
        decision: isOurs ? (isNone ? 'none' : 'accept') : undefined,
        ...(isOurs && !isNone && { code, relation }),
        note: get('comment') || undefined,
        reviewer: unlisted(get('author_label') || get('reviewer_label')) || undefined,
        at: Number.isNaN(day) ? undefined : day,
      }
      yield mapping
    }
  },
}

function header(about: ProjectAbout, source: string, now: number): string {
  const { prefix, expansion } = CODE_SYSTEMS[about.ontology]
  const lines = [
    'sssom_version: "1.1"',
    `mapping_set_id: ${quoted(`${source}mappings/${about.ontology}`)}`,
    'license: "https://w3id.org/sssom/license/unspecified"',
    `mapping_date: "${dayOf(now)}"`,
    'mapping_tool: "Medlink"',
    `mapping_tool_version: ${quoted(MEDLINK_VERSION)}`,
    `object_source: ${quoted(`${prefix}:`)}`,
    'curie_map:',
    ...[
      [SITE, source],
      [prefix, expansion],
      ['skos', 'http://www.w3.org/2004/02/skos/core#'],
      ['semapv', 'https://w3id.org/semapv/vocab/'],
      ['sssom', 'https://w3id.org/sssom/'],
    ].map(([name, stands]) => `  ${name}: ${quoted(stands!)}`),
  ]
  return lines.map((each) => `#${each}\n`).join('')
}

function cellsOf({ source, term }: MappedRow, decision: Decision, prefix: string): string[] {
  const { code, title, relation, note, reviewer, at, version } = decision
  const score = term?.candidates.find((each) => each.code === code)?.score
  const isLiteral = source.code === ''
  const cells: Record<(typeof COLUMNS)[number], string> = {
    subject_id: isLiteral ? '' : `${SITE}:${encodeURIComponent(source.code)}`,
    subject_label: source.name,
    subject_type: isLiteral ? LITERAL : '',
    predicate_id: PREDICATES[relation ?? 'equivalent'],
    object_id: code === null ? NO_TERM : `${prefix}:${encodeURIComponent(code)}`,
    object_label: title ?? '',
    mapping_justification: MANUAL,
    author_label: listed(reviewer),
    mapping_date: dayOf(at),
    object_source_version: version,
    confidence: score == null ? '' : String(score),
    comment: note ?? '',
  }
  return COLUMNS.map((name) => cells[name])
}

/** A string of YAML: JSON's are. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** A list of one: lists are parted by "|". */
function listed(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** The first of a list. */
function unlisted(list: string): string {
  return (/^(?:[^|\\]|\\[\s\S]?)*/.exec(list)?.[0] ?? '').replaceAll('\\|', '|')
}

/** The text below the header, and what its prefixes stand for. */
async function withoutHeader(path: string): Promise<{
  readonly prefixes: ReadonlyMap<string, string>
  readonly rows: AsyncIterable<string>
}> {
  const text = textOf(path)
  let beginning = ''
  let body = 0
  for (let isEnd = false; !isEnd; ) {
    const piece = await text.next()
    isEnd = piece.done === true
    beginning += piece.done ? '' : piece.value
    body = /^(?:#[^\n]*\n)*/.exec(beginning)![0].length
    if (body < beginning.length && beginning[body] !== '#') break
  }
  const prefixes = new Map<string, string>()
  let isMap = false
  for (const each of beginning.slice(0, body).split('\n')) {
    const said = each.replace(/^#/, '').replace(/\r$/, '')
    if (/^\s*curie_map:/.test(said)) isMap = true
    else if (/^\S/.test(said)) isMap = false
    const entry = isMap ? /^\s+"?([^\s:"]+)"?:\s+(.+?)\s*$/.exec(said) : null
    if (entry !== null) prefixes.set(entry[1]!, unquoted(path, entry[2]!))
  }
  const first = beginning.slice(body)
  return {
    prefixes,
    rows: (async function* () {
      yield first
      yield* text
    })(),
  }
}

function unquoted(path: string, text: string): string {
  if (!/^["']/.test(text)) return text
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  try {
    return String(JSON.parse(text))
  } catch (error) {
    throw new MedlinkError(
      'table_invalid',
      `${path} has a prefix in its header that cannot be read`,
      {
        cause: error,
      },
    )
  }
}

function expanded(id: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = id.indexOf(':')
  const stands = prefixes.get(id.slice(0, colon))
  return stands === undefined ? id : stands + id.slice(colon + 1)
}

/** The part after a prefix or, in a URI, at its end. */
function localName(id: string): string {
  const at = /^https?:/.test(id)
    ? Math.max(id.lastIndexOf('/'), id.lastIndexOf('#'))
    : id.indexOf(':')
  return decoded(id.slice(at + 1))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
