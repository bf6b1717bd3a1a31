/** Why a result is not linked, for people; a reason that is not here is shown by its own name. */
const WORDS: Readonly<Record<string, string>> = {
  not_first: 'not the first',
  below_threshold: 'not sure enough',
  ambiguous: 'too close to the next',
  unit_missing: 'no unit given',
  unit_conflict: 'has another unit',
  specimen_missing: 'no specimen given',
  specimen_conflict: 'of another specimen',
  value_conflict: 'has other results',
  not_a_result: 'a panel or a document',
  name_incomplete: 'only part of the name',
  name_adds: 'the name says more',
  several_meanings: 'means other things, too',
  context_unclear: 'not clearly present',
  not_billable: 'cannot be billed',
  volume_needed: 'no strength given',
  volume_mismatch: 'no such strength',
  form_needed: 'no form given',
  form_mismatch: 'no such form',
  qualifier_mismatch: 'releases otherwise',
  qualifier_needed: 'several such products',
  no_such_product: 'no such product',
  several_drugs: 'more than one drug',
  salt_mismatch: 'another salt',
  generic_mismatch: 'other ingredients',
  misspelt: 'name corrected, no proof',
  no_mention: 'the text names nothing',
  nothing_alike: 'no code has a name like this',
  truncated: 'too much text',
}

/** A `link_reason` in a few words for people: "no unit given". */
export function reasonInWords(reason: string): string {
  return WORDS[reason] ?? reason.replaceAll('_', ' ')
}
