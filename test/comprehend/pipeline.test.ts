/**
 * Proves of the stages of a text:
 * 1. they are those that the docs list, in their order, and each says its number
 * 2. a stage of a kind that is not asked for gives back what it takes
 */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entitiesOf, STAGES } from '../../src/comprehend/pipeline.ts'
import type { Task } from '../../src/comprehend/task.ts'
import { comprehendRequestSchema, parseRequest } from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { analyzer } from '../support/linker.ts'

const ROOT = new URL('../../', import.meta.url)
const names = STAGES.map(({ name }) => name)
const docOf = (page: string) => readFileSync(new URL(`docs/${page}`, ROOT), 'utf8')

test('the stages are those that the docs list, in their order', () => {
  const [, way] = docOf('server-ways.md').split("## One note's way")
  const [own] = way!.split('\n## ')
  expect(Array.from(own!.matchAll(/\*\*(\w+)\*\* \(/g), ([, name]) => name)).toEqual(names)
  const listed = docOf('architecture.md').replaceAll('\n', ' ')
  expect(listed).toContain(`a note through ${names.join(', ')} (`)
})

test('each stage is a file that says its number', () => {
  const source = readFileSync(new URL('src/comprehend/pipeline.ts', ROOT), 'utf8')
  const numbers = names.map((name) => {
    const file = new RegExp(`import \\{ ${name}\\b.* \\} from '(.*)'`).exec(source)![1]!
    const stage = readFileSync(new URL(`src/comprehend/${file}`, ROOT), 'utf8')
    return Number(/\n \* Stage (\d+)\./.exec(stage)![1])
  })
  expect(numbers).toEqual(names.map((_, i) => i + 1))
})

test('without an index of any kind a text has no entities, and is only read', () => {
  const request = parseRequest(comprehendRequestSchema, { text: 'Fever. Tab Dolo 650. Hb 9' })
  const tools: Task['tools'] = { analyzer, problem: undefined, others: new Map() }
  const work = new Work()
  expect(entitiesOf({ request, tools }, work)).toEqual({
    ...{ main: null, entities: [], notes: [], isTruncated: false },
  })
  expect(work.done).toBe(16 * request.text.length)
})
