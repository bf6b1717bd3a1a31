import { MedlinkError } from '../errors.ts'
import { readTable } from '../language/tables.ts'

/**
 * Words that weigh less in a name than their rarity says, with what is left of their weight.
 *
 * @param table path below data/ of a table with the columns word and weight, each in [0, 1]
 * @throws MedlinkError `data_invalid`
 */
export function readLightWords(table: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  for (const [i, [word, weight]] of readTable(table, ['word', 'weight']).entries()) {
    if (!/^(?:0|0\.\d+|1)$/.test(weight!))
      throw new MedlinkError(
        'data_invalid',
        `data/${table}:${i + 2}: found the weight "${weight}", expected a number in [0, 1]`,
      )
    words.set(word!, Number(weight))
  }
  return words
}
