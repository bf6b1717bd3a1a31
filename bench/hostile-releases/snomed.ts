/** Packages of SNOMED CT that are damaged, or made to harm. */
import { type Rf2File, rf2Files } from '../generate-rf2/package.ts'
import {
  ASSOCIATION,
  CASE,
  DESCRIPTION_TYPE,
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

const FILES = rf2Files('20250701')
/** Concepts of a package that have a description, at most. */
const MAX_DESCRIBED = 1000
const CHAIN = 50_000

const ids = Array.from({ length: 100_000 }, (_, i) => sctid(1000 + i, PARTITION.concept))
const uuid = (i: number) => `00000000-0000-0000-0000-${String(i).padStart(12, '0')}`
const row = (...cells: readonly (string | number | undefined)[]) => cells.join('\t')

const concept = (i: number, active = 1) =>
  row(ids[i], '20250701', active, MODULE.core, '900000000000074008')
const description = (i: number, term = `Thing ${i} (finding)`, language = 'en') =>
  row(
    ...[sctid(1000 + i, PARTITION.description), '20250701', 1, MODULE.core, ids[i], language],
    ...[DESCRIPTION_TYPE.fsn, term, CASE.insensitive],
  )
const isA = (i: number, from: number, to: number) =>
  row(
    ...[sctid(1000 + i, PARTITION.relationship), '20250701', 1, MODULE.core, ids[from], ids[to]],
    ...[0, '116680003', '900000000000011006', '900000000000451002'],
  )
const sameAs = (i: number, from: number, to: number) =>
  row(uuid(i), '20250701', 1, MODULE.core, ASSOCIATION.sameAs, ids[from], ids[to])

/** A file of so many rows. */
function table(file: Rf2File, count: number, rowOf: (i: number) => string) {
  return { [FILES[file].path]: rows(count, rowOf, FILES[file].header) }
}

/** The file of concepts with a text over and over, about 500 MB of it. */
function vast(text: string) {
  return { [FILES.concept.path]: repeated(text, 5e8, FILES.concept.header) }
}

/** An attack by files beside those of so many concepts, or in their place. */
function release(
  name: string,
  files: Readonly<Record<string, Contents>>,
  says: RegExp,
  { concepts = 30, outcome, ...rest }: Partial<Attack> & { concepts?: number } = {},
): Attack {
  const write = (folder: string) => writeWith(folder, files, concepts)
  return { ...attackOn('snomed', `SNOMED CT: ${name}`, write, says, outcome), ...rest }
}

function writeWith(folder: string, files: Readonly<Record<string, Contents>>, concepts: number) {
  return writeFiles(folder, {
    ...table('concept', concepts, (i) => concept(i)),
    ...table('description', Math.min(concepts, MAX_DESCRIBED), (i) => description(i)),
    ...files,
  })
}

const [described, cased] = description(0, '|').split('|')
const TEXTS = {
  ...{ concepts: FILES.concept.header, descriptions: FILES.description.header },
  ...{ relationships: FILES.relationship.header, languages: FILES.language.header },
  ...{ maps: FILES.map.header, concept: concept(0), described: described!, cased: cased! },
}

export const SNOMED_ATTACKS: readonly Attack[] = [
  release(
    'lines that end with CR',
    {
      [FILES.concept.path]: `${TEXTS.concepts}${concept(0)}\n${concept(1)}\n`.replaceAll(
        '\n',
        '\r',
      ),
      ...table('description', 1, (i) => description(i)),
    },
    /1 concept without a description/,
    { outcome: 2 },
  ),
  release(
    'one row for 500 MB',
    { ...vast(`${concept(0)}\n`), ...table('description', 1, (i) => description(i)) },
    /no language reference set/,
    { outcome: 1 },
  ),
  release('bad rows for 500 MB, lenient', vast('x\n'), /line 1000002: found "1 column"/, {
    lenient: true,
  }),
  release(
    'a circle of 50,000 IS-A',
    table('relationship', CHAIN, (i) => isA(i, i, (i + 1) % CHAIN)),
    /has a cycle: (\d+ is a ){10}… is a \d+$/,
    { concepts: CHAIN },
  ),
  release(
    'a thousand circles, lenient',
    table('relationship', 2000, (i) => isA(i, i, i ^ 1)),
    /left out 1000 IS-A relationships/,
    { concepts: 2000, outcome: 2000, lenient: true },
  ),
  release(
    'IS-A 50,000 deep',
    table('relationship', CHAIN - 1, (i) => isA(i, i, i + 1)),
    /below more than 2000 others/,
    { concepts: CHAIN },
  ),
  release(
    'one retired concept for 50,000 others',
    {
      ...table('concept', CHAIN, (i) => concept(i, i === 0 ? 0 : 1)),
      ...table('association', CHAIN - 1, (i) => sameAs(i, 0, i + 1)),
    },
    /without a description/,
    { concepts: CHAIN, outcome: CHAIN },
  ),
  release(
    '50,000 retired concepts for one another',
    {
      ...table('concept', CHAIN, (i) => concept(i, 0)),
      ...table('association', 200_000, (i) => sameAs(i, i % CHAIN, (i * 7919) % CHAIN)),
    },
    /without a description/,
    { concepts: CHAIN, outcome: CHAIN },
  ),
  release(
    'a reference set for each row',
    table('language', 100_000, (i) =>
      row(
        ...[uuid(i), '20250701', 1, MODULE.core, `\u202e${i}`],
        ...[sctid(1000, PARTITION.description), '900000000000548007'],
      ),
    ),
    /it has \\u\{202e\}0, .{0,800}$/,
    { outcome: 'invalid_request' },
  ),
  release(
    'a language for each name',
    table('description', 100, (i) =>
      description(i, 'x', `${String.fromCharCode(97 + (i % 26))}\u202e${i}`),
    ),
    /other languages than/,
    { concepts: 100, outcome: 100 },
  ),
  ...readAttacks('SNOMED CT', 'snomed', TEXTS, (folder, file, contents) =>
    writeWith(folder, { [FILES[file as Rf2File]?.path ?? file]: contents }, 30),
  ),
]
