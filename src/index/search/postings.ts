/** Which names have a word: the posting lists, as they are stored. */

/** The arrays retrieval reads. Names are called terms and numbered by mass, then by concept and text. */
export interface PostingsData {
  /** IDF of each key: ln(1 + terms / (terms with it + ½)). */
  readonly idf: Float32Array
  /** The terms with key `k` are `terms[offsets[k] … offsets[k + 1])`, ascending. */
  readonly offsets: Uint32Array
  readonly terms: Uint32Array
  /** Sum of the IDF of each term's distinct keys, ascending. */
  readonly mass: Float32Array
}

/** Distinct keys of each term → posting lists. Terms must come in ascending order of `mass`. */
export function buildPostings(
  keysOfTerms: { readonly length: number; at(term: number): Uint32Array | undefined },
  idf: Float32Array,
  mass: Float32Array,
): PostingsData {
  const offsets = new Uint32Array(idf.length + 1)
  for (let term = 0; term < keysOfTerms.length; term++)
    for (const key of keysOfTerms.at(term)!) offsets[key + 1]!++
  for (let key = 0; key < idf.length; key++) offsets[key + 1]! += offsets[key]!
  const terms = new Uint32Array(offsets[idf.length]!)
  const next = offsets.slice()
  for (let term = 0; term < keysOfTerms.length; term++)
    for (const key of keysOfTerms.at(term)!) terms[next[key]!++] = term
  return { idf, offsets, terms, mass }
}

/** IDF of a key that `count` of `total` terms have. */
export function inverseFrequency(count: number, total: number): number {
  return Math.log(1 + total / (count + 0.5))
}
