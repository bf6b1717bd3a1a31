/**
 * Proves of the playground's operations:
 * 1. open, they answer programs and pages of this machine without a token, and refuse other sites, other names and proxies
 * 2. otherwise they need a token; the page itself needs none, and a server without the option has no page
 * 3. a link has its reasons, a note its entities, and both the answer of the public operation
 */

import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LinkView, NoteView } from '../../../src/http/playground/views.ts'
import { headersOf, startServer } from '../../support/http.ts'
import { type PlaygroundServer, startPlayground } from './servers.ts'

// Starters are built once a run.
let open: PlaygroundServer
let closed: PlaygroundServer
beforeAll(async () => {
  open = await startPlayground('open')
  closed = await startPlayground('token')
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

/** Asks with headers as they are: `fetch` sets some by itself. */
function ask(
  { origin }: PlaygroundServer,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const { hostname, port } = new URL(origin)
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const asked = request(
      { hostname, port, path, method, headers: { ...type, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () => resolve({ status: response.statusCode!, body: text }))
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const LINK = { query: 'T2DM', ontology: 'icd-10-cm' }
const OPERATIONS = [
  { path: '/playground/api/about' },
  { path: '/playground/api/link', body: LINK },
  { path: '/playground/api/note', body: { text: 'K/c/o T2DM' } },
  { path: '/playground/api/suggest?prefix=diab&ontology=icd-10-cm' },
]

describe('open', () => {
  test.each(OPERATIONS)('$path needs no token', async ({ path, body }) => {
    expect((await ask(open, path, {}, body)).status).toBe(200)
  })

  test.each([
    { what: 'another name', headers: { host: 'evil.example' } },
    { what: 'another port', headers: { host: '127.0.0.1:1' } },
    { what: 'another origin', headers: { origin: 'http://evil.example' } },
    { what: 'another site', headers: { 'sec-fetch-site': 'cross-site' } },
    { what: 'a proxy', headers: { 'x-forwarded-for': '192.0.2.1' } },
    { what: 'a proxy of another kind', headers: { forwarded: 'for=192.0.2.1' } },
  ])('$what is refused', async ({ headers }) => {
    for (const { path, body } of OPERATIONS)
      expect((await ask(open, path, headers, body)).status).toBe(403)
  })

  test('no other operation is open', async () => {
    expect((await ask(open, '/med-link/nel/link', {}, LINK)).status).toBe(401)
    expect((await ask(open, '/med-link/registry/')).status).toBe(401)
  })
})

test.each(OPERATIONS)('otherwise $path needs a token', async ({ path, body }) => {
  expect((await ask(closed, path, {}, body)).status).toBe(401)
  expect((await ask(closed, path, headersOf(), body)).status).toBe(200)
})

test('the page and the field need no token, and are there only if a server has them', async () => {
  for (const path of ['/', '/browser/suggest-element.js', '/playground/page/playground.js'])
    expect((await ask(closed, path)).status).toBe(200)
  const { app, close } = await startServer()
  for (const path of ['/', '/browser/suggest-element.js', '/playground/api/about'])
    expect((await app.inject(path)).statusCode).toBe(404)
  await close()
})

const post = async (path: string, body: unknown) =>
  JSON.parse((await ask(open, `/playground/api/${path}`, {}, body)).body)

test('about lists the newest version of each vocabulary with its licence', async () => {
  const { body } = await ask(open, '/playground/api/about')
  const { vocabularies } = JSON.parse(body)
  expect(vocabularies).toHaveLength(4)
  expect(vocabularies).toContainEqual({
    ...{ name: 'icd-10-cm', version: 'starter', is_sample: true, reads_notes: true },
    concepts: expect.any(Number),
    licence: expect.stringContaining('public domain'),
  })
})

test('a link says yes with its reasons', async () => {
  const view: LinkView = await post('link', LINK)
  const [first] = view.candidates
  expect(first).toMatchObject({ code: 'E11', is_linked: true, basis: 'curated_name' })
  expect(view.account).toMatchObject([{ text: 'T2DM', by: 'proven' }])
  // The parts are the score, in points of 100, and the largest is first.
  const possible = first!.parts.reduce((sum, { of }) => sum + of, 0)
  expect(possible).toBeCloseTo(100)
  expect(first!.parts.every(({ points, of }) => points >= 0 && points <= of)).toBe(true)
  expect(first!.parts.map(({ of }) => of)).toEqual(
    first!.parts.map(({ of }) => of).toSorted((a, b) => b - a),
  )
  expect(view.result.results.map(({ term_id }) => term_id)).toEqual(
    view.candidates.map(({ code }) => code),
  )
  expect(view.result).not.toHaveProperty('explanations')
})

test('a link that is not made says why, and asks', async () => {
  const view: LinkView = await post('link', {
    ...{ query: 'Haemoglobin', ontology: 'loinc', metadata: { unit: 'g/dL' } },
  })
  expect(view.candidates[0]).toMatchObject({ is_linked: false, words: 'no specimen given' })
  expect(view.question).toMatchObject({ text: 'which specimen?', hint: 'specimen' })
  expect(view.facts).toContainEqual(['unit', 'g/dL'])
})

test('a note has its entities, with what the text says about them', async () => {
  const text = 'K/c/o T2DM. No vomiting. Father had MI.'
  const view: NoteView = await post('note', { text })
  const problems = view.entities.filter(({ kind }) => kind === 'problem')
  expect(problems.map(({ begin, end }) => text.slice(begin, end))).toEqual([
    ...['T2DM', 'vomiting', 'MI'],
  ])
  expect(problems.map(({ statements, is_linked }) => [statements.join(), is_linked])).toEqual([
    ...[
      ['', true],
      ['symptom,denied', false],
      ['a relative’s', false],
    ],
  ])
  expect(view.result.text).toBe(text)
})

test.each([
  { what: 'a mention that is as long as a note', body: { ...LINK, query: 'a'.repeat(501) } },
  { what: 'no text', body: { ...LINK, query: ' ' } },
  { what: 'another vocabulary', body: { ...LINK, ontology: 'x' } },
])('$what is refused', async ({ body }) => {
  expect((await ask(open, '/playground/api/link', {}, body)).status).toBe(400)
})
