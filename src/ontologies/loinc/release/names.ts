import type { TermRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { type AxisNumbers, axisNumbers, NO_AXES } from '../axes.ts'
import type { LoincRow } from './row.ts'

/**
 * The names of tests. LOINC spells a test out on six axes; people name the component and leave the rest to the form, so the
 * names that count are those of the component, shared by all its codes. Whole names are added for queries that have them
 * verbatim.
 */

/** Display names put the specimen and the property in brackets at the end: "ALT (S/P) [Catalytic activity/Vol]". */
const BRACKETS_AT_END = /(?:\s*(?:\([^()]*\)|\[[^[\]]*\]))+$/
/** The whole of a fraction, which people leave out: "Neutrophils/100 leukocytes". */
const UNSAID_WHOLE =
  /^(.{2,}?)\s*\/(?:100 |1000 )?(?:total )?(?:leukocytes|cells|erythrocytes|lymphocytes|spermatozoa|spermatocytes|reticulocytes|hemoglobin(?:\.total)?|protein(?:\.total)?|granulocytes|neutrophils|total)$/i
/** A marker that cells lack: words have no signs. */
const LACKING_MARKER = /\b(CD\d+[a-z]*)-(?=CD)/gi
/** Where a molecule is from, recombinant or native, its letters, its number, and what is measured of it. */
const MOLECULE = /\(([nr])([a-z]{3,4} [a-z]{1,2})\) (\d+(?:\.\d+)?) (.+)$/i
/** The class of the antibodies against a molecule, which are no class of a rank. */
const ANTIBODY_CLASS = /^(?:Ab\.(Ig[AEGM]\d?)|(Ig[AEGM]\d?) Ab)$/i
/** A test at one moment. */
const SPOT = 'Pt'
const FRACTIONS = new Set(['NFr', 'MFr', 'VFr', 'SFr', 'CFr', 'AFr'])

/** A related name counts for the component that has it on this share of its codes or more … */
const SHARE_OF_CODES = 0.6
/** … and that has it alone or nearly: "alk phos", not "hepatology". */
const MAX_FAMILIES = 6

/** Component of tests that are called by their methods: "Immunofixation for Urine". */
const INTERPRETATION = 'interpretation'
/** The method of such a test, and its specimen. */
const METHOD_FOR_SPECIMEN = /^(.+?) for /

/** Codes of the same component are one family; those that are called by a method alone are one if the method is. */
export function familyOf({ component, code, longName }: LoincRow): string {
  if (component === '') return code
  const family = component.toLowerCase()
  if (family !== INTERPRETATION) return family
  const [, method = family] = METHOD_FOR_SPECIMEN.exec(longName.toLowerCase()) ?? []
  return method
}

/** The names of the active rows of a table: whole ones of each code, and those that a component's codes share. */
export function namesOf(rows: readonly LoincRow[]): TermRecord[] {
  const families = new Map<string, LoincRow[]>()
  for (const row of rows) {
    const own = families.get(familyOf(row))
    if (own === undefined) families.set(familyOf(row), [row])
    else own.push(row)
  }
  const related = relatedNames(families)
  const terms: TermRecord[] = []
  for (const [family, own] of families) {
    for (const row of own) terms.push(...wholeNames(row))
    terms.push(...sharedNames(own, related.get(family) ?? []))
  }
  return terms
}

function wholeNames({ code, longName, shortName, displayName }: LoincRow): TermRecord[] {
  const names = new Map<string, TermRecord>()
  const add = (text: string, kind: TermRecord['kind']) => {
    const key = text.toLowerCase()
    if (text !== '' && !names.has(key))
      names.set(key, { code, text, kind, language: 'en', verbatim: true })
  }
  add(longName, 'preferred')
  add(shortName, 'short')
  add(displayName, 'synonym')
  return [...names.values()]
}

function sharedNames(rows: readonly LoincRow[], related: readonly string[]): TermRecord[] {
  const [{ code, component }] = rows as [LoincRow]
  const names = new Map<string, TermRecord>()
  const add = (text: string, kind: TermRecord['kind'], implied: AxisNumbers = NO_AXES) => {
    const key = text.toLowerCase()
    if (text === '' || names.has(key)) return
    names.set(key, { code, text, kind, language: 'en', shared: true, columns: implied })
  }
  if (component.toLowerCase() !== INTERPRETATION) add(readable(component), 'synonym')
  for (const row of rows) {
    add(row.componentName, 'synonym')
    // "Glucose mean" is of the code over a time, and not of the component's others.
    if (row.timeAspect === SPOT) add(componentOfLongName(row.longName), 'synonym')
    add(row.displayName.replace(BRACKETS_AT_END, ''), 'synonym')
    add(componentOfConsumerName(row.consumerName), 'synonym')
  }
  for (const { longName, timeAspect } of rows)
    if (timeAspect !== SPOT)
      add(componentOfLongName(longName), 'synonym', axisNumbers({ time: timeAspect }))
  for (const row of rows) {
    const numerator = FRACTIONS.has(row.property) ? numeratorOf(component) : undefined
    if (numerator === undefined) continue
    const implied = axisNumbers({ property: row.property })
    add(readable(numerator), 'synonym', implied)
    add(withoutSigns(numerator), 'synonym', implied)
    add(numeratorOf(componentOfLongName(row.longName)) ?? '', 'synonym', implied)
  }
  for (const name of allergenNames(component)) add(name, 'synonym')
  add(withoutSigns(component), 'synonym')
  for (const name of related) add(name, 'entry')
  return [...names.values()]
}

/**
 * The names of an allergen's molecule, which laboratories call by its letters and number: "Cashew nut recombinant (rAna o) 3
 * Ab.IgE" is "Ana o 3 IgE" and "rAna o 3 IgE".
 */
export function allergenNames(component: string): string[] {
  const [, source, letters, number, kind] = MOLECULE.exec(component) ?? []
  const [, inComponent, inLongName] = ANTIBODY_CLASS.exec(kind ?? '') ?? []
  const antibody = inComponent ?? inLongName
  if (antibody === undefined) return []
  const name = `${letters} ${number} ${antibody}`
  return [name, `${source}${name}`]
}

/** Cells by the markers that they lack, as words; '' where they lack none. */
function withoutSigns(cells: string): string {
  const words = cells.replaceAll(LACKING_MARKER, '$1neg ')
  return words === cells ? '' : readable(words)
}

/** The counted item of a fraction: "Neutrophils" in "Neutrophils/100 leukocytes"; undefined when it is no such fraction. */
export function numeratorOf(component: string): string | undefined {
  return UNSAID_WHOLE.exec(component)?.[1]
}

/** A component in words: "Glucose^2H post 75 g glucose PO" → "Glucose 2 hours post 75 g glucose PO". */
export function readable(component: string): string {
  return component
    .replaceAll(/\^+/g, ' ')
    .replace(/\bpost CFst\b/, 'fasting')
    .replace(/\b(\d+)H\b/g, '$1 hours')
    .replace(/\b(\d+)M\b/g, '$1 minutes')
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, ' ')
    .trim()
}

/**
 * The component in a long common name: "Cholesterol in HDL [Mass/volume] in Serum", "Calcium [Moles/volume] corrected for
 * albumin in Serum", "Glucose [Mass/volume] in Serum or Plasma --2 hours post meal", "Appearance of Urine".
 */
function componentOfLongName(name: string): string {
  const [whole = '', challenge = ''] = name.split('--', 2)
  const [measured = ''] = whole.split(/ by /, 1)
  const [, head = '', tail] = /^(.*?)(?: \[[^\]]*\](.*))?$/.exec(measured) ?? []
  const component = tail === undefined ? withoutSystem(head) : `${head}${withoutSystem(tail)}`
  return readable(`${component} ${challenge}`)
}

/** Without the last "in …", or else "of …". */
function withoutSystem(text: string): string {
  const at = Math.max(text.lastIndexOf(' in '), text.lastIndexOf(' on '))
  const end = at >= 0 ? at : text.lastIndexOf(' of ')
  return end < 0 ? text : text.slice(0, end)
}

/** "Glucose, Blood" → "Glucose". */
function componentOfConsumerName(name: string): string {
  const end = name.lastIndexOf(', ')
  return end < 0 ? name : name.slice(0, end)
}

/**
 * Related names that belong to a component rather than to its specimen, its property or its field: a release lists them all
 * in one column, but only those are on most codes of the component and on few of others.
 */
function relatedNames(
  families: ReadonlyMap<string, readonly LoincRow[]>,
): ReadonlyMap<string, string[]> {
  const familiesWith = new Map<string, number>()
  const frequent = new Map<string, string[]>()
  for (const [family, rows] of families) {
    const counts = new Map<string, number>()
    for (const { relatedNames } of rows)
      for (const name of new Set(relatedNames.map((name) => name.toLowerCase())))
        counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const name of counts.keys()) familiesWith.set(name, (familiesWith.get(name) ?? 0) + 1)
    const own = [...counts].filter(([, count]) => count >= SHARE_OF_CODES * rows.length)
    frequent.set(family, own.map(([name]) => name).sort(compareStrings))
  }
  for (const [family, names] of frequent)
    frequent.set(
      family,
      names.filter((name) => name.length > 1 && familiesWith.get(name)! <= MAX_FAMILIES),
    )
  return frequent
}
