/**
 * 1. A package has RF2's files and columns, tabs, CRLF on every line, no empty lines, no quoting.
 * 2. Ids are SCTIDs of the right partition with Verhoeff's check digit, unique, and UUIDs of version 4 for members.
 * 3. There are as many active concepts as asked for, 40 % as many inactive ones, in SNOMED CT's proportions.
 * 4. Every concept has one fully specified name with a semantic tag, no two the same; active ones 1.9 synonyms.
 * 5. In both dialects an active concept has exactly one preferred synonym; some differ.
 * 6. Synonyms have SNOMED CT's lengths and mostly no capitals inside; few are the name of two concepts.
 * 7. Words are distributed as Zipf says, with a long tail of made ones; synonyms share most words.
 * 8. Every concept but the root has a parent, 1.6 on average; no way leads back; it is at most 16 steps to the root.
 * 9. Inactive concepts name active ones in their place, in the three ways of the history.
 * 10. Maps have ascending priorities, rules that a reader knows, and codes in ICD-10-CM's shape.
 * 11. The same seed gives the same bytes, and another seed others.
 * 12. Numbers that will not do are refused.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toBritish } from '../../bench/generate-rf2/names.ts'
import { PARTITION, sctid } from '../../bench/generate-rf2/sctid.ts'
import { compileTemplate, render } from '../../bench/generate-rf2/templates.ts'
import { TextSet } from '../../bench/generate-rf2/text-set.ts'
import { type Rf2PackageOptions, writeRf2Package } from '../../bench/generate-rf2.ts'
import { openRelease } from '../../src/ontologies/release-files.ts'
import { writeTempFolder } from '../support/temp-release.ts'

const COMPONENT = 'id effectiveTime active moduleId'
const DESCRIPTION = `${COMPONENT} conceptId languageCode typeId term caseSignificanceId`
const MEMBER = `${COMPONENT} refsetId referencedComponentId`
const MAP = 'mapGroup mapPriority mapRule mapAdvice mapTarget correlationId mapCategoryId'
const FILES = {
  'Snapshot/Refset/Content/der2_cRefset_AssociationSnapshot_INT_20261101.txt': `${MEMBER} targetComponentId`,
  'Snapshot/Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_20261101.txt': `${MEMBER} acceptabilityId`,
  'Snapshot/Refset/Map/der2_iisssccRefset_ExtendedMapSnapshot_US1000124_20261101.txt': `${MEMBER} ${MAP}`,
  'Snapshot/Terminology/sct2_Concept_Snapshot_INT_20261101.txt': `${COMPONENT} definitionStatusId`,
  'Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20261101.txt': DESCRIPTION,
  'Snapshot/Terminology/sct2_Relationship_Snapshot_INT_20261101.txt': `${COMPONENT} sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId`,
  'Snapshot/Terminology/sct2_TextDefinition_Snapshot-en_INT_20261101.txt': DESCRIPTION,
} as const
const FSN = '900000000000003001'
const SYNONYM = '900000000000013009'
const PREFERRED = '900000000000548007'
const US = '900000000000509007'
const GB = '900000000000508004'
const IS_A = '116680003'
const ROOT = '138875005'
const FORMS = [
  ['femur', 'femoral'],
  ['kidney', 'renal'],
  ['heart', 'cardiac'],
  ['lung', 'pulmonary'],
  ['liver', 'hepatic'],
] as const
const RULE = /^IFA \d+ \| [^|]+ \|( (<|>=) \d+\.\d (days|years))?$/

type Row = Readonly<Record<string, string>>

describe('sctid', () => {
  test.each([
    '22298006',
    '404684003',
    '138875005',
    '71388002',
    '123037004',
    '73211009',
    '38341003',
  ])('gives the check digit of %s', (id) =>
    expect(sctid(Number(id.slice(0, -3)), id.slice(-3, -1))).toBe(id),
  )
})

describe('render', () => {
  test.each([
    { filled: 'head', text: 'fracture' },
    { filled: 'head site', text: 'fracture of femur' },
    { filled: 'quality head site', text: 'open fracture of femur' },
    { filled: 'head grade', text: 'fracture, type 1' },
  ])('leaves out what is empty: $text', ({ filled, text }) => {
    const slots = ['quality', 'head', 'site', 'grade']
    const words = ['open', 'fracture', 'femur', 'type 1']
    const template = compileTemplate('<quality> <head> (of <site>) ( , <grade>)', slots)
    const textOf = (slot: number) =>
      filled.split(' ').includes(slots[slot]!) ? words[slot] : undefined
    expect(render(template, textOf)).toBe(text)
  })

  test('refuses a slot that there is not', () => {
    expect(() => compileTemplate('<head> of <place>', ['head', 'site'])).toThrow(
      new TypeError('"<head> of <place>" has no slot place: head, site'),
    )
  })
})

test.each([
  ['hemorrhage of esophagus', 'haemorrhage of oesophagus'],
  ['pediatric anemia', 'paediatric anaemia'],
  ['edema and diarrhea', 'oedema and diarrhoea'],
  ['tumor of cecum', 'tumour of caecum'],
  ['fracture of femur', 'fracture of femur'],
])('spells %s as %s in Britain', (american, british) => {
  expect(toBritish(american)).toBe(british)
})

test('a set of texts knows them in any case', () => {
  const texts = new TextSet()
  expect(texts.add('Fracture of femur')).toBe(true)
  expect(texts.add('fracture OF femur')).toBe(false)
  expect(texts.has('FRACTURE OF FEMUR')).toBe(true)
  expect(texts.has('fracture of femurs')).toBe(false)
})

describe('writeRf2Package', () => {
  test('writes the files of a release with their columns, tabs and CRLF', async () => {
    const { paths, texts, information } = await standard()
    expect(paths).toEqual([...Object.keys(FILES), 'release_package_information.json'])
    for (const [path, columns] of Object.entries(FILES)) {
      const text = texts.get(path)!
      expect(text.startsWith(`${columns.split(' ').join('\t')}\r\n`)).toBe(true)
      expect(text.endsWith('\r\n')).toBe(true)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n"]/)
      const width = columns.split(' ').length
      const lines = text.split('\r\n').slice(0, -1)
      expect(lines.filter((line) => line.split('\t').length !== width)).toEqual([])
    }
    expect(information).toMatchObject({ effectiveTime: '20261101' })
    expect(information.licenceStatement).toMatch(/Not a SNOMED CT release/)
  })

  test('gives components valid ids of their own, and members UUIDs', async () => {
    const tables = await standard()
    const descriptions = [...tables.descriptions, ...tables.definitions]
    for (const [rows, partition] of [
      [tables.concepts, PARTITION.concept],
      [descriptions, PARTITION.description],
      [tables.relationships, PARTITION.relationship],
    ] as const) {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(
        rows.filter(({ id }) => !id!.endsWith(sctid(Number(id!.slice(0, -3)), partition))),
      ).toEqual([])
      expect(rows.filter(({ effectiveTime }) => !/^20\d{6}$/.test(effectiveTime!))).toEqual([])
    }
    const members = [...tables.members, ...tables.associations, ...tables.maps]
    const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    expect(members.filter(({ id }) => !uuid.test(id!))).toEqual([])
    expect(new Set(members.map(({ id }) => id)).size).toBe(members.length)
  })

  test('has the asked number of active concepts and 40 % as many inactive ones', async () => {
    const { concepts, active, tagOf } = await standard()
    expect(active.size).toBe(2000)
    expect(concepts.length - active.size).toBe(800)
    const share = (...tags: string[]) =>
      [...active].filter((id) => tags.includes(tagOf.get(id)!)).length / active.size
    expect(share('disorder', 'finding')).toBeCloseTo(126_809 / 375_000, 1)
    expect(share('procedure', 'regime/therapy')).toBeCloseTo(59_650 / 375_000, 1)
    expect(share('body structure', 'morphologic abnormality')).toBeCloseTo(42_775 / 375_000, 1)
    expect(share('organism')).toBeCloseTo(34_495 / 375_000, 1)
  })

  test('gives each concept one fully specified name that no other one has', async () => {
    const { concepts, descriptions } = await standard()
    const names = descriptions.filter(({ typeId }) => typeId === FSN)
    expect(names.filter(({ term }) => !/\S \([^()]+\)$/.test(term!))).toEqual([])
    expect(new Set(names.map(({ term }) => term!.toLowerCase())).size).toBe(names.length)
    expect(names.map(({ conceptId }) => conceptId)).toEqual(concepts.map(({ id }) => id))
    expect(names.every(({ active }) => active === '1')).toBe(true)
  })

  test('gives active concepts 1.9 synonyms, all different', async () => {
    const { active, synonyms } = await standard()
    const own = groupBy(
      synonyms.filter(({ conceptId }) => active.has(conceptId!)),
      'conceptId',
    )
    expect(own.size).toBe(active.size)
    const counts = [...own.values()].map((rows) => rows.length)
    expect(sum(counts) / counts.length).toBeGreaterThan(1.8)
    expect(sum(counts) / counts.length).toBeLessThan(2.1)
    const distinct = (rows: readonly Row[]) => new Set(rows.map(({ term }) => term)).size
    expect([...own.values()].filter((rows) => distinct(rows) < rows.length)).toEqual([])
  })

  test('prefers one synonym in each dialect, not always the same', async () => {
    const { active, synonyms, membersOf } = await standard()
    const isPreferred = (id: string, refset: string) =>
      membersOf.get(id)!.some((row) => row.refsetId === refset && row.acceptabilityId === PREFERRED)
    const preferred = new Map<string, string[]>()
    for (const { id, conceptId } of synonyms.filter((row) => active.has(row.conceptId!)))
      for (const refset of [US, GB])
        if (isPreferred(id!, refset)) push(preferred, `${conceptId} ${refset}`, id!)
    const idsOf = (concept: string) =>
      [US, GB].map((refset) => preferred.get(`${concept} ${refset}`) ?? [])
    expect([...active].filter((id) => idsOf(id).some((own) => own.length !== 1))).toEqual([])
    const different = [...active].filter((id) => {
      const [us, gb] = idsOf(id)
      return us![0] !== gb![0]
    }).length
    expect(different).toBeGreaterThan(active.size / 100)
    expect(different).toBeLessThan(active.size / 5)
  })

  test('gives every description a member, inactive where it is inactive itself', async () => {
    const { descriptions, definitions, membersOf } = await standard()
    expect(definitions.length).toBeGreaterThan(0)
    const isRight = ({ id, active }: Row) =>
      membersOf.get(id!)?.every((row) => row.active === active) ?? false
    expect([...descriptions, ...definitions].filter((row) => !isRight(row))).toEqual([])
    expect(descriptions.filter(({ active }) => active === '0').length).toBeGreaterThan(50)
  })

  test('makes synonyms as long as real ones, of which few are names of two concepts', async () => {
    const { active, synonyms } = await standard()
    const own = synonyms.filter(({ conceptId }) => active.has(conceptId!))
    const lengths = own.map(({ term }) => term!.length).sort((a, b) => a - b)
    expect(lengths[lengths.length >> 1]).toBeGreaterThanOrEqual(19)
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(34)
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeGreaterThanOrEqual(40)
    expect(lengths.at(-1)).toBeLessThanOrEqual(255)
    const texts = groupBy(
      own.map((row) => ({ ...row, text: row.term!.toLowerCase() })),
      'text',
    )
    const shared = [...texts.values()].filter(
      (rows) => new Set(rows.map(({ conceptId }) => conceptId)).size > 1,
    )
    expect(shared.length).toBeLessThan(texts.size / 100)
  })

  test('says of four in five descriptions that their case does not matter', async () => {
    const { active, descriptions } = await standard()
    const own = descriptions.filter(({ conceptId }) => active.has(conceptId!))
    const insensitive = own.filter(
      ({ caseSignificanceId }) => caseSignificanceId === '900000000000448009',
    )
    expect(insensitive.length / own.length).toBeGreaterThan(0.75)
    expect(insensitive.length / own.length).toBeLessThan(0.9)
    expect(
      insensitive.filter(({ term, typeId }) => typeId === SYNONYM && /^.+[A-Z]/.test(term!)),
    ).toEqual([])
    expect(own.filter(({ term }) => /^[a-z]/.test(term!))).toEqual([])
  })

  test('draws few words often and many seldom', async () => {
    const { descriptions } = await standard()
    const words = descriptions.flatMap(({ term }) => wordsOf(term!))
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const ranked = [...counts.values()].sort((a, b) => b - a)
    expect(ranked.length).toBeGreaterThan(1500)
    expect(sum(ranked.slice(0, 100)) / words.length).toBeGreaterThan(0.4)
    expect(ranked.filter((count) => count <= 3).length / ranked.length).toBeGreaterThan(0.3)
    for (const word of ['of', 'disorder', 'femur', 'kidney', 'chronic', 'left'])
      expect(counts.get(word)).toBeGreaterThan(5)
  })

  test('writes synonyms with the words of the name in another order, and other words', async () => {
    const { synonyms, active } = await standard()
    const own = [...groupBy(synonyms, 'conceptId')]
      .filter(([concept, rows]) => active.has(concept) && rows.length > 1)
      .map(([, rows]) => rows.map(({ term }) => wordsOf(term!)))
    const shares = own.map(([first, second]) => {
      const words = new Set(first)
      return second!.filter((word) => words.has(word)).length / second!.length
    })
    expect(sum(shares) / shares.length).toBeGreaterThan(0.6)
    const swaps = own.flatMap(([first, ...others]) =>
      FORMS.filter(
        ([noun, adjective]) =>
          first!.includes(noun) &&
          others.some((words) => words.includes(adjective) && !words.includes(noun)),
      ),
    )
    expect(swaps.length).toBeGreaterThan(20)
    expect(synonyms.some(({ term }) => /^[A-Z]{3,6} - [a-z]/.test(term!))).toBe(true)
  })

  test('hangs every concept below the root, with 1.6 parents and no way back', async () => {
    const { active, relationships } = await standard()
    const inferred = relationships.filter((row) => row.active === '1' && row.typeId === IS_A)
    const parents = groupBy(inferred, 'sourceId')
    expect([...active].filter((id) => !parents.has(id))).toEqual([ROOT])
    expect(inferred.length / active.size).toBeCloseTo(1.6, 1)
    const depths = new Map<string, number>([[ROOT, 0]])
    const depthOf = (concept: string, below: readonly string[]): number => {
      if (below.includes(concept)) throw new Error(`${concept} lies below itself`)
      const known = depths.get(concept)
      if (known !== undefined) return known
      const above = parents.get(concept)!.map((row) => row.destinationId!)
      if (new Set(above).size < above.length) throw new Error(`${concept} has a parent twice`)
      const depth = 1 + Math.max(...above.map((parent) => depthOf(parent, [...below, concept])))
      depths.set(concept, depth)
      return depth
    }
    const all = [...active].map((concept) => depthOf(concept, []))
    expect(Math.max(...all)).toBeGreaterThan(6)
    expect(Math.max(...all)).toBeLessThanOrEqual(16)
    expect(new Set(inferred.map((row) => row.destinationId)).size / active.size).toBeLessThan(0.4)
    expect(relationships.some((row) => row.active === '0')).toBe(true)
    expect(new Set(relationships.map((row) => row.typeId)).size).toBeGreaterThan(4)
  })

  test('says what stands in the place of inactive concepts', async () => {
    const { concepts, active, associations } = await standard()
    const inactive = new Set(concepts.filter((row) => row.active === '0').map(({ id }) => id!))
    expect(associations.every((row) => inactive.has(row.referencedComponentId!))).toBe(true)
    expect(associations.every((row) => active.has(row.targetComponentId!))).toBe(true)
    const kinds = groupBy(associations, 'refsetId')
    for (const [refset, many] of [
      ['900000000000527005', false],
      ['900000000000526001', false],
      ['900000000000523009', true],
    ] as const) {
      const own = kinds.get(refset)!
      expect(own.length).toBeGreaterThan(100)
      const concepts = new Set(own.map((row) => row.referencedComponentId))
      expect(own.length > concepts.size).toBe(many)
    }
  })

  test('maps findings to codes with rules that a reader can follow', async () => {
    const { maps, tagOf } = await standard()
    expect(maps.length / 2000).toBeCloseTo(100 / 375, 1)
    expect(
      maps.filter(
        (row) => !['disorder', 'finding'].includes(tagOf.get(row.referencedComponentId!)!),
      ),
    ).toEqual([])
    const keyed = maps.map((row) => ({
      ...row,
      key: `${row.referencedComponentId} ${row.mapGroup}`,
    }))
    const isRight = (group: readonly Row[]) =>
      group.every((row, i) => row.mapPriority === String(i + 1)) &&
      group.at(-1)!.mapRule === (group.length === 1 ? 'TRUE' : 'OTHERWISE TRUE') &&
      group.slice(0, -1).every((row) => RULE.test(row.mapRule!))
    const groups = [...groupBy(keyed, 'key').values()]
    expect(groups.filter((group) => !isRight(group))).toEqual([])
    const classified = maps.filter((row) => row.mapCategoryId !== '447638001')
    expect(classified.length).toBeLessThan(maps.length)
    const code = /^[A-TZ]\d\d(\.[\dX]{1,4}|\.[\dX]{3}A)?$/
    expect(classified.filter((row) => !code.test(row.mapTarget!))).toEqual([])
    expect(maps.some(({ mapRule }) => mapRule!.includes('Age at onset'))).toBe(true)
  })

  test('writes the same bytes for the same seed, others for another', async () => {
    const [one, again, other] = [
      await hashes({ concepts: 1000, seed: 5 }),
      await hashes({ concepts: 1000, seed: 5 }),
      await hashes({ concepts: 1000, seed: 6 }),
    ]
    expect(again).toEqual(one)
    for (const [name, hash] of one)
      expect(other.get(name) === hash).toBe(name === 'release_package_information.json')
  })

  test.each([999, 0, -1, 1500.5])('refuses %d concepts', (concepts) => {
    expect(() => writeRf2Package('/nowhere', { concepts })).toThrow(
      new RangeError(`concepts is ${concepts}: it must be a whole number from 1000`),
    )
  })
})

/** SHA-256 of every file of a package, read as a build reads it. */
async function hashes(options: Rf2PackageOptions): Promise<Map<string, string>> {
  const path = writeRf2Package(await writeTempFolder({}), options)
  expect(basename(path)).toMatch(/^SnomedCT_GeneratedRF2_PRODUCTION_20261101T120000Z$/)
  const release = await openRelease(path)
  const found = new Map<string, string>()
  for (const file of release.files)
    if (file.name.endsWith('.txt')) found.set(file.name, await file.readLines(() => {}))
    else
      found.set(
        file.name,
        createHash('sha256')
          .update(await file.readHead(1e6))
          .digest('hex'),
      )
  release.close()
  return found
}

let written: ReturnType<typeof readStandard> | undefined

/** A package of 2,000 concepts, written by the first test that asks for it. */
function standard() {
  written ??= readStandard()
  return written
}

async function readStandard() {
  const folder = writeRf2Package(await writeTempFolder({}), { concepts: 2000 })
  const release = await openRelease(folder)
  const paths = release.files.map(({ path }) => path)
  const texts = new Map<string, string>()
  for (const path of paths) texts.set(path, await readFile(`${folder}/${path}`, 'utf8'))
  const table = (name: string) => readTable(texts.get(paths.find((path) => path.includes(name))!)!)
  const concepts = table('sct2_Concept')
  const descriptions = table('sct2_Description')
  const members = table('Language')
  const names = descriptions.filter(({ typeId }) => typeId === FSN)
  return {
    ...{ paths, texts, concepts, descriptions, members },
    information: JSON.parse(texts.get('release_package_information.json')!),
    definitions: table('TextDefinition'),
    relationships: table('sct2_Relationship'),
    associations: table('Association'),
    maps: table('ExtendedMap'),
    active: new Set(concepts.filter(({ active }) => active === '1').map(({ id }) => id!)),
    synonyms: descriptions.filter(({ typeId, active }) => typeId === SYNONYM && active === '1'),
    tagOf: new Map(names.map(({ conceptId, term }) => [conceptId!, tagOfName(term!)])),
    membersOf: groupBy(members, 'referencedComponentId'),
  }
}

function readTable(text: string): Row[] {
  const [header, ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))
  return rows.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]!])))
}

function groupBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) push(groups, row[column]!, row)
  return groups
}

function push<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const known = groups.get(key)
  if (known === undefined) groups.set(key, [item])
  else known.push(item)
}

function tagOfName(name: string): string {
  return name.slice(name.lastIndexOf('(') + 1, -1)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
