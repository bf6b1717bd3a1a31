import type { Strength } from '../composition.ts'
import type { DrugWord } from '../words.ts'

/** Kinds of parts of a prescription; `aside` has no bearing on which drug it is, `unknown` is not understood. */
export const PART_KINDS = [
  'name',
  'strength',
  'form',
  'release',
  'salt',
  'route',
  'dose',
  'frequency',
  'duration',
  'quantity',
  'pack',
  'context',
  'aside',
  'unknown',
] as const
export type PartKind = (typeof PART_KINDS)[number]

/** Words of a prescription that say one thing: UTF-16 offsets `start` (inclusive) and `end` (exclusive). */
export interface Part {
  readonly kind: PartKind
  readonly start: number
  readonly end: number
  /** Normal form, e.g. form "tablet", frequency "1-0-1"; of a name its words, put right where they were misread. */
  readonly value: string
}

/** A strength as written; unit as in Strength (mg, mg/mL, %, [IU] …), undefined when none was written ("Dolo 650", "75/20"). */
export interface WrittenStrength {
  readonly value: number
  readonly unit: string | undefined
  readonly start: number
  readonly end: number
  /** True if it is joined to the one before it: "500 mg + 500 mg" says none again. */
  readonly isJoined?: boolean
}

/** A prescription as it was understood. */
export interface Prescription {
  readonly text: string
  readonly words: readonly DrugWord[]
  /** In order, without overlap; every word belongs to exactly one. */
  readonly parts: readonly Part[]
  /** Parts of kind name, each one name of a drug as the lexicon has it. */
  readonly names: readonly Part[]
  /** In order; "500/125" and "160-4.5 mcg" are two: the unit of the last holds for all before it without one. */
  readonly strengths: readonly WrittenStrength[]
  /** Content of a bottle, vial or bag: "100ml" after a syrup, "2 ml amp". */
  readonly quantity?: Strength
  /** Form, of data/medication/forms.tsv. */
  readonly form?: string
  /** er, dr, odt, dispersible, chewable, effervescent, sublingual. */
  readonly releases: readonly string[]
  readonly salts: readonly string[]
  /** oral, iv, im, sc, sublingual, ophthalmic, otic, nasal, inhalation, topical, transdermal, rectal, vaginal … */
  readonly route?: string
  /** As written, folded: "2 puffs". */
  readonly dose?: string
  /** In what the dose is counted where no number is said: "mcg" of "(mcg/kg/min)". */
  readonly doseUnit?: string
  /** As written, folded: "in 100 ml ns". */
  readonly diluent?: string
  /** As written, folded: "1-0-1 pc". */
  readonly frequency?: string
  /**
   * "5 days", for "x 5 d", "5/7" and "x5d" too; "2/52" is "2 weeks", "3/12" "3 months"; where nothing else is said,
   * the time of one dose as written: "over 4 hrs".
   */
  readonly duration?: string
  /** True if there were more words than are read: `text` and all parts end before them. */
  readonly isCut: boolean
  /** Statement of the line about the drug beyond its use now; undefined if there is none. */
  readonly context?: Context
}

export const CONTEXTS = [
  'denied',
  'doubted',
  'stopped',
  'past',
  'allergy',
  'family',
  'planned',
] as const
export type Context = (typeof CONTEXTS)[number]

/** Which words are names of drugs, as an open index knows them. */
export interface DrugNames {
  /** How many words from `words[at]` on are one name of a drug (the longest); 0 where none begins there. */
  longestAt(words: readonly DrugWord[], at: number): number
  /** True if a name is a brand's, not an ingredient's. */
  isBrand(name: string): boolean
  /** True if a name has products that people call by a number after it: "Amaryl 2". */
  hasLabel(name: string, number: number): boolean
}
