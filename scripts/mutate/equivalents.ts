/** Mutants that no test can notice, because they change nothing; each with the reason. */
export interface Equivalent {
  readonly path: string
  /** The line of the source that is changed, without the white space around. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly because: string
}

const ALIGN = 'src/linker/align.ts'
const CANDIDATES = 'src/linker/candidates.ts'

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: ALIGN,
    line: 'place > 0;',
    before: '>',
    after: '>=',
    because: 'place 0 is no slot: nothing is matched by it, and the loop ends behind it',
  },
  {
    path: ALIGN,
    line: 'this.#askedOutside.length > 0 && this.#askedOutside.length < this.#askedContent.length',
    before: '<',
    after: '<=',
    because: 'where nothing is said aside the same words agree at more already',
  },
  ...['if (a < 0 || b < 0) continue'].flatMap((line) => [
    {
      ...{ path: ALIGN, line, before: 'a < 0 || b < 0', after: 'false' },
      because: 'the opposite of a word that the index lacks is asked for by no slot',
    },
    { ...{ path: ALIGN, line, before: '||', after: '&&' }, because: 'the same' },
  ]),
  {
    path: ALIGN,
    line: 'if (position > previous) inOrder++',
    before: '>',
    after: '>=',
    because: 'no two words of the mention are the same word of the name',
  },
  {
    path: CANDIDATES,
    line: 'isExact ||= name.exactness > 0 && name.exactness >= reading.certainty',
    before: '>',
    after: '>=',
    because: 'no reading is as uncertain as 0',
  },
  {
    path: CANDIDATES,
    line: 'if (nameScore + scorer.maxCodeScore < pool.minScore) continue',
    before: 'nameScore + scorer.maxCodeScore < pool.minScore',
    after: 'false',
    because: 'saves time only: the pool does not take them either',
  },
  ...[
    ['exact.length < 2', 'false'],
    ['2', '1'],
  ].map(([before, after]) => ({
    ...{ path: CANDIDATES, line: 'if (exact.length < 2) return' },
    ...{ before: before!, after: after! },
    because: 'saves time only: a single name is set back for no other one',
  })),
  {
    path: CANDIDATES,
    line: 'if (this.#size === Number.POSITIVE_INFINITY) return',
    before: 'this.#size === Number.POSITIVE_INFINITY',
    after: 'false',
    because: 'saves time only: there are always fewer than that',
  },
  {
    path: CANDIDATES,
    line: 'if (this.#scores[known]! >= score) return',
    before: '>=',
    after: '>',
    because: 'the same score is put in place of itself',
  },
  {
    path: 'src/clinical/qualifiers.ts',
    line: 'for (let to = Math.min(words.length, from + most); to > from; to--) {',
    before: '>',
    after: '>=',
    because: 'no words are read as the first of them, which is looked up before',
  },
  ...[
    ['>', '>='],
    ['<', '<='],
  ].map(([before, after]) => ({
    ...{ path: CANDIDATES, before: before!, after: after! },
    line: 'while (place > 0 && this.#scores[place - 1]! < score) place--',
    because: 'there is no score before the first, and the order of equal ones shows nowhere',
  })),
]
