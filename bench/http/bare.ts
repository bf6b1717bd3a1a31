import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('bare-child.mjs', import.meta.url))

/** A server of Node.js alone that answers every request with the bytes of a file: the most that a machine can do. */
export async function startBare(processes: number, file: string) {
  const child = spawn(process.execPath, [PROGRAM, String(processes), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killToo = () => child.kill('SIGKILL')
  process.once('exit', killToo)
  const [port] = await once(child.stdout, 'data')
  return {
    address: `http://127.0.0.1:${String(port).trim()}`,
    token: 'none',
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', killToo)
    },
  }
}
