/**
 * 1. A marked condition is paired with the entity that shares most of it; what shares nothing stays alone.
 * 2. Figures of notes count spans, codes, traits and what is linked though the patient does not have it.
 * 3. A line's main entity is held against the linker's answer for the whole line.
 * 4. Long texts are just as long as asked for, and each begins with another note.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flooredFigures, type Line, lineFigures } from '../../bench/comprehend/lines.ts'
import {
  type Found,
  isHistoryCode,
  type Marked,
  type Note,
  noteFigures,
  pairUp,
  readNotes,
} from '../../bench/comprehend/notes.ts'
import { hostileNotes, joinNotes } from '../../bench/comprehend/texts.ts'
import { checkFloors } from '../../bench/floors.ts'
import { TRAITS, type TraitName } from '../../src/contract.ts'

/** An entity with these codes, best first; a linked one is written with an asterisk. */
function found(
  begin: number,
  end: number,
  codes: string,
  traits: readonly TraitName[] = ['DIAGNOSIS'],
): Found {
  return {
    ...{ text: 'x', begin_offset: begin, end_offset: end, score: 0.9 },
    traits: traits.map((name) => ({ name, score: 0.9 })),
    attributes: [],
    results: codes
      .split(' ')
      .filter((code) => code !== '')
      .map((code) => ({
        term_id: code.replace('*', ''),
        score: 0.9,
        is_linked: code.endsWith('*'),
      })),
  } as unknown as Found
}

function marked(begin: number, end: number, given: Partial<Marked> = {}): Marked {
  return {
    ...{ text: 'x', begin, end, traits: ['DIAGNOSIS'], codes: ['E11.9'], accept: [] },
    patient_has: true,
    ...given,
  }
}

test('of a set of several kinds of entities the conditions are read, with what the patient has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-notes-'))
  const file = join(folder, 'notes.jsonl')
  const base = { text: 'x', begin: 0, end: 1, traits: ['DIAGNOSIS'], codes: ['E11.9'] }
  const entities = [
    { ...base, patient_has: true },
    { ...base, type: 'problem', has: 'no' },
    { ...base, type: 'problem', has: 'yes' },
    { type: 'test', value: '1' },
  ]
  writeFileSync(file, `${JSON.stringify({ id: 'a', text: 'x', entities })}\n`)
  const [note] = readNotes(file)
  rmSync(folder, { recursive: true })
  expect(note!.entities.map(({ patient_has }) => patient_has)).toEqual([true, false, true])
})

describe('notes', () => {
  const note = (entities: Marked[]): Note => ({ id: 'n', text: 'x'.repeat(99), entities })

  test('pairs what shares most', () => {
    const [long, short, alone, unmarked] = [
      marked(0, 10),
      marked(20, 24),
      marked(30, 34),
      marked(50, 51),
    ]
    const [a, b, c, d] = [found(0, 2, ''), found(3, 12, ''), found(22, 33, ''), found(70, 80, '')]
    const one = note([long, short, alone, unmarked])
    expect(pairUp(one, [a, b, c, d])).toEqual([
      { note: one, marked: long, found: b },
      { note: one, marked: short, found: c },
      { note: one, marked: alone, found: c },
      { note: one, marked: unmarked, found: undefined },
      { note: one, marked: undefined, found: d },
    ])
  })

  test('spans that only touch share nothing', () => {
    const [pair] = pairUp(note([marked(5, 10)]), [found(0, 5, ''), found(10, 12, '')])
    expect(pair!.found).toBeUndefined()
  })

  test('counts what it finds', () => {
    const own = note([
      marked(0, 4, { accept: ['E11'] }),
      marked(10, 14),
      marked(20, 24),
      marked(30, 34, { patient_has: false, traits: ['DIAGNOSIS', 'NEGATION'] }),
      marked(40, 44, {
        patient_has: false,
        traits: ['DIAGNOSIS', 'PAST_HISTORY'],
        codes: ['Z87.1'],
      }),
      marked(60, 64, { patient_has: false, traits: ['SIGN', 'NEGATION'] }),
    ])
    const entities = [
      found(0, 4, 'E11*'),
      found(10, 13, 'E11.65*'),
      found(30, 34, 'E11.9*'),
      found(40, 44, 'Z87.1*', ['DIAGNOSIS', 'PAST_HISTORY']),
      found(60, 64, 'E11.9', ['DIAGNOSIS', 'NEGATION']),
      found(80, 84, 'I10*'),
    ]
    const figures = noteFigures(pairUp(own, entities), entities.length)
    expect(figures).toMatchObject({
      ...{ marked: 6, found: 6 },
      spans: { precision: 5 / 6, recall: 5 / 6 },
      first_code: { n: 1, of: 3 },
      linked: { n: 2, of: 3 },
      linked_right: { n: 1, of: 2 },
      linked_though_not_had: { n: 1, of: 3 },
      history_linked: { n: 1, of: 3 },
      history_right: { n: 1, of: 1 },
      unmarked_linked: { n: 1, of: 1 },
      traits: {
        NEGATION: { precision: 1, recall: 1 / 2, f1: 2 / 3 },
        PAST_HISTORY: { precision: 1, recall: 1, f1: 1 },
        SIGN: { precision: null, recall: 0, f1: 0 },
        DIAGNOSIS: { precision: 4 / 5, recall: 1, f1: 8 / 9 },
      },
    })
    expect(figures.spans.f1).toBeCloseTo(5 / 6)
  })

  test.each([
    { code: 'Z80.0', history: true },
    { code: 'Z86.73', history: true },
    { code: 'Z88.0', history: true },
    { code: 'Z91.81', history: true },
    { code: 'Z79.4', history: false },
    { code: 'Z89.5', history: false },
    { code: 'Z93.0', history: false },
    { code: 'E11', history: false },
    { code: undefined, history: false },
  ])('$code is of a history: $history', ({ code, history }) => {
    expect(isHistoryCode(code)).toBe(history)
  })
})

test('lines are held against the linker', () => {
  const line = (linker: string, main: string, gold = ['A']): Line => {
    const rows = (codes: string) => found(0, 1, codes).results
    const comprehended =
      main === '-'
        ? { main: null, entities: [] }
        : { main: 1, entities: [{ results: rows('Z*') }, { results: rows(main) }] }
    const linked = { results: rows(linker) }
    return { evaluationCase: { gold }, linked, comprehended } as unknown as Line
  }
  const figures = lineFigures([
    line('A*', 'A*'),
    line('A*', 'B*'),
    line('A*', 'A'),
    line('A', '-'),
    line('A', 'A*'),
    line('A', 'B*'),
    line('', 'A'),
  ])
  expect(figures).toEqual({
    ...{ n: 7, linker_yes: 3, same_code: 1, other_code: 1, no_main_link: 1 },
    ...{ linker_no: 4, main_linked: 2, main_linked_right: 1 },
  })
})

describe('long texts', () => {
  test('are as long as asked for, and begin with another note each', () => {
    const texts = joinNotes(['aaaa', 'bb'], 20, 3)
    expect(texts.map((text) => text.length)).toEqual([20, 20, 20])
    expect(texts.map((text) => text.slice(0, 6))).toEqual(['aaaa\n\n', 'bb\n\naa', 'aaaa\n\n'])
  })

  test('hostile ones too', () => {
    const texts = hostileNotes(['fever, cough.', 'gout'], 1000)
    expect(texts.size).toBeGreaterThan(10)
    for (const text of texts.values()) expect(text.length).toBe(1000)
    expect(texts.get('capitals')).toMatch(/^[A-Z ]+$/)
    expect(texts.get('control characters')).toContain('f\u0007e')
  })
})

describe('floors', () => {
  const all = { precision: 1, recall: 1, f1: 1 }
  const figures = (notHadLinked: number) => ({
    spans: all,
    traits: Object.fromEntries(TRAITS.map((name) => [name, all])),
    first_code: { n: 9, of: 10 },
    linked_though_not_had: { n: notHadLinked, of: 10 },
  })

  const check = (...given: Parameters<typeof flooredFigures>) =>
    checkFloors('comprehend/floors.json', flooredFigures(...given))

  test('hold where every figure is good', () => {
    const checks = check(figures(0), { same_code: 10, linker_yes: 10 })
    expect(checks.length).toBeGreaterThan(8)
    expect(checks.every(({ holds }) => holds)).toBe(true)
  })

  test('of what is linked though the patient does not have it, and of lines, do not where one is wrong', () => {
    const checks = check(figures(1), { same_code: 9, linker_yes: 10 })
    const fallen = checks.flatMap(({ figure, holds }) => (holds ? [] : [figure]))
    expect(fallen).toEqual(['not linked where not had', "the linker's yes of lines"])
  })

  test('do not hold where nothing was measured', () => {
    const checks = check(noteFigures([], 0), lineFigures([]))
    expect(checks.filter(({ holds }) => holds)).toEqual([])
  })
})
