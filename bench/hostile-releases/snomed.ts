/** Packages of SNOMED CT that are damaged, or made to harm. */
import {
  ASSOCIATION,
  CASE,
  DESCRIPTION_TYPE,
  DIALECT,
  MODULE,
  PARTITION,
  sctid,
} from '../generate-rf2/sctid.ts'
import {
  type Attack,
  attackOn,
  type Contents,
  readAttacks,
  repeated,
  rows,
  writeFiles,
} from './attack.ts'

const file = (kind: string, path = 'Terminology') => `Snapshot/${path}/${kind}_INT_20250701.txt`
const CONCEPT = file('sct2_Concept_Snapshot')
const DESCRIPTION = file('sct2_Description_Snapshot-en')
const RELATIONSHIP = file('sct2_Relationship_Snapshot')
const ASSOCIATIONS = file('der2_cRefset_AssociationSnapshot', 'Refset/Content')
const LANGUAGE = file('der2_cRefset_LanguageSnapshot-en', 'Refset/Language')
const MAP = file('der2_iisssccRefset_ExtendedMapSnapshot', 'Refset/Map')

const START = 'id\teffectiveTime\tactive\tmoduleId'
const CONCEPTS = `${START}\tdefinitionStatusId\n`
const DESCRIPTIONS = `${START}\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n`
const RELATIONSHIPS = `${START}\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId\n`
const MEMBERS = `${START}\trefsetId\treferencedComponentId`

const idOf = (i: number) => sctid(1000 + i, PARTITION.concept)
const ids = Array.from({ length: 100_000 }, (_, i) => idOf(i))
const uuid = (i: number) => `00000000-0000-0000-0000-${String(i).padStart(12, '0')}`

const concept = (i: number, active = 1) =>
  `${ids[i]}\t20250701\t${active}\t${MODULE.core}\t900000000000074008`
const description = (i: number, term = `Thing ${i} (finding)`, language = 'en') =>
  `${sctid(1000 + i, PARTITION.description)}\t20250701\t1\t${MODULE.core}\t${ids[i]}\t${language}\t${DESCRIPTION_TYPE.fsn}\t${term}\t${CASE.insensitive}`
const isA = (i: number, from: number, to: number) =>
  `${sctid(1000 + i, PARTITION.relationship)}\t20250701\t1\t${MODULE.core}\t${ids[from]}\t${ids[to]}\t0\t116680003\t900000000000011006\t900000000000451002`
const sameAs = (i: number, from: number, to: number) =>
  `${uuid(i)}\t20250701\t1\t${MODULE.core}\t${ASSOCIATION.sameAs}\t${ids[from]}\t${ids[to]}`

function release(
  name: string,
  files: Readonly<Record<string, Contents>>,
  says: RegExp,
  outcome?: Attack['outcome'],
  concepts = 30,
): Attack {
  const write = (folder: string) => writeWith(folder, files, concepts)
  return attackOn('snomed', `SNOMED CT: ${name}`, write, says, outcome)
}

/** Writes files beside those of so many concepts, or in their place. */
function writeWith(
  folder: string,
  files: Readonly<Record<string, Contents>>,
  concepts = 30,
): string {
  return writeFiles(folder, {
    [CONCEPT]: rows(concepts, (i) => concept(i), CONCEPTS),
    [DESCRIPTION]: rows(Math.min(concepts, 1000), (i) => description(i), DESCRIPTIONS),
    ...files,
  })
}

const [described, cased] = description(0, '|').split('|')
const TEXTS = {
  ...{ concepts: CONCEPTS, descriptions: DESCRIPTIONS, concept: concept(0) },
  ...{ described: described!, cased: cased! },
}
const FILES: Readonly<Record<string, string>> = { concept: CONCEPT, description: DESCRIPTION }

const CHAIN = 50_000

export const SNOMED_ATTACKS: readonly Attack[] = [
  release(
    'lines that end with CR',
    {
      [CONCEPT]: `${CONCEPTS}${concept(0)}\n${concept(1)}\n`.replaceAll('\n', '\r'),
      [DESCRIPTION]: `${DESCRIPTIONS}${description(0)}\n`,
    },
    /1 concept without a description/,
    2,
  ),
  release(
    'one row for 500 MB',
    {
      [CONCEPT]: repeated(`${concept(0)}\n`, 5e8, CONCEPTS),
      [DESCRIPTION]: `${DESCRIPTIONS}${description(0)}\n`,
    },
    /no language reference set/,
    1,
  ),
  {
    ...release(
      'bad rows for 500 MB, lenient',
      { [CONCEPT]: repeated('x\n', 5e8, CONCEPTS) },
      /line 1000002: found "1 column"/,
    ),
    lenient: true,
  },
  release(
    'an id of letters',
    { [CONCEPT]: `${CONCEPTS}${concept(0).replace(/^\d/, 'x')}\n` },
    /line 2: found "x/,
  ),
  release(
    'a wrong check digit',
    { [CONCEPT]: `${CONCEPTS}1000001\t${concept(0).slice(9)}\n` },
    /line 2: found "1000001"|columns/,
  ),
  release(
    'the 30th of February',
    { [CONCEPT]: `${CONCEPTS}${concept(0).replace('20250701', '20250230')}\n` },
    /line 2: found "20250230"/,
  ),
  release(
    'a name of a concept that is not there',
    { [DESCRIPTION]: `${DESCRIPTIONS}${description(99)}\n` },
    /line 2: .*a concept of the packages/,
  ),
  release(
    'a circle of 50,000 IS-A',
    { [RELATIONSHIP]: rows(CHAIN, (i) => isA(i, i, (i + 1) % CHAIN), RELATIONSHIPS) },
    /has a cycle: (\d+ is a ){10}… is a \d+$/,
    'release_invalid',
    CHAIN,
  ),
  {
    ...release(
      'a thousand circles, lenient',
      { [RELATIONSHIP]: rows(2000, (i) => isA(i, i, i ^ 1), RELATIONSHIPS) },
      /left out 1000 IS-A relationships/,
      2000,
      2000,
    ),
    lenient: true,
  },
  release(
    'a concept below itself',
    { [RELATIONSHIP]: `${RELATIONSHIPS}${isA(0, 3, 3)}\n` },
    /has a cycle/,
  ),
  release(
    'IS-A 50,000 deep',
    { [RELATIONSHIP]: rows(CHAIN - 1, (i) => isA(i, i, i + 1), RELATIONSHIPS) },
    /below more than 2000 others/,
    'release_invalid',
    CHAIN,
  ),
  release(
    'one retired concept for 50,000 others',
    {
      [CONCEPT]: rows(CHAIN, (i) => concept(i, i === 0 ? 0 : 1), CONCEPTS),
      [ASSOCIATIONS]: rows(
        CHAIN - 1,
        (i) => sameAs(i, 0, i + 1),
        `${MEMBERS}\ttargetComponentId\n`,
      ),
    },
    /without a description/,
    CHAIN,
    CHAIN,
  ),
  release(
    '50,000 retired concepts for one another',
    {
      [CONCEPT]: rows(CHAIN, (i) => concept(i, 0), CONCEPTS),
      [ASSOCIATIONS]: rows(
        200_000,
        (i) => sameAs(i, i % CHAIN, (i * 7919) % CHAIN),
        `${MEMBERS}\ttargetComponentId\n`,
      ),
    },
    /without a description/,
    CHAIN,
    CHAIN,
  ),
  release(
    'a reference set for each row',
    {
      [LANGUAGE]: rows(
        100_000,
        (i) =>
          `${uuid(i)}\t20250701\t1\t${MODULE.core}\t\u202e${i}\t${sctid(1000, PARTITION.description)}\t900000000000548007`,
        `${MEMBERS}\tacceptabilityId\n`,
      ),
    },
    /it has \\u\{202e\}0, .{0,800}$/,
    'invalid_request',
  ),
  release(
    'a language for each name',
    {
      [DESCRIPTION]: rows(
        100,
        (i) => description(i, 'x', `${String.fromCharCode(97 + (i % 26))}\u202e${i}`),
        DESCRIPTIONS,
      ),
    },
    /other languages than/,
    100,
    100,
  ),
  release(
    'a language set of a known dialect that is damaged',
    {
      [LANGUAGE]: `${MEMBERS}\tacceptabilityId\nx\t20250701\t1\t${MODULE.core}\t${DIALECT.us}\t1\t2\n`,
    },
    /line 2: found "x", expected a UUID/,
  ),
  release(
    'a map with a group of letters',
    {
      [MAP]: `${MEMBERS}\tmapGroup\tmapPriority\tmapRule\tmapAdvice\tmapTarget\n${uuid(1)}\t20250701\t1\t${MODULE.core}\t6011000124106\t${ids[0]}\t-1\t1\t\t\tA00\n`,
    },
    /line 2: found "-1"/,
  ),
  ...readAttacks('SNOMED CT', 'snomed', TEXTS, (folder, file, contents) =>
    writeWith(folder, { [FILES[file] ?? file]: contents }),
  ),
]
