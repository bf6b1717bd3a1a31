import type { LinkBasis, LinkReason } from '../../../contract.ts'
import type { StoredConcept } from '../../../index/reader.ts'
import type { MetadataValue, ResolvedRow } from '../../ontology.ts'
import {
  type Component,
  describeStrength,
  keyOfComponents,
  readComposition,
  strengthsOf,
} from '../composition.ts'
import { PLUS } from '../ingredients.ts'
import type { Comparison } from './comparison.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import type { Said } from './forms.ts'
import { type Certain, conceptOf, ingredientOf, type Meant, namedIngredients } from './meant.ts'
import type { Candidate, Ranking } from './ranking.ts'
import type { StrengthMatch } from './strength-match.ts'
import type { Understanding } from './understand.ts'
import { judgeIngredients, type Verdict } from './verdict.ts'

const DIGITS = 2

type Attributes = StoredConcept['attributes']

/** Attributes of a drug, by the contract's keys. */
export function describeDrug(
  attributes: Attributes,
  components: readonly Component[] = readComposition(String(attributes.composition ?? '')),
) {
  const { form, release, route } = attributes
  return {
    form_info:
      form === null ? null : { form: form!, release: release ?? null, route: route ?? null },
    volume: volumeOf(components),
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
function volumeOf(components: readonly Component[]): string | null {
  const strengths = strengthsOf(components).map(describeStrength)
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
  { ingredients, brand, strengths, form, release, salt }: Comparison,
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

/** Facts of a first row, besides its candidate. */
interface First {
  readonly ranking: Ranking
  readonly verdict: Verdict
  readonly certain: Certain | undefined
  /** True if the text, or the drugs that it may mean, were not looked at to the end: then nothing is linked. */
  readonly isTruncated: boolean
  /** Rows at most. */
  readonly limit: number
}

/** The first candidates as rows. */
export function productRows(
  candidates: readonly Candidate[],
  said: Understanding,
  { ranking, verdict, certain, isTruncated, limit }: First,
): ResolvedRow[] {
  const reason = isTruncated ? 'truncated' : verdict.reason
  return candidates.slice(0, limit).map(({ comparison, score }, i): ResolvedRow => {
    const { drug } = comparison
    const own: LinkReason<'medication'> = i === 0 ? reason : 'not_first'
    return {
      code: drug.code,
      name: drug.name,
      reason: own,
      score,
      parts: ranking.partsOf(comparison),
      // Assigning: to add a property to a spread object takes a microsecond.
      metadata: Object.assign(
        {},
        describeDrug(drug.attributes, drug.components),
        {
          linking_requirements: { ...verdict.requirements },
          matching_breakdown: describeMatch(comparison, said, own),
        },
        contextOf(said),
        i === 0 && unlinkedOf(own, said, certain),
        i === 0 && verdict.question !== undefined && { needed: verdict.question },
        isTruncated && { truncated: true },
      ),
      ...(i === 0 && { basis: verdict.basis }),
    }
  })
}

/** Facts about the text in the first row of an answer without a yes. */
function unlinkedOf(
  reason: LinkReason,
  { several }: Understanding,
  certain: Certain | undefined,
): Readonly<Record<string, MetadataValue>> {
  if (reason === 'linked') return {}
  return {
    ...(several.length > 0 && { parts: several }),
    ...(certain !== undefined && { certain: { ...certain } }),
  }
}

/** The ingredients of a text as rows: the concept of a combination, else one for each ingredient. */
export function ingredientRows(
  said: Understanding,
  certain: Certain | undefined,
  drugs: DrugIndex,
): ResolvedRow[] {
  const shared = namedIngredients(said)
  const bases = shared.length > 0 ? shared : knownIngredients(said)
  const concepts = ingredientConcepts(bases, drugs)
  const areInstalled = bases.length > 0 && concepts.every((each) => each !== undefined)
  const reason = judgeIngredients(said, certain !== undefined, areInstalled)
  const installed = concepts.filter((each) => each !== undefined)
  return installed.map((drug, i): ResolvedRow => {
    const own = i === 0 || reason === 'linked' ? reason : 'not_first'
    return {
      code: drug.code,
      name: drug.name,
      reason: own,
      score: 1,
      parts: [{ feature: 'ingredients', value: 1, share: 1 }],
      ...(i === 0 && { basis: basisOf(said) }),
      metadata: {
        ...describeDrug(drug.attributes, drug.components),
        ...contextOf(said),
        ...(i === 0 && said.several.length > 0 && { parts: said.several }),
        ...(i === 0 && certain !== undefined && { certain: { ...certain } }),
      },
    }
  })
}

/** The ingredients of any product under the names: shown where it is open which are meant. */
function knownIngredients({ known }: Understanding): readonly string[] {
  return [...new Set(known.flatMap(({ components }) => components.map(({ base }) => base)))]
}

function ingredientConcepts(
  bases: readonly string[],
  drugs: DrugIndex,
): readonly (IndexedDrug | undefined)[] {
  const combination = bases.length > 1 ? conceptOf(bases, 'combination', drugs) : undefined
  // Others know the codes of the ingredients, but none of Medlink's own for their combination.
  const isOfRelease = combination !== undefined && combination.attributes.source !== 'medlink'
  return isOfRelease ? [combination] : bases.map((base) => ingredientOf(base, drugs))
}

function basisOf({ corrections, brand, leftOver }: Understanding): LinkBasis {
  if (corrections.names.size > 0) return 'spelling'
  if (leftOver.length > 0) return 'partial'
  return brand === '' ? 'official_name' : 'curated_name'
}

function contextOf({ prescription: { context } }: Understanding): { readonly context?: string } {
  return context === undefined ? {} : { context }
}
