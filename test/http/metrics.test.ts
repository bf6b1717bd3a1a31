/**
 * Proves of /metrics:
 * 1. it is text as Prometheus reads it, each metric described once
 * 2. mentions and texts are counted by ontology and reason, and timed, however they were asked for
 * 3. requests are timed by route as a pattern, those that no operation answers together; nothing that was sent is a label
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINK, post, startServer, type TestServer } from '../support/http.ts'
import { MINI } from '../support/shared-index.ts'

const MARKER = 'Zebrastripe'
const LOINC = { ontology: 'loinc', version: MINI.loinc.version } as const

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/**
 * The exposition format of Prometheus, version 0.0.4: comments, and samples with labels in quotes. Its numbers are those of
 * Go's ParseFloat, which takes NaN in any case.
 */
const LINE =
  /^(?:# (?:HELP|TYPE) [a-zA-Z_:][\w:]* .+|[a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (?:[Nn]a[Nn]|[+-]?Inf|[+-]?\d[\d.e+-]*))$/

/** Samples of ours, by name and labels. */
async function samples(): Promise<Map<string, number>> {
  const { statusCode, headers, body } = await server.app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(body.endsWith('\n')).toBe(true)
  const lines = body.split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => !LINE.test(line))).toEqual([])
  const types = lines.filter((line) => line.startsWith('# TYPE'))
  expect(new Set(types).size).toBe(types.length)
  expect(body).not.toContain(MARKER)
  const found = lines.filter((line) => line.startsWith('medlink_'))
  return new Map(
    found.map((line) => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))]
    }),
  )
}

/** What a request adds to the samples whose name begins so; those that it leaves are left out. */
async function added(prefix: string, ask: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await samples()
  await ask()
  const after = await samples()
  const changes = [...after].map(
    ([name, value]) => [name, value - (before.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([name, by]) => name.startsWith(prefix) && by !== 0))
}

const links = (ontology: string, reason: string) =>
  `medlink_links_total{ontology="${ontology}",reason="${reason}"}`

test.each([
  {
    name: 'a mention that is linked',
    request: post('/med-link/nel/link', LINK),
    counted: { [links('icd-10-cm', 'linked')]: 1 },
  },
  {
    name: 'a mention that is not',
    request: post('/med-link/nel/link', { ...LOINC, query: 'hemoglobin' }),
    counted: { [links('loinc', 'unit_missing')]: 1 },
  },
  {
    name: 'a mention without candidates',
    request: post('/med-link/nel/link', { ...LINK, query: MARKER }),
    counted: { [links('icd-10-cm', 'no_candidates')]: 1 },
  },
  {
    name: 'a mention that is long enough for a thread',
    request: post('/med-link/nel/link', { ...LINK, query: `cholera${' '.repeat(600)}` }),
    counted: { [links('icd-10-cm', 'linked')]: 1 },
  },
  {
    name: 'a batch: those that were asked of the library',
    request: post('/med-link/nel/link/batch', {
      requests: [
        LINK,
        { ...LINK, query: MARKER },
        { ...LINK, query: '' },
        { ...LOINC, query: 'hemoglobin' },
        { ...LINK, version: MARKER },
        LINK,
      ],
    }),
    counted: {
      [links('icd-10-cm', 'linked')]: 2,
      [links('icd-10-cm', 'no_candidates')]: 1,
      [links('icd-10-cm', 'unknown_version')]: 1,
      [links('loinc', 'unit_missing')]: 1,
    },
  },
  {
    name: 'a text whose main condition is linked',
    request: post('/med-link/comprehend', { text: 'She has cholera.' }),
    counted: { [links('icd-10-cm', 'linked')]: 1 },
  },
  {
    name: 'a text that names no condition',
    request: post('/med-link/comprehend', { text: MARKER }),
    counted: { [links('icd-10-cm', 'no_candidates')]: 1 },
  },
  {
    name: 'a text by a link',
    request: post('/med-link/nel/link', { ...LINK, version: 'comprehend' }),
    counted: { [links('icd-10-cm', 'linked')]: 1 },
  },
  {
    name: 'a text for a version that is not there',
    request: post('/med-link/comprehend', { text: 'cholera', version: MARKER }),
    counted: { [links('icd-10-cm', 'unknown_version')]: 1 },
  },
  {
    name: 'a mention that is refused',
    request: post('/med-link/nel/link', { ...LINK, query: '' }),
    counted: {},
  },
])('$name is counted by ontology and reason', async ({ request, counted }) => {
  expect(await added('medlink_links_total', () => server.app.inject(request))).toEqual(counted)
})

const timed = (ontology: string) => `medlink_link_seconds_count{ontology="${ontology}"}`

test.each([
  {
    name: 'a mention',
    request: post('/med-link/nel/link', LINK),
    counted: { [timed('icd-10-cm')]: 1 },
  },
  {
    name: 'a batch',
    request: post('/med-link/nel/link/batch', {
      requests: [LINK, { ...LOINC, query: 'hemoglobin' }, LINK],
    }),
    counted: { [timed('icd-10-cm')]: 2, [timed('loinc')]: 1 },
  },
  {
    name: 'a text',
    request: post('/med-link/comprehend', { text: 'She has cholera.' }),
    counted: { [timed('icd-10-cm')]: 1 },
  },
])('$name is timed by ontology', async ({ request, counted }) => {
  expect(await added('medlink_link_seconds_count', () => server.app.inject(request))).toEqual(
    counted,
  )
  const found = await samples()
  for (const name of Object.keys(counted)) {
    const sum = found.get(name.replace('_count', '_sum'))!
    expect(sum).toBeGreaterThan(0)
    // Seconds, not milliseconds: the tests end within their time.
    expect(sum).toBeLessThan(20)
  }
})

test.each([
  {
    name: 'a patient who is not there',
    request: { ...post('/', {}), method: 'GET', url: `/profiles/v1/patient/${MARKER}?${MARKER}` },
    labels: 'method="GET",route="/profiles/v1/patient/:oid",status="404"',
  },
  {
    name: 'a patient who is asked for without a token',
    request: { method: 'GET', url: `/profiles/v1/patient/${MARKER}` },
    labels: 'method="GET",route="/profiles/v1/patient/:oid",status="401"',
  },
] as const)('$name is timed by the pattern of the route', async ({ request, labels }) => {
  const counted = await added('medlink_http_request_seconds_count', () =>
    server.app.inject(request as never),
  )
  expect(counted).toMatchObject({ [`medlink_http_request_seconds_count{${labels}}`]: 1 })
})

test.each(['medlink_link_seconds', 'medlink_http_request_seconds'])(
  '%s is in seconds, and its bounds reach from a link to the slowest note',
  async (name) => {
    const request = post('/med-link/comprehend', { text: 'She has cholera. '.repeat(100) })
    await server.app.inject(request)
    const start = performance.now()
    const sums = await added(`${name}_sum`, () => server.app.inject(request))
    const elapsed = (performance.now() - start) / 1000
    const [slowest] = Object.values(sums).sort((a, b) => b - a)
    expect(slowest).toBeGreaterThan(elapsed / 100)
    expect(slowest).toBeLessThan(elapsed)
    const bounds = [...(await samples()).keys()].flatMap((sample) =>
      sample.startsWith(`${name}_bucket`) ? [/le="([^"]+)"/.exec(sample)![1]!] : [],
    )
    expect([...new Set(bounds)]).toEqual([
      ...['0.0005', '0.001', '0.002', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5'],
      ...['1', '2.5', '10', '+Inf'],
    ])
  },
)

test('addresses that nobody answers make no labels', async () => {
  const before = (await samples()).size
  for (let i = 0; i < 3; i++) await server.app.inject(`/${MARKER}/${i}`)
  expect((await samples()).size - before).toBeLessThan(40)
})

test('every installed index is shown', async () => {
  const found = [...(await samples())].filter(([name]) => name.startsWith('medlink_index_info'))
  expect(found.map(([name, value]) => [name.replace(/_[0-9a-f]{12}"/, '_…"'), value])).toEqual([
    [
      `medlink_index_info{ontology="loinc",version="${LOINC.version}",index_name="loinc_${LOINC.version}_…"}`,
      1,
    ],
    [
      `medlink_index_info{ontology="icd-10-cm",version="${LINK.version}",index_name="icd-10-cm_${LINK.version}_…"}`,
      1,
    ],
  ])
})
