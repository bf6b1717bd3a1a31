import { MedlinkError } from '../../../errors.ts'
import type { MapRecord, ReleaseRecords, SourceRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import type { ReadOptions } from '../../ontology.ts'
import { createFaults, createTally } from '../../release-faults.ts'
import { openRelease, plural, type ReleaseFiles } from '../../release-files.ts'
import {
  type Content,
  claimRow,
  createContent,
  type DescriptionType,
  type ReadContext,
  type Reader,
} from './content.ts'
import { readAssociations, readReasons } from './history.ts'
import { LICENCE } from './licence.ts'
import { CORE_MODULE, chooseDialect, requireDialect, US_ENGLISH } from './modules.ts'
import { choosePackageFiles, type PackageFile, type Role } from './packages.ts'
import { makeRecords } from './records.ts'
import { flat, type Rf2Row, readList, readRows } from './rf2.ts'

/**
 * The records of SNOMED CT packages, merged: an edition, or the International Edition with extensions on top, each a folder
 * or a zip. Of each identifier the newest state counts, so an extension may retire what the core has. Names follow
 * `options.dialect`, the tag of a dialect (default: `en-US`) or the SCTID of a language reference set. Concepts, edges and
 * replacements are sorted by code, terms by code, kind (strongest first) and text, so the same files give the same records.
 * @throws MedlinkError `release_not_found` when a path, concepts or descriptions are missing; `release_invalid` with file
 *   and line for what cannot be read, for packages of two dates and for a hierarchy that has a cycle;
 *   `invalid_request` for a dialect that is not there
 */
export async function readSnomedRelease(
  paths: readonly string[],
  options: ReadOptions,
): Promise<ReleaseRecords> {
  if (paths.length === 0) {
    throw new MedlinkError('invalid_request', 'no release is given: expected a folder or a zip')
  }
  const releases: ReleaseFiles[] = []
  try {
    for (const path of paths) releases.push(await openRelease(path))
    return await readReleases(releases, options)
  } finally {
    for (const release of releases) release.close()
  }
}

async function readReleases(
  releases: readonly ReleaseFiles[],
  options: ReadOptions,
): Promise<ReleaseRecords> {
  const { lenient = false } = options
  if (options.dialect !== undefined) requireDialect(options.dialect)
  const warnings: string[] = []
  const files = await choosePackageFiles(releases, lenient, warnings)
  const version = options.version ?? newestDate(files)
  const { content, sources } = await readTables(files, lenient, warnings)
  if (content.concepts.ids.size === 0) {
    throw new MedlinkError('release_invalid', `${files[0]!.file.name} holds no concept`)
  }
  if (content.descriptions.ids.size === 0 && !lenient) {
    const file = files.find(({ role }) => role === 'description') ?? files[0]!
    throw new MedlinkError('release_invalid', `${file.file.name} holds no description`)
  }
  const dialect = chooseDialect(content, options.dialect, warnings)
  return {
    ontology: 'snomed',
    version,
    licence: LICENCE,
    sources,
    ...makeRecords(content, { dialect, version, lenient, warnings }),
    facts: [],
    warnings,
  }
}

function newestDate(files: readonly PackageFile[]): string {
  const newest = files
    .map(({ date }) => date)
    .sort(compareStrings)
    .at(-1)
  if (newest) return newest
  throw new MedlinkError(
    'release_invalid',
    `${files[0]!.file.name} does not say its date: expected a name with YYYYMMDD, or give --version`,
  )
}

/**
 * Contents of the files.
 * @param files sorted by role, so that what rows refer to is there before them
 * @param lenient leaves lines out that cannot be read, and says so in `warnings`
 * @throws MedlinkError `release_invalid` for a line that cannot be read
 */
async function readTables(
  files: readonly PackageFile[],
  lenient: boolean,
  warnings: string[],
): Promise<{ content: Content; sources: SourceRecord[] }> {
  const reading: ReadContext = {
    content: createContent(),
    faults: createFaults(lenient),
    unknown: createTally(),
  }
  const sources: SourceRecord[] = []
  for (const { file, role } of files) {
    sources.push({ file: file.name, ...(await READERS[role](file, reading)) })
  }
  warnings.push(
    ...reading.faults.warnings(),
    ...reading.unknown.map(
      (what, count, example) => `left out ${plural(count, 'row')} ${what}, e.g. ${example}`,
    ),
  )
  return { content: reading.content, sources }
}

const ID = {
  defined: '900000000000073002',
  fsn: '900000000000003001',
  synonym: '900000000000013009',
  definition: '900000000000550004',
  preferred: '900000000000548007',
  acceptable: '900000000000549004',
  isA: '116680003',
  inferred: '900000000000011006',
  icd10cmMap: '6011000124106',
} as const

const CONCEPT_COLUMNS = { required: ['definitionStatusId'] } as const

const readConcepts: Reader = async (file, { content: { concepts }, faults }) => {
  let rows = 0
  const sha256 = await readRows(file, 'concept', CONCEPT_COLUMNS, faults, (row) => {
    rows++
    const place = claimRow(row, concepts)
    if (place === -1) return
    concepts.active[place] = row.active
    concepts.defined[place] = row.is('definitionStatusId', ID.defined)
    concepts.modules[place] = row.repeated('moduleId')
  })
  return { sha256, rows }
}

const DESCRIPTION_COLUMNS = { required: ['conceptId', 'languageCode', 'typeId', 'term'] } as const

const readDescriptions: Reader = async (file, { content, faults }) => {
  const { concepts, descriptions } = content
  let rows = 0
  const sha256 = await readRows(file, 'description', DESCRIPTION_COLUMNS, faults, (row) => {
    const concept = row.find('conceptId', concepts.ids)
    const text = row.text('term').trim()
    if (concept === -1) {
      const id = row.text('conceptId')
      faults.add('an unknown concept', file, row.line, id, 'a concept of the packages given')
    } else if (text === '') {
      faults.add('an empty term', file, row.line, '', 'a term')
    } else {
      rows++
      const place = claimRow(row, descriptions)
      if (place === -1) return
      descriptions.active[place] = row.active
      descriptions.concepts[place] = concept
      descriptions.types[place] = typeOf(row)
      descriptions.languages[place] = row.repeated('languageCode')
      descriptions.texts[place] = flat(text)
    }
  })
  return { sha256, rows }
}

function typeOf(row: Rf2Row<'typeId'>): DescriptionType {
  if (row.is('typeId', ID.synonym)) return 'synonym'
  if (row.is('typeId', ID.fsn)) return 'fsn'
  return row.is('typeId', ID.definition) ? 'definition' : 'other'
}

const LANGUAGE_COLUMNS = {
  required: ['refsetId', 'referencedComponentId', 'acceptabilityId'],
} as const

const readLanguage: Reader = async (file, { content, faults, unknown }) => {
  const { descriptions, language } = content
  let rows = 0
  const sha256 = await readRows(file, 'member', LANGUAGE_COLUMNS, faults, (row) => {
    const isPreferred = row.is('acceptabilityId', ID.preferred)
    const description = row.find('referencedComponentId', descriptions.ids)
    if (!isPreferred && !row.is('acceptabilityId', ID.acceptable)) {
      const found = row.text('acceptabilityId')
      const expected = `${ID.preferred} (preferred) or ${ID.acceptable} (acceptable)`
      faults.add('an unknown acceptability', file, row.line, found, expected)
    } else if (description === -1) {
      const what = `of ${file.name} that name a description the release lacks`
      if (row.active) unknown.add(what, () => row.text('referencedComponentId'))
    } else {
      rows++
      const place = claimRow(row, language)
      if (place === -1) return
      language.refsets[place] = row.repeated('refsetId')
      language.descriptions[place] = description
      language.preferred[place] = row.active && isPreferred
    }
  })
  return { sha256, rows }
}

const RELATIONSHIP_COLUMNS = {
  required: ['sourceId', 'destinationId', 'typeId', 'characteristicTypeId'],
} as const

const readRelationships: Reader = async (file, { content: { concepts, isA }, faults }) => {
  let rows = 0
  const sha256 = await readRows(file, 'relationship', RELATIONSHIP_COLUMNS, faults, (row) => {
    if (!row.is('typeId', ID.isA) || !row.is('characteristicTypeId', ID.inferred)) return
    const source = row.find('sourceId', concepts.ids)
    const target = row.find('destinationId', concepts.ids)
    if (row.active && (source === -1 || target === -1)) {
      const id = row.text(source === -1 ? 'sourceId' : 'destinationId')
      faults.add('an unknown concept', file, row.line, id, 'a concept of the packages given')
      return
    }
    rows++
    const place = claimRow(row, isA)
    if (place === -1) return
    isA.active[place] = row.active
    isA.sources[place] = source
    isA.targets[place] = target
  })
  return { sha256, rows }
}

const MAP_COLUMNS = {
  optional: ['mapCategoryId'],
  required: [
    'refsetId',
    'referencedComponentId',
    'mapGroup',
    'mapPriority',
    'mapRule',
    'mapAdvice',
    'mapTarget',
  ],
} as const

/** A code of ICD-10-CM; where the kind of encounter is not known, a `?` stands for the last character. */
const ICD10CM_CODE = /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4}\??)?$/

const readMap: Reader = async (file, { content: { concepts, maps }, faults, unknown }) => {
  let rows = 0
  const sha256 = await readRows(file, 'member', MAP_COLUMNS, faults, (row) => {
    if (!row.is('refsetId', ID.icd10cmMap)) return
    const target = row.text('mapTarget').trim()
    const concept = row.find('referencedComponentId', concepts.ids)
    const unnumbered = (['mapGroup', 'mapPriority'] as const).find(
      (column) => !/^\d{1,4}$/.test(row.text(column)),
    )
    if (unnumbered !== undefined) {
      const expected = `a number as ${unnumbered}`
      faults.add('a bad group or priority', file, row.line, row.text(unnumbered), expected)
    } else if (row.active && concept === -1) {
      const what = `of ${file.name} that name a component the release lacks`
      unknown.add(what, () => row.text('referencedComponentId'))
    } else if (row.active && target !== '' && !ICD10CM_CODE.test(target)) {
      unknown.add(`of ${file.name} whose target is no ICD-10-CM code`, () => flat(target))
    } else {
      const record = row.active ? mapRecord(row, concepts.ids.textOf(concept), target) : undefined
      rows++
      const place = claimRow(row, maps)
      if (place !== -1) maps.records[place] = record
    }
  })
  return { sha256, rows }
}

function mapRecord(
  row: Rf2Row<(typeof MAP_COLUMNS.required)[number] | 'mapCategoryId'>,
  code: string,
  target: string,
): MapRecord {
  const rule = JSON.stringify({
    group: Number(row.text('mapGroup')),
    priority: Number(row.text('mapPriority')),
    rule: row.text('mapRule').trim(),
    advice: row.text('mapAdvice').trim(),
    category: row.text('mapCategoryId').trim(),
  })
  return { code, system: 'icd-10-cm', target: flat(target), rule: flat(rule) }
}

/** A concept list knows neither modules nor identifiers of descriptions: all is core, names are numbered. */
const readConceptList: Reader = async (file, { content, faults }) => {
  const { concepts, descriptions, language } = content
  let rows = 0
  const addName = (concept: number, type: DescriptionType, text: string) => {
    const place = descriptions.ids.add(String(descriptions.ids.size))
    descriptions.dates[place] = 0
    descriptions.active[place] = true
    descriptions.concepts[place] = concept
    descriptions.types[place] = type
    descriptions.languages[place] = 'en'
    descriptions.texts[place] = flat(text)
    return place
  }
  const sha256 = await readList(file, faults, ({ line, id, fsn, preferred, active }) => {
    if (concepts.ids.find(id) !== -1) {
      faults.add('a concept that is there already', file, line, id, 'each concept once')
      return
    }
    rows++
    const concept = concepts.ids.add(id)
    concepts.dates[concept] = 0
    concepts.active[concept] = active
    concepts.defined[concept] = false
    concepts.modules[concept] = CORE_MODULE
    addName(concept, 'fsn', fsn)
    if (preferred === '') return
    const place = language.ids.add(id)
    language.dates[place] = 0
    language.refsets[place] = US_ENGLISH
    language.descriptions[place] = addName(concept, 'synonym', preferred)
    language.preferred[place] = true
  })
  return { sha256, rows }
}

const READERS: Readonly<Record<Role, Reader>> = {
  concept: readConcepts,
  list: readConceptList,
  description: readDescriptions,
  definition: readDescriptions,
  language: readLanguage,
  relationship: readRelationships,
  association: readAssociations,
  attribute_value: readReasons,
  map: readMap,
}
