/**
 * Proves of texts that were linked before:
 * 1. only a yes is kept, and neither a long text nor one with a long number
 * 2. what is kept answers the same question to the same index alone, and everything is forgotten when it is full
 * 3. a Bundle has the same bytes from memory as without it
 */
import { describe, expect, test } from 'vitest'
import { codeText } from '../../../src/fhir/coding/code.ts'
import { LinkedTexts } from '../../../src/fhir/coding/linked-texts.ts'
import { obstructed, type Verdict } from '../../../src/fhir/coding/verdict.ts'
import type { LinkRequest } from '../../../src/medlink.ts'
import { bundleOf, openStarters } from './support.ts'

const context = openStarters('snomed')

const yes: Verdict = {
  coding: { system: 'http://snomed.info/sct', code: '1', extension: [], userSelected: false },
}
const request = (query: string, metadata: object = {}): LinkRequest => ({
  ...{ query, ontology: 'snomed', version: '1', metadata: metadata as never },
})

describe('is kept:', () => {
  test.each([
    { what: 'a yes', query: 'asthma', isKept: true },
    { what: 'a no', query: 'asthma', verdict: obstructed('too_long'), isKept: false },
    { what: 'a text with a number', query: 'HbA1c 7.2 %', isKept: true },
    { what: 'a number of a person', query: 'asthma 123456', isKept: false },
    { what: 'one among the hints', query: 'asthma', metadata: { unit: '123456' }, isKept: false },
    { what: 'a long text', query: 'asthma '.repeat(30), isKept: false },
  ])('$what', ({ query, metadata, verdict = yes, isKept }) => {
    const texts = new LinkedTexts()
    texts.set(request(query, metadata), 'index', verdict)
    expect(texts.get(request(query, metadata), 'index')).toBe(isKept ? verdict : undefined)
  })
})

test('answers the same question to the same index', () => {
  const texts = new LinkedTexts()
  texts.set(request('asthma'), 'index', yes)
  expect(texts.get(request('asthma'), 'another index')).toBe(undefined)
  expect(texts.get(request('asthma', { unit: 'g' }), 'index')).toBe(undefined)
  expect(texts.get({ ...request('asthma'), granularity: 'ingredient' }, 'index')).toBe(undefined)
})

test('forgets everything when it is full', () => {
  const texts = new LinkedTexts()
  for (let i = 0; i < 4000; i++) texts.set(request(`asthma ${i}`), 'index', yes)
  expect(texts.get(request('asthma 0'), 'index')).toBe(yes)
  texts.set(request('gout'), 'index', yes)
  expect(texts.get(request('asthma 0'), 'index')).toBe(undefined)
  expect(texts.get(request('gout'), 'index')).toBe(yes)
})

test('a Bundle has the same bytes from memory', async () => {
  const resource = bundleOf(
    { resourceType: 'Condition', code: { text: 'asthma' } },
    { resourceType: 'Condition', code: { text: 'zzgrmbl' } },
  )
  const text = JSON.stringify(resource)
  const first = await codeText(context, { text, resource })
  expect(first).toContain('195967001')
  const question = request('asthma')
  const { version, indexName } = context.medlink.codes('snomed', undefined, (table) => ({
    ...{ version: context.systems.newest('snomed').installed.version, indexName: table.indexName },
  }))
  const asked = { ...question, version }
  expect(context.linkedTexts.get(asked, indexName)).toMatchObject({ coding: { code: '195967001' } })
  expect(await codeText(context, { text, resource })).toBe(first)
})
