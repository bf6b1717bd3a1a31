import type { Assertion } from '../../clinical/assertions.ts'
import type { SectionKind } from '../../clinical/sections.ts'
import type { DrugStatus } from './drug-cues.ts'
import { BEGINS, STOPS, type VerbStatus } from './drug-verbs.ts'

/** Headings under which a list of drugs is begun by the note. */
const OF_NEW = /\b(?:rx|tx|treatment|prescription|discharge|prescribed|advised|advice)\b/
const NOT_NEW = /\b(?:history|home|current|present|admission|before|on treatment)\b/

/** A phrase that begins a list of the patient's own drugs. */
const LISTS = /^(?:meds|medications|current meds|home meds)\b/

/** The status of the drugs that a section lists; under `medication` its heading decides. */
const OF_SECTION: Readonly<Partial<Record<SectionKind, DrugStatus>>> = {
  course: 'past',
  procedure: 'past',
  medication: 'current',
  plan: 'new',
  advice: 'new',
  assessment: 'new',
  precautions: 'planned',
  family: 'family',
}

/** The status that a section gives the drugs that are listed in it. */
function ofSection(section: SectionKind | undefined, heading: string): DrugStatus | undefined {
  const status = section && OF_SECTION[section]
  if (status !== OF_SECTION.medication) return status
  if (/given|received/.test(heading)) return 'past'
  return OF_NEW.test(heading) && !NOT_NEW.test(heading) ? 'new' : status
}

/** Sections that tell of the time before. */
const TELLS: ReadonlySet<SectionKind> = new Set([
  ...(['history', 'past', 'obstetric', 'surgical', 'course', 'medication'] as const),
  ...(['procedure', 'diagnosis'] as const),
])

/** Phrases that hold after a stay in hospital. */
const STAYS = /discharge|cont|home|resume/

/** Conditions and intentions among the triggers of plans. */
export const IF =
  /\b(?:if|when|unless|consider|may|might|could|would|will|plan|should|in case|once)\b/

/** True if a verb begins a drug. */
export function begins(verb: VerbStatus | undefined): boolean {
  return verb?.status === 'new' && BEGINS.test(verb.phrase)
}

/** The status of a drug that is no allergen, by its verb, its section and what the text says of its place. */
export function statusOf(
  verb: VerbStatus | undefined,
  said: readonly Assertion[],
  section: SectionKind | undefined,
  heading: string,
  ofList: DrugStatus | undefined,
): DrugStatus {
  const contexts = new Set(said.map(({ context }) => context))
  const bySection = ofSection(section, heading)
  // "Aspirin vs warfarin", "? levetiracetam".
  const isInDoubt = contexts.has('suspected') && (verb === undefined || verb.status === 'new')
  const isConditional = said.some(
    ({ context, because }) => context === 'planned' && IF.test(because),
  )
  if (contexts.has('family') && !LISTS.test(verb?.phrase ?? '') && verb?.isBorrowed !== true)
    return 'family'
  if (isInDoubt) return 'planned'
  const isOpen = verb === undefined || verb.status === 'new' || verb.status === 'current'
  // "If low sodium stop indapamide": it is taken until then.
  if (isConditional && isOpen && !STOPS.test(verb?.phrase ?? '')) return 'planned'
  if (bySection === 'new' && verb?.phrase === 'home') return 'new'
  if (verb?.place === 'after' && /given|administered/.test(verb.phrase) && verb.status === 'new')
    return ofList === 'past' || (section !== undefined && TELLS.has(section)) ? 'past' : 'new'
  if (bySection === 'past' && (verb?.status === 'new' || verb?.status === 'current'))
    return STAYS.test(verb.phrase) ? verb.status : 'past'
  if (verb !== undefined) return verb.status
  if (contexts.has('absent')) return 'negated'
  if (ofList !== undefined) return ofList
  if (bySection !== undefined) return bySection
  if (contexts.has('past') && section === 'past') return 'past'
  return 'current'
}
