import { readTable } from './tables.ts'

/** Turns British spelling into American: "haemorrhage" → "hemorrhage". Words without a British root come back as they are. */
export type Americanize = (word: string) => string

/**
 * Compiles data/spelling-variants.tsv (british, american, position) into one function over folded words. Rules for
 * the start and the end of a word apply once, the others wherever the root stands.
 *
 * @throws MedlinkError `data_invalid` for an unknown position
 */
export function createAmericanize(): Americanize {
  const rules = readTable('spelling-variants.tsv', ['british', 'american', 'position'])
  const american = new Map(rules.map(([british, form]) => [british!, form!]))
  const roots = rules.map(([british, , position]) => {
    if (position === 'start') return `^${british}`
    return position === 'end' ? `${british}$` : british!
  })
  roots.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const pattern = new RegExp(roots.join('|'), 'g')
  return (word) =>
    word.length < 4 ? word : word.replace(pattern, (root) => american.get(root) ?? root)
}
