/**
 * Proves of medlink mcp, in a process of its own:
 * 1. a client that starts it gets initialize, tools/list and tools/call answered on stdout, and nothing else
 * 2. on a terminal it says what it waits for
 * 3. where no folder is named the missing starters are built in the user's cache folder while the client is served, and told on
 *    stderr without any text of a call; ./indexes gets none that nobody asks for
 */

import { spawn } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { LINKED_ONTOLOGIES, type LinkedOntology, MEDLINK_VERSION } from '../../src/medlink.ts'
import { compiledCommand } from '../support/compiled.ts'
import { INITIALIZE } from '../support/mcp.ts'
import { copyStarter, miniRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Starts the command as a client does, opens the connection, sends requests all at once, and closes stdin. */
async function session(
  env: Readonly<Record<string, string>>,
  requests: readonly { readonly method: string; readonly params: object }[],
  cwd: string,
) {
  const main = compiledCommand()
  const child = spawn(process.execPath, [main, 'mcp'], {
    ...{ cwd, env: { PATH: process.env.PATH, ...env } },
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send = (id: number, request: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`)
  send(0, { method: 'initialize', params: INITIALIZE })
  const opened = JSON.parse((await lines.next()).value)
  const openedAt = performance.now()
  for (const [place, request] of requests.entries()) send(place + 1, request)
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at many places
  const answers: any[] = []
  for (const _ of requests) {
    const answer = JSON.parse((await lines.next()).value)
    answers[answer.id - 1] = answer
  }
  child.stdin.end()
  const rest = await lines.next()
  return { opened, openedAt, answers, stderr, code: await exited, isSilent: rest.done === true }
}

const call = (name: string, args: object) => ({
  ...{ method: 'tools/call', params: { name, arguments: args } },
})

test('a client is answered from a named folder', async () => {
  const { opened, answers, ...about } = await session(
    { MEDLINK_DIR: await miniRoot('icd-10-cm') },
    [
      { method: 'tools/list', params: {} },
      call('link', { ontology: 'icd-10-cm', mentions: [{ query: 'cholera' }] }),
      call('link', { ontology: 'loinc', mentions: [{ query: 'glucose' }] }),
    ],
    await tempFolder(),
  )
  const [listed, linked, refused] = answers
  expect(opened.result).toMatchObject({ serverInfo: { name: 'medlink' } })
  expect(listed.result.tools).toHaveLength(7)
  expect(linked.result.structuredContent).toMatchObject({
    release: { version: '2027', sample: false },
    answers: [{ is_linked: true, answer: 'Yes: A00 Cholera.' }],
  })
  expect(JSON.parse(refused.result.content[0].text)).toMatchObject({
    error: { code: 'index_missing' },
  })
  expect(about).toMatchObject({ stderr: '', code: 0, isSilent: true })
})

test('where no folder is named missing starters are built, and those who ask wait for theirs', async () => {
  const cache = await tempFolder()
  const root = join(cache, 'medlink', MEDLINK_VERSION)
  const there: readonly LinkedOntology[] = ['icd-10-cm', 'snomed']
  for (const ontology of there) copyStarter(ontology, root)
  const cwd = await tempFolder()
  const link = (ontology: string) =>
    call('link', { ontology, mentions: [{ query: 'asha of ward 7' }] })
  const asked = [...LINKED_ONTOLOGIES, ...LINKED_ONTOLOGIES]
  const started = performance.now()
  const { opened, openedAt, answers, stderr, code } = await session(
    { XDG_CACHE_HOME: cache },
    asked.map(link),
    cwd,
  )
  expect(opened.result.serverInfo.name).toBe('medlink')
  // The handshake is answered while the builds go on.
  expect(openedAt - started).toBeLessThan((performance.now() - started) / 2)
  for (const [place, { result }] of answers.entries())
    expect(result.structuredContent).toMatchObject({
      release: { ontology: asked[place], version: 'starter', sample: true },
      notes: [expect.stringContaining('a sample of')],
    })
  expect(readdirSync(root).sort()).toEqual([...LINKED_ONTOLOGIES].sort())
  expect(readdirSync(cwd)).toEqual([])
  expect(stderr.split('\n').sort()).toEqual(
    [
      '',
      ...LINKED_ONTOLOGIES.filter((ontology) => !there.includes(ontology)).map(
        (each) =>
          `medlink: building the starter of ${each}, a sample, in ${root}: once, in a few seconds, or a minute on a busy machine`,
      ),
    ].sort(),
  )
  expect(code).toBe(0)
})

test('a client that leaves ends the builds', async () => {
  const { answers, code } = await session(
    { XDG_CACHE_HOME: await tempFolder() },
    [{ method: 'tools/list', params: {} }],
    await tempFolder(),
  )
  expect(answers[0].result.tools).toHaveLength(7)
  expect(code).toBe(0)
})

test('./indexes comes before the cache folder', async () => {
  const cwd = await tempFolder()
  const cache = await tempFolder()
  symlinkSync(await miniRoot('icd-10-cm'), join(cwd, 'indexes'))
  const link = call('link', { ontology: 'icd-10-cm', mentions: [{ query: 'cholera' }] })
  const { answers, stderr } = await session({ XDG_CACHE_HOME: cache }, [link], cwd)
  expect(answers[0].result.structuredContent.release.version).toBe('2027')
  expect({ stderr, cached: readdirSync(cache) }).toEqual({ stderr: '', cached: [] })
  expect(readdirSync(join(cwd, 'indexes'))).toEqual(['icd-10-cm'])
})

test('on a terminal it says what it waits for', async () => {
  const { code, stdout, stderr } = await medlink(['mcp', '--dir', await tempFolder()])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(/^medlink: waiting for a client of the Model Context Protocol/)
})
