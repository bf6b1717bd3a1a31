import type { TraitReader } from '../../index/arrays.ts'
import type { Word } from '../../text/analyze.ts'

/**
 * What an ICD-10-CM name, or a mention, says of side, encounter and trimester, and whether it names the unspecified or
 * the residual condition. The classification writes one code for each of these, so a name that is right but for them
 * is still the wrong code.
 */
export const SIDE = { right: 1, left: 2, bilateral: 4, unspecified: 8 } as const
export const ENCOUNTER = { initial: 16, subsequent: 32, sequela: 64 } as const
export const TRIMESTER = { first: 128, second: 256, third: 512, unspecified: 1024 } as const
export const UNSPECIFIED = 2048
export const NEGATED = 4096
export const OTHER = 8192
export const INTENT = {
  accidental: 1 << 14,
  selfHarm: 1 << 15,
  assault: 1 << 16,
  undetermined: 1 << 17,
  adverseEffect: 1 << 18,
  underdosing: 1 << 19,
} as const

export const SIDE_MASK = 15
export const ENCOUNTER_MASK = 112
export const TRIMESTER_MASK = 1920
export const INTENT_MASK = 63 << 14

/** Parts of the body that come in pairs, and words titles use for them: "unspecified eye" leaves the side open. */
const PAIRED = new Set(
  `eye ear eyelid orbit limb extremity arm forearm shoulder elbow wrist hand finger thumb hip thigh knee leg calf ankle foot
   toe breast kidney lung ovary testis side heel clavicle scapula humerus radius ulna femur patella tibia fibula axilla
   cornea iris lens retina carotid vertebral`.split(/\s+/),
)

const WORDS: ReadonlyMap<string, number> = new Map<string, number>([
  ['right', SIDE.right],
  ['rt', SIDE.right],
  ['r', SIDE.right],
  ['left', SIDE.left],
  ['l', SIDE.left],
  ['lt', SIDE.left],
  ['bilateral', SIDE.bilateral],
  ['bilaterally', SIDE.bilateral],
  ['both', SIDE.bilateral],
  ['b/l', SIDE.bilateral],
  ['subsequent', ENCOUNTER.subsequent],
  ['followup', ENCOUNTER.subsequent],
  ['f/u', ENCOUNTER.subsequent],
  ['healing', ENCOUNTER.subsequent],
  ['sequela', ENCOUNTER.sequela],
  ['sequelae', ENCOUNTER.sequela],
  ['sqla', ENCOUNTER.sequela],
  ['unspecified', UNSPECIFIED],
  ['unsp', UNSPECIFIED],
  ['nos', UNSPECIFIED],
  ['without', NEGATED],
  ['w/o', NEGATED],
  ['no', NEGATED],
  ['accidental', INTENT.accidental],
  ['accidentally', INTENT.accidental],
  ['unintentional', INTENT.accidental],
  ['suicide', INTENT.selfHarm],
  ['suicidal', INTENT.selfHarm],
  ['assault', INTENT.assault],
  ['undetermined', INTENT.undetermined],
  ['underdosing', INTENT.underdosing],
  ['acc', INTENT.accidental],
  ['undet', INTENT.undetermined],
  ['aslt', INTENT.assault],
  ['other', OTHER],
  ['oth', OTHER],
  ['nec', OTHER],
  ['elsewhere', OTHER],
])

const PAIRS: ReadonlyMap<string, number> = new Map<string, number>([
  ['initial encounter', ENCOUNTER.initial],
  ['init encntr', ENCOUNTER.initial],
  ['subs encntr', ENCOUNTER.subsequent],
  ['1st trimester', TRIMESTER.first],
  ['2nd trimester', TRIMESTER.second],
  ['3rd trimester', TRIMESTER.third],
  ['unspecified trimester', TRIMESTER.unspecified],
  ['1st tri', TRIMESTER.first],
  ['2nd tri', TRIMESTER.second],
  ['3rd tri', TRIMESTER.third],
  ['unsp tri', TRIMESTER.unspecified],
  ['self harm', INTENT.selfHarm],
  ['slf hrm', INTENT.selfHarm],
  ['adverse effect', INTENT.adverseEffect],
  ['adverse reaction', INTENT.adverseEffect],
  ['late effect', ENCOUNTER.sequela],
  ['late effects', ENCOUNTER.sequela],
  ['follow up', ENCOUNTER.subsequent],
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
const LAST_WORDS: ReadonlyMap<string, number> = new Map([
  ['init', ENCOUNTER.initial],
  ['subs', ENCOUNTER.subsequent],
])

/** The traits of a name or a mention, as a set of the bits above. */
export function traitsOf(words: readonly Word[]): number {
  let traits = 0
  for (let i = 0; i < words.length; i++) {
    const { form } = words[i]!
    const next = words[i + 1]?.form ?? ''
    traits |= (WORDS.get(form) ?? 0) | (PAIRS.get(`${form} ${next}`) ?? 0)
    if (form === 'not' && !HARMLESS_AFTER_NOT.has(next)) traits |= NEGATED
    if (SEVENTH_CHARACTER.test(form)) traits |= encounterOf(form)
    if (next === '' && LAST_WORDS.has(form)) traits |= LAST_WORDS.get(form)!
    if (
      (form === 'unspecified' || form === 'unsp') &&
      (PAIRED.has(next) || PAIRED.has(words[i + 2]?.form ?? ''))
    )
      traits |= SIDE.unspecified
  }
  return traits
}

/** Concept traits: those of its title, whether the code can be billed, and its length without the dot from bit 21 on. */
export const BILLABLE = 1 << 20
const LENGTH_SHIFT = 21

/** Characters of the code, without the dot: 3 for a category, 7 at most. */
export function codeLength(conceptTraits: number): number {
  return conceptTraits >>> LENGTH_SHIFT
}

export const icd10cmTraits: TraitReader = {
  version: '1',
  ofTerm: traitsOf,
  ofConcept: ({ code, attributes }, title) =>
    traitsOf(title) |
    (attributes.is_billable === true ? BILLABLE : 0) |
    (code.replace('.', '').length << LENGTH_SHIFT),
}
