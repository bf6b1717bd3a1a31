/** Trimesters as titles have them. */
export const TRIMESTERS = ['first', 'second', 'third'] as const
export type Trimester = (typeof TRIMESTERS)[number]

/** Weeks from which the second and the third trimester are counted, as ICD-10-CM does: 14 0/7 and 28 0/7. */
const SECOND_FROM = 14
const THIRD_FROM = 28
/** Weeks that a pregnancy may have when it is seen. */
const WEEKS = { least: 4, most: 43 } as const

/** The trimester of a number of weeks; undefined if no pregnancy that is seen has that number. */
export function trimesterOfWeeks(weeks: number): Trimester | undefined {
  if (weeks < WEEKS.least || weeks > WEEKS.most) return undefined
  return weeks < SECOND_FROM ? 'first' : weeks < THIRD_FROM ? 'second' : 'third'
}

/** "28 wks", "33w2d", "32+4 weeks", "28/40"; not "2 weeks ago". */
const GESTATION =
  /\b(\d{1,2})(?:\s?\+\s?\d)?(?:\/40\b|\s?-?(?:w|wk|wks|week|weeks)(?:\s?\d\s?d)?\b(?!\s*(?:ago|back|later|old|post|of life)))/gi
/** Words around it that tell of a pregnancy. */
const BEFORE =
  /\b(?:g\d\s?p\d\S*|gravida|primi(?:gravida)?|multi(?:gravida)?|anc|antenatal|pog|ga|gestation|pregnant|pregnancy|ob visit|at|cephalic|breech|f(?:o)?etus of|f(?:o)?etus|obs(?:tetric)? (?:scan|usg?)|slf|sliuf|sliup|siuf|iup)[\s,:(]*(?:visit\s*)?(?:at\s*)?$/i
const BEHIND =
  /^\s*(?:of\s+)?(?:g\d\s?p\d|gestation|biometry|pregnan|ga\b|pog\b|iup\b|iugs?\b|gravid|primi|by (?:biometry|dates|lmp|scan|usg|us)\b|size\b)/i
const PREGNANCY =
  /\b(?:g\d\s?p\d|gravida|primi|pregnan|antenatal|anc\b|edd\b|lmp\b|gestation|f(?:o)?et(?:al|us)|fundal|ob visit|afi\b|amnio|breech|cephalic|efw\b|fgr\b|ga\b|iugr|liquor|obs(?:tetric)? (?:scan|us)|\w*hydramnios|placenta|pog\b|sliuf|slf\b|sliup)/i
/** Around weeks that are a sentence of their own: "Cephalic. 37 weeks." */
const BEGINS = /(?:^|[.;\n])\s*$/
const ENDS = /^\s*(?:\d ?d(?:ays?)?)?\s*(?:[.;\n]|$)/i
/** In UTF-16 units. */
const AROUND = 24

/** Before a time that is no week of a pregnancy: "review in 6 weeks", "cough for 6 weeks". */
const OF_TIME =
  /\b(?:after|during|every|for|from|in|last|next|over|past|previous|prior|since|than|until|within|x)[\s:]*$/i
/** Before the week in which an earlier pregnancy ended: "previous: 1 miscarriage at 9/40". */
const OF_EARLIER =
  /\b(?:previous(?:ly)?|prev|prior|past|h\/o|history of|hx of)\b[^.;\n]*\b(?:abortions?|births?|deliver(?:ed|ies|y)|ectopics?|iufd|loss(?:es)?|miscarr(?:iages?|ied)|stillb(?:irths?|orn)|terminations?)\b[^.;\n]{0,12}\b(?:at|of)\s*$/i
/** In UTF-16 units, before such a week. */
const EARLIER_WITHIN = 64
/** "30+2". */
const WEEKS_AND_DAYS = /\b([1-4]\d) ?\+ ?[0-6]\b(?!\s*(?:w|wk|wks|week|weeks)\b)/g

/** The trimester by the weeks in a sentence that names a condition of pregnancy; undefined if it says none or several. */
export function trimesterOfSentence(sentence: string): Trimester | undefined {
  const found = new Set<Trimester>()
  for (const pattern of [GESTATION, WEEKS_AND_DAYS])
    for (const { 1: weeks, index } of sentence.matchAll(pattern)) {
      const before = sentence.slice(Math.max(0, index - AROUND), index)
      const isOfOther = OF_TIME.test(before) || isOfEarlier(sentence, index)
      const trimester = isOfOther ? undefined : trimesterOfWeeks(Number(weeks))
      if (trimester !== undefined) found.add(trimester)
    }
  return found.size === 1 ? [...found][0] : undefined
}

/** The trimester of the pregnancy that a text is about; undefined if it says none or several. Linear in its length. */
export function trimesterIn(text: string): Trimester | undefined {
  if (!PREGNANCY.test(text)) return undefined
  const found = new Set<Trimester>()
  for (const pattern of [GESTATION, WEEKS_AND_DAYS])
    for (const { 0: match, 1: weeks, index } of text.matchAll(pattern)) {
      const behind = text.slice(index + match.length, index + match.length + AROUND)
      const before = text.slice(Math.max(0, index - AROUND), index)
      const isNamed = pattern === GESTATION
      const isOfPregnancy =
        match.endsWith('/40') ||
        BEFORE.test(before) ||
        BEHIND.test(behind) ||
        (isNamed && BEGINS.test(before) && ENDS.test(behind))
      const isOwn = isOfPregnancy && !isOfEarlier(text, index)
      const trimester = isOwn ? trimesterOfWeeks(Number(weeks)) : undefined
      if (trimester !== undefined) found.add(trimester)
    }
  return found.size === 1 ? [...found][0] : undefined
}

/** True if the week at a place is that of a pregnancy before this one. */
function isOfEarlier(text: string, at: number): boolean {
  return OF_EARLIER.test(text.slice(Math.max(0, at - EARLIER_WITHIN), at))
}
