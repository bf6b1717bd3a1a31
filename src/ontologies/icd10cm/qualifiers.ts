import {
  LATERALITY_TABLE,
  PAIRED_PARTS_TABLE,
  readLaterality,
  readPairedParts,
  LATERALITY as SIDES,
} from '../../clinical/laterality.ts'
import { MedlinkError } from '../../errors.ts'
import type { Word } from '../../language/analyze.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily, madeOnce } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'

/**
 * Laterality, encounter, trimester and intent of an ICD-10-CM name or a mention, with marks for the unspecified and the
 * residual condition and for denials. The classification writes one code for each of these, so a name that is right but for
 * them is still the wrong code. Every value is a bit.
 */
export const LATERALITY = { ...SIDES, unspecified: 8 } as const
export const ENCOUNTER = { initial: 1, subsequent: 2, sequela: 4 } as const
export const TRIMESTER = { first: 1, second: 2, third: 4, unspecified: 8 } as const
export const INTENT = {
  accidental: 1,
  self_harm: 2,
  assault: 4,
  undetermined: 8,
  adverse_effect: 16,
  underdosing: 32,
} as const
/** Kinds whose only value is presence. */
const FLAG = { no: 0, yes: 1 } as const

export const QUALIFIER_KINDS = [
  'laterality',
  'encounter',
  'trimester',
  'intent',
  'unspecified',
  'residual',
  'negated',
  'setting',
] as const
export type QualifierKind = (typeof QUALIFIER_KINDS)[number]
/** The bits of each kind, 0 for none. */
export type Qualifiers = Readonly<Record<QualifierKind, number>>

const VALUES: Readonly<Record<QualifierKind, Readonly<Record<string, number>>>> = {
  laterality: LATERALITY,
  encounter: ENCOUNTER,
  trimester: TRIMESTER,
  intent: INTENT,
  unspecified: FLAG,
  residual: FLAG,
  negated: FLAG,
  setting: FLAG,
}

const PHRASE_TABLE = 'icd-10-cm/qualifiers.tsv'
/** Below data/: every table that qualifiers are read by. */
export const QUALIFIER_TABLES = [LATERALITY_TABLE, PAIRED_PARTS_TABLE, PHRASE_TABLE]

/** Place in which a phrase counts: anywhere, at the end of a name, or within two words before a paired part. */
const PLACES = ['anywhere', 'end', 'paired'] as const
type Place = (typeof PLACES)[number]

/** Something a phrase says of one kind. */
interface Fact {
  readonly kind: QualifierKind
  readonly bit: number
  readonly place: Place
  /** Words of the phrase that says it. */
  readonly length: number
}

/** The forms of a phrase that says a value of a kind. */
interface Wording {
  readonly kind: QualifierKind
  readonly bit: number
  readonly forms: readonly string[]
}

interface Tables {
  readonly phrases: PhraseMatcher<readonly Fact[]>
  readonly wordings: readonly Wording[]
  readonly pairedParts: ReadonlySet<string>
}

/** The short titles of fractures name the encounter by its seventh character: "7thG". */
const SEVENTH_CHARACTER = /^7th[a-s]$/

const tables = lazily(readTables)

/** Qualifiers of the words of a name or a mention. @throws MedlinkError `data_invalid` */
export function qualifiersOf(words: readonly Word[]): Qualifiers {
  const { phrases, pairedParts } = tables()
  const said = {
    laterality: 0,
    encounter: 0,
    trimester: 0,
    intent: 0,
    unspecified: 0,
    residual: 0,
    negated: 0,
    setting: 0,
  }
  const forms = words.map(({ form }) => form)
  for (let at = 0; at < forms.length; at++) {
    const longest = phrases.startingAt(forms, at).at(-1)
    for (const { kind, bit, place, length } of longest?.value ?? NOTHING)
      if (holds(place, words, at + length, pairedParts)) said[kind] |= bit
    if (SEVENTH_CHARACTER.test(forms[at]!)) said.encounter |= encounterOf(forms[at]!)
  }
  return said
}

const NOTHING: readonly Fact[] = []

/** Forms of each value that was asked for: {@link formsSaying}. */
const formsByValue = new Map<string, readonly string[]>()

/** The forms of all words that are used to say a value of a kind: "rt" and "right", "initial" and "encounter". */
export function formsSaying(kind: QualifierKind, bits: number): readonly string[] {
  return madeOnce(formsByValue, `${kind} ${bits}`, () => {
    const own = tables().wordings.filter((each) => each.kind === kind && (each.bit & bits) !== 0)
    return own.flatMap((each) => each.forms)
  })
}

/** Maximum of words to a paired part: "both lower limbs". */
const NEAR_PART = 2

/** True if a phrase that ends at `to` counts there. */
function holds(
  place: Place,
  words: readonly Word[],
  to: number,
  pairedParts: ReadonlySet<string>,
): boolean {
  if (place === 'anywhere') return true
  if (place === 'end') return to === words.length
  return words.slice(to, to + NEAR_PART).some(({ lemma }) => pairedParts.has(lemma))
}

function encounterOf(seventhCharacter: string): number {
  const character = seventhCharacter.at(-1)!
  if (character === 's') return ENCOUNTER.sequela
  return character <= 'c' ? ENCOUNTER.initial : ENCOUNTER.subsequent
}

function readTables(): Tables {
  const facts = new Map<string, Fact[]>()
  const add = (phrase: string, fact: Omit<Fact, 'length'>) => {
    const own = facts.get(phrase) ?? []
    own.push({ ...fact, length: phrase.split(' ').length })
    facts.set(phrase, own)
  }
  const rows = readTable(PHRASE_TABLE, ['phrase', 'kind', 'value', 'place'])
  for (const [i, [phrase, kindName, value, placeName]] of rows.entries()) {
    const kind = QUALIFIER_KINDS.find((each) => each === kindName)
    const bit = kind && VALUES[kind][value!]
    const place = PLACES.find((each) => each === placeName)
    if (kind === undefined || bit === undefined || place === undefined)
      throw new MedlinkError(
        'data_invalid',
        `data/${PHRASE_TABLE}:${i + 2}: found "${kindName} ${value} ${placeName}", expected a kind, a value of it and a place`,
      )
    add(phrase!, { kind, bit, place })
  }
  // Words that are sides only here, or only in some places, are in the table of this ontology.
  for (const [word, value] of readLaterality())
    if (!facts.has(word))
      add(word, { kind: 'laterality', bit: LATERALITY[value], place: 'anywhere' })
  const phrases = new PhraseMatcher<readonly Fact[]>()
  for (const phrase of facts.keys()) phrases.set(phrase.split(' '), withPrefixes(phrase, facts))
  const wordings = [...facts].flatMap(([phrase, own]) =>
    own.map(({ kind, bit }) => ({ kind, bit, forms: phrase.split(' ') })),
  )
  return { phrases, wordings, pairedParts: readPairedParts() }
}

/**
 * Qualifiers of a phrase and of the shorter phrases that it begins with. Its own value of a kind wins over theirs, so that
 * "not elsewhere classified" denies nothing.
 */
function withPrefixes(phrase: string, facts: ReadonlyMap<string, readonly Fact[]>): Fact[] {
  const all: Fact[] = []
  const words = phrase.split(' ')
  for (let length = words.length; length > 0; length--)
    for (const fact of facts.get(words.slice(0, length).join(' ')) ?? [])
      if (!all.some(({ kind }) => kind === fact.kind)) all.push(fact)
  return all
}
