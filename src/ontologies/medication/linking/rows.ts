import type { LinkBasis, LinkReason } from '../../../contract.ts'
import type { MetadataValue, ResolvedRow } from '../../ontology.ts'
import { type Certain, conceptOf, ingredientOf, namedIngredients } from './certain.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import { type Candidate, partsOf } from './ranking.ts'
import { describeDrug, describeMatch } from './result.ts'
import type { Understanding } from './understand.ts'
import { judgeIngredients, type Verdict } from './verdict.ts'

/** Facts of a first row, besides its candidate. */
interface First {
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
  { verdict, certain, isTruncated, limit }: First,
): ResolvedRow[] {
  const reason = isTruncated ? 'truncated' : verdict.reason
  return candidates.slice(0, limit).map((candidate, i): ResolvedRow => {
    const own: LinkReason<'medication'> = i === 0 ? reason : 'not_first'
    return {
      code: candidate.drug.code,
      name: candidate.drug.name,
      reason: own,
      score: candidate.score,
      parts: partsOf(candidate),
      ...(i === 0 && { basis: verdict.basis }),
      metadata: {
        ...describeDrug(candidate.drug.attributes),
        linking_requirements: { ...verdict.requirements },
        matching_breakdown: describeMatch(candidate, said, own),
        ...contextOf(said),
        ...(i === 0 && unlinkedOf(own, said, certain)),
        ...(i === 0 && verdict.question !== undefined && { needed: verdict.question }),
        ...(isTruncated && { truncated: true }),
      },
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
        ...describeDrug(drug.attributes),
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
