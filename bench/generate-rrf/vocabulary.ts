import { pick } from '../../scripts/support/random.ts'
import { createVocabulary } from '../generate-rf2/made-words.ts'
import { SALTS } from './forms.ts'

/** An ingredient that no pharmacopoeia has; some are always given as one salt. */
export interface MadeIngredient {
  readonly name: string
  /** With its salt. */
  readonly precise: string | undefined
}

/** Ingredients with a precise one. */
const SALTED = 0.28

/** Makes pronounceable names, none twice. */
export type DrugNames = ReturnType<typeof createDrugNames>

export function createDrugNames(random: () => number) {
  const words = createVocabulary(random)
  const chemical = words.drawer('chemical', 1)
  const brand = words.drawer('brand', 1)
  const surname = words.drawer('surname', 1)
  return {
    ingredient(): MadeIngredient {
      const name = chemical().text
      return { name, precise: random() < SALTED ? `${name} ${pick(SALTS, random)}` : undefined }
    },
    brand: () => brand().text,
    surname: () => surname().text,
  }
}
