import { readPairedParts } from '../../../clinical/laterality.ts'
import type { Analyzer, Word } from '../../../language/analyze.ts'
import { lazily } from '../../../language/remember.ts'

/** Mentions in the words of titles, where entries of charts have others for the same. */

const BOTH = 'both'
const pairedParts = lazily(readPairedParts)

/**
 * The mention with "bilateral" for "both", where a part of the body follows: "pterygium both eyes" is "pterygium bilateral
 * eyes". Undefined if it speaks of no two parts.
 */
export function withBothSides(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
  const at = words.findIndex(
    ({ form }, i) => form === BOTH && pairedParts().has(words[i + 1]?.lemma ?? ''),
  )
  if (at < 0) return undefined
  const { start, end, optional } = words[at]!
  const bilateral = { ...analyzer.wordOf('bilateral'), start, end, optional }
  return words.map((word, i) => (i === at ? bilateral : word))
}

const BURNS: ReadonlySet<string> = new Set(['burn', 'burns', 'burnt'])
const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'percentage', 'pc'])
/** Words next to the share of the body that is burned. */
const SURFACE: ReadonlySet<string> = new Set(
  'a about affecting approx approximately area body bsa covering involving of over surface tbsa the total with'.split(
    ' ',
  ),
)
/** A sign before a number that is only a limit: "<10%". */
const LIMIT = /[<>≤≥]\s*$/
/** Words before such a number: "less than 10%" is not 10%. */
const LIMITS: ReadonlySet<string> = new Set('above below exceeding than to under upto'.split(' '))
/** T31 has a code for every tenth of the body's surface. */
const TENTH = 10

/**
 * The mention of burns with the share of the body as titles have it: "burns 23% TBSA" is "burns involving 20-29% of body
 * surface". Undefined if it gives no share of burns, or two.
 */
export function withBurnedSurface(
  words: readonly Word[],
  analyzer: Analyzer,
  text: string,
): readonly Word[] | undefined {
  if (!words.some(({ form }) => BURNS.has(form))) return undefined
  const shares = words.flatMap((word, i) => {
    const next = words[i + 1]?.form ?? ''
    const isLimit = LIMITS.has(words[i - 1]?.form ?? '') || LIMIT.test(text.slice(0, word.start))
    if (isLimit) return []
    return word.kind === 'number' && (PERCENT.has(next) || next.endsWith('bsa')) ? [word] : []
  })
  const [share, another] = shares
  const title = share && another === undefined ? burnedSurface(share.form) : undefined
  if (share === undefined || title === undefined) return undefined
  const { start, end } = share
  const rest = words.filter(
    (word) => word !== share && !PERCENT.has(word.form) && !SURFACE.has(word.form),
  )
  const added = analyzer.analyze(title).map((word) => ({ ...word, start, end }))
  return [...rest, ...added]
}

/** Words of a title of T31 after "burns"; undefined if the number is no share of a body, or of two tenths. */
function burnedSurface(number: string): string | undefined {
  const ends = number.split('-').map(Number)
  const tenths = ends.map((end) => Math.floor(end / TENTH))
  const [tenth, other = tenth] = tenths
  const isShare = ends.every((end) => end > 0 && end <= TENTH * TENTH)
  if (!isShare || tenth === undefined || tenth !== other) return undefined
  if (tenth === 0) return 'involving less than 10% of body surface'
  if (tenth >= TENTH - 1) return 'involving 90% or more of body surface'
  return `involving ${tenth * TENTH}-${tenth * TENTH + TENTH - 1}% of body surface`
}
