/**
 * Names for the cells of the neoplasm and drug tables. A cell's code stands for its row (a site, a substance) under
 * its column (a behaviour, a circumstance); neither alone is a name, so the two are put together in the words of
 * the tabular list. Columns: `indexHeading` of `icd10cm-neoplasm` and `icd10cm-drug`, FY2026.
 */

import type { IndexEntry } from './alphabetic.ts'
import type { CodeName } from './tabular.ts'

/** Words of each column of the neoplasm table for a site. */
const BEHAVIOURS: Readonly<Record<number, string>> = {
  2: 'Malignant neoplasm',
  3: 'Secondary malignant neoplasm',
  4: 'Carcinoma in situ',
  5: 'Benign neoplasm',
  6: 'Neoplasm of uncertain behavior',
  7: 'Neoplasm of unspecified behavior',
}

/** Words of each column of the drug table for a substance, before and after its name. */
const CIRCUMSTANCES: Readonly<Record<number, readonly [string, string]>> = {
  2: ['Poisoning by ', ', accidental (unintentional)'],
  3: ['Poisoning by ', ', intentional self-harm'],
  4: ['Poisoning by ', ', assault'],
  5: ['Poisoning by ', ', undetermined'],
  6: ['Adverse effect of ', ''],
  7: ['Underdosing of ', ''],
}

/** Rows that name a tumour rather than a site -> the tumour in full. All but the last under skin, FY2026. */
const HISTOLOGIES: ReadonlyMap<string, string> = new Map([
  ['basal cell carcinoma', 'Basal cell carcinoma'],
  ['squamous cell carcinoma', 'Squamous cell carcinoma'],
  ['sebaceous cell', 'Sebaceous cell carcinoma'],
  ['specified type', 'Other specified malignant neoplasm'],
  ['carcinoma', 'Carcinoma'],
])

/** Rows that say how far a tumour has spread rather than where it is -> the adjective. */
const SPREADS: ReadonlyMap<string, string> = new Map([
  ['disseminated', 'Disseminated'],
  ['generalized', 'Generalized'],
  ['disease, generalized', 'Generalized'],
  ['metastatic', 'Metastatic'],
])

/** Rows without a name of their own: "specified site NEC", "multiple sites in categories C77.0 - C77.5", notes. */
const NAMELESS =
  /^(?:specified(?: (?:sites?|parts?|type|source|drug|agent))?|unspecified type)$|\bin categories\b|^Note:/

/** `overlapping lesion with rectosigmoid junction` and its variants; the official titles say "overlapping sites". */
const OVERLAPPING = /^overlapping(?: lesions?| sites)?(?= with |$)/

/**
 * The names of the neoplasm table: `Secondary malignant neoplasm of abdomen, wall, skin`,
 * `Basal cell carcinoma of abdomen, wall, skin`, `Malignant neoplasm of overlapping sites of bladder`.
 * Rows that name no site of their own ("specified site NEC") are left out.
 */
export function nameNeoplasmEntries(entries: readonly IndexEntry[]): CodeName[] {
  return entries.flatMap(({ path, code, column }) => {
    const text = neoplasmName(path.slice(1), column)
    return text === undefined ? [] : [{ code, text }]
  })
}

/**
 * The names of the drug table: `Poisoning by Absinthe, beverage, assault`, `Underdosing of Acebutolol`.
 * Rows that name no substance of their own ("specified NEC") are left out.
 */
export function nameDrugEntries(entries: readonly IndexEntry[]): CodeName[] {
  return entries.flatMap(({ path, code, column }) => {
    const words = CIRCUMSTANCES[column]
    if (words === undefined || path.some((title) => NAMELESS.test(title))) return []
    return [{ code, text: `${words[0]}${path.join(', ')}${words[1]}` }]
  })
}

/** @param titles  below the table's one main term, "Neoplasm, neoplastic", which itself is the site-less row */
function neoplasmName(titles: readonly string[], column: number): string | undefined {
  const behaviour = BEHAVIOURS[column]
  if (behaviour === undefined) return undefined
  const spread = SPREADS.get(titles[0] ?? '')
  if (spread !== undefined) return column <= 3 ? `${spread} malignant neoplasm` : undefined
  const histology = titles.find((title) => HISTOLOGIES.has(title))
  const sites = titles.filter((title) => title !== histology)
  if (sites.some((title) => NAMELESS.test(title))) return undefined
  const kind = histology === undefined ? behaviour : histologyName(histology, column)
  if (kind === undefined) return undefined
  return sites.length === 0 ? kind : `${kind} of ${siteName(sites)}`
}

/** A histology has a primary code and, rarely, a secondary one; in situ and benign ones are rows of the site itself. */
function histologyName(histology: string, column: number): string | undefined {
  const name = HISTOLOGIES.get(histology)!
  if (column === 2) return name
  return column === 3 ? `Secondary ${name.toLowerCase()}` : undefined
}

/** `bladder` > `overlapping lesion` > `with` > `ureter` -> `overlapping sites of bladder with ureter`. */
function siteName(titles: readonly string[]): string {
  const at = titles.findIndex((title) => OVERLAPPING.test(title))
  if (at < 1) return titles.map(plainSite).join(', ')
  const within = titles.slice(0, at).map(plainSite).join(', ')
  const beyond = [titles[at]!.replace(OVERLAPPING, '').trim(), ...titles.slice(at + 1)]
  return ['overlapping sites of', within, ...beyond].filter((part) => part !== '').join(' ')
}

/**
 * A site without the words that repeat its name as an adjective: `abdomen, abdominal` -> `abdomen`, `uterus, uteri,
 * uterine` -> `uterus`. Others stay: in `vesicle, seminal` the second word tells which vesicle.
 */
function plainSite(title: string): string {
  const [noun = '', ...others] = title.replace(/ or unspecified$/, '').split(', ')
  const kept = others.filter((word) => word.includes(' ') || !isSameStem(noun, word))
  return [noun, ...kept].join(', ')
}

/** Three letters in common is enough to pair sac-rum with sac-ral; the table has no counter-example among its sites. */
function isSameStem(noun: string, word: string): boolean {
  return !noun.includes(' ') && noun.slice(0, 3) === word.slice(0, 3)
}
