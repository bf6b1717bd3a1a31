/**
 * A note to FHIR R4: a transaction with a resource for each entity of the note, and a Provenance that points at its words.
 * What is not linked keeps its text and says why it has no code.
 *
 *   npx medlink build starter --out ./indexes
 *   node note-to-fhir.mjs "Fever x 3 days, no cough. K/C/O T2DM" > transaction.json
 */
import Fastify from 'fastify'
import { openMedlink } from 'medlink'
import { fhirRoutes } from 'medlink/fhir'

const text = process.argv[2] ?? 'Fever x 3 days, no cough. K/C/O T2DM'
const note = {
  resourceType: 'DocumentReference',
  status: 'current',
  subject: { reference: 'Patient/1' },
  content: [{ attachment: { contentType: 'text/plain', data: base64Of(text) } }],
}

const medlink = openMedlink({ dir: './indexes' })
const app = Fastify()
app.addHook('onClose', () => medlink.close())
await app.register(fhirRoutes, { prefix: '/fhir', medlink })

// A program needs no port: the same request goes to a server as POST http://host/fhir/$comprehend.
const answer = await app.inject({
  method: 'POST',
  url: '/fhir/$comprehend',
  headers: { 'content-type': 'application/fhir+json' },
  payload: note,
})
await app.close()

if (answer.statusCode !== 200) {
  const { issue } = answer.json()
  console.error(issue[0].details.text)
  process.exit(1)
}
console.log(JSON.stringify(answer.json(), null, 2))

function base64Of(words) {
  return Buffer.from(words, 'utf8').toString('base64')
}
