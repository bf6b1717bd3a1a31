/**
 * A process that builds a starter at every message, and answers with what came of it: `{ ok }` or `{ code }`, and the
 * times, in milliseconds since 1970, of its first and its last step of writing, between which it holds the lock. The
 * message is `{ curatedNames, diesAt }`: without curated names another index comes of it; with a number, the process dies before
 * that rename.
 *
 *   fork: bench/builder-child.mjs <library URL> <ontology> <dir>
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { partOf } from './part-of.mjs'

const [library, ontology, dir] = process.argv.slice(2)
const { buildStarter } = await import(partOf(library, 'build/build'))

process.on('message', async ({ curatedNames, diesAt }) => {
  if (diesAt !== undefined) dieAt(diesAt)
  const steps = []
  const now = () => performance.timeOrigin + performance.now()
  const onStep = (step) => {
    if (/^(analyze|write|build)/.test(step)) steps.push(now())
  }
  const answer = await buildStarter(ontology, { dir, curatedNames, onStep }).then(
    () => ({ ok: true }),
    (error) => ({ code: error.code ?? error.name }),
  )
  process.send({ ...answer, from: steps[0], to: steps.at(-1) })
})
process.send({ ready: true })

/** Before the last of so many renames this process kills itself. */
function dieAt(last) {
  const { renameSync } = fs
  let renames = 0
  fs.renameSync = (from, to) => {
    if (++renames === last) process.kill(process.pid, 'SIGKILL')
    renameSync(from, to)
  }
  syncBuiltinESMExports()
}
