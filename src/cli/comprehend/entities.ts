/** The entities of a text, for people and for other programs. */

import { printable } from '../../internal.ts'
import type {
  ComprehendedOntology,
  ComprehendResult,
  LinkResultItem,
  Problem,
  TraitName,
} from '../../medlink.ts'
import type { Paint, Style } from '../io.ts'
import { reasonOf, scoreOf, verdictOf } from '../reasons.ts'
import { layOut, wrapText } from '../table.ts'
import type { Mark } from './marked-text.ts'

type ProblemsResult = ComprehendResult<ComprehendedOntology, 'problem'>

/** The contexts of a condition that is not plainly the patient's, in the words of a table. */
const SAID: Readonly<Partial<Record<TraitName, string>>> = {
  NEGATION: 'denied',
  PERTAINS_TO_FAMILY: "a relative's",
  PAST_HISTORY: 'past',
  HYPOTHETICAL: 'planned, feared or looked for',
  LOW_CONFIDENCE: 'doubted',
}
/** A longer text of an entity is cut in the table: the text above has all of it. */
const LONGEST_TEXT = 24
/** Indent of the lines below a row: as wide as its number and the gap after the number. */
const BELOW = '    '
/** Where no candidate has a name like the entity. */
const NO_CODE = 'no code is called so'

/** How each entity is marked in its text. */
export function marksOf({ entities }: ProblemsResult): Mark[] {
  return [...entities]
    .sort((a, b) => a.begin_offset - b.begin_offset || b.end_offset - a.end_offset)
    .map((entity) => ({
      begin: entity.begin_offset,
      end: entity.end_offset,
      style: styleOf(entity),
    }))
}

function styleOf(entity: Problem): readonly Style[] {
  if (entity.traits.some(({ name }) => name === 'NEGATION')) return ['dim', 'strikethrough']
  if (saidOf(entity).length > 0) return ['magenta']
  return [firstOf(entity)?.is_linked ? 'green' : 'yellow']
}

/** The legend of the colours of {@link marksOf}. */
export function legend(paint: Paint): string {
  const parts: readonly (readonly [readonly Style[], string])[] = [
    [['green'], 'linked'],
    [['yellow'], 'not linked'],
    [['dim', 'strikethrough'], 'denied'],
    [['magenta'], 'past, doubted, hypothetical or of a relative'],
  ]
  return parts.map(([style, text]) => paint(style, text)).join('  ')
}

/** A table of the entities with the first candidate of each, and below each row the context of the entity. */
export function entityTable(
  { entities }: ProblemsResult,
  width: number,
  paint: Paint,
): { readonly head: string; readonly rows: readonly string[] } {
  const { head, rows } = layOut(
    [
      { title: '#', align: 'right' },
      { title: 'text' },
      { title: 'code', paint: (text) => paint('bold', text) },
      { title: 'title', wrap: true },
      { title: 'score', align: 'right' },
      { title: '', paint: (text) => paint('green', text) },
    ],
    entities.map((entity, i) => {
      const first = firstOf(entity)
      return [
        String(i + 1),
        printable(oneLine(entity.text), LONGEST_TEXT),
        first?.term_id ?? '',
        first?.metadata.preferred_name ?? NO_CODE,
        first === undefined ? '' : scoreOf(first),
        first?.is_linked ? verdictOf(first) : '',
      ]
    }),
    width,
  )
  return {
    head,
    rows: rows.flatMap((row, i) => [...row, ...remarkLines(entities[i]!, width, paint)]),
  }
}

/** The contexts of an entity, its attributes, and the reason for no link if the text leaves that open. */
function remarkLines(entity: Problem, width: number, paint: Paint): string[] {
  const first = firstOf(entity)
  const attributes = entity.attributes.map(
    ({ type, text }) => `${printable(oneLine(text))} (${type.toLowerCase().replaceAll('_', ' ')})`,
  )
  const isTold = saidOf(entity).length > 0 && first?.metadata.link_reason === 'context_differs'
  const isRefused = first !== undefined && !first.is_linked && !isTold
  const refused = isRefused ? [`not linked: ${verdictOf(first)}`] : []
  const said = [...saidOf(entity), ...attributes, ...refused].join(', ')
  if (said === '') return []
  return wrapText(said, width - BELOW.length).map((line) => BELOW + paint('dim', line))
}

/** Codes that cannot be coded together. */
export function noteLines({ entities, notes }: ProblemsResult): string[] {
  return notes.map((note) => {
    const [one, other] = note.entities.map((at, i) => {
      const text = printable(oneLine(entities[at]?.text ?? ''), LONGEST_TEXT)
      return `${note.codes[i]} (${text})`
    })
    return `${one} and ${other} are not coded together (Excludes1)`
  })
}

/**
 * Place, text, traits, code, official title, score and verdict of each entity between tabs; code and title are empty
 * where there is no candidate.
 */
export function entityLines({ entities }: ProblemsResult): string[] {
  return entities.map((entity) => {
    const { begin_offset, end_offset, text, traits } = entity
    const first = firstOf(entity)
    return [
      begin_offset,
      end_offset,
      printable(oneLine(text), text.length),
      traits.map(({ name }) => name).join(','),
      ...(first === undefined
        ? ['', '', '', '']
        : [first.term_id, first.metadata.preferred_name, scoreOf(first), reasonOf(first)]),
    ].join('\t')
  })
}

function saidOf({ traits }: Problem): string[] {
  return traits.flatMap(({ name }) => SAID[name] ?? [])
}

/** Candidates of either ontology are alike in what is shown. */
function firstOf({ results }: Problem): LinkResultItem<'snomed' | 'icd-10-cm'> | undefined {
  return results[0]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
