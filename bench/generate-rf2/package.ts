/** The tables of a package while they are written: what makes rows of concepts, descriptions, relationships and members. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick } from '../../scripts/support/random.ts'
import { Rf2File, uuidMaker } from './files.ts'
import type { MapRow } from './maps.ts'
import type { Description } from './names.ts'
import {
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
const COMPONENT = ['id', 'effectiveTime', 'active', 'moduleId']
const MEMBER = [...COMPONENT, 'refsetId', 'referencedComponentId']
const DESCRIPTION = [
  ...[...COMPONENT, 'conceptId', 'languageCode', 'typeId', 'term'],
  'caseSignificanceId',
]

export class PackageWriter {
  readonly #random: () => number
  readonly #uuid: () => string
  readonly #files: {
    readonly concept: Rf2File
    readonly description: Rf2File
    readonly definition: Rf2File
    readonly relationship: Rf2File
    readonly language: Rf2File
    readonly association: Rf2File
    readonly map: Rf2File
  }
  #descriptions = FIRST_DESCRIPTION
  #relationships = FIRST_RELATIONSHIP

  /** Begins all files of a package in a folder. */
  constructor(folder: string, random: () => number) {
    this.#random = random
    this.#uuid = uuidMaker(random)
    const open = (path: string, namespace: string, columns: readonly string[]) =>
      new Rf2File(join(folder, 'Snapshot', `${path}_${namespace}_${RELEASE_DATE}.txt`), columns)
    this.#files = {
      concept: open('Terminology/sct2_Concept_Snapshot', 'INT', [
        ...COMPONENT,
        'definitionStatusId',
      ]),
      description: open('Terminology/sct2_Description_Snapshot-en', 'INT', DESCRIPTION),
      definition: open('Terminology/sct2_TextDefinition_Snapshot-en', 'INT', DESCRIPTION),
      relationship: open('Terminology/sct2_Relationship_Snapshot', 'INT', [
        ...[...COMPONENT, 'sourceId', 'destinationId', 'relationshipGroup', 'typeId'],
        ...['characteristicTypeId', 'modifierId'],
      ]),
      language: open('Refset/Language/der2_cRefset_LanguageSnapshot-en', 'INT', [
        ...MEMBER,
        'acceptabilityId',
      ]),
      association: open('Refset/Content/der2_cRefset_AssociationSnapshot', 'INT', [
        ...MEMBER,
        'targetComponentId',
      ]),
      map: open('Refset/Map/der2_iisssccRefset_ExtendedMapSnapshot', 'US1000124', [
        ...[...MEMBER, 'mapGroup', 'mapPriority', 'mapRule', 'mapAdvice', 'mapTarget'],
        ...['correlationId', 'mapCategoryId'],
      ]),
    }
    writeFileSync(join(folder, 'release_package_information.json'), packageInformation())
  }

  addConcept(id: string, active: boolean, isDefined = false, module: string = MODULE.core): void {
    const status = isDefined ? DEFINITION_STATUS.defined : DEFINITION_STATUS.primitive
    this.#files.concept.add(id, this.#time(), flag(active), module, status)
  }

  /** A description with its members of the language reference sets; what is inactive has inactive members. */
  addDescription(concept: string, { text, type, caseSignificance, ...rest }: Description): void {
    const id = this.#nextDescription()
    const time = this.#time()
    const { active, us, gb } = rest
    const file =
      type === DESCRIPTION_TYPE.definition ? this.#files.definition : this.#files.description
    file.add(id, time, flag(active), MODULE.core, concept, 'en', type, text, caseSignificance)
    for (const [refset, acceptability] of [
      [DIALECT.us, us],
      [DIALECT.gb, gb],
    ] as const)
      if (acceptability !== undefined)
        this.#files.language.add(
          ...[this.#uuid(), time, flag(active), MODULE.core, refset, id, acceptability],
        )
  }

  addDefinition(concept: string, text: string): void {
    const [us, gb] = [ACCEPTED, ACCEPTED]
    const caseSignificance = CASE.sensitive
    const type = DESCRIPTION_TYPE.definition
    this.addDescription(concept, { text, type, caseSignificance, active: true, us, gb })
  }

  /** An inferred relationship; `group` is 0 for those that stand alone. */
  addRelationship(source: string, destination: string, type = IS_A, group = 0, active = true) {
    this.#relationships += 1 + Math.floor(this.#random() * 3)
    this.#files.relationship.add(
      ...[sctid(this.#relationships, PARTITION.relationship), this.#time(), flag(active)],
      ...[MODULE.core, source, destination, group, type, CHARACTERISTIC_INFERRED, MODIFIER_SOME],
    )
  }

  addAssociation(type: string, inactive: string, target: string): void {
    this.#files.association.add(
      ...[this.#uuid(), this.#time(), '1', MODULE.core, type, inactive, target],
    )
  }

  addMapRow(concept: string, { group, priority, rule, advice, target, category }: MapRow): void {
    this.#files.map.add(
      ...[this.#uuid(), this.#time(), '1', MODULE.icd10cm, ICD10CM_MAP, concept, group, priority],
      ...[rule, advice, target, CORRELATION_NOT_SPECIFIED, category],
    )
  }

  close(): void {
    for (const file of Object.values(this.#files)) file.close()
  }

  #nextDescription(): string {
    this.#descriptions += 1 + Math.floor(this.#random() * 3)
    return sctid(this.#descriptions, PARTITION.description)
  }

  #time(): string {
    return pick(TIMES, this.#random)
  }
}

const ACCEPTED = '900000000000548007'

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
