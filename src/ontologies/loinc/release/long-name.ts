import { readTable } from '../../../text/tables.ts'
import type { LoincRow } from './row.ts'

/**
 * Axes by the long common name, for tables that leave cells blank (extracts, lists of favourites):
 * "Glucose [Mass/volume] in Serum or Plasma by Test strip". LOINC Users' Guide, appendix on naming conventions.
 */

const PROPERTY = /\[([^\]]+)\]/
/** What the codes of a fraction are a fraction of → its property, where the name has no brackets. */
const FRACTION_OF: readonly (readonly [RegExp, string])[] = [
  [
    /\/(?:100 |1000 )?(?:total )?(?:\w+ )?(?:leukocytes|cells|erythrocytes|lymphocytes|spermatozoa|granulocytes)$/i,
    'NFr',
  ],
  [/\/(?:hemoglobin|protein|albumin|lipoprotein|creatine kinase|cholesterol)\b.*total$/i, 'MFr'],
]
const HOURS = /\bin (\d+) hour\b/i

/** Reads long names by LOINC's own words for systems and properties. */
class LongNames {
  /** From the longest name to the shortest, so that "Body fluid" is not read as "Fluid". */
  readonly #systems = readTable('loinc/systems.tsv', ['system', 'name'])
    .map(([system, name]) => ({ system: system!, name: name!.toLowerCase() }))
    .sort((a, b) => b.name.length - a.name.length || a.system.length - b.system.length)
  readonly #properties = new Map(
    readTable('loinc/property-names.tsv', ['name', 'property']).map(
      ([name, property]) => [name!, property!] as const,
    ),
  )

  /** The row with blank axes filled in where its long name says them. */
  complete(row: LoincRow): LoincRow {
    const { system, property, timeAspect } = row
    if (system !== '' && property !== '' && timeAspect !== '') return row
    const said = row.longName.toLowerCase()
    const hours = HOURS.exec(said)?.[1]
    const name = said.replace(HOURS, 'in')
    return {
      ...row,
      system: system || this.#systemIn(name),
      property: property || this.#propertyIn(name, row.component),
      timeAspect: timeAspect || (hours === undefined ? '' : `${hours}H`),
    }
  }

  #systemIn(name: string): string {
    const ends = (at: number) => at === name.length || !/[a-z]/.test(name[at]!)
    for (const preposition of [' in ', ' of ', ' from ', ' on ']) {
      const at = name.lastIndexOf(preposition)
      if (at < 0) continue
      const rest = at + preposition.length
      const found = this.#systems.find(
        (one) => name.startsWith(one.name, rest) && ends(rest + one.name.length),
      )
      if (found !== undefined) return found.system
    }
    return ''
  }

  #propertyIn(name: string, component: string): string {
    const phrase = PROPERTY.exec(name)?.[1]
    const known = phrase === undefined ? undefined : this.#properties.get(phrase)
    return known ?? FRACTION_OF.find(([whole]) => whole.test(component))?.[1] ?? ''
  }
}

let longNames: LongNames | undefined

/** The row with blank axes filled in where its long common name says them. */
export function completeAxes(row: LoincRow): LoincRow {
  longNames ??= new LongNames()
  return longNames.complete(row)
}
