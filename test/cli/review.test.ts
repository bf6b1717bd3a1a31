/**
 * Proves of `medlink review`: it prints where it serves, and the next link when one was used; the page and its files come
 * from there; it ends at Ctrl-C; and what is no project is refused.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { compiledSources } from '../support/compiled.ts'
import { fileFolder } from '../support/linker.ts'
import { miniRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const dir = await miniRoot('icd-10-cm')
const folder = mkdtempSync(join(fileFolder(), 'review-'))

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 20 }

test('a page for one person, until Ctrl-C', async () => {
  const source = join(folder, 'problems.csv')
  const file = join(folder, 'problems.medmap')
  writeFileSync(source, 'text\ncholera\n')
  const env = { MEDLINK_DIR: dir }
  const made = await medlink(['project', 'create', file, '--source', source, '-o', 'icd-10-cm'], {
    env,
  })
  expect(made.code).toBe(0)
  const argv = [
    join(compiledSources(), 'src/cli/main.js'),
    'review',
    file,
    '--reviewer',
    'asha',
    '--no-open',
  ]
  const child = spawn(process.execPath, [...argv, '--dir', dir])
  const ended = once(child, 'exit')
  try {
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    await vi.waitFor(() => expect(lines).toHaveLength(2), WAIT)
    const line = lines[0]!
    expect(line).toContain(`reviewing ${file} as asha: http://127.0.0.1:`)
    const { origin, hash } = new URL(/http:\S+/.exec(line)![0])
    const html = await (await fetch(`${origin}/review`)).text()
    const [, script] = /type="module" src="([^"]+)"/.exec(html)!
    expect((await fetch(`${origin}${script}`)).status).toBe(200)
    const session = await fetch(`${origin}/review/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link: hash.replace('#open=', '') }),
    })
    const { token } = (await session.json()) as { token: string }
    await vi.waitFor(() => expect(lines).toHaveLength(3), WAIT)
    expect(lines[2]).toContain(`to open it in another tab, or again later: ${origin}/review#open=`)
    expect(lines[2]).not.toContain(hash)
    const asked = await fetch(`${origin}/review/api/project`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await asked.json()).toMatchObject({
      ...{ name: 'problems.medmap', reviewer: 'asha', is_installed: true },
    })
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('a named folder of indexes that does not exist is refused', async () => {
  const typo = join(folder, 'typo')
  const file = join(folder, 'problems.medmap')
  const ran = await medlink(['review', file, '--no-open', '--dir', typo])
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain(`${typo} does not exist`)
})

test('what is no project is refused', async () => {
  const other = join(folder, 'other.medmap')
  writeFileSync(other, 'a,b\n')
  for (const [file, said] of [
    [join(folder, 'missing.medmap'), 'there is no mapping project in'],
    [other, "not Medlink's database of a mapping project"],
  ] as const) {
    const ran = await medlink(['review', file, '--no-open'], { env: { MEDLINK_DIR: dir } })
    expect([ran.code, ran.stdout]).toEqual([1, ''])
    expect(ran.stderr).toContain(said)
  }
})
