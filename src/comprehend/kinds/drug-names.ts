/**
 * Names of drugs and of classes of drugs in a stretch of a note: those of the index, those that notes alone have, and words that only
 * their form and dose tell.
 */

import { isEverydayWord } from '../../language/everyday-words.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { readVocabulary } from '../../ontologies/medication/linking/phrases.ts'
import { type DrugWord, isPossessiveEnding } from '../../ontologies/medication/words.ts'
import type { MentionResolver, Resolution } from '../../ontologies/ontology.ts'

/** Below data/: names of classes of drugs, and of drugs that notes name for other reasons. */
const NAME_TABLE = 'medication/note-names.tsv'

/** A part of a prescription: a form, a strength, a dose. */
export type Part = Resolution['parts'][number]

type NameKind = 'class' | 'substance' | 'clipped' | 'dosed' | 'condition'

interface NoteName {
  readonly kind: NameKind
  /** The whole name; undefined if the name is linked as it is written. */
  readonly reads: string | undefined
}

/** Kinds of parts that belong to a drug. */
export const OWN: ReadonlySet<string> = new Set([
  ...['strength', 'form', 'release', 'salt', 'route', 'dose', 'frequency', 'duration'],
  ...['quantity', 'pack'],
])
/** Kinds that show that a drug is given, and those that show it of a substance that has values, too. */
export const SHOWS_DRUG: ReadonlySet<string> = new Set(['strength', 'form', 'dose', 'frequency'])
const SHOWS_GIVEN: ReadonlySet<string> = new Set(['form', 'dose', 'frequency', 'route'])
/** Forms that are written in front of a name, and brands themselves. */
const FORM_WORDS: ReadonlySet<string> = new Set(['cap', 'tab', 'inj', 'syp', 'syr', 'drops'])
/** A word of a name that no index has. */
const NAME_WORD = /^\p{L}[\p{L}\p{N}-]{2,}$/u
/** Between two names of one combination. */
const JOINED_NAMES = /^\s?[+/&-]\s?$/
/** Between a generic name and its brand in brackets: "atorvastatin (LIPITOR)". */
const OPENS_NAME = /^\s?\($/
/** In characters: a name of no more may be another word. */
export const SHORT = 3

const noteNames = lazily(() => {
  const names = new PhraseMatcher<NoteName>()
  for (const [name, kind, reads] of readTable(NAME_TABLE, ['name', 'kind', 'reads']))
    names.set(name!.split(' '), {
      kind: kind as NameKind,
      reads: reads === '-' ? undefined : reads,
    })
  return names
})

/** A name at a word of a stretch. */
export interface Named {
  readonly begin: number
  readonly end: number
  readonly isKnown: boolean
  /** Kinds of parts, one of which shows that the name is a drug's here; undefined if the name alone does. */
  readonly needs: ReadonlySet<string> | undefined
  /** The name that is linked, if it is not the written one. */
  readonly reads: string | undefined
  /** True if no verb and no list shows it either: "mom", "D3". */
  readonly isDosed?: boolean
}

/** Words after and before the name of a drug that is measured: "vancomycin trough", "K > 5.5", "serum lithium". */
const MEASURED_AFTER =
  /^(?:\s(?:[\w-]+\s)?(?:levels?|troughs?|peak|concentrations?|assay)\b|\s?[<>≤≥]=?\s?\d)/i
const MEASURED_BEFORE = /(?:^|[\s(,;])(?:serum|plasma|s\.|sr\.?)\s$/i
/** "FEV1 52% pred": a share of the predicted value. */
const PREDICTED = /^pred$/i
const SHARE = /\d\s?%\s?$/

/** Characters around a name that say that it is measured. */
export const MEASURED_REACH = 30

export function isMeasured(text: string, { begin, end }: Named): boolean {
  const before = text.slice(Math.max(0, begin - MEASURED_REACH), begin)
  return (
    MEASURED_AFTER.test(text.slice(end, end + MEASURED_REACH)) ||
    MEASURED_BEFORE.test(before) ||
    (PREDICTED.test(text.slice(begin, end)) && SHARE.test(before))
  )
}

/** Names of drugs and of classes of drugs, the longest at each word. */
export function namesIn(
  text: string,
  words: readonly DrugWord[],
  finder: Pick<MentionResolver, 'nameAt'>,
): Named[] {
  const forms = words.map((word) => word.text)
  const found: Named[] = []
  for (let at = 0; at < words.length; ) {
    if (isPossessiveEnding(text, words[at]!)) {
      at++
      continue
    }
    const listed = noteNames().startingAt(forms, at).at(-1)
    if (listed?.value.kind === 'condition') {
      at = listed.to
      continue
    }
    const length = finder.nameAt(words, at)
    const isOther = listed?.value.kind === 'substance' && listed.to > at + length
    const to = Math.max(at + length, isOther ? 0 : (listed?.to ?? 0))
    const isForm = to === at + 1 && FORM_WORDS.has(forms[at]!) && at + 1 < words.length
    if (to <= at || isForm || /^[\d.]+$/.test(forms[at]!)) {
      at++
      continue
    }
    const own = listed?.to === to ? listed.value : undefined
    const begin = words[at]!.start
    const { end } = words[to - 1]!
    const isOneWord = to === at + 1
    const isShort = isOneWord && end - begin <= SHORT && !isCapital(text.slice(begin, end))
    const isEveryday = isOneWord && isEverydayWord(forms[at]!)
    const isUnclear =
      own?.kind === 'class' || own?.kind === 'clipped'
        ? isShort
        : isOneWord && (end - begin <= SHORT || isEveryday)
    found.push({
      ...{ begin, end, reads: own?.reads },
      isKnown: own?.kind !== 'class' && (length > 0 || own?.reads !== undefined),
      isDosed: own?.kind === 'dosed',
      needs:
        own?.kind === 'substance'
          ? SHOWS_GIVEN
          : isUnclear || own?.kind === 'dosed'
            ? SHOWS_DRUG
            : undefined,
    })
    at = to
  }
  return joined(text, found)
}

function isCapital(word: string): boolean {
  return /^\p{Lu}+$/u.test(word)
}

/** Names of a combination as one, and a name with its brand: "amoxicillin + clavulanate", "atorvastatin (LIPITOR)". */
function joined(text: string, found: readonly Named[]): Named[] {
  const all: Named[] = []
  for (const name of found) {
    const last = all.at(-1)
    const gap = last === undefined ? '' : text.slice(last.end, name.begin)
    const areKnown = last?.isKnown === true && name.isKnown
    if (areKnown && OPENS_NAME.test(gap) && text[name.end] === ')') {
      all[all.length - 1] = { ...last, end: name.end + 1, needs: last.needs && name.needs }
      continue
    }
    const isOne = areKnown && JOINED_NAMES.test(gap)
    if (isOne && !text.slice(last.end, name.begin).includes('/'))
      all[all.length - 1] = { ...last, end: name.end, needs: last.needs && name.needs }
    else all.push(name)
  }
  return all
}

/** In UTF-16 units: what is read behind a name. */
export const SUFFIX_REACH = 8

function isUnknown(parts: readonly Part[], at: number): boolean {
  return parts.some(({ kind, end }) => kind === 'unknown' && end === at)
}

/** Names as the parts of the prescription have them, which tell a name from a number that is stuck to it: "Glycomet GP2". */
export function extended(text: string, known: readonly Named[], parts: readonly Part[]): Named[] {
  return known.map((name, i) => {
    const next = known[i + 1]?.begin ?? Number.POSITIVE_INFINITY
    const end = parts.find(
      (part) => part.kind === 'name' && part.start === name.begin && part.end <= next,
    )?.end
    const own = Math.max(end ?? 0, name.end)
    const suffix =
      name.isKnown && own === name.end ? suffixLength(text.slice(own, own + SUFFIX_REACH)) : 0
    const isFree = suffix > 0 && own + suffix <= next && isUnknown(parts, own + suffix)
    return { ...name, end: isFree ? own + suffix : own }
  })
}

/** Names of no index that a form and a dose around them tell: "Syp Ascoril 10 ml tds". */
export function unknownNames(
  text: string,
  parts: readonly Part[],
  known: readonly Named[],
  isList: boolean,
): Named[] {
  const found: Named[] = []
  for (let i = 0; i < parts.length; i++) {
    const { kind, start, end } = parts[i]!
    const word = text.slice(start, end)
    if (kind !== 'unknown' || !NAME_WORD.test(word) || isEverydayWord(word.toLowerCase())) continue
    if (known.some((each) => each.begin < end && each.end > start)) continue
    const before = parts[i - 1]
    const hasForm = before?.kind === 'form' && /^[\s.:)-]*$/.test(text.slice(before.end, start))
    const after = parts.slice(i + 1, i + 4)
    const isDosed = after.some(({ kind: own, start: at }, k) => {
      const isNear = after.slice(0, k).every((each) => isNumber(text, each) || OWN.has(each.kind))
      const isClose = /^[^\n,;:.]*$|^[^\n,;:]*\.?\d/.test(text.slice(end, at))
      return isNear && isClose && (own === 'frequency' || (hasForm && SHOWS_DRUG.has(own)))
    })
    const isNumbered = after[0] !== undefined && isNumber(text, after[0])
    const isFormed = hasForm || after.slice(0, 2).some((each) => each.kind === 'form')
    const isDrug = isDosed && (isFormed || (isList && isNumbered))
    if (isDrug || (hasForm && isNumbered && isList))
      found.push({ begin: start, end, isKnown: false, needs: undefined, reads: undefined })
  }
  return found
}

export function isNumber(text: string, { start, end }: Part): boolean {
  return /^[\d./-]+$/.test(text.slice(start, end))
}

/** Words of a test whose value may follow the drug: "INR on warfarin 2.5". */
const AFTER_TEST = /\b(?:INR|levels?|troughs?|peak|concentrations?)\s(?:\w+\s){0,2}$/i

export function isAfterTest(text: string, { begin }: Named): boolean {
  return AFTER_TEST.test(text.slice(Math.max(0, begin - MEASURED_REACH), begin))
}

/** Letters behind a name, and a number that follows. */
const SUFFIX = /^(?:-|\s)(\p{Lu}{1,3})(?![\p{L}\p{N}])(?=(\s?-?\d)?)/u

/**
 * Length of a suffix behind the name of a drug, which the name does not have: 0 for none. A letter that may be a form or a
 * flag is one before a number alone.
 *
 * @throws MedlinkError `data_invalid`
 */
function suffixLength(rest: string): number {
  const found = SUFFIX.exec(rest)
  if (found === null) return 0
  const place = readVocabulary().suffixes.get(found[1]!.toLowerCase())
  if (place === undefined || (place === 'numbered' && found[2] === undefined)) return 0
  return found[0].length
}
