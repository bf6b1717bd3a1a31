import type { Word } from '../../text/analyze.ts'

/**
 * What an ICD-10-CM name, or a mention, says of laterality, encounter, trimester and intent, and whether it names the
 * unspecified or the residual condition, or denies something. The classification writes one code for each of these, so
 * a name that is right but for them is still the wrong code. Every value is a bit.
 */
export const LATERALITY = { right: 1, left: 2, bilateral: 4, unspecified: 8 } as const
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
const YES = 1

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

/** Something said of one kind. */
type Said = readonly [kind: QualifierKind, bit: number]

/** Parts of the body that come in pairs, and words titles use for them: "unspecified eye" leaves the side open. */
const PAIRED = new Set(
  `eye ear eyelid orbit limb extremity arm forearm shoulder elbow wrist hand finger thumb hip thigh knee leg calf ankle foot
   toe breast kidney lung ovary testis side heel clavicle scapula humerus radius ulna femur patella tibia fibula axilla
   cornea iris lens retina carotid vertebral`.split(/\s+/),
)

const WORDS: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['right', ['laterality', LATERALITY.right]],
  ['rt', ['laterality', LATERALITY.right]],
  ['r', ['laterality', LATERALITY.right]],
  ['left', ['laterality', LATERALITY.left]],
  ['l', ['laterality', LATERALITY.left]],
  ['lt', ['laterality', LATERALITY.left]],
  ['bilateral', ['laterality', LATERALITY.bilateral]],
  ['bilaterally', ['laterality', LATERALITY.bilateral]],
  ['both', ['laterality', LATERALITY.bilateral]],
  ['b/l', ['laterality', LATERALITY.bilateral]],
  ['subsequent', ['encounter', ENCOUNTER.subsequent]],
  ['followup', ['encounter', ENCOUNTER.subsequent]],
  ['f/u', ['encounter', ENCOUNTER.subsequent]],
  ['healing', ['encounter', ENCOUNTER.subsequent]],
  ['sequela', ['encounter', ENCOUNTER.sequela]],
  ['sequelae', ['encounter', ENCOUNTER.sequela]],
  ['sqla', ['encounter', ENCOUNTER.sequela]],
  ['unspecified', ['unspecified', YES]],
  ['unsp', ['unspecified', YES]],
  ['nos', ['unspecified', YES]],
  ['without', ['negated', YES]],
  ['w/o', ['negated', YES]],
  ['no', ['negated', YES]],
  ['accidental', ['intent', INTENT.accidental]],
  ['accidentally', ['intent', INTENT.accidental]],
  ['unintentional', ['intent', INTENT.accidental]],
  ['suicide', ['intent', INTENT.self_harm]],
  ['suicidal', ['intent', INTENT.self_harm]],
  ['assault', ['intent', INTENT.assault]],
  ['undetermined', ['intent', INTENT.undetermined]],
  ['underdosing', ['intent', INTENT.underdosing]],
  ['acc', ['intent', INTENT.accidental]],
  ['undet', ['intent', INTENT.undetermined]],
  ['aslt', ['intent', INTENT.assault]],
  ['other', ['residual', YES]],
  ['oth', ['residual', YES]],
  ['nec', ['residual', YES]],
  ['elsewhere', ['residual', YES]],
])

const PAIRS: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['initial encounter', ['encounter', ENCOUNTER.initial]],
  ['init encntr', ['encounter', ENCOUNTER.initial]],
  ['subs encntr', ['encounter', ENCOUNTER.subsequent]],
  ['1st trimester', ['trimester', TRIMESTER.first]],
  ['2nd trimester', ['trimester', TRIMESTER.second]],
  ['3rd trimester', ['trimester', TRIMESTER.third]],
  ['unspecified trimester', ['trimester', TRIMESTER.unspecified]],
  ['1st tri', ['trimester', TRIMESTER.first]],
  ['2nd tri', ['trimester', TRIMESTER.second]],
  ['3rd tri', ['trimester', TRIMESTER.third]],
  ['unsp tri', ['trimester', TRIMESTER.unspecified]],
  ['self harm', ['intent', INTENT.self_harm]],
  ['slf hrm', ['intent', INTENT.self_harm]],
  ['adverse effect', ['intent', INTENT.adverse_effect]],
  ['adverse reaction', ['intent', INTENT.adverse_effect]],
  ['late effect', ['encounter', ENCOUNTER.sequela]],
  ['late effects', ['encounter', ENCOUNTER.sequela]],
  ['follow up', ['encounter', ENCOUNTER.subsequent]],
])

/** "not elsewhere classified", "not otherwise specified", "not specified as": these deny nothing. */
const HARMLESS_AFTER_NOT = new Set(['elsewhere', 'otherwise', 'specified'])

/** The short titles of fractures name the encounter by its seventh character: "7thG". */
const SEVENTH_CHARACTER = /^7th[a-s]$/

function encounterOf(seventhCharacter: string): number {
  const character = seventhCharacter.at(-1)!
  if (character === 's') return ENCOUNTER.sequela
  return character <= 'c' ? ENCOUNTER.initial : ENCOUNTER.subsequent
}

/** Abbreviations of the short titles that mean an encounter where they end a name. */
const LAST_WORDS: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['init', ['encounter', ENCOUNTER.initial]],
  ['subs', ['encounter', ENCOUNTER.subsequent]],
])

/** What the words of a name or a mention say. */
export function qualifiersOf(words: readonly Word[]): Qualifiers {
  const all: Record<QualifierKind, number> = {
    laterality: 0,
    encounter: 0,
    trimester: 0,
    intent: 0,
    unspecified: 0,
    residual: 0,
    negated: 0,
  }
  const add = (said: Said | undefined) => {
    if (said !== undefined) all[said[0]] |= said[1]
  }
  for (let i = 0; i < words.length; i++) {
    const { form } = words[i]!
    const next = words[i + 1]?.form ?? ''
    add(WORDS.get(form))
    add(PAIRS.get(`${form} ${next}`))
    if (form === 'not' && !HARMLESS_AFTER_NOT.has(next)) all.negated = YES
    if (SEVENTH_CHARACTER.test(form)) all.encounter |= encounterOf(form)
    if (next === '') add(LAST_WORDS.get(form))
    if (
      (form === 'unspecified' || form === 'unsp') &&
      (PAIRED.has(next) || PAIRED.has(words[i + 2]?.form ?? ''))
    )
      all.laterality |= LATERALITY.unspecified
  }
  return all
}
