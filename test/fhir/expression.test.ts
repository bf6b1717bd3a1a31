/**
 * Proves of expressions of SNOMED CT:
 * 1. those of the compositional grammar are read, and written with the release's names
 * 2. an attribute must be one, every concept must exist, and other text is no expression
 * 3. an expression is a member of the sets that its focus concepts are in, unless a set wants none
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { change, miniFiles } from '../fixtures/snomed-mini/mini.ts'
import { makeFolder } from '../support/http.ts'
import {
  type FhirServer,
  issueOf,
  parameters,
  SNOMED,
  startFhir,
  valueSet,
  valuesOf,
} from './support.ts'

let medlink: Medlink
let fhir: FhirServer

beforeAll(async () => {
  const dir = makeFolder()
  const release = join(dir, 'release')
  for (const [path, text] of Object.entries(withFindingSite())) {
    mkdirSync(dirname(join(release, path)), { recursive: true })
    writeFileSync(join(release, path), text)
  }
  await buildIndex('snomed', release, { dir })
  medlink = openMedlink({ dir })
  fhir = await startFhir({ medlink })
})
afterAll(async () => {
  await fhir?.app.close()
  medlink?.close()
})

/** The miniature edition with the attribute finding site, which is a concept model attribute. */
function withFindingSite() {
  const concepts = ['410662002', '363698007']
  const rows = (lines: readonly string[][]) => (text: string) =>
    text + lines.map((cells) => `${cells.join('\t')}\r\n`).join('')
  const named = change(
    miniFiles(),
    'sct2_Description_',
    rows([
      [
        '99301019',
        '20020131',
        '1',
        '900000000000012004',
        '410662002',
        'en',
        '900000000000003001',
        'Concept model attribute (attribute)',
        '900000000000448009',
      ],
      [
        '99302014',
        '20020131',
        '1',
        '900000000000012004',
        '363698007',
        'en',
        '900000000000003001',
        'Finding site (attribute)',
        '900000000000448009',
      ],
    ]),
  )
  const placed = change(
    named,
    'sct2_Relationship_',
    rows([
      [
        '99303028',
        '20020131',
        '1',
        '900000000000012004',
        '410662002',
        '900000000000441003',
        '0',
        '116680003',
        '900000000000011006',
        '900000000000451002',
      ],
      [
        '99304023',
        '20020131',
        '1',
        '900000000000012004',
        '363698007',
        '410662002',
        '0',
        '116680003',
        '900000000000011006',
        '900000000000451002',
      ],
    ]),
  )
  return change(
    placed,
    'sct2_Concept_',
    rows(
      concepts.map((code) => [code, '20020131', '1', '900000000000012004', '900000000000074008']),
    ),
  )
}

const validate = async (code: string, compose?: object) => {
  const own = [
    { name: 'system', valueUri: SNOMED },
    { name: 'code', valueCode: code },
  ]
  const { resource } =
    compose === undefined
      ? await fhir.post('CodeSystem/$validate-code', parameters(...own))
      : await fhir.post('ValueSet/$validate-code', parameters(...own, valueSet(compose)))
  return resource
}

test.each([
  {
    code: '233604007:363698007=39607008',
    display: '233604007|Pneumonia|:363698007|Finding site|=39607008|Lung structure|',
  },
  {
    code: ' 233604007 |inflamed lung| + 22298006 : { 363698007 |site| = 39607008 , 363698007 = 80891009 }',
    display:
      '233604007|Pneumonia|+22298006|Myocardial infarction|:{363698007|Finding site|=39607008|Lung structure|,363698007|Finding site|=80891009|Heart structure|}',
  },
  {
    code: '233604007:363698007=(39607008:363698007=#2)',
    display:
      '233604007|Pneumonia|:363698007|Finding site|=(39607008|Lung structure|:363698007|Finding site|=#2)',
  },
])('$code is read', async ({ code, display }) => {
  const resource = await validate(code)
  expect([valuesOf(resource, 'result'), valuesOf(resource, 'display')]).toEqual([[true], [display]])
  const issues = (resource.parameter as unknown as { name: string; resource: never }[]).find(
    ({ name }) => name === 'issues',
  )!
  expect(issueOf(issues.resource)).toMatchObject({ code: 'informational', tx: 'process-note' })
})

test.each([
  '233604007:',
  '233604007+',
  '233604007:363698007',
  '233604007:363698007=1234567',
  '233604007:39607008=363698007',
  '233604007:{363698007=39607008',
  '233604007:363698007=39607008 233604007',
  '233604007:363698007=39607008,',
  'pneumonia:site=lung',
  `233604007:${'363698007=('.repeat(50)}`,
  '233604007:'.repeat(1000),
])('%s is none', async (code) => {
  expect(valuesOf(await validate(code), 'result')).toEqual([false])
})

const filters = (...filter: readonly object[]) => ({ include: [{ system: SNOMED, filter }] })
const under = (value: string) => ({ property: 'concept', op: 'is-a', value })
const ecl = (value: string) => ({ property: 'constraint', op: '=', value })
const expressions = (value: string) => ({ property: 'expressions', op: '=', value })

test.each([
  { name: 'all of it', compose: filters(), is: true },
  { name: 'codes below its focus', compose: filters(under('233604007')), is: true },
  { name: 'codes below an ancestor', compose: filters(under('64572001')), is: true },
  { name: 'other codes', compose: filters(under('56265001')), is: false },
  { name: 'ECL', compose: filters(ecl('< 64572001')), is: true },
  { name: 'no expressions', compose: filters(under('64572001'), expressions('false')), is: false },
  { name: 'expressions, too', compose: filters(under('64572001'), expressions('true')), is: true },
  {
    name: 'listed codes',
    compose: { include: [{ system: SNOMED, concept: [{ code: '233604007' }] }] },
    is: false,
  },
  {
    name: 'codes without those below its focus',
    compose: { ...filters(under('64572001')), exclude: filters(under('233604007')).include },
    is: false,
  },
  {
    name: 'one of two clauses',
    compose: {
      include: [...filters(under('56265001')).include, ...filters(under('233604007')).include],
    },
    is: true,
  },
  {
    name: 'both of two sets',
    compose: {
      include: [
        { ...filters(under('64572001')).include[0], valueSet: [`${SNOMED}?fhir_vs=isa/233604007`] },
      ],
    },
    is: true,
  },
])('pneumonia of the lung is in a set of $name: $is', async ({ compose, is }) => {
  const resource = await validate('233604007:363698007=39607008', compose)
  expect(valuesOf(resource, 'result')).toEqual([is])
})
