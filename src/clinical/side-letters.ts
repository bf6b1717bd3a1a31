import type { Analyzer, Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { readPairedParts, sides } from './laterality.ts'

/** Sides that charts write in letters, "OA R knee" and "cataract RE", and parts of the body that a disease says by itself. */

/** Below data/: letters for a side, and the part that they say with it. */
const LETTERS_TABLE = 'clinical/side-letters.tsv'
/** Below data/: words next to which a letter is part of a name. */
const NAMES_TABLE = 'clinical/lettered-names.tsv'
/** Below data/: words of one part of the body, and diseases that are of no other. */
const SOLE_SITES_TABLE = 'clinical/sole-sites.tsv'

/** A side that letters say. */
interface Lettered {
  readonly side: string
  /** Undefined for letters of a side alone. */
  readonly part: string | undefined
}

interface Names {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

const letters = lazily(
  (): ReadonlyMap<string, Lettered> =>
    new Map(
      readTable(LETTERS_TABLE, ['letters', 'side', 'part']).map(([each, side, part]) => [
        each!,
        { side: side!, part: part === '-' ? undefined : part! },
      ]),
    ),
)

const names = lazily((): Names => {
  const rows = readTable(NAMES_TABLE, ['word', 'place'])
  const placed = (wanted: string) =>
    new Set(rows.flatMap(([word, place]) => (place === wanted || place === 'both' ? [word!] : [])))
  return { before: placed('before'), after: placed('after') }
})

interface SoleSites {
  /** The part of the body that a word is of. */
  readonly ofWord: ReadonlyMap<string, string>
  /** Words that say it without its name: diseases. */
  readonly diseases: ReadonlySet<string>
}

const soleSites = lazily((): SoleSites => {
  const rows = readTable(SOLE_SITES_TABLE, ['word', 'site', 'kind'])
  return {
    ofWord: new Map(rows.map(([word, site]) => [word!, site!])),
    diseases: new Set(rows.flatMap(([word, , kind]) => (kind === 'disease' ? [word!] : []))),
  }
})

const pairedParts = lazily(readPairedParts)

/** Words to a part of the body after the letter of its side: "L distal radius". */
const NEAR_PART = 2
/** Signs that join a letter to what is next to it: "R/O", "L-dopa", "ng/L", "5'R". */
const JOINING = /[-/'’+&.\p{L}\p{N}]/u
/** Sign for a fracture, at the beginning of what is broken. */
const FRACTURE = '#'
/** Letters that are everyday words, unless they are written in capitals. */
const BE = 'be'

/**
 * The words of a mention with sides for the letters that stand for them: "OA R knee" is "OA right knee", and "cataract RE" is
 * "cataract right eye". A letter is a side at either end of a mention, in brackets and next to a paired part of the body; letters
 * for the side of an eye, in a mention of one.
 *
 * @returns the same words if there are no such letters
 * @throws MedlinkError `data_invalid`
 */
export function withSides(
  text: string,
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] {
  const known = letters()
  if (words.length < 2 || !words.some(({ form }) => known.has(form))) return words
  let isSame = true
  const reworded = words.flatMap((word, at) => {
    const lettered = known.get(word.form)
    if (lettered === undefined || !standsForSide(lettered, text, words, at)) return [word]
    isSame = false
    const { start, end } = word
    const { side, part } = lettered
    const isNamed = part === undefined || words.some(({ lemma }) => lemma === part)
    return (isNamed ? [side] : [side, part]).map((form) => ({
      ...analyzer.wordOf(form),
      ...{ start, end },
    }))
  })
  return isSame ? words : reworded
}

function standsForSide(
  { part }: Lettered,
  text: string,
  words: readonly Word[],
  at: number,
): boolean {
  const { form, start, end, optional } = words[at]!
  const before = words[at - 1]
  const after = words[at + 1]
  if (part !== undefined) {
    const isWritten = form !== BE || text.slice(start, end) === BE.toUpperCase()
    return isWritten && words.some((word) => partOf(word) === part)
  }
  if (before?.kind === 'number' || after?.kind === 'number') return false
  if (JOINING.test(text[start - 1] ?? '') || before?.form.length === 1) return false
  // "R. knee" is the right knee.
  const next = text[end] === '.' ? text[end + 1] : text[end]
  if (JOINING.test(next ?? '')) return false
  const { before: namedBefore, after: namedAfter } = names()
  if (namedBefore.has(before?.form ?? '') || namedAfter.has(after?.form ?? '')) return false
  const isAtEnd = before === undefined || after === undefined || text[before.start] === FRACTURE
  if (optional || isAtEnd) return true
  const near = [before, ...words.slice(at + 1, at + 1 + NEAR_PART)]
  return near.some(({ lemma }) => pairedParts().has(lemma))
}

/** The part of the body that a word names, or is of. */
function partOf({ form, lemma }: Word): string | undefined {
  return pairedParts().has(lemma) ? lemma : soleSites().ofWord.get(form)
}

/** A mention of a disease that is always of one part of the body. */
export interface OfSoleSite {
  /** Its words without that part: "cataract right" for "cataract right eye". */
  readonly siteless: readonly Word[]
  /** Without a side, too. */
  readonly sideless: readonly Word[]
}

/**
 * The ways to say less of a disease that says its part of the body by itself. Undefined for other mentions.
 *
 * @param isOfPart whether a word for part of that part says it, too: "corneal ulcer, right eye"
 */
export function ofSoleSite(words: readonly Word[], isOfPart: boolean): OfSoleSite | undefined {
  const { ofWord, diseases } = soleSites()
  const saysSite = (form: string) => isOfPart || diseases.has(form)
  const sites = new Set(
    words.flatMap(({ form }) => (saysSite(form) ? (ofWord.get(form) ?? []) : [])),
  )
  const isSite = ({ form, lemma }: Word) => sites.has(lemma) && !diseases.has(form)
  const siteless = words.filter((word) => !isSite(word))
  if (sites.size === 0 || siteless.every(({ stop }) => stop)) return undefined
  return { siteless, sideless: siteless.filter(({ form }) => !sides().has(form)) }
}
