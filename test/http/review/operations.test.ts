/**
 * Proves of the operations of the review page, behind a server's own policies:
 * 1. each is for reviewers and admins of the project's workspace, and none is in the OpenAPI document; without a project there are none
 * 2. lists come by what is open, decided, disputed and undecided by who asks, in each order, page by page
 * 3. a term comes with its candidates, the words that were said marked, what differs, what is asked, and who decided what
 * 4. asking again with another hint changes the answer and nothing of the project
 * 5. decisions are kept in the name of who asks: a candidate, another code, none, later, many at once; a note stays with what
 *    is decided after it; an act is undone as one
 * 6. who decides otherwise meanwhile is told, and both are kept
 * 7. bad input is refused, and nothing of it is kept
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerView, ListView, TermView } from '../../../src/http/review/shapes.ts'
import type { Project } from '../../../src/mapping/mapping.ts'
import { headersOf, startServer, type TestServer, WORKSPACE } from '../../support/http.ts'
import { LAB_TESTS, type LabProject, makeLabProject } from './projects.ts'

const ASHA = { sub: 'asha', role: 'reviewer' }
const BELA = { sub: 'bela', role: 'reviewer' }

/** Every operation, with a question that it answers. */
const OPERATIONS: readonly { method: 'GET' | 'POST'; path: string; body?: object }[] = [
  { method: 'GET', path: 'project' },
  { method: 'GET', path: 'terms' },
  { method: 'GET', path: 'terms/1' },
  { method: 'GET', path: 'terms/1/alike?by=reason' },
  { method: 'POST', path: 'ask', body: { id: 1, hints: {} } },
  { method: 'GET', path: 'suggest?prefix=hemo' },
  { method: 'GET', path: 'concepts/718-7' },
  { method: 'POST', path: 'decisions', body: { terms: [{ id: 1, seen: 99 }], decision: 'later' } },
  { method: 'POST', path: 'note', body: { id: 1, seen: 99, note: 'a' } },
  { method: 'POST', path: 'undo', body: {} },
  { method: 'GET', path: 'curve' },
]

let lab: LabProject
let server: TestServer
let project: Project
beforeAll(async () => {
  lab = await makeLabProject(LAB_TESTS)
  ;({ project } = lab)
  const { medlink } = lab
  server = await startServer({
    medlink,
    review: { project, name: 'laboratory', workspace: WORKSPACE },
  })
})
afterAll(async () => {
  await server.close()
  await lab.close()
})
beforeEach(async () => {
  for (const { sub } of [ASHA, BELA]) while ((await project.undo(sub)).length > 0);
})

async function ask(method: 'GET' | 'POST', path: string, body?: object, as: object = ASHA) {
  const answer = await server.app.inject({
    ...{ method, url: `/review/api/${path}`, headers: headersOf(as as never) },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function get<Answer>(path: string, as: object = ASHA): Promise<Answer> {
  const { status, body } = await ask('GET', path, undefined, as)
  expect(status).toBe(200)
  return body as Answer
}

/** The term of a name, as the page has it. */
async function termOf(name: string, as: object = ASHA): Promise<TermView> {
  const { terms } = await get<ListView>(`terms?list=all&find=${encodeURIComponent(name)}`, as)
  return get<TermView>(`terms/${terms[0]!.id}`, as)
}

async function decide(term: TermView, decision: object, as: object = ASHA) {
  const terms = [{ id: term.id, seen: term.seen }]
  return ask('POST', 'decisions', { terms, ...decision }, as)
}

describe.each(OPERATIONS)('$method $path', ({ method, path, body }) => {
  test('answers reviewers and admins of the workspace, whatever the client, and nobody else', async () => {
    expect((await ask(method, path, body)).status).toBe(200)
    const url = `/review/api/${path}`
    const payload = body === undefined ? {} : { payload: body }
    const { authorization } = headersOf(ASHA)
    const alone = await server.app.inject({
      method,
      url,
      ...payload,
      headers: { authorization: authorization! },
    })
    expect(alone.statusCode).toBe(200)
    for (const role of ['reviewer', 'admin'])
      expect((await ask(method, path, body, { ...ASHA, role })).status).toBe(200)
    // Of another workspace, whatever the role; of this one, but no reviewer.
    for (const role of ['reviewer', 'admin'])
      expect((await ask(method, path, body, { role, bid: 'hospital-b' })).status).toBe(403)
    for (const role of ['clinician', 'linking', 'service', 'user'])
      expect((await ask(method, path, body, { role })).status).toBe(403)
    for (const headers of [{}, { authorization: 'Bearer abc' }])
      expect((await server.app.inject({ method, url, ...payload, headers })).statusCode).toBe(401)
  })
})

test('none is in the OpenAPI document, and without a project there is no page', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => path.startsWith('/review'))).toEqual([])
  const other = await startServer({ medlink: lab.medlink })
  expect((await other.app.inject('/review')).statusCode).toBe(404)
  expect((await server.app.inject('/review')).statusCode).toBe(200)
  // A link that is good once is for the server of one person.
  const session = { method: 'POST', url: '/review/api/session', payload: { link: 'a' } } as const
  expect((await server.app.inject(session)).statusCode).toBe(404)
  await other.close()
})

test('what the project is, and how far', async () => {
  const term = await termOf('Ferritin')
  await decide(term, { decision: 'none' })
  const { progress, reasons, ...about } = await get<Record<string, unknown>>('project')
  expect(about).toEqual({
    ...{ name: 'laboratory', ontology: 'loinc', version: 'starter', reviewer: 'asha' },
    ...{ is_installed: true, hints: expect.arrayContaining(['unit', 'specimen', 'panel_name']) },
  })
  const frequency = LAB_TESTS.reduce((sum, [, , , count]) => sum + count, 0)
  expect(progress).toEqual({
    ...{ terms: LAB_TESTS.length, frequency, decided: 1, decided_frequency: 40 },
    ...{ disagreements: 0, look: 0 },
  })
  expect(reasons).toContainEqual({
    ...{ reason: 'unit_missing', words: 'no unit given', terms: expect.any(Number) },
  })
})

describe('lists', () => {
  const names = async (query: string, as: object = ASHA) =>
    (await get<ListView>(`terms?${query}`, as)).terms.map(({ text }) => text)

  test('in each order, page by page, each term once', async () => {
    expect((await names('limit=3')).slice(0, 3)).toEqual(['Hemoglobin', 'HGB', 'WBC count'])
    for (const order of ['frequency', 'doubt', 'certainty']) {
      const found: number[] = []
      let next: string | undefined
      do {
        const after = next === undefined ? '' : `&after=${encodeURIComponent(next)}`
        const page: ListView = await get(`terms?order=${order}&limit=7${after}`)
        found.push(...page.terms.map(({ id }) => id))
        expect(page.total).toBe(LAB_TESTS.length)
        next = page.next
      } while (next !== undefined)
      expect([...new Set(found)].length).toBe(LAB_TESTS.length)
      expect(found).toHaveLength(LAB_TESTS.length)
    }
    const { terms } = await project.terms({ order: 'doubt', limit: 5 })
    expect(await names('order=doubt&limit=5')).toEqual(terms.map(({ query }) => query))
  })

  test('by state, reason, name and who has decided', async () => {
    await decide(await termOf('Ferritin'), { decision: 'accept' })
    await decide(await termOf('ESR'), { decision: 'none' })
    await decide(await termOf('CRP'), { decision: 'later' })
    await decide(await termOf('ESR', BELA), { decision: 'accept' }, BELA)
    expect(await names('list=decided')).toEqual(['Ferritin'])
    expect(await names('list=later')).toEqual(['CRP'])
    expect(await names('list=disagreement')).toEqual(['ESR'])
    expect(await names('list=look')).toEqual([])
    expect(await names('list=open&limit=200')).toHaveLength(LAB_TESTS.length - 3)
    expect(await names('list=undecided&limit=200', BELA)).toHaveLength(LAB_TESTS.length - 1)
    expect(await names('list=all&limit=200')).toHaveLength(LAB_TESTS.length)
    expect(await names('find=chol')).toEqual(['Cholesterol, total', 'HDL cholesterol'])
    for (const { words } of (await get<ListView>('terms?reason=unit_missing')).terms)
      expect(words).toBe('no unit given')
  })
})

describe('a term', () => {
  test('with what is said marked, what differs, and what is asked', async () => {
    const { answer, hints, rows, frequency } = await termOf('HGB')
    const [first, second] = answer.candidates
    expect([rows, frequency, hints]).toEqual([1, 980, {}])
    expect(first).toMatchObject({ code: '718-7', is_linked: false, words: 'no unit given' })
    expect(first!.matched).toEqual([{ text: 'HGB', isSaid: true }])
    expect(second!.words).toBe('not the first')
    expect(answer.difference).toMatchObject({ axis: expect.any(String) })
    expect(answer.question).toMatchObject({ hint: 'unit' })
  })

  test('one that is linked asks nothing', async () => {
    const { answer, hints, reason } = await termOf('Serum Creatinine')
    expect([reason, hints]).toEqual(['linked', { unit: 'mg/dL', specimen: 'Serum' }])
    expect(answer.candidates[0]).toMatchObject({ is_linked: true, words: 'linked' })
    expect(answer).not.toHaveProperty('question')
  })

  test('asked again with a hint: another answer, and the project as it was', async () => {
    const term = await termOf('HGB')
    const { body } = await ask('POST', 'ask', {
      id: term.id,
      hints: { unit: 'g/dL', specimen: 'whole blood', value: '' },
    })
    expect((body as AnswerView).candidates[0]).toMatchObject({ code: '718-7', is_linked: true })
    expect(await termOf('HGB')).toEqual(term)
  })

  test('of a release that is not installed: what the project keeps', async () => {
    const other = await startServer({
      review: { project, name: 'laboratory', workspace: WORKSPACE },
    })
    const inject = (url: string) => other.app.inject({ url, headers: headersOf(ASHA) })
    const { id } = await termOf('HGB')
    const kept: TermView = (await inject(`/review/api/terms/${id}`)).json()
    expect((await inject('/review/api/project')).json()).toMatchObject({ is_installed: false })
    const codes = ({ answer }: TermView) => answer.candidates.map(({ code }) => code)
    expect(codes(kept)).toEqual(codes(await termOf('HGB')))
    expect(kept.answer.question).toMatchObject({ hint: 'unit' })
    expect((await inject('/review/api/suggest?prefix=a')).statusCode).toBe(404)
    await other.close()
  })

  test('terms of the same reason, and of the same name', async () => {
    const { id, reason, alike } = await termOf('HGB')
    const same = await get<ListView>(`terms?reason=${reason}&limit=200`)
    const found = await get<{ terms: { id: number }[] }>(`terms/${id}/alike?by=reason`)
    expect(found.terms.map((each) => each.id).sort()).toEqual(
      same.terms.map((each) => each.id).sort(),
    )
    expect(alike).toEqual({ reason: same.total, name: 1 })
    const potassium = await termOf('Potassium')
    expect(potassium.alike.name).toBe(2)
    const names = await get<{ terms: object[] }>(`terms/${potassium.id}/alike?by=name`)
    expect(names.terms).toHaveLength(2)
  })

  test('codes that are typed, and what lies around one', async () => {
    const { suggestions } = await get<{ suggestions: { code: string }[] }>('suggest?prefix=ferrit')
    expect(suggestions[0]!.code).toBe('2276-4')
    expect(await get('concepts/718-7')).toEqual({ above: [], below: [], more: 0 })
    expect((await ask('GET', 'concepts/0-0')).status).toBe(404)
  })
})

describe('decisions', () => {
  const standing = async (name: string) => {
    const { id } = await termOf(name)
    const { standing } = (await project.term(id))!
    return standing.map(({ reviewer, decision, code, title, note }) => {
      return { reviewer, decision, code, title, note }
    })
  }

  test('a candidate, another code, none, later', async () => {
    const term = await termOf('HGB')
    const [, second] = term.answer.candidates
    const { body } = await decide(term, { decision: 'accept', code: second!.code })
    expect(body).toMatchObject({
      terms: [{ id: term.id, state: 'mapped', code: second!.code }],
      ...{ others: [], stale: 0, without_candidate: 0, progress: { decided: 1 } },
    })
    expect(await standing('HGB')).toMatchObject([{ decision: 'accept', code: second!.code }])
    await decide(await termOf('HGB'), { decision: 'accept', code: '2276-4' })
    expect(await standing('HGB')).toMatchObject([
      { decision: 'other', code: '2276-4', title: 'Ferritin [Mass/volume] in Serum or Plasma' },
    ])
    await decide(await termOf('HGB'), { decision: 'none' })
    expect(await standing('HGB')).toMatchObject([{ decision: 'none', code: null }])
    await decide(await termOf('HGB'), { decision: 'later' })
    expect(await standing('HGB')).toMatchObject([{ reviewer: 'asha', decision: 'later' }])
  })

  test('many at once: of each its first candidate; undone as one', async () => {
    const { terms } = await get<ListView>('terms?limit=200')
    const { body } = await ask('POST', 'decisions', {
      ...{ terms: terms.map(({ id, seen }) => ({ id, seen })), decision: 'accept' },
    })
    const none = terms.filter(({ reason }) => reason === 'no_candidate').length
    expect(body).toMatchObject({ without_candidate: none })
    expect(body.progress.decided).toBe(terms.length - none)
    const undone = (await ask('POST', 'undo', {})).body
    expect(undone.terms).toHaveLength(terms.length - none)
    expect(undone.progress.decided).toBe(0)
    expect((await ask('POST', 'undo', {})).body.terms).toEqual([])
  })

  test('a note stays with what is decided next, until another one or none is given', async () => {
    const term = await termOf('HGB')
    await ask('POST', 'note', { id: term.id, seen: term.seen, note: 'ward 3' })
    expect(await standing('HGB')).toMatchObject([{ decision: 'later', note: 'ward 3' }])
    await decide(await termOf('HGB'), { decision: 'accept' })
    expect(await standing('HGB')).toMatchObject([{ decision: 'accept', note: 'ward 3' }])
    const decided = await termOf('HGB')
    await ask('POST', 'note', { id: decided.id, seen: decided.seen, note: 'ward 4' })
    expect(await standing('HGB')).toMatchObject([
      { decision: 'accept', code: '718-7', note: 'ward 4' },
    ])
    await decide(await termOf('HGB'), { decision: 'none', note: '' })
    expect(await standing('HGB')).toMatchObject([{ decision: 'none', note: null }])
  })

  test('how a code is to a term is kept with it, also when a note is added', async () => {
    const relation = async () => {
      const { decisions } = await termOf('HGB')
      return decisions[0]!.relation
    }
    await decide(await termOf('HGB'), { decision: 'accept' })
    expect(await relation()).toBe('equivalent')
    await decide(await termOf('HGB'), { decision: 'accept', relation: 'wider' })
    expect(await relation()).toBe('wider')
    const { id, seen } = await termOf('HGB')
    await ask('POST', 'note', { id, seen, note: 'ward 3' })
    expect(await relation()).toBe('wider')
    await decide(await termOf('HGB'), { decision: 'none' })
    expect(await relation()).toBe(null)
  })

  test('two who decide one row at once: both are kept, the second is told of the first', async () => {
    const [mine, theirs] = [await termOf('HGB', ASHA), await termOf('HGB', BELA)]
    expect((await decide(theirs, { decision: 'none' }, BELA)).body.others).toEqual([])
    const { body } = await decide(mine, { decision: 'accept' })
    expect(body).toMatchObject({ others: ['bela'], terms: [{ state: 'disagreement' }] })
    expect(body.progress.disagreements).toBe(1)
    expect((await standing('HGB')).map(({ reviewer }) => reviewer).sort()).toEqual(['asha', 'bela'])
    const { decisions } = await termOf('HGB', BELA)
    expect(decisions.map(({ reviewer, is_mine }) => [reviewer, is_mine]).sort()).toEqual([
      ['asha', false],
      ['bela', true],
    ])
    // Whoever gives in settles it, and nobody is told of who agrees.
    const settled = await decide(await termOf('HGB', BELA), { decision: 'accept' }, BELA)
    expect(settled.body).toMatchObject({ others: [], terms: [{ state: 'mapped' }] })
  })

  test('the curve counts what was decided, and draws nothing of one decision', async () => {
    await decide(await termOf('Serum Creatinine'), { decision: 'accept' })
    expect(await get('curve')).toEqual({ points: [], decided: 1, decided_linked: 1, needed: 30 })
  })
})

describe('bad input', () => {
  const one = { id: 1, seen: 1 }
  test.each([
    ['terms?list=none', undefined],
    ['terms?order=name', undefined],
    ['terms?limit=0', undefined],
    ['terms?limit=201', undefined],
    ['terms?after=nowhere', undefined],
    ['terms/0', undefined],
    ['terms/x', undefined],
    ['terms/1/alike?by=code', undefined],
    ['decisions', { terms: [], decision: 'none' }],
    ['decisions', { terms: [one], decision: 'other', code: '718-7' }],
    ['decisions', { terms: [one], decision: 'none', code: '718-7' }],
    ['decisions', { terms: [one, one], decision: 'none' }],
    ['decisions', { terms: [one], decision: 'none', note: 'a'.repeat(2001) }],
    ['decisions', { terms: [one], decision: 'none', relation: 'wider' }],
    ['decisions', { terms: [one], decision: 'accept', relation: 'alike' }],
    ['note', { ...one, note: 5 }],
    ['ask', { id: 1, hints: { unit: 5 } }],
    ['ask', { id: 1, hints: { unit: 'a'.repeat(1001) } }],
  ])('%s, refused: 400', async (path, body) => {
    const { status } = await ask(body === undefined ? 'GET' : 'POST', path, body as object)
    expect(status).toBe(400)
  })

  test.each([
    ['terms/999', undefined],
    ['terms/999/alike?by=name', undefined],
    ['decisions', { terms: [one, { id: 999, seen: 1 }], decision: 'none' }],
    ['decisions', { terms: [one], decision: 'accept', code: '0-0' }],
    ['note', { id: 999, seen: 1, note: '' }],
    ['ask', { id: 999, hints: {} }],
  ])('%s of what is not there: 404, and nothing is kept', async (path, body) => {
    const { status } = await ask(body === undefined ? 'GET' : 'POST', path, body as object)
    expect(status).toBe(404)
    expect((await project.progress()).reviewers).toEqual([])
  })
})
