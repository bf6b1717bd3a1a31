import type { LinkResultItem } from '../medlink.ts'

/** What the words of a verdict need of a result. */
type Judged = Pick<LinkResultItem, 'is_linked'> & {
  readonly metadata: { readonly link_reason: string }
}

/** Why a result is not linked, for people; a reason that is not here is shown by its own name. */
const REASONS: Readonly<Record<string, string>> = {
  not_first: 'not the first',
  below_threshold: 'not sure enough',
  ambiguous: 'too close to the next',
  unit_missing: 'no unit given',
  unit_conflict: 'has another unit',
  specimen_missing: 'no specimen given',
  specimen_conflict: 'of another specimen',
  name_incomplete: 'only part of the name',
  name_adds: 'the name says more',
  several_meanings: 'means other things, too',
  not_billable: 'cannot be billed',
  volume_needed: 'no strength given',
  volume_mismatch: 'no such strength',
  form_needed: 'no form given',
  form_mismatch: 'no such form',
  qualifier_mismatch: 'releases otherwise',
  salt_mismatch: 'another salt',
  generic_mismatch: 'other ingredients',
  misspelt: 'name corrected, no proof',
}

/** The contract's word: linked, or why not. */
export function reasonOf({ is_linked, metadata }: Judged): string {
  return is_linked ? 'linked' : String(metadata.link_reason ?? '')
}

/** The same for people, with a tick before a yes. */
export function verdictOf(item: Judged): string {
  const reason = reasonOf(item)
  return item.is_linked ? '✓ linked' : (REASONS[reason] ?? reason.replaceAll('_', ' '))
}

/** A score in plain lines and tables: '' where the ontology has none. */
export function scoreOf({ score }: Pick<LinkResultItem, 'score'>): string {
  return score === null ? '' : score.toFixed(4)
}
