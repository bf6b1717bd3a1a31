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
export const WITHOUT = 4096
export const OTHER = 8192

export const SIDE_MASK = 15
export const ENCOUNTER_MASK = 112
export const TRIMESTER_MASK = 1920

/** Parts of the body that come in pairs, and words titles use for them: "unspecified eye" leaves the side open. */
const PAIRED = new Set(
  `eye ear eyelid orbit limb extremity arm forearm shoulder elbow wrist hand finger thumb hip thigh knee leg calf ankle foot
   toe breast kidney lung ovary testis side heel clavicle scapula humerus radius ulna femur patella tibia fibula axilla
   cornea iris lens retina carotid vertebral`.split(/\s+/),
)

const WORDS: ReadonlyMap<string, number> = new Map<string, number>([
  ['right', SIDE.right],
  ['rt', SIDE.right],
  ['left', SIDE.left],
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
  ['unspecified', UNSPECIFIED],
  ['nos', UNSPECIFIED],
  ['without', WITHOUT],
  ['w/o', WITHOUT],
  ['other', OTHER],
  ['nec', OTHER],
  ['elsewhere', OTHER],
])

const PAIRS: ReadonlyMap<string, number> = new Map<string, number>([
  ['initial encounter', ENCOUNTER.initial],
  ['1st trimester', TRIMESTER.first],
  ['2nd trimester', TRIMESTER.second],
  ['3rd trimester', TRIMESTER.third],
  ['unspecified trimester', TRIMESTER.unspecified],
  ['late effect', ENCOUNTER.sequela],
  ['late effects', ENCOUNTER.sequela],
  ['follow up', ENCOUNTER.subsequent],
])

/** The traits of a name or a mention, as a set of the bits above. */
export function traitsOf(words: readonly Word[]): number {
  let traits = 0
  for (let i = 0; i < words.length; i++) {
    const { form } = words[i]!
    const next = words[i + 1]?.form ?? ''
    traits |= (WORDS.get(form) ?? 0) | (PAIRS.get(`${form} ${next}`) ?? 0)
    if (form === 'unspecified' && (PAIRED.has(next) || PAIRED.has(words[i + 2]?.form ?? '')))
      traits |= SIDE.unspecified
  }
  return traits
}

/** Concept traits: whether the code can be billed, and its length without the dot, from bit 1 on. */
export const BILLABLE = 1

export const icd10cmTraits: TraitReader = {
  version: '1',
  ofTerm: traitsOf,
  ofConcept: ({ code, attributes }) =>
    (attributes.is_billable === true ? BILLABLE : 0) | (code.replace('.', '').length << 1),
}
