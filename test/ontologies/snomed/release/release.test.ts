/**
 * Proves of a whole release:
 * 1. the same records come from a folder and a zip, CRLF and LF, Snapshot and Full, in any layout
 * 2. an extension adds to the core and may change it; the newest state of a row counts
 * 3. the Global Patient Set is read in both its forms, and the map in its own file
 * 4. what is wrong is an error that says where, or is left out and counted
 * 5. the releases beside the repository can be read, where they are
 */

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSnomedRelease } from '../../../../src/ontologies/snomed/release/release.ts'
import {
  asFull,
  change,
  EXTENSION,
  MINI,
  mapFiles,
  miniFiles,
  namesOf,
  readFiles,
  without,
} from '../../../fixtures/snomed-mini/mini.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'
import { makeZip } from '../../../support/zip.ts'

const CORE = '900000000000207008'

test('reads the miniature edition', async () => {
  const release = await readSnomedRelease([MINI], {})
  expect(release).toMatchObject({
    ontology: 'snomed',
    version: '20250701',
    licence: expect.stringMatching(/SNOMED International.*affiliate licence/),
    facts: [],
    warnings: [],
  })
  expect(release.sources.map(({ file, rows }) => `${rows} ${file}`)).toEqual([
    '45 sct2_Concept_Snapshot_INT_20250701.txt',
    '126 sct2_Description_Snapshot-en_INT_20250701.txt',
    '2 sct2_TextDefinition_Snapshot-en_INT_20250701.txt',
    '242 der2_cRefset_LanguageSnapshot-en_INT_20250701.txt',
    '41 sct2_Relationship_Snapshot_INT_20250701.txt',
    '9 der2_cRefset_AssociationSnapshot_INT_20250701.txt',
    '4 der2_cRefset_AttributeValueSnapshot_INT_20250701.txt',
    '7 der2_iisssccRefset_ExtendedMapSnapshot_INT_20250701.txt',
  ])
  for (const { sha256 } of release.sources) expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(release.concepts.map(({ active }) => active).filter(Boolean)).toHaveLength(40)
})

test('takes the version it is given', async () => {
  const { version, concepts } = await readSnomedRelease([MINI], { version: 'mine' })
  expect(version).toBe('mine')
  expect(concepts[0]!.attributes.source).toBe('snomed_ct_mine')
})

/** The records without what names and hashes of files bring in. */
async function recordsOf(files: Readonly<Record<string, string>>, options = {}) {
  const { sources, ...records } = await readFiles(files, options)
  return records
}

test.each([
  {
    what: 'with LF',
    to: (path: string, text: string) => [path, text.replaceAll('\r\n', '\n')] as [string, string],
  },
  {
    what: 'without folders',
    to: (path: string, text: string) => [path.split('/').at(-1)!, text] as [string, string],
  },
  {
    what: 'without a Snapshot folder',
    to: (path: string, text: string) => [path.replace('Snapshot/', ''), text] as [string, string],
  },
  {
    what: 'of a preview',
    to: (path: string, text: string) =>
      [path.replace(/(sct2|der2)_/, 'x$1_'), text] as [string, string],
  },
  {
    what: 'named as in the United Kingdom and the Netherlands',
    to: (path: string, text: string) =>
      [path.replace('_Snapshot', '_UKEDSnapshot').replace('Snapshot-en', 'Snapshot'), text] as [
        string,
        string,
      ],
  },
  {
    what: 'with rows in another order',
    to: (path: string, text: string) => {
      const [header, ...rows] = text.trimEnd().split('\r\n')
      return [path, [header, ...rows.reverse(), ''].join('\r\n')] as [string, string]
    },
  },
])('reads the same from files $what', async ({ to }) => {
  expect(await recordsOf(mapFiles(miniFiles(), to))).toEqual(await recordsOf(miniFiles()))
})

test('reads the same from Full files, whose rows have older states', async () => {
  expect(await recordsOf(asFull(miniFiles()))).toEqual(await recordsOf(miniFiles()))
})

test('takes the later of two states of one day', async () => {
  const files = change(asFull(miniFiles()), 'sct2_Description', (text) => {
    const row = text.split('\r\n').find((each) => each.includes('\tCephalgia\t'))!
    const today = row.split('\t').with(1, '20020131')
    const states = [today.with(7, 'First'), today.with(7, 'Second').with(2, '1')]
    return text + states.map((state) => `${state.join('\t')}\r\n`).join('')
  })
  expect(namesOf(await readFiles(files), '25064002')).toEqual([
    'preferred: Headache',
    'synonym: Second',
    'full: Headache (finding)',
  ])
})

test('reads the Snapshot where there is a Full one, too', async () => {
  const broken = mapFiles(asFull(miniFiles()), (path) => [path, 'not read'])
  expect(await recordsOf({ ...miniFiles(), ...broken })).toEqual(await recordsOf(miniFiles()))
})

test.each(['stored', 'deflated'] as const)('reads the same from a zip: %s', async (method) => {
  const folder = await writeTempFolder({})
  await writeFile(join(folder, 'mini.zip'), makeZip(miniFiles(), method))
  const { sources, ...records } = await readSnomedRelease([join(folder, 'mini.zip')], {})
  expect(records).toEqual(await recordsOf(miniFiles()))
})

describe('with an extension', () => {
  test('adds concepts, names and modules, in either order of the packages', async () => {
    const release = await readSnomedRelease([MINI, EXTENSION], {})
    expect(release.version).toBe('20250801')
    expect(release.warnings).toEqual([])
    expect(release.concepts).toHaveLength(49)
    expect(release.concepts.find(({ code }) => code === '1011000189109')).toEqual({
      code: '1011000189109',
      name: 'Dengue with warning signs after travel',
      family: '1011000189109',
      active: true,
      attributes: {
        semantic_tag: 'disorder',
        source: 'snomed_ct_in_20250801',
        is_core: false,
        is_defined: false,
        breadth: 0,
      },
    })
    expect(release.edges).toContainEqual({ code: '1021000189101', parent: '233604007' })
    expect(namesOf(release, '49727002')).toContain('synonym: Khansi')
    const { sources, ...other } = await readSnomedRelease([EXTENSION, MINI], {})
    expect(release).toMatchObject(other)
  })

  test('retires and changes what the core has', async () => {
    const core = await readSnomedRelease([MINI], {})
    const both = await readSnomedRelease([MINI, EXTENSION], {})
    expect(namesOf(core, '25064002')).toContain('synonym: Cephalgia')
    expect(namesOf(both, '25064002')).toContain('entry: Cephalgia')
    expect(core.edges).toContainEqual({ code: '190268003', parent: '64572001' })
    expect(both.edges).not.toContainEqual({ code: '190268003', parent: '64572001' })
    expect(namesOf(core, '386661006')[0]).toBe('preferred: Fever')
    expect(namesOf(both, '386661006')[0]).toBe('preferred: Pyrexia')
  })

  test('follows the dialect of its own, and the core where that prefers nothing', async () => {
    const release = await readSnomedRelease([MINI, EXTENSION], { dialect: '9011000189108' })
    const names = new Map(release.concepts.map(({ code, name }) => [code, name]))
    expect(names.get('1021000189101')).toBe('Tsutsugamushi pneumonia')
    expect(names.get('22298006')).toBe('Myocardial infarction')
  })

  test('finds both packages in one folder', async () => {
    const prefixed = (name: string, folder: string) =>
      mapFiles(miniFiles(folder), (path, text) => [`${name}/${path}`, text])
    const files = { ...prefixed('core', MINI), ...prefixed('extension', EXTENSION) }
    const { sources, ...both } = await readSnomedRelease([MINI, EXTENSION], {})
    expect(await recordsOf(files)).toEqual(both)
  })

  test('needs the core', async () => {
    await expect(readSnomedRelease([EXTENSION], {})).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringMatching(
        /^sct2_Description_\S+_20250801\.txt line \d+: found "49727002", expected a concept of/,
      ),
    })
  })
})

const GPS_ROWS = [
  '22298006\tMyocardial infarction (disorder)\tMyocardial infarction\t1',
  '84114007\tHeart failure (disorder)\tHeart failure\t1',
  '155304006\tSugar disease (disorder)\tSugar disease\t0',
]
const GPS_FILE = 'SnomedCT_GPS_PRODUCTION_20220930/SnomedCT_GPS_20220930.txt'

test.each(['id\tFSN\tPreferred term\tactive', 'Concept ID\tFully specified name\tPT\tACTIVE'])(
  'reads the table of the first Global Patient Sets: "%s"',
  async (header) => {
    const release = await readFiles({ [GPS_FILE]: [header, ...GPS_ROWS, ''].join('\r\n') })
    expect(release).toMatchObject({
      version: '20220930',
      sources: [{ file: 'SnomedCT_GPS_20220930.txt', rows: 3 }],
      edges: [],
      warnings: [],
    })
    expect(release.concepts.map(({ code, name, active }) => [code, name, active])).toEqual([
      ['155304006', 'Sugar disease', false],
      ['22298006', 'Myocardial infarction', true],
      ['84114007', 'Heart failure', true],
    ])
    expect(release.concepts[1]!.attributes).toMatchObject({
      semantic_tag: 'disorder',
      source: 'snomed_ct_20220930',
    })
    expect(namesOf(release, '84114007')).toEqual([
      'preferred: Heart failure',
      'full: Heart failure (disorder)',
    ])
  },
)

test('reads a Global Patient Set in RF2, which has active rows and no history', async () => {
  const files = mapFiles(without(miniFiles(), /Association|AttributeValue|Map/), (path, text) => {
    const [header, ...rows] = text.trimEnd().split('\r\n')
    const active = rows.filter((row) => row.split('\t')[2] === '1')
    const retired = /\t(266288001|194798004|154283005|155304006|191265009)\t/
    const kept = active.filter((row) => !retired.test(row))
    return [path.replace('Snapshot', 'GPSSnapshot'), [header, ...kept, ''].join('\r\n')]
  })
  const { concepts, replacements, warnings } = await readFiles(
    change(files, 'der2_cRefset_Language', (text) => text),
  )
  expect(concepts).toHaveLength(40)
  expect(replacements).toEqual([])
  expect(warnings).toEqual([expect.stringMatching(/^left out \d+ rows of der2_cRefset_Language/)])
})

test('reads the map from a file of its own', async () => {
  const [path, text] = Object.entries(miniFiles()).find(([each]) => each.includes('ExtendedMap'))!
  const names = text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split('\t').toSpliced(6, 0, 'referencedComponentName').join('\t'))
  const map = { 'tls_Icd10cmHumanReadableMap_US1000124_20250901.tsv': `${names.join('\n')}\n` }
  const paths = [await writeTempFolder(without(miniFiles(), /Map/)), await writeTempFolder(map)]
  const { maps, version } = await readSnomedRelease(paths, {})
  expect(version).toBe('20250901')
  expect(maps).toEqual((await readFiles({ [path]: text, ...miniFiles() })).maps)
  expect(maps).toHaveLength(6)
})

describe('refuses or leaves out', () => {
  const row = (...cells: string[]) => `${cells.join('\t')}\r\n`
  const member = (i: number) => `00000000-0000-5000-8000-${String(i).padStart(12, '0')}`
  const description = (id: string, concept: string, term: string) =>
    row(id, '20020131', '1', CORE, concept, 'en', '900000000000013009', term, '900000000000448009')
  const relationship = (id: string, from: string, to: string) =>
    row(id, '20020131', '1', CORE, from, to, '0', '116680003', '900000000000011006', 'x')

  test.each([
    {
      what: 'a concept with a wrong check digit',
      file: 'sct2_Concept',
      added: row('22298007', '20020131', '1', CORE, '900000000000074008'),
      message: 'sct2_Concept_Snapshot_INT_20250701.txt line 47: found "22298007", expected',
    },
    {
      what: 'a cut line',
      file: 'sct2_Concept',
      added: '2229800',
      message: 'line 47: found "1 column", expected 5 columns',
    },
    {
      what: 'the description of an unknown concept',
      file: 'sct2_Description',
      added: description('101013', '59282003', 'Pulmonary embolism'),
      message: 'line 128: found "59282003", expected a concept of the packages given',
    },
    {
      what: 'a description without a term',
      file: 'sct2_Description',
      added: description('101013', '22298006', ' '),
      message: 'line 128: found "", expected a term',
    },
    {
      what: 'a description with the id of a concept',
      file: 'sct2_Description',
      added: description('59282003', '22298006', 'x'),
      message: 'line 128: found "59282003", expected the SCTID of a description',
    },
    {
      what: 'an IS-A to an unknown concept',
      file: 'sct2_Relationship',
      added: relationship('100022', '22298006', '59282003'),
      message: 'line 46: found "59282003", expected a concept of the packages given',
    },
    {
      what: 'an unknown acceptability',
      file: 'der2_cRefset_Language',
      added: row(member(1), '20020131', '1', CORE, '900000000000509007', '990010011', '22298006'),
      message: 'found "22298006", expected 900000000000548007 (preferred)',
    },
    {
      what: 'a map row without a group',
      file: 'der2_iissscc',
      added: row(
        member(1),
        '20020131',
        '1',
        CORE,
        '6011000124106',
        '22298006',
        'x',
        '1',
        'TRUE',
        'ALWAYS I21.9',
        'I21.9',
        'c',
        'k',
      ),
      message: 'line 10: found "x", expected a number as mapGroup',
    },
  ])('$what', async ({ file, added, message }) => {
    const files = change(miniFiles(), file, (text) => text + added)
    await expect(readFiles(files)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(message),
    })
    const { warnings, ...records } = await recordsOf(files, { lenient: true })
    expect(warnings).toEqual([expect.stringMatching(/^left out 1 line with .*, e\.g\. /)])
    expect(warnings[0]).toContain(message)
    expect({ ...records, warnings: [] }).toEqual(await recordsOf(miniFiles()))
  })

  test.each([
    {
      what: 'a map row of an unknown concept',
      file: 'der2_iissscc',
      added: row(
        member(1),
        '20020131',
        '1',
        CORE,
        '6011000124106',
        '59282003',
        '1',
        '1',
        'TRUE',
        'ALWAYS I26.99',
        'I26.99',
        'c',
        'k',
      ),
      warning:
        'left out 1 row of der2_iisssccRefset_ExtendedMapSnapshot_INT_20250701.txt that name a component the release lacks, e.g. 59282003',
    },
    {
      what: 'a map row to something else than ICD-10-CM',
      file: 'der2_iissscc',
      added: row(
        member(1),
        '20020131',
        '1',
        CORE,
        '6011000124106',
        '22298006',
        '1',
        '1',
        'TRUE',
        'ALWAYS 410',
        '410.9',
        'c',
        'k',
      ),
      warning:
        'left out 1 row of der2_iisssccRefset_ExtendedMapSnapshot_INT_20250701.txt whose target is no ICD-10-CM code, e.g. 410.9',
    },
    {
      what: 'associations with unknown concepts',
      file: 'der2_cRefset_Association',
      added:
        row(member(1), '20020131', '1', CORE, '900000000000527005', '155304006', '59282003') +
        row(member(2), '20020131', '1', CORE, '900000000000527005', '59282003', '22298006'),
      warning:
        'left out 2 rows of der2_cRefset_AssociationSnapshot_INT_20250701.txt that name a component the release lacks, e.g. 59282003',
    },
    {
      what: 'the language of an unknown description',
      file: 'der2_cRefset_Language',
      added: row(
        member(1),
        '20020131',
        '1',
        CORE,
        '900000000000509007',
        '101013',
        '900000000000548007',
      ),
      warning:
        'left out 1 row of der2_cRefset_LanguageSnapshot-en_INT_20250701.txt that name a description the release lacks, e.g. 101013',
    },
  ])('leaves out $what and says so', async ({ file, added, warning }) => {
    const { warnings, ...records } = await recordsOf(
      change(miniFiles(), file, (text) => text + added),
    )
    expect(warnings).toEqual([warning])
    expect({ ...records, warnings: [] }).toEqual(await recordsOf(miniFiles()))
  })

  test('a hierarchy that has a cycle', async () => {
    const files = change(
      miniFiles(),
      'sct2_Relationship',
      (text) => text + relationship('100022', '56265001', '57054005'),
    )
    const cycle = /^the IS-A hierarchy has a cycle: (\d+) is a (\d+) is a (\d+) is a \1$/
    await expect(readFiles(files)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringMatching(cycle),
    })
    const { edges, warnings } = await readFiles(files, { lenient: true })
    expect(edges).toHaveLength((await readFiles(miniFiles())).edges.length)
    expect(warnings).toEqual([
      expect.stringMatching(/^left out 1 IS-A relationship that closed a cycle, e\.g\. \d/),
    ])
  })

  test.each([
    {
      what: 'no Concept file',
      files: without(miniFiles(), /Concept_/),
      error: { code: 'release_not_found', message: expect.stringContaining('no Concept file in') },
    },
    {
      what: 'no Description file',
      files: without(miniFiles(), /_Description_/),
      error: {
        code: 'release_not_found',
        message: expect.stringContaining('no Description file in'),
      },
    },
    {
      what: 'a Concept file without rows',
      files: change(miniFiles(), 'sct2_Concept', (text) => text.split('\r\n')[0]!),
      error: {
        code: 'release_invalid',
        message: expect.stringContaining('expected a concept of the packages given'),
      },
    },
    {
      what: 'a Description file without rows',
      files: without(
        change(miniFiles(), 'sct2_Description', (text) => text.split('\r\n')[0]!),
        /TextDefinition/,
      ),
      error: {
        code: 'release_invalid',
        message: 'sct2_Description_Snapshot-en_INT_20250701.txt holds no description',
      },
    },
    {
      what: 'a file without a column',
      files: change(miniFiles(), 'sct2_Description', (text) => text.replace('term', 'name')),
      error: {
        code: 'release_invalid',
        message: expect.stringContaining('expected a column term'),
      },
    },
    {
      what: 'changes only',
      files: mapFiles(miniFiles(), (path, text) => [path.replaceAll('Snapshot', 'Delta'), text]),
      error: { code: 'release_invalid', message: expect.stringContaining('(Delta)') },
    },
    {
      what: 'files of two dates',
      files: mapFiles(miniFiles(), (path, text) => [
        path.replace('Relationship_Snapshot_INT_20250701', 'Relationship_Snapshot_INT_20250101'),
        text,
      ]),
      error: { code: 'release_invalid', message: expect.stringContaining('different dates') },
    },
    {
      what: 'a list of concepts without a date',
      files: { 'list.txt': ['id\tFSN\tPT\tactive', ...GPS_ROWS].join('\n') },
      error: { code: 'release_invalid', message: expect.stringContaining('give --version') },
    },
    {
      what: 'a list of concepts with one of them twice',
      files: { [GPS_FILE]: ['id\tFSN\tPT\tactive', GPS_ROWS[0], GPS_ROWS[0]].join('\n') },
      error: { code: 'release_invalid', message: expect.stringContaining('each concept once') },
    },
  ])('$what', async ({ files, error }) => {
    await expect(readFiles(files)).rejects.toMatchObject(error)
  })

  test('two releases of one publisher', async () => {
    const older = mapFiles(miniFiles(), (path, text) => [path.replaceAll('2025', '2024'), text])
    const paths = [MINI, await writeTempFolder(older)]
    await expect(readSnomedRelease(paths, {})).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringMatching(/different dates.*20250701.*20240701/),
    })
  })

  test('a cut zip, no path and a path where nothing is', async () => {
    const folder = await writeTempFolder({})
    const zip = makeZip(miniFiles())
    await writeFile(join(folder, 'cut.zip'), zip.subarray(0, zip.length / 2))
    await expect(readSnomedRelease([join(folder, 'cut.zip')], {})).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('neither a folder nor an intact zip'),
    })
    await expect(readSnomedRelease([], {})).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(readSnomedRelease([join(folder, 'none')], {})).rejects.toMatchObject({
      code: 'release_not_found',
    })
  })

  test('a dialect that is not there, and says which are', async () => {
    await expect(readSnomedRelease([MINI], { dialect: 'sv-SE' })).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'the release has no language reference set for sv-SE: it has en-GB (900000000000508004), en-US (900000000000509007)',
    })
    await expect(readSnomedRelease([MINI], { dialect: '9011000189108' })).rejects.toThrow(
      'no language reference set for 9011000189108: it has en-GB',
    )
    await expect(readFiles(without(miniFiles(), /Language/), { dialect: 'en-GB' })).rejects.toThrow(
      'no language reference set for en-GB: it has none at all',
    )
  })
})

const RELEASES = new URL('../../../../../shared/releases/snomed/', import.meta.url).pathname
const SAMPLES = `${RELEASES}rf2-layout-samples/`

describe.skipIf(!existsSync(SAMPLES))('packages of others', () => {
  test.each([
    { paths: ['hermes/example-snapshot'], concepts: 4, version: '20230131' },
    { paths: ['snowstorm/RF2Release'], concepts: 103, version: '20180731' },
    { paths: ['snowstorm/SnomedCT_MiniRF2'], concepts: 13, version: '20210131' },
    {
      paths: [
        'snowstorm/SnomedCT_MiniRF2_Base_snapshot',
        'snowstorm/SnomedCT_MiniRF2_Extension_snapshot',
      ],
      concepts: 17,
      version: '20180931',
    },
    {
      paths: ['snowstorm/SnomedCT_InternationalRF2_PRODUCTION_20250701T120000Z.zip'],
      concepts: 1,
      version: '20250701',
    },
    { paths: ['snowstorm-lite'], concepts: 24, version: '20240301' },
  ])('reads $paths as far as it is in order', async ({ paths, concepts, version }) => {
    const release = await readSnomedRelease(
      paths.map((path) => SAMPLES + path),
      { lenient: true },
    )
    expect([release.concepts.length, release.version]).toEqual([concepts, version])
    const codes = new Set(release.concepts.map(({ code }) => code))
    for (const { code } of [...release.terms, ...release.edges]) expect(codes).toContain(code)
  })

  test('refuses changes only', async () => {
    await expect(
      readSnomedRelease([`${SAMPLES}snowstorm/SnomedCT_MiniRF2_bad_delta`], { lenient: true }),
    ).rejects.toMatchObject({ code: 'release_invalid' })
  })
})

const OPEN = `${RELEASES}SnomedCT_OpenDictionaryRF2_PRODUCTION_20260101T120000Z`

test.skipIf(!existsSync(OPEN))(
  'reads 29,027 concepts without a complaint',
  async () => {
    const { concepts, edges, maps, warnings } = await readSnomedRelease([OPEN], {})
    expect([concepts.length, edges.length, maps.length]).toEqual([29_027, 4322, 602])
    expect(warnings).toEqual([])
  },
  30_000,
)
