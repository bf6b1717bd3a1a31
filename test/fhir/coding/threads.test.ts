/**
 * Proves of work on threads:
 * 1. a Bundle of many texts has the codes that the linker links one by one
 * 2. `$comprehend` answers a transaction over HTTP, of a note and of a Composition
 */
import { afterAll, describe, expect, test } from 'vitest'
import { codeText } from '../../../src/fhir/coding/code.ts'
import type { Resource } from '../../../src/fhir/resources.ts'
import type { LinkRequest } from '../../../src/medlink.ts'
import { issueOf, parameters, startFhir } from '../support.ts'
import { bundleOf, openStarters } from './support.ts'

const context = openStarters('snomed')
const both = openStarters('snomed', 'icd-10-cm')

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

describe('$comprehend', async () => {
  const fhir = await startFhir({ medlink: both.medlink })
  afterAll(() => fhir.app.close())
  const subject = { reference: 'Patient/1' }
  const typesAndCodes = ({ entry }: Resource) =>
    (entry as { resource: Record<string, unknown> }[]).map(
      ({ resource: { resourceType, code = {} } }) => [
        resourceType,
        (code as { coding?: { code: string }[] }).coding?.[0]?.code,
      ],
    )

  test.each([
    { name: 'ICD-10-CM', system: undefined, code: 'J45.909' },
    { name: 'SNOMED CT', system: 'http://snomed.info/sct', code: '195967001' },
  ])('answers a note in $name', async ({ system, code }) => {
    const { status, resource } = await fhir.post(
      '$comprehend',
      parameters(
        { name: 'text', valueString: 'K/C/O asthma. Risk of sepsis.' },
        { name: 'subject', valueReference: subject },
        ...(system === undefined ? [] : [{ name: 'system', valueUri: system }]),
      ),
    )
    expect(status).toBe(200)
    expect(typesAndCodes(resource)).toEqual([
      ['DocumentReference', undefined],
      ['Condition', code],
      ['Provenance', undefined],
    ])
  })

  test('answers the sections of a Composition, each with its title', async () => {
    const section = [
      { title: 'Family history', text: { div: '<div>asthma</div>' } },
      { title: 'Diagnosis', text: { div: '<div>asthma</div>' } },
    ]
    const body = { resourceType: 'Composition', id: '7', subject, section }
    const { resource } = await fhir.post('$comprehend', body)
    expect(typesAndCodes(resource)).toEqual([
      ['FamilyMemberHistory', undefined],
      ['Provenance', undefined],
      // A text that is one mention is answered as a link answers it: by the header.
      ['Condition', 'J45'],
      ['Provenance', undefined],
    ])
  })

  test.each([
    { name: 'LOINC', system: 'http://loinc.org', answer: [404, 'not-found'] },
    { name: 'an unknown system', system: 'urn:x', answer: [404, 'not-found'] },
  ])('refuses $name for problems', async ({ system, answer }) => {
    const body = parameters(
      { name: 'text', valueString: 'asthma' },
      { name: 'subject', valueReference: subject },
      { name: 'system', valueUri: system },
    )
    const { status, resource } = await fhir.post('$comprehend', body)
    expect([status, issueOf(resource).code]).toEqual(answer)
  })

  test('refuses a text that is too long, and repeats nothing of it', async () => {
    const body = parameters(
      { name: 'text', valueString: 'Asha has fever. '.repeat(1000) },
      { name: 'subject', valueReference: subject },
    )
    const { status, resource } = await fhir.post('$comprehend', body)
    expect([status, issueOf(resource).code]).toEqual([400, 'invalid'])
    expect(JSON.stringify(resource)).not.toContain('Asha')
  })
})
