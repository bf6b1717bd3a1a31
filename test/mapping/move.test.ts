/**
 * Proves of moving a project to another release, on both databases:
 * 1. what would change is told, and nothing is changed by that
 * 2. decisions stay, and those that are concerned are to be looked at again, until somebody decides
 * 3. what was decided on candidates of the release before is not kept
 * 4. it happens in one step or not at all, once
 */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../src/mapping/mapping.ts'
import { createProject, openProject } from '../../src/mapping/projects.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { buildTwoReleases } from '../support/two-releases.ts'
import { DATABASES, type DatabaseKind, sourceRow } from './projects.ts'

const TERMS = [
  'purple fever',
  'green cough',
  'loud hiccup',
  'blue gout',
  'slow heel',
  'odd knee',
  'a green cough',
  'zzzqqq',
]
const TO_2027 = { from: '2026', to: '2027' }
const LOOKS = {
  'purple fever': {
    ...{ reason: 'split', code: 'R10', ...TO_2027 },
    into: [
      { code: 'R10.0', title: 'Purple fever of arm' },
      { code: 'R10.1', title: 'Purple fever of leg' },
    ],
  },
  'green cough': { reason: 'retired', code: 'R11', ...TO_2027, into: [] },
  'loud hiccup': {
    ...{ reason: 'renamed', code: 'R12', ...TO_2027 },
    into: [{ code: 'R12', title: 'Loud hiccup, recurrent' }],
  },
  'blue gout': { reason: 'flag_changed', code: 'R13', ...TO_2027, into: [] },
  'slow heel': {
    ...{ reason: 'link_changed', code: null, ...TO_2027 },
    into: [{ code: 'R14', title: 'Slow heel' }],
  },
}

let releases: Awaited<ReturnType<typeof buildTwoReleases>>
let medlink: Medlink

beforeAll(async () => {
  releases = await buildTwoReleases()
  medlink = openMedlink({ dir: releases.dir })
})
afterAll(() => {
  medlink.close()
  releases.remove()
})

describe.each(DATABASES)('%s', (_, start) => {
  let database: DatabaseKind
  beforeAll(async () => {
    database = await start()
  })
  afterAll(() => database.stop())

  /** A project of 2026 in which Ann has decided on all but the last two. */
  async function decided(): Promise<{ project: Project; where: string }> {
    const where = await database.newPlace()
    const project = await createProject(
      where,
      medlink,
      { ontology: 'icd-10-cm', version: '2026', columns: ['Name'] },
      TERMS.map((name) => sourceRow('', name)),
      { now: () => 1_000, workers: 1 },
    )
    onTestFinished(() => project.close())
    await project.decide('Ann', [
      ...[1, 2, 3, 4].map((term) => ({ term, seen: 1, decision: 'accept' as const })),
      { term: 5, seen: 1, decision: 'none' },
      // Medlink linked it to R15 before and does so now: that was known to who decided.
      { term: 6, seen: 1, decision: 'other', code: 'R99', title: 'Elsewhere' },
    ])
    return { project, where }
  }

  async function looksOf(project: Project) {
    const { terms } = await project.terms({ look: true })
    return Object.fromEntries(terms.map(({ query, look }) => [query, look]))
  }

  test('what would change is told, and nothing is changed', async () => {
    const { project } = await decided()
    const told: [number, number][] = []
    const onProgress = (done: number, total: number) => told.push([done, total])
    const found = await project.compareTo(medlink, '2027', { workers: 1, onProgress })
    expect(told.at(-1)).toEqual([TERMS.length, TERMS.length])
    expect(found).toMatchObject({ ontology: 'icd-10-cm', ...TO_2027 })
    expect(Object.fromEntries(found.changes.map(({ query, look }) => [query, look]))).toEqual({
      ...LOOKS,
      'a green cough': null,
    })
    expect(found.changes.map(({ term }) => term)).toEqual([1, 2, 3, 4, 5, 7])
    expect(found.changes[4]).toMatchObject({
      before: null,
      after: { code: 'R14', title: 'Slow heel', is_linked: true },
    })
    expect(found.changes[5]!.before).toMatchObject({ code: 'R11', is_linked: true })
    expect(found.changes[5]!.after?.is_linked).not.toBe(true)
    expect(found.candidates_changed).toBeGreaterThanOrEqual(5)
    expect(await project.about()).toMatchObject({ version: '2026' })
    expect(await looksOf(project)).toEqual({})
    expect(await project.term(5)).toMatchObject({ revision: 2, candidates: [] })
  })

  test('decisions stay, and those that are concerned are to be looked at again', async () => {
    const { project, where } = await decided()
    const found = await project.compareTo(medlink, '2027', { workers: 1 })
    expect(await project.move(medlink, '2027', { workers: 1 })).toEqual(found)
    const { version, model_version } = await project.about()
    expect([version, model_version]).toEqual(['2027', expect.stringContaining('+icd-10-cm-')])
    expect(await looksOf(project)).toEqual(LOOKS)
    expect((await project.progress()).look.terms).toBe(5)
    expect(await project.term(2)).toMatchObject({
      ...{ state: 'mapped', code: 'R11', revision: 3 },
      standing: [{ reviewer: 'Ann', code: 'R11', version: '2026' }],
    })
    expect(await project.term(5)).toMatchObject({
      ...{ state: 'no_code', first: { code: 'R14' }, reason: 'linked' },
      candidates: [{ rank: 1, code: 'R14' }],
    })
    // Nothing of this one has changed, so what a reviewer has before them is as good as it was.
    expect(await project.term(6)).toMatchObject({ state: 'mapped', code: 'R99', revision: 2 })
    const again = await openProject(where)
    onTestFinished(() => again.close())
    expect(await looksOf(again)).toEqual(LOOKS)
  })

  test('who decides again has looked, and who takes that back has not', async () => {
    const { project } = await decided()
    await project.move(medlink, '2027', { workers: 1 })
    const { term } = (
      await project.decide('Ben', [
        { term: 1, seen: 3, decision: 'other', code: 'R10.0', title: 'Purple fever of arm' },
      ])
    )[0]!
    expect(term).toMatchObject({ state: 'disagreement', look: null })
    expect(Object.keys(await looksOf(project))).not.toContain('purple fever')
    await project.undo('Ben')
    expect((await project.term(1))!.look).toEqual(LOOKS['purple fever'])
  })

  test('what was decided on the candidates before is not kept', async () => {
    const { project } = await decided()
    await project.move(medlink, '2027', { workers: 1 })
    const outcomes = await project.decide('Ben', [
      { term: 7, seen: 1, decision: 'accept' },
      { term: 6, seen: 2, decision: 'accept' },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stale', 'decided'])
  })

  test('of two who move it at once, one does', async () => {
    const { project, where } = await decided()
    const other = await openProject(where)
    onTestFinished(() => other.close())
    const moves = await Promise.allSettled(
      [project, other].map((each) => each.move(medlink, '2027', { workers: 1 })),
    )
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = moves.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'build_in_progress' })
    expect((await project.term(1))!.revision).toBe(3)
  })

  test('one that is stopped or cannot be made changes nothing', async () => {
    const { project } = await decided()
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(project.move(medlink, '2027', { workers: 1, signal })).rejects.toThrow('stopped')
    await expect(project.move(medlink, '2026')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(project.move(medlink, '2030')).rejects.toMatchObject({ code: 'unknown_version' })
    expect(await project.about()).toMatchObject({ version: '2026' })
    expect(await looksOf(project)).toEqual({})
  })

  test('what is to be looked at stays so over the release after the next', async () => {
    const { project } = await decided()
    await project.move(medlink, '2027', { workers: 1 })
    const back = await project.move(medlink, '2026', { workers: 1 })
    // That a code is there again is no reason to look at it.
    expect(back.changes.find(({ query }) => query === 'green cough')?.look).toBeNull()
    expect((await looksOf(project))['green cough']).toEqual(LOOKS['green cough'])
  })
})
