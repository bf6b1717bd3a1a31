/**
 * A process of its own that takes documents until it is killed: argv is the place of the records and the folder of the files,
 * as JSON. It prints its address.
 */
import { writeSync } from 'node:fs'
import { createServer, openBlobs, openRecords } from '../../../src/http/http.ts'
import type { Medlink } from '../../../src/medlink.ts'
import { SECRET } from './server.ts'

const { place, files } = JSON.parse(process.argv[2]!)
const app = await createServer({
  // Nobody asks it to link.
  medlink: undefined as unknown as Medlink,
  ...{ records: await openRecords(place), blobs: await openBlobs({ folder: files }) },
  tokens: { secret: SECRET },
})
writeSync(1, `${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
