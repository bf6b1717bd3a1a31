/**
 * Proves of mapping projects, on SQLite and on PostgreSQL:
 * 1. equal requests are one term with the candidates that `link` gives, and no row of the source is lost
 * 2. what a reviewer decided stands next to what others did, is told to who had not seen it, and is undone as one act
 * 3. terms are listed by filters and orders, page by page, as sorting all of them says
 * 4. progress counts what there is
 * 5. hostile text is kept as it is
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NewSourceRow } from '../../src/mapping/create.ts'
import {
  type MappedTerm,
  type NewDecision,
  type Project,
  TERM_ORDERS,
  TERM_STATES,
  type TermFilter,
  type TermOrder,
} from '../../src/mapping/project.ts'
import { createProject, openProject } from '../../src/mapping/projects.ts'
import { START_MS } from '../support/postgres.ts'
import {
  DATABASES,
  type DatabaseKind,
  makeProject,
  openMini,
  SOURCE,
  sourceRow,
} from './projects.ts'

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const each of items) list.push(each)
  return list
}

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())

  const make = async (rows: Iterable<NewSourceRow> = SOURCE) =>
    makeProject(await kind.newPlace(), rows)
  const termOf = async (project: Project, query: string) => {
    const { terms } = await project.terms({ limit: 1000 })
    return terms.find((term) => term.query === query)!
  }

  describe('making one', () => {
    test('has a term of equal requests, with what its rows say of how often it occurs', async () => {
      const hinted = (name: string, hints: Record<string, string>, frequency: number | null) => ({
        ...sourceRow('x', name, frequency),
        hints,
      })
      const project = await make([
        hinted('asthma', {}, 3),
        hinted(' asthma ', { unit: ' ' }, null),
        hinted('Asthma', {}, 5),
        hinted('asthma', { unit: 'g', sex: 'F' }, 0),
        hinted('asthma', { sex: 'F', unit: 'g' }, -1),
        hinted('asthma', { sex: 'M', unit: 'g' }, 1.5),
        hinted(' \t', {}, 9),
      ])
      const { terms, total } = await project.terms()
      expect(total).toBe(4)
      expect(
        terms
          .map(({ id, query, hints, rows, frequency }) => [id, query, hints, rows, frequency])
          .sort(),
      ).toEqual([
        [1, 'asthma', {}, 2, 4],
        [2, 'Asthma', {}, 1, 5],
        [3, 'asthma', { sex: 'F', unit: 'g' }, 2, 1],
        [4, 'asthma', { sex: 'M', unit: 'g' }, 1, 1],
      ])
      const rows = await all(project.rows())
      expect(rows.map(({ source }) => source.row)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(rows.map(({ source }) => source.frequency)).toEqual([3, null, 5, 0, null, null, 9])
      expect(rows.map(({ term }) => term?.id)).toEqual([1, 1, 2, 3, 3, 4, undefined])
      expect(await project.progress()).toMatchObject({
        ...{ rows: 7, blank_rows: 1, total: { terms: 4, frequency: 11 } },
      })
    })

    test('gives each term the candidates of link, and says what it is of', async () => {
      const medlink = await openMini()
      const asked_with = { top_k: 3, billable: true } as const
      const project = await makeProject(await kind.newPlace(), SOURCE, { asked_with })
      const about = await project.about()
      expect(about).toMatchObject({
        ...{ ontology: 'icd-10-cm', version: '2027', created: 1_000, asked_with },
        columns: ['Code', 'Name', 'Count'],
      })
      for (const term of await all(project.everyTerm())) {
        const { results, model_version } = medlink.link({
          ...{ query: term.query, ontology: 'icd-10-cm', ...asked_with },
        })
        expect(about.model_version).toBe(model_version)
        expect(
          term.candidates.map(({ rank, code, matched, score }) => [rank, code, matched, score]),
        ).toEqual(results.map((each, i) => [i + 1, each.term_id, each.term_name, each.score]))
        expect(
          term.candidates.map(({ title, is_linked, link_reason, link_basis, needed }) => [
            ...[title, is_linked, link_reason],
            ...[link_basis, needed],
          ]),
        ).toEqual(
          results.map(({ is_linked, metadata }) => [
            ...[metadata.preferred_name, is_linked, metadata.link_reason],
            ...[metadata.link_basis, metadata.needed],
          ]),
        )
        expect(term.first).toEqual(term.candidates[0] ?? null)
        expect(term.reason).toBe(results[0]?.metadata.link_reason ?? 'no_candidate')
      }
      const bases = (await all(project.everyTerm())).map(({ first }) => first?.link_basis)
      expect(new Set(bases).size).toBeGreaterThan(1)
      expect(await termOf(project, 'zzzqqq xxyyq')).toMatchObject({ doubt: 1, first: null })
      expect(
        (await project.term(1))!.sources.map(({ code, columns }) => [code, columns.Count]),
      ).toEqual([
        ['A', '10'],
        ['C', '2'],
      ])
    })

    test('shows ten rows of the source of a term', async () => {
      const project = await make(Array.from({ length: 12 }, (_, i) => sourceRow(`${i}`, 'asthma')))
      expect((await project.term(1))!.sources.map(({ row }) => row)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ])
    })

    test('writes and reads more than it does at once', async () => {
      const names = Array.from({ length: 1003 }, (_, i) => `zq${i}`)
      const project = await make([...names, ...names].map((name, i) => sourceRow(`${i}`, name, 2)))
      const rows = await all(project.rows())
      expect(rows.map(({ source, term }) => [source.code, term?.query])).toEqual(
        [...names, ...names].map((name, i) => [`${i}`, name]),
      )
      const terms = await all(project.everyTerm())
      expect(terms.map(({ id, query }) => [id, query])).toEqual(
        names.map((name, i) => [i + 1, name]),
      )
      expect(terms.every(({ rows, frequency }) => rows === 2 && frequency === 4)).toBe(true)
    })

    test('tells how far it is, and keeps a term that could not be asked', async () => {
      const told: number[][] = []
      const project = await createProject(
        await kind.newPlace(),
        await openMini(),
        { ontology: 'icd-10-cm', columns: [] },
        [sourceRow('A', 'asthma'), sourceRow('B', 'x'.repeat(20_000))],
        { workers: 1, onProgress: (done, total) => told.push([done, total]) },
      )
      onTestFinished(() => project.close())
      expect(told).toEqual([[2, 2]])
      const { terms } = await project.terms({ reason: ['not_asked'] })
      expect(terms).toMatchObject([{ id: 2, first: null, doubt: 1, state: 'open' }])
    })

    test('takes no place of another one, and the place of one that was not finished', async () => {
      const where = await kind.newPlace()
      const stop = new AbortController()
      const failing = (async function* () {
        yield* SOURCE
        yield* Array.from({ length: 600 }, (_, i) => sourceRow(`${i}`, `zq${i}`))
        throw new Error('the source ended')
      })()
      const settings = { ontology: 'icd-10-cm', columns: [] } as const
      const medlink = await openMini()
      await expect(createProject(where, medlink, settings, failing)).rejects.toThrow('the source')
      await expect(openProject(where)).rejects.toMatchObject({
        code: 'no_project',
        message: expect.stringContaining('was not finished'),
      })
      stop.abort(new Error('stopped'))
      await expect(
        createProject(where, medlink, settings, SOURCE, { signal: stop.signal }),
      ).rejects.toThrow('stopped')
      const project = await makeProject(where)
      expect((await project.terms()).total).toBe(4)
      const again = createProject(where, medlink, settings, SOURCE)
      await expect(again).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('already'),
      })
      expect((await project.terms()).total).toBe(4)
    })

    test('is done by one at a time', async () => {
      const where = await kind.newPlace()
      const medlink = await openMini()
      const settings = { ontology: 'icd-10-cm', columns: [] } as const
      // The first one reads its last row when the second one has begun.
      const overtaken = createProject(
        where,
        medlink,
        settings,
        (async function* () {
          yield SOURCE[0]!
          await makeProject(where)
        })(),
      )
      await expect(overtaken).rejects.toMatchObject({ code: 'build_in_progress' })
      const project = await openProject(where)
      onTestFinished(() => project.close())
      expect((await project.terms()).total).toBe(4)
    })

    test('needs a version that is installed', async () => {
      const medlink = await openMini()
      for (const [ontology, version, code] of [
        ['icd-10-cm', '1999', 'unknown_version'],
        ['loinc', undefined, 'index_missing'],
      ] as const)
        await expect(
          createProject(
            await kind.newPlace(),
            medlink,
            { ontology, columns: [], ...(version !== undefined && { version }) },
            SOURCE,
          ),
        ).rejects.toMatchObject({ code })
    })
  })

  describe('deciding', () => {
    test('keeps who decided what and when, with what was before them', async () => {
      const project = await make()
      const { id, first } = await termOf(project, 'asthma')
      const at = 1_795_000_000_000
      const [outcome] = await project.decide(
        'Ann',
        [{ term: id, seen: 1, decision: 'accept', relation: 'wider', note: 'as "charted"' }],
        at,
      )
      const { model_version } = await project.about()
      expect(outcome).toMatchObject({
        ...{ outcome: 'decided', others: [] },
        term: { state: 'mapped', code: first!.code, title: first!.title, revision: 2 },
      })
      expect(await project.history(id)).toEqual([
        {
          ...{ id: 1, term: id, reviewer: 'Ann', decision: 'accept', relation: 'wider', at },
          ...{ code: first!.code, title: first!.title, note: 'as "charted"' },
          ...{ version: '2027', model_version, revision: 2, withdrawn: null },
        },
      ])
      expect((await project.term(id))!.standing).toEqual(await project.history(id))
    })

    test.each([
      { said: { decision: 'other', code: 'X1', title: 'Of theirs' }, code: 'X1', state: 'mapped' },
      { said: { decision: 'none' }, code: null, state: 'no_code' },
      { said: { decision: 'later', note: '' }, code: null, state: 'later' },
    ] as const)('takes $said.decision', async ({ said, code, state }) => {
      const project = await make()
      const [outcome] = await project.decide('Ann', [{ term: 1, seen: 1, ...said }])
      expect(outcome!.term).toMatchObject({ state, code })
      expect(await project.history(1)).toMatchObject([
        {
          decision: said.decision,
          note: null,
          relation: code === null ? null : 'equivalent',
          at: 1_000,
        },
      ])
    })

    test('tells what others decided since the term was seen, and keeps both', async () => {
      const project = await make()
      const on = { term: 4, seen: 1 }
      await project.decide('Ann', [{ ...on, decision: 'accept' }])
      const [merged] = await project.decide('Ben', [{ ...on, decision: 'none' }])
      expect(merged).toMatchObject({
        outcome: 'merged',
        others: [{ reviewer: 'Ann', decision: 'accept' }],
        term: { state: 'disagreement', code: null, revision: 3 },
      })
      const [seen] = await project.decide('Ben', [{ term: 4, seen: 3, decision: 'accept' }])
      expect(seen).toMatchObject({ outcome: 'decided', others: [], term: { state: 'mapped' } })
      // What is withdrawn is not told.
      await project.undo('Ben')
      await project.undo('Ben')
      const [later] = await project.decide('Cleo', [{ term: 4, seen: 2, decision: 'later' }])
      expect(later).toMatchObject({ outcome: 'decided', others: [] })
      expect(await project.history(4)).toHaveLength(4)
    })

    test('refuses a candidate that there is not, and keeps the rest of the act', async () => {
      const project = await make()
      const { id } = await termOf(project, 'zzzqqq xxyyq')
      const outcomes = await project.decide('Ann', [
        { term: id, seen: 1, decision: 'accept' },
        { term: 1, seen: 1, decision: 'accept', code: 'X1' },
        { term: 4, seen: 1, decision: 'accept' },
      ])
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        'no_candidate',
        'no_candidate',
        'decided',
      ])
      expect(outcomes.map(({ term }) => term.revision)).toEqual([1, 1, 2])
    })

    test('accepts the candidate that is named', async () => {
      const project = await make()
      const term = (await all(project.everyTerm())).find(({ candidates }) => candidates.length > 1)!
      const { code } = term.candidates[1]!
      await project.decide('Ann', [{ term: term.id, seen: 1, decision: 'accept', code }])
      expect(await project.term(term.id)).toMatchObject({ code, state: 'mapped' })
    })

    const on = { term: 1, seen: 1, decision: 'none' } as const
    test.each([
      { what: 'a reviewer without a name', reviewer: ' ', decisions: [on] },
      { what: 'a reviewer of 201 characters', reviewer: 'x'.repeat(201), decisions: [on] },
      { what: 'a term that there is not', decisions: [on, { ...on, term: 99 }] },
      { what: 'a term by half', decisions: [{ ...on, term: 1.5 }] },
      { what: 'a revision that is none', decisions: [{ ...on, seen: Number.NaN }] },
      { what: 'a term twice', decisions: [on, on] },
      { what: 'a decision that there is not', decisions: [{ ...on, decision: 'maybe' }] },
      { what: 'a relation that there is not', decisions: [{ ...on, relation: 'near' }] },
      { what: 'another code without one', decisions: [{ ...on, decision: 'other', title: 't' }] },
      {
        what: 'another code without its title',
        decisions: [{ ...on, decision: 'other', code: 'c' }],
      },
      {
        what: 'a code of 201 characters',
        decisions: [{ ...on, decision: 'other', code: 'x'.repeat(201), title: 't' }],
      },
      { what: 'a note of 10,001 characters', decisions: [{ ...on, note: 'x'.repeat(10_001) }] },
    ])('refuses $what, and keeps nothing', async ({ reviewer = 'Ann', decisions }) => {
      const project = await make([sourceRow('A', 'asthma')])
      await expect(project.decide(reviewer, decisions as NewDecision[])).rejects.toMatchObject({
        code: 'invalid_request',
      })
      expect(await project.history(1)).toEqual([])
      expect(await project.term(1)).toMatchObject({ state: 'open', revision: 1 })
    })

    test('takes what is as long as it may be', async () => {
      const project = await make([sourceRow('A', 'asthma')])
      const code = 'x'.repeat(200)
      const long = 'y'.repeat(10_000)
      await project.decide('z'.repeat(200), [
        { ...on, decision: 'other', code, title: long, note: long },
      ])
      expect(await project.history(1)).toMatchObject([{ code, title: long, note: long }])
    })

    test('undoes an act as one, the last first, of the reviewer alone', async () => {
      const project = await make()
      const both = (decision: 'none' | 'later', seen: number): NewDecision[] =>
        [1, 2].map((term) => ({ term, seen, decision }))
      await project.decide('Ann', both('none', 1))
      await project.decide('Ben', [{ term: 1, seen: 2, decision: 'none' }])
      await project.decide('Ann', both('later', 3))
      const states = async () =>
        (await Promise.all([1, 2].map((id) => project.term(id)))).map((term) => term!.state)
      expect(await states()).toEqual(['no_code', 'later'])
      const undone = await project.undo('Ann')
      expect(undone.map(({ id, state }) => [id, state])).toEqual([
        [1, 'no_code'],
        [2, 'no_code'],
      ])
      await project.undo('Ann')
      expect(await states()).toEqual(['no_code', 'open'])
      expect(await project.undo('Ann')).toEqual([])
      expect(await project.undo('Nobody')).toEqual([])
      expect(
        (await project.history(1)).map(({ reviewer, withdrawn }) => [reviewer, withdrawn]),
      ).toEqual([
        ['Ann', 1_000],
        ['Ben', null],
        ['Ann', 1_000],
      ])
      await expect(project.undo('')).rejects.toMatchObject({ code: 'invalid_request' })
    })

    test('by several at once loses nothing', async () => {
      const where = await kind.newPlace()
      const one = await makeProject(where)
      const other = await openProject(where)
      onTestFinished(() => other.close())
      const acts = Array.from({ length: 20 }, (_, i) => {
        const project = i % 2 === 0 ? one : other
        return project.decide(`reviewer ${i}`, [{ term: 1, seen: 1, decision: 'none' }])
      })
      const outcomes = (await Promise.all(acts)).flat()
      expect(outcomes.filter(({ outcome }) => outcome === 'decided')).toHaveLength(1)
      expect(outcomes.map(({ others }) => others.length).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      )
      const history = await other.history(1)
      expect(history.map(({ id, revision }) => [id, revision])).toEqual(
        Array.from({ length: 20 }, (_, i) => [i + 1, i + 2]),
      )
      expect(await one.term(1)).toMatchObject({ state: 'no_code', revision: 21 })
    })
  })

  describe('reading', () => {
    /** A project with something of everything. */
    async function varied(): Promise<Project> {
      const names = [
        'asthma',
        'heart failure',
        'cholera',
        'type 2 diabetes mellitus',
        'zzq 100%',
        'zzq_1',
        'ZZQ é',
        'diabetes',
      ]
      const project = await make(names.map((name, i) => sourceRow(`${i}`, name, (i % 3) + 1)))
      const of = (decision: 'accept' | 'none' | 'later', ...terms: number[]): NewDecision[] =>
        terms.map((term) => ({ term, seen: 100, decision }))
      await project.decide('Ann', of('accept', 1, 3, 4))
      await project.decide('Ben', [...of('none', 1, 5), ...of('later', 4)])
      return project
    }

    test('lists pages as sorting everything says', async () => {
      const project = await varied()
      const everything = await all(project.everyTerm())
      const reasons = [...new Set(everything.map(({ reason }) => reason))]
      const filters = fc.record(
        {
          state: fc.subarray([...TERM_STATES]),
          reason: fc.subarray(reasons),
          look: fc.boolean(),
          decided_by: fc.constantFrom('Ann', 'Ben', 'Cleo'),
          undecided_by: fc.constantFrom('Ann', 'Ben', 'Cleo'),
          text: fc.constantFrom('', 'zz', 'ZZQ', 'É', '%', '_', '\\', 'betes', 'zzq 1'),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<TermFilter>
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.constantFrom(...TERM_ORDERS),
          fc.integer({ min: 1, max: 9 }),
          async (filter, order, limit) => {
            const wanted = everything
              .filter((term) => isOf(term, filter))
              .sort(compare(order))
              .map(({ id }) => id)
            const found: number[] = []
            let after: string | undefined
            do {
              const page = await project.terms({
                ...filter,
                order,
                limit,
                ...(after !== undefined && { after }),
              })
              expect(page.total).toBe(wanted.length)
              expect(page.terms.length).toBeLessThanOrEqual(limit)
              found.push(...page.terms.map(({ id }) => id))
              after = page.next
            } while (after !== undefined)
            expect(found).toEqual(wanted)
          },
        ),
        { numRuns: 40 },
      )
    })

    test('shows fifty by frequency where nothing is said', async () => {
      const project = await make(
        Array.from({ length: 51 }, (_, i) => sourceRow(`${i}`, `zq${i}`, i)),
      )
      const { terms, next } = await project.terms()
      expect(terms.map(({ frequency }) => frequency)).toEqual(
        Array.from({ length: 50 }, (_, i) => 50 - i),
      )
      expect(await project.terms({ after: next! })).toMatchObject({
        terms: [{ frequency: 0 }],
        total: 51,
      })
    })

    test.each([
      { order: 'name' },
      { limit: 0 },
      { limit: 1001 },
      { limit: 1.5 },
      { state: ['done'] },
      { text: 'x'.repeat(1001) },
      { after: 'x' },
      { after: '{"doubt":"1","frequency":1,"id":1}' },
      { after: 'null' },
    ])('refuses %o', async (query) => {
      const project = await make([sourceRow('A', 'asthma')])
      await expect(project.terms(query as never)).rejects.toMatchObject({ code: 'invalid_request' })
    })

    test('has nothing of what there is not', async () => {
      const project = await make([sourceRow('A', 'asthma')])
      for (const id of [0, 2, 1.5, Number.NaN, 2 ** 60]) {
        expect(await project.term(id)).toBeUndefined()
        expect(await project.history(id)).toEqual([])
      }
    })

    test('counts how far it is', async () => {
      const project = await varied()
      const progress = await project.progress()
      const tally = (are: (term: MappedTerm) => boolean) => {
        const those = everything.filter(are)
        return {
          terms: those.length,
          frequency: those.reduce((sum, { frequency }) => sum + frequency, 0),
        }
      }
      const everything = await all(project.everyTerm())
      expect(progress.total).toEqual(tally(() => true))
      for (const state of TERM_STATES)
        expect(progress.states[state]).toEqual(tally((term) => term.state === state))
      expect(progress.states.disagreement.terms).toBe(1)
      expect(progress.reasons.map(({ terms }) => terms)).toEqual(
        progress.reasons.map(({ terms }) => terms).sort((one, other) => other - one),
      )
      for (const { reason, ...counted } of progress.reasons)
        expect(counted).toEqual(tally((term) => term.reason === reason))
      expect(progress).toMatchObject({
        look: { terms: 0, frequency: 0 },
        reviewers: [
          { reviewer: 'Ann', terms: 3 },
          { reviewer: 'Ben', terms: 3 },
        ],
      })
      await project.undo('Ben')
      expect((await project.progress()).reviewers).toEqual([{ reviewer: 'Ann', terms: 3 }])
    })

    test('has a curve of what was decided to be right', async () => {
      const project = await make([sourceRow('A', 'asthma', 3), sourceRow('B', 'zzzq', 1)])
      await project.decide('Ann', [{ term: 1, seen: 1, decision: 'accept' }])
      expect((await project.curve()).at(-1)).toMatchObject({ share: 0.75, decided: 1, right: 1 })
      await project.decide('Ann', [{ term: 1, seen: 2, decision: 'none' }])
      expect((await project.curve()).at(-1)).toMatchObject({ decided: 1, right: 0 })
      await project.decide('Ann', [{ term: 1, seen: 3, decision: 'later' }])
      expect((await project.curve()).at(-1)).toMatchObject({ decided: 0, right: 0 })
    })
  })

  test('keeps hostile text as it is, but for what a database cannot hold', async () => {
    const texts = [
      '<img src=x onerror=alert(1)>',
      '\'"; drop table term; --',
      '=1+1',
      'a\nb\u2028c',
      '$1 %s {{x}}',
      '‮rtl',
      'nul\0 \ud800 end',
    ]
    const kept = texts.map((each) => each.replace('\0', '\uFFFD').replace('\ud800', '\uFFFD'))
    const project = await make(
      texts.map((each) => ({ ...sourceRow(each, each), hints: { unit: each } })),
    )
    for (const [i, text] of texts.entries()) {
      const decision = {
        term: i + 1,
        seen: 1,
        decision: 'other',
        code: text,
        title: text,
        note: text,
      } as const
      await project.decide(`r ${text}`, [decision])
    }
    const rows = await all(project.rows())
    expect(
      rows.map(({ source, term }) => [
        source.code,
        source.name,
        source.columns.Name,
        term!.query,
        term!.hints.unit,
        term!.code,
        term!.title,
      ]),
    ).toEqual(kept.map((text) => Array(7).fill(text)))
    expect(
      rows.map(({ term }) => term!.standing.map(({ reviewer, note }) => [reviewer, note])),
    ).toEqual(kept.map((text) => [[`r ${text}`, text]]))
    for (const [i, text] of texts.entries()) {
      const by = await project.terms({ decided_by: `r ${text}`, text })
      expect(by.terms.map(({ id }) => id)).toEqual([i + 1])
      expect(await project.undo(`r ${text}`)).toHaveLength(1)
    }
  })
})

/** What a filter says, term by term. */
function isOf(term: MappedTerm, filter: TermFilter): boolean {
  const { state, reason, look, decided_by, undecided_by, text = '' } = filter
  const by = (reviewer: string) => term.standing.some((each) => each.reviewer === reviewer)
  return (
    (state === undefined || state.includes(term.state)) &&
    (reason === undefined || reason.includes(term.reason)) &&
    (look === undefined || look === (term.look !== null)) &&
    (decided_by === undefined || by(decided_by)) &&
    (undecided_by === undefined || !by(undecided_by)) &&
    term.query.toLowerCase().includes(text.toLowerCase())
  )
}

function compare(order: TermOrder) {
  const sign = { frequency: 0, doubt: -1, certainty: 1 }[order]
  return (one: MappedTerm, other: MappedTerm) =>
    sign * (one.doubt - other.doubt) || other.frequency - one.frequency || one.id - other.id
}
