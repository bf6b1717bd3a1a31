import type { Chart } from '../clinical/chart.ts'
import { isRole, type TerminatorKind } from '../clinical/context-phrases.ts'
import { isChronic } from '../clinical/history.ts'
import { hasSignBefore } from '../clinical/reach.ts'
import { isMonth, YEAR } from '../clinical/times.ts'
import { isDrugWord, isNumberOrLetter } from '../clinical/word-kinds.ts'
import { lazily } from '../language/remember.ts'
import { partsOf } from '../linker/list-several.ts'
import { diabetesIn, organsIn } from './combined-codes.ts'
import { attributesOf, type Mention, type Note, placeOf } from './mentions.ts'
import type { NoteText } from './note-text.ts'
import { unclearWordsOf } from './presence.ts'
import { isPredicate, isUnderstood, mayFollow, partsOfWords, WORD } from './presence-words.ts'
import type { Found, FoundProblems, Stage } from './task.ts'
import { companionsOf } from './traits.ts'

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
  const touched = touchedIn(found, problems, mentions)
  const stated = problems.problems.map(({ mention, section }, i) => ({
    ...{ mention, section, isInDoubt: touched.has(mention) },
    ...{ said: said[i]!, unclear: unclear[i]!, unclearDiagnosis: diagnoses[i]! },
    attributes: attributes[i]!,
  }))
  const all = { ...problems, problems: stated }
  const companions = lazily(() => companionsOf(all, tools.problem!))
  const diabetes = lazily(() => diabetesIn(all.note, companions()))
  const organs = lazily(() => organsIn(all.note, companions()))
  return { ...found, problems: { ...all, companions, diabetes, organs } }
}

/** Entries of charts and registers have no full stop. */
const ENDS_SENTENCE = /[.!]\s*$/

/**
 * The conditions of a short text that a word touches which may be of their names: "food asthma", "fever cough". They are not linked by
 * themselves, for the linker says no to the whole text. A list is no such text, nor is a statement: it has a verb, a phrase that
 * opens a condition, "c/o", or a full stop at its end.
 */
function touchedIn(
  { note: { chart } }: Found,
  { note, whole, isMention }: FoundProblems,
  mentions: readonly Mention[],
): ReadonlySet<Mention> {
  const none: ReadonlySet<Mention> = new Set()
  const [first] = mentions
  const last = mentions.at(-1)
  if (whole === undefined || isMention || first === undefined || last === undefined) return none
  const { begin, end } = placeOf(note, { from: first.from, to: last.to })
  const named = note.text.slice(begin, end)
  if (ENDS_SENTENCE.test(note.text) || note.sentences.length > 1) return none
  if (mentions.every((mention) => isAnswered(chart, mention))) return none
  if (partsOf(named).length > 0) return none
  const { sentences, attributes, words } = note
  const parts = partsOfWords(note.text, chart, sentences, attributes, mentions)
  const isStatement =
    parts.includes(WORD.opens) ||
    chart.marks.some(({ ends }) => ends !== undefined && STATES.has(ends))
  if (isStatement) return none
  const start = sentences[0]!.heading?.to ?? 0
  const { items, stops } = chart.gaps
  // "Headache ?migraine", "Hb 6, gout".
  const touches = (at: number) =>
    at > start &&
    at < words.length &&
    ![items[at], stops[at]].includes(1) &&
    !hasSignBefore(chart.gaps, at)
  // "Hydrocephalus with VP shunt" is a condition and what comes with it.
  const isOfName = (at: number) =>
    !words[at]!.stop &&
    chart.markAt[at] === undefined &&
    !isDrugWord(words[at]!.form) &&
    !isRole(words[at]!.form, 'attending')
  const isLeft = (at: number) =>
    isOfName(at) &&
    !isUnderstood(parts[at]) &&
    !mayFollow(parts[at]) &&
    !isPredicate(words[at]!.form)
  const isTouched = ({ from, to }: Mention) => {
    // "Diet with asthma", but not "hernia with reflux".
    const isWith = words[from - 1]?.form === 'with' && parts[from - 2] !== WORD.target
    const before = isWith ? from - 1 : from
    return (touches(before) && isOfName(before - 1)) || (touches(to) && isLeft(to))
  }
  return new Set(mentions.filter(isTouched))
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

/**
 * Words that keep a diagnosis from being taken as present, but no sign or symptom: its signs are named ("stroke symptoms",
 * "signs of DVT", "gout type pain"), a score ("anxiety 6/10"), a feeling or how someone looks ("low mood", "looks depressed"),
 * how often it was had ("MI x2"), and what a report of imaging was asked for ("Indication: DVT").
 */

/** Text between two conditions that share the words around them. */
const JOINT = /^\s*(?:,|\/|&|\b(?:and|or)\b)\s*(?:\b(?:an?|the)\b\s*)?$/i
const JOINT_BEHIND = /^\s*(?:\/|&|\b(?:and|or)\b)\s*$/i
/** Before a condition whose signs are named. */
const OF = /^(?:of|for)$/
/** A withdrawal is its symptoms. */
const IS_SYMPTOMS = /^(?:withdrawal|menopausal|menopause|premenstrual)$/
/** "Asthma symptoms well controlled": in words. */
const MANAGED_WITHIN = 3
const ARTICLE = /^(?:an?|the)$/
const TYPE = 'type'
/** Scores with their highest; of 7, 12 and 52 are days, months and weeks. */
const POINTS = /^\d{1,3}(?:\.\d)?\/(?:[345689]|10|1[3-9]|2\d|3\d|4\d|5[013-9]|6\d|7\d|8\d|9\d|100)$/
/** In words before a feeling: "feels very low". */
const DEGREE = /^(?:a|bit|fairly|little|more|most|pretty|quite|rather|really|slightly|so|very)$/
const LONGEST_DEGREE = 2
/** Behind a feeling: what it is about. */
const IS_ABOUT = /^(?:about|at|because|before|over|re|regarding|that|when|why)$/
const COUNT = /^(?:twice|thrice|x\d{1,2})$/
const TIMES = /^(?:multiple|numerous|recurrent|repeated|several|[2-9]|two|three|four|five|six)$/
const IS_PLURAL = /[^isu]s$/
const DAY_OR_YEAR = /^\d\d?$/
/** The month that is another word, too. */
const MAY = 'may'
const BETTER = /^(?:better|improved)$/
const AFTER = /^(?:after|following|post)$/

/** Headings above the question of a report of imaging, and of those that are above other histories, too. */
const OF_EXAM = /^(?:exam indication|reason for (?:exam|examination|scan|study|test))$/
const ASKS =
  /^(?:(?:clinical|preop) (?:data|details|diagnosis|dx|history|impression|indications?|info|information|question)|indications?)$/
const ALSO_HISTORY = /^(?:history|hx|reason)$/
const INDICATION = /^indications?$/
/** "Indication: follow up of DVT". */
const FOLLOWS_UP = /^(?:f\/u|follow-?up|fu|followup|follow)$/
/** Headings of the answer. */
const ANSWERS =
  /^(?:biopsy|comparison|conclusions?|cytology|final diagnosis|findings|histology|histopathology|hpe|impressions?|interpretation|opinion|pathology|postop diagnosis|report|technique)$/
/** In words at the begin of a text that may name the test: "MRI brain without contrast". */
const LONGEST_TITLE = 12

/** The text of a note as it was read, and what it is about. */
interface ReadNote {
  readonly note: Note
  readonly read: NoteText
}

/** Such words of each mention, as the text has them; none for most. Linear in the length of the text. */
export function unclearDiagnosesOf(
  { note, read }: ReadNote,
  mentions: readonly Mention[],
): readonly (readonly string[])[] {
  const { chart } = read
  const asked = askedIn(read)
  const signs = mentions.map((mention) => signsAround(chart, note, mention))
  const between = (i: number) =>
    note.text.slice(note.words[mentions[i]!.to - 1]!.end, note.words[mentions[i + 1]!.from]!.start)
  // "Signs of gout, arthritis or sepsis".
  for (let i = 0; i + 1 < mentions.length; i++) {
    const isOf = (signs[i] ?? mentions[i]!.from) < mentions[i]!.from
    if (isOf && JOINT.test(between(i))) signs[i + 1] ??= signs[i]
  }
  // "Cold and flu symptoms".
  for (let i = mentions.length - 2; i >= 0; i--)
    if ((signs[i + 1] ?? 0) >= mentions[i + 1]!.to && JOINT_BEHIND.test(between(i)))
      signs[i] ??= signs[i + 1]
  return mentions.map((mention, i) => {
    const place = signs[i] ?? placeBeside(chart, note, mention)
    if (place !== undefined)
      return [note.text.slice(note.words[place]!.start, note.words[place]!.end)]
    const heading = isChronic(chart, mention) ? undefined : asked.get(mention.sentence)
    return heading === undefined ? [] : [heading]
  })
}

/** "Symptoms of gout", "gout symptoms". */
function signsAround(chart: Chart, { sentences }: Note, mention: Mention): number | undefined {
  const { tokens } = chart
  const { from, to, sentence } = mention
  const { from: first, to: last } = sentences[sentence]!
  const at = from - (ARTICLE.test(tokens[from - 1] ?? '') ? 2 : 1)
  const isOf = at > first && OF.test(tokens[at]!) && isRole(tokens[at - 1]!, 'manifestation')
  if (isOf) return at - 1
  return isNext(chart, to, last) && areSigns(chart, mention, last) ? to : undefined
}

/** True if a word belongs to the item before it. */
function isNext({ gaps }: Chart, to: number, last: number): boolean {
  return to < last && gaps.items[to] === 0 && gaps.stops[to] === 0
}

/** The place of another word that says so. */
function placeBeside(chart: Chart, note: Note, mention: Mention): number | undefined {
  const { to, sentence } = mention
  const last = note.sentences[sentence]!.to
  const isSaid =
    isNext(chart, to, last) &&
    (isType(chart, to, last) ||
      isRole(chart.tokens[to]!, 'scored') ||
      POINTS.test(chart.tokens[to]!) ||
      isScore(chart, mention, last) ||
      isBetter(chart, mention) ||
      isCounted(chart, mention))
  if (isSaid) return to
  return countBefore(chart, mention) ?? dayBefore(chart, mention) ?? feelingIn(chart, note, mention)
}

/** "Gout symptoms", but neither "her asthma symptoms" nor "asthma symptoms well controlled". */
function areSigns(chart: Chart, { from, to }: Mention, last: number): boolean {
  const { tokens } = chart
  if (!isRole(tokens[to]!, 'manifestation') || IS_SYMPTOMS.test(tokens[to - 1]!)) return false
  if (!isChronic(chart, { from, to })) return true
  const behind = tokens.slice(to + 1, Math.min(last, to + 1 + MANAGED_WITHIN))
  const isOwn = isRole(tokens[from - 1] ?? '', 'possessive')
  return !isOwn && !behind.some((token) => isRole(token, 'managed'))
}

/** "Gout type pain", but not "diabetes type II". */
function isType({ words, tokens }: Chart, to: number, last: number): boolean {
  const next = words[to + 1]
  if (tokens[to] !== TYPE || to + 1 >= last || next === undefined) return false
  return (
    next.kind === 'word' &&
    !next.stop &&
    !isNumberOrLetter(next.form) &&
    !/^[ivx]+$/.test(next.form)
  )
}

/** "Anxiety 11, depression 9": the number is all that is said. */
function isScore({ words, tokens, gaps }: Chart, { to }: Mention, last: number): boolean {
  if (!isRole(tokens[to - 1]!, 'rated') || words[to]!.kind !== 'number') return false
  if (YEAR.test(tokens[to]!)) return false
  const isEnd = to + 1 >= words.length || (to + 1 < last && gaps.commas[to + 1] === 1)
  return isEnd || (to + 1 === last && gaps.lines[last] === 1)
}

/** "MI x2". */
function isCounted({ tokens }: Chart, { from, to }: Mention): boolean {
  return COUNT.test(tokens[to]!) && tokens[to] !== 'x1' && isAttack(tokens, from, to)
}

/** "2 miscarriages", "recurrent DVTs". */
function countBefore({ words, tokens }: Chart, { from, to }: Mention): number | undefined {
  const at = TIMES.test(tokens[from]!) ? from : from - 1
  if (!TIMES.test(tokens[at] ?? '') || !isAttack(tokens, from, to)) return undefined
  return IS_PLURAL.test(words[to - 1]!.form) ? at : undefined
}

/** "Dec 22 CVA". */
function dayBefore(chart: Chart, { from, to }: Mention): number | undefined {
  const { tokens, gaps } = chart
  const isDay = DAY_OR_YEAR.test(tokens[from - 1] ?? '') && isMonth(tokens[from - 2] ?? '')
  const isHead = isDay && (from === 2 || gaps.items[from - 2] === 1 || gaps.ends[from - 2] === 1)
  return isHead && tokens[from - 2] !== MAY && !isChronic(chart, { from, to })
    ? from - 2
    : undefined
}

/** "UTI better after antibiotics". */
function isBetter(chart: Chart, { from, to }: Mention): boolean {
  const { tokens } = chart
  const isOver = BETTER.test(tokens[to]!) && AFTER.test(tokens[to + 1] ?? '')
  return isOver && !isChronic(chart, { from, to })
}

function isAttack(tokens: readonly string[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some((token) => isRole(token, 'attack') || isRole(token.replace(/s$/, ''), 'attack'))
}

/** The place of words by which a mood is only felt or seen: "low mood", "feels depressed", "anxious about results". */
function feelingIn(
  { tokens, gaps }: Chart,
  { sentences }: Note,
  { from, to, sentence }: Mention,
): number | undefined {
  const own = sentences[sentence]!
  for (let at = from; at < to; at++) if (isRole(tokens[at]!, 'mood')) return from
  if (!isRole(tokens[to - 1]!, 'feeling')) return undefined
  if (own.section === 'examination') return from
  let at = from - 1
  while (at > own.from && from - at <= LONGEST_DEGREE && DEGREE.test(tokens[at]!)) at--
  const isFelt = isRole(tokens[at] ?? '', 'mood') || isRole(tokens[at] ?? '', 'appearing')
  if (at >= own.from && isFelt) return at
  const isAbout = to < own.to && gaps.stops[to] === 0 && IS_ABOUT.test(tokens[to]!)
  return isAbout ? to : undefined
}

/** Headings above the question of a report of imaging, by sentence; none where the text is no such report. */
function askedIn({ sentences, headings, chart }: NoteText): ReadonlyMap<number, string> {
  const asked = new Map<number, string>()
  const answers = headings.findLastIndex((heading) => ANSWERS.test(heading))
  let isTitled = false
  for (const [i, heading] of headings.entries()) {
    const { from, to } = sentences[i]!
    const isFollowed =
      chart.tokens.slice(from, to).findIndex((token) => FOLLOWS_UP.test(token)) >= 0
    const isAsked =
      OF_EXAM.test(heading) ||
      (INDICATION.test(heading) && isFollowed) ||
      (ASKS.test(heading) && (isTitled || i < answers)) ||
      (ALSO_HISTORY.test(heading) && (isTitled || namesImaging(headings, i)))
    if (isAsked) asked.set(i, heading)
    const title = chart.tokens.slice(from, Math.min(to, LONGEST_TITLE))
    isTitled ||= heading === '' && title.some((token) => isRole(token, 'investigation'))
  }
  return asked
}

/** True if the heading after one names a test: "CT:". */
function namesImaging(headings: readonly string[], at: number): boolean {
  const next = headings.slice(at + 1, at + 1 + LONGEST_TITLE).find((each) => each !== headings[at])
  return next?.split(' ').some((word) => isRole(word, 'investigation')) === true
}
