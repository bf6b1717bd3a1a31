import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

type Sharp = typeof import('sharp')['default']

/** Longest edge of a thumbnail, in pixels. */
const EDGE = 256
const QUALITY = 75
/** Maximum of pixels of a picture: an A4 page at 600 dpi has 35 million, a telephone's camera up to 50. */
const MAX_PIXELS = 50_000_000
/** How long one may take, from reading the picture on. */
const PATIENCE_MS = 5_000
/** As many may wait for their turn: of more than that there are none. */
const MAX_WAITING = 1000

/** The maker of thumbnails: one after the other, so that their memory is that of one. */
export interface Thumbnails {
  /**
   * A small JPEG of a picture.
   *
   * @param open is asked for the bytes of the picture when it is its turn
   * @returns undefined where none can be made of it, or not in time, or where too many wait
   */
  make(open: () => Promise<Readable>): Promise<Buffer | undefined>
}

/**
 * Undefined where the package `sharp` is not installed: then there are no thumbnails.
 *
 * @param patienceMs how long one may take, from reading the picture on
 */
export async function openThumbnails(
  patienceMs: number = PATIENCE_MS,
  load: () => Promise<{ default: Sharp }> = () => import('sharp'),
): Promise<Thumbnails | undefined> {
  const sharp = await load().then(
    (loaded) => loaded.default,
    () => undefined,
  )
  if (sharp === undefined) return undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async make(open) {
      if (waiting === MAX_WAITING) return undefined
      waiting++
      const made = last.then(async () => shrink(sharp, await open(), patienceMs))
      last = made.catch(() => {})
      try {
        return await made
      } catch {
        return undefined
      } finally {
        waiting--
      }
    },
  }
}

/** Without anything that the picture says of its camera, its place or its time. */
async function shrink(sharp: Sharp, picture: Readable, ms: number): Promise<Buffer> {
  // One at a time is held in memory, as sharp would hold it.
  const bytes = await buffer(addAbortSignal(AbortSignal.timeout(ms), picture))
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: Math.ceil(ms / 1000) })
    .toBuffer()
}
