import type { Word } from '../../../language/analyze.ts'

/** Words that say which of two tests is meant, and that a name of the other one may have, too: sides of ratios and fractions. */

type Words = readonly Pick<Word, 'form' | 'lemma' | 'start' | 'end' | 'stop'>[]

/** Content words on the two sides of a ratio's sign, by their lemmas, without those that both sides have. */
export interface Sides {
  readonly left: ReadonlySet<string>
  readonly right: ReadonlySet<string>
}

/** Sign between the sides: "HDL/LDL", "A : G". */
const SIGN = /^\s*[/:]\s*$/
const HAS_SIGN = /[/:]/
/** Word between the sides: "protein to creatinine". */
const TO = 'to'
/** Mark at which a side begins or ends. */
const PARTING = /[,;()[\]{}]/
/** Words of any ratio, and of none of its sides. */
const OF_NO_SIDE: ReadonlySet<string> = new Set(['ratio', 'index', 'quotient'])

/** Sides of a mention's ratio; undefined if it has no sign of one, or several. */
export function sidesOf(words: Words, text: string): Sides | undefined {
  if (!HAS_SIGN.test(text) && !words.some(({ lemma }) => lemma === TO)) return undefined
  const signs = words.flatMap(({ lemma, end }, at) => {
    if (lemma === TO) return [{ before: at, after: at + 1 }]
    const next = words[at + 1]
    const isSign = next !== undefined && SIGN.test(text.slice(end, next.start))
    return isSign ? [{ before: at + 1, after: at + 1 }] : []
  })
  const [sign, another] = signs
  if (sign === undefined || another !== undefined) return undefined
  const left = lemmasOf(reachOf(words.slice(0, sign.before).reverse(), text))
  const right = lemmasOf(reachOf(words.slice(sign.after), text))
  const sides = {
    left: new Set([...left].filter((lemma) => !right.has(lemma))),
    right: new Set([...right].filter((lemma) => !left.has(lemma))),
  }
  return sides.left.size === 0 || sides.right.size === 0 ? undefined : sides
}

/** The words up to the first mark that parts them, from a sign on in either direction. */
function reachOf(words: Words, text: string): Words {
  const end = words.findIndex((word, i) => {
    const before = words[i - 1]
    if (before === undefined) return false
    const [first, second] = before.start < word.start ? [before, word] : [word, before]
    return PARTING.test(text.slice(first.end, second.start))
  })
  return end < 0 ? words : words.slice(0, end)
}

function lemmasOf(words: Words): Set<string> {
  const own = words.filter(({ stop, lemma }) => !stop && !OF_NO_SIDE.has(lemma))
  return new Set(own.map(({ lemma }) => lemma))
}

/** True if a name has the sides the other way round: "LDL/HDL ratio" for "HDL/LDL ratio". */
export function isTurnedRound({ left, right }: Sides, name: Words): boolean {
  const placesOf = (side: ReadonlySet<string>) =>
    name.flatMap(({ lemma }, at) => (side.has(lemma) ? [at] : []))
  const [ofLeft, ofRight] = [placesOf(left), placesOf(right)]
  if (ofLeft.length === 0 || ofRight.length === 0) return false
  return Math.max(...ofRight) < Math.min(...ofLeft)
}

const TOTAL = 'total'
/** Fractions of a substance, and the counterpart of each; without one it is "total". */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map([
  ['direct', 'indirect'],
  ['indirect', 'direct'],
  ['conjugated', 'unconjugated'],
  ['unconjugated', 'conjugated'],
  ['free', 'bound'],
  ['bound', 'free'],
])

const NO_FRACTIONS: readonly string[] = []

/** Fractions that a mention has together with their counterpart or the whole, which are two tests; none for most. */
export function fractionsOf(words: Words): readonly string[] {
  if (!words.some(({ form }) => COUNTERPARTS.has(form))) return NO_FRACTIONS
  const forms = new Set(words.map(({ form }) => form))
  const own = [...forms].filter((form) => {
    const counterpart = COUNTERPARTS.get(form)
    return counterpart !== undefined && (forms.has(TOTAL) || forms.has(counterpart))
  })
  return own.length > 0 && forms.has(TOTAL) ? [...own, TOTAL] : own
}

/** True if a name lacks one of the fractions: "bilirubin total" for "bilirubin total & direct". */
export function lacksFraction(fractions: readonly string[], name: Words): boolean {
  return fractions.some((fraction) => !name.some(({ form }) => form === fraction))
}
