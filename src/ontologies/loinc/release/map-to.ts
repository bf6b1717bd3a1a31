import { printable } from '../../../language/printable.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { badCell, readCsv } from '../../release-csv.ts'
import type { LoincFiles } from './files.ts'
import type { ReadContext } from './table.ts'

/** A retired or discouraged code and one that answers in its place. */
export interface LoincReplacement {
  readonly code: string
  readonly replacement: string
}

/** Most steps from a code to the one that answers for it: longer ways are taken for cycles. */
const MAX_HOPS = 10

/** Rows of MapTo.csv; 2.82 has some six thousand. */
const MAX_ROWS = 200_000

/** Codes that one leads to in as many steps: more are no answer, and make ways beyond number. */
const MAX_WAYS = 200

/**
 * The replacements of MapTo.csv, followed to their ends, as {@link resolveReplacements} has them; both codes are in the
 * table. What names another code, and what is circular, becomes a warning. None for a release without the file.
 */
export async function readMapTo(
  { terms, sources, warnings }: ReadContext,
  { mapTo: file }: LoincFiles,
): Promise<LoincReplacement[]> {
  if (file === undefined) return []
  const rows: LoincReplacement[] = []
  const sha256 = await readCsv(file, { required: ['LOINC', 'MAP_TO'] }, (row, line) => {
    if (rows.length === MAX_ROWS)
      throw badCell(file, line, row.LOINC, `at most ${MAX_ROWS} replacements`)
    rows.push({ code: row.LOINC.trim(), replacement: row.MAP_TO.trim() })
  })
  const { replacements, circular } = resolveReplacements(rows)
  const isKnown = ({ code, replacement }: LoincReplacement) =>
    terms.has(code) && terms.has(replacement)
  const known = replacements.filter(isKnown)
  const unknown = replacements.find((each) => !isKnown(each))
  if (unknown !== undefined) {
    warnings.push(
      `${replacements.length - known.length} of ${replacements.length} replacements in ${file.name} name a code that Loinc.csv lacks, e.g. ${printable(unknown.code)} to ${printable(unknown.replacement)}`,
    )
  }
  if (circular.length > 0) {
    const codes = circular.length === 1 ? '1 code leads' : `${circular.length} codes lead`
    warnings.push(
      `${codes} back to itself or on for more than ${MAX_HOPS} steps in ${file.name}, e.g. ${printable(circular[0]!)}`,
    )
  }
  sources.push({ file: file.name, sha256, rows: known.length })
  return known
}

/**
 * Replacements followed to their ends: with rows a→b and b→c, a is replaced by c. Sorted by code and replacement, each
 * pair once. `circular` are the codes, sorted, of which some way comes back to itself, takes more than 10 steps or branches
 * into more than 200; such a way gives no replacement.
 */
export function resolveReplacements(rows: readonly LoincReplacement[]): {
  readonly replacements: readonly LoincReplacement[]
  readonly circular: readonly string[]
} {
  const targetsOf = new Map<string, string[]>()
  for (const { code, replacement } of rows) {
    const targets = targetsOf.get(code)
    if (targets === undefined) targetsOf.set(code, [replacement])
    else targets.push(replacement)
  }
  const replacements: LoincReplacement[] = []
  const circular: string[] = []
  for (const start of [...targetsOf.keys()].sort(compareStrings)) {
    const { ends, isCircular } = followWays(start, targetsOf)
    for (const replacement of ends.sort(compareStrings))
      replacements.push({ code: start, replacement })
    if (isCircular) circular.push(start)
  }
  return { replacements, circular }
}

/** Where all ways from a code end, step by step together: one by one they would be as many as there are combinations. */
function followWays(
  start: string,
  targetsOf: ReadonlyMap<string, readonly string[]>,
): { ends: string[]; isCircular: boolean } {
  const ends = new Set<string>()
  let reached = new Set([start])
  for (let hop = 0; hop < MAX_HOPS && reached.size > 0; hop++) {
    const further = new Set<string>()
    for (const code of reached) {
      for (const target of targetsOf.get(code)!) {
        if (targetsOf.has(target)) further.add(target)
        else ends.add(target)
        if (further.size + ends.size > MAX_WAYS) return { ends: [], isCircular: true }
      }
    }
    reached = further
  }
  // A chain that goes on after this number of steps is very long, or a cycle.
  return { ends: [...ends], isCircular: reached.size > 0 }
}
