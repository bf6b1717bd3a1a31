/**
 * Proves of ValueSet/$expand:
 * 1. implicit value sets and inline ones select the codes that they say, of one code system or of several
 * 2. a filter gives the codes of the set that fit what is typed, the likeliest first
 * 3. pages are parts of one expansion; too many codes without a page are too costly
 * 4. retired codes are told, and left out where that is asked for; names come with their uses and languages
 * 5. what the indexes do not hold is declined by name, and what is malformed is invalid; nothing is a fault
 */
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../../src/fhir/resources.ts'
import type { Answer } from './support.ts'
import {
  codesOf,
  expansionOf,
  ICD10CM,
  issueOf,
  LOINC,
  parameters,
  SNOMED,
  startMini,
  valueSet,
} from './support.ts'

const fhir = await startMini()

const expand = (compose: object, ...more: readonly Parameter[]) =>
  fhir.post('ValueSet/$expand', parameters(valueSet(compose), ...more))
const expandUrl = (url: string, query = '') =>
  fhir.get(`ValueSet/$expand?url=${encodeURIComponent(url)}${query}`)

const DIABETES = ['44054006', '46635009', '73211009']

describe('codes', () => {
  test.each([
    { url: `${SNOMED}?fhir_vs=isa/73211009`, codes: DIABETES },
    { url: `${SNOMED}?fhir_vs=ecl/< 73211009`, codes: ['44054006', '46635009'] },
    { url: `${SNOMED}?fhir_vs=ecl/%3C73211009`, codes: ['44054006', '46635009'] },
    { url: `${SNOMED}/900000000000207008?fhir_vs=isa/73211009`, codes: DIABETES },
    { url: `${SNOMED}/900000000000207008/version/20250701?fhir_vs=isa/73211009`, codes: DIABETES },
  ])('of $url', async ({ url, codes }) => {
    const answer = await expandUrl(url)
    expect([answer.status, codesOf(answer)]).toEqual([200, codes])
    expect(expansionOf(answer)).toMatchObject({
      total: codes.length,
      parameter: [
        {
          name: 'used-codesystem',
          valueUri: `${SNOMED}|${SNOMED}/900000000000207008/version/20250701`,
        },
      ],
    })
  })

  test.each([
    { url: `${SNOMED}?fhir_vs`, total: 45 },
    { url: `${LOINC}/vs`, total: 66 + 8 + 6 },
    { url: `${ICD10CM}/vs`, total: 113 },
    { url: `${ICD10CM}?fhir_vs`, total: 113 },
  ])('of all of $url', async ({ url, total }) => {
    expect(expansionOf(await expandUrl(url, '&count=0')).total).toBe(total)
    expect(codesOf(await expandUrl(url, '&count=0'))).toEqual([])
  })

  const filterOf = (property: string, op: string, value: string) => ({ property, op, value })
  test.each([
    { filter: filterOf('concept', 'is-a', '73211009'), codes: DIABETES },
    { filter: filterOf('concept', 'descendent-of', '73211009'), codes: DIABETES.slice(0, 2) },
    { filter: filterOf('code', '=', '73211009'), codes: ['73211009'] },
    { filter: filterOf('concept', '=', '1'), codes: [] },
    { filter: filterOf('concept', 'in', '73211009,44054006'), codes: ['44054006', '73211009'] },
    { filter: filterOf('concept', 'child-of', '56265001'), codes: ['22298006', '84114007'] },
    {
      filter: filterOf('concept', 'generalizes', '56265001'),
      codes: ['138875005', '404684003', '56265001', '64572001'],
    },
    { filter: filterOf('parent', '=', '73211009'), codes: DIABETES.slice(0, 2) },
    { filter: filterOf('child', '=', '73211009'), codes: ['64572001'] },
    { filter: filterOf('constraint', '=', '<! 56265001'), codes: ['22298006', '84114007'] },
    { filter: filterOf('code', 'regex', '7[0-9]*9'), codes: ['73211009'] },
    {
      filter: filterOf('inactive', '=', 'true'),
      codes: ['154283005', '155304006', '191265009', '194798004', '266288001'],
    },
  ])('of SNOMED CT where $filter.property $filter.op $filter.value', async ({ filter, codes }) => {
    expect(codesOf(await expand({ include: [{ system: SNOMED, filter: [filter] }] }))).toEqual(
      codes,
    )
  })

  test.each([
    {
      filter: filterOf('COMPONENT', '=', 'Glucose'),
      codes: ['14749-6', '2339-0', '2345-7', '25428-4', '5792-7', '9000001-9', '9000002-7'],
    },
    {
      filter: filterOf('METHOD_TYP', 'exists', 'true'),
      more: filterOf('COMPONENT', '=', 'glucose'),
      codes: ['25428-4', '5792-7'],
    },
    {
      filter: filterOf('SYSTEM', 'in', 'Bld, Urine'),
      more: filterOf('COMPONENT', '=', 'Glucose'),
      codes: ['2339-0', '25428-4', '5792-7'],
    },
    {
      filter: filterOf('CLASS', 'regex', 'HEM/.*|UA'),
      more: filterOf('COMPONENT', '=', 'Glucose'),
      codes: ['25428-4', '5792-7'],
    },
  ])(
    'of LOINC where $filter.property $filter.op $filter.value',
    async ({ filter, more, codes }) => {
      const clause = { system: LOINC, filter: [filter, ...(more ? [more] : [])] }
      expect(codesOf(await expand({ include: [clause] }))).toEqual(codes)
    },
  )

  test('that are not under a code', async () => {
    const answer = await expand(
      { include: [{ system: SNOMED, filter: [filterOf('concept', 'is-not-a', '404684003')] }] },
      { name: 'activeOnly', valueBoolean: true },
    )
    expect(codesOf(answer)).toContain('138875005')
    expect(codesOf(answer)).not.toContain('73211009')
  })

  test('that are listed, in their order, with displays of their own', async () => {
    const concept = [
      { code: '73211009', display: 'Sugar' },
      { code: '99999' },
      { code: '22298006' },
    ]
    const answer = await expand({ include: [{ system: SNOMED, concept }] })
    expect(expansionOf(answer).contains).toEqual([
      { system: SNOMED, code: '73211009', display: 'Sugar' },
      { system: SNOMED, code: '22298006', display: 'Myocardial infarction' },
    ])
  })

  test('without those that are excluded', async () => {
    const answer = await expand({
      include: [{ system: SNOMED, filter: [filterOf('concept', 'is-a', '73211009')] }],
      exclude: [{ system: SNOMED, concept: [{ code: '44054006' }] }],
    })
    expect(codesOf(answer)).toEqual(['46635009', '73211009'])
  })

  test('of several code systems, and of clauses of one once', async () => {
    const answer = await expand({
      include: [
        { system: SNOMED, filter: [filterOf('concept', 'is-a', '73211009')] },
        { system: ICD10CM, concept: [{ code: 'A00' }] },
        { system: SNOMED, concept: [{ code: '73211009' }, { code: '22298006' }] },
      ],
    })
    expect(codesOf(answer)).toEqual(['22298006', ...DIABETES, 'A00'])
  })

  test('of value sets that a value set names, by URL, implicit or contained', async () => {
    const given = {
      resourceType: 'ValueSet',
      url: 'http://example.org/vs/heart',
      status: 'active',
      compose: { include: [{ system: SNOMED, filter: [filterOf('concept', 'is-a', '56265001')] }] },
    }
    const sent = { name: 'tx-resource', resource: given }
    const byUrl = await expand({ include: [{ valueSet: [given.url] }] }, sent)
    expect(codesOf(byUrl)).toHaveLength(5)
    const both = await expand(
      { include: [{ valueSet: [given.url, `${SNOMED}?fhir_vs=isa/22298006`] }] },
      sent,
    )
    expect(codesOf(both)).toEqual(['22298006', '401303003', '57054005'])
    const contained = [
      { resourceType: 'ValueSet', id: 'own', status: 'active', compose: given.compose },
    ]
    const own = await fhir.post(
      'ValueSet/$expand',
      parameters(valueSet({ include: [{ system: SNOMED, valueSet: ['#own'] }] }, { contained })),
    )
    expect(codesOf(own)).toHaveLength(5)
    const named = await fhir.post(
      'ValueSet/$expand',
      parameters({ name: 'url', valueUri: given.url }, sent),
    )
    expect(codesOf(named)).toHaveLength(5)
  })
})

describe('a filter', () => {
  test('finds codes of the set by what is typed', async () => {
    const answer = await expandUrl(`${SNOMED}?fhir_vs=ecl/<404684003`, '&filter=myoc%20inf&count=2')
    expect(codesOf(answer)).toEqual(['22298006', '57054005'])
    expect(expansionOf(answer).total).toBe(undefined)
    const all = await expandUrl(`${SNOMED}?fhir_vs=ecl/<404684003`, '&filter=myoc%20inf&count=5')
    expect(expansionOf(all).total).toBe(codesOf(all).length)
  })

  test('finds abbreviations, and words with a slip', async () => {
    const url = `${SNOMED}?fhir_vs=ecl/<404684003`
    expect(codesOf(await expandUrl(url, '&filter=COPD'))[0]).toBe('13645005')
    expect(codesOf(await expandUrl(url, '&filter=pnuemonia'))[0]).toBe('233604007')
  })

  test('finds nothing outside the set', async () => {
    const answer = await expandUrl(`${SNOMED}?fhir_vs=isa/73211009`, '&filter=pneumonia')
    expect([codesOf(answer), expansionOf(answer).total]).toEqual([[], 0])
  })

  test('that is blank changes nothing', async () => {
    expect(codesOf(await expandUrl(`${SNOMED}?fhir_vs=isa/73211009`, '&filter=%20'))).toEqual(
      DIABETES,
    )
  })

  test('has pages', async () => {
    const url = `${SNOMED}?fhir_vs=isa/404684003`
    const whole = codesOf(await expandUrl(url, '&filter=disease'))
    const first = codesOf(await expandUrl(url, '&filter=disease&count=2'))
    const second = codesOf(await expandUrl(url, '&filter=disease&count=2&offset=2'))
    expect(whole.length).toBeGreaterThan(2)
    expect([...first, ...second]).toEqual(whole.slice(0, 4))
  })

  test('goes over several code systems in their order', async () => {
    const answer = await expand(
      { include: [{ system: ICD10CM }, { system: SNOMED }] },
      { name: 'filter', valueString: 'cholera' },
    )
    expect(codesOf(answer)[0]).toMatch(/^A00/)
  })
})

describe('pages', () => {
  const url = `${SNOMED}?fhir_vs=isa/404684003`

  test('are parts of the whole, with its total and identifier', async () => {
    const whole = await expandUrl(url)
    const pages = await Promise.all(
      [0, 8, 16, 24, 32].map((offset) => expandUrl(url, `&count=8&offset=${offset}`)),
    )
    expect(pages.flatMap(codesOf)).toEqual(codesOf(whole))
    for (const page of pages) {
      const { total, identifier } = expansionOf(whole)
      expect(expansionOf(page)).toMatchObject({ total, identifier })
    }
    expect(expansionOf(pages[1]!).offset).toBe(8)
  })

  test('go over from one code system to the next', async () => {
    const compose = {
      include: [
        { system: SNOMED, filter: [{ property: 'concept', op: 'is-a', value: '73211009' }] },
        { system: ICD10CM, concept: [{ code: 'A00' }, { code: 'A00.0' }] },
      ],
    }
    const page = await expand(
      compose,
      { name: 'offset', valueInteger: 2 },
      { name: 'count', valueInteger: 2 },
    )
    expect(codesOf(page)).toEqual(['73211009', 'A00'])
    const last = await expand(
      compose,
      { name: 'offset', valueInteger: 4 },
      { name: 'count', valueInteger: 9 },
    )
    expect(codesOf(last)).toEqual(['A00.0'])
  })

  test('without one, more codes than the limit are too costly', async () => {
    const answer = await expandUrl(url, '&limit=5')
    expect([answer.status, issueOf(answer.resource).code]).toEqual([400, 'too-costly'])
    expect((await expandUrl(url, '&limit=5&count=5')).status).toBe(200)
  })
})

describe('names', () => {
  test('come with their uses where they are asked for', async () => {
    const answer = await expandUrl(`${SNOMED}?fhir_vs=isa/46635009`, '&includeDesignations=true')
    expect(expansionOf(answer).contains).toEqual([
      {
        ...{ system: SNOMED, code: '46635009', display: 'Type 1 diabetes mellitus' },
        designation: expect.arrayContaining([
          {
            language: 'en',
            use: { system: SNOMED, code: '900000000000003001', display: 'Fully specified name' },
            value: 'Diabetes mellitus type 1 (disorder)',
          },
          {
            language: 'en',
            use: { system: SNOMED, code: '900000000000013009', display: 'Synonym' },
            value: 'Type 1 diabetes mellitus',
          },
        ]),
      },
    ])
  })

  test.each(['en', 'en-GB', 'fr'])(
    'in %s are the release’s own where there are no others',
    async (language) => {
      const answer = await expandUrl(
        `${SNOMED}?fhir_vs=isa/46635009`,
        `&displayLanguage=${language}`,
      )
      expect(expansionOf(answer).contains![0]!.display).toBe('Type 1 diabetes mellitus')
    },
  )

  test('of retired codes are marked, unless they are left out', async () => {
    const compose = {
      include: [{ system: SNOMED, concept: [{ code: '194798004' }, { code: '22298006' }] }],
    }
    const answer = await expand(compose)
    expect(expansionOf(answer).contains![0]).toMatchObject({ code: '194798004', inactive: true })
    expect(codesOf(await expand(compose, { name: 'activeOnly', valueBoolean: true }))).toEqual([
      '22298006',
    ])
    expect(codesOf(await expand({ ...compose, inactive: false }))).toEqual(['22298006'])
  })
})

describe('versions', () => {
  const include = [{ system: SNOMED, concept: [{ code: '73211009' }] }]
  const rule = (name: string, version: string) => ({ name, valueUri: `${SNOMED}|${version}` })

  test.each([
    { name: 'system-version', status: 404 },
    { name: 'force-system-version', status: 404 },
    { name: 'check-system-version', status: 404 },
  ])('$name that is not installed is refused', async ({ name, status }) => {
    const answer = await expand(
      { include },
      rule(name, `${SNOMED}/900000000000207008/version/19990101`),
    )
    expect([answer.status, issueOf(answer.resource).code]).toEqual([status, 'not-found'])
  })

  test('a version that is forced wins over that of the value set, and one to be checked must agree', async () => {
    const own = `${SNOMED}/900000000000207008/version/20250701`
    const other = [{ ...include[0], version: `${SNOMED}/900000000000207008/version/19990101` }]
    expect((await expand({ include: other }, rule('force-system-version', own))).status).toBe(200)
    expect((await expand({ include: other }, rule('system-version', own))).status).toBe(404)
    const checked = await expand({ include: other }, rule('check-system-version', own))
    expect([checked.status, issueOf(checked.resource).tx]).toEqual([400, 'vs-invalid'])
    const plain = await expand({ include }, { name: 'system-version', valueUri: own })
    expect(plain.status).toBe(200)
  })
})

describe('what is declined, by name', () => {
  const declined = async (asked: Promise<Answer>) => {
    const { status, resource } = await asked
    const { code, text } = issueOf(resource)
    return { status, code, text }
  }
  const filtered = (system: string, property: string, op: string, value: string) =>
    expand({ include: [{ system, filter: [{ property, op, value }] }] })

  test.each([
    {
      name: 'reference sets',
      ask: () => expandUrl(`${SNOMED}?fhir_vs=refset/700043003`),
      says: 'reference sets of SNOMED CT',
    },
    {
      name: 'members',
      ask: () => expandUrl(`${SNOMED}?fhir_vs=ecl/^700043003`),
      says: 'members of reference sets',
    },
    {
      name: 'attributes',
      ask: () => filtered(SNOMED, '363698007', '=', '39607008'),
      says: '363698007 = 39607008',
    },
    {
      name: 'the hierarchy of parts',
      ask: () => expandUrl(`${LOINC}/vs/LP14635-4`),
      says: 'value sets within LOINC',
    },
    {
      name: 'properties that every object has',
      ask: () => filtered(LOINC, 'constructor', '=', 'x'),
      says: 'constructor',
    },
    {
      name: 'comparisons',
      ask: () => filtered(SNOMED, 'concept', 'descendent-leaf', '73211009'),
      says: 'descendent-leaf',
    },
    {
      name: 'patterns that may take long',
      ask: () => filtered(LOINC, 'CLASS', 'regex', '(a+)+'),
      says: 'regex',
    },
    {
      name: 'supplements',
      ask: () => expandUrl(`${LOINC}/vs`, '&useSupplement=x'),
      says: 'useSupplement',
    },
    {
      name: 'value sets of other makers',
      ask: () =>
        fhir.post(
          'ValueSet/$expand',
          parameters({ name: 'valueSet', resource: { resourceType: 'ValueSet' } }),
        ),
      says: 'without compose',
    },
  ])('$name', async ({ ask, says }) => {
    const { status, code, text } = await declined(ask())
    expect([status, code]).toEqual([400, 'not-supported'])
    expect(text).toContain(says)
  })

  test.each([
    { name: 'no value set', ask: () => fhir.get('ValueSet/$expand'), status: 400, code: 'invalid' },
    {
      name: 'an unknown value set',
      ask: () => expandUrl('http://example.org/vs'),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'an unknown value set of SNOMED CT',
      ask: () => expandUrl(`${SNOMED}?fhir_vs=other`),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'a hierarchy of an unknown code',
      ask: () => expandUrl(`${SNOMED}?fhir_vs=isa/4106070063`),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'an unknown code system',
      ask: () => expand({ include: [{ system: 'http://example.org/cs' }] }),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'one that is not installed',
      ask: () => expand({ include: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm' }] }),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'no ECL',
      ask: () => expandUrl(`${SNOMED}?fhir_vs=ecl/<< abc`),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a filter of an unknown code',
      ask: () => filtered(SNOMED, 'concept', 'is-a', '4106070063'),
      status: 404,
      code: 'not-found',
    },
    {
      name: 'a clause without a system',
      ask: () => expand({ include: [{ concept: [{ code: 'x' }] }] }),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a clause of nothing',
      ask: () => expand({ include: [{}] }),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a clause with codes and filters',
      ask: () =>
        expand({
          include: [
            {
              system: SNOMED,
              concept: [{ code: 'x' }],
              filter: [{ property: 'a', op: '=', value: 'b' }],
            },
          ],
        }),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a compose that is none',
      ask: () => expand({ include: 'all' }),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'codes that are numbers',
      ask: () => expand({ include: [{ system: SNOMED, concept: [{ code: 1 }] }] }),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a count that is none',
      ask: () => expandUrl(`${SNOMED}?fhir_vs`, '&count=-1'),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'too many codes',
      ask: () =>
        expand({
          include: [
            { system: SNOMED, concept: Array.from({ length: 20_001 }, () => ({ code: '1' })) },
          ],
        }),
      status: 400,
      code: 'too-costly',
    },
    {
      name: 'too many clauses',
      ask: () => expand({ include: Array.from({ length: 101 }, () => ({ system: SNOMED })) }),
      status: 400,
      code: 'too-costly',
    },
    {
      name: 'a rule of versions that is none',
      ask: () => expandUrl(`${SNOMED}?fhir_vs`, '&system-version=2025'),
      status: 400,
      code: 'invalid',
    },
    {
      name: 'a missing contained value set',
      ask: () => expand({ include: [{ valueSet: ['#x'] }] }),
      status: 404,
      code: 'not-found',
    },
  ])('$name is refused', async ({ ask, status, code }) => {
    const refused = await declined(ask())
    expect([refused.status, refused.code]).toEqual([status, code])
  })

  test('value sets that include each other', async () => {
    const loop = {
      resourceType: 'ValueSet',
      url: 'http://example.org/vs/loop',
      status: 'active',
      compose: { include: [{ valueSet: ['http://example.org/vs/loop'] }] },
    }
    const answer = await fhir.post(
      'ValueSet/$expand',
      parameters({ name: 'url', valueUri: loop.url }, { name: 'tx-resource', resource: loop }),
    )
    expect([answer.status, issueOf(answer.resource).code]).toEqual([400, 'processing'])
  })
})
