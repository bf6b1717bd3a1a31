import type { LinkBasis, LinkReason, Strictness } from '../../../contract.ts'
import { keyOfComponents } from '../composition.ts'
import type { Candidate, Meant } from './candidates.ts'
import { isContrary } from './candidates.ts'
import { isMeasurable, isMeasured } from './doses.ts'
import { isSameSet, type Understanding } from './understand.ts'

/** What a text would have to say for a yes. */
export interface Requirements {
  readonly form_needed: boolean
  readonly volume_needed: boolean
}

export interface Verdict {
  readonly reason: LinkReason<'medication'>
  readonly basis: LinkBasis
  readonly requirements: Requirements
}

/**
 * Whether the first candidate is what the text says: every word is accounted for, nothing contradicts, and no other
 * product fits as well.
 *
 * @param candidates best first, at least one
 */
export function judgeFirst(
  candidates: readonly Candidate[],
  said: Understanding,
  meant: Meant,
  strictness: Strictness,
): Verdict {
  const [first] = candidates as readonly [Candidate, ...Candidate[]]
  const requirements = requirementsOf(first, said, meant, strictness)
  return {
    reason: reasonFor(first, candidates, said, requirements),
    basis: basisOf(first, said),
    requirements,
  }
}

function reasonFor(
  first: Candidate,
  candidates: readonly Candidate[],
  said: Understanding,
  { volume_needed, form_needed }: Requirements,
): LinkReason<'medication'> {
  const { prescription, written, options, known, brand } = said
  if (prescription.context !== undefined) return 'context_differs'
  if (said.isContradicted || first.ingredients === 'other') return 'generic_mismatch'
  if (first.ingredients === 'some') return 'name_incomplete'
  if (said.leftOver.length > 0) return 'name_incomplete'
  if (first.salt === 'other') return 'salt_mismatch'
  if (brand !== '' && known.length > 0 && options.length === 0)
    return known.some(({ strengths }) => strengths !== 'other')
      ? 'form_mismatch'
      : 'volume_mismatch'
  if (first.strengths === 'other' || first.strengths === 'partial') return 'volume_mismatch'
  if (said.hasOtherForm || first.form === 'other' || first.route === 'other') return 'form_mismatch'
  if (first.release === 'other') return 'qualifier_mismatch'
  if (isContrary(first)) return 'name_adds'
  const evaded = evadedBy(first, candidates)
  if (evaded !== undefined) return evaded
  if (volume_needed) return 'volume_needed'
  if (form_needed) return 'form_needed'
  const isBorneOut = written.length > 0 && options.some(({ strengths }) => strengths === 'same')
  if (said.corrections.size > 0 && !isBorneOut) return 'misspelt'
  if (said.isGroup && first.drug.level === 'ingredient') return 'ambiguous'
  return candidates.some((other) => other !== first && isRival(first, other, said))
    ? 'ambiguous'
    : 'linked'
}

/**
 * What the text says and the first candidate is silent of, while drugs of the same ingredients say something else of it
 * and none that says it agrees with the whole text: the product that is meant is not there. Of what can be measured the
 * strength may be the dose.
 */
function evadedBy(
  first: Candidate,
  candidates: readonly Candidate[],
): LinkReason<'medication'> | undefined {
  const isEvaded = (part: 'salt' | 'form' | 'route' | 'release' | 'strengths') =>
    first[part] === 'silent' &&
    candidates.some((other) => other.ingredients === 'same' && other[part] === 'other') &&
    !candidates.some((other) => other[part] === 'same' && !isContrary(other))
  if (isEvaded('salt')) return 'salt_mismatch'
  if (isEvaded('form') || isEvaded('route')) return 'form_mismatch'
  if (isEvaded('release')) return 'qualifier_mismatch'
  return isEvaded('strengths') && !isMeasurable(first.drug.form) ? 'volume_mismatch' : undefined
}

/**
 * Whether another candidate that means something else fits as well. What a vial or a pen holds does not tell them apart
 * where the text says nothing of it, nor does how they give it off where it says a salt that neither is known to be: of
 * metoprolol the succinate is the slow one.
 */
function isRival(
  first: Candidate,
  other: Candidate,
  { quantities, salts }: Understanding,
): boolean {
  if (isContrary(other) || first.drug.source !== other.drug.source) return false
  if (quantities.length > 0 && first.quantity === 'same' && other.quantity !== 'same') return false
  const isSaltOpen = salts.length > 0 && first.salt === 'silent'
  return (
    ANSWERS.every((answer) => first[answer] === other[answer]) &&
    (isSaltOpen || first.release === other.release) &&
    !isSameDrug(first, other)
  )
}

const ANSWERS = ['ingredients', 'brand', 'strengths', 'form', 'route', 'salt'] as const

function isSameDrug({ drug: a }: Candidate, { drug: b }: Candidate): boolean {
  return (
    keyOfComponents(a.components) === keyOfComponents(b.components) &&
    a.attributes.form_text === b.attributes.form_text &&
    a.release === b.release &&
    a.level === b.level
  )
}

function requirementsOf(
  first: Candidate,
  said: Understanding,
  meant: Meant,
  strictness: Strictness,
): Requirements {
  const { options, written, brand, doseUnit, form, prescription } = said
  const { level } = first.drug
  const isForm = level === 'ingredient_form' || level === 'brand_form'
  const haveStrengths = options.some(({ components }) =>
    components.some(({ strength }) => strength !== undefined),
  )
  const { frequency, duration, dose } = prescription
  const isGiven = form !== '' || [frequency, duration, dose].some((each) => each !== undefined)
  // What is given is a product, and a name alone may be: several, unless its strength is said. Where the dose is an
  // amount, of a form that can be measured, the strength does not matter.
  const isOpen =
    written.length === 0 &&
    meant.components === undefined &&
    !(isForm && isMeasured(doseUnit) && isMeasurable(first.drug.form))
  const matters = brand !== '' ? haveStrengths : isGiven || strictness === 'high'
  return {
    volume_needed:
      (isOpen && matters) || (first.strengths === 'unsaid' && meant.components === undefined),
    form_needed: first.form === 'unsaid' && meant.form === undefined,
  }
}

function basisOf({ drug, strengths }: Candidate, said: Understanding): LinkBasis {
  if (said.corrections.size > 0) return 'spelling'
  if (said.leftOver.length > 0 || strengths === 'partial') return 'partial'
  if (said.brand === '')
    return isSameSet(
      said.bases,
      drug.components.map(({ base }) => base),
    )
      ? 'official_name'
      : 'partial'
  return drug.brand === '' ? 'curated_name' : 'official_name'
}
