import { MedlinkError } from '../../errors.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'

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

/** Below data/: semantic tags of the International Edition, each with its group; a tag that is not there is `other`. */
export const TAG_TABLE = 'snomed/semantic-tags.tsv'
const WORD_TABLE = 'snomed/group-words.tsv'

const groupsOfTags = lazily(() => readGroups(TAG_TABLE, 'tag'))

/** The group of a semantic tag, undefined for one that no group is known of. @throws MedlinkError `data_invalid` */
export function groupOfTag(tag: string): Group | undefined {
  return groupsOfTags().get(tag)
}

/** Words that say which kind of thing is meant. @throws MedlinkError `data_invalid` */
export function readGroupWords(): ReadonlyMap<string, Group> {
  return readGroups(WORD_TABLE, 'word')
}

function readGroups(table: string, column: string): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const [i, [text, name]] of readTable(table, [column, 'group']).entries()) {
    const group = GROUPS.find((each) => each === name)
    if (group === undefined)
      throw new MedlinkError(
        'data_invalid',
        `data/${table}:${i + 2}: found the group "${name}", expected one of ${GROUPS.join(', ')}`,
      )
    groups.set(text!, group)
  }
  return groups
}
