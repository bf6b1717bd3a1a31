/**
 * A process that builds a starter at every message, and answers with what came of it: `{ ok }` or `{ code }`, and the
 * times, in milliseconds since 1970, of its first and its last step of writing, between which it holds the lock. The
 * message is `{ curatedNames }`: without them another index comes of it.
 *
 *   fork: bench/builder-child.mjs <library URL> <ontology> <dir>
 */
const [library, ontology, dir] = process.argv.slice(2)
const { buildStarter } = await import(library)

process.on('message', async ({ curatedNames }) => {
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
