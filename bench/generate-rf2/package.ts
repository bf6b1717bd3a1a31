/** The tables of a package while they are written: what makes rows of concepts, descriptions, relationships and members. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick } from '../../scripts/support/random.ts'
import { LineFile } from '../line-file.ts'
import { readRows } from '../tables.ts'
import type { MapRow } from './maps.ts'
import type { Description } from './names.ts'
import {
  ACCEPTABILITY,
  CASE,
  CHARACTERISTIC_INFERRED,
  DEFINITION_STATUS,
  DESCRIPTION_TYPE,
  DIALECT,
  IS_A,
  MODIFIER_SOME,
  MODULE,
  PARTITION,
  sctid,
} from './sctid.ts'

/** When the package is said to be released. */
export const RELEASE_DATE = '20261101'
/** A package's own folder: what a package of this kind is called. */
export const PACKAGE_NAME = `SnomedCT_GeneratedRF2_PRODUCTION_${RELEASE_DATE}T120000Z`

const TIMES = ['20020131', '20020131', '20020131', '20050731', '20100131', '20150731', '20200731']
/** The first item numbers of components beside concepts: well above those of real ids. */
const FIRST_DESCRIPTION = 20_000_000
const FIRST_RELATIONSHIP = 60_000_000
const ICD10CM_MAP = '6011000124106'
const CORRELATION_NOT_SPECIFIED = '447561005'

/** A file of a package, as files.tsv names them. */
export type Rf2File =
  | 'concept'
  | 'description'
  | 'definition'
  | 'relationship'
  | 'language'
  | 'association'
  | 'map'

/** The path of each file in a package of a date, and the line of its columns. */
export function rf2Files(date: string): Record<Rf2File, { path: string; header: string }> {
  const files = readRows('generate-rf2/files.tsv').map(({ file, path, columns = '' }) => {
    const header = `${columns.replaceAll(' ', '\t')}\n`
    return [file, { path: `Snapshot/${path}_${date}.txt`, header }]
  })
  return Object.fromEntries(files)
}

export class PackageWriter {
  readonly #random: () => number
  readonly #files: Readonly<Record<string, LineFile>>
  #descriptions = FIRST_DESCRIPTION
  #relationships = FIRST_RELATIONSHIP

  /** Begins all files of a package in a folder. */
  constructor(folder: string, random: () => number) {
    this.#random = random
    const files = Object.entries(rf2Files(RELEASE_DATE)).map(([name, { path, header }]) => {
      const file = new LineFile(join(folder, path), '\r\n')
      file.add(header.trimEnd())
      return [name, file]
    })
    this.#files = Object.fromEntries(files)
    writeFileSync(join(folder, 'release_package_information.json'), packageInformation())
  }

  addConcept(id: string, active: boolean, isDefined = false, module: string = MODULE.core): void {
    const status = isDefined ? DEFINITION_STATUS.defined : DEFINITION_STATUS.primitive
    this.#add('concept', id, this.#time(), flag(active), module, status)
  }

  /** A description with its members of the language reference sets; what is inactive has inactive members. */
  addDescription(concept: string, { text, type, caseSignificance, ...rest }: Description): void {
    const id = this.#nextDescription()
    const time = this.#time()
    const { active, us, gb } = rest
    const file = type === DESCRIPTION_TYPE.definition ? 'definition' : 'description'
    const shared = [time, flag(active), MODULE.core]
    this.#add(file, id, ...shared, concept, 'en', type, text, caseSignificance)
    if (us !== undefined) this.#add('language', this.#uuid(), ...shared, DIALECT.us, id, us)
    if (gb !== undefined) this.#add('language', this.#uuid(), ...shared, DIALECT.gb, id, gb)
  }

  addDefinition(concept: string, text: string): void {
    const { preferred } = ACCEPTABILITY
    this.addDescription(concept, {
      ...{ text, type: DESCRIPTION_TYPE.definition, caseSignificance: CASE.sensitive },
      ...{ active: true, us: preferred, gb: preferred },
    })
  }

  /** An inferred relationship; `group` is 0 for those that stand alone. */
  addRelationship(source: string, destination: string, type = IS_A, group = 0, active = true) {
    this.#relationships += 1 + Math.floor(this.#random() * 3)
    this.#add(
      'relationship',
      ...[sctid(this.#relationships, PARTITION.relationship), this.#time(), flag(active)],
      ...[MODULE.core, source, destination, group, type, CHARACTERISTIC_INFERRED, MODIFIER_SOME],
    )
  }

  addAssociation(type: string, inactive: string, target: string): void {
    const member = [this.#uuid(), this.#time(), '1', MODULE.core]
    this.#add('association', ...member, type, inactive, target)
  }

  addMapRow(concept: string, { group, priority, rule, advice, target, category }: MapRow): void {
    this.#add(
      'map',
      ...[this.#uuid(), this.#time(), '1', MODULE.icd10cm, ICD10CM_MAP, concept, group, priority],
      ...[rule, advice, target, CORRELATION_NOT_SPECIFIED, category],
    )
  }

  close(): void {
    for (const file of Object.values(this.#files)) file.close()
  }

  #add(file: Rf2File, ...cells: readonly (string | number)[]): void {
    this.#files[file]!.add(cells.join('\t'))
  }

  /** A random UUID of version 4. */
  #uuid(): string {
    const bytes = Buffer.alloc(16)
    for (const at of [0, 12, 4, 8]) bytes.writeUInt32BE(Math.floor(this.#random() * 2 ** 32), at)
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  #nextDescription(): string {
    this.#descriptions += 1 + Math.floor(this.#random() * 3)
    return sctid(this.#descriptions, PARTITION.description)
  }

  #time(): string {
    return pick(TIMES, this.#random)
  }
}

function flag(active: boolean): string {
  return active ? '1' : '0'
}

function packageInformation(): string {
  const information = {
    effectiveTime: RELEASE_DATE,
    previousPublishedPackage: '',
    licenceStatement:
      'Generated for benchmarks: names and codes are invented and mean nothing. Not a SNOMED CT release.',
    languageRefsets: [
      { id: DIALECT.gb, term: 'Great Britain English language reference set' },
      { id: DIALECT.us, term: 'United States of America English language reference set' },
    ],
    packageComposition: { essentialComponents: {}, optionalComponents: {} },
  }
  return `${JSON.stringify(information, null, 2)}\n`
}
