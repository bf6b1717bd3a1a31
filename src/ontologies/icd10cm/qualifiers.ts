import {
  LATERALITY_TABLE,
  PAIRED_PARTS_TABLE,
  readLaterality,
  readPairedParts,
  LATERALITY as SIDES,
} from '../../clinical/laterality.ts'
import { MedlinkError } from '../../errors.ts'
import type { Word } from '../../text/analyze.ts'
import { PhraseMatcher } from '../../text/phrase-matcher.ts'
import { readTable } from '../../text/tables.ts'

/**
 * What an ICD-10-CM name, or a mention, says of laterality, encounter, trimester and intent, and whether it names the
 * unspecified or the residual condition, or denies something. The classification writes one code for each of these, so
 * a name that is right but for them is still the wrong code. Every value is a bit.
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
/** Of what is said or not. */
const FLAG = { no: 0, yes: 1 } as const

export const QUALIFIER_KINDS = [
  'laterality',
  'encounter',
  'trimester',
  'intent',
  'unspecified',
  'residual',
  'negated',
] as const
export type QualifierKind = (typeof QUALIFIER_KINDS)[number]
/** The bits that are said of each kind, 0 where nothing is. */
export type Qualifiers = Readonly<Record<QualifierKind, number>>

const VALUES: Readonly<Record<QualifierKind, Readonly<Record<string, number>>>> = {
  laterality: LATERALITY,
  encounter: ENCOUNTER,
  trimester: TRIMESTER,
  intent: INTENT,
  unspecified: FLAG,
  residual: FLAG,
  negated: FLAG,
}

const PHRASE_TABLE = 'icd-10-cm/qualifiers.tsv'
/** Below data/: every table that qualifiers are read by. */
export const QUALIFIER_TABLES = [LATERALITY_TABLE, PAIRED_PARTS_TABLE, PHRASE_TABLE]

/** Where a phrase counts: wherever it stands, where it ends a name, or within two words before a paired part. */
const PLACES = ['anywhere', 'end', 'paired'] as const
type Place = (typeof PLACES)[number]

/** Something a phrase says of one kind. */
interface Fact {
  readonly kind: QualifierKind
  readonly bit: number
  readonly place: Place
}

interface Tables {
  readonly phrases: PhraseMatcher<readonly Fact[]>
  readonly pairedParts: ReadonlySet<string>
}

/** The short titles of fractures name the encounter by its seventh character: "7thG". */
const SEVENTH_CHARACTER = /^7th[a-s]$/

let tables: Tables | undefined

/**
 * What the words of a name or a mention say. Of the phrases of one kind that begin at a word the longest counts, so
 * that "not elsewhere classified" denies nothing.
 *
 * @throws MedlinkError `data_invalid`
 */
export function qualifiersOf(words: readonly Word[]): Qualifiers {
  tables ??= readTables()
  const said = {
    laterality: 0,
    encounter: 0,
    trimester: 0,
    intent: 0,
    unspecified: 0,
    residual: 0,
    negated: 0,
  }
  const forms = words.map(({ form }) => form)
  for (const [at, form] of forms.entries()) {
    for (const { kind, bit } of factsAt(forms, at, tables)) said[kind] |= bit
    if (SEVENTH_CHARACTER.test(form)) said.encounter |= encounterOf(form)
  }
  return said
}

/** What the phrases that begin at a word say, of each kind the longest of them. */
function factsAt(forms: readonly string[], at: number, { phrases, pairedParts }: Tables): Fact[] {
  const facts: Fact[] = []
  const found = phrases.startingAt(forms, at)
  for (let i = found.length - 1; i >= 0; i--) {
    const { to, value } = found[i]!
    const holds = (place: Place) =>
      place === 'anywhere' ||
      (place === 'end' && to === forms.length) ||
      (place === 'paired' && forms.slice(to, to + 2).some((form) => pairedParts.has(form)))
    for (const fact of value)
      if (holds(fact.place) && !facts.some(({ kind }) => kind === fact.kind)) facts.push(fact)
  }
  return facts
}

function encounterOf(seventhCharacter: string): number {
  const character = seventhCharacter.at(-1)!
  if (character === 's') return ENCOUNTER.sequela
  return character <= 'c' ? ENCOUNTER.initial : ENCOUNTER.subsequent
}

function readTables(): Tables {
  const phrases = new PhraseMatcher<readonly Fact[]>()
  const add = (text: string, fact: Fact) => {
    const phrase = text.split(' ')
    phrases.set(phrase, [...(phrases.get(phrase) ?? []), fact])
  }
  for (const [word, value] of readLaterality())
    add(word, { kind: 'laterality', bit: LATERALITY[value], place: 'anywhere' })
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
  return { phrases, pairedParts: readPairedParts() }
}
