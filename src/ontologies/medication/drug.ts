import type { SourceRecord } from '../../index/records.ts'
import type { Strength } from './composition.ts'
import { PRODUCT_TYPES } from './contract.ts'

/**
 * How much a concept says of a drug, least first, as RxNorm's term types do; in brackets, which.
 * `ingredient` (IN), `precise_ingredient`, a salt or ester of one (PIN), `combination` (MIN), `ingredient_form` (SCDF,
 * SCDG), `ingredient_strength` (SCDC), `clinical_drug`, all three (SCD), `pack` (GPCK), and the same of a brand: `brand`
 * (BN), `brand_form` (SBDF, SBDG), `brand_strength` (SBDC), `branded_drug` (SBD), `branded_pack` (BPCK).
 */
export const LEVELS = PRODUCT_TYPES
export type Level = (typeof LEVELS)[number]

/** One active ingredient of a drug. */
export interface DrugIngredient {
  /** As the source has it, with its salt: "amlodipine besylate". */
  readonly name: string
  /** Undefined where the concept says none. */
  readonly strength?: Strength | undefined
}

/** One concept of a source of drugs, whichever that is. */
export interface Drug {
  /** Unique within a build: an RXCUI, or the source's own identifier behind its prefix ("FDA:021287-001"). */
  readonly code: string
  /** As the source writes it. */
  readonly name: string
  readonly level: Level
  /** In the source's order; those of a pack's parts together. */
  readonly ingredients: readonly DrugIngredient[]
  /** "Augmentin Duo". */
  readonly brand?: string | undefined
  /** As the source writes it: "Extended Release Oral Tablet", "TABLET;ORAL", "tablet". */
  readonly form?: string | undefined
  /** Content of a unit of it: 50 mL of a vial. */
  readonly quantity?: Strength | undefined
  readonly manufacturer?: string | undefined
  /** "strip of 15 tablets". */
  readonly pack?: string | undefined
  /** Other official names: RxNorm's prescribable name and synonyms. */
  readonly names?: readonly string[] | undefined
  readonly active: boolean
  /** The RXCUI that means the same, where the source says so. */
  readonly rxcui?: string | undefined
}

/** One source of drugs, read and checked. */
export interface DrugRelease {
  /** `rxnorm`, `drugs-at-fda`, `ndc`, `cdci`, `products`. */
  readonly source: string
  /** As the files state it; '' where they do not. */
  readonly version: string
  /** The notice to be shown with what is taken from it. */
  readonly licence: string
  readonly sources: readonly SourceRecord[]
  readonly drugs: readonly Drug[]
  readonly edges: readonly { readonly code: string; readonly parent: string }[]
  readonly replacements: readonly {
    readonly code: string
    readonly replacement: string
    readonly relation: string
  }[]
  readonly warnings: readonly string[]
}
