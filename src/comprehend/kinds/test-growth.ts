/** Growth of a culture: its germs, with their count. */

import { lazily } from '../../language/remember.ts'
import { readColumn } from '../../language/tables.ts'
import type { WrittenResult } from './test-values.ts'

/** Below data/. */
const TABLE = 'loinc/germs.tsv'

/** Between the name of a culture and its germ. */
const LEAD = String.raw`^(?:\s*(?:[:=→|-]|—|–|\b(?:report|result|final|preliminary|has|have|was|is|which)\b))*\s*(?:(?:grew|growing|grown|grows|shows?|showed|showing|revealed|isolated|yields?|yielded|reported|positive for|\+ve for)\s+)?(?:(?:heavy|light|scanty|significant|moderate|profuse|pure)\s+)?(?:growth\s+of\s+)?`
/** In UTF-16 units, from the name to the end of the germ's. */
const REACH = 120

const growth = lazily((): RegExp => {
  const germs = [...readColumn(TABLE, 'germ')].map((germ) =>
    germ.replaceAll(' ', String.raw`\.?\s?`),
  )
  // Longer names first.
  const names = germs.toSorted((a, b) => b.length - a.length).join('|')
  const count = String.raw`(?:\s*[(,:-]?\s*[<>]?\s?(?:10\s?[\^*]\s?\d|\d[\d,]*(?:\s?[x×]\s?10\s?[\^*]\s?\d)?)(?:\s?cfu\s?\/\s?ml)?)?`
  return new RegExp(String.raw`${LEAD}((?:${names})(?![\p{L}])(?:\s\p{Ll}+)?${count})`, 'iu')
})

/** True for the name of a culture. */
export function isCulture(name: string): boolean {
  return /(?:cultures?(?: and sensitivity)?|\bc\s?[/&]\s?s|\bcx)$/i.test(name)
}

/** The germ that a culture grew; undefined if none follows its name. @param name its end */
export function growthAt(text: string, name: number, end: number): WrittenResult | undefined {
  const found = growth().exec(text.slice(name, Math.min(end, name + REACH)))
  if (found === null) return undefined
  const begin = name + found[0].length - found[1]!.length
  const value = { begin, end: begin + found[1]!.length }
  const none = { unit: undefined, range: undefined, flag: undefined, time: undefined }
  return { value, ...none, end: value.end, isWord: true }
}
