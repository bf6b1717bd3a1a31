import { isEverydayWord } from '../../language/everyday-words.ts'
import { MEASURED_REACH, type Part, SUFFIX_REACH } from './drug-names.ts'

/**
 * Parts of prescriptions in running text, which are not always what they are in an entry: a dose by the surface of the body,
 * letters of a word, the emergency department, the right eye, a year, the number of an item.
 */

/** Behind a dose by the surface of the body: "50 mg/m2". */
export const PER_AREA =
  /^[\d.,\s]*(?:\p{L}+)?\s?(?:\/|per)\s?(?:m\s?(?:2|²|\^2)|sq\.?\s?m|square met(?:re|er))(?![\p{L}\d])/iu
const REST_OF_WORD = /^\p{L}+/u
/** A look behind keeps the word from being looked for in the middle of each. */
const BEGIN_OF_WORD = /(?<!\p{L})\p{L}+$/u
const ENDS_IN_LETTER = /\p{L}$/u

/** In characters, of a word that is looked at. */
const LONGEST_WORD = 20

/** True for letters within an everyday word: the "l" of "2 living". */
function isOfWord(text: string, { start, end }: Part): boolean {
  if (!ENDS_IN_LETTER.test(text.slice(end - 2, end))) return false
  const rest = REST_OF_WORD.exec(text.slice(end, end + LONGEST_WORD))?.[0] ?? ''
  const own = BEGIN_OF_WORD.exec(text.slice(start, end))?.[0] ?? ''
  const begin = own.length < end - start ? '' : text.slice(Math.max(0, start - LONGEST_WORD), start)
  const before = BEGIN_OF_WORD.exec(begin)?.[0] ?? ''
  if (rest + before === '') return false
  return isEverydayWord(`${before}${own}${rest}`.toLowerCase())
}

/** "1-0-1, Cap": the form is the next drug's. */
const NEXT_FORM = /^(\S+),\s?(\p{L}+\.?)$/u
const OF_PLACE = /\b(?:in|to|from|at|the|per)\s$/i

/** True for the emergency department, which is no form: "given in ED". */
function isDepartment(text: string, { kind, start, end }: Part): boolean {
  if (kind !== 'form' || text.slice(start, end) !== 'ED') return false
  return OF_PLACE.test(text.slice(Math.max(0, start - SUFFIX_REACH), start))
}

/** In characters, from a mass to the end of such an area. */
const AREA_REACH = 20

/** Parts in which a mass by the surface of the body is a dose, and no strength. */
export function withAreas(text: string, parts: readonly Part[]): readonly Part[] {
  const all: Part[] = []
  for (const part of parts) {
    if (part.start < (all.at(-1)?.end ?? 0)) continue
    if (isOfWord(text, part) || isDepartment(text, part)) continue
    const form = part.kind === 'frequency' ? NEXT_FORM.exec(text.slice(part.start, part.end)) : null
    if (form !== null) {
      const at = part.end - form[2]!.length
      all.push(
        { ...part, end: part.start + form[1]!.length, value: form[1]! },
        { ...part, kind: 'form', start: at, value: form[2]! },
      )
      continue
    }
    const isMass = part.kind === 'strength' || part.kind === 'dose'
    const area = isMass ? PER_AREA.exec(text.slice(part.start, part.end + AREA_REACH)) : null
    const end = Math.max(part.end, part.start + (area?.[0].length ?? 0))
    all.push(
      area === null ? part : { ...part, kind: 'dose', end, value: text.slice(part.start, end) },
    )
  }
  return all
}

const RIGHT_EYE = /^o\.?d\.?$/i
const MORE_THAN_ONCE = /^(?:b\.?i?\.?d|t\.?i\.?d|t\.?d\.?s|q\.?i\.?d|q\.?d\.?s|q\s?\d{1,2}\s?h)\b/i

/** "Azopt bid OD" is for the right eye: no drug is given once a day and twice. */
export function withEyes(parts: readonly Part[]): readonly Part[] {
  const isMore = parts.some(({ kind, value }) => kind === 'frequency' && MORE_THAN_ONCE.test(value))
  if (!isMore) return parts
  return parts.map((part) =>
    part.kind === 'frequency' && RIGHT_EYE.test(part.value) ? { ...part, kind: 'route' } : part,
  )
}

/** A year after such a word, or one that is no usual strength; a time of the day. */
const AFTER_WORD_OF_TIME = /\b(?:in|since|from|until|till|of)\s$/i
const YEAR = /^(?:19|20)\d\d$/
const USUAL_AS_STRENGTH = '2000'
const REST_OF_TIME = /^(?::\d\d|\s?(?:am|pm|hrs?|hours?|h)\b)/i

/** True for a number that is a year or a time of the day. */
export function isTime(text: string, { start, end }: Part): boolean {
  const word = text.slice(start, end)
  if (REST_OF_TIME.test(text.slice(end))) return true
  if (!YEAR.test(word)) return false
  return (
    word !== USUAL_AS_STRENGTH ||
    AFTER_WORD_OF_TIME.test(text.slice(Math.max(0, start - MEASURED_REACH), start))
  )
}

/** True for the number of the next item of a list: "1. RA on methotrexate 2. Osteoporosis". */
export function isItemNumber(text: string, { start, end }: Part): boolean {
  const sign = /^[.)](?=\s)/.exec(text.slice(end, end + 2))?.[0]
  if (sign === undefined) return false
  const before = ` ${text.slice(0, start)}`
  return before.includes(` ${Number(text.slice(start, end)) - 1}${sign}`)
}
