import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { readWeightedTable } from '../weights.ts'
import type { LoincRow } from './row.ts'

/**
 * Axes by the long common name, for tables that leave cells blank (extracts, lists of favourites):
 * "Glucose [Mass/volume] in Serum or Plasma by Test strip". LOINC Users' Guide, appendix on naming conventions.
 */

const PROPERTY = /\[([^\]]+)\]/
/** The whole of a fraction → its property, if the name has no brackets. */
const FRACTION_OF: readonly (readonly [RegExp, string])[] = [
  [
    /\/(?:100 |1000 )?(?:total )?(?:\w+ )?(?:leukocytes|cells|erythrocytes|lymphocytes|spermatozoa|granulocytes)$/i,
    'NFr',
  ],
  [/\/(?:hemoglobin|protein|albumin|lipoprotein|creatine kinase|cholesterol)\b.*total$/i, 'MFr'],
]
/** The reference of a component: "Protein C actual/normal", "aPTT actual/normal". */
const OF_NORMAL = /actual\/normal|normal\/actual/i
/** Component of tests that are called by their methods: "Immunofixation for Urine". */
const INTERPRETATION = 'Interpretation'
const CLOTTING = / by (coagulation assay|platelet aggregation)/
/** Behind the last " by ", without the scale and a challenge. */
const METHOD = / by (?!.* by )(.+?)(?:\/1\.73 sq m)?(?: nominal| narrative)?(?: --.*)?$/
/** "Flow cytometry (FC)", "Westergren method". */
const UNSAID = / (?:\([a-z]{2,4}\)|method)$/
/** Words in front of a specimen, the likeliest first; behind the name of a panel a dash. */
const PREPOSITIONS = [' in ', ' of ', ' from ', ' on ', ' - ', ' for ']
/** A list of tests, which has no result itself. */
const PANEL = / panel(?: - |$)/
/** Whose it is where it is not the patient's: "in Blood from Fetus". */
const SOMEONE_ELSES = / from (fetus|donor|blood product unit|mother)\b/
/** Results with these properties are found or named, not measured; all others are quantities. */
const SCALE_OF: ReadonlyMap<string, string> = new Map([
  ['PrThr', 'Ord'],
  ['Aper', 'Nom'],
  ['Color', 'Nom'],
  ['ID', 'Nom'],
  ['Morph', 'Nom'],
  ['Prid', 'Nom'],
  ['Type', 'Nom'],
])
/** Properties of any scale: an interpretation is a name or a narrative. */
const ANY_SCALE: ReadonlySet<string> = new Set(['', 'Imp', 'Find', 'Susc', 'Txt'])
/** A challenge or the number of a specimen, which is part of a component: "--2nd specimen". */
const CHALLENGE = / --(.+)$/
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

  /** Components that need no brackets, since they have one property only: "pH of Urine". */
  readonly #measured = readTable('loinc/component-properties.tsv', ['name', 'property']).map(
    ([name, property]) => ({ name: name!, property: property! }),
  )
  /** Methods by their words in a long name. */
  readonly #methods = new Map(
    readWeightedTable('loinc/methods.tsv', ['phrase', 'methods']).map(
      ({ cells, parseWeights }) => [cells[0]!, parseWeights] as const,
    ),
  )

  /** The row with blank axes filled in where its long name says them. */
  complete(row: LoincRow): LoincRow {
    if (row.system && row.property && row.timeAspect && row.scale && row.method) return row
    const said = row.longName.toLowerCase()
    const hours = HOURS.exec(said)?.[1]
    const name = said.replace(HOURS, 'in')
    const property = row.property || this.#propertyIn(name, row.component)
    return {
      ...row,
      isPanel: row.isPanel || PANEL.test(name),
      component: withChallenge(row),
      property,
      system: row.system || this.#systemIn(name),
      scale: row.scale || (ANY_SCALE.has(property) ? '' : (SCALE_OF.get(property) ?? 'Qn')),
      method: row.method || this.#methodIn(said),
      timeAspect: row.timeAspect || this.#timeIn(said, hours),
    }
  }

  #timeIn(name: string, hours: string | undefined): string {
    if (hours !== undefined) return `${hours}H`
    return name.includes('unspecified') ? '' : 'Pt'
  }

  #systemIn(name: string): string {
    const owner = SOMEONE_ELSES.exec(name)
    if (owner === null) return this.#ownSystemIn(name)
    const system = this.#ownSystemIn(name.slice(0, owner.index))
    return system === '' ? '' : `${system}^${owner[1]}`
  }

  #ownSystemIn(name: string): string {
    const ends = (at: number) => at === name.length || !/[a-z]/.test(name[at]!)
    for (const preposition of PREPOSITIONS) {
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
    if (known !== undefined) return known
    if (component === INTERPRETATION) return 'Imp'
    if (OF_NORMAL.test(component)) return CLOTTING.test(name) ? 'RelTime' : 'RelACnc'
    const whole = FRACTION_OF.find(([fraction]) => fraction.test(component))
    return whole?.[1] ?? this.#measuredIn(name)
  }

  #measuredIn(name: string): string {
    const found = this.#measured.find(
      (one) => name.startsWith(one.name) && !/[a-z]/.test(name[one.name.length] ?? ''),
    )
    return found?.property ?? ''
  }

  #methodIn(name: string): string {
    const phrase = METHOD.exec(name)?.[1] ?? ''
    const known = this.#methods.get(phrase) ?? this.#methods.get(phrase.replace(UNSAID, ''))
    const [method = ''] = known?.().keys() ?? []
    return method === '-' ? '' : method
  }
}

/** The component with the challenge of the long name, if it leaves that out: another test than the plain one. */
function withChallenge({ component, longName }: LoincRow): string {
  const challenge = CHALLENGE.exec(longName)?.[1]
  const isWhole = challenge === undefined || component === '' || component.includes('^')
  return isWhole ? component : `${component}^${challenge}`
}

const longNames = lazily(() => new LongNames())

/** The row with blank axes filled in where its long common name says them. */
export function completeAxes(row: LoincRow): LoincRow {
  return longNames().complete(row)
}
