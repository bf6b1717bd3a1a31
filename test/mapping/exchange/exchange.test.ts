/**
 * Proves of exchanging decisions with other programs:
 * 1. what a format can hold comes back as it was, whatever names and notes look like
 * 2. readers of others find in a file what the format says should be there
 * 3. a file that says what the project does not have changes nothing of that, and says where
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { Fhir } from 'fhir'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import {
  EXCHANGE_FORMATS,
  type ExchangeFormatName,
  exportMappings,
  importMappings,
  type TransferOptions,
} from '../../../src/mapping/exchange/exchange.ts'
import type { Decision, NewDecision, Project, Relation } from '../../../src/mapping/project.ts'
import { tempFolder } from '../../support/tiny-index.ts'
import { makeProject, openMini, sourceRow } from '../projects.ts'

/** Codes of the miniature release. */
const CODES = [
  ['E11', 'Type 2 diabetes mellitus'],
  ['J45', 'Asthma'],
  ['J45.909', 'Unspecified asthma, uncomplicated'],
] as const

/** Of Athena: with tabs, and a quote that means nothing. */
const CONCEPTS = [
  'concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason',
  '1567956\tType 2 "diabetes mellitus\tCondition\tICD10CM\t3-char nonbill code\t\tE11\t20070101\t20991231\t',
  '45591453\tAsthma\tCondition\tICD10CM\t3-char nonbill code\t\tJ45\t20070101\t20991231\t',
  '45591454\tAsthma, a second time\tCondition\tICD10CM\t3-char nonbill code\t\tJ45\t20070101\t20991231\t',
  '45542736\tUnspecified asthma, uncomplicated\tCondition\tICD10CM\t6-char billing code\t\tJ45.909\t20070101\t20991231\t',
  '9\tHemoglobin\tMeasurement\tLOINC\tLab Test\tS\tE11\t20070101\t20991231\t',
].join('\n')

const HOSTILE = [
  '=HYPERLINK("http://x","y")',
  '<img src=x onerror=alert(1)>',
  'a\\"b\\',
  'tab\there',
  '# not a comment',
  '"',
  "'; drop table term; --",
  'Ünïcödé 血糖',
  'two\nlines',
]
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 20 }))

/** What is decided of a row: undefined for nothing. */
interface Made {
  readonly kind: 'code' | 'none' | 'later' | undefined
  readonly code: number
  readonly relation: Relation
  readonly note: string
  readonly reviewer: string
  readonly at: number
}
const made: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom('code', 'none', 'later', undefined),
  code: fc.nat({ max: CODES.length - 1 }),
  relation: fc.constantFrom('equivalent', 'wider', 'narrower', 'inexact'),
  note: text.map((note) => note.replace(/\s+/g, ' ').trim()),
  reviewer: fc.constantFrom('Ann', 'Ben | "the pipe"', 'Dr. Çelik, MD'),
  at: fc.integer({ min: 1, max: 4_000_000_000_000 }),
})
const rows = fc.uniqueArray(
  fc.record({ code: text, name: text.filter((name) => /\p{L}/u.test(name)), made }),
  {
    minLength: 1,
    maxLength: 12,
    selector: ({ name }) => name.replace(/\s+/g, ' ').trim().toLowerCase(),
  },
)
type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never

/** A project of rows, each with a code of its own. */
async function projectOf(all: Rows): Promise<Project> {
  const sources = all.map(({ code, name }, i) => sourceRow(`${code} ${i}`.trim(), name, i))
  return makeProject(join(tempFolder(), 'p'), sources)
}

async function decideAll(project: Project, all: Rows): Promise<void> {
  const { terms } = await project.terms({ limit: 1000 })
  for (const [i, { made }] of all.entries()) {
    if (made.kind === undefined) continue
    const term = terms.find(({ query }) => query === all[i]!.name.trim())!
    const [code, title] = CODES[made.code]!
    const rest = { term: term.id, seen: term.revision, note: made.note }
    const decision: NewDecision =
      made.kind === 'code'
        ? { ...rest, decision: 'other', code, title, relation: made.relation }
        : { ...rest, decision: made.kind }
    await project.decide(made.reviewer, [decision], made.at)
  }
}

/** What stands of each term that was decided, as far as a format holds it. */
async function standing(
  project: Project,
  held: (decision: Decision) => unknown,
): Promise<[string, unknown][]> {
  const all: [string, unknown][] = []
  for await (const term of project.everyTerm())
    for (const each of term.standing) all.push([term.query, held(each)])
  return all
}

const DAY = 86_400_000

/** What each format holds of a decision, and of which. */
const HELD: Readonly<
  Record<ExchangeFormatName, { later: boolean; of: (decision: Decision) => unknown }>
> = {
  usagi: {
    later: true,
    of: ({ code, title, relation, note, reviewer, at }) => [
      code,
      title,
      relation,
      note,
      reviewer,
      at,
    ],
  },
  'source-to-concept-map': { later: false, of: ({ code, title }) => [code, title] },
  sssom: {
    later: false,
    of: ({ code, title, relation, note, reviewer, at }) => [
      ...[code, title, relation, note, reviewer],
      Math.floor(at / DAY),
    ],
  },
  'concept-map': {
    later: false,
    of: ({ code, title, relation, note }) => [code, title, relation, note],
  },
}

function optionsFor(folder: string, format: ExchangeFormatName): TransferOptions {
  const concepts = join(folder, 'CONCEPT.csv')
  writeFileSync(concepts, CONCEPTS)
  return { format, concepts, now: () => 1_795_000_000_000 }
}

describe.each(EXCHANGE_FORMATS)('%s', (format) => {
  test('holds what it can', async () => {
    const medlink = await openMini()
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const project = await projectOf(all)
        await decideAll(project, all)
        const folder = tempFolder()
        const file = join(folder, 'exported')
        const options = optionsFor(folder, format)
        await exportMappings(project, file, options)
        const other = await projectOf(all)
        const report = await importMappings(other, medlink, file, 'import', options)
        const { later, of } = HELD[format]
        const held = (decision: Decision) =>
          decision.decision === 'later' && !later ? undefined : of(decision)
        const wanted = (await standing(project, held)).filter(([, said]) => said !== undefined)
        // Line breaks in names are blanks to some: terms are the same ones by their place.
        expect(await standing(other, of)).toEqual(wanted)
        expect(report).toMatchObject({
          decided: wanted.length,
          unknown_source: { count: 0 },
          unknown_code: { count: 0 },
          contradicting: { count: 0 },
        })
        const again = await importMappings(other, medlink, file, 'import', options)
        expect(again.decided).toBe(0)
      }),
      { numRuns: 8 },
    )
  }, 120_000)
})

/** A project with one decision of each kind, exported. */
async function exported(options: Partial<TransferOptions> & { format: ExchangeFormatName }) {
  const project = await makeProject(join(tempFolder(), 'p'))
  const { terms } = await project.terms({ limit: 1000 })
  const of = (query: string) => terms.find((term) => term.query === query)!
  const on = (query: string) => ({ term: of(query).id, seen: 1 })
  await project.decide(
    'Ann',
    [
      { ...on('asthma'), decision: 'accept', note: 'as charted, "always"' },
      { ...on('type 2 diabetes mellitus'), decision: 'accept', relation: 'wider' },
      { ...on('zzzqqq xxyyq'), decision: 'none' },
    ],
    Date.UTC(2026, 10, 23, 12),
  )
  const folder = tempFolder()
  const file = join(folder, 'exported')
  const remarks: string[] = []
  await exportMappings(project, file, {
    ...optionsFor(folder, options.format),
    onRemark: (remark) => remarks.push(remark),
    ...options,
  })
  return { text: readFileSync(file, 'utf8'), remarks }
}

test('Usagi finds its columns, with its statuses', async () => {
  const { text } = await exported({ format: 'usagi' })
  const read: Record<string, string>[] = parse(text, { columns: true, escape: '\\' })
  expect(Object.keys(read[0]!)).toEqual([
    ...['sourceCode', 'sourceName', 'sourceFrequency', 'sourceAutoAssignedConceptIds'],
    ...['ADD_INFO:Code', 'ADD_INFO:Name', 'ADD_INFO:Count', 'ADD_INFO:medlink_code'],
    ...['matchScore', 'mappingStatus', 'equivalence', 'statusSetBy', 'statusSetOn'],
    ...['conceptId', 'conceptName', 'domainId', 'mappingType', 'comment'],
    ...['createdBy', 'createdOn', 'assignedReviewer'],
  ])
  expect(
    read.map((row) => [
      ...[row.sourceCode, row.mappingStatus, row.equivalence, row.conceptId, row.comment],
    ]),
  ).toEqual([
    ['A', 'UNCHECKED', 'UNREVIEWED', '0', ''],
    ['B', 'APPROVED', 'WIDER', '1567956', ''],
    ['C', 'UNCHECKED', 'UNREVIEWED', '0', ''],
    ['E', 'APPROVED', 'UNMATCHED', '0', ''],
    ['F', 'APPROVED', 'EQUIVALENT', '45591453', 'as charted, "always"'],
  ])
})

test('without concept_ids nothing is approved to the wrong one', async () => {
  const { text, remarks } = await exported({ format: 'usagi', concepts: undefined })
  const read: Record<string, string>[] = parse(text, { columns: true, escape: '\\' })
  expect(read[4]).toMatchObject({
    mappingStatus: 'INVALID_TARGET',
    conceptId: '0',
    'ADD_INFO:medlink_code': 'J45',
  })
  expect(remarks).toEqual([expect.stringContaining('2 of the mapped rows')])
  await expect(
    exported({ format: 'source-to-concept-map', concepts: undefined }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('--concepts'),
  })
})

test('OMOP finds the columns of its table', async () => {
  const { text } = await exported({ format: 'source-to-concept-map', source: 'HOSPITAL_DX' })
  expect(text).toBe(
    [
      'source_code,source_concept_id,source_vocabulary_id,source_code_description,target_concept_id,target_vocabulary_id,valid_start_date,valid_end_date,invalid_reason',
      'B,0,HOSPITAL_DX,type 2 diabetes mellitus,1567956,ICD10CM,1970-01-01,2099-12-31,',
      'E,0,HOSPITAL_DX,zzzqqq xxyyq,0,ICD10CM,1970-01-01,2099-12-31,',
      'F,0,HOSPITAL_DX,asthma,45591453,ICD10CM,1970-01-01,2099-12-31,',
      '',
    ].join('\n'),
  )
})

test('SSSOM has its metadata as YAML, and prefixes for what it names', async () => {
  const { text } = await exported({ format: 'sssom', source: 'https://lab.example/codes/' })
  const lines = text.split('\n')
  const head = lines.filter((line) => line.startsWith('#'))
  const metadata = parseYaml(head.map((line) => line.slice(1)).join('\n'))
  expect(metadata).toMatchObject({
    sssom_version: '1.1',
    mapping_set_id: 'https://lab.example/codes/mappings/icd-10-cm',
    license: expect.stringMatching(/^https:/),
    mapping_date: '2026-11-18',
    curie_map: { SITE: 'https://lab.example/codes/', ICD10CM: expect.any(String) },
  })
  const read: Record<string, string>[] = parse(lines.slice(head.length).join('\n'), {
    columns: true,
    delimiter: '\t',
  })
  expect(read).toHaveLength(3)
  for (const row of read) {
    expect(row.mapping_justification).toBe('semapv:ManualMappingCuration')
    for (const id of [row.subject_id!, row.predicate_id!, row.object_id!])
      expect(Object.keys(metadata.curie_map)).toContain(id.split(':')[0])
  }
  expect(read.map((row) => [row.subject_id, row.predicate_id, row.object_id])).toEqual([
    ['SITE:B', 'skos:broadMatch', 'ICD10CM:E11'],
    ['SITE:E', 'skos:exactMatch', 'sssom:NoTermFound'],
    ['SITE:F', 'skos:exactMatch', 'ICD10CM:J45'],
  ])
  expect(read[2]).toMatchObject({ author_label: 'Ann', mapping_date: '2026-11-23' })
})

test.each(['https://example.org/problems/', 'https://example.org/problems'])(
  'the URL of a ConceptMap of %s has one slash',
  async (source) => {
    const { text } = await exported({ format: 'concept-map', source })
    const { url, group } = JSON.parse(text) as { url: string; group: { source: string }[] }
    expect(url).toBe('https://example.org/problems/ConceptMap/icd-10-cm')
    expect(group[0]!.source).toBe(source)
  },
)

test('a ConceptMap of R4 is one to a validator of FHIR', async () => {
  const { text } = await exported({ format: 'concept-map', source: 'https://lab.example/codes' })
  const map = JSON.parse(text) as { group: unknown[] }
  const { valid, messages } = new Fhir().validate(map, { errorOnUnexpected: true })
  expect(messages.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(valid).toBe(true)
  expect(map.group[0]).toEqual({
    source: 'https://lab.example/codes',
    target: 'http://hl7.org/fhir/sid/icd-10-cm',
    targetVersion: '2027',
    element: [
      {
        code: 'B',
        display: 'type 2 diabetes mellitus',
        target: [{ code: 'E11', display: 'Type 2 diabetes mellitus', equivalence: 'wider' }],
      },
      { code: 'E', display: 'zzzqqq xxyyq', target: [{ equivalence: 'unmatched' }] },
      {
        code: 'F',
        display: 'asthma',
        target: [
          {
            code: 'J45',
            display: 'Asthma',
            equivalence: 'equivalent',
            comment: 'as charted, "always"',
          },
        ],
      },
    ],
  })
})

test('a ConceptMap of R5 has its words', async () => {
  const { text } = await exported({ format: 'concept-map', release: 'r5' })
  const map = JSON.parse(text) as { group: unknown[] }
  expect(map.group[0]).toMatchObject({
    target: 'http://hl7.org/fhir/sid/icd-10-cm|2027',
    element: [
      { target: [{ code: 'E11', relationship: 'source-is-narrower-than-target' }] },
      { code: 'E', noMap: true },
      { target: [{ code: 'J45', relationship: 'equivalent' }] },
    ],
  })
})

describe('a file of others', () => {
  async function importing(format: ExchangeFormatName, content: string) {
    const folder = tempFolder()
    const file = join(folder, 'theirs')
    writeFileSync(file, content)
    const project = await makeProject(join(folder, 'p'))
    const remarks: string[] = []
    const report = await importMappings(project, await openMini(), file, 'Cleo', {
      ...optionsFor(folder, format),
      onRemark: (remark) => remarks.push(remark),
    })
    return { project, report, remarks }
  }

  test('of Usagi has rows that are not the project’s, codes that the release lacks, and columns of its own', async () => {
    const { project, report, remarks } = await importing(
      'usagi',
      [
        'sourceCode,sourceName,sourceFrequency,mappingStatus,equivalence,statusSetBy,statusSetOn,conceptId,comment,vote',
        'F,asthma,3,APPROVED,EQUAL,Ann,1700000000000,45591453,"with \\"quotes\\"",7',
        'X,unheard of,3,APPROVED,EQUAL,Ann,0,45591453,,',
        'B,type 2 diabetes mellitus,5,APPROVED,EQUAL,Ann,0,4711,,',
        'E,zzzqqq xxyyq,7,UNCHECKED,UNREVIEWED,,0,0,,',
        'A,heart failure,10,FLAGGED,UNREVIEWED,Ann,0,0,not sure,',
      ].join('\n'),
    )
    expect(report).toEqual({
      ...{ rows: 5, decided: 2, unchanged: 0, undecided: 1 },
      unknown_source: { count: 1, places: ['row 2'] },
      unknown_code: { count: 1, places: ['row 3'] },
      contradicting: { count: 0, places: [] },
    })
    expect(remarks).toEqual(["1 columns are not Usagi's and are ignored"])
    const { terms } = await project.terms({ state: ['mapped', 'later'] })
    expect(terms.map(({ query, code }) => [query, code])).toEqual([
      ['heart failure', null],
      ['asthma', 'J45'],
    ])
    expect(await project.history(4)).toMatchObject([
      { reviewer: 'Ann', at: 1_700_000_000_000, note: 'with "quotes"', decision: 'accept' },
    ])
  })

  test('of Usagi that Excel has saved is read as well', async () => {
    const { project } = await importing(
      'usagi',
      'sourceCode,sourceName,mappingStatus,conceptId,comment\nF,asthma,APPROVED,45591453,"with ""quotes"""\n',
    )
    expect(await project.history(4)).toMatchObject([{ reviewer: 'Cleo', note: 'with "quotes"' }])
  })

  test('of SSSOM has prefixes and predicates of its own', async () => {
    const { project, report } = await importing(
      'sssom',
      [
        '# curie_map:',
        "#   ICD10: 'http://purl.bioontology.org/ontology/ICD10CM/'",
        '#   L: https://their.example/',
        '# license: https://creativecommons.org/publicdomain/zero/1.0/',
        'subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\tauthor_label',
        'L:F\tasthma\tskos:exactMatch\t\tICD10:J45\tsemapv:ManualMappingCuration\tAnn|Ben',
        'L:B\ttype 2 diabetes mellitus\tskos:exactMatch\tNot\tICD10:E11\tsemapv:ManualMappingCuration\t',
        'L:A\theart failure\tskos:exactMatch\t\tMONDO:1\tsemapv:ManualMappingCuration\t',
      ].join('\n'),
    )
    expect(report).toMatchObject({ rows: 3, decided: 1, undecided: 2 })
    expect(await project.history(4)).toMatchObject([{ reviewer: 'Ann', code: 'J45' }])
  })

  test.each([
    ['usagi', 'a,b\n1,2\n', /not a file of Usagi: it lacks the column sourceCode/],
    ['sssom', '#a: b\na\tb\n', /not a file of SSSOM/],
    ['source-to-concept-map', 'source_code\nx\n', /not a file of SOURCE_TO_CONCEPT_MAP/],
    [
      'concept-map',
      '{"resourceType":"Patient"}',
      /not a ConceptMap of FHIR R4 or R5: see resourceType/,
    ],
    ['concept-map', '{"secret', /is not valid JSON$/],
  ] as const)('that is no %s says so', async (format, content, message) => {
    await expect(importing(format, content)).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(message),
    })
  })

  test('that says two things of one term keeps the first', async () => {
    const { report } = await importing(
      'source-to-concept-map',
      'source_code,source_code_description,target_concept_id\nA,heart failure,45591453\nC,heart failure,1567956\n',
    )
    expect(report).toMatchObject({ decided: 1, contradicting: { count: 1, places: ['row 2'] } })
  })
})
