/**
 * A diagnosis field behind Express. POST /diagnosis {"text": "..."} answers with a code, or with candidates for a person.
 *
 *   node express.mjs
 *   curl -s http://127.0.0.1:3000/diagnosis -H 'Content-Type: application/json' -d '{"text": "type 2 diabetes"}'
 */
import express from 'express'
import { MedlinkError, openMedlink } from 'medlink'

const medlink = openMedlink({ starter: true })
const app = express()
app.use(express.json())

app.post('/diagnosis', (request, response) => {
  const { results } = medlink.link({
    query: request.body.text,
    ontology: 'icd-10-cm',
    billable: true,
  })
  const candidates = results.map(({ term_id, metadata }) => ({
    code: term_id,
    title: metadata.preferred_name,
  }))
  const [first] = results
  response.json({
    code: first?.is_linked ? candidates[0] : null,
    reason: first?.metadata.link_reason ?? 'no_candidate',
    question: first?.metadata.needed ?? null,
    candidates,
  })
})

// A wrong request is the caller's error. No message of Medlink repeats the text.
app.use((error, _request, response, _next) => {
  const isCallers = error instanceof MedlinkError && error.code === 'invalid_request'
  response.status(isCallers ? 400 : 500).json({ error: isCallers ? error.message : 'internal' })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
process.once('SIGTERM', () => {
  server.close()
  medlink.close()
})
