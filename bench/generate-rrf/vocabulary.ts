import { pick } from '../../scripts/support/random.ts'
import { Vocabulary } from '../generate-rf2/made-words.ts'
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
  readonly #words: Vocabulary
  readonly #chemical: () => number
  readonly #brand: () => number
  readonly #surname: () => number

  constructor(random: () => number) {
    this.#random = random
    this.#words = new Vocabulary(random)
    this.#chemical = this.#words.drawer('chemical', 1)
    this.#brand = this.#words.drawer('brand', 1)
    this.#surname = this.#words.drawer('surname', 1)
  }

  ingredient(): MadeIngredient {
    const name = this.#words.word(this.#chemical()).text
    const isSalted = this.#random() < SALTED
    return { name, precise: isSalted ? `${name} ${pick(SALTS, this.#random)}` : undefined }
  }

  brand(): string {
    return this.#words.word(this.#brand()).text
  }

  surname(): string {
    return this.#words.word(this.#surname()).text
  }
}
