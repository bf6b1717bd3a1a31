/**
 * Proves of entities as they are shown:
 * 1. an entity is marked by what is said of it: denied before everything else, then not the patient's own, then linked
 * 2. the table has the first candidate of each, and below it what is said of it and why it is not linked
 * 3. plain lines have place, text, traits, code, title, score and verdict, on one line whatever the text holds
 * 4. notes name both codes
 */

import { expect, test } from 'vitest'
import {
  entityLines,
  entityTable,
  legend,
  marksOf,
  noteLines,
} from '../../src/cli/comprehend/entities.ts'
import type { Paint } from '../../src/cli/io.ts'
import type { ComprehendResult, Problem, TraitName } from '../../src/medlink.ts'

const paint: Paint = (_, text) => text

function row(code: string, title: string, reason: string, score: number | null = 0.98765) {
  return {
    ...{ term_id: code, term_name: 'name', score, is_linked: reason === 'linked' },
    metadata: { preferred_name: title, link_reason: reason },
  }
}

/** An entity at the place of its text. */
function entity(
  begin: number,
  text: string,
  traits: readonly TraitName[],
  rows: readonly ReturnType<typeof row>[],
  attributes: readonly { type: string; text: string }[] = [],
): Problem {
  return {
    ...{ text, begin_offset: begin, end_offset: begin + text.length, score: 0.9 },
    traits: traits.map((name) => ({ name, score: 0.9 })),
    attributes,
    results: rows,
  } as unknown as Problem
}

function result(entities: readonly Problem[], notes: ComprehendResult['notes'] = []) {
  return { entities, notes } as unknown as ComprehendResult<'icd-10-cm', 'problem'>
}

const GOUT = row('M10.9', 'Gout, unspecified', 'linked')
const REFUSED = row('M10.9', 'Gout, unspecified', 'context_differs')

test.each([
  { traits: ['DIAGNOSIS'], rows: [GOUT], style: 'green' },
  { traits: ['SYMPTOM'], rows: [row('R05', 'Cough', 'name_adds')], style: 'yellow' },
  { traits: ['SIGN'], rows: [], style: 'yellow' },
  { traits: ['DIAGNOSIS', 'NEGATION'], rows: [REFUSED], style: ['dim', 'strikethrough'] },
  { traits: ['NEGATION', 'PERTAINS_TO_FAMILY'], rows: [GOUT], style: ['dim', 'strikethrough'] },
  { traits: ['DIAGNOSIS', 'PAST_HISTORY'], rows: [GOUT], style: 'magenta' },
  { traits: ['PERTAINS_TO_FAMILY'], rows: [REFUSED], style: 'magenta' },
  { traits: ['HYPOTHETICAL'], rows: [REFUSED], style: 'magenta' },
  { traits: ['LOW_CONFIDENCE'], rows: [REFUSED], style: 'magenta' },
] as const)('$traits is marked $style', ({ traits, rows, style }) => {
  const [mark] = marksOf(result([entity(3, 'gout', traits, rows)]))
  expect(mark).toEqual({ begin: 3, end: 7, style: [style].flat() })
})

test('marks ascend, and the longer of two at one place comes first', () => {
  const at = (begin: number, text: string) => entity(begin, text, [], [])
  const marks = marksOf(result([at(9, 'a'), at(2, 'b'), at(2, 'bcd')]))
  expect(marks.map(({ begin, end }) => [begin, end])).toEqual([
    [2, 5],
    [2, 3],
    [9, 10],
  ])
})

test('the legend has every style that is used', () => {
  const used: string[] = []
  const keep: Paint = (style, text) => {
    used.push([style].flat().join('+'))
    return text
  }
  expect(legend(keep)).toContain('denied')
  expect(used).toEqual(['green', 'yellow', 'dim+strikethrough', 'magenta'])
})

test('the table has a row for each entity, and below it what is said', () => {
  const entities = [
    entity(0, 'gout', ['DIAGNOSIS'], [GOUT, REFUSED]),
    entity(
      9,
      'acute   left\u001b gout',
      ['DIAGNOSIS', 'NEGATION'],
      [REFUSED],
      [
        { type: 'ACUITY', text: 'acute' },
        { type: 'TIME_TO_DX_NAME', text: 'since 2\nyears' },
      ],
    ),
    entity(30, 'cough', ['SYMPTOM'], [row('R05', 'Cough', 'name_adds', null)]),
    entity(40, 'a condition of a name that goes on', ['SIGN', 'PAST_HISTORY'], []),
  ]
  const { head, rows } = entityTable(result(entities), 80, paint)
  expect([head, ...rows]).toEqual([
    '#  text                       code   title                  score',
    '1  gout                       M10.9  Gout, unspecified     0.9877  ✓ linked',
    '2  acute left\\u{1b} gout      M10.9  Gout, unspecified     0.9877',
    '    denied, acute (acuity), since 2 years (time to dx name)',
    '3  cough                      R05    Cough',
    '    not linked: the name says more',
    '4  a condition of a name th…         no code is called so',
    '    past',
  ])
})

test('plain lines are for other programs', () => {
  const entities = [
    entity(0, 'gout', ['DIAGNOSIS'], [GOUT]),
    entity(9, 'acute\t\n\u001bgout', ['DIAGNOSIS', 'NEGATION'], [REFUSED]),
    entity(30, 'cough', ['SYMPTOM'], [row('R05', 'Cough', 'name_adds', null)]),
    entity(40, 'x', [], []),
  ]
  expect(entityLines(result(entities))).toEqual([
    '0\t4\tgout\tDIAGNOSIS\tM10.9\tGout, unspecified\t0.9877\tlinked',
    '9\t21\tacute \\u{1b}gout\tDIAGNOSIS,NEGATION\tM10.9\tGout, unspecified\t0.9877\tcontext_differs',
    '30\t35\tcough\tSYMPTOM\tR05\tCough\t\tname_adds',
    '40\t41\tx\t\t\t\t\t',
  ])
})

test('a note names both codes with their texts', () => {
  const entities = [entity(0, 'gout', [], []), entity(9, 'lead\ngout', [], [])]
  const note = { type: 'EXCLUDES1', entities: [0, 1], codes: ['M10.9', 'M1A.9'] } as const
  expect(
    noteLines(result(entities, [{ ...note, entities: [0, 1], codes: ['M10.9', 'M1A.9'] }])),
  ).toEqual(['M10.9 (gout) and M1A.9 (lead gout) are not coded together (Excludes1)'])
})
