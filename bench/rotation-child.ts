/**
 * A process of bench/rotations-killed.ts: opens the records that it is told, and rotates their keys at the message after that.
 *
 *   fork: bench/rotation-child.ts
 */
import { once } from 'node:events'
import { openBlobs, openRecords } from '../src/http/http.ts'
import type { RecordsPlace } from '../src/records/open.ts'
import { parseMasterKeys } from '../src/records/sealing/master-keys.ts'

/** Work that is told to the process. */
export interface Work {
  readonly place: RecordsPlace
  readonly files: string
  readonly keys: string
}

export interface Rotated {
  readonly isWhole: boolean
}

process.send!({ ready: true })
const [{ place, files, keys }] = (await once(process, 'message')) as [Work]
const records = await openRecords(place, { masterKeys: parseMasterKeys(keys)! })
const blobs = await openBlobs({ folder: files })
const told = once(process, 'message')
process.send!({ opened: true })
await told
const { isWhole } = await records.keys.rotate(blobs)
await records.close()
process.send!({ isWhole } satisfies Rotated)
process.disconnect()
