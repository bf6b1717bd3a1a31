import type { Chart, Span } from '../clinical/chart.ts'
import { isRole, type TerminatorKind } from '../clinical/context-phrases.ts'
import { hasSignBefore } from '../clinical/reach.ts'
import { isDrugWord, isGrade } from '../clinical/word-kinds.ts'
import type { AttributeType } from '../contract.ts'
import { lazily } from '../language/remember.ts'
import { partsOf } from '../linker/list-several.ts'
import { diabetesIn, organsIn } from './combined-codes.ts'
import { companionsOf } from './companions.ts'
import { unclearDiagnosesOf } from './diagnoses.ts'
import { attributesOf, type Mention, placeOf } from './mentions.ts'
import { unclearWordsOf } from './presence.ts'
import {
  firstPlace,
  isAnywhere,
  isPredicate,
  isUnderstood,
  mayFollow,
  partsOfWords,
  WORD,
} from './presence-words.ts'
import { COURSES, LONGEST_COURSE } from './specific-codes.ts'
import type { Found, FoundProblems, Stage } from './task.ts'

/** Terminators that are verbs of a statement. */
const STATES: ReadonlySet<TerminatorKind> = new Set([
  'turn',
  'verb',
  'be',
  'onset',
  'now',
  'contrast',
])

/**
 * Stage 3. Reads what the text says of each problem: denials, times, other persons and doubts; its attributes; and the words
 * that keep it from being stated as present.
 *
 * Takes problems. Adds statements to them. Takes no steps; linear in the length of the text.
 */
export const stateProblems: Stage<Found, Found> = (found, { tools }) => {
  const { problems, note } = found
  if (problems === undefined) return found
  const mentions = problems.problems.map(({ mention }) => mention)
  const said = mentions.map(note.statements)
  const { chart } = note
  const unclear = unclearWordsOf({ ...problems.note, chart, targets: mentions, said })
  const diagnoses = unclearDiagnosesOf({ note: problems.note, read: note }, mentions)
  const attributes = attributesOf(problems.note, mentions)
  const stated = problems.problems.map((problem, i) => ({
    ...problem,
    ...{ said: said[i]!, unclear: unclear[i]!, unclearDiagnosis: diagnoses[i]! },
    attributes: attributes[i]!,
  }))
  const isInDoubt = isPartOfMention(found, problems, mentions)
  const all = { ...problems, problems: stated, isInDoubt }
  const companions = lazily(() => companionsOf(all, tools.problem!))
  const diabetes = lazily(() => diabetesIn(all.note, companions()))
  const organs = lazily(() => organsIn(all.note, companions()))
  return { ...found, problems: { ...all, companions, diabetes, organs } }
}

const STAGE = /^(?:grade|stage)$/
/** Entries of charts and registers have no full stop. */
const ENDS_SENTENCE = /[.!]\s*$/

/**
 * True for a short text that is no list and to which as a whole the linker says no: then no part of it is linked by itself,
 * for the words that are left over may matter. A statement is no such text: it has a verb, a phrase that opens a condition,
 * "c/o", or a full stop at its end; nor is one mention with nothing but words that are understood: "cough on exertion".
 */
function isPartOfMention(
  { note: { chart } }: Found,
  { note, whole, isMention }: FoundProblems,
  mentions: readonly Mention[],
): boolean {
  const [first] = mentions
  const last = mentions.at(-1)
  if (whole === undefined || isMention || first === undefined || last === undefined) return false
  const { begin, end } = placeOf(note, { from: first.from, to: last.to })
  const named = note.text.slice(begin, end)
  if (ENDS_SENTENCE.test(note.text) || note.sentences.length > 1) return false
  if (mentions.every((mention) => isAnswered(chart, mention))) return false
  if (partsOf(named).length > 0) return false
  const { sentences, attributes, words } = note
  const parts = partsOfWords(note.text, chart, sentences, attributes, mentions)
  // "Headache ?migraine".
  const isSigned = (at: number) => hasSignBefore(chart.gaps, at)
  const isStatement =
    parts.includes(WORD.opens) ||
    chart.marks.some(({ ends }) => ends !== undefined && STATES.has(ends))
  if (isStatement) return false
  if (first !== last) return !mentions.every(({ from }, i) => i === 0 || isSigned(from))
  const start = sentences[0]!.heading?.to ?? 0
  const isPart = (at: number) =>
    attributes.some(({ type, from, to }) => from <= at && at < to && !isTime(type))
  // "Food poisoning", "AGE with dehydration": a word of no attribute next to a mention may be of its name, but not "TSH 45, gout".
  const before = words[first.from - 1]?.form === 'with' ? first.from - 2 : first.from - 1
  const isParted = chart.gaps.items[before + 1] === 1 || chart.gaps.stops[before + 1] === 1
  const isOfName = (at: number) =>
    ((at === before && !isParted) || (at === first.to && !isPredicate(words[at]!.form))) &&
    chart.markAt[at] === undefined
  const course = words.findIndex(({ form }) => COURSES.has(form))
  const isOfCourse = (at: number) =>
    first.to <= at && at <= course && course < first.to + LONGEST_COURSE
  const isOfCare = careBehind(note, chart, last, parts)
  const isKnown = (at: number) =>
    isOfCare(at) ||
    words[at]!.stop ||
    parts[at] === WORD.target ||
    mayFollow(parts[at]) ||
    isOfCourse(at) ||
    isDrugWord(words[at]!.form) ||
    (isUnderstood(parts[at]) && !isPart(at) && !isOfName(at))
  return !words.every((_, at) => at < start || isKnown(at))
}

/**
 * The words behind a mention and a sign that tell what was measured, given or done, and may be of no name: "HTN, BP 160/100",
 * "gout, avoid beer". Sites and degrees may be: "hepatitis, chronic"; a stage is left over all the same: "gout stage 2, BMI 38".
 */
function careBehind(
  { words, attributes }: FoundProblems['note'],
  { gaps, tokens }: Chart,
  { from, to }: Span,
  parts: Uint8Array,
): (at: number) => boolean {
  const isSign = (at: number) => gaps.items[at] === 1 || gaps.stops[at] === 1
  const begin = firstPlace(to, words.length, isSign)
  const isStaged = isAnywhere(from, to, (at) => STAGE.test(tokens[at]!))
  if (begin === undefined || gaps.opens[begin] === 1 || isStaged) return () => false
  const isCared = (at: number) => mayFollow(parts[at]) || isDrugWord(tokens[at]!)
  const isMeasured = (at: number) =>
    at > begin && words[at]!.kind === 'number' && !isSign(at) && !isGrade(tokens[at - 1]!)
  const isOfName = (at: number) =>
    attributes.some((each) => each.from <= at && at < each.to && !isTime(each.type))
  const isSaid = isAnywhere(begin, words.length, (at) => isCared(at) || isMeasured(at))
  const isPlain = !isAnywhere(begin, words.length, (at) => !isUnderstood(parts[at]))
  const isCare =
    (isSaid || (isPlain && begin + 1 < words.length)) && !isAnywhere(begin, words.length, isOfName)
  return (at) => isCare && at >= begin
}

/** True if a form answers a mention: "fever ☑", "☐ gout", "cough: N". */
function isAnswered({ gaps, tokens }: Chart, { from, to }: Mention): boolean {
  const isSigned = [
    gaps.asserts[to],
    gaps.denies[to],
    gaps.assertsRight[from],
    gaps.deniesRight[from],
  ]
  const isSaid =
    (gaps.items[to] === 1 || gaps.stops[to] === 1) && isRole(tokens[to] ?? '', 'answer')
  return isSaid || isSigned.includes(1)
}

function isTime(type: AttributeType): boolean {
  return type === 'TIME_TO_DX_NAME' || type === 'TIME_EXPRESSION'
}
