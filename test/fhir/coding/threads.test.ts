/** Proves that a Bundle of many texts, which is coded on threads, has the codes that the linker links one by one. */
import { expect, test } from 'vitest'
import { codeText } from '../../../src/fhir/coding/code.ts'
import type { LinkRequest } from '../../../src/medlink.ts'
import { bundleOf, openStarters } from './support.ts'

const context = openStarters('snomed')

const NAMES = [
  'asthma',
  'fever',
  'cough',
  'migraine',
  'anemia',
  'gout',
  'T2DM',
  'HTN',
  'zzgrmbl',
  'COPD',
]

test.each([
  { name: 'many texts', texts: NAMES },
  { name: 'a long text', texts: [`asthma ${'and a cough '.repeat(50)}`, 'gout'] },
])('$name are coded as the linker links each', async ({ texts }) => {
  const resource = bundleOf(...texts.map((text) => ({ resourceType: 'Condition', code: { text } })))
  const { entry } = JSON.parse(
    await codeText(context, { text: JSON.stringify(resource), resource }),
  ) as { entry: { resource: { code: { coding?: { code: string }[] } } }[] }
  const linked = texts.map((query) => {
    const { results } = context.medlink.link({ query, ontology: 'snomed' } as LinkRequest)
    return results.flatMap(({ is_linked, term_id }) => (is_linked ? [term_id] : []))
  })
  expect(linked.flat().length).toBeGreaterThan(0)
  expect(
    entry.map(({ resource: { code } }) => (code.coding ?? []).map(({ code }) => code)),
  ).toEqual(linked)
})

test('a caller who has gone ends the work', async () => {
  const resource = bundleOf(...NAMES.map((text) => ({ resourceType: 'Condition', code: { text } })))
  const signal = AbortSignal.abort(new Error('gone'))
  const coded = codeText(context, { text: JSON.stringify(resource), resource, signal })
  await expect(coded).rejects.toThrow('gone')
})
