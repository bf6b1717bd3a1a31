/**
 * Proves of batches, with workers that only repeat the requests:
 * 1. outcomes come in the order of the requests, from any kind of source
 * 2. requests are read no further ahead than the workers have use for, mentions in chunks and texts singly
 * 3. an abort, an early end, a fault of the source and the death of a worker end the batch, and only that
 * 4. a request whose index was replaced under a worker is asked again of the one that took its place
 * 5. what is answered is handed out while the source is waited for, and such a source holds up no early end
 * 6. closing ends running batches, those that nobody has begun to take too, and refuses later ones
 */

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ComprehendRequest, LinkRequest } from '../../../src/contract.ts'
import { MedlinkError } from '../../../src/errors.ts'
import { BatchAnswerer, type LinkManyOptions } from '../../../src/library/pool/batch.ts'
import { workerOf } from '../../support/workers.ts'
import { collect } from '../outcomes.ts'

/** Of either question. "sleep 5" takes five milliseconds, "die" ends the thread. The time that is told is an eighth of the number. */
const REPEAT = `
  parentPort.on('message', ({ job }) => job && parentPort.postMessage(job.map(({ request }) => {
    const query = request.query ?? request.text
    if (query === 'die') process.exit(1)
    const [, ms] = /^sleep (\\d+)/.exec(query) ?? []
    if (ms) sleep(Number(ms))
    const outcome = { request_id: request.request_id, query, thread: threadId }
    return { outcome, ms: Number(request.request_id) / 8, isStale: false }
  })))`

/** The workers of the batches below; `started` counts them. */
let started = 0
const found = () => ({ id: 1, file: 'f', ontology: 'loinc', index: { shared: {} } }) as never
/** Indexes of everything, all of them the same. */
const indexes = { require: found, has: () => true }
const start = () => {
  started++
  return workerOf(REPEAT)
}
const batches = new BatchAnswerer(indexes, start)
afterAll(() => batches.close())

/** As many requests as wanted, numbered from 0, of either question. */
function requests(count: number, query: (i: number) => string = String) {
  return Array.from({ length: count }, (_, i) => ({
    query: query(i),
    text: query(i),
    ontology: 'snomed' as const,
    request_id: String(i),
  }))
}

/** A source that counts what is read of it, and whether it was told that no more is wanted. */
function counted(source: ReturnType<typeof requests>) {
  const state = { read: 0, ended: false }
  async function* read() {
    try {
      for (const request of source) {
        state.read++
        yield request
      }
    } finally {
      state.ended = true
    }
  }
  return { state, source: read() }
}

const idsOf = async (outcomes: AsyncIterable<{ request_id: string }>) =>
  (await collect(outcomes)).map(({ request_id }) => request_id)
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => String(i))

test.each([0, 1, 31, 32, 33, 64, 65, 500])('%i requests, in order', async (count) => {
  expect(await idsOf(batches.link(requests(count), { workers: 3 }))).toEqual(numbersTo(count))
  expect(await idsOf(batches.link(counted(requests(count)).source, {}))).toEqual(numbersTo(count))
  expect(await idsOf(batches.link(new Set(requests(count)), {}))).toEqual(numbersTo(count))
})

test('whichever worker is done first', async () => {
  const times = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 3), { minLength: 100, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 1, max: 3 }), async (ms, workers) => {
      const source = requests(ms.length, (i) => `sleep ${ms[i]!}`)
      expect(await idsOf(batches.link(source, { workers }))).toEqual(numbersTo(ms.length))
    }),
    { numRuns: 10 },
  )
})

test('no requests start no thread', async () => {
  const before = started
  const fresh = new BatchAnswerer(indexes, start)
  expect(await collect(fresh.link([], {}))).toEqual([])
  expect(started).toBe(before)
})

test('progress counts the outcomes and tells the time of each', async () => {
  const told: [number, number][] = []
  const seen: number[] = []
  const onProgress = (done: number, ms: number) => told.push([done, ms])
  for await (const _ of batches.link(requests(70), { onProgress })) seen.push(told.length)
  expect(told).toEqual(Array.from({ length: 70 }, (_, i) => [i + 1, i / 8]))
  expect(seen).toEqual(told.map(([done]) => done))
})

test.each([0, -1, 1.5, Number.NaN, '2'])('%s workers are refused at once', (workers) => {
  expect(() => batches.link([], { workers } as LinkManyOptions)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

type Source =
  | Iterable<LinkRequest & ComprehendRequest>
  | AsyncIterable<LinkRequest & ComprehendRequest>
type Ask = (source: Source, options: LinkManyOptions) => AsyncIterable<{ request_id: string }>

const questions: Record<'link' | 'comprehend', Ask> = {
  link: (source, options) => batches.link(source, options),
  comprehend: (source, options) => batches.comprehend(source, options),
}

test.each([
  { question: 'link', workers: 1, ahead: 64, least: 32 },
  { question: 'link', workers: 2, ahead: 128, least: 32 },
  { question: 'link', workers: 3, ahead: 192, least: 32 },
  { question: 'comprehend', workers: 1, ahead: 8, least: 7 },
  { question: 'comprehend', workers: 3, ahead: 24, least: 23 },
] as const)(
  '$question: $workers workers read at most $ahead requests ahead',
  async ({ question, workers, ahead, least }) => {
    const { state, source } = counted(requests(1000))
    let most = 0
    let taken = 0
    for await (const _ of questions[question](source, { workers })) {
      taken++
      most = Math.max(most, state.read - taken)
      if (taken % 100 === 0) await sleep(2)
    }
    expect(most).toBeLessThan(ahead)
    expect(most).toBeGreaterThanOrEqual(least)
  },
)

test.each([
  { question: 'link', count: 8, threads: 1 },
  { question: 'link', count: 9, threads: 2 },
  { question: 'comprehend', count: 1, threads: 1 },
  { question: 'comprehend', count: 2, threads: 2 },
] as const)('$question: $count requests go to $threads of two workers', async (row) => {
  const outcomes = await collect(questions[row.question](requests(row.count), { workers: 2 }))
  const threads = outcomes.map((outcome) => (outcome as unknown as { thread: number }).thread)
  expect(new Set(threads).size).toBe(row.threads)
})

test('texts come in order, whichever worker is done first', async () => {
  const source = requests(60, (i) => `sleep ${(i * 7) % 4}`)
  expect(await idsOf(questions.comprehend(source, { workers: 3 }))).toEqual(numbersTo(60))
})

test('an index is asked for by what can answer only: texts of no ontology that has no conditions', async () => {
  const asked: unknown[] = []
  const noting = (...index: unknown[]) => {
    asked.push(index)
    return found()
  }
  const own = new BatchAnswerer({ require: noting, has: (name) => name !== 'medication' }, start)
  onTestFinished(() => own.close())
  const ontologies = [undefined, 'snomed', 'loinc', 'icd-9', 7]
  const source = ontologies.map((ontology) => ({ text: 'x', ontology, version: '1' }))
  const one = { text: 'x', version: 'comprehend', find: ['problem'] }
  const other = { text: 'x', find: ['test', 'medication'] }
  await collect(
    own.comprehend(
      [...source.map((each) => ({ ...each, find: ['problem'] })), one, other] as never,
      {},
    ),
  )
  expect(asked).toEqual([
    ['icd-10-cm', '1'],
    ['snomed', '1'],
    ['icd-10-cm', undefined],
    ['loinc', undefined],
  ])
})

test('both questions at once, of the same workers', async () => {
  const [links, texts] = await Promise.all([
    idsOf(questions.link(requests(200), { workers: 2 })),
    idsOf(questions.comprehend(requests(50), { workers: 2 })),
  ])
  expect([links, texts]).toEqual([numbersTo(200), numbersTo(50)])
})

describe('a source that takes its time', () => {
  /** Gives some requests at once and then nothing, until it is told to go on. */
  function silentAfter<Request>(first: Request[], then: () => Iterable<Request>) {
    let goOn = () => {}
    const told = new Promise<void>((resolve) => {
      goOn = resolve
    })
    async function* source() {
      yield* first
      await told
      yield* then()
    }
    return { source: source(), goOn: () => goOn() }
  }

  test.each(['link', 'comprehend'] as const)(
    '%s: each request is answered before the next one is there',
    async (question) => {
      const all = requests(5)
      let answered = () => {}
      async function* conversation() {
        for (const request of all) {
          const answer = new Promise<void>((resolve) => {
            answered = resolve
          })
          yield request
          await answer
        }
      }
      const taken: string[] = []
      for await (const { request_id } of questions[question](conversation(), { workers: 2 })) {
        taken.push(request_id)
        answered()
      }
      expect(taken).toEqual(numbersTo(5))
    },
  )

  test('gives what comes late in its place', async () => {
    const { source, goOn } = silentAfter(requests(40), () => requests(100).slice(40))
    const taken: string[] = []
    for await (const { request_id } of batches.link(source, { workers: 2 })) {
      taken.push(request_id)
      if (taken.length === 40) setTimeout(goOn, 5)
    }
    expect(taken).toEqual(numbersTo(100))
  })

  test('is left behind by a consumer that stops, and what it gives later is not asked', async () => {
    let late = 0
    let asked = 0
    const { source, goOn } = silentAfter(requests(3), function* () {
      late++
      yield* requests(3)
    })
    const counting = () => {
      asked++
      return found()
    }
    const own = new BatchAnswerer({ require: counting, has: () => true }, start)
    onTestFinished(() => own.close())
    for await (const { request_id } of own.link(source, { workers: 2 }))
      if (request_id === '2') break
    goOn()
    await sleep(5)
    expect({ late, asked }).toEqual({ late: 1, asked: 3 })
  })

  test('and fails', async () => {
    const { source, goOn } = silentAfter(requests(3), () => {
      throw reason
    })
    const outcomes = batches.link(source, { workers: 2 })
    expect((await outcomes.next()).value).toMatchObject({ request_id: '0' })
    goOn()
    // Nobody waits for the source now; the failure must not end the process.
    await sleep(5)
    await expect(collect(outcomes)).rejects.toBe(reason)
  })
})

test('nothing is read before the first outcome is asked for', async () => {
  const { state, source } = counted(requests(10))
  const outcomes = batches.link(source, {})
  await sleep(5)
  expect(state.read).toBe(0)
  await outcomes.return()
})

test('two batches at once', async () => {
  const [one, other] = await Promise.all([
    collect(
      batches.link(
        requests(300, (i) => `one ${i}`),
        { workers: 2 },
      ),
    ),
    collect(
      batches.link(
        requests(200, (i) => `other ${i}`),
        { workers: 2 },
      ),
    ),
  ])
  expect(one).toMatchObject(requests(300, (i) => `one ${i}`).map(({ query }) => ({ query })))
  expect(other).toMatchObject(requests(200, (i) => `other ${i}`).map(({ query }) => ({ query })))
})

test('one worker at a time where only one is allowed', async () => {
  await collect(batches.link(requests(300), { workers: 3 }))
  const alone = (await collect(batches.link(requests(300), { workers: 1 }))) as unknown as {
    thread: number
  }[]
  expect(new Set(alone.map(({ thread }) => thread)).size).toBe(1)
})

const reason = new Error('enough')

/** Fails when the batches cannot be used afterwards. */
const stillWorks = async () =>
  expect(await idsOf(batches.link(requests(100), { workers: 2 }))).toEqual(numbersTo(100))

test('aborted before: nothing is read', async () => {
  const { state, source } = counted(requests(100))
  const outcomes = batches.link(source, { signal: AbortSignal.abort(reason) })
  await expect(outcomes.next()).rejects.toBe(reason)
  expect(state.read).toBe(0)
  expect((await outcomes.next()).done).toBe(true)
})

test('aborted between two outcomes', async () => {
  const controller = new AbortController()
  const { state, source } = counted(requests(1000))
  const taken: string[] = []
  const run = async () => {
    for await (const { request_id } of batches.link(source, { signal: controller.signal })) {
      taken.push(request_id)
      if (taken.length === 40) controller.abort(reason)
    }
  }
  await expect(run()).rejects.toBe(reason)
  expect(taken).toEqual(numbersTo(40))
  await sleep(0)
  expect(state.ended).toBe(true)
  await stillWorks()
})

test('aborted while a worker is busy', async () => {
  const signal = AbortSignal.timeout(20)
  const fresh = new BatchAnswerer(indexes, start)
  onTestFinished(() => fresh.close())
  const run = collect(
    fresh.link(
      requests(1, () => 'sleep 2000'),
      { signal },
    ),
  )
  await expect(run).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('aborted while the source is waited for', async () => {
  const controller = new AbortController()
  async function* silent() {
    await new Promise(() => {})
    yield* requests(1)
  }
  const run = collect(batches.link(silent(), { signal: controller.signal }))
  setTimeout(() => controller.abort(reason), 5)
  await expect(run).rejects.toBe(reason)
})

test('a signal that outlives the batch keeps nothing of it', async () => {
  const controller = new AbortController()
  expect(await idsOf(batches.link(requests(100), controller))).toEqual(numbersTo(100))
  controller.abort(reason)
  await stillWorks()
})

test('a consumer that stops early', async () => {
  const { state, source } = counted(requests(1000))
  for await (const { request_id } of batches.link(source, { workers: 2 }))
    if (request_id === '40') break
  expect(state.ended).toBe(true)
  expect(state.read).toBeLessThan(41 + 64 * 2)
  await stillWorks()
})

test('a consumer that throws', async () => {
  const { state, source } = counted(requests(1000))
  const run = async () => {
    for await (const _ of batches.link(source, { workers: 2 })) throw reason
  }
  await expect(run()).rejects.toBe(reason)
  expect(state.ended).toBe(true)
  await stillWorks()
})

test('a listener that throws', async () => {
  const { state, source } = counted(requests(1000))
  const onProgress = () => {
    throw reason
  }
  await expect(collect(batches.link(source, { onProgress }))).rejects.toBe(reason)
  expect(state.ended).toBe(true)
})

test('a source that fails', async () => {
  function* failing() {
    yield* requests(200)
    throw reason
  }
  await expect(collect(batches.link(failing(), { workers: 2 }))).rejects.toBe(reason)
  await stillWorks()
})

test('a worker that dies ends the batch and is replaced for the next one', async () => {
  const source = requests(500, (i) => (i === 100 ? 'die' : String(i)))
  const run = collect(batches.link(source, { workers: 2 }))
  await expect(run).rejects.toMatchObject({ name: 'MedlinkError', code: 'internal' })
  await stillWorks()
})

test('closing ends what is running, for good', async () => {
  const closing = new BatchAnswerer(indexes, start)
  const outcomes = closing.link(requests(1000), { workers: 2 })
  await outcomes.next()
  const notBegun = closing.link(requests(10), {})
  // Each of them is a chunk of its own, which fails.
  const texts = requests(5, () => 'sleep 2000')
  const waiting = collect(closing.comprehend(texts, {}))
  const settled = expect(waiting).rejects.toMatchObject({ code: 'closed' })
  await sleep(5)
  closing.close()
  await settled
  await expect(outcomes.next()).rejects.toBeInstanceOf(MedlinkError)
  expect((await outcomes.next()).done).toBe(true)
  await expect(notBegun.next()).rejects.toMatchObject({ code: 'closed' })
  expect(() => closing.link(requests(1), {})).toThrow(expect.objectContaining({ code: 'closed' }))
})

describe('a request that a worker finds no index for any more', () => {
  /** Answers from the indexes with these numbers, and has seen the others replaced. Says which index it answers from. */
  const answering = (...known: readonly number[]) => `
    parentPort.on('message', ({ job }) => job && parentPort.postMessage(job.map(({ request, indexes }) => {
      const index = indexes.code ?? indexes.get('mention')
      const isStale = index < ${Math.min(...known)}
      const outcome = { request_id: request.request_id, query: String(index) }
      return { outcome, ms: 0, isStale }
    })))`

  /** A batch over an index that `next` gives anew at each request for one. */
  function batchOver(next: (nth: number) => { id: number }, worker: string) {
    let found = 0
    const find = () => ({ file: 'f', ontology: 'loinc', index: { shared: {} }, ...next(++found) })
    const own = new BatchAnswerer({ require: find as never, has: () => true }, () =>
      workerOf(worker),
    )
    onTestFinished(() => own.close())
    return {
      own,
      found: () => found,
      answers: async (count: number) =>
        (await collect(own.link(requests(count), { workers: 1 }))).map(
          (outcome) => (outcome as { query: string }).query,
        ),
    }
  }

  test('is asked again of the index that is there then, the others are not', async () => {
    const { answers, found } = batchOver((nth) => ({ id: nth <= 2 ? 1 : nth }), answering(3))
    // Two are asked of index 1; one of 3 and later ones each.
    expect(await answers(4)).toEqual(['5', '6', '3', '4'])
    expect(found()).toBe(6)
  })

  test('is asked as often as another one takes its place', async () => {
    const { answers, found } = batchOver((nth) => ({ id: nth }), answering(6))
    expect(await answers(1)).toEqual(['6'])
    expect(found()).toBe(6)
  })

  test('is not asked again of the same one', async () => {
    const { answers, found } = batchOver(() => ({ id: 1 }), answering(2))
    expect(await answers(3)).toEqual(['1', '1', '1'])
    expect(found()).toBe(6)
  })

  test('gets the error where there is none', async () => {
    const { answers } = batchOver((nth) => {
      if (nth > 1) throw new MedlinkError('index_missing', 'gone')
      return { id: 1 }
    }, answering(2))
    expect(await answers(1)).toEqual(['index_missing'])
  })

  test('starts no worker after the end', async () => {
    let started = 0
    const own = new BatchAnswerer(indexes, () => {
      started++
      return workerOf(answering(2))
    })
    const first = own.link(requests(1), { workers: 1 }).next()
    await sleep(1)
    own.close()
    await expect(first).rejects.toMatchObject({ code: 'closed' })
    await sleep(20)
    expect(started).toBe(1)
  })
})
