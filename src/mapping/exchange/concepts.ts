import { MedlinkError } from '../../medlink.ts'
import { delimiterOf } from '../tables/delimited.ts'
import type { CodeSystem } from './code-systems.ts'
import { readNamedRows, textOf } from './delimited-text.ts'

/** OMOP's concepts of the codes of one vocabulary. */
export interface ConceptIds {
  /** Identifier, with the vocabulary that it is of; undefined for a code that the file does not have. */
  idOf(code: string): { readonly id: number; readonly vocabulary: string } | undefined
  codeOf(id: number): string | undefined
}

const REQUIRED = ['concept_id', 'vocabulary_id', 'concept_code']

/**
 * Reads CONCEPT.csv as Athena (athena.ohdsi.org) gives it: with tabs and without quotes.
 *
 * @throws MedlinkError `table_invalid` where it is none, or has no concept of the vocabulary; `no_access`
 */
export async function readConcepts(
  path: string,
  { vocabularies }: CodeSystem,
): Promise<ConceptIds> {
  const text = textOf(path)
  const first = await text.next()
  const beginning = first.done ? '' : first.value
  const delimiter = delimiterOf(beginning)
  const whole = (async function* () {
    yield delimiter === '\t' ? withoutQuotes(beginning) : beginning
    for await (const piece of text) yield delimiter === '\t' ? withoutQuotes(piece) : piece
  })()
  const table = await readNamedRows(path, whole, delimiter, {
    required: REQUIRED,
    format: 'CONCEPT.csv',
  })
  const ids = new Map<string, { id: number; vocabulary: string }>()
  const codes = new Map<number, string>()
  for await (const { get } of table.rows) {
    const vocabulary = get('vocabulary_id')
    if (!vocabularies.includes(vocabulary)) continue
    const id = Number(get('concept_id'))
    const code = get('concept_code')
    codes.set(id, code)
    const before = ids.get(code)
    const isBetter =
      before === undefined ||
      vocabularies.indexOf(vocabulary) < vocabularies.indexOf(before.vocabulary)
    if (isBetter) ids.set(code, { id, vocabulary })
  }
  if (ids.size === 0)
    throw new MedlinkError(
      'table_invalid',
      `${path} has no concept of ${vocabularies[0]}: download that vocabulary from Athena, too`,
    )
  return { idOf: (code) => ids.get(code), codeOf: (id) => codes.get(id) }
}

/** A quote means nothing there; names have them. No name is asked for. */
function withoutQuotes(text: string): string {
  return text.replaceAll('"', "'")
}
