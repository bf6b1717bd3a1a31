import type { Chart } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { isSignBefore } from './gaps.ts'
import { paint, type Scopes } from './layers.ts'
import { paintFrom } from './reach.ts'
import type { Sentence } from './sections.ts'

/**
 * Conditions that may come, in the grammar of advice: a list after the word for a talk ("statin counselling: myalgia, dark
 * urine", "Anaesth explained spinal: headache"); a list before what to do then ("blue lips, floppy = 999"); the consequence
 * of what is not done ("keep dry, else thrush"); what may happen ("may blister"); what is watched for ("look daily for
 * blisters"); and lists of vaccines ("typhoid, rabies jabs").
 */

/** A phrase of the table is surer. */
const SURE = 0.84
const PLAN = { context: 'planned', reach: 'clause', score: SURE } as const
/** In words between the word for a talk and the sign before its list. */
const LABEL_WITHIN = 11
/** Verbs in a clause that tell what is so. */
const TELLS = /^(?:are|by|had|has|have|is|not|was|were)$/
/** "Explained that she is well": a clause of its own follows. */
const OPENS_CLAUSE = /^(?:he|her|his|i|it|my|she|that|there|they|this|to|we|you)$/
/** Words between a verb of teaching and the person who is taught. */
const TO_PERSON = /^(?:done|given|her|his|my|read|the|their|to|with)$/
const TO_PERSON_WITHIN = 3

/** After a sign, these are to be done, too. */
const ACTION_AFTER_SIGN =
  /^(?:a&e|ae|ambulance|back|ed|emergency|er|hold|hospital|stop|straight|urgent)$/
/** Words before the verb of an action. */
const LEADS_ACTION = /^(?:and|immediately|just|please|pls|so|then|they|to|you)$/
/** In words: "come straight to the labour ward or call the hotline". */
const LONGEST_ACTION = 9
/** Words behind a list of what was talked about. */
const ENDS_LIST = /^(?:explained|warned)$/
/** In words, of a vaccine before its disease: "typhoid conjugate vaccine". */
const LONGEST_NAME = 2

/** Colours of a plan for what may come. */
const ZONE = /^(?:amber|orange|red|yellow)$/
const ZONED = /^(?:plan|traffic|zone|zones)$/
/** In words. */
const ZONED_WITHIN = 40
/** Verbs that tell the patient what to do: "take with food, otherwise nausea". */
const TELLS_TO =
  /^(?:always|apply|avoid|bring|brush|carry|change|check|clean|complete|continue|cover|cut|do|dont|drink|dry|eat|elevate|exercise|finish|gargle|get|give|go|have|hold|inject|keep|limit|lose|maintain|massage|mobilize|monitor|must|needs?|never|pad|protect|put|raise|reduce|remove|rest|rinse|sit|sleep|stand|start|stay|stop|stretch|swallow|take|titrate|try|turn|use|wait|walk|wash|wean|wear)$/
const MODAL = /^(?:could|may|might|will|would)$/
/** The month: "in May", "since May", "5 May". */
const BEFORE_MONTH =
  /^(?:by|during|early|from|in|last|late|mid|next|of|since|this|till|until|\d.*)$/
/** "Anything else", "who else". */
const BEFORE_ELSE =
  /(?:^|any|every|no|some)(?:body|one|thing|where)$|^(?:all|any|little|much|no|none|not|what|where|who)$/
/** In words between a verb of watching and its "for": "observe 30 min for anaphylaxis". */
const FOR_WITHIN = 3
const REPEATED_WITHIN = 5

/** Notes what may come, as advice of a sentence says it. Linear in its length. */
export function paintAdvice(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens, gaps } = chart
  const first = sentence.heading?.to ?? sentence.from
  paintRule(chart, sentence, first, scopes)
  paintUnreal(chart, sentence, first, scopes)
  // The last word for a talk, whose list follows.
  let talk = -1
  let isOfFindings = false
  let vaccine = -1
  for (let at = first; at < sentence.to; at++) {
    const token = tokens[at]!
    const isSign = at > first && isSignBefore(gaps, at)
    const isLabel = talk >= 0 && at - talk <= LABEL_WITHIN && !isOfFindings
    if (isSign && isLabel && !isReport(chart, first, talk, at))
      paintFrom(chart, sentence, at, { ...PLAN, phrase: tokens[talk]! }, scopes)
    if (isSign || (at > first && gaps.stops[at] === 1)) {
      talk = -1
      isOfFindings = false
    }
    if (at > first && isActionFrom(chart, sentence, at)) {
      paintBack(chart, first, at, scopes)
      return
    }
    if (isZone(chart, first, at))
      paintFrom(chart, sentence, at + 1, { ...PLAN, phrase: token }, scopes)
    if (isRole(token, 'topic')) isOfFindings = true
    if (isRole(token, 'vaccine')) {
      vaccine = at
      paintVaccines(chart, first, at, scopes)
    } else if (vaccine >= 0 && isRole(token, 'preventable') && isNamedBehind(chart, vaccine, at))
      paint(scopes.ahead.planned, at, at + 1, { phrase: tokens[vaccine]!, score: SURE }, at)
    if (isRole(token, 'advising') || (token === 'if' && at === first)) {
      talk = at
      const object = objectOfTalk(chart, sentence, first, at)
      if (object !== undefined)
        paintFrom(chart, sentence, object, { ...PLAN, phrase: token }, scopes)
      if (ENDS_LIST.test(token)) paintList(chart, sentence, first, at, scopes)
    } else if (isLabel && isOfTalk(tokens, at))
      paintFrom(chart, sentence, at + 1, { ...PLAN, phrase: tokens[talk]! }, scopes)
    else if (
      token === 'otherwise' &&
      at > first &&
      gaps.commas[at] === 1 &&
      TELLS_TO.test(tokens[first]!)
    )
      paintFrom(chart, sentence, at + 1, { ...PLAN, phrase: token }, scopes)
    else if (token === 'else' && isElse(chart, first, at))
      paintFrom(chart, sentence, at + 1, { ...PLAN, phrase: token }, scopes)
    else if (MODAL.test(token) && isModal(chart, first, at, sentence.to))
      paint(scopes.ahead.planned, at + 1, at + 2, { phrase: token, score: SURE }, at + 1)
    else if (token === 'for' && chart.markAt[at] === undefined && isWatched(chart, first, at))
      paintFrom(chart, sentence, at + 1, { ...PLAN, phrase: token }, scopes)
  }
}

/** "Asthma action plan. Red: blue lips": a colour before a sign, in a plan by zones. */
function isZone({ tokens, gaps }: Chart, first: number, at: number): boolean {
  if (!ZONE.test(tokens[at]!) || !isSignBefore(gaps, at + 1)) return false
  if (at > first && gaps.items[at] === 0 && gaps.stops[at] === 0) return false
  return tokens.slice(Math.max(0, at - ZONED_WITHIN), at).some((each) => ZONED.test(each))
}

/** True for a colon right after the verb that opens the sentence: a diagnosis follows. */
function isReport({ tokens }: Chart, first: number, talk: number, at: number): boolean {
  return talk === first && at === talk + 1 && tokens[talk] === 'told'
}

/** "Teaching done with parents on febrile seizures", "spoke about the possibility of a stoma", "education done, incl. sweating". */
function isOfTalk(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]!
  if (token === 'of') return /^(?:chance|likelihood|possibility|risk|risks)$/.test(tokens[at - 1]!)
  return /^(?:about|incl|including|like|re|regarding)$/.test(token)
}

/** "Haematoma, infection and scarring explained": a list of three before the end of its clause is no list of diagnoses. */
function paintList(
  { tokens, gaps }: Chart,
  { to }: Sentence,
  first: number,
  at: number,
  scopes: Scopes,
): void {
  if (at + 1 < to && gaps.items[at + 1] === 0 && gaps.stops[at + 1] === 0) return
  let from = at
  let commas = 0
  while (from > first && gaps.stops[from] === 0) commas += gaps.commas[from--]!
  if (commas < 2) return
  paint(scopes.behind.planned, from, at, { phrase: tokens[at]!, score: SURE }, at)
}

/** Diseases that a vaccine is against, before its word: "typhoid, hepatitis A and rabies jabs". */
function paintVaccines({ tokens, gaps }: Chart, first: number, at: number, scopes: Scopes): void {
  let from = at
  // Words of the items that are not read yet as a disease.
  let open = 0
  for (let i = at - 1; i >= first && open <= LONGEST_NAME; i--) {
    open++
    if (isRole(tokens[i]!, 'preventable')) {
      from = i
      open = 0
    }
    if (gaps.stops[i] === 1 || (open > 0 && gaps.commas[i] === 1 && i < at - 1)) break
  }
  paint(scopes.behind.planned, from, at, { phrase: tokens[at]!, score: SURE }, at)
}

/** True if a disease is in the list that follows a vaccine after a sign: "6-in-1 given: diphtheria, polio". */
function isNamedBehind({ gaps }: Chart, vaccine: number, at: number): boolean {
  for (let i = vaccine + 1; i <= at; i++) if (isSignBefore(gaps, i)) return true
  return false
}

/** The first word of what is taught or explained: "taught partner signs of overdose", "explained expulsion, PID". */
function objectOfTalk(
  { tokens, gaps }: Chart,
  { to }: Sentence,
  first: number,
  at: number,
): number | undefined {
  const token = tokens[at]!
  if (!/^(?:explain|explained|shown|taught|told|warn|warned)$/.test(token)) return undefined
  const isHead = at === first || gaps.stops[at] === 1 || gaps.commas[at] === 1
  const before = tokens[at - 1] ?? ''
  // "Injection given explained hyperglycaemia".
  const isBehindDeed = /^(?:done|given)$/.test(before)
  if (!isHead && !isBehindDeed && !isRole(before, 'listener') && !isRole(before, 'relative'))
    return undefined
  let next = at + 1
  while (
    next < to &&
    next <= at + TO_PERSON_WITHIN &&
    gaps.items[next] === 0 &&
    (TO_PERSON.test(tokens[next]!) ||
      isRole(tokens[next]!, 'relative') ||
      isRole(tokens[next]!, 'listener'))
  )
    next++
  if (next >= to || gaps.stops[next] === 1 || gaps.commas[next] === 1) return undefined
  if (OPENS_CLAUSE.test(tokens[next]!)) return undefined
  const tells = tokens[next] !== 'what'
  for (let i = next; tells && i < to && gaps.stops[i] === 0; i++)
    if (isRole(tokens[i]!, 'topic') || TELLS.test(tokens[i]!)) return undefined
  return next
}

/** True if the rest of a sentence is what the patient is to do: "fever, calf pain, page us", "rash = stop tablets". */
function isActionFrom({ tokens, gaps }: Chart, { to }: Sentence, at: number): boolean {
  const isSign = isSignBefore(gaps, at)
  if (!isSign && gaps.commas[at] === 0 && tokens[at] !== 'then') return false
  let verb = at
  while (verb < to && LEADS_ACTION.test(tokens[verb]!)) verb++
  if (verb >= to || to - verb > LONGEST_ACTION) return false
  const isVerb = isRole(tokens[verb]!, 'acting')
  if (!isVerb && !(isSign && ACTION_AFTER_SIGN.test(tokens[verb]!))) return false
  // "Fall → ED" is a story, "come" and "999" are none.
  if (!isVerb && to - verb === 1 && tokens[verb] !== 'stop') return false
  return tokens.slice(verb + 1, to).every((token) => isRole(token, 'errand'))
}

/** Notes what is before an action, back to a colon or a semicolon. */
function paintBack({ gaps }: Chart, first: number, at: number, scopes: Scopes): void {
  let from = at - 1
  while (from > first && gaps.stops[from] === 0) from--
  paint(scopes.behind.planned, from, at, { phrase: 'advice', score: SURE }, at)
}

/** "Keep dry else it will spread", "or else", but not "nothing else". */
function isElse({ tokens, gaps }: Chart, first: number, at: number): boolean {
  if (at === first || gaps.stops[at + 1] === 1) return false
  return gaps.items[at] === 1 || !BEFORE_ELSE.test(tokens[at - 1]!)
}

/** True if a finding right behind a word is a verb: "may blister", but not "in May headache". */
function isModal(
  { words, tokens, gaps, markAt }: Chart,
  first: number,
  at: number,
  to: number,
): boolean {
  if (
    markAt[at] !== undefined ||
    at + 1 >= to ||
    gaps.items[at + 1] === 1 ||
    words[at + 1]!.kind !== 'word'
  )
    return false
  return tokens[at] !== 'may' || at === first || !BEFORE_MONTH.test(tokens[at - 1]!)
}

/** "Look daily for blisters", "to observe 30 min for anaphylaxis". */
function isWatched({ tokens, gaps, markAt }: Chart, first: number, at: number): boolean {
  for (let i = at - 1; i >= Math.max(first, at - FOR_WITHIN); i--) {
    if (gaps.items[i + 1] === 1) return false
    if (isRole(tokens[i]!, 'watching')) return markAt[i] === undefined
  }
  return isRepeated(tokens.slice(Math.max(first, at - REPEATED_WITHIN), at))
}

/** True if words name a test and how often it is made: "weekly dips", "hourly neuro obs". */
function isRepeated(before: readonly string[]): boolean {
  const isTest = (token: string) => isRole(token, 'investigation') || isRole(token, 'repeatable')
  return (
    before.some((token) => isRole(token.replace(/^\d+/, ''), 'repeated')) && before.some(isTest)
  )
}

/** Verbs of rules, besides those that tell the patient what to do. */
const RULES =
  /^(?:aim|administer|anticoagulate|commence|consider|offer|prescribe|refer|suspect|target)$/
const WHOM = /^(?:adults|all|any|children|in|men|most|patients|people|those|with|women)$/
/** In words, of the condition that a rule is about. */
const LONGEST_CASE = 4
/** A possibility, and the verb behind. */
const IS_ABLE = /^(?:can|could|may|might)$/
const OFTEN = /^(?:also|often|sometimes|then)$/
const BRINGS = /^(?:cause|lead|mimic|precipitate|result|trigger)$/
const RAISES = /^(?:increases?|raises?) (?:the )?risk of/
/** "His asthma can cause cough" tells of one patient. */
const OF_ONE = /^(?:her|his|known|my|our|s|the|their|this|your)$/

/** Notes rules for anyone: "in sepsis give antibiotics", "in patients with COPD target 88%", "hypertension can cause headaches". */
function paintRule(chart: Chart, { to }: Sentence, first: number, scopes: Scopes): void {
  const { words, tokens, gaps, markAt } = chart
  const isRule = /^(?:for|in)$/.test(tokens[first] ?? '')
  let from = first
  while (isRule && from < to && WHOM.test(tokens[from]!)) from++
  if (isRule && from === first) from++
  for (let at = from; at < to && at - from <= LONGEST_CASE && gaps.stops[at] === 0; at++) {
    const token = tokens[at]!
    const isCommand = isRule && at > from && (TELLS_TO.test(token) || RULES.test(token))
    if (isCommand || (!isRule && at > from && bringsOn(tokens, at))) {
      paint(scopes.ahead.planned, from, at, { phrase: token, score: SURE }, from)
      return
    }
    if (words[at]!.kind !== 'word' || markAt[at] !== undefined || OF_ONE.test(token)) return
    if (gaps.commas[at] === 1 && at > from) return
  }
}

/** "Can lead to", "increases the risk of". */
function bringsOn(tokens: readonly string[], at: number): boolean {
  if (RAISES.test(tokens.slice(at, at + 4).join(' '))) return true
  if (!IS_ABLE.test(tokens[at]!)) return false
  const verb = OFTEN.test(tokens[at + 1] ?? '') ? at + 2 : at + 1
  return BRINGS.test(tokens[verb] ?? '')
}

/** "We would have given". */
const WOULD = /^(?:could|might|should|would|wouldnt)$/
const UNREAL_SUBJECT = /^(?:he|it|she|that|the|there|they|this)$/
/** In words between "had" and "been". */
const BEEN_WITHIN = 6

/** Notes what was not so: "had he been septic we would have treated", "were this meningitis, LP would be abnormal". */
function paintUnreal(
  { tokens, gaps }: Chart,
  { to }: Sentence,
  first: number,
  scopes: Scopes,
): void {
  const token = tokens[first]
  if (token !== 'had' && token !== 'were') return
  let been = first + 1
  while (
    been < to &&
    been - first <= BEEN_WITHIN &&
    gaps.commas[been] === 0 &&
    tokens[been] !== 'been'
  )
    been++
  const isHad =
    token === 'had' && been > first + 1 && tokens[been] === 'been' && gaps.commas[been] === 0
  const isWere = token === 'were' && UNREAL_SUBJECT.test(tokens[first + 1] ?? '')
  const would = tokens.slice(first, to).some((each) => WOULD.test(each))
  if (!would || !(isHad || isWere)) return
  paint(scopes.ahead.planned, first, to, { phrase: token, score: SURE }, first)
}
