/**
 * A process of bench/rotations-killed.ts: opens the records that it is told, and rotates their keys at the message after that.
 *
 *   fork: bench/rotation-child.mjs <library URL>
 */
import { once } from 'node:events'
import { partOf } from './part-of.mjs'

const [library] = process.argv.slice(2)
const { openBlobs, openRecords } = await import(partOf(library, 'http/http'))
const { parseMasterKeys } = await import(partOf(library, 'records/sealing/master-keys'))

process.send({ ready: true })
const [{ place, files, keys }] = await once(process, 'message')
const records = await openRecords(place, { masterKeys: parseMasterKeys(keys) })
const blobs = await openBlobs({ folder: files })
const told = once(process, 'message')
process.send({ opened: true })
await told
const { isWhole } = await records.keys.rotate(blobs)
await records.close()
process.send({ isWhole })
process.disconnect()
