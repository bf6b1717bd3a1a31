/** A mutant that no test can notice, because it changes nothing. */
export interface Equivalent {
  readonly path: string
  /** The line of the source that is changed, without the white space around it. */
  readonly line: string
  readonly before: string
  readonly after: string
}

/** Each with the reason. One that the source does not have any more is an error: the list stays short and true. */
export const EQUIVALENTS: readonly Equivalent[] = [
  ...inFile('src/index/search/accumulators.ts', [
    // What is just enough for the heaviest is enough for its own mass.
    ['most >= ofHeaviest ||', '>=', '>'],
  ]),
  ...inFile('src/linker/align.ts', [
    // The opposite of a word that the index lacks is asked for by no slot.
    ['if (a < 0 || b < 0) continue', 'a < 0 || b < 0', 'false'],
    ['if (a < 0 || b < 0) continue', '||', '&&'],
    // No reading is as uncertain as 0.
    ['return exactness > 0 && exactness >= certainty', '>', '>='],
  ]),
  ...inFile('src/linker/alignment.ts', [
    // Where nothing is said aside the same words agree at more already.
    [
      'this.#unbracketedWords.length > 0 && this.#unbracketedWords.length < this.#askedContent.length',
      '<',
      '<=',
    ],
    // Saves time only: the pairs are the same, one after the other.
    ['if (wordOfSlot[slot]! >= 0) return false', 'wordOfSlot[slot]! >= 0', 'true'],
    // The word at i has its own key.
    ['while (first < i && keyOfWord[name[first]! & WORD_ID] !== key) first++', '<', '<='],
    // Saves time only: such a name agrees in nothing.
    [
      'if (!this.#hasWords(this.#askedContent.length, name)) return 0',
      '!this.#hasWords(this.#askedContent.length, name)',
      'false',
    ],
    // No two words of the mention are the same word of the name.
    ['if (position > previous) inOrder++', '>', '>='],
  ]),
  ...inFile('src/linker/rank.ts', [
    // Saves time only: the pool does not take them either.
    [
      'if (nameScore + scorer.maxCodeScore < pool.minScore) continue',
      'nameScore + scorer.maxCodeScore < pool.minScore',
      'false',
    ],
    // Saves time only: a single name is set back for no other one.
    ['if (exact.length < 2) return', 'exact.length < 2', 'false'],
    ['if (exact.length < 2) return', '2', '1'],
    // Saves time only: there are always fewer than that.
    [
      'if (this.#size === Number.POSITIVE_INFINITY) return',
      'this.#size === Number.POSITIVE_INFINITY',
      'false',
    ],
    // The same score is put in place of itself.
    ['if (this.#scores[known]! >= score) return', '>=', '>'],
    // There is no score before the first, and the order of equal ones shows nowhere.
    ['while (place > 0 && this.#scores[place - 1]! < score) place--', '>', '>='],
    ['while (place > 0 && this.#scores[place - 1]! < score) place--', '<', '<='],
  ]),
  ...inFile('src/ontologies/loinc/linking/requirements.ts', [
    // Weights have 32 bits: none is exactly that.
    ["if (system?.source === 'panel') return fit('system', query, match) >= PINNED", '>=', '>'],
  ]),
  ...inFile('src/ontologies/medication/linking/taken-parts.ts', [
    // For the compiler: what has no unit is compared by its unit, and differs.
    [
      'if (a.unit === undefined || b.unit === undefined) return false',
      'a.unit === undefined || b.unit === undefined',
      'false',
    ],
    ['if (a.unit === undefined || b.unit === undefined) return false', '||', '&&'],
  ]),
]

function inFile(
  path: string,
  rows: readonly (readonly [line: string, before: string, after: string])[],
): Equivalent[] {
  return rows.map(([line, before, after]) => ({ path, line, before, after }))
}
