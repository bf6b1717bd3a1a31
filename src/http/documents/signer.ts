import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Purposes of signatures: each has a key of its own, so that one cannot be used as another. */
export type Purpose = 'asset' | 'offset' | 'upload'

/** Signs what is given away and comes back, such as the URL of a file. */
export class Signer {
  readonly #keys: Readonly<Record<Purpose, Buffer>>

  /** @param secret the server's; keys are derived from it, and tell nothing of it */
  constructor(secret: string) {
    const derive = (purpose: Purpose) =>
      Buffer.from(hkdfSync('sha256', secret, '', `medlink ${purpose}`, 32))
    this.#keys = { asset: derive('asset'), offset: derive('offset'), upload: derive('upload') }
  }

  /** A signature of parts, in their order: HMAC-SHA-256, base64url. */
  sign(purpose: Purpose, parts: readonly unknown[]): string {
    // As JSON no two lists of parts are written alike.
    const text = JSON.stringify(parts)
    return createHmac('sha256', this.#keys[purpose]).update(text).digest('base64url')
  }

  /** True if a signature is that of the parts. Takes the same time for every signature. */
  isSigned(purpose: Purpose, parts: readonly unknown[], signature: string): boolean {
    const [given, right] = [signature, this.sign(purpose, parts)].map((each) => Buffer.from(each!))
    return given!.length === right!.length && timingSafeEqual(given!, right!)
  }
}
