import type { LinkResultItem } from '../contract.ts'

/** What would have to be known for a yes: "which specimen?", of drugs "which strength and form?"; undefined when nobody asks. */
export function questionOf({ metadata }: LinkResultItem): string | undefined {
  if (metadata.needed !== undefined) return metadata.needed
  if (!('linking_requirements' in metadata) || !metadata.link_reason.endsWith('_needed')) return
  const { volume_needed, form_needed } = metadata.linking_requirements!
  const asked = [...(volume_needed ? ['strength'] : []), ...(form_needed ? ['form'] : [])]
  return `which ${asked.join(' and ')}?`
}
