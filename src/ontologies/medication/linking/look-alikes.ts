import { MedlinkError } from '../../../errors.ts'
import { editDistance } from '../../../language/distance.ts'
import { readTable } from '../../../language/tables.ts'
import { nameKey } from '../words.ts'

/** Below data/: drugs whose names look or sound alike, as lists of confused drug names have them. */
export const LOOK_ALIKE_TABLE = 'medication/look-alikes.tsv'

/** Edits between a misspelt word and a look-alike that it may have been as well. */
const CLOSE = 2

/** Pairs of drugs that must never be taken for one another. */
export class LookAlikes {
  readonly #others = new Map<string, string[]>()

  /** @throws MedlinkError `data_invalid` for a pair out of order, of one name, or not written as names are compared */
  constructor(
    rows: readonly (readonly string[])[] = readTable(LOOK_ALIKE_TABLE, ['name', 'other']),
  ) {
    for (const [name = '', other = ''] of rows) {
      if (name >= other || nameKey(name) !== name || nameKey(other) !== other)
        throw new MedlinkError('data_invalid', `${LOOK_ALIKE_TABLE}: bad pair ${name}, ${other}`)
      this.#add(name, other)
      this.#add(other, name)
    }
  }

  /** Names that look like this one, sorted as in the table. */
  of(name: string): readonly string[] {
    return this.#others.get(name) ?? []
  }

  /** True if a misspelt word may be read as a name: no look-alike of the name is as close to the word. */
  allows(word: string, name: string): boolean {
    return this.of(name).every((other) => editDistance(word, other) > CLOSE)
  }

  #add(name: string, other: string): void {
    const others = this.#others.get(name)
    if (others) others.push(other)
    else this.#others.set(name, [other])
  }
}
