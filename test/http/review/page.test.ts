/**
 * Proves of the review page's files, and of its server for one person:
 * 1. the page is one policy long: it loads its own scripts and styles and lit-html, no other script runs, no site frames it
 * 2. every file that a module of the page imports is served, whatever the prefix; nothing else of the folders is
 * 3. files come again only when they have changed
 * 4. the server for one person is at 127.0.0.1, and refuses other names of this machine, other sites, and other methods of
 *    coming in; a link works once, and the next one is made when it is used
 */

import { createHash } from 'node:crypto'
import { request } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerErrors } from '../../../src/http/answering.ts'
import type { Desk } from '../../../src/http/review/desk.ts'
import { type LocalReview, serveReview } from '../../../src/http/review/local.ts'
import { reviewRoutes } from '../../../src/http/review.ts'
import { type LabProject, makeLabProject } from './projects.ts'

/** Nothing is asked of a project here. */
const desk = {} as Desk

describe.each(['', '/below'])('with the prefix "%s"', (prefix) => {
  const app: FastifyInstance = Fastify()
  let html: string
  let policy: Record<string, string>
  beforeAll(async () => {
    await app.register(
      async (scope) => {
        answerErrors(scope)
        scope.setValidatorCompiler(() => () => true)
        reviewRoutes(scope, { desk, workspace: 'w', signIn: 'token' })
      },
      { prefix },
    )
    const answer = await app.inject(`${prefix}/review`)
    html = answer.body
    const directives = String(answer.headers['content-security-policy']).split('; ')
    policy = Object.fromEntries(
      directives.map((each) => [each.split(' ')[0], each.slice(each.indexOf(' ') + 1)]),
    )
  })
  afterAll(() => app.close())

  test('its policy', () => {
    const [, imports] = /<script type="importmap">(.*?)<\/script>/.exec(html)!
    const digest = createHash('sha256').update(imports!).digest('base64')
    expect(policy).toEqual({
      ...{ 'default-src': "'none'", 'script-src': `'self' 'sha256-${digest}'` },
      ...{ 'style-src': "'self'", 'connect-src': "'self'", 'img-src': 'data:' },
      ...{ 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" },
      ...{ 'require-trusted-types-for': "'script'", 'trusted-types': 'lit-html medlink-suggest' },
    })
    // One script that is written in the page, and that is no program.
    expect(html.match(/<script(?![^>]* src=)[^>]*>/g)).toEqual(['<script type="importmap">'])
    expect(html).not.toMatch(/ on\w+=|style=/)
  })

  test('what it loads, and what that imports, is all there', async () => {
    const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(html)!
    const { imports } = JSON.parse(map!) as { imports: Record<string, string> }
    const loaded = new Set<string>()
    const load = async (url: string) => {
      if (loaded.has(url)) return
      loaded.add(url)
      const { statusCode, headers, body } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (url.endsWith('.css')) return
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
      const code = body.replace(/\/\*[\s\S]*?\*\//g, '')
      for (const [, from = ''] of code.matchAll(/(?:from|import)\s*['"]([^'"]+)['"]/g))
        await load(
          from.startsWith('.')
            ? new URL(from, `http://a${url}`).pathname
            : (imports[from] ?? from.replace(/^lit-html\//, imports['lit-html/']!)),
        )
    }
    for (const [, url] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) await load(url!)
    expect(loaded.size).toBeGreaterThan(10)
    const isOfPage = (url: string) => /^\/(?:review|page)\//.test(url.slice(prefix.length))
    expect([...loaded].filter((url) => !isOfPage(url))).toEqual([])
  })

  test.each([
    'page/tsconfig.json',
    'page/../shapes.ts',
    'page/%2e%2e/shapes.ts',
    'page/',
    'lit-html/package.json',
    'lit-html/static.js',
  ])('%s is not served', async (path) => {
    expect((await app.inject(`${prefix}/review/${path}`)).statusCode).toBe(404)
  })

  test('a file that a browser has is not sent again', async () => {
    const url = `${prefix}/review/page/review.js`
    const { headers } = await app.inject(url)
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })
})

describe('the server for one person', () => {
  let review: LocalReview
  let lab: LabProject
  let origin: string
  let link: string
  const nextLinks: string[] = []
  beforeAll(async () => {
    lab = await makeLabProject([['Hemoglobin', 'g/dL', 'blood', 1]])
    review = await serveReview({
      ...{ ...lab, name: 'laboratory', reviewer: 'asha' },
      onLinkUsed: (url) => nextLinks.push(url),
    })
    ;[origin, link] = review.url.split('/review#open=') as [string, string]
  })
  afterAll(async () => {
    await review.close()
    await lab.close()
  })

  /** Asks with headers as they are: `fetch` sets some by itself. */
  function ask(path: string, headers: Record<string, string> = {}, body?: unknown) {
    const { hostname, port } = new URL(origin)
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const asked = request(
        { hostname, port, path: `/review${path}`, method, headers: { ...type, ...headers } },
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

  test('stands at this machine alone', () => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(review.app.addresses()).toMatchObject([{ address: '127.0.0.1' }])
    expect(link).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    { what: 'nothing that matters', headers: {}, status: 200 },
    { what: 'another name', headers: { host: 'evil.example' }, status: 403 },
    { what: 'another port', headers: { host: '127.0.0.1:1' }, status: 403 },
    { what: 'another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { what: 'no origin', headers: { origin: 'null' }, status: 403 },
    { what: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    { what: 'a port of this machine', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
    { what: 'the page itself', headers: { 'sec-fetch-site': 'same-origin' }, status: 200 },
    {
      what: 'a link in another page',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      status: 200,
    },
  ])('asked by $what: $status', async ({ headers, status }) => {
    expect((await ask('', headers)).status).toBe(status)
  })

  test('another site may not even try a link', async () => {
    const headers = { origin: 'http://evil.example', 'sec-fetch-mode': 'navigate' }
    expect((await ask('/api/session', headers, { link })).status).toBe(403)
    const site = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await ask('/api/session', site, { link })).status).toBe(403)
  })

  test('who has no token is refused, and a link gives one, once, and then the next link does', async () => {
    expect((await ask('/api/project')).status).toBe(401)
    expect((await ask('/api/project', { authorization: `Bearer ${link}` })).status).toBe(401)
    expect((await ask('/api/session', {}, { link: `${link}a` })).status).toBe(401)
    const { body } = await ask('/api/session', {}, { link })
    const { token } = JSON.parse(body)
    expect((await ask('/api/session', {}, { link })).status).toBe(401)
    expect(nextLinks).toHaveLength(1)
    const [sameOrigin, next] = nextLinks[0]!.split('/review#open=')
    expect(sameOrigin).toBe(origin)
    const again = await ask('/api/session', {}, { link: next })
    expect(JSON.parse(again.body)).toEqual({ token })
    expect((await ask('/api/session', {}, { link: next })).status).toBe(401)
    expect(nextLinks).toHaveLength(2)
    const asked = await ask('/api/project', { authorization: `Bearer ${token}` })
    expect(JSON.parse(asked.body)).toMatchObject({ reviewer: 'asha', name: 'laboratory' })
  })
})
