/** A process of its own that delivers until it is killed: argv is a list of places of records as JSON. */
import { startDeliveries } from '../../../src/http/webhooks/worker.ts'
import { openRecords } from '../../../src/records/open.ts'

const limits = { leaseMs: 700, concurrency: 4 }
for (const place of JSON.parse(process.argv[2]!)) {
  const { webhooks } = await openRecords(place)
  startDeliveries(webhooks.outbox, { privateHosts: true, limits })
}
