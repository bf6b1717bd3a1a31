/**
 * Proves of the public API, over the starter vocabulary and a miniature release:
 * 1. indexes are opened at their first use; what is installed later is found; after close every call is refused
 * 2. a request that breaks the contract is refused by a code, without repeating the query
 * 3. the newest installed version answers, the starter only when there is no other
 * 4. the registry tells what is installed and what cannot be read
 * 5. concepts are read from the index that was asked for
 * 6. no match is an empty answer
 * 7. an ontology that takes mentions apart says what it made of the mention and its hints
 */

import { chmodSync, cpSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { parseOntologyName } from '../../src/internal.ts'
import {
  LINKED_ONTOLOGIES,
  type LinkRequest,
  linkResultSchema,
  type Medlink,
  MedlinkError,
  openMedlink,
} from '../../src/medlink.ts'
import { writeFamilyTree } from '../support/family-tree.ts'
import { asNobody } from '../support/faults.ts'
import { FOREIGN_FILES } from '../support/foreign-files.ts'
import { fileFolder } from '../support/linker.ts'
import { copyStarter, MINI, NOW } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const { release } = MINI['icd-10-cm']

const dir = fileFolder()
let medlink: Medlink

beforeAll(async () => {
  copyStarter('icd-10-cm', dir)
  copyStarter('loinc', dir)
  await buildIndex('icd-10-cm', release, { dir, version: '2026', now: NOW })
  medlink = openMedlink({ dir })
})
afterAll(() => medlink.close())

const starter = (query: string, more: Partial<LinkRequest> = {}) =>
  medlink.link({ query, ontology: 'icd-10-cm', version: 'starter', ...more })

/** Puts the miniature release of the other tests into another folder. */
function copy2026(folder: string): void {
  const file = join('icd-10-cm', '2026.sqlite')
  cpSync(join(dir, file), join(folder, file))
}

/** Medlink over another folder, closed when the running test is over. */
function opened(folder: string): Medlink {
  const other = openMedlink({ dir: folder })
  onTestFinished(() => other.close())
  return other
}

/** The code and message of the error that a call throws. */
function errorOf(call: () => unknown): { code: string; message: string } {
  try {
    call()
  } catch (error) {
    expect(error).toMatchObject({ name: 'MedlinkError' })
    return error as { code: string; message: string } & Error
  }
  throw new Error('nothing was thrown')
}

describe('opening', () => {
  test.each([
    undefined,
    null,
    {},
    { dir: '' },
    { dir: 7 },
    { starter: false },
    { dir: '', starter: true },
    './indexes',
  ])('%j is refused', (options) => {
    const error = errorOf(() => openMedlink(options as never))
    expect(error).toMatchObject({ name: 'MedlinkError', code: 'invalid_request' })
    expect(error.message).toContain("openMedlink({ dir: './indexes' })")
    expect(error.message).toContain('openMedlink({ starter: true })')
  })

  test('a folder that does not exist can be opened and has nothing', () => {
    const other = opened(join(tempFolder(), 'nowhere'))
    expect(other.registry().ontologies.map(({ versions }) => versions)).toEqual([[], [], [], []])
    const error = errorOf(() => other.link({ query: 'gout', ontology: 'icd-10-cm' }))
    expect(error.code).toBe('index_missing')
    expect(error.message).toMatch(
      /^no version of icd-10-cm is installed in .*nowhere, which does not exist: run medlink build icd-10-cm --release <folder or zip> --out .*nowhere, or medlink build starter/,
    )
  })

  test('nothing is opened until the first question', () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'icd-10-cm'))
    writeFileSync(join(folder, 'icd-10-cm', '2026.sqlite'), 'no index')
    const other = opened(folder)
    expect(errorOf(() => other.link({ query: 'gout', ontology: 'icd-10-cm' })).code).toBe(
      'index_incompatible',
    )
  })

  test('an index that comes after opening is found', () => {
    const folder = tempFolder()
    const other = opened(folder)
    copyStarter('icd-10-cm', folder)
    expect(other.link({ query: 'gout', ontology: 'icd-10-cm' }).version).toBe('starter')
  })

  test('a newer version answers once it is installed', async () => {
    const folder = tempFolder()
    copy2026(folder)
    const other = opened(folder)
    const version = () => other.link({ query: 'cholera', ontology: 'icd-10-cm' }).version
    expect(version()).toBe('2026')
    await buildIndex('icd-10-cm', release, { dir: folder, version: '2027', now: NOW })
    expect(version()).toBe('2027')
  })
})

test.each([
  { options: { dir: '.', starters: true }, says: 'no option starters: did you mean starter?' },
  { options: { dirr: '.' }, says: 'no option dirr: did you mean dir?' },
  { options: { dir: '.', cache: 1 }, says: 'its options are dir, starter, names, onWarning' },
  { options: { dir: '.', names: 5 }, says: 'names must be the path of a table, or a list' },
  { options: { dir: '.', names: null }, says: 'names must be the path of a table, or a list' },
])('$options are refused', ({ options, says }) => {
  expect(() => openMedlink(options as never)).toThrow(
    expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(says) }),
  )
})

test.each<{ what: string; ask: (medlink: Medlink) => unknown; says: string }>([
  {
    what: 'a batch of one request that is no list',
    ask: (medlink) => medlink.linkMany({ query: 'gout', ontology: 'icd-10-cm' } as never),
    says: 'linkMany needs a list of requests, or a source of them',
  },
  {
    what: 'a batch of a text',
    ask: (medlink) => medlink.linkMany('gout' as never),
    says: 'linkMany needs a list of requests, or a source of them',
  },
  {
    what: 'a batch of nothing',
    ask: (medlink) => medlink.comprehendMany(undefined as never),
    says: 'comprehendMany needs a list of requests, or a source of them',
  },
  {
    what: 'a batch with a misspelt option',
    ask: (medlink) => medlink.linkMany([], { worker: 2 } as never),
    says: 'linkMany has no option worker: did you mean workers?',
  },
  {
    what: 'a batch with another option',
    ask: (medlink) => medlink.comprehendMany([], { concurrency: 2 } as never),
    says: 'comprehendMany has no option concurrency: its options are signal, onProgress, workers',
  },
  {
    what: 'a batch with no options',
    ask: (medlink) => medlink.linkMany([], null as never),
    says: 'linkMany needs an object of options: signal, onProgress, workers',
  },
  {
    what: 'a comparison of nothing',
    ask: (medlink) => medlink.diff(undefined as never),
    says: 'diff needs an object of options: ontology, from, to',
  },
])('$what is refused', ({ ask, says }) => {
  expect(errorOf(() => ask(medlink))).toMatchObject({ code: 'invalid_request', message: says })
})

test('a batch of any source is read', async () => {
  function* none(): Generator<LinkRequest> {}
  async function* noneYet(): AsyncGenerator<LinkRequest> {}
  for (const source of [[], new Set<LinkRequest>(), none(), noneYet()])
    expect(await medlink.linkMany(source).next()).toEqual({ done: true, value: undefined })
})

test('an error is one of Medlink whichever copy of it was loaded', async () => {
  const copy = '../../src/errors.ts?copy'
  const { MedlinkError: Other }: { MedlinkError: typeof MedlinkError } = await import(copy)
  expect(Other).not.toBe(MedlinkError)
  expect(new Other('closed', 'x') instanceof MedlinkError).toBe(true)
  expect(new MedlinkError('closed', 'x') instanceof Other).toBe(true)
  for (const other of [new Error('x'), { name: 'MedlinkError', code: 'closed' }, 'x', null])
    expect(other instanceof MedlinkError).toBe(false)
})

describe('the version that answers', () => {
  const releases = { '2026': { sample: false }, starter: { sample: true } } as const

  test.each([
    { ontology: 'icd-10-cm', asked: undefined, answers: '2026' },
    { ontology: 'icd-10-cm', asked: '2026', answers: '2026' },
    { ontology: 'icd-10-cm', asked: 'starter', answers: 'starter' },
    { ontology: 'icd-10-cm', asked: 'comprehend', answers: '2026' },
    { ontology: 'loinc', asked: undefined, answers: 'starter' },
  ] as const)('of $ontology with $asked: $answers', ({ ontology, asked, answers }) => {
    const found = medlink.version(ontology, asked)
    expect(found).toMatchObject({ version: answers, ...releases[answers] })
    const { details } = medlink.registry().ontologies.find(({ name }) => name === ontology)!
    expect(details).toContainEqual(found)
    const version = asked === 'comprehend' ? undefined : asked
    const request = { query: 'gout', ontology, ...(version && { version }) }
    expect(medlink.link(request).index_name).toBe(found.index_name)
  })

  test.each([
    { ontology: 'icd-10-cm', asked: '2025', code: 'unknown_version' },
    { ontology: 'loinc', asked: 'comprehend', code: 'unknown_version' },
    { ontology: 'snomed', asked: undefined, code: 'index_missing' },
    { ontology: 'icd-11', asked: undefined, code: 'unknown_ontology' },
  ])('of $ontology with $asked: $code', ({ ontology, asked, code }) => {
    expect(errorOf(() => medlink.version(ontology as 'loinc', asked)).code).toBe(code)
  })

  test('has the name of its file', () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'icd-10-cm'))
    cpSync(join(dir, 'icd-10-cm/2026.sqlite'), join(folder, 'icd-10-cm/current.sqlite'))
    const { version, index_name } = opened(folder).version('icd-10-cm')
    expect({ version, index_name }).toEqual({
      version: 'current',
      index_name: medlink.version('icd-10-cm', '2026').index_name,
    })
  })

  test('of a date or number, not of a name', () => {
    const folder = tempFolder()
    copy2026(folder)
    const own = opened(folder)
    cpSync(join(folder, 'icd-10-cm/2026.sqlite'), join(folder, 'icd-10-cm/order-only.sqlite'))
    expect(own.version('icd-10-cm').version).toBe('2026')
  })
})

describe('after close', () => {
  const gout = { query: 'gout', ontology: 'icd-10-cm' } as const

  test.each<{ what: string; call: (closed: Medlink) => unknown }>([
    { what: 'link', call: (closed) => closed.link(gout) },
    { what: 'explain', call: (closed) => closed.explain(gout) },
    {
      what: 'suggest',
      call: (closed) => closed.suggest({ prefix: 'gout', ontology: 'icd-10-cm' }),
    },
    { what: 'concept', call: (closed) => closed.concept('icd-10-cm', 'A00') },
    { what: 'isUnder', call: (closed) => closed.isUnder('icd-10-cm', 'A00.0', 'A00') },
    { what: 'registry', call: (closed) => closed.registry() },
    { what: 'version', call: (closed) => closed.version('icd-10-cm') },
    { what: 'linkMany', call: (closed) => closed.linkMany([gout]) },
  ])('$what is refused, and closing again is not', ({ call }) => {
    const other = openMedlink({ dir })
    call(other)
    other.close()
    expect(errorOf(() => call(other))).toMatchObject({
      code: 'closed',
      message: 'this Medlink is closed: open a new one with openMedlink',
    })
    other.close()
  })
})

describe('refused requests', () => {
  const SECRET = 'Zebrastripe Jane Doe'

  test.each([
    { what: 'an empty query', request: { query: '' } },
    { what: 'white space only', request: { query: ' \n\t\u00a0 ' } },
    { what: 'a query that is too long', request: { query: SECRET.padEnd(10_001, 'x') } },
    { what: 'no query', request: { query: undefined } },
    { what: 'a query that is no string', request: { query: [SECRET] } },
    { what: 'a top_k of 0', request: { top_k: 0 } },
    { what: 'a top_k of 11', request: { top_k: 11 } },
    { what: 'a top_k of -1', request: { top_k: -1 } },
    { what: 'a broken top_k', request: { top_k: 2.5 } },
    { what: 'a top_k that is text', request: { top_k: '5' } },
    { what: 'a top_k that is no number', request: { top_k: Number.NaN } },
    { what: 'a collapse of its own', request: { collapse: 'code' } },
    { what: 'metadata that is a list', request: { metadata: [SECRET] } },
    { what: 'metadata that is text', request: { metadata: SECRET } },
    { what: 'an empty version', request: { version: '' } },
    { what: 'a version that is a number', request: { version: 2026 } },
    { what: 'an empty request_id', request: { request_id: '' } },
    { what: 'no ontology', request: { ontology: undefined } },
  ])('$what is an invalid request', ({ request }) => {
    const whole = { query: SECRET, ontology: 'icd-10-cm', ...request } as unknown as LinkRequest
    for (const call of [() => medlink.link(whole), () => medlink.explain(whole)]) {
      const error = errorOf(call)
      expect(error.code).toBe('invalid_request')
      expect(error.message).not.toContain('Zebrastripe')
    }
  })

  test.each([undefined, null, 'gout', 7, []])('%s is an invalid request', (request) => {
    expect(errorOf(() => medlink.link(request as unknown as LinkRequest)).code).toBe(
      'invalid_request',
    )
  })

  test('nothing of rxnorm is known', () => {
    const error = errorOf(() => medlink.link({ query: SECRET, ontology: 'rxnorm' as 'loinc' }))
    expect(error.code).toBe('unknown_ontology')
    expect(error.message).toBe(
      'this version of Medlink has no such ontology: it has snomed, loinc, medication, icd-10-cm',
    )
  })

  test.each(['loinc', 'medication', 'icd-10-cm'] as const)(
    'nothing of %s is installed',
    (ontology) => {
      const error = errorOf(() => opened(tempFolder()).link({ query: SECRET, ontology }))
      expect(error.code).toBe('index_missing')
      expect(error.message).not.toContain('does not exist')
      expect(error.message).toContain(`medlink build ${ontology} --release`)
      expect(error.message).not.toContain('Zebrastripe')
    },
  )

  test.each(['2025', 'STARTER', '../icd-10-cm/2026', '2026.sqlite', ' '])(
    'version "%s" is unknown, and the message names what is installed',
    (version) => {
      const error = errorOf(() => starter(SECRET, { version }))
      expect(error.code).toBe('unknown_version')
      expect(error.message).toContain('installed: 2026, starter')
      expect(error.message).not.toContain('Zebrastripe')
    },
  )

  test('texts have a version of ICD-10-CM alone, and the message names the call', () => {
    const asked = { query: SECRET, ontology: 'loinc', version: 'comprehend' } as const
    expect(errorOf(() => medlink.link(asked))).toMatchObject({
      code: 'unknown_version',
      message: expect.stringMatching(
        /; the call comprehend reads texts, for snomed and icd-10-cm$/,
      ),
    })
  })

  test('a version is unknown too where none is installed', () => {
    const error = errorOf(() =>
      opened(tempFolder()).link({ query: SECRET, ontology: 'icd-10-cm', version: '2026' }),
    )
    expect(error.code).toBe('unknown_version')
    expect(error.message).toContain('no version is')
  })
})

describe('answers', () => {
  test('are as the contract says', () => {
    const result = starter('type 2 diabetes with foot ulcer', { top_k: 3 })
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(result).toMatchObject({
      query: 'type 2 diabetes with foot ulcer',
      query_breakdown: null,
      ontology: 'icd-10-cm',
      version: 'starter',
    })
    expect(result.results).toHaveLength(3)
    expect(result.results[0]).toMatchObject({
      term_id: 'E11.621',
      metadata: {
        is_billable: true,
        category: 'E11 Type 2 diabetes mellitus',
        preferred_name: 'Type 2 diabetes mellitus with foot ulcer',
      },
    })
  })

  test('come from the newest version, and any real one is newer than the starter', () => {
    expect(medlink.link({ query: 'cholera', ontology: 'icd-10-cm' }).version).toBe('2026')
    expect(starter('cholera').version).toBe('starter')
  })

  test('name the index and the model', () => {
    const { index_name, model_version } = starter('gout')
    const newest = medlink.link({ query: 'gout', ontology: 'icd-10-cm' })
    expect(index_name).not.toBe(newest.index_name)
    expect(model_version).toMatch(/^\d+\.\d+\.\d+\+icd-10-cm-/)
    expect(newest.model_version).toBe(model_version)
  })

  test('have five results when no number is asked for, and at most ten', () => {
    expect(starter('fracture').results).toHaveLength(5)
    expect(starter('fracture', { top_k: 1 }).results).toHaveLength(1)
    expect(starter('fracture', { top_k: 10 }).results).toHaveLength(10)
  })

  test('have the request_id given, or one of their own', () => {
    expect(starter('gout', { request_id: 'mine' }).request_id).toBe('mine')
    const [one, other] = [starter('gout').request_id, starter('gout').request_id]
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(one).not.toBe(other)
  })

  test('have every name of a code when terms are asked for', () => {
    const { results } = starter('gout', { collapse: 'term', top_k: 10 })
    const codes = results.map(({ term_id }) => term_id)
    expect(new Set(codes).size).toBeLessThan(codes.length)
    const rows = results.map(({ term_id, term_name }) => `${term_id} ${term_name}`)
    expect(new Set(rows).size).toBe(rows.length)
    expect(results.filter(({ is_linked }) => is_linked).length).toBeLessThanOrEqual(1)
  })

  test.each([
    { query: 'the of and' },
    { query: '...' },
    { query: '🙂' },
    { query: 'xqzwv' },
    { query: '\ud800' },
  ])('to $query are empty and no error', ({ query }) => {
    expect(starter(query).results).toEqual([])
    const { results, explanations } = medlink.explain({
      query,
      ontology: 'icd-10-cm',
      version: 'starter',
    })
    expect([results, explanations]).toEqual([[], []])
  })

  test.each([
    { metadata: {} },
    { metadata: { unheard_of: 'right', __proto__: null } },
    { metadata: { nested: { deep: [1, 2] }, number: 7, nothing: null } },
  ])('do not change with metadata that is not understood: $metadata', ({ metadata }) => {
    const given = { metadata: metadata as Record<string, never>, request_id: 'r' }
    const { ignored_hints, ...result } = starter('knee pain', given)
    expect(result).toEqual(starter('knee pain', { request_id: 'r' }))
    const ignored = Object.keys(metadata).filter((key) => key !== 'nothing')
    expect(ignored_hints ?? []).toEqual(ignored)
  })

  test('do not change with fields that the contract does not have', () => {
    const more = { request_id: 'r', unheard_of: true } as Partial<LinkRequest>
    const { ignored_fields, ...result } = starter('knee pain', more)
    expect(result).toEqual(starter('knee pain', { request_id: 'r' }))
    expect(ignored_fields).toEqual(['unheard_of'])
  })

  test('name misspelt fields, of every question', () => {
    const request = { query: 'asthma', ontology: 'icd-10-cm', version: 'starter' } as const
    const misspelt = { strictnes: 'balanced', billabel: true }
    const named = { ignored_fields: ['strictnes', 'billabel'] }
    expect(medlink.link({ ...request, ...misspelt })).toMatchObject(named)
    expect(medlink.explain({ ...request, ...misspelt })).toMatchObject(named)
    expect(medlink.link(request)).not.toHaveProperty('ignored_fields')
    const text = { text: 'asthma', version: 'starter', find: ['problem'] } as const
    expect(medlink.comprehend({ ...text, ...misspelt })).toMatchObject(named)
    expect(medlink.comprehend(text)).not.toHaveProperty('ignored_fields')
  })

  test.each<{ request: Partial<LinkRequest>; ignored?: string[] }>([
    {
      request: { ontology: 'loinc', billable: true, encounter: 'initial' },
      ignored: ['billable', 'encounter'],
    },
    {
      request: { ontology: 'icd-10-cm', assume: 'usual', granularity: 'ingredient' },
      ignored: ['assume', 'granularity'],
    },
    { request: { ontology: 'icd-10-cm', billable: true, encounter: 'initial' } },
    { request: { ontology: 'loinc', assume: 'usual' } },
    {
      request: { ontology: 'loinc', billable: false, encounter: undefined, granularity: 'product' },
    },
  ])('name options of other vocabularies: $request', ({ request, ignored }) => {
    const asked = { query: 'gout', version: 'starter', ...request } as LinkRequest
    expect(medlink.link(asked).ignored_fields).toEqual(ignored)
  })

  test('are the longest query too', () => {
    const query = 'gout '.repeat(2000)
    expect(starter(query).query).toBe(query)
  })
})

test.each(['snomed', 'loinc', 'medication', 'icd-10-cm'])(
  '%s is the name of an ontology',
  (name) => {
    expect(parseOntologyName(name)).toBe(name)
  },
)

test.each(['rxnorm', 'LOINC', 'icd-11', ''])('"%s" is none that can be linked', (name) => {
  expect(errorOf(() => parseOntologyName(name)).code).toBe('unknown_ontology')
})

describe('the registry', () => {
  test('lists the four ontologies in order, installed or not', () => {
    const { ontologies } = medlink.registry()
    expect(ontologies.map(({ name }) => name)).toEqual([
      'snomed',
      'loinc',
      'medication',
      'icd-10-cm',
    ])
    expect(ontologies.map(({ name }) => name)).toEqual([...LINKED_ONTOLOGIES])
    for (const { versions, details, unreadable } of [ontologies[0]!, ontologies[2]!])
      expect([versions, details, unreadable]).toEqual([[], [], []])
  })

  test('carries the notice that a licence asks for', () => {
    const loinc = medlink.registry().ontologies[1]!
    expect(loinc.versions).toEqual(['starter'])
    expect(loinc.details[0]!.licence).toContain('LOINC is copyright © 1995-')
    expect(loinc.details[0]!.licence).toContain('http://loinc.org/license')
  })

  test('says what each version is made of, newest first', () => {
    const icd10cm = medlink.registry().ontologies[3]!
    expect(icd10cm.versions).toEqual(['2026', 'starter', 'comprehend'])
    expect(icd10cm.unreadable).toEqual([])
    expect(icd10cm.details).toMatchObject([
      {
        version: '2026',
        release_date: null,
        sample: false,
        concepts: 113,
        built_at: NOW.toISOString(),
      },
      { version: 'starter', sample: true, built_at: NOW.toISOString() },
    ])
    for (const { terms, concepts, licence, index_name, version } of icd10cm.details) {
      expect(terms).toBeGreaterThan(concepts)
      expect(licence).not.toBe('')
      const answer = medlink.link({ query: 'gout', ontology: 'icd-10-cm', version })
      expect(index_name).toBe(answer.index_name)
    }
    expect(icd10cm.details[0]!.sources.map(({ file }) => file)).toContain('icd10cm_order_2027.txt')
  })

  /** What may stand in the place of an index, or not be looked at. */
  const FOREIGN: readonly {
    name: string
    put: (file: string) => void
    code: string
    says: string
  }[] = [
    {
      name: '2090',
      put: (file) => writeFileSync(file, ''),
      code: 'index_corrupt',
      says: 'it was cut short at 0 bytes',
    },
    {
      name: '2091',
      put: (file) => writeFileSync(file, 'no index'.repeat(100)),
      code: 'index_incompatible',
      says: 'is not a Medlink index: move it away',
    },
    {
      name: '2092',
      put: (file) => new Database(file).exec('CREATE TABLE notes (text TEXT)').close(),
      code: 'index_incompatible',
      says: 'is not a Medlink index',
    },
    ...FOREIGN_FILES.map((each, i) => ({ ...each, name: String(2093 + i) })),
    {
      name: '2098',
      put: (file) => {
        cpSync(join(dir, 'icd-10-cm', '2026.sqlite'), file)
        truncateSync(file, 100_000)
      },
      code: 'index_corrupt',
      says: 'its end is missing: it was cut short',
    },
    {
      name: '2099',
      put: (file) => {
        cpSync(join(dir, 'icd-10-cm', '2026.sqlite'), file)
        writeFileSync(`${file}-journal`, 'of somebody else')
      },
      code: 'no_access',
      says: "2099.sqlite-journal, which is not Medlink's: move that away",
    },
  ]

  /** A folder with an index, a link to it, and everything foreign that a folder may hold. */
  function foreignFolder() {
    const folder = tempFolder()
    copy2026(folder)
    const place = (name: string) => join(folder, 'icd-10-cm', name)
    symlinkSync('2026.sqlite', place('current.sqlite'))
    for (const name of ['notes.txt', '._2026.sqlite']) writeFileSync(place(name), 'no index')
    for (const { name, put } of FOREIGN) put(place(`${name}.sqlite`))
    for (const each of [folder, join(folder, 'icd-10-cm')]) chmodSync(each, 0o755)
    return { folder, place }
  }

  /** Text that holds one part and, later, another. */
  const matching = (...parts: readonly string[]) =>
    expect.toSatisfy((text: string) => parts.every((part) => text.includes(part)))

  test('lists what is called like an index and is none apart, with the reason', () => {
    const { folder, place } = foreignFolder()
    const icd10cm = asNobody(() => opened(folder).registry()).ontologies[3]!
    expect(icd10cm.versions).toEqual(['2026', 'current', 'comprehend'])
    expect(icd10cm.details.map(({ version }) => version)).toEqual(['2026', 'current'])
    expect(icd10cm.unreadable).toEqual(
      FOREIGN.toReversed().map(({ name, code, says }) => ({
        ...{ version: name, code },
        message: matching(place(name), says),
      })),
    )
  })

  test.each(FOREIGN)(
    'does not let an older version answer for $name: $code',
    ({ name, put, code }) => {
      const folder = tempFolder()
      copy2026(folder)
      const file = join(folder, 'icd-10-cm', `${name}.sqlite`)
      put(file)
      for (const each of [folder, join(folder, 'icd-10-cm')]) chmodSync(each, 0o755)
      const other = opened(folder)
      const gout = { query: 'gout', ontology: 'icd-10-cm' } as const
      const error = asNobody(() => errorOf(() => other.link(gout)))
      expect(error.code).toBe(code)
      expect(error.message).toContain(file)
      expect(other.link({ ...gout, version: '2026' })).toMatchObject({ ontology: 'icd-10-cm' })
    },
  )

  test('lists a folder of an ontology that cannot be read', () => {
    const folder = tempFolder()
    copy2026(folder)
    writeFileSync(join(folder, 'loinc'), 'no folder')
    symlinkSync('snomed', join(folder, 'snomed'))
    const [snomed, loinc, , icd10cm] = opened(folder).registry().ontologies
    for (const { unreadable } of [snomed!, loinc!])
      expect(unreadable).toEqual([
        {
          version: null,
          code: 'no_access',
          message: expect.stringMatching(/(snomed|loinc) cannot be used \((ELOOP|ENOTDIR)\)/),
        },
      ])
    expect(icd10cm!.versions).toEqual(['2026', 'comprehend'])
  })
})

describe('a concept', () => {
  test.each(['E11.9', 'e11.9', 'E119'])('is found by %s', (code) => {
    expect(medlink.concept('icd-10-cm', code, 'starter')).toMatchObject({
      code: 'E11.9',
      name: 'Type 2 diabetes mellitus without complications',
      active: true,
      metadata: { is_billable: true, category: 'E11 Type 2 diabetes mellitus' },
      parents: [{ code: 'E11', name: 'Type 2 diabetes mellitus' }],
      children: [],
      replacements: [],
    })
  })

  test('has its names, the official one among them', () => {
    const { name, names } = medlink.concept('icd-10-cm', 'I10', 'starter')
    expect(names).toContainEqual({ text: name, kind: 'preferred', language: 'en' })
    expect(names.map(({ kind }) => kind)).toContain('curated')
  })

  test('has its children in order of code', () => {
    const { children } = medlink.concept('icd-10-cm', 'N40', 'starter')
    expect(children.map(({ code }) => code)).toEqual(['N40.0', 'N40.1'])
  })

  test('is a child of its parents and a parent of its children', () => {
    const { parents, children } = medlink.concept('icd-10-cm', 'E11.62', 'starter')
    const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code)
    for (const { code } of parents)
      expect(codes(medlink.concept('icd-10-cm', code, 'starter').children)).toContain('E11.62')
    for (const { code } of children)
      expect(codes(medlink.concept('icd-10-cm', code, 'starter').parents)).toContain('E11.62')
    expect(children.length).toBeGreaterThan(0)
  })

  test.each(['Z99.99Q', 'nonsense', '', ' ', 'E11.9; --', 'x'.repeat(1000)])(
    'by the code "%s" is unknown',
    (code) => {
      const error = errorOf(() => medlink.concept('icd-10-cm', code, 'starter'))
      expect(error.code).toBe('unknown_code')
      expect(error.message.length).toBeLessThan(120)
    },
  )

  test('has its counterparts, and what stands in its place with the relation', () => {
    const folder = tempFolder()
    writeFamilyTree(folder)
    const other = opened(folder)
    const { maps } = other.concept('icd-10-cm', 'B00')
    expect(maps).toEqual([
      { system: 'icd-11', target: 'BD10', rule: '' },
      { system: 'icd-9', target: '', rule: 'otherwise' },
      { system: 'icd-9', target: '428.0', rule: '{"group":1}' },
    ])
    expect(other.concept('icd-10-cm', 'A93')).toMatchObject({
      active: false,
      maps: [],
      replacements: [
        { code: 'B00', name: 'Thing B00', relation: 'possibly_equivalent_to', exact: false },
        { code: 'B01', name: 'Thing B01', relation: 'same_as', exact: true },
      ],
    })
  })

  test.each([
    { code: 'E11.65', ancestor: 'E11', under: true },
    { code: 'e1165', ancestor: ' e11.6 ', under: true },
    { code: 'E11', ancestor: 'E11.65', under: false },
    { code: 'E11.65', ancestor: 'E11.65', under: false },
    { code: 'E11.65', ancestor: 'I10', under: false },
  ])('$code under $ancestor: $under', ({ code, ancestor, under }) => {
    expect(medlink.isUnder('icd-10-cm', code, ancestor, 'starter')).toBe(under)
  })

  test.each([
    { code: 'nonsense', ancestor: 'E11', says: 'has no such code' },
    { code: 'E11.65', ancestor: 'nonsense', says: 'has no such ancestor' },
  ])('$code under $ancestor: one of them is unknown', ({ code, ancestor, says }) => {
    const error = errorOf(() => medlink.isUnder('icd-10-cm', code, ancestor, 'starter'))
    expect(error).toMatchObject({ code: 'unknown_code' })
    expect(error.message).toContain(says)
  })

  test('comes from the newest version when none is given', () => {
    expect(errorOf(() => medlink.concept('icd-10-cm', 'N40')).message).toContain('2026')
  })
})

describe('of LOINC', () => {
  const ask = (query: string, metadata: Record<string, unknown> = {}) =>
    medlink.link({ query, ontology: 'loinc', metadata, request_id: 'r' })

  test.each([
    { query: 'hemoglobin', metadata: { unit: 'g/dL', specimen: 'whole blood' } },
    { query: 'hemoglobin', metadata: {} },
    { query: 'zzqx vvwk', metadata: { unit: 'g/dL' } },
    { query: '718-7', metadata: {} },
  ])('the answer to $query with $metadata is as the contract says', ({ query, metadata }) => {
    const result = ask(query, metadata)
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(medlink.explain({ query, ontology: 'loinc', metadata, request_id: 'r' })).toMatchObject(
      result,
    )
  })

  test('the hints are in the breakdown, as written and as understood', () => {
    const hints = { unit: 'gm/dl', specimen: 'EDTA blood', value: '13.2', range: '12 - 15' }
    const { query_breakdown, results } = ask('haemoglobin', hints)
    expect(query_breakdown).toEqual({
      test_name: expect.stringMatching(/^ha?emoglobin$/),
      value: '13.2',
      unit_orig: 'gm/dl',
      unit: 'g/dL',
      property: 'MCnc',
      specimen: 'Bld',
      range: '12 - 15',
      panel_name: null,
      not_understood: [],
      conflicts: [],
    })
    expect(results[0]).toMatchObject({
      term_id: '718-7',
      metadata: {
        component: 'Hemoglobin',
        property: 'MCnc',
        time_aspect: 'Pt',
        system: 'Bld',
        scale: 'Qn',
        unit_normalised: 'g/dL',
        preferred_name: 'Hemoglobin [Mass/volume] in Blood',
      },
    })
  })

  test('a hint that says nothing is named', () => {
    const { query_breakdown } = ask('hemoglobin', { unit: 'zzqx', specimen: 'vvwk' })
    expect(query_breakdown).toMatchObject({ not_understood: ['specimen', 'unit'] })
  })

  test.each([
    { hints: {}, reason: 'unit_missing' },
    { hints: { specimen: 'whole blood' }, reason: 'unit_missing' },
    { hints: { unit: 'g/dL' }, reason: 'specimen_missing' },
  ])('hemoglobin with $hints is not linked: $reason', ({ hints, reason }) => {
    const [first] = ask('hemoglobin', hints).results
    expect(first).toMatchObject({ term_id: '718-7', is_linked: false })
    expect(first!.metadata.link_reason).toBe(reason)
    expect(first!.metadata.needed).toMatch(/\?$/)
  })

  test.each(['718-7', ' 718-7 '])('a concept is found by %j', (code) => {
    expect(medlink.concept('loinc', code)).toMatchObject({
      code: '718-7',
      name: 'Hemoglobin [Mass/volume] in Blood',
      active: true,
      metadata: { property: 'MCnc', system: 'Bld', scale: 'Qn' },
    })
  })

  test('a code with a wrong check digit is unknown', () => {
    expect(errorOf(() => medlink.concept('loinc', '718-8')).code).toBe('unknown_code')
  })
})
