import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Throws away what is garbage, so that nothing of what was made before is thrown away while something is measured. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
