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
  type Contents,
  type ReleaseKind,
  repeated,
  rows,
  type Write,
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
const inLanguage = (i: number, refset: string) =>
  row(
    ...[uuid(i), '20250701', 1, MODULE.core, refset],
    ...[sctid(1000, PARTITION.description), '900000000000548007'],
  )

type Files = Readonly<Record<string, Contents>>

/** A file of so many rows. */
function table(file: Rf2File, count: number, rowOf: (i: number) => string): Files {
  return { [FILES[file].path]: rows(count, rowOf, FILES[file].header) }
}

/** The file of concepts with a text over and over, about 500 MB of it. */
function vast(text: string): Files {
  return { [FILES.concept.path]: repeated(text, 5e8, FILES.concept.header) }
}

/** Files beside those of so many concepts, or in their place. */
function release(files: Files, concepts = 30): Write {
  return (folder) =>
    writeFiles(folder, {
      ...table('concept', concepts, (i) => concept(i)),
      ...table('description', Math.min(concepts, MAX_DESCRIBED), (i) => description(i)),
      ...files,
    })
}

const [described, cased] = description(0, '|').split('|')
const oneDescription = table('description', 1, (i) => description(i))

export const SNOMED: ReleaseKind = {
  ontology: 'snomed',
  texts: {
    ...{ concepts: FILES.concept.header, descriptions: FILES.description.header },
    ...{ relationships: FILES.relationship.header, languages: FILES.language.header },
    ...{ maps: FILES.map.header, concept: concept(0), described: described!, cased: cased! },
  },
  writeWith: (folder, file, contents) =>
    release({ [FILES[file as Rf2File]?.path ?? file]: contents })(folder),
  made: {
    'lines that end with CR': release({
      [FILES.concept.path]: [FILES.concept.header.trimEnd(), concept(0), concept(1), ''].join('\r'),
      ...oneDescription,
    }),
    'one row for 500 MB': release({ ...vast(`${concept(0)}\n`), ...oneDescription }),
    'bad rows for 500 MB, lenient': release(vast('x\n')),
    'a circle of 50,000 IS-A': release(
      table('relationship', CHAIN, (i) => isA(i, i, (i + 1) % CHAIN)),
      CHAIN,
    ),
    'a thousand circles, lenient': release(
      table('relationship', 2000, (i) => isA(i, i, i ^ 1)),
      2000,
    ),
    'IS-A 50,000 deep': release(
      table('relationship', CHAIN - 1, (i) => isA(i, i, i + 1)),
      CHAIN,
    ),
    'one retired concept for 50,000 others': release(
      {
        ...table('concept', CHAIN, (i) => concept(i, i === 0 ? 0 : 1)),
        ...table('association', CHAIN - 1, (i) => sameAs(i, 0, i + 1)),
      },
      CHAIN,
    ),
    '50,000 retired concepts for one another': release(
      {
        ...table('concept', CHAIN, (i) => concept(i, 0)),
        ...table('association', 200_000, (i) => sameAs(i, i % CHAIN, (i * 7919) % CHAIN)),
      },
      CHAIN,
    ),
    'a reference set for each row': release(
      table('language', 100_000, (i) => inLanguage(i, `\u202e${i}`)),
    ),
    'a language for each name': release(
      table('description', 100, (i) =>
        description(i, 'x', `${String.fromCharCode(97 + (i % 26))}\u202e${i}`),
      ),
      100,
    ),
  },
}
