import type { StoredConcept } from '../../../index/reader.ts'
import { disagreementOf, type LinkPolicy, type Match, traitsSaid } from '../../ontology.ts'
import { CODED_QUALIFIERS, maskOf, valuesOf } from '../traits.ts'
import { mapToIcd10cm } from './icd10cm-map.ts'
import type { SnomedQuery } from './query.ts'

const CONTEXT = maskOf('context')
/** With more than this share of its own on either side, a name is another thing's: "weakness of hand" for that of hips. */
const MAX_DISAGREEMENT = 0.25

/** What SNOMED CT makes of a mention beyond its name. */
export const snomedPolicy = {
  describe: (query: SnomedQuery, match: Match, concept: StoredConcept) => {
    const besides = qualifiersBeside(query, match)
    const { targets, needed } = mapToIcd10cm(concept.maps, query)
    return {
      ...(concept.maps.length > 0 && { icd10cm: targets.join(', ') || null }),
      ...(needed.length > 0 && { icd10cm_needed: needed.join(', ') }),
      ...(Object.keys(besides).length > 0 && { qualifiers: besides }),
    }
  },

  rejection: ({ traits }: SnomedQuery, match: Match) => {
    // What is denied, suspected, remembered or a relative's is not the patient's condition, and the other way round.
    if ((traits & CONTEXT) !== (traitsSaid(match) & CONTEXT)) return 'context_differs'
    const isOther = match.opposites > 0 || disagreementOf(match) > MAX_DISAGREEMENT
    return isOther ? 'name_incomplete' : undefined
  },
} satisfies LinkPolicy<SnomedQuery>

/** What the mention says of the condition and the code does not: `{side: 'left', severity: 'severe'}`. */
function qualifiersBeside({ traits }: SnomedQuery, match: Match): Record<string, string> {
  const beside = traits & ~traitsSaid(match)
  return Object.fromEntries(
    CODED_QUALIFIERS.flatMap((kind) => {
      const values = valuesOf(kind, beside)
      return values.length === 0 ? [] : [[kind, values.join(', ')]]
    }),
  )
}
