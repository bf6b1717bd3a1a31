import type { Assertion } from '../clinical/assertions.ts'
import { type Trimester, trimesterIn, trimesterOfSentence } from '../clinical/gestation.ts'
import type { Laterality } from '../clinical/laterality.ts'
import { CONTEXT, contextIn } from '../clinical/qualifiers.ts'
import { isKin } from '../clinical/relatives.ts'
import { spineLevelsIn } from '../clinical/spine.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import type { Entity, LinkResultItem, Problem } from '../contract.ts'
import { lazily } from '../language/remember.ts'
import { isRightWithout } from './details.ts'
import { type EntityLinker, refused, unproven } from './entity-linker.ts'
import { type AskLinker, askLinker, type OtherKind } from './kinds/draft.ts'
import { ownCopyOf, TextLinks } from './link-memory.ts'
import { type Mention, type Note, placeOf } from './mentions.ts'
import { bySiteElsewhere } from './sites-elsewhere.ts'
import { attributeAt, CERTAINTY, SIDES } from './spans.ts'
import {
  COURSES,
  type Course,
  categoryOf,
  courseIn,
  courseRow,
  hasCourses,
  LONGEST_COURSE,
  PARTIAL,
  sideOf,
  specificRow,
} from './specific-codes.ts'
import type {
  Found,
  FoundProblem,
  FoundProblems,
  Linked,
  LinkedProblem,
  ProblemTools,
  Stage,
} from './task.ts'
import type { Stretch } from './text-words.ts'
import { type CodeSays, contextsOf, NO_CODE, SAYS_NOTHING, traitsOf } from './traits.ts'

/** Below this, candidates for a word such as "lesion" have nothing to do with it. */
const LEAST_OF_WORD = 0.3
const OPEN_EYE = /\bunspecified eye\b/i
/** How charts of eyes write which one. */
const EYES: Readonly<Record<string, Laterality>> = {
  ...{ RE: 'right', OD: 'right', LE: 'left', OS: 'left', BE: 'bilateral', OU: 'bilateral' },
}
const OPEN_TRIMESTER = /\bunspecified trimester\b/i
/** In UTF-16 units: the longest level. */
const LONGEST_LEVEL = 12
/** Kinds of attributes without which a name can be found. */
const LEFT_OUT: ReadonlySet<string> = new Set(['ACUITY', 'DIRECTION', 'QUALITY'])

/**
 * Stage 9. Links each entity by its own vocabulary, a problem in the context that the text gives it.
 *
 * Takes entities that do not overlap. Gives them with their candidates and the traits that depend on these. Costs the steps
 * of each link; a mention that comes again in the text costs nothing.
 */
export const link: Stage<Found, Linked> = (found, task) => {
  const asks = new Map<OtherKind, (isNamed: boolean) => AskLinker>()
  for (const [kind, { linker, ontology, memory }] of task.tools.others) {
    const links = new TextLinks(memory, task.work)
    asks.set(kind, (isNamed) => askLinker({ linker, ontology, links, isNamed, ...task }))
  }
  const { problems, drafts } = found
  return {
    problems:
      problems?.problems.map((each) => linkProblem(each, problems, task.tools.problem!)) ?? [],
    others: drafts.flatMap(({ type, isNamed, link }): readonly Entity[] =>
      ownCopyOf(link(asks.get(type)!(isNamed))),
    ),
  }
}

function linkProblem(
  { mention, section, said, unclear, attributes }: FoundProblem,
  found: FoundProblems,
  tools: ProblemTools,
): LinkedProblem {
  const { note, isInDoubt } = found
  const { begin, end } = placeOf(note, mention)
  const text = note.text.slice(begin, end)
  const complicated = withComplications(
    candidatesOf(found, mention, tools),
    found,
    mention,
    found.note,
  )
  const pregnant = inPregnancy(complicated, found, mention)
  const rows = inTrimester(pregnant, found, mention, tools)
  const intended = inIntent(inCourse(rows, found, mention, tools), found, mention, tools)
  const isSpared =
    isOpenFracture(intended, note, mention, tools) || isOfSequelae(intended, note, mention)
  const own = isSpared ? refused(intended, 'name_incomplete') : intended
  const traits = traitsOf(codeOf(own[0], tools), section, said)
  const contexts = contextsOf(traits)
  const placed =
    contexts === 0 && mention.readAs === undefined && !found.isMention
      ? bySiteElsewhere(own, found, mention, tools.index)
      : own
  const linked = isInDoubt
    ? refused(placed, 'name_incomplete')
    : inContext(found, placed, { name: text, contexts, said, unclear })
  const isLeft = isOfSequelae(linked, note, mention)
  const results = isLeft ? refused(linked, 'name_incomplete') : linked
  const problem = {
    ...{ type: 'problem', text, begin_offset: begin, end_offset: end, score: mention.certainty },
    ...{ traits, attributes, results: ownCopyOf(results) },
  } as Problem
  return { problem, section }
}

function candidatesOf(
  { note, linker, whole, isMention }: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  if (whole !== undefined && isMention) return whole
  const { readAs, isGuessed } = mention
  const known = byRegion(note, mention, linker) ?? byDrug(note, mention, linker)
  if (known !== undefined) return known
  const rows =
    readAs === undefined ? sidedCandidates(note, mention, linker, tools) : linker.link(readAs)
  if (isGuessed) return refused(rows, 'several_meanings')
  if (mention.isCombined) return refused(rows, 'name_incomplete')
  return mention.certainty <= CERTAINTY.word && (rows[0]?.score ?? 0) < LEAST_OF_WORD ? [] : rows
}

/** The candidates of a condition with a level of the spine before it, by its region: "T8-9 discitis". */
function byRegion(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  const { begin } = placeOf(note, mention)
  const before = note.text.slice(Math.max(0, begin - LONGEST_LEVEL), begin)
  if (!/\d\s$/.test(before)) return undefined
  const level = spineLevelsIn(before).find(({ end }) => end === before.length - 1)
  if (level === undefined) return undefined
  const rows = linker.link(`${level.region} ${textOf(note, mention)}`)
  return rows[0]?.is_linked === true ? rows : undefined
}

/** The candidates of a condition that is due to a drug, if its code says so: "obesity due to olanzapine". */
function byDrug(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  if (mention.isByDrug !== true) return undefined
  const rows = linker.link(`drug-induced ${textOf(note, mention)}`)
  return rows[0]?.is_linked === true ? rows : undefined
}

/** The candidates of a mention as it is written, with the code for the eye or the side that the text says. */
function sidedCandidates(
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const rows = linker.candidates(waysToWrite(note, mention), (named, whole) =>
    isRightWithout(note, mention, named, whole, { ...tools, work: linker.work }),
  )
  const eye = () => eyeBeside(note, mention)
  return withSaid(rows, OPEN_EYE, eye, linker, tools) ?? onSide(rows, note, mention, linker, tools)
}

/**
 * The candidates with the code for the side that a mention says, if the first one's leaves it open: "Rt ASOM". It is linked if
 * the mention says no more than its side and a name that is linked.
 */
function onSide(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first === undefined || first.is_linked) return rows
  const own = note.words.slice(mention.from, mention.to)
  const side = sideOf(own.map(({ form }) => form))
  const sided = side && specificRow(first, side, index, linker)
  if (sided === undefined) return rows
  const rest = own.filter(({ form }) => sideOf([form]) === undefined)
  const name = rest.map(({ start, end }) => note.text.slice(start, end)).join(' ')
  const [named] = linker.link(name)
  const isProven = named?.is_linked === true && named.term_id === first.term_id
  return withFirst(isProven ? linkedAs(sided) : sided, rows)
}

/** The eye that the word right before or behind a mention says: "LE cataract", "NPDR BE". */
function eyeBeside({ text, words }: Note, { from, to }: Mention): Laterality | undefined {
  for (const at of [from - 1, to]) {
    const word = words[at]
    const eye = word && EYES[text.slice(word.start, word.end)]
    if (eye !== undefined) return eye
  }
  return undefined
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
  if (said === undefined || courseIn(titleOf(first, index)) === said.course) return rows
  const { course, isPartial } = said
  const name = textOf(note, mention)
  for (const kind of isPartial ? ['partial '] : ['', 'full ']) {
    const [named] = linker.link(`${name} in ${kind}${course}`)
    if (named?.is_linked === true && courseIn(titleOf(named, index)) === course)
      return withFirst(named, rows)
  }
  const row = first.is_linked ? courseRow(first, course, isPartial, index, linker) : undefined
  if (row !== undefined) return withFirst(row, rows)
  return hasCourses(first, index) ? refused(rows, 'name_incomplete') : rows
}

/** Codes that deny complications, or say nothing of them. */
const DIABETES = /^E1[013](?:\.9)?$/
const HYPERTENSION = /^I10$/
/** Codes of a failing heart, of a chronic disease of the kidneys, and of its last stages. */
const HEART_FAILS = /^I50/
const KIDNEY_DISEASE = /^N18/
const KIDNEY_FAILS = /^N18\.[56]/
/** Codes of complications of diabetes by themselves; what adds to a code of both, such as a stage, is no such. */
const BARE_COMPLICATION = /^(?:E16\.2|G62\.9|H35\.0|N08)/
/** Codes of diabetes with a complication. */
const COMPLICATED = /^E1[013]\.[0-6]/

/**
 * The candidates of diabetes or hypertension with the code for the complication that is in its sentence. ICD-10-CM takes them
 * for linked if the text does not say otherwise (guidelines I.A.15, I.C.9.a).
 */
function withComplications(
  rows: readonly LinkResultItem[],
  { linker, problems }: FoundProblems,
  mention: Mention,
  note: Note,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true || mention.readAs !== undefined) return rows
  const isDiabetes = DIABETES.test(first.term_id)
  const isBare = BARE_COMPLICATION.test(first.term_id)
  if (!isDiabetes && !isBare && !HYPERTENSION.test(first.term_id)) return rows
  const others = problems
    .filter(({ mention: other, said, unclear }) => {
      const isOther = other !== mention && other.sentence === mention.sentence
      return isOther && said.length === 0 && unclear.length === 0
    })
    .map(({ mention: other }) => textOf(note, other))
  const codes = others.map((other) => {
    const [row] = linker.link(other)
    return row?.is_linked === true ? row.term_id : ''
  })
  if (isBare)
    return codes.some((code) => DIABETES.test(code)) ? refused(rows, 'name_incomplete') : rows
  if (isDiabetes) {
    for (const [i, other] of others.entries()) {
      const named = KIDNEY_DISEASE.test(codes[i]!) ? 'CKD' : other
      const [both] = linker.link(`${textOf(note, mention)} with ${named}`)
      if (both?.is_linked === true && COMPLICATED.test(both.term_id)) return withFirst(both, rows)
    }
    const isOpen = codes.some((code) => BARE_COMPLICATION.test(code) || COMPLICATED.test(code))
    return isOpen ? refused(rows, 'name_incomplete') : rows
  }
  const hasHeart = codes.some((code) => HEART_FAILS.test(code))
  const hasKidneys = codes.some((code) => KIDNEY_DISEASE.test(code))
  if (!hasHeart && !hasKidneys) return rows
  const isLast = codes.some((code) => KIDNEY_FAILS.test(code))
  const alone = isLast ? 'I12.0' : 'I12.9'
  const both = isLast ? 'I13.2' : 'I13.0'
  const [row] = linker.link(!hasKidneys ? 'I11.0' : hasHeart ? both : alone)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}

/** A pregnancy of the patient's own, now. */
const IS_PREGNANT = /\bpregnant\b/i
const IS_NOT_PREGNANT =
  /\b(?:aunt|become|became|becoming|cousin|daughter|friend|get|girlfriend|if|last|never|no|non|not|partner|previous|sister|think|trying|want|was|when|while|wife|worr\w+)\b|\?/i
/** Codes of a pregnancy itself, and of chapters that name no illness next to it: injuries, signs and circumstances. */
const OF_PREGNANCY = /^[ORSTVWXYZ]/
const INCIDENTAL = 'Z33.1'

/**
 * The candidates of an illness in a sentence that says the patient is pregnant: the code of chapter O, which comes before
 * others (guidelines I.C.15.a). The pregnancy is then not an incidental one.
 */
function inPregnancy(
  rows: readonly LinkResultItem[],
  { note, linker, problems }: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const isIncidental = first.term_id === INCIDENTAL
  if (OF_PREGNANCY.test(first.term_id) && !isIncidental) return rows
  const said = textOf(note, note.sentences[mention.sentence]!)
  if (!IS_PREGNANT.test(said) || IS_NOT_PREGNANT.test(said)) return rows
  const inChapter = (each: Mention) => {
    const [named] = linker.link(`${textOf(note, each)} in pregnancy`)
    return named?.is_linked === true && named.term_id.startsWith('O') ? named : undefined
  }
  if (isIncidental) {
    const others = problems.filter(
      (each) => each.mention !== mention && each.mention.sentence === mention.sentence,
    )
    const isOther = others.some((each) => each.said.length === 0 && inChapter(each.mention))
    return isOther ? refused(rows, 'name_incomplete') : rows
  }
  const named = inChapter(mention)
  return named === undefined ? rows : withFirst(named, rows)
}

/** A stroke, and codes for it and its history, which say that nothing is left of it. */
const STROKE = /\b(?:cerebral infarct(?:ion|s)?|cva|ich|intracerebral ha?emorrhage|sah|strokes?)\b/i
const OF_STROKE = /^(?:I6[0-3]|Z86\.73)/
/** Codes of what may be left of a stroke. */
const DEFICIT = /^(?:G81|G83|H53\.4|R13|R20|R26|R27|R29|R41|R47|R48|R53)/
const DEFICITS =
  /\b(?:aphasi[ac]|ataxia|dysarthria|dysphagia|dysphasi[ac]|facial (?:droop|palsy|weakness)|hemianopia|hemipar(?:esis|etic)|hemiplegi[ac]|slurred speech|weakness)\b/i
/** Words by which a deficit is left of a stroke: "residual", "following", "left with". */
const IS_LEFT = /\b(?:left with|residual|residue|sequelae?|persistent)\b/i
const FOLLOWS_STROKE =
  /\b(?:after|due to|following|from|post|secondary to)[ -](?:an? |her |his |the )?(?:\w+ )?(?:cerebral infarct|cva|ich|sah|stroke)/i
const OLD_WITH = /\b(?:ago|last year|old|prior|previous|(?:19|20)\d\d)\b.*\bwith\b/i
const NONE_LEFT = /\b(?:full(?:y)? recover\w*|no|nil|resolved|without)\b/i

/** True if a stroke and what is left of it are in one sentence: there are codes for both together. */
function isOfSequelae(
  [first]: readonly LinkResultItem[],
  note: Note,
  { sentence }: Mention,
): boolean {
  if (first?.is_linked !== true) return false
  const isStroke = OF_STROKE.test(first.term_id)
  if (!isStroke && !DEFICIT.test(first.term_id)) return false
  const said = textOf(note, note.sentences[sentence]!)
  if (!STROKE.test(said) || !DEFICITS.test(said) || NONE_LEFT.test(said)) return false
  return IS_LEFT.test(said) || FOLLOWS_STROKE.test(said) || OLD_WITH.test(said)
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
  const title = titleOf(first, index)
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
/** A drug behind a name that has none: "deliberate overdose of codeine". */
const OF_DRUG = /^ (?:of|with) $/

/** The candidates of a poisoning with the code for the intent that its sentence says. */
function inIntent(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const [first] = rows
  const own = first === undefined ? '' : titleOf(first, index)
  if (first?.is_linked !== true || !INTENTS.some((intent) => own.includes(intent))) return rows
  const { from, to } = note.sentences[mention.sentence]!
  const said = textOf(note, { from, to })
  const isIntended = INTENDED.test(said)
  if (isIntended === UNINTENDED.test(said)) return withDrug(rows, note, mention, linker)
  const [other, right] = isIntended ? INTENTS : INTENTS.toReversed()
  const [named, ...others] = withDrug(rows, note, mention, linker)
  const title = titleOf(named!, index)
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
  const drug = words[to + 1]
  const isOfDrug =
    drug !== undefined &&
    isDrugWord(drug.form) &&
    OF_DRUG.test(text.slice(words[to - 1]!.end, drug.start)) &&
    !words.slice(from, to).some(({ form }) => isDrugWord(form))
  if (!isOfDrug) return rows
  const [row] = linker.link(`${drug.form} ${words[core.to - 1]!.form}`)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}

/** The code with a beginning that has a title. */
function codeTitled(
  title: string,
  beginning: string,
  index: ProblemTools['index'],
): string | undefined {
  const { from, to } = index.codesFrom(beginning)
  for (let id = from; id < to; id++) if (index.concept(id).name === title) return index.codeOf(id)
  return undefined
}

function titleOf({ term_id }: LinkResultItem, index: ProblemTools['index']): string {
  return index.getConcept(term_id)?.name ?? ''
}

/** The candidates with the code for the trimester that the text says, if the first one's leaves it open. */
function inTrimester(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  { sentence }: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  const value = lazily(
    () => trimesterIn(note.text) ?? trimesterOfSentence(textOf(note, note.sentences[sentence]!)),
  )
  const said = withSaid(rows, OPEN_TRIMESTER, value, linker, tools)
  const [first] = said ?? rows
  if (said !== undefined || first === undefined) return said ?? rows
  const title = titleOf(first, tools.index)
  const trimester = OPEN_TRIMESTER.test(title) ? value() : undefined
  if (trimester === undefined) return rows
  // Codes for one of several babies have the trimester before their last sign.
  const right = title.replace(OPEN_TRIMESTER, `${trimester} trimester`)
  const code = codeTitled(right, categoryOf(first.term_id), tools.index)
  const [row] = code === undefined ? [] : linker.link(code)
  if (row === undefined) return rows
  const { link_basis, link_reason } = first.metadata
  const metadata = { ...row.metadata, link_basis, link_reason }
  return withFirst({ ...first, term_id: row.term_id, metadata } as LinkResultItem, rows)
}

/**
 * The candidates with the code for a value that the text says, if the title of the first one's leaves it open; undefined if it does
 * not, or if no code has the value.
 */
function withSaid(
  rows: readonly LinkResultItem[],
  open: RegExp,
  saidValue: () => Laterality | Trimester | undefined,
  linker: EntityLinker,
  { index }: ProblemTools,
): readonly LinkResultItem[] | undefined {
  const [first] = rows
  if (first === undefined || !open.test(titleOf(first, index))) return undefined
  const value = saidValue()
  const row = value && specificRow(first, value, index, linker)
  return row && withFirst(row, rows)
}

/** Rows with another one instead of the first, and each code once. */
function withFirst(
  row: LinkResultItem,
  [, ...others]: readonly LinkResultItem[],
): readonly LinkResultItem[] {
  return [row, ...others.filter(({ term_id }) => term_id !== row.term_id)]
}

function linkedAs(row: LinkResultItem): LinkResultItem {
  const metadata = { ...row.metadata, link_reason: 'linked' }
  return { ...row, is_linked: true, metadata } as LinkResultItem
}

/** A mention as it is written, its name alone, and that without sides and degrees. */
function waysToWrite(note: Note, mention: Mention): string[] {
  const { text, words, attributes } = note
  const { core } = mention
  const isSaid = (at: number) => LEFT_OUT.has(attributeAt(attributes, at)?.type ?? '')
  const named = words
    .slice(core.from, core.to)
    .filter((_, i) => !isSaid(core.from + i))
    .map(({ start, end }) => text.slice(start, end))
  const whole = textOf(note, mention)
  const sided = withSide(note, mention)
  const ways = sided === undefined ? [whole] : [sided, whole]
  return [...ways, textOf(note, core), ...(named.length > 0 ? [named.join(' ')] : [])]
}

/** Text behind the letter of a side that is worse than the other: "OA knees R>L". */
const LONGEST_WORSE = 6
const WORSE = /^\s?[<>]+\s?[LR](?!\p{L})/u

/** A mention that ends with the letter of a side in brackets, or of the worse one, with the side in words: "Ca breast (L)". */
function withSide(note: Note, { from, to }: Mention): string | undefined {
  const last = note.words[to - 1]!
  if (to - from === 1 || SIDES[last.form] === undefined) return undefined
  const isOfBoth = WORSE.test(note.text.slice(last.end, last.end + LONGEST_WORSE))
  const side = isOfBoth ? 'bilateral' : last.optional ? SIDES[last.form] : undefined
  return side === undefined ? undefined : `${side} ${textOf(note, { from, to: to - 1 })}`
}

function textOf(note: Note, stretch: Stretch): string {
  const { begin, end } = placeOf(note, stretch)
  return note.text.slice(begin, end)
}

/** Facts about a condition by the code of the first candidate. */
function codeOf(
  first: LinkResultItem | undefined,
  { index, findings, analyzer }: ProblemTools,
): CodeSays {
  if (first === undefined) return NO_CODE
  const concept = index.getConcept(first.term_id)
  if (concept === undefined) return SAYS_NOTHING
  const { columns } = index.arrays
  const kind = findings.kindOf(concept.id, columns) ?? SAYS_NOTHING.kind
  const lasts = findings.lasts(concept.id, columns)
  if (!first.is_linked || findings.contextOf(concept.id, columns) === 0)
    return { kind, lasts, context: 0 }
  return { kind, lasts, context: contextIn(analyzer.analyze(concept.name)) & CONTEXT.past }
}

/** A mention with its statements, which may keep it from being linked as a present condition of the patient's own. */
interface Stated {
  readonly name: string
  /** Bits of {@link CONTEXT}. */
  readonly contexts: number
  readonly said: readonly Assertion[]
  readonly unclear: readonly string[]
}

/** The candidates of a mention in the context that the text gives it; what is proven with its context stays so. */
function inContext(
  { linker, isMention }: FoundProblems,
  rows: readonly LinkResultItem[],
  { name, contexts, said, unclear }: Stated,
): readonly LinkResultItem[] {
  if (contexts === 0 && unclear.length > 0) return unproven(rows, unclear)
  if (isMention && rows[0] !== undefined && linker.says(rows[0], contexts)) return rows
  const relative = said.find(({ context }) => context === 'family')
  if (relative !== undefined && !isKin(relative.because)) return refused(rows, 'context_differs')
  return linker.inContext(rows, contexts, name)
}
