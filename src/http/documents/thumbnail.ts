import type { Readable } from 'node:stream'

type Sharp = typeof import('sharp')['default']

/** Longest edge of a thumbnail, in pixels. */
const EDGE = 256
const QUALITY = 75
/** Of a picture that is looked at: an A4 page at 600 dpi has 35 million, a telephone's camera up to 50. */
const MAX_PIXELS = 50_000_000
/** How long one thumbnail may take, waiting for others included. */
const PATIENCE_MS = 2_000

/** What makes thumbnails: one after the other, so that their memory is that of one. */
export interface Thumbnails {
  /**
   * A small JPEG of a picture.
   *
   * @param open is asked for the bytes of the picture when it is its turn
   * @returns undefined where none can be made of it, or not in time
   */
  make(open: () => Promise<Readable>): Promise<Buffer | undefined>
}

/** Undefined where the package `sharp` is not installed: then there are no thumbnails. */
export async function openThumbnails(
  load: () => Promise<{ default: Sharp }> = () => import('sharp'),
): Promise<Thumbnails | undefined> {
  const sharp = await load().then(
    (loaded) => loaded.default,
    () => undefined,
  )
  if (sharp === undefined) return undefined
  sharp.cache(false)
  sharp.concurrency(1)
  let last: Promise<unknown> = Promise.resolve()
  return {
    async make(open) {
      const deadline = performance.now() + PATIENCE_MS
      const made = last.then(async () => {
        const left = deadline - performance.now()
        return left > 0 ? shrink(sharp, await open(), left) : undefined
      })
      last = made.catch(() => {})
      return made.catch(() => undefined)
    },
  }
}

/** Without anything that the picture says of its camera, its place or its time. */
async function shrink(sharp: Sharp, picture: Readable, ms: number): Promise<Buffer> {
  const shrunk = sharp({ limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: Math.ceil(ms / 1000) })
  picture.once('error', (error) => shrunk.destroy(error))
  const late = setTimeout(() => picture.destroy(new Error('the picture is late')), ms)
  try {
    return await picture.pipe(shrunk).toBuffer()
  } finally {
    clearTimeout(late)
    picture.destroy()
  }
}
