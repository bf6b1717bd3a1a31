import type { LinkBasis, LinkReason } from '../../../contract.ts'
import { isSameSet } from '../words.ts'
import type { Choice, Quality } from './choice.ts'
import { type Comparison, hasStrength, isSingleProduct, type Wanted } from './comparison.ts'
import {
  isDrawnUp,
  isMeasured,
  isMeasuredForm,
  matchForm,
  matchRelease,
  matchRoute,
} from './forms.ts'
import type { Meant } from './meant.ts'
import type { Option } from './options.ts'
import type { Understanding } from './understand.ts'

/** Statements that a text needs for a yes. */
export interface Requirements {
  readonly form_needed: boolean
  readonly volume_needed: boolean
}

export interface Verdict {
  readonly reason: LinkReason<'medication'>
  readonly basis: LinkBasis
  readonly requirements: Requirements
  /** The question whose answer would tell several products apart: "which release?". */
  readonly question?: string
}

/**
 * Decides if the chosen product is linked: every word is accounted for, and nothing speaks against it. The gravest reason
 * against it is given.
 *
 * @param first the best of the compared drugs
 */
export function judge(
  first: Comparison,
  compared: readonly Comparison[],
  choice: Choice,
  wanted: Wanted,
  meant: Meant,
): Verdict {
  const requirements = requirementsOf(choice, wanted, meant)
  const { products, isOfBrandOnly } = choice
  const isDose = products.length === 0 && !isOfBrandOnly && isDoseOfLiquid(wanted.said)
  const reason =
    doubtOf(first, wanted.said) ??
    (isDose ? 'volume_needed' : undefined) ??
    openReason(choice, requirements) ??
    missingReason(compared, choice, wanted) ??
    (wanted.said.corrections.areGuesses ? 'misspelt' : 'linked')
  return {
    reason,
    basis: basisOf(first, wanted.said),
    requirements:
      reason === 'volume_needed' ? { ...requirements, volume_needed: true } : requirements,
    ...(isDose && reason === 'volume_needed' && { question: 'which concentration?' }),
    // Nothing is open where no container is as large as the text says.
    ...(reason === 'qualifier_needed' && { question: `which ${choice.open ?? 'volume'}?` }),
  }
}

/** True if an injection's mass is no strength of any product, and all that are injected are sold by their concentration: "40 mg IV" is a dose. */
function isDoseOfLiquid({ written, known, form, route }: Understanding): boolean {
  if (
    written.length === 0 ||
    written.some(({ unit }) => unit === undefined || unit.includes('/') || unit === '%')
  )
    return false
  if (!isDrawnUp(form)) return false
  const liquids = known.filter(
    (option) =>
      matchForm(form, option.form, option.drug?.isPowder) === 'same' &&
      matchRoute(route, option.drug?.routes ?? [option.route], option.form) !== 'other' &&
      hasStrength(option),
  )
  return (
    liquids.length > 0 &&
    liquids.every(({ strengths }) => strengths === 'other') &&
    liquids.some(({ components }) =>
      components.some(({ strength }) => strength?.unit.endsWith('/mL')),
    )
  )
}

/**
 * Decides if the ingredients of a text are linked, by the proof that links products.
 *
 * @param isCertain whether nothing in the text leaves a doubt of which they are
 * @param areInstalled whether the index has a concept for each
 */
export function judgeIngredients(
  said: Understanding,
  isCertain: boolean,
  areInstalled: boolean,
): LinkReason<'medication'> {
  const doubt = nameDoubtOf(said)
  if (doubt !== undefined) return doubt
  if (said.corrections.areGuesses) return 'misspelt'
  if (said.isCut) return 'truncated'
  if (!isCertain) return said.leftOver.length > 0 ? 'name_incomplete' : 'ambiguous'
  return areInstalled ? 'linked' : 'no_such_product'
}

/** Why the ingredients of a text are in doubt, whatever is installed. */
function nameDoubtOf(said: Understanding): LinkReason<'medication'> | undefined {
  if (said.prescription.context !== undefined) return 'context_differs'
  if (said.several.length > 0) return 'several_drugs'
  return said.isContradicted ? 'generic_mismatch' : undefined
}

/** Why a text links to no product, whatever is installed. */
function doubtOf(first: Comparison, said: Understanding): LinkReason<'medication'> | undefined {
  const doubt = nameDoubtOf(said)
  if (doubt !== undefined) return doubt
  if (first.ingredients === 'other') return 'generic_mismatch'
  if (said.leftOver.length > 0) return 'name_incomplete'
  const isRouteOther = matchRoute(said.route, [], said.form) === 'other'
  if (said.hasOtherForm || isRouteOther) return 'form_mismatch'
  if (said.isGroup && said.brand === '') return 'ambiguous'
  return undefined
}

const REASON_OF: Readonly<Record<Quality, LinkReason<'medication'>>> = {
  strengths: 'ambiguous',
  form: 'form_needed',
  route: 'form_needed',
  release: 'qualifier_needed',
  device: 'qualifier_needed',
  volume: 'qualifier_needed',
  variant: 'qualifier_needed',
  salt: 'qualifier_needed',
  brand: 'ambiguous',
}

/** Reason that names the missing words, if several products are as the text says. */
function openReason(
  { open }: Choice,
  { volume_needed, form_needed }: Requirements,
): LinkReason<'medication'> | undefined {
  if (volume_needed) return 'volume_needed'
  if (form_needed) return 'form_needed'
  return open === undefined ? undefined : REASON_OF[open]
}

/**
 * Why no product is chosen: the first thing of the text that no product under the name has. Where each is there, and no
 * product has all, there is no such product installed.
 */
function missingReason(
  compared: readonly Comparison[],
  choice: Choice,
  { said }: Wanted,
): LinkReason<'medication'> | undefined {
  if (choice.products.length > 0) return undefined
  if (choice.isOfBrandOnly) return 'name_adds'
  const { known } = said
  const lacks = (is: (option: Option) => boolean) => known.length > 0 && !known.some(is)
  if (lacks(({ strengths }) => strengths === 'same') && said.written.length > 0)
    return 'volume_mismatch'
  if (lacks(({ form, drug }) => matchForm(said.form, form, drug?.isPowder) !== 'other'))
    return 'form_mismatch'
  if (said.distinctions.device !== '' && !compared.some(({ device }) => device === 'same'))
    return 'form_mismatch'
  if (
    lacks(
      ({ form, route, drug }) => matchRoute(said.route, drug?.routes ?? [route], form) !== 'other',
    )
  )
    return 'form_mismatch'
  if (lacks(({ release }) => matchRelease(said.releases, release) !== 'other'))
    return 'qualifier_mismatch'
  const same = compared.filter(({ ingredients }) => ingredients === 'same')
  const products = same.filter(({ drug }) => isSingleProduct(drug))
  if (products.length > 0 && products.every(({ route }) => route === 'other'))
    return 'form_mismatch'
  const isOtherSalt = same.some(({ salt }) => salt === 'other')
  if (isOtherSalt && !same.some(({ salt }) => salt === 'same')) return 'salt_mismatch'
  const fitting = same.filter(({ strengths, form }) => strengths === 'same' && form !== 'other')
  if (fitting.length > 0 && fitting.every(({ quantity }) => quantity === 'other'))
    return 'qualifier_needed'
  return 'no_such_product'
}

/** A text that says no strength means a product only where one alone is called so. */
function requirementsOf({ products, open }: Choice, { said }: Wanted, meant: Meant): Requirements {
  const { known, options, written, doseUnit } = said
  const haveStrengths = known.some(hasStrength)
  const isRefuted = known.length > 0 && options.length === 0
  const isOpen = written.length === 0 && meant.components === undefined && !isRefuted
  const isDosed = isMeasured(doseUnit) && isMeasuredForm(said)
  return {
    volume_needed:
      products.length === 0 && isOpen && !isDosed && (haveStrengths || said.brand === ''),
    form_needed: open === 'form' || open === 'route',
  }
}

function basisOf({ drug, strengths }: Comparison, said: Understanding): LinkBasis {
  if (said.corrections.names.size > 0) return 'spelling'
  if (said.leftOver.length > 0 || strengths === 'partial') return 'partial'
  if (said.brand !== '') return drug.brand === '' ? 'curated_name' : 'official_name'
  return isSameSet(said.bases, drug.bases) ? 'official_name' : 'partial'
}
