/**
 * Proves of packages:
 * 1. files are told by their names, as publishers write them, in whatever folder
 * 2. of each kind of file the Snapshot is read, else the Full one, package by package
 * 3. what is missing, holds changes only or mixes dates is an error that says so
 */

import { expect, test } from 'vitest'
import type { ReleaseFile, ReleaseFiles } from '../../../../src/ontologies/release-files.ts'
import { choosePackageFiles } from '../../../../src/ontologies/snomed/release/packages.ts'

/** A release of files that are empty but for the first line. */
function releaseOf(path: string, paths: readonly string[], head = ''): ReleaseFiles {
  const files = paths.map((inner): ReleaseFile => {
    const name = inner.split('/').at(-1)!
    const unread = () => Promise.reject(new Error('is not read'))
    return { name, path: inner, readLines: unread, readText: unread, readHead: async () => head }
  })
  const find = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name))
  return { path, files, find, close: () => {} }
}

/** `role: path` of what is read. */
async function choose(...releases: readonly ReleaseFiles[]): Promise<string[]> {
  const files = await choosePackageFiles(releases, false, [])
  return files.map(({ role, file }) => `${role}: ${file.path}`)
}

const CORE = [
  'sct2_Concept_Snapshot_INT_20250701.txt',
  'sct2_Description_Snapshot-en_INT_20250701.txt',
]

test.each([
  { name: 'sct2_Concept_Snapshot_INT_20250701.txt', role: 'concept' },
  { name: 'xsct2_Concept_Snapshot_INT_20250701.txt', role: 'concept' },
  { name: 'sct2_Concept_UKEDSnapshot_GB_20250701.txt', role: 'concept' },
  { name: 'sct2_Concept_MONOSnapshot_GB_20250701.txt', role: 'concept' },
  { name: 'sct2_Concept_GPSSnapshot_INT_20250701.txt', role: 'concept' },
  { name: 'sct2_Concept_Snapshot_ExtensionA_20250701.txt', role: 'concept' },
  { name: 'sct2_Concept_Snapshot_1000189_20250701.txt', role: 'concept' },
  { name: 'sct2_Description_Snapshot-en_US1000124_20250701.txt', role: 'description' },
  { name: 'sct2_Description_Snapshot_NL_20250701.txt', role: 'description' },
  { name: 'sct2_Description_Snapshot-en-GB_GB1000000_20250701.txt', role: 'description' },
  { name: 'sct2_TextDefinition_Snapshot-en_INT_20250701.txt', role: 'definition' },
  { name: 'sct2_Relationship_Snapshot_INT_20250701.txt', role: 'relationship' },
  { name: 'sct2_StatedRelationship_Snapshot_INT_20250701.txt', role: undefined },
  { name: 'sct2_Stated_Relationship_Snapshot_INT_20250701.txt', role: undefined },
  { name: 'sct2_RelationshipConcreteValues_Snapshot_INT_20250701.txt', role: undefined },
  { name: 'sct2_Identifier_Snapshot_INT_20250701.txt', role: undefined },
  { name: 'sct2_sRefset_OWLExpressionSnapshot_INT_20250701.txt', role: undefined },
  { name: 'der2_cRefset_LanguageSnapshot-en_INT_20250701.txt', role: 'language' },
  { name: 'xder2_cRefset_LanguageUKEDSnapshot-en_GB_20250701.txt', role: 'language' },
  { name: 'der2_cRefset_AssociationSnapshot_INT_20250701.txt', role: 'association' },
  { name: 'der2_cRefset_AssociationReferenceSnapshot_INT_20250701.txt', role: 'association' },
  { name: 'der2_cRefset_AttributeValueSnapshot_INT_20250701.txt', role: 'attribute_value' },
  { name: 'der2_cRefset_MRCMModuleScopeSnapshot_INT_20250701.txt', role: undefined },
  { name: 'der2_iisssccRefset_ExtendedMapSnapshot_US1000124_20250701.txt', role: 'map' },
  { name: 'der2_iisssciRefset_ExtendedMapUKEDSnapshot_GB_20250701.txt', role: 'map' },
  { name: 'der2_sRefset_SimpleMapSnapshot_INT_20250701.txt', role: undefined },
  { name: 'der2_Refset_SimpleSnapshot_INT_20250701.txt', role: undefined },
  { name: 'tls_Icd10cmHumanReadableMap_US1000124_20250701.tsv', role: 'map' },
  { name: 'Readme_en_20250701.txt', role: undefined },
  { name: 'sct2_Concept_Snapshot_INT.txt', role: undefined },
])('takes $name for $role', async ({ name, role }) => {
  const others = CORE.map((each) => each.replace('INT', 'ZZ'))
  const chosen = await choose(releaseOf('r', [...others, `Refset/${name}`]))
  expect(chosen.filter((each) => each.endsWith(`/${name}`))).toEqual(
    role === undefined ? [] : [`${role}: Refset/${name}`],
  )
})

test('reads the Snapshot of each kind of file, else the Full one, sorted by kind', async () => {
  const paths = [
    'p/Full/Terminology/sct2_Concept_Full_INT_20250701.txt',
    'p/Full/Terminology/sct2_Description_Full-en_INT_20250701.txt',
    'p/Full/Terminology/sct2_Description_Full-es_INT_20250701.txt',
    'p/Full/Terminology/sct2_Relationship_Full_INT_20250701.txt',
    'p/Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20250701.txt',
    'p/Snapshot/Terminology/sct2_Concept_Snapshot_INT_20250701.txt',
    'p/Delta/Terminology/sct2_Concept_Delta_INT_20250701.txt',
  ]
  expect(await choose(releaseOf('r', paths))).toEqual([
    'concept: p/Snapshot/Terminology/sct2_Concept_Snapshot_INT_20250701.txt',
    'description: p/Full/Terminology/sct2_Description_Full-en_INT_20250701.txt',
    'description: p/Full/Terminology/sct2_Description_Full-es_INT_20250701.txt',
    'relationship: p/Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20250701.txt',
  ])
})

test('reads several packages, of one path or of several, each in its own way', async () => {
  const core = CORE.map((name) => `core/Snapshot/Terminology/${name}`)
  const full = CORE.map(
    (name) => `se/Full/${name.replace('Snapshot', 'Full').replace('INT', 'SE')}`,
  )
  const maps = ['US/tls_Icd10cmHumanReadableMap_US1000124_20240901.tsv']
  expect(await choose(releaseOf('a', [...core, ...full]), releaseOf('b', maps))).toEqual([
    'concept: core/Snapshot/Terminology/sct2_Concept_Snapshot_INT_20250701.txt',
    'concept: se/Full/sct2_Concept_Full_SE_20250701.txt',
    'description: core/Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20250701.txt',
    'description: se/Full/sct2_Description_Full-en_SE_20250701.txt',
    'map: US/tls_Icd10cmHumanReadableMap_US1000124_20240901.tsv',
  ])
})

const GPS_HEAD = 'id\tFSN\tPreferred term\tactive\r\n22298006\tx\tx\t1'

test.each([
  { path: 'gps', file: 'SnomedCT_GPS_PRODUCTION_20220930T120000Z.txt', date: '20220930' },
  { path: 'x/SnomedCT_GPS_20220930.zip', file: 'list.tsv', date: '20220930' },
  { path: 'gps', file: 'list.txt', date: '' },
])('takes $file in $path for a list of concepts of "$date"', async ({ path, file, date }) => {
  const [found] = await choosePackageFiles([releaseOf(path, [file], GPS_HEAD)], false, [])
  expect(found).toMatchObject({ role: 'list', date })
})

test('takes no list when there are files in RF2', async () => {
  expect(await choose(releaseOf('r', [...CORE, 'list.txt'], GPS_HEAD))).toHaveLength(2)
})

test.each([
  {
    what: 'nothing of SNOMED CT',
    paths: ['Readme.txt'],
    error: {
      code: 'release_not_found',
      message: expect.stringContaining('no SNOMED CT file in r'),
    },
  },
  {
    what: 'no concepts',
    paths: [CORE[1]!],
    error: { code: 'release_not_found', message: expect.stringContaining('no Concept file in r') },
  },
  {
    what: 'no descriptions',
    paths: [`p/${CORE[0]}`],
    error: {
      code: 'release_not_found',
      message: expect.stringContaining('no Description file in r/p'),
    },
  },
  {
    what: 'only the latest changes',
    paths: CORE.map((name) => `p/Delta/${name.replace('Snapshot', 'Delta')}`),
    error: {
      code: 'release_invalid',
      message:
        'r/p holds only the latest changes (Delta): give a package with Snapshot or Full files',
    },
  },
  {
    what: 'two dates in one package',
    paths: [...CORE, 'sct2_Relationship_Snapshot_INT_20250101.txt'],
    error: {
      code: 'release_invalid',
      message: expect.stringMatching(/different dates.*sct2_Concept.*20250701.*20250101/),
    },
  },
  {
    what: 'two releases of one publisher',
    paths: [
      ...CORE.map((name) => `new/${name}`),
      ...CORE.map((name) => `old/${name.replace('20250701', '20250101')}`),
    ],
    error: {
      code: 'release_invalid',
      message: expect.stringMatching(/different dates.*in r\/new.*in r\/old/),
    },
  },
])('refuses a release with $what', async ({ paths, error }) => {
  await expect(choose(releaseOf('r', paths))).rejects.toMatchObject(error)
})

test('takes files of two dates when asked to, and says so', async () => {
  const paths = [...CORE, 'sct2_Relationship_Snapshot_INT_20250101.txt']
  const warnings: string[] = []
  expect(await choosePackageFiles([releaseOf('r', paths)], true, warnings)).toHaveLength(3)
  expect(warnings).toEqual([expect.stringMatching(/^releases of different dates are mixed/)])
})

test('takes an extension of another date than the core', async () => {
  const extension = CORE.map((name) => `x/${name.replace('INT_20250701', 'IN1000189_20250801')}`)
  expect(await choose(releaseOf('a', CORE), releaseOf('b', extension))).toHaveLength(4)
})
