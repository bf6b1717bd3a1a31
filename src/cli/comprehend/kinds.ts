/** The entities of every kind of a note, for people and for other programs. */

import { printable } from '../../internal.ts'
import {
  type ComprehendResult,
  ENTITY_KINDS,
  type Entity,
  type EntityKind,
  type LinkResultItem,
} from '../../medlink.ts'
import type { Paint, Style } from '../io.ts'
import { reasonOf, scoreOf, verdictOf } from '../reasons.ts'
import { layOut } from '../table.ts'
import type { Mark } from './marked-text.ts'

type Entities = Pick<ComprehendResult, 'entities'>

const STYLES: Readonly<Record<EntityKind, Style>> = {
  problem: 'green',
  medication: 'blue',
  test: 'cyan',
  procedure: 'magenta',
  allergy: 'yellow',
}
/** A longer text of an entity is cut in the table: the text above has all of it. */
const LONGEST_TEXT = 24
const DENIED: ReadonlySet<string> = new Set(['NEGATION', 'negated', 'refused'])
/** Kinds of a problem, which are no context. */
const OF_KIND: ReadonlySet<string> = new Set(['DIAGNOSIS', 'SIGN', 'SYMPTOM'])

/** Marks of a text in the colour of each kind; a denied entity is struck through. */
export function kindMarks({ entities }: Entities): Mark[] {
  return entities.map((entity) => {
    const isDenied = contextOf(entity).some((each) => DENIED.has(each))
    const style: readonly Style[] = isDenied
      ? [STYLES[entity.type], 'dim', 'strikethrough']
      : [STYLES[entity.type]]
    return { begin: entity.begin_offset, end: entity.end_offset, style }
  })
}

/** The legend of the colours of {@link kindMarks}. */
export function kindLegend(paint: Paint): string {
  return ENTITY_KINDS.map((kind) => paint(STYLES[kind], kind)).join('  ')
}

/** Status of an entity, or its traits besides the kind of the problem. */
function contextOf(entity: Entity): readonly string[] {
  if (entity.type !== 'problem') return [entity.status]
  return entity.traits.map(({ name }) => name).filter((name) => !OF_KIND.has(name))
}

/** Value, dose or reactions of an entity. */
function saidOf(entity: Entity): string {
  if ('value' in entity) return [entity.value, entity.unit].filter(Boolean).join(' ')
  if ('reactions' in entity) return entity.reactions.map(({ text }) => text).join(', ')
  if (!('dose' in entity)) return ''
  return [entity.strength, entity.dose, entity.frequency, entity.duration].filter(Boolean).join(' ')
}

/** A table of the entities with the first candidate of each. */
export function kindTable(
  { entities }: Entities,
  width: number,
  paint: Paint,
): { readonly head: string; readonly rows: readonly string[] } {
  const { head, rows } = layOut(
    [
      { title: 'kind' },
      { title: 'text' },
      { title: 'context' },
      { title: 'value' },
      { title: 'code', paint: (text) => paint('bold', text) },
      { title: 'title', wrap: true },
      { title: '', paint: (text) => paint('green', text) },
    ],
    entities.map((entity) => {
      const first = firstOf(entity)
      return [
        entity.type,
        printable(oneLine(entity.text), LONGEST_TEXT),
        contextOf(entity).join(', ').toLowerCase(),
        printable(oneLine(saidOf(entity)), LONGEST_TEXT),
        first?.term_id ?? '',
        first?.metadata.preferred_name ?? '',
        first?.is_linked ? verdictOf(first) : '',
      ]
    }),
    width,
  )
  return { head, rows: rows.flat() }
}

/**
 * Place, kind, text, context, value, code, official title, score and verdict of each entity between tabs; code and title
 * are empty where there is no candidate.
 */
export function kindLines({ entities }: Entities): string[] {
  return entities.map((entity) => {
    const { begin_offset, end_offset, type, text } = entity
    const first = firstOf(entity)
    const said = saidOf(entity)
    return [
      ...[begin_offset, end_offset, type, printable(oneLine(text), text.length)],
      ...[contextOf(entity).join(','), printable(oneLine(said), said.length)],
      ...(first === undefined
        ? ['', '', '', '']
        : [first.term_id, first.metadata.preferred_name, scoreOf(first), reasonOf(first)]),
    ].join('\t')
  })
}

/** Candidates of all vocabularies are alike in what is shown. */
function firstOf({ results }: Entity): LinkResultItem | undefined {
  return results[0] as LinkResultItem | undefined
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
