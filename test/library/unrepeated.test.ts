/**
 * Proves that no error repeats what it was asked, whichever field a patient's text was put into: neither its message nor
 * what is printed of it, its causes among that.
 */

import { inspect } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { buildIndex, downloadRelease } from '../../src/build/build.ts'
import { parseOntologyName } from '../../src/internal.ts'
import { parseCase } from '../../src/library/eval.ts'
import { type LinkOutcome, linkRequestSchema, openMedlink } from '../../src/medlink.ts'
import { MINI, miniRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const SECRET = 'Zebrastripe'
/** As the texts of people are: with quotes, with what a path or a pattern is made of, as a code, as a version. */
const TEXTS = [
  SECRET,
  `${SECRET} "Jane" O'Hara`,
  `'${SECRET}'`,
  `../${SECRET}`,
  `${SECRET} 12.3`.padEnd(300, '!'),
  `--${SECRET}`,
]

const dir = await miniRoot('icd-10-cm')
const medlink = openMedlink({ dir })
afterAll(() => medlink.close())

/** The errors that a call throws, rejects with or yields. */
async function errorsOf(call: () => unknown): Promise<unknown[]> {
  try {
    const given = await call()
    if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given)) return []
    const errors: unknown[] = []
    for await (const outcome of given as AsyncIterable<LinkOutcome>)
      if ('error' in outcome) errors.push(outcome.error)
    return errors
  } catch (error) {
    return [error]
  }
}

const asked = { query: 'gout', ontology: 'icd-10-cm' }
/** How a value may be misplaced: as it is, or within something that the field does not take either. */
const shapes = (text: string) => [text, [text], { [text]: text }]

interface Row {
  readonly field: string
  readonly code: string
  readonly call: (value: never) => unknown
}

const fields: readonly Row[] = Object.keys(linkRequestSchema.shape)
  .filter((field) => !['query', 'metadata', 'request_id'].includes(field))
  .map((field) => {
    const code = { ontology: 'unknown_ontology', version: 'unknown_version' }[field]
    return {
      field,
      code: code ?? 'invalid_request',
      call: (value) => medlink.link({ ...asked, [field]: value } as never),
    }
  })

const others: readonly Row[] = [
  {
    field: 'query and top_k',
    code: 'invalid_request',
    call: (query) => medlink.explain({ ...asked, query, top_k: 99 } as never),
  },
  {
    field: 'metadata',
    code: 'invalid_request',
    call: (metadata) => medlink.link({ ...asked, metadata: [metadata] } as never),
  },
  {
    field: 'request_id',
    code: 'invalid_request',
    call: (id) => medlink.link({ ...asked, request_id: [id] } as never),
  },
  {
    field: 'ontology of linkMany',
    code: 'unknown_ontology',
    call: (ontology) => medlink.linkMany([{ ...asked, ontology } as never], { workers: 1 }),
  },
  {
    field: 'version of linkMany',
    code: 'unknown_version',
    call: (version) => medlink.linkMany([{ ...asked, version } as never], { workers: 1 }),
  },
  {
    field: 'ontology of comprehendMany',
    code: 'unknown_ontology',
    call: (ontology) => medlink.comprehendMany([{ text: 'gout', ontology }], { workers: 1 }),
  },
  {
    field: 'version of comprehendMany',
    code: 'unknown_version',
    call: (version) => medlink.comprehendMany([{ text: 'gout', version }], { workers: 1 }),
  },
  {
    field: 'workers',
    code: 'invalid_request',
    call: (workers) => medlink.linkMany([], { workers }),
  },
  {
    field: 'ontology of suggest',
    code: 'unknown_ontology',
    call: (ontology) => medlink.suggest({ prefix: 'gout', ontology }),
  },
  {
    field: 'version of suggest',
    code: 'unknown_version',
    call: (version) => medlink.suggest({ prefix: 'gout', ontology: 'icd-10-cm', version }),
  },
  {
    field: 'limit of suggest',
    code: 'invalid_request',
    call: (limit) => medlink.suggest({ prefix: 'gout', ontology: 'icd-10-cm', limit }),
  },
  {
    field: 'ontology of concept',
    code: 'unknown_ontology',
    call: (ontology) => medlink.concept(ontology, 'A00'),
  },
  {
    field: 'code of concept',
    code: 'unknown_code',
    call: (code) => medlink.concept('icd-10-cm', code),
  },
  {
    field: 'version of concept',
    code: 'unknown_version',
    call: (version) => medlink.concept('icd-10-cm', 'A00', version),
  },
  {
    field: 'code of isUnder',
    code: 'unknown_code',
    call: (code) => medlink.isUnder('icd-10-cm', code, 'A00'),
  },
  {
    field: 'ancestor of isUnder',
    code: 'unknown_code',
    call: (ancestor) => medlink.isUnder('icd-10-cm', 'A00', ancestor),
  },
  {
    field: 'name of an ontology',
    code: 'unknown_ontology',
    call: (name) => parseOntologyName(name),
  },
  {
    field: 'ontology of a build',
    code: 'unknown_ontology',
    call: (ontology) => buildIndex(ontology, dir, { dir }),
  },
  {
    field: 'dialect of a build',
    code: 'invalid_request',
    call: (dialect) =>
      buildIndex('snomed', MINI.snomed.release, { dir: tempFolder(), dialect, version: '1' }),
  },
  {
    field: 'ontology of a download',
    code: 'unknown_ontology',
    call: (ontology) => downloadRelease(ontology, { to: dir }),
  },
  {
    field: 'version of a download',
    code: 'invalid_request',
    call: (version) => downloadRelease('icd-10-cm', { to: dir, version }),
  },
  {
    field: 'line of cases',
    code: 'invalid_request',
    call: (text) => parseCase(`{"id": "1", "request": {"query": "${text}"`, 1),
  },
  {
    field: 'case',
    code: 'invalid_request',
    call: (text) => parseCase(JSON.stringify({ id: [text], request: text, gold: text }), 1),
  },
]

test.each([...fields, ...others])('of $field: $code', async ({ code, call }) => {
  const codes = new Set<string>()
  for (const value of TEXTS.flatMap(shapes)) {
    const errors = await errorsOf(() => call(value as never))
    expect(errors).toHaveLength(1)
    for (const error of errors) {
      codes.add((error as { code: string }).code)
      expect((error as Error).message).not.toMatch(/zebra/i)
      expect(inspect(error, { depth: 9 })).not.toMatch(/zebra/i)
    }
  }
  expect([...codes]).toContain(code)
})

test('of the version of a build that cannot be a name of a file', async () => {
  const build = buildIndex('icd-10-cm', MINI['icd-10-cm'].release, {
    dir: tempFolder(),
    version: TEXTS[1]!,
  })
  const error: Error = await build.then(
    () => expect.fail('it was built'),
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'invalid_request' })
  expect(inspect(error)).not.toMatch(/zebra/i)
})
