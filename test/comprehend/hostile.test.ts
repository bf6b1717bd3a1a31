/**
 * Proves of texts that no person writes, of the longest length, with all kinds of entities over the starters:
 * 1. each is answered without an exception, in order of place, words as they are written, two kinds never overlapping
 * 2. each takes no more steps than a text may, but for the last link and the reading of it
 * 3. a note that is cut at any of its words, with any mark behind it, is answered, too
 */

import { afterAll, expect, test } from 'vitest'
import { entitiesOf, MAX_TEXT_STEPS } from '../../src/comprehend/pipeline.ts'
import { comprehendRequestSchema, MAX_QUERY_LENGTH, parseRequest } from '../../src/contract.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { Work } from '../../src/index/work.ts'
import { Answerer } from '../../src/library/answerer.ts'
import { MAX_STEPS } from '../../src/linker/pipeline.ts'
import { requireOntology } from '../../src/ontologies/all.ts'
import { analyzer } from '../support/linker.ts'
import { starterRoot } from '../support/shared-index.ts'

const open = (name: 'icd-10-cm' | 'medication' | 'loinc' | 'snomed') =>
  new Answerer(indexPath(starterRoot(name), name, STARTER_VERSION), requireOntology(name), analyzer)
const [problems, drugs, tests, procedures] = [
  open('icd-10-cm'),
  open('medication'),
  open('loinc'),
  open('snomed'),
]
afterAll(() => {
  for (const { index } of [problems, drugs, tests, procedures]) index.close()
})
const tools = {
  ...{ analyzer, problem: problems.problemTools },
  others: new Map([
    ['medication', drugs.kindTools] as const,
    ['test', tests.kindTools] as const,
    ['procedure', procedures.kindTools] as const,
    ['allergy', drugs.kindTools] as const,
  ]),
}

const NOTE = `45/M. c/o fever x 3 days, no cough. K/C/O T2DM, on metformin 500 mg bd. Allergic to ibuprofen (hives).
Hb 9.2 g/dL, FBS 142, BP 140/90. s/p appendicectomy 2019, refused CT. Plan: USG abdomen, Tab Paracetamol 650 SOS.
`
const WORDS = NOTE.replace(/[^\p{L}\p{N}]+/gu, ' ')
const filled = (text: string) =>
  text.repeat(Math.ceil(MAX_QUERY_LENGTH / text.length)).slice(0, MAX_QUERY_LENGTH - 1)

/** Steps of the reading and of one link, which are taken whatever is left. */
const SLACK = 600 * MAX_QUERY_LENGTH + MAX_STEPS

test.each<[what: string, text: string, least: number]>([
  ['a table', '| Hb | 11.2 | g/dL | 12-15 | L |\n|----|------|\n', 0],
  ['capitals', NOTE.toUpperCase(), 100],
  ['capitals without marks', WORDS.toUpperCase(), 10],
  ['no punctuation', WORDS, 10],
  ['dictation', 'comma patient has fever full stop new line on metformin five hundred ', 10],
  [
    'chat with time stamps',
    '[10:04, 12/05/2026] Dr A: fever since 2 days, took paracetamol\n',
    100,
  ],
  ['mixed languages', 'fever बुखार 发烧 metformin лихорадка pain दर्द 痛み Hb 9 ', 10],
  ['control characters', [...NOTE].join('\u0007'), 0],
  ['one word of 10,000 letters', 'abcdefghij', 0],
  ['5,000 commas', ', ', 0],
  ['drug names', 'metformin, ', 800],
  ['drug names without commas', 'paracetamol ', 100],
  ['drug names with doses', 'Tab Paracetamol 650 1-0-1 ', 100],
  ['names of tests', 'Hb 9.2 ', 100],
  ['procedures', 'CABG, ', 100],
  ['allergies', 'allergic to ibuprofen. ', 100],
  ['statements without allergies', 'NKDA ', 100],
  ['allergens', 'peanut ', 0],
  ['verbs', 'started stopped ', 0],
  ['denials', 'no metformin ', 0],
  ['numbers', '12 3.4 120/80 ', 0],
  ['brackets', '(', 0],
  ['signs', '+/-<>=*# ', 0],
  ['line breaks', '\n.', 0],
  ['half letters', '\ud800fever\udc00 ', 0],
  ['one condition', 'pain ', 100],
])('%s', (_, pattern, least) => {
  const text = filled(pattern)
  const request = parseRequest(comprehendRequestSchema, { text })
  const work = new Work(MAX_TEXT_STEPS)
  const { entities } = entitiesOf({ request, tools }, work)
  expect(work.done).toBeLessThanOrEqual(MAX_TEXT_STEPS + SLACK)
  expect(entities.length).toBeGreaterThanOrEqual(least)
  let end = 0
  let before = entities[0]
  for (const entity of entities) {
    expect(text.slice(entity.begin_offset, entity.end_offset)).toBe(entity.text)
    expect(entity.begin_offset).toBeGreaterThanOrEqual(before!.begin_offset)
    if (entity.type !== before!.type) expect(entity.begin_offset).toBeGreaterThanOrEqual(end)
    end = Math.max(end, entity.end_offset)
    before = entity
  }
})

const LABELLED =
  'Denies: chest pain. No history of: gout. Stopped: metformin. Allergies: none. Start - aspirin. Held (see plan): ramipril'

test.each([':', ':\n', ' -\n', ' (', ', '])(
  'a note may be cut at each word, with "%s" behind',
  (mark) => {
    for (const text of [NOTE, LABELLED])
      for (const { index } of text.matchAll(/(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/gu)) {
        const request = parseRequest(comprehendRequestSchema, { text: text.slice(0, index) + mark })
        const { entities } = entitiesOf({ request, tools })
        for (const each of entities) expect(each.end_offset).toBeLessThanOrEqual(index + 1)
      }
  },
)
