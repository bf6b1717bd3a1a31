/**
 * A plugin for Fastify that codes laboratory tests: POST /tests {"tests": [{"name", "unit", "specimen"}]}.
 * Many tests are linked by worker threads, so that the server stays responsive.
 *
 *   node fastify-plugin.mjs
 */
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { openMedlink } from 'medlink'

const test = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, unit: { type: 'string' }, specimen: { type: 'string' } },
}
const body = {
  type: 'object',
  required: ['tests'],
  properties: { tests: { type: 'array', maxItems: 1000, items: test } },
}

/** Routes of the plugin; `await app.register(codedTests, { medlink })`. */
export async function codedTests(app, { medlink }) {
  app.post('/tests', { schema: { body } }, async (request) => {
    const requests = request.body.tests.map(({ name, ...metadata }) => ({
      query: name,
      ontology: 'loinc',
      metadata,
    }))
    const answers = []
    for await (const outcome of medlink.linkMany(requests, { workers: 1 })) {
      const first = outcome.results?.[0]
      answers.push({
        code: first?.is_linked ? first.term_id : null,
        reason: outcome.error?.code ?? first?.metadata.link_reason ?? 'no_candidate',
        question: first?.metadata.needed ?? null,
      })
    }
    return { answers }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const medlink = openMedlink({ starter: true })
  const app = Fastify()
  app.addHook('onClose', () => medlink.close())
  await app.register(codedTests, { medlink })
  console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }))
  process.once('SIGTERM', () => app.close())
}
