/**
 * The words that a word could be a regular inflection of, itself among them: an oracle for lemmas that knows nothing of
 * their rules. Many are no words ("fractur", of "fractures" as of "fracturing"): two forms of one word share one.
 */
export function possibleBases(word: string): Set<string> {
  const bases = new Set([word])
  for (const ending of ['s', 'es', 'ed', 'ing']) {
    if (!word.endsWith(ending) || (ending === 's' && /[isu]s$/.test(word))) continue
    const bare = word.slice(0, -ending.length)
    if (bare.endsWith('i')) bases.add(`${bare.slice(0, -1)}y`)
    else bases.add(bare)
    if (ending !== 's') bases.add(`${bare}e`)
    if (ending === 'es') bases.add(`${bare}is`)
    if (/([bdfglmnprt])\1$/.test(bare)) bases.add(bare.slice(0, -1))
  }
  return bases
}
