import { isRole, type Rule } from './context-phrases.ts'
import type { Stretch } from './persons.ts'

/**
 * Whose a condition is in notes of a birth or a pregnancy: the mother's of a newborn, her other children's, those of an earlier
 * pregnancy.
 */

const OF_OTHER: Rule = { context: 'family', direction: 'forward', reach: 'clause', score: 0.9 }
const OF_OTHER_NEAR: Rule = { ...OF_OTHER, reach: 'item' }
const WAS_AHEAD: Rule = { context: 'past', direction: 'forward', reach: 'clause', score: 0.85 }
const WAS_BEHIND: Rule = { ...WAS_AHEAD, direction: 'backward', reach: 'item' }

/** A mark of such a note: what it is called, where it ends and what it says. */
export interface BirthMark {
  readonly phrase: string
  readonly from: number
  readonly to: number
  /** Undefined for the present pregnancy, where the statement about earlier ones ends. */
  readonly rule: Rule | undefined
}

/** A woman who has given birth, by her number of pregnancies or without a word for it: "newborn of a lady with". */
const GRAVIDA =
  /^(?:female|g\d\S*|gravida|lady|mother|multi|multigravida|multip|primi|primigravida|woman)$/
const PLAIN_AGE =
  /^(?:a|age|aged|an|old|the|year|years|yo|yr|yrs|y|year-old|elderly|young|booked|unbooked)$/
const CHILD_OF = /^(?:of|to)$/
/** "B/o". */
const BABY_OF = 'b/o'
/** In words between a newborn and its mother. */
const LONGEST_AGE = 6
const WITH = /^(?:having|known|on|who|w|w\/|with)$/
/** The mother's care before the birth, as a label: "ANC: GDM". */
const ANTENATAL = /^(?:an|anc|anh|antenatal|antenatally|antenatals)$/
/** A mother's letter next to a baby's: "M: GDM. B: jaundice". */
const PAIR_WITHIN = 16

/** Children by their order. */
const ORDINAL = /^(?:1st|2nd|3rd|4th|5th|6th)$/
const CHILD = /^(?:baby|born|child|infant|issue|kid)$/
const COUNT = /^[1-9]$/
/** "2nd child of four", "first child born to". */
const NAMES_PATIENT = /^(?:among|at|born|by|came|for|from|in|is|now|of|out|presented|presents|to)$/
/** "L1", a living child, and words of notes in which it is a vertebra. */
const LIVING = /^l[1-9]$/
const OF_SPINE =
  /^(?:bulge|burst|cement\w*|collapse\w*|compress\w*|conus|cord|ct|dis[ck]s?|endplate|fractures?|fx|hemangioma|hemivertebra|kypho\w*|lamin\w*|level|lesion|lumbar|metasta\w*|mets|mri|nerve|pain|radicul\w*|root|scolio\w*|spin\w*|spondyl\w*|stenosis|tenderness|vertebra\w*|wedge\w*|xr|xray)$/
/** In words on either side. */
const SPINE_WITHIN = 16
const HAS = /^(?:had|has|with)$/
/** "LCB 3 yrs, child has": the last birth. */
const LAST_BIRTH = 'lcb'
const OF_CHILD = /^(?:baby|boy|child|female|girl|has|male)$/
const LAST_BIRTH_WITHIN = 5

/** One of several pregnancies, "G1", and one that ended early, "A1". */
const PREGNANCY = /^g[1-9]$/
const LOST = /^a[1-9]$/
const LOSS = /^(?:abortions?|miscarriages?)$/
const LOSS_WITHIN = 5
/** The rest of "G2 P1 A0". */
const PARITY = /^[apl]\d/
const PAST_IN = /^(?:during|in|with)$/
/** How it ended, and the child that came of it. */
const OUTCOME = /^(?:ftnd|ftnvd|lscs|nvd|svd|pvd|vd)$/
const CHILD_BORN = /^(?:alive|boy|female|girl|male)$/
const OUTCOME_WITHIN = 8
const CURRENT = /^(?:current|currently|now|present|presently|this)$/
const CURRENT_WITHIN = 3
/** In words on either side, where the other pregnancies are named. */
const PREGNANCIES_WITHIN = 40
const OF_PREGNANCY = /^(?:preg|pregnancy)$/

/** The marks of such notes in a stretch of words, in order; none overlap. Linear in its length. */
export function birthMarksIn(stretch: Stretch): readonly BirthMark[] {
  const found: BirthMark[] = []
  for (let at = stretch.start; at < stretch.end; at++) {
    const mark =
      motherAt(stretch, at) ??
      childAt(stretch, at) ??
      livingAt(stretch, at) ??
      pregnancyAt(stretch, at)
    if (mark === undefined) continue
    found.push({ ...mark, from: at })
    at = mark.to - 1
  }
  return found
}

type Told = Omit<BirthMark, 'from'>

const YOUNG = /^(?:boy|child|girl|kid|toddler)$/

/** True if a text is about a newborn or a child: its first words say so, and nothing says that it is a mother's. */
export function isNoteOfBaby(
  tokens: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let at = from; at < Math.min(to, from + LONGEST_AGE); at++) {
    const token = tokens[at]!
    if (token === BABY_OF || YOUNG.test(token) || isRole(token, 'infant'))
      return at + 1 === to || !isRole(tokens[at + 1]!, 'nursed')
    if (isRole(token, 'possessive') || isRole(token, 'relative')) return false
  }
  return false
}

/** "Newborn of a 27 yr old primi with GDM", "baby of G2P1, PIH", "ANC: GDM" in the note of a newborn. */
function motherAt(stretch: Stretch, at: number): Told | undefined {
  const { tokens, gaps, start, end, isOfBaby } = stretch
  const token = tokens[at]!
  const isLabel = isLabelled(stretch, at + 1)
  if (isOfBaby && ANTENATAL.test(token)) {
    const to = /^(?:h\/o|history|hx|period)$/.test(tokens[at + 1] ?? '') ? at + 2 : at + 1
    if (isLabelled(stretch, to) || to > at + 1) return { phrase: 'mother', to, rule: OF_OTHER }
  }
  if (token === 'm' && isLabel && (at === start || gaps.items[at] === 1)) {
    const others = tokens.slice(at + 1, at + PAIR_WITHIN)
    const other = others.indexOf('b')
    // The other letter may open a sentence of its own.
    if (other >= 0 && gaps.stops[at + other + 2] === 1)
      return { phrase: 'm', to: at + 1, rule: OF_OTHER }
  }
  if (!GRAVIDA.test(token)) return undefined
  let of = at - 1
  while (of > start && at - of <= LONGEST_AGE && isOfAge(stretch, of)) of--
  const isOf =
    tokens[of] === BABY_OF ||
    (CHILD_OF.test(tokens[of] ?? '') && of > start && isNewbornBefore(stretch, of))
  if (!isOf || of < start) return undefined
  const next = tokens[at + 1] ?? ''
  // "Newborn of G2P1, jaundice".
  if (gaps.items[at + 1] === 1) return undefined
  const isWith = at + 1 < end && (WITH.test(next) || isRole(next, 'having'))
  return { phrase: 'mother', to: at + 1, rule: isWith ? OF_OTHER : OF_OTHER_NEAR }
}

function isOfAge({ words, tokens, gaps }: Stretch, at: number): boolean {
  if (gaps.items[at + 1] === 1) return false
  return words[at]!.kind === 'number' || PLAIN_AGE.test(tokens[at]!) || isRole(tokens[at]!, 'age')
}

/** "Newborn of", "term male baby to", "born to". */
function isNewbornBefore({ tokens, gaps }: Stretch, of: number): boolean {
  const before = tokens[of - 1]!
  return gaps.items[of] === 0 && (isRole(before, 'infant') || /^(?:born|child)$/.test(before))
}

/** "1st child asthma", "child 2: well", but "2nd child of three, with asthma". */
function childAt(stretch: Stretch, at: number): Told | undefined {
  const { tokens, gaps, start, end } = stretch
  const isOrdinal = ORDINAL.test(tokens[at]!) && CHILD.test(tokens[at + 1] ?? '')
  const isCounted = tokens[at] === 'child' && COUNT.test(tokens[at + 1] ?? '')
  const to = at + 2
  const next = tokens[to] ?? ''
  if ((!isOrdinal && !isCounted) || to >= end || NAMES_PATIENT.test(next)) return undefined
  const isHead =
    at === start || gaps.items[at] === 1 || gaps.stops[at] === 1 || tokens[at - 1] === 'and'
  const isOpen = gaps.items[to] === 0 || isLabelled(stretch, to)
  if (isCounted && (isRole(next, 'age') || isRole(next, 'unit'))) return undefined
  if (isOrdinal && !isHead && gaps.items[to] === 1) {
    // "IUGR 1st baby".
    return { phrase: 'in 1st baby', to, rule: WAS_BEHIND }
  }
  return isHead && isOpen ? { phrase: 'her child', to, rule: OF_OTHER } : undefined
}

/** "L1 - asthma", "L2 has": a living child, where nothing speaks of the spine; "LCB 3 yrs, has". */
function livingAt(stretch: Stretch, at: number): Told | undefined {
  const { tokens, gaps, start, end } = stretch
  const token = tokens[at]!
  const isHead = at === start || gaps.items[at] === 1 || gaps.stops[at] === 1
  if (!isHead) return undefined
  if (token === LAST_BIRTH) {
    if (isLabelled(stretch, at + 1) && stretch.words[at + 1]?.kind !== 'number')
      return { phrase: 'her child', to: at + 1, rule: OF_OTHER }
    for (let next = at + 1; next < Math.min(end, at + LAST_BIRTH_WITHIN); next++)
      if (gaps.commas[next] === 1)
        return OF_CHILD.test(tokens[next]!)
          ? { phrase: 'her child', to: next, rule: OF_OTHER_NEAR }
          : undefined
    return undefined
  }
  if (!LIVING.test(token) || at + 1 >= end) return undefined
  const isSaid = isLabelled(stretch, at + 1) || HAS.test(tokens[at + 1]!)
  const around = tokens.slice(Math.max(start, at - SPINE_WITHIN), Math.min(end, at + SPINE_WITHIN))
  if (!isSaid || around.some((each) => OF_SPINE.test(each))) return undefined
  return { phrase: 'her child', to: at + 1, rule: OF_OTHER }
}

/** "PIH in G1", "GDM (G2)", "G1 - ectopic, G2 - FTND", "A1: missed abortion", "PIH 1st pregnancy". */
function pregnancyAt(stretch: Stretch, at: number): Told | undefined {
  const { tokens, gaps, start, end } = stretch
  const token = tokens[at]!
  const isHead = at === start || gaps.items[at] === 1 || gaps.stops[at] === 1
  const isLast = at + 1 >= end || gaps.items[at + 1] === 1 || gaps.stops[at + 1] === 1
  if (PREGNANCY.test(token)) {
    if (PARITY.test(tokens[at + 1] ?? '') && at + 1 < end) return undefined
    const isIn = at > start && PAST_IN.test(tokens[at - 1]!)
    if (isIn && at - 1 === start)
      return { phrase: 'in previous pregnancy', to: at + 1, rule: WAS_AHEAD }
    if ((isIn && isLast) || (gaps.opens[at] === 1 && isLast && at > start))
      return { phrase: 'in previous pregnancy', to: at + 1, rule: WAS_BEHIND }
    const born = tokens.slice(at + 1, Math.min(end, at + OUTCOME_WITHIN))
    const isBorn =
      born.some((each) => OUTCOME.test(each)) && born.some((each) => CHILD_BORN.test(each))
    if (isHead && isBorn && isLabelled(stretch, at + 1))
      return { phrase: 'her child', to: at + 1, rule: OF_OTHER }
    if (!isHead) return undefined
    const isPast = isEarlier(stretch, at)
    return isPast === undefined
      ? undefined
      : { phrase: 'previous pregnancy', to: at + 1, rule: isPast ? WAS_AHEAD : undefined }
  }
  if (LOST.test(token) && isHead && isLabelled(stretch, at + 1)) {
    const isLoss = tokens
      .slice(at + 1, Math.min(end, at + LOSS_WITHIN))
      .some((each) => LOSS.test(each))
    return isLoss ? { phrase: 'previous pregnancy', to: at + 1, rule: WAS_AHEAD } : undefined
  }
  const isNumbered = ORDINAL.test(token) && OF_PREGNANCY.test(tokens[at + 1] ?? '')
  if (!isNumbered || at === start || (gaps.items[at] === 1 && gaps.opens[at] === 0))
    return undefined
  const isClosed = at + 2 >= end || gaps.items[at + 2] === 1 || gaps.stops[at + 2] === 1
  return isClosed ? { phrase: 'in previous pregnancy', to: at + 2, rule: WAS_BEHIND } : undefined
}

/** True for one of several pregnancies that is not the last, nor said to be the present one; undefined for the only one. */
function isEarlier(stretch: Stretch, at: number): boolean | undefined {
  const { tokens } = stretch
  const before = Math.max(0, at - PREGNANCIES_WITHIN)
  const others = tokens
    .slice(before, at + PREGNANCIES_WITHIN)
    .filter((each, i) => PREGNANCY.test(each) && before + i !== at)
  if (others.length === 0) return undefined
  if (others.some((each) => each > tokens[at]!)) return true
  const near = tokens.slice(Math.max(0, at - 1), at + 1 + CURRENT_WITHIN)
  return isLabelled(stretch, at + 1) && !near.some((each) => CURRENT.test(each))
}

/** True behind a label: a colon, or a dash between spaces. */
function isLabelled({ gaps, end }: Stretch, at: number): boolean {
  return at < end && (gaps.labels[at] === 1 || (gaps.stops[at] === 1 && gaps.commas[at] === 0))
}
