/**
 * A worker that maps parts of tables, as the jobs of a queue in PostgreSQL say: see bullmq-map.ts.
 *
 *   tsx scripts/distributed/bullmq-worker.ts postgres://user:password@host/database
 *
 * All workers have the indexes (MEDLINK_DIR) and the folders in which parts become files. The job of a worker that has died
 * goes to another one, which goes on where the dead one was stopped.
 */
import { existsSync } from 'node:fs'
import { createPostgresBackend, type Job, Worker } from 'bullmq'
// In a project of your own: 'medlink/mapping' and 'medlink'.
import { mapTable, type Shard } from '../../src/mapping/mapping.ts'
import { type LinkedOntology, openMedlink } from '../../src/medlink.ts'

/** What a job asks for. */
export interface Part {
  readonly input: string
  readonly ontology: LinkedOntology
  readonly out: string
  readonly shard: Shard
}

const medlink = openMedlink({ dir: process.env.MEDLINK_DIR! })
const worker = new Worker(
  'medlink-map',
  async ({ data: { input, ontology, out, shard } }: Job<Part>) => {
    if (existsSync(out) && !existsSync(`${out}.journal`)) return
    await mapTable(medlink, input, out, { ontology, shard, resume: true, workers: 1 })
  },
  {
    connection: { connectionString: process.argv[2]!, migrate: true },
    // How soon a worker counts as dead, and how often one may have died of a job.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 3,
  },
  createPostgresBackend,
)
worker.on('error', (error) => console.error(error.message))
