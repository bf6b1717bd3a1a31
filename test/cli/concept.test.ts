/**
 * Proves of `medlink concept`, over an invented release:
 * 1. names with their language, replacements with their relation, counterparts, and the first of many children are told
 * 2. --under says yes or no, both of them an answer
 */

import { beforeAll, expect, test } from 'vitest'
import { CHILDREN, writeFamilyTree } from '../support/family-tree.ts'
import { fileFolder } from '../support/linker.ts'
import { medlink } from './support.ts'

const dir = fileFolder()
const env = { MEDLINK_DIR: dir, NO_COLOR: '1' }
beforeAll(() => writeFamilyTree(dir))

async function factsOf(code: string): Promise<string[]> {
  const ran = await medlink(['concept', 'icd-10-cm', code], { env })
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' })
  return ran.stdout.trimEnd().split('\n')
}

test('a code is told with everything that is known of it', async () => {
  expect(await factsOf('B00')).toEqual([
    'code\tB00',
    'name\tThing B00',
    'status\tactive',
    'preferred name (en)\tThing B00',
    'synonym name (de)\tDing B00',
    'parent\tB01 Thing B01',
    'parent\tB02 Thing B02',
    'children\t23',
    ...CHILDREN.slice(0, 20).map((code) => `child\t${code} Thing ${code}`),
    'more children\t3',
    'icd-11 map\tBD10',
    'icd-9 map\totherwise',
    'icd-9 map\t428.0 {"group":1}',
  ])
})

test('a terminal shows the same', async () => {
  const { stdout } = await medlink(['concept', 'icd-10-cm', 'B00'], { env, terminal: true })
  expect(stdout).toMatch(/^synonym name \(de\) {2,}Ding B00$/m)
  expect(stdout).toMatch(/^more children {2,}3$/m)
  expect(stdout).toMatch(/^icd-11 map {2,}BD10$/m)
})

test('no children are one line', async () => {
  const facts = await factsOf('B00.10')
  expect(facts.filter((fact) => /child/.test(fact))).toEqual(['children\t0'])
  expect(facts.filter((fact) => /map/.test(fact))).toEqual([])
})

test.each([
  { code: 'A90', facts: ['replaced by\tB00 Thing B00'] },
  { code: 'A91', facts: ['possibly equivalent to\tB00 Thing B00'] },
  { code: 'A92', facts: ['replaced by\tB00 Thing B00', 'replaced by\tB01 Thing B01'] },
  { code: 'A93', facts: ['possibly equivalent to\tB00 Thing B00', 'replaced by\tB01 Thing B01'] },
  { code: 'A95', facts: ['replaced by\tB01 Thing B01'] },
  { code: 'A96', facts: [] },
])('the retired $code says what stands in its place', async ({ code, facts }) => {
  const told = await factsOf(code)
  expect(told.slice(2)).toEqual(['status\tretired', ...facts, 'children\t0'])
})

test('--json has relations, maps and all children', async () => {
  const retired = await medlink(['concept', 'icd-10-cm', 'A91', '--json'], { env })
  expect(JSON.parse(retired.stdout).replacements).toEqual([
    { code: 'B00', name: 'Thing B00', relation: 'possibly_equivalent_to', exact: false },
  ])
  const { stdout } = await medlink(['concept', 'icd-10-cm', 'B00', '--json'], { env })
  const { children, maps } = JSON.parse(stdout)
  expect(children.map(({ code }: { code: string }) => code)).toEqual(CHILDREN)
  expect(maps[0]).toEqual({ system: 'icd-11', target: 'BD10', rule: '' })
})

test.each([
  { code: 'B00.10', ancestor: 'B00', under: true },
  { code: 'b0010', ancestor: 'd00', under: true },
  { code: 'B00', ancestor: 'B00.10', under: false },
  { code: 'B00', ancestor: 'B00', under: false },
])('$code under $ancestor is $under', async ({ code, ancestor, under }) => {
  const argv = ['concept', 'icd-10-cm', code, '--under', ancestor]
  const plain = await medlink(argv, { env })
  expect(plain).toEqual({ code: 0, stdout: under ? 'yes\n' : 'no\n', stderr: '' })
  const json = await medlink([...argv, '--json', '-v', '2029'], { env })
  expect(json.code).toBe(0)
  expect(JSON.parse(json.stdout)).toEqual({ code, ancestor, under })
})

test.each([
  { argv: ['B00', '--under', 'Z00'], code: 'unknown_code', says: 'has no such ancestor' },
  { argv: ['Z00', '--under', 'B00'], code: 'unknown_code', says: 'has no such code' },
  {
    argv: ['B00', '--under', 'D00', '-v', '1999'],
    code: 'unknown_version',
    says: 'is not installed in that version',
  },
])('concept $argv is refused', async ({ argv, code, says }) => {
  const ran = await medlink(['concept', 'icd-10-cm', ...argv, '--json'], { env })
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  const { error } = JSON.parse(ran.stderr)
  expect(error.code).toBe(code)
  expect(error.message).toContain(says)
})
