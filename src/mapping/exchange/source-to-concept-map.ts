/**
 * OMOP's table SOURCE_TO_CONCEPT_MAP (Common Data Model 5.4) as CSV: decisions for a code, those for none with the
 * concept 0. It says nothing of who decided, when, or why.
 */

import { MedlinkError } from '../../medlink.ts'
import { CODE_SYSTEMS } from './code-systems.ts'
import { delimitedLine, readNamedRows, textOf } from './delimited-text.ts'
import type { ExchangeFormat } from './format.ts'

const COLUMNS = [
  'source_code',
  'source_concept_id',
  'source_vocabulary_id',
  'source_code_description',
  'target_concept_id',
  'target_vocabulary_id',
  'valid_start_date',
  'valid_end_date',
  'invalid_reason',
] as const

/** Where the user names none. */
const DEFAULT_VOCABULARY = 'MEDLINK_SITE'
/** Characters that the table has room for. */
const MAX_LENGTHS = { vocabulary: 20, code: 50, description: 255 } as const
/** As OMOP writes a mapping that always held and still does. */
const ALWAYS = ['1970-01-01', '2099-12-31'] as const

export const sourceToConceptMap: ExchangeFormat = {
  async *write({ ontology }, rows, { concepts, source = DEFAULT_VOCABULARY, onRemark }) {
    if (source.length > MAX_LENGTHS.vocabulary)
      throw new MedlinkError(
        'invalid_request',
        `a source_vocabulary_id has ${MAX_LENGTHS.vocabulary} characters at most`,
      )
    if (concepts === undefined)
      throw new MedlinkError(
        'invalid_request',
        'this table has nothing but concept_ids, which only the vocabularies of OMOP have: name their CONCEPT.csv (--concepts), from athena.ohdsi.org',
      )
    yield delimitedLine(COLUMNS)
    let [unknown, cut] = [0, 0]
    for await (const { source: row, term } of rows) {
      if (term?.state !== 'mapped' && term?.state !== 'no_code') continue
      const found = term.code === null ? undefined : concepts.idOf(term.code)
      if (term.code !== null && found === undefined) {
        unknown++
        continue
      }
      const description = row.name.slice(0, MAX_LENGTHS.description)
      const code = row.code === '' ? row.name : row.code
      if (description !== row.name || code.length > MAX_LENGTHS.code) cut++
      yield delimitedLine([
        ...[code.slice(0, MAX_LENGTHS.code), 0, source, description],
        found?.id ?? 0,
        found?.vocabulary ?? CODE_SYSTEMS[ontology].vocabularies[0],
        ...[...ALWAYS, ''],
      ])
    }
    if (unknown > 0)
      onRemark(`${unknown} mapped rows are left out: the concepts do not have their codes`)
    if (cut > 0)
      onRemark(`${cut} codes or names are longer than the table has room for, and were cut off`)
  },

  async *read(path, _about, { concepts, onRemark }) {
    if (concepts === undefined)
      throw new MedlinkError(
        'invalid_request',
        'this table has nothing but concept_ids: name the CONCEPT.csv that they are of (--concepts)',
      )
    const table = await readNamedRows(path, textOf(path), ',', {
      required: ['source_code', 'target_concept_id'],
      format: 'SOURCE_TO_CONCEPT_MAP',
    })
    const others = table.columns.filter((name) => !COLUMNS.some((each) => each === name))
    if (others.length > 0)
      onRemark(`${others.length} columns are not part of SOURCE_TO_CONCEPT_MAP and are ignored`)
    for await (const { number, get } of table.rows) {
      const concept_id = Number(get('target_concept_id'))
      const isValid = get('invalid_reason') === ''
      yield {
        place: `row ${number}`,
        source_code: get('source_code'),
        source_name: get('source_code_description'),
        decision: !isValid ? undefined : concept_id === 0 ? 'none' : 'accept',
        ...(concept_id !== 0 && { concept_id }),
      }
    }
  },
}
