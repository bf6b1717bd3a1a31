/** Comments of src/ that are not plain English, by file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../src', import.meta.url))

/** A block, or lines of `//` one after the other. Code needs no parser for this: no string of src/ has either form. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/ .*(?:\n[ \t]*(?=\/\/ ))?)+/g
/** A comment begins with a noun or a verb. */
const BEGINNING = /^(?:what|whether|who|of|by|those|so many|none)\b/i
/** Phrases that other words replace: "in the place of" is "instead of". */
const REPLACED =
  /\bst(?:ands?|ood)\b(?! for)|\btold\b|\bsaid of\b|\basked of\b|\bwhen left out\b|\bso (?:many|few)\b|\bin the place of\b|\bnone of these\b|\bbehind (?:it|them)\b|\bbeside\b|\b(?:no|some)body\b|\btakes? no notice of\b|\bis good for\b|\bha(?:s|ve) to be\b|\bwhoever\b|\bwants\b/gi

/** Faults of the comments of a source. @returns each as it is written, a beginning with its next words */
export function faultsIn(source: string): string[] {
  return (source.match(COMMENT) ?? []).flatMap((comment) => {
    const text = comment
      .replace(/^\/\*+|\*\/$/g, '')
      .replace(/(?:^|\n)[ \t]*(?:\*|\/\/)/g, ' ')
      .replace(/\s+/g, ' ')
    const beginning = BEGINNING.test(text.trim()) ? [text.trim().slice(0, 40)] : []
    return [...beginning, ...(text.match(REPLACED) ?? [])]
  })
}

/** Files below src/ with faults, in order of path, and what these are. */
export function readFaults(): Map<string, readonly string[]> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path))
    .sort()
  const found = files.map(
    (path) => [path, faultsIn(readFileSync(join(SRC, path), 'utf8'))] as const,
  )
  return new Map(found.filter(([, faults]) => faults.length > 0))
}
