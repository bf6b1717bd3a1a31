import type { Signer } from './signer.ts'

/** Contract 2.4, as decided: how long an URL is good. */
export const ASSET_SECONDS = 900

/** Where files are answered. */
export const ASSET_ROUTE = '/mr/api/v1/assets/:id/:part'

/** An asset of a document: its first file, another one by its place, or a small picture. */
export type AssetPart = 'file' | `file-${number}` | 'thumbnail'

/** Form of an {@link AssetPart}. */
export const ASSET_PART = /^(?:file(?:-[1-9]\d?)?|thumbnail)$/

/** The asset that is the file at a place. */
export function filePart(place: number): AssetPart {
  return place === 0 ? 'file' : `file-${place}`
}

/** Place of a file; undefined for a thumbnail. */
export function placeOf(part: AssetPart): number | undefined {
  return part === 'thumbnail' ? undefined : Number(part.slice('file-'.length))
}

/** Contents of the query of a URL. */
export interface AssetGrant {
  /** Epoch seconds. */
  readonly expires: number
  readonly signature: string
}

/** Makes URLs that give access to a file until they expire. */
export class AssetUrls {
  readonly #signer: Signer
  readonly #now: () => number

  /** @param now clock in epoch milliseconds */
  constructor(signer: Signer, now: () => number) {
    this.#signer = signer
    this.#now = now
  }

  /**
   * @param origin of the server as its callers know it: `https://records.example.org`
   * @param until epoch seconds in which it expires at the latest; default: never
   */
  url(
    origin: string,
    id: string,
    part: AssetPart,
    until: number = Number.POSITIVE_INFINITY,
  ): string {
    const expires = Math.min(Math.floor(this.#now() / 1000) + ASSET_SECONDS, until)
    const signature = this.#signer.sign('asset', [id, part, expires])
    const path = ASSET_ROUTE.replace(':id', id).replace(':part', part)
    return `${origin}${path}?expires=${expires}&signature=${signature}`
  }

  /** How many seconds an URL is still good; undefined for one that is not, or never was. */
  secondsLeft(id: string, part: AssetPart, { expires, signature }: AssetGrant): number | undefined {
    if (!this.#signer.isSigned('asset', [id, part, expires], signature)) return undefined
    const left = expires - Math.floor(this.#now() / 1000)
    return left > 0 ? left : undefined
  }
}
