import type { LinkResultItem } from '../contract.ts'

/**
 * The question to answer before the mention can be linked: "which specimen?", for drugs "which strength and form?"; undefined if
 * there is none.
 */
export function questionOf({ metadata }: LinkResultItem): string | undefined {
  if (metadata.needed !== undefined) return metadata.needed
  if (!('linking_requirements' in metadata) || !metadata.link_reason.endsWith('_needed')) return
  const { volume_needed, form_needed } = metadata.linking_requirements!
  const asked = [...(volume_needed ? ['strength'] : []), ...(form_needed ? ['form'] : [])]
  return `which ${asked.join(' and ')}?`
}
