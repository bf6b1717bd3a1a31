import { fileTypeFromBuffer } from 'file-type'

/** The contract's kinds of file. */
export const FILE_TYPES = ['IMG', 'PDF'] as const
export type FileType = (typeof FILE_TYPES)[number]

interface Accepted {
  readonly fileType: FileType
  /** Ending of the file's name. */
  readonly extension: string
}

const ACCEPTED: Readonly<Record<string, Accepted>> = {
  'application/pdf': { fileType: 'PDF', extension: 'pdf' },
  'image/jpeg': { fileType: 'IMG', extension: 'jpg' },
  'image/png': { fileType: 'IMG', extension: 'png' },
  'image/webp': { fileType: 'IMG', extension: 'webp' },
  'image/heic': { fileType: 'IMG', extension: 'heic' },
  'image/heif': { fileType: 'IMG', extension: 'heif' },
  'image/tiff': { fileType: 'IMG', extension: 'tif' },
}

/** Bytes at the beginning of a file that tell its type: as many as file-type asks for. */
export const HEAD_BYTES = 4100

/** Beginning of a TIFF; its directory may be at its end, where file-type looks for the kind. */
const TIFF = ['II*\0', 'MM\0*'].map((text) => Buffer.from(text))

/** The media type of an accepted file, by its first {@link HEAD_BYTES} and nothing else; undefined for any other. */
export async function mediaTypeOf(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(head)
  if (found === undefined && TIFF.some((magic) => magic.equals(head.subarray(0, magic.length))))
    return 'image/tiff'
  // A PNG that moves is one.
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return type !== undefined && type in ACCEPTED ? type : undefined
}

/** Facts about an accepted media type. */
export function requireAccepted(mediaType: string): Accepted {
  const accepted = ACCEPTED[mediaType]
  if (accepted === undefined) throw new TypeError('no file of this media type is ever accepted')
  return accepted
}
