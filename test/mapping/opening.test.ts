/**
 * Proves of the place of a mapping project, on SQLite and on PostgreSQL:
 * 1. what is no project, is not finished, is another program's or a newer version's is refused, and left as it is
 * 2. an error says nothing of an address
 * 3. what was acknowledged is there when the processes that decide are killed
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTables } from '../../src/mapping/open.ts'
import { openProject } from '../../src/mapping/projects.ts'
import { openRecords } from '../../src/records/open.ts'
import { compiledChild } from '../support/compiled.ts'
import { START_MS } from '../support/postgres.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { DATABASES, type DatabaseKind, makeProject, SOURCE, sourceRow } from './projects.ts'

const CHILD = 'mapping/child'
/** Acknowledgements of all processes together, after which they are killed. */
const ENOUGH = 40

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())

  test('what is not there is not made', async () => {
    const where = await kind.newPlace()
    const refused = { code: 'no_project', message: expect.stringContaining('there is no mapping') }
    await expect(openProject(where)).rejects.toMatchObject(refused)
    await expect(openProject(where)).rejects.toMatchObject(refused)
    if (!where.includes('://')) expect(existsSync(where)).toBe(false)
  })

  test('opens what was made, with what was decided', async () => {
    const where = await kind.newPlace()
    const made = await makeProject(where, SOURCE)
    await made.decide('Ann', [{ term: 1, seen: 1, decision: 'none' }])
    await made.close()
    await expect(made.terms()).rejects.toMatchObject({ code: 'closed' })
    const project = await openProject(where, { now: () => 77 })
    onTestFinished(() => project.close())
    expect(await project.about()).toMatchObject({ created: 1_000 })
    await project.undo('Ann')
    expect(await project.history(1)).toMatchObject([{ at: 1_000, withdrawn: 77 }])
  })

  test('a newer version is refused', async () => {
    const where = await kind.newPlace()
    await (await makeProject(where)).close()
    const tables = await openTables(where, { isNew: false })
    await tables.run((db) => sql`update project_version set version = 99`.execute(db))
    await tables.close()
    await expect(openProject(where)).rejects.toMatchObject({
      code: 'project_incompatible',
      message: expect.stringMatching(/99.*versions up to 1\b/),
    })
  })

  test('keeps what it acknowledged when its processes are killed', async () => {
    const where = await kind.newPlace()
    await (await makeProject(where, [sourceRow('A', 'asthma')])).close()
    const children = ['Ann', 'Ben'].map((reviewer) =>
      spawn(process.execPath, [compiledChild(CHILD), where, reviewer], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    const end = () => {
      for (const child of children) child.kill('SIGKILL')
    }
    onTestFinished(end)
    const acknowledged: string[] = []
    const ended = children.map((child) => once(child, 'exit'))
    await Promise.all(
      children.map(async (child) => {
        for await (const line of createInterface({ input: child.stdout })) {
          acknowledged.push(line)
          if (acknowledged.length === ENOUGH) end()
        }
      }),
    )
    await Promise.all(ended)
    const project = await openProject(where)
    onTestFinished(() => project.close())
    const history = await project.history(1)
    const notes = history.map(({ note }) => note)
    expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH)
    expect(notes).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(notes).size).toBe(notes.length)
    // At most the one that each was deciding is there without an acknowledgement.
    expect(notes.length).toBeLessThanOrEqual(acknowledged.length + children.length)
    expect(await project.term(1)).toMatchObject({ revision: 1 + notes.length, state: 'no_code' })
  }, 60_000)
})

describe('a file', () => {
  test.each([
    { what: 'of nothing', content: '', code: 'no_project' },
    { what: 'of text', content: 'name,code\n'.repeat(100), code: 'project_incompatible' },
  ])('$what is none, and stays', async ({ content, code }) => {
    const file = join(tempFolder(), 'labs.medlink')
    writeFileSync(file, content)
    await expect(openProject(file)).rejects.toMatchObject({ code })
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  test('of records is none, and stays', async () => {
    const folder = tempFolder()
    await (await openRecords({ folder })).close()
    const file = join(folder, 'records.sqlite')
    const before = readFileSync(file)
    await expect(openProject(file)).rejects.toMatchObject({ code: 'project_incompatible' })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('is for its user alone', async () => {
    const file = join(tempFolder(), 'new', 'labs.medlink')
    await makeProject(file)
    expect(statSync(file).mode & 0o077).toBe(0)
  })
})

test.each([
  'postgres://someone:hunter2@127.0.0.1:1/db',
  'postgres://someone:hunter2@127.0.0.1:1/db?schema=labs',
  'postgresql://someone:hunter2@127.0.0.1:1/db?schema="; drop table term',
  'postgres://someone:hunter2@127.0.0.1:1/db?schema=Labs',
  `postgres://someone:hunter2@127.0.0.1:1/db?schema=${'x'.repeat(64)}`,
])('%s cannot be used, and no error repeats it', async (address) => {
  const error = await openProject(address).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'no_project' })
  expect(String(error)).not.toMatch(/hunter2|someone|drop table/)
})
