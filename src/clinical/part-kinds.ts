import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: words for parts of the body and for their findings, by the kind of part. */
const PLACE_WORDS = 'clinical/place-words.tsv'

const wordsByKind = lazily((): ReadonlyMap<string, readonly string[]> => {
  const read = new Map<string, string[]>()
  for (const [kind, word] of readTable(PLACE_WORDS, ['kind', 'word']))
    madeOnce(read, kind!, () => [] as string[]).push(word!)
  return read
})

/** The words for a kind of parts of the body: "tooth", "spine"; none for other kinds. @throws MedlinkError `data_invalid` */
export function partWords(kind: string): readonly string[] {
  return wordsByKind().get(kind) ?? []
}
