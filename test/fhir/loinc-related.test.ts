/**
 * Proves of LOINC's parts, answers and lists of answers:
 * 1. they are looked up and validated as codes, with what relates them to terms and to each other
 * 2. a list of answers is a value set in the release's order, and filters select by parts and lists
 * 3. an index whose release lacks the files says so, and is otherwise as before
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import type { Parameter } from '../../src/fhir/resources.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { makeFolder } from '../support/http.ts'
import { LOINC_TABLE } from '../support/loinc-release.ts'
import {
  codesOf,
  expansionOf,
  type FhirServer,
  issueOf,
  LOINC,
  parameters,
  startFhir,
  startMini,
  valueSet,
  valuesOf,
} from './support.ts'

let fhir: FhirServer
beforeAll(async () => {
  fhir = await startMini()
})

const lookup = (server: FhirServer, code: string) =>
  server.get(`CodeSystem/$lookup?system=${LOINC}&code=${code}`)
const expandFiltered = (server: FhirServer, ...filters: readonly [string, string, string][]) =>
  server.post(
    'ValueSet/$expand',
    parameters(
      valueSet({
        include: [
          {
            system: LOINC,
            filter: filters.map(([property, op, value]) => ({ property, op, value })),
          },
        ],
      }),
    ),
  )

/** Properties of a looked-up code, each as its code and value. */
function propertiesOf({ resource }: Awaited<ReturnType<typeof lookup>>): string[] {
  return (resource.parameter as unknown as readonly Parameter[]).flatMap(({ name, part }) => {
    if (name !== 'property') return []
    const [code, value] = part as readonly Parameter[]
    const of = (each: Parameter) =>
      Object.entries(each).find(([key]) => key.startsWith('value'))![1]
    return [`${of(code!)} ${of(value!)}`]
  })
}

describe('a code is looked up:', () => {
  test.each([
    {
      code: 'LP9000004-3',
      display: 'Leukocytes',
      properties: [
        'inactive false',
        'STATUS ACTIVE',
        'PartTypeName COMPONENT',
        'PartDisplayName White blood cells',
      ],
    },
    {
      code: 'LP9000008-4',
      display: 'Old method',
      properties: ['inactive true', 'STATUS INACTIVE', 'PartTypeName METHOD'],
    },
    {
      code: 'LL9000002-7',
      display: 'Seen|Not seen|Unclear',
      properties: [
        'inactive false',
        'Answer LA9000002-7',
        'Answer LA9000001-9',
        'Answer LA9000003-5',
        'answers-for 5195-3',
      ],
    },
    {
      code: 'LA9000003-5',
      display: 'Unclear, "see note"',
      properties: ['inactive false', 'AnswerList LL9000002-7'],
    },
  ])('$code', async ({ code, display, properties }) => {
    const answer = await lookup(fhir, code)
    expect(answer.status).toBe(200)
    expect(valuesOf(answer.resource, 'display')).toEqual([display])
    expect(propertiesOf(answer)).toEqual(properties)
  })

  test('a term has its parts as codes, and as texts where the release links none', async () => {
    expect(propertiesOf(await lookup(fhir, '2339-0'))).toEqual(
      expect.arrayContaining([
        'COMPONENT LP9000001-9',
        'SYSTEM LP9000006-8',
        'PROPERTY MCnc',
        'CLASSTYPE 1',
      ]),
    )
    expect(propertiesOf(await lookup(fhir, '5195-3'))).toEqual(
      expect.arrayContaining([
        'COMPONENT Hepatitis B virus surface Ag',
        'answer-list LL9000001-9',
        'answer-list LL9000002-7',
      ]),
    )
  })
})

describe('a list of answers is a value set', () => {
  const url = `${LOINC}/vs/LL9000002-7`

  test('with its answers in its order', async () => {
    const answer = await fhir.get(`ValueSet/$expand?url=${url}`)
    expect(answer.resource).toMatchObject({
      url,
      version: '9.01',
      name: 'LOINCAnswerListLL9000002_7',
    })
    expect(codesOf(answer)).toEqual(['LA9000002-7', 'LA9000001-9', 'LA9000003-5'])
    expect(expansionOf(answer).total).toBe(3)
    const page = await fhir.get(`ValueSet/$expand?url=${url}&count=1&offset=1`)
    expect(codesOf(page)).toEqual(['LA9000001-9'])
  })

  test.each([
    { code: 'LA9000003-5', result: true },
    { code: '2339-0', result: false },
    { code: 'LA9000009-9', result: false },
  ])('$code is a member: $result', async ({ code, result }) => {
    const answer = await fhir.get(`ValueSet/$validate-code?url=${url}&code=${code}&system=${LOINC}`)
    expect(valuesOf(answer.resource, 'result')).toEqual([result])
  })

  test.each([
    { url: `${LOINC}/vs/LL9000009-2`, why: 'of an unknown list' },
    { url: `${LOINC}/vs/LL9000002-7|2.81`, why: 'of a version that is not installed' },
  ])('there is none $why', async ({ url }) => {
    const { status, resource } = await fhir.get(`ValueSet/$expand?url=${encodeURIComponent(url)}`)
    expect([status, issueOf(resource).code]).toEqual([404, 'not-found'])
  })
})

describe('filters', () => {
  test.each([
    {
      filter: ['COMPONENT', '=', 'LP9000001-9'] as const,
      codes: ['14749-6', '2339-0', '2345-7'],
    },
    {
      filter: ['COMPONENT', 'in', 'LP9000002-7,LP9000004-3'] as const,
      codes: ['4548-4', '6690-2'],
    },
    { filter: ['COMPONENT', '=', 'LP9000009-2'] as const, codes: [] },
    { filter: ['METHOD_TYP', '=', 'LP9000001-9'] as const, codes: [] },
    { filter: ['document-kind', 'exists', 'true'] as const, codes: ['9000010-0'] },
    {
      filter: ['LIST', '=', 'LL9000002-7'] as const,
      codes: ['LA9000002-7', 'LA9000001-9', 'LA9000003-5'],
    },
    { filter: ['answers-for', '=', 'LL9000001-9'] as const, codes: ['LA9000002-7', 'LA9000001-9'] },
    { filter: ['answers-for', '=', '25428-4'] as const, codes: ['LA9000002-7', 'LA9000001-9'] },
    { filter: ['answers-for', '=', '2339-0'] as const, codes: [] },
    { filter: ['answer-list', '=', 'LL9000001-9'] as const, codes: ['25428-4', '5195-3'] },
    { filter: ['AnswerList', '=', 'LL9000001-9'] as const, codes: ['LA9000001-9', 'LA9000002-7'] },
    { filter: ['CLASSTYPE', '=', '4'] as const, codes: ['9000010-0'] },
  ])('$filter select $codes', async ({ filter, codes }) => {
    const answer = await expandFiltered(fhir, [...filter])
    expect([answer.status, codesOf(answer)]).toEqual([200, codes])
  })

  test('of two, each holds', async () => {
    const answer = await expandFiltered(
      fhir,
      ['COMPONENT', '=', 'LP9000001-9'],
      ['SYSTEM', '=', 'LP9000006-8'],
    )
    expect(codesOf(answer)).toEqual(['2339-0'])
  })
})

test('words that are typed find terms alone', async () => {
  const answer = await fhir.get(`ValueSet/$expand?url=${LOINC}/vs&filter=seen`)
  expect(codesOf(answer)).toEqual([])
})

describe('an index whose release lacks the files', () => {
  let bare: FhirServer
  let medlink: Medlink
  beforeAll(async () => {
    const dir = makeFolder()
    const release = makeFolder()
    writeFileSync(join(release, 'Loinc.csv'), LOINC_TABLE)
    await buildIndex('loinc', release, { dir, version: '9.01' })
    medlink = openMedlink({ dir })
    bare = await startFhir({ medlink })
  })
  afterAll(async () => {
    await bare.app.close()
    medlink.close()
  })

  test.each([
    {
      what: 'a list as a value set',
      ask: () => bare.get(`ValueSet/$expand?url=${LOINC}/vs/LL361-7`),
    },
    { what: 'answers', ask: () => expandFiltered(bare, ['LIST', '=', 'LL361-7']) },
    { what: 'parts', ask: () => expandFiltered(bare, ['COMPONENT', '=', 'LP14635-4']) },
  ])('declines $what', async ({ ask }) => {
    const { status, resource } = await ask()
    expect([status, issueOf(resource).code]).toEqual([400, 'not-supported'])
  })

  test('knows no parts, and has the axes of terms as texts', async () => {
    expect((await lookup(bare, 'LP9000001-9')).status).toBe(404)
    expect(propertiesOf(await lookup(bare, '2339-0'))).toContain('COMPONENT Glucose')
    const all = await bare.get(`ValueSet/$expand?url=${LOINC}/vs&count=0`)
    expect(expansionOf(all).total).toBe(66)
  })
})
