/** Runs the commands of scripts in this process, which has the sources loaded: a process of its own takes half a second to start. */

import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { run } from '../../src/cli/run.ts'

/**
 * Body of a script of bash that has a command run by {@link serveCommands}: its arguments are those of `medlink`. Output, error
 * output and exit code come by files.
 *
 * @param socket where the commands are served
 */
export function clientScript(socket: string): string {
  return `
asked=$(mktemp -d)
printf '%s\\0' "$PWD" "$@" >"$asked/argv"
env -0 >"$asked/env"
if [ -p /dev/stdin ] || [ -f /dev/stdin ]; then cat; fi >"$asked/stdin"
command curl -sS --fail-with-body --unix-socket "${socket}" --data-binary "$asked" http://localhost/
cat "$asked/stdout"
cat "$asked/stderr" >&2
code=$(<"$asked/code")
rm -r "$asked"
exit "$code"
`
}

/** Serves commands at a socket, one after the other, until it is closed. */
export async function serveCommands(socket: string): Promise<{ close(): Promise<void> }> {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer(async (request, response) => {
    const folder = await text(request)
    const ran = last.then(() => runCommand(folder))
    last = ran.catch(() => {})
    await ran.catch((error: unknown) => response.writeHead(500).write(String(error)))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return {
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Runs the command that a script has left in a folder, in the script's own folder and environment. */
async function runCommand(folder: string): Promise<void> {
  const partsOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8').split('\0').slice(0, -1)
  const [cwd, ...argv] = partsOf('argv')
  const env = Object.fromEntries(
    partsOf('env').map((each) => {
      const at = each.indexOf('=')
      return [each.slice(0, at), each.slice(at + 1)]
    }),
  )
  const stdin = Readable.from([readFileSync(join(folder, 'stdin'))])
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const printed = [text(stdout), text(stderr)]
  const own = { cwd: process.cwd(), cache: process.env.XDG_CACHE_HOME }
  process.chdir(cwd!)
  process.env.XDG_CACHE_HOME = env.XDG_CACHE_HOME
  try {
    const code = await run(argv, { stdin, stdout, stderr, env })
    writeFileSync(join(folder, 'code'), String(code))
  } finally {
    process.chdir(own.cwd)
    process.env.XDG_CACHE_HOME = own.cache
    stdout.end()
    stderr.end()
  }
  for (const [place, name] of ['stdout', 'stderr'].entries())
    writeFileSync(join(folder, name), await printed[place]!)
}
