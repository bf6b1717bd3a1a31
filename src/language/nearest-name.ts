import { editDistance } from './distance.ts'

/** Edits that a slip takes at most: two letters that were swapped, or two that are wrong. */
const MOST_EDITS = 2

/**
 * The known name that a misspelt one is likely to mean; undefined if none is near. Case and underscores count as nothing, and
 * more than half of a name must be right.
 *
 * @param known in order of preference among equally near ones
 * @example nearestName('topk', ['query', 'top_k']) // 'top_k'
 */
export function nearestName<Name extends string>(
  written: string,
  known: readonly Name[],
): Name | undefined {
  const read = asRead(written)
  let nearest: Name | undefined
  let fewest = MOST_EDITS + 1
  for (const name of known) {
    // The length bounds the work for text of any length.
    if (Math.abs(name.length - written.length) > name.length) continue
    const edits = editDistance(read, asRead(name))
    if (edits >= fewest || edits * 2 >= name.length) continue
    nearest = name
    fewest = edits
  }
  return nearest
}

function asRead(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}
