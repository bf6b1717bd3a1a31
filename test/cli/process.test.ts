import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { compiledSources } from '../support/compiled.ts'
import { miniRoot } from '../support/shared-index.ts'
import { tempFolder } from './support.ts'

const execute = promisify(execFile)
const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname

/** A process may take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

/** Runs the command as its users do, in a process of its own. */
function medlink(...argv: readonly string[]) {
  return execute(process.execPath, [commandPath(), ...argv])
}

const commandPath = () => join(compiledSources(), 'src/cli/main.js')

test('exit code and output of a real process', async () => {
  const dir = await miniRoot('icd-10-cm')
  const { stdout, stderr } = await medlink('concept', 'icd-10-cm', 'A00', '--dir', dir)
  expect(stdout).toContain('name\tCholera')
  expect(stderr).toBe('')
  await expect(medlink('concept', 'icd-10-cm', 'x', '--dir', dir)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^medlink: .* has no such code\n$/),
  })
  await expect(medlink('concept')).rejects.toMatchObject({ code: 2 })
})

test('workers of the source tree answer like the main thread', async () => {
  const dir = await miniRoot('icd-10-cm')
  const cases = join(await tempFolder(), 'cases.jsonl')
  const lines = ['E11', 'A00', 'cholera'].map((query, i) =>
    JSON.stringify({ id: String(i), request: { query, ontology: 'icd-10-cm' }, gold: [query] }),
  )
  await writeFile(cases, lines.join('\n'))
  // The process and its threads compile the sources themselves.
  const argv = ['eval', cases, '--dir', dir, '--jobs', '2', '--json']
  const { stdout, stderr } = await execute(process.execPath, ['--import', 'tsx', MAIN, ...argv])
  expect(JSON.parse(stdout)).toMatchObject({ n: 3, top1: 2 / 3 })
  expect(stderr).toBe('')
})

test('a reader that stops early is no error', async () => {
  const dir = await miniRoot('icd-10-cm')
  const argv = [commandPath(), 'link', '-o', 'icd-10-cm', '--dir', dir]
  const child = spawn(process.execPath, argv)
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  child.stdout.once('data', () => child.stdout.destroy())
  child.stdin.end('cholera\n'.repeat(2000))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('asking for help loads neither database nor index', async () => {
  const main = commandPath()
  const script = `
    process.argv = [process.argv[0], 'medlink', 'link', '--help']
    const { createRequire } = await import('node:module')
    process.once('exit', () => {
      const loaded = Object.keys(createRequire(${JSON.stringify(main)}).cache)
      console.log(loaded.some((file) => file.includes('better-sqlite3')))
    })
    await import(${JSON.stringify(main)})`
  const argv = ['--input-type=module', '-e', script]
  const { stdout } = await execute(process.execPath, argv)
  expect(stdout).toMatch(/^Usage: medlink link/)
  expect(stdout).toMatch(/false\n$/)
})
