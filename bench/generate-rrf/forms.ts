/** Dose forms of the generated RxNorm, under RxNorm's own names, and how drugs of each are written. */

import { readRows } from '../tables.ts'

/** How strengths of a form are written, and what a unit of it holds. */
export interface MadeForm {
  readonly name: string
  /** Dose form groups, the widest first. */
  readonly groups: readonly string[]
  /** How many of all drugs have it, to the others. */
  readonly weight: number
  readonly unit: string
  readonly strengths: readonly number[]
  /** Quantities such as "24 HR", of which a share of the drugs has one. */
  readonly quantities: readonly string[]
  /** The words of Indian labels for it, with what it is packed in. */
  readonly label: { readonly word: string; readonly packs: readonly string[] }
}

/** The rows of forms.tsv. */
export function readForms(): MadeForm[] {
  const list = (cell: string | undefined) => (cell ? cell.split(', ') : [])
  return readRows('generate-rrf/forms.tsv').map((row) => ({
    ...{ name: row.form!, unit: row.unit!, weight: Number(row.weight) },
    ...{ groups: list(row.groups), quantities: list(row.quantities) },
    strengths: row.strengths!.split(' ').map(Number),
    label: { word: row.word!, packs: list(row.packs) },
  }))
}

export const SALTS =
  'hydrochloride sodium sulfate maleate acetate citrate phosphate potassium mesylate tartrate fumarate succinate besylate calcium hydrobromide'.split(
    ' ',
  )
