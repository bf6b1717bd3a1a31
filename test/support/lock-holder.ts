/**
 * A process of its own that takes a lock and says whether it got it: argv is the file. It holds the lock until a line
 * comes on stdin, and says when it has let go.
 */
import { tryLock } from '../../src/files/lock.ts'

const release = tryLock(process.argv[2]!)
console.log(release === undefined ? 'refused' : 'held')
if (release !== undefined) {
  process.stdin.once('data', () => {
    release()
    console.log('released')
    process.exit()
  })
}
