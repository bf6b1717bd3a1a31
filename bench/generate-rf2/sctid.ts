/** SNOMED CT identifiers: the check digit and the parts of an id, and the ids that a package's columns refer to. */
import { hasCheckDigit } from '../../src/ontologies/snomed/sctid.ts'

/** Which kind of component an id of the international edition names, as its two digits before the check digit say. */
export const PARTITION = { concept: '00', description: '01', relationship: '02' } as const

/** An SCTID of the international edition: item number, partition, check digit. sctid(22298, '00') -> '22298006' */
export function sctid(item: number, partition: string): string {
  for (let check = 0; ; check++) {
    const id = `${item}${partition}${check}`
    if (hasCheckDigit(id, 0, id.length)) return id
  }
}

export const MODULE = {
  core: '900000000000207008',
  model: '900000000000012004',
  icd10cm: '5991000124107',
} as const
export const DEFINITION_STATUS = {
  primitive: '900000000000074008',
  defined: '900000000000073002',
} as const
export const DESCRIPTION_TYPE = {
  fsn: '900000000000003001',
  synonym: '900000000000013009',
  definition: '900000000000550004',
} as const
export const CASE = {
  insensitive: '900000000000448009',
  sensitive: '900000000000017005',
  initialInsensitive: '900000000000020002',
} as const
export const DIALECT = { us: '900000000000509007', gb: '900000000000508004' } as const
export const ACCEPTABILITY = {
  preferred: '900000000000548007',
  acceptable: '900000000000549004',
} as const
export const ASSOCIATION = {
  sameAs: '900000000000527005',
  replacedBy: '900000000000526001',
  possiblyEquivalentTo: '900000000000523009',
  movedTo: '900000000000524003',
} as const
export const IS_A = '116680003'
export const CHARACTERISTIC_INFERRED = '900000000000011006'
export const MODIFIER_SOME = '900000000000451002'
