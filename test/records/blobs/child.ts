/** A process of folder.test.ts: writes a file of the folder that it is told, without an end. */
import { openBlobs } from '../../../src/records/blobs/open.ts'

process.once('message', async (folder: string) => {
  const blobs = await openBlobs({ folder })
  await blobs.put('there', endless())
})

async function* endless() {
  yield Buffer.from('a')
  process.send!('writing')
  // Until it is killed.
  setInterval(() => {}, 1000)
  await new Promise(() => {})
}
