import { isRole } from '../../clinical/context-phrases.ts'
import { isAimOf } from '../../clinical/reasons.ts'
import type { SectionKind } from '../../clinical/sections.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import type { Place } from './test-values.ts'

/** Below data/: reactions to drugs. */
const TABLE = 'medication/drug-reactions.tsv'

/** `ill` is what a person becomes: "makes her vomit". */
export const REACTION_KINDS = ['allergic', 'adverse', 'ill'] as const

/** Sections in which a sign between a drug and a symptom gives the reason for the drug: "ondansetron (nausea)". */
const GIVES_REASONS: ReadonlySet<SectionKind | undefined> = new Set([
  ...(['medication', 'plan', 'advice', 'assessment', 'course', 'diagnosis'] as const),
])
/** In characters, around a drug. */
const REACH = 90

const PERSON = '(?:him|her|me|them|us|(?:the )?(?:pt|patient|child|baby))'
const ADVERB = '(?:always|often|usually|previously|also|has|have|had|can)'
const DEGREE =
  '(?:an?|some|the|very|really|quite|so|all|severe|bad|mild|awful|terrible|generali[sz]ed|widespread|itchy|red|childhood|immediate|delayed|feel|feeling)'
/** Words next to a reaction that say no more than how it was. */
const FILLER =
  '(?:and|or|with|\\+|&|/|,|\\?|severe|mild|moderate|minor|major|bad|generali[sz]ed|widespread|facial|childhood|as a (?:child|baby|kid)|in childhood|last (?:time|yr|year|month|week)|(?:in )?(?:19|20)\\d\\d|with (?:it|this)|unclear|unknown|unsure|possible|probable|documented|type \\d|reaction|to (?:face|body|trunk))'

interface Patterns {
  /** Reactions of any kind, of the immune system, and what a person becomes; sticky, see {@link reactionEnd}. */
  readonly any: RegExp
  readonly allergicOne: RegExp
  readonly ill: RegExp
  /** A reaction, and a word next to one that says no more than how it was. */
  readonly reaction: RegExp
  readonly filler: RegExp
  /** A reaction of the immune system, and the words for any. */
  readonly allergic: RegExp
}

/** A sign after a drug with the words that follow: "(rash)", ": hives", "pls - rash". */
const SIGNED =
  /^(?:\s(?:pls|please))? ?(?:\(|,(?=\s\w+ (?:with it|in \d|\d))|:|[-–—]+>?|=>?|→)\s?([^().;\n]{2,60})/

const patterns = lazily((): Patterns => {
  const phrases = new Map<string, string[]>(REACTION_KINDS.map((kind) => [kind, []]))
  for (const [phrase, kind] of readTable(TABLE, ['phrase', 'kind']))
    phrases.get(kind!)!.push(phrase!)
  // The longest phrase first.
  const [allergic, adverse, ill] = REACTION_KINDS.map((kind) =>
    phrases
      .get(kind)!
      .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .map((phrase) => phrase.replace(/[+.]/g, '\\$&'))
      .join('|'),
  )
  const any = `(?:${allergic}|${adverse})`
  return {
    any: new RegExp(`${any}(?!\\w)`, 'iy'),
    allergicOne: new RegExp(`(?:${allergic})(?!\\w)`, 'iy'),
    ill: new RegExp(`(?:${ill})(?!\\w)`, 'iy'),
    reaction: new RegExp(`\\b${any}(?!\\p{L})`, 'giu'),
    filler: new RegExp(`(?<!\\p{L})${FILLER}(?!\\p{L})`, 'giu'),
    allergic: new RegExp(
      `(?<!\\p{L})(?:${allergic}|allergic|allergies|anaphylactic|reacts?|reacted)(?!\\p{L})`,
      'iu',
    ),
  }
})

/** Before a reaction to the drug that follows it. */
const GETS =
  /\b(?:gets?|got|develop(?:s|ed)|(?:comes?|came|breaks?|broke) (?:out|up) (?:in|with)|comes? up in) /gi
/** Between a reaction and its drug: of any reaction, and where only one of the immune system is no illness that came later. */
const BY = /^ (?:with|from|to) (?:\w+ ){0,2}$/i
const AFTER =
  /^ (?:after|on|when (?:taking|given|(?:he|she) (?:takes|took|has|had))|following) (?:\w+ ){0,2}$/i
/** Between a drug and its reaction. */
const MAKES = new RegExp(`^ (?:${ADVERB} ){0,2}(?:makes?|made) ${PERSON} `, 'i')
const GIVES = new RegExp(
  `^ (?:${ADVERB} ){0,2}(?:(?:gives?|gave|given) ${PERSON}|(?:brings?|brought) ${PERSON} out in) `,
  'i',
)

/** Items of a list of reactions, the words before one, and the text between two. */
const MOST_LISTED = 3
const MOST_DEGREES = 3
const A_DEGREE = new RegExp(`${DEGREE} `, 'iy')
const NEXT = /(?:,| and| or|\/) ?/iy

/** Where a sticky pattern ends in a text from a place on; -1 if it does not match there. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Where a reaction ends, with its degrees before it: "a very itchy rash"; -1 if none begins at a place. */
function reactionEnd(one: RegExp, text: string, from: number): number {
  let at = from
  for (let degrees = 0; at >= 0 && degrees <= MOST_DEGREES; degrees++) {
    const end = endOf(one, text, at)
    if (end >= 0) return end
    at = endOf(A_DEGREE, text, at)
  }
  return -1
}

/** Where a list of reactions ends that begins at a place: "an itchy rash and hives"; -1 if none begins there. */
function listEnd(one: RegExp, text: string, from: number): number {
  let end = reactionEnd(one, text, from)
  for (let listed = 1; listed < MOST_LISTED && end >= 0; listed++) {
    const next = endOf(NEXT, text, end)
    const more = next < 0 ? -1 : reactionEnd(one, text, next)
    if (more < 0) break
    end = more
  }
  return end
}

/** True if the words before a drug end with a reaction that came of it: "gets a rash with". */
function isGot(before: string): boolean {
  const { any, allergicOne } = patterns()
  return [...before.matchAll(GETS)].some(({ index, 0: { length } }) => {
    const endsWith = (one: RegExp, tail: RegExp) => {
      const end = listEnd(one, before, index + length)
      return end >= 0 && tail.test(before.slice(end))
    }
    return endsWith(any, BY) || endsWith(allergicOne, AFTER)
  })
}

/** True if the words after a drug begin with a reaction that it makes: "makes him constipated". */
function isMade(after: string): boolean {
  const { any, ill } = patterns()
  const made = MAKES.exec(after)?.[0].length
  if (made !== undefined) return reactionEnd(ill, after, made) >= 0
  const given = GIVES.exec(after)?.[0].length
  return given !== undefined && listEnd(any, after, given) >= 0
}

/** Words that name a reaction, whatever the drug is for. */
const UNMISTAKABLE =
  /\b(?:intoleran(?:ce|t)|adrs?|adverse (?:drug )?reaction|side effects?|hypersensitivity|allergic reaction|stevens.johnson|sjs|toxic epidermal)\b/i

const ENDS_ITEM = /[;\n]|\.\s/

/** A drug that the text may say is reacted to. */
interface Reacted extends Place {
  readonly section: SectionKind | undefined
  /** First and last character of its sentence. */
  readonly from: number
  readonly to: number
}

/**
 * True if the words around a drug tell a reaction to it: "codeine makes him constipated", "gets a rash with co-trimoxazole",
 * "penicillin (rash)". A sign alone may give the reason for a drug, "senna - constipation": it counts after usual allergens,
 * and before words like "intolerance".
 *
 * @throws MedlinkError `data_invalid`
 */
export function isReactedTo(text: string, { begin, end, from, to, section }: Reacted): boolean {
  const before = text.slice(Math.max(from, begin - REACH), begin)
  const after = text.slice(end, Math.min(to, end + REACH))
  if (isGot(before) || isMade(after)) return true
  const signed = SIGNED.exec(after)?.[1]
  if (signed === undefined || !isReaction(signed)) return false
  const item = after.split(ENDS_ITEM)[0]!
  if (UNMISTAKABLE.test(item)) return true
  // "Oxycodone = itching", "no cefixime - urticaria".
  if (/^\s?=(?!>)/.test(after)) return true
  if (isForbidden(before)) return isAllergic(signed)
  const name = text.slice(begin, end).toLowerCase().split(/\s/)
  // "Dyspnoea" as the table has it.
  const told = signed
    .toLowerCase()
    .replace(/[ao](?=e)/g, '')
    .split(/[\s,/]+/)
  if (section !== 'allergies' && isAimOf(name, told)) return false
  return !GIVES_REASONS.has(section) && name.some((word) => isRole(word, 'allergen'))
}

const FORBIDS = /\b(?:no|avoid|(?:do not|don['’]?t|never) give)\s$/i

/** True for the words before a drug that forbid it. */
export function isForbidden(before: string): boolean {
  return FORBIDS.test(before)
}

/** True if the words of a statement are of an allergy: "rash after", not "cough with". */
export function isAllergic(phrase: string): boolean {
  return patterns().allergic.test(phrase)
}

/** Words before a symptom that a drug is for, and before a reaction that did not come. */
const HELPED =
  /\b(?:for|against|treat\w*|reliev\w*|eas(?:es?|ed)|help\w*|settl\w*|improv\w*|due to|because of|no|nil|without)\s(?:\w+\s){0,2}$/i

/** True if a reaction follows a drug: "cefalexin and developed hives", but not "ibuprofen for headache". */
export function isReactionTold(after: string): boolean {
  for (const { index } of after.matchAll(patterns().reaction))
    if (!HELPED.test(after.slice(Math.max(0, index - REACH), index))) return true
  return false
}

/** Signs that end a name before a drug: "asthma - ", "AF: ", "gout (". */
const ENDS_NAME = /\s?(?:\(|:|[-–—]+>?|=>?|→)\s*$/
/** Words for many drugs, which no disease ends with. */
const GROUP =
  /\b(?:drugs?|medic(?:ines?|ations?)|meds|agents?|drops|tablets?|tabs?|capsules?|pills?|creams?|ointments?|sprays?|inhalers?|injections?|dressings?|vaccines?|foods?|others?|blockers?|inhibitors?)$/i
const TO_LAST_ITEM = /^[\s\S]*[,;\n]/

/** True for the words before a drug that name its group: "multiple drugs - ". */
export function isOfGroup(before: string): boolean {
  return GROUP.test(before.replace(ENDS_NAME, ''))
}

/**
 * True if the last item of the words before a drug names the disease that it is for: ", asthma - ". A reaction may be named
 * before a usual allergen.
 */
export function isForDisease(before: string, isUsualAllergen: boolean): boolean {
  const item = before.replace(TO_LAST_ITEM, '')
  const name = item.replace(ENDS_NAME, '')
  if (name === item || isOfGroup(before)) return false
  const { reaction, filler } = patterns()
  const rest = isUsualAllergen ? name.replace(reaction, ' ') : name
  return /\p{L}/u.test(rest.replace(filler, ' '))
}

/** True for reactions with nothing else: "severe rash and itching". */
function isReaction(written: string): boolean {
  const { reaction, filler } = patterns()
  const rest = written.replace(reaction, ' ')
  return rest !== written && !/[\p{L}\d]/u.test(rest.replace(filler, ' '))
}
