import type { TermRecord } from '../../src/index/records.ts'
import { areApart, createNameBook, type Fault, listCodes, type Statement } from './names.ts'

/** What is asked of Medlink's tables for ICD-10-CM. */
export interface Icd10cmStatements {
  /** `one` is a code, `other` what Medlink calls it. */
  readonly names: readonly Statement[]
  /** Either phrase may be read as the other. */
  readonly synonyms: readonly Statement[]
  /** `other` is what patients say, and is read as `one`. */
  readonly lay: readonly Statement[]
}

/**
 * Names and synonyms that give a phrase to one code, while it is a title, an inclusion term or an index entry of another
 * one. A header and what stands below it may go by one name, and a cause of injury (V00 to Y99) is called like the injury.
 *
 * @param terms those of the release, without Medlink's own
 */
export function icd10cmFaults(
  terms: readonly TermRecord[],
  { names, synonyms, lay }: Icd10cmStatements,
  keyOf: (phrase: string) => string,
): Fault[] {
  const published = terms.filter(({ kind }) => kind !== 'short')
  const official = createNameBook(published, keyOf)
  const own = names.map(({ one, other }) => ({ code: one, text: other }))
  const known = createNameBook([...published, ...own], keyOf)
  /** Faults of reading `phrase` as one of the codes. */
  const check = (row: Statement, phrase: string, meant: ReadonlySet<string>): Fault[] => {
    const said = official(phrase)
    if (!areApart(said, meant, mayShareName)) return []
    return [
      { ...row, why: `"${phrase}" is a name of ${listCodes(said)}, not of ${listCodes(meant)}` },
    ]
  }
  return [
    ...names.flatMap((row) => check(row, row.other, new Set([row.one]))),
    ...lay.flatMap((row) => check(row, row.other, known(row.one))),
    ...synonyms.flatMap((row) => {
      const [first] = [
        ...check(row, row.other, known(row.one)),
        ...check(row, row.one, known(row.other)),
      ]
      return first === undefined ? [] : [first]
    }),
  ]
}

function mayShareName(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one) || isCause(one) !== isCause(other)
}

function isCause(code: string): boolean {
  return code >= 'V' && code < 'Z'
}
