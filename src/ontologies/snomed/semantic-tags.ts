/** The kinds of things that semantic tags tell apart, as far as ranking does. */
export const GROUPS = [
  'untagged',
  'disorder',
  'finding',
  'situation',
  'event',
  'procedure',
  'observable',
  'body',
  'morphology',
  'organism',
  'substance',
  'product',
  'object',
  'qualifier',
  'other',
] as const
export type Group = (typeof GROUPS)[number]

/** Semantic tag → group; a tag that is not here is `other`. Source: the tags of the International Edition. */
const GROUP_OF_TAG: Readonly<Record<string, Group>> = {
  disorder: 'disorder',
  finding: 'finding',
  situation: 'situation',
  event: 'event',
  procedure: 'procedure',
  'regime/therapy': 'procedure',
  'observable entity': 'observable',
  'body structure': 'body',
  cell: 'body',
  'cell structure': 'body',
  'morphologic abnormality': 'morphology',
  organism: 'organism',
  substance: 'substance',
  product: 'product',
  'medicinal product': 'product',
  'medicinal product form': 'product',
  'clinical drug': 'product',
  'real clinical drug': 'product',
  'physical object': 'object',
  device: 'object',
  'qualifier value': 'qualifier',
}

/** The group of a semantic tag, undefined for one that no group is known of. */
export function groupOfTag(tag: string): Group | undefined {
  return Object.hasOwn(GROUP_OF_TAG, tag) ? GROUP_OF_TAG[tag] : undefined
}
