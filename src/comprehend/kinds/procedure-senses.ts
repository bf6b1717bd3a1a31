import type { Sentence } from '../../clinical/sections.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { PlainWords } from '../note-text.ts'
import type { Place } from './test-values.ts'

/** Below data/: words that give a procedure's name another meaning. */
const MEANING_TABLE = 'snomed/procedure-other-meanings.tsv'
/** Words on either side of a name that are `near`. */
const NEAR = 4
const APART = /[.;\n]/

/** Before "surgery", a place of doctors: "rang the surgery". */
const AT_PRACTICE =
  /\b(?:attend(?:ed|s|ing)?|call(?:ed)?|contact(?:ed)?|phon(?:ed?|ing)|r[ai]ng|seen (?:at|in)|visit(?:ed|s)?)\s(?:the |gp |gp's |our |your )*$/i
/** Before "surgery", a department: "dept of surgery", "ward: general surgery", "admitted under plastic surgery", "seen by surgery". */
const AT_DEPARTMENT =
  /\b(?:(?:department|dept\.?|division|unit|hod) of|(?:admitted|posted|shifted|transferred|moved)(?: (?:to|under|in))?|under|(?:seen|reviewed|r\/v|evaluated|assessed|examined|cleared|managed|followed) by|(?:ref(?:erred|er|d|erral)?|reference|d\/w|discussed with|consult(?:ed)?|informed|call to|opinion (?:of|from)|advice (?:of|from))(?: (?:to|with))?|(?:consultant|department|dept|service|special(?:i)?ty|team|unit|ward)\s?:)\s(?:the )?(?:(?!(?:about|after|any|before|during|for|her|his|of|post|prior|regarding|this|until)\s)[a-z]+ )?$/i
const PRACTICE = /^surgery$/i
/** The head of a letter: "The Surgery". */
const HEADED = /(?:^|\n)the $/i

const TITLE = /^(?:operation|surgery)$/i
/** "OPERATION: appendectomy" says which one it was; "Operation: none" and "Operation: 2015" say that of the operation. */
const TITLES =
  /^(?: (?:done|performed))?\s?:\s{0,3}(?=\p{L})(?!(?:cancell?ed|declined|deferred|denie[sd]|done|never|nil|no|none|not|n\/a|pending|planned|refused|scheduled|yes|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)(?![\p{L}\p{N}]))/iu

const HOSPITAL = /^HD$/
/** "HD #3", "HD 4: afebrile"; not "HD 3 times a week". */
const DAY_BEHIND = /^\s?#\s?\d|^\s?\d{1,2}(?=\s*(?:$|[:.,;()\n–—-]|\/\s*pod|of\s\d|pod))/i

/** D&C, which with a slash is a discharge. */
const SLASHED = /^d\/c$/i
const OBSTETRIC: ReadonlySet<Sentence['section']> = new Set(['obstetric', 'procedure', 'surgical'])
const PREGNANCY = /\bG\d/

type Words = ReadonlySet<string>

/** Words for a name and their place: "mtp before". */
const meanings = lazily((): ReadonlyMap<string, Words> => {
  const read = new Map<string, Set<string>>()
  for (const [name, word, place] of readTable(MEANING_TABLE, ['name', 'word', 'place'])) {
    const key = `${name} ${place}`
    read.set(key, (read.get(key) ?? new Set()).add(word!))
  }
  return read
})

/** True if a name of procedures, the words of [from, to), means another thing where it is written. */
export function isNoProcedure(
  text: string,
  plain: PlainWords,
  [from, to]: readonly [number, number],
  section: Sentence['section'],
): boolean {
  const begin = plain.words[from]!.start
  const end = plain.words[to - 1]!.end
  const written = text.slice(begin, end)
  const behind = text.slice(end, end + 24)
  if (isPractice(text, { begin, end }) || (TITLE.test(written) && TITLES.test(behind))) return true
  if (HOSPITAL.test(written) && DAY_BEHIND.test(behind)) return true
  const name = plain.forms.slice(from, to).join(' ')
  const is = (place: string, before: number, after: number) => {
    const sought = meanings().get(`${name} ${place}`)
    return sought !== undefined && hasWord(text, plain, sought, [from, to], [before, after])
  }
  if (SLASHED.test(written)) {
    const isOwn =
      OBSTETRIC.has(section) || PREGNANCY.test(text.slice(Math.max(0, begin - 30), begin))
    return !isOwn && !is('own', NEAR, NEAR)
  }
  return is('before', 1, 0) || is('after', 0, 1) || is('near', NEAR, NEAR)
}

/** True for the doctors' surgery: "seen at surgery", and for the department of a hospital. */
function isPractice(text: string, { begin, end }: Place): boolean {
  if (!PRACTICE.test(text.slice(begin, end))) return false
  const before = text.slice(Math.max(0, begin - 40), begin)
  return HEADED.test(before) || AT_PRACTICE.test(before) || AT_DEPARTMENT.test(before)
}

/** True if one of these words is within reach before or behind the words of [from, to), in one clause. */
function hasWord(
  text: string,
  { words, forms }: PlainWords,
  sought: Words,
  [from, to]: readonly [number, number],
  [before, after]: readonly [number, number],
): boolean {
  for (let at = Math.max(0, from - before); at < Math.min(words.length, to + after); at++) {
    if (!sought.has(forms[at]!)) continue
    const gap =
      at < from
        ? text.slice(words[at]!.end, words[from]!.start)
        : text.slice(words[to - 1]!.end, words[at]!.start)
    if (!APART.test(gap)) return true
  }
  return false
}
