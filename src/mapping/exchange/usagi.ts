/**
 * The CSV in which Usagi (OHDSI) saves a mapping: its columns, its statuses, and its quotes, which are escaped by a
 * backslash. Usagi reads a line at a time: a line break in a cell becomes a blank.
 */

import type { MappedRow, MappedTerm, Relation } from '../project.ts'
import { readNamedRows, textOf } from './delimited-text.ts'
import {
  decidedOf,
  type ExchangeFormat,
  type ExchangeOptions,
  type ReadMapping,
  scoreOf,
} from './format.ts'

/** Columns of Usagi 1.4 between and after the additional ones, in its order. */
const SOURCE_COLUMNS = [
  'sourceCode',
  'sourceName',
  'sourceFrequency',
  'sourceAutoAssignedConceptIds',
] as const
const MAPPING_COLUMNS = [
  'matchScore',
  'mappingStatus',
  'equivalence',
  'statusSetBy',
  'statusSetOn',
  'conceptId',
  'conceptName',
  'domainId',
  'mappingType',
  'comment',
  'createdBy',
  'createdOn',
  'assignedReviewer',
] as const

/** Prefix of columns that Usagi keeps for the site. */
const ADDITIONAL = 'ADD_INFO:'
/** Column of a code that has no `conceptId`. */
const OWN_CODE = `${ADDITIONAL}medlink_code`
const OWN_COLUMNS = [OWN_CODE]

/** Usagi's frequency for a source that does not say how often a code occurs. */
const NO_FREQUENCY = -1

const EQUIVALENCES: Readonly<Record<Relation, string>> = {
  equivalent: 'EQUIVALENT',
  wider: 'WIDER',
  narrower: 'NARROWER',
  inexact: 'INEXACT',
}

const RELATION_OF = new Map<string, Relation>([
  ['EQUAL', 'equivalent'],
  ...Object.entries(EQUIVALENCES).map(([relation, word]) => [word, relation as Relation] as const),
])

export const usagi: ExchangeFormat = {
  async *write(about, rows, options) {
    const additional = about.columns
      .map((name) => `${ADDITIONAL}${name}`)
      .filter((name) => !OWN_COLUMNS.includes(name))
    const columns = [...SOURCE_COLUMNS, ...additional, ...OWN_COLUMNS, ...MAPPING_COLUMNS]
    yield line(columns)
    let unknown = 0
    for await (const row of rows) {
      if (row.term === null) continue
      const cells = cellsOf(row, row.term, options)
      if (row.term.state === 'mapped' && cells.conceptId === 0) unknown++
      const named = new Map<string, string | number>(Object.entries(cells))
      for (const [name, cell] of Object.entries(row.source.columns))
        if (!OWN_COLUMNS.includes(`${ADDITIONAL}${name}`)) named.set(`${ADDITIONAL}${name}`, cell)
      yield line(columns.map((name) => named.get(name) ?? ''))
    }
    if (unknown > 0)
      options.onRemark(
        `${unknown} of the mapped rows have no concept_id: Usagi sees them as INVALID_TARGET, their codes are in ${OWN_CODE}` +
          (options.concepts === undefined ? '; --concepts names a CONCEPT.csv of Athena' : ''),
      )
  },

  async *read(path, _about, { onRemark }) {
    const table = await readNamedRows(path, plainQuotes(path), ',', {
      required: ['sourceCode', 'sourceName', 'mappingStatus', 'conceptId'],
      format: 'Usagi',
    })
    const known: readonly string[] = [...SOURCE_COLUMNS, ...MAPPING_COLUMNS]
    const others = table.columns.filter(
      (name) => !known.includes(name) && !name.startsWith(ADDITIONAL),
    )
    if (others.length > 0) onRemark(`${others.length} columns are not Usagi's and are ignored`)
    for await (const { number, get } of table.rows) {
      const setOn = Number(get('statusSetOn'))
      const code = get(OWN_CODE)
      const concept_id = Number(get('conceptId'))
      const mapping: ReadMapping = {
        place: `row ${number}`,
        source_code: get('sourceCode'),
        source_name: get('sourceName'),
        decision: decisionOf(get, concept_id !== 0 || code !== ''),
        ...(code !== '' ? { code } : concept_id !== 0 ? { concept_id } : {}),
        relation: RELATION_OF.get(get('equivalence')),
        note: get('comment') || undefined,
        reviewer: get('statusSetBy') || undefined,
        at: setOn > 0 ? setOn : undefined,
      }
      yield mapping
    }
  },
}

/** Decisions by status; a row without a valid target in Usagi may have one by its code. */
function decisionOf(get: (column: string) => string, hasTarget: boolean): ReadMapping['decision'] {
  const status = get('mappingStatus')
  if (status === 'FLAGGED') return get('statusSetBy') === '' ? undefined : 'later'
  if (status === 'IGNORED') return 'none'
  if (status === 'APPROVED') return hasTarget ? 'accept' : 'none'
  const isOurs = status === 'INVALID_TARGET' && get('statusSetBy') !== '' && get(OWN_CODE) !== ''
  return isOurs ? 'accept' : undefined
}

function cellsOf(
  { source }: MappedRow,
  term: MappedTerm,
  { concepts }: ExchangeOptions,
): Record<string, string | number> {
  const decided = decidedOf(term)
  const { state, first } = term
  const idOf = (code: string | null | undefined) =>
    code == null ? undefined : concepts?.idOf(code)?.id
  const conceptId = idOf(term.code) ?? 0
  const proposed = idOf(first?.code)
  const comments =
    state === 'disagreement' ? term.standing.map(({ note }) => note) : [decided?.note]
  return {
    sourceCode: source.code,
    sourceName: source.name,
    sourceFrequency: source.frequency ?? NO_FREQUENCY,
    sourceAutoAssignedConceptIds: proposed ?? '',
    [OWN_CODE]: term.code ?? '',
    matchScore: (scoreOf(term) ?? 0).toFixed(2),
    mappingStatus: statusOf(state, conceptId !== 0),
    equivalence:
      state === 'mapped'
        ? EQUIVALENCES[decided?.relation ?? 'equivalent']
        : state === 'no_code'
          ? 'UNMATCHED'
          : 'UNREVIEWED',
    statusSetBy: decided?.reviewer ?? '',
    statusSetOn: decided?.at ?? 0,
    conceptId,
    conceptName: conceptId === 0 ? 'Unmapped' : (term.title ?? ''),
    domainId: '',
    mappingType: 'MAPS_TO',
    comment: comments.filter((note) => note != null).join(' / '),
    createdBy: decided?.reviewer ?? '',
    createdOn: decided?.at ?? 0,
    assignedReviewer: '',
  }
}

function statusOf(state: MappedTerm['state'], hasConcept: boolean): string {
  if (state === 'open') return 'UNCHECKED'
  if (state === 'later' || state === 'disagreement') return 'FLAGGED'
  return state === 'mapped' && !hasConcept ? 'INVALID_TARGET' : 'APPROVED'
}

/** A line as Usagi's own writer has it. */
function line(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) => {
    const text = String(cell).replace(/\r\n|[\r\n]/g, ' ')
    const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    return /[",\\]/.test(text) ? `"${escaped}"` : escaped
  })
  return `${written.join(',')}\n`
}

/** The text with quotes as others have them, where a backslash escapes any: Usagi's files may have been saved by Excel. */
async function* plainQuotes(path: string): AsyncGenerator<string, void> {
  let isUsagis = false
  for await (const piece of textOf(path)) isUsagis ||= /\\["\\]/.test(piece)
  if (!isUsagis) {
    yield* textOf(path)
    return
  }
  let rest = ''
  for await (const piece of textOf(path)) {
    const text = rest + piece
    // The character that a backslash at the end escapes comes with the next piece.
    const ends = /(?:^|[^\\])(?:\\\\)*\\$/.test(text)
    rest = ends ? '\\' : ''
    yield (ends ? text.slice(0, -1) : text).replace(/\\(["\\])/g, (_, escaped: string) =>
      escaped === '"' ? '""' : '\\',
    )
  }
  if (rest !== '') yield rest
}
