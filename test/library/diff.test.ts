/**
 * Proves of what releases differ in:
 * 1. a code is told with each thing that happened to it, and one that did not change with none
 * 2. what was inactive before or is inactive after counts as not being there
 * 3. codes that stand in the place of another are named where they are active; one that means the same before all others
 * 4. changes come in order of code, and are those of comparing every code by itself
 * 5. a version that is not installed, and one of another ontology, are refused; a version does not differ from itself
 */

import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConceptRecord, ReleaseRecords } from '../../src/index/records.ts'
import { indexPath } from '../../src/index/registry.ts'
import { compareStrings } from '../../src/language/sorted.ts'
import { CODE_CHANGES, type CodeChange, diffOf } from '../../src/library/diff.ts'
import { openMedlink } from '../../src/medlink.ts'
import { requireOntology } from '../../src/ontologies/all.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { NOW } from '../support/shared-index.ts'
import { openTiny, tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

/** A code as a line of a release: "A00 billable Cholera", "A00 heading Cholera", "A00 inactive Cholera". */
type Line = string

interface Written {
  readonly lines: readonly Line[]
  readonly under?: Readonly<Record<string, string>>
  readonly replaced?: readonly (readonly [code: string, replacement: string, relation: string])[]
}

function releaseOf({ lines, under = {}, replaced = [] }: Written): ReleaseRecords {
  return {
    ...tinyRelease,
    concepts: lines.map((line): ConceptRecord => {
      const [code = '', state, ...title] = line.split(' ')
      const name = title.join(' ')
      const attributes = { is_billable: state === 'billable', chapter: name }
      return { code, name, family: code, active: state !== 'inactive', attributes }
    }),
    terms: [],
    edges: Object.entries(under).map(([code, parent]) => ({ code, parent })),
    replacements: replaced.map(([code, replacement, relation]) => ({
      ...{ code, replacement, relation },
    })),
    maps: [],
    facts: [],
  }
}

function changesOf(from: Written, to: Written): readonly CodeChange[] {
  return diffOf(icd10cm, openTiny(releaseOf(from)), openTiny(releaseOf(to))).changes
}

/** "A00 retired+merged → B00". */
function told({ code, changes, into }: CodeChange): string {
  const codes = into.map((each) => each.code).join(' ')
  return `${code} ${changes.join('+')}${codes === '' ? '' : ` → ${codes}`}`
}

describe('what happened to a code', () => {
  const PLAIN: Written = { lines: ['A00 billable Cholera', 'B00 billable Dropsy'] }

  test.each<{ what: string; from?: Written; to: Written; expected: readonly string[] }>([
    { what: 'nothing', to: PLAIN, expected: [] },
    {
      what: 'another attribute than a flag',
      from: { lines: ['A00 heading Cholera'] },
      to: { lines: ['A00 heading Cholera'] },
      expected: [],
    },
    {
      what: 'a code that is new',
      to: { lines: [...PLAIN.lines, 'A01 billable Typhoid'] },
      expected: ['A01 added'],
    },
    {
      what: 'a code that is gone',
      to: { lines: ['B00 billable Dropsy'] },
      expected: ['A00 retired'],
    },
    {
      what: 'another title',
      to: { lines: ['A00 billable Cholera, any', 'B00 billable Dropsy'] },
      expected: ['A00 renamed'],
    },
    {
      what: 'the case of a title',
      to: { lines: ['A00 billable CHOLERA', 'B00 billable Dropsy'] },
      expected: ['A00 renamed'],
    },
    {
      what: 'a flag, with nothing below',
      to: { lines: ['A00 heading Cholera', 'B00 billable Dropsy'] },
      expected: ['A00 flag_changed'],
    },
    {
      what: 'a code that is a heading over new ones now',
      to: {
        lines: [
          'A00 heading Cholera',
          'A00.0 billable C. a',
          'A00.1 billable C. b',
          PLAIN.lines[1]!,
        ],
        under: { 'A00.0': 'A00', 'A00.1': 'A00' },
      },
      expected: ['A00 flag_changed+split → A00.0 A00.1', 'A00.0 added', 'A00.1 added'],
    },
    {
      what: 'title, flag and place at once',
      to: {
        lines: ['A00 heading Choleras', 'A00.0 billable C. a', PLAIN.lines[1]!],
        under: { 'A00.0': 'A00' },
      },
      expected: ['A00 renamed+flag_changed+split → A00.0', 'A00.0 added'],
    },
    {
      what: 'a code below one that stays as usable as it was',
      to: {
        lines: ['A00 billable Cholera', 'A00.0 billable C. a', PLAIN.lines[1]!],
        under: { 'A00.0': 'A00' },
      },
      expected: ['A00.0 added'],
    },
    {
      what: 'a heading that has become a code',
      from: { lines: ['A00 heading Cholera', 'A00.0 billable C. a'], under: { 'A00.0': 'A00' } },
      to: { lines: ['A00 billable Cholera'] },
      expected: ['A00 flag_changed', 'A00.0 retired'],
    },
    {
      what: 'a code that had others below it before it lost its flag',
      from: { lines: ['A00 billable Cholera', 'A00.0 billable C. a'], under: { 'A00.0': 'A00' } },
      to: { lines: ['A00 heading Cholera', 'A00.0 billable C. a'], under: { 'A00.0': 'A00' } },
      expected: ['A00 flag_changed'],
    },
    {
      what: 'codes below a new heading that are inactive',
      to: {
        lines: ['A00 heading Cholera', 'A00.0 inactive C. a', PLAIN.lines[1]!],
        under: { 'A00.0': 'A00' },
      },
      expected: ['A00 flag_changed'],
    },
  ])('$what', ({ from = PLAIN, to, expected }) => {
    expect(changesOf(from, to).map(told)).toEqual(expected)
  })
})

describe('a code that is inactive', () => {
  test.each<{ what: string; before: string; after: string; expected: readonly string[] }>([
    { what: 'after', before: 'billable', after: 'inactive', expected: ['A00 retired'] },
    { what: 'before', before: 'inactive', after: 'billable', expected: ['A00 added'] },
    { what: 'both times', before: 'inactive', after: 'inactive', expected: [] },
  ])('$what', ({ before, after, expected }) => {
    const changes = changesOf({ lines: [`A00 ${before} Old`] }, { lines: [`A00 ${after} New`] })
    expect(changes.map(told)).toEqual(expected)
    for (const change of changes) expect(change).toMatchObject({ old_name: 'Old', new_name: 'New' })
  })

  test('before, and gone after', () => {
    expect(
      changesOf({ lines: ['A00 inactive Old', 'B00 billable B'] }, { lines: ['B00 billable B'] }),
    ).toEqual([])
  })

  test('has no name in a release that lacks it', () => {
    const [gone, come] = changesOf({ lines: ['A00 billable A'] }, { lines: ['B00 billable B'] })
    expect(gone).toMatchObject({ code: 'A00', old_name: 'A', new_name: null })
    expect(come).toMatchObject({ code: 'B00', old_name: null, new_name: 'B' })
  })
})

describe('what stands in the place of a retired code', () => {
  const from: Written = {
    lines: ['A00 billable A', 'A01 billable B', 'C00 billable C', 'D00 inactive D'],
  }
  const to = (replaced: Written['replaced'] & object, ...more: string[]): Written => ({
    lines: ['A00 inactive A', 'A01 billable B', 'C00 billable C', 'D00 inactive D', ...more],
    replaced,
  })

  test.each<{ what: string; to: Written; expected: readonly string[] }>([
    { what: 'nothing', to: to([]), expected: ['A00 retired'] },
    {
      what: 'a new code that means the same',
      to: to([['A00', 'E00', 'MAP_TO']], 'E00 billable E'),
      expected: ['A00 retired → E00', 'E00 added'],
    },
    {
      what: 'a code that was there before',
      to: to([['A00', 'C00', 'same_as']]),
      expected: ['A00 retired+merged → C00'],
    },
    {
      what: 'a code that was inactive before',
      to: {
        lines: ['A00 inactive A', 'A01 billable B', 'C00 billable C', 'D00 billable D'],
        replaced: [['A00', 'D00', 'same_as']],
      },
      expected: ['A00 retired → D00', 'D00 added'],
    },
    {
      what: 'a code that may mean something else',
      to: to([['A00', 'C00', 'possibly_equivalent_to']]),
      expected: ['A00 retired → C00'],
    },
    {
      what: 'several that may',
      to: to([
        ['A00', 'C00', 'possibly_equivalent_to'],
        ['A00', 'A01', 'possibly_equivalent_to'],
      ]),
      expected: ['A00 retired+split → A01 C00'],
    },
    {
      what: 'one that means the same among others',
      to: to([
        ['A00', 'C00', 'same_as'],
        ['A00', 'A01', 'possibly_equivalent_to'],
      ]),
      expected: ['A00 retired+merged → C00'],
    },
    {
      what: 'several that mean the same',
      to: to([
        ['A00', 'C00', 'MAP_TO'],
        ['A00', 'A01', 'MAP_TO'],
      ]),
      expected: ['A00 retired+split → A01 C00'],
    },
    {
      what: 'one twice',
      to: to([
        ['A00', 'C00', 'possibly_equivalent_to'],
        ['A00', 'C00', 'alternative'],
      ]),
      expected: ['A00 retired → C00'],
    },
    {
      what: 'an inactive one',
      to: to([['A00', 'D00', 'same_as']]),
      expected: ['A00 retired'],
    },
    {
      what: 'a new one that another code was retired for, too',
      to: {
        lines: ['A00 inactive A', 'A01 inactive B', 'C00 billable C', 'E00 billable E'],
        replaced: [
          ['A00', 'E00', 'same_as'],
          ['A01', 'E00', 'replaced_by'],
        ],
      },
      expected: ['A00 retired+merged → E00', 'A01 retired+merged → E00', 'E00 added'],
    },
    {
      what: 'a new one that another code may stand for, too',
      to: {
        lines: ['A00 inactive A', 'A01 inactive B', 'C00 billable C', 'E00 billable E'],
        replaced: [
          ['A00', 'E00', 'same_as'],
          ['A01', 'E00', 'possibly_equivalent_to'],
        ],
      },
      expected: ['A00 retired → E00', 'A01 retired → E00', 'E00 added'],
    },
  ])('$what', ({ to, expected }) => {
    expect(changesOf(from, to).map(told)).toEqual(expected)
  })

  test('comes with its title', () => {
    const [change] = changesOf(from, to([['A00', 'C00', 'same_as']]))
    expect(change!.into).toEqual([{ code: 'C00', name: 'C' }])
  })
})

test('flags are told by name, before and after', () => {
  const [change] = changesOf({ lines: ['A00 billable A'] }, { lines: ['A00 heading A'] })
  expect(change!.flags).toEqual({ is_billable: { old: true, new: false } })
})

test.each(['icd-10-cm', 'loinc', 'snomed', 'medication'])('%s says which flags it has', (name) => {
  expect(requireOntology(name).flags.length).toBeGreaterThan(0)
})

test('agrees with comparing every code by itself', () => {
  const state = fc.constantFrom('billable', 'heading', 'inactive')
  const release = fc
    .dictionary(fc.stringMatching(/^[A-C]\d$/), fc.tuple(state, fc.constantFrom('X', 'Y')), {
      minKeys: 1,
      noNullPrototype: true,
    })
    .map((codes) => new Map(Object.entries(codes)))
  fc.assert(
    fc.property(release, release, (before, after) => {
      const written = (codes: typeof before): Written => ({
        lines: [...codes].map(([code, [state, name]]) => `${code} ${state} ${name}`),
      })
      const expected = [...new Set([...before.keys(), ...after.keys()])]
        .sort(compareStrings)
        .flatMap((code) => {
          const [old = 'inactive', oldName] = before.get(code) ?? []
          const [now = 'inactive', newName] = after.get(code) ?? []
          if (old === 'inactive' && now === 'inactive') return []
          if (old === 'inactive') return [`${code} added`]
          if (now === 'inactive') return [`${code} retired`]
          const kinds = [
            ...(oldName === newName ? [] : ['renamed']),
            ...(old === now ? [] : ['flag_changed']),
          ]
          return kinds.length === 0 ? [] : [`${code} ${kinds.join('+')}`]
        })
      expect(changesOf(written(before), written(after)).map(told)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

describe('of installed versions', () => {
  function installed() {
    const dir = tempFolder()
    const versions: Readonly<Record<string, Written>> = {
      2026: { lines: ['A00 billable Cholera', 'B00 billable Dropsy'] },
      2027: { lines: ['A00 heading Choleras', 'C00 billable Gout'] },
    }
    for (const [version, written] of Object.entries(versions))
      writeTiny(
        indexPath(dir, 'icd-10-cm', version),
        { ...releaseOf(written), version },
        { columns: icd10cm.columns, aliases: [], now: NOW },
      )
    return { dir, medlink: openMedlink({ dir }) }
  }
  const asked = { ontology: 'icd-10-cm', from: '2026', to: '2027' } as const

  test('each kind of change is counted', () => {
    const { medlink } = installed()
    const { changes, ...head } = medlink.diff(asked)
    expect(head).toEqual({
      ...asked,
      flexsearch: { from: false, to: false },
      counts: { added: 1, retired: 1, renamed: 1, flag_changed: 1, split: 0, merged: 0 },
    })
    expect(Object.keys(head.counts)).toEqual([...CODE_CHANGES])
    expect(changes.map(told)).toEqual(['A00 renamed+flag_changed', 'B00 retired', 'C00 added'])
    medlink.close()
  })

  test('a version does not differ from itself', () => {
    const { medlink } = installed()
    expect(medlink.diff({ ...asked, to: '2026' })).toMatchObject({ from: '2026', changes: [] })
    medlink.close()
  })

  test.each([
    { what: 'a version that is not installed', more: { to: '2028' }, code: 'unknown_version' },
    { what: 'one to start from', more: { from: '2025' }, code: 'unknown_version' },
    { what: 'no version', more: { from: undefined as never }, code: 'invalid_request' },
    { what: 'a number', more: { to: 2027 as never }, code: 'invalid_request' },
    {
      what: 'an ontology with none',
      more: { ontology: 'loinc' as const },
      code: 'unknown_version',
    },
    { what: 'no ontology', more: { ontology: 'icd-9' as never }, code: 'unknown_ontology' },
  ])('$what is refused', ({ more, code }) => {
    const { medlink } = installed()
    expect(() => medlink.diff({ ...asked, ...more })).toThrow(expect.objectContaining({ code }))
    medlink.close()
  })

  test('an index of another ontology in the place of a version is refused', () => {
    const { dir, medlink } = installed()
    const file = indexPath(dir, 'loinc', '2.82')
    writeTiny(
      file,
      { ...tinyRelease, ontology: 'loinc', version: '2.82' },
      {
        ...{ columns: icd10cm.columns, aliases: [], now: NOW },
      },
    )
    cpSync(file, indexPath(dir, 'icd-10-cm', '2028'))
    expect(() => medlink.diff({ ...asked, to: '2028' })).toThrow(
      expect.objectContaining({
        code: 'index_incompatible',
        message: expect.stringContaining('only releases of icd-10-cm can be compared'),
      }),
    )
    medlink.close()
  })
})
