import { PhraseMatcher } from '../../../language/phrase-matcher.ts'
import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'

/** Below data/: what words of a prescription say that are no name of a drug. */
export const PHRASE_TABLE = 'medication/phrases.tsv'
/** Below data/: what brands are called after their names. */
export const SUFFIX_TABLE = 'medication/brand-suffixes.tsv'
/** Below data/: what words next to a number say. */
export const MEASURE_TABLE = 'medication/measures.tsv'

/**
 * Kinds of phrases. A kind with a hyphen holds in one context only: `form-lead` at the beginning of a line or before
 * a name, `route-eye` and `route-ear` with drops or ointments for eyes and ears, `route-skin` with creams and the like, `route-rectal` with suppositories,
 * `route-injection` next to another route of injections, `release-tablet` with tablets, `context-before` before a name,
 * `context-after` after one; `frequency-apart` and `aside-apart` not right after a name, where they may be a part of it
 * that the lexicon lacks ("Panadol Night"); `frequency-capital` and `route-capital` in capitals, where the line ends or goes
 * on with a time: "ON" is every night in Britain. A `reason` holds after "for" and the like.
 * A `standard` may follow a name: a pharmacopoeia, a propellant. The value of a `diluent` says whether it is
 * `infused`.
 */
export const PHRASE_KINDS = [
  'form',
  'form-lead',
  'release',
  'release-tablet',
  'route',
  'route-eye',
  'route-ear',
  'route-skin',
  'route-rectal',
  'route-injection',
  'route-capital',
  'frequency',
  'frequency-apart',
  'frequency-capital',
  'duration',
  'reason',
  'context',
  'context-before',
  'context-after',
  'pack',
  'diluent',
  'standard',
  'aside',
  'aside-apart',
] as const
export type PhraseKind = (typeof PHRASE_KINDS)[number]

export interface Phrase {
  readonly kind: PhraseKind
  /** Normal form; of a form, its name in forms.tsv and maybe a route behind a space: "drops ophthalmic"; of a release, maybe its form. */
  readonly value: string
}

/**
 * Meanings of a word next to a number. `unit` of a strength, as `readStrength` reads it; `per`, the amount that a strength refers to;
 * `dose`, the pieces that are counted, with their form; `time`, in the plural; `hourly` ("6 hourly", and its own
 * word for longer times: "3 monthly"); `times` ("3 times");
 * `count`, a number itself; `factor`, by which a number is multiplied; `container`; `until`, before a
 * duration; `every`, before an interval; `of`, between a number and what it is per; `in`, before a diluent; `over`,
 * before the time of an infusion; `clock`, after an hour; `price`, before one;
 * `concentration`, before a number in this unit ("U-100"); `basis`, the substance that is weighed, after its unit ("2 mg base/ml").
 */
export const MEASURE_KINDS = [
  'unit',
  'per',
  'dose',
  'time',
  'hourly',
  'times',
  'count',
  'factor',
  'container',
  'until',
  'every',
  'of',
  'in',
  'over',
  'clock',
  'concentration',
  'price',
  'basis',
] as const
export type MeasureKind = (typeof MEASURE_KINDS)[number]

/** In letters: longer words are not looked for in what is written together. */
export const LONGEST_GLUE = 12

/** Kinds of words that people write together with others. */
type Glue = 'form' | 'unit' | 'other'

/**
 * Where a word is a brand's suffix: right after the brand (`any`), or there only before a number or behind a hyphen
 * (`numbered`): "Telma AM 40", not "Telma AM".
 */
export const SUFFIX_PLACES = ['any', 'numbered'] as const
export type SuffixPlace = (typeof SUFFIX_PLACES)[number]

/** The tables, in the shape that they are asked in. */
export interface Vocabulary {
  /** Every reading of a phrase. */
  readonly phrases: PhraseMatcher<readonly Phrase[]>
  /** Value by kind, of one word. */
  readonly measures: ReadonlyMap<string, ReadonlyMap<MeasureKind, string>>
  /** Words after the names of brands, and the place of them. */
  readonly suffixes: ReadonlyMap<string, SuffixPlace>
  /** Single words of two letters and more that are written together with others. */
  readonly glue: ReadonlyMap<string, Glue>
}

/** True if a word alone has a meaning. */
export function isTableWord(word: string, { phrases, measures, suffixes }: Vocabulary): boolean {
  return phrases.get([word]) !== undefined || measures.has(word) || suffixes.has(word)
}

/** The tables, read once. @throws MedlinkError `data_invalid` */
export const readVocabulary = lazily((): Vocabulary => {
  const phrases = readTable(PHRASE_TABLE, ['phrase', 'kind', 'value'])
  const measures = readTable(MEASURE_TABLE, ['word', 'kind', 'value'])
  return {
    phrases: matcherOf(phrases),
    measures: measuresOf(measures),
    glue: glueOf(phrases, measures),
    suffixes: new Map(
      readTable(SUFFIX_TABLE, ['suffix', 'place']).map(([suffix, place]) => [
        suffix!,
        place as SuffixPlace,
      ]),
    ),
  }
})

type Rows = readonly (readonly string[])[]

function glueOf(phrases: Rows, measures: Rows): ReadonlyMap<string, Glue> {
  const glue = new Map<string, Glue>()
  const isGlue = (word: string) => /^[a-z]+$/.test(word) && word.length > 1
  const add = (rows: Rows, kinds: readonly string[], as: Glue) => {
    for (const [word, kind] of rows)
      if (isGlue(word!) && word!.length <= LONGEST_GLUE && kinds.includes(kind!))
        glue.set(word!, as)
  }
  add(phrases, ['release', 'route', 'frequency', 'diluent'], 'other')
  add(measures, ['dose', 'time'], 'other')
  add(measures, ['unit'], 'unit')
  add(phrases, ['form'], 'form')
  return glue
}

function matcherOf(rows: Rows): PhraseMatcher<readonly Phrase[]> {
  const matcher = new PhraseMatcher<readonly Phrase[]>()
  for (const [phrase, kind, value] of rows) {
    const words = phrase!.split(' ')
    const readings = matcher.get(words) ?? []
    matcher.set(words, [...readings, { kind: kind as PhraseKind, value: value! }])
  }
  return matcher
}

function measuresOf(rows: Rows): ReadonlyMap<string, ReadonlyMap<MeasureKind, string>> {
  const measures = new Map<string, Map<MeasureKind, string>>()
  for (const [word, kind, value] of rows) {
    const values = measures.get(word!) ?? new Map<MeasureKind, string>()
    measures.set(word!, values.set(kind as MeasureKind, value!))
  }
  return measures
}
