/** A process of bench/rotations-killed.ts: rotates the keys of the records that it is told, and says when it begins and ends. */
import { openBlobs, openRecords } from '../src/http/http.ts'
import type { RecordsPlace } from '../src/records/open.ts'
import { parseMasterKeys } from '../src/records/sealing/master-keys.ts'

/** Work that is told to the process. */
export interface Work {
  readonly place: RecordsPlace
  readonly files: string
  readonly keys: string
}

process.once('message', async ({ place, files, keys }: Work) => {
  const records = await openRecords(place, { masterKeys: parseMasterKeys(keys)! })
  const blobs = await openBlobs({ folder: files })
  process.send!('begun')
  const { isWhole } = await records.keys.rotate(blobs)
  await records.close()
  process.send!(isWhole ? 'whole' : 'not whole')
  process.disconnect()
})
process.send!('ready')
