import { pick } from '../../scripts/support/random.ts'
import { Vocabulary, type Word } from '../generate-rf2/made-words.ts'
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
export class DrugNames {
  readonly #random: () => number
  readonly #chemical: () => Word
  readonly #brand: () => Word
  readonly #surname: () => Word

  constructor(random: () => number) {
    this.#random = random
    const words = new Vocabulary(random)
    this.#chemical = words.drawer('chemical', 1)
    this.#brand = words.drawer('brand', 1)
    this.#surname = words.drawer('surname', 1)
  }

  ingredient(): MadeIngredient {
    const name = this.#chemical().text
    const isSalted = this.#random() < SALTED
    return { name, precise: isSalted ? `${name} ${pick(SALTS, this.#random)}` : undefined }
  }

  brand(): string {
    return this.#brand().text
  }

  surname(): string {
    return this.#surname().text
  }
}
