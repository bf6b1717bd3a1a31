import { type Chart, type Mark, says } from '../../clinical/chart.ts'
import { isRole, type TriggerContext, type WordRole } from '../../clinical/context-phrases.ts'
import { lasts, patientsOfEvent } from '../../clinical/history.ts'
import { startOfList } from '../../clinical/lists.ts'
import { isPossessive } from '../../clinical/persons.ts'
import { YEAR } from '../../clinical/times.ts'
import { remember } from '../../language/remember.ts'
import {
  firstPlace,
  type Item,
  isAnywhere,
  lastPlace,
  placesWhere,
  WORD,
} from '../presence-words.ts'
import { OTHERS_NEED, ofOthers, statementsApart } from './apart.ts'
import { FRAMES_NEED, framesOf, generalWords, hasHad, topicOf } from './frames.ts'
import { firstPersonOf, I, otherPersons, PERSONS_NEED } from './other-persons.ts'
import { remarkBehind, takenBack, timesOver } from './remarks.ts'
import { limitsBeside, testsBehind } from './tests-behind.ts'

/**
 * Words that keep a condition from being taken as present by the grammar of its own item, whatever they are about: a later
 * trigger without a condition of its own ("compartment syndrome watch"), a time that is over ("statin myopathy rosuva 2021"),
 * a view of the writer ("stroke is on my list"), a verdict of nought ("vomiting G0"), a test that is normal or is all that is
 * said, where to go with it ("stridor, drooling, cyanosis => ER"), a worry, a question, and another person who may be "she".
 */

/** Statements of a trigger about what follows it; with nothing there, it speaks of the condition before. */
const OF_NEXT: ReadonlySet<TriggerContext> = new Set(['suspected', 'planned', 'past', 'family'])
/** Triggers that say when, how often or what was done: "backache 1 month after lifting", "COPD s/p stent", "htn prn hydralazine". */
const OF_COURSE = /\bafter\b|^(?:old|post|prn|s\/p|status post)$|^only when/
const OF_WEATHER = /^(?:by|from|in|out|to)$/
/** Before fits that are had. */
const BEFORE_FITS =
  /^(?:\d+|c\/o|febrile|few|further|had|has|have|having|more|multiple|no|of|recurrent|several|some|three|two|with)$/
const FORENAME = /^(?:gerd|melena)$/
const ACTS = /^(?:asks|attended|attends|declined|lives|says|states|thinks|told|wants|works)$/
const ARTICLE = /^(?:a|an|the)$/
const USUAL = 'usual'
/** "Without" and the like deny something else. */
const SAYS_NO = /^(?:never|nil|no|none|not)\b/
/** The writer's own view: "is on my list". */
const OF_WRITER = /^(?:my|our)$/
const LEADS_VIEW = /^(?:are|in|is|of|on)$/
/** "Near the top of the list", but not "on the problem list". */
const LIST_OF_PROBLEMS = /^problems?$/
const NONE = /^(?:0|nil|none|zero)$/
/** Grades and counts of nought. */
const NOUGHT = /^(?:0\/\d{1,2}|g0|grade0|x0)$/
const GRADE = /^(?:gr|grade)$/
/** Warnings in a list before a goal. */
const FEWEST_WARNINGS = 3
/** Advice at the beginning of a sentence. */
const TELLS_TO = /^(?:avoid|prevent|report|watch)$/
/** Before what may be over: "recent gastroenteritis", "last overdose". */
const AS_LATELY = /^(?:last|recent)$/
/** Words of a condition that is mended or taken out: "cataract extracted". */
const PRESENTS = /^(?:chief|main|presenting|primary)$/
const REPAIRED = /^(?:enucleated|excised|extracted|fixed|repaired)$/
const REMOVES = /(?:ectomy|plasty)$|^(?:operated|operation|surgery)$/
const IS_FARE = /^(?:diets?|meals?|menu)$/
const IS_GIVEN = /^(?:administered|given)$/
const LEAST_ODDS = 10
const ORDINAL = /^(?:0|zero|[1-4](?:st|nd|rd|th)|birth|booster)$/
/** Right behind a condition, people and things that have their name from it. */
const NAMED_AFTER =
  /^(?:concern|hospitals?|misinformation|patients|phobia|rumou?rs?|stories|trials?|workers?|worries)$/
/** Words of a lost weight, which is a wish as often as a finding. */
const IS_WEIGHT = /^(?:weight|wt)$/
const IS_LOST = /^(?:lose|losing|loss|lost|reduction)$/
const WISHED =
  /^(?:aiming|deliberate|deliberately|desired|dieting|goal|happy|intended|intentional|intentionally|planned|pleased|purposeful|slimming|target|voluntary|wanted|wanting|wants)$/
const BY = /^(?:by|from|through|via|with)$/
/** In words before a weight. */
const WISHED_WITHIN = 4
/** Drugs and aids that are for losing weight. */
const AIMS_AT =
  /^(?:keto|liraglutide|mounjaro|orlistat|ozempic|phentermine|saxenda|semaglutide|tirzepatide|wegovy|xenical|zepbound)$/
const TOLD = /^(?:broached|brought|explained|mentioned|raised|stressed|touched)$/
/** "Almost diabetic", but "almost constant headache". */
const ALMOST = /^(?:almost|nearly)$/
const OF_COURSE_OF_DAY = /^(?:complete|constant|continual|continuous|daily|nightly|total)$/
/** "Pain free at rest" is not free of pain. */
const STAYS_FREE = /^(?:at|between|except|if|on|only|unless|when|while)$/

/** Behind what one had done to a disease. */
const DONE = /ed$|^(?:burnt|cut|dealt|done|frozen|out|seen|shrunk|taken)$/
const WATCHED =
  /^(?:assessed|checked|confirmed|controlled|diagnosed|discussed|explained|followed|investigated|managed|monitored|reviewed|scanned|tested)$/

/** "Was treated for depression", of a year that is over. */
const AS_PATIENT =
  /^(?:was|were) (?:admitted|hospitalized|managed|reviewed|seen|treated) (?:for|with)$/
const HAS_OR_IS = /^(?:am|has|have|is)$/
/** Between "has" and "had". */
const LONG = /^(?:always|long)$/
const HAVE = /^(?:has|have|ive|theyve|weve|youve)$/
const QUIT = /^(?:left|quit|stopped)$/
const IN_TIME = /^(?:\d+|about|for|in|last|since|x)$/
const ASSAULT = /^(?:abuse|abused|assault|assaulted|rape|raped)$/
const ALLEGED = /^(?:alleged|allegedly|alleges)$/
const ALLEGED_WITHIN = 4

/** Degrees of a risk that ask for nothing. */
const IS_LOW = /^(?:average|low|lowest|medium|minimal|moderate|nil)$/
/** Panels of antibodies, which tell of germs that were met: "TORCH: rubella +". */
const PANEL = /^(?:igg|serolog(?:y|ies)|tit(?:er|re)s?|torch)$/
/** Behind the number of a dose, and behind a disease that is vaccinated against. */
const FOLLOWS_DOSE = /^(?:at|booster|done|due|given|im|left|right|sc|today|yesterday)$/
const IS_DUE = /^(?:annually|due|yearly)$/
const DOSE = /^[0-5]$/
const DAY = /^d\d{1,2}$/

/** Words, or roles of words, without one of which around a condition a rule finds nothing. */
export type Needs = readonly (RegExp | WordRole)[]

/** The places of words that keep a condition from being taken as present, by one rule. */
type Rule = (chart: Chart, item: Item, parts: Uint8Array, text: string) => readonly number[]

/** The rules, and what each needs; those that need nothing are asked about every condition. */
const RULES: readonly (readonly [Rule, Needs?])[] = [
  [(chart, item, _, text) => limitsBeside(text, chart, item), [/\d/]],
  [worriesIn, ['worry']],
  [labelsIn, [IS_FARE, PANEL]],
  [patientsOfEvent, [/^(?:patient|pt)$/]],
  [wishedIn, [IS_WEIGHT]],
  [ofTwoMeanings, [/^(?:cold|cough|ectopic|fits?|gerd|melena|tbc)$/]],
  [askedBefore, [TELLS_TO, ALMOST, AS_LATELY, /^risk$/, 'cause']],
  [framesOf, FRAMES_NEED],
  [(chart, item, parts, text) => otherPersons(text, chart, item, parts), PERSONS_NEED],
  [(chart, item, _, text) => firstPersonOf(text, chart, item), [I]],
  [generalWords],
  [statementsApart],
  [ofOthers, OTHERS_NEED],
  [hadIn, [/^(?:got|had|was|were)$/]],
  [hasHad, [/^had$/]],
  [(chart, item, _, text) => topicsIn(text, chart, item), [NAMED_AFTER, TOLD, 'naming', 'topical']],
  [freeBehind, [/^free$/]],
  [triggersBehind],
  [viewsBehind, [NOUGHT, REPAIRED, /^(?:behind|gone|labs|list|my|our|reduced|then|until)$/]],
  [turnedBehind, [/^now$/]],
  [noneBehind, [NONE, REPAIRED]],
  [gradesOfNought, [GRADE]],
  [timesOver],
  [operatedBehind, [REMOVES]],
  [dosesBehind, [IS_GIVEN, /^dose$/]],
  [vaccineDoses, ['preventable']],
  [bundleBehind, [/^sepsis$/]],
  [lowRisk, [/^risk$/]],
  [oddsBehind, [/^in$/]],
  [testsBehind],
  [warningBehind, [/^e$/, 'goal']],
  [remarkBehind],
  [takenBack],
  [quitBehind, [QUIT]],
  [allegedBefore, [ALLEGED]],
]

/** In words before and behind the sentence of a condition, as far as a rule looks from there. */
const NEEDS_WITHIN = 8

/** The places of such words, ascending; `parts` are those of the words of the text. Linear in the length of the sentence. */
export function reservationsOf(
  text: string,
  chart: Chart,
  item: Item,
  parts: Uint8Array,
  needed: Uint32Array,
): readonly number[] {
  const end = Math.min(needed.length, item.last + NEEDS_WITHIN)
  let around = 0
  for (let at = Math.max(0, item.first - NEEDS_WITHIN); at < end; at++) around |= needed[at]!
  const places: number[] = []
  for (let i = 0; i < RULES.length; i++) {
    const [rule, needs] = RULES[i]!
    if (needs === undefined || (around & bitOf(i)) !== 0)
      places.push(...rule(chart, item, parts, text))
  }
  // Nearly every condition has none.
  return places.length < 2 ? places : [...new Set(places)].toSorted((a, b) => a - b)
}

/** The rules that need each word of a text, as bits. */
export function neededBy({ tokens }: Chart): Uint32Array {
  return Uint32Array.from(tokens, rulesThatNeed)
}

const rulesThatNeed = remember((token) =>
  RULES.reduce(
    (bits, [, needs], i) =>
      needs?.some((each) => (typeof each === 'string' ? isRole(token, each) : each.test(token)))
        ? bits | bitOf(i)
        : bits,
    0,
  ),
)

/** A rule's bit among 32: two rules may share one, which costs no more than a rule that is asked in vain. */
function bitOf(rule: number): number {
  return 1 << (rule & 31)
}

/** "His worry was leukaemia", "concern: leukaemia", but "presenting concern: cough". */
function worriesIn({ tokens, gaps }: Chart, { first, start, from }: Item): number[] {
  const isLabelled =
    start === from &&
    start > first &&
    gaps.labels[start] === 1 &&
    !PRESENTS.test(tokens[start - 2] ?? '')
  return placesWhere(isLabelled ? start - 1 : start, from, (at) => isRole(tokens[at]!, 'worry'))
}

/** "Diet: soft, diabetic", "TORCH: toxo -, rubella +": what is served, or was met. */
function labelsIn({ tokens, gaps }: Chart, { first, from }: Item): number[] {
  const isLabel = (at: number) => IS_FARE.test(tokens[at]!) || PANEL.test(tokens[at]!)
  const at = lastPlace(first, from, isLabel)
  return at !== undefined && gaps.labels[at + 1] === 1 ? [at] : []
}

/** "Ectopic" is a beat of the heart or a pregnancy; "worse in the cold"; "rash fits with shingles", but "3 fits with fever". */
function ofTwoMeanings(
  { words, tokens, gaps, markAt }: Chart,
  { first, start, from, to }: Item,
  parts: Uint8Array,
): number[] {
  if (to !== from + 1) return []
  const isTarget = (at: number) => parts[at] === WORD.target
  const name = tokens[from]!
  const before = tokens[from - 1] ?? ''
  const isCold = name === 'cold' && before === 'the' && OF_WEATHER.test(tokens[from - 2] ?? '')
  const object = ARTICLE.test(tokens[to + 1] ?? '') ? tokens[to + 2] : tokens[to + 1]
  const isVerb =
    name === 'fits' &&
    tokens[to] === 'with' &&
    !isRole(object ?? '', 'symptom') &&
    !BEFORE_FITS.test(before)
  // "Fits the picture of lupus".
  const isOfTrigger = (markAt[from]?.to ?? 0) > to
  // "Gout - TBC": to be confirmed.
  const isRemark = name === 'tbc' && from > first && parts[from - 1] === WORD.target
  // "Cough impulse": a sign of a hernia.
  const isSign = name === 'cough' && words[to]?.form === 'impulse' && gaps.items[to] === 0
  // "Melena, 34, comes for a smear", "Gerd says": a forename.
  const isAged = words[to]?.kind === 'number' && gaps.items[to] === 1 && gaps.items[to + 1] === 1
  const isForename =
    FORENAME.test(name) && from === first && (isAged || ACTS.test(tokens[to] ?? ''))
  // "Donor, fit."
  const isAlone = gaps.ends[to] === 1 || to >= tokens.length
  const isSeen = name === 'fit' && start === from && isAlone && !isAnywhere(first, from, isTarget)
  const isOther =
    isSeen ||
    isForename ||
    isSign ||
    name === 'ectopic' ||
    isCold ||
    isVerb ||
    isRemark ||
    (name === 'fits' && isOfTrigger)
  return isOther ? [from] : []
}

/** "On semaglutide for weight loss", "lost weight on purpose": what is wanted is no finding; "weight loss, not intentional" is one. */
function wishedIn({ tokens }: Chart, { first, from, to, end }: Item): number[] {
  const name = tokens.slice(from, to)
  if (!name.some((token) => IS_WEIGHT.test(token)) || !name.some((token) => IS_LOST.test(token)))
    return []
  const isWished = (at: number) => WISHED.test(tokens[at]!) && !SAYS_NO.test(tokens[at - 1] ?? '')
  const ahead = placesWhere(Math.max(first, from - WISHED_WITHIN), from, isWished)
  const isReason = from > first && /^(?:for|of)$/.test(tokens[from - 1]!)
  const drug = isReason ? lastPlace(first, from, (at) => AIMS_AT.test(tokens[at]!)) : undefined
  const behind = placesWhere(to, end, (at) => isWished(at) || AIMS_AT.test(tokens[at]!))
  // "With diet", but not "despite a good diet".
  const isByWish = (at: number) =>
    (tokens[at] === 'purpose' && tokens[at - 1] === 'on' && !SAYS_NO.test(tokens[at - 2]!)) ||
    (tokens[at] === 'diet' && BY.test(tokens[at - 1]!))
  return [
    ...ahead,
    ...(drug === undefined ? [] : [drug]),
    ...behind,
    ...placesWhere(to, end, isByWish),
  ]
}

/** "Cause? sarcoidosis", "at risk exposure keratitis", "report numbness early", "recent gastroenteritis". */
function askedBefore({ tokens, gaps }: Chart, { first, from }: Item): number[] {
  const at = from - 1
  if (at < first) return []
  const isAsked = gaps.doubtsLeft[from] === 1 && isRole(tokens[at]!, 'cause')
  const isAtRisk = tokens[at] === 'risk' && tokens[at - 1] === 'at'
  const isToReport = at === first && TELLS_TO.test(tokens[at]!) && gaps.stops[from] === 0
  const isAlmost = ALMOST.test(tokens[at]!) && !OF_COURSE_OF_DAY.test(tokens[from]!)
  const isToKeep = isAsked || isAtRisk || isToReport || isAlmost
  return isToKeep || AS_LATELY.test(tokens[at]!) ? [at] : []
}

/** "Pt had DVT", "had a fit", "had gout, a stroke and DVT", but not "has had" or "had a fever since Monday". */
function hadIn(chart: Chart, { first, from, to, end }: Item, parts: Uint8Array): number[] {
  const { words, tokens, gaps } = chart
  const withArticle = (end: number) => {
    const at = end > first && tokens[end - 1] === USUAL ? end - 1 : end
    return at > first && gaps.commas[at] === 0 && ARTICLE.test(tokens[at - 1]!) ? at - 1 : at
  }
  // Each item of the list is no more than a condition.
  const startOfItem = (end: number) => {
    let at = end
    while (at > first && parts[at - 1] === WORD.target) at--
    return at === end ? end : withArticle(at)
  }
  const at = startOfList(chart, first, withArticle(from), startOfItem) - 1
  const verb = LONG.test(tokens[at - 1] ?? '') ? at - 2 : at - 1
  // "She's had gout", "had fever since Monday".
  const isHaving = HAVE.test(tokens[verb] ?? '') || (verb >= first && isPossessive(words[verb]!))
  const isSince = isAnywhere(to, end, (place) => tokens[place] === 'since')
  const isLasting = isSince || (at === first && lasts(chart, { from, to }))
  const isHad = at >= first && tokens[at] === 'had' && !isHaving && !isLasting
  // "Was gout, now pseudogout".
  const isWas = at === first && tokens[at] === 'was'
  // "Was treated for depression in 2015".
  const isOfYear =
    AS_PATIENT.test(tokens.slice(Math.max(first, at - 2), at + 1).join(' ')) &&
    isAnywhere(to, end, (place) => YEAR.test(tokens[place]!) && tokens[place - 1] !== 'since')
  return isHad || isWas || isOfYear ? [at] : doneIn(chart, from, to, end)
}

/** "She had her fibroids dealt with", but not "had her asthma reviewed". */
function doneIn({ tokens }: Chart, from: number, to: number, end: number): number[] {
  const isOwned = tokens[from - 1] === 'the' || isRole(tokens[from - 1] ?? '', 'possessive')
  const isDone = to < end && DONE.test(tokens[to]!) && !WATCHED.test(tokens[to]!)
  return isOwned && isDone && /^(?:got|had)$/.test(tokens[from - 2] ?? '') ? [from - 2] : []
}

/** "Scarring was mentioned", "TB patients", "asthma worries": a topic, and who or what has its name from the condition. */
function topicsIn(text: string, { words, tokens, gaps }: Chart, { from, to, end }: Item): number[] {
  const topic = topicOf(text, words, { from, to })
  if (topic !== undefined) return [topic]
  if (to === end || gaps.opens[to] === 1) return []
  const isNamed = NAMED_AFTER.test(tokens[to]!)
  const be = /^(?:has|have)$/.test(tokens[to]!) ? to + 1 : to
  const verb = /^(?:been|is|was|were)$/.test(tokens[be] ?? '') ? be + 1 : to
  const isTopic = verb > to && verb < end && TOLD.test(tokens[verb]!)
  return isNamed || isTopic ? [isNamed ? to : verb] : []
}

/** "Chest pain on arrival; pain free after nitrates": what the text says to be free of later. */
function freeBehind({ tokens }: Chart, { to, last }: Item): number[] {
  const name = tokens[to - 1]!.replace(/s$/, '')
  const isFree = (at: number) =>
    tokens[at] === 'free' &&
    tokens[at - 1]!.replace(/s$/, '') === name &&
    !STAYS_FREE.test(tokens[at + 1] ?? '')
  const at = firstPlace(to + 1, last, isFree)
  return at === undefined ? [] : [at]
}

/** "Panic attacks used to occur", "cord compression no features". */
function triggersBehind(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const { to, end, isShared } = item
  if (isShared) return []
  const { markAt } = chart
  const isBack = (at: number) => {
    const mark = markAt[at]
    if (mark?.from !== at || parts[at] !== WORD.unknown || !speaksBack(mark, at === to))
      return false
    return !isNextSubject(chart, item, mark)
  }
  const at = firstPlace(to, end, isBack)
  return at === undefined ? [] : [at]
}

/** "He has dementia and his daughter cares for him": a relative of whom another clause tells. */
function isNextSubject({ tokens }: Chart, { first, end }: Item, mark: Mark): boolean {
  const own = mark.from - 1
  const isAnother =
    isRole(tokens[own]!, 'possessive') && /^(?:and|but|so|while)$/.test(tokens[own - 1]!)
  const isOfPatient =
    /^(?:he|i|patient|she)$/.test(tokens[first]!) && HAS_OR_IS.test(tokens[first + 1]!)
  return isAnother && isOfPatient && mark.to < end && says(mark, 'family')
}

function speaksBack({ rules, phrase }: Mark, isNext: boolean): boolean {
  if (OF_COURSE.test(phrase)) return false
  const ahead = rules.filter(({ direction }) => direction === 'forward')
  return ahead.some(({ context }) => OF_NEXT.has(context) || (isNext && SAYS_NO.test(phrase)))
}

/** "Stroke is on my list", "vomiting G0", "cholera until culture is back", "covid then, now well". */
function viewsBehind(chart: Chart, item: Item): number[] {
  const { tokens, gaps } = chart
  const { to, end } = item
  if (to === end) return []
  const views = placesWhere(to, end, (at) => isView(tokens, at) || NOUGHT.test(tokens[at]!))
  const next = tokens[to]!
  const isLast = gaps.ends[end] === 1 || end === item.last
  const isThen =
    next === 'then' &&
    to + 1 === end &&
    (gaps.commas[end] === 1 || (isLast && item.from === item.start))
  const isOfTests = next === 'labs'
  // "Intussusception reduced", but "swelling reduced".
  const isReduced = next === 'reduced' && isRole(tokens[to - 1]!, 'displaced')
  const isMended = REPAIRED.test(next)
  // "Has left her migraine behind".
  const isLeft = next === 'behind' && to + 1 === end && isLast
  if (isLeft || next === 'until' || next === 'gone' || isThen || isReduced || isMended || isOfTests)
    views.push(to)
  return views
}

/** "Grade 0 neuropathy", "neuropathy grade 0". */
function gradesOfNought({ tokens }: Chart, { start, from, end }: Item): number[] {
  const isNought = (at: number) => GRADE.test(tokens[at]!) && tokens[at + 1] === '0'
  return placesWhere(Math.max(start, from - 2), end, isNought)
}

/** "Headache days this month: 0", "hernia - repaired": a label, and nothing but a nought or that it is mended. */
function noneBehind({ tokens, gaps }: Chart, { end, last }: Item): number[] {
  const isLabel = end < last && gaps.labels[end] === 1
  const isAlone = end + 1 >= last || gaps.items[end + 1] === 1 || gaps.stops[end + 1] === 1
  if (!isLabel || !isAlone) return []
  return NONE.test(tokens[end]!) || REPAIRED.test(tokens[end]!) ? [end] : []
}

/** "Ectopic pregnancy left, salpingectomy 2020", "hernia: surgery 2015", but not "gout, cholecystectomy 2012". */
function operatedBehind({ tokens, gaps }: Chart, { to, end, last }: Item): number[] {
  if (gaps.commas[end] === 1 && isRole(tokens[to - 1]!, 'medical')) return []
  const isParted = gaps.commas[end] === 1 || gaps.labels[end] === 1
  const isNext = end + 1 < last && isParted && REMOVES.test(tokens[end]!)
  return isNext && YEAR.test(tokens[end + 1]!) ? [end] : []
}

/** "Measles second dose given". */
function dosesBehind({ tokens }: Chart, { to, end }: Item): number[] {
  // "Yellow fever given": no disease is given.
  if (to < end && IS_GIVEN.test(tokens[to]!)) return [to]
  return placesWhere(to, end, (at) => tokens[at] === 'dose' && ORDINAL.test(tokens[at - 1]!))
}

/** "Measles 1, MMR 2", "rabies D3 given", "flu due", "measles, MMR given": a dose of the vaccine, but not "flu 3 days". */
function vaccineDoses({ tokens, gaps }: Chart, { from, to, end, last }: Item): number[] {
  if (!tokens.slice(from, to).some((token) => isRole(token, 'preventable'))) return []
  const isGiven =
    end + 1 < last &&
    gaps.items[end] === 1 &&
    isRole(tokens[end]!, 'vaccine') &&
    IS_GIVEN.test(tokens[end + 1]!)
  if (isGiven || to === end) return isGiven ? [end] : []
  const next = tokens[to]!
  const isDose =
    (DOSE.test(next) && (to + 1 === end || FOLLOWS_DOSE.test(tokens[to + 1]!))) ||
    (DAY.test(next) && to + 1 < end && IS_GIVEN.test(tokens[to + 1]!))
  return isDose || IS_DUE.test(next) ? [to] : []
}

/** "Low fall risk", "fall risk: low". */
function lowRisk({ tokens, gaps }: Chart, { first, from, to, last }: Item): number[] {
  if (!tokens.slice(from, to).includes('risk')) return []
  const isNext = to < last && (gaps.items[to] === 0 || gaps.labels[to] === 1)
  return placesWhere(Math.max(first, from - 1), isNext ? to + 1 : to, (at) =>
    IS_LOW.test(tokens[at]!),
  )
}

/** "Sepsis six started": a bundle of care, but not "sepsis 6 days ago". */
function bundleBehind({ tokens }: Chart, { to, end, last }: Item): number[] {
  const isNumbered = to < end && tokens[to - 1] === 'sepsis' && tokens[to] === '6'
  const isTime = to + 1 < last && isRole(tokens[to + 1]!, 'unit')
  return isNumbered && !isTime ? [to] : []
}

/** "Perforation 1 in 100". */
function oddsBehind({ words, tokens }: Chart, { to, end }: Item): number[] {
  const isOdds = to + 2 < end && words[to]!.kind === 'number' && tokens[to + 1] === 'in'
  return isOdds && Number(tokens[to + 2]) >= LEAST_ODDS ? [to] : []
}

/** "Asthma now COPD", "Graves 2010, now hypothyroid": another condition took its place. */
function turnedBehind(
  { tokens, gaps }: Chart,
  { to, end, last }: Item,
  parts: Uint8Array,
): number[] {
  const isTurned = to + 1 === end && end < last && tokens[to] === 'now'
  if (isTurned && parts[end] === WORD.target) return [to]
  const isLater =
    to + 1 === end && end + 1 < last && YEAR.test(tokens[to]!) && gaps.commas[end] === 1
  return isLater && tokens[end] === 'now' && parts[end + 1] === WORD.target ? [end] : []
}

function isView(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1]!
  if (tokens[at] === 'list') return !LIST_OF_PROBLEMS.test(before)
  return OF_WRITER.test(tokens[at]!) && LEADS_VIEW.test(before)
}

/** "Tobacco chewer, left 3 yrs": a habit that was given up. */
function quitBehind({ tokens, gaps }: Chart, { from, to, end, last }: Item): number[] {
  if (end + 1 >= last || gaps.items[end] === 0 || !QUIT.test(tokens[end]!)) return []
  const isHabit = tokens.slice(from, to).some((token) => isRole(token, 'habitual'))
  return isHabit && IN_TIME.test(tokens[end + 1]!) ? [end] : []
}

/** "Alleged h/o sexual assault", which is not confirmed. */
function allegedBefore({ tokens }: Chart, { first, from, to }: Item): number[] {
  if (!tokens.slice(from, to).some((token) => ASSAULT.test(token))) return []
  const isAlleged = (at: number) => ALLEGED.test(tokens[at]!)
  const at = lastPlace(Math.max(first, from - ALLEGED_WITHIN), from, isAlleged)
  return at === undefined ? [] : [at]
}

/** "Stridor, drooling, cyanosis => ER": where to go with what a list warns of. */
function warningBehind({ tokens, gaps }: Chart, { first, to, last }: Item): number[] {
  const goal = firstPlace(to, last, (at) => gaps.stops[at] === 1)
  if (goal === undefined) return []
  const isGoal = isRole(tokens[goal]!, 'goal') || (tokens[goal] === 'a' && tokens[goal + 1] === 'e')
  const begin = lastPlace(first + 1, to, (at) => gaps.stops[at] === 1) ?? first
  const marks = placesWhere(begin + 1, goal, (at) => gaps.items[at] === 1)
  return isGoal && marks.length + 1 >= FEWEST_WARNINGS ? [goal] : []
}
