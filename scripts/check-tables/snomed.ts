import type { TermRecord } from '../../src/index/records.ts'
import { areApart, createNameBook, type Fault, listCodes, type Statement } from './names.ts'

/** Synonyms whose two phrases are names of two concepts, neither of which has the other name. */
export function snomedFaults(
  terms: readonly TermRecord[],
  synonyms: readonly Statement[],
  keyOf: (phrase: string) => string,
): Fault[] {
  const codesOf = createNameBook(terms, keyOf)
  return synonyms.flatMap((row) => {
    const one = codesOf(row.one)
    const other = codesOf(row.other)
    if (!areApart(one, other, Object.is)) return []
    const why = `"${row.one}" is ${listCodes(one)}, "${row.other}" is ${listCodes(other)}`
    return [{ ...row, why }]
  })
}
