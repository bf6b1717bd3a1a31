/** All that is stored of a patient, for the patient: the right of access. */

import type { Blobs } from '../../records/blobs/blobs.ts'
import type { PatientRecords, Records } from '../../records/records.ts'
import { writeZip, type ZipEntry } from '../../records/zip-writer.ts'
import { requireAccepted } from '../documents/media-type.ts'

/**
 * Writes an archive with `patient.json`, `documents.json`, `reminders.json` and the files of the documents. Thumbnails are left
 * out: they are made of the files.
 *
 * @returns whether there is such a patient
 */
export async function exportPatient(
  { patients }: Pick<Records, 'patients'>,
  blobs: Blobs,
  oid: string,
  file: string,
): Promise<boolean> {
  const found = await patients.read(oid)
  if (found === undefined) return false
  await writeZip(file, entriesOf(found, blobs))
  return true
}

async function* entriesOf(
  { profile, documents, reminders }: PatientRecords,
  blobs: Blobs,
): AsyncGenerator<ZipEntry> {
  yield jsonEntry('patient.json', profile)
  yield jsonEntry(
    'documents.json',
    documents.map(
      ({ has_thumbnail: _, media_type: __, size: ___, sha256: ____, files, ...fields }) => ({
        ...fields,
        files: files.map(({ key, ...file }) => ({ name: nameOf(key, file.media_type), ...file })),
      }),
    ),
  )
  yield jsonEntry(
    'reminders.json',
    reminders.map(({ payload, ...reminder }) => ({ ...reminder, payload: JSON.parse(payload) })),
  )
  for (const { key, media_type } of documents.flatMap(({ files }) => files))
    yield { name: nameOf(key, media_type), bytes: await blobs.open(key) }
}

function nameOf(key: string, mediaType: string): string {
  return `files/${key}.${requireAccepted(mediaType).extension}`
}

function jsonEntry(name: string, value: unknown): ZipEntry {
  return { name, bytes: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] }
}
