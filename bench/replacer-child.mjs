/**
 * A process that replaces a file over and over, at every message `{ times }`, and counts how often it found somebody else
 * doing it at the same time: in each replacement it holds a file that is made exclusively.
 *
 *   fork: bench/replacer-child.mjs <library URL> <file>
 */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { partOf } from './part-of.mjs'

const [library, file] = process.argv.slice(2)
const { replaceAtomically } = await import(partOf(library, 'files/atomic'))
const mark = `${file}.held`

/** True if it was this process's turn; counts who else is there. */
function replaceOnce(counts) {
  try {
    replaceAtomically(file, (temporary) => {
      let handle
      try {
        handle = openSync(mark, 'wx')
      } catch {
        counts.together++
      }
      writeFileSync(temporary, String(process.pid))
      if (handle === undefined) return
      closeSync(handle)
      rmSync(mark)
    })
    return true
  } catch (error) {
    if (error.code !== 'build_in_progress') throw error
    counts.refusals++
    return false
  }
}

process.on('message', ({ times }) => {
  const counts = { together: 0, refusals: 0 }
  for (let done = 0; done < times; ) if (replaceOnce(counts)) done++
  process.send(counts)
})
process.send({ ready: true })
