import type { Signer } from './signer.ts'

/** Contract 2.4, as decided: how long an URL is good. */
export const ASSET_SECONDS = 900

/** Where files are answered. */
export const ASSET_ROUTE = '/mr/api/v1/assets/:id/:part'

/** Assets of a document: the file itself, and a small picture of it. */
export const ASSET_PARTS = ['file', 'thumbnail'] as const
export type AssetPart = (typeof ASSET_PARTS)[number]

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

  /** @param origin of the server as its callers know it: `https://records.example.org` */
  url(origin: string, id: string, part: AssetPart): string {
    const expires = Math.floor(this.#now() / 1000) + ASSET_SECONDS
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
