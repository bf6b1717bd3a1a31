import type { RelatedCodeRecord } from '../../../index/records.ts'
import { badCell, oneLine, readCsv } from '../../release-csv.ts'
import type { ReleaseFile } from '../../release-files.ts'
import { PART_RELATIONS } from '../related.ts'
import { readAccessory } from './accessories.ts'
import type { LoincFiles } from './files.ts'
import { NO_RELATED, type Related, RelatedDraft } from './related-draft.ts'
import type { ReadContext } from './table.ts'

const PART = /^LP\d{1,9}-\d$/
/** Statuses of parts that are not to be used any more. */
const RETIRED = new Set(['DEPRECATED', 'INACTIVE'])

/**
 * Parts of names: Part.csv, and by way of LoincPartLink_Primary.csv and DocumentOntology.csv the parts of each term. Sets the
 * display names of component parts. Without Part.csv there are none.
 *
 * @throws MedlinkError `release_invalid` for a number that is none of a part, or that the file has twice
 */
export async function readParts(
  reading: ReadContext,
  { parts, partLinks, documentParts }: LoincFiles,
): Promise<Related> {
  if (parts === undefined) return NO_RELATED
  const draft = new RelatedDraft()
  const displayNames = await readPartFile(reading, parts, draft)
  for (const file of [partLinks, documentParts]) {
    if (file === undefined) continue
    const columns = { required: ['LoincNumber', 'PartNumber', 'PartTypeName'] } as const
    await readAccessory(reading, file, columns, 'LoincNumber', (row, term) => {
      const part = row.PartNumber.trim()
      if (row.PartTypeName === 'COMPONENT') term.componentName = displayNames.get(part) ?? ''
      const relation = PART_RELATIONS[row.PartTypeName]
      if (relation !== undefined) draft.relate(term.code, relation, part, file.name)
    })
  }
  reading.warnings.push(...draft.warnings(parts.name))
  return draft
}

/** Returns the display name of each component part. */
async function readPartFile(
  { sources }: ReadContext,
  file: ReleaseFile,
  draft: RelatedDraft,
): Promise<ReadonlyMap<string, string>> {
  const displayNames = new Map<string, string>()
  const columns = {
    required: ['PartNumber', 'PartTypeName', 'PartDisplayName'],
    optional: ['PartName', 'Status'],
  } as const
  const sha256 = await readCsv(file, columns, (row, line) => {
    const code = row.PartNumber.trim()
    if (!PART.test(code))
      throw badCell(file, line, row.PartNumber, "a part's number such as LP14635-4")
    const displayName = oneLine(row.PartDisplayName)
    const name = oneLine(row.PartName) || displayName || code
    const status = row.Status.trim()
    const part: RelatedCodeRecord = {
      ...{ code, name, active: !RETIRED.has(status.toUpperCase()) },
      attributes: {
        ...(row.PartTypeName !== '' && { part_type: row.PartTypeName }),
        ...(status !== '' && { loinc_status: status }),
        ...(displayName !== '' && displayName !== name && { display_name: displayName }),
      },
    }
    if (!draft.add(part))
      throw badCell(file, line, code, `each part once, but ${code} is there already`)
    if (row.PartTypeName === 'COMPONENT') displayNames.set(code, displayName)
  })
  sources.push({ file: file.name, sha256, rows: draft.codes.length })
  return displayNames
}
