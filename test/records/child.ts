/**
 * A process of its own that makes profiles until it is killed: argv is the place of the records as JSON. It says "open"
 * and waits for a line; then it makes profiles whose usernames count up from 0, and prints those that were
 * acknowledged, one line each.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { openRecords } from '../../src/records/open.ts'

const { profiles } = await openRecords(JSON.parse(process.argv[2]!))
writeSync(1, 'open\n')
await once(process.stdin, 'data')
for (let number = 0; ; number++) {
  const made = await profiles.create({ kind: 'patient', bid: 'b', username: `user ${number}` })
  if (made !== 'username_taken') writeSync(1, `${made.oid} ${made.username}\n`)
}
