import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { readTable } from '../../../language/tables.ts'
import { AXES, type AxisNumbers, axisNumbers, NO_AXES } from '../axes.ts'
import { numeratorOf } from './names.ts'

/** Below data/: names that laboratories print, with the component they mean and what they imply on the other axes. */
export const NAME_TABLES = ['loinc/names-clinical.tsv', 'loinc/names-microbiology.tsv']
/** Below data/: names that each mean one code. */
const CODE_TABLES = ['loinc/names-bedside.tsv', 'loinc/names-panels.tsv']
/** A name that implies this time names one code, on all axes; names of components imply hours, or no time. */
const ONE_CODE = 'Pt'
const COLUMNS = ['name', 'component', 'system', 'property', 'time', 'scale', 'method']

/** A name that says itself that a share is meant. */
const FRACTION_WORDS = /%|\b(?:percent|percentage|pct|ratio|fraction|differential)\b/i
/** A letter or two that tell one test from another, "Bilirubin (D)": not to be left out like other brackets. */
const LETTERS_IN_BRACKETS = /\(([a-z]{1,2})\)/gi
const BRACKETS = /\s*[()]\s*/g
const ANTI = /^anti[\s-]+(?=\p{L})/iu

/**
 * The lab language of data/loinc for the components that a release has. Phrases for a fraction of cells hold for their
 * count, too, and an antibody "anti-X" is one to X. A component's own name is not read as another's.
 *
 * @throws MedlinkError `data_invalid`
 */
export function labNames({ concepts, terms }: ReleaseRecords): TermRecord[] {
  const members = new Map<string, string>()
  for (const { code, family, active } of concepts)
    if (active && !members.has(family)) members.set(family, code)
  const known = new Set(
    terms.filter(({ shared }) => shared).map(({ code, text }) => keyOf(code, text, NO_AXES)),
  )
  const isOwnName = (text: string) =>
    members.has(text.toLowerCase()) || members.has(text.toLowerCase().replace(/s$/, ''))
  const names: TermRecord[] = []
  const add = (text: string, component: string, implied: AxisNumbers) => {
    const code = members.get(component.toLowerCase())
    if (code === undefined) return
    if (isOwnName(text) && text.toLowerCase() !== component.toLowerCase()) return
    // The words that make a test a challenge must stay, too: "Glucose (post prandial)".
    const firm = component.includes('^')
      ? text.replaceAll(BRACKETS, ' ').trim()
      : text.replaceAll(LETTERS_IN_BRACKETS, '$1')
    for (const spelling of new Set([firm, firm.replace(ANTI, '')])) {
      const key = keyOf(code, spelling, implied)
      if (known.has(key)) continue
      known.add(key)
      names.push({
        code,
        text: spelling,
        kind: 'curated',
        language: 'en',
        shared: true,
        columns: implied,
      })
    }
  }
  for (const row of NAME_TABLES.flatMap((table) => readTable(table, COLUMNS))) {
    const [
      text = '',
      component = '',
      system = '',
      property = '',
      time = '',
      scale = '',
      method = '',
    ] = row
    add(text, component, axisNumbers({ system, property, time, scale, method }))
    const counted = numeratorOf(component)
    if (counted === undefined || FRACTION_WORDS.test(text)) continue
    add(text, counted, axisNumbers({ system, time, scale, method }))
  }
  return names
}

/**
 * Names of vital signs, settings and drains, and of panels, for the first of their codes that a release has: what a bedside
 * chart or an order leaves unsaid is known. The property is that of the unit that a name needs.
 */
export function namesOfCodes({ concepts }: ReleaseRecords): TermRecord[] {
  const active = new Set(concepts.flatMap(({ code, active }) => (active ? [code] : [])))
  return CODE_TABLES.flatMap((table) => readTable(table, ['name', 'codes', 'property'])).flatMap(
    ([text = '', codes = '', property = '']): TermRecord[] => {
      const code = codes.split('|').find((each) => active.has(each))
      if (code === undefined) return []
      const columns = axisNumbers({ property, time: ONE_CODE })
      return [{ code, text, kind: 'curated', language: 'en', columns }]
    },
  )
}

/** Equal for names of a code that are the same, case aside, and imply the same. */
function keyOf(code: string, text: string, implied: AxisNumbers): string {
  return `${code} ${AXES.map((axis) => implied[axis])} ${text.toLowerCase()}`
}
