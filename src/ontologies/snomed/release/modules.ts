/**
 * Meanings of the identifiers of modules and reference sets. National release centres number their own things within a
 * namespace, so a module's namespace tells its country.
 * @see https://confluence.ihtsdotools.org/display/NRC for the namespaces, and the editions' own release notes
 */

import { MedlinkError } from '../../../errors.ts'
import { printable } from '../../../language/printable.ts'
import { compareStrings, mostFrequent } from '../../../language/sorted.ts'
import { parseSctid } from '../sctid.ts'
import type { Content } from './content.ts'

export const CORE_MODULE = '900000000000207008'

/** Modules of the International Edition: core, model component, ICD-10 map. */
const INTERNATIONAL_MODULES: ReadonlySet<string> = new Set([
  CORE_MODULE,
  '900000000000012004',
  '449080006',
])

/** The module of the Spanish edition, which SNOMED International numbers itself. */
const SPANISH_MODULE = '449081005'

/** Namespace → country. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['1000000', 'gb'],
  ['1000001', 'gb'],
  ['1000005', 'dk'],
  ['1000036', 'au'],
  ['1000052', 'se'],
  ['1000087', 'ca'],
  ['1000122', 'es'],
  ['1000124', 'us'],
  ['1000146', 'nl'],
  ['1000168', 'au'],
  ['1000172', 'be'],
  ['1000179', 'uy'],
  ['1000181', 'ee'],
  ['1000189', 'in'],
  ['1000195', 'ch'],
  ['1000202', 'no'],
  ['1000210', 'nz'],
  ['1000220', 'ie'],
  ['1000221', 'ar'],
])

/** Which edition a module's concepts come from: `snomed_ct_20250701` for the core, `snomed_ct_us_20250901`. */
export function sourceOfModule(moduleId: string, version: string): string {
  if (INTERNATIONAL_MODULES.has(moduleId)) return `snomed_ct_${version}`
  return `snomed_ct_${countryOfModule(moduleId) ?? moduleId}_${version}`
}

function countryOfModule(moduleId: string): string | undefined {
  if (moduleId === SPANISH_MODULE) return 'es'
  const [, namespace = ''] = /(\d{7})1\d\d$/.exec(moduleId) ?? []
  return COUNTRIES.get(namespace)
}

/** Association reference set → Medlink's word for the relation. Others, such as those of anatomy, are not history. */
const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['900000000000523009', 'possibly_equivalent_to'],
  ['900000000000524003', 'moved_to'],
  ['900000000000526001', 'replaced_by'],
  ['900000000000527005', 'same_as'],
  ['900000000000528000', 'was_a'],
  ['900000000000529008', 'similar_to'],
  ['900000000000530003', 'alternative'],
  ['900000000000531004', 'refers_to'],
  ['1186921001', 'possibly_replaced_by'],
  ['1186924009', 'partially_equivalent_to'],
])

/** The relation that an association reference set states; undefined for one that is not read. */
export function relationOf(refsetId: string): string | undefined {
  return RELATIONS.get(refsetId)
}

/** The language reference set of United States English. */
export const US_ENGLISH = '900000000000509007'

/** The reference sets that say which terms a dialect prefers, the one that decides first. */
const DIALECTS: Readonly<Record<string, readonly string[]>> = {
  'en-US': [US_ENGLISH],
  'en-GB': ['999001261000000100', '999000691000001104', '900000000000508004'],
  'en-AU': ['32570271000036106'],
  'en-CA': ['19491000087109'],
  'en-IE': ['21000220103'],
  'en-NZ': ['271000210107'],
  'da-DK': ['554461000005103'],
  es: ['448879004'],
  'es-AR': ['450828004'],
  'et-EE': ['71000181105'],
  'fr-BE': ['21000172104'],
  'fr-CA': ['20581000087109'],
  'nb-NO': ['61000202103'],
  'nl-BE': ['31000172101'],
  'nl-NL': ['31000146106'],
  'nn-NO': ['91000202106'],
  'sv-SE': ['46011000052107'],
}

const DEFAULT_DIALECT = 'en-US'

interface Dialect {
  /** As given, or the tag that a known reference set has. */
  readonly name: string
  /** Ids of its language reference sets, the one that decides first. */
  readonly refsets: readonly string[]
}

/**
 * The dialect that `text` names, be it a tag such as `en-GB` or the id of a language reference set.
 * @throws MedlinkError `invalid_request` for anything else
 */
export function requireDialect(text: string): Dialect {
  const id = parseSctid(text)
  if (id !== undefined) {
    return { name: tagOfRefset(id) ?? id, refsets: [id] }
  }
  const tag = Object.keys(DIALECTS).find((each) => each.toLowerCase() === text.trim().toLowerCase())
  if (tag === undefined) {
    throw new MedlinkError(
      'invalid_request',
      `unknown dialect: expected one of ${Object.keys(DIALECTS).join(', ')} or the SCTID of a language reference set`,
    )
  }
  return { name: tag, refsets: DIALECTS[tag]! }
}

export interface ChosenDialect {
  /** Ids of its language reference sets in the release, the one that decides first. */
  readonly refsets: readonly string[]
  /** ISO 639-1; names in other languages are left out. */
  readonly language: string
}

/**
 * The dialect that was asked for, or the default, as far as the release has it.
 * @throws MedlinkError `invalid_request` when it has none of it
 */
export function chooseDialect(
  { descriptions, language }: Content,
  wanted: string | undefined,
  warnings: string[],
): ChosenDialect {
  const dialect = requireDialect(wanted ?? DEFAULT_DIALECT)
  const present = new Set(language.refsets)
  const refsets = dialect.refsets.filter((id) => present.has(id))
  if (refsets.length === 0 && (present.size > 0 || wanted !== undefined)) {
    const there = [...present]
      .sort(compareStrings)
      .slice(0, MAX_TOLD)
      .map(describeRefset)
      .join(', ')
    throw new MedlinkError(
      'invalid_request',
      `the release has no language reference set for ${dialect.name}: it has ${there || 'none at all'}`,
    )
  }
  const inDialect = language.descriptions.filter(
    (_, place) => language.preferred[place] && refsets.includes(language.refsets[place]!),
  )
  if (refsets.length === 0) {
    warnings.push('the release has no language reference set: concepts go by their full names')
  }
  const languageOf = (description: number) => descriptions.languages[description]!
  const found =
    mostFrequent(inDialect.map(languageOf), compareStrings) ??
    mostFrequent(descriptions.languages, compareStrings) ??
    'en'
  return { refsets, language: toIso639(found) }
}

/** The language of a description's languageCode: RF2 has two letters alone, but `en-GB` is understood. */
export function toIso639(languageCode: string): string {
  return languageCode.slice(0, 2).toLowerCase()
}

/** Reference sets that a message names. */
const MAX_TOLD = 20

/** For people: `en-US (900000000000509007)`, or the id alone where it is not known. */
export function describeRefset(id: string): string {
  const tag = tagOfRefset(id)
  return tag === undefined ? printable(id) : `${tag} (${id})`
}

function tagOfRefset(id: string): string | undefined {
  return Object.keys(DIALECTS).find((tag) => DIALECTS[tag]!.includes(id))
}
