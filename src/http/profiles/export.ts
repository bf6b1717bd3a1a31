/** All that is stored of a patient, for the patient: the right of access. */

import type { Blobs } from '../../records/blobs/blobs.ts'
import type { Document, PatientRecords, Records } from '../../records/records.ts'
import type { Files } from '../../records/sealing/files.ts'
import { writeZip, type ZipEntry } from '../../records/zip-writer.ts'
import { requireAccepted } from '../documents/media-type.ts'

/**
 * Writes an archive with `patient.json`, `documents.json`, `reminders.json` and the files of the documents. Thumbnails are left
 * out: they are made of the files.
 *
 * @returns whether there is such a patient
 */
export async function exportPatient(
  { patients, files }: Pick<Records, 'patients' | 'files'>,
  blobs: Blobs,
  oid: string,
  file: string,
): Promise<boolean> {
  const found = await patients.read(oid)
  if (found === undefined) return false
  await writeZip(file, entriesOf(found, files(blobs)))
  return true
}

async function* entriesOf(
  { profile, documents, reminders }: PatientRecords,
  stored: Files,
): AsyncGenerator<ZipEntry> {
  yield jsonEntry('patient.json', profile)
  yield jsonEntry(
    'documents.json',
    documents.map(({ media_type: _, size: __, sha256: ___, key_id: ____, files, ...others }) => ({
      ...withoutThumbnail(others),
      files: files.map(({ key, ...file }) => ({ name: nameOf(key, file.media_type), ...file })),
    })),
  )
  yield jsonEntry(
    'reminders.json',
    reminders.map(({ payload, ...reminder }) => ({ ...reminder, payload: JSON.parse(payload) })),
  )
  for (const { key_id, files } of documents)
    for (const { key, media_type } of files)
      yield {
        name: nameOf(key, media_type),
        bytes: await stored.open({ key, key_id }),
      }
}

function withoutThumbnail<T extends Pick<Document, 'has_thumbnail' | 'thumbnail_key'>>({
  has_thumbnail: _,
  thumbnail_key: __,
  ...others
}: T) {
  return others
}

function nameOf(key: string, mediaType: string): string {
  return `files/${key}.${requireAccepted(mediaType).extension}`
}

function jsonEntry(name: string, value: unknown): ZipEntry {
  return { name, bytes: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] }
}
