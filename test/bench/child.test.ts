/**
 * Proves of a process that a benchmark asks:
 * 1. each message has the answer of the process
 * 2. a process that was killed, or that ended by itself, has an error with its signal or code
 * 3. an answer that takes too long is an error
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { AnsweringProcess, SOURCES } from '../../bench/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'medlink-child-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('answers each message until it is killed, or takes too long', async () => {
  const child = await AnsweringProcess.start('replacer-child.mjs', [join(folder, 'x')], SOURCES)
  for (const times of [0, 2])
    expect(await child.ask({ times })).toEqual({ together: 0, refusals: 0 })
  expect(await child.ask({ times: 1e9 }, 50)).toEqual({ error: 'hang' })
  await child.kill()
  expect(await child.ask({ times: 1 })).toEqual({ error: 'crash: SIGKILL' })
  await child.kill()
})

test('of a process that ended by itself the error has its code', async () => {
  const child = await AnsweringProcess.start('part-of.mjs', [])
  expect(await child.ask({})).toEqual({ error: 'crash: 0' })
})
