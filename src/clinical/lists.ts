import { type Chart, isItemStart, type Mark } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { isSide } from './laterality.ts'
import type { Context } from './qualifiers.ts'
import type { Sentence } from './sections.ts'
import { YEAR } from './times.ts'
import { isDrugWord } from './word-kinds.ts'

/** Triggers that deny item by item. */
const SAYS_NO = /^(?:no|not|without|w\/o)\b/

const INSTEAD = /^(?:instead of|rather than)$/
/** In words, and in items. */
const LONGEST_BARE_ITEM = 3
const FEWEST_OF_LIST = 3
const JOINS_CHOICE = /^n?or$/

/** In words, of an item of "cellulitis, a deep vein thrombosis and gout". */
const LONGEST_JOINED_ITEM = 4
/** Between the items of a list. */
export const JOINS_ITEMS = /^(?:&|and)$/
const WITHIN_NAME = /^(?:a|an|of|the)$/
/** Between a list and the statement that follows: "have since resolved", "in her cousin". */
const BEFORE_VERDICT =
  /^(?:\d{1,3}|a|about|all|almost|an|are|around|been|both|few|found|had|has|have|her|his|in|is|many|my|nearly|now|only|over|several|since|some|the|their|then|treated|was|were)$/
/** Behind what a verb of its own speaks of: "and asthma is stable". */
const BEGINS_CLAUSE =
  /^(?:are|had|has|have|improv\w+|is|persists?|remains?|started|still|was|were|which|who|worsen\w*)$/

/**
 * Where the first item of a list begins of which the last, from `own` to `end`, has a statement after it: "cellulitis, gout
 * and jaundice last year". "And" joins the last item, and none is more than a name. `own` if there is no such list.
 */
export function startOfJoined(chart: Chart, first: number, own: number, end: number): number {
  const { tokens } = chart
  let last = end
  while (last > own && BEFORE_VERDICT.test(tokens[last - 1]!)) last--
  const name = startOfName(chart, own, last)
  const joint = name - 1
  if (name === last || joint < own || !JOINS_ITEMS.test(tokens[joint]!)) return own
  const begin = startOfList(chart, first, name, (at) => startOfName(chart, first, at))
  return Math.min(begin, own)
}

/**
 * Where the list begins of which an item begins at a word, "cellulitis, gout, and jaundice"; the word itself if it has no item
 * before it. "And" or a comma parts items.
 *
 * @param startOfItem the first word of the item that ends before a word; the same word if none does
 */
export function startOfList(
  { tokens, gaps }: Chart,
  first: number,
  from: number,
  startOfItem: (end: number) => number,
): number {
  let begin = from
  while (begin > first) {
    const isJoined = JOINS_ITEMS.test(tokens[begin - 1]!)
    const end = isJoined ? begin - 1 : begin
    if (!isJoined && gaps.commas[end] === 0) break
    const before = startOfItem(end)
    if (before === end) break
    begin = before
  }
  return begin
}

/** Behind the last item of a list that begins at a word, "cellulitis, gout and jaundice"; `from` if there is none. */
export function endOfJoined(chart: Chart, from: number, to: number): number {
  const { tokens, gaps } = chart
  let at = from
  while (at < to) {
    const end = endOfName(chart, at, to)
    if (end === at || end >= to) return from
    const isLast = JOINS_ITEMS.test(tokens[end]!)
    if (!isLast && gaps.commas[end] === 0) return from
    at = isLast ? end + 1 : end
    if (isLast) break
  }
  const end = endOfName(chart, at, to)
  const isClause = end < to && gaps.items[end] === 0 && BEGINS_CLAUSE.test(tokens[end]!)
  return end === at || isClause ? from : end
}

function startOfName(chart: Chart, first: number, end: number): number {
  let at = end
  while (at > first && end - at < LONGEST_JOINED_ITEM && isOfName(chart, at - 1)) {
    at--
    if (chart.gaps.items[at] === 1 || chart.gaps.stops[at] === 1) break
  }
  return at
}

function endOfName(chart: Chart, from: number, to: number): number {
  let at = from
  while (at < to && at - from < LONGEST_JOINED_ITEM && isOfName(chart, at)) {
    if (at > from && (chart.gaps.items[at] === 1 || chart.gaps.stops[at] === 1)) break
    at++
  }
  return at
}

/** True for a word that may be one of a name, and that no trigger has. */
function isOfName({ words, tokens, markAt }: Chart, at: number): boolean {
  const { kind, stop } = words[at]!
  return kind === 'word' && markAt[at] === undefined && (!stop || WITHIN_NAME.test(tokens[at]!))
}

/** True if an item that begins at a comma is no longer part of the list that a trigger began. */
export function endsList(
  chart: Chart,
  sentence: Sentence,
  trigger: Mark,
  context: Context,
  at: number,
): boolean {
  const { tokens, gaps, markAt, itemsUpTo, hasOr } = chart
  const { from, phrase } = trigger
  // "H/o TB 2010, cough".
  if (context === 'past') return YEAR.test(tokens[at - 1]!)
  // "No diplopia, no ptosis, just weakness".
  if (context === 'absent' && isRole(tokens[at]!, 'exception')) return true
  const first = sentence.heading?.to ?? sentence.from
  // "Rather than asthma, spirometry shows COPD".
  if (from === first && INSTEAD.test(phrase)) return true
  if (context === 'absent' && hasOr[at] === 0 && isThere(chart, sentence, trigger, at)) return true
  if (context !== 'absent' || !SAYS_NO.test(phrase) || hasOr[at] === 1) return false
  // "No fracture seen, soft tissue swelling".
  if (isRole(tokens[at - 1]!, 'closer') && itemsUpTo[at - 1] === itemsUpTo[from]) return true
  // "No murmur, raised JVP", but "no h/o gout, raised BP, asthma".
  if (isRole(tokens[at]!, 'result'))
    return !isRole(tokens[at]!, 'changed') || !OF_HISTORY.test(phrase)
  if (from === first || gaps.stops[from] === 1) return false
  // "Varices without bleeding, gastropathy".
  if (!isItemStart(tokens, gaps, from)) return tokens[from] === 'without' || tokens[from] === 'w/o'
  // "No DM, no HTN, asthma": each is denied by itself.
  const before = itemsUpTo[from]! - 1
  let last = from - 1
  while (last > first && itemsUpTo[last - 1]! === before) last--
  const mark = markAt[last]
  return mark?.from === last && SAYS_NO.test(mark.phrase) && isDenial(mark)
}

/** "Known hypertension": behind a denial, what is known is there. */
const IS_KNOWN = /^(?:established|known|longstanding)$/
/** Adjectives of patients: who is denied a disease is not denied to be something else, "no gout, hypertensive". */
const OF_PATIENT =
  /^(?:alcoholic|anemic|arthritic|asthmatic|bradycardic|cirrhotic|dehydrated|delirious|diabetic|epileptic|euglycemic|febrile|hypertensive|hyperglycemic|hyperkalemic|hypoglycemic|hypokalemic|hyponatremic|hypotensive|hypothyroid|hypoxic|icteric|jaundiced|neutropenic|obese|pregnant|pyrexial|septic|tachycardic|tachypneic|uremic)$/
/** Allergies that may be meant by a list of "no allergies". */
const ATOPIC =
  /^(?:anaphylaxis|angioedema|asthma|dermatitis|eczema|hay|hayfever|hives|rash|rhinitis|urticaria)$/
const OF_ALLERGIES = /^(?:drug|food|known)$/
/** Words that say of one of two conditions that it is there: "no bleed, acute infarct". */
const IS_NEW = /^(?:acute|healed|healing|infected|ruptured|strangulated|subacute|torn)$/
const MILD_INJURY = /^(?:contusion|sprain|strain)$/
const INJURY = /^(?:dislocations?|fractures?|fx|avulsion)$/
/** Acts that are not denied behind a comma. */
const DONE =
  /^(?:drained|excised|given|inserted|managed|removed|repaired|started|sutured|transfused|treated)$/
const WITH = /^(?:by|with)$/
/** "No h/o gout, acute otitis", "no c/o fever, reduced hearing": nothing of these is new, and none is a finding. */
const OF_HISTORY =
  /\b(?:c\/o|complain\w*|h\/o|history|hx|k\/c\/o|known|past|prev\w*|prior|symptoms?)\b/
/** In words behind "on". */
const DRUG_WITHIN = 2

/** True if an item behind a denial says itself that it is there: "no gout, hypertensive on ramipril", "no fracture, ankle sprain". */
function isThere(
  chart: Chart,
  sentence: Sentence,
  { from: denied, phrase }: Mark,
  at: number,
): boolean {
  const { tokens, gaps } = chart
  if (IS_KNOWN.test(tokens[at]!)) return true
  const before = tokens.slice(denied, at)
  if (isRole(tokens[at - 1]!, 'allergy'))
    return tokens.slice(0, at).some((each) => OF_ALLERGIES.test(each)) || !ATOPIC.test(tokens[at]!)
  if (OF_PATIENT.test(tokens[at]!)) return !before.some((each) => OF_PATIENT.test(each))
  let end = at + 1
  while (end < sentence.to && gaps.items[end] === 0 && gaps.stops[end] === 0) end++
  if (isRole(tokens[end - 1]!, 'exception') && end - at > 1) return true
  if (isOnDrug(chart, at, end)) return true
  const own = tokens.slice(at, end)
  // "No dehiscence, PPH managed with oxytocin", "no complications, 2 units transfused".
  const isDone =
    DONE.test(own.at(-1)!) || own.some((each, i) => DONE.test(each) && WITH.test(own[i + 1] ?? ''))
  if (isDone && own.length > 1 && !OF_HISTORY.test(phrase)) return true
  const isLast = end === sentence.to || gaps.stops[end] === 1
  const isOfTwo = isLast && !gaps.items.subarray(denied + 1, at).includes(1)
  if (!isOfTwo || OF_HISTORY.test(phrase) || own.some((each) => isRole(each, 'symptom')))
    return false
  if (MILD_INJURY.test(own.at(-1)!)) return before.some((each) => INJURY.test(each))
  if (IS_NEW.test(own[0]!)) return !before.some((each) => IS_NEW.test(each))
  return own.slice(1).some(isSide) && !before.some(isSide)
}

/** "AF on bisoprolol". */
function isOnDrug({ tokens }: Chart, from: number, to: number): boolean {
  const on = tokens.indexOf('on', from)
  if (on < 0 || on >= to) return false
  return tokens.slice(on + 1, Math.min(to, on + 1 + DRUG_WITHIN)).some(isDrugWord)
}

function isDenial({ rules }: Mark): boolean {
  return rules.some(({ context, direction }) => context === 'absent' && direction === 'forward')
}

/** True for bare names behind a denial up to "or": "not gout, lupus or sarcoid". */
export function isChoiceAhead(
  { words, tokens, gaps, markAt }: Chart,
  from: number,
  to: number,
): boolean {
  let length = 0
  for (let at = from; at < to && gaps.stops[at] === 0; at++) {
    if (JOINS_CHOICE.test(tokens[at]!)) return at > from
    if (gaps.commas[at] === 1) length = 0
    else if (at > from && gaps.items[at] === 1) return false
    if (words[at]!.kind !== 'word' || markAt[at] !== undefined || ++length > LONGEST_BARE_ITEM)
      return false
  }
  return false
}

/** "She lives with her mother, who has dementia, and has asthma": the person before the relative goes on. */
export function isBack(
  { tokens, gaps }: Chart,
  sentence: Sentence,
  { from, phrase }: Mark,
  at: number,
): boolean {
  if (!isRole(phrase, 'relative')) return false
  if (gaps.commas[at] !== 1 && tokens[at - 1] !== 'and') return false
  for (let i = sentence.heading?.to ?? sentence.from; i < from; i++)
    if (!isRole(tokens[i]!, 'possessive') && !isRole(tokens[i]!, 'relative') && tokens[i] !== 'and')
      return true
  return false
}

/**
 * Where a list begins of which the last item alone has a verdict, "icterus, cyanosis, clubbing absent": three or more items of
 * nothing but a name, from the beginning of the clause on.
 */
export function startOfBareList(
  chart: Chart,
  sentence: Sentence,
  own: number,
  end: number,
): number {
  const { words, tokens, gaps, markAt } = chart
  if (gaps.items[end] === 1) return own
  const first = sentence.heading?.to ?? sentence.from
  let items = 1
  let length = 0
  for (let at = end - 1; at >= first; at--) {
    // "Jaundice, anaemia or clubbing absent".
    if (tokens[at] === 'or') {
      items++
      length = 0
      continue
    }
    const isBare = words[at]!.kind === 'word' && markAt[at] === undefined
    if (!isBare || ++length > LONGEST_BARE_ITEM) return own
    if (at === first || gaps.stops[at] === 1) return items >= FEWEST_OF_LIST ? at : own
    if (gaps.commas[at] === 1) {
      items++
      length = 0
    } else if (gaps.items[at] === 1) return own
  }
  return own
}
