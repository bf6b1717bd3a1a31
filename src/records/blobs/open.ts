import type { Blobs, BlobsPlace } from './blobs.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

/** Opens the place of files. @throws MedlinkError `no_access`, `disk_full`, `settings_invalid` */
export function openBlobs(place: BlobsPlace): Promise<Blobs> {
  return 'folder' in place ? openFolder(place.folder) : openS3(place)
}
