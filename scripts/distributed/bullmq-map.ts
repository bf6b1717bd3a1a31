/**
 * Has the parts of a table mapped by the workers of a queue in PostgreSQL (bullmq-worker.ts), and waits for them.
 *
 *   tsx scripts/distributed/bullmq-map.ts postgres://… INPUT ONTOLOGY FOLDER PARTS
 *
 * Prints how many parts were begun again. Exit code 1 where one could not be mapped.
 */
import { extname, join } from 'node:path'
import { createPostgresBackend, Queue, QueueEvents } from 'bullmq'
import type { LinkedOntology } from '../../src/medlink.ts'
import type { Part } from './bullmq-worker.ts'

type Arguments = [string, string, LinkedOntology, string, string]

const [connectionString, input, ontology, folder, parts] = process.argv.slice(2) as Arguments
const connection = { connectionString, migrate: true }
const queue = new Queue('medlink-map', { connection }, createPostgresBackend)
const events = new QueueEvents('medlink-map', { connection }, createPostgresBackend)
await events.waitUntilReady()

const asked = Array.from({ length: Number(parts) }, (_, i): Part => {
  const out = join(folder, `part-${i + 1}${extname(input)}`)
  return { input, ontology, out, shard: { index: i + 1, count: Number(parts) } }
})
const opts = { attempts: 3, backoff: 10_000 }
const jobs = await queue.addBulk(asked.map((data) => ({ name: 'map', data, opts })))
await Promise.all(jobs.map((job) => job.waitUntilFinished(events)))

const done = await Promise.all(jobs.map(({ id }) => queue.getJob(id!)))
const again = done.filter((job) => job!.stalledCounter > 0)
console.log(`run again: ${again.length} of ${done.length} jobs`)
await events.close()
await queue.close()
