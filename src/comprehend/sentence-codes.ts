import { type Trimester, trimesterIn, trimesterOfSentence } from '../clinical/gestation.ts'
import type { Laterality } from '../clinical/laterality.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import type { LinkResultItem } from '../contract.ts'
import { lazily } from '../language/remember.ts'
import { inPregnancy, isPostpartum, ofNewborn } from './birth-codes.ts'
import { combined } from './combined-codes.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, says, textAround, textOf } from './mentions.ts'
import {
  COURSES,
  type Course,
  categoryOf,
  codeTitled,
  courseIn,
  courseRow,
  hasCourses,
  LONGEST_COURSE,
  PARTIAL,
  specificRow,
  titleOf,
  withCodeOf,
} from './specific-codes.ts'
import type { FoundProblems, ProblemTools } from './task.ts'
import { presentNear } from './traits.ts'

/**
 * Codes that a sentence makes of the code of a name in it: for a course, a trimester, an intent or a complication that is
 * elsewhere in it. ICD-10-CM's guidelines say which of them are presumed.
 */

const OPEN_TRIMESTER = /\bunspecified trimester\b/i

/**
 * The candidates with the code that the sentence says. Where the sentence has what no code found says, such as that a fracture
 * is open, none is linked.
 */
export function inSentence(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const { note } = found
  const pregnant = inPregnancy(combined(rows, found, mention, tools), found, mention)
  const born = ofNewborn(pregnant, found, mention)
  const timed = inTrimester(inItsTime(born, found, mention, tools), found, mention, tools)
  const own = inIntent(inCourse(timed, found, mention, tools), found, mention, tools)
  const isSpared =
    isOpenFracture(own, note, mention, tools) ||
    isOfSequelae(own, note, mention) ||
    isManner(own, found, mention)
  return isSpared ? refused(own, 'name_incomplete') : own
}

/** Before a course that is not there: "not in remission", "no relapse". */
const DENIES_COURSE = /\b(?:failed|never|no|not|nil|without)\b(?:\W+\w+){0,2}\W*$/i
/** "Relapse free". */
const FREE_OF_COURSE = /^[ -]free\b/i
/** Ends of what a text says of one condition. */
const ENDS_STATEMENT = /[.;:\n]/

/** The course of a condition by the words in its name, right before and after it, and whether it is partial. */
function courseBeside(
  { text, words, sentences }: Note,
  { from, to, sentence }: Mention,
): { readonly course: Course; readonly isPartial: boolean } | undefined {
  const own = sentences[sentence]!
  const last = Math.min(own.to, to + LONGEST_COURSE)
  for (let at = Math.max(own.from, from - 1); at < last; at++) {
    if (at >= to && ENDS_STATEMENT.test(text.slice(words[at - 1]!.end, words[at]!.start)))
      return undefined
    const { form, start, end } = words[at]!
    const course = COURSES.get(form)
    if (course === undefined) continue
    const before = text.slice(words[Math.min(from, at)]!.start, start)
    const isDenied = DENIES_COURSE.test(before) || FREE_OF_COURSE.test(text.slice(end, end + 6))
    return isDenied ? undefined : { course, isPartial: PARTIAL.test(before) }
  }
  return undefined
}

/**
 * The candidates with the code for the remission or the relapse that the text says. If there is none, a code that would deny
 * it is not linked: "not having achieved remission".
 */
function inCourse(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first === undefined) return rows
  const said = mention.isCombined ? undefined : courseBeside(note, mention)
  if (said === undefined || courseIn(titleOf(first.term_id, index)) === said.course) return rows
  // "Malaria, relapse": no code near it tells one.
  if (!hasCourses(first, index)) return rows
  const { course, isPartial } = said
  const name = textOf(note, mention)
  for (const kind of isPartial ? ['partial '] : ['', 'full ']) {
    const [named] = linker.link(`${name} in ${kind}${course}`)
    if (named?.is_linked === true && courseIn(titleOf(named.term_id, index)) === course)
      return withFirst(named, rows)
  }
  const row = first.is_linked ? courseRow(first, course, isPartial, index, linker) : undefined
  return row === undefined ? refused(rows, 'name_incomplete') : withFirst(row, rows)
}

/** A stroke, and codes for it and its history, which say that nothing is left of it. */
const STROKE = /\b(?:cerebral infarct(?:ion|s)?|cva|ich|intracerebral ha?emorrhage|sah|strokes?)\b/i
const OF_STROKE = /^(?:I6[0-3]|Z86\.73)/
/** Codes of what may be left of a stroke. */
const DEFICIT = /^(?:G81|G83|H53\.4|R13|R20|R26|R27|R29|R41|R47|R48|R53)/
const DEFICITS =
  /\b(?:aphasi[ac]|ataxia|bed[- ]?(?:bound|ridden)|dysarthria|dysphagia|dysphasi[ac]|facial (?:droop|palsy|weakness)|hemianopia|hemipar(?:esis|etic)|hemiplegi[ac]|slurred speech|weakness)\b/i
/** Words by which a deficit is left of a stroke: "residual", "following", "left with". */
const IS_LEFT = /\b(?:left with|residual|residue|sequelae?|persistent)\b/i
const FOLLOWS_STROKE =
  /\b(?:after|due to|following|from|post|secondary to)[ -](?:an? |her |his |the )?(?:\w+ )?(?:cerebral infarct|cva|ich|sah|stroke)/i
/** Words by which a stroke is an old one, and those of a deficit that is new. */
const IS_OLD =
  /\b(?:ago|back|h\/o|history of|known|k\/c\/o|last year|old|past|prior|previous|(?:19|20)\d\d)\b/i
const IS_NEW =
  /\b(?:acute(?:ly)?|admitted|came|(?<!k\/)c\/o|new|now|onset|present(?:s|ed|ing)?|since|sudden(?:ly)?|today|worsening)\b/i
const NONE_LEFT = /\b(?:full(?:y)? recover\w*|no|nil|resolved|without)\b/i

/** True if a stroke and what is left of it are in one sentence: there are codes for both together. */
export function isOfSequelae(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
): boolean {
  if (first?.is_linked !== true) return false
  const isStroke = OF_STROKE.test(first.term_id)
  if (!isStroke && !DEFICIT.test(first.term_id)) return false
  const said = textAround(note, mention)
  if (!says(note, said, STROKE) || !says(note, said, DEFICITS) || NONE_LEFT.test(said)) return false
  if (IS_LEFT.test(said) || FOLLOWS_STROKE.test(said)) return true
  return IS_OLD.test(said) && !IS_NEW.test(said)
}

/** Before and behind a fracture, its state: a code without it is for a closed one that heals. */
const STATE_BEFORE = /\b(?:compound|nonunion of|non-union of|malunion of|open)\b[\w\s,-]{0,16}$/i
const STATE_BEHIND =
  /^[^.;:\n]{0,40}?\b(?:compound|delayed (?:healing|union)|malunion|malunited|non-?union|open)\b(?! reduction)/i
const NO_STATE = /\b(?:no|not|without)\b[\w\s-]*$/i
/** In UTF-16 units. */
const LONGEST_STATE = 64

/** True for a fracture whose state is next to it, if its code does not say the state. */
function isOpenFracture(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  { index }: ProblemTools,
): boolean {
  if (first?.is_linked !== true || mention.readAs !== undefined) return false
  const title = titleOf(first.term_id, index)
  if (!/fracture/i.test(title) || /\b(?:malunion|nonunion|open)\b/i.test(title)) return false
  const { begin, end } = placeOf(note, mention)
  const before = note.text.slice(Math.max(0, begin - LONGEST_STATE), begin)
  const own = before.slice(before.search(/[^.;:,\n]*$/))
  const behind = STATE_BEHIND.exec(note.text.slice(end, end + LONGEST_STATE))?.[0]
  if (STATE_BEFORE.test(own)) return !NO_STATE.test(own.replace(STATE_BEFORE, ''))
  return behind !== undefined && !/\b(?:no|not|without)\b/i.test(behind)
}

/** Intents by the words for them. */
const INTENDED =
  /\b(?:deliberate(?:ly)?|dsh|(?<!un)intentional(?:ly)?|on purpose|self[- ]?harm|suicid(?:al|e))\b/i
const UNINTENDED = /\b(?:accident(?:al|ally)?|by mistake|unintentional(?:ly)?)\b/i
const NOT_SAID = /\b(?:denie[sd]|deny(?:ing)?|no|not|query|without)\b|\?/i
/** Both intents as titles of poisonings have them. */
const INTENTS = ['accidental (unintentional)', 'intentional self-harm'] as const
/** Before a drug behind a name that has none: "deliberate overdose of codeine", "overdose: 20 x paracetamol". */
const OF_DRUG =
  /^(?:\s(?:of|on|with)\s|\s?[:–—-]\s|,\s(?=\d)|\s)(?:(?:a|the|about|approx|several|multiple|took|taken|tablets?|tabs?|caps?(?:ules)?|of|x|[\d.]+(?:\s?(?:g|mg|x))?)\s)*$/i
/** Between such a drug and another one. */
const AND_DRUG = /^[^.;\n]{0,30}?(?:,|\+|&|\band\b|\bwith\b)\s?$/
/** In words. */
const DRUG_WITHIN = 6

/** Codes of thoughts of killing, and words for these that may be the manner of an injury. */
const OF_THOUGHT = /^R45\.85/
const MANNER = /^(?:homicidal|suicidal)(?: (?:attempt|intent|intention|manner))?$/i
/** Text between an injury and its manner. */
const LEADS_MANNER = /^\s*(?:[,(–-]\s*)?$/
const IS_MANNER =
  /^(?:\s*\)|\s+(?:attempt|in manner|intent|intention|manner|nature)\b|\s*[.;]|\s*$)/i
/** Codes of injuries and poisonings. */
const OF_HARM = /^[ST]/

/** True for the manner of an injury next to it, which is no thought: "OP poisoning (suicidal)", "homicidal cut throat". */
function isManner(
  [first]: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
): boolean {
  const { note } = found
  const { text } = note
  const isThought = first?.is_linked === true && OF_THOUGHT.test(first.term_id)
  if (!isThought || !MANNER.test(textOf(note, mention))) return false
  const own = placeOf(note, mention)
  return presentNear(found, mention).some((other) => {
    if (!OF_HARM.test(other.first?.term_id ?? '')) return false
    const { begin, end } = placeOf(note, other.mention)
    if (begin >= own.end) return /^\s*$/.test(text.slice(own.end, begin))
    const isLed = LEADS_MANNER.test(text.slice(end, own.begin))
    return isLed && IS_MANNER.test(text.slice(own.end, own.end + LONGEST_STATE))
  })
}

/** The candidates of a poisoning with the code for the intent that its sentence says. */
function inIntent(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const own = titleOf(first.term_id, index)
  const said = textAround(note, mention)
  const isIntended = says(note, said, INTENDED)
  if (!INTENTS.some((intent) => own.includes(intent))) {
    // "OP poisoning (suicidal)": the code of the poison leaves the intent open.
    const isSaid = isIntended !== says(note, said, UNINTENDED) && !NOT_SAID.test(said)
    const code =
      isSaid && codeTitled(`${own}, ${INTENTS[Number(isIntended)]}`, first.term_id, index)
    const [row] = code ? linker.link(code) : []
    return row?.is_linked === true ? withFirst(row, rows) : rows
  }
  if (isIntended === says(note, said, UNINTENDED)) return withDrug(rows, note, mention, linker)
  const [other, right] = isIntended ? INTENTS : INTENTS.toReversed()
  const [named, ...others] = withDrug(rows, note, mention, linker)
  const title = titleOf(named!.term_id, index)
  if (!named!.is_linked || title.includes(right!)) return [named!, ...others]
  if (NOT_SAID.test(said)) return refused(rows, 'name_incomplete')
  const code = codeTitled(title.replace(other!, right!), named!.term_id.slice(0, -2), index)
  const [row] = code === undefined ? [] : linker.link(code)
  return row === undefined ? refused(rows, 'name_incomplete') : withFirst(row, rows)
}

/** The candidates of a poisoning with the drug after its name. */
function withDrug(
  rows: readonly LinkResultItem[],
  { text, words }: Note,
  { from, to, core }: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] {
  if (words.slice(from, to).some(({ form }) => isDrugWord(form))) return rows
  const near = words.slice(to, to + DRUG_WITHIN)
  const place = near.findIndex(({ form }) => isDrugWord(form))
  const drug = near[place]
  const { end } = words[to - 1]!
  if (drug === undefined || !OF_DRUG.test(text.slice(end, drug.start))) return rows
  const other = words
    .slice(to + place + 1, to + place + 1 + DRUG_WITHIN)
    .find(({ form }) => isDrugWord(form))
  if (other !== undefined && AND_DRUG.test(text.slice(drug.end, other.start)))
    return refused(rows, 'name_incomplete')
  const [row] = linker.link(`${drug.form} ${words[core.to - 1]!.form}`)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}

/** Codes of other diseases of a mother, and the titles of those for the time of the pregnancy and after birth. */
const OF_MOTHER = /^O99\.\d{1,2}$/
const AFTER_BIRTH = /complicating the puerperium$/i
const IN_OPEN_TRIMESTER = /complicating pregnancy, unspecified trimester$/i

/** The candidates of a mother's disease with the code for its time instead of the header for all times. */
function inItsTime(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true || linker.billable === false || !OF_MOTHER.test(first.term_id))
    return rows
  const time = isPostpartum(note, textAround(note, mention)) ? AFTER_BIRTH : IN_OPEN_TRIMESTER
  const { from, to } = index.codesFrom(first.term_id)
  for (let id = from + 1; id < to; id++) {
    const { code, name } = index.concept(id)
    const [row] = time.test(name) ? linker.link(code) : []
    if (row !== undefined) return withFirst(withCodeOf(first, row), rows)
  }
  return rows
}

/** The candidates with the code for the trimester that the text says, if the first one's leaves it open. */
function inTrimester(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const value = lazily(
    () => trimesterOfSentence(textAround(note, mention)) ?? trimesterIn(note.text),
  )
  const said = withSaid(rows, OPEN_TRIMESTER, value, linker, tools)
  const [first] = said ?? rows
  if (said !== undefined || first === undefined) return said ?? rows
  const title = titleOf(first.term_id, tools.index)
  const trimester = OPEN_TRIMESTER.test(title) ? value() : undefined
  if (trimester === undefined) return rows
  // Codes for one of several babies have the trimester before their last sign.
  const right = title.replace(OPEN_TRIMESTER, `${trimester} trimester`)
  const code = codeTitled(right, categoryOf(first.term_id), tools.index)
  const [row] = code === undefined ? [] : linker.link(code)
  return row === undefined ? rows : withFirst(withCodeOf(first, row), rows)
}

/**
 * The candidates with the code for a value that the text says, if the title of the first one's leaves it open; undefined if it does
 * not, or if no code has the value.
 */
export function withSaid(
  rows: readonly LinkResultItem[],
  open: RegExp,
  saidValue: () => Laterality | Trimester | undefined,
  linker: EntityLinker,
  { index }: ProblemTools,
): readonly LinkResultItem[] | undefined {
  const [first] = rows
  if (first === undefined || !open.test(titleOf(first.term_id, index))) return undefined
  const value = saidValue()
  const row = value && specificRow(first, value, index, linker)
  return row && withFirst(row, rows)
}
