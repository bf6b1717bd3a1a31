/**
 * Proves of the process that `medlink serve` is:
 * 1. told to end, it answers what was asked of it in full, takes nothing more, and exits with 0
 * 2. several processes answer at one address and are counted as one; one that is killed is replaced, and signals to all of
 *    them, as a terminal or systemd sends, lose no request
 * 3. an index that is put in the place of another answers from then on, and no request fails meanwhile
 * 4. it is not ready without an index, or with one that cannot be read
 * 5. it exits with 1 where it cannot listen
 * 6. whoever guesses at logins is held off
 * 7. names that the site gave codes answer in every process, and what is to be said of them is in the log, without the names
 * 8. what is decided in its mapping project through one process, every other has
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { indexPath } from '../../src/index/registry.ts'
import { createProject } from '../../src/mapping/mapping.ts'
import { openMedlink } from '../../src/medlink.ts'
import { eventually } from '../support/eventually.ts'
import {
  type Answer,
  type Claims,
  type Server,
  spawnMedlink,
  startServer,
  tokenOf,
} from '../support/server.ts'
import { MINI, miniRoot, NOW } from '../support/shared-index.ts'

const { release: LOINC, version: LOINC_VERSION } = MINI.loinc
const USER: Claims = { sub: '10000000000000002', cid: 'app', bid: 'clinic', role: 'user' }
const GLUCOSE = {
  query: 'glucose',
  ontology: 'loinc',
  version: LOINC_VERSION,
  metadata: { unit: 'mg/dL', specimen: 'serum' },
}

let folder: string
/** Two processes, started while others are tested, and anew after a test that ended them. */
let two: Promise<Server> | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-serve-'))
  two = startTwo()
  // Whoever waits for it is told.
  two.catch(() => {})
})
afterAll(async () => (await two)?.stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A root with the LOINC miniature, to be changed. */
async function loincRoot(): Promise<{ dir: string; file: string }> {
  const dir = mkdtempSync(join(folder, 'indexes-'))
  const file = indexPath(dir, 'loinc', LOINC_VERSION)
  mkdirSync(dirname(file), { recursive: true })
  cpSync(indexPath(await miniRoot('loinc'), 'loinc', LOINC_VERSION), file)
  return { dir, file }
}

async function startTwo(): Promise<Server> {
  const { dir } = await loincRoot()
  const names = join(dir, 'own.tsv')
  writeFileSync(names, 'name\tontology\tcode\nWard sugar\tloinc\t9000002-7\n')
  const project = join(dir, 'labs.medmap')
  await makeProject(dir, project)
  const argv = ['--processes', '2', '--names', names, '--project', project]
  const server = await startServer({
    ...{ dir, place: newPlace(), argv },
    env: { MEDLINK_LOG_LEVEL: 'info', MEDLINK_PROJECT_WORKSPACE: USER.bid },
  })
  await server.logUntil('Server listening', 2)
  return server
}

async function makeProject(dir: string, where: string): Promise<void> {
  const medlink = openMedlink({ dir })
  const glucose = {
    ...{ code: '', name: 'glucose', frequency: 1, columns: {} },
    hints: { unit: 'mg/dL', specimen: 'serum' },
  }
  const settings = { ontology: 'loinc', columns: [] } as const
  const project = await createProject(where, medlink, settings, [glucose], { workers: 1 })
  await project.close()
  medlink.close()
}

const newPlace = () => ({ folder: mkdtempSync(join(folder, 'records-')) })

/** Keeps connections for ever, as a proxy does. */
const proxy = new Agent({ keepAlive: true })
afterAll(() => proxy.destroy())

/** Starts a request: the server has read its head, and waits for the body. */
async function begin({ address }: Server, path: string, body: object) {
  const text = JSON.stringify(body)
  const asking = request(`${address}${path}`, {
    method: 'POST',
    agent: proxy,
    headers: {
      authorization: `Bearer ${await tokenOf(USER)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      expect: '100-continue',
    },
  })
  const responding = once(asking, 'response') as Promise<[IncomingMessage]>
  // Whoever never asks for the answer misses none.
  responding.catch(() => {})
  asking.flushHeaders()
  await once(asking, 'continue')
  return {
    send: () => asking.end(text),
    async answer() {
      const [response] = await responding
      const body = JSON.parse(await textOf(response)) as { results: { query: string }[] }
      return { status: response.statusCode, connection: response.headers.connection, body }
    },
  }
}

/** A batch of the most queries that there may be. */
const BATCH = { ...GLUCOSE, queries: Array.from({ length: 100 }, (_, i) => `glucose ${i}`) }

type BatchAnswer = Awaited<ReturnType<Awaited<ReturnType<typeof begin>>['answer']>>

/** Holds the answer to {@link BATCH} of a server that ends to be all of it, and the last on its connection. */
function expectLast({ status, connection, body }: BatchAnswer): void {
  expect({ status, connection }).toEqual({ status: 200, connection: 'close' })
  expect(body.results.map(({ query }) => query)).toEqual(BATCH.queries)
}

/** Resolves once nobody listens any more. */
async function untilRefused({ address }: Server): Promise<void> {
  const { hostname, port } = new URL(address)
  for (;;) {
    const socket = connect(Number(port), hostname)
    try {
      await once(socket, 'connect')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ECONNREFUSED') return
      // In the very moment in which it stopped listening.
      expect(code).toBe('ECONNRESET')
    } finally {
      socket.destroy()
    }
  }
}

describe('one process', () => {
  let server: Server
  let root: { dir: string; file: string }
  beforeAll(async () => {
    root = await loincRoot()
    server = await startServer({ dir: root.dir, place: newPlace() })
  })
  afterAll(() => server?.stop())
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(server?.log())
  })

  const link = () => server.ask('POST /med-link/nel/link', { as: USER, body: GLUCOSE })
  const linkTwo = () =>
    server.ask('POST /med-link/nel/link/batch', {
      as: USER,
      body: { requests: [GLUCOSE, GLUCOSE] },
    })

  test('an index that is replaced answers from then on, and no request fails meanwhile', async () => {
    const made = mkdtempSync(join(folder, 'release-'))
    cpSync(LOINC, made, { recursive: true })
    const table = join(made, 'LoincTable/Loinc.csv')
    const name = 'Glucose [Mass/volume] in Serum or Plasma'
    const renamed = 'Glucose [Mass/volume] in Serum or Plasma of tomorrow'
    writeFileSync(table, readFileSync(table, 'utf8').replace(`"${name}"`, `"${renamed}"`))
    const newer = mkdtempSync(join(folder, 'newer-'))
    await buildIndex('loinc', made, { dir: newer, now: NOW })

    type Result = { index_name: string; results: { metadata: { preferred_name: string } }[] }
    const resultsOf = ({ status, body }: Answer): Result[] => {
      expect(status).toBe(200)
      return (body as { results: Result[] }).results[0]?.index_name === undefined
        ? [body as Result]
        : (body as { results: Result[] }).results
    }
    const [before] = resultsOf(await link())
    expect(before!.results[0]!.metadata.preferred_name).toBe(name)

    const found: Result[] = []
    let asked = 0
    const work = async () => {
      while (asked < 200) {
        asked++
        if (asked === 100) renameSync(indexPath(newer, 'loinc', LOINC_VERSION), root.file)
        found.push(...resultsOf(await (asked % 10 === 0 ? linkTwo() : link())))
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))

    for (const after of [...resultsOf(await link()), ...resultsOf(await linkTwo())]) {
      expect(after.index_name).not.toBe(before!.index_name)
      expect(after.results[0]!.metadata.preferred_name).toBe(renamed)
    }
    const names = new Set(found.map(({ index_name: each }) => each))
    expect(names.size).toBe(2)
    for (const { index_name, results } of found)
      expect(results[0]!.metadata.preferred_name).toBe(
        index_name === before!.index_name ? name : renamed,
      )
  })

  test('is not ready without an index, or with one that cannot be read', async () => {
    const aside = `${root.file}.aside`
    const readiness = async () => {
      const { status, body } = await server.ask('GET /readyz')
      return [status, (body as { parts: { indexes: boolean } }).parts.indexes]
    }
    expect(await readiness()).toEqual([200, true])
    const other = indexPath(root.dir, 'snomed', '1')
    mkdirSync(dirname(other))
    writeFileSync(other, 'no index')
    expect(await readiness()).toEqual([503, false])
    expect((await link()).status).toBe(200)
    rmSync(dirname(other), { recursive: true })
    renameSync(root.file, aside)
    try {
      expect(await readiness()).toEqual([503, false])
      expect(await link()).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_version' } },
      })
      writeFileSync(root.file, 'no index')
      expect(await readiness()).toEqual([503, false])
      const answers = [await link(), await linkTwo()]
      expect(answers[0]).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(answers[1]).toMatchObject({
        status: 200,
        body: { results: [{ error: { code: 'unavailable' } }, { error: { code: 'unavailable' } }] },
      })
      // Where the index lies is nobody else's business.
      for (const { text } of answers) expect(text).not.toContain(folder)
      expect((await server.ask('GET /healthz')).status).toBe(200)
    } finally {
      renameSync(aside, root.file)
    }
    expect(await readiness()).toEqual([200, true])
    expect((await link()).status).toBe(200)
  })

  test('whoever guesses at logins is held off after ten in a minute', async () => {
    const body = { client_id: 'mlc_0123456789abcdef', client_secret: 'x' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.ask('POST /connect-auth/v1/account/login', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
    ])
    const held = answers.find(({ status }) => status === 429)!
    expect(held.body).toEqual({
      error: { code: 'rate_limited', message: 'too many requests: try again later' },
    })
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await link()).status).toBe(200)
  })

  test('told to end, it answers what was asked of it and exits with 0', async () => {
    const ending = await startServer({ dir: root.dir, place: newPlace() })
    const running = await begin(ending, '/med-link/nel/link/batch', BATCH)
    const waiting = await begin(ending, '/med-link/nel/link/batch', BATCH)
    const { hostname, port } = new URL(ending.address)
    const silent = connect(Number(port), hostname).resume()
    await once(silent, 'connect')
    running.send()
    const ended = ending.end('SIGTERM')
    const late = Array.from({ length: 4 }, () => ending.ask('GET /healthz').catch(() => undefined))
    await untilRefused(ending)
    waiting.send()
    for (const answer of await Promise.all(late)) {
      // Refused, or in time, or told that it came too late.
      if (answer === undefined || answer.status === 200) continue
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    }
    expect((await running.answer()).body.results).toHaveLength(BATCH.queries.length)
    expectLast(await waiting.answer())
    expect(await ended).toEqual({ code: 0, signal: null })
  })
})

describe('two processes', () => {
  let server: Server
  beforeEach(async () => {
    two ??= startTwo()
    server = await two
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(server?.log())
  })

  test('names of the site answer, and are warned of in the log', async () => {
    const warning = 'own.tsv line 2: 9000002-7 is retired: 2345-7 answers in its place'
    expect(await server.logUntil(warning, 2)).not.toContain('Ward sugar')
    const body = { query: 'WARD  SUGAR', ontology: 'loinc', version: LOINC_VERSION }
    for (let i = 0; i < 4; i++) {
      const { body: answer } = await server.ask('POST /med-link/nel/link', { body, as: USER })
      expect(answer).toMatchObject({
        results: [{ term_id: '2345-7', term_name: 'Ward sugar', is_linked: true }],
      })
    }
  })

  test('a mapping project is reviewed at /review, through any process', async () => {
    const headers = { connection: 'close' }
    const as = { ...USER, role: 'reviewer' }
    expect((await server.ask('GET /review', { headers })).text).toContain('<title>Medlink review')
    const decided = await server.ask('POST /review/api/decisions', {
      ...{ as, headers },
      body: { terms: [{ id: 1, seen: 1 }], decision: 'accept' },
    })
    expect(decided.status).toBe(200)
    for (let i = 0; i < 4; i++) {
      const { body } = await server.ask('GET /review/api/terms/1', { as, headers })
      expect(body).toMatchObject({
        ...{ state: 'mapped', code: '2345-7' },
        decisions: [{ reviewer: USER.sub, is_mine: true }],
      })
    }
    const project = await server.ask('GET /review/api/project', { as, headers })
    expect(project.body).toMatchObject({ name: 'labs.medmap', progress: { decided: 1 } })
  })

  /** The processes that answer. */
  function membersOf({ pid }: Server): number[] {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return processes
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
      .filter(([, parent]) => parent === pid)
      .map(([child]) => child)
  }

  /** A request on a connection of its own. */
  const link = () =>
    server.ask('POST /med-link/nel/link', {
      as: USER,
      body: GLUCOSE,
      headers: { connection: 'close' },
    })
  async function countLinks(): Promise<number> {
    const { text } = await server.ask('GET /metrics', { headers: { connection: 'close' } })
    const [, count] = /^medlink_links_total\{.*reason="linked".*\} (\d+)$/m.exec(text) ?? []
    return Number(count ?? 0)
  }

  test('each answers, and both are counted together', async () => {
    const members = membersOf(server)
    expect(members).toHaveLength(2)
    const before = await countLinks()
    for (const halted of members) {
      process.kill(halted, 'SIGSTOP')
      // At most one of these comes to the one that sleeps, and waits.
      const answers = Array.from({ length: 4 }, link)
      const first = await Promise.race(answers)
      process.kill(halted, 'SIGCONT')
      for (const { status } of [first, ...(await Promise.all(answers))]) expect(status).toBe(200)
    }
    expect(await countLinks()).toBe(before + 8)
    expect(await countLinks()).toBe(before + 8)
  })

  test('one that is killed is replaced, and meanwhile the other answers', async () => {
    const [killed, other] = membersOf(server)
    const listening = server.log().split('Server listening').length
    process.kill(killed!, 'SIGKILL')
    await eventually(() => expect(membersOf(server)).not.toContain(killed))
    expect((await link()).status).toBe(200)
    await server.logUntil('Server listening', listening)
    const members = membersOf(server)
    expect(members).toHaveLength(2)
    expect(members).toContain(other)
    expect((await link()).status).toBe(200)
  })

  test('a signal to all of them, which the first passes on, loses no request', async () => {
    two = undefined
    try {
      const requests = await Promise.all(
        Array.from({ length: 4 }, () => begin(server, '/med-link/nel/link/batch', BATCH)),
      )
      process.kill(-server.pid, 'SIGINT')
      await untilRefused(server)
      for (const { send } of requests) send()
      for (const answer of await Promise.all(requests.map((each) => each.answer())))
        expectLast(answer)
      expect(await server.ended).toEqual({ code: 0, signal: null })
    } finally {
      await server.stop()
    }
  })
})

test.each([{ processes: '1' }, { processes: '2' }])(
  '$processes that cannot listen exit with 1 and say why',
  async ({ processes }) => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as { port: number }
    const argv = ['serve', '--port', String(port), '--processes', processes, '--dir', folder]
    const child = await spawnMedlink(argv, { MEDLINK_DATA: newPlace().folder })
    const [stdout, stderr, [code]] = await Promise.all([
      textOf(child.stdout!),
      textOf(child.stderr!),
      once(child, 'exit'),
    ])
    listener.close()
    expect(code).toBe(1)
    expect(stdout).not.toContain('serving')
    expect(stderr).toContain('in use by another program (EADDRINUSE): name another one (--port)')
    expect(stderr).not.toMatch(/^ {4}at /m)
  },
)
