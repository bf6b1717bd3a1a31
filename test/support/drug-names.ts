import type { DrugNames } from '../../src/ontologies/medication/linking/prescription.ts'
import { nameKey } from '../../src/ontologies/medication/words.ts'

/**
 * A lexicon of a few names of drugs.
 *
 * @param labels names with a number behind them that singles a product out: "Amaryl 2"
 */
export function lexiconOf(names: readonly string[], labels: readonly string[] = []): DrugNames {
  const keys = new Set(names.map(nameKey))
  const longest = Math.max(0, ...[...keys].map((key) => key.split(' ').length))
  return {
    longestAt(words, at) {
      for (let length = Math.min(longest, words.length - at); length > 0; length--) {
        const key = words.slice(at, at + length).map(({ text }) => text)
        if (keys.has(key.join(' '))) return length
      }
      return 0
    },
    isBrand: (name) => keys.has(name) && !name.startsWith('generic'),
    hasLabel: (name, number) => labels.includes(`${name} ${number}`),
  }
}
