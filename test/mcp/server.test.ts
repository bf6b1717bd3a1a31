/**
 * Proves of the MCP server, over starters and miniature releases:
 * 1. seven tools are listed that only read, each argument described, and the rule to take a no for a no is said
 * 2. each tool answers what the library answers, with the release, and the same as text
 * 3. 50 mentions are answered one by one, and a bad one fails alone
 * 4. a refusal has the library's code and message and a next step, and repeats nothing of the request
 * 5. blank texts and truncated ones are told
 * 6. where nothing is installed the starter is, and an answer of a starter says so
 * 7. each installed version is a resource with its licence notice
 * 8. prompts say which tool codes, and that a no stays a no
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Linking, TOOLS as OF_SERVER } from '../../src/mcp/tools.ts'
import {
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type LinkRequest,
  type Medlink,
  openMedlink,
} from '../../src/medlink.ts'
import { fileFolder } from '../support/linker.ts'
import { type Called, connectMcp, type McpClient, refusalIn } from '../support/mcp.ts'
import { copyStarter, miniRoot, starterRoot } from '../support/shared-index.ts'

const TOOLS = ['link', 'comprehend', 'explain', 'concept', 'suggest', 'map', 'list_ontologies']

const starters = fileFolder()
let medlink: Medlink
let client: McpClient
let snomed: Medlink
let mini: McpClient

beforeAll(async () => {
  for (const ontology of LINKED_ONTOLOGIES) {
    starterRoot(ontology)
    copyStarter(ontology, starters)
  }
  medlink = openMedlink({ dir: starters })
  client = await connectMcp({ medlink })
  snomed = openMedlink({ dir: await miniRoot('snomed') })
  mini = await connectMcp({ medlink: snomed })
  return () => {
    medlink.close()
    snomed.close()
  }
}, 120_000)

/** What a tool answers, with the text being the same. */
async function answerOf(of: McpClient, name: string, args: object) {
  const { content, structuredContent, isError }: Called = await of.call(name, args)
  expect(isError, content[0]?.text).toBeUndefined()
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent)
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at many places
  return structuredContent as any
}

describe('what is listed', () => {
  interface Listed {
    readonly name: string
    readonly description: string
    readonly annotations: object
    readonly inputSchema: {
      readonly properties: Readonly<Record<string, { description?: string }>>
    }
    readonly outputSchema: { readonly type: string }
  }
  const list = async () => (await client.ask<{ tools: readonly Listed[] }>('tools/list')).tools

  test('is seven tools that only read', async () => {
    const tools = await list()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const { annotations, outputSchema } of tools) {
      expect(annotations).toMatchObject({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      expect(outputSchema.type).toBe('object')
    }
  })

  test('is described once, however many servers list it', async () => {
    const [link] = OF_SERVER
    const describe = vi.spyOn(link!.output['~standard'].jsonSchema, 'output')
    onTestFinished(() => describe.mockRestore())
    const listed = async () => {
      const { ask } = await connectMcp({ medlink })
      return ask<{ tools: readonly Listed[] }>('tools/list')
    }
    expect(await listed()).toEqual(await listed())
    expect(describe.mock.calls.length).toBeLessThan(2)
  })

  test('describes every argument', async () => {
    const bare = (await list()).flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties)
        .filter(([, { description = '' }]) => description === '')
        .map(([field]) => `${name}.${field}`),
    )
    expect(bare).toEqual([])
  })

  test('tells how a mention is given with its hints', async () => {
    const [link] = await list()
    expect(link!.inputSchema.properties.mentions).toMatchObject({
      ...{ type: 'array', minItems: 1, maxItems: 50 },
      items: {
        ...{ type: 'object', required: ['query'], additionalProperties: false },
        properties: { metadata: { description: expect.stringContaining('loinc: unit, value') } },
      },
    })
  })

  test('teaches to take a no for a no', async () => {
    const { instructions } = await client.ask<{ instructions: string }>('initialize', {
      protocolVersion: '2025-11-25',
      ...{ capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    })
    const tools = await list()
    const linking = tools.filter(({ name }) => ['link', 'comprehend'].includes(name))
    for (const text of [instructions, ...linking.map(({ description }) => description)])
      expect(text).toContain('never turn a candidate into a code yourself')
  })
})

describe('a link', () => {
  test.each<{ readonly request: LinkRequest; readonly answer: RegExp }>([
    {
      request: { query: 'htn', ontology: 'icd-10-cm' },
      answer: /^Yes: I10 Essential \(primary\) hypertension\.$/,
    },
    {
      request: { query: 'glucose', ontology: 'loinc', metadata: { unit: 'mg/dL' } },
      answer: /^No: no specimen given\. Ask: which specimen\? Candidates .*: 3\.$/,
    },
    {
      request: {
        query: 'glucose',
        ontology: 'loinc',
        metadata: { unit: 'mg/dL', specimen: 'serum' },
      },
      answer: /^Yes: 2345-7 /,
    },
    { request: { query: 'Tab Dolo 650 1-0-1', ontology: 'medication' }, answer: /^Yes: ML:dolo/ },
    { request: { query: 'heart failure', ontology: 'snomed' }, answer: /^Yes: 84114007 / },
    { request: { query: 'qwxzv', ontology: 'snomed' }, answer: /^No: snomed starter has nothing/ },
    {
      request: { query: 'sprain of right ankle', ontology: 'icd-10-cm', billable: true, top_k: 1 },
      answer: /^(?:Yes|No): /,
    },
  ])('of $request.query is the library’s', async ({ request, answer }) => {
    const { query, metadata, ...shared } = request
    const mention = { query, request_id: 'a', ...(metadata && { metadata }) }
    const expected = medlink.link({ top_k: 3, ...request, request_id: 'a' })
    const { answers, release } = await answerOf(client, 'link', { ...shared, mentions: [mention] })
    expect(answers).toHaveLength(1)
    expect(answers[0].result).toEqual(expected)
    expect(answers[0].answer).toMatch(answer)
    expect(answers[0].is_linked).toBe(expected.results.some(({ is_linked }) => is_linked))
    expect(answers[0].needed).toBe(expected.results[0]?.metadata.needed)
    const { version, index_name, sample } = medlink.version(request.ontology)
    expect(release).toMatchObject({ ontology: request.ontology, version, index_name, sample })
  })

  test.each(LINKED_ONTOLOGIES)(
    'of 50 mentions of %s is the library’s, in order',
    async (ontology) => {
      const names = [...'abcdefghijklmnopqrstuvwxyz']
        .flatMap((prefix) => medlink.suggest({ prefix, ontology, limit: 3 }))
        .map(({ name }) => name)
        .slice(0, 50)
      expect(names).toHaveLength(50)
      const mentions = names.map((query, i) => ({ query, request_id: `${i}` }))
      const { answers } = await answerOf(client, 'link', { ontology, mentions })
      expect(answers.map(({ result }: { result: unknown }) => result)).toEqual(
        mentions.map((mention) => medlink.link({ ...mention, ontology, top_k: 3 })),
      )
    },
  )

  test('of a bad mention fails alone', async () => {
    const { answers } = await answerOf(client, 'link', {
      ontology: 'icd-10-cm',
      mentions: [{ query: 'cholera' }, { query: ' ' }, 'fever', { query: 'gout', unit: 'g' }],
    })
    expect(answers[0].is_linked).toBe(true)
    expect(answers.slice(1)).toEqual(
      [
        'query must be a non-empty string',
        'a mention must be an object',
        'a mention has a field that is not known: the fields are query, metadata, request_id',
      ].map((message) => ({
        error: { code: 'invalid_request', message, next: expect.stringContaining('call again') },
      })),
    )
  })

  test('tells of a text that was not read to its end', async () => {
    const { answers } = await answerOf(client, 'link', {
      ontology: 'icd-10-cm',
      mentions: [{ query: 'asthma '.repeat(60) }],
    })
    expect(answers[0].answer).toContain('was not read to its end')
  })
})

describe('other tools', () => {
  test.each(['c/o fever x 3 days, no cough. K/C/O T2DM', 'mother had asthma', 'well today'])(
    'comprehend of "%s" is the library’s',
    async (text) => {
      const expected = medlink.comprehend({ text, top_k: 3 })
      const { result, answers } = await answerOf(client, 'comprehend', { text })
      expect({ ...result, request_id: '' }).toEqual({ ...expected, request_id: '' })
      expect(answers.map((answer: string) => answer.includes(': yes, '))).toEqual(
        expected.entities.map(({ results }) => results.some(({ is_linked }) => is_linked)),
      )
    },
  )

  test('comprehend says in words what is not the patient’s', async () => {
    const { answers } = await answerOf(client, 'comprehend', { text: 'no cough. fever x 3 days' })
    expect(answers).toEqual([
      expect.stringMatching(/^cough \(.*NEGATION.*\): no, context differs\.$/),
      expect.stringMatching(/^fever \(SYMPTOM\): yes, R50\.9 /),
    ])
  })

  test('comprehend names the release of each kind', async () => {
    const { releases, notes } = await answerOf(client, 'comprehend', { text: 'well today' })
    const known = LINKED_ONTOLOGIES.map((ontology) => medlink.version(ontology))
    expect(releases.map(({ index_name }: { index_name: string }) => index_name).sort()).toEqual(
      known.map(({ index_name }) => index_name).sort(),
    )
    expect(notes).toHaveLength(LINKED_ONTOLOGIES.length)
  })

  test('comprehend names the kinds that were not looked for', async () => {
    const { releases, notes } = await answerOf(mini, 'comprehend', {
      ...{ text: 'asthma', ontology: 'snomed', find: ['problem', 'test', 'medication'] },
    })
    expect(releases).toEqual([expect.objectContaining({ ontology: 'snomed', version: '20250701' })])
    expect(notes).toEqual([expect.stringMatching(/^Not looked for.*: medication, test\.$/)])
  })

  test('comprehend tells of a text that was not read to its end', async () => {
    const linking: Linking = {
      link: async (request) => medlink.link(request),
      comprehend: async (request) => ({ ...medlink.comprehend(request), truncated: true }),
    }
    const cut = await connectMcp({ medlink, linking })
    const { result, notes } = await answerOf(cut, 'comprehend', { text: 'fever' })
    expect(result.truncated).toBe(true)
    expect(notes[0]).toContain('was not read to its end')
  })

  test.each<LinkRequest>([
    { query: 'dm2', ontology: 'icd-10-cm' },
    { query: 'glucose', ontology: 'loinc', metadata: { unit: 'mg/dL' } },
    { query: 'Tab Dolo 650 1-0-1', ontology: 'medication' },
    { query: 'heart failure', ontology: 'snomed' },
  ])('explain of $query is the library’s', async (request) => {
    const { explanations, parse, ...result } = medlink.explain({ ...request, top_k: 3 })
    const answer = await answerOf(client, 'explain', request)
    expect({ ...answer.result, request_id: '' }).toEqual({ ...result, request_id: '' })
    expect(answer.explanations).toEqual(explanations)
    expect(answer.parse).toEqual(parse)
    expect(explanations.length).toBeGreaterThan(0)
  })

  test.each([
    { prefix: 'diab ret', ontology: 'icd-10-cm', billable: true },
    { prefix: 'creat', ontology: 'loinc', specimen: 'urine', limit: 2 },
  ] as const)('suggest of $prefix is the library’s', async (request) => {
    const { suggestions } = await answerOf(client, 'suggest', request)
    expect(suggestions).toEqual(medlink.suggest(request))
    expect(suggestions.length).toBeGreaterThan(0)
  })

  test('suggest tells of a blank prefix', async () => {
    const { suggestions, notes } = await answerOf(client, 'suggest', {
      ...{ prefix: ' ', ontology: 'loinc' },
    })
    expect(suggestions).toEqual([])
    expect(notes[0]).toContain('prefix is blank')
  })

  test('list_ontologies is the registry without files', async () => {
    const { ontologies, notes } = await answerOf(client, 'list_ontologies', {})
    expect(notes).toBeUndefined()
    for (const each of medlink.registry().ontologies) {
      const listed = ontologies.find(({ name }: { name: string }) => name === each.name)
      expect(listed.versions).toEqual(each.versions)
      expect(each.details[0]).toMatchObject(listed.details[0])
      expect(listed.details[0].licence).not.toBe('')
    }
  })
})

describe('codes', () => {
  test('have title, status, parents and attributes', async () => {
    const { concepts } = await answerOf(mini, 'concept', {
      ontology: 'snomed',
      codes: ['44054006'],
    })
    const { name, metadata, parents } = snomed.concept('snomed', '44054006')
    expect(concepts).toEqual([
      {
        answer: `44054006 ${name}: active.`,
        ...{
          code: '44054006',
          name,
          active: true,
          metadata,
          parents,
          children: expect.any(Number),
        },
        replacements: [],
      },
    ])
  })

  test('that are unknown fail alone', async () => {
    const { concepts } = await answerOf(mini, 'concept', {
      ...{ ontology: 'snomed', codes: ['12', '44054006'] },
    })
    expect(concepts[0].error).toMatchObject({
      code: 'unknown_code',
      next: expect.stringContaining('do not guess'),
    })
    expect(concepts[1].code).toBe('44054006')
  })

  test.each([
    { code: 'i10', query: 'htn', is_right: 'yes', words: 'Right for the text' },
    { code: 'I10', query: 'asthma', is_right: 'no', words: 'Not right for the text' },
    { code: 'I10', query: 'qwxzv', is_right: 'unproven', words: 'A person decides' },
  ])('$code for $query is $is_right', async ({ code, query, is_right, words }) => {
    const { check, concepts } = await answerOf(client, 'concept', {
      ...{ ontology: 'icd-10-cm', codes: [code], check: { query } },
    })
    expect(concepts[0]).toMatchObject({ is_right, answer: expect.stringContaining(words) })
    expect(check.is_linked).toBe(is_right !== 'unproven')
  })

  test.each([
    { under: '404684003', is_under: true, words: 'is under 404684003' },
    { under: '73211009', is_under: false, words: 'is not under 73211009' },
  ])('have a place: under $under', async ({ under, is_under, words }) => {
    const { concepts } = await answerOf(mini, 'map', {
      ...{ ontology: 'snomed', codes: ['386661006'], under },
    })
    const { maps, replacements } = snomed.concept('snomed', '386661006')
    expect(concepts[0]).toMatchObject({ is_under, maps, replacements })
    expect(snomed.isUnder('snomed', '386661006', under)).toBe(is_under)
    expect(concepts[0].answer).toContain(words)
    expect(concepts[0].answer).toContain('each under its rule: icd-10-cm P81.9, icd-10-cm R50.9')
  })

  test('with no counterpart say so', async () => {
    const { concepts } = await answerOf(mini, 'map', { ontology: 'snomed', codes: ['404684003'] })
    expect(concepts[0].answer).toBe('This release maps it to nothing.')
    expect(concepts[0]).not.toHaveProperty('is_under')
  })
})

describe('a code that has or lacks a replacement', () => {
  test.each([
    { code: '9000002-7', active: false, words: /: retired, replaced by 2345-7 / },
    {
      code: '9000004-3',
      active: true,
      words: /: active\. A person chooses its replacement: 2160-0 .*; 2161-8 /,
    },
    { code: '9000003-5', active: false, words: /: retired, and nothing replaces it\.$/ },
  ])('$code says so', async ({ code, active, words }) => {
    const loinc = openMedlink({ dir: await miniRoot('loinc') })
    const of = await connectMcp({ medlink: loinc })
    const { concepts } = await answerOf(of, 'concept', { ontology: 'loinc', codes: [code] })
    const { replacements } = loinc.concept('loinc', code)
    expect(concepts[0]).toMatchObject({ code, active, replacements })
    expect(concepts[0].answer).toMatch(words)
    loinc.close()
  })
})

describe('a refusal', () => {
  const SECRET = 'asha of ward 7'

  test.each([
    {
      tool: 'link',
      args: { ontology: SECRET, mentions: [{ query: SECRET }] },
      code: 'unknown_ontology',
      next: 'list_ontologies',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', version: SECRET, mentions: [{ query: SECRET }] },
      code: 'unknown_version',
      next: 'list_ontologies',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', mentions: [] },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', mentions: Array(51).fill({ query: SECRET }) },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', mentions: [{ query: ' ' }] },
      code: 'invalid_request',
      next: 'ask the person',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', mentions: [{ query: SECRET }], top_k: 11 },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'link',
      args: { ontology: 'loinc', mentions: [{ query: SECRET }], [SECRET]: 1 },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'comprehend',
      args: { text: '\n\t ' },
      code: 'invalid_request',
      next: 'ask the person',
    },
    {
      tool: 'comprehend',
      args: { text: 'a'.repeat(10_001) },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'comprehend',
      args: { text: SECRET, ontology: 'loinc' },
      code: 'invalid_request',
      next: 'call again',
    },
    { tool: 'explain', args: { ontology: 'loinc' }, code: 'invalid_request', next: 'call again' },
    {
      tool: 'concept',
      args: { ontology: 'loinc', codes: [SECRET] },
      code: 'unknown_code',
      next: 'do not guess',
    },
    {
      tool: 'concept',
      args: { ontology: 'loinc', codes: [] },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'suggest',
      args: { ontology: 'icd-10-cm', prefix: 'a', class: SECRET },
      code: 'invalid_request',
      next: 'call again',
    },
    {
      tool: 'map',
      args: { ontology: 'icd-10-cm', codes: ['I10'], under: SECRET },
      code: 'unknown_code',
      next: 'do not guess',
    },
    { tool: 'map', args: undefined, code: 'invalid_request', next: 'call again' },
    { tool: 'list_ontologies', args: { a: SECRET }, code: 'invalid_request', next: 'call again' },
  ])('of $tool $args has its code and a next step', async ({ tool, args, code, next }) => {
    const called = await client.call(tool, args)
    const error = refusalIn(called)
    expect(error).toEqual({
      code,
      message: expect.stringMatching(/./),
      next: expect.stringContaining(next),
    })
    expect(JSON.stringify(called)).not.toContain(SECRET)
  })

  test('of a Medlink that is closed says so', async () => {
    const other = openMedlink({ dir: starters })
    const of = await connectMcp({ medlink: other })
    other.close()
    expect(refusalIn(await of.call('list_ontologies'))).toMatchObject({ code: 'closed' })
  })
})

describe('where nothing is installed', () => {
  test('each question is refused, and the list says what is missing', async () => {
    const dir = join(fileFolder(), 'none')
    mkdirSync(dir)
    const empty = openMedlink({ dir })
    const of = await connectMcp({ medlink: empty })
    for (const [tool, more] of [
      ['link', { mentions: [{ query: 'gout' }] }],
      ['explain', { query: 'gout' }],
      ['comprehend', { text: 'gout' }],
      ['concept', { codes: ['I10'] }],
      ['suggest', { prefix: 'gou' }],
      ['map', { codes: ['I10'] }],
    ] as const)
      expect(refusalIn(await of.call(tool, { ontology: 'icd-10-cm', ...more }))).toMatchObject({
        code: 'index_missing',
        next: expect.stringContaining('list_ontologies'),
      })
    const { notes } = await answerOf(of, 'list_ontologies', {})
    expect(notes).toHaveLength(LINKED_ONTOLOGIES.length)
    expect(notes[0]).toContain('it cannot answer')
    empty.close()
  })

  test('the starter is installed at the first question, and says so', async () => {
    const dir = fileFolder()
    const empty = openMedlink({ dir })
    const asked: LinkedOntology[] = []
    const of = await connectMcp({
      medlink: empty,
      installStarter: async (ontology) => {
        asked.push(ontology)
        copyStarter(ontology, dir)
      },
    })
    const { notes } = await answerOf(of, 'list_ontologies', {})
    expect(notes[0]).toContain('built now or at the first question')
    expect(asked).toEqual([])
    const answer = await answerOf(of, 'link', {
      ...{ ontology: 'icd-10-cm', mentions: [{ query: 'htn' }] },
    })
    expect(asked).toEqual(['icd-10-cm'])
    expect(answer.release.sample).toBe(true)
    expect(answer.notes).toEqual([expect.stringContaining('a sample of 4,')])
    empty.close()
  })

  test('comprehend has the starters of the kinds that it is asked for', async () => {
    const asked: LinkedOntology[] = []
    const of = await connectMcp({ medlink, installStarter: async (each) => void asked.push(each) })
    await of.call('comprehend', { text: 'gout', find: ['test', 'medication'] })
    await of.call('comprehend', { text: 'gout' })
    expect(asked).toEqual(['medication', 'loinc', 'icd-10-cm'])
  })

  test('a whole release has no such note', async () => {
    const answer = await answerOf(mini, 'concept', { ontology: 'snomed', codes: ['44054006'] })
    expect(answer.release).toEqual({
      ...{ ontology: 'snomed', version: '20250701', release_date: '2025-07-01', sample: false },
      index_name: snomed.version('snomed').index_name,
    })
    expect(answer).not.toHaveProperty('notes')
  })
})

describe('resources', () => {
  test('are the installed versions with their licence notices', async () => {
    const { resources } = await client.ask<{ resources: { uri: string; name: string }[] }>(
      'resources/list',
    )
    expect(resources.map(({ uri }) => uri)).toEqual(
      LINKED_ONTOLOGIES.map((ontology) => `medlink://${ontology}/starter`),
    )
    for (const [i, { uri }] of resources.entries()) {
      const { contents } = await client.ask<{ contents: { text: string }[] }>('resources/read', {
        uri,
      })
      const { licence } = medlink.version(LINKED_ONTOLOGIES[i]!)
      expect(contents[0]!.text.startsWith(`${licence}\n`)).toBe(true)
    }
  })

  test('that are not there are refused', async () => {
    await expect(client.ask('resources/read', { uri: 'medlink://loinc/2' })).rejects.toThrow(
      'not found',
    )
  })
})

describe('prompts', () => {
  interface Prompted {
    readonly messages: readonly { readonly role: string; readonly content: { text: string } }[]
  }

  test.each([
    { name: 'code_terms', args: { terms: 'htn\nDM2', ontology: 'icd-10-cm' }, tool: 'link' },
    { name: 'code_terms', args: { terms: 'htn\nDM2' }, tool: 'link' },
    { name: 'code_note', args: { note: 'no cough' }, tool: 'comprehend' },
  ])('$name with $args takes a no for a no', async ({ name, args, tool }) => {
    const { messages } = await client.ask<Prompted>('prompts/get', { name, arguments: args })
    expect(messages.map(({ role }) => role)).toEqual(['user'])
    const [{ text }] = messages.map(({ content }) => content) as [{ text: string }]
    expect(text).toContain(`with the tool ${tool}`)
    expect(text).toContain('If an answer says no, leave the code empty.')
    expect(text).toContain('Do not choose a candidate yourself')
    expect(text).toContain('`needed`, ask me that question')
    const { ontology, ...given } = args as Record<string, string>
    expect(text.endsWith(`\n\n${Object.values(given)[0]}`)).toBe(true)
    expect(text.includes('the ontology icd-10-cm')).toBe(ontology !== undefined)
  })

  test('are listed with their arguments', async () => {
    const { prompts } = await client.ask<{
      prompts: { name: string; arguments: { name: string; required?: boolean }[] }[]
    }>('prompts/list')
    expect(
      prompts.map(({ name, arguments: fields }) => [
        name,
        fields.filter(({ required }) => required).map((field) => field.name),
      ]),
    ).toEqual([
      ['code_terms', ['terms']],
      ['code_note', ['note']],
    ])
  })

  test.each([
    { name: 'code_note', args: { note: ' ' } },
    { name: 'code_terms', args: { terms: 'asha', ontology: 'icd' } },
    { name: 'code_terms', args: {} },
  ])('$name refuses $args, and repeats nothing of it', async ({ name, args }) => {
    await expect(client.ask('prompts/get', { name, arguments: args })).rejects.toThrow(
      /^(?!.*asha).*(?:blank|ontology|terms)/s,
    )
  })
})
