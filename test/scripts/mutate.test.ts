/**
 * Proves of the mutants of a source text:
 * 1. each decision has its changes, in the order of the text, and nothing else has one
 * 2. a mutant is the text with this one change
 * 3. the test files of a source file come nearest first
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutantsOf, mutate } from '../../scripts/mutate/mutants.ts'
import { TestFiles } from '../../scripts/mutate/test-files.ts'
import { tempFolder } from '../support/tiny-index.ts'

describe('changes', () => {
  test.each([
    { source: 'const A = 0.96', changes: ['0.96 -> 0.86'] },
    { source: 'const A = 0.25', changes: ['0.25 -> 0.35'] },
    { source: 'const A = 32', changes: ['32 -> 8'] },
    { source: 'const A = 20_000', changes: ['20_000 -> 5000'] },
    { source: 'const A = 2', changes: ['2 -> 1'] },
    { source: 'const A = 1', changes: ['1 -> 0'] },
    { source: 'const A = 0', changes: ['0 -> 1'] },
    {
      source: 'const A = { words: 4, share: [0.7] } as const',
      changes: ['4 -> 1', '0.7 -> 0.6'],
    },
    { source: 'const f = (x) => x < 7', changes: ['< -> <=', '7 -> 1'] },
    { source: 'const f = (x) => x <= y', changes: ['<= -> <'] },
    { source: 'const f = (x) => x > y', changes: ['> -> >='] },
    { source: 'const f = (x) => x >= y', changes: ['>= -> >'] },
    { source: 'const f = (x) => x === y', changes: ['=== -> !=='] },
    { source: 'const f = (x) => x !== y', changes: ['!== -> ==='] },
    { source: 'const f = (x) => x && y || z', changes: ['&& -> ||', '|| -> &&'] },
    { source: 'const f = (x) => Math.min(x, y)', changes: ['min -> max'] },
    { source: 'const f = (x) => Math.max(x, y)', changes: ['max -> min'] },
    { source: 'const f = (x) => (x ? 1 : 0)', changes: ['1 -> 0', '0 -> 1'] },
    { source: 'function f(x) { return 0 }', changes: ['0 -> 1'] },
    { source: 'function f(x) { if (x) return }', changes: ['x -> true', 'x -> false'] },
    {
      source: 'for (const x of y) { if (x) { z(); continue } }',
      changes: ['x -> true', 'x -> false'],
    },
    { source: 'for (const x of y) if (x) break', changes: ['x -> true', 'x -> false'] },
    { source: 'if (x) throw new Error(a < 2)', changes: ['x -> true', 'x -> false'] },
    {
      source: 'function isA(x): boolean { return g(x) }',
      changes: ['{ return g(x) } -> { return true }', '{ return g(x) } -> { return false }'],
    },
    { source: 'const isA = (x): x is B => g(x)', changes: ['g(x) -> true', 'g(x) -> false'] },
    { source: 'const isA = (x): boolean => true', changes: ['true -> false'] },
    {
      source: 'class A { isA(): boolean { return g() } }',
      changes: ['{ return g() } -> { return true }', '{ return g() } -> { return false }'],
    },
  ])('$source: $changes', ({ source, changes }) => {
    const found = mutantsOf(source).map(({ before, after }) => `${before} -> ${after}`)
    expect(found).toEqual(changes)
  })
})

test.each([
  { source: 'type A = 1 | 2', what: 'a type' },
  { source: 'interface A { b: 0.5 }', what: 'an interface' },
  { source: "import a from 'a'", what: 'an import' },
  { source: 'const A = B as 1', what: 'a type of a value' },
  { source: 'const f = (x) => x[1]', what: 'a place in a list' },
  { source: 'const f = (x) => x + 1', what: 'a step' },
  { source: 'function f(n) { for (let i = 0; i < n; i++) g(i) }', what: 'a loop that counts' },
  { source: 'if (x) f()', what: 'an if that leaves nothing out' },
  { source: 'declare function isA(x: 1): boolean', what: 'a declaration' },
  { source: "const A = 'a < 1 && b'", what: 'a text' },
  { source: '// a < 1', what: 'a comment' },
])('leaves $what alone: $source', ({ source }) => {
  expect(mutantsOf(source)).toEqual([])
})

test('a mutant is the text with this one change, and says on which line', () => {
  const source = 'const A = 4\n\n/** 4 */\nconst f = (x: 4) => x < 4\n'
  const mutants = mutantsOf(source)
  expect(mutants.map(({ line }) => line)).toEqual([1, 4, 4])
  expect(mutants.map((each) => mutate(source, each))).toEqual([
    'const A = 1\n\n/** 4 */\nconst f = (x: 4) => x < 4\n',
    'const A = 4\n\n/** 4 */\nconst f = (x: 4) => x <= 4\n',
    'const A = 4\n\n/** 4 */\nconst f = (x: 4) => x < 1\n',
  ])
})

describe('the test files', () => {
  const TREE: Readonly<Record<string, string>> = {
    'src/a.ts': '',
    'src/b.ts': "import { a } from './a.ts'",
    'src/c.ts': "import type { A } from './a.ts'",
    'src/d.ts': "const a = () => import('./a.ts')",
    'test/support/all.ts': "export * from '../../src/b.ts'",
    'test/a.test.ts': "import './support/all.ts'",
    'test/a.properties.test.ts': "import './support/all.ts'",
    'test/b.test.ts': "import { b } from '../src/b.ts'",
    'test/c.test.ts': "import { c } from '../src/c.ts'",
    'test/d.test.ts': "import { d } from '../src/d.ts'",
  }

  function treeOf(files: Readonly<Record<string, string>>): TestFiles {
    const root = tempFolder()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return new TestFiles(root)
  }

  test.each([
    {
      source: 'src/a.ts',
      durations: {},
      tests: ['a.properties', 'a', 'b', 'd'],
      why: 'its own first, then those that load it, at any distance',
    },
    {
      source: 'src/a.ts',
      durations: { 'test/b.test.ts': 9, 'test/a.properties.test.ts': 5, 'test/a.test.ts': 2 },
      tests: ['a', 'a.properties', 'd', 'b'],
      why: 'of the same distance quick ones first',
    },
    {
      source: 'src/b.ts',
      durations: { 'test/b.test.ts': 9 },
      tests: ['b', 'a.properties', 'a'],
      why: 'its own first, however slow',
    },
    { source: 'src/c.ts', durations: {}, tests: ['c'], why: 'types load nothing' },
  ])('of $source are $tests: $why', ({ source, durations, tests }) => {
    expect(treeOf(TREE).of(source, new Map(Object.entries(durations)))).toEqual(
      tests.map((name) => `test/${name}.test.ts`),
    )
  })

  test('of a tree say what loads what', () => {
    const files = treeOf(TREE)
    expect(files.isLoadedBy('src/a.ts', 'test/support/all.ts')).toBe(true)
    expect(files.isLoadedBy('src/a.ts', 'src/c.ts')).toBe(false)
  })
})
