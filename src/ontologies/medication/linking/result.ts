import type { LinkReason } from '../../../contract.ts'
import type { StoredConcept } from '../../../index/reader.ts'
import {
  type Component,
  describeStrength,
  keyOfComponents,
  readComposition,
  strengthsOf,
} from '../composition.ts'
import { PLUS } from '../ingredients.ts'
import type { Said } from './forms.ts'
import type { Meant } from './meant.ts'
import type { Candidate } from './ranking.ts'
import type { StrengthMatch } from './strength-match.ts'
import type { Understanding } from './understand.ts'

const DIGITS = 2

type Attributes = StoredConcept['attributes']

/** Attributes of a drug, by the contract's keys. */
export function describeDrug(attributes: Attributes) {
  const { form, release, route } = attributes
  return {
    form_info:
      form === null ? null : { form: form!, release: release ?? null, route: route ?? null },
    volume: volumeOf(attributes),
    generic_name: attributes.generic_name || null,
    generic_id: attributes.generic_id ?? null,
    generic_composition: attributes.generic_composition || null,
    product_type: attributes.product_type!,
    brand_name: attributes.brand ?? null,
    manufacturer_name: attributes.manufacturer_name ?? null,
    source: attributes.source!,
  }
}

/** The strengths of a drug: "500 mg + 125 mg"; null where it says none. */
function volumeOf({ composition }: Attributes): string | null {
  const strengths = strengthsOf(readComposition(String(composition ?? ''))).map(describeStrength)
  return strengths.length === 0 ? null : strengths.join(PLUS)
}

const DETECTED: Readonly<Record<Said | StrengthMatch, number>> = {
  same: 1,
  unsaid: 0,
  silent: 1,
  partial: 0.5,
  other: 1,
}

/** How a drug answers a text, by the contract's keys. */
export function describeMatch(
  { ingredients, brand, strengths, form, release, salt }: Candidate,
  said: Understanding,
  reason: LinkReason<'medication'>,
) {
  const {
    prescription,
    written,
    corrections: { names: corrections },
  } = said
  const name = ingredients === 'same' ? 1 : 0.5
  return {
    drug_detection_score: decimal(corrections.size > 0 ? name / 2 : name),
    volume_detection_score: decimal(written.length === 0 ? 0 : DETECTED[strengths]),
    form_detection_score: decimal(said.form === '' ? 0 : DETECTED[form]),
    brand_match: said.brand === '' ? null : brand === 'same',
    volume_exact_match: written.length === 0 ? null : strengths === 'same',
    form_exact_match: said.form === '' ? null : form === 'same',
    form_qualifier_exact_match: said.releases.length === 0 ? null : release === 'same',
    salt_qualifier_exact_match: said.salts.length === 0 ? null : salt === 'same',
    ...(corrections.size > 0 && {
      corrected: prescription.names
        .filter(({ value }) => corrections.has(value))
        .map(
          ({ start, end, value }) =>
            `${prescription.text.slice(start, end)} → ${corrections.get(value)}`,
        )
        .join(', '),
    }),
    uncoded_reason: reason === 'linked' || reason === 'not_first' ? null : reason,
  }
}

/** How a prescription was taken apart. */
export function breakdownOf(said: Understanding, meant: Meant) {
  const { prescription, brand, bases, written } = said
  const components = meant.components ?? componentsBeside(said)
  const ingredients = components.length > 0 ? components.map(({ base }) => base) : basesIn(said)
  const strengths = strengthsOf(components)
  const volume = written.map(({ value }) => String(value)).join('/')
  return {
    brand_name: brand === '' ? null : brand,
    generic_name: (ingredients.length > 0 ? ingredients : bases).join(PLUS) || null,
    form: said.form || (meant.form ?? '') || null,
    volume: volume === '' ? null : volume,
    strengths:
      strengths.length > 0
        ? strengths.map(describeStrength)
        : written.map(({ value, unit }) => describeStrength({ value, unit: unit ?? '' }).trim()),
    release: said.releases[0] ?? (meant.release || null),
    route: prescription.route ?? null,
    dose: prescription.dose ?? null,
    frequency: prescription.frequency ?? null,
    duration: prescription.duration ?? null,
    context: prescription.context ?? null,
  }
}

/** Components of all products under the names whose strengths are not others, if the rest of the text fits none. */
function componentsBeside({ known, options }: Understanding): readonly Component[] {
  if (options.length > 0) return []
  const [first, ...others] = known.filter(({ strengths }) => strengths !== 'other')
  if (first === undefined) return []
  const key = keyOfComponents(first.components)
  const areSame = others.every(({ components }) => keyOfComponents(components) === key)
  return areSame ? first.components : []
}

/** The ingredients that all products under the brand have, where they are the same of all. */
function basesIn({ known, bases }: Understanding): readonly string[] {
  const [first] = known
  if (first === undefined) return bases
  const own = first.components.map(({ base }) => base)
  const isShared = known.every(
    ({ components }) =>
      components.length === own.length && components.every(({ base }) => own.includes(base)),
  )
  return isShared ? own : bases
}

function decimal(score: number): string {
  return score.toFixed(DIGITS)
}
