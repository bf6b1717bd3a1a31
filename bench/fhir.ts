/**
 * The time of a keystroke in a search field over FHIR: ValueSet/$expand with a filter, over HTTP on this machine, as Bahmni asks
 * it, with an index of SNOMED CT's full size.
 *
 *   tsx bench/fhir.ts --dir D [--requests N]
 *
 *   --dir       root of an index of SNOMED CT of full size (bench/generate-rf2.ts makes the release)
 *   --requests  default: 2,000
 *
 * Typed are names of clinical findings, each cut after 3 to 12 letters, within the value set of all findings; one request after
 * the other on one connection, the server in this process and the same thread. Printed: p50 and p99 of a request from the first
 * byte to the last of the answer, the same of the library's suggest for the same letters, of pages of 50 codes without a filter, and
 * the time of the first request; by the clock or the processor's time, whichever is less.
 */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { Agent, request } from 'undici'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { formatRows } from '../scripts/support/table.ts'
import { type FhirOptions, fhirRoutes } from '../src/fhir/fhir.ts'
import { openMedlink } from '../src/medlink.ts'
import { quantilesOf, startBusyClock } from './timing.ts'

const FINDINGS = 'http://snomed.info/sct?fhir_vs=ecl/<404684003'

const options = readOptions(import.meta.url, { dir: REQUIRED, requests: 2000 })

const medlink = openMedlink({ dir: options.dir })
const app = Fastify()
await app.register(fhirRoutes, { prefix: '/fhir', medlink } as FhirOptions)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const agent = new Agent({ connections: 1 })

/** Reads a whole answer. @throws Error for a status other than 200 */
async function ask(path: string): Promise<void> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
    dispatcher: agent,
  })
  await body.arrayBuffer()
  if (statusCode !== 200) throw new Error(`status ${statusCode}`)
}

/** Time of some work by the clock, or by the processor where other programs took it away. */
async function timed(work: () => unknown): Promise<number> {
  const took = startBusyClock()
  await work()
  return took()
}

/** Beginnings of names, as far as a person may have typed them. */
function typedTexts(count: number): string[] {
  const random = seededRandom(1)
  return medlink.codes('snomed', undefined, (codes) => {
    const texts: string[] = []
    while (texts.length < count) {
      const number = Math.floor(random() * codes.size)
      const { semantic_tag: tag } = codes.attributesOf(number)
      if (codes.isActive(number) && (tag === 'disorder' || tag === 'finding'))
        texts.push(codes.titleOf(number).slice(0, 3 + Math.floor(random() * 10)))
    }
    return texts
  })
}

const texts = typedTexts(options.requests)
const expand = (more: string) =>
  ask(`/fhir/ValueSet/$expand?url=${encodeURIComponent(FINDINGS)}${more}`)
const typed = (text: string) =>
  expand(
    `&filter=${encodeURIComponent(text)}&count=20&displayLanguage=en&includeDesignations=false`,
  )

const first = await timed(() => typed('hea'))
for (const text of texts.slice(0, 100)) await typed(text)
const filtered: number[] = []
const suggested: number[] = []
const paged: number[] = []
for (const [place, text] of texts.entries()) {
  filtered.push(await timed(() => typed(text)))
  if (place % 10 === 0) paged.push(await timed(() => expand(`&count=50&offset=${place * 50}`)))
}
// By itself: the library keeps its last answer.
for (const text of texts)
  suggested.push(
    await timed(() => medlink.suggest({ prefix: text, ontology: 'snomed', limit: 20 })),
  )
await app.close()
medlink.close()
await agent.destroy()

const kinds = Object.entries({ filter: filtered, suggest: suggested, page: paged })
console.log(formatRows(kinds.map(([what, ms]) => ({ what, ...quantilesOf(ms) }))))
console.log(`the first request: ${first.toFixed(0)} ms`)
